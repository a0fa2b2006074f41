//! What a table is asked to be, and what is kept of it.

pub(super) mod journal;
