//! Several games as one tree, in which they share what they have in common.

use std::collections::{HashMap, HashSet};

use tengen_engine::game::{Move, Square};

use super::tree::{GameTree, Node, NodeId};

impl GameTree {
    /// This tree with every line of the others, which are of the same game. Where two trees have
    /// the same move, their notes are joined; names and results are those of this tree.
    #[must_use]
    pub fn merged_with(&self, others: &[GameTree]) -> GameTree {
        let mut merger = Merger::new(self.clone());
        for other in others {
            merger.add(other);
        }
        merger.into_tree()
    }
}

/// A tree that grows, with an index of its nodes, so that the children of a node are looked up and
/// not searched.
pub(super) struct Merger {
    tree: GameTree,
    /// The first child of a node with a move, by the node and the move.
    children: HashMap<(NodeId, Option<Move>), NodeId>,
    /// The points that have a label, each with its node.
    labelled: HashSet<(NodeId, Square)>,
}

impl Merger {
    /// Begins with `tree`, to which other trees are added.
    pub fn new(tree: GameTree) -> Merger {
        let (mut children, mut labelled) = (HashMap::new(), HashSet::new());
        for (_, id) in tree.preorder() {
            labelled.extend(tree.node(id).labels.iter().map(|(square, _)| (id, *square)));
            if let Some(parent) = tree.parent(id) {
                children.entry((parent, tree.node(id).mv)).or_insert(id);
            }
        }
        Merger { tree, children, labelled }
    }

    /// Adds every line of another tree.
    pub fn add(&mut self, other: &GameTree) {
        let mut own = vec![NodeId::ROOT; other.node_count()];
        for (_, id) in other.preorder() {
            let theirs = other.node(id);
            let Some(parent) = other.parent(id) else {
                self.join(NodeId::ROOT, theirs);
                continue;
            };
            let place = (own[parent.index()], theirs.mv);
            own[id.index()] = *self
                .children
                .entry(place)
                .or_insert_with(|| self.tree.add(place.0, Node { mv: place.1, ..Node::default() }));
            self.join(own[id.index()], theirs);
        }
    }

    /// The tree with everything that was added.
    pub fn into_tree(self) -> GameTree {
        self.tree
    }

    /// Adds what is noted at `other`, a node of another tree, to our node `id`.
    fn join(&mut self, id: NodeId, other: &Node) {
        let node = self.tree.node_mut(id);
        match (&mut node.comment, &other.comment) {
            (Some(own), Some(more)) if own != more => {
                own.push('\n');
                own.push_str(more);
            }
            (Some(_), _) | (None, None) => {}
            (None, more) => node.comment.clone_from(more),
        }
        node.time_ms = node.time_ms.or(other.time_ms);
        node.is_marked |= other.is_marked;
        node.is_start |= other.is_start;
        let new = other.labels.iter().filter(|(square, _)| self.labelled.insert((id, *square)));
        node.labels.extend(new.cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameRecord, RecordedMove};
    use tengen_engine::game::Variant;

    fn record(moves: &str) -> GameRecord {
        let mut record = GameRecord::new(&Variant::preset("gomoku").unwrap());
        let read = |name: &str| RecordedMove::from(name.parse::<Move>().unwrap());
        record.moves = moves.split_whitespace().map(read).collect();
        record
    }

    fn shown(tree: &GameTree) -> String {
        let name = |id: NodeId| tree.node(id).mv.map_or("-".to_owned(), |mv| mv.to_string());
        let nodes: Vec<String> =
            tree.preorder().map(|(depth, id)| format!("{depth}{}", name(id))).collect();
        nodes.join(" ")
    }

    #[test]
    fn merged_trees_share_what_is_the_same() {
        let first = GameTree::from(&record("h8 i9 j10"));
        let mut second = record("h8 h9");
        second.moves[0].comment = Some("centre".to_owned());
        let others = [second, record("a1"), record("h8 i9 k11")].map(|game| GameTree::from(&game));
        let tree = first.merged_with(&others);
        assert_eq!(shown(&tree), "0- 1h8 2i9 3j10 3k11 2h9 1a1");
        assert_eq!(tree.record().unwrap().moves[0].comment.as_deref(), Some("centre"));
        assert!(tree.has_variations());
        assert_eq!(tree.merged_with(std::slice::from_ref(&tree)), tree);
        assert_ne!(tree, others[0]);
    }

    #[test]
    fn notes_are_joined_once() {
        let game = |comment: &str, label: &str| {
            let mut game = GameTree::from(&record("h8"));
            let node = game.node_mut(NodeId::ROOT);
            node.comment = Some(comment.to_owned());
            node.labels.push((label.parse().unwrap(), comment.to_owned()));
            game
        };
        let tree = game("a", "c3").merged_with(&[game("b", "c3"), game("c", "d4")]);
        let root = tree.node(NodeId::ROOT);
        assert_eq!(root.comment.as_deref(), Some("a\nb\nc"));
        let labels: Vec<&str> = root.labels.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(labels, ["a", "c"]);
    }
}
