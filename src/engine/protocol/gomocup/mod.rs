//! The protocol of Gomocup and Piskvork, in which the engine is a "brain" that
//! keeps the board and the manager says what happens on it. `protocol.md` is
//! its manual.

mod block;
pub mod client;
mod commands;
mod database;
mod dialect;
mod draw;
mod info;
mod limits;
mod read;
mod state;
mod write;
mod yixin;

use super::codec::{Codec, InputLine, Protocol};
use super::name::ProtocolName;
use super::text::escaped;
use crate::session::message::{Command, Event};
use crate::session::options::Options;

pub use commands::{COMMANDS, YIXIN_COMMANDS};
pub use state::Gomocup;

use commands::knows;
use dialect::Dialect;

/// The entry in the register of protocols.
pub const PROTOCOL: Protocol = Protocol {
    name: ProtocolName::Gomocup,
    knows,
    open: || Box::<Gomocup>::default(),
    client: client::open,
    complaint: Some(|text| format!("ERROR {}", escaped(text.chars()))),
};

/// The entry of the protocol's extension by Yixin-Board, whose commands all are
/// known to [`PROTOCOL`], too: it differs in points and rules from the start.
pub const YIXIN: Protocol = Protocol {
    name: ProtocolName::Yixin,
    // No line belongs to it alone.
    knows: |_| false,
    open: || Box::new(Gomocup { dialect: Dialect::Yixin, ..Gomocup::default() }),
    ..PROTOCOL
};

impl Codec for Gomocup {
    fn decode(&mut self, line: InputLine<'_>) -> Vec<Command> {
        self.read(line)
    }

    fn encode(&mut self, event: &Event, options: &Options, lines: &mut Vec<String>) {
        self.write(event, options, lines);
    }

    fn end_of_input(&mut self) -> Vec<Command> {
        vec![Command::Quit]
    }
}
