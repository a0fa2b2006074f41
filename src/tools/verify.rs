//! `tengen verify`: is a proof true?

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::game::problem::shown;
use tengen_engine::proof::{self, CheckSettings, FileError, Progress, ProofVerdict, Tally};

use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::lines::{STDIN, STREAM};
use tengen_host::cli::memory;
use tengen_host::cli::proof_file::read_until;
use tengen_host::cli::values::{parse_time, within};

/// Longest name of a file that is shown, in characters.
const SHOWN: usize = 200;
/// What came of a file, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FileStanding {
    Proven,
    /// A limit came first.
    Undecided,
    /// The strategy fails.
    NotProven,
    /// The file holds no proof.
    Unreadable,
}

impl FileStanding {
    /// The exit code.
    const fn code(self) -> u8 {
        match self {
            FileStanding::Proven => 0,
            FileStanding::NotProven => 1,
            FileStanding::Unreadable => 2,
            FileStanding::Undecided => 3,
        }
    }
}

/// Steps of the bar.
const STEPS: f64 = 10_000.0;
/// How often the bar shows that something goes on.
const TICK: Duration = Duration::from_millis(200);

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files with proofs, also packed ones (.gz); - is standard input
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<String>,
    /// Play every legal reply in every node, also where it can change nothing
    #[arg(long)]
    exhaustive: bool,
    /// Longest time for a file, as in 60s, 10m or 2h; more leaves it undecided
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Most replies that are played for a file; more leave it undecided
    #[arg(long, value_name = "N", default_value = "10000000000", value_parser = within::<u64>(1..=1_000_000_000_000_000))]
    replies: u64,
    /// Memory for what was seen before, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = within::<usize>(0..=1_000_000))]
    memory: usize,
    /// Show no progress, and say nothing of files that are proven
    #[arg(long, short)]
    quiet: bool,
}

/// Checks the files and says what came of each, in one line.
///
/// # Errors
/// When a file is no proof, one is not true, or a limit came first.
pub(crate) fn verify(arguments: &Verify) -> Result<(), Failure> {
    memory::check(arguments.memory)?;
    let mut worst = FileStanding::Proven;
    for name in &arguments.files {
        let shown = shown(if name == STREAM { STDIN } else { name }, SHOWN);
        let (standing, line) = judge(name, &shown, arguments);
        worst = worst.max(standing);
        match standing {
            FileStanding::Unreadable => note(&line),
            FileStanding::Proven if arguments.quiet => {}
            _ => put(format!("{line}\n").as_bytes())?,
        }
    }
    match worst {
        FileStanding::Proven => Ok(()),
        worst => Err(Failure::Told(worst.code())),
    }
}

/// What came of a file, and the line about it.
fn judge(file: &str, name: &str, arguments: &Verify) -> (FileStanding, String) {
    let &Verify { exhaustive, replies, memory, quiet, time, .. } = arguments;
    let deadline = time.map(|time| Instant::now() + time);
    let stopped = |so_far: String| {
        let seconds = time.unwrap_or_default().as_secs();
        let line = format!(
            "undecided: {name}: stopped after {seconds} s, {so_far}: expected more with --time"
        );
        (FileStanding::Undecided, line)
    };
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS as u64) };
    bar.set_style(style());
    bar.set_message(format!("{name}: being read"));
    bar.enable_steady_tick(TICK);
    let proof = match read_until(file.as_ref(), deadline) {
        Ok(proof) => proof,
        Err(FileError::Io(error)) if deadline.is_some() && error.kind() == ErrorKind::TimedOut => {
            bar.finish_and_clear();
            return stopped("not all of it was read".to_owned());
        }
        Err(error) => {
            bar.finish_and_clear();
            return (FileStanding::Unreadable, format!("{name}: {error}"));
        }
    };
    let settings = CheckSettings { exhaustive, replies, memory: memory << 20 };
    let verdict = proof::check(&proof, &settings, &mut |progress: &Progress| {
        let Progress { tally, depth, share } = progress;
        bar.set_position((share * STEPS) as u64);
        bar.set_message(format!("{name}: {} replies, depth {depth}", tally.replies));
        deadline.is_none_or(|deadline| Instant::now() < deadline)
    });
    bar.finish_and_clear();
    let (claim, nodes) = (proof.claim, proof.len());
    match verdict {
        ProofVerdict::Proven(Tally { replies, .. }) => {
            let line = format!("proven: {name}: {claim}, {nodes} nodes, {replies} replies");
            (FileStanding::Proven, line)
        }
        ProofVerdict::Refuted(refutation, _) => {
            (FileStanding::NotProven, format!("not proven: {name}: {refutation}"))
        }
        ProofVerdict::TooLong(_) => {
            let line =
                format!("undecided: {name}: {replies} replies: expected more with --replies");
            (FileStanding::Undecided, line)
        }
        ProofVerdict::Stopped(Tally { replies, .. }) => stopped(format!("{replies} replies")),
    }
}

/// A bar on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {percent} % {elapsed} {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}
