//! Strategies of wins by threats, made of nodes that the checker has tried.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::game::{Color, Move, Position, Rule, Square, Symmetry, sort_by_key};
use crate::pattern::{Board, Tables};
use crate::proof::{Claim, Probe, Proof, ProofNode, Reference, Reply, Then};
use crate::solve::{Vcf, Vct, Verdict};

use super::super::memory::QuietMoves;
use super::super::pns::ProofBudget;
use super::search_oracle::{SearchOpinion, SearchOracle};

/// Fours tried to find a win by fours.
const VCF_NODES: u64 = 2_000;
/// Replies that the checker may play to try a node: a simple strategy needs few, and a
/// node of a complicated one is better made anew.
pub(super) const TRIAL: u64 = 20_000;
/// Replies that the checker may play to try a node as the answer to another reply.
const SIBLING_TRIAL: u64 = 1_000;
/// Bytes for what the checker remembers.
const MEMO: usize = 8 << 20;

/// How much harder threats are looked for where threats are known to win.
const SURE: u64 = 16;
/// How much harder threats are looked for where nothing else knows of a win.
const LAST: u64 = 512;
/// The largest number of passes for which quiet moves are remembered.
const MOST_EXTRA: u8 = 8;

/// A key of the position on the board after `passes` passes of the opponent.
pub(super) fn key_of(board: &Board, passes: u8) -> u64 {
    board.position().key() ^ u64::from(passes).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// How hard wins are looked for.
#[derive(Clone, Copy)]
pub(super) struct WinEffort {
    /// Positions of a search for threats.
    pub nodes: u64,
    /// Positions of the oracle's search where threats are not enough; 0: the oracle is not asked.
    pub advice: u64,
}

impl WinEffort {
    /// Between quiet moves.
    pub const USUAL: WinEffort = WinEffort { nodes: 2_000, advice: 0 };
}

/// What is known of a position with the prover to move.
struct Made {
    node: u32,
    /// More stones of the opponent with which the node still works.
    extra: u8,
}

/// A node by what stands in it.
type ContentKey = (Option<Square>, Vec<Reply>, Option<Reference>);

/// The nodes made so far, and a board to make more.
pub(super) struct Strategies<'t> {
    pub board: Board<'t>,
    pub probe: Probe,
    pub(super) prover: Color,
    vcf: Vcf,
    /// The tree about the position that is worked on, and one about others on the way.
    vct: [Vct; 2],
    /// Nodes by the position they were made in.
    made: HashMap<u64, Vec<Made>>,
    by_content: HashMap<ContentKey, u32>,
    /// The moves that were shown to win without being threats, by [`key_of`].
    pub quiet: Arc<QuietMoves>,
    pub effort: WinEffort,
    /// The oracle, made when it is first asked, and the bytes that it gets.
    search_oracle: (Option<SearchOracle>, usize),
}

/// The answer to a reply or a pass, seen as it is.
pub(super) const fn plainly(node: u32) -> Reference {
    Reference { node, symmetry: Symmetry::IDENTITY }
}

impl<'t> Strategies<'t> {
    /// No nodes yet; bytes for the searches for threats and for the oracle.
    pub fn new(
        position: &Position,
        claim: Claim,
        tables: &'t Tables,
        (memory, advice): (usize, usize),
        quiet: Arc<QuietMoves>,
    ) -> Strategies<'t> {
        Strategies {
            board: Board::new(position.clone(), tables),
            probe: Probe::new(position, claim, MEMO),
            prover: claim.prover,
            vcf: Vcf::new(),
            vct: [memory / 2, memory / 2].map(Vct::new),
            made: HashMap::new(),
            by_content: HashMap::new(),
            quiet,
            effort: WinEffort::USUAL,
            search_oracle: (None, advice),
        }
    }

    pub fn play(&mut self, square: Square) {
        self.board.play(Move::place(square));
        self.probe.play(square);
    }

    pub fn undo(&mut self) {
        self.board.undo();
        self.probe.undo();
    }

    pub fn pass(&mut self) {
        self.board.pass();
        self.probe.pass();
    }

    pub fn undo_pass(&mut self) {
        self.board.unpass();
        self.probe.undo();
    }

    /// Whether the prover, who is to move, wins by threats: the first move.
    pub fn threat(&mut self, budget: &mut ProofBudget<'_>) -> Option<Square> {
        if let Some(five) = self.board.patterns().fives(self.prover).first() {
            return Some(five);
        }
        let left = budget.left();
        let polled = RefCell::new(&mut *budget);
        let stop = || polled.borrow_mut().poll();
        let verdict = self.vcf.search(&mut self.board, left.min(VCF_NODES), &stop);
        if let Verdict::Win(_) = verdict {
            budget.spend(self.vcf.nodes());
            return self.vcf.line().next().map(Move::square);
        }
        let mut spent = self.vcf.nodes();
        let mut first = None;
        if Vct::applies(&self.board) {
            // A tree that knows the position is asked first.
            let knows = self.vct.iter().position(|vct| vct.knows(&self.board));
            let vct = &mut self.vct[knows.unwrap_or(1)];
            let verdict =
                vct.search(&mut self.board, &mut self.vcf, self.effort.nodes.min(left), &stop);
            spent += vct.nodes();
            if let Verdict::Win(_) = verdict {
                first = vct.line().first().map(|mv| mv.square());
            }
        }
        budget.spend(spent);
        first
    }

    /// As [`Strategies::threat`], but with `times` the usual number of positions.
    fn threat_within(&mut self, times: u64, budget: &mut ProofBudget<'_>) -> Option<Square> {
        let usual = self.effort;
        self.effort.nodes = usual.nodes.saturating_mul(times);
        let first = self.threat(budget);
        self.effort = usual;
        first
    }

    /// What the oracle says about the position on the board.
    pub fn opinion(&mut self, budget: &mut ProofBudget<'_>) -> Option<SearchOpinion> {
        let (search_oracle, bytes) = &mut self.search_oracle;
        let search_oracle = search_oracle.get_or_insert_with(|| SearchOracle::new(*bytes));
        search_oracle.advise(self.board.position(), self.effort.advice, budget)
    }

    /// The first move of a win of the prover, who is to move, as the oracle sees it.
    fn advised(&mut self, budget: &mut ProofBudget<'_>) -> Option<Square> {
        self.opinion(budget).filter(|opinion| opinion.score.is_win()).map(|opinion| opinion.best)
    }

    /// The first move of a win that was found before, perhaps with the help of a tree that is gone.
    fn sure_win(&mut self, budget: &mut ProofBudget<'_>) -> Option<Square> {
        if self.effort.advice == 0 {
            return self.threat_within(SURE, budget);
        }
        self.threat(budget)
            .or_else(|| self.advised(budget))
            .or_else(|| self.threat_within(LAST, budget))
    }

    /// A node for the position on the board with the prover to move, that works with up to
    /// `extra` more stones of the opponent far away. `None` where no win is known.
    pub fn attack(&mut self, extra: u8, budget: &mut ProofBudget<'_>) -> Option<u32> {
        let key = self.board.position().key();
        if let Some(node) = self.known(key, extra) {
            return Some(node);
        }
        let quiet =
            (extra..=MOST_EXTRA).find_map(|extra| self.quiet.get(key_of(&self.board, extra)));
        let square = match quiet {
            Some(square) => square,
            None => self.sure_win(budget)?,
        };
        // What took long to find is kept for the next question.
        let is_found = quiet.is_none() && self.effort.advice > 0;
        let node = if self.board.position().has_line_through(square, self.prover) {
            self.push(Some(square), Vec::new(), None)
        } else {
            if self.board.is_foul(square, self.prover) {
                return None;
            }
            self.play(square);
            let answers = self.answers(extra, budget);
            self.undo();
            let (listed, others) = answers?;
            self.push(Some(square), listed, others)
        };
        self.keep(key, node, extra);
        if is_found {
            self.quiet.keep(key_of(&self.board, extra), square);
        }
        Some(node)
    }

    /// Remembers a node that was made in the position with that key.
    pub(super) fn keep(&mut self, key: u64, node: u32, extra: u8) {
        self.made.entry(key).or_default().push(Made { node, extra });
    }

    /// A node that was made in the same position and works.
    pub(super) fn known(&mut self, key: u64, extra: u8) -> Option<u32> {
        let made = self.made.get(&key)?;
        if let Some(made) = made.iter().find(|made| made.extra >= extra) {
            return Some(made.node);
        }
        let nodes: Vec<u32> = made.iter().map(|made| made.node).collect();
        nodes.into_iter().find(|&node| self.probe.zone(node, extra, TRIAL).is_some())
    }

    /// The answers to all replies of the opponent, who is to move, as [`Strategies::attack`]
    /// needs them: those listed, and the one to all others.
    pub fn answers(
        &mut self,
        extra: u8,
        budget: &mut ProofBudget<'_>,
    ) -> Option<(Vec<Reply>, Option<Reference>)> {
        let (others, replies) = self.replies(extra, budget)?;
        let listed = self.answer_each(replies, extra, |this, _, listed| {
            this.sibling(listed, extra).or_else(|| this.attack(extra, budget))
        })?;
        Some((listed, Some(plainly(others))))
    }

    /// The answers to some replies, each made by `answer` on the board after it, which gets
    /// those that were made before. The most dangerous reply comes first: what answers that
    /// often answers others.
    // The proofs of 16 positions of four stones on 15x15 have 13,512 nodes; they had 29,814 when
    // each reply was answered for itself.
    pub(super) fn answer_each(
        &mut self,
        mut replies: Vec<Square>,
        extra: u8,
        mut answer: impl FnMut(&mut Self, Square, &[Reply]) -> Option<u32>,
    ) -> Option<Vec<Reply>> {
        let patterns = self.board.patterns();
        sort_by_key(&mut replies, |&square| (-patterns.order(square, !self.prover), square));
        let mut listed: Vec<Reply> = Vec::new();
        for square in replies {
            self.play(square);
            let node = answer(self, square, &listed);
            self.undo();
            listed.push(Reply { square, next: plainly(node?) });
        }
        // An answer that later ones make needless.
        for at in 0..listed.len() {
            let Reply { square, next } = listed[at];
            if listed.iter().filter(|reply| reply.next == next).count() == 1 {
                self.play(square);
                let node = self.sibling(&listed[at + 1..], extra);
                self.undo();
                listed[at].next = node.map_or(next, plainly);
            }
        }
        sort_by_key(&mut listed, |reply| reply.square);
        Some(listed)
    }

    /// The answer to another reply that is one to that on the board, too.
    pub(super) fn sibling(&mut self, listed: &[Reply], extra: u8) -> Option<u32> {
        let mut tried: Vec<u32> = Vec::new();
        for node in listed.iter().rev().map(|reply| reply.next.node) {
            if !tried.contains(&node) {
                if self.probe.zone(node, extra, SIBLING_TRIAL).is_some() {
                    return Some(node);
                }
                tried.push(node);
            }
        }
        None
    }

    /// The strategy that wins when the opponent, who is to move, passes, and the replies
    /// against which it does not. `None` when the opponent completes a line, or nothing wins
    /// after the pass.
    pub fn replies(
        &mut self,
        extra: u8,
        budget: &mut ProofBudget<'_>,
    ) -> Option<(u32, Vec<Square>)> {
        self.replies_by(extra, budget, |this, budget| this.attack(extra.saturating_add(1), budget))
    }

    /// As [`Strategies::replies`], but `win` finds the node that wins after the pass.
    pub(super) fn replies_by(
        &mut self,
        extra: u8,
        budget: &mut ProofBudget<'_>,
        win: impl FnOnce(&mut Self, &mut ProofBudget<'_>) -> Option<u32>,
    ) -> Option<(u32, Vec<Square>)> {
        let position = self.board.position();
        let has_zones = position.rule() != Rule::Renju;
        if position.is_over() || position.empty_count() < 2 {
            return None;
        }
        let opponent = !self.prover;
        if !self.board.patterns().fives(opponent).is_empty() {
            return None;
        }
        self.pass();
        let others = win(self, budget);
        let zone = others
            .filter(|_| has_zones)
            .and_then(|node| self.probe.zone(node, extra.saturating_add(1), u64::MAX));
        self.undo_pass();
        let others = others?;
        let empty: Vec<Square> = self.board.position().empty_squares().collect();
        let mut replies = Vec::new();
        for square in empty {
            if budget.poll() {
                return None;
            }
            let is_far = zone.as_ref().is_some_and(|zone| !zone.contains(square));
            if is_far || self.board.is_foul(square, opponent) {
                continue;
            }
            self.probe.play(square);
            let still_works = self.probe.zone(others, extra, TRIAL).is_some();
            self.probe.undo();
            if !still_works {
                replies.push(square);
            }
        }
        Some((others, replies))
    }

    /// The number of a node with that content, a new one if there is none.
    pub fn push(
        &mut self,
        square: Option<Square>,
        listed: Vec<Reply>,
        others: Option<Reference>,
    ) -> u32 {
        let content = (square, listed, others);
        if let Some(&number) = self.by_content.get(&content) {
            return number;
        }
        let then = Then::Replies { listed: &content.1, others };
        let number = self.probe.push(ProofNode { square, then });
        self.by_content.insert(content, number);
        number
    }

    /// The nodes that `root` needs, as a proof of its own.
    pub fn proof(&self, root: u32) -> Proof {
        self.probe.proof().part(root)
    }
}
