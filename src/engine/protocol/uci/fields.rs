//! What the lines of the protocol are made of: fields and moves.

use std::fmt::{Display, Write};

use crate::game::Move;
use crate::session::options::Options;

/// Adds a field to a line, if it is known.
pub(super) fn add(line: &mut String, name: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        // Writing to a string cannot fail.
        let _ = write!(line, " {name} {value}");
    }
}

/// A move in the form that the GUI understands.
pub(super) fn move_text(mv: Move, options: &Options) -> String {
    if options.writes_drops() && !mv.is_conversion() { format!("P@{mv}") } else { mv.to_string() }
}
