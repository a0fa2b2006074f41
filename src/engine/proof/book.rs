//! Moves that are known beforehand: the strategy of a proof, or its upper part.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::sync::OnceLock;

use thiserror::Error;

use crate::game::symmetry::{Symmetry, canonical_key};
use crate::game::{Move, Position, Square, Variant};

use super::file::{Claim, Goal, Proof, Reference, Then};
use super::read::{FileError, read};

/// Nodes of the largest book: with their positions some ten megabytes.
const MOST: usize = 1 << 17;

/// Upper parts of proofs that the first player wins on 15x15, by the preset that they are about:
/// `tengen prove --condense` made them with the moves of the proof in `tests/data/proofs/solved/`.
const SHIPPED: [(&str, &[u8]); 2] = [
    ("gomoku", include_bytes!("books/gomoku-15x15.proof")),
    ("standard", include_bytes!("books/standard-15x15.proof")),
];

/// Answers of one player to what the other one does, up to symmetry. Where it ends the player has
/// to think.
#[derive(Clone)]
pub struct Book {
    strategy: Proof,
    /// The move of each position, seen as its smallest view, by the key of that view.
    moves: HashMap<u64, Square>,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (claim, nodes) = (self.claim(), self.strategy.len());
        f.debug_struct("Book").field("claim", &claim).field("nodes", &nodes).finish_non_exhaustive()
    }
}

/// What was expected of a file that is no book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It is no proof, nor the upper part of one.
    #[error("a proof, as tengen prove writes it ({0})")]
    File(#[from] FileError),
    /// It says how a player holds, which says nothing about winning.
    #[error("a claim that a player wins, not {0}")]
    Claim(Claim),
    /// It is too large to be kept beside a search.
    #[error("at most {MOST} nodes, not {0}: tengen prove --condense makes them fewer")]
    TooLarge(usize),
}

/// What a book says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookSays {
    /// The side to move wins by this move.
    Play(Move),
    /// The opponent has played the move of the book, and wins.
    Played,
}

impl Book {
    /// The book in a file as `tengen prove` writes it.
    ///
    /// # Errors
    /// When the file is no book.
    pub fn read(path: &str) -> Result<Book, BookError> {
        let file = File::open(path).map_err(FileError::from)?;
        Book::new(read(&mut BufReader::new(file))?)
    }

    /// The moves of a strategy.
    ///
    /// # Errors
    /// When the strategy does not claim a win, or is too large.
    pub fn new(strategy: Proof) -> Result<Book, BookError> {
        if strategy.claim.goal != Goal::Wins {
            return Err(BookError::Claim(strategy.claim));
        }
        if strategy.len() > MOST {
            return Err(BookError::TooLarge(strategy.len()));
        }
        let moves = listed_moves(&strategy);
        Ok(Book { strategy, moves })
    }

    /// The book that comes with the program for a game; most games have none.
    pub fn shipped(variant: &Variant) -> Option<&'static Book> {
        static BOOKS: [OnceLock<Option<Book>>; SHIPPED.len()] =
            [const { OnceLock::new() }; SHIPPED.len()];
        let is_about = |name| Variant::preset(name).is_ok_and(|it| it == *variant);
        let ((_, bytes), book) =
            SHIPPED.iter().zip(&BOOKS).find(|((name, _), _)| is_about(name))?;
        // Other games do not pay for what they have no use of.
        book.get_or_init(|| Book::new(read(&mut &bytes[..]).ok()?).ok()).as_ref()
    }

    /// What the book claims.
    pub const fn claim(&self) -> Claim {
        self.strategy.claim
    }

    /// What the book says of a position, if it has that, or the one before it.
    pub fn says(&self, position: &Position) -> Option<BookSays> {
        if position.variant() != self.strategy.position.variant() || position.is_over() {
            return None;
        }
        if position.side() == self.claim().prover {
            return self.own_move(position).map(BookSays::Play);
        }
        let last = position.history().next_back()?;
        let mut before = position.clone();
        before.undo();
        (self.own_move(&before) == Some(last)).then_some(BookSays::Played)
    }

    fn own_move(&self, position: &Position) -> Option<Move> {
        let size = position.size();
        let (key, view) = canonical_key(position);
        let listed = self.moves.get(&key).map(|&seen| view.inverse().apply(size, seen));
        let mv = Move::place(listed.or_else(|| self.move_after(position))?);
        position.check(mv).is_ok().then_some(mv)
    }

    /// The move of the strategy after the moves of a game from its beginning, which may include
    /// replies that it does not list.
    fn move_after(&self, position: &Position) -> Option<Square> {
        let mut start = position.clone();
        position.history().for_each(|_| start.undo());
        if start.key() != self.strategy.position.key() {
            return None;
        }
        let (size, mut at) = (start.size(), root(&self.strategy)?);
        let mut turn = start.side();
        for mv in position.history() {
            if turn == self.claim().prover {
                let own = self.strategy.node(at.node).square?;
                if Move::place(at.symmetry.apply(size, own)) != mv {
                    return None;
                }
            } else {
                let Then::Replies { listed, others } = self.strategy.node(at.node).then else {
                    return None;
                };
                let reply = at.symmetry.inverse().apply(size, mv.square());
                let own = listed.iter().find(|it| it.square == reply).map(|it| it.next);
                let next = own.or(others)?;
                at = Reference { symmetry: next.symmetry.then(at.symmetry), ..next };
            }
            turn = !turn;
        }
        self.strategy.node(at.node).square.map(|own| at.symmetry.apply(size, own))
    }
}

/// The last node of a strategy, where it begins.
fn root(strategy: &Proof) -> Option<Reference> {
    let node = (strategy.len() as u32).checked_sub(1)?;
    Some(Reference { node, symmetry: Symmetry::IDENTITY })
}

/// The moves of a strategy after replies that it lists, the first positions of it if there are too
/// many: seen as the smallest view of their position, by the key of that view.
fn listed_moves(strategy: &Proof) -> HashMap<u64, Square> {
    let mut moves = HashMap::new();
    // Paths take a hundredth of the memory that as many positions would.
    let mut waiting: VecDeque<(Reference, Vec<Square>)> =
        root(strategy).map(|root| (root, Vec::new())).into_iter().collect();
    while let Some((at, mut path)) = waiting.pop_front().filter(|_| moves.len() < MOST) {
        let mut position = strategy.position.clone();
        for &square in &path {
            position.play_unchecked(Move::place(square));
        }
        let (node, size) = (strategy.node(at.node), position.size());
        if let Some(own) = node.square.map(|own| at.symmetry.apply(size, own)) {
            let (key, view) = canonical_key(&position);
            if moves.contains_key(&key) || position.check(Move::place(own)).is_err() {
                continue;
            }
            moves.insert(key, view.apply(size, own));
            position.play_unchecked(Move::place(own));
            path.push(own);
        }
        let Then::Replies { listed, .. } = node.then else { continue };
        if position.is_over() {
            continue;
        }
        for reply in listed {
            let square = at.symmetry.apply(size, reply.square);
            if position.play(Move::place(square)).is_err() {
                continue;
            }
            if !position.is_over() {
                let symmetry = reply.next.symmetry.then(at.symmetry);
                let next = Reference { symmetry, ..reply.next };
                waiting.push_back((next, [&path[..], &[square]].concat()));
            }
            position.undo();
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Variant};
    use crate::proof::{CheckSettings, ProofVerdict, check};

    /// Three in a row on 4x4.
    const SMALL: &str = "tengen-proof 1\n\
                         position 4/4/4/4 x k=3 rule=freestyle\n\
                         claim x wins\n\
                         a1\n\
                         d4\n\
                         b2 a1:1 *:0\n\
                         c1\n\
                         c4\n\
                         c2 c1:4 *:3\n\
                         c3 a1:5 b2:5 d4:5 *:2\n";

    /// By the book of a whole proof the prover wins against every reply.
    #[test]
    fn who_plays_by_a_proof_wins() {
        let proof = read(&mut SMALL.as_bytes()).unwrap();
        let checked = check(&proof, &CheckSettings::default(), &mut |_| true);
        assert!(matches!(checked, ProofVerdict::Proven(_)), "{checked:?}");
        let book = Book::new(proof.clone()).unwrap();
        let mut waiting = vec![proof.position.clone()];
        let mut wins = 0;
        while let Some(position) = waiting.pop() {
            let Some(BookSays::Play(mv)) = book.says(&position) else {
                panic!("{}: no move", position.fen())
            };
            let mut after = position.clone();
            after.play(mv).unwrap();
            if after.is_over() {
                assert_eq!(after.winner(), Some(Color::Black));
                wins += 1;
                continue;
            }
            assert_eq!(book.says(&after), Some(BookSays::Played));
            for reply in after.legal_moves() {
                let mut next = after.clone();
                next.play(reply).unwrap();
                waiting.push(next);
            }
        }
        assert!(wins > 100, "{wins}");
        // The same position by another way, in every view, if a reply was listed.
        let mut listed = proof.position.clone();
        for mv in ["c3", "a1"] {
            listed.play(mv.parse().unwrap()).unwrap();
        }
        for view in Symmetry::of(listed.size()) {
            let seen = book.says(&view.apply_position(&listed));
            assert!(matches!(seen, Some(BookSays::Play(_))), "{view:?}");
        }
        let other = Position::new(Variant::mnk(4, 4, 4).unwrap()).unwrap();
        assert_eq!(book.says(&other), None, "another game");
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let holds = "tengen-proof 1\nposition 3/3/3 x k=3 rule=freestyle\nclaim x holds\nb2\n";
        let proof = read(&mut holds.as_bytes()).unwrap();
        let error = Book::new(proof).err().unwrap().to_string();
        assert_eq!(error, "a claim that a player wins, not x holds");
        assert!(Book::read("a file that is not there").is_err());
    }
}
