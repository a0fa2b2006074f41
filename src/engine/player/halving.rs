//! Sequential halving: which placement comes nearest to a wanted value.
//!
//! All placements get their static value; those that promise to come nearest are
//! searched one ply deep, half as many two plies, and so on while the limits last
//! (sequential halving, Karnin, Koren and Somekh 2013, with the levels made of
//! plies: values are compared at equal depth). Values of all positions move
//! together from depth to depth, so every level shows by how much, and what was
//! not searched so deeply is judged with that in mind. What is won or lost is put
//! aside and taken only when there is nothing else.

use std::collections::HashSet;

use arrayvec::ArrayVec;

use super::rng::Rng;
use super::rng::draw;
use super::shared_budget::{Effort, Opinion, SharedBudgetSearch};
use crate::control::Info;
use crate::eval;
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, sort_by_key};
use crate::pattern::Board;
use crate::value::Score;

/// Stones to be placed one after the other by alternating players.
pub type Placement = ArrayVec<Move, 3>;

/// Placements that the first round of searches looks at.
const WIDTH: usize = 48;
/// How often the first round looks for placements worth a search.
const FIRST_PASSES: usize = 4;
/// Placements that are left at the end.
const FINALISTS: usize = 4;
/// Half of the nodes that a search of the first round may visit; deeper ones get
/// twice as many with each ply. Only long lines of fours need so much.
const MOST_NODES: u64 = 512;
/// A value, in internal units, that is as good as a win (chances 999 to 1).
const AS_GOOD_AS_WON: i32 = 2400;
/// How much farther from the wish a placement may be that a seed may choose.
const VARIETY: i32 = 40;

/// Of the lines that can be played from `root`, one after which the value for
/// the side to move at `root` comes nearest to `bias`. Earlier lines win ties.
pub fn nearest(
    shared: &mut SharedBudgetSearch<'_>,
    root: &Position,
    lines: Vec<Placement>,
    bias: i32,
    rng: Option<&mut Rng>,
) -> Option<Placement> {
    let mut halving = SequentialHalving::new(shared, root, lines, within_reason(bias));
    halving.run(shared);
    halving.winner(rng)
}

/// A placement with what is known of its value.
struct ScoredPlacement {
    line: Placement,
    /// Value for the side to move before the first stone.
    value: Score,
    /// Plies to which the position after it was searched.
    level: u32,
    /// What the last search said; most are never searched.
    opinion: Option<Box<Opinion>>,
    /// The value, in internal units, that a search as deep as the deepest would
    /// probably give.
    likely: i32,
}

impl ScoredPlacement {
    fn new(line: Placement, value: Score) -> ScoredPlacement {
        ScoredPlacement { line, value, level: 0, opinion: None, likely: 0 }
    }

    /// Whether deeper searches would change nothing.
    fn is_settled(&self) -> bool {
        self.opinion.as_ref().is_some_and(|opinion| opinion.is_settled)
    }

    /// How far the position is from the wish, in internal units.
    fn distance(&self, bias: i32) -> i32 {
        (self.likely - bias).abs()
    }
}

/// All placements, and what is known of them.
struct SequentialHalving<'a> {
    root: &'a Position,
    bias: i32,
    candidates: Vec<ScoredPlacement>,
    /// For each level, the sum and the number of the differences that the next
    /// search made: values swing with the depth, all of them together.
    drifts: Vec<(i32, i32)>,
}

impl<'a> SequentialHalving<'a> {
    /// The lines that can be played, with their static values; of lines that are
    /// the same up to symmetry only the first.
    fn new(
        shared: &SharedBudgetSearch<'_>,
        root: &'a Position,
        lines: Vec<Placement>,
        bias: i32,
    ) -> SequentialHalving<'a> {
        /// Lines between two looks at the clock: far less than a millisecond.
        const BETWEEN_LOOKS: usize = 64;

        let mut halving =
            SequentialHalving { root, bias, candidates: Vec::new(), drifts: Vec::new() };
        if root.is_over() {
            return halving;
        }
        if root.only_fouls_left() {
            // Every move loses at once: the first is as good as any.
            let only = lines.into_iter().next().filter(|line| line.len() == 1);
            halving
                .candidates
                .extend(only.map(|line| ScoredPlacement::new(line, Score::loss_in(1))));
            return halving;
        }
        let variant = root.variant();
        let tables = eval::tables(variant.rule, variant.k);
        let mut board = Board::new(root.clone(), &tables);
        let views: Vec<Symmetry> = stabilizer(root).collect();
        let mut seen = HashSet::new();
        for (number, line) in lines.into_iter().enumerate() {
            let may_look = number % BETWEEN_LOOKS == BETWEEN_LOOKS - 1;
            if may_look && !halving.candidates.is_empty() && shared.is_spent() {
                break;
            }
            if views.len() > 1 && !seen.insert(canonical(&line, &views, root)) {
                continue;
            }
            if let Some(value) = static_value(&mut board, &line) {
                halving.candidates.push(ScoredPlacement::new(line, value));
            }
        }
        halving
    }

    /// Searches while the limits last.
    fn run(&mut self, shared: &mut SharedBudgetSearch<'_>) {
        for level in 1..=u32::MAX {
            // What was not searched is only a guess, and of many guesses the best is
            // too good to be true.
            self.candidates
                .retain(|candidate| candidate.level + 1 >= level || candidate.is_settled());
            let width = (WIDTH >> (level - 1).min(8)).max(FINALISTS);
            // A pass also shows how much values move from level to level, which may
            // bring others to the front.
            let passes = if level == 1 { FIRST_PASSES } else { 2 };
            for _ in 0..passes {
                self.search_the_nearest(shared, level, width);
            }
            self.report(shared);
            if shared.is_spent()
                || self.candidates.iter().take(width).all(ScoredPlacement::is_settled)
            {
                break;
            }
        }
    }

    /// Brings the `width` nearest open placements to `level`.
    fn search_the_nearest(
        &mut self,
        shared: &mut SharedBudgetSearch<'_>,
        level: u32,
        width: usize,
    ) {
        self.sort(level);
        let mut open = 0;
        for index in 0..self.candidates.len() {
            let is_known_to_be_over = self.candidates[index].level > 0 && self.is_decided(index);
            let is_enough = is_known_to_be_over && index >= FINALISTS;
            if open == width || is_enough {
                break;
            }
            if self.candidates[index].level < level && !self.search(shared, index, level) {
                break;
            }
            open += usize::from(!self.is_decided(index));
        }
        self.sort(level);
    }

    /// Searches the position after a line; false when the limits are spent.
    fn search(&mut self, shared: &mut SharedBudgetSearch<'_>, index: usize, level: u32) -> bool {
        let candidate = &mut self.candidates[index];
        if candidate.is_settled() {
            return true;
        }
        let mut position = self.root.clone();
        let is_played = candidate.line.iter().all(|&mv| position.play(mv).is_ok());
        let effort = Effort { depth: Some(level), nodes: MOST_NODES << level.min(40) };
        let asked = is_played.then(|| shared.ask(&position, candidate.line.len() as u32, effort));
        let Some(opinion) = asked.flatten() else { return false };
        let value = seen_from_root(opinion.info.score, &candidate.line);
        let (before, after) = (i32::from(candidate.value.raw()), i32::from(value.raw()));
        let is_open = !is_decided(before, self.bias) && !is_decided(after, self.bias);
        if is_open && candidate.level + 1 == level {
            let level = level as usize;
            self.drifts.resize(self.drifts.len().max(level), (0, 0));
            let (sum, count) = &mut self.drifts[level - 1];
            *sum += after - before;
            *count += 1;
        }
        (candidate.value, candidate.level, candidate.opinion) =
            (value, level, Some(Box::new(opinion)));
        true
    }

    /// Puts the placements in order of preference, as values at `level` would
    /// probably have it: open positions first, then by distance from the wish; of
    /// proven ones wins first.
    fn sort(&mut self, level: u32) {
        let mut drift_from: Vec<i32> = vec![0; level as usize + 1];
        for from in (0..level as usize).rev() {
            let (sum, count) = self.drifts.get(from).copied().unwrap_or_default();
            drift_from[from] = drift_from[from + 1] + sum / count.max(1);
        }
        for candidate in &mut self.candidates {
            let is_sure = candidate.value.is_decisive() || candidate.is_settled();
            let drift = if is_sure { 0 } else { drift_from[candidate.level.min(level) as usize] };
            candidate.likely = i32::from(candidate.value.raw()) + drift;
        }
        let bias = self.bias;
        sort_by_key(&mut self.candidates, |candidate| {
            let proof =
                2 * u8::from(candidate.value.is_loss()) + u8::from(candidate.value.is_win());
            (proof, is_decided(candidate.value.raw().into(), bias), candidate.distance(bias))
        });
    }

    /// Whether the position counts as decided, given the bias that is wished for.
    fn is_decided(&self, index: usize) -> bool {
        is_decided(self.candidates[index].value.raw().into(), self.bias)
    }

    /// The nearest of the placements that were searched longest; with `rng`, one
    /// of those about as near.
    fn winner(mut self, rng: Option<&mut Rng>) -> Option<Placement> {
        let top = self.candidates.iter().map(|candidate| candidate.level).max()?;
        self.sort(top);
        // The limits may have ended the last round early: the one before counts too.
        let needed = top.saturating_sub(1).max(top.min(1));
        self.candidates.retain(|candidate| candidate.level >= needed || candidate.is_settled());
        let limit = self.candidates[0].distance(self.bias) + VARIETY;
        let equals = (0..self.candidates.len().min(FINALISTS)).filter(|&index| {
            !self.is_decided(index) && self.candidates[index].distance(self.bias) <= limit
        });
        let choice = rng.map_or(0, |rng| draw(rng, equals.count().max(1)));
        Some(self.candidates.swap_remove(choice).line)
    }

    /// Tells the outside about the placement in front.
    fn report(&self, shared: &SharedBudgetSearch<'_>) {
        let Some(ScoredPlacement { line, value, opinion, .. }) = self.candidates.first() else {
            return;
        };
        let plies = line.len() as u32;
        let info = opinion.as_ref().map(|opinion| opinion.info.clone()).unwrap_or_default();
        shared.report(Info {
            depth: info.depth + plies,
            seldepth: info.seldepth.map(|depth| depth + plies),
            score: further(*value, plies),
            pv: line.iter().chain(&info.pv).copied().collect(),
            time: None,
            ..info
        });
    }
}

/// Whether that value, in internal units, leaves nothing to play for; for a
/// large bias it is still open.
fn is_decided(value: i32, bias: i32) -> bool {
    value.abs() > AS_GOOD_AS_WON + bias.abs()
}

/// The smallest of the views of a line.
fn canonical(line: &Placement, views: &[Symmetry], root: &Position) -> Placement {
    let seen = |view: &Symmetry| -> Placement {
        line.iter().map(|&mv| view.apply_move(root.size(), mv)).collect()
    };
    views.iter().map(seen).min().unwrap_or_default()
}

/// The static value after a line for the side to move before it; `None` when
/// the line cannot be played.
fn static_value(board: &mut Board, line: &[Move]) -> Option<Score> {
    let mut played = 0;
    for &mv in line {
        let (position, side) = (board.position(), board.side());
        let square = mv.square();
        if position.is_over() || !position.is_empty(square) || board.is_foul(square, side) {
            break;
        }
        board.play(mv);
        played += 1;
    }
    let value = (played == line.len()).then(|| match board.position() {
        position if !position.is_over() => eval::evaluate(board),
        position if position.winner().is_some() => Score::loss_in(0),
        _ => Score::DRAW,
    });
    (0..played).for_each(|_| board.undo());
    value.map(|value| seen_from_root(value, line))
}

/// A value of the side to move after a line, for the side to move before it.
pub fn seen_from_root(value: Score, line: &[Move]) -> Score {
    if line.len().is_multiple_of(2) { value } else { -value }
}

/// A value found `plies` below, so that distances to the end count from above.
fn further(value: Score, plies: u32) -> Score {
    let raw = value.raw();
    let plies = plies as i16;
    match value {
        _ if value.is_win() => Score::from_raw(raw - plies),
        _ if value.is_loss() => Score::from_raw(raw + plies),
        _ => value,
    }
}

/// The symmetries under which a position stays what it is.
fn stabilizer(position: &Position) -> impl Iterator<Item = Symmetry> {
    Symmetry::of(position.size()).filter(|view| view.key(position) == position.key())
}

/// A wish that no sum with a value overflows; every larger one means the same.
fn within_reason(bias: i32) -> i32 {
    let limit = i32::from(Score::INFINITE.raw());
    bias.clamp(-limit, limit)
}
