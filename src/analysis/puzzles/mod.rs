//! Puzzles as lines of JSON: what `tengen puzzles` writes, what is solved with them, and how.

mod check;
mod known;
mod solving;
mod source;

use std::io::{self, Read};
use std::sync::OnceLock;

use anyhow::{Context, anyhow};
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};

use tengen_engine::game::{Position, Setup, Square, Variant};
use tengen_engine::proof::{self, Claim, Goal, Proof};
use tengen_engine::puzzle::{Puzzle, PuzzleKind};

use crate::cli::lines::{CutLine, LineCutter};

pub(crate) use check::check;
pub(crate) use known::{Known, Refutation};
pub(crate) use solving::{ANSWER_NODES, Look, Outcome, Right, Solving, Why};
pub(crate) use source::PuzzleSource;

/// What a line of puzzles looks like, for other programs.
pub(crate) const SCHEMA: &str = include_str!("puzzle.schema.json");

/// Longest line that is read, in bytes.
const LONGEST_LINE: usize = 4 << 20;

/// The kind of a puzzle by its name.
mod kind_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use tengen_engine::puzzle::PuzzleKind;

    const NAMES: &[&str] =
        &[PuzzleKind::ALL[0].name(), PuzzleKind::ALL[1].name(), PuzzleKind::ALL[2].name()];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
    pub(super) fn serialize<S: Serializer>(kind: &PuzzleKind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PuzzleKind, D::Error> {
        let name = String::deserialize(from)?;
        PuzzleKind::of_name(&name).ok_or_else(|| D::Error::unknown_variant(&name, NAMES))
    }
}

/// How sure it is that no other move is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShownRecord {
    /// Other moves that were looked at.
    pub moves: u32,
    /// Those that are known to lose.
    pub lost: u32,
    /// Positions of each search for a win by threats that found none.
    pub nodes: u64,
    /// Positions of each search that tried quiet moves, too, and found none.
    pub quiet_nodes: u64,
}

/// A line: a position in which one move is right, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PuzzleRecord {
    /// The position as text.
    pub position: String,
    /// What has to be found.
    #[serde(with = "kind_name")]
    pub kind: PuzzleKind,
    /// The right move.
    pub solution: String,
    /// The longest line of the proof; of a defence it begins with a wrong move.
    pub line: String,
    /// Moves of its winner.
    pub moves: u16,
    /// Those of them that make a four.
    pub fours: u16,
    /// Those that make an open three and no four.
    pub threes: u16,
    /// Those that do neither and complete no line.
    pub quiet: u16,
    /// Other moves that look right.
    pub false_tries: String,
    /// How hard it is, 1 to 9.
    pub grade: u8,
    /// How sure it is that no other move is right.
    pub shown: ShownRecord,
    /// Where it comes from.
    pub source: PuzzleSource,
    /// The proof, as a file has it.
    pub proof: String,
}

impl PuzzleRecord {
    /// The line of a puzzle.
    pub fn new(puzzle: &Puzzle, source: PuzzleSource) -> PuzzleRecord {
        let words = |squares: &[Square]| {
            let words: Vec<String> = squares.iter().map(Square::to_string).collect();
            words.join(" ")
        };
        let (sights, shown) = (puzzle.sights, puzzle.shown);
        PuzzleRecord {
            position: puzzle.position.fen(),
            kind: puzzle.kind,
            solution: puzzle.solution.to_string(),
            line: words(&puzzle.line),
            moves: sights.moves,
            fours: sights.fours,
            threes: sights.threes,
            quiet: sights.quiet,
            false_tries: words(&puzzle.false_tries),
            grade: puzzle.grade(),
            shown: ShownRecord {
                moves: shown.moves,
                lost: shown.lost,
                nodes: shown.nodes,
                quiet_nodes: shown.proven,
            },
            source,
            proof: proof::text(&puzzle.proof),
        }
    }

    /// Position, solution and proof, as far as they fit together; whether they are right,
    /// only [`check()`] says.
    ///
    /// # Errors
    /// A line about what is no puzzle.
    pub fn open(&self) -> anyhow::Result<OpenPuzzle> {
        let usual = Variant::preset("gomoku")?;
        let setup = Setup::parse(&self.position, &usual).map_err(|error| anyhow!("{error}"))?;
        let position = setup.build().map_err(|error| anyhow!("position: {error}"))?;
        let solution: Square = self
            .solution
            .parse()
            .map_err(|_| anyhow!("solution: {}: expected a square, as in h8", self.solution))?;
        let proof =
            proof::read(&mut self.proof.as_bytes()).map_err(|error| anyhow!("proof: {error}"))?;
        let winner = match self.kind {
            PuzzleKind::Vcf | PuzzleKind::Vct => position.side(),
            PuzzleKind::Defence => !position.side(),
        };
        let claim = Claim { prover: winner, goal: Goal::Wins };
        if proof.claim != claim {
            return Err(anyhow!("proof: {}: expected {claim}", proof.claim));
        }
        if proof.position.key() != position.key() || proof.position.variant() != position.variant()
        {
            return Err(anyhow!("proof: another position: expected {}", self.position));
        }
        let root = proof.node(proof.len() as u32 - 1);
        let is_answered = match self.kind {
            PuzzleKind::Vcf | PuzzleKind::Vct => root.square == Some(solution),
            PuzzleKind::Defence => root.square.is_none(),
        };
        if !is_answered {
            return Err(anyhow!("solution: {solution}: expected the first move of the proof"));
        }
        Ok(OpenPuzzle { position, kind: self.kind, solution, proof })
    }
}

/// A puzzle that can be played.
pub(crate) struct OpenPuzzle {
    /// The side to move has to find the solution.
    pub position: Position,
    /// What has to be found.
    pub kind: PuzzleKind,
    /// The right move.
    pub solution: Square,
    /// The proof that it wins; for a defence, that all other moves lose.
    pub proof: Proof,
}

/// The puzzles in lines; empty lines are none.
///
/// # Errors
/// The number of the first line that is no puzzle, and why.
pub(crate) fn read(input: impl Read) -> anyhow::Result<Vec<PuzzleRecord>> {
    let mut reader = io::BufReader::new(input);
    let mut cutter = LineCutter::new(LONGEST_LINE);
    let mut puzzles = Vec::new();
    for number in 1.. {
        let Some(CutLine { bytes, is_cut }) = cutter.read(&mut reader)? else { break };
        let line = bytes.trim_ascii();
        if line.is_empty() {
            continue;
        }
        if is_cut {
            return Err(anyhow!("line {number}: expected at most {LONGEST_LINE} bytes"));
        }
        let puzzle = serde_json::from_slice(line).map_err(|error| {
            let start: String = String::from_utf8_lossy(line).chars().take(40).collect();
            anyhow!(
                "line {number}: {start}: expected a puzzle, as tengen puzzles writes it ({error})"
            )
        })?;
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// The puzzles that come with the program, easy ones first. They are unpacked when they are
/// asked for, and not before.
///
/// # Errors
/// When the program is not what was built.
pub(crate) fn shipped() -> anyhow::Result<&'static [PuzzleRecord]> {
    static SHIPPED: OnceLock<Vec<PuzzleRecord>> = OnceLock::new();
    if let Some(puzzles) = SHIPPED.get() {
        return Ok(puzzles);
    }
    let packed: &[u8] = include_bytes!("shipped.jsonl.gz");
    let puzzles = read(GzDecoder::new(packed)).context("the puzzles of the program")?;
    Ok(SHIPPED.get_or_init(|| puzzles))
}
