//! Bytes to trees.

use std::collections::HashSet;

use crate::game::{Square, Variant};
use crate::record::check::{Draft, sized};
use crate::record::error::{Place, RecordError, problem};
use crate::record::source::Source;
use crate::record::text::{decode, from_top, one_line, tidy};
use crate::record::tree::{Node, NodeId};

use super::layout::{
    CENTRE, HAS_BOARD_TEXT, HAS_COMMENT, HAS_EXTENSION, HAS_OLD_COMMENT, HAS_SIBLING, HEADER_BYTES,
    IS_LEAF, IS_MARKED, IS_NO_MOVE, IS_START, LINE_END, MAGIC, SIDE, VERSION,
};

/// Reads the one tree of a file.
pub(in crate::record) fn read(input: &Source) -> Result<Vec<Draft>, RecordError> {
    let mut bytes = Bytes { all: input.bytes, at: 0 };
    bytes.skip_header()?;
    Ok(vec![read_tree(&mut bytes, input.defaults)?])
}

/// What a node says.
struct StoredNode {
    /// Where it begins.
    place: Place,
    /// Its point; none for the root and for passes.
    square: Option<Square>,
    flags: u8,
    comment: Option<String>,
    board_text: Option<String>,
}

fn read_tree(bytes: &mut Bytes, defaults: Variant) -> Result<Draft, RecordError> {
    let start = sized(defaults, (SIDE, SIDE), Place::Byte(0))?;
    let mut draft = Draft::new(start, Place::Byte(0));
    if bytes.is_at_end() {
        return Ok(draft);
    }
    let mut labelled = HashSet::new();
    // The parents of nodes that were announced and have not come yet.
    let mut waiting = Vec::new();
    let mut parent = NodeId::ROOT;
    let mut is_first = true;
    loop {
        let node = bytes.node(&draft)?;
        if node.flags & HAS_SIBLING != 0 {
            waiting.push(parent);
        }
        let is_leaf = node.flags & IS_LEAF != 0;
        // Newer files begin with a root that has no point.
        let is_root = is_first && node.square.is_none();
        is_first = false;
        let id = place_node(&mut draft, node, parent, is_root, &mut labelled);
        parent = if !is_leaf {
            id
        } else if let Some(parent) = waiting.pop() {
            parent
        } else {
            break;
        };
    }
    match bytes.all.get(bytes.at) {
        None => Ok(draft),
        Some(byte) => Err(error(bytes.at, &format!("{byte:02x}"), "the end of the tree")),
    }
}

/// Puts a node into the tree. One that only carries a text on the board is no
/// node of ours, but a label of its parent. A point has one label at a node, the first
/// one; `labelled` knows them all.
fn place_node(
    draft: &mut Draft,
    node: StoredNode,
    parent: NodeId,
    is_root: bool,
    labelled: &mut HashSet<(NodeId, Square)>,
) -> NodeId {
    let label = node.board_text.as_deref().map(one_line).filter(|text| !text.is_empty());
    if let (Some(text), Some(square), false) = (&label, node.square, is_root)
        && labelled.insert((parent, square))
    {
        draft.tree.node_mut(parent).labels.push((square, text.clone()));
    }
    if node.flags & IS_NO_MOVE != 0 && node.flags & IS_LEAF != 0 && !is_root {
        return parent;
    }
    let id = if is_root {
        NodeId::ROOT
    } else {
        let mv = node.square.map(Into::into);
        draft.add(parent, Node { mv, ..Node::default() }, node.place)
    };
    let own = draft.tree.node_mut(id);
    own.comment = node.comment;
    own.is_marked = node.flags & IS_MARKED != 0;
    own.is_start = node.flags & IS_START != 0;
    id
}

fn error(at: usize, text: &str, expected: impl Into<String>) -> RecordError {
    problem(Place::Byte(at), text, expected)
}

struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn is_at_end(&self) -> bool {
        self.at == self.all.len()
    }

    fn next(&mut self, expected: &str) -> Result<u8, RecordError> {
        let byte = self.all.get(self.at).ok_or_else(|| error(self.at, "", expected))?;
        self.at += 1;
        Ok(*byte)
    }

    fn skip_header(&mut self) -> Result<(), RecordError> {
        if self.all.first() == Some(&CENTRE) {
            return Ok(());
        }
        if !self.all.starts_with(MAGIC) {
            let shown: Vec<String> =
                self.all.iter().take(MAGIC.len()).map(|byte| format!("{byte:02x}")).collect();
            let expected = "ff 52 65 6e 4c 69 62 ff, or 78 in a file without a header";
            return Err(error(0, &shown.join(" "), expected));
        }
        if self.all.len() < HEADER_BYTES {
            let expected = format!("a header of {HEADER_BYTES} bytes");
            return Err(error(self.all.len(), "", expected));
        }
        let (version, at) = (self.all[MAGIC.len()], MAGIC.len());
        if version != VERSION[0] {
            let expected = format!("version {}", VERSION[0]);
            return Err(error(at, &format!("version {version}"), expected));
        }
        self.at = HEADER_BYTES;
        Ok(())
    }

    fn node(&mut self, draft: &Draft) -> Result<StoredNode, RecordError> {
        let begin = self.at;
        let point = self.next("another node, as one was announced")?;
        let square = Bytes::square(begin, point, draft)?;
        let flags = self.next("the flags of a node")?;
        let mut extension = 0;
        if flags & HAS_EXTENSION != 0 {
            self.next("two more bytes of flags")?;
            extension = self.next("two more bytes of flags")?;
        }
        let old = if flags & HAS_OLD_COMMENT != 0 { self.old_text()? } else { None };
        let comment = if flags & HAS_COMMENT != 0 { self.text()? } else { None };
        let board_text = if extension & HAS_BOARD_TEXT != 0 { self.text()? } else { None };
        let comment = comment.or(old);
        Ok(StoredNode { place: Place::Byte(begin), square, flags, comment, board_text })
    }

    fn square(at: usize, point: u8, draft: &Draft) -> Result<Option<Square>, RecordError> {
        if point == 0 {
            return Ok(None);
        }
        let (row, col) = (usize::from(point >> 4), usize::from(point & 0x0f));
        let square =
            col.checked_sub(1)
                .and_then(|col| from_top(draft.tree.start.size, col, row))
                .ok_or_else(|| error(at, &format!("{point:02x}"), "a point of the 15x15 board"))?;
        Ok(Some(square))
    }

    /// Reads a text with its zero and the one that makes its length even.
    fn text(&mut self) -> Result<Option<String>, RecordError> {
        let rest = &self.all[self.at..];
        let length = rest.iter().position(|&byte| byte == 0);
        let length = length.ok_or_else(|| error(self.at, "text", "a zero at its end"))?;
        let text = &rest[..length];
        self.at += length + 1;
        if length % 2 == 0 {
            self.next("a zero that makes the length of the text even")?;
        }
        Ok(kept(text))
    }

    /// Reads a text that ends with a byte above 127.
    fn old_text(&mut self) -> Result<Option<String>, RecordError> {
        let rest = &self.all[self.at..];
        let last = rest.iter().position(|&byte| byte > 0x7f);
        let last =
            last.ok_or_else(|| error(self.at, "text of old form", "a byte above 7f at its end"))?;
        let mut text = rest[..=last].to_vec();
        text[last] &= 0x7f;
        self.at += last + 1;
        Ok(kept(&text))
    }
}

fn kept(text: &[u8]) -> Option<String> {
    let first_end = text.iter().position(|&byte| byte == LINE_END);
    let mut text = text.to_vec();
    if let Some(index) = first_end {
        text[index] = b'\n';
    }
    tidy(&decode(&text))
}
