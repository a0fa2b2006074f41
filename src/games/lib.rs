//! Games between two and what is said about them, as state machines without files, processes
//! and threads of their own: whoever runs one carries out its steps and tells it what came
//! of them. The terminal, the page and the match runner are faces of the same games.
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
