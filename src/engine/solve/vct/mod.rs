//! Victory by continuous threats: every attacking move makes a four or threatens
//! to win by fours, so that few answers matter. Proof-number search over a tree
//! in memory (Allis 1994), driven depth-first by thresholds (Nagai 2002): it goes on
//! where the fewest positions remain to be proven, and a threshold keeps it in a branch
//! until another one is nearer to a proof.
//!
//! What it proves is exact, for the answers of the defender are complete, see
//! [`refutations`]. That it finds nothing proves nothing.

mod attacks;
pub mod refutations;
mod tree;

use self::refutations::{PassThreat, double_four, quiet_reply};
use self::tree::{Edge, SOLVED, VctNode, VctNodeId, VctTree};
use super::defence::stops;
use super::vcf::{Vcf, Verdict};
use crate::game::{Color, Move, SquareSet};
use crate::pattern::Board;

/// VCF nodes, each a four that is tried, where the attacker is to move.
/// Few are enough for most threats, and more positions are seen for them: of 1,023
/// problems 968 are solved in 40,000 nodes, where 400, 100 and 64 fours left it at 941.
const ATTACK_VCF_NODES: u64 = 50;

/// VCF nodes that may be tried to see whether a move threatens to win by fours.
const THREAT_VCF_NODES: u64 = 10;

/// VCF nodes that may be tried to see whether the defender has a win by fours instead.
const COUNTER_VCF_NODES: u64 = 6;

/// Longest line of threats, in plies.
const MAX_PLIES: usize = 80;

/// A search for a win by threats that can be continued.
pub struct Vct {
    tree: VctTree,
    /// The position that the search is about, by its key, with its node.
    root: Option<(u64, VctNodeId)>,
    /// The attacker in all of the tree.
    attacker: Color,
    /// How often the tree was halved since it was empty.
    halved: u32,
    /// How many attacks at the root were looked at one after the other.
    swept: usize,
    nodes: u64,
}

impl Vct {
    /// Positions by which a search may go beyond its limit, as a rule.
    pub const VISIT: u64 = 1 + ATTACK_VCF_NODES;

    /// A searcher that keeps its tree within about `bytes`.
    pub fn new(bytes: usize) -> Vct {
        Vct {
            tree: VctTree::new(bytes),
            root: None,
            attacker: Color::Black,
            halved: 0,
            swept: 0,
            nodes: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.root = None;
        self.halved = 0;
        self.tree.clear();
    }

    /// How often the tree was full, and was halved, since it was empty.
    pub const fn halved(&self) -> u32 {
        self.halved
    }

    /// Positions visited and fours tried by the last call of [`Vct::search`].
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether threats can be judged: no conversion is left, and only a
    /// stone at its five point answers a four.
    pub fn applies(board: &Board) -> bool {
        let position = board.position();
        !position.rule().sees_blocked_ends()
            && Color::ALL.into_iter().all(|color| position.conversions(color) == 0)
    }

    /// Whether the side to move wins by threats, visiting about `limit` positions
    /// more than earlier calls for the same position did. `Win` counts the plies
    /// against the longest resistance; `Exhausted` says that no threat is left to try,
    /// which proves nothing.
    ///
    /// Only valid where [`Vct::applies`]. `stop` is polled now and then; `true` ends the
    /// search.
    pub fn search(
        &mut self,
        board: &mut Board,
        vcf: &mut Vcf,
        limit: u64,
        stop: &dyn Fn() -> bool,
    ) -> Verdict {
        self.nodes = 0;
        let known = self.find(board);
        let root = known.unwrap_or(VctNodeId::FIRST);
        if known.is_none() {
            self.clear();
        }
        let key = board.position().key();
        if self.root != Some((key, root)) {
            self.swept = 0;
        }
        self.root = Some((key, root));
        self.attacker = board.side();
        let mut run = Run { attacker: board.side(), vct: self, vcf, limit, stop, is_over: false };
        if known.is_none() {
            let root = run.attack(board);
            run.vct.tree.add(root);
        }
        let root = run.work(board, root);
        self.root = Some((key, root));
        let root = self.tree.node(root);
        match (root.proof, root.disproof) {
            (0, _) => Verdict::Win(root.plies),
            (_, 0) => Verdict::Exhausted,
            _ => Verdict::Unknown,
        }
    }

    /// The node of a position in the tree, if the side to move is the attacker of the tree. So what
    /// was found out is still known two plies later.
    fn find(&self, board: &Board) -> Option<VctNodeId> {
        let (key, root) = self.root?;
        let now = board.position().key();
        if now == key {
            return Some(root);
        }
        self.tree.find(now).filter(|_| board.side() == self.attacker)
    }

    /// Whether the tree has the position, with the same side attacking.
    pub fn knows(&self, board: &Board) -> bool {
        self.find(board).is_some()
    }

    /// The line of the win that was found, against the longest resistance.
    pub fn line(&self) -> Vec<Move> {
        self.root.map_or_else(Vec::new, |(_, root)| self.tree.line(root))
    }
}

/// One call of [`Vct::search`].
struct Run<'a> {
    attacker: Color,
    vct: &'a mut Vct,
    vcf: &'a mut Vcf,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    is_over: bool,
}

impl Run<'_> {
    /// Works on the tree until the work has to end; the root, which may have moved.
    fn work(&mut self, board: &mut Board, mut root: VctNodeId) -> VctNodeId {
        loop {
            self.is_over = false;
            self.sweep(board, root);
            self.solve(board, root, 0, SOLVED, SOLVED);
            let must_end = self.vct.nodes >= self.limit || (self.stop)();
            let node = self.vct.tree.node(root);
            if must_end || node.proof == 0 || node.disproof == 0 || !self.vct.tree.is_full() {
                return root;
            }
            // A full tree once ended the search for good: with the default Hash after 88 thousand nodes.
            root = self.vct.tree.halve(root);
            self.vct.halved += 1;
            if self.vct.tree.is_full() {
                return root;
            }
        }
    }

    /// Looks at each attack at the root as far as its first answer after which the
    /// attacker has no win by fours: short wins are found before long ones.
    fn sweep(&mut self, board: &mut Board, root: VctNodeId) {
        for place in self.vct.tree.places(root).skip(self.vct.swept) {
            self.vct.tree.update(root, true);
            if self.vct.tree.node(root).proof == 0 || self.must_end() {
                return;
            }
            let attack = self.follow(board, root, place, 1);
            while let Some(choice) = self.vct.tree.update(attack, false) {
                if self.vct.tree.edge(choice.edge).child().is_some() || self.must_end() {
                    break;
                }
                self.follow(board, attack, choice.edge, 2);
                board.undo();
            }
            board.undo();
            self.vct.swept += 1;
        }
    }

    /// Plays the move of an edge of a node; the node it leads to.
    fn follow(
        &mut self,
        board: &mut Board,
        from: VctNodeId,
        place: usize,
        ply: usize,
    ) -> VctNodeId {
        let edge = self.vct.tree.edge(place);
        board.play(edge.mv);
        self.vct.nodes += 1;
        edge.child().unwrap_or_else(|| {
            let is_calm = self.vct.tree.node(from).is_calm;
            let child = self.visit(board, ply, is_calm);
            self.vct.tree.attach(place, child);
            child
        })
    }

    /// Works on a node until its numbers reach a threshold or the work has to end.
    fn solve(&mut self, board: &mut Board, id: VctNodeId, ply: usize, proof: u32, disproof: u32) {
        // The attacker moves at the root.
        let attacks = ply.is_multiple_of(2);
        loop {
            let choice = self.vct.tree.update(id, attacks);
            let VctNode { proof: proof_now, disproof: disproof_now, .. } = *self.vct.tree.node(id);
            if proof_now >= proof || disproof_now >= disproof || self.must_end() {
                return;
            }
            // A solved node has nothing to choose.
            let Some(choice) = choice else { return };
            let child = self.follow(board, id, choice.edge, ply + 1);
            let (proof, disproof) = choice.thresholds(attacks, proof, disproof);
            self.solve(board, child, ply + 1, proof, disproof);
            board.undo();
        }
    }

    fn must_end(&mut self) -> bool {
        self.is_over |= self.vct.nodes >= self.limit || self.vct.tree.is_full() || (self.stop)();
        self.is_over
    }

    /// The node of a position that was reached for the first time on this way.
    /// `is_calm` is about the position before.
    fn visit(&mut self, board: &mut Board, ply: usize, is_calm: bool) -> VctNodeId {
        let key = board.position().key();
        if let Some(known) = self.vct.tree.find(key) {
            return known;
        }
        let node = match ply {
            // Too long a line is no win: only wins are claimed.
            MAX_PLIES.. => VctNode::disproven(key),
            _ if ply.is_multiple_of(2) => self.attack(board),
            _ => self.defend(board, is_calm),
        };
        self.vct.tree.add(node)
    }

    /// The plies of a win by fours of the side to move.
    fn fours(&mut self, board: &mut Board, limit: u64) -> Option<u16> {
        let verdict = self.vcf.search(board, limit, self.stop);
        self.vct.nodes += self.vcf.nodes();
        if let Verdict::Win(plies) = verdict { Some(plies) } else { None }
    }

    /// The win by fours that the opponent would have if the side to move passed.
    fn threat_after_pass(&mut self, board: &mut Board, limit: u64) -> Option<PassThreat> {
        board.pass();
        let threat = self.fours(board, limit).map(|plies| {
            let line = self.vcf.line().collect();
            PassThreat::new(board, plies, line)
        });
        board.unpass();
        threat
    }

    /// What is known at once of a position with the attacker to move.
    fn attack(&mut self, board: &mut Board) -> VctNode {
        let key = board.position().key();
        if board.position().is_over() {
            return VctNode::disproven(key);
        }
        if let Some(plies) = self.fours(board, ATTACK_VCF_NODES) {
            let line = self.vct.tree.keep(self.vcf.line());
            return VctNode::proven(key, plies, line);
        }
        let (is_calm, needed) = self.danger(board);
        let edges = self.vct.tree.edges(attacks::of(board, self.attacker, needed.as_ref()));
        VctNode::open_to_attacks(key, edges, is_calm)
    }

    /// Whether no win by fours was found for the defender, and if one was, the
    /// squares of which the attacker must take one, or make a four; `None` if that
    /// is not known.
    fn danger(&mut self, board: &mut Board) -> (bool, Option<SquareSet>) {
        // The attacks are the stops of that line then, whatever else is threatened.
        if !board.patterns().fives(!self.attacker).is_empty() {
            return (false, None);
        }
        match self.threat_after_pass(board, COUNTER_VCF_NODES) {
            None => (true, None),
            Some(threat) => (false, threat.zone),
        }
    }

    /// What is known at once of a position with the defender to move. In a calm one the
    /// defender hardly has a win by fours.
    fn defend(&mut self, board: &mut Board, is_calm: bool) -> VctNode {
        let key = board.position().key();
        let defender = !self.attacker;
        if board.position().is_over() || !board.patterns().fives(defender).is_empty() {
            return VctNode::disproven(key);
        }
        let reply = |square| Edge::new(Move::place(square), 1, 1);
        if !board.patterns().fives(self.attacker).is_empty() {
            if let Some(line) = double_four(board, self.attacker) {
                let line = self.vct.tree.keep(line.into_iter());
                return VctNode::proven(key, 2, line);
            }
            let stops = stops(board, self.attacker).into_iter();
            let legal = stops.filter(|&square| !board.is_foul(square, defender));
            let edges = self.vct.tree.edges(legal.map(reply));
            return VctNode::open(key, edges);
        }
        // Another stone of the attacker gives the defender no win by fours. It may in
        // renju, and fours left untried may win: then one of the replies finds out.
        // With this, fours tried late and edges changed at once 74 % of 512 wins were found
        // in 5,000 nodes, 59 % before.
        if !is_calm && self.fours(board, COUNTER_VCF_NODES).is_some() {
            return VctNode::disproven(key);
        }
        let Some(threat) = self.threat_after_pass(board, THREAT_VCF_NODES) else {
            return VctNode::disproven(key);
        };
        let (replies, work) = threat.replies(board);
        self.vct.nodes += work;
        let quiet = quiet_reply(board, &replies);
        let edges = self.vct.tree.edges(replies.into_iter().map(reply));
        let mut node = VctNode::open(key, edges);
        // All replies that disturb nothing are judged by one of them: the threat wins against each.
        if let Some(quiet) = quiet {
            node.quiet_plies = threat.plies + 1;
            node.line = self.vct.tree.keep(std::iter::once(quiet).chain(threat.line));
        }
        node
    }
}
