//! The puzzles of one game.

use tengen_engine::game::Color;
use tengen_engine::puzzle::{Cutter, Puzzle, PuzzleKind, PuzzleLimits};
use tengen_games::record;

use super::games::SourceGame;

/// With fewer stones there is nothing to see.
const FEWEST_STONES: usize = 6;

/// The puzzles of a game with the number of moves before each: at most one attack of each
/// side, for what follows it is the rest of the same win, and one defence.
pub(super) fn puzzles_of(
    game: &SourceGame,
    cutter: &mut Cutter,
    kinds: &[PuzzleKind],
    limits: &PuzzleLimits,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(u32, Puzzle)> {
    let mut position = game.start.clone();
    let mut puzzles = Vec::new();
    let mut taken: Vec<(Color, bool)> = Vec::new();
    let mut moves = game.moves.iter();
    for ply in 0.. {
        let side = position.side();
        let is_defence = |kind: PuzzleKind| kind == PuzzleKind::Defence;
        let is_open = |kind: &PuzzleKind| !taken.contains(&(side, is_defence(*kind)));
        let wanted: Vec<PuzzleKind> = kinds.iter().copied().filter(is_open).collect();
        if position.stone_count() >= FEWEST_STONES
            && !wanted.is_empty()
            && let Some(puzzle) = cutter.cut(&position, &wanted, limits, stop)
        {
            taken.push((side, is_defence(puzzle.kind)));
            puzzles.push((ply, puzzle));
        }
        let Some(&mv) = moves.next() else { break };
        if stop() || record::play(&mut position, mv).is_err() || position.is_over() {
            break;
        }
    }
    puzzles
}
