//! Tengen: a gomoku, tic-tac-toe and m,n,k engine.
pub mod app;
pub mod control;
pub mod game;
pub mod player;
pub mod protocol;
pub mod session;
pub mod value;
