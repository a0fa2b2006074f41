//! What was found about tries at puzzles: a proof takes a while, and people try the same moves.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_engine::eval;
use tengen_engine::game::{Position, Square};
use tengen_engine::pattern::Tables;
use tengen_engine::proof::Proof;

/// The most that is kept: the sum of the nodes of proofs, and [`ENTRY`] for each position.
const MOST: usize = 200_000;
/// What each position adds to the sum besides the nodes of its proof.
const ENTRY: usize = 4;
/// Games whose tables are kept. Puzzles come in five rules; the tables of a game take 20 ms to
/// make, which is more than most answers do.
const GAMES: usize = 5;

/// Why a move is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The line in which the opponent wins: its moves and the replies by turns, its own first.
    Loses(Vec<Square>),
    /// The opponent wins in this many moves; the line would give the right move away.
    LosesIn(usize),
    /// The opponent answers so, and no win was found.
    Holds {
        /// The answer; nothing where it would give the right move away.
        reply: Option<Square>,
        /// Whether it is proven that no win by fours is left: every one was tried.
        is_free_of_fours: bool,
    },
    /// No threat was found in the move.
    Calm,
    /// No win was found, and no reply that holds.
    Unknown,
}

impl Refutation {
    /// This refutation without what would show that `right` is the right move.
    #[must_use]
    pub fn without(self, right: Square) -> Refutation {
        match self {
            Refutation::Loses(line) if line.contains(&right) => {
                Refutation::LosesIn(line.len().div_ceil(2))
            }
            Refutation::Holds { reply, is_free_of_fours } => {
                let reply = reply.filter(|&reply| reply != right);
                Refutation::Holds { reply, is_free_of_fours }
            }
            other => other,
        }
    }
}

/// The worth of a move that no proof of a puzzle plays.
#[derive(Clone)]
pub enum Worth {
    /// The move wins, too.
    Wins(Arc<Proof>),
    /// The move does not win, for this reason.
    Wrong(Refutation),
}

/// The worth of moves as found so far, for the latest positions only; threads may share it.
#[derive(Default)]
pub struct Known {
    tries: Mutex<Tries>,
    /// The tables of the latest games, the oldest first.
    tables: Mutex<VecDeque<Arc<Tables>>>,
}

#[derive(Default)]
struct Tries {
    /// What was found, by the text of the position after the move.
    found: BTreeMap<String, Worth>,
    /// The texts of the positions, the oldest first.
    order: VecDeque<String>,
    weight: usize,
}

impl Known {
    /// The worth of the move that led to the position `after`; where it is not known, `find` looks
    /// for it, and `None` says that `find` gave up.
    pub fn worth(&self, after: &Position, find: impl FnOnce() -> Option<Worth>) -> Option<Worth> {
        let text = after.fen();
        if let Some(worth) = self.lock().found.get(&text) {
            return Some(worth.clone());
        }
        // Other threads need not wait for the search; perhaps two of them find the same.
        let worth = find()?;
        self.lock().keep(text, &worth);
        Some(worth)
    }

    /// The tables of the game of a position.
    pub fn tables(&self, position: &Position) -> Arc<Tables> {
        let tables = eval::tables(position.rule(), position.variant().k);
        let mut kept = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.iter().any(|one| Arc::ptr_eq(one, &tables)) {
            if kept.len() == GAMES {
                kept.pop_front();
            }
            kept.push_back(Arc::clone(&tables));
        }
        tables
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Tries> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tries {
    fn keep(&mut self, text: String, worth: &Worth) {
        if self.found.insert(text.clone(), worth.clone()).is_some() {
            return;
        }
        self.order.push_back(text);
        self.weight += weight(worth);
        while self.weight > MOST {
            let Some(oldest) = self.order.pop_front() else { break };
            let gone = self.found.remove(&oldest);
            self.weight -= gone.as_ref().map_or(0, weight);
        }
    }
}

fn weight(worth: &Worth) -> usize {
    ENTRY
        + match worth {
            Worth::Wins(proof) => proof.len(),
            Worth::Wrong(_) => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::{Move, Variant};

    #[test]
    fn what_was_found_is_not_looked_for_again_until_it_is_the_oldest() {
        let known = Known::default();
        let variant = Variant::preset("gomoku40x30").unwrap();
        let start = Position::new(variant).unwrap();
        let after = |mv: &Move| {
            let mut position = start.clone();
            position.play(*mv).unwrap();
            position
        };
        let moves = start.legal_moves();
        let ask = |position: &Position| {
            let mut is_new = false;
            known.worth(position, || {
                is_new = true;
                Some(Worth::Wrong(Refutation::Calm))
            });
            is_new
        };
        assert!(ask(&after(&moves[0])) && !ask(&after(&moves[0])));
        known.lock().weight = MOST - ENTRY;
        assert!(ask(&after(&moves[1])), "there is room for it");
        assert!(!ask(&after(&moves[0])));
        assert!(ask(&after(&moves[2])));
        assert!(!ask(&after(&moves[1])), "it is not the oldest one");
        assert!(ask(&after(&moves[0])), "the oldest one has made room");
    }
}
