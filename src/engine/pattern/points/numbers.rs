//! The numbers of points, and their sums.

use crate::game::ByColor;

/// Numbers of a point for each player.
pub const CHANNELS: usize = 32;

/// What stands for 1 in the numbers of points.
pub const ONE: i16 = 256;

/// Numbers of a point for one player.
pub type Channels = [i16; CHANNELS];

/// The numbers of a point, of Black and of White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PointNumbers(pub [Channels; 2]);

/// The sums over all points, of Black and of White.
pub type PointTotals = ByColor<[i32; CHANNELS]>;
