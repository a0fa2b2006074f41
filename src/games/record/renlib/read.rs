//! Bytes to trees.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::record::check::{Draft, Drafts, sized};
use crate::record::encoding::{TextEncoding, UndecodedBytes};
use crate::record::error::{Place, RecordError, problem};
use crate::record::source::Source;
use crate::record::text::{one_line, tidy};
use crate::record::tree::{Node, NodeId};
use tengen_engine::game::{Square, Variant};

use super::layout::{
    CENTRE, HAS_BOARD_TEXT, HAS_COMMENT, HAS_EXTENSION, HAS_OLD_COMMENT, HAS_SIBLING, HEADER_BYTES,
    IS_LEAF, IS_MARKED, IS_NO_MOVE, IS_START, LINE_END, MAGIC, SIDE, VERSION,
};

/// Reads the one tree of a file.
pub(in crate::record) fn read(input: Source<'_>) -> Drafts<'_> {
    Box::new(std::iter::once_with(move || {
        let mut bytes = Bytes { all: input.bytes, at: 0 };
        bytes.skip_header()?;
        let encoding = input.encoding.unwrap_or_else(|| encoding_of(input.bytes));
        read_tree(&mut bytes, input.defaults, encoding)
    }))
}

/// The encoding that all texts of a file together look like.
pub(super) fn encoding_of(bytes: &[u8]) -> TextEncoding {
    let texts = texts(bytes);
    let lines: Vec<&[u8]> = texts.iter().flat_map(|text| [text.as_ref(), b"\n"]).collect();
    TextEncoding::guess(&lines)
}

/// The texts of the nodes of a file, as far as it can be read.
fn texts(bytes: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let mut bytes = Bytes { all: bytes, at: 0 };
    let mut texts = Vec::new();
    // Nodes that were announced and have not come yet.
    let mut waiting = usize::from(bytes.skip_header().is_ok());
    while waiting > 0 && !bytes.is_at_end() {
        let Ok(node) = bytes.node() else { break };
        waiting += usize::from(node.flags & HAS_SIBLING != 0);
        waiting -= usize::from(node.flags & IS_LEAF != 0);
        texts.extend(node.comment.into_iter().chain(node.board_text));
    }
    texts
}

/// What a node says.
struct StoredNode<'a> {
    /// The place in the file where the node begins.
    place: Place,
    /// The point of the node; none for the root and for passes.
    square: Option<Square>,
    flags: u8,
    comment: Option<Cow<'a, [u8]>>,
    board_text: Option<Cow<'a, [u8]>>,
}

fn read_tree(
    bytes: &mut Bytes,
    defaults: Variant,
    encoding: TextEncoding,
) -> Result<Draft, RecordError> {
    let start = sized(defaults, (SIDE, SIDE), Place::Byte(0))?;
    let mut draft = Draft::new(start, Place::Byte(0));
    draft.tree.info.encoding = (!encoding.is_utf8()).then_some(encoding);
    if bytes.is_at_end() {
        return Ok(draft);
    }
    let mut labelled = HashSet::new();
    // The parents of nodes that were announced and have not come yet.
    let mut waiting = Vec::new();
    let mut parent = NodeId::ROOT;
    let mut is_first = true;
    loop {
        let node = bytes.node()?;
        if node.flags & HAS_SIBLING != 0 {
            waiting.push(parent);
        }
        let is_leaf = node.flags & IS_LEAF != 0;
        // Newer files begin with a root that has no point.
        let is_root = is_first && node.square.is_none();
        is_first = false;
        let id = place_node(&mut draft, node, encoding, parent, is_root, &mut labelled);
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

/// Puts a node into the tree. A node of the file that only carries a text on the board becomes a
/// label of its parent. A point has one label at a node, the first one; `labelled` holds all
/// labelled points.
fn place_node(
    draft: &mut Draft,
    node: StoredNode,
    encoding: TextEncoding,
    parent: NodeId,
    is_root: bool,
    labelled: &mut HashSet<(NodeId, Square)>,
) -> NodeId {
    let kept = |text: Option<Cow<[u8]>>| kept(&text?, encoding);
    let label = kept(node.board_text).map(|text| one_line(&text)).filter(|text| !text.is_empty());
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
    own.comment = kept(node.comment);
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

impl<'a> Bytes<'a> {
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

    fn node(&mut self) -> Result<StoredNode<'a>, RecordError> {
        let begin = self.at;
        let point = self.next("another node, as one was announced")?;
        let square = Bytes::square(begin, point)?;
        let flags = self.next("the flags of a node")?;
        let mut extension = 0;
        if flags & HAS_EXTENSION != 0 {
            self.next("two more bytes of flags")?;
            extension = self.next("two more bytes of flags")?;
        }
        let old = if flags & HAS_OLD_COMMENT != 0 { Some(self.old_text()?) } else { None };
        let comment = if flags & HAS_COMMENT != 0 { Some(self.text()?) } else { None };
        let board_text = if extension & HAS_BOARD_TEXT != 0 { Some(self.text()?) } else { None };
        let comment = comment.or(old);
        Ok(StoredNode { place: Place::Byte(begin), square, flags, comment, board_text })
    }

    fn square(at: usize, point: u8) -> Result<Option<Square>, RecordError> {
        if point == 0 {
            return Ok(None);
        }
        let (row, col) = (usize::from(point >> 4), usize::from(point & 0x0f));
        // The board is 15x15.
        let is_inside = row < SIDE && (1..=SIDE).contains(&col);
        if !is_inside {
            return Err(error(at, &format!("{point:02x}"), "a point of the 15x15 board"));
        }
        Ok(Some(Square::new(col - 1, SIDE - 1 - row)))
    }

    /// Reads a text with the zero at its end, and with the zero that makes its length even.
    fn text(&mut self) -> Result<Cow<'a, [u8]>, RecordError> {
        let rest = &self.all[self.at..];
        let length = rest.iter().position(|&byte| byte == 0);
        let length = length.ok_or_else(|| error(self.at, "text", "a zero at its end"))?;
        let text = &rest[..length];
        self.at += length + 1;
        if length % 2 == 0 {
            self.next("a zero that makes the length of the text even")?;
        }
        Ok(Cow::Borrowed(text))
    }

    /// Reads a text that ends with a byte above 127.
    fn old_text(&mut self) -> Result<Cow<'a, [u8]>, RecordError> {
        let rest = &self.all[self.at..];
        let last = rest.iter().position(|&byte| byte > 0x7f);
        let last =
            last.ok_or_else(|| error(self.at, "text of old form", "a byte above 7f at its end"))?;
        let mut text = rest[..=last].to_vec();
        text[last] &= 0x7f;
        self.at += last + 1;
        Ok(Cow::Owned(text))
    }
}

fn kept(text: &[u8], encoding: TextEncoding) -> Option<String> {
    let text = encoding.decode(text, 1, &mut UndecodedBytes::default());
    tidy(&text.replacen(char::from(LINE_END), "\n", 1))
}
