//! Tables that are open: found, entered, played at.

pub(super) mod registry;
pub(super) mod table;
