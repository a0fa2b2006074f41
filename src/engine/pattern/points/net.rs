//! A network over the sums of the numbers of all points.
//!
//! The sums of both players, the side to move first, are the first layer; two small ones
//! follow, each held between 0 and 1, and the weighted sum of the last is the value.

use super::dense::{Dense, held};
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{GROUP, Lanes, Usual};
use super::numbers::{CHANNELS, NEAR, ONE, PointTotals, RegionTotals};
use super::regions::{KINDS, QUARTERS, REGIONS};
use super::rows::PointRows;
use crate::game::Color;
use crate::pattern::registers::Registers;

/// Numbers of the first layer.
pub const SUMS: usize = 2 * CHANNELS;

/// Neurons of the first and of the second layer.
pub const HIDDEN: [usize; 2] = [32, 16];

/// Bits by which sums are divided before the first layer.
const SUM_SHIFT: u32 = 3;

/// Largest number that the first layer sees: with that no sum of products leaves 32 bits.
pub const MOST: i32 = 16_383;

/// Bits behind the point of the weighted sum of the last layer.
const VALUE_FRACTION: u32 = 12;

/// Numbers that a region comes to.
pub const STARS: usize = 16;

/// What a network makes of the sums of regions: for each kind of region two layers whose neurons are
/// multiplied (a star), and a layer that adds to the first one what the regions come to together.
pub struct Regional {
    /// The neurons of both layers by kind, those of the first one first.
    pub branches: [Dense<{ 2 * NEAR }, { 2 * STARS }>; 3],
    /// What is added to the first layer.
    pub into: Dense<STARS, { HIDDEN[0] }>,
}

impl Regional {
    /// Largest number that the last layer sees, when all four quarters of every square are 1.
    pub const MOST: i32 = {
        let (mut quarters, mut region) = (0, 0);
        while region < REGIONS {
            quarters += QUARTERS[KINDS[region]] as i32;
            region += 1;
        }
        quarters * ONE as i32 / 4
    };

    /// What the sums of regions add to the first layer for the side to move.
    #[inline(always)]
    fn of<L: Lanes>(&self, regions: &[RegionTotals; REGIONS], side: Color) -> FirstSums<L> {
        let mut all = L::same_sums(0);
        for (totals, kind) in regions.iter().zip(KINDS) {
            let totals = L::load(totals).within(MOST as i16);
            let totals = if side == Color::Black { totals } else { totals.turned() };
            let mut input = [0; 2 * NEAR];
            totals.store(&mut input);
            let branches = &self.branches[kind];
            let one = held::<L>(branches.sums::<L>(0, &input, branches.begin::<L>(0)));
            let other = held::<L>(branches.sums::<L>(1, &input, branches.begin::<L>(1)));
            let star = L::shifted(L::multiply(one, other), ONE.ilog2());
            all = L::add_sums(all, L::multiply(star, L::same_sums(QUARTERS[kind].into())));
        }
        let mut input = [0; STARS];
        // From quarters to whole numbers.
        L::store_short(L::shifted(all, 2), &mut input);
        let begin = [self.into.begin::<L>(0), self.into.begin::<L>(1)];
        [self.into.sums::<L>(0, &input, begin[0]), self.into.sums::<L>(1, &input, begin[1])]
    }
}

/// The sums of the first layer.
type FirstSums<L> = [<L as Lanes>::Sums; HIDDEN[0] / GROUP];

/// The numbers of a network.
pub struct PointNet {
    /// What classes and windows add to points.
    pub rows: PointRows,
    /// The first layer, which reads the sums.
    pub first: Dense<SUMS, { HIDDEN[0] }>,
    /// The second layer, which reads the first.
    pub second: Dense<{ HIDDEN[0] }, { HIDDEN[1] }>,
    /// Weights of the value; 4,096 for one unit where the neuron is 1.
    pub value: [i32; HIDDEN[1]],
    /// What the value has without any neuron; 4,096 for one unit.
    pub value_bias: i32,
    /// What hears where on the board things stand, if the network has it.
    pub regional: Option<Regional>,
    /// What the loops are compiled for.
    pub registers: Registers,
}

impl PointNet {
    /// The value of a board with the sums `totals` for the side to move, in internal units.
    pub fn value(&self, totals: &PointTotals, side: Color) -> i32 {
        match self.registers {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code for wider registers")]
            // SAFETY: `Registers` are those that the processor has.
            Registers::Avx512 => unsafe { self.value_avx512(totals, side) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code for wider registers")]
            // SAFETY: as above.
            Registers::Avx2 => unsafe { self.value_avx2(totals, side) },
            Registers::Usual => self.value_of::<Usual>(totals, side),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn value_avx512(&self, totals: &PointTotals, side: Color) -> i32 {
        self.value_of::<Avx512>(totals, side)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn value_avx2(&self, totals: &PointTotals, side: Color) -> i32 {
        self.value_of::<Avx2>(totals, side)
    }

    #[inline(always)]
    fn value_of<L: Lanes>(&self, totals: &PointTotals, side: Color) -> i32 {
        let mut input = [0_i16; SUMS];
        let [own, other] = [&totals.all[side], &totals.all[!side]].map(|sums| sums.as_chunks().0);
        for (input, totals) in input.as_chunks_mut().0.iter_mut().zip(own.iter().chain(other)) {
            let totals = L::shifted(L::load_sums(totals), SUM_SHIFT);
            L::store_short(L::between(totals, -MOST, MOST), input);
        }
        let mut begin = [self.first.begin::<L>(0), self.first.begin::<L>(1)];
        if let Some(regional) = &self.regional {
            let more = regional.of::<L>(&totals.regions, side);
            begin = [L::add_sums(begin[0], more[0]), L::add_sums(begin[1], more[1])];
        }
        let mut first = [0_i16; HIDDEN[0]];
        for (group, neurons) in first.as_chunks_mut().0.iter_mut().enumerate() {
            L::store_short(held::<L>(self.first.sums::<L>(group, &input, begin[group])), neurons);
        }
        let mut last = [0; HIDDEN[1]];
        let sums = self.second.sums::<L>(0, &first, self.second.begin::<L>(0));
        L::store_sums(held::<L>(sums), &mut last);
        let products = last.iter().zip(&self.value).map(|(neuron, weight)| neuron * weight);
        let sum = self.value_bias + products.sum::<i32>();
        sum >> VALUE_FRACTION
    }
}
