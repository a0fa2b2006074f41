//! What several of these tests need.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tengen_engine::eval;
use tengen_engine::game::{Color, Move, Position, Rule, Setup, Size, Square, Stone, Variant};
use tengen_engine::pattern::Tables;

/// A generator whose stream depends on nothing but the seed.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A legal move, three times out of four one near a stone, so that games
    /// have lines.
    pub fn legal_move(&mut self, position: &Position) -> Move {
        let moves = position.legal_moves();
        let near: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| position.occupied().iter().any(|stone| distance(stone, mv.square()) <= 2))
            .collect();
        if near.is_empty() || self.below(4) == 0 { self.pick(&moves) } else { self.pick(&near) }
    }

    /// A board on which each square has a stone with the given chances in percent.
    pub fn scatter(&mut self, game: Variant, black: usize, white: usize) -> Setup {
        let mut setup = Setup::new(&game);
        for square in game.size.squares() {
            let color = match self.below(100) {
                throw if throw < black => Color::Black,
                throw if throw < black + white => Color::White,
                _ => continue,
            };
            setup.stones.push((square, Stone { color, converted: false }));
        }
        setup
    }
}

fn distance(one: Square, other: Square) -> usize {
    one.col().abs_diff(other.col()).max(one.row().abs_diff(other.row()))
}

pub fn variant(rule: Rule, width: usize, height: usize, k: u8, destroy: u8) -> Variant {
    Variant { rule, size: Size::new(width, height).unwrap(), k, destroy }.validate().unwrap()
}

/// The position of a game after these moves, from the empty board.
pub fn after(game: Variant, moves: &str) -> Position {
    let mut position = Position::new(game).unwrap();
    for mv in moves.split_whitespace() {
        let played = position.play(mv.parse().unwrap());
        assert!(played.is_ok(), "{mv} of {moves}: {played:?}");
    }
    position
}

pub fn position(text: &str) -> Position {
    Setup::parse(text, &Variant::preset("gomoku").unwrap()).unwrap().build().unwrap()
}

/// Black and white stones by name on a renju board, Black to move.
pub fn renju(black: &[&str], white: &[&str]) -> Position {
    let mut setup = Setup::new(&Variant::preset("renju").unwrap());
    for (names, color) in [(black, Color::Black), (white, Color::White)] {
        for name in names {
            let stone = Stone { color, converted: false };
            setup.stones.push((name.parse().unwrap(), stone));
        }
    }
    setup.build().unwrap()
}

/// The lookups of a game, kept until the tests end: many of them need the same.
pub fn tables(game: Variant) -> &'static Tables {
    Box::leak(Box::new(eval::tables(game.rule, game.k)))
}
