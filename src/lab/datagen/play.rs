//! One game of the engine against itself.

use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Position, Variant};
use tengen_engine::player::{Rng, draw, seeded};
use tengen_engine::search::{SearchOptions, Searcher, inspect};
use tengen_engine::value::{Score, ScoreKind};

use tengen_games::analysis::last_score::LastScore;
use tengen_games::openings::draw_stones;

use super::file::{Aside, Game, Played, Recipe};

/// Stones that are drawn before the engine chooses, fewest and most.
const STONES: [usize; 2] = [2, 9];

/// Positions looked at to see whether an opening is worth a game, and the largest
/// advantage in internal units that it may have.
const OPENING: (u64, i16) = (1000, 500);

/// Estimates from this on stand for a win that was seen but not proven.
const SEEN_WIN: i16 = 19_000;

/// Moves of the search's own order among which every other move is drawn that is not played; the
/// rest are drawn from all that the search would consider. Most positions that a search values
/// come after such a bad move: a network that saw only good ones was better on positions of
/// games, and worse on those (`tests/data/strength.md`).
const ASIDES: usize = 12;

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
        let mut lots = seeded(!self.recipe.seed << 32 ^ u64::from(number));
        let opening: Vec<_> = position.history().map(Move::square).collect();
        let mut moves: Vec<Played> = Vec::new();
        self.searcher.clear();
        let mut winner = None;
        while !position.is_over() {
            let (mv, score) = self.think(&position, self.recipe.nodes);
            let Some(mv) = mv.filter(|&mv| position.check(mv).is_ok()) else { break };
            let is_open = score.raw().abs() < SEEN_WIN;
            let other = is_open.then(|| draw_aside(&position, mv, &mut lots)).flatten();
            let aside = other.and_then(|other| self.aside(&position, other));
            let seen = moves.last().map_or(0, |last| -i32::from(last.score));
            moves.push(Played { square: mv.square(), score: score.raw(), aside });
            if position.play(mv).is_err() {
                break;
            }
            // One side has proven its win, or both have seen it.
            let (raw, limit) = (i32::from(score.raw()), i32::from(SEEN_WIN));
            let is_win = score.is_win() || raw >= limit && seen >= limit;
            if is_win || score.is_loss() || raw <= -limit && seen <= -limit {
                winner = Some(if is_win { !position.side() } else { position.side() });
                break;
            }
        }
        let winner = winner.or_else(|| position.winner());
        Game { number, winner, opening, moves }
    }

    /// What the engine thinks of the position after a move.
    fn aside(&mut self, position: &Position, mv: Move) -> Option<Aside> {
        let mut position = position.clone();
        position.play(mv).ok().filter(|()| !position.is_over())?;
        let (answer, score) = self.think(&position, self.recipe.nodes);
        Some(Aside { square: mv.square(), answer: answer?.square(), score: score.raw() })
    }

    /// A position in which neither side is far ahead.
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

/// A move other than `best`, every other time one of the likeliest; `None` where there is no other
/// move.
fn draw_aside(position: &Position, best: Move, lots: &mut Rng) -> Option<Move> {
    let others = inspect::candidates(position).into_iter().map(|candidate| candidate.mv);
    let others: Vec<Move> = others.filter(|&mv| mv != best).collect();
    let likeliest = if draw(lots, 2) == 0 { ASIDES } else { others.len() };
    let others = &others[..others.len().min(likeliest)];
    (!others.is_empty()).then(|| others[draw(lots, others.len())])
}

/// The checksum of a few games, which tells apart engines that play this game differently.
///
/// # Errors
/// When the game cannot be played.
pub fn fingerprint(variant: Variant) -> anyhow::Result<String> {
    const GAMES: u32 = 2;
    let recipe = Recipe::new(variant, 200, 0, String::new()).map_err(anyhow::Error::msg)?;
    let mut table = Table::new(&recipe)?;
    let mut hasher = crc32fast::Hasher::new();
    for number in 0..GAMES {
        for Played { square, score, aside } in table.play(number).moves {
            let aside = aside.map(|Aside { square, score, .. }| (square, score));
            for (square, score) in std::iter::once((square, score)).chain(aside) {
                hasher.update(&(square.index() as u16).to_le_bytes());
                hasher.update(&score.to_le_bytes());
            }
        }
    }
    Ok(format!("{:08x}", hasher.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::{Color, Variant};

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let variant = Variant::preset("gomoku").unwrap();
        let recipe = Recipe::new(variant, 200, 1, fingerprint(variant).unwrap()).unwrap();
        let mut table = Table::new(&recipe).unwrap();
        let games: Vec<Game> = (0..3).map(|number| table.play(number)).collect();
        assert_eq!(Table::new(&recipe).unwrap().play(2), games[2]);
        for game in games {
            let mut position = Position::new(recipe.variant().unwrap()).unwrap();
            for &square in &game.opening {
                position.play(Move::place(square)).unwrap();
            }
            for &Played { square, aside, .. } in &game.moves {
                if let Some(Aside { square: other, answer, .. }) = aside {
                    assert_ne!(other, square);
                    let mut position = position.clone();
                    position.play(Move::place(other)).unwrap();
                    position.play(Move::place(answer)).unwrap();
                }
                position.play(Move::place(square)).unwrap();
            }
            assert!(game.moves.iter().any(|mv| mv.aside.is_some()));
            if position.is_over() {
                assert_eq!(position.winner(), game.winner);
            } else {
                let last = game.moves.last().unwrap().score;
                assert_eq!(
                    game.winner == Some(Color::Black),
                    (last > 0) == (position.side() == Color::White)
                );
            }
        }
    }
}
