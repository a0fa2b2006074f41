//! The checker: plays every reply of the opponent and follows the strategy.
//!
//! It keeps its own stack, whose depth the board bounds, and what it remembers has a
//! fixed size. Two modes. The *exhaustive* one plays every legal reply in every node. The
//! one with *zones* knows that most replies are far away and change nothing: for wins
//! where stones only ever block (every rule but renju) a node that works has a zone of
//! squares, and works as well with up to `extra` more stones of the opponent anywhere
//! outside it. So the answer to all other replies is checked once as if the opponent had
//! passed, and only the replies inside the zone that this needs are played.
//!
//! Sources: relevance zones after Wu and Lin, "Relevance-Zone-Oriented Proof Search for
//! Connect6" (2010); the potential after Erdős and Selfridge, "On a Combinatorial Game"
//! (1973); pairing strategies after Hales and Jewett (1963).

use crate::game::{Rule, Square, Symmetry};

use super::board::{Played, ProofBoard};
use super::file::{Claim, Goal, Proof, Reference, Reply, Then};
use super::memo::{CheckedNode, Memo};
use super::squares::SquareBits;
use super::verdict::{Flaw, Progress, ProofVerdict, Refutation, Tally};

/// How a proof is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckSettings {
    /// Whether every reply is played, also where a zone shows that it changes nothing.
    pub exhaustive: bool,
    /// The largest number of replies that are played.
    pub replies: u64,
    /// Bytes for what is remembered; at least one entry of some hundred is of use.
    pub memory: usize,
}

impl Default for CheckSettings {
    fn default() -> CheckSettings {
        CheckSettings { exhaustive: false, replies: u64::MAX, memory: 64 << 20 }
    }
}

/// Replies between two reports of progress: on the largest board less than a second.
const REPORT: u64 = 1 << 12;
/// With so few replies that have no answer of their own, playing them is quicker than
/// looking for a zone.
const FEW: usize = 2;

/// Checks whether a proof is true. `watch` hears of the progress now and then, and may
/// say `false` to stop.
pub fn check(
    proof: &Proof,
    settings: &CheckSettings,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> ProofVerdict {
    let mut checker = Checker::new(proof, settings.memory, settings.exhaustive);
    let Some(root) = (proof.len() as u32).checked_sub(1) else {
        let failure = Failure { node: 0, square: None, flaw: Flaw::NoAnswer };
        return ProofVerdict::Refuted(checker.refutation(&failure), checker.tally);
    };
    let question = CheckedNode { node: root, view: Symmetry::IDENTITY, extra: 0 };
    let answer = checker.ask(proof, question, settings.replies, watch);
    answer.map_or_else(|verdict| verdict, |_| ProofVerdict::Proven(checker.tally))
}

/// A node in which the opponent is to move.
pub(super) struct Frame {
    question: CheckedNode,
    /// The node's own move, if it has one.
    pub own: Played,
    stage: Stage,
    /// Whether the opponent may complete a line at once.
    is_urgent: bool,
    /// What the opponent has played now.
    pub played: Played,
    /// The next square to try as a reply, in the frame of the node.
    next: usize,
    /// What the node needs, as far as it is known.
    zone: SquareBits,
    /// Replies that the check had played before it came to this node.
    before: u64,
}

/// What is asked of the opponent's side of a node.
enum Stage {
    /// Nothing yet.
    New,
    /// What the answer to all other replies needs, the opponent having passed.
    Pass,
    /// Every reply; those not listed outside of this set, if there is one, need no more.
    Replies(Option<Box<SquareBits>>),
}

/// What came of a step.
enum CheckStep {
    /// A node works, with this zone.
    Works(SquareBits),
    /// The node does not work.
    Fails(Failure),
    /// The node is on top of the stack.
    Open,
}

/// Where and why a node fails, in the position that is on the board.
struct Failure {
    node: u32,
    square: Option<Square>,
    flaw: Flaw,
}

/// A board on which nodes are tried, and what is remembered of them. Nodes may be added
/// to the proof between two questions.
pub(super) struct Checker {
    claim: Claim,
    pub board: ProofBoard,
    uses_zones: bool,
    memo: Memo,
    pub stack: Vec<Frame>,
    /// Frames on the stack that are looking at a pass.
    pub passes: usize,
    pub tally: Tally,
}

impl Checker {
    pub fn new(proof: &Proof, memory: usize, exhaustive: bool) -> Checker {
        let (position, claim) = (&proof.position, proof.claim);
        let has_zones = claim.goal == Goal::Wins && position.rule() != Rule::Renju;
        let board = ProofBoard::new(position);
        Checker {
            claim,
            uses_zones: has_zones && !exhaustive,
            memo: Memo::new(memory, &board),
            board,
            stack: Vec::new(),
            passes: 0,
            tally: Tally::default(),
        }
    }

    /// The zone of a node that works in the position on the board, playing at most `most_replies`
    /// replies in all; or why the node is not known to work.
    pub fn ask(
        &mut self,
        proof: &Proof,
        question: CheckedNode,
        most_replies: u64,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SquareBits, ProofVerdict> {
        let mut step = self.enter(proof, question);
        let mut next_report = self.tally.replies + REPORT;
        loop {
            match step {
                CheckStep::Open => {}
                CheckStep::Works(zone) if self.stack.is_empty() => return Ok(zone),
                CheckStep::Works(zone) => self.take_back(&zone),
                CheckStep::Fails(failure) if self.passes == 0 => {
                    return Err(ProofVerdict::Refuted(self.refutation(&failure), self.tally));
                }
                CheckStep::Fails(_) => self.give_up_pass(),
            }
            if self.tally.replies >= most_replies {
                return Err(ProofVerdict::TooLong(self.tally));
            }
            if self.tally.replies >= next_report {
                next_report = self.tally.replies + REPORT;
                if !watch(&self.progress()) {
                    return Err(ProofVerdict::Stopped(self.tally));
                }
            }
            step = self.go_on(proof);
        }
    }

    /// The prover is to move: plays the node's move and looks whether that is enough.
    fn enter(&mut self, proof: &Proof, question: CheckedNode) -> CheckStep {
        self.tally.entered += 1;
        let CheckedNode { node: number, view, extra } = question;
        let size = self.board.position.size();
        let node = proof.node(number);
        let square = node.square.map(|square| view.apply(size, square));
        let fails = |flaw| CheckStep::Fails(Failure { node: number, square, flaw });
        let mut zone = SquareBits::EMPTY;

        // 1. The move: legal, and perhaps the end.
        if let Some(square) = square {
            if !self.board.is_empty(square) {
                return fails(Flaw::Taken);
            }
            zone.insert(self.board.cell(square));
            // A line is no foul.
            if self.board.completes(square) {
                if self.board.position.rule().sees_blocked_ends() {
                    self.board.add_ends(square, self.claim.prover, &mut zone);
                }
                return CheckStep::Works(zone);
            }
            if let Some(foul) = self.board.foul(square) {
                return fails(Flaw::Forbidden(foul));
            }
            if let Some(zone) = self.memo.find(question, &self.board) {
                return CheckStep::Works(zone);
            }
            self.board.play(square);
        }
        let own = square.map_or(Played::Nothing, Played::Stone);

        // 2. The full board, and what needs no more moves to be seen.
        let flaw = if self.board.position.empty_count() == 0 {
            Some(if self.claim.goal == Goal::Holds { Ok(()) } else { Err(Flaw::Full) })
        } else {
            match node.then {
                Then::Pairs(pairs) => Some(self.check_pairs(pairs, view)),
                Then::Potential => Some(self.check_potential()),
                Then::Replies { .. } => None,
            }
        };
        if let Some(checked) = flaw {
            self.board.undo(own);
            return checked.map_or_else(fails, |()| CheckStep::Works(zone));
        }

        // 3. The replies.
        if let Then::Replies { listed, .. } = node.then {
            for reply in listed {
                zone.insert(self.board.cell(view.apply(size, reply.square)));
            }
        }
        if self.uses_zones && extra > 0 {
            let k = usize::from(self.board.position.variant().k);
            for window in self.board.open_windows(self.claim.prover) {
                if window.opponents + 1 + usize::from(extra) >= k {
                    self.board.add_empty(window, &mut zone);
                }
            }
        }
        let stage = Stage::New;
        let (is_urgent, played) = (self.board.may_complete(), Played::Nothing);
        let (next, before) = (0, self.tally.replies);
        self.stack.push(Frame { question, own, stage, is_urgent, played, next, zone, before });
        CheckStep::Open
    }

    /// Every window without a stone of the prover must have a pair.
    fn check_pairs(&self, pairs: &[[Square; 2]], view: Symmetry) -> Result<(), Flaw> {
        let size = self.board.position.size();
        let mut partner = vec![None; size.area()];
        for pair in pairs {
            let [one, other] = pair.map(|square| view.apply(size, square));
            for (square, its) in [(one, other), (other, one)] {
                let entry = &mut partner[self.board.cell(square)];
                if !self.board.is_empty(square) {
                    return Err(Flaw::PairTaken(square));
                }
                if one == other || entry.replace(self.board.cell(its) as u16).is_some() {
                    return Err(Flaw::PairedTwice(square));
                }
            }
        }
        for window in self.board.open_windows(self.claim.prover) {
            let has_partner = |&cell: &u16| {
                partner[usize::from(cell)].is_some_and(|other| window.cells.contains(&other))
            };
            if !window.cells.iter().any(has_partner) {
                let [first, last] = [0, window.cells.len() - 1]
                    .map(|at| self.board.square(window.cells[at].into()));
                return Err(Flaw::NoPair(first, last));
            }
        }
        Ok(())
    }

    /// The sum of 2^-(empty squares) over the windows without a stone of the prover.
    fn check_potential(&self) -> Result<(), Flaw> {
        let sum = self.board.open_windows(self.claim.prover).map(|window| {
            // Windows have nine squares at most.
            512_u64 >> (window.cells.len() - window.opponents)
        });
        let sum: u64 = sum.sum();
        if sum < 256 { Ok(()) } else { Err(Flaw::Potential(sum)) }
    }

    /// The opponent is to move in the node on top of the stack: lets it pass, or plays
    /// replies until one has to be looked at. A node that works leaves the stack.
    fn go_on(&mut self, proof: &Proof) -> CheckStep {
        let size = self.board.position.size();
        let Some(frame) = self.stack.last_mut() else { return CheckStep::Works(SquareBits::EMPTY) };
        let CheckedNode { node: number, view, extra } = frame.question;
        let (listed, others) = match proof.node(number).then {
            Then::Replies { listed, others } => (listed, others),
            Then::Pairs(_) | Then::Potential => (&[][..], None),
        };
        let child = |next: Reference, extra| {
            let view = next.symmetry.then(view);
            CheckedNode { node: next.node, view, extra }
        };
        if let Stage::New = frame.stage {
            frame.stage = Stage::Replies(None);
            let unlisted = self.board.position.empty_count().saturating_sub(listed.len());
            if let Some(others) = others.filter(|_| self.uses_zones && unlisted > FEW) {
                frame.stage = Stage::Pass;
                frame.played = Played::Pass;
                self.passes += 1;
                self.tally.replies += 1;
                self.board.position.pass();
                return self.enter(proof, child(others, extra.saturating_add(1)));
            }
        }
        while frame.next < size.area() {
            let seen = Square::new(frame.next % size.width(), frame.next / size.width());
            frame.next += 1;
            let square = view.apply(size, seen);
            let own = listed.binary_search_by_key(&seen, |reply: &Reply| reply.square);
            let own = own.ok().map(|at| listed[at].next);
            let is_far = own.is_none()
                && matches!(&frame.stage, Stage::Replies(Some(near))
                    if !near.contains(self.board.cell(square)));
            if is_far && !frame.is_urgent
                || !self.board.is_empty(square)
                || self.board.foul(square).is_some()
            {
                continue;
            }
            let fails =
                |flaw| CheckStep::Fails(Failure { node: number, square: Some(square), flaw });
            if frame.is_urgent && self.board.completes(square) {
                return fails(Flaw::Line(!self.claim.prover));
            }
            if is_far {
                continue;
            }
            self.tally.replies += 1;
            if self.board.position.empty_count() == 1 {
                if self.claim.goal == Goal::Wins {
                    return fails(Flaw::LastReply);
                }
                continue;
            }
            let Some(next) = own.or(others) else { return fails(Flaw::NoAnswer) };
            frame.played = Played::Stone(square);
            self.board.play(square);
            return self.enter(proof, child(next, extra));
        }
        // Every reply has its answer.
        let &mut Frame { question, own, zone, before, .. } = frame;
        self.stack.pop();
        self.board.undo(own);
        if let Played::Stone(_) = own {
            self.memo.keep(question, &self.board, &zone, self.tally.replies - before);
        }
        CheckStep::Works(zone)
    }

    /// The node works that answers what was played last: takes that back.
    fn take_back(&mut self, zone: &SquareBits) {
        let Some(frame) = self.stack.last_mut() else { return };
        frame.zone.add_all(zone);
        self.board.undo(std::mem::take(&mut frame.played));
        if let Stage::Pass = frame.stage {
            frame.stage = Stage::Replies(Some(Box::new(*zone)));
            self.passes -= 1;
        }
    }

    /// A strategy need not work after a pass: every reply has to be played where the
    /// last one was tried.
    fn give_up_pass(&mut self) {
        while let Some(frame) = self.stack.last_mut() {
            self.board.undo(std::mem::take(&mut frame.played));
            if let Stage::Pass = frame.stage {
                frame.stage = Stage::Replies(None);
                self.passes -= 1;
                return;
            }
            self.board.undo(frame.own);
            self.stack.pop();
        }
    }

    fn refutation(&self, &Failure { node, square, flaw }: &Failure) -> Refutation {
        Refutation { node, fen: self.board.position.fen(), square, flaw }
    }

    fn progress(&self) -> Progress {
        let area = f64::from(self.board.position.size().area() as u32);
        let (mut share, mut weight) = (0.0, 1.0);
        for frame in &self.stack {
            // A pass is about as much work as a reply.
            share += weight * f64::from(frame.next.saturating_sub(1) as u32) / area;
            weight /= area;
        }
        Progress { tally: self.tally, depth: self.stack.len(), share }
    }
}
