//! Alpha-beta search: position and limits in, a move and its reasons out.

pub mod bench;
mod bucket;
mod claims;
mod clock;
pub mod explain;
mod first_moves;
pub mod history;
pub mod inspect;
mod memory;
mod mode;
mod options;
pub mod params;
mod picker;
mod pool;
mod proof;
mod pvs;
pub mod reason;
mod root;
mod root_moves;
mod searcher;
mod thread;
mod threats;
pub mod time;
pub mod tt;
mod worker;

pub use options::SearchOptions;
pub use pool::{HostThreads, MOST_THREADS, STACK_BYTES, Shortage, help_by};
pub use searcher::Searcher;
pub use tt::Unwanted;
