//! The tree of quiet moves: the prover's are tried where they threaten to win, the
//! opponent's where they disturb that.

use std::collections::HashMap;

use crate::game::{Color, Move, Square, zobrist};
use crate::solve::defence::stops;

use super::super::pns::{ProofBudget, Tree};
use super::super::table::Numbers;
use super::strategies::{Strategies, key_of};

/// Moves of the prover that are tried in a position at first.
const WIDTH: usize = 12;
/// The number of less promising moves that cost as much as one more position to be proven.
const RANKS: usize = 4;

/// The move of the opponent that is none.
const PASS: u16 = u16::MAX;
/// What it costs to win after another pass, where threats alone do not, in positions.
const PASS_COST: u32 = 6;

/// What was found out about a position.
enum KnownPosition {
    Decided(bool),
    Moves(Vec<Square>),
    /// What wins when the opponent passes has to be found out first.
    Pass,
}

/// Positions between the root and the wins by threats.
pub(super) struct QuietTree<'t> {
    pub strategies: Strategies<'t>,
    prover: Color,
    /// How often the opponent has passed.
    passes: u8,
    /// How often the opponent may pass: whether quiet moves win after quiet moves and passes.
    most_passes: u8,
    path: Vec<u16>,
    /// Moves of the prover that are tried in a position.
    width: usize,
    known: HashMap<u64, KnownPosition>,
}

impl<'t> QuietTree<'t> {
    pub fn new(strategies: Strategies<'t>, prover: Color) -> QuietTree<'t> {
        QuietTree {
            strategies,
            prover,
            passes: 0,
            most_passes: 0,
            path: Vec::new(),
            width: WIDTH,
            known: HashMap::new(),
        }
    }

    /// Tries more moves, and looks harder for threats, wherever no win was found; `false`
    /// when every move has been tried.
    pub fn widen(&mut self) -> bool {
        if self.width >= self.strategies.board.position().size().area() {
            return false;
        }
        self.width = self.width.saturating_mul(2);
        self.most_passes += 1;
        self.strategies.effort.nodes = self.strategies.effort.nodes.saturating_mul(4);
        self.known.retain(|_, known| matches!(known, KnownPosition::Decided(true)));
        true
    }

    fn look(&mut self, budget: &mut ProofBudget<'_>) -> KnownPosition {
        let board = &self.strategies.board;
        let (side, opponent) = (board.side(), !self.prover);
        if board.position().is_over() {
            return KnownPosition::Decided(board.position().winner() == Some(self.prover));
        }
        if side == self.prover {
            if self.strategies.threat(budget).is_some() {
                return KnownPosition::Decided(true);
            }
            return KnownPosition::Moves(self.attacks());
        }
        if !board.patterns().fives(opponent).is_empty() {
            return KnownPosition::Decided(false);
        }
        self.strategies.pass();
        let threatens = self.strategies.threat(budget).is_some();
        self.strategies.undo_pass();
        match threatens {
            true => self.replies(budget),
            false if self.passes < self.most_passes => KnownPosition::Pass,
            false => KnownPosition::Decided(false),
        }
    }

    /// The replies of the opponent that matter, once it is known what wins after a pass.
    fn replies(&mut self, budget: &mut ProofBudget<'_>) -> KnownPosition {
        let opponent = !self.prover;
        match self.strategies.replies(self.passes, budget) {
            None => KnownPosition::Decided(false),
            Some((_, replies)) if replies.is_empty() => KnownPosition::Decided(true),
            Some((_, mut replies)) => {
                let patterns = self.strategies.board.patterns();
                replies.sort_by_key(|&square| (-patterns.order(square, opponent), square));
                KnownPosition::Moves(replies)
            }
        }
    }

    /// The prover's moves, the most promising first.
    fn attacks(&self) -> Vec<Square> {
        let board = &self.strategies.board;
        let (position, patterns) = (board.position(), board.patterns());
        let mut squares: Vec<Square> = if patterns.fives(!self.prover).is_empty() {
            board.near().iter().collect()
        } else {
            stops(board, !self.prover).into_iter().collect()
        };
        if position.occupied().is_empty() {
            squares.push(position.size().centre());
        }
        squares.retain(|&square| !board.is_foul(square, self.prover));
        squares.sort_by_key(|&square| (-patterns.order(square, self.prover), square));
        squares.truncate(self.width);
        squares
    }
}

fn square_of(mv: u16) -> Square {
    Move::from_raw(mv).square()
}

impl Tree for QuietTree<'_> {
    fn is_provers_turn(&self) -> bool {
        self.strategies.board.side() == self.prover
    }

    fn expand(&mut self, moves: &mut Vec<u16>, budget: &mut ProofBudget<'_>) -> Option<bool> {
        let key = self.key();
        if !self.known.contains_key(&key) {
            let known = self.look(budget);
            if budget.is_over {
                return None;
            }
            self.known.insert(key, known);
        }
        match &self.known[&key] {
            KnownPosition::Decided(holds) => Some(*holds),
            KnownPosition::Moves(squares) if squares.is_empty() => Some(!self.is_provers_turn()),
            KnownPosition::Moves(squares) => {
                moves.extend(squares.iter().map(|&square| Move::place(square).raw()));
                None
            }
            KnownPosition::Pass => {
                moves.push(PASS);
                None
            }
        }
    }

    fn play(&mut self, mv: u16) {
        if mv == PASS {
            self.passes += 1;
            self.strategies.pass();
        } else {
            self.strategies.play(square_of(mv));
        }
        self.path.push(mv);
    }

    fn undo(&mut self) {
        if self.path.pop() == Some(PASS) {
            self.passes -= 1;
            self.strategies.undo_pass();
        } else {
            self.strategies.undo();
        }
    }

    fn key(&self) -> u64 {
        key_of(&self.strategies.board, self.passes)
    }

    fn peek(&mut self, mv: u16) -> (u64, Numbers) {
        if mv == PASS {
            self.play(mv);
            let key = self.key();
            self.undo();
            return (key, Numbers { proof: PASS_COST, ..Numbers::UNKNOWN });
        }
        let square = square_of(mv);
        let stone = zobrist::stone(square, self.strategies.board.side(), false);
        let mut numbers = Numbers::UNKNOWN;
        if let (true, Some(KnownPosition::Moves(moves))) =
            (self.is_provers_turn(), self.known.get(&self.key()))
        {
            let rank = moves.iter().position(|&other| other == square);
            numbers.proof += (rank.unwrap_or_default() / RANKS) as u32;
        }
        (self.key() ^ stone ^ zobrist::WHITE_TO_MOVE, numbers)
    }

    fn proven_by(&mut self, mv: u16) {
        self.strategies.quiet.keep(self.key(), square_of(mv));
    }

    fn has_more(&mut self, budget: &mut ProofBudget<'_>) -> bool {
        let key = self.key();
        if !matches!(self.known.get(&key), Some(KnownPosition::Pass)) {
            return false;
        }
        let known = self.replies(budget);
        if budget.is_over {
            return false;
        }
        let is_all = matches!(known, KnownPosition::Decided(true));
        self.known.insert(key, known);
        !is_all
    }
}
