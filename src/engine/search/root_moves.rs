//! The moves of the root and their results. Only the methods here change one.

use super::params::LIKELY;
use crate::game::{Move, sort_by_key};
use crate::value::{Bound, Score};

/// The result of a move of the root in the current iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootValue {
    /// Not searched, or not better than the best.
    Unsearched,
    /// The iteration ended before it came to the move, which may be good.
    Unknown,
    /// The value, or a bound of it where its search left the window and was not repeated.
    Found(Score, Bound),
    /// The best move of the iteration before, whose search was cut short: it stays first.
    KeepFirst,
}

impl RootValue {
    /// The value that was found, if any.
    pub const fn found(self) -> Option<Score> {
        match self {
            RootValue::Found(value, _) => Some(value),
            RootValue::Unsearched | RootValue::Unknown | RootValue::KeepFirst => None,
        }
    }

    /// Whether a win was proven.
    pub fn is_win(self) -> bool {
        self.found().is_some_and(Score::is_win)
    }

    /// Whether a loss was proven.
    pub fn is_loss(self) -> bool {
        self.found().is_some_and(Score::is_loss)
    }

    /// The order of preference. An unknown move is better than one that seems to lose.
    fn rank(self) -> Score {
        match self {
            RootValue::Unsearched => -Score::INFINITE,
            RootValue::Unknown => -LIKELY,
            RootValue::Found(value, _) => value,
            RootValue::KeepFirst => Score::INFINITE,
        }
    }
}

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    mv: Move,
    value: RootValue,
    pv: Vec<Move>,
    /// A proven win with this move, found in some iteration, and its line.
    proven: Option<(Score, Vec<Move>)>,
    /// Positions visited behind the move in the current iteration.
    nodes: u64,
    is_far: bool,
}

impl RootMove {
    fn new(mv: Move, is_far: bool) -> RootMove {
        RootMove { mv, value: RootValue::Unsearched, pv: vec![mv], proven: None, nodes: 0, is_far }
    }

    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The result of the move in the current iteration.
    pub const fn value(&self) -> RootValue {
        self.value
    }

    /// The best line that begins with the move.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }

    /// Positions visited behind the move in the current iteration.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the move is away from all stones: only tried when everything else loses.
    pub const fn is_far(&self) -> bool {
        self.is_far
    }
}

/// The moves of the root, the best first.
#[derive(Clone, Debug)]
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// Moves left out because the opponent wins by fours after them.
    dropped: Vec<RootMove>,
    /// The shortest proof in a complete iteration that every move loses: its value, and
    /// the longest defence.
    lost: Option<(Score, Vec<Move>)>,
}

impl RootMoves {
    /// The candidates, best first, and the moves that are only tried when all of
    /// them lose.
    pub fn new(candidates: Vec<Move>, far: Vec<Move>) -> RootMoves {
        let is_far = !candidates.is_empty();
        let candidates = candidates.into_iter().map(|mv| RootMove::new(mv, false));
        let moves = candidates.chain(far.into_iter().map(|mv| RootMove::new(mv, is_far)));
        RootMoves { moves: moves.collect(), dropped: Vec::new(), lost: None }
    }

    /// All moves of the root but those left out.
    pub fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The best move of the root, which is the first in order.
    ///
    /// # Panics
    /// Where there is no legal move.
    pub fn best(&self) -> &RootMove {
        &self.moves[0]
    }

    /// Leaves out the moves that lose, unless all or none do.
    pub fn drop_losing(&mut self, loses: &[bool]) {
        if loses.iter().all(|&loses| loses) || !loses.contains(&true) {
            return;
        }
        let mut loses = loses.iter();
        self.dropped = self.moves.extract_if(.., |_| loses.next() == Some(&true)).collect();
        // Distant moves that stop the threat are as good as near ones.
        self.moves.iter_mut().for_each(|root| root.is_far = false);
    }

    /// Takes the moves that were left out back where the best of the others loses: some of them may
    /// resist longer. Returns whether any were taken back.
    pub fn take_back_dropped(&mut self) -> bool {
        let is_needed = self.best().value.is_loss() && !self.dropped.is_empty();
        if is_needed {
            self.moves.append(&mut self.dropped);
        }
        is_needed
    }

    /// Begins to count anew what is visited behind each move.
    pub fn begin_iteration(&mut self) {
        self.moves.iter_mut().for_each(|root| root.nodes = 0);
    }

    /// Notes how many positions were visited behind a move.
    pub fn count(&mut self, index: usize, nodes: u64) {
        self.moves[index].nodes += nodes;
    }

    /// Notes the value and the line that a search has found for a move.
    pub fn note(&mut self, index: usize, value: Score, bound: Bound, rest: &[Move]) {
        let root = &mut self.moves[index];
        root.value = RootValue::Found(value, bound);
        root.pv.clear();
        root.pv.push(root.mv);
        root.pv.extend_from_slice(rest);
    }

    /// Notes that the moves from `first` up to `end` were not searched, or were not
    /// better than the best.
    pub fn pass_over(&mut self, range: std::ops::Range<usize>) {
        self.moves[range].iter_mut().for_each(|root| root.value = RootValue::Unsearched);
    }

    /// Notes that the iteration was stopped while it searched the move `index` of those
    /// from `first` on. Moves not searched must not overtake the others, except proven
    /// losses: whether the other candidates lose as well is not known.
    pub fn interrupt(&mut self, first: usize, index: usize) {
        let is_lost = self.lost.is_some();
        for root in &mut self.moves[index..] {
            let is_out = root.is_far || is_lost;
            root.value = if is_out { RootValue::Unsearched } else { RootValue::Unknown };
        }
        if index == first {
            self.moves[first].value = RootValue::KeepFirst;
        }
    }

    /// Sorts some of the moves, the best first; equal ones keep their order.
    pub fn sort(&mut self, range: std::ops::Range<usize>) {
        sort_by_key(&mut self.moves[range], |root| std::cmp::Reverse(root.value.rank()));
    }

    /// Puts the first move of `line` at place `index`, with its exact value.
    pub fn put_first(&mut self, index: usize, value: Score, line: Vec<Move>) -> bool {
        let place =
            line.first().and_then(|first| self.moves.iter().position(|root| root.mv == *first));
        if let Some(place) = place {
            self.moves[index..=place.max(index)].rotate_right(1);
            self.set(index, value, line);
        }
        place.is_some()
    }

    /// Sets the exact value of a move, and its line.
    fn set(&mut self, index: usize, value: Score, line: Vec<Move>) {
        self.moves[index].value = RootValue::Found(value, Bound::Exact);
        self.moves[index].pv = line;
    }

    /// Keeps a win that was proven once: where a later iteration finds less at place `index` than
    /// what was proven of a move from there on, that move stands there with its proven win.
    pub fn recall(&mut self, index: usize) {
        let root = &mut self.moves[index];
        let Some(value) = root.value.found() else { return };
        let best = root.proven.as_ref().map(|&(value, _)| value);
        if value.is_win() && best.is_none_or(|best| value > best) {
            root.proven = Some((value, root.pv.clone()));
        }
        let proven = self.moves[index..].iter().filter_map(|root| root.proven.as_ref());
        // The first one of several that are as good.
        let best = proven.rev().max_by_key(|&&(value, _)| value).cloned();
        if let Some((proven, pv)) = best.filter(|&(proven, _)| proven > value) {
            self.put_first(index, proven, pv);
        }
    }

    /// Ends an iteration: sorts its lines, of which a later one may have turned out
    /// better than an earlier one. A loss that was proven once stays proven, whatever a
    /// later iteration with other cuts believes.
    pub fn finish(&mut self, lines: usize) {
        self.sort(0..lines);
        let Some(value) = self.best().value.found() else { return };
        let known = self.lost.as_ref().map(|&(value, _)| value);
        if value.is_loss() && known.is_none_or(|known| value < known) {
            self.lost = Some((value, self.best().pv.clone()));
        } else if !value.is_loss()
            && let Some((value, line)) = self.lost.clone()
        {
            self.put_first(0, value, line);
        }
    }

    /// Makes the best move presentable after an iteration that was stopped: without a
    /// search of its own it gets an opinion, and a loss counts as unknown where the moves
    /// that were not looked at may not lose.
    pub fn settle(&mut self, opinion: impl FnOnce() -> Score) {
        let root = &mut self.moves[0];
        root.value = match root.value {
            RootValue::Unsearched | RootValue::KeepFirst => {
                root.pv = vec![root.mv];
                RootValue::Found(opinion(), Bound::Exact)
            }
            RootValue::Unknown => RootValue::Found(-LIKELY, Bound::Exact),
            RootValue::Found(value, bound) if value.is_loss() && self.lost.is_none() => {
                RootValue::Found(-LIKELY, bound)
            }
            found @ RootValue::Found(..) => found,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_loss_is_not_forgotten() {
        let [one, other] = ["a1", "b2"].map(|mv| mv.parse::<Move>().unwrap());
        let mut moves = RootMoves::new(vec![one, other], Vec::new());
        let mut iteration = |values: [Score; 2]| {
            for value in values {
                let index = usize::from(moves.best().mv() != one);
                let index = if value == values[0] { index } else { 1 - index };
                moves.note(index, value, Bound::Exact, &[other]);
            }
            moves.finish(2);
            (moves.best().mv(), moves.best().value().found().unwrap())
        };
        let loss = Score::loss_in;
        // What seems to lose is no proof.
        assert_eq!(iteration([-LIKELY, loss(8)]), (one, -LIKELY));
        assert_eq!(iteration([loss(20), loss(8)]), (one, loss(20)));
        assert_eq!(iteration([-LIKELY, loss(8)]), (one, loss(20)), "it is proven");
        assert_eq!(iteration([loss(12), loss(14)]), (other, loss(14)), "a shorter proof");
        assert_eq!(iteration([loss(20), loss(8)]), (one, loss(20)));
        let (mv, value) = iteration([-LIKELY, -LIKELY - 1]);
        assert_eq!((mv, value), (other, loss(14)));
    }
}
