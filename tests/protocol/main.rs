//! The program as its users meet it: a process, its lines and its exit code.

mod checklist;
mod command_line;
mod endings;
mod engine;
mod transcripts;
