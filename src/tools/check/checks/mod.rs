//! The checks themselves: short scripts, one file for each kind.
//!
//! A new one is a function here and a line in its file's list: start the engine
//! with `Uci::open`, `Brain::open` or `GameClient::take`, talk to it, end every step
//! that must hold with `?`.

mod answers;
mod board;
mod brain;
mod busy;
mod clock;
mod games;
mod go;
mod hello;
mod leaving;
mod managers;
mod mates;
mod native;
mod noise;
mod options;
mod queries;

use super::register::Check;

/// The lists of all files, in the order in which the checks are made.
pub(super) const GROUPS: &[&[Check]] = &[
    hello::CHECKS,
    options::CHECKS,
    go::CHECKS,
    answers::CHECKS,
    mates::CHECKS,
    busy::CHECKS,
    queries::CHECKS,
    native::CHECKS,
    brain::CHECKS,
    board::CHECKS,
    clock::CHECKS,
    managers::CHECKS,
    games::CHECKS,
    noise::CHECKS,
    leaving::CHECKS,
];
