//! The register of checks: the only place that knows them all.

use serde::Serialize;

use tengen_engine::protocol::ProtocolName;

use super::checks;
use super::trial::Trial;
use super::verdict::Outcome;

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Group {
    /// What the protocol asks for, and what managers of it rely on.
    Protocol,
    /// Moves that every player would find.
    Strength,
    /// What no protocol asks for: the same answer to the same question, and
    /// staying alive whatever comes.
    Manners,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 3] = [Group::Protocol, Group::Strength, Group::Manners];

    /// The name of the group on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Protocol => "protocol",
            Group::Strength => "strength",
            Group::Manners => "manners",
        }
    }
}

/// Something that an engine should do.
pub(super) struct Check {
    /// Short name, in lower case and without blanks.
    pub name: &'static str,
    /// The protocols of the engines that the check is made for.
    pub protocols: &'static [ProtocolName],
    /// The group that the check belongs to.
    pub group: Group,
    /// What is sent and what has to come, in Markdown.
    pub wants: &'static str,
    /// Why it matters, in one line.
    pub reason: &'static str,
    /// The check itself.
    pub run: fn(&Trial) -> Outcome,
}

/// An entry of the register, in the group `Protocol`.
pub(super) const fn check(
    name: &'static str,
    protocols: &'static [ProtocolName],
    wants: &'static str,
    reason: &'static str,
    run: fn(&Trial) -> Outcome,
) -> Check {
    Check { name, protocols, group: Group::Protocol, wants, reason, run }
}

impl Check {
    /// This check, moved to the group of strength.
    pub const fn strength(self) -> Check {
        Check { group: Group::Strength, ..self }
    }

    /// This check, moved to the group of manners.
    pub const fn manners(self) -> Check {
        Check { group: Group::Manners, ..self }
    }
}

/// Every protocol.
pub(super) const ALL: &[ProtocolName] = &ProtocolName::SPOKEN;
/// UCI and UGI, which are alike.
pub(super) const UCI_STYLE: &[ProtocolName] = &[ProtocolName::Uci, ProtocolName::Ugi];
/// UCI only.
pub(super) const UCI: &[ProtocolName] = &[ProtocolName::Uci];
/// UGI only.
pub(super) const UGI: &[ProtocolName] = &[ProtocolName::Ugi];
/// The Gomocup's protocol only.
pub(super) const GOMOCUP: &[ProtocolName] = &[ProtocolName::Gomocup];

/// The check without which no other makes sense.
pub(super) const HANDSHAKE: &str = "hello";

/// A check and its number, counted from 1.
pub(super) type Numbered = (usize, &'static Check);

/// Every check, in the order in which they are made.
pub(super) fn all() -> impl Iterator<Item = Numbered> {
    checks::GROUPS.iter().copied().flatten().enumerate().map(|(index, check)| (index + 1, check))
}

/// The numbers of the checks that are meant: those of a group, or the one of that name
/// or number.
pub(super) fn find(text: &str) -> Vec<usize> {
    let is_meant = |(number, check): &Numbered| {
        check.group.name() == text || check.name == text || number.to_string() == text
    };
    all().filter(is_meant).map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::report::{Listed, table};
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
            assert!(!check.protocols.is_empty());
            assert!(
                !check.wants.is_empty() && !check.wants.contains(['|', '\n']),
                "{}",
                check.wants
            );
            assert_eq!(find(check.name), [number]);
            assert_eq!(find(&number.to_string()), [number]);
        }
        let counts = Group::ALL.map(|group| find(group.name()).len());
        assert!(counts.iter().all(|&count| count > 1), "{counts:?}");
        assert_eq!(counts.iter().sum::<usize>(), all().count());
        assert_eq!(all().next().map(|(_, check)| check.name), Some(HANDSHAKE));
    }

    #[test]
    fn the_manual_explains_every_check() {
        let manual = include_str!("README.md");
        let table = table(&all().map(Listed::new).collect::<Vec<_>>());
        assert!(manual.contains(&table), "README.md: expected what check --list prints:\n{table}");
    }
}
