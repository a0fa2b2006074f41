//! What may be said of the end of the game: only what was proven.

use super::mode::ProofMode;
use super::params::LIKELY;
use super::root::{INFINITE, Root, RootMove};
use super::worker::{is_loss, is_win};
use crate::control::Report;
use crate::game::Move;
use crate::value::Score;

/// The largest score that is only an opinion.
const MAX_ESTIMATE: i32 = Score::MAX_ESTIMATE.raw() as i32;

impl Root<'_> {
    /// Turns a win or loss that the search only believes into a proven one, if
    /// looking at every defence confirms it within a share of the work so far.
    pub(super) fn prove(&mut self, depth: i32, index: usize) {
        let value = self.moves[index].value;
        let nearly_decided = self.worker.params.nearly_decided();
        let is_likely = value.abs() > nearly_decided && value.abs() <= MAX_ESTIMATE;
        let restricted = !self.limits.search_moves.is_empty() || index > 0;
        if !is_likely || self.worker.mode != ProofMode::Selective || (value < 0 && restricted) {
            return;
        }
        let worker = &mut self.worker;
        let limit = worker.node_limit;
        worker.node_limit = limit.min(worker.params.proof_limit(worker.nodes));
        worker.mode = ProofMode::Complete;
        let mv = self.moves[index].mv;
        let (value, line) = if value > 0 {
            worker.board.play(mv);
            let value = -worker.pvs(-INFINITE, -MAX_ESTIMATE, depth - 1, 1);
            worker.board.undo();
            let line: Vec<Move> = [&[mv], worker.pv[1].as_slice()].concat();
            (value, line)
        } else {
            let value = worker.pvs(-INFINITE, -MAX_ESTIMATE, depth, 0);
            (value, worker.pv[0].clone())
        };
        worker.mode = ProofMode::Selective;
        worker.node_limit = limit;
        // Running out of the share is no reason to stop the whole search.
        let ran_out = std::mem::replace(&mut worker.stopped, worker.nodes >= limit);
        worker.poll();
        if ran_out || worker.stopped || !(is_win(value) || is_loss(value)) {
            return;
        }
        log::debug!("depth {depth}: {mv} proven, {value}");
        self.put_first(index, value, line);
    }

    /// Keeps a win that was proven once: a later iteration may only believe it.
    pub(super) fn recall(&mut self, index: usize) {
        let root = &mut self.moves[index];
        let best = root.proven.as_ref().map_or(-INFINITE, |&(value, _)| value);
        if is_win(root.value) && root.value > best {
            root.proven = Some((root.value, root.pv.clone()));
        } else if root.value > self.worker.params.nearly_decided()
            && let Some((value, pv)) = root.proven.clone()
        {
            root.set(value, pv);
        }
    }

    /// Whether the question for a win in some number of moves is answered: found,
    /// or refuted. Once the iterations are deep enough and found none, a search
    /// that leaves nothing out decides.
    pub(super) fn is_mate_settled(&mut self, depth: i32) -> bool {
        let Some(moves) = self.limits.mate else { return false };
        // No game takes longer than to the last square.
        let plies = (2 * i64::from(moves) - 1).min(self.longest().into());
        let bound = i32::from(Score::win_in(plies as u16).raw());
        if self.moves[0].value >= bound {
            return true;
        }
        let is_open = self.limits.infinite || self.limits.ponder;
        let is_partial = !self.limits.search_moves.is_empty();
        if i64::from(depth) < plies || is_open || is_partial {
            return false;
        }
        let worker = &mut self.worker;
        let mode = std::mem::replace(&mut worker.mode, ProofMode::Exact);
        let mut value = worker.pvs(bound - 1, bound, plies as i32, 0);
        if value >= bound {
            // With an open window, for the line.
            value = worker.pvs(bound - 1, INFINITE, plies as i32, 0);
        }
        worker.mode = mode;
        if worker.stopped {
            return false;
        }
        if value < bound {
            self.monitor.report(Report::Text(format!("no mate in {moves}")));
            return true;
        }
        let line = worker.pv[0].clone();
        self.put_first(0, value, line);
        self.report(depth, 0);
        true
    }

    /// Puts the first move of `line` at place `index`, with its value.
    pub(super) fn put_first(&mut self, index: usize, value: i32, line: Vec<Move>) {
        if let Some(&first) = line.first()
            && let Some(place) = self.moves.iter().position(|root| root.mv == first)
        {
            self.moves[index..=place.max(index)].rotate_right(1);
            self.moves[index].set(value, line);
        }
    }

    /// The value and line of a move as they may be shown: a proven end only
    /// together with a line that reaches it.
    pub(super) fn presentable(&self, root: &RootMove) -> (i32, Vec<Move>) {
        let value = root.value;
        if !is_win(value) && !is_loss(value) {
            return (value, root.pv.clone());
        }
        let distance = i32::from(Score::WIN_RAW) - value.abs();
        let mut position = self.worker.board.position().clone();
        let is_legal = root.pv.iter().all(|&mv| position.play(mv).is_ok());
        let winner = if value > 0 { self.worker.board.side() } else { !self.worker.board.side() };
        if is_legal && root.pv.len() as i32 == distance && position.winner() == Some(winner) {
            return (value, root.pv.clone());
        }
        log::debug!("{}: the line of {value} has {} plies", root.mv, root.pv.len());
        (value.signum() * LIKELY, root.pv.clone())
    }
}
