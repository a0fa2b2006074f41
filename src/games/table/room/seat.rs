//! Who may sit at a table, and how that is written.

use std::ops::Not;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use tengen_engine::control::time_control::MoveLimits;
use tengen_engine::control::{Limits, Quiet, Unit};
use tengen_engine::game::{Code, Position, Variant};
use tengen_engine::player::{self, NAMES, PlayerError, Settings, Task};
use tengen_engine::protocol::ProtocolName;
use tengen_engine::session::options::Options;

use crate::spec::{EngineSpec, SpecError, read_engine};

use super::refusal::{Refusal, refuse};

/// A side of the table. Colours change hands, chairs do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Has Black in the first game.
    First,
    /// Has White in the first game.
    Second,
}

impl Chair {
    /// Both chairs.
    pub const ALL: [Chair; 2] = [Chair::First, Chair::Second];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Chair {
    type Output = Chair;
    fn not(self) -> Chair {
        match self {
            Chair::First => Chair::Second,
            Chair::Second => Chair::First,
        }
    }
}

/// Who sits on a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person, who has to move within these limits (depth and nodes mean nothing).
    Human {
        /// How the person is called.
        name: String,
        /// Clock for the game and time for each move.
        limits: MoveLimits,
    },
    /// A program.
    Engine {
        /// How the program is started, told and limited.
        spec: EngineSpec,
        /// Whether the program is this one, wherever its file lies when the game is played.
        is_own: bool,
    },
}

/// The word for a person.
const HUMAN: &str = "human";
/// How a strength of our own engine is asked for.
const LEVEL: &str = "level:";
/// Time of an engine for a move where nothing else is said.
const DEFAULT_LIMIT: &str = "st=1";
/// What may be written for a seat.
const SEATS: &str = "human, human:NAME, level:N, a player of this program, or an engine as in \
                     \"cmd=./engine proto=auto\"";

impl Seat {
    /// A person who may think as long as the limits say.
    pub fn human(name: &str, limits: MoveLimits) -> Seat {
        Seat::Human { name: name.to_owned(), limits }
    }

    /// Reads a seat: `human` or `human:NAME`; the name of one of our own players or
    /// `level:N`, both perhaps with words of an engine after them (`random st=5`);
    /// or the words of an engine (`cmd=./x proto=gomocup option.Hash=64`).
    ///
    /// A player without limits gets those of the `table`; an engine at a
    /// table without any has one second for a move. `place` is for complaints.
    ///
    /// # Errors
    /// What cannot be understood, or an option that our own players do not know.
    pub fn read(place: &'static str, text: &str, table: &MoveLimits) -> Result<Seat, Refusal> {
        let unknown = || refuse(place, text, SEATS).coded(Code::NoPlayer);
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case(HUMAN) {
            return Ok(Seat::human(HUMAN, *table));
        }
        if let Some(name) = trimmed.strip_prefix("human:") {
            let is_name = !name.trim().is_empty() && !name.contains(char::is_control);
            return is_name.then(|| Seat::human(name.trim(), *table)).ok_or_else(unknown);
        }
        let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        let shortened = |error: SpecError| refuse(error.what, &error.text, error.expected);
        let own = match word.strip_prefix(LEVEL) {
            Some(level) => Some(("Level", level.to_owned())),
            None => NAMES
                .into_iter()
                .find(|name| name.eq_ignore_ascii_case(word))
                .map(|name| ("Player", name.to_owned())),
        };
        let each = Seat::engine_words(table);
        let Some((option, value)) = own else {
            if !trimmed.contains('=') {
                return Err(unknown());
            }
            let spec = read_engine(place, trimmed, &each).map_err(shortened)?;
            return Ok(Seat::Engine { spec, is_own: false });
        };
        // Where this program lies is found out when it is started.
        let words = format!("cmd=tengen proto=uci option.{option}={value} {rest}");
        let mut spec = read_engine(place, &words, &each).map_err(shortened)?;
        if spec.name == "tengen" {
            word.clone_into(&mut spec.name);
        }
        for (name, value) in &spec.options {
            Options::default().set(name, Some(value)).map_err(|problem| {
                let text = format!("{word}: {}", problem.text);
                refuse(place, &text, problem.expected)
            })?;
        }
        Ok(Seat::Engine { spec, is_own: true })
    }

    /// What holds for every engine at a table with these limits, in the words of `--each`.
    pub fn engine_words(table: &MoveLimits) -> String {
        let is_free = *table == MoveLimits::default();
        if is_free { DEFAULT_LIMIT.to_owned() } else { table.to_string() }
    }

    /// One of our own players, without limits other than its own and one second.
    ///
    /// # Errors
    /// As [`Seat::read`].
    pub fn player(name: &str) -> Result<Seat, Refusal> {
        Seat::read("player", name, &MoveLimits::default())
    }

    /// How the player is called.
    pub fn name(&self) -> &str {
        match self {
            Seat::Human { name, .. } => name,
            Seat::Engine { spec, .. } => &spec.name,
        }
    }

    /// Whether a program that is not ours plays there.
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Seat::Engine { is_own: false, .. })
    }

    /// Whether a person sits there.
    pub const fn is_human(&self) -> bool {
        matches!(self, Seat::Human { .. })
    }

    /// When the player has to move.
    pub const fn limits(&self) -> &MoveLimits {
        match self {
            Seat::Human { limits, .. } => limits,
            Seat::Engine { spec, .. } => &spec.limits,
        }
    }

    /// An error if the player is known beforehand not to play this game.
    pub(super) fn check(&self, variant: Variant) -> Result<(), Refusal> {
        let Some(name) = self.own_player().filter(|name| name != "engine") else { return Ok(()) };
        let Some(mut player) = player::create(&name) else { return Ok(()) };
        let Ok(position) = Position::new(variant) else { return Ok(()) };
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let (monitor, settings) = (Quiet::default(), Settings::default());
        let task =
            Task { position: &position, limits: &limits, monitor: &monitor, settings: &settings };
        match player.choose(task, &mut player::seeded(0)) {
            Ok(_) => Ok(()),
            Err(PlayerError::Board { player, size }) => {
                let expected =
                    "a player that knows this game: it knows only 3x3 with three in a row";
                let refusal = refuse("player", &format!("{player} on {size}"), expected);
                Err(refusal.coded(Code::WrongPlayer))
            }
        }
    }

    /// The name of the player, where this program plays and another one than its engine.
    fn own_player(&self) -> Option<String> {
        let Seat::Engine { spec, is_own: true } = self else { return None };
        let mut options = spec.options.iter();
        let chosen = options.find(|(name, _)| name.eq_ignore_ascii_case("Player"));
        chosen.map(|(_, value)| value.to_ascii_lowercase())
    }

    /// What the scores of the player count.
    pub(super) fn unit(&self) -> Unit {
        self.own_player().map_or(Unit::Engine, |name| player::unit_of(&name))
    }

    /// How the program of an engine is started.
    pub(super) fn spec(&self) -> Option<EngineSpec> {
        let Seat::Engine { spec, is_own } = self else { return None };
        if !is_own {
            return Some(spec.clone());
        }
        let mut spec = spec.clone();
        let is_said = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Language"));
        // A classic player says why it moves to people of all languages at its table.
        if !is_said && self.own_player().is_some_and(|name| name != "engine") {
            spec.options.push(("Language".to_owned(), "Both".to_owned()));
        }
        Some(own(spec))
    }
}

/// This program as an engine. Its path stays empty: `tengen-host` fills it in when it starts it.
fn own(spec: EngineSpec) -> EngineSpec {
    EngineSpec { program: PathBuf::new(), ..spec }
}

/// This program as an engine that speaks `protocol` and has `time` for a move. Its path stays
/// empty, as with `own`.
pub(super) fn own_program(protocol: ProtocolName, time: Duration) -> EngineSpec {
    EngineSpec {
        name: "adviser".to_owned(),
        program: PathBuf::new(),
        arguments: Vec::new(),
        dir: None,
        protocol: Some(protocol),
        options: Vec::new(),
        limits: MoveLimits { move_time: Some(time), ..MoveLimits::default() },
        restart: false,
        start: None,
        pause: Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Seat, Refusal> {
        Seat::read("--black", text, &MoveLimits::default())
    }

    fn spec(text: &str) -> EngineSpec {
        match read(text).unwrap() {
            Seat::Engine { spec, .. } => spec,
            Seat::Human { .. } => panic!("{text}"),
        }
    }

    #[test]
    fn seats_are_read() {
        assert_eq!(read("human").unwrap().name(), "human");
        assert_eq!(read("human:Ann B").unwrap().name(), "Ann B");
        let random = spec("random st=5 option.Hash=1");
        assert_eq!((random.name.as_str(), random.limits.to_string().as_str()), ("random", "st=5"));
        assert_eq!(random.options[0], ("Player".to_owned(), "random".to_owned()));
        assert_eq!(spec("engine name=Strong").name, "Strong");
        let other = spec("cmd=./x proto=gomocup");
        assert_eq!((other.name.as_str(), other.limits.to_string().as_str()), ("x", "st=1"));
    }

    #[test]
    fn the_table_gives_limits_to_those_without() {
        let table = MoveLimits { clock: "60+1".parse().ok(), ..MoveLimits::default() };
        for text in ["human", "random", "cmd=./x"] {
            let seat = Seat::read("--white", text, &table).unwrap();
            assert_eq!(seat.limits().to_string(), "tc=60+1", "{text}");
        }
        let own = Seat::read("--white", "engine depth=3", &table).unwrap();
        assert_eq!(own.limits().to_string(), "depth=3");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, complaint) in [
            ("", "--black: (nothing): expected human, human:NAME"),
            ("grandmaster", "--black: grandmaster: expected human, human:NAME"),
            ("human:", "--black: human:: expected human"),
            ("level:11", "--black: level:11: "),
            ("level:", "--black: level:: "),
            ("random option.Hush=1", "--black: random: "),
            ("random st=x", "--black: st=x: expected seconds"),
            ("proto=uci", "--black: proto=uci: expected cmd=PROGRAM"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{text}: {error}");
        }
        let fivestage = Seat::player("fivestage").unwrap();
        assert!(fivestage.check(Variant::preset("tictactoe").unwrap()).is_ok());
        let refusal = fivestage.check(Variant::preset("gomoku").unwrap()).unwrap_err();
        assert!(refusal.to_string().starts_with("player: fivestage on 15x15: expected"));
    }
}
