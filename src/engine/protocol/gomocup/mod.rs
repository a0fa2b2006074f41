//! The protocol of Gomocup and Piskvork, in which the engine is a "brain" that
//! keeps the board and the manager says what happens on it. `protocol.md` is
//! its manual.

mod block;
pub mod client;
mod database;
mod dialect;
mod draw;
mod info;
mod read;
mod write;
mod yixin;

use std::collections::VecDeque;

use super::text::escaped;
use super::{Codec, CommandSpec, Line, Protocol, spec};
use crate::session::message::{Command, Event};
use crate::session::options::Options;

pub use yixin::COMMANDS as YIXIN_COMMANDS;

use block::Block;
use dialect::Dialect;
use info::Values;

/// The entry in the register of protocols.
pub const PROTOCOL: Protocol = Protocol {
    name: "gomocup",
    knows,
    open: || Box::<Gomocup>::default(),
    complaint: Some(|text| format!("ERROR {}", escaped(text.chars()))),
};

/// The entry of the protocol's extension by Yixin-Board, whose commands all are
/// known to [`PROTOCOL`], too: it differs in points and rules from the start.
pub const YIXIN: Protocol = Protocol {
    name: "yixin",
    // No line belongs to it alone.
    knows: |_| false,
    open: || Box::new(Gomocup { dialect: Dialect::Yixin, ..Gomocup::default() }),
    ..PROTOCOL
};

/// Every command; words are read in any case.
pub const COMMANDS: &[CommandSpec] = &[
    spec("START", "n", "an empty board of n columns and rows"),
    spec("RECTSTART", "w,h", "an empty board of w columns and h rows"),
    spec("RESTART", "", "an empty board of the same size"),
    spec("BEGIN", "", "play the first move"),
    spec("TURN", "x,y", "the opponent played there: answer"),
    spec("BOARD", "", "lines x,y,who up to DONE are the whole board: answer"),
    spec("TAKEBACK", "x,y", "take back the move there, the last one"),
    spec("PLAY", "x,y", "play there yourself"),
    spec("SWAP2BOARD", "", "lines x,y up to DONE are the opening of swap2: choose"),
    spec("INFO", "key value", "set something; never answered"),
    spec("ABOUT", "", "who are you?"),
    spec("END", "", "leave at once"),
];

/// Whether a line that begins with this word is one of this protocol's alone,
/// with all that was added to it.
fn knows(word: &str) -> bool {
    COMMANDS.iter().any(|command| command.word.eq_ignore_ascii_case(word)) || yixin::knows(word)
}

/// Whether the word begins a command, even one that other protocols have, too.
fn is_command(word: &str) -> bool {
    knows(word) || yixin::shares(word)
}

/// What somebody waits for an answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// A move, or what else is written as points.
    Move,
    /// A step of swap2 that Yixin-Board asks for.
    Swap2(yixin::Swap2Step),
}

/// The translator.
#[derive(Debug, Default)]
pub struct Gomocup {
    dialect: Dialect,
    /// What `INFO` has said.
    values: Values,
    /// The lines of a board that are being read.
    block: Option<Block>,
    /// What was asked for and not yet answered, in order.
    owed: VecDeque<Asked>,
    /// What belongs to the commands of Yixin-Board.
    extension: yixin::Extension,
    /// What is to be said before the next answer: `INFO` itself has none.
    notes: Vec<String>,
}

impl Codec for Gomocup {
    fn decode(&mut self, line: Line<'_>) -> Vec<Command> {
        self.read(line)
    }

    fn encode(&mut self, event: &Event, options: &Options, lines: &mut Vec<String>) {
        self.write(event, options, lines);
    }

    fn end_of_input(&mut self) -> Vec<Command> {
        vec![Command::Quit]
    }
}
