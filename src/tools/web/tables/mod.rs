//! Tables: found, entered, played at, kept.

pub(super) mod new_table;
pub(super) mod table;
pub(super) mod tables;
