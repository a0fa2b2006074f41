//! Which engines meet, from which opening, in which game: pure arithmetic.
//!
//! Every game can be computed from its number alone, so a match that was
//! interrupted goes on where it stopped, and games may run in any order.

use clap::ValueEnum;
use thiserror::Error;

use tengen_engine::player::{seeded, shuffle};

/// Which engines meet. With two engines both are the same: a pair match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum Mode {
    /// Every engine meets every other one.
    #[default]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

/// The order in which openings are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum Order {
    /// As the list has them.
    #[default]
    File,
    /// Shuffled once, by the seed of the match.
    Random,
}

/// What a schedule is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of engines, 2 or more.
    pub engines: usize,
    /// Which engines meet.
    pub mode: Mode,
    /// Games in total, 1 or more.
    pub games: u64,
    /// Number of openings, 1 or more; the empty board counts as one.
    pub openings: usize,
    /// The order in which they are taken.
    pub order: Order,
    /// Symmetries that later rounds through the openings go through: 8 on a
    /// square board, 4 on others, 1 to play every opening as it is given.
    pub symmetries: usize,
    /// Seed of the order and of the games.
    pub seed: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 0.
    pub number: u64,
    /// The number of its pair, from 0: the two games of a pair differ in colours only.
    pub pair: u64,
    /// Index of the engine that plays Black.
    pub black: usize,
    /// Index of the engine that plays White.
    pub white: usize,
    /// Index of the opening in its list.
    pub opening: usize,
    /// Index of the symmetry among those of the board, 0 for the identity.
    pub symmetry: usize,
    /// What Black gets as `Seed`, and what White's is made from: 1 to 2^31-1, the
    /// same in both games of a pair, so that two copies of one engine mirror each
    /// other.
    pub seed: u64,
}

/// A plan that cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Too few engines.
    #[error("{0} engines: expected 2 or more")]
    Engines(usize),
    /// No game.
    #[error("0 games: expected 1 or more")]
    Games,
    /// No opening.
    #[error("0 openings: expected 1 or more")]
    Openings,
}

/// All games of a match, each computed when it is asked for.
#[derive(Clone, Debug)]
pub struct Schedule {
    plan: Plan,
    /// The pairs of engines of one round; the lower index plays Black first.
    pairings: Vec<(usize, usize)>,
    /// The openings in the order in which they are taken.
    openings: Vec<usize>,
}

/// Seeds are given to engines as options, whose numbers stay below 2^31.
const SEEDS: u64 = (1 << 31) - 1;

impl Schedule {
    /// The schedule of a plan.
    ///
    /// # Errors
    /// When there are too few engines, games or openings.
    pub fn new(plan: Plan) -> Result<Schedule, PlanError> {
        match plan {
            Plan { engines: 0 | 1, .. } => return Err(PlanError::Engines(plan.engines)),
            Plan { games: 0, .. } => return Err(PlanError::Games),
            Plan { openings: 0, .. } => return Err(PlanError::Openings),
            _ => {}
        }
        let pairings = match plan.mode {
            Mode::RoundRobin => round_robin(plan.engines),
            Mode::Gauntlet => (1..plan.engines).map(|other| (0, other)).collect(),
        };
        let mut openings: Vec<usize> = (0..plan.openings).collect();
        if plan.order == Order::Random {
            shuffle(&mut openings, &mut seeded(plan.seed));
        }
        Ok(Schedule { plan, pairings, openings })
    }

    /// The game of that number, from 0; `None` after the last one.
    ///
    /// Games `2n` and `2n + 1` are a pair. In a round every pairing plays a pair
    /// from the same opening; the next round takes the next opening, and after
    /// the last one the next symmetry.
    pub fn game(&self, number: u64) -> Option<Game> {
        if number >= self.plan.games {
            return None;
        }
        let pair = number / 2;
        let (round, pairing) = split(pair, self.pairings.len());
        let (pass, opening) = split(round, self.openings.len());
        let (_, symmetry) = split(pass, self.plan.symmetries.max(1));
        let (first, second) = self.pairings[pairing];
        let (black, white) =
            if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        Some(Game {
            number,
            pair,
            black,
            white,
            opening: self.openings[opening],
            symmetry,
            seed: 1 + (self.plan.seed % SEEDS + pair % SEEDS) % SEEDS,
        })
    }

    /// Every game in order.
    pub fn games(&self) -> impl Iterator<Item = Game> + '_ {
        (0..self.plan.games).filter_map(|number| self.game(number))
    }

    /// The pairs of engines that meet, in the order of a round.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// What the schedule was made of.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }
}

/// The quotient of `number` by `length`, and the remainder as an index of a list that long.
fn split(number: u64, length: usize) -> (u64, usize) {
    let length = length as u64;
    (number / length, (number % length) as usize)
}

/// Every engine against every other, by the circle method: one engine stays, the
/// others walk round it, so that none has to wait long for its next game.
fn round_robin(engines: usize) -> Vec<(usize, usize)> {
    // With an odd number one place stays empty, and the engine that meets it rests.
    let places = engines + engines % 2;
    let walkers = places - 1;
    let mut pairings = Vec::with_capacity(engines * (engines - 1) / 2);
    for turn in 0..walkers {
        let at = |place: usize| if place == 0 { 0 } else { 1 + (turn + place - 1) % walkers };
        for place in 0..places / 2 {
            let (one, other) = (at(place), at(walkers - place));
            if one.max(other) < engines {
                pairings.push((one.min(other), one.max(other)));
            }
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn plan() -> Plan {
        Plan {
            engines: 2,
            mode: Mode::RoundRobin,
            games: 12,
            openings: 3,
            order: Order::File,
            symmetries: 2,
            seed: 0,
        }
    }

    fn games(plan: Plan) -> Vec<Game> {
        Schedule::new(plan).unwrap().games().collect()
    }

    #[test]
    fn a_pair_match_goes_through_openings_then_symmetries() {
        let games = games(plan());
        let seen: Vec<_> =
            games.iter().map(|game| (game.black, game.opening, game.symmetry)).collect();
        let expected = [
            (0, 0, 0),
            (1, 0, 0),
            (0, 1, 0),
            (1, 1, 0),
            (0, 2, 0),
            (1, 2, 0),
            (0, 0, 1),
            (1, 0, 1),
            (0, 1, 1),
            (1, 1, 1),
            (0, 2, 1),
            (1, 2, 1),
        ];
        assert_eq!(seen, expected);
        assert!(games.iter().all(|game| game.black + game.white == 1));
        assert_eq!(
            games.iter().map(|game| game.number).collect::<Vec<_>>(),
            (0..12).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_games_of_a_pair_differ_in_colours_only() {
        let plan = Plan { engines: 5, games: 400, order: Order::Random, seed: 7, ..plan() };
        let games = games(plan);
        for pair in games.chunks(2) {
            let &[first, second] = pair else { panic!("{pair:?}") };
            assert_eq!((first.black, first.white), (second.white, second.black));
            let number = second.number;
            assert_eq!(Game { number, black: first.white, white: first.black, ..first }, second);
        }
    }

    #[test]
    fn everyone_meets_everyone_once_in_a_round() {
        for engines in 2..=9 {
            let pairings = round_robin(engines);
            let mut sorted = pairings.clone();
            sorted.sort_unstable();
            let all: Vec<_> = (0..engines)
                .flat_map(|one| (one + 1..engines).map(move |two| (one, two)))
                .collect();
            assert_eq!(sorted, all);
            // No engine plays twice in a turn of the circle.
            for turn in pairings.chunks(engines / 2) {
                let mut players: Vec<_> = turn.iter().flat_map(|&(one, two)| [one, two]).collect();
                players.sort_unstable();
                players.dedup();
                assert_eq!(players.len(), 2 * turn.len(), "{pairings:?}");
            }
        }
    }

    #[test]
    fn a_gauntlet_is_one_against_the_rest() {
        let plan = Plan { engines: 4, mode: Mode::Gauntlet, games: 60, ..plan() };
        let mut met: BTreeMap<usize, usize> = BTreeMap::new();
        for game in games(plan) {
            assert!(game.black == 0 || game.white == 0);
            *met.entry(game.black + game.white).or_default() += 1;
        }
        assert_eq!(met.into_iter().collect::<Vec<_>>(), [(1, 20), (2, 20), (3, 20)]);
    }

    #[test]
    fn in_a_round_all_play_the_same_opening() {
        let schedule = Schedule::new(Plan { engines: 4, games: 1000, ..plan() }).unwrap();
        let round = 2 * schedule.pairings().len();
        let games: Vec<Game> = schedule.games().collect();
        for games in games.chunks(round) {
            let (opening, symmetry) = (games[0].opening, games[0].symmetry);
            assert!(games.iter().all(|game| (game.opening, game.symmetry) == (opening, symmetry)));
        }
    }

    #[test]
    fn any_game_is_found_by_its_number_alone() {
        let plan = Plan { engines: 3, games: 333, order: Order::Random, seed: 5, ..plan() };
        let schedule = Schedule::new(plan).unwrap();
        let again = Schedule::new(plan).unwrap();
        for (number, game) in schedule.games().enumerate().collect::<Vec<_>>().into_iter().rev() {
            assert_eq!(again.game(number as u64), Some(game));
        }
        assert_eq!(schedule.game(333), None);
        assert_eq!(schedule.game(u64::MAX), None);
    }

    #[test]
    fn a_longer_match_begins_with_the_shorter_one() {
        let short = Plan { engines: 3, games: 17, order: Order::Random, seed: 5, ..plan() };
        let long = Plan { games: 170, ..short };
        assert_eq!(games(short)[..], games(long)[..17]);
    }

    #[test]
    fn shuffled_lists_hold_every_opening_and_depend_on_the_seed() {
        let order = |seed| {
            let plan = Plan { games: 100, openings: 50, order: Order::Random, seed, ..plan() };
            games(plan).iter().step_by(2).map(|game| game.opening).collect::<Vec<_>>()
        };
        let mut sorted = order(3);
        assert_ne!(sorted, order(4));
        assert_eq!(sorted, order(3));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn seeds_fit_and_differ() {
        for seed in [0, 1, SEEDS - 1, SEEDS, u64::MAX] {
            let seeds: Vec<u64> =
                games(Plan { seed, ..plan() }).iter().map(|game| game.seed).collect();
            assert!(seeds.iter().all(|seed| (1..1 << 31).contains(seed)), "{seeds:?}");
            assert!(seeds.chunks(2).all(|pair| pair[0] == pair[1]), "{seeds:?}");
            assert!(seeds.windows(3).all(|games| games[0] != games[2]), "{seeds:?}");
        }
    }

    #[test]
    fn empty_plans_are_refused() {
        let refusal = |plan| Schedule::new(plan).unwrap_err().to_string();
        assert_eq!(refusal(Plan { engines: 1, ..plan() }), "1 engines: expected 2 or more");
        assert_eq!(refusal(Plan { games: 0, ..plan() }), "0 games: expected 1 or more");
        assert_eq!(refusal(Plan { openings: 0, ..plan() }), "0 openings: expected 1 or more");
    }
}
