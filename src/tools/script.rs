//! Tools that are a few commands to a session, carried out without a protocol
//! on standard input.

use std::sync::{Arc, mpsc};
use std::time::Instant;

use clap::Args;

use tengen_engine::game::Move;
use tengen_engine::protocol::Codec;
use tengen_engine::protocol::uci::Uci;
use tengen_engine::session::message::{Command, Event, Problem, Start};
use tengen_engine::session::options::Options;
use tengen_engine::session::{Deliver, Session, build};

use tengen_games::line_log::LineLog;
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::logging::Log;
use tengen_host::cli::parts::{Part, PartArguments, Workload};
use tengen_host::cli::settings::{Setting, SettingArguments, set_all, wrong_flag, wrong_setting};
use tengen_host::cli::values::within;

/// Arguments of `perft`.
#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// Plies, 1 or more; far fewer than allowed take forever
    #[arg(value_parser = within::<u32>(1..=1_000_000))]
    pub depth: u32,
    /// The game, as the option Variant
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// The position, as text; the empty board by default
    #[arg(long, value_name = "TEXT")]
    pub fen: Option<String>,
    #[command(flatten)]
    pub settings: SettingArguments,
    #[command(flatten)]
    pub part: PartArguments,
}

/// Searches the fixed positions.
pub(crate) fn bench(settings: &[Setting], log: &Log) -> Result<(), Failure> {
    carry_out(vec![Command::Bench], settings, log)
}

/// Counts the legal games from a position.
pub(crate) fn perft(perft: Perft, settings: &[Setting], log: &Log) -> Result<(), Failure> {
    let start = perft.fen.map_or(Start::Empty, Start::Text);
    let mut search_moves = Vec::new();
    if perft.part.dry_run || perft.part.part.is_some() {
        search_moves = first_moves(&start, settings)?;
    }
    let units = search_moves.len() as u64;
    if let Some(part) = perft.part.part {
        let Part { first, last } = part.check(units, FIRST_MOVE)?;
        search_moves.truncate(last as usize);
        search_moves.drain(..first as usize - 1);
    }
    if perft.part.dry_run {
        let unit = FIRST_MOVE.to_owned();
        return Workload { unit, units, seed: 0, is_repeatable: true, files: Vec::new() }.print();
    }
    let commands = vec![
        Command::Position { start, moves: Vec::new() },
        Command::Perft { depth: perft.depth, search_moves },
    ];
    carry_out(commands, settings, log)
}

/// What the work of `perft` is counted in.
const FIRST_MOVE: &str = "first move";

/// The moves that `perft` goes through, in its order.
fn first_moves(start: &Start, settings: &[Setting]) -> Result<Vec<Move>, Failure> {
    let mut options = Options::default();
    for Setting { name, value } in settings {
        options.set(name, value.as_deref()).map_err(wrong_setting)?;
    }
    let position = build(&options, start, &[]).map_err(|problem| wrong_flag("--fen", problem))?;
    Ok(position.legal_moves())
}

/// Carries the commands out and prints what comes of them, until one is refused.
fn carry_out(commands: Vec<Command>, settings: &[Setting], log: &Log) -> Result<(), Failure> {
    let (sender, notices) = mpsc::channel();
    // The send fails only while the program is already leaving.
    let deliver: Deliver = Arc::new(move |notice| {
        let _ = sender.send(notice);
    });
    let mut session = Session::new(deliver);
    set_all(&mut session, settings, log, &LineLog::new("the command line"))?;
    let mut printer = Printer(Ok(()));
    for command in commands {
        session.command(command, Instant::now(), &mut printer.listener());
        printer.check()?;
    }
    session.end_of_input(&mut printer.listener());
    while !session.is_over() {
        let Ok(notice) = notices.recv() else { break };
        session.notice(notice, &mut printer.listener());
        printer.check()?;
    }
    Ok(())
}

/// Prints events until something goes wrong.
struct Printer(Result<(), Failure>);

impl Printer {
    fn listener(&mut self) -> impl FnMut(&Options, Event) {
        |options, event| {
            if self.0.is_ok() {
                self.0 = print(options, &event);
            }
        }
    }

    fn check(&mut self) -> Result<(), Failure> {
        std::mem::replace(&mut self.0, Ok(()))
    }
}

fn print(options: &Options, event: &Event) -> Result<(), Failure> {
    if let Event::Problem(problem) = event {
        // The user has typed a flag, not that command.
        let what = if problem.what == "position" { "--fen" } else { &problem.what };
        return Err(Failure::Usage(
            Problem { what: what.to_owned(), ..problem.clone() }.to_string(),
        ));
    }
    let mut lines = Vec::new();
    Uci.encode(event, options, &mut lines);
    for line in &mut lines {
        line.push('\n');
    }
    put(lines.concat().as_bytes())
}

/// Lists the numbers of the search that can be set, one in a line.
#[cfg(feature = "tune")]
pub(crate) fn tunables() -> Result<(), Failure> {
    let lines = tengen_engine::search::params::Params::TABLE
        .iter()
        .map(|(name, default, least, most)| format!("{name} {default} {least} {most}\n"));
    put(lines.collect::<String>().as_bytes())
}
