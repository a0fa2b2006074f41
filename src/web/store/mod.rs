//! What is kept on disk: games, reviews, the tables themselves.

mod custody;
pub(super) mod database;
pub(super) mod identity;
pub(super) mod records;
pub(super) mod review;
pub(super) mod reviews;
mod schema;
mod variations;
