//! Alpha-beta search: position and limits in, a move and its reasons out.

pub mod bench;
mod bucket;
mod claims;
mod first_moves;
pub mod history;
pub mod inspect;
mod memory;
pub mod params;
mod picker;
mod pool;
mod proof;
mod pvs;
mod root;
mod threats;
pub mod time;
pub mod tt;
mod worker;

pub use pool::{MOST_THREADS, STACK_BYTES};
pub use root::{SearchOptions, Searcher};
