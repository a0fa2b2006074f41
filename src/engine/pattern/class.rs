//! The named shapes of one line, and how good they are.

/// What a player makes in one line by playing an empty point, weakest first.
///
/// Everything follows from *five*, a winning line of `k` stones (the names are
/// those of `k` = 5; a four is one stone short of `k`, a three two stones):
/// a point makes a **four** if some further point makes a five; an **open
/// four** if it is an unbroken run of `k - 1` stones with a five point at each
/// end; an **open three** if some further point makes an open four; a **three**
/// if some further point makes a four but none an open four; and so on down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No winning line through the point is possible any more.
    Dead,
    /// A winning line is possible, but more than two further moves away from a four.
    Live,
    /// One move from a three.
    Two,
    /// One move from an open three.
    OpenTwo,
    /// One move from a four.
    Three,
    /// One move from an open four.
    OpenThree,
    /// One point makes a five.
    Four,
    /// Two separate points make a five, but not as the ends of one run.
    DoubleFour,
    /// An unbroken run of `k - 1` with a five point at each end.
    OpenFour,
    /// Too many in a row, for a player to whom that is forbidden.
    Overline,
    /// A winning line.
    Five,
}

impl Shape {
    /// Every shape, weakest first.
    pub const ALL: [Shape; 11] = [
        Shape::Dead,
        Shape::Live,
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Overline,
        Shape::Five,
    ];

    /// The shape of that number, as stored in four bits.
    pub const fn from_bits(bits: u8) -> Shape {
        Shape::ALL[bits as usize]
    }

    /// The name in `patterns` output and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Dead => "dead",
            Shape::Live => "live",
            Shape::Two => "two",
            Shape::OpenTwo => "open-two",
            Shape::Three => "three",
            Shape::OpenThree => "open-three",
            Shape::Four => "four",
            Shape::DoubleFour => "double-four",
            Shape::OpenFour => "open-four",
            Shape::Overline => "overline",
            Shape::Five => "five",
        }
    }
}

/// The shapes that a player makes at one point in the four directions, packed
/// four bits each, [`Direction`](crate::game::Direction) order from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Shapes(pub u16);

impl Shapes {
    /// The shape in one direction (0..4).
    pub const fn get(self, direction: usize) -> Shape {
        Shape::from_bits((self.0 >> (4 * direction) & 15) as u8)
    }

    /// The four shapes.
    pub fn all(self) -> [Shape; 4] {
        std::array::from_fn(|direction| self.get(direction))
    }
}
