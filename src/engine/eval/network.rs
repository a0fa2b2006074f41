//! The choice among networks: those of this program, or one from a file for all rules.
//!
//! The choice holds for the whole process, as the lookups do that the network belongs to.

use std::fs::File;
use std::io::Read;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::point_net::{self, NetError};
use crate::game::Rule;
use crate::pattern::points::PointNet;

/// A network of this program, read when it is first asked for.
pub(super) struct Shipped {
    pub(super) bytes: &'static [u8],
    net: OnceLock<Arc<PointNet>>,
}

impl Shipped {
    const fn new(bytes: &'static [u8]) -> Shipped {
        Shipped { bytes, net: OnceLock::new() }
    }

    fn net(&self) -> Arc<PointNet> {
        let read = || point_net::read(self.bytes).expect("a test reads every network");
        Arc::clone(self.net.get_or_init(|| Arc::new(read())))
    }
}

/// The network of freestyle, taught by games of freestyle, standard and caro on several boards. The
/// networks of the other rules were taught further from it.
pub(super) static FIVE: Shipped = Shipped::new(include_bytes!("weights/five.net"));
/// The network of standard: that of freestyle, taught further by games of standard.
pub(super) static STANDARD: Shipped = Shipped::new(include_bytes!("weights/standard.net"));
/// The network of caro: that of freestyle, taught further by games of caro.
pub(super) static CARO: Shipped = Shipped::new(include_bytes!("weights/caro.net"));
/// The network of renju: that of freestyle, taught further by games of renju.
pub(super) static RENJU: Shipped = Shipped::new(include_bytes!("weights/renju.net"));

/// The networks of this program: for each the rule that it is for, and its file.
pub fn shipped() -> [(&'static str, &'static [u8]); 4] {
    [("freestyle", &FIVE), ("standard", &STANDARD), ("caro", &CARO), ("renju", &RENJU)]
        .map(|(rule, network)| (rule, network.bytes))
}

/// The network from a file that replaces all networks of this program, if one was chosen.
static CHOSEN: RwLock<Option<Arc<PointNet>>> = RwLock::new(None);

/// The network for `k` in a row under a rule, if there is any. What was learned under one rule
/// mostly holds under others, for shapes say what they lead to under their rule, but games of
/// their own make them stronger (`tests/data/strength.md`).
pub fn of(rule: Rule, k: u8) -> Option<Arc<PointNet>> {
    if k != 5 {
        return None;
    }
    // Of their own: renju 29 ± 11 and then 17 ± 10 Elo, standard 35 ± 15, caro 49 ± 17.
    let own = match rule {
        Rule::Renju => &RENJU,
        Rule::Standard => &STANDARD,
        Rule::Caro | Rule::CaroOverline => &CARO,
        Rule::Freestyle => &FIVE,
    };
    let chosen = CHOSEN.read().unwrap_or_else(PoisonError::into_inner).clone();
    Some(chosen.unwrap_or_else(|| own.net()))
}

/// Takes the network of a file for all searches that begin from now on, or with an empty
/// path those of this program again.
///
/// # Errors
/// When the file is no network for this program; the one that was chosen stays.
pub fn choose(path: &str) -> Result<(), NetError> {
    let net = if path.is_empty() { None } else { Some(Arc::new(read_file(path)?)) };
    *CHOSEN.write().unwrap_or_else(PoisonError::into_inner) = net;
    Ok(())
}

fn read_file(path: &str) -> Result<PointNet, NetError> {
    let unreadable = |error: std::io::Error| NetError::Unreadable(error.to_string());
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        // One that waits for a writer would hold the reader.
        return Err(NetError::Kind);
    }
    let mut bytes = Vec::new();
    // One byte more shows that a file is too long, whatever its length.
    let most = point_net::length() as u64 + 1;
    File::open(path).map_err(unreadable)?.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    point_net::read(&bytes).map_err(|error| match error {
        NetError::Length(_, wanted) => NetError::Length(about.len() as usize, wanted),
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn five_in_a_row_has_networks_by_rule() {
        assert!(of(Rule::Freestyle, 4).is_none() && of(Rule::Renju, 6).is_none());
        let net = |rule| Arc::as_ptr(&of(rule, 5).expect("five in a row has a network"));
        let apart = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro].map(net);
        assert_eq!(HashSet::from(apart).len(), apart.len());
        assert_eq!(net(Rule::CaroOverline), net(Rule::Caro));
    }

    #[test]
    fn what_is_no_network_is_refused_and_changes_nothing() {
        let before = of(Rule::Freestyle, 5).unwrap();
        let missing = std::fs::read("/does/not/exist").unwrap_err();
        for (path, expected) in [
            ("/does/not/exist", &*format!("a file that can be read ({missing})")),
            #[cfg(unix)]
            ("/dev/zero", "a network of tengen, which begins with TENGNET"),
            (env!("CARGO_MANIFEST_DIR"), "a network of tengen, which begins with TENGNET"),
        ] {
            assert_eq!(choose(path).unwrap_err().to_string(), expected, "{path}");
        }
        assert!(Arc::ptr_eq(&before, &of(Rule::Freestyle, 5).unwrap()));
    }
}
