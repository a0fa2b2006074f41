//! Numbers of every empty point for each player, summed up over the board and kept up to
//! date move by move.
//!
//! A point's numbers are sums of rows: one for the class of each player's shapes there, one
//! for each player's window in each direction. They are held between 0 and [`ONE`], so that
//! what a point means to both together counts, and what they have beyond those of a
//! point that sees nothing is summed up: far points count nothing, and the sums mean the
//! same on every board. A stone changes the points up to [`REACH`](windows::REACH) cells away in four
//! lines, so the sums are corrected instead of computed again, the idea of Yu Nasu's
//! efficiently updatable networks (2018), applied before a layer that is not linear.
//!
//! What the numbers mean is the evaluation's business.

#![expect(clippy::inline_always, reason = "only so are loops compiled for wider registers")]

mod change;
mod dense;
mod lanes;
mod net;
mod numbers;
pub mod regions;
mod rows;
mod sums;
pub mod windows;

pub use dense::Dense;
pub use net::{HIDDEN, MOST, PointNet, Regional, STARS, SUMS};
pub use numbers::{CHANNELS, Channels, NEAR, ONE, PointNumbers, PointTotals};
pub use rows::{ClassRow, PointRows, WindowRow};
pub(super) use sums::{PointSums, Step};
