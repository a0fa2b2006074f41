//! What is tried with a claim, and what is written of it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::game::Position;
use tengen_engine::proof::{self, Claim, Goal, Proof};
use tengen_engine::prove::{
    Finding, Memory, ProveLimits, ProveProgress, Settled, prove_with, settle,
};

use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::files::{write_elsewhere, write_whole};

use super::cli::Prove;
use super::saved::Saved;

/// Exit code when nothing was proven.
pub(super) const NOT_PROVEN: u8 = 1;
/// Exit code when a proof was found that could not be written to the file asked for.
const NOT_WRITTEN: u8 = 1;
/// Positions of the first turn of each claim, where none is given.
const FIRST_TURN: u64 = 100_000;
/// With more empty squares, the question which side holds gets fewer positions: each takes
/// longer.
const LARGE: usize = 64;
/// How many times fewer positions the question which side holds gets there.
const SLOWER: u64 = 64;

/// Which side wins and which holds, asked for both sides.
const QUESTIONS: usize = 4;

/// A claim, and what is known of it.
#[derive(Clone)]
struct ClaimQuestion {
    claim: Claim,
    memory: Arc<Memory>,
}

/// A position and what is asked about it.
pub(super) struct Work<'a> {
    pub(super) arguments: &'a Prove,
    pub(super) position: Position,
    pub(super) deadline: Option<Instant>,
    pub(super) bar: ProgressBar,
    /// Positions visited so far.
    pub(super) visited: u64,
}

impl Work<'_> {
    /// Proves one claim, or says what became of it.
    pub(super) fn settle(&mut self, claim: Claim) -> Result<(), Failure> {
        let limits = self.limits(u64::MAX);
        let memory = Arc::new(Memory::new(&self.position, claim, &limits.shares()[0]));
        let mut saved = self.arguments.resume.as_deref().map(Saved::new).transpose()?;
        if let Some(saved) = &saved
            && saved.fill(&memory)?
        {
            note(&format!("goes on from {}", saved.path().display()));
        }
        let settled = self.dispute(&memory, claim, &limits, saved.as_mut());
        let ended = saved.map_or(Ok(()), |saved| saved.end(&memory));
        // What was found is handed over even where there is no room for what is known.
        let told = match settled {
            Settled::Proven(proof) => self.publish(&[&*proof]),
            Settled::Opposed(proof) => self.refuted(claim, Some(&proof)),
            Settled::Refuted => self.refuted(claim, None),
            Settled::Undecided => self.undecided(claim),
        };
        ended?;
        told
    }

    /// Looks at a claim, and at its opposite where that is cheap.
    fn dispute(
        &mut self,
        memory: &Arc<Memory>,
        claim: Claim,
        limits: &ProveLimits,
        saved: Option<&mut Saved>,
    ) -> Settled {
        let mut goes_on = self.watch(memory, saved);
        let (settled, visited) = settle(memory, &self.position, claim, limits, &mut goes_on);
        drop(goes_on);
        self.visited += visited;
        settled
    }

    /// Says that a claim is false, and by what, if there is a proof of the opposite.
    fn refuted(&self, claim: Claim, opposite: Option<&Proof>) -> Result<(), Failure> {
        let why = opposite.map_or_else(String::new, |proof| {
            format!("because {}: {} nodes, ", proof.claim, proof.len())
        });
        put(format!("refuted: {claim}, {why}{} positions\n", self.visited).as_bytes())?;
        if let Some(out) = &self.arguments.out {
            let (name, opposite) = (out.display(), claim.opposite());
            note(&format!(
                "{name}: not written, for {claim} is false; --claim '{opposite}' asks for a proof of that"
            ));
        }
        Err(Failure::Told(NOT_PROVEN))
    }

    fn undecided(&self, claim: Claim) -> Result<(), Failure> {
        put(format!("undecided: {claim}, {} positions\n", self.visited).as_bytes())?;
        Err(Failure::Told(NOT_PROVEN))
    }

    /// Proves what is true of the position: that one side wins, or that both hold. The questions
    /// take turns, each of them twice as long as the one before, and go on where they were:
    /// which one is easy is not known before.
    pub(super) fn value(&mut self) -> Result<(), Failure> {
        let side = self.position.side();
        let mut questions: Vec<ClaimQuestion> = [Goal::Wins, Goal::Holds]
            .into_iter()
            .flat_map(|goal| [Claim { prover: side, goal }, Claim { prover: !side, goal }])
            .map(|claim| self.question(claim))
            .collect();
        let mut held = Vec::new();
        let mut given_up = None;
        let mut most = FIRST_TURN;
        let winner = 'turns: loop {
            for ClaimQuestion { claim, memory } in questions.clone() {
                let is_slow = claim.goal == Goal::Holds && self.position.empty_count() > LARGE;
                let limits = self.limits_of_one(if is_slow { most / SLOWER } else { most });
                let before = self.visited;
                let others_win = Claim { prover: !claim.prover, goal: Goal::Wins };
                match (claim.goal, self.look_with(&memory, claim, &limits)) {
                    (Goal::Wins, Finding::Proven(proof)) => return self.publish(&[&*proof]),
                    (Goal::Holds, Finding::Proven(proof)) => {
                        questions.retain(|question| question.claim != others_win);
                        held.push(proof);
                    }
                    // A side that does not hold has lost.
                    (Goal::Holds, Finding::Refuted) => break 'turns others_win,
                    (Goal::Wins, Finding::Refuted) => {}
                    (_, Finding::Undecided)
                        if self.is_over() || self.visited - before >= limits.nodes =>
                    {
                        continue;
                    }
                    // No limit was in the way: another look would end as this one did.
                    (_, Finding::Undecided) => given_up = Some(claim),
                }
                questions.retain(|question| question.claim != claim);
            }
            if held.len() == 2 {
                held.sort_by_key(|proof| proof.claim.prover == side);
                let proofs: Vec<&Proof> = held.iter().map(|proof| &**proof).collect();
                return self.publish(&proofs);
            }
            if self.is_over() || questions.is_empty() {
                let open = questions.first().map(|question| question.claim);
                return match open.or(given_up) {
                    Some(claim) => self.undecided(claim),
                    None => Err(anyhow!("{}: no claim is left", self.position.fen()).into()),
                };
            }
            most = most.saturating_mul(2);
        };
        // `settle` takes all of the memory.
        drop(questions);
        self.settle(winner)
    }

    fn question(&self, claim: Claim) -> ClaimQuestion {
        let limits = self.limits_of_one(u64::MAX);
        ClaimQuestion { claim, memory: Arc::new(Memory::new(&self.position, claim, &limits)) }
    }

    /// The limits of one of the [`QUESTIONS`]: at most `most` positions, and a share of the memory.
    fn limits_of_one(&self, most: u64) -> ProveLimits {
        let limits = self.limits(most);
        ProveLimits { memory: limits.memory / QUESTIONS, ..limits }
    }

    /// Whether a limit was reached.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.arguments.nodes.is_some_and(|nodes| self.visited >= nodes)
    }

    /// The limits of a search: at most `most` positions, and no more than the arguments leave.
    fn limits(&self, most: u64) -> ProveLimits {
        let left = self.arguments.nodes.unwrap_or(u64::MAX).saturating_sub(self.visited);
        let Prove { memory, threads, .. } = *self.arguments;
        let (nodes, memory) = (left.min(most), memory << 20);
        ProveLimits { nodes, memory, threads, ..ProveLimits::default() }
    }

    /// Looks at a claim as long as all limits allow.
    pub(super) fn look(&mut self, claim: Claim) -> Finding {
        let limits = self.limits(u64::MAX);
        let memory = Arc::new(Memory::new(&self.position, claim, &limits));
        self.look_with(&memory, claim, &limits)
    }

    /// Looks at a claim within `limits`, with what `memory` knows already.
    fn look_with(&mut self, memory: &Arc<Memory>, claim: Claim, limits: &ProveLimits) -> Finding {
        if limits.nodes == 0 || self.is_over() {
            return Finding::Undecided;
        }
        let mut watch = self.watch(memory, None);
        let goes_on = &mut |report: &ProveProgress| watch(claim, report);
        let (finding, visited) = prove_with(memory, &self.position, claim, limits, goes_on);
        drop(watch);
        self.visited += visited;
        finding
    }

    /// Shows how a search goes, saves what it knows now and then, and says when it is to end.
    fn watch<'a, 'b: 'a>(
        &'a self,
        memory: &'a Memory,
        mut saved: Option<&'a mut Saved<'b>>,
    ) -> impl FnMut(Claim, &ProveProgress) -> bool + Send + 'a {
        let (bar, deadline) = (&self.bar, self.deadline);
        move |claim, report| {
            let ProveProgress { nodes, proof, disproof, depth } = report;
            bar.set_message(format!(
                "{claim}: {nodes} positions, proof {proof}, disproof {disproof}, depth {depth}"
            ));
            bar.tick();
            let is_saved = saved.as_mut().is_none_or(|saved| saved.keep(memory));
            is_saved && deadline.is_none_or(|deadline| Instant::now() < deadline)
        }
    }

    /// Writes the proofs to their files, where files were asked for, and prints a line for each.
    pub(super) fn publish(&self, proofs: &[&Proof]) -> Result<(), Failure> {
        let (mut lines, mut is_astray) = (String::new(), false);
        for proof in proofs {
            let (claim, nodes, visited) = (proof.claim, proof.len(), self.visited);
            let mut line = format!("proven: {claim}, {nodes} nodes, {visited} positions");
            if let Some(out) = &self.arguments.out {
                let path = if proofs.len() > 1 { with_claim(out, claim) } else { out.clone() };
                let bytes = packed(proof, &path)?;
                let place = written(&path, &bytes);
                is_astray |= place.as_ref() != Some(&path);
                if let Some(place) = place {
                    let _ = write!(line, ", {} bytes in {}", bytes.len(), place.display());
                }
            }
            lines += &(line + "\n");
        }
        put(lines.as_bytes())?;
        if is_astray { Err(Failure::Told(NOT_WRITTEN)) } else { Ok(()) }
    }
}

/// Writes a proof to its place; if that fails, to another one, as the proof may have taken
/// hours, and says why. Gives the path of the proof, or `None` where no place took it.
fn written(path: &Path, bytes: &[u8]) -> Option<PathBuf> {
    let Err(error) = write_whole(path, bytes) else { return Some(path.to_owned()) };
    let other = write_elsewhere(path, bytes);
    let hint = match &other {
        Some(other) => format!("the proof is in {}", other.display()),
        None => "no other folder took the proof".to_owned(),
    };
    note(&format!("{error:#}; {hint}"));
    other
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

/// The bytes of `proof` for the file `path`: packed if its name ends in `.gz`.
pub(super) fn packed(proof: &Proof, path: &Path) -> anyhow::Result<Vec<u8>> {
    let text = proof::text(proof).into_bytes();
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(text);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&text).and_then(|()| encoder.finish());
    packed.map_err(|error| anyhow!("{}: {error}: expected to be packed", path.display()))
}

/// A line on a terminal; elsewhere nothing is shown.
pub(super) fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_spinner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Color;

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
