//! What the protocol's dialects write differently: points and rules.

use crate::game::Rule;
use crate::session::message::Point;

/// How a manager speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Gomocup: column first.
    #[default]
    Gomocup,
    /// Yixin-Board: row first, and rule numbers of its own.
    Yixin,
    /// Rapfi's pages: column first, with Yixin-Board's rule numbers.
    Rapfi,
}

/// Gomocup's bits of `INFO rule`. Of a continuous game, bit 2, the manager takes
/// care itself: it says which squares are dead.
const EXACTLY_FIVE: i64 = 1;
const CONTINUOUS: i64 = 2;
const RENJU: i64 = 4;
const CARO: i64 = 8;
const CARO_EXACTLY_FIVE: i64 = CARO | EXACTLY_FIVE;

impl Dialect {
    /// The point that is written as these two numbers.
    pub fn point(self, [first, second]: [u32; 2]) -> Point {
        match self {
            Dialect::Gomocup | Dialect::Rapfi => Point { col: first, row: second },
            Dialect::Yixin => Point { col: second, row: first },
        }
    }

    /// A point as this dialect writes it.
    pub fn text(self, point: Point) -> String {
        let [first, second] = self.numbers(point);
        format!("{first},{second}")
    }

    /// The numbers of a point, in this dialect's order.
    pub const fn numbers(self, Point { col, row }: Point) -> [u32; 2] {
        match self {
            Dialect::Gomocup | Dialect::Rapfi => [col, row],
            Dialect::Yixin => [row, col],
        }
    }

    /// The numbers that [`Dialect::rule`] takes, in words.
    pub const fn rules(self) -> &'static str {
        match self {
            Dialect::Gomocup => "0, 1, 4, 8 or 9, each with 2 added or not",
            Dialect::Yixin | Dialect::Rapfi => "0, 1, 2, 4, 5, 6, 8 or 9",
        }
    }

    /// The rule of that number.
    pub fn rule(self, number: i64) -> Option<Rule> {
        let number = match self {
            Dialect::Gomocup => number & !CONTINUOUS,
            _ if number == CONTINUOUS => RENJU,
            // Freestyle that begins with swaps, which other commands take care of.
            _ if matches!(number, 5 | 6) => 0,
            _ => number,
        };
        Some(match number {
            0 => Rule::Freestyle,
            EXACTLY_FIVE => Rule::Standard,
            RENJU => Rule::Renju,
            CARO => Rule::CaroOverline,
            CARO_EXACTLY_FIVE => Rule::Caro,
            _ => return None,
        })
    }
}

/// Digits alone.
pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Reads `COUNT` numbers between commas, with blanks around them or none; `None` for anything else.
pub(super) fn numbers<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let parts = text.split(',').map(|part| number(part.trim_matches([' ', '\t'])));
    let numbers: Vec<u32> = parts.collect::<Option<_>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_is_continuous_for_one_and_renju_for_the_other() {
        for (number, gomocup, yixin) in [
            (0, Some(Rule::Freestyle), Some(Rule::Freestyle)),
            (1, Some(Rule::Standard), Some(Rule::Standard)),
            (2, Some(Rule::Freestyle), Some(Rule::Renju)),
            (3, Some(Rule::Standard), None),
            (4, Some(Rule::Renju), Some(Rule::Renju)),
            (6, Some(Rule::Renju), Some(Rule::Freestyle)),
            (8, Some(Rule::CaroOverline), Some(Rule::CaroOverline)),
            (9, Some(Rule::Caro), Some(Rule::Caro)),
            (11, Some(Rule::Caro), None),
            (5, None, Some(Rule::Freestyle)),
            (12, None, None),
            (16, None, None),
            (-1, None, None),
        ] {
            assert_eq!(Dialect::Gomocup.rule(number), gomocup, "{number}");
            assert_eq!(Dialect::Yixin.rule(number), yixin, "{number}");
            assert_eq!(Dialect::Rapfi.rule(number), yixin, "{number}");
        }
    }

    #[test]
    fn what_is_called_expected_is_taken() {
        for (dialect, added) in [(Dialect::Gomocup, CONTINUOUS), (Dialect::Yixin, 0)] {
            let (listed, _) = dialect.rules().split_once(", each").unwrap_or((dialect.rules(), ""));
            let listed: Vec<i64> =
                listed.split([',', ' ']).filter_map(|word| word.parse().ok()).collect();
            for number in -1..=16 {
                let is_listed = listed.contains(&(number & !added));
                assert_eq!(dialect.rule(number).is_some(), is_listed, "{dialect:?} {number}");
            }
        }
    }

    #[test]
    fn points_are_read_as_they_are_written() {
        let point = Point { col: 3, row: 11 };
        for (dialect, text) in
            [(Dialect::Gomocup, "3,11"), (Dialect::Rapfi, "3,11"), (Dialect::Yixin, "11,3")]
        {
            assert_eq!(dialect.text(point), text);
            let numbers: Vec<u32> = text.split(',').map(|part| part.parse().unwrap()).collect();
            assert_eq!(dialect.point([numbers[0], numbers[1]]), point);
        }
    }
}
