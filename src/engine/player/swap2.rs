//! Swap2, the opening that keeps the first player from winning at once: one
//! side places x, o and x; the other takes x, or stays o and moves, or places
//! one more of each and leaves the choice of colours to the first.

use super::balance::{self, central, pair};
use super::halving::{Placement, nearest};
use super::rng::draw;
use super::rng::{Rng, seeded};
use super::shared_budget::{Effort, SharedBudgetSearch};
use super::task::Task;
use crate::game::{Move, Position, Square};
use crate::search::Searcher;
use crate::value::Score;

/// What to do in a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Place these stones: three at the start, one (the own move of the side o,
    /// which is kept) or two (and the other side chooses its colour) afterwards.
    Place(Vec<Move>),
    /// Take the stones of x.
    Swap,
}

/// Openings that are looked at for a proposal.
const POOL: usize = 256;
/// The stones of a proposal are at most so many columns and rows from the centre
/// of the board: within its central 9x9 points, or what it has of them.
const PROPOSAL_REACH: usize = 4;
/// Nodes of the first search of a judgement; each further one has twice as many.
const FIRST_NODES: u64 = 4096;
/// Values nearer to zero than this, in internal units, are no advantage: the
/// side with the choice then places two stones instead of choosing a colour.
const EVEN: i32 = 40;

/// The next step after the stones that lie on the board of `task`: none, three
/// or five, x and o in turn. `None` after any other number, in a finished game,
/// and where there is no room.
///
/// A proposal is drawn from `rng`; without one it is always the same.
pub fn swap2(searcher: &mut Searcher, task: &Task<'_>, rng: Option<&mut Rng>) -> Option<Swap2Step> {
    let mut shared = SharedBudgetSearch::new(searcher, task);
    let position = task.position;
    if position.is_over() {
        return None;
    }
    match position.stone_count() {
        0 => propose(&mut shared, position, rng).map(Swap2Step::Place),
        3 => answer_three(&mut shared, position, rng),
        5 => judge(&mut shared, position).as_ref().map(take_side),
        _ => None,
    }
}

/// Three stones on the empty board after which the game is as even as any.
fn propose(
    shared: &mut SharedBudgetSearch<'_>,
    position: &Position,
    rng: Option<&mut Rng>,
) -> Option<Vec<Move>> {
    let mut fixed = seeded(0);
    let rng = rng.unwrap_or(&mut fixed);
    let centre = position.size().centre();
    let is_near = |at: &Square| {
        let (cols, rows) = (at.col().abs_diff(centre.col()), at.row().abs_diff(centre.row()));
        cols.max(rows) <= PROPOSAL_REACH
    };
    let squares = central(position, position.empty_squares().filter(is_near), usize::MAX);
    let lines = (0..POOL).map(|_| three_of(&squares, rng)).collect();
    nearest(shared, position, lines, 0, Some(rng)).map(|line| line.to_vec())
}

/// Three different squares of `squares`, in the order in which they are drawn.
fn three_of(squares: &[Square], rng: &mut Rng) -> Placement {
    let mut squares = squares.to_vec();
    (0..3).map(|_| Move::place(squares.swap_remove(draw(rng, squares.len())))).collect()
}

/// Takes the better side, unless there is none.
fn answer_three(
    shared: &mut SharedBudgetSearch<'_>,
    position: &Position,
    rng: Option<&mut Rng>,
) -> Option<Swap2Step> {
    let verdict = shared.with_half(|half| judge(half, position))?;
    let is_even = i32::from(verdict.value.raw()).abs() < EVEN;
    if is_even
        && !shared.is_spent()
        && let Some(stones) = pair(shared, position, 0, rng)
    {
        return Some(Swap2Step::Place(stones.to_vec()));
    }
    Some(take_side(&verdict))
}

/// A value for o, the side to move, and its best move.
struct Judgement {
    value: Score,
    best: Move,
}

/// Stays o and moves, or takes x, whichever is better.
fn take_side(verdict: &Judgement) -> Swap2Step {
    if verdict.value < Score::DRAW { Swap2Step::Swap } else { Swap2Step::Place(vec![verdict.best]) }
}

/// Searches a position longer and longer while the limits last. Where not even
/// one search was possible, an even game and the most central move.
fn judge(shared: &mut SharedBudgetSearch<'_>, position: &Position) -> Option<Judgement> {
    let best = *balance::central_moves(position, 1).first()?;
    let mut verdict = Judgement { value: Score::DRAW, best };
    let mut nodes = FIRST_NODES;
    while let Some(opinion) = shared.ask(position, 0, Effort { depth: None, nodes }) {
        if let Some(&best) = opinion.info.pv.first() {
            verdict = Judgement { value: opinion.info.score, best };
            shared.report(opinion.info);
        }
        if opinion.is_settled {
            break;
        }
        nodes = nodes.saturating_mul(2);
    }
    Some(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Limits, Quiet};
    use crate::game::Variant;
    use crate::player::Settings;

    fn step(position: &Position, rng: Option<&mut Rng>) -> Option<Swap2Step> {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let (quiet, settings) = (Quiet::default(), Settings::default());
        let task = Task { position, limits: &limits, monitor: &quiet, settings: &settings };
        swap2(&mut Searcher::new(4), &task, rng)
    }

    fn after(name: &str, stones: &str) -> Position {
        let variant = Variant::preset(name).unwrap();
        let mut position = Position::new(variant).unwrap();
        for stone in stones.split_whitespace() {
            position.play(stone.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn proposals_are_three_stones_that_vary_with_the_seed() {
        for name in ["tictactoe", "standard", "renju", "caro", "gomoku40x30"] {
            let empty = after(name, "");
            let Some(Swap2Step::Place(stones)) = step(&empty, None) else { panic!("{name}") };
            assert_eq!(stones.len(), 3);
            assert_eq!(step(&empty, None), Some(Swap2Step::Place(stones)), "{name}: no seed");
        }
        let empty = after("standard", "");
        let drawn: Vec<_> = (1..5).map(|seed| step(&empty, Some(&mut seeded(seed)))).collect();
        assert!(drawn.iter().any(|other| *other != drawn[0]), "{drawn:?}");
    }

    #[test]
    fn proposals_lie_in_the_middle_of_the_board() {
        for (width, height) in [(3, 40), (20, 5), (8, 30), (12, 12), (40, 40)] {
            let variant = Variant::mnk(width, height, 5).unwrap();
            let (size, empty) = (variant.size, Position::new(variant).unwrap());
            let limits = Limits { nodes: Some(1), ..Limits::default() };
            let (quiet, settings) = (Quiet::default(), Settings::default());
            let task =
                Task { position: &empty, limits: &limits, monitor: &quiet, settings: &settings };
            for seed in 0..10 {
                let drawn = swap2(&mut Searcher::new(1), &task, Some(&mut seeded(seed)));
                let Some(Swap2Step::Place(stones)) = drawn else { panic!("{size}") };
                for square in stones.into_iter().map(Move::square) {
                    let centre = size.centre();
                    let is_near = square.col().abs_diff(centre.col()) <= 4
                        && square.row().abs_diff(centre.row()) <= 4;
                    assert!(is_near, "{size}: {square}");
                }
            }
        }
    }

    #[test]
    fn who_chooses_takes_the_better_side() {
        // Two of Black's stones side by side, White's in the corner, and the reverse.
        let good = after("standard", "h8 a1 i9");
        assert_eq!(step(&good, None), Some(Swap2Step::Swap));
        let bad = after("standard", "a1 h8 o15");
        assert!(matches!(step(&bad, None), Some(Swap2Step::Place(stones)) if stones.len() == 1));
        let good = after("standard", "h8 a1 i9 o15 g9");
        assert_eq!(step(&good, None), Some(Swap2Step::Swap));
        let bad = after("standard", "a1 h8 o15 i9 a15");
        assert!(matches!(step(&bad, None), Some(Swap2Step::Place(stones)) if stones.len() == 1));
    }

    #[test]
    fn an_even_opening_is_handed_back_with_two_more_stones() {
        let empty = after("standard", "");
        let is_handed_back = |seed| {
            let Some(Swap2Step::Place(stones)) = step(&empty, Some(&mut seeded(seed))) else {
                panic!("no proposal")
            };
            let mut position = empty.clone();
            for mv in stones {
                position.play(mv).unwrap();
            }
            let Some(Swap2Step::Place(placed)) = step(&position, None) else { return false };
            placed.iter().all(|&mv| position.play(mv).is_ok()) && placed.len() == 2
        };
        // What a short search calls even, a longer one mostly does not.
        assert!((0..20).any(is_handed_back));
    }

    #[test]
    fn other_numbers_of_stones_are_no_step() {
        for stones in ["h8", "h8 i9", "h8 i9 h9 i10", "h8 i9 h9 i10 h10 i11"] {
            assert_eq!(step(&after("standard", stones), None), None);
        }
        let over = after("tictactoe", "a1 b1 a2 b2 a3");
        assert_eq!(step(&over, None), None);
    }

    #[test]
    fn answers_fit_the_board() {
        for stones in ["a1 b2 c3", "b2 a1 c3", "a1 b1 c1 b2 b3"] {
            let position = after("tictactoe", stones);
            if let Some(Swap2Step::Place(placed)) = step(&position, None) {
                let mut position = position.clone();
                assert!(placed.iter().all(|&mv| position.play(mv).is_ok()), "{stones}");
            }
        }
    }
}
