//! `linecount`: tic-tac-toe by a small opening book and the number of lines
//! that a stone would bring to two.

use super::common::{answer, log_candidates};
use super::grid::{
    CENTRE, CORNERS, Grid, GridQuestion, LINES, Set, each, first, opposite, place, question,
    touching,
};
use super::motive::{LineRule, Motive};
use super::rng::Rng;
use super::rng::draw;
use super::task::{Player, PlayerError, Task};
use crate::control::Choice;
use crate::game::{Move, Position};
use crate::language::Language;

/// Opens at random, then counts lines; never loses on the 3x3 board.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineCount;

impl Player for LineCount {
    fn choose(&mut self, task: Task<'_>, rng: &mut Rng) -> Result<Choice, PlayerError> {
        Ok(match question("linecount", &task)? {
            GridQuestion::Points(grid, allowed) => {
                let (points, rule) = decide(grid, allowed);
                log_candidates(&task, || {
                    let why = rule.words(Language::English);
                    each(points).map(|point| (place(point), format!("rule: {why}"))).collect()
                });
                let drawn = draw(rng, points.count_ones() as usize);
                let point = each(points).nth(drawn).unwrap_or(points);
                answer(&task, place(point), Motive::Lines(rule))
            }
            GridQuestion::Forced(Some(mv)) => answer(&task, mv, Motive::OnlyMove),
            GridQuestion::Forced(None) => Choice::default(),
        })
    }
}

impl LineCount {
    /// The moves among which the player draws, in reading order; empty when no
    /// stone can be placed and on boards other than 3x3.
    pub fn choices(position: &Position) -> Vec<Move> {
        let Some(grid) = Grid::seen_by(position, position.side()) else {
            return Vec::new();
        };
        match grid.free() {
            0 => Vec::new(),
            free => each(decide(grid, free).0).map(place).collect(),
        }
    }
}

/// The equally good points among `allowed`, and what found them.
fn decide(grid: Grid, allowed: Set) -> (Set, LineRule) {
    // A player that owns no fewer stones than the opponent in its turn began
    // the game; in a study with other counts this is as good a guess as any.
    let began = grid.own.count_ones() >= grid.other.count_ones();
    let opening = if began { open_first(grid) } else { open_second(grid) };
    if let Some((book, rule)) = opening.filter(|(book, _)| book & allowed != 0) {
        return (book & allowed, rule);
    }
    let wins = grid.completions() & allowed;
    if wins != 0 {
        return (first(wins), LineRule::Completes);
    }
    let blocks = grid.turned().completions() & allowed;
    if blocks != 0 {
        return (first(blocks), LineRule::Blocks);
    }
    // The first player's book leaves no room for a fork; the second player has to look.
    let safe = each(allowed).filter(|&point| began || !grid.allows_fork(point)).sum();
    let mut points = each(if safe == 0 { allowed } else { safe });
    let start = points.next().unwrap_or(allowed);
    let best = points.fold(start, |best, point| {
        if lines_of_two(grid, point) > lines_of_two(grid, best) { point } else { best }
    });
    (best, LineRule::MostLines)
}

/// The book of the player that began: first and second stone.
fn open_first(Grid { own, other }: Grid) -> Option<(Set, LineRule)> {
    Some(match (own.count_ones(), other.count_ones()) {
        (0, 0) => (CENTRE | CORNERS, LineRule::FirstStone),
        (1, 1) if own == CENTRE && other & CORNERS != 0 => {
            (opposite(other), LineRule::OppositeTheirs)
        }
        (1, 1) if own == CENTRE => (touching(other), LineRule::TouchingEdge),
        (1, 1) if own & CORNERS != 0 && other == CENTRE => (opposite(own), LineRule::OppositeOwn),
        (1, 1) if own & CORNERS != 0 => (CENTRE, LineRule::Centre),
        _ => return None,
    })
}

/// The book of the other player: the first stone.
fn open_second(grid: Grid) -> Option<(Set, LineRule)> {
    match (grid.own.count_ones(), grid.other.count_ones()) {
        (0, 1) if grid.other == CENTRE => Some((first(CORNERS), LineRule::Corner)),
        (0, 1) => Some((CENTRE, LineRule::Centre)),
        _ => None,
    }
}

/// The number of lines with two own stones and an empty third after an own
/// stone on `point`.
fn lines_of_two(grid: Grid, point: Set) -> usize {
    let own = grid.own | point;
    LINES
        .into_iter()
        .filter(|line| (line & own).count_ones() == 2 && line & grid.other == 0)
        .count()
}
