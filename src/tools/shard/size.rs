//! How long a shard should be, as `scripts/cluster/simulate.py` has it for machines that
//! fail, stall and are late: the longest shards that cost next to no time more than the best.
//! With 10 to 10,000 workers that is about a hundredth of what each worker has to do.

/// Shards that each worker gets, about.
const EACH: f64 = 100.0;
/// Shorter shards spend their time on their start, in seconds.
const SHORTEST: f64 = 5.0;
/// Longer shards are dear to lose, in seconds.
const LONGEST: f64 = 600.0;

/// The number of shards for so many units of `seconds` each, and so many workers.
#[expect(clippy::cast_precision_loss, reason = "an estimate need not be exact")]
pub(super) fn shards(units: u64, seconds: f64, workers: u64) -> u64 {
    let work = units as f64 * seconds;
    let length = (work / workers as f64 / EACH).clamp(SHORTEST, LONGEST);
    ((work / length).ceil() as u64).clamp(1, units.max(1))
}

/// Reads a time in seconds, as in `0.5`.
pub(super) fn parse_seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (1e-9..=1e9).contains(seconds));
    seconds.ok_or("expected seconds above 0, as in 0.5")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_neither_short_nor_long() {
        for (units, seconds, workers, expected) in [
            // 100 hours on 10 workers: 360 s each.
            (360_000, 1.0, 10, 1000),
            // 1,000 hours on 10 workers: not above 600 s.
            (3_600_000, 1.0, 10, 6000),
            // An hour on 100 workers: not below 5 s.
            (3600, 1.0, 100, 720),
            // Never more than units, and at least one.
            (10, 3600.0, 4, 10),
            (1, 0.001, 1000, 1),
        ] {
            assert_eq!(shards(units, seconds, workers), expected, "{units} {seconds} {workers}");
        }
        for text in ["0", "-1", "x", "", "NaN", "inf"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
