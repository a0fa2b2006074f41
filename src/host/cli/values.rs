//! Values on the command line, read in one way and refused in one way.

use std::ops::RangeInclusive;
use std::time::Duration;

use tengen_engine::control::whole_number;

/// A number above every seed that engines take.
pub const SEEDS: i64 = 1 << 31;

/// The limit of a number without one: its range is called "or more".
pub const ENDLESS: i64 = i64::MAX;

/// A reader of whole numbers from a range, as options write them. Text that is no number is refused
/// with the range; a number that does not fit its type is outside the range, too.
pub fn within<T: TryFrom<i64>>(
    range: RangeInclusive<i64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole_number(text).filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, &ENDLESS) => format!("expected a whole number, {least} or more"),
            (least, most) => format!("expected a whole number, {least} to {most}"),
        })
    }
}

/// Reads a number with a fraction, such as `0.5` or `1e-6`, that is not below 0.
pub fn fraction(text: &str) -> Result<f64, &'static str> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or("expected a number, 0 or more, as in 0.5")
}

/// Reads a share of a whole, from 0 to 1.
pub fn share(text: &str) -> Result<f64, &'static str> {
    let share = fraction(text).ok().filter(|&number| number <= 1.0);
    share.ok_or("expected a number from 0 to 1, as in 0.5")
}

/// Reads a time: seconds, minutes or hours.
pub fn parse_time(text: &str) -> Result<Duration, &'static str> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let seconds = match unit {
        "h" => 3600,
        "m" => 60,
        _ => 1,
    };
    let number = within::<u64>(1..=1_000_000)(number);
    number
        .map(|number| Duration::from_secs(number * seconds))
        .map_err(|_| "expected a whole number of seconds, minutes or hours, as in 60s, 10m or 2h")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        let few = within::<u32>(1..=400);
        assert_eq!([few("1"), few("400")], [Ok(1), Ok(400)]);
        for text in ["0", "401", "x", "", "+3", "007", "1e2", "-1", "99999999999999999999"] {
            let error = few(text).unwrap_err();
            assert_eq!(error, "expected a whole number, 1 to 400", "{text}");
        }
        let many = within::<u64>(0..=ENDLESS);
        assert_eq!(many("9223372036854775807"), Ok(i64::MAX as u64));
        assert_eq!(many("-1").unwrap_err(), "expected a whole number, 0 or more");
        assert!(within::<u8>(0..=ENDLESS)("256").is_err());
    }

    #[test]
    fn fractions_are_read() {
        assert_eq!([fraction("0.5"), fraction("1e-6")], [Ok(0.5), Ok(1e-6)]);
        for text in ["x", "", "-1", "NaN", "inf"] {
            assert!(fraction(text).is_err() && share(text).is_err(), "{text}");
        }
        assert_eq!([share("0"), share("1")], [Ok(0.0), Ok(1.0)]);
        assert!(share("1.01").is_err());
    }

    #[test]
    fn times_are_read() {
        for (text, seconds) in [("60s", 60), ("10m", 600), ("2h", 7200), ("5", 5)] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs(seconds)));
        }
        for bad in ["", "s", "0s", "-1s", "1.5m", "1d", "1000001s", "1 s"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
