//! The bytes of a file, which reader and writer share.

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
/// Bytes before the first node.
pub(super) const HEADER_BYTES: usize = 20;
/// The version that has a root without a point, which we write.
pub(super) const VERSION: [u8; 2] = [3, 4];
/// What headerless files begin with: the centre.
pub(super) const CENTRE: u8 = 0x78;

/// Flag: another node with the same parent follows later.
pub(super) const HAS_SIBLING: u8 = 0x80;
/// Flag: no node follows below this one.
pub(super) const IS_LEAF: u8 = 0x40;
/// Flag: a text follows whose last byte has its highest bit set.
pub(super) const HAS_OLD_COMMENT: u8 = 0x20;
/// Flag: the move is marked.
pub(super) const IS_MARKED: u8 = 0x10;
/// Flag: a text follows.
pub(super) const HAS_COMMENT: u8 = 0x08;
/// Flag: the library is to be opened at this node.
pub(super) const IS_START: u8 = 0x04;
/// Flag: only the text on the board counts, not the move.
pub(super) const IS_NO_MOVE: u8 = 0x02;
/// Flag: two more bytes of flags follow, the high one first.
pub(super) const HAS_EXTENSION: u8 = 0x01;
/// Flag in the low byte of the two that `HAS_EXTENSION` announces: a text on the board follows.
pub(super) const HAS_BOARD_TEXT: u8 = 0x01;
/// The first end of a line in a text.
pub(super) const LINE_END: u8 = 0x08;

/// Points in a row.
pub(super) const SIDE: usize = 15;
