//! Trees to bytes.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::encoding::TextEncoding;
use crate::record::text::{tidy, to_top};
use crate::record::tree::{GameTree, Node, NodeId};
use tengen_engine::game::{Move, Size, Square};

use super::layout::{
    HAS_BOARD_TEXT, HAS_COMMENT, HAS_EXTENSION, HAS_SIBLING, HEADER_BYTES, IS_LEAF, IS_MARKED,
    IS_NO_MOVE, IS_START, LINE_END, MAGIC, VERSION,
};
use super::read::encoding_of;

/// Writes a tree, or an empty board for `None`: the texts in the encoding that the tree was read
/// in, if a reader would guess that encoding again, else in UTF-8.
pub(in crate::record) fn write(tree: Option<&GameTree>) -> Vec<u8> {
    let encoded = |encoding: TextEncoding| {
        let mut library = Library { bytes: MAGIC.to_vec(), encoding, is_complete: true };
        library.bytes.extend(VERSION);
        library.bytes.resize(HEADER_BYTES, 0xff);
        if let Some(tree) = tree {
            library.write_tree(tree);
        }
        library
    };
    if let Some(encoding) = tree.and_then(|tree| tree.info.encoding) {
        let library = encoded(encoding);
        if library.is_complete && encoding_of(&library.bytes) == encoding {
            return library.bytes;
        }
    }
    encoded(TextEncoding::UTF_8).bytes
}

/// A file that is being written.
struct Library {
    bytes: Vec<u8>,
    encoding: TextEncoding,
    /// Whether the encoding had bytes for every letter of every text.
    is_complete: bool,
}

/// What is still to be written; the `bool` says whether a sibling comes after it.
enum LibStep<'a> {
    /// A node, and the text on its point.
    Node(NodeId, Option<&'a str>, bool),
    /// A text on a point to which no move leads.
    Label(Square, &'a str, bool),
}

impl Library {
    fn write_tree(&mut self, tree: &GameTree) {
        let size = tree.start.size;
        let mut steps = vec![LibStep::Node(NodeId::ROOT, None, false)];
        while let Some(step) = steps.pop() {
            match step {
                LibStep::Label(square, text, has_sibling) => {
                    let flags = IS_NO_MOVE | IS_LEAF | sibling(has_sibling);
                    self.write_node(point(size, Some(square)), flags, None, Some(text));
                }
                LibStep::Node(id, label, has_sibling) => {
                    let below = steps_below(tree, id);
                    let (node, sibling) = (tree.node(id), sibling(has_sibling));
                    self.write_move(node, size, label, sibling, below.is_empty());
                    steps.extend(below.into_iter().rev());
                }
            }
        }
    }

    fn write_move(
        &mut self,
        node: &Node,
        size: Size,
        label: Option<&str>,
        sibling: u8,
        is_leaf: bool,
    ) {
        let mut flags = sibling;
        for (is_set, flag) in
            [(is_leaf, IS_LEAF), (node.is_marked, IS_MARKED), (node.is_start, IS_START)]
        {
            flags |= if is_set { flag } else { 0 };
        }
        let square = node.mv.map(Move::square);
        self.write_node(point(size, square), flags, node.comment.as_deref(), label);
    }

    fn write_node(
        &mut self,
        point: u8,
        mut flags: u8,
        comment: Option<&str>,
        board_text: Option<&str>,
    ) {
        let (comment, board_text) = (comment.and_then(tidy), board_text.and_then(tidy));
        flags |= if comment.is_some() { HAS_COMMENT } else { 0 };
        flags |= if board_text.is_some() { HAS_EXTENSION } else { 0 };
        self.bytes.extend([point, flags]);
        if board_text.is_some() {
            self.bytes.extend([0, HAS_BOARD_TEXT]);
        }
        for text in [comment, board_text].into_iter().flatten() {
            self.write_text(&text);
        }
    }

    /// Writes a text with one zero at its end, or two to make its length even.
    fn write_text(&mut self, text: &str) {
        let text = match text.split_once('\n') {
            None => text.to_owned(),
            Some((first, rest)) => {
                format!("{first}{}{}", char::from(LINE_END), rest.replace('\n', "\r\n"))
            }
        };
        let text = self.encoding.encode(&text).unwrap_or_else(|| {
            self.is_complete = false;
            Vec::new()
        });
        let is_even = text.len().is_multiple_of(2);
        self.bytes.extend(text);
        self.bytes.extend(if is_even { &[0, 0][..] } else { &[0] });
    }
}

/// The children of a node, then its labels on other points.
fn steps_below(tree: &GameTree, id: NodeId) -> Vec<LibStep<'_>> {
    let labels = &tree.node(id).labels;
    // The first text of a point counts; the map spares a search for each point.
    let texts: BTreeMap<Square, &str> =
        labels.iter().rev().map(|(square, text)| (*square, text.as_str())).collect();
    let square = |child: NodeId| tree.node(child).mv.map(Move::square);
    let text = |child: NodeId| texts.get(&square(child)?).copied();
    let is_labelled = !texts.is_empty();
    let children: BTreeSet<Square> =
        tree.children(id).filter(|_| is_labelled).filter_map(square).collect();
    let mut steps: Vec<LibStep> =
        tree.children(id).map(|child| LibStep::Node(child, text(child), true)).collect();
    let others = labels.iter().filter(|(square, _)| !children.contains(square));
    steps.extend(others.map(|(square, text)| LibStep::Label(*square, text, true)));
    match steps.last_mut() {
        Some(LibStep::Node(_, _, has_sibling) | LibStep::Label(_, _, has_sibling)) => {
            *has_sibling = false;
        }
        None => {}
    }
    steps
}

fn sibling(has_sibling: bool) -> u8 {
    if has_sibling { HAS_SIBLING } else { 0 }
}

fn point(size: Size, square: Option<Square>) -> u8 {
    let Some(square) = square else { return 0 };
    let (col, row) = to_top(size, square);
    // The board is 15x15: both fit into half a byte.
    (16 * row + col + 1) as u8
}
