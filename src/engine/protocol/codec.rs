//! What a protocol has to be able to do, and how it is entered in the register.

use crate::game::Variant;
use crate::session::message::{Command, Event};
use crate::session::options::Options;

use super::client::Client;
use super::name::ProtocolName;

/// A line of input, without its end.
#[derive(Clone, Copy, Debug)]
pub struct InputLine<'a> {
    /// What stands in the line.
    pub text: &'a str,
    /// Whether the line was longer than anyone should send, and is cut here.
    pub is_cut: bool,
}

impl<'a> From<&'a str> for InputLine<'a> {
    fn from(text: &'a str) -> InputLine<'a> {
        InputLine { text, is_cut: false }
    }
}

/// One protocol's way of writing.
pub trait Codec {
    /// Reads a line. Lines that mean nothing here give no command, lines that
    /// are wrong give [`Command::Refused`].
    fn decode(&mut self, line: InputLine<'_>) -> Vec<Command>;

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
    /// What may follow the word of the command.
    pub arguments: &'static str,
    /// What the command does.
    pub help: &'static str,
}

pub(super) const fn spec(
    word: &'static str,
    arguments: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec { word, arguments, help }
}

/// A protocol that the program speaks.
pub struct Protocol {
    /// The name of the protocol.
    pub name: ProtocolName,
    /// Whether a line that begins with this word is one of this protocol's.
    pub knows: fn(&str) -> bool,
    /// A translator at the start of a conversation.
    pub open: fn() -> Box<dyn Codec>,
    /// The manager's side at the start of a conversation about games of that variant.
    pub client: fn(Variant) -> Box<dyn Client>,
    /// How a failure of the program is told on standard output, where managers
    /// take what stands on standard error for an answer. `None` if they do not,
    /// and standard error is the place for it.
    pub complaint: Option<fn(&str) -> String>,
}
