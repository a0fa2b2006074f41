//! Tables: found, entered, played at, kept.

mod journal;
pub(super) mod new_table;
pub(super) mod registry;
pub(super) mod table;
