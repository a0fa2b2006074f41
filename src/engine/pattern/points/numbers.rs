//! The numbers of points, and their sums.

use super::regions::REGIONS;
use crate::game::ByColor;

/// Numbers of a point for each player.
pub const CHANNELS: usize = 32;

/// How many of them, the first ones, are summed up by region, too.
pub const NEAR: usize = CHANNELS / 2;

/// What stands for 1 in the numbers of points.
pub const ONE: i16 = 256;

/// Numbers of a point for one player.
pub type Channels = [i16; CHANNELS];

/// The numbers of a point, of Black and of White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PointNumbers(pub [Channels; 2]);

/// The sums over the points of a region: [`NEAR`] numbers of Black, and as many of White. Each point
/// adds halves, so that those of a third of the longest side, squared, stay within 16 bits.
pub type RegionTotals = Channels;

/// The sums over points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointTotals {
    /// Over all of them, of Black and of White.
    pub all: ByColor<[i32; CHANNELS]>,
    /// Over those of each region, where the network asks for that.
    pub regions: [RegionTotals; REGIONS],
}

impl PointTotals {
    /// The sums over no point.
    pub const ZERO: PointTotals =
        PointTotals { all: ByColor([[0; CHANNELS]; 2]), regions: [[0; CHANNELS]; REGIONS] };
}
