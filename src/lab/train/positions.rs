//! Positions of games in the form in which the network takes them.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_engine::eval::weights::{CLASSES, class};
use tengen_engine::eval::{evaluate, evaluate_points, point_net};
use tengen_engine::game::{Color, Direction, Move, Position, Variant};
use tengen_engine::pattern::points::windows::Windows;
use tengen_engine::pattern::{Board, Tables};
use tengen_engine::solve::Vcf;

use crate::datagen::file::{Aside, Game, Played};
use crate::quiet::is_quiet;

use super::chance::sigmoid;

/// Rows of a player at a point: the class, and a window in each direction.
const ROWS: usize = 5;

/// What stands at a point: the rows of the side to move and of the other one, smallest
/// first. Rows are counted from 1 in the order of the file; 0 adds nothing.
pub type Rows = [[u16; ROWS]; 2];

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Each different content of a point, and how many points have that content.
    pub points: Box<[(Rows, f32)]>,
    /// What the points are worth by the weights of this program, in internal units.
    pub worth: i16,
    /// The whole evaluation of this program, in internal units.
    pub present: i16,
    /// The score of the search, in internal units.
    pub score: i16,
    /// What the game showed later, from 0 to 1 for the side to move: later scores and the result;
    /// `None` for a position after a move that was not played.
    pub later: Option<f32>,
}

/// How later scores and the result of a game count for a position.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// The share of all that follows the next score; the next score has the rest. 1 believes the
    /// result alone.
    pub patience: f32,
    /// Units of scores for which the odds grow by a factor of e.
    pub scale: f32,
}

impl Later {
    /// The settings with which the result alone counts.
    #[cfg(test)]
    pub const RESULT: Later = Later { patience: 1.0, scale: 344.0 };

    /// For each move of a game, the first one of `side`, what followed it for its mover: the
    /// temporal differences of Sutton (1988), where later scores stand for what a deeper search
    /// would have said.
    fn of(self, game: &Game, side: Color) -> Vec<f32> {
        let last = if game.moves.len().is_multiple_of(2) { !side } else { side };
        let result = game.winner.map_or(0.5, |winner| f32::from(u8::from(winner == last)));
        let mut all = vec![result; game.moves.len()];
        for place in (1..all.len()).rev() {
            let score = sigmoid(f32::from(game.moves[place].score) / self.scale);
            // The other side has moved there, so its chance is turned.
            all[place - 1] = 1.0 - (self.patience * all[place] + (1.0 - self.patience) * score);
        }
        all
    }
}

/// Turns games into samples.
pub struct Extractor {
    tables: Arc<Tables>,
    vcf: Vcf,
    empty: Position,
    later: Later,
    /// The rows of classes, by their numbers.
    classes: Box<[u16]>,
}

impl Extractor {
    /// An extractor for the games of a variant.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(variant: Variant, later: Later) -> anyhow::Result<Extractor> {
        let tables = tengen_engine::eval::tables(variant.rule, variant.k);
        let mut classes = vec![0; CLASSES].into_boxed_slice();
        for (row, shapes) in (Windows::get().count()..).zip(point_net::classes()) {
            classes[class(shapes)] = row as u16;
        }
        Ok(Extractor { tables, vcf: Vcf::new(), empty: Position::new(variant)?, later, classes })
    }

    /// Adds the quiet positions of a game to `samples`.
    pub fn add(&mut self, game: &Game, samples: &mut Vec<Sample>) {
        let tables = Arc::clone(&self.tables);
        let mut board = Board::new(self.empty.clone(), &tables);
        game.opening.iter().for_each(|&square| board.play(Move::place(square)));
        let later = self.later.of(game, board.side());
        for (&Played { square, score, aside }, later) in game.moves.iter().zip(later) {
            samples.extend(self.sample(&mut board, score, Some(later)));
            if let Some(Aside { square, score, .. }) = aside {
                board.play(Move::place(square));
                samples.extend(self.sample(&mut board, score, None));
                board.undo();
            }
            board.play(Move::place(square));
        }
    }

    /// The sample of a position that the search would judge by its shapes alone.
    pub fn sample(
        &mut self,
        board: &mut Board<'_>,
        score: i16,
        later: Option<f32>,
    ) -> Option<Sample> {
        let (own, other) = (board.side(), !board.side());
        if !is_quiet(board, &mut self.vcf) {
            return None;
        }
        let worth = evaluate_points(board).clamp(-32_000, 32_000) as i16;
        let present = evaluate(board).raw();
        let (windows, lines) = (Windows::get(), board.position().lines());
        let mut points: HashMap<Rows, f32> = HashMap::new();
        for square in board.position().empty_squares() {
            let rows = [own, other].map(|color| {
                let [a, b, c, d] = Direction::ALL
                    .map(|direction| windows.number(&lines.view(square, direction, color)));
                let shapes = board.patterns().shapes(square, color).all();
                let mut rows = [a, b, c, d, self.classes[class(shapes)]];
                rows.sort_unstable();
                rows
            });
            if rows != [[0; ROWS]; 2] {
                *points.entry(rows).or_default() += 1.0;
            }
        }
        let mut points: Box<[_]> = points.into_iter().collect();
        points.sort_unstable_by_key(|(rows, _)| *rows);
        Some(Sample { points, worth, present, score, later })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Square;

    /// The winner sees it coming with its last move; the loser does not.
    #[test]
    fn later_scores_and_the_result_are_seen_from_the_movers_side() {
        let played = |score| Played { square: Square::new(0, 0), score, aside: None };
        let moves = vec![played(0), played(0), played(1_000), played(0)];
        let game = Game { number: 0, winner: Some(Color::Black), opening: vec![], moves };
        let of = |patience| Later { patience, scale: 1.0 }.of(&game, Color::Black);
        assert_eq!(of(1.0), [1.0, 0.0, 1.0, 0.0]);
        // After the last move there is only the result, after each other one the next score.
        assert_eq!(of(0.0), [0.5, 0.0, 0.5, 0.0]);
        assert_eq!(of(0.5), [0.6875, 0.125, 0.75, 0.0]);
    }
}
