//! Whether a puzzle is what it says, by the checker of proofs alone.

use anyhow::anyhow;

use tengen_engine::game::{Move, NoObserver, Square};
use tengen_engine::proof::{self, Proof, Settings, Then, Verdict};
use tengen_engine::puzzle::PuzzleKind;

use super::{OpenPuzzle, PuzzleRecord};

/// Replies that a check may play for one proof; puzzles need far fewer.
const REPLIES: u64 = 50_000_000;
/// Bytes to remember in while a proof is checked.
const MEMORY: usize = 1 << 20;

/// Checks the proof of a puzzle: of an attack that the solution wins, of a defence that each
/// other legal move loses.
///
/// # Errors
/// A line about what is wrong with it.
pub(crate) fn check(record: &PuzzleRecord) -> anyhow::Result<()> {
    let puzzle = record.open()?;
    let mut position = puzzle.position.clone();
    for word in record.line.split_whitespace() {
        let square: Square =
            word.parse().map_err(|_| anyhow!("line: {word}: expected a square"))?;
        position.play(Move::place(square)).map_err(|error| anyhow!("line: {word}: {error}"))?;
    }
    match puzzle.kind {
        PuzzleKind::Vcf | PuzzleKind::Vct => check_one(&puzzle.proof, "the solution"),
        PuzzleKind::Defence => check_defence(&puzzle),
    }
}

fn check_one(proof: &Proof, what: &str) -> anyhow::Result<()> {
    let settings = Settings { replies: REPLIES, memory: MEMORY, ..Settings::default() };
    match proof::check(proof, &settings, &mut |_| true) {
        Verdict::Proven(_) => Ok(()),
        Verdict::Refuted(refutation, _) => Err(anyhow!("{what}: not proven: {refutation}")),
        Verdict::TooLong(_) | Verdict::Stopped(_) => {
            Err(anyhow!("{what}: not proven within {REPLIES} replies"))
        }
    }
}

/// After each other move the rest of the strategy is a proof of its own.
fn check_defence(puzzle: &OpenPuzzle) -> anyhow::Result<()> {
    let root = puzzle.proof.node(puzzle.proof.len() as u32 - 1);
    let Then::Replies { listed, others } = root.then else {
        return Err(anyhow!("proof: expected answers to the moves of the defender"));
    };
    for mv in puzzle.position.legal_moves() {
        let square = mv.square();
        if square == puzzle.solution {
            continue;
        }
        let own = listed.iter().find(|reply| reply.square == square).map(|reply| reply.next);
        let next = own.or(others).filter(|next| next.symmetry.index() == 0);
        let Some(next) = next else { return Err(anyhow!("{square}: expected an answer to it")) };
        let mut part = puzzle.proof.part(next.node);
        part.position.play_unchecked(mv, &mut NoObserver);
        if part.position.is_over() {
            return Err(anyhow!("{square}: ends the game: expected a move that loses"));
        }
        check_one(&part, &square.to_string())?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../../tests/support/effort.rs"]
mod effort;

#[cfg(test)]
mod tests {
    use super::super::{read, shipped};
    use super::*;

    const LINES: &[u8] = include_bytes!("../../../tests/data/puzzles.jsonl");

    #[test]
    fn the_puzzles_of_the_program_are_proven() {
        let puzzles = shipped().unwrap();
        assert_eq!(puzzles.len(), 300);
        for puzzle in puzzles.iter().step_by(effort::of(15, 1)) {
            check(puzzle).unwrap_or_else(|error| panic!("{}: {error}", puzzle.position));
        }
        for rule in ["freestyle", "standard", "renju"] {
            for kind in PuzzleKind::ALL {
                let is_it = |puzzle: &&PuzzleRecord| {
                    puzzle.kind == kind && puzzle.position.contains(&format!("rule={rule}"))
                };
                let some: Vec<&PuzzleRecord> = puzzles.iter().filter(is_it).collect();
                let is_easy = |puzzle: &&&PuzzleRecord| puzzle.grade <= 2;
                let easy = some.iter().filter(is_easy).count();
                assert!(some.len() >= 33 && easy < some.len(), "{rule} {kind:?}: {}", some.len());
            }
        }
    }

    #[test]
    fn damage_is_noticed() {
        let puzzles = read(LINES).unwrap();
        assert_eq!(puzzles.len(), 3);
        for puzzle in &puzzles {
            check(puzzle).unwrap();
            // Another move is not shown to be right, and no other one to lose.
            let other = puzzle.false_tries.split(' ').next().unwrap();
            let swapped = PuzzleRecord { solution: other.to_owned(), ..puzzle.clone() };
            assert!(check(&swapped).is_err(), "{other} of {}", puzzle.position);
            // Each node is needed for something: without its replies it wins nothing.
            let nodes: Vec<&str> = puzzle.proof.lines().skip(3).collect();
            for number in (0..nodes.len()).filter(|&number| nodes[number].contains(" *:")) {
                let mut cut = nodes.clone();
                cut[number] = nodes[number].split(' ').next().unwrap();
                let head: Vec<&str> = puzzle.proof.lines().take(3).collect();
                let proof = format!("{}\n{}\n", head.join("\n"), cut.join("\n"));
                let damaged = PuzzleRecord { proof, ..puzzle.clone() };
                assert!(check(&damaged).is_err(), "node {number} of {}", puzzle.position);
            }
        }
    }
}
