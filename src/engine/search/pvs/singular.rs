//! Whether the hash move is the only good one.
//!
//! The search asks what the position is worth without it, to half the depth. Where all others are much
//! worse, everything hangs on the hash move, which is searched deeper (singular extensions: Anantharaman,
//! Campbell and Hsu 1990). Where the others refute the position as well, it is left at once, as one of
//! several moves will do (multi-cut: Björnsson and Marsland 1998).

use crate::search::bucket::Hit;
use crate::search::params::LIKELY;
use crate::search::worker::Worker;
use crate::value::{Bound, Depth, Ply, Score};

/// What the search without the hash move says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rivals {
    /// The hash move is searched so many plies deeper.
    Extend(i32),
    /// Rivals refute the position, too; its value is at least this.
    Refute(Score),
}

impl Worker<'_> {
    /// Looks at the moves beside the hash move of a position, of which the table knows `hit`.
    pub(super) fn look_at_rivals(
        &mut self,
        hit: &Hit,
        (alpha, beta): (Score, Score),
        depth: Depth,
        ply: Ply,
    ) -> Rivals {
        let limit = self.params.nearly_decided();
        // Where only an end matters, nothing hangs on estimates.
        let is_open = hit.score < limit && hit.score > -limit && beta > -LIKELY && alpha < LIKELY;
        let is_known = hit.bound != Bound::Upper && hit.depth >= depth - 3;
        // Extensions must not feed each other without end.
        let may_extend = ply > Ply::ROOT && ply.index() < 2 * self.root_depth.plies() as usize;
        if !(is_open && is_known && may_extend && self.params.asks_for_others(depth)) {
            return Rivals::Extend(0);
        }
        let bound = hit.score - self.params.singular_margin(depth);
        let half = Depth::new((depth.plies() - 1) / 2);
        // People who watch see what the position is searched for, as with wins by fours.
        let tree = self.tree.take();
        self.excluded = hit.mv;
        let value = self.pvs(bound - 1, bound, half, ply);
        self.tree = tree;
        let is_pv = beta - alpha > 1;
        if self.stopped {
            Rivals::Extend(0)
        } else if value < bound {
            let is_double = !is_pv && bound - value >= self.params.singular_double();
            Rivals::Extend(if is_double { 2 } else { 1 })
        } else if is_pv {
            Rivals::Extend(0)
        } else if bound >= beta {
            Rivals::Refute(bound)
        } else if hit.score >= beta {
            Rivals::Extend(-self.params.singular_negative())
        } else {
            Rivals::Extend(0)
        }
    }
}

// Without `tune` nothing turns it on.
#[cfg(feature = "tune")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Limits, Quiet};
    use crate::eval;
    use crate::game::{Move, Position, Rule, Size, Variant};
    use crate::search::clock::SearchClock;
    use crate::search::history::History;
    use crate::search::thread::Thread;
    use crate::search::tt::Table;
    use crate::solve::Vcf;

    /// What is said of the moves beside g7 after h8 i9, where the table calls g7 worth `score`.
    fn others(
        (score, bound, known): (i32, Bound, i32),
        (alpha, beta): (i32, i32),
        depth: i32,
    ) -> Rivals {
        let size = Size::new(15, 15).unwrap();
        let variant = Variant { rule: Rule::Freestyle, size, k: 5, destroy: 0 };
        let mut position = Position::new(variant).unwrap();
        for mv in ["h8", "i9"] {
            position.play(mv.parse::<Move>().unwrap()).unwrap();
        }
        let table = Table::new(1 << 20);
        let (mut history, mut vcf) = (History::new(), Vcf::new());
        let limits = Limits::default();
        let tables = eval::tables(variant.rule, variant.k);
        let quiet = Quiet::default();
        let clock = SearchClock::new(&quiet, Thread::Main(&[]), &limits, None);
        let kept = (&table, &mut history, &mut vcf);
        let mut worker = Worker::new(&position, &tables, kept, &limits, clock);
        worker.root_depth = Depth::new(8);
        worker.params.set("singular_depth", 6).unwrap();
        let hit = Hit {
            mv: "g7".parse().ok(),
            score: Score::estimate(score),
            bound,
            depth: Depth::new(known),
        };
        let window = (Score::estimate(alpha), Score::estimate(beta));
        let others = worker.look_at_rivals(&hit, window, Depth::new(depth), Ply::new(1));
        assert_eq!(worker.excluded, None);
        assert_eq!(table.probe(position.key()), None, "what others are worth is not the value");
        others
    }

    #[test]
    fn what_hangs_on_one_move_is_searched_deeper() {
        let good = (3000, Bound::Lower, 8);
        assert_eq!(others(good, (0, 1), 8), Rivals::Extend(2));
        assert_eq!(others(good, (0, 100), 8), Rivals::Extend(1), "an open window");
        // Too shallow, or too little known.
        assert_eq!(others(good, (0, 1), 5), Rivals::Extend(0));
        assert_eq!(others((3000, Bound::Lower, 4), (0, 1), 8), Rivals::Extend(0));
        assert_eq!(others((3000, Bound::Upper, 8), (0, 1), 8), Rivals::Extend(0));
    }

    #[test]
    fn what_several_moves_refute_is_left_at_once_or_searched_less() {
        let bad = (-3000, Bound::Lower, 8);
        assert_eq!(others(bad, (-3100, -3099), 8), Rivals::Refute(Score::estimate(-3064)));
        assert_eq!(others(bad, (-3050, -3049), 8), Rivals::Extend(-1));
        assert_eq!(others(bad, (-3000, -2999), 8), Rivals::Extend(0));
        assert_eq!(others(bad, (-3100, -3000), 8), Rivals::Extend(0), "an open window");
    }
}
