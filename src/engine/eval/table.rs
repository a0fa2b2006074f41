//! The evaluation: a value for the shapes of every empty point, and one for all together.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::game::{Color, Rule, Square};
use crate::pattern::points::PointNet;
use crate::pattern::tables::STAGES;
use crate::pattern::{
    Board, Combinations, Policy, Rating, Shape, ShapeTable, Tables, Threat, Worth,
};
use crate::value::{Bound, Score};

use super::network;
use super::weights::{self, PARTS, Weight};

/// What one line of a point is worth, in the order of [`Shape`].
struct Weights {
    /// Worth to the side to move.
    to_move: [i16; Shape::ALL.len()],
    /// Worth to the other side.
    waiting: [i16; Shape::ALL.len()],
    /// Order of the moves on the point.
    order: [i16; Shape::ALL.len()],
}

/// The weights where nothing was learned: lines of other lengths than five, and the
/// combinations that never stood in the games behind [`weights`].
///
/// Fitted by logistic regression to the results of the engine's own games (45,934
/// quiet positions, 15x15 freestyle, 2,000 nodes a move), four units to a hundredth
/// of the fit's own scale, rounded. Shapes that do not occur in quiet positions, and
/// the orders, are set by hand in line with the rest.
const WEIGHTS: Weights = Weights {
    to_move: [0, 0, 1, 7, 25, 89, 86, 110, 120, 0, 130],
    waiting: [0, 0, 2, 4, 25, 55, 68, 110, 120, 0, 130],
    order: [0, 2, 5, 10, 14, 34, 22, 60, 70, 0, 90],
};

/// Extra worth of a point for the threats that its lines make together: to the
/// side to move and to the other side.
const fn threat_bonus(threat: Threat) -> (i16, i16) {
    match threat {
        Threat::FourThree => (150, 250),
        _ => (0, 0),
    }
}

/// Extra order of a point for each line beyond the first that is at least an
/// open two or a three: such points become double threats.
const CROSSING: i16 = 6;

/// The lookups of a rule and `k` (3..=9) with the values of this evaluation. Lookups that are in
/// use, and the last ones asked for, are not built again; the others are dropped, since those of
/// all rules together take as much memory as a large hash table.
pub fn tables(rule: Rule, k: u8) -> Arc<Tables> {
    static SHELF: Mutex<Shelf> = Mutex::new(Shelf { last: None, lent: Vec::new() });
    SHELF.lock().unwrap_or_else(PoisonError::into_inner).find((rule, k), network::of(rule, k))
}

/// The tables that are in use.
struct Shelf {
    /// The lookups that were asked for last.
    last: Option<Arc<Tables>>,
    /// All that are in use, and some that were.
    lent: Vec<((Rule, u8), Weak<Tables>)>,
}

impl Shelf {
    fn find(&mut self, game: (Rule, u8), net: Option<Arc<PointNet>>) -> Arc<Tables> {
        let lent = self.lent.iter().filter(|(of, _)| *of == game);
        let address = |net: &Option<Arc<PointNet>>| net.as_ref().map(Arc::as_ptr);
        let known = lent
            .filter_map(|(_, lent)| lent.upgrade())
            .find(|lent| address(&lent.points) == address(&net));
        let tables = known.unwrap_or_else(|| {
            // The old ones go before the new ones come.
            self.last = None;
            self.lent.retain(|(_, lent)| lent.strong_count() > 0);
            let tables = Arc::new(build(game.0, game.1, net));
            self.lent.push((game, Arc::downgrade(&tables)));
            tables
        });
        self.last = Some(Arc::clone(&tables));
        tables
    }
}

/// The lookups of a rule and `k` with the rows of a network, for [`tables`] and for trying
/// another network.
pub fn build(rule: Rule, k: u8, points: Option<Arc<PointNet>>) -> Tables {
    // All games that were learned from were played for five in a row.
    let learned = (k == 5).then(|| weights::of_five(rule));
    let policy = |&color| match &learned {
        Some(learned) => learned.policy[color].clone(),
        None => Policy::NONE,
    };
    let combinations = |&color| {
        Combinations::build(rule, color, |shapes, threat| {
            // Combinations that no game showed are worth their single lines and their threat.
            let class = weights::class(shapes);
            let known = learned.as_ref().and_then(|known| known.points[color][class]);
            known.map_or_else(|| rate(shapes, threat), Rating::from)
        })
    };
    // Without fouls both players read the same lookups, which are half as large then.
    let colors: &[Color] = if rule.has_fouls(Color::Black) { &Color::ALL } else { &[Color::Black] };
    Tables {
        shapes: ShapeTable::build(rule, k),
        combinations: colors.iter().map(combinations).collect(),
        policy: colors.iter().map(policy).collect(),
        scale: learned.as_ref().map_or([256; STAGES], |learned| learned.scale),
        points,
    }
}

/// The worth of a point with `shapes` and the `threat` that they make together, and its order.
fn rate(shapes: [Shape; 4], threat: Threat) -> Rating {
    let sum =
        |weights: &[i16]| -> i16 { shapes.iter().map(|&shape| weights[shape as usize]).sum() };
    let (to_move, waiting) = threat_bonus(threat);
    let strong = shapes.iter().filter(|&&shape| shape >= Shape::OpenTwo).count() as i16;
    let order = sum(&WEIGHTS.order) + CROSSING * (strong - 1).max(0) * strong;
    Rating {
        worth: Worth {
            to_move: PARTS * (sum(&WEIGHTS.to_move) + to_move),
            waiting: PARTS * (sum(&WEIGHTS.waiting) + waiting),
        },
        attack: 8 * order,
        defence: 4 * order,
    }
}

impl From<Weight> for Rating {
    fn from(weight: Weight) -> Rating {
        let Weight { to_move, waiting, attack, defence } = weight;
        Rating { worth: Worth { to_move, waiting }, attack, defence }
    }
}

/// Worth of a conversion that is left: the side that spends one first loses nearly every game
/// (`tests/data/strength.md`).
// 2,000 units beat 1,600 by 61 %; 2,500 beat 2,000 no more.
const CONVERSION: i32 = 2000;

/// The most that conversions count, so that points still tell positions below
/// [`Score::MAX_OPINION`] apart.
const CONVERSIONS: i32 = 14_000;

/// The value of a position for the side to move, in internal units: what its points are worth, and
/// what the network, if any, and the conversions add.
pub fn evaluate(board: &mut Board) -> Score {
    Score::opinion(evaluate_points(board) + evaluate_together(board))
}

/// The value of a position for the side to move, and what is known of it: more than `margin`
/// units beyond the bounds it is what single points are worth, a bound itself, and the
/// network is not asked.
pub fn evaluate_within(
    board: &mut Board<'_>,
    (alpha, beta): (Score, Score),
    margin: i32,
) -> (Score, Bound) {
    // The network takes a third of a search.
    if board.has_network() {
        let points = Score::opinion(evaluate_points(board) + conversions(board));
        if points - beta >= margin {
            return (points, Bound::Lower);
        }
        if alpha - points >= margin {
            return (points, Bound::Upper);
        }
    }
    (evaluate(board), Bound::Exact)
}

/// What all points are worth to the side to move, less what they are to the other.
pub fn evaluate_points(board: &mut Board) -> i32 {
    let (own, other) = (board.side(), !board.side());
    let sums = board.sums();
    let sum = sums[own].to_move - sums[other].waiting;
    scaled(board, sum)
}

/// What is worth something to the side to move beside single points: what the network
/// adds, where there is one, and the conversions that are left.
pub fn evaluate_together(board: &mut Board) -> i32 {
    board.network().unwrap_or_default() + conversions(board)
}

/// What the conversions that are left are worth to the side to move.
fn conversions(board: &Board<'_>) -> i32 {
    let side = board.side();
    let left = |color| i32::from(board.position().conversions(color));
    (CONVERSION * (left(side) - left(!side))).clamp(-CONVERSIONS, CONVERSIONS)
}

/// What an empty point adds to a player's part of what all points are worth.
pub fn evaluate_point(board: &Board, square: Square, color: Color) -> i32 {
    let worth = board.patterns().worth(square, color);
    let worth = if color == board.side() { worth.to_move } else { worth.waiting };
    scaled(board, worth.into())
}

/// What a sum of parts counts on this board, in whole units: it grows with the number of
/// points that are worth something, and the odds do not.
fn scaled(board: &Board, sum: i32) -> i32 {
    // 60 ± 45 Elo in place of one factor for all numbers of stones.
    let scale = board.patterns().scale(board.position().stone_count());
    let value = i64::from(sum) * i64::from(scale) / (256 * i64::from(PARTS));
    value.try_into().unwrap_or(if sum > 0 { i32::MAX } else { i32::MIN })
}
