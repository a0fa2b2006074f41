//! A game between two chairs, without a screen: its rules, its clocks, its end.

pub(crate) mod limits;
pub(crate) mod referee;
pub mod room;
pub mod swap2;
pub mod verdict;
