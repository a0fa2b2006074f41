//! What was found true, in memory of a fixed size. An entry holds every stone of its
//! position: a key of 64 bits only says where to look, and is never evidence.

use crate::game::Symmetry;

use super::board::Board;
use super::squares::Squares;

/// A node that was checked in a position.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub node: u32,
    pub view: Symmetry,
    /// More stones of the opponent that the answer allows for.
    pub extra: u8,
}

impl Question {
    /// A number that is never 0 and that no other question has.
    const fn tag(self) -> u64 {
        1 << 63 | (self.extra as u64) << 40 | (self.view.index() as u64) << 32 | self.node as u64
    }
}

/// A table of entries: question, stones of both players, zone.
pub(super) struct Memo {
    entries: Vec<u64>,
    /// Words of a set of squares.
    words: usize,
    count: usize,
}

impl Memo {
    /// A table of at most so many bytes for boards of `area` squares.
    pub fn new(bytes: usize, area: usize) -> Memo {
        let words = area.div_ceil(64);
        let count = bytes / 8 / (1 + 3 * words);
        Memo { entries: vec![0; count * (1 + 3 * words)], words, count }
    }

    /// Where the entry begins, if it is there or may be put there.
    fn place(&self, question: Question, board: &Board) -> Option<usize> {
        let mixed = board.position.key() ^ question.tag().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 32)
            .checked_rem(self.count as u64)
            .map(|at| at as usize * (1 + 3 * self.words))
    }

    /// The zone that was found for the same question in the very same position.
    pub fn find(&self, question: Question, board: &Board) -> Option<Squares> {
        let words = self.words;
        let entry = &self.entries[self.place(question, board)?..][..=3 * words];
        let is_it = entry[0] == question.tag()
            && entry[1..=words] == board.stones[0].0[..words]
            && entry[1 + words..=2 * words] == board.stones[1].0[..words];
        is_it.then(|| {
            let mut zone = Squares::EMPTY;
            zone.0[..words].copy_from_slice(&entry[1 + 2 * words..]);
            zone
        })
    }

    /// Keeps a zone, in the place of what was there.
    pub fn keep(&mut self, question: Question, board: &Board, zone: &Squares) {
        let words = self.words;
        let Some(place) = self.place(question, board) else { return };
        let entry = &mut self.entries[place..][..=3 * words];
        entry[0] = question.tag();
        entry[1..=words].copy_from_slice(&board.stones[0].0[..words]);
        entry[1 + words..=2 * words].copy_from_slice(&board.stones[1].0[..words]);
        entry[1 + 2 * words..].copy_from_slice(&zone.0[..words]);
    }
}
