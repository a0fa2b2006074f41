//! Games between two, as state machines that open no files, start no processes and have no
//! threads. The caller carries out the steps that a machine asks for, and reports the results.
//! The terminal and the page play at the same tables; the match runner has its own games, with
//! the same conversations and referee.
//!
//! | floor | what it knows |
//! |---|---|
//! | [`spec`] | how an engine is described |
//! | [`conversation`] | one engine, from its start to its end, in any protocol |
//! | [`fault`] | what an engine did wrong |
//! | [`table`] | a game between two chairs |

pub mod conversation;
pub mod fault;
pub mod spec;
pub mod table;
