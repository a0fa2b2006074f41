//! The checker against mock engines and against this program.

mod crowd;
mod mock;
mod ours;
mod table;
mod tool;
mod trials;
