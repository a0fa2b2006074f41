//! The long search of moves that are not proven to lose: how sure a puzzle is.

use std::sync::{Mutex, PoisonError};

use super::{BEST, Look};
use crate::clock::Instant;
use crate::control::{Info, Limits, Monitor, Report, Signals};
use crate::game::{Move, Position, Square, sort_by_key};
use crate::pattern::Board;
use crate::search::{SearchOptions, Searcher};
use crate::value::{Bound, Score};

/// Memory of the search, in mebibytes; part of what it finds.
const HASH_MB: usize = 16;
/// Shares of the limit at which a search is looked at: one that finds a win early is not
/// carried through.
const STEPS: [u64; 3] = [50, 7, 1];

impl Look<'_> {
    /// Whether no win is found after any of `moves` of the side to move: a search of all of them
    /// thinks no more of the best one than of an even position, and no proof is found.
    pub(super) fn survives(&mut self, board: &mut Board<'_>, moves: &[Square]) -> bool {
        if moves.is_empty() {
            return true;
        }
        let Some(worth) = self.worth(board.position(), moves) else { return false };
        worth.iter().take(BEST).all(|&(square, _)| {
            let winner = board.side();
            board.play(Move::place(square));
            let proof = self.proof_for(board, winner, self.limits.proved);
            board.undo();
            proof.is_none() && !(self.stop)()
        })
    }

    /// Whether no win of the opponent is found after the right move of a defence.
    pub(super) fn holds(&mut self, board: &mut Board<'_>, right: Square) -> bool {
        board.play(Move::place(right));
        let holds = board.position().is_over()
            || self.worth(board.position(), &[]).is_some()
                && self.proof_for(board, board.side(), self.limits.proved).is_none()
                && !(self.stop)();
        board.undo();
        holds
    }

    /// What a search says of the best of `moves`, of all where none is named; `None` where one of
    /// them may be better than an even position.
    fn worth(&self, position: &Position, moves: &[Square]) -> Option<Vec<(Square, Score)>> {
        let mut searcher = Searcher::new(HASH_MB);
        let mut lines = Vec::new();
        for step in STEPS {
            let limits = Limits {
                nodes: Some(self.limits.searched / step),
                search_moves: moves.iter().map(|&square| Move::place(square)).collect(),
                ..Limits::default()
            };
            let options = SearchOptions { multi_pv: BEST, ..SearchOptions::default() };
            let lines_of = NewestScores { stop: self.stop, ..NewestScores::new() };
            searcher.search(position, &limits, &options, &lines_of);
            lines = lines_of.best();
            if (self.stop)() || lines.first().is_none_or(|line| line.1 > Score::DRAW) {
                return None;
            }
        }
        Some(lines)
    }
}

/// A monitor that keeps the newest score of each first move.
struct NewestScores<'a> {
    signals: Signals,
    started: Instant,
    newest: Mutex<Vec<(Square, Score)>>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl NewestScores<'_> {
    fn new() -> NewestScores<'static> {
        NewestScores {
            signals: Signals::default(),
            started: Instant::now(),
            newest: Mutex::default(),
            stop: &|| false,
        }
    }

    /// The moves with their scores, best first.
    fn best(self) -> Vec<(Square, Score)> {
        let mut lines = self.newest.into_inner().unwrap_or_else(PoisonError::into_inner);
        sort_by_key(&mut lines, |&(square, score)| (std::cmp::Reverse(score), square));
        lines
    }
}

impl Monitor for NewestScores<'_> {
    fn signals(&self) -> &Signals {
        &self.signals
    }

    fn started(&self) -> Instant {
        self.started
    }

    fn report(&self, report: Report) {
        if (self.stop)() {
            self.signals.stop();
        }
        let Report::Info(Info { score, bound: Bound::Exact, pv, .. }) = report else { return };
        let Some(square) = pv.first().map(|mv| mv.square()) else { return };
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.retain(|line| line.0 != square);
        newest.push((square, score));
    }
}
