//! Puzzles as lines of JSON: what `tengen puzzles` writes, what is solved with them, and how.

mod check;
#[cfg(test)]
#[path = "../../../tests/support/effort.rs"]
mod effort;
mod known;
mod solving;
mod source;

use std::io::{BufRead, BufReader, Read};
use std::sync::OnceLock;

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};

use tengen_engine::game::{Color, Position, Setup, Square, Variant};
use tengen_engine::proof::{self, Claim, Goal, Proof};
use tengen_engine::puzzle::{Puzzle, PuzzleKind};

pub use check::check;
pub use known::{Known, Refutation};
pub use solving::{ANSWER_NODES, Look, Outcome, Right, Solving, Why};
pub use source::PuzzleSource;

/// What a line of puzzles looks like, for other programs.
pub const SCHEMA: &str = include_str!("puzzle.schema.json");

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
    pub fn serialize<S: Serializer>(kind: &PuzzleKind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PuzzleKind, D::Error> {
        let name = String::deserialize(from)?;
        PuzzleKind::of_name(&name).ok_or_else(|| D::Error::unknown_variant(&name, NAMES))
    }
}

/// A line: a position in which one move is right, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "A line of tengen puzzles"))]
pub struct PuzzleRecord {
    /// The position as text; the side to move has to find the solution.
    pub position: String,
    /// What has to be found.
    #[cfg_attr(test, schemars(with = "crate::contracts::PuzzleKind"))]
    #[serde(with = "kind_name")]
    pub kind: PuzzleKind,
    /// The right move.
    #[cfg_attr(test, schemars(with = "crate::contracts::Square"))]
    pub solution: String,
    /// The longest line of the proof; of a defence it begins with a wrong move.
    #[cfg_attr(test, schemars(with = "crate::contracts::Squares"))]
    pub line: String,
    /// Moves of the winner in `line`.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub moves: u16,
    /// Moves of the winner that make a four.
    pub fours: u16,
    /// Moves of the winner that make an open three and no four.
    pub threes: u16,
    /// Moves of the winner that make neither, and complete no line.
    pub quiet: u16,
    /// Other moves that look right.
    #[cfg_attr(test, schemars(with = "crate::contracts::Squares"))]
    pub false_tries: String,
    /// How hard the puzzle is, 1 to 9.
    #[cfg_attr(test, schemars(range(min = 1, max = 9)))]
    pub grade: u8,
    /// Other moves of an attack that are not proven to lose.
    #[cfg_attr(test, schemars(with = "crate::contracts::Squares"))]
    pub open: String,
    /// Positions given to the open moves together; of a defence to the position after the
    /// solution. No win was found in them; 0 where all is proven.
    pub searched: u64,
    /// Positions given to the proof that an open move wins, for each of the eight best.
    pub proved: u64,
    /// Where the puzzle comes from.
    pub source: PuzzleSource,
    /// The proof that the solution wins, as a file has it; of a defence there may be none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(regex(pattern = "^tengen-proof 1\n")))]
    pub win: Option<String>,
    /// How the opponent wins after every move but the solution and the open ones, as a file
    /// has it; absent where the opponent completes a line after each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(regex(pattern = "^tengen-proof 1\n")))]
    pub losses: Option<String>,
}

impl PuzzleRecord {
    /// The line of a puzzle.
    pub fn new(puzzle: &Puzzle, source: PuzzleSource) -> PuzzleRecord {
        let words = |squares: &[Square]| {
            let words: Vec<String> = squares.iter().map(Square::to_string).collect();
            words.join(" ")
        };
        let counts = puzzle.counts;
        PuzzleRecord {
            position: puzzle.position.fen(),
            kind: puzzle.kind,
            solution: puzzle.solution.to_string(),
            line: words(&puzzle.line),
            moves: counts.moves,
            fours: counts.fours,
            threes: counts.threes,
            quiet: counts.quiet,
            false_tries: words(&puzzle.false_tries),
            grade: puzzle.grade(),
            open: words(&puzzle.open),
            searched: puzzle.searched,
            proved: puzzle.proved,
            source,
            win: puzzle.win.as_ref().map(proof::text),
            losses: puzzle.losses.as_ref().map(proof::text),
        }
    }

    /// Position, solution and proofs, as far as they fit together; whether they are right,
    /// only [`check()`] says.
    ///
    /// # Errors
    /// A line about what is no puzzle.
    pub fn open(&self) -> anyhow::Result<OpenPuzzle> {
        let usual = Variant::preset("gomoku")?;
        let setup = Setup::parse(&self.position, &usual).map_err(|error| anyhow!("{error}"))?;
        let position = setup.build().map_err(|error| anyhow!("position: {error}"))?;
        let solution = square_of("solution", &self.solution)?;
        let open: anyhow::Result<Vec<Square>> =
            self.open.split_whitespace().map(|word| square_of("open", word)).collect();
        let side = position.side();
        let win = read_proof("win", self.win.as_deref(), &position, side)?;
        let losses = read_proof("losses", self.losses.as_deref(), &position, !side)?;
        if win.is_none() && self.kind != PuzzleKind::Defence {
            return Err(anyhow!("win: {}: expected the proof that it wins", self.kind.name()));
        }
        if win.as_ref().is_some_and(|proof| root_move(proof) != Some(solution)) {
            return Err(anyhow!("solution: {solution}: expected the first move of the proof"));
        }
        if losses.as_ref().is_some_and(|proof| root_move(proof).is_some()) {
            return Err(anyhow!("losses: expected answers to the moves of the other side"));
        }
        Ok(OpenPuzzle { position, kind: self.kind, solution, open: open?, win, losses })
    }
}

fn square_of(what: &str, word: &str) -> anyhow::Result<Square> {
    word.parse().map_err(|_| anyhow!("{what}: {word}: expected a square, as in h8"))
}

/// The square that a proof plays first.
fn root_move(proof: &Proof) -> Option<Square> {
    proof.node(proof.len() as u32 - 1).square
}

/// Reads a proof that a player wins in a position.
fn read_proof(
    what: &str,
    text: Option<&str>,
    position: &Position,
    prover: Color,
) -> anyhow::Result<Option<Proof>> {
    let Some(text) = text else { return Ok(None) };
    let proof = proof::read(&mut text.as_bytes()).map_err(|error| anyhow!("{what}: {error}"))?;
    let claim = Claim { prover, goal: Goal::Wins };
    if proof.claim != claim {
        return Err(anyhow!("{what}: {}: expected {claim}", proof.claim));
    }
    if proof.position.key() != position.key() || proof.position.variant() != position.variant() {
        return Err(anyhow!("{what}: another position: expected {}", position.fen()));
    }
    Ok(Some(proof))
}

/// A puzzle that can be played.
pub struct OpenPuzzle {
    /// The side to move has to find the solution.
    pub position: Position,
    /// What has to be found.
    pub kind: PuzzleKind,
    /// The right move.
    pub solution: Square,
    /// Other moves that are not proven to lose.
    pub open: Vec<Square>,
    /// The proof that the solution wins; of a defence there may be none.
    pub win: Option<Proof>,
    /// The proof that the opponent wins after all moves but the solution and the open ones; where
    /// it is `None`, the opponent completes a line after each of these moves.
    pub losses: Option<Proof>,
}

/// The puzzles in lines; empty lines are none.
///
/// # Errors
/// The number of the first line that is no puzzle, and why.
pub fn read(input: impl Read) -> anyhow::Result<Vec<PuzzleRecord>> {
    let mut reader = BufReader::new(input);
    let mut puzzles = Vec::new();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let mut bounded = reader.by_ref().take(LONGEST_LINE as u64 + 2);
        if bounded.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let line = line.trim_ascii();
        if line.len() > LONGEST_LINE {
            return Err(anyhow!("line {number}: expected at most {LONGEST_LINE} bytes"));
        }
        if line.is_empty() {
            continue;
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

/// The file of the puzzles that come with the program.
struct Shipped {
    #[cfg(feature = "puzzles")]
    packed: &'static [u8],
    /// The sum of what is packed, by which versions of it are told apart.
    sum: u32,
}

const SHIPPED: Shipped = Shipped::new(include_bytes!("shipped.jsonl.gz"));

impl Shipped {
    /// The puzzles in a file, whose bytes are not kept unless they are to be in the program.
    const fn new(packed: &'static [u8]) -> Shipped {
        // Eight bytes at the end of what gzip packs: the sum and the length.
        let end: &[u8; 8] = packed.last_chunk().expect("a packed file has an end");
        let [first, second, third, fourth, ..] = *end;
        Shipped {
            #[cfg(feature = "puzzles")]
            packed,
            sum: u32::from_le_bytes([first, second, third, fourth]),
        }
    }

    #[cfg(feature = "puzzles")]
    fn read(&self) -> anyhow::Result<Vec<PuzzleRecord>> {
        read(flate2::read::GzDecoder::new(self.packed))
    }

    #[cfg(not(feature = "puzzles"))]
    fn read(&self) -> anyhow::Result<Vec<PuzzleRecord>> {
        let host = HOST.get().context("not in this program: expected a host that has them")?;
        read(&host(&self.file())[..])
    }

    /// The name of the file, unpacked: another one for each version.
    fn file(&self) -> String {
        format!("puzzles-{:08x}.jsonl", self.sum)
    }
}

/// The puzzles that come with the program, easy ones first. The first call reads them.
///
/// # Errors
/// When the puzzles cannot be read.
pub fn shipped() -> anyhow::Result<&'static [PuzzleRecord]> {
    static READ: OnceLock<Vec<PuzzleRecord>> = OnceLock::new();
    if let Some(puzzles) = READ.get() {
        return Ok(puzzles);
    }
    let puzzles = SHIPPED.read().context("the puzzles of the program")?;
    Ok(READ.get_or_init(|| puzzles))
}

/// The puzzles that come with the program as a packed file, and the name under which a build
/// without the feature `puzzles` asks its host for what is packed there.
#[cfg(feature = "puzzles")]
pub fn shipped_file() -> (String, &'static [u8]) {
    (SHIPPED.file(), SHIPPED.packed)
}

/// See [`fetch_by`].
static HOST: OnceLock<fn(&str) -> Vec<u8>> = OnceLock::new();

/// Asks `host` from now on for puzzles that are not in the program, by the name of their file, which
/// `shipped_file` tells; a host that cannot give it does not return. The first host stays.
pub fn fetch_by(host: fn(&str) -> Vec<u8>) {
    // The first host stays: there is one outside.
    let _ = HOST.set(host);
}
