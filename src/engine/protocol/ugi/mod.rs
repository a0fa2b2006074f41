//! UGI, the Universal Game Interface of kz04px' `cutegames`: UCI for managers
//! that do not know the game, so that they ask the engine which side is to move
//! and which has won. `protocol.md` has a section on it.
//!
//! Everything that UCI has is understood too; only what differs is here.

pub mod client;
mod commands;
mod read;
mod write;

use std::collections::VecDeque;

use super::codec::{Codec, InputLine, Protocol};
use super::name::ProtocolName;
use super::uci;
use crate::session::message::{Command, Event};
use crate::session::options::Options;

pub use commands::COMMANDS;

use commands::{GREETINGS, is_word};

/// The entry in the register of protocols.
pub const PROTOCOL: Protocol = Protocol {
    name: ProtocolName::Ugi,
    knows: is_word,
    open: || Box::new(Ugi::default()),
    client: client::open,
    complaint: None,
};

/// The translator.
#[derive(Debug, Default)]
pub struct Ugi {
    /// How the answers to the greetings end that were not answered yet.
    greetings: VecDeque<&'static str>,
}

impl Codec for Ugi {
    fn decode(&mut self, line: InputLine<'_>) -> Vec<Command> {
        let commands = read::line(line);
        if commands.contains(&Command::Identify) {
            self.greetings.extend(read::greeting(line));
        }
        commands
    }

    fn encode(&mut self, event: &Event, options: &Options, lines: &mut Vec<String>) {
        match event {
            Event::Identity => {
                let end = self.greetings.pop_front().unwrap_or(GREETINGS[0].1);
                uci::write::identity(end, lines);
            }
            other => write::event(other, options, lines),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::commands::SHARED;
    use super::*;

    #[test]
    fn each_greeting_has_its_own_end() {
        let mut ugi = Ugi::default();
        for line in ["ugi", "uci", " ugi "] {
            assert_eq!(ugi.decode(line.into()), [Command::Identify]);
        }
        let ends: Vec<String> = std::iter::repeat_with(|| {
            let mut lines = Vec::new();
            ugi.encode(&Event::Identity, &Options::default(), &mut lines);
            assert!(lines[0].starts_with("id name "));
            lines.pop().unwrap()
        })
        .take(3)
        .collect();
        assert_eq!(ends, ["ugiok", "uciok", "ugiok"]);
    }

    #[test]
    fn shared_words_are_those_of_uci() {
        for word in SHARED {
            assert!(uci::find(word).is_some(), "{word}");
        }
        for command in COMMANDS {
            assert!(uci::find(command.word).is_none(), "{}", command.word);
        }
    }
}
