//! The tree of a search, written down while it grows, for people who want to see what
//! looking ahead, cutting and remembering are.

use std::collections::HashMap;

use super::{LineCounts, Monitor, Report, TraceForm, TreeStep, Visit, Why};
use crate::game::Move;
use crate::game::symmetry::Symmetry;
use crate::value::{Bound, Score};

/// Positions, or steps, that are written down; a larger tree cannot be read.
pub const MOST: u32 = 20_000;

/// A position on the way from the root.
struct OnPath {
    visit: Box<Visit>,
    /// The earlier position whose value is the lower bound, for the side to move; 0 if none is.
    alpha_by: u32,
    /// The same of the upper bound.
    beta_by: u32,
    /// Whether it was told that the position is entered.
    is_told: bool,
}

/// A move that leads to a mirror image of what another move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirroredMove {
    /// The move.
    pub mv: Move,
    /// The other move.
    pub of: Move,
    /// The symmetry that takes `of` to `mv`.
    pub by: Symmetry,
}

/// Writes down what is visited, if that was asked for.
pub struct TreeLog<'a> {
    /// Takes what is written down; `None` where nothing is.
    monitor: Option<&'a dyn Monitor>,
    /// Whether steps are written down, not visits.
    tells_steps: bool,
    /// Whether some questions are only whether a move is better than the best so far.
    asks_for_more: bool,
    path: Vec<OnPath>,
    visited: u32,
    /// The number of the position that was left last.
    left: u32,
    /// Steps so far, told or not.
    steps: u32,
    /// The positions that the table knows by their keys, with the views that have these.
    known: HashMap<u64, (u32, Symmetry)>,
}

impl<'a> TreeLog<'a> {
    /// Writes in that form; without one, nothing is written.
    pub fn new(form: Option<TraceForm>, monitor: &'a dyn Monitor) -> TreeLog<'a> {
        TreeLog {
            monitor: form.is_some().then_some(monitor),
            tells_steps: form == Some(TraceForm::Events),
            asks_for_more: false,
            path: Vec::new(),
            visited: 0,
            left: 0,
            steps: 0,
            known: HashMap::new(),
        }
    }

    /// The same of a search with null windows, which only ask whether a move is better.
    #[must_use]
    pub fn with_null_windows(self) -> TreeLog<'a> {
        TreeLog { asks_for_more: true, ..self }
    }

    /// A position is visited that the last move led to. The root has no last move of its own.
    pub fn enter(&mut self, last: Option<Move>, window: Option<(Score, Score)>) {
        self.enter_for(last, window, None);
    }

    /// As [`TreeLog::enter`], to be searched so many plies deep.
    pub fn enter_for(
        &mut self,
        last: Option<Move>,
        window: Option<(Score, Score)>,
        depth: Option<i32>,
    ) {
        if self.monitor.is_none() {
            return;
        }
        self.visited = self.visited.saturating_add(1);
        let (number, ply) = (self.visited, self.path.len() as u32);
        let (parent, alpha_by, beta_by) = self.path.last().map_or((0, 0, 0), |above| {
            // A question for more than the best so far has both its bounds from there.
            let asks_for_more =
                self.asks_for_more && is_null(window) && !is_null(above.visit.window);
            let alpha_by = if asks_for_more { above.alpha_by } else { above.beta_by };
            (above.visit.number, alpha_by, above.alpha_by)
        });
        let mv = last.filter(|_| parent != 0);
        let is_told = self.step(|| TreeStep::Enter { number, parent, ply, mv, window, depth });
        let visit = Box::new(Visit { number, parent, ply, mv, window, ..Visit::default() });
        self.path.push(OnPath { visit, alpha_by, beta_by, is_told });
    }

    /// The position is left again, with its value if that is known by now.
    pub fn leave(&mut self, score: Option<Score>) {
        let (Some(monitor), Some(OnPath { mut visit, is_told, .. })) =
            (self.monitor, self.path.pop())
        else {
            return;
        };
        visit.score = score;
        if score.is_none() {
            visit.why = Why::Stopped;
        }
        self.left = visit.number;
        if self.tells_steps {
            self.tell_value(monitor, &visit, is_told);
        } else if visit.number <= MOST {
            monitor.report(Report::Visit(visit));
        }
    }

    /// The search has ended: counts what was left out.
    pub fn finish(&mut self) {
        let (made, what) =
            if self.tells_steps { (self.steps, "events") } else { (self.visited, "positions") };
        if let (Some(monitor), Some(left @ 1..)) = (self.monitor, made.checked_sub(MOST)) {
            monitor.report(Report::Text(format!("trace: {left} more {what} are left out")));
        }
    }

    /// Says why the position is left.
    pub fn because(&mut self, why: Why) {
        if let Some(here) = self.path.last_mut() {
            here.visit.why = why;
        }
    }

    /// The position that is visited goes no deeper: its score counts these lines.
    pub fn count(&mut self, lines: impl FnOnce() -> LineCounts) {
        if let Some(here) = self.path.last_mut().filter(|_| self.tells_steps) {
            here.visit.lines = Some(lines());
        }
    }

    /// Moves of the position are not tried, because they are mirror images of others.
    pub fn mirror(&mut self, mirrored: Vec<MirroredMove>) {
        let Some(here) = self.path.last_mut() else { return };
        let number = here.visit.number;
        // The line of the root names none, as ever: programs know it.
        if here.visit.parent != 0 {
            here.visit.mirrored.extend(mirrored.iter().map(|mirrored| mirrored.mv));
        }
        for MirroredMove { mv, of, by } in mirrored {
            self.step(|| TreeStep::Mirror { number, mv, of, by });
        }
    }

    /// The table has an entry of that key, which the position has in the view of `symmetry`.
    pub fn know(&mut self, (key, symmetry): (u64, Option<Symmetry>), bound: Bound, score: Score) {
        let Some(here) = self.path.last_mut() else { return };
        here.visit.hash = Some((bound, score));
        let number = here.visit.number;
        if let Some(&(of, seen)) = self.known.get(&key) {
            let here = symmetry.unwrap_or(Symmetry::IDENTITY);
            let by = seen.then(here.inverse());
            self.step(|| TreeStep::Known { number, of, by, bound, score });
        }
    }

    /// The position goes into the table by that key.
    pub fn remember(&mut self, (key, symmetry): (u64, Option<Symmetry>)) {
        if let Some(here) = self.path.last()
            && self.tells_steps
            && self.steps < MOST
        {
            let view = symmetry.unwrap_or(Symmetry::IDENTITY);
            self.known.insert(key, (here.visit.number, view));
        }
    }

    /// The move that was taken back last is the best so far, and worth this.
    pub fn raise(&mut self, score: Score, window: Option<(Score, Score)>) {
        let by = self.left;
        let Some(here) = self.path.last_mut() else { return };
        here.alpha_by = by;
        let number = here.visit.number;
        self.step(|| TreeStep::Bound { number, by, score, window });
    }

    /// The move that was taken back last is enough: the moves in `pruned` are not tried.
    pub fn cut(&mut self, window: (Score, Score), pruned: impl IntoIterator<Item = Move>) {
        let by = self.left;
        let Some(here) = self.path.last_mut() else { return };
        here.visit.why = Why::Cut;
        here.visit.pruned = pruned.into_iter().collect();
        let (number, against) = (here.visit.number, here.beta_by);
        let pruned = here.visit.pruned.clone();
        self.step(|| TreeStep::Cut { number, by, against, window, pruned });
    }

    /// Tells a step, where steps are told and there is room for one more; says whether it was told.
    fn step(&mut self, step: impl FnOnce() -> TreeStep) -> bool {
        let Some(monitor) = self.monitor.filter(|_| self.tells_steps) else { return false };
        self.steps = self.steps.saturating_add(1);
        let is_told = self.steps <= MOST;
        if is_told {
            monitor.report(Report::Step(Box::new(step())));
        }
        is_told
    }

    /// Tells the value of a position. A position that was told as entered gets its value too; there are
    /// no more of these than the tree is deep once the room for steps is used up.
    fn tell_value(&mut self, monitor: &dyn Monitor, visit: &Visit, is_told: bool) {
        let &Visit { number, score, why, window, lines, hash, .. } = visit;
        let bound = match (why, window, score) {
            (Why::Hash, ..) => hash.map_or(Bound::Exact, |(bound, _)| bound),
            (Why::All | Why::Late, Some((alpha, _)), Some(score)) if score <= alpha => Bound::Upper,
            (Why::All | Why::Late, Some((_, beta)), Some(score)) if score >= beta => Bound::Lower,
            // A win by fours may not be the shortest one.
            (Why::Cut | Why::Margin | Why::Fours | Why::Threats, ..) => Bound::Lower,
            _ => Bound::Exact,
        };
        if is_told {
            if self.steps < MOST {
                self.steps += 1;
            }
            let value = TreeStep::Value { number, score, bound, why, lines };
            monitor.report(Report::Step(Box::new(value)));
        } else {
            self.steps = self.steps.saturating_add(1);
        }
    }
}

/// Whether no value lies between two bounds: the question is whether the true one is above them.
fn is_null(window: Option<(Score, Score)>) -> bool {
    window.is_some_and(|(alpha, beta)| beta - alpha <= 1)
}
