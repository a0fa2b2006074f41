//! The command line of `tengen match`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use tengen_games::record::Format;
use tengen_games::table::referee::{DrawOffer, Resign};
use tengen_host::cli::game_arguments::GameArguments;
use tengen_host::cli::parts::PartArguments;
use tengen_host::cli::values::{ENDLESS, fraction, within};

use super::schedule::{Mode, Order};

/// Arguments of `match`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each argument")]
pub(crate) struct MatchArguments {
    /// An engine: ./program, or "name=… cmd=./program proto=auto|uci|gomocup|ugi option.X=…
    /// tc=…|st=…|depth=…|nodes=… args=… dir=… restart=on start=… pause=…"; twice or more
    #[arg(long = "engine", value_name = "WORDS", required = true)]
    pub engines: Vec<String>,
    /// Words that hold for every engine that does not say otherwise
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    pub each: String,
    #[command(flatten)]
    pub game: GameArguments,
    /// The pairings when there are more than two engines
    #[arg(long, value_enum, value_name = "NAME", default_value = "round-robin")]
    pub mode: Mode,
    /// Games in total; two in a row are a pair with the same opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(0..=ENDLESS))]
    pub games: u64,
    /// List of openings: a file, the name of a list that comes with the program, or none;
    /// by default the list that comes with the program for this game
    #[arg(long, value_name = "FILE")]
    pub openings: Option<String>,
    /// How the openings in FILE are written, where it does not say so itself
    #[arg(long, value_name = "NAME", requires = "openings", value_parser = Format::parse)]
    pub openings_format: Option<Format>,
    /// Order in which openings are taken
    #[arg(long, value_enum, value_name = "NAME", default_value = "file")]
    pub order: Order,
    /// Start of everything that is left to chance: the order of openings, and the option Seed
    /// of the engines in each pair of games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u64>(0..=ENDLESS))]
    pub seed: u64,
    /// Let the engines agree on openings by swap2; for those that cannot be asked in their
    /// protocol, our own engine decides
    #[arg(long, conflicts_with_all = ["openings", "order"])]
    pub swap2: bool,
    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u16>(1..=1024))]
    pub concurrency: u16,
    /// More time than allowed that is forgiven, in ms
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = within::<u32>(0..=86_400_000))]
    pub margin: u32,
    /// A player loses whose own score was SCORE hundredths or more below 0 for COUNT moves
    #[arg(long, value_name = "SCORE:COUNT", value_parser = parse::<Resign>)]
    pub resign: Option<Resign>,
    /// A draw when both players' scores were within SCORE hundredths of 0 for COUNT moves each,
    /// with more than FROM stones on the board
    #[arg(long, value_name = "SCORE:COUNT[:FROM]", value_parser = parse::<DrawOffer>)]
    pub draw: Option<DrawOffer>,
    /// End a game when it is proven: the solver finds a win by fours
    #[arg(long, value_enum, value_name = "NAME")]
    pub adjudicate: Option<Adjudicator>,
    /// A draw after so many moves, those of the opening included
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..=ENDLESS))]
    pub max_moves: Option<u32>,
    /// Stop when it is clear which of two differences holds:
    /// elo0=0 elo1=10 [alpha=0.05] [beta=0.05] [model=logistic|normalized]
    #[arg(long, value_name = "WORDS", num_args = 0..=5)]
    pub sprt: Option<Vec<String>>,
    /// Append every finished game to this file, one JSON object a line; a match that
    /// was interrupted goes on where the file ends
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Insist that there is a match in FILE to go on with
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write every game to a Piskvork record in this folder
    #[arg(long, value_name = "DIR")]
    pub psq: Option<PathBuf>,
    /// Write all games to this SGF file
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// Write all games to this file in the manner of PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// How long an engine may take to introduce itself, to begin a game, and to answer after
    /// its time is up, in seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = within::<u32>(1..=86_400))]
    pub patience: u32,
    /// Longest time for a move that no time limit ends, in seconds
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = within::<u32>(1..=864_000))]
    pub longest_move: u32,
    /// End the match when an engine crashed, stalled or broke the protocol in so many games
    /// in a row; 0 never does
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within::<u32>(0..=ENDLESS))]
    pub max_faults: u32,
    /// Play nothing: sum up the games in FILE, lines as --out writes them, of the match that the
    /// other arguments describe; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "psq", "sgf", "pgn"])]
    pub played: Option<PathBuf>,
    /// Multiply all times of the engines by this, as for a slower machine; the log keeps
    /// those that were asked for
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = parse_scale)]
    pub time_scale: f64,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
    /// Print every move as soon as it is played, one JSON object a line
    #[arg(long, conflicts_with = "played")]
    pub live: bool,
    #[command(flatten)]
    pub part: PartArguments,
}

fn parse_scale(text: &str) -> Result<f64, &'static str> {
    let scale = fraction(text).ok().filter(|scale| (0.01..=100.0).contains(scale));
    scale.ok_or("expected 0.01 to 100, as in 1.5")
}

/// What `match --help` teaches.
const EXAMPLES: &str = "\
Examples:
  A hundred games at a tenth of a second a move:
    tengen match --engine \"name=new cmd=./new\" --engine \"name=old cmd=./old\"
  Is the new one 10 Elo stronger? Two games at once, as many as it takes:
    tengen match --engine \"name=new cmd=./new\" --engine \"name=old cmd=./old\" \\
      --concurrency 2 --games 100000 --sprt elo0=0 elo1=10 --out match.jsonl
  A player for beginners against a Gomocup engine, in renju:
    tengen match --variant renju --games 10 --engine \"cmd=./pbrain-x proto=gomocup st=1\" \\
      --engine \"name=beginner cmd=tengen option.Player=scoretable\"";

/// What may end a game early.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Adjudicator {
    /// Our solver of continuous fours
    Solver,
}

fn parse<T: std::str::FromStr<Err = &'static str>>(text: &str) -> Result<T, &'static str> {
    text.parse()
}
