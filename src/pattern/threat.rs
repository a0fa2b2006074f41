//! Joining the shapes of four directions into what a point is worth.

use super::class::{Shape, Shapes};
use crate::game::{Color, Rule};

/// What a player gets by playing a point, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that forces.
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
    /// The name in `moves` output and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Threat::None => "none",
            Threat::Three => "open-three",
            Threat::DoubleThree => "double-three",
            Threat::Four => "four",
            Threat::FourThree => "four-three",
            Threat::OpenFour => "open-four",
            Threat::Five => "five",
            Threat::Foul => "foul",
        }
    }
}

/// One row of the lookup: what a combination of four shapes means.
/// Eight bytes, so that it is read and written as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Combination {
    /// The shapes themselves.
    pub shapes: Shapes,
    /// The threat.
    pub threat: Threat,
    /// Whether the rules may forbid the point for a double-three, which only
    /// the board can tell.
    pub suspect: bool,
    /// What the evaluation attached.
    pub worth: Worth,
}

/// What a point with its shapes is worth to a player, in internal units. The
/// pattern layer sums these numbers up and knows nothing of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// When it is that player's turn.
    pub to_move: i16,
    /// When it is the opponent's turn.
    pub waiting: i16,
}

/// What an evaluation says of the points with some combination of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rating {
    /// What the points add to the evaluation.
    pub worth: Worth,
    /// How early the player tries a move there; larger is earlier.
    pub attack: i16,
    /// How early the opponent does.
    pub defence: i16,
}

impl Combination {
    /// Nothing at all: what a stone is worth as a point.
    pub const NOTHING: Combination = Combination {
        shapes: Shapes(0),
        threat: Threat::None,
        suspect: false,
        worth: Worth { to_move: 0, waiting: 0 },
    };
}

/// The meaning of every combination of shapes, for one player.
pub struct Combinations {
    rows: Box<[Combination]>,
    /// Apart from the rows, which are read at every move and should stay small.
    order: Box<[[i16; 2]]>,
}

impl Combinations {
    /// Builds the lookup for a rule and player; `rate` rates a combination.
    pub fn build(
        rule: Rule,
        color: Color,
        rate: impl Fn([Shape; 4], Threat) -> Rating,
    ) -> Combinations {
        let fouls = rule.has_fouls(color);
        let mut rows = vec![Combination::NOTHING; 1 << 16].into_boxed_slice();
        let mut order = vec![[0; 2]; 1 << 16].into_boxed_slice();
        let count = Shape::ALL.len();
        for number in 0..count.pow(4) {
            let shapes: [Shape; 4] =
                std::array::from_fn(|place| Shape::ALL[number / count.pow(place as u32) % count]);
            let packed =
                (0..4).fold(Shapes::default(), |all, place| all.with(place, shapes[place]));
            let (threat, suspect) = join(shapes, fouls);
            let Rating { worth, attack, defence } = rate(shapes, threat);
            rows[usize::from(packed.0)] = Combination { shapes: packed, threat, suspect, worth };
            order[usize::from(packed.0)] = [attack, defence];
        }
        Combinations { rows, order }
    }

    /// The meaning of a combination.
    #[inline]
    pub fn get(&self, shapes: Shapes) -> &Combination {
        &self.rows[usize::from(shapes.0)]
    }

    /// How early the player tries a move with that combination.
    #[inline]
    pub fn attack(&self, shapes: Shapes) -> i16 {
        self.order[usize::from(shapes.0)][0]
    }

    /// How early the opponent does.
    #[inline]
    pub fn defence(&self, shapes: Shapes) -> i16 {
        self.order[usize::from(shapes.0)][1]
    }
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
