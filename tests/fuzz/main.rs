//! Everything that reads foreign text, under seeds that were changed by chance: nothing
//! panics, what is refused is refused in one short line, and what is read can be written
//! and read again.
//!
//! An ordinary run takes a fixed number of inputs from a fixed seed; `scripts/fuzz.sh`
//! goes on for as long as it is told.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests stop at the first surprise, and say what they tried"
)]

#[path = "../games/clock.rs"]
mod clock;
mod corpus;
#[path = "../support/effort.rs"]
mod effort;
mod hunt;
mod lines;
mod mutator;
mod positions;
mod proofs;
mod records;
mod requests;
mod text;

#[test]
fn records() {
    hunt::run("records", records::TOKENS, records::check);
}

#[test]
fn positions() {
    hunt::run("positions", positions::TOKENS, positions::check);
}

#[test]
fn proofs() {
    hunt::run("proofs", proofs::TOKENS, proofs::check);
}

#[test]
fn native() {
    hunt::run("native", lines::NATIVE, lines::check);
}

#[test]
fn ugi() {
    hunt::run("ugi", lines::UGI, lines::check);
}

#[test]
fn gomocup() {
    hunt::run("gomocup", lines::GOMOCUP, lines::check);
}

#[test]
fn yixin() {
    hunt::run("yixin", lines::YIXIN, lines::check);
}

#[test]
fn requests() {
    hunt::run("requests", requests::TOKENS, requests::check);
}
