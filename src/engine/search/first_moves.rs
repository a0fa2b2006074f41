//! The moves of the root: which are considered, and what is known before any
//! iteration.

use super::params;
use super::picker::{self, Context};
use super::root::{Root, RootMove};
use crate::game::Move;
use crate::solve::Verdict;
use crate::value::Score;

impl Root<'_> {
    /// Collects the moves to consider, best first.
    pub(super) fn list_moves(&mut self) {
        let board = &self.worker.board;
        let context = Context {
            history: self.worker.history,
            ply: 0,
            hash_move: None,
            params: &self.worker.params,
            spite: true,
            brief: false,
        };
        let mut near = Vec::new();
        let all = self.worker.is_exact();
        picker::generate(board, &context, all, &mut near);
        let mut seed = self.options.variety;
        let mut moves: Vec<(i32, u64, Move)> = near
            .into_iter()
            .map(|candidate| {
                // Equal moves are told apart by a number drawn from the seed.
                let tie = if seed == 0 { 0 } else { next_number(&mut seed) };
                (-candidate.order, tie, candidate.mv)
            })
            .collect();
        moves.sort_unstable();
        let wanted = &self.limits.search_moves;
        let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
        let legal = board.position().legal_moves();
        self.moves = moves
            .iter()
            .map(|&(_, _, mv)| mv)
            .filter(|mv| is_wanted(mv) && legal.contains(mv))
            .map(|mv| RootMove::new(mv, false))
            .collect();
        let rest: Vec<RootMove> = legal
            .into_iter()
            .filter(|mv| is_wanted(mv) && !self.moves.iter().any(|known| known.mv == *mv))
            .map(|mv| RootMove::new(mv, !self.moves.is_empty()))
            .collect();
        self.moves.extend(rest);
    }

    /// Looks for a win by threats before anything else.
    pub(super) fn wins_at_once(&mut self) -> bool {
        if self.worker.is_exact() || !self.worker.threats_hold() {
            return false;
        }
        let limit = params::ROOT_VCF_LIMIT.min(self.options.fours);
        let Verdict::Win(plies) = self.worker.has_vcf(limit) else { return false };
        let line: Vec<Move> = self.worker.vcf.line().collect();
        if self.limits.mate.is_some_and(|moves| u32::from(plies) > 2 * moves - 1) {
            return false;
        }
        let Some(index) = self.moves.iter().position(|root| root.mv == line[0]) else {
            return false;
        };
        self.moves[..=index].rotate_right(1);
        self.moves[0].value = i32::from(Score::win_in(plies).raw());
        self.moves[0].pv = line;
        if self.options.multi_pv <= 1 {
            self.worker.seldepth = plies.into();
            self.report(1, 0);
        }
        true
    }

    /// Where the opponent threatens to win by fours, leaves out the moves that
    /// do not stop it, as long as some move does.
    pub(super) fn drop_losing_moves(&mut self) {
        let is_forced = self.moves.len() < 2 || self.options.multi_pv > 1;
        if self.worker.is_exact() || !self.worker.threats_hold() || is_forced {
            return;
        }
        let own = self.worker.board.side();
        // A white stone can even make a black point legal, which a pass does not show.
        let helps = self.worker.board.position().rule().has_fouls(!own);
        if self.worker.board.patterns().fives(!own).is_empty() && !helps {
            self.worker.board.pass();
            let threat = self.worker.has_vcf(params::ROOT_VCF_LIMIT.min(self.options.fours));
            self.worker.board.unpass();
            if !matches!(threat, Verdict::Win(_)) {
                return;
            }
        }
        let limit = (params::ROOT_VCF_LIMIT / 20).min(self.options.fours);
        let mut safe = Vec::with_capacity(self.moves.len());
        let mut losing = Vec::new();
        for root in &self.moves {
            self.worker.board.play(root.mv);
            let verdict = self.worker.has_vcf(limit);
            self.worker.board.undo();
            let list = if matches!(verdict, Verdict::Win(_)) { &mut losing } else { &mut safe };
            list.push(root.clone());
            self.worker.poll();
            if self.worker.stopped {
                return;
            }
        }
        if !safe.is_empty() && !losing.is_empty() {
            // Distant moves that stop the threat are as good as near ones.
            for root in &mut safe {
                root.is_far = false;
            }
            self.moves = safe;
            self.dropped = losing;
        }
    }
}

/// The next number of a small generator (xorshift, Marsaglia 2003).
fn next_number(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
