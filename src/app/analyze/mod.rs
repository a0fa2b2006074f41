//! `tengen analyze`: requests as lines of JSON in, answers as lines of JSON out,
//! in the same order. Games and openings in files are requests too.

mod analyst;
mod feed;
mod question;
mod queue;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::control::Limits;
use crate::protocol::analysis::{self, Answer};
use crate::record::Format;
use crate::session::STACK_BYTES;
use crate::session::options::{Effect, Options};

use super::cli::{Setting, Settings, wrong_setting};
use super::games::parse_format;
use super::input::{self, Input};
use super::logging::Log;
use super::numbers::within;
use super::serve::LINES;
use super::{Failure, put};

pub(super) use analyst::Analyst;
pub(super) use question::{Defaults, Question};

use queue::{Ended, Queue};

/// Arguments of `analyze`.
#[derive(Args, Debug)]
pub(super) struct Analyze {
    /// Requests (.jsonl), games or openings by extension; - or nothing is requests on standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub work: Work,
    /// Format of the files, whatever their extensions say
    #[arg(long, value_name = "NAME", value_parser = parse_format)]
    format: Option<Format>,
    /// Positions of the games in files [default: all of a single game, the last of each in a list]
    #[arg(long, value_enum)]
    turns: Option<Turns>,
    /// Print the JSON Schema of a line and do nothing else
    #[arg(long, value_enum, value_name = "LINE")]
    schema: Option<Schema>,
}

/// How much to think, and with how many at once.
#[derive(Args, Debug)]
pub(super) struct Work {
    /// Positions looked at at the same time, each by an engine of its own with all of Hash
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = within::<u16>(1..=256))]
    concurrency: u16,
    /// Searching threads of each engine, as the option Threads
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Lines of play for each position
    #[arg(long, value_name = "N")]
    multipv: Option<String>,
    /// Nodes for a position without limits of its own [default: 100000, if no other limit is given]
    #[arg(long, value_name = "N",
          value_parser = within::<u64>(1..=1_000_000_000_000_000_000))]
    nodes: Option<u64>,
    /// Depth for a position without limits of its own, in plies
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..=1_000_000))]
    depth: Option<u32>,
    /// Time for a position without limits of its own, in milliseconds
    #[arg(long, value_name = "MS",
          value_parser = within::<u64>(0..=1_000_000_000_000))]
    movetime: Option<u64>,
    #[command(flatten)]
    settings: Settings,
}

/// Nodes for a position for which nobody gave a limit.
const DEFAULT_NODES: u64 = 100_000;

/// Positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Turns {
    /// The one after the last move
    Last,
    /// All of them
    All,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Schema {
    /// A line of input
    Request,
    /// A line of output
    Answer,
}

impl Work {
    /// How many positions are looked at at once.
    pub(super) fn concurrency(&self) -> usize {
        self.concurrency.into()
    }

    /// What holds for positions without limits and options of their own;
    /// `earlier` are the settings before the tool's name.
    pub(super) fn defaults(
        &self,
        mut earlier: Vec<Setting>,
        log: &Log,
    ) -> Result<Defaults, Failure> {
        earlier.extend(self.settings.list.iter().cloned());
        let flags =
            [("--threads", "Threads", &self.threads), ("--multipv", "MultiPV", &self.multipv)];
        for (flag, name, value) in flags {
            let setting = value.as_ref().map(|value| Setting::of_flag(flag, name, value));
            earlier.extend(setting.transpose()?);
        }
        let mut options = Options::default();
        let mut is_game_set = false;
        for Setting { name, value } in &earlier {
            let effect = options.set(name, value.as_deref()).map_err(wrong_setting)?;
            is_game_set |= effect == Effect::EmptyBoard;
            if effect == Effect::MoveLog {
                log.redirect(&options.log_file).map_err(wrong_setting)?;
            }
        }
        let is_limited = self.nodes.is_some() || self.depth.is_some() || self.movetime.is_some();
        let limits = Limits {
            nodes: self.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
            depth: self.depth,
            movetime_ms: self.movetime,
            ..Limits::default()
        };
        Ok(Defaults { options, limits, is_game_set })
    }
}

/// Answers requests until there are no more of them.
pub(super) fn analyze(
    arguments: &Analyze,
    settings: Vec<Setting>,
    log: &Log,
) -> Result<(), Failure> {
    if let Some(schema) = arguments.schema {
        return put(match schema {
            Schema::Request => analysis::REQUEST_SCHEMA,
            Schema::Answer => analysis::ANSWER_SCHEMA,
        }
        .as_bytes());
    }
    let defaults = arguments.work.defaults(settings, log)?;
    let sources = feed::open(&arguments.files, arguments.format, &defaults)?;
    let queue = Arc::new(Queue::default());
    watch(&queue).context("no thread to listen with")?;
    for number in 0..arguments.work.concurrency() {
        let queue = Arc::clone(&queue);
        thread::Builder::new()
            .name(format!("analyst {number}"))
            .stack_size(STACK_BYTES)
            .spawn(move || answer(&queue))
            .context("no thread to think with")?;
    }
    let turns = arguments.turns.map(|turns| match turns {
        Turns::Last => analysis::Turns::Last,
        Turns::All => analysis::Turns::All,
    });
    let (done, fed) = mpsc::channel();
    let asked = Arc::clone(&queue);
    input::spawn("reader", move || {
        let result = feed::feed(sources, turns.as_ref(), &defaults, &asked);
        // The receiver is gone only when the program is already leaving.
        let _ = done.send(result);
        asked.close();
    })
    .context("no thread to read with")?;
    if !write(&queue)? {
        return Ok(());
    }
    fed.recv().unwrap_or(Ok(())).map_err(Failure::Other)
}

/// Ends the work when the system says so.
fn watch(queue: &Arc<Queue>) -> io::Result<()> {
    let (sender, inputs) = mpsc::channel();
    input::watch(&sender)?;
    let queue = Arc::clone(queue);
    input::spawn("watch", move || {
        // Without listeners there is nothing to hear: the loop ends at once.
        for input in inputs {
            match input {
                Input::Terminate => queue.end(Ended::Terminated),
                Input::OutputGone => queue.end(Ended::OutputGone),
                Input::Line { .. } | Input::Notice(_) | Input::End => {}
            }
        }
    })
}

/// Works on whatever is next until there is nothing more.
fn answer(queue: &Queue) {
    let mut analyst = Analyst::default();
    while let Some(job) = queue.take() {
        let question = &job.question;
        let turn = question.turns()[job.index];
        let position = question.position_after(turn);
        let thought =
            analyst.think(&position, question.limits(), question.settings(), &job.signals);
        let line = match &thought {
            Ok(verdict) => Answer::new(question.id(), turn, &position, verdict).line(),
            Err(problem) => analysis::refused(Some(question.id()), None, Some(turn), problem),
        };
        queue.put(&job, line);
    }
}

/// Writes the answers in their order; `false` when the system asked the program
/// to leave before all were there.
fn write(queue: &Queue) -> Result<bool, Failure> {
    loop {
        let answers = match queue.answers() {
            Ok(answers) if answers.is_empty() => return Ok(true),
            Ok(answers) => answers,
            Err(Ended::Terminated) => return Ok(false),
            Err(Ended::OutputGone) => {
                return Err(Failure::OutputGone(io::ErrorKind::BrokenPipe.into()));
            }
        };
        let mut text = String::new();
        for answer in answers {
            log::info!(target: LINES, "< {answer}");
            text += &answer;
            text.push('\n');
        }
        put(text.as_bytes())?;
    }
}
