//! Wins: proof-number search over quiet moves, with threats at the leaves.
//!
//! A quiet move is tried where the prover would win by threats if the opponent passed. The
//! strategy that then wins has a zone (see [`proof`](crate::proof)); replies outside of it
//! change nothing, so that some twenty replies remain of two hundred. Strategies are made
//! of nodes that the checker has tried, also while the search goes on. The search of the
//! engine sees wins of many quiet moves much sooner; where it announces one, its moves are
//! played out.
//!
//! Sources: Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space Search" (1993);
//! relevance zones after Wu and Lin (2010), here those of the checker itself.

mod follow;
mod quiet;
mod search_oracle;
mod seen_position;
mod strategies;

use std::sync::Arc;

use crate::game::{Color, Position, Square, sort_by_key};
use crate::pattern::Tables;
use crate::proof::{Claim, Proof, Reply};

use super::memory::{Memory, Parts};
use super::pns::{Pns, ProofBudget};
use quiet::QuietTree;
use strategies::{Strategies, WinEffort, plainly};

pub(super) use search_oracle::{SearchOpinion, SearchOracle};
pub(super) use seen_position::SeenPosition;

/// How much longer than the other searches the oracle looks, since the oracle finds most wins.
// Of 30 positions with an announced end 21 become files in 46 s, in 70 s when it looks no longer;
// without it 3 do.
const ADVICE_FACTOR: u64 = 4;

/// How hard threats are looked for where all moves but a few have to be shown to lose: a
/// sixteenth of what it takes to give a move up.
const DEFENCE: WinEffort = WinEffort { nodes: 3_000, advice: 0 };
/// How hard threats are looked for after the few moves that `DEFENCE` leaves over.
const HARD_DEFENCE: WinEffort = WinEffort { nodes: 30_000, advice: 0 };
/// More moves than wanted that may be left over and are looked at once more.
const DOUBTFUL: usize = 3;

/// What became of a turn.
pub(super) enum WinsTurn {
    /// The win is found, and this is the strategy.
    Won(Box<Proof>),
    /// Nothing is left to try, which proves nothing.
    GivenUp,
    /// The turn is over.
    Over,
}

/// A search for a win that can be continued.
pub(super) struct Wins<'t> {
    solver: Pns,
    /// One tree for each thread; the first one writes the strategy.
    trees: Vec<QuietTree<'t>>,
    memory: Arc<Memory>,
    prover: Color,
}

impl<'t> Wins<'t> {
    /// A search of some threads, which keep to `bytes` beside what is in `memory`, and goes
    /// on from that. `None` where threats mean nothing because a player may break lines.
    pub fn new(
        position: &Position,
        claim: Claim,
        tables: &'t Tables,
        memory: &Arc<Memory>,
        (parts, threads): (&Parts, usize),
    ) -> Option<Wins<'t>> {
        if Color::ALL.into_iter().any(|color| position.conversions(color) > 0) {
            return None;
        }
        let tree = |_| {
            let quiet = Arc::clone(&memory.quiet);
            let share = (parts.threats / threads, parts.advice);
            let strategies = Strategies::new(position, claim, tables, share, quiet);
            let mut tree = QuietTree::new(strategies, claim.prover);
            for _ in 0..memory.widened() {
                tree.widen();
            }
            tree
        };
        Some(Wins {
            solver: Pns::new(Arc::clone(&memory.wins)),
            trees: (0..threads).map(tree).collect(),
            memory: Arc::clone(memory),
            prover: claim.prover,
        })
    }

    /// Goes on until the win is found or the turn ends, which has `turn` positions for each way to
    /// find the win.
    pub fn search(&mut self, turn: u64, budget: &mut ProofBudget<'_>) -> WinsTurn {
        let is_seen = self.is_seen(turn, budget);
        budget.take_turn(turn);
        if !is_seen {
            loop {
                match self.solver.solve_together(&mut self.trees, budget) {
                    None => return WinsTurn::Over,
                    Some(true) => break,
                    Some(false) => {
                        let mut widened = self.trees.iter_mut().map(QuietTree::widen);
                        if !widened.all(|is_wider| is_wider) {
                            return WinsTurn::GivenUp;
                        }
                        self.memory.widen();
                    }
                }
            }
        }
        budget.take_turn(u64::MAX);
        let strategies = &mut self.trees[0].strategies;
        let usual = strategies.effort;
        strategies.effort =
            WinEffort { advice: turn.saturating_mul(ADVICE_FACTOR), ..WinEffort::USUAL };
        let root = if strategies.board.side() == self.prover {
            strategies.attack(0, budget)
        } else {
            let answers = strategies.answers(0, budget);
            answers.map(|(listed, others)| strategies.push(None, listed, others))
        };
        strategies.effort = usual;
        match root {
            Some(root) => WinsTurn::Won(Box::new(strategies.proof(root))),
            // The oracle may know more when it has looked longer.
            None if is_seen => WinsTurn::Over,
            None => WinsTurn::GivenUp,
        }
    }

    /// Whether threats alone win, or the oracle sees a win.
    fn is_seen(&mut self, turn: u64, budget: &mut ProofBudget<'_>) -> bool {
        let strategies = &mut self.trees[0].strategies;
        let effort = WinEffort { nodes: turn, advice: turn.saturating_mul(ADVICE_FACTOR) };
        let usual = std::mem::replace(&mut strategies.effort, effort);
        let is_seen = if strategies.board.side() == self.prover {
            strategies.threat(budget).is_some()
                || strategies.opinion(budget).is_some_and(|opinion| opinion.score.is_win())
        } else {
            strategies.opinion(budget).is_some_and(|opinion| opinion.score.is_loss())
        };
        strategies.effort = usual;
        is_seen
    }
}

/// The strategy that wins for the opponent of the side to move after all of its moves but at
/// most `most`, after which threats are not known to win, and these: a root with the answers,
/// those to the ones left over missing. `None` when threats win after too few moves, or the
/// budget ends.
pub(super) fn losing_moves(
    position: &Position,
    claim: Claim,
    tables: &Tables,
    memory: usize,
    most: usize,
    budget: &mut ProofBudget<'_>,
) -> Option<(Vec<Square>, Proof)> {
    let quiet = Arc::default();
    let mut strategies = Strategies::new(position, claim, tables, (memory / 2, 0), quiet);
    strategies.effort = DEFENCE;
    let (others, mut replies) = strategies.replies(0, budget)?;
    let patterns = strategies.board.patterns();
    sort_by_key(&mut replies, |&square| (-patterns.order(square, !claim.prover), square));
    let mut listed = Vec::new();
    // Most positions are given up after a few moves: what seems to hold is looked at harder only
    // where hardly anything does.
    for effort in [DEFENCE, HARD_DEFENCE] {
        strategies.effort = effort;
        let mut open = Vec::new();
        for square in replies {
            strategies.play(square);
            let node = strategies.attack(0, budget);
            strategies.undo();
            match node {
                Some(node) => listed.push(Reply { square, next: plainly(node) }),
                None => open.push(square),
            }
            if budget.is_over || open.len() > most + DOUBTFUL {
                return None;
            }
        }
        replies = open;
    }
    if replies.len() > most {
        return None;
    }
    sort_by_key(&mut listed, |reply| reply.square);
    let root = strategies.push(None, listed, Some(plainly(others)));
    Some((replies, strategies.proof(root)))
}
