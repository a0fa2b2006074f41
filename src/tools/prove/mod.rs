//! `tengen prove`: a claim about a position, proven and written down.

mod leaves;
mod saved;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::game::{Color, Position, Problem, Setup, Variant};
use tengen_engine::proof::{self, Claim, Goal, Proof};
use tengen_engine::solve::prove::{Finding, Memory, ProveLimits, Report, prove_with};

use crate::analysis::games::{bytes, chosen, games_in};
use crate::cli::failure::{Failure, note, put};
use crate::cli::files::write_whole;
use crate::cli::game_arguments::GameArguments;
use crate::cli::parts::PartArguments;
use crate::cli::settings::Setting;
use crate::cli::values::{ENDLESS, within};

use saved::Saved;

/// Exit code when nothing was proven.
const NOT_PROVEN: u8 = 1;
/// Positions that each claim is looked at first, where none is given.
const FIRST_LOOK: u64 = 100_000;
/// With more empty squares, who holds is asked for fewer positions, each of which takes longer.
const LARGE: usize = 64;
/// So many times fewer.
const SLOWER: u64 = 64;

/// Arguments of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Prove {
    #[command(flatten)]
    game: GameArguments,
    /// The position, as text; the empty board by default
    #[arg(long, value_name = "TEXT")]
    fen: Option<String>,
    /// The position after the game of this file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    record: Option<PathBuf>,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", requires = "record", value_parser = within::<u32>(1..=ENDLESS))]
    number: Option<u32>,
    /// Only so many moves of that game
    #[arg(long, value_name = "N", requires = "record", value_parser = within::<usize>(0..=1600))]
    ply: Option<usize>,
    /// Moves from there, as in "h8 i9"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// What is to be proven: "x wins", "o wins", "x holds" or "o holds"; without it
    /// the value of the position
    #[arg(long, value_name = "CLAIM", value_parser = parse_claim)]
    claim: Option<Claim>,
    /// Longest time, as in 60s, 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Most positions that are visited
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=ENDLESS))]
    nodes: Option<u64>,
    /// Memory of the search, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = within::<usize>(1..=1_000_000))]
    memory: usize,
    /// Threads of the search
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<usize>(1..=256))]
    threads: usize,
    /// Keep what was found out in this file, once a minute or more and at the end, and go on from it
    #[arg(long, value_name = "FILE", requires = "claim", conflicts_with_all = ["part", "dry_run", "join"])]
    resume: Option<PathBuf>,
    /// Write the proof to this file, packed if it ends in .gz; the two of a draw get
    /// the claim in their names
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Cut the claim into so many positions or more, the leaves, which can be proven apart;
    /// --nodes and --time are about each then
    #[arg(long, value_name = "N", default_value = "100", value_parser = within::<usize>(1..=100_000))]
    leaves: usize,
    /// Moves of the prover that are tried in each position before the leaves
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<usize>(1..=1600))]
    tries: usize,
    /// Put the proofs of leaves together, which this file has as --part prints them; - is
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["part", "dry_run"])]
    join: Option<PathBuf>,
    #[command(flatten)]
    part: PartArguments,
}

fn parse_claim(text: &str) -> Result<Claim, &'static str> {
    Claim::parse(text).ok_or("expected one of x wins, o wins, x holds, o holds")
}

fn parse_time(text: &str) -> Result<Duration, &'static str> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let seconds = match unit {
        "h" => 3600,
        "m" => 60,
        _ => 1,
    };
    let number = within::<u64>(1..=1_000_000)(number);
    number
        .map(|number| Duration::from_secs(number * seconds))
        .map_err(|_| "expected a whole number of seconds, minutes or hours, as in 60s, 10m or 2h")
}

/// Proves, writes and says so; `before` was set before the subcommand.
///
/// # Errors
/// When the arguments make no position, and when nothing is proven.
pub(crate) fn run(arguments: &Prove, before: &[Setting]) -> Result<(), Failure> {
    let position = start(arguments, before)?;
    if arguments.join.is_some() || arguments.part.dry_run || arguments.part.part.is_some() {
        return leaves::run(arguments, &position);
    }
    let bar = ProgressBar::new_spinner().with_style(style());
    let mut work = Work { arguments, position, deadline: None, bar, visited: 0 };
    work.deadline = arguments.time.map(|time| Instant::now() + time);
    let result = match arguments.claim {
        Some(claim) => work.settle(claim),
        None => work.value(),
    };
    work.bar.finish_and_clear();
    result
}

/// The position that the arguments name.
fn start(arguments: &Prove, before: &[Setting]) -> Result<Position, Failure> {
    let refuse = |problem: Problem| Failure::Usage(problem.to_string());
    let variant = arguments.game.variant(before)?;
    let mut position = match (&arguments.fen, &arguments.record) {
        (Some(text), _) => Setup::parse(text, &variant)
            .and_then(|setup| setup.build())
            .map_err(|error| refuse(Problem::explain("--fen", &error)))?,
        (None, Some(path)) => {
            let is_set = arguments.game.is_set() || !before.is_empty();
            recorded(path, arguments, is_set.then_some(variant))
                .map_err(|error| Failure::Usage(format!("{error:#}")))?
        }
        (None, None) => {
            Position::new(variant).map_err(|error| refuse(Problem::explain("the game", &error)))?
        }
    };
    for word in arguments.moves.iter().flat_map(|moves| moves.split_whitespace()) {
        let mv = word.parse().map_err(|error| refuse(Problem::explain("--moves", &error)))?;
        position.play(mv).map_err(|error| {
            refuse(Problem::new("--moves", word, error.expected()).because(error))
        })?;
    }
    if Color::ALL.into_iter().any(|color| position.conversions(color) > 0) {
        let problem = Problem::new("the game", position.variant().to_string(), "no conversions");
        return Err(refuse(problem));
    }
    if position.is_over() {
        return Err(refuse(Problem::new("the position", position.fen(), "a game that goes on")));
    }
    Ok(position)
}

/// The position in a file; what the file leaves open is as in `game`.
fn recorded(path: &Path, arguments: &Prove, game: Option<Variant>) -> anyhow::Result<Position> {
    let name = path.display().to_string();
    let loaded = games_in(&bytes(path)?, path, None, game)?;
    let game = chosen(&name, loaded.games, arguments.number)?;
    let played = game.moves.len();
    let plies = arguments.ply.unwrap_or(played);
    if plies > played {
        return Err(anyhow!("--ply: {plies}: expected 0 to {played}, the moves of {name}"));
    }
    for line in loaded.notes {
        note(&line);
    }
    game.position_after(plies).with_context(|| name)
}

struct Work<'a> {
    arguments: &'a Prove,
    position: Position,
    deadline: Option<Instant>,
    bar: ProgressBar,
    /// Positions visited so far.
    visited: u64,
}

impl Work<'_> {
    /// Proves one claim, or says what became of it.
    fn settle(&mut self, claim: Claim) -> Result<(), Failure> {
        let memory = Arc::new(Memory::new(&self.position, claim, &self.limits(u64::MAX)));
        let mut saved = self.arguments.resume.as_deref().map(Saved::new);
        if let Some(saved) = &saved
            && saved.fill(&memory)?
        {
            note(&format!("goes on from {}", saved.path().display()));
        }
        let finding = self.look_with(&memory, claim, u64::MAX, saved.as_mut());
        if let Some(saved) = saved {
            saved.end(&memory)?;
        }
        match finding {
            Finding::Proven(proof) => self.publish(&[&*proof]),
            Finding::Refuted => {
                put(format!("refuted: {claim}, {} positions\n", self.visited).as_bytes())?;
                Err(Failure::Told(NOT_PROVEN))
            }
            Finding::Undecided => self.undecided(claim),
        }
    }

    fn undecided(&self, claim: Claim) -> Result<(), Failure> {
        put(format!("undecided: {claim}, {} positions\n", self.visited).as_bytes())?;
        Err(Failure::Told(NOT_PROVEN))
    }

    /// Proves what is true of the position: that somebody wins, or that both hold. Each
    /// question is looked at for a while, then all of them four times as long: nobody
    /// knows which one is easy.
    fn value(&mut self) -> Result<(), Failure> {
        let side = self.position.side();
        let mut questions: Vec<Claim> = [Goal::Wins, Goal::Holds]
            .into_iter()
            .flat_map(|goal| [Claim { prover: side, goal }, Claim { prover: !side, goal }])
            .collect();
        let mut held = Vec::new();
        let mut given_up = None;
        let mut most = FIRST_LOOK;
        loop {
            for claim in questions.clone() {
                let is_slow = claim.goal == Goal::Holds && self.position.empty_count() > LARGE;
                let most = if is_slow { most / SLOWER } else { most };
                let before = self.visited;
                match (claim.goal, self.look(claim, most)) {
                    (Goal::Wins, Finding::Proven(proof)) => return self.publish(&[&*proof]),
                    (Goal::Holds, Finding::Proven(proof)) => held.push(proof),
                    // Who does not hold has lost.
                    (Goal::Holds, Finding::Refuted) => {
                        return self.settle(Claim { prover: !claim.prover, goal: Goal::Wins });
                    }
                    (Goal::Wins, Finding::Refuted) => {}
                    (_, Finding::Undecided) if self.is_over() || self.visited - before >= most => {
                        continue;
                    }
                    // No limit was in the way: another look would end as this one did.
                    (_, Finding::Undecided) => given_up = Some(claim),
                }
                questions.retain(|other| *other != claim);
            }
            if held.len() == 2 {
                held.sort_by_key(|proof| proof.claim.prover == side);
                let proofs: Vec<&Proof> = held.iter().map(|proof| &**proof).collect();
                return self.publish(&proofs);
            }
            if self.is_over() || questions.is_empty() {
                return match questions.first().copied().or(given_up) {
                    Some(claim) => self.undecided(claim),
                    None => Err(anyhow!("{}: no claim is left", self.position.fen()).into()),
                };
            }
            most = most.saturating_mul(4);
        }
    }

    /// Whether a limit was reached.
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.arguments.nodes.is_some_and(|nodes| self.visited >= nodes)
    }

    /// What a search may take that visits at most so many positions.
    fn limits(&self, most: u64) -> ProveLimits {
        let left = self.arguments.nodes.unwrap_or(u64::MAX).saturating_sub(self.visited);
        let Prove { memory, threads, .. } = *self.arguments;
        let (nodes, memory) = (left.min(most), memory << 20);
        ProveLimits { nodes, memory, threads, ..ProveLimits::default() }
    }

    fn look(&mut self, claim: Claim, most: u64) -> Finding {
        let memory = Arc::new(Memory::new(&self.position, claim, &self.limits(most)));
        self.look_with(&memory, claim, most, None)
    }

    /// The same with what is known already, which is saved now and then.
    fn look_with(
        &mut self,
        memory: &Arc<Memory>,
        claim: Claim,
        most: u64,
        mut saved: Option<&mut Saved>,
    ) -> Finding {
        let limits = self.limits(most);
        if limits.nodes == 0 || self.is_over() {
            return Finding::Undecided;
        }
        let (bar, deadline, position) = (&self.bar, self.deadline, &self.position);
        let goes_on = &mut |report: &Report| {
            let Report { nodes, proof, disproof, depth } = report;
            bar.set_message(format!(
                "{claim}: {nodes} positions, proof {proof}, disproof {disproof}, depth {depth}"
            ));
            bar.tick();
            let is_saved = saved.as_mut().is_none_or(|saved| saved.keep(memory));
            is_saved && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let (finding, visited) = prove_with(memory, position, claim, &limits, goes_on);
        self.visited += visited;
        finding
    }

    /// Writes the proofs and says so. The last line is about all of them.
    fn publish(&self, proofs: &[&Proof]) -> Result<(), Failure> {
        let mut lines = String::new();
        for proof in proofs {
            let (claim, nodes, visited) = (proof.claim, proof.len(), self.visited);
            let mut line = format!("proven: {claim}, {nodes} nodes, {visited} positions");
            if let Some(out) = &self.arguments.out {
                let path = if proofs.len() > 1 { with_claim(out, claim) } else { out.clone() };
                let bytes = packed(proof, &path)?;
                write_whole(&path, &bytes)?;
                let _ = write!(line, ", {} bytes in {}", bytes.len(), path.display());
            }
            lines += &(line + "\n");
        }
        put(lines.as_bytes())
    }
}

/// The name of a file with the claim before its extensions: `draw-x-holds.proof.gz`.
fn with_claim(path: &Path, claim: Claim) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // A dot at the beginning begins no extension.
    let end = name.get(1..).and_then(|rest| rest.find('.')).map_or(name.len(), |at| at + 1);
    let (stem, extensions) = name.split_at(end);
    let claim = claim.to_string().replace(' ', "-");
    path.with_file_name(format!("{stem}-{claim}{extensions}"))
}

/// The proof as a file of that name holds it.
fn packed(proof: &Proof, path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    proof::write(proof, &mut text)?;
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(text);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&text).and_then(|()| encoder.finish());
    packed.map_err(|error| anyhow!("{}: {error}: expected to be packed", path.display()))
}

/// A line on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_spinner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, seconds) in [("60s", 60), ("10m", 600), ("2h", 7200), ("5", 5)] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs(seconds)));
        }
        for bad in ["", "s", "0s", "-1s", "1.5m", "1d", "1000001s", "1 s"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_of_files_take_the_claim() {
        let claim = Claim { prover: Color::Black, goal: Goal::Holds };
        for (name, expected) in [
            ("a/draw.proof.gz", "a/draw-x-holds.proof.gz"),
            ("draw", "draw-x-holds"),
            (".draw", ".draw-x-holds"),
        ] {
            assert_eq!(with_claim(Path::new(name), claim), Path::new(expected));
        }
    }
}
