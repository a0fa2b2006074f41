//! Levels of play: what a weaker opponent overlooks, and by how much.
//!
//! People lose in a way of their own: they see what is about to happen where
//! the game is going on, miss what lies farther off, follow few moves and not
//! deeply, and take the second best for the best. A [`Handicap`] says how much of
//! all that there is. Nothing in it is a time, so a level plays the same moves
//! on every machine.

use super::rng::{Rng, draw};

/// Lines that end the game with the next stone are seen at every level; all
/// else within these bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Moves that come into question at all; the largest number for every one.
    pub width: u32,
    /// The least distance from the last two stones at which threats are seen, in fifths of the
    /// length of a line. The distance is drawn for each move, and apart for own and for the
    /// opponent's threats.
    pub sight_least: u32,
    /// The largest distance that is drawn, in the unit of `sight_least`.
    pub sight_most: u32,
    /// How much the first look at a move errs, in hundredths of log-odds that it
    /// is the best one (standard deviation).
    pub rating_noise: u32,
    /// Hundredths of log-odds that a move loses for each fifth of the length of a line between it
    /// and the last stones.
    pub distance_penalty: u32,
    /// Plies that are thought ahead.
    pub depth: u32,
    /// Positions that are thought about.
    pub nodes: u32,
    /// Fours that are tried where a win by fours is looked for.
    pub fours: u32,
    /// How much the judgement after the first look errs, in internal units (standard deviation);
    /// 364 of them are a factor of e in the odds of winning.
    pub doubt: u32,
}

/// One row for each level below the strongest, with what its play is worth.
struct LevelRow {
    elo: u32,
    handicap: Handicap,
}

/// The weakest level.
pub const WEAKEST: u8 = 1;
/// The level without any handicap.
pub const STRONGEST: u8 = 10;

/// The rating of level 10 with 45,000 positions a move, about a tenth of a second.
pub const MOST_ELO: u32 = 2600;
/// The rating of level 1. The classic player `scoretable` has 1000.
pub const LEAST_ELO: u32 = 390;

/// Shorthand for the columns of the table.
const fn row(elo: u32, attention: [u32; 5], thought: [u32; 4]) -> LevelRow {
    let [width, sight_least, sight_most, rating_noise, distance_penalty] = attention;
    let [depth, nodes, fours, doubt] = thought;
    let handicap = Handicap {
        width,
        sight_least,
        sight_most,
        rating_noise,
        distance_penalty,
        depth,
        nodes,
        fours,
        doubt,
    };
    LevelRow { elo, handicap }
}

const ALL: u32 = Handicap::ALL;

/// What the levels can do, and what came of it: ratings from matches of 300 or 400
/// games between neighbours, freestyle 15x15, rounded to tens. The
/// last row is what level 10 comes to in a tenth of a second; it is only the upper
/// end for what lies between it and level 9.
const TABLE: [LevelRow; 10] = [
    //        width sight    noise distance  depth nodes fours doubt
    row(LEAST_ELO, [1, 0, 2, 400, 60], [1, 200, 0, 0]),
    row(650, [1, 0, 4, 250, 50], [1, 200, 0, 0]),
    row(900, [1, 1, 4, 235, 45], [1, 200, 0, 0]),
    row(1140, [4, 3, 8, 115, 23], [1, 400, 1, 220]),
    row(1380, [12, 6, 12, 60, 10], [6, 1_500, 30, 60]),
    row(1710, [14, 6, 13, 55, 9], [6, 600, 30, 0]),
    row(1890, [ALL, 40, 40, 0, 0], [100, 2_000, 500, 0]),
    row(2110, [ALL, 40, 40, 0, 0], [100, 5_000, 3_000, 0]),
    row(2360, [ALL, 40, 40, 0, 0], [100, 14_000, 200_000, 0]),
    row(MOST_ELO, [ALL, 40, 40, 0, 0], [100, 45_000, 200_000, 0]),
];

impl Handicap {
    /// The width at which every move comes into question.
    const ALL: u32 = u32::MAX;

    /// Whether every move is looked at, and judged as well as the search can.
    pub const fn is_thorough(&self) -> bool {
        self.width == Handicap::ALL && self.doubt == 0
    }
}

/// How well the engine plays where that is limited: with one handicap, or, between
/// two levels, now with this one and now with that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    lower: Handicap,
    upper: Handicap,
    /// Moves of 256 that are played with the upper one.
    share: u32,
}

impl Strength {
    /// The strength of a level; `None` at the strongest, and above.
    pub fn of_level(level: u8) -> Option<Strength> {
        let index = usize::from(level.max(WEAKEST) - WEAKEST);
        let handicap = TABLE[index.min(TABLE.len() - 1)].handicap;
        (level < STRONGEST).then_some(Strength { lower: handicap, upper: handicap, share: 0 })
    }

    /// What comes to that rating, on the scale of the levels; `None` from the
    /// rating of the strongest on.
    pub fn of_elo(elo: u32) -> Option<Strength> {
        let above = TABLE.iter().position(|row| elo < row.elo)?;
        let Some(below) = above.checked_sub(1) else { return Strength::of_level(WEAKEST) };
        let (low, high) = (&TABLE[below], &TABLE[above]);
        let share = 256 * (elo - low.elo) / (high.elo - low.elo);
        let upper = if share == 0 { low.handicap } else { high.handicap };
        Some(Strength { lower: low.handicap, upper, share })
    }

    /// The handicap of a move.
    pub fn draw(&self, rng: &mut Rng) -> Handicap {
        let is_upper = self.share > 0 && (draw(rng, 256) as u32) < self.share;
        if is_upper { self.upper } else { self.lower }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::seeded;

    #[test]
    fn only_the_strongest_has_no_handicap() {
        assert!((WEAKEST..STRONGEST).all(|level| Strength::of_level(level).is_some()));
        assert_eq!(Strength::of_level(STRONGEST), None);
        assert_eq!(Strength::of_elo(MOST_ELO), None);
        assert!(Strength::of_elo(MOST_ELO - 1).is_some());
    }

    #[test]
    fn ratings_and_levels_are_one_scale() {
        for (index, row) in TABLE[..9].iter().enumerate() {
            let level = Strength::of_level(index as u8 + WEAKEST);
            assert_eq!(Strength::of_elo(row.elo), level, "{}", row.elo);
        }
        assert_eq!(Strength::of_elo(0), Strength::of_level(WEAKEST));
        assert!(TABLE.windows(2).all(|pair| pair[0].elo < pair[1].elo));
    }

    #[test]
    fn a_higher_level_never_sees_less() {
        for pair in TABLE.windows(2) {
            let [below, above] = [&pair[0], &pair[1]];
            let (low, high) = (below.handicap, above.handicap);
            assert!(high.width >= low.width && high.depth >= low.depth, "{}", above.elo);
            assert!(
                high.sight_most >= low.sight_most && high.rating_noise <= low.rating_noise,
                "{}",
                above.elo
            );
            assert!(
                high.fours >= low.fours && high.distance_penalty <= low.distance_penalty,
                "{}",
                above.elo
            );
        }
    }

    #[test]
    fn between_two_levels_both_play_their_share() {
        let [low, high] = [&TABLE[3], &TABLE[4]];
        let strength = Strength::of_elo(low.elo + (high.elo - low.elo) / 4).unwrap();
        let mut rng = seeded(1);
        let drawn: Vec<Handicap> = (0..1000).map(|_| strength.draw(&mut rng)).collect();
        let uppers = drawn.iter().filter(|&&handicap| handicap == high.handicap).count();
        assert!((200..300).contains(&uppers), "{uppers}");
        assert!(drawn.iter().all(|each| [low.handicap, high.handicap].contains(each)));
    }
}
