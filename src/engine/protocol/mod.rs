//! Translators between lines and the session's vocabulary, one file each.
//!
//! A new protocol is a [`Codec`] in a file of its own and one entry in
//! [`REGISTER`]. Translators know the messages, the option table and the plain
//! types of the game; they never see a player or a search.

pub mod analysis;
pub mod client;
pub mod gomocup;
mod scale;
mod text;
pub mod uci;
pub mod ugi;

pub use scale::{centi, chances};
pub use text::from_bytes;

use crate::session::message::{Command, Event};
use crate::session::options::Options;

/// A line of input, without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// What stands in it.
    pub text: &'a str,
    /// Whether the line was longer than anyone should send, and is cut here.
    pub is_cut: bool,
}

impl<'a> From<&'a str> for Line<'a> {
    fn from(text: &'a str) -> Line<'a> {
        Line { text, is_cut: false }
    }
}

/// One protocol's way of writing.
pub trait Codec {
    /// Reads a line. Lines that mean nothing here give no command, lines that
    /// are wrong give [`Command::Refused`].
    fn decode(&mut self, line: Line<'_>) -> Vec<Command>;

    /// Writes an event as lines without their ends, added to `lines`.
    fn encode(&mut self, event: &Event, options: &Options, lines: &mut Vec<String>);

    /// What the end of the input means here, if it is a command.
    fn end_of_input(&mut self) -> Vec<Command> {
        Vec::new()
    }
}

/// A command of a protocol, as manuals list it.
#[derive(Debug)]
pub struct CommandSpec {
    /// The first word of the line.
    pub word: &'static str,
    /// What may follow it.
    pub arguments: &'static str,
    /// What it does.
    pub help: &'static str,
}

const fn spec(word: &'static str, arguments: &'static str, help: &'static str) -> CommandSpec {
    CommandSpec { word, arguments, help }
}

/// A protocol that the program speaks.
pub struct Protocol {
    /// Name, as for the command line's `--protocol`.
    pub name: &'static str,
    /// Whether a line that begins with this word is one of this protocol's.
    pub knows: fn(&str) -> bool,
    /// A translator at the start of a conversation.
    pub open: fn() -> Box<dyn Codec>,
    /// How a failure of the program is told on standard output, where managers
    /// take what stands on standard error for an answer. `None` if they do not,
    /// and standard error is the place for it.
    pub complaint: Option<fn(&str) -> String>,
}

/// Every protocol; the first one answers what belongs to none.
pub const REGISTER: &[Protocol] =
    &[uci::PROTOCOL, ugi::PROTOCOL, gomocup::PROTOCOL, gomocup::YIXIN];

/// The protocol of that name.
pub fn named(name: &str) -> Option<&'static Protocol> {
    REGISTER.iter().find(|protocol| protocol.name == name)
}

/// The only protocol to which the line belongs, if there is exactly one.
pub fn recognise(line: &str) -> Option<&'static Protocol> {
    let word = text::Words::new(line).next()?;
    let mut speakers = REGISTER.iter().filter(|protocol| (protocol.knows)(word));
    speakers.next().filter(|_| speakers.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides() {
        assert_eq!(recognise("  uci ").map(|protocol| protocol.name), Some("uci"));
        for line in ["ugi", "query gameover", "uginewgame"] {
            assert_eq!(recognise(line).map(|protocol| protocol.name), Some("ugi"), "{line}");
        }
        // What both speak decides nothing.
        assert!(
            ["isready", "position startpos", "go", "quit"]
                .map(recognise)
                .iter()
                .all(Option::is_none)
        );
        assert!(recognise("").is_none());
        assert!(recognise("hello").is_none());
        assert!(named("uci").is_some() && named("UCI").is_none());
    }
}
