//! Game trees of `RenLib` (`.lib`), on the board of 15x15.
//!
//! A header of twenty bytes, missing in very old files, then the nodes, each
//! before its children and these before its siblings. A node is its point
//! (`16 * row + column`, rows from the top from 0, columns from 1; 0 for none),
//! a byte of flags, and what the flags announce. Texts end with a zero and have
//! an even length; a byte 8 stands for the first end of a line.
//!
//! Texts are in a code page that the file does not name; see `text.rs` for how
//! they are kept. A text on the board belongs to the point of its node and is
//! seen before the move is made, so it becomes a label of the node before.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
/// Bytes before the first node.
const HEADER_BYTES: usize = 20;
/// The version that has a root without a point, which we write.
const VERSION: [u8; 2] = [3, 4];
/// What headerless files begin with: the centre.
const CENTRE: u8 = 0x78;

/// Another node with the same parent follows later.
const HAS_SIBLING: u8 = 0x80;
/// No node follows below.
const IS_LEAF: u8 = 0x40;
/// A text whose last byte has its highest bit set.
const HAS_OLD_COMMENT: u8 = 0x20;
/// Somebody marked the move.
const IS_MARKED: u8 = 0x10;
/// A text.
const HAS_COMMENT: u8 = 0x08;
/// The library is to be opened here.
const IS_START: u8 = 0x04;
/// Only the text on the board counts, not the move.
const IS_NO_MOVE: u8 = 0x02;
/// Two more bytes of flags, the high one first.
const HAS_EXTENSION: u8 = 0x01;
/// In the low byte of those: a text on the board.
const HAS_BOARD_TEXT: u8 = 0x01;
/// The first end of a line in a text.
const LINE_END: u8 = 0x08;

/// Points in a row.
const SIDE: usize = 15;

#[cfg(test)]
mod tests;
