//! Rule sets and variants: which line wins, and on which board.
//!
//! The only `match` on [`Rule`] that decides what a line is worth stands here,
//! in [`Rule::wins`].

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::color::Color;
use super::square::{Size, SizeError};

/// What wins and what is forbidden, for lines of `k` stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `k` or more in a row win.
    Freestyle,
    /// Exactly `k` in a row win.
    Standard,
    /// Black: exactly five win; double-three, double-four and overline are
    /// forbidden. White: five or more win.
    Renju,
    /// Exactly `k` win unless an opponent's stone stands at each end.
    Caro,
    /// More than `k` win, and exactly `k` unless blocked at both ends.
    CaroOverline,
}

impl Rule {
    /// Every rule set, in the order of the documentation.
    pub const ALL: [Rule; 5] =
        [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroOverline];

    /// The name used in options and position text.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroOverline => "caro-overline",
        }
    }

    /// Whether an unbroken run of `length` stones of `color` wins where `k`
    /// are needed. `blocked_ends` (0..=2) counts the ends at which an opponent's
    /// stone stands directly beyond the run; the edge of the board is no stone.
    pub const fn wins(self, color: Color, length: usize, k: usize, blocked_ends: usize) -> bool {
        match self {
            Rule::Freestyle => length >= k,
            Rule::Standard => length == k,
            Rule::Renju => match color {
                Color::Black => length == k,
                Color::White => length >= k,
            },
            Rule::Caro => length == k && blocked_ends < 2,
            Rule::CaroOverline => length > k || (length == k && blocked_ends < 2),
        }
    }

    /// Whether `color` has forbidden points.
    pub const fn has_fouls(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Whether the opponent's stones beyond a line matter, not only those in it.
    pub const fn sees_blocked_ends(self) -> bool {
        matches!(self, Rule::Caro | Rule::CaroOverline)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}: expected freestyle, standard, renju, caro or caro-overline")]
pub struct RuleError(pub String);

impl FromStr for Rule {
    type Err = RuleError;
    fn from_str(text: &str) -> Result<Rule, RuleError> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| RuleError(text.to_owned()))
    }
}

/// A game: rule set, board, length of a winning line, conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// What wins and what is forbidden.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Stones in a winning line, 3..=9.
    pub k: u8,
    /// Conversions that each player owns at the start, 0..=9 (destroy variant).
    pub destroy: u8,
}

/// A game that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// A name that is not a preset.
    #[error(
        "{0}: expected one of tictactoe, gomoku, gomoku19, gomoku20, gomoku20x15, gomoku30x20, gomoku40x30, standard, renju, caro, caro-overline, destroy"
    )]
    Name(String),
    /// A board that is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A line length outside 3..=9.
    #[error("k={0}: expected 3 to 9")]
    Length(u8),
    /// No line of that length fits on the board.
    #[error("k={0}: expected at most the longer side of the {1} board")]
    TooLong(u8, Size),
    /// Renju is defined for five in a row only.
    #[error("k={0}: expected k=5 with rule renju")]
    RenjuLength(u8),
    /// Conversions go with freestyle only.
    #[error("destroy with rule {0}: expected rule freestyle")]
    DestroyRule(Rule),
    /// Too many conversions.
    #[error("destroy={0}: expected 0 to 9")]
    Destroy(u8),
}

/// Name, rule, width, height, k, conversions of every preset.
const PRESETS: [(&str, Rule, u8, u8, u8, u8); 12] = [
    ("tictactoe", Rule::Freestyle, 3, 3, 3, 0),
    ("gomoku", Rule::Freestyle, 15, 15, 5, 0),
    ("gomoku19", Rule::Freestyle, 19, 19, 5, 0),
    ("gomoku20", Rule::Freestyle, 20, 20, 5, 0),
    ("gomoku20x15", Rule::Freestyle, 20, 15, 5, 0),
    ("gomoku30x20", Rule::Freestyle, 30, 20, 5, 0),
    ("gomoku40x30", Rule::Freestyle, 40, 30, 5, 0),
    ("standard", Rule::Standard, 15, 15, 5, 0),
    ("renju", Rule::Renju, 15, 15, 5, 0),
    ("caro", Rule::Caro, 15, 15, 5, 0),
    ("caro-overline", Rule::CaroOverline, 15, 15, 5, 0),
    ("destroy", Rule::Freestyle, 15, 15, 5, 1),
];

impl Variant {
    /// A freestyle game of `k` or more in a row on a `width` x `height` board.
    ///
    /// # Errors
    /// When the numbers are out of range or no line fits.
    pub fn mnk(width: usize, height: usize, k: u8) -> Result<Variant, VariantError> {
        Variant { rule: Rule::Freestyle, size: Size::new(width, height)?, k, destroy: 0 }.validate()
    }

    /// The names of the presets, the default game `gomoku` among them.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|preset| preset.0)
    }

    /// The preset of that name; case is ignored.
    ///
    /// # Errors
    /// When no preset has the name.
    pub fn preset(name: &str) -> Result<Variant, VariantError> {
        let &(_, rule, width, height, k, destroy) = PRESETS
            .iter()
            .find(|preset| preset.0.eq_ignore_ascii_case(name))
            .ok_or_else(|| VariantError::Name(name.to_owned()))?;
        Ok(Variant { rule, size: Size::new(width.into(), height.into())?, k, destroy })
    }

    /// The variant itself if it can be played.
    ///
    /// # Errors
    /// The first condition that does not hold.
    pub fn validate(self) -> Result<Variant, VariantError> {
        if !(3..=9).contains(&self.k) {
            Err(VariantError::Length(self.k))
        } else if usize::from(self.k) > self.size.width().max(self.size.height()) {
            Err(VariantError::TooLong(self.k, self.size))
        } else if self.rule == Rule::Renju && self.k != 5 {
            Err(VariantError::RenjuLength(self.k))
        } else if self.destroy > 9 {
            Err(VariantError::Destroy(self.destroy))
        } else if self.destroy > 0 && self.rule != Rule::Freestyle {
            Err(VariantError::DestroyRule(self.rule))
        } else {
            Ok(self)
        }
    }
}

impl fmt::Display for Variant {
    /// `freestyle 15x15 k=5`, with ` destroy=1` where there are conversions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} k={}", self.rule, self.size, self.k)?;
        if self.destroy > 0 {
            write!(f, " destroy={}", self.destroy)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_told_with_their_conversions() {
        let game = Variant { destroy: 1, ..Variant::mnk(7, 6, 4).unwrap() };
        assert_eq!(game.to_string(), "freestyle 7x6 k=4 destroy=1");
        assert_eq!(Variant { destroy: 0, ..game }.to_string(), "freestyle 7x6 k=4");
    }

    #[test]
    fn presets_can_be_played() {
        for name in Variant::preset_names() {
            let variant = Variant::preset(name).unwrap();
            assert_eq!(variant.validate(), Ok(variant));
        }
        assert_eq!(Variant::preset("GOMOKU40x30").unwrap().size.to_string(), "40x30");
        let refusal = Variant::preset("chess").unwrap_err().to_string();
        assert!(Variant::preset_names().all(|name| refusal.contains(name)), "{refusal}");
    }

    #[test]
    fn impossible_games_are_refused() {
        assert!(Variant::mnk(3, 3, 4).is_err());
        assert!(Variant::mnk(3, 4, 4).is_ok());
        assert!(Variant::mnk(3, 41, 4).is_err());
        let renju = Variant::preset("renju").unwrap();
        assert!(Variant { k: 6, ..renju }.validate().is_err());
        assert!(Variant { destroy: 1, ..renju }.validate().is_err());
    }

    /// Lines are judged as referee programs do; the tests in `tests/rules` play the same lines.
    #[test]
    fn lines_are_judged_as_managers_do() {
        let rules = Rule::ALL;
        let verdicts =
            |length, blocked| rules.map(|rule| rule.wins(Color::Black, length, 5, blocked));
        // Freestyle, standard, renju, caro, caro-overline.
        assert_eq!(verdicts(5, 2), [true, true, true, false, false]);
        assert_eq!(verdicts(5, 1), [true, true, true, true, true]);
        assert_eq!(verdicts(6, 2), [true, false, false, false, true]);
        assert_eq!(verdicts(6, 0), [true, false, false, false, true]);
        assert!(Rule::Renju.wins(Color::White, 6, 5, 2));
    }

    #[test]
    fn ends_are_seen_where_they_change_a_verdict() {
        for rule in Rule::ALL {
            let verdict = |blocked| rule.wins(Color::White, 5, 5, blocked);
            assert_eq!(rule.sees_blocked_ends(), verdict(0) != verdict(2), "{rule}");
        }
    }
}
