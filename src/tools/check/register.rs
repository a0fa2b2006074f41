//! The register of checks: the only place that knows them all.

use super::checks;
use super::trial::{Speech, Trial};
use super::verdict::Outcome;

/// Something that an engine should do.
pub(super) struct Check {
    /// Short name, in lower case and without blanks.
    pub name: &'static str,
    /// What an engine speaks for whom it counts.
    pub speeches: &'static [Speech],
    /// Why it matters, in one line.
    pub reason: &'static str,
    /// The check itself.
    pub run: fn(&Trial) -> Outcome,
}

/// One entry of the register.
pub(super) const fn check(
    name: &'static str,
    speeches: &'static [Speech],
    reason: &'static str,
    run: fn(&Trial) -> Outcome,
) -> Check {
    Check { name, speeches, reason, run }
}

/// Every protocol.
pub(super) const ALL: &[Speech] = &Speech::ALL;
/// UCI and UGI, which are alike.
pub(super) const UCI_STYLE: &[Speech] = &[Speech::Uci, Speech::Ugi];
/// UCI only.
pub(super) const UCI: &[Speech] = &[Speech::Uci];
/// UGI only.
pub(super) const UGI: &[Speech] = &[Speech::Ugi];
/// The Gomocup's protocol only.
pub(super) const GOMOCUP: &[Speech] = &[Speech::Gomocup];

/// The check without which no other makes sense.
pub(super) const HANDSHAKE: &str = "hello";

/// A check and its number, counted from 1.
pub(super) type Numbered = (usize, &'static Check);

/// Every check, in the order in which they are made.
pub(super) fn all() -> impl Iterator<Item = Numbered> {
    checks::GROUPS.iter().copied().flatten().enumerate().map(|(index, check)| (index + 1, check))
}

/// The checks of that name or number.
pub(super) fn find(text: &str) -> Option<Numbered> {
    all().find(|(number, check)| check.name == text || number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_short_and_their_own() {
        let names: BTreeSet<&str> = all().map(|(_, check)| check.name).collect();
        assert_eq!(names.len(), all().count());
        assert!(names.len() >= 60);
        for (number, check) in all() {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(check.name.chars().all(is_plain) && check.name.len() <= 20, "{}", check.name);
            assert!(check.name.parse::<usize>().is_err(), "{}", check.name);
            assert!(!check.reason.is_empty() && check.reason.len() <= 90, "{}", check.reason);
            assert!(!check.speeches.is_empty());
            assert_eq!(find(check.name).map(|(found, _)| found), Some(number));
            assert_eq!(find(&number.to_string()).map(|(found, _)| found), Some(number));
        }
        assert_eq!(all().next().map(|(_, check)| check.name), Some(HANDSHAKE));
    }

    #[test]
    fn the_manual_explains_every_check() {
        let manual = include_str!("../../../protocol.md");
        for (number, check) in all() {
            let speeches: Vec<&str> = check.speeches.iter().map(|speech| speech.name()).collect();
            let start = format!("| {number} | `{}` | {} |", check.name, speeches.join(" "));
            assert!(manual.lines().any(|line| line.starts_with(&start)), "{start}");
        }
    }
}
