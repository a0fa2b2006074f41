//! The native protocol: UCI's words, our squares. `protocol.md` is its manual.

pub mod client;
mod commands;
mod fields;
pub(super) mod read;
mod trace;
pub(super) mod write;

use super::codec::{Codec, InputLine, Protocol};
use super::name::ProtocolName;
use crate::session::message::{Command, Event};
use crate::session::options::Options;

pub use commands::{COMMANDS, find};

/// The entry in the register of protocols.
pub const PROTOCOL: Protocol = Protocol {
    name: ProtocolName::Uci,
    knows: |word| find(word).is_some(),
    open: || Box::new(Uci),
    client: client::open,
    complaint: None,
};

/// The translator; it keeps nothing between lines.
#[derive(Debug)]
pub struct Uci;

impl Codec for Uci {
    fn decode(&mut self, line: InputLine<'_>) -> Vec<Command> {
        read::line(line, &[]).into_iter().collect()
    }

    fn encode(&mut self, event: &Event, options: &Options, lines: &mut Vec<String>) {
        write::event(event, options, lines);
    }
}
