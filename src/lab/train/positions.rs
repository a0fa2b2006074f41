//! Positions of games in the form in which the network takes them.

use std::sync::Arc;

use tengen_engine::eval::{evaluate, evaluate_points};
use tengen_engine::game::{Color, Move, Position, Square, Variant};
use tengen_engine::pattern::{Board, Tables};
use tengen_engine::solve::Vcf;

use crate::datagen::file::{Aside, Game, Played};
use crate::quiet::is_quiet;

use super::chance::sigmoid;
use super::contents::{Content, Contents};
use super::seen::{Key, Seen, rows_of};

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Each different content of points that adds anything; rows are counted from 0 here.
    pub points: Contents,
    /// For each point of the board, row by row, the number of its content, from 1; 0 where nothing
    /// adds anything. Empty where the network does not ask.
    pub cells: Box<[u16]>,
    /// Columns of the board.
    pub width: u8,
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

impl Sample {
    /// Columns and rows of the board, where it is known what stands where.
    pub fn size(&self) -> [usize; 2] {
        let width = usize::from(self.width);
        [width, self.cells.len() / width]
    }
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
    seen: Seen,
    // What one position after the other is put together in.
    keys: Vec<Key>,
    points: Contents,
    /// Where the keys stand, if samples are to tell.
    places: Option<Vec<(Square, Key)>>,
}

impl Extractor {
    /// An extractor for the games of a variant.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(variant: Variant, later: Later) -> anyhow::Result<Extractor> {
        let tables = tengen_engine::eval::tables(variant.rule, variant.k);
        Ok(Extractor {
            tables,
            vcf: Vcf::new(),
            empty: Position::new(variant)?,
            later,
            seen: Seen::new(variant.size),
            keys: Vec::new(),
            points: Contents::default(),
            places: None,
        })
    }

    /// The same, with samples that tell what stands where.
    #[must_use]
    pub fn with_places(mut self) -> Extractor {
        self.places = Some(Vec::new());
        self
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
        if !is_quiet(board, &mut self.vcf) {
            return None;
        }
        let worth = evaluate_points(board).clamp(-32_000, 32_000) as i16;
        let present = evaluate(board).raw();
        let Extractor { seen, keys, points, places, .. } = self;
        keys.clear();
        if let Some(places) = places {
            places.clear();
        }
        seen.follow(board, |square, key| {
            keys.push(key);
            if let Some(places) = places {
                places.push((square, key));
            }
        });
        keys.sort_unstable();
        points.clear();
        for same in keys.chunk_by(PartialEq::eq) {
            let mut buffer = Default::default();
            points.push(Content { rows: rows_of(same[0], &mut buffer), count: same.len() as u16 });
        }
        let points = points.clone();
        let size = board.position().size();
        let cells = places.as_ref().map(|places| {
            keys.dedup();
            let mut cells = vec![0; size.area()];
            for &(square, key) in places {
                let content = keys.partition_point(|&known| known <= key);
                cells[square.row() * size.width() + square.col()] = content as u16;
            }
            cells
        });
        let cells = cells.unwrap_or_default().into_boxed_slice();
        let width = size.width() as u8;
        Some(Sample { points, cells, width, worth, present, score, later })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::file::Recipe;
    use crate::datagen::play::Table;

    /// What is kept from position to position is what each position has by itself.
    #[test]
    fn positions_of_a_game_are_as_if_they_stood_alone() {
        let variant = Variant::preset("gomoku").unwrap();
        let recipe = Recipe::new(variant, 60, 7, String::new()).unwrap();
        let mut table = Table::new(&recipe).unwrap();
        let mut kept = Extractor::new(variant, Later::RESULT).unwrap();
        let tables = Arc::clone(&kept.tables);
        let mut seen = 0;
        for game in (0..3).map(|number| table.play(number)) {
            let mut board = Board::new(kept.empty.clone(), &tables);
            game.opening.iter().for_each(|&square| board.play(Move::place(square)));
            for mv in &game.moves {
                let aside = mv.aside.map(|aside| aside.square).into_iter();
                for square in aside.chain([mv.square]) {
                    board.play(Move::place(square));
                    let mut alone = Extractor::new(variant, Later::RESULT).unwrap();
                    let [one, other] = [&mut kept, &mut alone]
                        .map(|extractor| extractor.sample(&mut board, 0, None));
                    assert_eq!(one.is_some(), other.is_some(), "{square}");
                    if let (Some(one), Some(other)) = (one, other) {
                        assert_eq!(one.points, other.points, "{square}");
                        seen += 1;
                    }
                    board.undo();
                }
                board.play(Move::place(mv.square));
            }
        }
        assert!(seen > 50, "{seen}");
    }

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
