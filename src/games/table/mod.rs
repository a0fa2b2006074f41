//! A game between two chairs, without a screen: its rules, its clocks, its end.

pub mod limits;
pub mod referee;
pub mod room;
pub mod swap2;
pub mod verdict;
