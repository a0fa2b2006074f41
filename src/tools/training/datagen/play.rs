//! One game of the engine against itself.

use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Position};
use tengen_engine::player::{draw, seeded};
use tengen_engine::search::{SearchOptions, Searcher};
use tengen_engine::value::{Score, ScoreKind};

use crate::analysis::last_score::LastScore;
use crate::analysis::openings::draw_stones;

use super::file::{Game, Recipe};

/// Stones that are drawn before the engine chooses, fewest and most.
const STONES: [usize; 2] = [2, 9];

/// Positions looked at to see whether an opening is worth a game, and the largest
/// advantage in internal units that it may have.
const OPENING: (u64, i16) = (1000, 500);

/// Estimates from here on stand for a win that was seen but not proven.
const SEEN_WIN: i16 = 19_000;

/// Memory of the searcher, in mebibytes.
const HASH_MB: usize = 8;

/// A place where games are played, one after the other.
pub struct Table<'a> {
    recipe: &'a Recipe,
    empty: Position,
    searcher: Searcher,
}

impl<'a> Table<'a> {
    /// A place for the games of a recipe.
    ///
    /// # Errors
    /// When the game cannot be played.
    pub fn new(recipe: &'a Recipe) -> anyhow::Result<Table<'a>> {
        let empty = Position::new(recipe.variant()?)?;
        Ok(Table { recipe, empty, searcher: Searcher::new(HASH_MB) })
    }

    /// Plays a game; the same one for every number, whatever was played before.
    pub fn play(&mut self, number: u32) -> Game {
        let mut position = self.opening(number);
        let opening: Vec<_> = position.history().map(Move::square).collect();
        let mut moves = Vec::new();
        self.searcher.clear();
        let mut winner = None;
        while !position.is_over() {
            let (mv, score) = self.think(&position, self.recipe.nodes);
            let Some(mv) = mv.filter(|&mv| position.play(mv).is_ok()) else { break };
            moves.push((mv.square(), score.raw()));
            let is_win = score.raw() >= SEEN_WIN;
            if is_win || score.raw() <= -SEEN_WIN {
                winner = Some(if is_win { !position.side() } else { position.side() });
                break;
            }
        }
        let winner = winner.or_else(|| position.winner());
        Game { number, winner, opening, moves }
    }

    /// A position in which nobody is far ahead.
    fn opening(&mut self, number: u32) -> Position {
        let mut rng = seeded(self.recipe.seed << 32 ^ u64::from(number));
        let [least, most] = STONES.map(|stones| stones.min(self.empty.size().area() / 4));
        loop {
            let count = least + draw(&mut rng, most - least + 1);
            let Some(position) = draw_stones(&self.empty, &(count..=count), &mut rng) else {
                continue;
            };
            self.searcher.clear();
            let (nodes, most) = OPENING;
            let score = self.think(&position, nodes).1;
            if matches!(score.kind(), ScoreKind::Estimate(units) if units.abs() <= most) {
                return position;
            }
        }
    }

    fn think(&mut self, position: &Position, nodes: u64) -> (Option<Move>, Score) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let listener = LastScore::default();
        let choice = self.searcher.search(position, &limits, &SearchOptions::default(), &listener);
        (choice.best, listener.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::{Color, Variant};

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let recipe = Recipe::new(Variant::preset("gomoku").unwrap(), 200, 1).unwrap();
        let mut table = Table::new(&recipe).unwrap();
        let games: Vec<Game> = (0..3).map(|number| table.play(number)).collect();
        assert_eq!(Table::new(&recipe).unwrap().play(2), games[2]);
        for game in games {
            let mut position = Position::new(recipe.variant().unwrap()).unwrap();
            let squares = game.opening.iter().chain(game.moves.iter().map(|(square, _)| square));
            for &square in squares {
                position.play(Move::place(square)).unwrap();
            }
            if position.is_over() {
                assert_eq!(position.winner(), game.winner);
            } else {
                let &(_, last) = game.moves.last().unwrap();
                assert_eq!(
                    game.winner == Some(Color::Black),
                    (last > 0) == (position.side() == Color::White)
                );
            }
        }
    }
}
