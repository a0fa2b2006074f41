//! How fast a machine is, and whether it has time: games by the clock mean the same
//! everywhere when a slower machine gets more time for them, the idea of fishtest.

use std::fmt;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::control::{Limits, Quiet};
use tengen_engine::game::{Position, Variant};
use tengen_engine::search::{STACK_BYTES, SearchOptions, Searcher};

/// How long a machine is looked at.
const MEASURE: Duration = Duration::from_millis(500);
/// Memory of the search that is measured, in mebibytes.
const HASH_MB: usize = 16;
/// Positions of each search; always the same ones.
const NODES: u64 = 5_000;
/// Largest factor that times are stretched or shortened by.
const MOST: f64 = 4.0;

/// What a machine can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Speed {
    /// Positions that a thread searches in a second of the processor.
    pub positions: u64,
    /// The share of the processor that the slowest thread got.
    pub share: f64,
}

/// Why a machine takes no games by the clock.
#[derive(Debug, PartialEq)]
pub(super) enum Unfit {
    /// Other programs work on the machine.
    Busy { share: f64, least: f64 },
    /// The machine is so slow that the games would take too long.
    Slow { positions: u64, least: u64 },
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Busy { share, least } => {
                let percent = |share: f64| (share * 100.0).round();
                let (share, least) = (percent(*share), percent(*least));
                write!(f, "this machine is busy: {share} % of a core is free, expected {least} %")
            }
            Unfit::Slow { positions, least } => {
                write!(f, "this machine is too slow: {positions} positions a second")?;
                write!(f, ", expected {least} or more")
            }
        }
    }
}

impl Speed {
    /// Searches for half a second with so many threads.
    pub fn measure(threads: u16) -> Speed {
        let speeds: Vec<Speed> = thread::scope(|scope| {
            let builder = || thread::Builder::new().stack_size(STACK_BYTES);
            let start = |_| builder().spawn_scoped(scope, measure_one).ok();
            let running: Vec<_> = (0..threads).filter_map(start).collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let positions = speeds.iter().map(|speed| speed.positions).min().unwrap_or_default();
        let share = speeds.iter().map(|speed| speed.share).fold(1.0, f64::min);
        Speed { positions, share }
    }

    /// What times are multiplied by that were meant for a machine of `planned` positions a
    /// second, to thousandths; the faster machine gets less.
    ///
    /// # Errors
    /// When less than `least` of a core is free, or games would take too long.
    #[expect(clippy::cast_precision_loss, reason = "a ratio of speeds need not be exact")]
    pub fn factor(self, planned: u64, least: f64) -> Result<f64, Unfit> {
        let Speed { positions, share } = self;
        if share < least {
            return Err(Unfit::Busy { share, least });
        }
        let factor = planned as f64 / positions.max(1) as f64;
        if factor > MOST {
            return Err(Unfit::Slow { positions, least: (planned as f64 / MOST).ceil() as u64 });
        }
        Ok((factor.max(1.0 / MOST) * 1000.0).round() / 1000.0)
    }
}

/// Whether this machine takes games by the clock, found out when it is first asked.
pub(super) struct Fitness {
    threads: u16,
    least: f64,
    speed: OnceLock<Speed>,
}

impl Fitness {
    /// The fitness of a machine that does `threads` shards at once, and takes none where less than
    /// `least` of a core is free for each.
    pub const fn new(threads: u16, least: f64) -> Fitness {
        Fitness { threads, least, speed: OnceLock::new() }
    }

    /// What times are multiplied by, see [`Speed::factor`].
    ///
    /// # Errors
    /// When games should be played elsewhere.
    pub fn factor(&self, planned: u64) -> Result<f64, Unfit> {
        let speed = self.speed.get_or_init(|| Speed::measure(self.threads));
        speed.factor(planned, self.least)
    }
}

/// One thread's part.
#[expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]
fn measure_one() -> Speed {
    let Ok(position) = Variant::preset("gomoku").and_then(Position::new) else {
        return Speed { positions: 1, share: 1.0 };
    };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (begun, used) = (Instant::now(), processor_time());
    let mut nodes = 0;
    while begun.elapsed() < MEASURE {
        // A new one each time, so that it searches the same positions.
        let mut searcher = Searcher::new(HASH_MB);
        searcher.search(&position, &limits, &SearchOptions::default(), &Quiet::default());
        nodes += NODES;
    }
    let wall = begun.elapsed().as_secs_f64();
    let used = match (used, processor_time()) {
        (Some(before), Some(after)) => (after.saturating_sub(before)).as_secs_f64(),
        _ => wall,
    };
    let used = used.clamp(1e-3, wall);
    Speed { positions: (nodes as f64 / used) as u64, share: used / wall }
}

/// The time that this thread had on a processor, where the system tells.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Speed = Speed { positions: 100_000, share: 0.97 };

    #[test]
    fn slower_machines_get_more_time() {
        for (planned, factor) in
            [(100_000, 1.0), (150_000, 1.5), (50_000, 0.5), (400_000, 4.0), (1, 0.25)]
        {
            assert_eq!(FREE.factor(planned, 0.8), Ok(factor), "{planned}");
        }
        let error = FREE.factor(400_001, 0.8).unwrap_err().to_string();
        let slow = "this machine is too slow: 100000 positions a second, expected 100001 or more";
        assert_eq!(error, slow);
        let busy = Speed { share: 0.7, ..FREE };
        let error = busy.factor(100_000, 0.8).unwrap_err().to_string();
        assert_eq!(error, "this machine is busy: 70 % of a core is free, expected 80 %");
        assert_eq!(busy.factor(100_000, 0.7), Ok(1.0));
    }

    #[test]
    fn machines_have_a_speed() {
        let Speed { positions, share } = Speed::measure(2);
        assert!(positions > 100 && share > 0.0 && share <= 1.0, "{positions} {share}");
    }
}
