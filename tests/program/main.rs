//! The program as its users meet it: a process, its lines and its exit code, also
//! under everything that may go wrong around it: senseless lines, pipes that close,
//! signals at any moment.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests stop at the first surprise, and say what they leave out"
)]

#[path = "../support/effort.rs"]
mod effort;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/settings.rs"]
mod settings;
#[path = "../support/waiting.rs"]
#[expect(dead_code, reason = "not everything in it is needed here")]
mod waiting;

mod boardstorm;
mod book;
mod brainstorm;
mod checklist;
mod command_line;
mod endings;
mod farewells;
mod gomocup;
mod log;
#[cfg(unix)]
mod memory;
mod networks;
mod noise;
mod pipe;
mod storm;
mod transcripts;
mod ugi;
mod yixin;
