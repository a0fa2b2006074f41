//! The laws of the board as another program sees them: the fast position
//! against the slow judge, published positions, and counts.

mod games;
mod lines;
mod open;
mod perft;
mod renju;
mod text;
