//! The laws of the board as another program sees them: the fast position
//! against the slow judge, published positions, and counts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests stop at the first surprise")]

mod games;
mod lines;
mod open;
mod perft;
mod renju;
#[allow(dead_code, reason = "each test program uses a part")]
mod support;
mod text;
