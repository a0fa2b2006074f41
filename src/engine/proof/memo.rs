//! What was found true, in memory of a fixed size. An entry holds every stone of its
//! position: a key of 64 bits only says where to look, and is never evidence.
//!
//! Positions are kept as the node sees them: the same node in two positions that are equal up to
//! the symmetry between its views is one question. Of two answers that want one place the one
//! stays that was more work, and the other gets the place after it.

use crate::game::Symmetry;

use super::board::ProofBoard;
use super::squares::SquareBits;

/// A node that was checked in a position.
#[derive(Clone, Copy)]
pub(super) struct CheckedNode {
    pub node: u32,
    pub view: Symmetry,
    /// More stones of the opponent that the answer allows for.
    pub extra: u8,
}

impl CheckedNode {
    /// A number that is never 0 and that no other question has, whatever the view.
    const fn tag(self) -> u64 {
        1 << 63 | (self.extra as u64) << 32 | self.node as u64
    }
}

/// Where an entry has the work that it stands for, as the bits of its number.
const WORK: u32 = 40;
const WORK_MASK: u64 = 0x7f << WORK;

/// A table of entries: question and work, stones of both players, zone. Two in a row share what
/// leads to them.
pub(super) struct Memo {
    entries: Vec<u64>,
    /// Where each view puts each square, by the number of the view.
    views: Vec<Vec<u16>>,
    /// Squares that are in the way in every position; entries have them as stones of both.
    dead: SquareBits,
    /// Words of a set of squares.
    words: usize,
    /// Words of an entry.
    entry: usize,
    /// Pairs of entries.
    count: usize,
}

impl Memo {
    /// A table of at most `bytes` bytes for what comes after the position on a board.
    pub fn new(bytes: usize, board: &ProofBoard) -> Memo {
        let size = board.position.size();
        let seen = |view: Symmetry| {
            let to = size.squares().map(|square| board.cell(view.apply(size, square)) as u16);
            to.collect()
        };
        let mut dead = SquareBits::EMPTY;
        board.position.dead_squares().for_each(|square| dead.insert(board.cell(square)));
        let words = size.area().div_ceil(64);
        let entry = 1 + 3 * words;
        let count = bytes / 8 / entry / 2;
        let entries = vec![0; 2 * count * entry];
        Memo { entries, views: Symmetry::of(size).map(seen).collect(), dead, words, entry, count }
    }

    /// The zone that was found for the same question in the same position.
    pub fn find(&self, question: CheckedNode, board: &ProofBoard) -> Option<SquareBits> {
        let words = self.words;
        let stones = self.stones(question, board);
        let pair = &self.entries[self.place(question, &stones)?..][..2 * self.entry];
        let is_it = |entry: &&[u64]| {
            entry[0] & !WORK_MASK == question.tag()
                && entry[1..=words] == stones[0].0[..words]
                && entry[1 + words..=2 * words] == stones[1].0[..words]
        };
        let entry = pair.chunks_exact(self.entry).find(is_it)?;
        let mut zone = SquareBits::EMPTY;
        zone.0[..words].copy_from_slice(&entry[1 + 2 * words..]);
        Some(self.seen(&zone, question.view))
    }

    /// Keeps a zone that took `replies` replies to find.
    pub fn keep(
        &mut self,
        question: CheckedNode,
        board: &ProofBoard,
        zone: &SquareBits,
        replies: u64,
    ) {
        let words = self.words;
        let stones = self.stones(question, board);
        let Some(place) = self.place(question, &stones) else { return };
        let zone = self.seen(zone, question.view.inverse());
        let work = u64::from(u64::BITS - replies.leading_zeros()) << WORK;
        let pair = &mut self.entries[place..][..2 * self.entry];
        let (first, second) = pair.split_at_mut(self.entry);
        let entry = if first[0] & WORK_MASK > work {
            second
        } else {
            second.copy_from_slice(first);
            first
        };
        entry[0] = question.tag() | work;
        entry[1..=words].copy_from_slice(&stones[0].0[..words]);
        entry[1 + words..=2 * words].copy_from_slice(&stones[1].0[..words]);
        entry[1 + 2 * words..].copy_from_slice(&zone.0[..words]);
    }

    /// The stones on the board as the node sees them.
    fn stones(&self, CheckedNode { view, .. }: CheckedNode, board: &ProofBoard) -> [SquareBits; 2] {
        board.stones.map(|mut stones| {
            stones.add_all(&self.dead);
            self.seen(&stones, view.inverse())
        })
    }

    /// A set of squares as a view shows it.
    fn seen(&self, set: &SquareBits, view: Symmetry) -> SquareBits {
        if view == Symmetry::IDENTITY {
            return *set;
        }
        let mut seen = SquareBits::EMPTY;
        for (first, &word) in (0..).step_by(64).zip(&set.0[..self.words]) {
            let mut left = word;
            while left != 0 {
                let cell = first + left.trailing_zeros() as usize;
                seen.insert(self.views[view.index()][cell].into());
                left &= left - 1;
            }
        }
        seen
    }

    /// Where the pair begins in which the entry is, or may be put.
    fn place(&self, question: CheckedNode, stones: &[SquareBits; 2]) -> Option<usize> {
        let words = stones.iter().flat_map(|stones| &stones.0[..self.words]);
        let mix = |mixed: u64, word: &u64| {
            let mixed = (mixed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        };
        let mixed = words.fold(question.tag(), mix).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 32).checked_rem(self.count as u64).map(|at| 2 * at as usize * self.entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Setup, Square, Variant};

    fn board(stones: &str, dead: &str) -> ProofBoard {
        let variant = Variant::mnk(5, 5, 4).unwrap();
        let mut setup = Setup::parse(stones, &variant).unwrap();
        setup.dead = dead.split_whitespace().map(|square| square.parse().unwrap()).collect();
        ProofBoard::new(&setup.build_open().unwrap())
    }

    fn set(board: &ProofBoard, squares: &str, view: Symmetry) -> SquareBits {
        let mut set = SquareBits::EMPTY;
        for square in squares.split(' ').map(|square| square.parse::<Square>().unwrap()) {
            set.insert(board.cell(view.apply(board.position.size(), square)));
        }
        set
    }

    const fn question(node: u32, view: Symmetry) -> CheckedNode {
        CheckedNode { node, view, extra: 1 }
    }

    /// What is equal up to symmetry is one, and what stands elsewhere is not.
    #[test]
    fn a_node_is_known_in_every_view() {
        const ZONE: &str = "a1 b3 e4";
        let first = board("1x3/3o1/5/5/5 x", "");
        let mut memo = Memo::new(1 << 16, &first);
        memo.keep(
            question(3, Symmetry::IDENTITY),
            &first,
            &set(&first, ZONE, Symmetry::IDENTITY),
            1,
        );
        for view in Symmetry::of(first.position.size()) {
            let seen = ProofBoard::new(&view.apply_position(&first.position));
            let found = memo.find(question(3, view), &seen);
            assert!(found == Some(set(&seen, ZONE, view)), "{view:?}");
            assert!(memo.find(question(2, view), &seen).is_none(), "{view:?}: another node");
            for extra in [0, 2] {
                let other = CheckedNode { extra, ..question(3, view) };
                assert!(memo.find(other, &seen).is_none(), "{view:?}: {extra} more stones");
            }
            let other = board("1x3/2o2/5/5/5 x", "");
            let other = ProofBoard::new(&view.apply_position(&other.position));
            assert!(memo.find(question(3, view), &other).is_none(), "{view:?}: another stone");
        }
    }

    /// On a board of more than 64 squares every word counts.
    #[test]
    fn large_boards_are_remembered_whole() {
        let board = |stones: &str| {
            let setup = Setup::parse(stones, &Variant::mnk(9, 9, 5).unwrap()).unwrap();
            ProofBoard::new(&setup.build().unwrap())
        };
        let first = board("8o/9/9/9/9/9/9/9/x8 x");
        let mut memo = Memo::new(1 << 16, &first);
        let zone = set(&first, "a1 h9 i9", Symmetry::IDENTITY);
        memo.keep(question(3, Symmetry::IDENTITY), &first, &zone, 1);
        for view in Symmetry::of(first.position.size()) {
            let seen = ProofBoard::new(&view.apply_position(&first.position));
            let found = memo.find(question(3, view), &seen);
            assert!(found == Some(set(&seen, "a1 h9 i9", view)), "{view:?}");
        }
        for other in ["7oo/9/9/9/9/9/9/9/x8 x", "7x1/9/9/9/9/9/9/9/x8 x", "9/9/9/9/9/9/9/9/x8 x"] {
            let known = memo.find(question(3, Symmetry::IDENTITY), &board(other));
            assert!(known.is_none(), "{other}");
        }
    }

    /// A dead square does not turn with the view.
    #[test]
    fn a_dead_square_tells_views_apart() {
        let first = board("1x3/3o1/5/5/5 x", "e1");
        let mut memo = Memo::new(1 << 16, &first);
        let zone = set(&first, "a1", Symmetry::IDENTITY);
        memo.keep(question(3, Symmetry::IDENTITY), &first, &zone, 1);
        assert!(memo.find(question(3, Symmetry::IDENTITY), &first).is_some());
        for view in Symmetry::of(first.position.size()).skip(1) {
            let stones = board("1x3/3o1/5/5/5 x", "");
            let mut setup = Setup::of(&view.apply_position(&stones.position));
            setup.dead = vec!["e1".parse().unwrap()];
            let seen = ProofBoard::new(&setup.build_open().unwrap());
            let is_same = view.apply(first.position.size(), "e1".parse().unwrap()) == setup.dead[0];
            assert_eq!(memo.find(question(3, view), &seen).is_some(), is_same, "{view:?}");
        }
    }

    /// With room for two answers the one that was most work stays.
    #[test]
    fn what_was_much_work_stays() {
        let board = board("1x3/3o1/5/5/5 x", "");
        let mut memo = Memo::new(2 * 4 * 8, &board);
        let zone = set(&board, "a1", Symmetry::IDENTITY);
        for (node, replies) in [(1, 5), (2, 900), (3, 7), (4, 1)] {
            memo.keep(question(node, Symmetry::IDENTITY), &board, &zone, replies);
        }
        let is_known =
            |node: &u32| memo.find(question(*node, Symmetry::IDENTITY), &board).is_some();
        assert_eq!((1..=4).filter(is_known).collect::<Vec<u32>>(), [2, 4]);
    }
}
