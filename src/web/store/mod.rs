//! What is kept on disk: games with their reviews, and the tables themselves.

mod custody;
pub(super) mod database;
pub(super) mod identity;
mod schema;
