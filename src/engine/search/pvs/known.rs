//! What the hash table knows of a position.

use crate::game::Move;
use crate::search::bucket::Hit;
use crate::search::mode::ProofMode;
use crate::search::worker::Worker;
use crate::value::{Bound, Depth, Ply, Score};

impl Worker<'_> {
    /// The move that the table proposes, whatever mode of search it comes from.
    pub(super) fn hash_move(&self, hit: Option<Hit>) -> Option<Move> {
        let position = self.board.position();
        let plain = || self.table.probe(position.key()).and_then(|hit| hit.mv);
        let found = hit.and_then(|hit| hit.mv);
        let mv = if self.mode == ProofMode::Selective { found? } else { found.or_else(plain)? };
        // Two positions may share a key by accident.
        position.check(mv).is_ok().then_some(mv)
    }

    /// The key under which the position is remembered.
    pub(super) fn key(&self) -> u64 {
        self.board.position().key() ^ self.mode.key()
    }

    /// Stores a result with distances counted from the position.
    pub(super) fn remember(
        &mut self,
        key: u64,
        value: Score,
        bound: Bound,
        depth: Depth,
        ply: Ply,
        mv: Option<Move>,
    ) {
        let score = value + self.nearer_by(value, ply);
        if let Some(tree) = &mut self.tree {
            tree.remember((key, None));
        }
        self.table.store(key, Hit { mv, score, bound, depth });
    }

    /// The value that a table entry gives without a search, if it gives one.
    pub(super) fn cutoff(
        &self,
        hit: &Hit,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: Ply,
    ) -> Option<Score> {
        let value = hit.score - self.nearer_by(hit.score, ply);
        let is_lower = hit.bound != Bound::Upper;
        let is_upper = hit.bound != Bound::Lower;
        // What is proven holds at every depth, as a bound.
        let deep = hit.depth >= depth;
        let fails_high = is_lower && value >= beta && (deep || value.is_win());
        let fails_low = is_upper && value <= alpha && (deep || value.is_loss());
        let exact = deep && hit.bound == Bound::Exact;
        (fails_high || fails_low || exact).then_some(value)
    }

    /// What the value of an end, proven or likely, grows by where its distance is counted
    /// from the position at `ply` in place of the root; 0 for other values.
    pub(super) fn nearer_by(&self, value: Score, ply: Ply) -> i32 {
        let plies = ply.index() as i32;
        match value {
            _ if value >= self.params.nearly_decided() => plies,
            _ if value <= -self.params.nearly_decided() => -plies,
            _ => 0,
        }
    }
}
