//! `tengen shard merge`: believes results or not, and puts them together. Plans are read
//! line by line and results piece by piece, so that memory does not grow with them.

mod data;
mod ender;
mod games;
mod joiner;
mod output;
mod perft;
mod proofs;
mod sequence;
mod texts;
mod watch;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::lines::STREAM;
use tengen_host::cli::values::within;

use super::contract::{Common, Shard, WorkKind};
use super::exit::{MISSING, REFUSED};
use super::folder::Folder;
use super::lines::Lines;
use super::result::{ResultError, ResultFile};
use super::run::repeat;
use super::sample::{Percent, parse_percent};

use games::Games;
use joiner::{Joiner, refused};
use output::MergeOutput;
use sequence::Sequence;
use watch::ResultsWatch;

/// A plan and the place of its results.
#[derive(Args, Clone, Debug)]
pub(super) struct PlanResults {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Arguments of `shard merge`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct MergeArguments {
    #[command(flatten)]
    results: PlanResults,
    /// Write what one machine would have written to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do so many of the shards once more, here and now, and compare
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    sample: Option<Percent>,
    /// A match: wait for results, show the standing as they come, and end with the test
    #[arg(long, conflicts_with = "sample")]
    watch: bool,
    /// With --watch: how often the folder is looked at, in seconds
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = within::<u64>(1..=86_400))]
    every: u64,
    /// With --watch: a command for the shell that ends the job when the test is decided, as
    /// in 'scancel 123'
    #[arg(long, value_name = "COMMAND", requires = "watch")]
    cancel: Option<String>,
}

/// What `shard merge --help` teaches.
const EXAMPLES: &str = "\
Examples:
  The result of a plan, when all shards are there:
    tengen shard merge plan.jsonl --dir results
  An SPRT that ends its job as soon as it is decided:
    tengen shard merge plan.jsonl --dir results --watch --cancel 'scancel 123'
  What is left to do, as a plan of its own:
    tengen shard missing plan.jsonl --dir results > rest.jsonl

Exit codes: 0 all is there and put together; 1 something is missing or torn; 2 wrong
arguments or a wrong plan; 3 a result is not believed: it is foreign, stands there
twice, or two workers contradict each other.";

impl PlanResults {
    /// The shards of the plan, each once and in their order.
    fn shards(&self) -> Result<Shards, Failure> {
        if self.plan == Path::new(STREAM) {
            return Err(Failure::Usage("-: expected a file with a plan".to_owned()));
        }
        let lines = Lines::open(&self.plan).map_err(|error| wrong(&error))?;
        Ok(Shards { lines, sequence: Sequence::default() })
    }
}

fn wrong(error: &anyhow::Error) -> Failure {
    Failure::Usage(format!("{error:#}"))
}

/// The shards of a plan.
struct Shards {
    lines: Lines,
    sequence: Sequence,
}

impl Shards {
    /// The next one; `None` after the last one of a whole plan.
    fn next(&mut self) -> Result<Option<Shard>, Failure> {
        let shard = self.lines.next_shard().map_err(|error| wrong(&error))?;
        let is_right = match &shard {
            Some(shard) => self.sequence.take(shard),
            None => self.sequence.end(),
        };
        is_right.map_err(|text| wrong(&self.lines.locate(&text)))?;
        Ok(shard)
    }
}

/// Prints the lines whose work is still to be done.
///
/// # Errors
/// When there is no plan.
pub(super) fn missing(results: &PlanResults) -> Result<(), Failure> {
    let mut shards = results.shards()?;
    while let Some(shard) = shards.next()? {
        if ResultFile::open_checked(&results.folder.path, &shard).is_err() {
            put(format!("{}\n", shard.line()).as_bytes())?;
        }
    }
    Ok(())
}

/// Puts the results together.
///
/// # Errors
/// [`MISSING`] and [`REFUSED`], when there is no plan, and when nothing can be written.
pub(super) fn merge(arguments: &MergeArguments) -> Result<(), Failure> {
    if arguments.watch {
        return follow(arguments);
    }
    let results = &arguments.results;
    let common = survey(results, arguments.sample)?;
    if common.kind == WorkKind::Datagen && arguments.out.is_none() {
        return Err(Failure::Usage("--out: (nothing): expected a file for the games".to_owned()));
    }
    let mut joiner = joiner(&common, arguments.out.as_deref())?;
    let mut shards = results.shards()?;
    while let Some(shard) = shards.next()?.filter(|shard| !shard.again) {
        let mut result = ResultFile::open(&results.folder.path, &shard)
            .map_err(|error| refused(&shard, &error))?;
        joiner.add(&shard, &mut result).map_err(|error| refused(&shard, &format!("{error:#}")))?;
    }
    joiner.finish()
}

/// What puts the results of the plan's kind of work together and writes them to `out`.
fn joiner(common: &Common, out: Option<&Path>) -> anyhow::Result<Box<dyn Joiner>> {
    if common.kind == WorkKind::Prove {
        return Ok(Box::new(proofs::Proofs::new(common, out)?));
    }
    let output = MergeOutput::new(out)?;
    Ok(match common.kind {
        WorkKind::Perft => Box::new(perft::Counts::new(output)),
        WorkKind::Match => Box::new(games::Games::new(common, output, false)?),
        WorkKind::Datagen => Box::new(data::Data::new(output)),
        _ => Box::new(texts::Texts::new(output, out.is_none())),
    })
}

/// Waits for the results of a match, one after the other, until its test is decided.
fn follow(arguments: &MergeArguments) -> Result<(), Failure> {
    let MergeArguments { results, every, cancel, .. } = arguments;
    let watch = ResultsWatch::new(Duration::from_secs(*every), cancel.clone())?;
    let mut shards = results.shards()?;
    let mut games: Option<Games> = None;
    let mut is_decided = false;
    while let Some(shard) = shards.next()?.filter(|shard| !shard.again && !is_decided) {
        if shard.common.kind != WorkKind::Match {
            let found = shard.common.kind.tool();
            return Err(Failure::Usage(format!("--watch: {found}: expected the plan of a match")));
        }
        let games = match &mut games {
            Some(games) => games,
            none => {
                let output = MergeOutput::new(arguments.out.as_deref())?;
                none.insert(Games::new(&shard.common, output, true)?)
            }
        };
        let open = || ResultFile::open_checked(&results.folder.path, &shard);
        let mut result = watch.wait(&shard, open)?;
        // With the last shard every match ends, and there is no job left to be ended.
        is_decided = watch::take(games, &shard, &mut result)? && shard.number < shard.common.of;
    }
    games.map_or(Ok(()), |games| Box::new(games).finish())?;
    if is_decided { watch.cancel() } else { Ok(()) }
}

/// What a look at all results has found.
#[derive(Default)]
struct Survey {
    there: u64,
    missing: u64,
    refused: u64,
}

/// Looks at every byte of every result; gives what the shards share if all are believed.
fn survey(results: &PlanResults, sample: Option<Percent>) -> Result<Common, Failure> {
    let mut shards = results.shards()?;
    let mut survey = Survey::default();
    let mut common = None;
    let mut chosen: Box<dyn Iterator<Item = u64>> = Box::new(std::iter::empty());
    let mut next = None;
    while let Some(shard) = shards.next()? {
        if common.is_none() {
            if let Some(percent) = sample {
                if !shard.common.is_repeatable {
                    let expected = "expected shards that a clock does not decide";
                    return Err(Failure::Usage(format!("--sample: {expected}")));
                }
                chosen = Box::new(percent.sample(shard.common.of, u64::from(std::process::id())));
                next = chosen.next();
            }
            common = Some(shard.common.clone());
        }
        let is_chosen = !shard.again && next == Some(shard.number);
        if is_chosen {
            next = chosen.next();
        }
        survey.look(results, &shard, is_chosen);
    }
    survey.verdict(common)
}

impl Survey {
    /// Looks at the result of one shard, and at what that result must agree with.
    fn look(&mut self, results: &PlanResults, shard: &Shard, is_chosen: bool) {
        let folder = &results.folder.path;
        let mut result = match ResultFile::open_checked(folder, shard) {
            Ok(result) => result,
            Err(error) => {
                let is_missing = matches!(error, ResultError::Missing | ResultError::Torn(_));
                *(if is_missing { &mut self.missing } else { &mut self.refused }) += 1;
                let what = if matches!(error, ResultError::Missing) {
                    format!("missing: {}", shard.id)
                } else {
                    format!("{}: {error}", shard.result)
                };
                note(&what);
                return;
            }
        };
        self.there += 1;
        if shard.again {
            // The other one may be missing, which was told where it stands.
            if let Ok(mut first) = ResultFile::open_checked(folder, &shard.original()) {
                self.compare(shard.common.kind, &mut first, &mut result);
            }
        }
        if is_chosen {
            match again(folder, shard) {
                Ok(mut second) => self.compare(shard.common.kind, &mut result, &mut second),
                Err(error) => {
                    self.refused += 1;
                    note(&format!("{}: {error:#}", shard.id));
                }
            }
        }
    }

    fn compare(&mut self, kind: WorkKind, first: &mut ResultFile, second: &mut ResultFile) {
        if is_same(kind, first, second) {
            return;
        }
        self.refused += 1;
        let [first, second] = [&first.head, &second.head];
        note(&format!(
            "{} by {} and {} by {} contradict each other: expected the same result",
            first.id, first.host, second.id, second.host
        ));
    }

    fn verdict(self, common: Option<Common>) -> Result<Common, Failure> {
        let Survey { there, missing, refused } = self;
        let all = there + missing + refused;
        if refused > 0 {
            let text = format!("{refused} of {all} results are not believed");
            return Err(Failure::Coded(REFUSED, format!("{text}: expected those of this plan")));
        }
        if missing > 0 {
            let text = format!("{missing} of {all} results are missing");
            let hint = "shard missing prints what is left to run";
            return Err(Failure::Coded(MISSING, format!("{text}: {hint}")));
        }
        common.ok_or_else(|| Failure::Usage("no line: expected a plan".to_owned()))
    }
}

/// Whether two results say the same, apart from the times that it took.
fn is_same(kind: WorkKind, first: &mut ResultFile, second: &mut ResultFile) -> bool {
    if first.head.sha256 == second.head.sha256 {
        return true;
    }
    match kind {
        WorkKind::Perft | WorkKind::Datagen | WorkKind::Prove => false,
        WorkKind::Analyze | WorkKind::Review => {
            let [first, second] = [first, second].map(texts::without_times);
            first.is_ok() && first.ok() == second.ok()
        }
        WorkKind::Match => {
            let [first, second] = [first, second].map(games::without_times);
            first.is_ok() && first.ok() == second.ok()
        }
    }
}

/// Does a shard once more, in a folder of its own.
fn again(folder: &Path, shard: &Shard) -> anyhow::Result<ResultFile> {
    let place = folder.join(format!(".again-{}", std::process::id()));
    let done = repeat(shard, &place).and_then(|_| Ok(ResultFile::open_checked(&place, shard)?));
    // The file is open; its name is not needed.
    let _ = std::fs::remove_dir_all(&place);
    done
}
