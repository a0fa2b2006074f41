//! `tengen analyze`: requests as lines of JSON in, answers as lines of JSON out,
//! in the same order. Games and openings in files are requests too.

mod feed;
mod queue;

use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::{io, thread};

use anyhow::Context;
use clap::{Args, ValueEnum};

use tengen_engine::session::STACK_BYTES;

use tengen_games::analysis::analyst::Analyst;
use tengen_games::analysis::defaults::Defaults;
use tengen_games::analysis::proofs;
use tengen_games::analysis::{self, AnalysisAnswer};
use tengen_games::line_log::LineLog;
use tengen_games::record::Format;
use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::game_file::ReadingArguments;
use tengen_host::cli::inbox::{Inbox, Input};
use tengen_host::cli::input;
use tengen_host::cli::logging::Log;
use tengen_host::cli::parts::{NeededFile, PartArguments, Role, Workload};
use tengen_host::cli::settings::Setting;
use tengen_host::cli::work::Work;

use queue::{Ended, Queue};

/// Arguments of `analyze`.
#[derive(Args, Debug)]
pub(crate) struct Analyze {
    /// Requests (.jsonl), games or openings by extension; - or nothing is requests on standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub work: Work,
    /// Format of the files, whatever their extensions say
    #[arg(long, value_name = "NAME", value_parser = Format::parse)]
    format: Option<Format>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Positions of the games in files [default: all of a single game, the last of each in a list]
    #[arg(long, value_enum)]
    turns: Option<Turns>,
    /// Print the JSON Schema of a line and do nothing else
    #[arg(long, value_enum, value_name = "LINE")]
    schema: Option<Schema>,
    #[command(flatten)]
    part: PartArguments,
}

/// What the work is counted in.
const REQUEST: &str = "request";

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

/// Answers requests until there are no more of them.
pub(crate) fn analyze(
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
    let PartArguments { part, dry_run } = arguments.part;
    let is_counted = dry_run || part.is_some();
    if is_counted {
        feed::check_files(&arguments.files)?;
    }
    let (mut sources, notes) =
        feed::open(&arguments.files, arguments.format, &arguments.reading.reading(), &defaults)?;
    for line in notes {
        note(&line);
    }
    if is_counted {
        let (units, is_by_clock) = feed::count(sources)?;
        part.map(|part| part.check(units, REQUEST)).transpose()?;
        if dry_run {
            return workload(arguments, &defaults, units, is_by_clock).print();
        }
        (sources, _) = feed::open(
            &arguments.files,
            arguments.format,
            &arguments.reading.reading(),
            &defaults,
        )?;
    }
    let queue = Arc::new(Queue::default());
    let lines = LineLog::new("requests and answers");
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
    let requests = lines.clone();
    input::spawn("reader", move || {
        let mut cut = feed::Cut::new(part, requests);
        let result = feed::feed(sources, turns.as_ref(), &defaults, &asked, &mut cut);
        // The receiver is gone only when the program is already leaving.
        let _ = done.send(result);
        asked.close();
    })
    .context("no thread to read with")?;
    if !write(&queue, &lines)? {
        return Ok(());
    }
    fed.recv().unwrap_or(Ok(())).map_err(Failure::Other)
}

/// The requests and games, and the files that they stand in.
fn workload(arguments: &Analyze, defaults: &Defaults, units: u64, is_by_clock: bool) -> Workload {
    let file = |path: &PathBuf| NeededFile {
        role: Role::Input,
        path: path.to_string_lossy().into_owned(),
    };
    let is_timed = is_by_clock || defaults.limits.movetime_ms.is_some();
    Workload {
        unit: REQUEST.to_owned(),
        units,
        seed: 0,
        is_repeatable: !is_timed && defaults.options.settings.threads == 1,
        files: arguments.files.iter().map(file).collect(),
    }
}

/// Ends the work when the system says so.
fn watch(queue: &Arc<Queue>) -> io::Result<()> {
    let inbox = Arc::<Inbox>::default();
    input::watch(&inbox)?;
    let queue = Arc::clone(queue);
    input::spawn("watch", move || {
        while let Some(input) = inbox.take(false, None) {
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
            Ok(verdict) => {
                let answer = AnalysisAnswer::new(question.id(), turn, &position, verdict);
                let winner = proofs::winner(&position, verdict.first.score);
                let winner = winner.filter(|_| question.wants_proof());
                match winner {
                    None => answer.line(),
                    Some(winner) => {
                        let is_stopped = || job.signals.is_stopped();
                        answer.with_proof(proofs::of_win(&position, winner, is_stopped)).line()
                    }
                }
            }
            Err(problem) => analysis::refused(Some(question.id()), None, Some(turn), problem),
        };
        queue.put(&job, line);
    }
}

/// Writes the answers in their order; `false` when the system asked the program
/// to leave before all were there.
fn write(queue: &Queue, lines: &LineLog) -> Result<bool, Failure> {
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
            lines.received(&answer);
            text += &answer;
            text.push('\n');
        }
        put(text.as_bytes())?;
    }
}
