//! `tengen shard run`: takes shards and does them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;

use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::values::{ENDLESS, within};

use super::contract::Shard;
use super::exit::{ELSEWHERE, NEVER};
use super::folder::Folder;
use super::lines::{LineError, Lines};
use super::speed::Fitness;
use super::work::{Done, ShardFailure, Worker};

/// The variable in which `HyperQueue` hands a task its line.
const ENTRY: &str = "HQ_ENTRY";

/// Arguments of `shard run`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct RunArguments {
    /// A line of a plan, - for lines on standard input, or a file with lines; without it
    /// the line in the variable `HQ_ENTRY`
    #[arg(value_name = "SHARD")]
    shard: Option<String>,
    /// Only this line of the file, from 1
    #[arg(value_name = "LINE", value_parser = within::<u64>(1..=ENDLESS))]
    line: Option<u64>,
    #[command(flatten)]
    folder: Folder,
    /// Shards done at once, where there are several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u16>(1..=1024))]
    concurrency: u16,
    /// Take games by the clock only where so much of a core is free for each shard
    #[arg(long, value_name = "PERCENT", default_value_t = 80, value_parser = within::<u8>(0..=100))]
    free: u8,
}

/// What `shard run --help` teaches.
const EXAMPLES: &str = "\
Examples:
  One shard, as a scheduler starts it:
    tengen shard run plan.jsonl 17 --dir results
  All that is left of a plan, two at once, without a scheduler:
    tengen shard run plan.jsonl --dir results --concurrency 2

Exit codes: 0 the results are there; 2 never: the line is wrong, or the tool refuses
it; 75 try elsewhere or later: another build, a missing or changed file, a full disk, a
machine too busy or too slow for games by the clock, an end from outside; 1 anything else.";

/// Does the shards that the arguments name.
///
/// # Errors
/// [`NEVER`] and [`ELSEWHERE`], and when there is no shard.
pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let lines = source(arguments)?;
    let folder = &arguments.folder.path;
    fs::create_dir_all(folder)
        .map_err(|error| elsewhere(&format!("{}: {error}: {ROOM}", folder.display())))?;
    let fitness = Fitness::new(arguments.concurrency, f64::from(arguments.free) / 100.0);
    let worker = Worker::new(folder, fitness).map_err(ShardFailure::into_failure)?;
    let pool = Pool { lines: Mutex::new((lines, 0)), worker, worst: Mutex::new(None) };
    thread::scope(|scope| {
        for _ in 1..arguments.concurrency {
            // Fewer hands are no harm.
            let _ = thread::Builder::new().spawn_scoped(scope, || pool.work());
        }
        pool.work();
    });
    let worst = pool.worst.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (_, taken) = pool.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    match worst {
        Some(failure) => Err(failure),
        None if taken == 0 => {
            Err(Failure::Coded(NEVER, "no line: expected a line of a plan".to_owned()))
        }
        None => Ok(()),
    }
}

const ROOM: &str = "expected a folder that can be written";

fn elsewhere(text: &str) -> Failure {
    Failure::Coded(ELSEWHERE, text.to_owned())
}

/// Where the lines come from.
fn source(arguments: &RunArguments) -> Result<Lines, Failure> {
    let line = |name: &str, text: String| Ok(Lines::of(name, text));
    let Some(shard) = &arguments.shard else {
        let expected = "expected a line of a plan there, or SHARD as an argument";
        return match std::env::var(ENTRY) {
            Ok(text) => line(ENTRY, text),
            Err(error) => Err(Failure::Usage(format!("{ENTRY}: {error}: {expected}"))),
        };
    };
    if shard.trim_start().starts_with('{') {
        return line("SHARD", shard.clone());
    }
    // A plan that is not there may be a disk that is not.
    let lines = Lines::open(Path::new(shard));
    let mut lines = lines.map_err(|error| elsewhere(&format!("{error:#}")))?;
    let Some(number) = arguments.line else { return Ok(lines) };
    for before in 0..number {
        let Some(text) =
            lines.next_text().map_err(|error| ShardFailure::of(&error).into_failure())?
        else {
            let expected = format!("expected 1 to {before}, the lines of the plan");
            return Err(Failure::Usage(format!("{shard}: line {number}: {expected}")));
        };
        if before + 1 == number {
            return line(&format!("{shard}: line {number}"), text);
        }
    }
    Ok(lines)
}

/// Shards to be done, and their worker.
struct Pool {
    /// What is left, and how many were taken.
    lines: Mutex<(Lines, u64)>,
    worker: Worker,
    /// What went wrong, first what may succeed on another machine.
    worst: Mutex<Option<Failure>>,
}

impl Pool {
    /// Does one shard after the other.
    fn work(&self) {
        while let Some(taken) = self.take() {
            let done = taken.and_then(|shard| self.worker.work(&shard).map(|done| (shard, done)));
            let told = match done {
                Ok((shard, done)) => tell(&shard, &done),
                Err(trouble) => Err(trouble.into_failure()),
            };
            let Err(failure) = told else { continue };
            let mut worst = self.worst.lock().unwrap_or_else(PoisonError::into_inner);
            let is_hope = |failure: &Failure| matches!(failure, Failure::Coded(ELSEWHERE, _));
            match &mut *worst {
                Some(before) if is_hope(before) || !is_hope(&failure) => note(&failure.to_string()),
                before => {
                    if let Some(before) = before.replace(failure) {
                        note(&before.to_string());
                    }
                }
            }
            if self.worker.must_leave() {
                break;
            }
        }
    }

    /// The next shard; `None` when there is none.
    fn take(&self) -> Option<Result<Shard, ShardFailure>> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let (lines, taken) = &mut *lines;
        match lines.next_text() {
            Ok(None) => None,
            Ok(Some(text)) => {
                *taken += 1;
                let read = Shard::read(&text);
                Some(
                    read.map_err(|problem| ShardFailure::Never(lines.locate(&problem).to_string())),
                )
            }
            Err(error) => {
                *taken += 1;
                if let LineError::Broken { .. } = error {
                    // Nothing behind such a line can be read.
                    *lines = Lines::of("", String::new());
                }
                Some(Err(ShardFailure::of(&error)))
            }
        }
    }
}

/// Says that a result is there.
fn tell(shard: &Shard, done: &Done) -> Result<(), Failure> {
    let Shard { id, part, .. } = shard;
    let unit = &shard.common.unit;
    put(match done {
        Done::Before => format!("there: {id}\n"),
        Done::Now { seconds, times: None } => {
            format!("done: {id}, {unit}s {part}, {seconds:.2} s\n")
        }
        Done::Now { seconds, times: Some(factor) } => {
            format!("done: {id}, {unit}s {part}, {seconds:.2} s, times x {factor}\n")
        }
    }
    .as_bytes())
}

impl ShardFailure {
    /// The failure of a shard whose line cannot be had.
    fn of(error: &LineError) -> ShardFailure {
        match error {
            LineError::Broken { .. } => ShardFailure::Elsewhere(error.to_string()),
            LineError::TooLong { .. } => ShardFailure::Never(error.to_string()),
        }
    }

    fn into_failure(self) -> Failure {
        match self {
            ShardFailure::Never(text) => Failure::Coded(NEVER, text),
            ShardFailure::Elsewhere(text) => Failure::Coded(ELSEWHERE, text),
        }
    }
}

/// Does one shard in a folder, whatever is there already.
///
/// # Errors
/// When it cannot be done here.
pub(super) fn repeat(shard: &Shard, folder: &Path) -> anyhow::Result<PathBuf> {
    let worker = Worker::new(folder, Fitness::new(1, 0.0))
        .map_err(|trouble| anyhow!(trouble.into_failure()))?;
    worker.work(shard).map_err(|trouble| anyhow!(trouble.into_failure())).context("a repeat")?;
    Ok(folder.join(&shard.result))
}
