//! The command line.

use std::error::Error as _;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use tengen_engine::protocol::{self, Protocol, ProtocolName};

use crate::tools::analyze::Analyze;
use crate::tools::arena::MatchArguments;
use crate::tools::convert::Convert;
use crate::tools::genfens::GenfensArguments;
use crate::tools::learn::Learn;
use crate::tools::openings::OpeningsArguments;
use crate::tools::play::PlayArguments;
use crate::tools::prove::Prove;
use crate::tools::puzzles::PuzzlesArguments;
use crate::tools::review::Review;
use crate::tools::script::Perft;
use crate::tools::shard::ShardArguments;
use crate::tools::verify::Verify;
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::mistakes;
use tengen_host::cli::settings::SettingArguments;

use super::catalogue::{self, Catalogue};
use super::{help, manual};

/// What `--help` teaches.
const EXAMPLES: &str = "\
Without a subcommand the program reads commands from standard input and answers
on standard output, one line each; `help` lists them, protocol.md explains them.

Examples:
  A move for a position, and out:
    printf 'position startpos moves h8 i9\\ngo movetime 1000\\n' | tengen
  Tic-tac-toe by hand (type `d` to see the board, `quit` to leave):
    tengen --set Variant=tictactoe
  Renju: a point that Black may not play, because it would make two threes (`!`):
    printf 'position startpos moves e8 a1 f8 a15 h10 o1 h11 o15\\nd\\n' | tengen --set Variant=renju
  Four in a row on a 7x6 board against a player for beginners:
    tengen --set Width=7 --set Height=6 --set WinLength=4 --set Player=scoretable
  All games of three plies:
    tengen perft 3 --variant tictactoe";

/// A gomoku, tic-tac-toe and m,n,k engine that speaks a UCI-style line protocol
#[derive(Debug, Parser)]
#[command(name = "tengen", version, after_long_help = EXAMPLES, disable_help_subcommand = true)]
#[command(disable_version_flag = true)]
pub(crate) struct Arguments {
    /// Protocol on standard input and output; auto decides by the first line,
    /// or by the program's own name if that begins with pbrain-
    #[arg(long, value_name = "NAME", default_value = AUTO, value_parser = parse_protocol)]
    pub protocol: ProtocolChoice,

    #[command(flatten)]
    pub settings: SettingArguments,

    /// Append a log to this file: every line in and out, with times, and what was thought
    #[arg(long, value_name = "FILE", global = true)]
    pub log_file: Option<PathBuf>,

    /// What Yixin-Board for Windows starts every engine with; ours needs no telling
    #[arg(long, hide = true)]
    pub force_utf8: bool,

    /// Set a number of the search; may be repeated
    #[cfg(feature = "tune")]
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub tune: Vec<String>,

    /// Print the version
    #[arg(short = 'V', long)]
    pub version: bool,

    /// With --version: print what the program was built of, too
    #[arg(long, requires = "version")]
    pub verbose: bool,

    #[command(subcommand)]
    pub tool: Option<Tool>,
}

/// What to do instead of serving the protocol.
#[derive(Debug, Subcommand)]
pub(crate) enum Tool {
    /// Search the fixed positions; the last line is "N nodes S nps"
    Bench(SettingArguments),
    /// Play in the terminal: people and engines, any game and size
    Play(Box<PlayArguments>),
    /// Lessons: how a machine learns to play
    Learn(Learn),
    /// Answer questions about positions and games: JSON lines in, JSON lines out
    Analyze(Box<Analyze>),
    /// Go through a game: what each move was worth, and where it was lost
    Review(Box<Review>),
    /// Count the legal games of DEPTH plies, for each first move
    Perft(Perft),
    /// Play matches between engines
    Match(Box<MatchArguments>),
    /// Read games in one format and write them in another
    Convert(Convert),
    /// Prove that a player wins or holds, and write the strategy down
    Prove(Box<Prove>),
    /// Check proofs: whether a strategy does what it claims, by the laws of the board alone
    Verify(Verify),
    /// Make puzzles: positions with one right move and its proof, cut out of games (play --puzzle
    /// solves them)
    Puzzles(Box<PuzzlesArguments>),
    /// Serve a page for playing and debugging, and the native protocol by network
    #[cfg(feature = "web")]
    Serve(Box<tengen_web::Serve>),
    /// Cut work into shards that any cluster runs, and put the results together
    Shard(Box<ShardArguments>),
    /// Check whether an engine keeps to its protocol: uci, ugi or gomocup
    Check(crate::tools::check::CheckArguments),
    /// Play games against itself and keep their moves and scores
    #[cfg(feature = "datagen")]
    Datagen(tengen_lab::datagen::Datagen),
    /// Fit the weights of the evaluation to games of datagen
    #[cfg(feature = "datagen")]
    TuneEval(tengen_lab::tune_eval::TuneEval),
    /// Teach a network of points from games of datagen
    #[cfg(feature = "datagen")]
    Train(tengen_lab::train::Train),
    /// List the numbers that --tune sets: name, default, least and most
    #[cfg(feature = "tune")]
    Tunables,
    /// Count the positions and games of tic-tac-toe
    Count,
    /// Make balanced openings, one in a line
    Openings(OpeningsArguments),
    /// Make openings for `OpenBench`: N seed S book None
    Genfens(GenfensArguments),
    /// Print the completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
    /// Print this, or the manual of a tool
    Help {
        /// The tool; of a tool with parts, such as shard, also the part
        #[arg(value_name = "TOOL")]
        names: Vec<String>,
    },
    /// Outlive the program that starts it, and end what that one started
    #[command(hide = true)]
    Guard,
}

const AUTO: &str = "auto";

/// The protocol to speak; `None` is decided by the first line.
#[derive(Clone, Copy)]
pub(crate) struct ProtocolChoice(pub Option<&'static Protocol>);

impl std::fmt::Debug for ProtocolChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.map_or(AUTO, |protocol| protocol.name.text()))
    }
}

fn parse_protocol(name: &str) -> Result<ProtocolChoice, String> {
    if name == AUTO {
        return Ok(ProtocolChoice(None));
    }
    protocol::named(name).map(|protocol| ProtocolChoice(Some(protocol))).ok_or_else(|| {
        let known: Vec<&str> =
            protocol::REGISTER.iter().map(|protocol| protocol.name.text()).collect();
        format!("expected one of {AUTO}, {}", known.join(", "))
    })
}

/// How names of programs begin that managers of Gomocup expect to speak its protocol.
const BRAIN: &str = "pbrain-";

/// The protocol that the command line asks for, by `--protocol` or by the name
/// of the program, as far as it can be read: a mistake elsewhere in it has to be
/// told in the protocol's own way. `None` is decided by the first line, or means
/// that a tool is asked for, which speaks none.
pub(crate) fn protocol_of(arguments: &[OsString]) -> Option<&'static Protocol> {
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    let program = words.next()?;
    let mut named = None;
    while let Some(word) = words.next() {
        match word.split_once('=') {
            Some(("--protocol", name)) => named = protocol::named(name).or(named),
            _ if word == "--protocol" => {
                named = words.next().and_then(|name| protocol::named(&name)).or(named);
            }
            _ if word == "--set" || word == "--log-file" => drop(words.next()),
            _ if word.starts_with('-') => {}
            _ => return None,
        }
    }
    let file = Path::new(program.as_ref()).file_name().unwrap_or_default().to_string_lossy();
    let is_brain = file.to_ascii_lowercase().starts_with(BRAIN);
    named.or_else(|| is_brain.then(|| protocol::entry(ProtocolName::Gomocup)))
}

/// A tool that `OpenBench` asks for in one argument, with what it wants of it.
const IN_ONE: &str = "genfens";

/// Reads the arguments.
pub(crate) fn parse(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Arguments, clap::Error> {
    let apart = |(number, word): (usize, OsString)| -> Vec<OsString> {
        let text = word.to_str().filter(|_| number == 1);
        let rest = text.and_then(|text| text.strip_prefix(IN_ONE)?.strip_prefix(' '));
        rest.map_or_else(|| vec![word.clone()], |rest| vec![IN_ONE.into(), rest.into()])
    };
    let arguments = arguments.into_iter().enumerate().flat_map(apart);
    let mut matches = table().try_get_matches_from(arguments)?;
    Arguments::from_arg_matches_mut(&mut matches)
}

/// The table of arguments, for whatever is generated from it.
pub(crate) fn table() -> clap::Command {
    // A number below zero is a value that can be wrong, not an unknown argument.
    let below_zero = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        if takes_values { argument.allow_negative_numbers(true) } else { argument }
    };
    let is_game_or_player = |id: &str| ["variant", "black", "white"].contains(&id);
    let with_lists = |argument: clap::Arg| {
        let is_one = is_game_or_player(argument.get_id().as_str());
        if is_one { argument.value_parser(catalogue::named) } else { argument }
    };
    // Whatever its file is called.
    let command = Arguments::command().bin_name("tengen").mut_args(below_zero);
    help::arranged(command.mut_subcommands(|tool| tool.mut_args(below_zero).mut_args(with_lists)))
}

/// Prints a shell's completion script.
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut table(), "tengen", &mut script);
    put(&script)
}

/// Prints the manual page.
pub(crate) fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    // Writing to memory cannot fail, but the renderer may.
    clap_mangen::Man::new(table())
        .render(&mut page)
        .map_err(|error| Failure::Other(error.into()))?;
    page.extend(manual::page().bytes());
    put(&page)
}

/// Prints the manual of a tool, and its arguments as after `--help`; without a name only what
/// that prints of the program.
pub(crate) fn help(names: &[String]) -> Result<(), Failure> {
    let words = names.iter().map(String::as_str);
    let words = std::iter::once("tengen").chain(words).chain(["--help"]);
    match parse(words.map(OsString::from)) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            let manual = if let [tool] = names { manual::text(tool) } else { None };
            put(format!("{}{}", manual.unwrap_or_default(), error.render()).as_bytes())
        }
        Err(error) => answer(&error),
        Ok(_) => Err(Failure::Usage(format!("help: {}: expected a tool", names.join(" ")))),
    }
}

/// Answers what is no run: `--help`, `--version` and the lists of games and players are
/// printed, a mistake becomes one line.
pub(crate) fn answer(error: &clap::Error) -> Result<(), Failure> {
    if let Some(Catalogue) = error.source().and_then(|source| source.downcast_ref()) {
        return put(format!("{Catalogue}\n").as_bytes());
    }
    match error.kind() {
        ErrorKind::DisplayHelp => put(error.render().to_string().as_bytes()),
        _ => Err(Failure::Usage(mistakes::line(error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Arguments, clap::Error> {
        parse(arguments.iter().map(OsString::from))
    }

    fn mistake(arguments: &[&str]) -> String {
        match answer(&parsed(arguments).unwrap_err()) {
            Err(Failure::Usage(line)) => line,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_protocol_is_found_in_the_worst_command_line() {
        for (line, expected) in [
            ("tengen", None),
            ("/opt/pbrain-tengen", Some("gomocup")),
            ("PBRAIN-tengen64 --bogus", Some("gomocup")),
            ("pbrain-tengen --protocol auto", Some("gomocup")),
            ("pbrain-tengen --protocol uci", Some("uci")),
            ("tengen --log-file x --protocol gomocup", Some("gomocup")),
            ("tengen --bogus --protocol=gomocup", Some("gomocup")),
            ("tengen --protocol", None),
            ("my-pbrain-tengen --protocol morse", None),
            ("pbrain-tengen --set Hash=1 --log-file x", Some("gomocup")),
            ("tengen check --protocol gomocup -- x", None),
            ("pbrain-tengen bench", None),
        ] {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(protocol_of(&arguments).map(|it| it.name.text()), expected, "{line}");
        }
        assert!(protocol_of(&[]).is_none());
    }

    #[test]
    fn the_table_is_coherent() {
        table().debug_assert();
    }

    #[test]
    fn settings_are_read_before_and_after_the_tool() {
        let arguments =
            parsed(&["tengen", "--set", "hash=64", "perft", "3", "--set", "Clear Hash"]).unwrap();
        let Some(Tool::Perft(perft)) = arguments.tool else { panic!("{arguments:?}") };
        assert_eq!((arguments.settings.list.len(), perft.settings.list.len()), (1, 1));
        assert!(parsed(&["tengen", "--set", "LogFile=a=b"]).is_ok());
    }

    #[test]
    fn a_value_that_is_none_is_told_what_was_expected() {
        let table = table();
        for tool in table.get_subcommands().filter(|tool| !tool.is_hide_set()) {
            for argument in tool.get_arguments() {
                let Some(long) = argument.get_long().filter(|&long| long != "help") else {
                    continue;
                };
                let text = format!("--{long}=no such thing");
                let Err(error) = parsed(&["tengen", tool.get_name(), &text]) else { continue };
                let line = match answer(&error) {
                    Err(Failure::Usage(line)) => line,
                    other => panic!("{text}: {other:?}"),
                };
                let is_about_another = !line.contains("no such thing");
                let is_told = line.contains("expected ");
                assert!(
                    is_about_another || is_told || line.contains("unexpected value"),
                    "{}: {line}",
                    tool.get_name()
                );
            }
        }
        for (arguments, said) in [
            (["serve", "--keep", "x"], "--keep: x: expected a whole number, 0 to"),
            (["match", "--seed", "1.5"], "--seed: 1.5: expected a whole number, 0 or more"),
            (["play", "--rematch", "+1"], "expected a whole number, 0 or more"),
            (["review", "--number", "0"], "expected a whole number, 1 or more"),
        ] {
            let line = mistake(&[&["tengen"], &arguments[..]].concat());
            assert!(line.contains(said), "{line}");
        }
    }

    #[test]
    fn mistakes_take_one_line_that_names_them() {
        for (arguments, named) in [
            (&["tengen", "--frobnicate"][..], "--frobnicate"),
            (&["tengen", "nosuchfile.txt"], "nosuchfile.txt"),
            (&["tengen", "--set", "Hash=0"], "Hash=0"),
            (&["tengen", "--set", "Hush=1"], "Hush"),
            (&["tengen", "--protocol", "morse"], "expected one of auto, uci, "),
            (&["tengen", "perft"], "<DEPTH>"),
            (&["tengen", "perft", "0"], "0"),
            (&["tengen", "perft", "x"], "<DEPTH>: x: expected a whole number, 1 to 1000000"),
            (&["tengen", "perft", "+3"], "expected a whole number"),
            (&["tengen", "--set", "Hash="], "--set: Hash=: expected 1 to"),
            (&["tengen", "completions", "tcsh"], "tcsh"),
        ] {
            let line = mistake(arguments);
            assert!(line.contains(named) && !line.contains('\n'), "{line}");
        }
    }

    fn told(arguments: &[&str]) -> String {
        let words = ["tengen"].iter().chain(arguments).map(OsString::from);
        mistakes::line(&parse(words).unwrap_err())
    }

    #[test]
    fn every_value_is_refused_in_the_same_form() {
        for (arguments, expected) in [
            (&["serve", "--keep", "-3"][..], "--keep: -3: expected a whole number, 0 to 36500"),
            (&["serve", "--keep=-3"], "--keep: -3: expected a whole number, 0 to 36500"),
            (&["serve", "--keep", ""], "--keep: (nothing): expected a whole number, 0 to 36500"),
            (&["match", "--seed", "1.5"], "--seed: 1.5: expected a whole number, 0 or more"),
            (&["play", "--rematch", "-1"], "--rematch: -1: expected a whole number, 0 or more"),
            (&["play", "--undo", "-3"], "--undo: -3: expected one of free, once, off"),
            (&["play", "--undo", ""], "--undo: (nothing): expected one of free, once, off"),
            (&["play", "--load", ""], "--load: (nothing): expected FILE"),
            (&["perft", "-3"], "<DEPTH>: -3: expected a whole number, 1 to 1000000"),
            (&["--set", "Hash=0"], "--set: Hash=0: expected 1 to "),
            (&["check", "--timeout", "-1", "--", "x"], "--timeout: -1: expected seconds, 0.1"),
        ] {
            let line = told(arguments);
            assert!(line.starts_with(expected) && !line.contains('\n'), "{arguments:?}: {line}");
        }
    }

    #[test]
    fn what_is_long_or_strange_is_cut_and_written_out() {
        let line = told(&["perft", &"\u{1b}".repeat(100)]);
        assert!(line.starts_with("<DEPTH>: \\u{1b}\\u{1b}") && line.len() < 120, "{line}");
    }

    #[test]
    fn what_is_misspelt_is_told_what_was_meant() {
        for (arguments, line) in [
            (
                &["play", "--varaint", "renju"][..],
                "unexpected argument '--varaint': did you mean --variant? see --help",
            ),
            (
                &["convert", "game.sgf"],
                "OUT is missing: expected the file to write behind IN, - for standard output; see --help",
            ),
            (&["paly"], "unrecognized subcommand 'paly': did you mean play? see --help"),
            (
                &["play", "--undo", "oce"],
                "--undo: oce: expected one of free, once, off; did you mean once?",
            ),
        ] {
            assert_eq!(told(arguments), line);
        }
        for (arguments, end) in [
            (&["--set", "Hsh=3"][..], "; did you mean Hash?"),
            (&["convert", "a", "b", "--from", "sfg"], "; did you mean sgf?"),
            (&["--protocol", "gomcup"], "; did you mean gomocup?"),
            (&["completions", "bsh"], "; did you mean bash?"),
        ] {
            let line = told(arguments);
            assert!(line.ends_with(end), "{line}");
        }
    }

    #[test]
    fn other_mistakes_are_told_in_one_line_too() {
        assert_eq!(told(&["--frobnicate"]), "unexpected argument '--frobnicate' found; see --help");
    }
}
