//! What the defender answers to a move: whether it holds, as far as threats can tell.

use super::{Cutter, VCF_NODES};
use crate::game::{Move, Position, Square, sort_by_key};
use crate::pattern::{Board, Threat};
use crate::solve::defence::stops;
use crate::solve::vct::refutations::PassThreat;
use crate::solve::{Vct, Verdict};

/// The largest number of replies that are tried where no line of fours says which ones matter.
const MOST_REPLIES: usize = 24;

/// What is known of a move, the opponent of its player being to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The opponent wins by this line: at once, by fours, or by other threats. Where it has a
    /// choice, the player of the move resists longest.
    Wins(Vec<Move>),
    /// After this reply no win by threats was found.
    Holds {
        /// The reply.
        reply: Square,
        /// Whether every four after it was tried and none wins, which proves that no win by
        /// fours is left. That other threats do not win is never proven.
        is_free_of_fours: bool,
    },
    /// The move threatens nothing that was found.
    Calm,
    /// After every reply that was tried the player of the move wins by threats: perhaps it
    /// wins.
    None,
}

impl Cutter {
    /// What the side to move of a position answers to the last move, looking `nodes` positions far
    /// after each reply. For people who try a move: a win of the opponent by threats is looked for,
    /// too, as far as that, and every four after a reply that holds.
    pub fn answer(
        &mut self,
        position: &Position,
        nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Answer {
        let tables = std::sync::Arc::clone(&self.tables);
        let mut board = Board::new(position.clone(), &tables);
        let answer = self.answer_on(&mut board, nodes, &mut None, stop);
        if matches!(answer, Answer::Wins(_)) || position.is_over() {
            return answer;
        }
        if let Some((_, line)) = self.threats(&mut board, nodes, stop) {
            return Answer::Wins(line);
        }
        let Answer::Holds { reply, .. } = answer else { return answer };
        board.play(Move::place(reply));
        let is_over = board.position().is_over();
        let is_free_of_fours =
            is_over || self.vcf.search(&mut board, nodes, stop) == Verdict::Exhausted;
        Answer::Holds { reply, is_free_of_fours }
    }

    /// What the side to move of a board answers to the last move, by fours alone where it
    /// wins. `hint` is a reply to try first; it becomes the one that holds.
    pub(super) fn answer_on(
        &mut self,
        board: &mut Board<'_>,
        nodes: u64,
        hint: &mut Option<Square>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Answer {
        let defender = board.side();
        if board.position().is_over() {
            return match board.position().winner() {
                Some(winner) if winner == defender => Answer::Wins(Vec::new()),
                Some(_) => Answer::None,
                None => Answer::Calm,
            };
        }
        if let Some(five) = board.patterns().fives(defender).first() {
            return Answer::Wins(vec![Move::place(five)]);
        }
        let replies = if board.patterns().fives(!defender).is_empty() {
            if let Verdict::Win(_) = self.vcf.search(board, VCF_NODES, stop) {
                return Answer::Wins(self.vcf.line().collect());
            }
            match self.replies(board, nodes, stop) {
                Some(replies) => replies,
                None => return Answer::Calm,
            }
        } else {
            stops(board, !defender).into_iter().collect()
        };
        let first = hint.filter(|hint| board.position().is_empty(*hint));
        for square in first.into_iter().chain(replies) {
            if board.is_foul(square, defender) {
                continue;
            }
            board.play(Move::place(square));
            let wins = self.wins(board, nodes, stop).is_some();
            board.undo();
            if !wins {
                *hint = Some(square);
                return Answer::Holds { reply: square, is_free_of_fours: false };
            }
        }
        Answer::None
    }

    /// Whether the side to move wins by threats, looking `nodes` positions far: its first move and
    /// the plies to the end.
    pub(super) fn wins(
        &mut self,
        board: &mut Board<'_>,
        nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(Square, u16)> {
        if board.position().is_over() {
            return None;
        }
        if let Verdict::Win(plies) = self.vcf.search(board, nodes.min(VCF_NODES), stop) {
            return self.vcf.line().next().map(|mv| (mv.square(), plies));
        }
        let (plies, line) = self.threats(board, nodes, stop)?;
        line.first().map(|mv| (mv.square(), plies))
    }

    /// The win by threats of the side to move: the plies to the end, and the line.
    fn threats(
        &mut self,
        board: &mut Board<'_>,
        nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<(u16, Vec<Move>)> {
        if !Vct::applies(board) {
            return None;
        }
        let Cutter { vcf, vct, .. } = self;
        vct.clear();
        match vct.search(board, vcf, nodes, stop) {
            Verdict::Win(plies) => Some((plies, vct.line())),
            Verdict::Exhausted | Verdict::Unknown => None,
        }
    }

    /// The replies that may disturb what the opponent of the side to move threatens, best
    /// first; `None` where it threatens nothing.
    pub(super) fn replies(
        &mut self,
        board: &mut Board<'_>,
        nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Square>> {
        let defender = board.side();
        board.pass();
        let line = match self.vcf.search(board, nodes.min(VCF_NODES), stop) {
            Verdict::Win(plies) if Vct::applies(board) => {
                let line = self.vcf.line().collect();
                Some(PassThreat::new(board, plies, line))
            }
            _ => None,
        };
        // What was found with so much effort must not be overlooked with less.
        let threatens = line.is_some() || self.wins(board, 2 * nodes, stop).is_some();
        board.unpass();
        if let Some(threat) = line {
            return Some(threat.replies(board).0);
        }
        threatens.then(|| {
            let (near, patterns) = (board.near(), board.patterns());
            let mut rated: Vec<(i32, Square)> = near
                .iter()
                .filter(|&square| !board.is_foul(square, defender))
                .map(|square| {
                    let own = patterns.threat(square, defender) >= Threat::Four;
                    (-patterns.order(square, defender) - (i32::from(own) << 20), square)
                })
                .collect();
            sort_by_key(&mut rated, |&rated| rated);
            rated.truncate(MOST_REPLIES);
            rated.into_iter().map(|(_, square)| square).collect()
        })
    }
}
