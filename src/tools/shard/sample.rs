//! Which shards are done twice.

/// A share of the shards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Percent(pub f64);

/// Reads a share, as in `2%`.
pub(super) fn parse_percent(text: &str) -> Result<Percent, &'static str> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.map(Percent).ok_or("expected a percentage, as in 2%")
}

impl Percent {
    /// How many of `count` shards the share is, at least one unless the share is 0.
    #[expect(clippy::cast_precision_loss, reason = "a share of the shards need not be exact")]
    pub fn of(self, count: u64) -> u64 {
        let Percent(percent) = self;
        if percent == 0.0 { 0 } else { ((count as f64 * percent / 100.0) as u64).clamp(1, count) }
    }

    /// Which of the shards 1 to `of` the share takes: evenly spread, and first those at which
    /// `chance` points, a number below `of`.
    pub fn sample(self, of: u64, chance: u64) -> impl Iterator<Item = u64> {
        let count = self.of(of);
        let mut numbers: Vec<u64> = (0..count)
            .map(|index| {
                let step = u128::from(index) * u128::from(of) / u128::from(count.max(1));
                ((u128::from(chance) + step) % u128::from(of)) as u64 + 1
            })
            .collect();
        numbers.sort_unstable();
        numbers.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_read() {
        for (text, percent) in [("2%", 2.0), ("0.5", 0.5), ("100 %", 100.0), ("0", 0.0)] {
            assert_eq!(parse_percent(text), Ok(Percent(percent)));
        }
        for text in ["", "%", "101%", "-1", "x", "NaN"] {
            assert!(parse_percent(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_sample_has_different_shards() {
        for (percent, of, count) in [(2.0, 1000, 20), (2.0, 10, 1), (100.0, 7, 7), (0.0, 9, 0)] {
            for chance in [0, 5, u64::from(u32::MAX)] {
                let numbers: Vec<u64> = Percent(percent).sample(of, chance).collect();
                assert_eq!(numbers.len() as u64, count);
                assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
                assert!(numbers.iter().all(|number| (1..=of).contains(number)), "{numbers:?}");
            }
        }
    }
}
