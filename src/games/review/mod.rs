//! What each move of a game was worth, where the game was lost, and the words for it.

pub mod game;
pub mod hold;
pub mod judge;
pub mod longer;
pub mod report;
pub mod text;
