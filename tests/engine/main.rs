//! The floors of the engine as another crate sees them: rules, shapes, proofs,
//! searches, players, and every reader of short text. No program is started.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests stop at the first surprise, and say what they leave out"
)]

#[path = "../support/effort.rs"]
mod effort;
#[path = "../support/settings.rs"]
mod settings;

mod explain;
mod levels;
mod listener;
mod parsers;
mod patterns;
mod players;
mod proofs;
mod rules;
mod search;
mod shapes;
mod solver;
mod support;
mod verify;
