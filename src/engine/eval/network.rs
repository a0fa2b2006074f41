//! The choice among networks: those of this program, or one from a file for all rules.
//!
//! The choice holds for the whole process, as the lookups do that the network belongs to.
//!
//! The networks of this program are part of it with the feature `networks`; without it a host gives
//! the file of each when it is first asked for, as a page does that loads no more than it needs.

use std::fs::File;
use std::io::Read;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::point_net::{self, NetError};
use crate::game::Rule;
use crate::pattern::points::PointNet;

/// A network of this program, read when it is first asked for.
pub(super) struct Shipped {
    /// The rule that it is for.
    rule: &'static str,
    #[cfg(feature = "networks")]
    pub(super) bytes: &'static [u8],
    /// The sum at the end of its file, by which versions of it are told apart.
    sum: u64,
    net: OnceLock<Arc<PointNet>>,
}

impl Shipped {
    /// A network by the bytes of its file, which are not kept unless they are to be in the program.
    const fn new(rule: &'static str, bytes: &'static [u8]) -> Shipped {
        let sum = bytes.last_chunk().expect("a file ends with its sum");
        Shipped {
            rule,
            #[cfg(feature = "networks")]
            bytes,
            sum: u64::from_le_bytes(*sum),
            net: OnceLock::new(),
        }
    }

    /// The network; none where there is no host either that gives it.
    fn net(&self) -> Option<Arc<PointNet>> {
        if let Some(net) = self.net.get() {
            return Some(Arc::clone(net));
        }
        let net = Arc::new(self.read()?);
        Some(Arc::clone(self.net.get_or_init(|| net)))
    }

    #[cfg(feature = "networks")]
    #[expect(clippy::unnecessary_wraps, reason = "without the feature there may be none")]
    fn read(&self) -> Option<PointNet> {
        Some(point_net::read(self.bytes).expect("a test reads every network"))
    }

    #[cfg(not(feature = "networks"))]
    fn read(&self) -> Option<PointNet> {
        let bytes = HOST.get()?(&self.file());
        // Another network would play on as if it were this one.
        let is_it = bytes.ends_with(&self.sum.to_le_bytes());
        let net = point_net::read(&bytes).ok().filter(|_| is_it);
        Some(net.expect("the host gives the files that it is asked for"))
    }

    /// The name of its file: another one for each version.
    fn file(&self) -> String {
        format!("{}-{:016x}.net", self.rule, self.sum)
    }
}

/// The network of freestyle and standard, with regions of the board, taught by games of both.
pub(super) static FIVE: Shipped = Shipped::new("freestyle", include_bytes!("weights/five.net"));
/// The network of caro: an earlier one of freestyle, taught further by games of caro; it has no regions.
pub(super) static CARO: Shipped = Shipped::new("caro", include_bytes!("weights/caro.net"));
/// The network of renju: that of freestyle, taught further by games of renju.
pub(super) static RENJU: Shipped = Shipped::new("renju", include_bytes!("weights/renju.net"));

/// A network of this program.
#[cfg(feature = "networks")]
pub struct ShippedNetwork {
    /// The rule that it is for.
    pub rule: &'static str,
    /// Its file.
    pub bytes: &'static [u8],
    /// The name under which a build without the feature `networks` asks its host for that file.
    pub file: String,
}

/// The name of the file that a host gives for games with `k` in a row under a rule (see
/// [`fetch_by`]); none where the program has all that they need.
pub fn file_of(rule: Rule, k: u8) -> Option<String> {
    let is_here = cfg!(feature = "networks");
    own(rule, k).filter(|network| !is_here && network.net.get().is_none()).map(Shipped::file)
}

/// The networks of this program.
#[cfg(feature = "networks")]
pub fn shipped() -> [ShippedNetwork; 3] {
    [&FIVE, &CARO, &RENJU].map(|network| ShippedNetwork {
        rule: network.rule,
        bytes: network.bytes,
        file: network.file(),
    })
}

/// See [`fetch_by`].
static HOST: OnceLock<fn(&str) -> Vec<u8>> = OnceLock::new();

/// Asks `host` from now on for the file of a network that is not in the program, by its name, which
/// [`shipped`] tells; a host that cannot give it does not return. The first host stays. Where there
/// is none, positions are worth what their points are.
pub fn fetch_by(host: fn(&str) -> Vec<u8>) {
    // The first host stays: there is one outside.
    let _ = HOST.set(host);
}

/// The network from a file that replaces all networks of this program, if one was chosen.
static CHOSEN: RwLock<Option<Arc<PointNet>>> = RwLock::new(None);

/// The network for `k` in a row under a rule, if there is any. What was learned under one rule
/// mostly holds under others, for shapes say what they lead to under their rule, but games of
/// their own make them stronger (`tests/data/strength.md`).
pub fn of(rule: Rule, k: u8) -> Option<Arc<PointNet>> {
    let own = own(rule, k)?;
    let chosen = CHOSEN.read().unwrap_or_else(PoisonError::into_inner).clone();
    chosen.or_else(|| own.net())
}

/// The network of this program for `k` in a row under a rule.
fn own(rule: Rule, k: u8) -> Option<&'static Shipped> {
    // Of their own: renju 29 ± 11 and then 17 ± 10 Elo, caro 49 ± 17.
    let own = match rule {
        Rule::Renju => &RENJU,
        Rule::Caro | Rule::CaroOverline => &CARO,
        Rule::Freestyle | Rule::Standard => &FIVE,
    };
    (k == 5).then_some(own)
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
    let most = point_net::length(true) as u64 + 1;
    File::open(path).map_err(unreadable)?.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    point_net::read(&bytes).map_err(|error| match error {
        NetError::Length(_, wanted) => NetError::Length(about.len() as usize, wanted),
        other => other,
    })
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn five_in_a_row_has_networks_by_rule() {
        assert!(of(Rule::Freestyle, 4).is_none() && of(Rule::Renju, 6).is_none());
        let net = |rule| Arc::as_ptr(&of(rule, 5).expect("five in a row has a network"));
        let apart = [Rule::Freestyle, Rule::Renju, Rule::Caro].map(net);
        assert_eq!(HashSet::from(apart).len(), apart.len());
        assert_eq!(net(Rule::Standard), net(Rule::Freestyle));
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
