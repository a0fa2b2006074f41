//! A game with variations: a tree of moves in one flat list.
//!
//! Links are numbers, not boxes: a tree may be as deep as a board has squares
//! and as wide as an opening book, and nothing here calls itself.

use tengen_engine::game::{Move, Setup, Square, Variant};

use super::error::{Place, RecordError, problem};
use super::game::{GameInfo, GameRecord, RecordedMove, variant_of};

/// The name of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// The place of the node in the order in which nodes were added, the root 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move and what is noted at the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Node {
    /// The move; `None` at the root, and elsewhere for a pass.
    pub mv: Option<Move>,
    /// Time that the player took, in milliseconds.
    pub time_ms: Option<u64>,
    /// The comment on the move.
    pub comment: Option<String>,
    /// Whether the move is marked.
    pub is_marked: bool,
    /// Whether the record asks to be opened here.
    pub is_start: bool,
    /// Short texts on points of the board after the move.
    pub labels: Vec<(Square, String)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Links {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// A game with its variations; the first child of each node goes on with the
/// main line.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The position at the root.
    pub start: Setup,
    /// Names, result and the like; they belong to the main line.
    pub info: GameInfo,
    nodes: Vec<(Node, Links)>,
}

/// Trees are equal when they look the same, however they were put together.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let shape = |tree: &GameTree| {
            let ids: Vec<(usize, NodeId)> = tree.preorder().collect();
            ids
        };
        let (own, others) = (shape(self), shape(other));
        self.start == other.start
            && self.info == other.info
            && own.len() == others.len()
            && own.iter().zip(&others).all(|(a, b)| a.0 == b.0 && self.node(a.1) == other.node(b.1))
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// A tree of the root only.
    pub fn new(start: Setup) -> GameTree {
        let nodes = vec![(Node::default(), Links::default())];
        GameTree { start, info: GameInfo::default(), nodes }
    }

    /// The game that is played.
    pub fn variant(&self) -> Variant {
        variant_of(&self.start)
    }

    /// Number of nodes, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A node of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()].0
    }

    /// A node of this tree, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()].0
    }

    /// Adds a node after the other children of `parent`.
    pub fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push((node, Links { parent: Some(parent), ..Links::default() }));
        match self.nodes[parent.index()].1.last_child.replace(id) {
            None => self.nodes[parent.index()].1.first_child = Some(id),
            Some(before) => self.nodes[before.index()].1.next_sibling = Some(id),
        }
        id
    }

    /// The node before; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].1.parent
    }

    /// The nodes directly after, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes[id.index()].1.first_child;
        std::iter::successors(first, |id| self.next_sibling(*id))
    }

    /// The next node with the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].1.next_sibling
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let child = |id: NodeId| self.nodes[id.index()].1.first_child;
        std::iter::successors(child(NodeId::ROOT), move |id| child(*id))
    }

    /// Every node with its distance from the root, each before its children and
    /// these before its siblings.
    pub fn preorder(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        std::iter::successors(Some((0, NodeId::ROOT)), |&(depth, id)| {
            if let Some(child) = self.nodes[id.index()].1.first_child {
                return Some((depth + 1, child));
            }
            let (mut depth, mut id) = (depth, id);
            loop {
                if let Some(sibling) = self.next_sibling(id) {
                    return Some((depth, sibling));
                }
                id = self.parent(id)?;
                depth -= 1;
            }
        })
    }

    /// Whether there is more than one line.
    pub fn has_variations(&self) -> bool {
        self.main_line().count() + 1 < self.node_count()
    }

    /// Moves every stone, move and label to another square, as a mirror does.
    pub fn move_squares(&mut self, moved: impl Fn(Square) -> Square) {
        for (square, _) in &mut self.start.stones {
            *square = moved(*square);
        }
        self.start.stones.sort_by_key(|(square, _)| *square);
        self.start.last = self.start.last.map(&moved);
        self.info.fifth_moves.iter_mut().for_each(|square| *square = moved(*square));
        for (node, _) in &mut self.nodes {
            node.mv = node.mv.map(|mv| {
                let square = moved(mv.square());
                if mv.is_conversion() { Move::convert(square) } else { Move::place(square) }
            });
            node.labels.iter_mut().for_each(|(square, _)| *square = moved(*square));
        }
    }

    /// The main line. Passes at its end change nothing on the board and are
    /// left out.
    ///
    /// # Errors
    /// When a stone follows a pass, as lines have no word for it.
    pub fn record(&self) -> Result<GameRecord, RecordError> {
        let line: Vec<&Node> = self.main_line().map(|id| self.node(id)).collect();
        let length = line.iter().rposition(|node| node.mv.is_some()).map_or(0, |last| last + 1);
        let recorded = |(index, node): (usize, &&Node)| {
            let pass = || format!("pass as move {}", index + 1);
            let mv =
                node.mv.ok_or_else(|| problem(Place::File, &pass(), "a stone in every move"))?;
            Ok(RecordedMove { mv, time_ms: node.time_ms, comment: node.comment.clone() })
        };
        Ok(GameRecord {
            start: self.start.clone(),
            info: self.info.clone(),
            comment: self.node(NodeId::ROOT).comment.clone(),
            moves: line[..length].iter().enumerate().map(recorded).collect::<Result<_, _>>()?,
        })
    }
}

impl From<&GameRecord> for GameTree {
    fn from(record: &GameRecord) -> GameTree {
        let mut tree = GameTree::new(record.start.clone());
        tree.info = record.info.clone();
        tree.node_mut(NodeId::ROOT).comment.clone_from(&record.comment);
        let mut last = NodeId::ROOT;
        for recorded in &record.moves {
            let node = Node {
                mv: Some(recorded.mv),
                time_ms: recorded.time_ms,
                comment: recorded.comment.clone(),
                ..Node::default()
            };
            last = tree.add(last, node);
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str) -> GameRecord {
        let mut record = GameRecord::new(&Variant::preset("gomoku").unwrap());
        let read = |name: &str| RecordedMove::from(name.parse::<Move>().unwrap());
        record.moves = moves.split_whitespace().map(read).collect();
        record
    }

    #[test]
    fn lines_become_trees_and_back() {
        let line = record("h8 i9 j10");
        let tree = GameTree::from(&line);
        assert_eq!(tree.record(), Ok(line));
        assert!(!tree.has_variations());
    }

    #[test]
    fn passes_at_the_end_are_left_out() {
        let mut tree = GameTree::from(&record("h8 i9"));
        let last = tree.main_line().last().unwrap();
        let pass = tree.add(last, Node::default());
        assert_eq!(tree.record(), Ok(record("h8 i9")));
        let j10 = Node { mv: Some("j10".parse().unwrap()), ..Node::default() };
        tree.add(pass, j10);
        let error = tree.record().unwrap_err().to_string();
        assert_eq!(error, "file: pass as move 3: expected a stone in every move");
    }
}
