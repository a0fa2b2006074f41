//! Claims about the end of the game: only what was proven is reported.
//!
//! Nothing here changes a move of the root; the root takes over what was claimed.

use super::mode::ProofMode;
use super::params::LIKELY;
use super::root_moves::RootMove;
use super::worker::Worker;
use crate::control::Limits;
use crate::game::Move;
use crate::value::{Depth, Ply, Score, ScoreKind};

/// A proven end: its value for the side to move, and the line that reaches it.
pub type ProvenEnd = (Score, Vec<Move>);

/// Turns a likely win or loss by `mv` into a proven one, if a search of every defence
/// confirms it within a share of the work so far. A loss is that of every move, and only
/// tried where `may_be_lost`.
pub fn prove(
    worker: &mut Worker<'_>,
    mv: Move,
    value: Score,
    depth: Depth,
    may_be_lost: bool,
) -> Option<ProvenEnd> {
    let is_likely = value.max(-value) > worker.params.nearly_decided() && !value.is_decisive();
    let is_bad = value < Score::DRAW;
    if !is_likely || worker.mode != ProofMode::Selective || (is_bad && !may_be_lost) {
        return None;
    }
    let limit = worker.node_limit;
    worker.node_limit = limit.min(worker.params.proof_limit(worker.nodes));
    worker.mode = ProofMode::Complete;
    // Only an end matters: the window closes where estimates begin, so that they cut off at once.
    let (value, line) = if is_bad {
        let value = worker.pvs(-Score::INFINITE, -Score::MAX_ESTIMATE, depth, Ply::ROOT);
        (value, worker.pv[0].clone())
    } else {
        worker.board.play(mv);
        let value = -worker.pvs(-Score::INFINITE, -Score::MAX_ESTIMATE, depth - 1, Ply::ROOT + 1);
        worker.board.undo();
        let line: Vec<Move> = [&[mv], worker.pv[1].as_slice()].concat();
        (value, line)
    };
    worker.mode = ProofMode::Selective;
    worker.node_limit = limit;
    // Running out of the share is no reason to stop the whole search.
    let ran_out = std::mem::replace(&mut worker.stopped, worker.nodes >= limit);
    worker.poll();
    if ran_out || worker.stopped || !value.is_decisive() {
        return None;
    }
    Some((value, line))
}

/// The answer to the question for a win in some number of moves.
pub enum MateAnswer {
    /// Nothing yet.
    Open,
    /// There is such a win: the best move of the iteration.
    Found,
    /// There is one, found by a search that left nothing out.
    Proven(ProvenEnd),
    /// There is none.
    Refuted,
}

/// Answers the question for a win in `moves` moves, of which the best value so far is
/// `best`. Once the iterations are deep enough and found none, a search that leaves
/// nothing out decides. `longest` is the number of plies until the game is over anyway.
pub fn settle_mate(
    worker: &mut Worker<'_>,
    (moves, limits): (u32, &Limits),
    best: Option<Score>,
    depth: Depth,
    longest: Depth,
) -> MateAnswer {
    // No game takes longer than to the last square.
    let plies = (2 * i64::from(moves) - 1).min(longest.plies().into());
    let bound = Score::win_in(plies as u16);
    if best.is_some_and(|best| best >= bound) {
        return MateAnswer::Found;
    }
    let is_open = limits.infinite || limits.ponder;
    let is_partial = !limits.search_moves.is_empty();
    if i64::from(depth.plies()) < plies || is_open || is_partial {
        return MateAnswer::Open;
    }
    let to_the_end = Depth::new(plies as i32);
    let mode = std::mem::replace(&mut worker.mode, ProofMode::Exact);
    let mut value = worker.pvs(bound - 1, bound, to_the_end, Ply::ROOT);
    if value >= bound {
        // With an open window, for the line.
        value = worker.pvs(bound - 1, Score::INFINITE, to_the_end, Ply::ROOT);
    }
    worker.mode = mode;
    match value {
        _ if worker.stopped => MateAnswer::Open,
        _ if value < bound => MateAnswer::Refuted,
        _ => MateAnswer::Proven((value, worker.pv[0].clone())),
    }
}

/// The value of a move as it may be shown: a proven end only together with a line that
/// reaches it.
pub fn presentable(worker: &Worker<'_>, root: &RootMove, value: Score) -> Score {
    let (distance, winner) = match value.kind() {
        ScoreKind::Win(plies) => (plies, worker.board.side()),
        ScoreKind::Loss(plies) => (plies, !worker.board.side()),
        ScoreKind::Estimate(_) => return value,
    };
    let pv = root.pv();
    let mut position = worker.board.position().clone();
    let is_legal = pv.iter().all(|&mv| position.play(mv).is_ok());
    if is_legal && pv.len() == usize::from(distance) && position.winner() == Some(winner) {
        return value;
    }
    let side = if value.is_win() { "win" } else { "loss" };
    log::debug!(
        "{}: a {side} in {distance} plies is told as a large estimate: its line has {}",
        root.mv(),
        pv.len()
    );
    if value.is_win() { LIKELY } else { -LIKELY }
}
