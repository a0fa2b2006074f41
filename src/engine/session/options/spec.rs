//! What an option is: its name, its type, its range and what it does.

use super::values::Options;

/// An option: what it is called, what it accepts and what it does.
#[derive(Debug)]
pub struct OptionSpec {
    /// Name as advertised; matched without regard to case.
    pub name: &'static str,
    /// Type, default, range and setter.
    pub kind: OptionKind,
    /// What the session does besides.
    pub effect: Effect,
    /// One sentence for people.
    pub help: &'static str,
}

/// The type of an option with its default, its range and its setter.
#[derive(Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Value at start.
        default: bool,
        /// Getter.
        get: fn(&Options) -> bool,
        /// Setter.
        set: fn(&mut Options, bool),
    },
    /// A whole number.
    Spin {
        /// Value at start.
        default: i64,
        /// Smallest value (besides 0, if that is allowed).
        min: i64,
        /// Largest value.
        max: i64,
        /// Whether 0 is a value too, with a meaning of its own.
        or_zero: bool,
        /// Getter.
        get: fn(&Options) -> i64,
        /// Setter.
        set: fn(&mut Options, i64),
    },
    /// One of some words, matched without regard to case.
    Combo {
        /// Value at start.
        default: &'static str,
        /// The words.
        choices: fn() -> Vec<&'static str>,
        /// Getter.
        get: fn(&Options) -> &str,
        /// Setter; gets one of the words.
        set: fn(&mut Options, &'static str),
    },
    /// Any text; empty at start.
    Text {
        /// Getter.
        get: fn(&Options) -> &str,
        /// Setter.
        set: fn(&mut Options, &str),
    },
    /// No value: setting it is all.
    Button,
}

/// What setting an option does besides storing the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The board becomes the empty one of the variant.
    EmptyBoard,
    /// The random generator starts again from the seed.
    Reseed,
    /// The player forgets what it learned from the game.
    Forget,
    /// The log goes elsewhere.
    MoveLog,
    /// Positions are valued by the network of another file.
    LoadNetwork,
    /// The engine plays by the book of another file.
    LoadBook,
}

/// The word for "as the preset says".
pub(super) const AUTO: &str = "auto";

/// The word for an empty text.
pub const EMPTY: &str = "<empty>";

impl OptionKind {
    /// The value as text; `None` for a button.
    pub fn text(&self, options: &Options) -> Option<String> {
        Some(match self {
            OptionKind::Check { get, .. } => get(options).to_string(),
            OptionKind::Spin { get, .. } => get(options).to_string(),
            OptionKind::Combo { get, .. } | OptionKind::Text { get, .. } => get(options).to_owned(),
            OptionKind::Button => return None,
        })
    }

    /// What a value must look like, as in `expected 1 to 4096`.
    pub fn expected(&self) -> String {
        match self {
            OptionKind::Check { .. } => "true or false".to_owned(),
            OptionKind::Spin { min, max, or_zero, .. } => {
                let zero = if *or_zero && *min > 0 { "0 or " } else { "" };
                if min == max { min.to_string() } else { format!("{zero}{min} to {max}") }
            }
            OptionKind::Combo { choices, .. } => format!("one of {}", choices().join(", ")),
            OptionKind::Text { .. } => "any text".to_owned(),
            OptionKind::Button => "no value".to_owned(),
        }
    }
}
