//! Tables: found, entered, played at, kept.

pub(super) mod founding;
pub(super) mod table;
pub(super) mod tables;
