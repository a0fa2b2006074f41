//! The tree of a proof-number search, in a few vectors of fixed size. Positions
//! that are reached in several ways share a node.

use crate::game::Move;

/// A proof or disproof number that cannot be reached: the opposite is proven.
pub const SOLVED: u32 = 1 << 30;

/// Bytes for each node, its edges and lines, on average.
const BYTES_PER_NODE: usize = 320;
const EDGES_PER_NODE: usize = 24;
const MOVES_PER_NODE: usize = 16;

/// No position has more edges, no line more moves.
const ROOM: usize = 512;

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VctNodeId(u32);

impl VctNodeId {
    /// The root of a tree that was empty.
    pub const FIRST: VctNodeId = VctNodeId(0);
    const NONE: u32 = u32::MAX;

    const fn place(self) -> usize {
        self.0 as usize
    }
}

/// A stretch of one of the vectors.
#[derive(Clone, Copy, Debug, Default)]
pub struct VctStretch {
    begin: u32,
    length: u32,
}

impl VctStretch {
    fn range(self) -> std::ops::Range<usize> {
        self.begin as usize..(self.begin + self.length) as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub struct VctNode {
    key: u64,
    /// How far the win is from being proven; 0 is proven.
    pub proof: u32,
    /// How far the win is from being disproven; 0 is disproven.
    pub disproof: u32,
    edges: VctStretch,
    /// The line that wins without further edges: by fours, or, if the defender is
    /// to move, after a reply that disturbs nothing.
    pub line: VctStretch,
    /// Plies to the end against a reply that disturbs nothing; 0 if there is none.
    pub quiet_plies: u16,
    /// Plies to the end of a proven win.
    pub plies: u16,
    /// Whether the defender seems to have no win by fours if the attacker passes.
    pub is_calm: bool,
}

impl VctNode {
    /// A win with a line of `plies` plies.
    pub const fn proven(key: u64, plies: u16, line: VctStretch) -> VctNode {
        let edges = VctStretch { begin: 0, length: 0 };
        VctNode {
            key,
            proof: 0,
            disproof: SOLVED,
            edges,
            line,
            quiet_plies: 0,
            plies,
            is_calm: false,
        }
    }

    /// No win by threats is left; it may be won otherwise.
    pub const fn disproven(key: u64) -> VctNode {
        let none = VctStretch { begin: 0, length: 0 };
        VctNode { proof: SOLVED, disproof: 0, ..VctNode::proven(key, 0, none) }
    }

    /// A node that depends on its edges.
    pub const fn open(key: u64, edges: VctStretch) -> VctNode {
        let none = VctStretch { begin: 0, length: 0 };
        VctNode { edges, proof: 1, disproof: 1, ..VctNode::proven(key, 0, none) }
    }

    /// As [`VctNode::open`], but with the attacker to move.
    pub const fn open_to_attacks(key: u64, edges: VctStretch, is_calm: bool) -> VctNode {
        VctNode { is_calm, ..VctNode::open(key, edges) }
    }
}

impl VctNode {
    const fn is_solved(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A move from one position to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub mv: Move,
    /// What is guessed of a position that was not visited yet.
    proof: u8,
    disproof: u8,
    child: u32,
}

impl Edge {
    /// An edge to a position not visited yet, with guessed numbers from 1.
    pub const fn new(mv: Move, proof: u8, disproof: u8) -> Edge {
        Edge { mv, proof, disproof, child: VctNodeId::NONE }
    }

    /// The position to which the edge leads, once it was visited.
    pub fn child(self) -> Option<VctNodeId> {
        (self.child != VctNodeId::NONE).then_some(VctNodeId(self.child))
    }
}

/// The edge to go on with.
pub struct VctChoice {
    /// The place of the edge among the edges of the tree.
    pub edge: usize,
    /// The number by which the edge was chosen (proof where the attacker moves), and the next best.
    least: u32,
    second: u32,
    /// The other number of the edge, and the sum of these numbers over all edges.
    other: u32,
    sum: u32,
}

impl VctChoice {
    /// Proof and disproof number at which to come back from the edge, given
    /// those at which to leave the node.
    pub fn thresholds(&self, attacks: bool, proof: u32, disproof: u32) -> (u32, u32) {
        let (own, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
        // One step further at least, or the search would return without having done anything.
        let own = own.min(self.second.saturating_add(1)).max(self.least + 1);
        let other = other
            .saturating_sub(self.sum.saturating_sub(self.other))
            .max(self.other + 1)
            .min(SOLVED);
        if attacks { (own, other) } else { (other, own) }
    }
}

/// All nodes of a tree; a node to which an edge leads may stand before the node of the edge.
pub struct VctTree {
    nodes: Vec<VctNode>,
    edges: Vec<Edge>,
    moves: Vec<Move>,
    /// Node numbers by the high bits of their keys. An entry holds if the node of
    /// that number has the key: no entry needs to be removed.
    index: Box<[u32]>,
    most: usize,
}

impl VctTree {
    /// An empty tree that stays within about `bytes`.
    pub fn new(bytes: usize) -> VctTree {
        let most = (bytes / BYTES_PER_NODE).max(ROOM);
        VctTree {
            nodes: Vec::with_capacity(most),
            edges: Vec::with_capacity(most * EDGES_PER_NODE),
            moves: Vec::with_capacity(most * MOVES_PER_NODE),
            index: vec![0; most.next_power_of_two()].into_boxed_slice(),
            most,
        }
    }

    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.moves.clear();
    }

    /// Whether there may be no room for another node.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + 1 >= self.most
            || self.edges.len() + ROOM > self.most * EDGES_PER_NODE
            || self.moves.len() + ROOM > self.most * MOVES_PER_NODE
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.index.len() - 1)
    }

    /// The node of a position.
    pub fn find(&self, key: u64) -> Option<VctNodeId> {
        let number = self.index[self.slot(key)];
        let node = self.nodes.get(number as usize)?;
        (node.key == key).then_some(VctNodeId(number))
    }

    pub fn add(&mut self, node: VctNode) -> VctNodeId {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        let slot = self.slot(node.key);
        self.index[slot] = number;
        VctNodeId(number)
    }

    /// Keeps a line of moves.
    pub fn keep(&mut self, line: impl Iterator<Item = Move>) -> VctStretch {
        let begin = self.moves.len();
        self.moves.extend(line);
        VctStretch { begin: begin as u32, length: (self.moves.len() - begin) as u32 }
    }

    /// Keeps the edges of a node, the likeliest first.
    pub fn edges(&mut self, edges: impl IntoIterator<Item = Edge>) -> VctStretch {
        let begin = self.edges.len();
        self.edges.extend(edges);
        VctStretch { begin: begin as u32, length: (self.edges.len() - begin) as u32 }
    }

    pub fn node(&self, id: VctNodeId) -> &VctNode {
        &self.nodes[id.0 as usize]
    }

    pub fn edge(&self, place: usize) -> Edge {
        self.edges[place]
    }

    /// Notes where an edge leads.
    pub fn attach(&mut self, place: usize, child: VctNodeId) {
        self.edges[place].child = child.0;
    }

    fn numbers(&self, edge: Edge) -> (u32, u32) {
        edge.child().map_or((edge.proof.into(), edge.disproof.into()), |child| {
            let node = self.node(child);
            (node.proof, node.disproof)
        })
    }

    /// Computes the numbers of a node again, and chooses the edge to go on with
    /// unless it is solved.
    pub fn update(&mut self, id: VctNodeId, attacks: bool) -> Option<VctChoice> {
        let node = *self.node(id);
        if node.proof == 0 || node.disproof == 0 {
            return None;
        }
        let mut choice = VctChoice { edge: 0, least: SOLVED, second: SOLVED, other: 0, sum: 0 };
        for place in node.edges.range() {
            let (proof, disproof) = self.numbers(self.edges[place]);
            let (own, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
            // The largest number in place of the sum solved 249 of 300 problems where the defender
            // moves, and 260 where the attacker does; the sum solves 262.
            choice.sum = (choice.sum + other).min(SOLVED);
            if own < choice.least {
                choice.second = choice.least;
                choice.edge = place;
                (choice.least, choice.other) = (own, other);
            } else {
                choice.second = choice.second.min(own);
            }
        }
        // Only an edge that is solved itself solves the node.
        let least = choice.least;
        let sum = if least == 0 { SOLVED } else { choice.sum.min(SOLVED - 1) };
        let node = &mut self.nodes[id.0 as usize];
        (node.proof, node.disproof) = if attacks { (least, sum) } else { (sum, least) };
        if !attacks && node.edges.length == 0 {
            // Nothing disturbs the threat; without any reply at all nothing is claimed.
            let wins = node.quiet_plies > 0;
            (node.proof, node.disproof) = if wins { (0, SOLVED) } else { (SOLVED, 0) };
        }
        if node.proof == 0 {
            self.nodes[id.0 as usize].plies = self.plies(id, attacks);
            return None;
        }
        (node.disproof != 0).then_some(choice)
    }

    /// The places of a node's edges.
    pub fn places(&self, id: VctNodeId) -> std::ops::Range<usize> {
        self.node(id).edges.range()
    }

    /// The children that are proven, with their edges.
    fn proven(&self, node: &VctNode) -> impl Iterator<Item = (Move, VctNodeId)> + '_ {
        let edges = self.edges[node.edges.range()].iter();
        edges
            .filter_map(|edge| Some((edge.mv, edge.child()?)))
            .filter(|&(_, child)| self.node(child).proof == 0)
    }

    /// Plies to the end from a node that has just been proven.
    fn plies(&self, id: VctNodeId, attacks: bool) -> u16 {
        let node = self.node(id);
        let children = self.proven(node).map(|(_, child)| self.node(child).plies + 1);
        let plies = if attacks { children.min() } else { children.max() };
        plies.unwrap_or_default().max(node.quiet_plies)
    }

    /// The line of a proven node against the longest resistance.
    pub fn line(&self, mut id: VctNodeId) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            let node = self.node(id);
            let next =
                self.proven(node).find(|&(_, child)| self.node(child).plies + 1 == node.plies);
            let Some((mv, child)) = next else {
                line.extend_from_slice(&self.moves[node.line.range()]);
                return line;
            };
            line.push(mv);
            id = child;
        }
    }

    /// Makes room: keeps at most half of what may be kept, of the nodes that lead from `root`
    /// the nearest ones, and what is known of a solved node without what solved it.
    /// Positions that are forgotten are guessed to be what was known of them. The place of
    /// the root among the nodes that are left.
    pub fn halve(&mut self, root: VctNodeId) -> VctNodeId {
        let kept = self.nearest(root);
        // Lines take more room than the edges that they stand for, so they come last.
        let lines: Vec<Option<Vec<Move>>> = self.lines(&kept, root);
        let mut numbers = vec![VctNodeId::NONE; self.nodes.len()];
        for (new, &old) in kept.iter().enumerate() {
            numbers[old.place()] = new as u32;
        }
        let mut end = 0;
        for &old in &kept {
            let range = self.node(old).edges.range();
            let begin = end;
            if old == root || !self.node(old).is_solved() {
                for place in range {
                    let mut edge = self.edges[place];
                    if let Some(child) = edge.child() {
                        let (proof, disproof) = self.numbers(edge);
                        let guess = |number: u32| number.clamp(1, u8::MAX.into()) as u8;
                        let child = numbers[child.place()];
                        edge = Edge { child, ..Edge::new(edge.mv, guess(proof), guess(disproof)) };
                    }
                    self.edges[end] = edge;
                    end += 1;
                }
            }
            self.nodes[old.place()].edges =
                VctStretch { begin: begin as u32, length: (end - begin) as u32 };
        }
        self.edges.truncate(end);
        let mut moves = Vec::with_capacity(self.moves.len() / 2);
        self.index.fill(0);
        for (new, (&old, line)) in kept.iter().zip(lines).enumerate() {
            let mut node = *self.node(old);
            let begin = moves.len() as u32;
            match line {
                Some(line) => moves.extend(line),
                None => moves.extend_from_slice(&self.moves[node.line.range()]),
            }
            node.line = VctStretch { begin, length: moves.len() as u32 - begin };
            self.nodes[new] = node;
            let slot = self.slot(node.key);
            self.index[slot] = new as u32;
        }
        self.nodes.truncate(kept.len());
        self.moves.clear();
        self.moves.extend(moves);
        VctNodeId(numbers[root.place()])
    }

    /// The nodes to keep, in their order.
    fn nearest(&self, root: VctNodeId) -> Vec<VctNodeId> {
        let limits = [1, EDGES_PER_NODE, MOVES_PER_NODE].map(|each| self.most * each / 2);
        // What a node takes beside itself: its edges and line, or, solved, the whole line.
        let size = |id: VctNodeId| {
            let node = self.node(id);
            if node.is_solved() && id != root {
                [1, 0, node.plies.into()]
            } else {
                [1, node.edges.range().len(), node.line.range().len()]
            }
        };
        let mut is_known = vec![false; self.nodes.len()];
        is_known[root.place()] = true;
        let (mut kept, mut taken, mut next) = (vec![root], size(root), 0);
        while let Some(&id) = kept.get(next) {
            next += 1;
            if self.node(id).is_solved() && id != root {
                continue;
            }
            for edge in &self.edges[self.node(id).edges.range()] {
                let Some(child) = edge.child().filter(|child| !is_known[child.place()]) else {
                    continue;
                };
                let more = size(child);
                let sum = [0, 1, 2].map(|kind| taken[kind] + more[kind]);
                if sum.iter().zip(limits).all(|(&sum, limit)| sum <= limit) {
                    is_known[child.place()] = true;
                    kept.push(child);
                    taken = sum;
                }
            }
        }
        kept.sort_unstable_by_key(|id| id.place());
        kept
    }

    /// The whole lines of the proven ones among the nodes to keep.
    fn lines(&self, kept: &[VctNodeId], root: VctNodeId) -> Vec<Option<Vec<Move>>> {
        let is_proven = |id: VctNodeId| self.node(id).proof == 0 && id != root;
        kept.iter().map(|&id| is_proven(id).then(|| self.line(id))).collect()
    }
}
