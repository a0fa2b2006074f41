//! Time controls as people write them, and a player's clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A clock for a whole game: `moves/time+increment`, times in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Own moves until `base` is added again; `None` is one time for the whole game.
    pub moves: Option<u32>,
    /// Time at the start, and for every further period. To the millisecond.
    pub base: Duration,
    /// Time added after each own move. To the millisecond.
    pub increment: Duration,
}

/// When a player has to move: all limits hold together.
///
/// Nothing at all means that a player may think for ever; a specification never
/// says so: the description of an engine without limits gets some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLimits {
    /// The clock for the game (`tc=`).
    pub clock: Option<TimeControl>,
    /// Time for each move (`st=`). To the millisecond.
    pub move_time: Option<Duration>,
    /// Plies of search for each move (`depth=`).
    pub depth: Option<u32>,
    /// Positions visited for each move (`nodes=`).
    pub nodes: Option<u64>,
}

impl MoveLimits {
    /// These limits with all times multiplied by `factor`, to the millisecond; no time becomes
    /// nothing.
    #[must_use]
    pub fn scaled(self, factor: f64) -> MoveLimits {
        let scaled = |time: Duration| match time.mul_f64(factor).as_millis() as u64 {
            0 if !time.is_zero() => Duration::from_millis(1),
            milliseconds => Duration::from_millis(milliseconds),
        };
        let clock = |clock: TimeControl| TimeControl {
            moves: clock.moves,
            base: scaled(clock.base),
            increment: scaled(clock.increment),
        };
        let MoveLimits { depth, nodes, .. } = self;
        let (clock, move_time) = (self.clock.map(clock), self.move_time.map(scaled));
        MoveLimits { clock, move_time, depth, nodes }
    }
}

/// Text that is no time control or no number of seconds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}: expected {expected}")]
pub struct TimeError {
    /// What was read.
    pub text: String,
    /// What should have stood in the place of `text`.
    pub expected: &'static str,
}

const CONTROL: &str =
    "moves/time+increment in seconds with at most three decimals, as in 40/60+0.5 or 10+0.1";
const SECONDS: &str = "seconds with at most three decimals, 0.001 to 999999, as in 0.1";
/// The longest time that can be written, in seconds: more than eleven days.
const LONGEST: u64 = 999_999;

impl FromStr for TimeControl {
    type Err = TimeError;

    /// Reads `60`, `60+0.6`, `40/60` or `40/60+0.5`. The time may be 0 where the
    /// increment is not: the increment is then given before the first move.
    fn from_str(text: &str) -> Result<TimeControl, TimeError> {
        let error = || TimeError { text: text.to_owned(), expected: CONTROL };
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves), times),
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let moves = match moves.map(whole) {
            None => None,
            Some(Some(moves @ 1..=9999)) => Some(moves as u32),
            Some(_) => return Err(error()),
        };
        let base = decimal(base).ok_or_else(error)?;
        let increment = decimal(increment).ok_or_else(error)?;
        if base + increment == Duration::ZERO {
            return Err(error());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
    /// The shortest text that is read back as this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for MoveLimits {
    /// Writes the limits as in a specification: `tc=10+0.1 depth=8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("st={}", time.as_secs_f64())),
            self.depth.map(|plies| format!("depth={plies}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(if words.is_empty() { "tc=inf" } else { "" })?;
        f.write_str(&words.join(" "))
    }
}

/// Reads a time of more than nothing, in seconds.
///
/// # Errors
/// When it is something else.
pub fn seconds(text: &str) -> Result<Duration, TimeError> {
    let error = || TimeError { text: text.to_owned(), expected: SECONDS };
    decimal(text).filter(|&time| time > Duration::ZERO).ok_or_else(error)
}

/// Reads decimal seconds exactly; no sign, no exponent, at most three decimals.
fn decimal(text: &str) -> Option<Duration> {
    let (seconds, rest) = text.split_once('.').unwrap_or((text, "0"));
    let digits = rest.len() as u32;
    let milliseconds = match digits {
        1..=3 => whole(rest)? * 10_u64.pow(3 - digits),
        _ => return None,
    };
    let seconds = whole(seconds).filter(|&seconds| seconds <= LONGEST)?;
    Some(Duration::from_millis(seconds * 1000 + milliseconds))
}

/// Reads digits, and nothing but digits.
fn whole(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The clock of one player in one game, as the referee keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves_left: Option<u32>,
}

/// A player used more time than it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} ms too late", .0.as_millis())]
pub struct Overrun(pub Duration);

impl Clock {
    /// The clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        let left = if control.base.is_zero() { control.increment } else { control.base };
        Clock { control, left, moves_left: control.moves }
    }

    /// Time that is left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Time added after each own move.
    pub const fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Own moves until more time is added; `None` where that never happens.
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_left
    }

    /// Takes off the time of a move that was not made, because the game has ended.
    pub const fn stopped(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used);
    }

    /// Counts a move that took `used`; up to `margin` more than there was is
    /// forgiven, and the clock then stands at nothing before time is added.
    ///
    /// # Errors
    /// When it took longer; the game is lost and the clock stays as it was.
    pub fn moved(&mut self, used: Duration, margin: Duration) -> Result<(), Overrun> {
        if used > self.left + margin {
            return Err(Overrun(used.saturating_sub(self.left)));
        }
        self.left = self.left.saturating_sub(used) + self.control.increment;
        if let Some(moves) = &mut self.moves_left {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.base;
                self.moves_left = self.control.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn controls_are_read_and_written() {
        for (text, moves, base, increment, written) in [
            ("60", None, 60_000, 0, "60"),
            ("60+0.6", None, 60_000, 600, "60+0.6"),
            ("40/60+0.50", Some(40), 60_000, 500, "40/60+0.5"),
            ("1/0.1", Some(1), 100, 0, "1/0.1"),
            ("0+0.001", None, 0, 1, "0+0.001"),
            ("0.25+0", None, 250, 0, "0.25"),
            ("999999.999", None, 999_999_999, 0, "999999.999"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let expected = TimeControl { moves, base: ms(base), increment: ms(increment) };
            assert_eq!(control, expected, "{text}");
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(expected));
        }
    }

    #[test]
    fn everything_else_is_refused_by_name() {
        for text in [
            "",
            "0",
            "0+0",
            "-1",
            "+1",
            "1+",
            "+",
            "1e3",
            "0.0001",
            ".5",
            "5.",
            "1/",
            "/1",
            "0/5",
            "x/1",
            "10000/5",
            "1+1+1",
            "1/1/1",
            "1000000",
            "inf",
            "nan",
            "1 ",
            "１",
            "99999999999999999999",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("{text}: expected moves/time")));
            assert!(seconds(text).is_err() || text == "5.", "{text}");
        }
        assert_eq!(seconds("0.1"), Ok(ms(100)));
        assert_eq!(
            seconds("0.0").unwrap_err().to_string(),
            "0.0: expected seconds with at most three decimals, 0.001 to 999999, as in 0.1"
        );
    }

    #[test]
    fn a_clock_runs_down_and_is_wound_up() {
        let mut clock = Clock::new("2/1+0.1".parse().unwrap());
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1000), Some(2)));
        clock.moved(ms(400), ms(0)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(700), Some(1)));
        assert_eq!(clock.moved(ms(701), ms(0)), Err(Overrun(ms(1))));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(700), Some(1)), "nothing happened");
        clock.moved(ms(720), ms(20)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1100), Some(2)));
    }

    #[test]
    fn an_increment_alone_is_given_before_the_first_move() {
        let mut clock = Clock::new("0+0.1".parse().unwrap());
        clock.moved(ms(100), ms(0)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(100), None));
        assert_eq!(clock.moved(ms(150), ms(49)), Err(Overrun(ms(50))));
    }

    #[test]
    fn times_are_scaled_and_nothing_else() {
        let limits = MoveLimits {
            clock: Some("40/60+0.5".parse().unwrap()),
            move_time: Some(ms(1)),
            depth: Some(8),
            nodes: Some(100),
        };
        let clock = TimeControl { moves: Some(40), base: ms(90_000), increment: ms(750) };
        let slower = MoveLimits { clock: Some(clock), ..limits };
        assert_eq!(limits.scaled(1.5), slower);
        assert_eq!(limits.scaled(1.0), limits);
        assert_eq!(limits.scaled(0.1).move_time, Some(ms(1)), "never nothing");
        assert_eq!(MoveLimits::default().scaled(2.0), MoveLimits::default());
    }
}
