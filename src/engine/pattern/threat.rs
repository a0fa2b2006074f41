//! Joining the shapes of four directions into what a point is worth.

use super::class::{Shape, Shapes};
use super::policy::PAIRS;
use super::sums::Worth;
use crate::game::{Color, Rule};

/// What a player gets by playing a point, weakest first: names are joined where the same
/// moves answer them. For people there are [`ThreatName`](super::ThreatName)s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that forces.
    #[default]
    None,
    /// An open three.
    Three,
    /// Two or more open threes.
    DoubleThree,
    /// A four that one move answers.
    Four,
    /// A four and an open three.
    FourThree,
    /// A four that one move does not answer: open, or two at once.
    OpenFour,
    /// A winning line.
    Five,
    /// Forbidden by double-four or overline.
    Foul,
}

impl Threat {
    /// Every threat, weakest first.
    pub const ALL: [Threat; 8] = [
        Threat::None,
        Threat::Three,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Foul,
    ];
}

/// A player's shapes at a point and the row of the lookups that is about them, as one
/// word, since it is read and written all the time. From the lowest bit: the shapes (16
/// bits) and the row (16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded(u32);

impl Coded {
    /// No shape at all: what a stone is as a point.
    pub const NOTHING: Coded = Coded(0);

    /// The shapes.
    #[inline]
    pub const fn shapes(self) -> Shapes {
        Shapes(self.0 as u16)
    }

    /// Whether the best of the lines is at most an open two, and at most one of them is.
    #[inline]
    pub const fn is_weak(self) -> bool {
        // Any four weaker lines have a smaller sum than two open twos.
        self.row() < 2 * CODES[Shape::OpenTwo as usize]
    }

    /// The row of the lookups.
    #[inline]
    pub(super) const fn row(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The shapes with `new` in place of `old` in one direction (0..4), and the row that follows;
    /// shapes are given by their numbers (0..16).
    #[inline]
    #[must_use]
    pub const fn exchange(self, direction: usize, old: u64, new: u64) -> Coded {
        let (was, is) = (CODES[(old & 15) as usize], CODES[(new & 15) as usize]);
        let row = (is as u32).wrapping_sub(was as u32) << 16;
        let shapes = ((old ^ new) & 15) as u32;
        Coded(self.0.wrapping_add(row) ^ shapes << (4 * direction))
    }
}

/// A player's shapes at a point and what they mean together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    shapes: Shapes,
    row: ThreatRow,
}

/// What an evaluation says of the points with some combination of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// What the points add to the evaluation.
    pub worth: Worth,
    /// How early the player tries a move at the point; larger is earlier.
    pub attack: i16,
    /// How early the opponent does.
    pub defence: i16,
}

impl Combination {
    /// The shapes themselves.
    #[inline]
    pub const fn shapes(self) -> Shapes {
        self.shapes
    }

    /// How early the player tries a move at the point; larger is earlier.
    #[inline]
    pub const fn attack(self) -> i16 {
        self.row.attack
    }

    /// How early the opponent does.
    #[inline]
    pub const fn defence(self) -> i16 {
        self.row.defence
    }

    /// The threat.
    #[inline]
    pub const fn threat(self) -> Threat {
        self.row.meaning.threat
    }

    /// Whether the rules may forbid the point for a double-three, which only
    /// the board can tell.
    #[inline]
    pub const fn is_suspect(self) -> bool {
        self.row.meaning.is_suspect
    }

    /// Whether the point makes a four that leads nowhere by itself: no other line
    /// of it is one move from a further four.
    #[inline]
    pub const fn is_lone_four(self) -> bool {
        self.row.meaning.is_lone_four
    }

    /// The two strongest lines of the point as a number below [`PAIRS`].
    #[inline]
    pub const fn strongest(self) -> usize {
        self.row.meaning.strongest as usize
    }
}

/// Threats whose points are kept in sets, one set for each group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Group {
    /// None of the others: not kept.
    Rest,
    /// Points that complete a winning line.
    Fives,
    /// Points that make a four that one move does not answer.
    OpenFours,
    /// Points that make a four that one move answers.
    Fours,
    /// Points that make an open three and no four.
    Threes,
}

impl Group {
    /// Every group.
    pub const ALL: [Group; 5] =
        [Group::Rest, Group::Fives, Group::OpenFours, Group::Fours, Group::Threes];

    const fn of(threat: Threat) -> Group {
        match threat {
            Threat::Five => Group::Fives,
            Threat::OpenFour => Group::OpenFours,
            Threat::Four | Threat::FourThree => Group::Fours,
            Threat::Three | Threat::DoubleThree => Group::Threes,
            Threat::None | Threat::Foul => Group::Rest,
        }
    }
}

/// What four shapes mean together, see [`Combination`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Meaning {
    threat: Threat,
    is_suspect: bool,
    is_lone_four: bool,
    strongest: u8,
}

impl Meaning {
    /// Joins four shapes; `fouls` says whether the rules forbid the player any.
    fn of(shapes: [Shape; 4], fouls: bool) -> Meaning {
        let (threat, is_suspect) = join(shapes, fouls);
        let strong = shapes.iter().filter(|&&shape| shape >= Shape::Three).count();
        let is_lone_four = threat == Threat::Four && strong == 1;
        Meaning { threat, is_suspect, is_lone_four, strongest: pair(shapes) as u8 }
    }
}

/// A number for each shape, in the order of [`Shape`]: the least ones of which no
/// two different choices of four have the same sum. So the sum of a point's four
/// stands for its shapes in any order, follows the change of a single one, and
/// frequent shapes share a small part of the lookup.
const CODES: [u16; 16] = [0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 0, 0, 0, 0, 0];

/// Number of rows: one more than the largest sum.
pub(super) const ROWS: usize = 4 * CODES[Shape::ALL.len() - 1] as usize + 1;

/// The row of a combination.
pub(super) fn row_of(shapes: [Shape; 4]) -> usize {
    shapes.into_iter().map(|shape| usize::from(CODES[shape as usize])).sum()
}

/// What a combination of shapes means for the choice of moves, whatever their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(8))]
struct ThreatRow {
    attack: i16,
    defence: i16,
    meaning: Meaning,
}

/// The meaning of every combination of shapes, for one player.
pub struct Combinations {
    rows: Box<[ThreatRow]>,
    /// Apart from the rows, which are read at every move and should stay small.
    groups: Box<[Group]>,
    /// Read only where sums are brought up to date.
    worths: Box<[Worth]>,
}

impl Combinations {
    /// Builds the lookup for a rule and player; `rate` rates a combination, for
    /// which the order of its shapes must not matter.
    pub fn build(
        rule: Rule,
        color: Color,
        rate: impl Fn([Shape; 4], Threat) -> Rating,
    ) -> Combinations {
        let fouls = rule.has_fouls(color);
        let mut rows = vec![ThreatRow::default(); ROWS].into_boxed_slice();
        let mut groups = vec![Group::Rest; ROWS].into_boxed_slice();
        let mut worths = vec![Worth::default(); ROWS].into_boxed_slice();
        let count = Shape::ALL.len();
        for number in 0..count.pow(4) {
            let shapes: [Shape; 4] =
                std::array::from_fn(|place| Shape::ALL[number / count.pow(place as u32) % count]);
            if !shapes.is_sorted() {
                continue;
            }
            let row = row_of(shapes);
            let meaning = Meaning::of(shapes, fouls);
            let Rating { worth, attack, defence } = rate(shapes, meaning.threat);
            rows[row] = ThreatRow { attack, defence, meaning };
            groups[row] = Group::of(meaning.threat);
            worths[row] = worth;
        }
        Combinations { rows, groups, worths }
    }

    /// What shapes mean together.
    #[inline]
    pub fn combination(&self, coded: Coded) -> Combination {
        Combination { shapes: coded.shapes(), row: self.rows[usize::from(coded.row())] }
    }

    /// The set in which a point with these shapes is kept.
    #[inline]
    pub fn group(&self, coded: Coded) -> Group {
        self.groups[usize::from(coded.row())]
    }

    /// What the points with the combination of a row are worth to the player.
    #[inline]
    pub(super) fn worth(&self, row: u16) -> Worth {
        self.worths[usize::from(row)]
    }
}

/// The number of the two strongest of four shapes.
pub fn pair(mut shapes: [Shape; 4]) -> usize {
    shapes.sort_unstable();
    let [.., second, first] = shapes.map(|shape| shape as usize);
    (first * (first + 1) / 2 + second).min(PAIRS - 1)
}

/// Threat of four shapes, and whether a double-three may forbid the point.
fn join(shapes: [Shape; 4], fouls: bool) -> (Threat, bool) {
    let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
    let twins = count(&[Shape::DoubleFour]);
    let open_fours = count(&[Shape::OpenFour]);
    let sum = count(&[Shape::Four]) + open_fours + 2 * twins;
    let threes = count(&[Shape::OpenThree]);
    if count(&[Shape::Five]) > 0 {
        return (Threat::Five, false);
    }
    if fouls && (sum >= 2 || count(&[Shape::Overline]) > 0) {
        return (Threat::Foul, false);
    }
    let threat = match (sum, threes) {
        _ if open_fours > 0 || sum >= 2 => Threat::OpenFour,
        (1, 0) => Threat::Four,
        (1, _) => Threat::FourThree,
        (_, 0) => Threat::None,
        (_, 1) => Threat::Three,
        _ => Threat::DoubleThree,
    };
    (threat, fouls && threes >= 2)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_combinations_share_a_row() {
        let mut rows = HashSet::new();
        let mut choices = 0;
        let count = Shape::ALL.len();
        for a in 0..count {
            for b in a..count {
                for c in b..count {
                    for d in c..count {
                        rows.insert([a, b, c, d].map(|shape| CODES[shape]).iter().sum::<u16>());
                        choices += 1;
                    }
                }
            }
        }
        assert_eq!(rows.len(), choices);
    }

    #[test]
    fn weak_points_have_one_open_two_at_most() {
        let count = Shape::ALL.len();
        for number in 0..count.pow(4) {
            let shapes: [Shape; 4] =
                std::array::from_fn(|place| Shape::ALL[number / count.pow(place as u32) % count]);
            let coded = (0..4).fold(Coded::NOTHING, |coded, direction| {
                coded.exchange(direction, Shape::Dead as u64, shapes[direction] as u64)
            });
            assert_eq!(coded.shapes().all(), shapes);
            let open_twos = shapes.iter().filter(|&&shape| shape == Shape::OpenTwo).count();
            let is_weak = shapes.iter().all(|&shape| shape <= Shape::OpenTwo) && open_twos < 2;
            assert_eq!(coded.is_weak(), is_weak, "{shapes:?}");
        }
    }
}
