//! Engines that connections and tables ask, and the conversations with them.

pub(super) mod call;
pub(super) mod desk;
pub(super) mod engine;
pub(super) mod guest;
pub(super) mod interpreter;
pub(super) mod screen;
