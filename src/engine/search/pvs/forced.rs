//! Positions that the rules or fours decide.

use crate::game::Move;
use crate::search::worker::Worker;
use crate::solve::Verdict;
use crate::value::{Depth, Ply, Score};

impl Worker<'_> {
    /// The value of a position in which the game is over or the side to move
    /// completes a line now.
    pub(super) fn decided(&mut self, is_pv: bool, ply: Ply) -> Option<Score> {
        let position = self.board.position();
        let own = position.side();
        if position.is_over() {
            return Some(match position.winner() {
                None => Score::DRAW,
                Some(winner) if winner == own => ply.win(),
                Some(_) => ply.loss(),
            });
        }
        let five = self.board.patterns().fives(own).first().map(Move::place);
        let winning = five.or_else(|| {
            position.conversion_moves().find(|mv| position.has_line_through(mv.square(), own))
        })?;
        if is_pv {
            self.set_pv(ply, [winning]);
        }
        Some((ply + 1).win())
    }

    /// The value of a position that threats decide for the side to move; `limit`
    /// fours may be tried.
    pub(super) fn wins_by_threats(&mut self, limit: u64, ply: Ply, is_pv: bool) -> Option<Score> {
        match self.has_narrow_vcf(limit) {
            Verdict::Win(plies) => {
                if is_pv {
                    let line = self.vcf.line().collect::<Vec<_>>();
                    self.set_pv(ply, line);
                }
                Some((ply + usize::from(plies)).win())
            }
            Verdict::Exhausted | Verdict::Unknown => None,
        }
    }

    /// Whether the opponent would win by fours if it were the one to move.
    pub(super) fn is_menaced(&mut self) -> bool {
        self.board.pass();
        let verdict = self.has_narrow_vcf(self.params.vcf_limit(Depth::LEAF));
        self.board.unpass();
        matches!(verdict, Verdict::Win(_))
    }

    /// The value of a position in which the rules leave no answer: the opponent
    /// completes a line next, or the side to move has only fouls.
    pub(super) fn without_moves(&mut self, ply: Ply, is_pv: bool) -> Score {
        let position = self.board.position();
        let own = position.side();
        let Some(&any) = position.legal_moves().first() else { return Score::DRAW };
        let five = self.board.patterns().fives(!own).first().map(Move::place);
        let (plies, line) = match five {
            Some(five) if !position.only_fouls_left() => (2, vec![any, five]),
            _ => (1, vec![any]),
        };
        if is_pv {
            self.set_pv(ply, line);
        }
        (ply + plies).loss()
    }
}
