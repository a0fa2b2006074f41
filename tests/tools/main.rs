//! The subcommands as people run them: matches, analysis, files, games at the
//! terminal and in the browser.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests stop at the first surprise, and say what they leave out"
)]

#[path = "../support/effort.rs"]
#[cfg_attr(not(unix), expect(dead_code, reason = "not everything in it is needed there"))]
mod effort;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/process.rs"]
mod process;
#[cfg(unix)]
#[path = "../support/pty.rs"]
mod pty;
#[path = "../support/waiting.rs"]
#[cfg_attr(not(unix), expect(dead_code, reason = "not everything in it is needed there"))]
mod waiting;

#[cfg(unix)]
mod accuracy;
mod analyze;
#[cfg(unix)]
mod arena;
mod browser;
#[cfg(unix)]
mod check;
mod convert;
mod convert_many;
mod learn;
mod node;
mod openings;
mod page_reasons;
mod page_types;
mod play;
#[cfg(unix)]
mod pretender;
mod proof_outputs;
mod proof_tree;
mod proof_tree_healed;
mod proofs;
mod puzzles;
#[cfg(feature = "web")]
mod serve;
mod shard;
mod solved;
#[cfg(all(unix, feature = "datagen"))]
mod train;
#[cfg(unix)]
mod tune;
#[cfg(feature = "datagen")]
mod tune_eval;
