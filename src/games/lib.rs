//! Games between two, as state machines that open no files, start no processes and have no
//! threads. The caller carries out the steps that a machine asks for, and reports the results.
//! The terminal and the page play at the same tables; the match runner has its own games, with
//! the same conversations and referee.
//!
//! | floor | what it knows |
//! |---|---|
//! | [`line_log`] | what conversations and searches write to the log |
//! | [`record`] | games in files, in the formats of many programs |
//! | [`match_log`] | games in the log of a match |
//! | [`analysis`] | our engine, asked about positions |
//! | [`course`] | lessons on how a machine learns to play |
//! | [`openings`] | balanced openings, drawn by lot |
//! | [`puzzles`] | positions in which one move is right, and what tries at them are worth |
//! | [`reasons`] | why a move is worth playing, for people |
//! | [`review`] | what each move of a game was worth |
//! | [`spec`] | how an engine is described |
//! | [`conversation`] | one engine, from its start to its end, in any protocol |
//! | [`fault`] | what an engine did wrong |
//! | [`table`] | a game between two chairs |

pub mod analysis;
#[cfg(test)]
mod contracts;
pub mod conversation;
pub mod course;
pub mod fault;
pub mod line_log;
pub mod match_log;
pub mod openings;
pub mod puzzles;
pub mod reasons;
pub mod record;
pub mod review;
pub mod spec;
pub mod table;
