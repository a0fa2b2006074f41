//! What the session knows of a manager that runs its games: whether it has set up a board,
//! how much memory it leaves us, and the moves that it leaves out of searches.

use crate::control::Limits;
use crate::game::{Color, Position, Square};

use super::message::{Ban, Point, Problem};

/// Memory of the process beside what the option `Hash` counts, in mebibytes:
/// program, fixed tables, threads, and what the system adds.
const BESIDE_HASH_MB: u64 = 16;

/// The most memory that the hash table gets unasked, in mebibytes: more takes seconds to clear and
/// does little for the moves of a game.
const USEFUL_HASH_MB: usize = 512;

/// A manager, as far as it has made itself known.
#[derive(Debug, Default)]
pub(super) struct Manager {
    has_board: bool,
    /// The bytes that the process may use.
    memory_limit: Option<u64>,
    /// Whether the manager has said how many bytes the process may use, or asks for moves without.
    is_memory_settled: bool,
    /// Whether the option `Hash` was set, which is then an upper limit.
    hash_is_chosen: bool,
    bans: Vec<Ban>,
}

impl Manager {
    /// Whether the manager has set up a board.
    pub fn has_board(&self) -> bool {
        self.has_board
    }

    /// The manager has set up a board.
    pub fn set_up_board(&mut self) {
        self.has_board = true;
    }

    /// The manager says how many bytes the process may use.
    pub fn limit_memory(&mut self, bytes: Option<u64>) {
        self.memory_limit = bytes;
        self.is_memory_settled = true;
    }

    /// The manager asks for a move: what it has said of memory until now is all.
    pub fn settle_memory(&mut self) {
        self.is_memory_settled = true;
    }

    /// The option `Hash` was set.
    pub fn choose_hash(&mut self) {
        self.hash_is_chosen = true;
    }

    /// The size of the hash table, in mebibytes, where the option says `hash_mb`.
    pub fn hash_mb(&self, hash_mb: usize) -> usize {
        self.memory_limit.map_or(hash_mb, |bytes| self.within(bytes, hash_mb))
    }

    /// As [`Manager::hash_mb`], but before the first move. Managers tell the limit of memory after
    /// the first board, so the large table has to wait for it: what was used once counts for ever.
    pub fn early_hash_mb(&self, hash_mb: usize) -> usize {
        if self.is_memory_settled || self.hash_is_chosen {
            self.hash_mb(hash_mb)
        } else {
            self.within(0, hash_mb)
        }
    }

    fn within(&self, bytes: u64, hash_mb: usize) -> usize {
        let room = (bytes >> 20).saturating_sub(BESIDE_HASH_MB).max(1) as usize;
        let wanted = if self.hash_is_chosen { hash_mb } else { USEFUL_HASH_MB };
        wanted.min(room)
    }

    /// The bench needs a fixed table of its own and the shapes of every rule, so
    /// that no limit but none is certain to hold.
    pub fn check_memory_for_bench(&self) -> Result<(), Problem> {
        let refuse =
            |bytes| Problem::new("bench", format!("max_memory {bytes}"), "no limit of memory");
        self.memory_limit.map_or(Ok(()), |bytes| Err(refuse(bytes)))
    }

    /// Leaves moves out of searches.
    pub fn ban(&mut self, bans: Vec<Ban>) {
        self.bans.extend(bans);
    }

    /// Lifts bans.
    pub fn allow(&mut self, allowed: &[Ban]) {
        self.bans.retain(|ban| {
            let all = match ban {
                Ban::Path(_) => Ban::AllPaths,
                _ => Ban::AllPoints,
            };
            !allowed.contains(ban) && !allowed.contains(&all)
        });
    }

    /// The limits with all moves of the position to consider but the banned ones, if any is
    /// banned now and any is left.
    pub fn within_bans(&self, limits: Limits, position: &Position) -> Limits {
        let banned: Vec<Square> =
            self.bans.iter().filter_map(|ban| banned_now(ban, position)).collect();
        if banned.is_empty() {
            return limits;
        }
        let mut search_moves = position.legal_moves();
        search_moves.retain(|mv| !banned.contains(&mv.square()));
        Limits { search_moves, ..limits }
    }
}

/// The points that bans name.
pub(super) fn banned_points(bans: &[Ban]) -> impl Iterator<Item = Point> + '_ {
    let named = bans.iter().flat_map(|ban| match ban {
        Ban::Point(point) => std::slice::from_ref(point),
        Ban::Path(path) => path,
        Ban::AllPoints | Ban::AllPaths => &[],
    });
    named.copied()
}

/// The empty square that a ban closes in this position.
fn banned_now(ban: &Ban, position: &Position) -> Option<Square> {
    let size = position.size();
    let last = match ban {
        Ban::Point(point) => point,
        Ban::Path(path) => {
            let (last, stones) = path.split_last()?;
            let stands = |(number, point): (usize, &Point)| {
                let color = if number % 2 == 0 { Color::Black } else { Color::White };
                let stone = point.on(size).and_then(|square| position.at(square));
                stone.is_some_and(|stone| stone.color == color)
            };
            let is_here =
                stones.len() == position.stone_count() && stones.iter().enumerate().all(stands);
            is_here.then_some(last)?
        }
        Ban::AllPoints | Ban::AllPaths => return None,
    };
    last.on(size).filter(|&square| position.is_empty(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_into_the_memory_that_there_is() {
        let mut manager = Manager::default();
        let table = |manager: &mut Manager, mebibytes: Option<u64>, option| {
            manager.limit_memory(mebibytes.map(|it| it << 20));
            manager.hash_mb(option)
        };
        assert_eq!(table(&mut manager, None, 16), 16);
        for (mebibytes, expected) in [(1, 1), (20, 4), (350, 334), (100_000, USEFUL_HASH_MB)] {
            assert_eq!(table(&mut manager, Some(mebibytes), 16), expected);
        }
        manager.choose_hash();
        for (mebibytes, expected) in [(20, 4), (350, 100), (100_000, 100)] {
            assert_eq!(table(&mut manager, Some(mebibytes), 100), expected);
        }
        assert_eq!(table(&mut manager, None, 100), 100);
    }

    #[test]
    fn a_large_table_waits_for_the_limit() {
        let mut manager = Manager::default();
        assert_eq!((manager.early_hash_mb(64), manager.hash_mb(64)), (1, 64));
        manager.settle_memory();
        assert_eq!(manager.early_hash_mb(64), 64);
        let mut chosen = Manager::default();
        chosen.choose_hash();
        assert_eq!(chosen.early_hash_mb(64), 64);
    }
}
