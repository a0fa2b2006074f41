//! Counting everything that can happen on a small board.

use std::collections::{BTreeMap, BTreeSet};

use super::color::Color;
use super::fen::stone_letter;
use super::position::Position;
use super::rule::{Variant, VariantError};
use super::square::{Square, SquareSet};
use super::symmetry::Symmetry;

/// How many games or positions end in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Ends {
    /// The first player wins.
    pub first: u64,
    /// The second player wins.
    pub second: u64,
    /// Neither player wins.
    pub draws: u64,
}

impl Ends {
    /// The number of all ends.
    pub const fn total(&self) -> u64 {
        self.first + self.second + self.draws
    }

    fn one(winner: Option<Color>) -> Ends {
        let mut ends = Ends::default();
        match winner {
            Some(Color::Black) => ends.first = 1,
            Some(Color::White) => ends.second = 1,
            None => ends.draws = 1,
        }
        ends
    }

    fn add(&mut self, other: Ends) {
        self.first += other.first;
        self.second += other.second;
        self.draws += other.draws;
    }
}

/// The numbers of a game that starts from the empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Positions that can be reached, the empty board included.
    pub positions: u64,
    /// Positions that can be reached, counted once where a symmetry makes them equal.
    pub canonical_positions: u64,
    /// Final positions among `positions`, by their outcome.
    pub finals: Ends,
    /// Final positions among `canonical_positions`, by their outcome.
    pub canonical_finals: Ends,
    /// Games, that is sequences of moves to the end.
    pub games: Ends,
    /// Paths through the graph of positions up to symmetry.
    pub canonical_games: Ends,
    /// Games where two are the same if a symmetry maps all moves of one to the other's.
    pub symmetric_games: u64,
    /// The winner if both play perfectly, `None` for a draw.
    pub winner: Option<Color>,
}

/// Counts the positions and games of a variant, one by one: time and memory
/// grow with the number of positions, so this is for boards of a dozen squares.
///
/// # Errors
/// When the variant cannot be played.
pub fn count(variant: Variant) -> Result<Counts, VariantError> {
    let mut empty = Position::new(variant)?;
    let symmetries: Vec<Symmetry> = Symmetry::of(variant.size).collect();
    let all: SquareSet = variant.size.squares().collect();
    let (exact, games) = Explorer::explore(&mut empty, &[Symmetry::IDENTITY], &all);
    let (canonical, canonical_games) = Explorer::explore(&mut empty, &symmetries, &all);
    let symmetric_games = symmetries
        .iter()
        .map(|symmetry| {
            // Burnside's lemma: the classes are the mean number of games that a
            // symmetry leaves as they are, and those keep to its fixed squares.
            let is_fixed = |&square: &Square| symmetry.apply(variant.size, square) == square;
            let fixed = variant.size.squares().filter(is_fixed).collect();
            Explorer::explore(&mut empty, &[Symmetry::IDENTITY], &fixed).1.games.total()
        })
        .sum::<u64>()
        / symmetries.len() as u64;
    Ok(Counts {
        positions: exact.seen.len() as u64,
        canonical_positions: canonical.seen.len() as u64,
        finals: exact.finals,
        canonical_finals: canonical.finals,
        games: games.games,
        canonical_games: canonical_games.games,
        symmetric_games,
        winner: games.winner,
    })
}

/// What can still happen in a position.
#[derive(Clone, Copy)]
struct Future {
    games: Ends,
    winner: Option<Color>,
}

/// A walk through all positions, each visited once.
struct Explorer<'a> {
    /// Positions that one of these symmetries turns into each other count as one.
    views: &'a [Symmetry],
    /// Moves change these squares only.
    allowed: &'a SquareSet,
    /// What follows from each position, by its [`Explorer::code`].
    seen: BTreeMap<Vec<u8>, Future>,
    finals: Ends,
}

impl<'a> Explorer<'a> {
    fn explore(
        position: &mut Position,
        views: &'a [Symmetry],
        allowed: &'a SquareSet,
    ) -> (Explorer<'a>, Future) {
        let mut explorer =
            Explorer { views, allowed, seen: BTreeMap::new(), finals: Ends::default() };
        let code = explorer.code(position);
        let future = explorer.visit(position, code);
        (explorer, future)
    }

    /// A name of the position that no other one has: the smallest of its views.
    fn code(&self, position: &Position) -> Vec<u8> {
        let size = position.size();
        let view = |symmetry: &Symmetry| {
            let letter = |square| position.at(square).map_or(b'.', |it| stone_letter(it) as u8);
            let seen = size.squares().map(|square| letter(symmetry.apply(size, square)));
            seen.chain(Color::ALL.map(|color| position.conversions(color))).collect()
        };
        self.views.iter().map(view).min().unwrap_or_default()
    }

    fn visit(&mut self, position: &mut Position, code: Vec<u8>) -> Future {
        if let Some(&future) = self.seen.get(&code) {
            return future;
        }
        let future = if position.is_over() {
            let winner = position.winner();
            self.finals.add(Ends::one(winner));
            Future { games: Ends::one(winner), winner }
        } else {
            self.visit_children(position)
        };
        self.seen.insert(code, future);
        future
    }

    fn visit_children(&mut self, position: &mut Position) -> Future {
        let side = position.side();
        let mut games = Ends::default();
        let mut best = Some(!side);
        let mut children = BTreeSet::new();
        for mv in position.legal_moves() {
            if !self.allowed.contains(mv.square()) {
                continue;
            }
            position.play_unchecked(mv);
            let code = self.code(position);
            if children.insert(code.clone()) {
                let child = self.visit(position, code);
                games.add(child.games);
                if child.winner == Some(side) || best == Some(!side) {
                    best = child.winner;
                }
            }
            position.undo();
        }
        Future { games, winner: best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ends(first: u64, second: u64, draws: u64) -> Ends {
        Ends { first, second, draws }
    }

    #[test]
    fn tic_tac_toe_has_the_known_numbers() {
        let counts = count(Variant::preset("tictactoe").unwrap()).unwrap();
        let known = Counts {
            positions: 5_478,
            canonical_positions: 765,
            finals: ends(626, 316, 16),
            canonical_finals: ends(91, 44, 3),
            games: ends(131_184, 77_904, 46_080),
            canonical_games: counts.canonical_games,
            symmetric_games: 31_896,
            winner: None,
        };
        assert_eq!(counts, known);
        assert_eq!(counts.finals.total(), 958);
        assert_eq!(counts.games.total(), 255_168);
        assert_eq!(counts.canonical_games.total(), 26_830);
    }

    #[test]
    fn the_first_player_wins_on_four_by_three() {
        let counts = count(Variant::mnk(4, 3, 3).unwrap()).unwrap();
        assert_eq!(counts.winner, Some(Color::Black));
    }
}
