//! What the solvers know, as answers for the writer of files.

use crate::game::symmetry::Symmetry;
use crate::game::{Color, Move, Position, Square, SquareSet};

use super::blocking::{Blocking, Ease, cell};
use super::plain::Plain;
use super::pns::{Pns, ProofBudget, Tree};
use super::table::Numbers;
use super::write::{Guide, Rest, WriteStep, position_name};

/// The first move of the tree that is known to keep the claim; where none is, the one that a
/// search finds.
fn keeping(solver: &mut Pns, tree: &mut impl Tree, budget: &mut ProofBudget<'_>) -> Option<u16> {
    if !solver.solve(tree, budget)? {
        return None;
    }
    let mut moves = Vec::new();
    tree.expand(&mut moves, budget);
    let table = &solver.table;
    let mut holds = |&mv: &u16| {
        let known = table.find(tree.peek(mv).0);
        known.and_then(Numbers::decided) == Some(true)
    };
    if let Some(mv) = moves.into_iter().find(|mv| holds(mv)) {
        return Some(mv);
    }
    // The answer itself was kept, that of the child gave way.
    solver.table.forget(tree.key());
    solver.solve(tree, budget)?;
    solver.keeping
}

/// A move after which that makes the rest easy.
fn step_before(square: Square, ease: Ease) -> WriteStep {
    match ease {
        Ease::Potential => WriteStep::Potential(square),
        Ease::Pairs(pairs) => WriteStep::Pairs(square, pairs),
    }
}

/// What is enough where that, if anything, makes the rest easy.
fn rest_of(ease: Option<Ease>) -> Rest {
    match ease {
        Some(Ease::Potential) => Rest::Potential,
        Some(Ease::Pairs(pairs)) => Rest::Pairs(pairs),
        None => Rest::Replies,
    }
}

/// The way of blocking.
pub(super) struct BlockingGuide<'a, 'b> {
    pub solver: &'a mut Pns,
    pub prover: Color,
    pub budget: &'a mut ProofBudget<'b>,
}

impl Guide for BlockingGuide<'_, '_> {
    fn step(&mut self, position: &mut Position) -> Option<WriteStep> {
        let mut tree = Blocking::new(position, self.prover)?;
        if tree.live() == 0 {
            return Some(WriteStep::Potential(position.legal_moves().first()?.square()));
        }
        // A move that makes the rest easy is best.
        let mut moves = Vec::new();
        tree.expand(&mut moves, self.budget);
        let size = position.size();
        let square = |mv: u16| {
            let mv = usize::from(mv);
            Square::new(mv % size.width(), mv / size.width())
        };
        for &mv in &moves {
            tree.play(mv);
            let ease = tree.ease();
            tree.undo();
            if let Some(ease) = ease {
                return Some(step_before(square(mv), ease));
            }
        }
        keeping(self.solver, &mut tree, self.budget).map(|mv| WriteStep::Move(square(mv)))
    }

    fn rest(&mut self, position: &mut Position) -> Rest {
        rest_of(Blocking::new(position, self.prover).and_then(|tree| tree.ease()))
    }

    fn name(&self, position: &Position) -> (Vec<u128>, Symmetry) {
        match Blocking::new(position, self.prover) {
            Some(tree) => tree.canonical(),
            None => position_name(position),
        }
    }

    fn live(&self, position: &Position) -> Option<SquareSet> {
        let live = Blocking::new(position, self.prover)?.live();
        let is_live = |&square: &Square| live >> cell(position.size(), square) & 1 != 0;
        Some(position.size().squares().filter(is_live).collect())
    }
}

/// The way of the whole game.
pub(super) struct PlainGuide<'a, 'b> {
    pub solver: &'a mut Pns,
    pub tree: Plain,
    pub budget: &'a mut ProofBudget<'b>,
}

impl Guide for PlainGuide<'_, '_> {
    fn step(&mut self, position: &mut Position) -> Option<WriteStep> {
        let mut tree = self.tree.at(position);
        // Any move will do where the claim cannot fail any more.
        let mut moves = Vec::new();
        let square = match tree.expand(&mut moves, self.budget) {
            Some(false) => return None,
            Some(true) => position.legal_moves().first()?.square(),
            None => Move::from_raw(keeping(self.solver, &mut tree, self.budget)?).square(),
        };
        position.play_unchecked(Move::place(square));
        let ease = if position.is_over() { None } else { self.tree.at(position).ease() };
        position.undo();
        Some(ease.map_or(WriteStep::Move(square), |ease| step_before(square, ease)))
    }

    fn rest(&mut self, position: &mut Position) -> Rest {
        rest_of(self.tree.at(position).ease())
    }

    fn name(&self, position: &Position) -> (Vec<u128>, Symmetry) {
        position_name(position)
    }

    fn live(&self, _: &Position) -> Option<SquareSet> {
        None
    }
}
