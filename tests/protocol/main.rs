//! The program as its users meet it: a process, its lines and its exit code.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failing test may say so at once")]

mod checklist;
mod command_line;
mod endings;
mod engine;
mod gomocup;
mod transcripts;
mod ugi;
mod yixin;
