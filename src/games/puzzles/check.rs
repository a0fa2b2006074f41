//! Whether a puzzle is what it says, by the checker of proofs alone.

use anyhow::anyhow;

use tengen_engine::game::{Move, Position, Square};
use tengen_engine::proof::{self, CheckSettings, Proof, ProofVerdict};
use tengen_engine::puzzle::Walk;

use super::{OpenPuzzle, PuzzleRecord};

/// Replies that a check may play for one proof; puzzles need far fewer.
const REPLIES: u64 = 50_000_000;
/// Memory for the check of a proof, in bytes.
const MEMORY: usize = 1 << 20;

/// Checks the proofs of a puzzle: that the solution wins, where there is a proof of that (a defence
/// may have none), and that each move but the solution and the open ones loses.
///
/// # Errors
/// A line about what is wrong with the puzzle.
pub fn check(record: &PuzzleRecord) -> anyhow::Result<()> {
    let puzzle = record.open()?;
    let mut position = puzzle.position.clone();
    for word in record.line.split_whitespace() {
        let square: Square =
            word.parse().map_err(|_| anyhow!("line: {word}: expected a square"))?;
        position.play(Move::place(square)).map_err(|error| anyhow!("line: {word}: {error}"))?;
    }
    if let Some(proof) = &puzzle.win {
        check_one(proof, "the solution")?;
    }
    check_losses(&puzzle)
}

fn check_one(proof: &Proof, what: &str) -> anyhow::Result<()> {
    let settings = CheckSettings { replies: REPLIES, memory: MEMORY, ..CheckSettings::default() };
    match proof::check(proof, &settings, &mut |_| true) {
        ProofVerdict::Proven(_) => Ok(()),
        ProofVerdict::Refuted(refutation, _) => Err(anyhow!("{what}: not proven: {refutation}")),
        ProofVerdict::TooLong(_) | ProofVerdict::Stopped(_) => {
            Err(anyhow!("{what}: not proven within {REPLIES} replies"))
        }
    }
}

/// Checks each move that is neither the solution nor open: after it the opponent completes a line,
/// or the rest of the strategy is a proof of its own.
fn check_losses(puzzle: &OpenPuzzle) -> anyhow::Result<()> {
    for mv in puzzle.position.legal_moves() {
        let square = mv.square();
        if square == puzzle.solution || puzzle.open.contains(&square) {
            continue;
        }
        let Some(losses) = &puzzle.losses else {
            let mut after = puzzle.position.clone();
            after.play_unchecked(mv);
            if after.is_over() || !completes_a_line(&after) {
                return Err(anyhow!("{square}: expected a move that loses at once"));
            }
            continue;
        };
        let next = Walk::new(losses).after(losses, square);
        let Some(next) = next else { return Err(anyhow!("{square}: expected a reply in losses")) };
        let mut part = losses.part(next.node());
        part.position.play_unchecked(mv);
        if part.position.is_over() {
            return Err(anyhow!("{square}: ends the game: expected a move that loses"));
        }
        check_one(&part, &square.to_string())?;
    }
    Ok(())
}

/// Whether the side to move has a move that completes a line.
fn completes_a_line(position: &Position) -> bool {
    let side = position.side();
    position.legal_moves().into_iter().any(|mv| position.has_line_through(mv.square(), side))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::super::{effort, read, shipped};
    use super::*;
    use tengen_engine::game::Rule;
    use tengen_engine::puzzle::PuzzleKind;

    const LINES: &[u8] = include_bytes!("../../../tests/data/puzzles.jsonl");

    #[test]
    fn the_puzzles_of_the_program_are_proven() {
        let puzzles = shipped().unwrap();
        assert_eq!(puzzles.len(), 300);
        // All of them keep one core busy for most of a minute.
        let tried: Vec<&PuzzleRecord> = puzzles.iter().step_by(effort::of(15, 1)).collect();
        thread::scope(|scope| {
            // The hard ones stand together.
            for some in (0..4).map(|first| tried.iter().skip(first).step_by(4)) {
                scope.spawn(move || {
                    for puzzle in some {
                        check(puzzle)
                            .unwrap_or_else(|error| panic!("{}: {error}", puzzle.position));
                    }
                });
            }
        });
        for puzzle in puzzles {
            let is_proven = puzzle.open.is_empty() && puzzle.win.is_some();
            assert!(is_proven && puzzle.searched == 0, "{}", puzzle.position);
        }
    }

    #[test]
    fn the_puzzles_of_the_program_are_of_all_kinds_rules_and_grades() {
        let puzzles = shipped().unwrap();
        let count = |is_it: &dyn Fn(&PuzzleRecord) -> bool| {
            puzzles.iter().filter(|puzzle| is_it(puzzle)).count()
        };
        for rule in Rule::ALL.map(Rule::name) {
            let is_of_it =
                |puzzle: &PuzzleRecord| puzzle.position.contains(&format!(" rule={rule} "));
            assert!(count(&is_of_it) >= 25, "{rule}");
            // What a child solves: complete the line, stop the line.
            for kind in [PuzzleKind::Vcf, PuzzleKind::Defence] {
                let is_easy = |puzzle: &PuzzleRecord| {
                    is_of_it(puzzle) && puzzle.kind == kind && puzzle.moves == 1
                };
                assert_eq!(count(&is_easy), 2, "{rule} {kind:?}");
            }
        }
        for grade in 1..=9 {
            let some = count(&|puzzle| puzzle.grade == grade);
            assert!(some >= 14, "grade {grade}: {some}");
        }
    }

    #[test]
    fn damage_is_noticed() {
        let puzzles = read(LINES).unwrap();
        assert_eq!(puzzles.len(), 4);
        for puzzle in &puzzles {
            check(puzzle).unwrap();
            // Another move is not shown to be right, and no other one to lose.
            let other = puzzle.line.split(' ').find(|word| *word != puzzle.solution).unwrap();
            let swapped = PuzzleRecord { solution: other.to_owned(), ..puzzle.clone() };
            assert!(check(&swapped).is_err(), "{other} of {}", puzzle.position);
            // Each node is needed for something: without its replies it wins nothing.
            for damaged in cuts(puzzle.win.as_deref()) {
                let damaged = PuzzleRecord { win: Some(damaged), ..puzzle.clone() };
                assert!(check(&damaged).is_err(), "{damaged:?}");
            }
            for damaged in cuts(puzzle.losses.as_deref()) {
                let damaged = PuzzleRecord { losses: Some(damaged), ..puzzle.clone() };
                assert!(check(&damaged).is_err(), "{damaged:?}");
            }
            let without = PuzzleRecord { losses: None, ..puzzle.clone() };
            assert_eq!(check(&without).is_err(), puzzle.losses.is_some(), "{}", puzzle.position);
        }
    }

    /// The text of a proof, once for each node that has replies, without these.
    fn cuts(proof: Option<&str>) -> Vec<String> {
        let lines: Vec<&str> = proof.unwrap_or_default().lines().collect();
        let cut = |number: usize| {
            let mut cut = lines.clone();
            cut[number] = lines[number].split(' ').next().unwrap();
            cut.join("\n") + "\n"
        };
        (3..lines.len()).filter(|&number| lines[number].contains(" *:")).map(cut).collect()
    }
}
