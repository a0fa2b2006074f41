//! The lists that come with the program, one for each game that is played most.
//!
//! The first line of each is the command that made it.

use tengen_engine::game::Variant;

/// A list that comes with the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name, as in `renju15`.
    pub name: &'static str,
    /// The game that it is for, as the option `Variant` names it.
    pub variant: &'static str,
    /// The list, one opening in a line.
    pub text: &'static str,
}

/// Every list.
pub const SHIPPED: &[Shipped] = &[
    Shipped { name: "freestyle15", variant: "gomoku", text: include_str!("freestyle15.txt") },
    Shipped { name: "freestyle20", variant: "gomoku20", text: include_str!("freestyle20.txt") },
    Shipped { name: "standard15", variant: "standard", text: include_str!("standard15.txt") },
    Shipped { name: "renju15", variant: "renju", text: include_str!("renju15.txt") },
    Shipped { name: "caro15", variant: "caro", text: include_str!("caro15.txt") },
];

impl Shipped {
    /// The list of that name; case is ignored.
    pub fn named(name: &str) -> Option<&'static Shipped> {
        SHIPPED.iter().find(|list| list.name.eq_ignore_ascii_case(name))
    }

    /// The list for a game, if there is one.
    pub fn of(variant: &Variant) -> Option<&'static Shipped> {
        SHIPPED.iter().find(|list| Variant::preset(list.variant).as_ref() == Ok(variant))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tools::arena::openings;
    use tengen_engine::game::symmetry::canonical_key;

    #[test]
    fn every_list_is_one_of_different_openings_of_its_game() {
        for list in SHIPPED {
            let variant = Variant::preset(list.variant).unwrap();
            let found = openings::read(list.text.as_bytes(), None, &variant).unwrap();
            assert_eq!(found.len(), 50, "{}", list.name);
            let keys = found.iter().map(|opening| canonical_key(&opening.position()).0);
            assert_eq!(keys.collect::<BTreeSet<_>>().len(), 50, "{}", list.name);
            let command = format!("# tengen openings --variant {} --count 50 ", list.variant);
            assert!(list.text.starts_with(&command), "{}", list.name);
        }
    }

    #[test]
    fn lists_are_found_by_name_and_by_game() {
        for list in SHIPPED {
            assert_eq!(Shipped::named(&list.name.to_uppercase()), Some(list));
            assert_eq!(Shipped::of(&Variant::preset(list.variant).unwrap()), Some(list));
        }
        assert_eq!(Shipped::named("chess"), None);
        assert_eq!(Shipped::of(&Variant::preset("tictactoe").unwrap()), None);
    }
}
