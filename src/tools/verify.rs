//! `tengen verify`: is a proof true?

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::game::problem::shown;
use tengen_engine::proof::{self, Progress, Proof, Settings, Tally, Verdict};

use crate::cli::failure::{Failure, note, put};
use crate::cli::lines::{STDIN, STREAM};
use crate::cli::proof_file::read;
use crate::cli::values::within;

/// Longest name of a file that is shown, in characters.
const SHOWN: usize = 200;
/// Exit code when a proof is not true, and when a file is none.
const NOT_PROVEN: u8 = 1;
const UNREADABLE: u8 = 2;
/// Steps of the bar.
const STEPS: f64 = 10_000.0;

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files with proofs, also packed ones (.gz); - is standard input
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<String>,
    /// Play every legal reply in every node, also where it can change nothing
    #[arg(long)]
    exhaustive: bool,
    /// Most replies that are played for a file; more leave it unproven
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
/// When a file is no proof, or one is not true.
pub(crate) fn verify(arguments: &Verify) -> Result<(), Failure> {
    let mut code = 0;
    for name in &arguments.files {
        let shown = shown(if name == STREAM { STDIN } else { name }, SHOWN);
        match read(name.as_ref()) {
            Ok(proof) => {
                let (is_proven, line) = judge(&proof, &shown, arguments);
                if !is_proven {
                    code = code.max(NOT_PROVEN);
                }
                if !is_proven || !arguments.quiet {
                    put(format!("{line}\n").as_bytes())?;
                }
            }
            Err(error) => {
                note(&format!("{shown}: {error}"));
                code = UNREADABLE;
            }
        }
    }
    if code == 0 { Ok(()) } else { Err(Failure::Told(code)) }
}

/// Whether a proof is true, and the line about it.
fn judge(proof: &Proof, name: &str, arguments: &Verify) -> (bool, String) {
    let &Verify { exhaustive, replies, memory, quiet, .. } = arguments;
    let settings = Settings { exhaustive, replies, memory: memory << 20 };
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS as u64) };
    bar.set_style(style());
    let verdict = proof::check(proof, &settings, &mut |progress: &Progress| {
        let Progress { tally, depth, share } = progress;
        bar.set_position((share * STEPS) as u64);
        bar.set_message(format!("{name}: {} replies, depth {depth}", tally.replies));
        true
    });
    bar.finish_and_clear();
    let (claim, nodes) = (proof.claim, proof.len());
    match verdict {
        Verdict::Proven(Tally { replies, .. }) => {
            (true, format!("proven: {name}: {claim}, {nodes} nodes, {replies} replies"))
        }
        Verdict::Refuted(refutation, _) => (false, format!("not proven: {name}: {refutation}")),
        Verdict::TooLong(_) | Verdict::Stopped(_) => {
            (false, format!("not proven: {name}: {replies} replies: expected more with --replies"))
        }
    }
}

/// A bar on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {percent} % {elapsed} {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}
