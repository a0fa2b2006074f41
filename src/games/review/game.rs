//! A game to be reviewed, and the loser.

use crate::analysis::Analysis;
use crate::record::GameInfo;
use tengen_engine::game::{Color, Move, Position};

/// A game to be reviewed.
pub struct ReviewedGame {
    /// How the game is called.
    pub name: String,
    /// What the record of the game says about it.
    pub info: GameInfo,
    /// The positions from the one before the first move to the one after the last.
    pub positions: Vec<Position>,
}

impl ReviewedGame {
    /// The game that led to a position.
    pub fn new(name: String, info: GameInfo, last: &Position) -> ReviewedGame {
        let mut positions = vec![last.clone()];
        let mut position = last.clone();
        for _ in 0..last.history().count() {
            position.undo();
            positions.push(position.clone());
        }
        positions.reverse();
        ReviewedGame { name, info, positions }
    }

    /// The moves that were played.
    pub fn moves(&self) -> Vec<Move> {
        self.last().history().collect()
    }

    /// The position after the last move.
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a game has a position before its first move")
    }

    /// The loser: as the board shows it, or the record says it, or the last
    /// position is proven.
    pub fn loser(&self, verdicts: &[Analysis]) -> Option<Color> {
        let last = self.last();
        if let Some(outcome) = last.outcome() {
            return outcome.winner().map(|winner| !winner);
        }
        if let Some(result) = self.info.result {
            return result.winner().map(|winner| !winner);
        }
        match verdicts.last()?.first.score {
            score if score.is_loss() => Some(last.side()),
            score if score.is_win() => Some(!last.side()),
            _ => None,
        }
    }
}
