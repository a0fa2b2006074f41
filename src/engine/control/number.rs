//! How whole numbers are written, in commands, options and arguments alike.

/// Reads a whole number in the one way of writing it: digits without leading
/// zeros, and a minus before what is below zero. Everything else, also what
/// does not fit, is `None`.
pub fn whole_number(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
