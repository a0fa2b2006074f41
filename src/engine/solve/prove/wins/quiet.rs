//! The tree of quiet moves: the prover's are tried where they threaten to win, the
//! opponent's where they disturb that.

use std::collections::HashMap;

use crate::game::{Color, Move, Square, zobrist};
use crate::solve::defence::stops;

use super::super::pns::{Budget, Tree};
use super::super::table::Numbers;
use super::strategies::Strategies;

/// Moves of the prover that are tried in a position.
const WIDTH: usize = 16;

/// What was found out about a position.
enum Known {
    Decided(bool),
    Moves(Vec<Square>),
}

/// Positions between the root and the wins by threats.
pub(super) struct Quiet<'t> {
    pub strategies: Strategies<'t>,
    prover: Color,
    known: HashMap<u64, Known>,
}

impl<'t> Quiet<'t> {
    pub fn new(strategies: Strategies<'t>, prover: Color) -> Quiet<'t> {
        Quiet { strategies, prover, known: HashMap::new() }
    }

    fn look(&mut self, budget: &mut Budget<'_>) -> Known {
        let board = &self.strategies.board;
        let (side, opponent) = (board.side(), !self.prover);
        if board.position().is_over() {
            return Known::Decided(board.position().winner() == Some(self.prover));
        }
        if side == self.prover {
            if self.strategies.threat(budget).is_some() {
                return Known::Decided(true);
            }
            return Known::Moves(self.attacks());
        }
        if !board.patterns().fives(opponent).is_empty() {
            return Known::Decided(false);
        }
        match self.strategies.replies(0, budget) {
            None => Known::Decided(false),
            Some((_, replies)) if replies.is_empty() => Known::Decided(true),
            Some((_, mut replies)) => {
                let patterns = self.strategies.board.patterns();
                replies.sort_by_key(|&square| (-patterns.order(square, opponent), square));
                Known::Moves(replies)
            }
        }
    }

    /// The prover's moves, the most promising first.
    fn attacks(&self) -> Vec<Square> {
        let board = &self.strategies.board;
        let (position, patterns) = (board.position(), board.patterns());
        let mut squares: Vec<Square> = if patterns.fives(!self.prover).is_empty() {
            patterns.near().iter().filter(|&square| position.is_empty(square)).collect()
        } else {
            stops(board, !self.prover).into_iter().collect()
        };
        if position.occupied().is_empty() {
            squares.push(position.size().centre());
        }
        squares.retain(|&square| !board.is_foul(square, self.prover));
        squares.sort_by_key(|&square| (-patterns.order(square, self.prover), square));
        squares.truncate(WIDTH);
        squares
    }

    fn square(&self, mv: u16) -> Square {
        Move::from_raw(mv).square()
    }
}

impl Tree for Quiet<'_> {
    fn is_provers_turn(&self) -> bool {
        self.strategies.board.side() == self.prover
    }

    fn expand(&mut self, moves: &mut Vec<u16>, budget: &mut Budget<'_>) -> Option<bool> {
        let key = self.key();
        if !self.known.contains_key(&key) {
            let known = self.look(budget);
            if budget.is_over {
                return None;
            }
            self.known.insert(key, known);
        }
        match &self.known[&key] {
            Known::Decided(holds) => Some(*holds),
            Known::Moves(squares) if squares.is_empty() => Some(!self.is_provers_turn()),
            Known::Moves(squares) => {
                moves.extend(squares.iter().map(|&square| Move::place(square).raw()));
                None
            }
        }
    }

    fn play(&mut self, mv: u16) {
        self.strategies.play(self.square(mv));
    }

    fn undo(&mut self) {
        self.strategies.undo();
    }

    fn key(&self) -> u64 {
        self.strategies.board.position().key()
    }

    fn glance(&mut self, mv: u16) -> (u64, Numbers) {
        let stone = zobrist::stone(self.square(mv), self.strategies.board.side(), false);
        (self.key() ^ stone ^ zobrist::WHITE_TO_MOVE, Numbers::UNKNOWN)
    }
}
