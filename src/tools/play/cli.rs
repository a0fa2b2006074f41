//! The command line of `tengen play`.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};

use tengen_engine::control::time_control::{MoveLimits, seconds};
use tengen_engine::game::Code;
use tengen_engine::session::message::Problem;

use tengen_games::spec::EngineSpec;
use tengen_games::table::room::{Config, Opening, Refusal, Rematch, Seat, UndoRule};
use tengen_host::cli::failure::Failure;
use tengen_host::cli::game_arguments::GameArguments;
use tengen_host::cli::settings::Setting;
use tengen_host::cli::values::{ENDLESS, SEEDS, within};
use tengen_host::programs::engine_file::read_engine_file;

use super::plainly::meant_player;

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct PlayArguments {
    /// The player of x, who moves first: human, human:NAME, level:N, the name of a player of this
    /// program (random, scoretable, …, engine) or "cmd=… proto=auto|uci|gomocup|ugi st=… …"
    #[arg(long, value_name = "WHO", default_value = "human")]
    pub black: String,
    /// The player of o; level:3 is a friendly opponent, level:10 (or engine) the strongest
    #[arg(long, value_name = "WHO", default_value = "level:3")]
    pub white: String,
    /// A TOML file of engines, a table of the array "engine" for each with the keys of match; they
    /// can be named as WHO
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,
    /// How long an engine may take to introduce itself, and to begin a game, in seconds, where
    /// its start= does not say so; by default 10
    #[arg(long, value_name = "S", value_parser = within::<u32>(1..=86_400))]
    pub patience: Option<u32>,
    #[command(flatten)]
    pub game: GameArguments,
    /// Clock of each player for a game, moves/time+increment in seconds, as in 300+2
    #[arg(long, value_name = "TIME")]
    pub tc: Option<String>,
    /// Time for each move in seconds; engines without any limit take 1
    #[arg(long, value_name = "SECONDS")]
    pub st: Option<String>,
    /// How games begin: empty, swap2, handicap:2 to handicap:5 (stones of x on the board), or
    /// the text of a position
    #[arg(long, value_name = "HOW", default_value = "empty")]
    pub opening: String,
    /// Go on with the game in this file (.psq, .sgf and others)
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Solve puzzles instead: those of this file, as puzzles writes it, or 300 of five games
    /// (--variant chooses one) from easy to hard. Right moves are answered by the longest
    /// defence, wrong ones are refuted
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = NO_PUZZLE)]
    #[expect(clippy::option_option, reason = "not asked for, without a file, and with one")]
    pub puzzle: Option<Option<PathBuf>>,
    /// Undo for both players: as often as wanted, once in a game each, or not at all
    #[arg(long, value_enum, value_name = "RULE", default_value = "free")]
    pub undo: Undo,
    /// Begin the next game by itself, with the other colours; N times, or without end
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "0",
          value_parser = within::<u32>(0..=ENDLESS))]
    pub rematch: Option<u32>,
    /// Least time between two moves in seconds, where only programs play
    #[arg(long, value_name = "SECONDS", value_parser = parse_delay)]
    pub delay: Option<u64>,
    /// Start of everything that is left to chance; by default another one each time
    #[arg(long, value_name = "N", value_parser = within::<u64>(0..=SEEDS - 1))]
    pub seed: Option<u64>,
    /// Lines instead of a screen: also what happens when the output is no terminal
    #[arg(long)]
    pub plain: bool,
    /// Letters instead of drawn stones on the screen
    #[arg(long)]
    pub ascii: bool,
}

/// What is about games, and means nothing where puzzles are solved.
const NO_PUZZLE: [&str; 11] = [
    "black", "white", "engines", "patience", "tc", "st", "opening", "load", "undo", "rematch",
    "delay",
];

/// Reads seconds, in milliseconds.
fn parse_delay(text: &str) -> Result<u64, &'static str> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse::<f64>().ok().filter(|seconds| is_plain && *seconds <= 60.0);
    seconds.map(|seconds| (seconds * 1000.0) as u64).ok_or("expected seconds, 0 to 60, as in 0.5")
}

/// The rules of taking back.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Undo {
    /// As often as wanted
    Free,
    /// Once in a game for each player
    Once,
    /// Not at all
    Off,
}

/// What `play --help` teaches.
const EXAMPLES: &str = "\
Examples:
  Against a friendly opponent, and against a stronger one:
    tengen play
    tengen play --white level:7
  Against the engine at its best, with the stones that move second:
    tengen play --black engine --white human
  Tic-tac-toe of two people, each with one undo:
    tengen play --variant tictactoe --white human --undo once
  Renju with five minutes and two seconds a move for each, begun with swap2:
    tengen play --variant renju --tc 300+2 --opening swap2
  Two engines, one of them foreign:
    tengen play --black engine --white \"name=other cmd=./pbrain-x proto=gomocup st=2\"
  Puzzles, and harder ones of renju (then type hint, solution, next or grade 6):
    tengen play --puzzle
    tengen play --puzzle --variant renju
  A game in a pipe:
    printf 'b2\\n' | tengen play --variant tictactoe --white fivestage";

/// Time that a result is looked at before the next game begins, in milliseconds.
const RESULT_MS: u64 = 4_000;

impl PlayArguments {
    /// What is agreed at the table; `before` was set before the subcommand. Where
    /// the board is not drawn, the next game need not wait.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn config(
        &self,
        before: &[Setting],
        newcomers: &Newcomers,
        is_screen: bool,
    ) -> Result<Config, Failure> {
        let usage = |error: &Refusal| Failure::Usage(error.to_string());
        let variant = self.game.variant(before)?;
        let seat = |place, text: &str| {
            let refuse = |error: Refusal| {
                let is_unknown = error.code == Code::NoPlayer;
                let tip = if is_unknown { meant_player(text) } else { String::new() };
                Failure::Usage(format!("{error}{tip}"))
            };
            newcomers.seat(place, text).map_err(refuse)
        };
        let seats = [seat("--black", &self.black)?, seat("--white", &self.white)?];
        let opening: Opening = self
            .opening
            .parse()
            .map_err(|refusal| usage(&Refusal { what: "--opening".to_owned(), ..refusal }))?;
        let config = Config {
            opening,
            undo: match self.undo {
                Undo::Free => UndoRule::Free,
                Undo::Once => UndoRule::Once,
                Undo::Off => UndoRule::Off,
            },
            rematch: self.rematch.map(|games| Rematch {
                after_ms: if is_screen { RESULT_MS } else { 0 },
                games: (games > 0).then_some(games),
            }),
            seed: self.seed.unwrap_or_else(by_chance),
            delay_ms: self.delay.unwrap_or(0),
            ..Config::new(variant, seats)
        };
        Ok(config)
    }

    /// Whether the command line says which game is played.
    pub fn is_game_set(&self, before: &[Setting]) -> bool {
        self.game.is_set() || !before.is_empty()
    }

    /// Players that may sit down at the table.
    ///
    /// # Errors
    /// When the file of engines is none, or limits make no sense.
    pub fn newcomers(&self) -> Result<Newcomers, Failure> {
        let limits = self.limits()?;
        let read = |path: &PathBuf| read_engine_file(path, &Seat::engine_words(&limits));
        let engines = self.engines.as_ref().map(read).transpose();
        let usage = |error| Failure::Usage(format!("--engines: {error}"));
        let engines = engines.map_err(usage)?.unwrap_or_default();
        let start = self.patience.map(|seconds| Duration::from_secs(seconds.into()));
        Ok(Newcomers { limits, engines, start })
    }

    /// The limits of a player that has none of its own.
    fn limits(&self) -> Result<MoveLimits, Failure> {
        let usage = |name: &str, error: &dyn std::fmt::Display| {
            Failure::Usage(Problem::explain(name, error).to_string())
        };
        let clock = self.tc.as_deref().map(str::parse).transpose();
        let move_time = self.st.as_deref().map(seconds).transpose();
        Ok(MoveLimits {
            clock: clock.map_err(|error| usage("--tc", &error))?,
            move_time: move_time.map_err(|error| usage("--st", &error))?,
            ..MoveLimits::default()
        })
    }
}

/// Players that may sit down at a table.
#[derive(Debug, Default)]
pub(crate) struct Newcomers {
    /// The limits of a player that has none of its own.
    pub limits: MoveLimits,
    /// Engines that can be named.
    pub engines: Vec<EngineSpec>,
    /// How long an engine may take to get ready that does not say so itself.
    pub start: Option<Duration>,
}

impl Newcomers {
    /// The player that the text means; `place` is for complaints.
    ///
    /// # Errors
    /// As [`Seat::read`].
    pub fn seat(&self, place: &'static str, text: &str) -> Result<Seat, Refusal> {
        let mut seat = match self.engines.iter().find(|spec| spec.name == text.trim()) {
            Some(spec) => Seat::Engine { spec: spec.clone(), is_own: false },
            None => Seat::read(place, text, &self.limits)?,
        };
        if let Seat::Engine { spec, .. } = &mut seat {
            spec.start = spec.start.or(self.start);
        }
        Ok(seat)
    }
}

/// A seed by chance.
pub(super) fn by_chance() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = now.as_nanos() as u64 ^ (u64::from(std::process::id()) << 20);
    1 + mixed % (SEEDS as u64 - 2)
}
