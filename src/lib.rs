//! Tengen: a gomoku, tic-tac-toe and m,n,k engine.
pub mod app;
pub mod control;
pub mod eval;
pub mod game;
pub mod pattern;
pub mod player;
pub mod protocol;
pub mod search;
pub mod session;
pub mod solve;
pub mod value;
