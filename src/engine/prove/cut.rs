//! A claim cut into leaves: positions that can be proven apart from each other, and
//! whose proofs make one proof of the claim.
//!
//! The first plies are played out: of the prover's moves the few that look best, of the
//! opponent's all. The shallowest position is cut first, until there are enough leaves;
//! those that are equal up to symmetry are one. The same arguments cut in the same way
//! everywhere, so that no machine has to be told what a leaf is.
//!
//! Source: job-level proof-number search by Wu and others (2010), in its simplest form.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::eval;
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, Square, SquareSet, sort_by_key};
use crate::pattern::Board;
use crate::proof::{Claim, Goal, Proof};

use super::write::{Guide, Rest, WriteStep, position_name, strategy};

/// How a claim is cut.
#[derive(Clone, Copy, Debug)]
pub struct CutLimits {
    /// Leaves that there should be at least, as far as the game is long enough.
    pub leaves: usize,
    /// Moves of the prover that are tried in a position.
    pub tries: usize,
}

/// What was found out about a leaf.
#[derive(Clone)]
pub enum LeafFinding {
    /// The claim about the leaf is true, and this proof shows it.
    Proven(Arc<Proof>),
    /// The claim about the leaf is false.
    Refuted,
    /// Nothing yet.
    Undecided,
}

/// How a claim stands, by what was found out about its leaves.
pub enum Standing {
    /// The claim is true.
    Proven(Box<Proof>),
    /// The claim is false: the opponent, who is to move, has the reply that leads to this leaf.
    Refuted(usize),
    /// These leaves would be enough; none where other moves of the prover have to be tried.
    Open(Vec<usize>),
}

/// A position with the prover to move, or the root.
struct CutPlace {
    position: Position,
    /// The view that shows the position as the canonical one.
    view: Symmetry,
    /// The moves by which the position was reached first.
    path: Vec<Square>,
    /// The moves that may be played in the position; empty in a leaf.
    tries: Vec<CutTry>,
    /// The number of the place among the leaves, if it is one.
    leaf: Option<usize>,
}

/// A move of the prover, and where the replies lead.
struct CutTry {
    /// Nothing where the opponent is to move, at the root.
    square: Option<Square>,
    replies: Vec<usize>,
}

/// A claim that was cut.
pub struct Cut {
    claim: Claim,
    /// The root first; places come before those behind them.
    places: Vec<CutPlace>,
    named: HashMap<Vec<u128>, usize>,
    leaves: Vec<usize>,
}

/// The number of what cannot be proven.
const NEVER: u64 = u64::MAX;

impl Cut {
    /// Cuts a claim about a position whose game goes on.
    pub fn new(position: &Position, claim: Claim, limits: CutLimits) -> Cut {
        let mut cut = Cut { claim, places: Vec::new(), named: HashMap::new(), leaves: Vec::new() };
        cut.place(position, Vec::new());
        let mut waiting = VecDeque::from([0]);
        let mut leaves = 1;
        while let Some(at) = waiting.pop_front().filter(|_| leaves < limits.leaves) {
            let before = cut.places.len();
            cut.places[at].tries = cut.tries(at, limits.tries);
            if !cut.places[at].tries.is_empty() {
                // The place is a leaf no more; where all behind it was known, nothing comes for it.
                leaves = leaves + cut.places.len() - before - 1;
                waiting.extend(before..cut.places.len());
            }
        }
        let is_leaf = |at: &usize| cut.places[*at].tries.is_empty();
        cut.leaves = (0..cut.places.len()).filter(is_leaf).collect();
        for (leaf, &at) in cut.leaves.iter().enumerate() {
            cut.places[at].leaf = Some(leaf);
        }
        cut
    }

    /// The positions of the leaves. The claim about each is that about the root.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.leaves.iter().map(|&at| &self.places[at].position)
    }

    /// The moves that lead from the root to a leaf.
    pub fn path(&self, leaf: usize) -> &[Square] {
        &self.places[self.leaves[leaf]].path
    }

    /// The number of a position, which is a new one if there is none yet.
    fn place(&mut self, position: &Position, path: Vec<Square>) -> usize {
        let (name, view) = position_name(position);
        let next = self.places.len();
        let at = *self.named.entry(name).or_insert(next);
        if at == next {
            let position = position.clone();
            self.places.push(CutPlace { position, view, path, tries: Vec::new(), leaf: None });
        }
        at
    }

    /// The moves that are tried at a place, with their replies. None where a move wins at
    /// once, or all lose.
    fn tries(&mut self, at: usize, most: usize) -> Vec<CutTry> {
        let mut position = self.places[at].position.clone();
        let path = self.places[at].path.clone();
        if position.side() != self.claim.prover {
            let replies = self.replies(&mut position, &path);
            return replies.map(|replies| CutTry { square: None, replies }).into_iter().collect();
        }
        let squares = ordered(&position);
        if squares.iter().any(|&square| position.has_line_through(square, self.claim.prover)) {
            return Vec::new();
        }
        let mut tries = Vec::new();
        for square in squares {
            position.play_unchecked(Move::place(square));
            let replies = self.replies(&mut position, &[&path[..], &[square]].concat());
            position.undo();
            tries.extend(replies.map(|replies| CutTry { square: Some(square), replies }));
            if tries.len() == most {
                break;
            }
        }
        tries
    }

    /// Where the replies of the opponent, who is to move, lead; `None` where one of them
    /// refutes the claim at once.
    fn replies(&mut self, position: &mut Position, path: &[Square]) -> Option<Vec<usize>> {
        let Claim { prover, goal } = self.claim;
        if position.is_over() {
            return (goal == Goal::Holds).then(Vec::new);
        }
        let moves = position.legal_moves();
        let mut positions = Vec::new();
        for mv in moves {
            position.play_unchecked(mv);
            let next = match (position.winner(), position.is_over()) {
                (Some(winner), _) if winner != prover => None,
                (None, true) if goal == Goal::Wins => None,
                (_, true) => Some(None),
                (_, false) => Some(Some((position.clone(), mv.square()))),
            };
            position.undo();
            positions.extend(next?);
        }
        let mut replies: Vec<usize> = positions
            .into_iter()
            .map(|(position, square)| self.place(&position, [path, &[square]].concat()))
            .collect();
        replies.sort_unstable();
        replies.dedup();
        Some(replies)
    }

    /// How the claim stands; `found` is about the leaves in their order, and its proofs are
    /// believed.
    ///
    /// # Panics
    /// When there are not as many findings as leaves.
    pub fn standing(&self, found: &[LeafFinding]) -> Standing {
        assert_eq!(found.len(), self.leaves.len(), "one finding for each leaf");
        // How many leaves each place still needs, by its best try; those behind come first.
        let mut needs = vec![0_u64; self.places.len()];
        for (at, place) in self.places.iter().enumerate().rev() {
            needs[at] = match place.leaf.map(|leaf| &found[leaf]) {
                Some(LeafFinding::Proven(_)) => 0,
                Some(LeafFinding::Refuted) => NEVER,
                Some(LeafFinding::Undecided) => 1,
                None => place.tries.iter().map(|one| one.needs(&needs)).min().unwrap_or(NEVER),
            };
        }
        if needs[0] == 0 {
            let mut guide = LeafJoiner { cut: self, found, needs: &needs };
            let root = &self.places[0].position;
            // Each part is as long as its limits let it be; the whole has all of them.
            return match strategy(root, self.claim, &mut guide, usize::MAX) {
                Some(proof) => Standing::Proven(Box::new(proof)),
                None => Standing::Open(Vec::new()),
            };
        }
        let root = &self.places[0];
        let replies = if root.position.side() == self.claim.prover { &[] } else { &root.tries[..] };
        let of_root = replies.iter().flat_map(|one| &one.replies).chain(root.leaf.map(|_| &0));
        let refuted = |&&at: &&usize| {
            let leaf = self.places[at].leaf;
            leaf.is_some_and(|leaf| matches!(found[leaf], LeafFinding::Refuted))
        };
        if let Some(leaf) = of_root.into_iter().find(refuted).and_then(|&at| self.places[at].leaf) {
            return Standing::Refuted(leaf);
        }
        let mut open = Vec::new();
        if needs[0] < NEVER {
            self.collect(0, &needs, &mut open);
            open.sort_unstable();
            open.dedup();
        }
        Standing::Open(open)
    }

    /// The leaves that a place still needs, by its best try. The depth is that of the cut.
    fn collect(&self, at: usize, needs: &[u64], open: &mut Vec<usize>) {
        let place = &self.places[at];
        match place.leaf {
            _ if needs[at] == 0 => {}
            Some(leaf) => open.push(leaf),
            None => {
                let best = best(place, needs);
                for &reply in best.into_iter().flat_map(|one| &one.replies) {
                    self.collect(reply, needs, open);
                }
            }
        }
    }
}

impl CutTry {
    /// How many leaves the move still needs, by what each place needs.
    fn needs(&self, needs: &[u64]) -> u64 {
        self.replies.iter().fold(0, |sum, &at| sum.saturating_add(needs[at]))
    }
}

/// The try that needs the fewest leaves.
fn best<'a>(place: &'a CutPlace, needs: &[u64]) -> Option<&'a CutTry> {
    place.tries.iter().min_by_key(|one| one.needs(needs))
}

/// The legal moves, the most promising first.
fn ordered(position: &Position) -> Vec<Square> {
    let tables = eval::tables(position.rule(), position.variant().k);
    let board = Board::new(position.clone(), &tables);
    let (size, color) = (position.size(), position.side());
    let centre = size.centre();
    let far = |square: Square| {
        square.col().abs_diff(centre.col()).max(square.row().abs_diff(centre.row()))
    };
    let mut squares: Vec<Square> = position.legal_moves().into_iter().map(Move::square).collect();
    sort_by_key(&mut squares, |&square| {
        (-board.patterns().order(square, color), far(square), square)
    });
    squares
}

/// Whether two positions are the same in everything that a proof is about.
pub fn is_same(one: &Position, other: &Position) -> bool {
    let game = |it: &Position| (it.rule(), it.size(), it.variant().k, it.side());
    game(one) == game(other)
        && one.size().squares().all(|square| one.at(square) == other.at(square))
}

/// The way through the first plies, and the proofs of the leaves.
struct LeafJoiner<'a> {
    cut: &'a Cut,
    found: &'a [LeafFinding],
    needs: &'a [u64],
}

impl Guide for LeafJoiner<'_> {
    fn step(&mut self, position: &mut Position) -> Option<WriteStep> {
        let (name, view) = position_name(position);
        let place = &self.cut.places[*self.cut.named.get(&name)?];
        match place.leaf.map(|leaf| &self.found[leaf]) {
            Some(LeafFinding::Proven(proof)) => {
                Some(WriteStep::Known(Arc::clone(proof), place.view))
            }
            Some(_) => None,
            None => {
                let size = position.size();
                let square = best(place, self.needs)?.square?;
                Some(WriteStep::Move(view.inverse().apply(size, place.view.apply(size, square))))
            }
        }
    }

    fn rest(&mut self, _: &mut Position) -> Rest {
        Rest::Replies
    }

    fn name(&self, position: &Position) -> (Vec<u128>, Symmetry) {
        position_name(position)
    }

    fn live(&self, _: &Position) -> Option<SquareSet> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Finding, ProveLimits, prove};
    use super::*;
    use crate::game::{Color, Variant};
    use crate::proof::{CheckSettings, ProofVerdict, check};

    /// The leaves behind each move of the prover at the root.
    fn behind(cut: &Cut, at: usize) -> Vec<usize> {
        let place = &cut.places[at];
        let replies = place.tries.iter().flat_map(|one| &one.replies);
        let leaves = replies.flat_map(|&reply| behind(cut, reply));
        place.leaf.into_iter().chain(leaves).collect()
    }

    /// Leaves that were made behind one move are used behind another one, through the
    /// symmetry that lies between.
    #[test]
    fn every_way_through_the_leaves_is_a_proof() {
        let position = Position::new(Variant::mnk(5, 5, 3).unwrap()).unwrap();
        let claim = Claim { prover: Color::Black, goal: Goal::Wins };
        let cut = Cut::new(&position, claim, CutLimits { leaves: 300, tries: 4 });
        assert!(cut.leaves().len() >= 300);
        let limits = ProveLimits { memory: 1 << 20, nodes: 10_000, ..ProveLimits::default() };
        let proven: Vec<LeafFinding> = cut
            .leaves()
            .map(|leaf| match prove(leaf, claim, &limits, &mut |_| true).0 {
                Finding::Proven(proof) => LeafFinding::Proven(Arc::from(proof)),
                _ => LeafFinding::Undecided,
            })
            .collect();
        let mut ways = 0;
        for one in &cut.places[0].tries {
            let mut found = vec![LeafFinding::Undecided; proven.len()];
            for leaf in one.replies.iter().flat_map(|&reply| behind(&cut, reply)) {
                found[leaf] = proven[leaf].clone();
            }
            if let Standing::Proven(proof) = cut.standing(&found) {
                let verdict = check(&proof, &CheckSettings::default(), &mut |_| true);
                assert!(matches!(verdict, ProofVerdict::Proven(_)), "{:?}", one.square);
                ways += 1;
            } else if let Standing::Open(open) = cut.standing(&found) {
                assert!(!open.is_empty(), "{:?}: all is there", one.square);
            }
        }
        assert!(ways >= 3, "{ways}");
    }

    /// In the end all that lies behind a place is known already.
    #[test]
    fn small_games_are_cut_to_the_end() {
        let position = Position::new(Variant::preset("tictactoe").unwrap()).unwrap();
        let claim = Claim { prover: Color::White, goal: Goal::Holds };
        let cut = Cut::new(&position, claim, CutLimits { leaves: 100_000, tries: 9 });
        assert!((1..1000).contains(&cut.leaves().len()), "{}", cut.leaves().len());
    }
}
