//! The lists that come with the program, one for each game that is played most.
//!
//! The first line of each says with which command it was made, and making it
//! again gives the same bytes.

use crate::game::Variant;

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
