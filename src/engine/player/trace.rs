//! The tree of a search, written down while it grows, for people who want to see what
//! looking ahead, cutting and remembering are.

use std::collections::HashMap;

use crate::control::{LineCounts, Monitor, Report, TraceForm, TreeStep, Visit, Why};
use crate::game::Move;
use crate::game::symmetry::Symmetry;
use crate::value::{Bound, Score};

use super::task::Task;
use super::views::MirroredMove;

/// Positions, or steps, that are written down; a larger tree cannot be read.
const MOST: u32 = 20_000;

/// A position on the way from the root.
#[derive(Clone, Copy, Default)]
struct OnPath {
    number: u32,
    /// The earlier position whose value is the lower bound, for the side to move; 0 if none is.
    alpha_by: u32,
    /// The same of the upper bound.
    beta_by: u32,
    /// Whether it was told that the position is entered.
    is_told: bool,
}

/// Writes down what is visited, if that was asked for.
pub struct Trace<'a> {
    /// Takes what is written down; `None` where nothing is.
    monitor: Option<&'a dyn Monitor>,
    /// Whether steps are written down, not visits.
    tells_steps: bool,
    path: Vec<OnPath>,
    visited: u32,
    /// The number of the position that was left last.
    left: u32,
    /// Steps so far, told or not.
    steps: u32,
    /// The positions that the table knows by their keys, with the views that have these.
    known: HashMap<u64, (u32, Symmetry)>,
}

impl<'a> Trace<'a> {
    /// Writes, if the limits of the task say so.
    pub fn new(task: &Task<'a>) -> Trace<'a> {
        let form = task.limits.trace;
        Trace {
            monitor: form.is_some().then_some(task.monitor),
            tells_steps: form == Some(TraceForm::Events),
            path: Vec::new(),
            visited: 0,
            left: 0,
            steps: 0,
            known: HashMap::new(),
        }
    }

    /// A position is visited that the last move led to; `None` where nothing is
    /// written down. The root has no last move of its own.
    pub fn enter(&mut self, last: Option<Move>, window: Option<(Score, Score)>) -> Note {
        self.monitor?;
        self.visited = self.visited.saturating_add(1);
        let above = self.path.last().copied().unwrap_or_default();
        let (number, parent, ply) = (self.visited, above.number, self.path.len() as u32);
        let mv = last.filter(|_| parent != 0);
        let is_told = self.step(|| TreeStep::Enter { number, parent, ply, mv, window });
        let (alpha_by, beta_by) = (above.beta_by, above.alpha_by);
        self.path.push(OnPath { number, alpha_by, beta_by, is_told });
        Some(Box::new(Visit { number, parent, ply, mv, window, ..Visit::default() }))
    }

    /// The position is left again, with its value if that is known by now.
    pub fn leave(&mut self, note: Note, score: Option<Score>) {
        let (Some(monitor), Some(mut visit)) = (self.monitor, note) else { return };
        visit.score = score;
        if score.is_none() {
            visit.why = Why::Stopped;
        }
        self.left = visit.number;
        let is_told = self.path.pop().is_some_and(|position| position.is_told);
        if self.tells_steps {
            self.tell_value(monitor, &visit, is_told);
        } else if visit.number <= MOST {
            monitor.report(Report::Visit(visit));
        }
        if self.path.is_empty() {
            let (made, what) =
                if self.tells_steps { (self.steps, "events") } else { (self.visited, "positions") };
            if made > MOST {
                let left = made - MOST;
                monitor.report(Report::Text(format!("trace: {left} more {what} are left out")));
            }
        }
    }

    /// The position that is visited goes no deeper: its score counts these lines.
    pub fn count(&self, note: &mut Note, lines: impl FnOnce() -> LineCounts) {
        if let Some(visit) = note.as_mut().filter(|_| self.tells_steps) {
            visit.lines = Some(lines());
        }
    }

    /// Moves of the position are not tried, because they are mirror images of others.
    pub fn mirror(&mut self, note: &mut Note, mirrored: Vec<MirroredMove>) {
        let Some(visit) = note else { return };
        let number = visit.number;
        for MirroredMove { mv, of, by } in mirrored {
            self.step(|| TreeStep::Mirror { number, mv, of, by });
            // The line of the root names none, as ever: programs know it.
            if visit.parent != 0 {
                visit.mirrored.push(mv);
            }
        }
    }

    /// The table has an entry of that key, which the position has in the view of `symmetry`.
    pub fn know(
        &mut self,
        note: &mut Note,
        (key, symmetry): (u64, Option<Symmetry>),
        bound: Bound,
        score: Score,
    ) {
        let Some(visit) = note else { return };
        visit.hash = Some((bound, score));
        let number = visit.number;
        if let Some(&(of, seen)) = self.known.get(&key) {
            let here = symmetry.unwrap_or(Symmetry::IDENTITY);
            let by = seen.then(here.inverse());
            self.step(|| TreeStep::Known { number, of, by, bound, score });
        }
    }

    /// The position goes into the table by that key.
    pub fn remember(&mut self, note: &Note, (key, symmetry): (u64, Option<Symmetry>)) {
        if let Some(visit) = note
            && self.tells_steps
            && self.steps < MOST
        {
            let view = symmetry.unwrap_or(Symmetry::IDENTITY);
            self.known.insert(key, (visit.number, view));
        }
    }

    /// The move that was taken back last is the best so far, and worth this.
    pub fn raise(&mut self, note: &Note, score: Score, window: Option<(Score, Score)>) {
        let Some(visit) = note else { return };
        let (number, by) = (visit.number, self.left);
        self.step(|| TreeStep::Bound { number, by, score, window });
        if let Some(position) = self.path.last_mut() {
            position.alpha_by = by;
        }
    }

    /// The move that was taken back last is enough: the moves in `pruned` are not tried.
    pub fn cut(&mut self, note: &mut Note, window: (Score, Score), pruned: &[Move]) {
        let Some(visit) = note else { return };
        visit.why = Why::Cut;
        visit.pruned = pruned.to_vec();
        let (number, by) = (visit.number, self.left);
        let against = self.path.last().map_or(0, |position| position.beta_by);
        let pruned = &visit.pruned;
        self.step(|| TreeStep::Cut { number, by, against, window, pruned: pruned.clone() });
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
            (Why::All, Some((alpha, _)), Some(score)) if score <= alpha => Bound::Upper,
            (Why::Cut, ..) => Bound::Lower,
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

/// What is written down about a position, as far as it is known.
pub type Note = Option<Box<Visit>>;

/// Says why a position was left.
pub fn because(note: &mut Note, why: Why) {
    if let Some(visit) = note {
        visit.why = why;
    }
}

#[cfg(test)]
mod tests;
