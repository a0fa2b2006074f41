//! `tengen shard plan`: cuts the work of a tool into shards.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, anyhow};
use clap::Args;

use tengen_host::cli::digest;
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::parts::{NeededFile, Role, Workload};
use tengen_host::cli::values::{ENDLESS, within};

use super::child;
use super::contract::{
    Builds, CONTRACT, Common, LONGEST_LINE, PinnedFile, Shard, ShardLimits, WorkKind,
};
use super::needed;
use super::sample::{Percent, parse_percent};
use super::size::{self, parse_seconds};
use super::speed::Speed;

/// Shards where nothing else is said, at most.
const USUAL_SHARDS: u64 = 100;

/// Arguments of `shard plan`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct PlanArguments {
    /// Number of shards; at most one for each unit of the work [default: 100 at most]
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=ENDLESS))]
    shards: Option<u64>,
    /// Choose the number of shards for so many workers, by --unit-seconds
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=ENDLESS))]
    workers: Option<u64>,
    /// How long a unit of the work takes, as measured on one machine
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    unit_seconds: Option<f64>,
    /// End a shard after so many seconds; it can be tried elsewhere then
    #[arg(long, value_name = "S", value_parser = within::<u64>(1..=ENDLESS))]
    seconds: Option<u64>,
    /// Games by the clock: positions a second of the machine that their times are meant for,
    /// as a slower one gets more; by default those of this machine
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=ENDLESS))]
    speed: Option<u64>,
    /// Do so many of the shards twice, and compare
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    sample: Option<Percent>,
    /// Another build of this version that may work, for other machines; may be repeated
    #[arg(long, value_name = "FILE")]
    build: Vec<PathBuf>,
    /// Another file that decides the result, such as a network of an engine; may be repeated
    #[arg(long, value_name = "FILE")]
    needs: Vec<PathBuf>,
    /// The tool
    #[arg(value_enum)]
    kind: WorkKind,
    /// Its arguments, as for the whole work; those of the plan may stand among them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

/// What `shard plan --help` teaches.
const EXAMPLES: &str = "\
Examples:
  All games of four plies of tic-tac-toe in four shards:
    tengen shard plan perft 4 --set Variant=tictactoe --shards 4 > plan.jsonl";

/// Prints the plan.
///
/// # Errors
/// When the work cannot be done as it is described, or a file is missing.
pub(super) fn plan(arguments: &PlanArguments) -> Result<(), Failure> {
    let mut own = Own::of(arguments);
    let words = own.take(&arguments.arguments)?;
    for word in &words {
        let name = word.split('=').next().unwrap_or(word);
        if arguments.kind.kept_back().contains(&name) {
            let expected = "expected no output, which shard merge writes";
            return Err(Failure::Usage(format!("{name}: {expected}")));
        }
    }
    let workload = workload(arguments.kind, &words)?;
    if workload.units == 0 {
        return Err(Failure::Usage(format!("0 {}s: expected work to do", workload.unit)));
    }
    let shards = match (own.shards, own.workers, own.unit_seconds) {
        (Some(shards), ..) => shards,
        (None, None, None) => USUAL_SHARDS,
        (None, Some(workers), Some(seconds)) => size::shards(workload.units, seconds, workers),
        (None, Some(_), None) => {
            let expected = "expected --unit-seconds beside it, or --shards alone";
            return Err(Failure::Usage(format!("--workers: {expected}")));
        }
        (None, None, Some(_)) => {
            let expected = "expected --workers beside it, or --shards alone";
            return Err(Failure::Usage(format!("--unit-seconds: {expected}")));
        }
    };
    let most = workload.units.min(shards);
    let files = workload.files.iter().chain(&own.needs).map(pinned).collect::<Result<_, _>>()?;
    let speed = speed(&own, arguments.kind, workload.is_repeatable)?;
    let mut common = Common {
        contract: CONTRACT,
        kind: arguments.kind,
        arguments: words,
        unit: workload.unit,
        units: workload.units,
        of: most,
        repeats: 0,
        seed: workload.seed,
        is_repeatable: workload.is_repeatable,
        tengen: builds(&own.build)?,
        files,
        limits: ShardLimits { seconds: own.seconds, speed },
    };
    if let Some(percent) = own.sample {
        if !common.is_repeatable {
            let expected = "expected limits that are no clock, or a second run differs";
            return Err(Failure::Usage(format!("--sample: {expected}")));
        }
        common.repeats = percent.of(common.of);
    }
    write(&common, own.sample)
}

/// The speed of the machine that the times of games are meant for.
fn speed(own: &Own, kind: WorkKind, is_repeatable: bool) -> Result<Option<u64>, Failure> {
    let is_timed = kind == WorkKind::Match && !is_repeatable;
    match own.speed {
        Some(_) if !is_timed => {
            Err(Failure::Usage("--speed: expected games by the clock".to_owned()))
        }
        Some(speed) => Ok(Some(speed)),
        None => Ok(is_timed.then(|| Speed::measure(1).positions)),
    }
}

fn write(common: &Common, sample: Option<Percent>) -> Result<(), Failure> {
    let plan = common.digest();
    let chance = u64::from_str_radix(plan.get(..8).unwrap_or_default(), 16).unwrap_or(0);
    let repeats = sample.into_iter().flat_map(|percent| percent.sample(common.of, chance));
    let shards = (1..=common.of).map(|number| (number, false));
    let mut out = BufWriter::new(Put);
    for (number, again) in shards.chain(repeats.map(|number| (number, true))) {
        let line = Shard::new(common.clone(), &plan, number, again).line();
        if line.len() > LONGEST_LINE {
            let found = format!("a line of {} bytes", line.len());
            let expected = format!("expected at most {LONGEST_LINE}, with shorter arguments");
            return Err(Failure::Usage(format!("{found}: {expected}")));
        }
        writeln!(out, "{line}").map_err(gone)?;
    }
    out.flush().map_err(gone)
}

fn gone(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::OutputGone(error);
    }
    anyhow!("standard output: {error}: expected it to take more").into()
}

/// Standard output, as tools write it.
struct Put;

impl Write for Put {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        put(bytes).map(|()| bytes.len()).map_err(|failure| match failure {
            Failure::OutputGone(error) => error,
            other => io::Error::other(other.to_string()),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a tool would have to do, as it says itself.
pub(super) fn workload(kind: WorkKind, arguments: &[String]) -> Result<Workload, Failure> {
    let mut order = child::tool(kind, arguments).context("the tool does not start")?;
    let output = order.arg("--dry-run").stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.context("the tool does not start")?;
    if !output.status.success() {
        // The tool has said why.
        return Err(Failure::Told(output.status.code().map_or(1, |code| code as u8)));
    }
    let read = serde_json::from_slice(&output.stdout);
    Ok(read.with_context(|| format!("{} says nothing of its work", kind.tool()))?)
}

fn pinned(file: &NeededFile) -> Result<PinnedFile, Failure> {
    let place = needed::place(file);
    let sha256 = digest::of_file(&place).map_err(|error| {
        let expected = "expected a file that can be read";
        Failure::Usage(format!("{}: {error}: {expected}", place.display()))
    })?;
    Ok(PinnedFile { role: file.role, path: file.path.clone(), sha256 })
}

/// This program and its other builds.
fn builds(others: &[PathBuf]) -> Result<Builds, Failure> {
    let own = needed::own_digest().context("this program cannot be read")?;
    let mut sha256 = vec![own];
    for path in others {
        let found = digest::of_file(path).map_err(|error| {
            let expected = "expected another build of this program";
            Failure::Usage(format!("--build: {}: {error}: {expected}", path.display()))
        })?;
        if !sha256.contains(&found) {
            sha256.push(found);
        }
    }
    Ok(Builds { version: env!("CARGO_PKG_VERSION").to_owned(), sha256 })
}

/// Arguments of the plan itself, wherever they stand.
struct Own {
    shards: Option<u64>,
    workers: Option<u64>,
    unit_seconds: Option<f64>,
    seconds: Option<u64>,
    speed: Option<u64>,
    sample: Option<Percent>,
    build: Vec<PathBuf>,
    needs: Vec<NeededFile>,
}

impl Own {
    fn of(arguments: &PlanArguments) -> Own {
        let PlanArguments { shards, workers, unit_seconds, seconds, speed, sample, .. } = arguments;
        let PlanArguments { build, needs, .. } = arguments;
        let needs = needs.iter().map(|path| needed(&path.to_string_lossy())).collect();
        Own {
            shards: *shards,
            workers: *workers,
            unit_seconds: *unit_seconds,
            seconds: *seconds,
            speed: *speed,
            sample: *sample,
            build: build.clone(),
            needs,
        }
    }

    /// Takes what is the plan's from among the arguments of a tool, and gives the rest.
    fn take(&mut self, words: &[String]) -> Result<Vec<String>, Failure> {
        let mut rest = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word.as_str(), None),
            };
            if !OWN.contains(&name) {
                rest.push(word.clone());
                continue;
            }
            let value = joined.or_else(|| words.next().map(String::as_str));
            let value = value.ok_or_else(|| {
                Failure::Usage(format!("{name}: (nothing): expected a value behind it"))
            })?;
            self.set(name, value)
                .map_err(|expected| Failure::Usage(format!("{name}: {value}: {expected}")))?;
        }
        Ok(rest)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "--shards" => self.shards = Some(within(1..=ENDLESS)(value)?),
            "--workers" => self.workers = Some(within(1..=ENDLESS)(value)?),
            "--unit-seconds" => self.unit_seconds = Some(parse_seconds(value)?),
            "--seconds" => self.seconds = Some(within(1..=ENDLESS)(value)?),
            "--speed" => self.speed = Some(within(1..=ENDLESS)(value)?),
            "--sample" => self.sample = Some(parse_percent(value)?),
            "--build" => self.build.push(value.into()),
            _ => self.needs.push(needed(value)),
        }
        Ok(())
    }
}

/// Names of the arguments of the plan.
const OWN: [&str; 8] = [
    "--shards",
    "--workers",
    "--unit-seconds",
    "--seconds",
    "--speed",
    "--sample",
    "--build",
    "--needs",
];

fn needed(path: &str) -> NeededFile {
    NeededFile { role: Role::Other, path: path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_takes_its_own_arguments_from_among_others() {
        let arguments = PlanArguments {
            shards: None,
            workers: None,
            unit_seconds: None,
            seconds: None,
            speed: None,
            sample: None,
            build: Vec::new(),
            needs: Vec::new(),
            kind: WorkKind::Perft,
            arguments: Vec::new(),
        };
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        let mut own = Own::of(&arguments);
        let rest = own.take(&words("4 --shards 7 --set A=b --sample=2% --needs x --seconds 9"));
        assert_eq!(rest.unwrap(), words("4 --set A=b"));
        assert_eq!((own.shards, own.seconds, own.sample), (Some(7), Some(9), Some(Percent(2.0))));
        assert_eq!(own.needs[0].path, "x");
        for (text, complaint) in [
            ("--shards", "--shards: (nothing): expected a value"),
            ("--shards 0", "--shards: 0: expected a whole number, 1 or more"),
            ("--sample=x", "--sample: x: expected a percentage"),
        ] {
            let error = own.take(&words(text)).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
    }
}
