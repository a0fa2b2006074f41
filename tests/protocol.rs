//! The program as its users meet it: a process, its lines and its exit code.

#[path = "protocol/checklist.rs"]
mod checklist;
#[path = "protocol/command_line.rs"]
mod command_line;
#[path = "protocol/endings.rs"]
mod endings;
#[path = "protocol/engine.rs"]
mod engine;
#[path = "protocol/transcripts.rs"]
mod transcripts;
