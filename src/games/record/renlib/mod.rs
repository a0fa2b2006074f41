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

mod layout;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

#[cfg(test)]
mod tests;
