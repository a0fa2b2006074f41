//! Makes balanced openings: a few stones drawn by lot, kept when the engine sees
//! no advantage for either side.
//!
//! Reference managers use lists that people chose; those are few, many are won
//! for one side by now, and there are none for most boards. A list made here
//! fits every game, and its recipe gives the same list again.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use thiserror::Error;

use tengen_engine::control::Limits;
use tengen_engine::control::scale::centi;
use tengen_engine::game::symmetry::canonical_key;
use tengen_engine::game::{Move, Position, Square, Variant, VariantError};
use tengen_engine::player::{Rng, draw, seeded};
use tengen_engine::search::{SearchOptions, Searcher};
use tengen_engine::value::ScoreKind;

use crate::analysis::last_score::LastScore;

/// What openings are made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The game.
    pub variant: Variant,
    /// Number of openings.
    pub count: usize,
    /// Seed of every lot that is drawn.
    pub seed: u64,
    /// Number of stones, drawn anew for each opening; 1 or more.
    pub stones: RangeInclusive<usize>,
    /// Positions that the engine looks at before it says which side stands better.
    pub nodes: u64,
    /// The largest advantage of either side, in hundredths as in `score cp`.
    pub max_cp: u32,
}

/// Why no openings were made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The game cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The board is not large enough.
    #[error("stones: {0}: expected at most half of the {1} points of the board")]
    Stones(usize, usize),
    /// There seem to be no more openings of this kind.
    #[error(
        "openings: {found} of {count} found before {tried} draws in a row gave no further one: expected a smaller count, more stones or a larger advantage"
    )]
    Exhausted {
        /// Openings found.
        found: usize,
        /// Openings wanted.
        count: usize,
        /// Draws in vain.
        tried: usize,
    },
}

/// Draws in a row without a new opening after which no more are looked for.
const PATIENCE: usize = 1000;

/// The largest distance of a stone from its nearest neighbour, in columns or rows. Farther stones
/// hardly meet before the game is decided elsewhere.
const REACH: usize = 3;

/// Memory of the searcher, in mebibytes; part of the recipe, as it decides what a search of
/// `Recipe::nodes` positions remembers.
const HASH_MB: usize = 8;

/// Recipes of this many positions or more first search a 32nd of them, and may see three times the
/// allowed advantage in that short search.
const LONG: u64 = 1_000_000;

/// Makes openings, no two of them the same up to symmetry; `progress` hears the
/// number found after every draw.
///
/// # Errors
/// When the game cannot be played or has not so many openings of this kind.
pub fn generate(
    recipe: &Recipe,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Vec<Move>>, GenerateError> {
    let empty = Position::new(recipe.variant)?;
    let area = recipe.variant.size.area();
    if *recipe.stones.end() > area / 2 {
        return Err(GenerateError::Stones(*recipe.stones.end(), area));
    }
    let mut rng = seeded(recipe.seed);
    let mut searcher = Searcher::new(HASH_MB);
    let mut seen: BTreeSet<u64> = BTreeSet::new();
    let mut openings = Vec::with_capacity(recipe.count);
    let mut in_vain = 0;
    while openings.len() < recipe.count {
        let found = openings.len();
        if in_vain == PATIENCE {
            return Err(GenerateError::Exhausted { found, count: recipe.count, tried: in_vain });
        }
        let drawn = draw_stones(&empty, &recipe.stones, &mut rng);
        let opening = drawn
            .filter(|position| seen.insert(canonical_key(position).0))
            .filter(|position| is_balanced(position, recipe, &mut searcher));
        match opening {
            Some(position) => {
                openings.push(position.history().collect());
                in_vain = 0;
            }
            None => in_vain += 1,
        }
        progress(openings.len());
    }
    Ok(openings)
}

/// Plays stones by lot, the first one in the middle, the others near stones on the board; `None`
/// when they end the game or find no point.
pub fn draw_stones(
    empty: &Position,
    stones: &RangeInclusive<usize>,
    rng: &mut Rng,
) -> Option<Position> {
    let mut position = empty.clone();
    let count = stones.start() + draw(rng, stones.end() - stones.start() + 1);
    for _ in 0..count {
        let points: Vec<Square> =
            position.empty_squares().filter(|&square| is_near(&position, square)).collect();
        let legal: Vec<Move> =
            points.into_iter().map(Move::place).filter(|&mv| position.check(mv).is_ok()).collect();
        if legal.is_empty() {
            return None;
        }
        position.play(legal[draw(rng, legal.len())]).ok()?;
    }
    (!position.is_over()).then_some(position)
}

/// Whether a stone may be drawn at `square`: near another one or, on the empty board, in the middle
/// half of the columns and of the rows.
fn is_near(position: &Position, square: Square) -> bool {
    let size = position.size();
    if position.stone_count() == 0 {
        let off = |at: usize, side: usize| (2 * at + 1).abs_diff(side);
        return off(square.col(), size.width()) <= size.width() / 2
            && off(square.row(), size.height()) <= size.height() / 2;
    }
    position.occupied().iter().any(|stone| {
        stone.col().abs_diff(square.col()) <= REACH && stone.row().abs_diff(square.row()) <= REACH
    })
}

/// Whether the engine sees no more than the allowed advantage, and no proof. Most draws favour a
/// side by far: where the search is long, a short one sorts such draws out.
fn is_balanced(position: &Position, recipe: &Recipe, searcher: &mut Searcher) -> bool {
    searcher.clear();
    let mut is_within = |nodes, max_cp| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let listener = LastScore::default();
        searcher.search(position, &limits, &SearchOptions::default(), &listener);
        let score = listener.score();
        match score.kind() {
            ScoreKind::Estimate(units) => centi(units.into()).unsigned_abs() <= max_cp,
            ScoreKind::Win(_) | ScoreKind::Loss(_) => false,
        }
    };
    let is_long = recipe.nodes >= LONG;
    (!is_long || is_within(recipe.nodes / 32, recipe.max_cp.saturating_mul(3)))
        && is_within(recipe.nodes, recipe.max_cp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(variant: &str) -> Recipe {
        Recipe {
            variant: Variant::preset(variant).unwrap(),
            count: 5,
            seed: 1,
            stones: 3..=6,
            nodes: 300,
            max_cp: 100,
        }
    }

    fn openings(recipe: &Recipe) -> Vec<Vec<Move>> {
        generate(recipe, &mut |_| {}).unwrap()
    }

    fn position(variant: Variant, moves: &[Move]) -> Position {
        let mut position = Position::new(variant).unwrap();
        for &mv in moves {
            position.play(mv).unwrap();
        }
        position
    }

    #[test]
    fn openings_are_legal_distinct_and_balanced() {
        for variant in ["gomoku", "gomoku20x15", "standard", "renju", "caro", "destroy"] {
            let recipe = recipe(variant);
            let openings = openings(&recipe);
            assert_eq!(openings.len(), 5);
            let mut keys = BTreeSet::new();
            let mut searcher = Searcher::new(HASH_MB);
            for moves in &openings {
                assert!(recipe.stones.contains(&moves.len()), "{moves:?}");
                let position = position(recipe.variant, moves);
                assert!(!position.is_over());
                assert!(is_balanced(&position, &recipe, &mut searcher), "{moves:?}");
                assert!(keys.insert(canonical_key(&position).0), "{moves:?}");
            }
        }
    }

    #[test]
    fn a_recipe_gives_the_same_list_again() {
        let recipe = recipe("renju");
        assert_eq!(openings(&recipe), openings(&recipe));
        assert_ne!(openings(&recipe), openings(&Recipe { seed: 2, ..recipe.clone() }));
        // A longer list begins with the shorter one.
        let longer = openings(&Recipe { count: 7, ..recipe.clone() });
        assert_eq!(longer[..5], openings(&recipe));
    }

    #[test]
    fn the_first_stone_lies_in_the_middle() {
        let variant = Variant::preset("gomoku").unwrap();
        let empty = Position::new(variant).unwrap();
        let middle: Vec<Square> =
            variant.size.squares().filter(|&square| is_near(&empty, square)).collect();
        assert_eq!(middle.len(), 49);
        assert_eq!((middle[0].to_string(), middle[48].to_string()), ("e5".into(), "k11".into()));
    }

    #[test]
    fn won_positions_are_not_balanced() {
        let variant = Variant::preset("gomoku").unwrap();
        let stones = ["h8", "a1", "i8", "c3", "j8", "m2"].map(|name| name.parse().unwrap());
        let position = position(variant, &stones);
        let recipe = Recipe { max_cp: u32::MAX, nodes: 20_000, ..recipe("gomoku") };
        assert!(!is_balanced(&position, &recipe, &mut Searcher::new(1)));
    }

    #[test]
    fn what_cannot_be_made_is_said() {
        let small = Recipe { count: 1000, stones: 1..=2, ..recipe("tictactoe") };
        let error = generate(&small, &mut |_| {}).unwrap_err();
        let GenerateError::Exhausted { found, count: 1000, tried: PATIENCE } = error else {
            panic!("{error}")
        };
        assert!(found < 10, "{found}");
        let crowded = Recipe { stones: 1..=5, ..small };
        let error = generate(&crowded, &mut |_| {}).unwrap_err().to_string();
        assert_eq!(error, "stones: 5: expected at most half of the 9 points of the board");
    }

    #[test]
    fn progress_is_told_after_every_draw() {
        let mut told = Vec::new();
        generate(&recipe("gomoku"), &mut |found| told.push(found)).unwrap();
        assert!(told.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!(told.last(), Some(&5));
    }
}
