//! `alphabeta`: the value of `minimax` with less work. Three switches show what
//! each idea saves: cutting off what cannot matter (Knuth and Moore, "An
//! Analysis of Alpha-Beta Pruning", 1975), remembering positions, and taking
//! mirror images for the same position.

use std::collections::HashMap;
use std::mem::size_of;

use super::budget::EffortBudget;
use super::common::candidates;
use super::rng::Rng;
use super::settings::Settings;
use super::task::{Player, PlayerError, Task};
use super::tree::{CountedBoard, Found, ScoredLine, conclude, depth};
use super::views::Views;
use crate::control::{Choice, MirroredMove, Why};
use crate::game::Move;
use crate::game::symmetry::Symmetry;
use crate::value::{Bound, Score};

/// Searches all moves that can matter to a depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

impl Player for AlphaBeta {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let mut search = TreeSearch::new(&task);
        let mut moves = candidates(&task);
        search.sort(&mut moves);
        let mirrored = if task.settings.ab_symmetry {
            Views::of(task.position).drop_mirrored(&mut moves)
        } else {
            Vec::new()
        };
        let found = search.root(&moves, mirrored, depth(&task));
        Ok(conclude(&task, &moves, found, &search.budget, search.hashfull()))
    }

    fn can_trace(&self, _: &Settings) -> bool {
        true
    }
}

/// The values between which the true value matters: below `alpha` we have
/// something better elsewhere, above `beta` the opponent has.
#[derive(Clone, Copy)]
struct ScoreWindow {
    alpha: Score,
    beta: Score,
}

impl ScoreWindow {
    const FULL: ScoreWindow =
        ScoreWindow { alpha: Score::from_raw(-32_001), beta: Score::INFINITE };

    const fn bounds(self) -> (Score, Score) {
        (self.alpha, self.beta)
    }

    fn turned(self) -> ScoreWindow {
        ScoreWindow { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is remembered of a position, as its canonical view shows it.
struct HashEntry {
    depth: u32,
    /// Wins and losses count from this position, not from the root.
    score: Score,
    bound: Bound,
    best: Move,
}

/// Memory of one entry with its key. A hash map is up to half empty, and keeps
/// its old half while it grows: four times the bare entry is never exceeded.
const ENTRY_BYTES: usize = 4 * (size_of::<(u64, HashEntry)>() + 1);

/// One search.
struct TreeSearch<'a> {
    board: CountedBoard,
    budget: EffortBudget<'a>,
    settings: &'a Settings,
    table: HashMap<u64, HashEntry>,
    /// Number of entries that the memory allows.
    capacity: usize,
}

impl<'a> TreeSearch<'a> {
    fn new(task: &Task<'a>) -> TreeSearch<'a> {
        TreeSearch {
            board: CountedBoard::new(task.position),
            budget: EffortBudget::new(task),
            settings: task.settings,
            table: HashMap::new(),
            capacity: (task.settings.hash_mb << 20) / ENTRY_BYTES,
        }
    }

    /// Sorts moves in the order in which they are tried.
    fn sort(&self, moves: &mut [Move]) {
        if self.settings.ab_order {
            self.board.sort(moves);
        }
    }

    /// Searches `moves` at the root, `depth` plies deep (1 or more), and leaves out the mirror images
    /// of them.
    fn root(&mut self, moves: &[Move], mirrored: Vec<MirroredMove>, depth: u32) -> Found {
        let mut found = Found::new();
        if self.budget.visit().is_some() {
            let window = ScoreWindow::FULL;
            self.budget.tree.enter(None, Some(window.bounds()));
            self.budget.tree.mirror(mirrored);
            let is_finished = self.try_all(moves, depth, 0, window, &mut found);
            let best = found.best.as_ref().filter(|_| is_finished).map(|best| best.score);
            self.budget.tree.leave(best);
            self.budget.tree.finish();
        }
        if let Some(line) = &mut found.best {
            self.lengthen(line, depth);
        }
        found
    }

    /// The value of the position for the side to move: exact inside the window,
    /// else a bound on the same side of it. `None` when the budget ends.
    fn value(&mut self, depth: u32, ply: u16, window: ScoreWindow) -> Option<ScoredLine> {
        self.budget.visit()?;
        let last = self.board.position.last_move();
        self.budget.tree.enter(last, Some(window.bounds()));
        let line = self.look(depth, ply, window);
        self.budget.tree.leave(line.as_ref().map(|line| line.score));
        line
    }

    /// As `value`, but for a position already counted as visited.
    fn look(&mut self, depth: u32, ply: u16, window: ScoreWindow) -> Option<ScoredLine> {
        // 1. The end of the tree.
        if let Some(score) = self.board.end(ply) {
            self.budget.tree.because(Why::End);
            return Some(ScoredLine::end(score));
        }
        if depth == 0 {
            self.budget.tree.because(Why::Leaf);
            self.budget.tree.count(|| self.board.counts());
            return Some(ScoredLine::end(self.board.estimate()));
        }

        // 2. What is known of the position.
        let views = self.settings.ab_symmetry.then(|| Views::of(&self.board.position));
        let (key, symmetry) = self.key(views.as_ref());
        if let Some(entry) = self.table.get(&key).filter(|entry| entry.depth == depth) {
            let score = from_root(entry.score, ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            self.budget.tree.know((key, symmetry), entry.bound, score);
            if is_enough {
                self.budget.tree.because(Why::Hash);
                return Some(ScoredLine::end(score));
            }
        }

        // 3. The moves.
        let mut moves = self.board.position.legal_moves();
        self.sort(&mut moves);
        if let Some(views) = &views {
            let mirrored = views.drop_mirrored(&mut moves);
            self.budget.tree.mirror(mirrored);
        }
        let mut found = Found::new();
        let is_finished = self.try_all(&moves, depth, ply, window, &mut found);
        let best = found.best.filter(|_| is_finished)?;

        // 4. What is worth knowing next time.
        if self.settings.ab_hash
            && (self.table.len() < self.capacity || self.table.contains_key(&key))
        {
            let bound = match best.score {
                score if score >= window.beta => Bound::Lower,
                score if score <= window.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            let score = from_here(best.score, ply);
            let mv = self.mirror(symmetry, best.moves[0]);
            self.budget.tree.remember((key, symmetry));
            self.table.insert(key, HashEntry { depth, score, bound, best: mv });
        }
        Some(best)
    }

    /// Tries the moves in turn and keeps the best, the first of equal ones;
    /// stops when the opponent has something better elsewhere. Answers whether
    /// the value is known, that is, whether the budget lasted.
    fn try_all(
        &mut self,
        moves: &[Move],
        depth: u32,
        ply: u16,
        mut window: ScoreWindow,
        found: &mut Found,
    ) -> bool {
        for (index, &mv) in moves.iter().enumerate() {
            self.board.play(mv);
            let reply = self.value(depth - 1, ply + 1, window.turned());
            self.board.undo();
            let Some(reply) = reply else { return false };
            found.searched += 1;
            let score = -reply.score;
            if ply == 0 {
                // After a cut it is only known to be no better than the best.
                let is_bound = self.settings.ab_cut && score <= window.alpha;
                let bound = if is_bound { Bound::Upper } else { Bound::Exact };
                found.tried.push((mv, score, bound));
            }
            let is_best = found.best.as_ref().is_none_or(|best| score > best.score);
            if is_best {
                found.best = Some(ScoredLine::behind(mv, &reply));
            }
            if !self.settings.ab_cut {
                if is_best {
                    self.budget.tree.raise(score, None);
                }
            } else if score > window.alpha {
                window.alpha = score;
                if window.alpha >= window.beta {
                    self.budget.tree.cut(window.bounds(), moves[index + 1..].iter().copied());
                    break;
                }
                self.budget.tree.raise(score, Some(window.bounds()));
            }
        }
        true
    }

    /// The key of the position in the table, and the symmetry that leads to the
    /// view which the entry shows, where symmetries are used.
    fn key(&self, views: Option<&Views>) -> (u64, Option<Symmetry>) {
        match views.map(Views::canonical) {
            Some((key, symmetry)) => (key, Some(symmetry)),
            None => (self.board.position.key(), None),
        }
    }

    fn mirror(&self, symmetry: Option<Symmetry>, mv: Move) -> Move {
        symmetry.map_or(mv, |symmetry| symmetry.apply_move(self.board.position.size(), mv))
    }

    /// Completes a line that ends where the table knew the value. The best
    /// child of an exact entry is exact itself, so the table knows the rest;
    /// nothing is replaced in it but bounds.
    fn lengthen(&mut self, line: &mut ScoredLine, depth: u32) {
        line.moves.iter().for_each(|&mv| self.board.play(mv));
        while (line.moves.len() as u32) < depth {
            let views = self.settings.ab_symmetry.then(|| Views::of(&self.board.position));
            let (key, symmetry) = self.key(views.as_ref());
            let rest = depth - line.moves.len() as u32;
            let Some(entry) = self.table.get(&key) else { break };
            let mv = self.mirror(symmetry.map(Symmetry::inverse), entry.best);
            // Legality is asked because two positions might share a key.
            let is_next = entry.depth == rest && entry.bound == Bound::Exact;
            if !is_next || self.board.position.check(mv).is_err() {
                break;
            }
            line.moves.push(mv);
            self.board.play(mv);
        }
        line.moves.iter().for_each(|_| self.board.undo());
    }

    /// Share of the memory in use, per mille; `None` without a table.
    fn hashfull(&self) -> Option<u32> {
        let share = 1000 * self.table.len() / self.capacity.max(1);
        self.settings.ab_hash.then_some(share.min(1000) as u32)
    }
}

/// The score of a position `ply` plies below the root, counted from there.
fn from_here(score: Score, ply: u16) -> Score {
    shift(score, ply as i16)
}

/// A remembered score of a position `ply` plies below the root, counted from the root.
fn from_root(score: Score, ply: u16) -> Score {
    shift(score, -(ply as i16))
}

/// Moves the end of the game `plies` plies nearer.
fn shift(score: Score, plies: i16) -> Score {
    if score.is_win() {
        Score::from_raw(score.raw() + plies)
    } else if score.is_loss() {
        Score::from_raw(score.raw() - plies)
    } else {
        score
    }
}
