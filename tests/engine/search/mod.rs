//! The strong engine seen from outside: what it reports is true, what it plays
//! overlooks nothing, and both depend on nothing but position and limits.

mod mates;
mod reports;
mod small;
mod tactics;
mod thinker;
mod threads;
mod threats;
