//! The lookups that shapes are followed with.

use std::sync::Arc;

use super::changed::ChangedPoint;
use super::points::PointNet;
use super::policy::Policy;
use super::sums::PlayerSums;
use super::table::ShapeTable;
use super::threat::Combinations;
use crate::game::Color;

/// The lookups of one rule and `k`, with the values of one evaluation.
pub struct Tables {
    /// Lines to shapes.
    pub shapes: ShapeTable,
    /// Shapes to threats: one lookup for both players, or one for each where the
    /// rule tells them apart.
    pub combinations: Vec<Combinations>,
    /// How moves are chosen: the same for both players, or for each.
    pub policy: Vec<Policy>,
    /// What a sum of values counts by the number of stones that stand, in 256ths; the last entry is
    /// for all further numbers.
    pub scale: [i32; STAGES],
    /// The network over all points, if there is one.
    pub points: Option<Arc<PointNet>>,
}

/// Numbers of stones that are told apart.
pub const STAGES: usize = 65;

impl Tables {
    /// Shapes to threats for one player.
    #[inline]
    pub(super) fn combinations(&self, color: Color) -> &Combinations {
        &self.combinations[color.index() & (self.combinations.len() - 1)]
    }

    /// How one player chooses moves.
    #[inline]
    pub(super) fn policy(&self, color: Color) -> &Policy {
        &self.policy[color.index() & (self.policy.len() - 1)]
    }

    /// Brings sums up to date with points that were changed.
    pub(super) fn update(&self, sums: &mut PlayerSums, entries: &[ChangedPoint]) {
        // One player's at a time, so that the sums need not be written before the end.
        for entries in entries.chunk_by(|one, next| one.color() == next.color()) {
            let color = entries[0].color();
            let combinations = self.combinations(color);
            let mut sum = sums[color];
            for &ChangedPoint { before, after, .. } in entries {
                let rows = [after, before.row()];
                let [new, old] = rows.map(|row| combinations.worth(row));
                sum.exchange(new, old);
            }
            sums[color] = sum;
        }
    }
}
