//! Positions as text: one line with the rows from the top.
//!
//! Three forms are read, told apart by their words:
//!
//! * native: `x2/1o1/3 x k=3 rule=freestyle destroy=0,0 last=b2`;
//! * of m,n,k programs: `3 3 3 X2/1O1/3 x 2` (height, width, k, rows, side and
//!   perhaps the number of the move; `X` and `O` are plain stones);
//! * of chess programs that drop pieces: `P2/1p1/3[PPPPppp] w - - 0 2` (`P` and
//!   `w` are the first player; stones in hand and counters are not needed).
//!
//! Only the native form is written.

use std::str::FromStr;

use super::color::{ByColor, Color};
use super::position::{Position, Stone};
use super::rule::Variant;
use super::setup::{Expected, Setup, SetupError};
use super::square::{MAX_SIDE, Size, Square};

/// How the stones of a form are written.
struct Alphabet {
    stones: &'static [(char, Color, bool)],
    row: Expected,
}

/// `x` and `o` of native text; capitals are converted stones.
const NATIVE: Alphabet = Alphabet {
    stones: &[
        ('x', Color::Black, false),
        ('o', Color::White, false),
        ('X', Color::Black, true),
        ('O', Color::White, true),
    ],
    row: Expected::NativeRow,
};

/// The letters of m,n,k programs.
const MNK: Alphabet = Alphabet {
    stones: &[('X', Color::Black, false), ('O', Color::White, false)],
    row: Expected::MnkRow,
};

/// The pieces of chess programs.
const DROP: Alphabet = Alphabet {
    stones: &[('P', Color::Black, false), ('p', Color::White, false)],
    row: Expected::DropRow,
};

impl Setup {
    /// Reads position text in any of the forms above. What it does not say
    /// (rule, k, conversions) comes from `defaults`; the size is that of the
    /// rows, and `defaults.size` is not looked at.
    ///
    /// ```
    /// use tengen_engine::game::{Color, Setup, Variant};
    ///
    /// let defaults = Variant::preset("gomoku")?;
    /// let position = Setup::parse("x2/1o1/3 x k=3", &defaults)?.build()?;
    /// assert_eq!(position.side(), Color::Black);
    /// assert_eq!(position.size().to_string(), "3x3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text has no such form. Whether the position makes sense is for
    /// [`Setup::build`] to say.
    pub fn parse(text: &str, defaults: &Variant) -> Result<Setup, SetupError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match *words.as_slice() {
            [] => Err(SetupError::new("", Expected::Position)),
            [height, width, k, rows, ref rest @ ..] if is_number(height) && is_number(width) => {
                parse_mnk([height, width, k, rows], rest, *defaults)
            }
            [rows] => Err(SetupError::new(rows, Expected::Position)),
            [rows, "w" | "b", ref rest @ ..] => parse_drop(rows, words[1] == "w", rest, *defaults),
            [rows, ref fields @ ..] => {
                let mut setup = parse_rows(rows, &NATIVE, *defaults)?;
                parse_side_and_fields(&mut setup, fields)?;
                Ok(setup)
            }
        }
    }
}

impl Position {
    /// The position as native text with every field: pasting it gives the same
    /// key, moves and outcome, whatever the defaults are. (The form has no word for
    /// [dead squares](Position::dead_squares), which are written as empty ones, nor
    /// for a game that [goes on](Position::go_on).) `last` names a square;
    /// it was a conversion if a converted stone stands there.
    ///
    /// ```
    /// use tengen_engine::game::{Position, Variant};
    ///
    /// let mut position = Position::new(Variant::preset("tictactoe")?)?;
    /// position.play("b2".parse()?)?;
    /// assert_eq!(position.fen(), "3/1x1/3 o k=3 rule=freestyle destroy=0,0 last=b2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for row in (0..self.size().height()).rev() {
            let mut empty = 0;
            for col in 0..self.size().width() {
                match self.at(Square::new(col, row)) {
                    None => empty += 1,
                    Some(stone) => {
                        push_run(&mut text, &mut empty);
                        text.push(stone_letter(stone));
                    }
                }
            }
            push_run(&mut text, &mut empty);
            if row > 0 {
                text.push('/');
            }
        }
        let [black, white] = Color::ALL.map(|color| self.conversions(color));
        let (side, k, rule) = (self.side().letter(), self.variant().k, self.rule());
        let last = Setup::of(self).last.map(|square| format!(" last={square}"));
        let last = last.unwrap_or_default();
        format!("{text} {side} k={k} rule={rule} destroy={black},{white}{last}")
    }
}

/// The letter of a stone in native text and in diagrams.
pub(super) const fn stone_letter(stone: Stone) -> char {
    let letter = stone.color.letter();
    if stone.converted { letter.to_ascii_uppercase() } else { letter }
}

/// The stone of a letter in native text and in diagrams.
pub(super) fn letter_stone(letter: char) -> Option<Stone> {
    stone_of(&NATIVE, letter)
}

fn stone_of(alphabet: &Alphabet, letter: char) -> Option<Stone> {
    let &(_, color, converted) = alphabet.stones.iter().find(|entry| entry.0 == letter)?;
    Some(Stone { color, converted })
}

fn push_run(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A decimal number without sign or leading zeros.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let plain = is_number(text) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// The points of a row, letters and runs of empty points.
fn parse_row(row: &str, alphabet: &Alphabet) -> Result<Vec<Option<Stone>>, Expected> {
    let unknown = || alphabet.row.clone();
    let mut points = Vec::new();
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            points.push(Some(stone_of(alphabet, letter).ok_or_else(unknown)?));
            rest = &rest[letter.len_utf8()..];
        } else {
            let run = number(&rest[..digits]).filter(|run| (1..=MAX_SIDE).contains(run));
            points.resize(points.len() + run.ok_or_else(unknown)?, None);
            rest = &rest[digits..];
        }
        // A line of any length may arrive: no more of it is read than a board can hold.
        if points.len() > MAX_SIDE {
            return Err(Expected::Size);
        }
    }
    if points.is_empty() { Err(unknown()) } else { Ok(points) }
}

/// Reads the rows; side and fields are those of the defaults.
fn parse_rows(text: &str, alphabet: &Alphabet, defaults: Variant) -> Result<Setup, SetupError> {
    let height = text.split('/').count();
    let mut setup = Setup::new(&defaults);
    let mut width = None;
    for (above, row) in text.split('/').enumerate() {
        let points = parse_row(row, alphabet).map_err(|expected| SetupError::new(row, expected))?;
        let width = *width.get_or_insert(points.len());
        if points.len() != width {
            return Err(SetupError::new(row, Expected::RowLength(width)));
        }
        setup.size = Size::new(width, height).map_err(|_| SetupError::new(text, Expected::Size))?;
        let stones = points
            .into_iter()
            .enumerate()
            .filter_map(|(col, stone)| Some((Square::new(col, height - 1 - above), stone?)));
        setup.stones.extend(stones);
    }
    Ok(setup)
}

fn parse_side(text: &str) -> Result<Color, SetupError> {
    Color::ALL
        .into_iter()
        .find(|color| text.chars().eq([color.letter()]))
        .ok_or_else(|| SetupError::new(text, Expected::Side))
}

/// Reads what follows the rows of native text into the setup.
pub(super) fn parse_side_and_fields(setup: &mut Setup, words: &[&str]) -> Result<(), SetupError> {
    let (side, fields) = words.split_first().unwrap_or((&"", &[]));
    setup.side = parse_side(side)?;
    for (index, &field) in fields.iter().enumerate() {
        let error = |expected| SetupError::new(field, expected);
        let (name, value) = field.split_once('=').ok_or_else(|| error(Expected::Field))?;
        match name {
            "k" => setup.k = number(value).ok_or_else(|| error(Expected::Length))?,
            "rule" => setup.rule = value.parse().map_err(|_| error(Expected::Rule))?,
            "destroy" => {
                let counts = parse_conversions(value);
                setup.conversions = Some(counts.ok_or_else(|| error(Expected::Conversions))?);
            }
            "last" => {
                let square = value.parse().map_err(|_| error(Expected::Square(setup.size)))?;
                setup.last = Some(square);
            }
            _ => return Err(error(Expected::Field)),
        }
        let is_name = |other: &&str| other.split_once('=').is_some_and(|(it, _)| it == name);
        if fields[..index].iter().any(is_name) {
            return Err(error(Expected::FieldOnce));
        }
    }
    Ok(())
}

fn parse_conversions(value: &str) -> Option<ByColor<u8>> {
    let (black, white) = value.split_once(',')?;
    let count = |text| number(text).filter(|&count: &u8| count <= 9);
    Some(ByColor::new(count(black)?, count(white)?))
}

/// Reads the form of m,n,k programs; their rows come after three numbers.
fn parse_mnk(head: [&str; 4], rest: &[&str], defaults: Variant) -> Result<Setup, SetupError> {
    let [height, width, k, rows] = head;
    let mut setup = parse_rows(rows, &MNK, defaults)?;
    if [number(height), number(width)] != [setup.size.height(), setup.size.width()].map(Some) {
        return Err(SetupError::new(format!("{height} {width}"), Expected::Announced(setup.size)));
    }
    setup.k = number(k).ok_or_else(|| SetupError::new(k, Expected::Length))?;
    match *rest {
        [] => Err(SetupError::new(rows, Expected::Side)),
        [side] => {
            setup.side = parse_side(side)?;
            Ok(setup)
        }
        [side, count, ref extra @ ..] => {
            setup.side = parse_side(side)?;
            number(count)
                .filter(|&count: &u32| count > 0)
                .ok_or_else(|| SetupError::new(count, Expected::MoveNumber))?;
            extra.first().map_or(Ok(setup), |&extra| Err(SetupError::new(extra, Expected::End)))
        }
    }
}

/// Reads the form of chess programs.
fn parse_drop(
    rows: &str,
    is_first: bool,
    rest: &[&str],
    defaults: Variant,
) -> Result<Setup, SetupError> {
    let (rows, hand) = match rows.find('[') {
        Some(start) => rows.split_at(start),
        None => (rows, "[]"),
    };
    let in_hand = hand.strip_prefix('[').and_then(|hand| hand.strip_suffix(']'));
    if !in_hand.is_some_and(|hand| hand.bytes().all(|stone| matches!(stone, b'P' | b'p'))) {
        return Err(SetupError::new(hand, Expected::Hand));
    }
    let mut setup = parse_rows(rows, &DROP, defaults)?;
    setup.side = if is_first { Color::Black } else { Color::White };
    for (index, &word) in rest.iter().enumerate() {
        let fits = match index {
            0 | 1 => word == "-",
            2 | 3 => is_number(word),
            _ => return Err(SetupError::new(word, Expected::End)),
        };
        if !fits {
            return Err(SetupError::new(word, Expected::Counters));
        }
    }
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> Variant {
        Variant::preset(name).unwrap()
    }

    /// The text that native text is read as, after validation.
    fn pasted(text: &str, defaults: &str) -> String {
        match Setup::parse(text, &variant(defaults)).and_then(|setup| setup.build()) {
            Ok(position) => position.fen(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_not_given_comes_from_the_defaults() {
        let fen = pasted("x14/15/15/15/15 o", "destroy");
        assert_eq!(fen, "x14/15/15/15/15 o k=5 rule=freestyle destroy=1,1");
        let fen = pasted("x14/15/15/15/15 o", "caro");
        assert_eq!(fen, "x14/15/15/15/15 o k=5 rule=caro destroy=0,0");
        let fen = pasted("  Xo1/3/3\tx last=b3 destroy=0,2   k=3 rule=Freestyle ", "renju");
        assert_eq!(fen, "Xo1/3/3 x k=3 rule=freestyle destroy=0,2 last=b3");
    }

    #[test]
    fn rows_start_at_the_top() {
        let wide = Setup::parse("o12x/14/13O destroy=0,0", &variant("gomoku"));
        assert!(wide.is_err(), "the side is missing");
        let wide = Setup::parse("o12x/14/13x o", &variant("gomoku")).unwrap().build().unwrap();
        let color = |name: &str| wide.at(name.parse().unwrap()).map(|stone| stone.color);
        assert_eq!(color("a3"), Some(Color::White));
        assert_eq!([color("n3"), color("n1")], [Some(Color::Black); 2]);
        assert_eq!(wide.stone_count(), 3);
        let mut largest = Position::new(Variant::mnk(40, 40, 5).unwrap()).unwrap();
        assert_eq!(pasted(&largest.fen(), "gomoku"), largest.fen());
        largest.play("an40".parse().unwrap()).unwrap();
        assert_eq!(pasted(&largest.fen(), "gomoku"), largest.fen());
    }

    #[test]
    fn the_forms_of_other_programs_are_read() {
        let native = "xo2/1x2/4 o k=3 rule=freestyle destroy=0,0";
        for same in [
            native,
            "3 4 3 XO2/1X2/4 o 4",
            "3 4 3 XO2/1X2/4 o",
            "Pp2/1P2/4 b - - 0 2",
            "Pp2/1P2/4[] b - - 1 2",
            "Pp2/1P2/4[PPPPppppp] b - - 1 2",
            "Pp2/1P2/4 b",
        ] {
            assert_eq!(pasted(same, "tictactoe"), native);
        }
        let long = format!("{}[{}] w - - 0 1", ["15"; 15].join("/"), "Pp".repeat(112));
        let empty = Position::new(variant("standard")).unwrap();
        assert_eq!(pasted(&long, "standard"), empty.fen());
    }

    #[test]
    fn faults_are_named() {
        for (text, message) in [
            ("", "(nothing): expected rows and a side, as in x2/1o1/3 x k=3"),
            ("3/3/3", "3/3/3: expected rows and a side, as in x2/1o1/3 x k=3"),
            ("3/2/3 x", "2: expected a row of 3 points, as the first row has"),
            ("3//3 x", "(nothing): expected x, o, X, O, or a number"),
            ("3/1é1/3 x", "1é1: expected x, o, X, O, or a number"),
            ("3/03/3 x", "03: expected x, o, X, O, or a number"),
            ("3/99999999999999999999/3 x", "99999999999999999999: expected x, o, X, O, or"),
            ("0/3/3 x", "0: expected x, o"),
            ("3/3 x", "3/3: expected a board from 3x3 to 40x40"),
            ("3/9 x", "3/9: expected a board from 3x3 to 40x40"),
            ("3 x k=3 last=a1", "3: expected a board from 3x3 to 40x40"),
            ("2 3 3 3/3 x", "3/3: expected a board from 3x3 to 40x40"),
            ("40x/3/3 x", "40x: expected a board from 3x3 to 40x40"),
            ("3/3/3 X", "X: expected a side to move"),
            ("3/3/3 k=3 x", "k=3: expected a side to move"),
            ("3/3/3 x k=4", "k=4: expected k of at most the longer side of the 3x3 board"),
            ("3/3/3 x k=+3", "k=+3: expected k from 3 to 9"),
            ("3/3/3 x k=2", "k=2: expected k from 3 to 9"),
            ("9/9/9 x k=5 rule=chess", "rule=chess: expected freestyle, standard, renju"),
            ("9/9/9 x k=6 rule=renju", "k=6: expected k=5 with rule renju"),
            ("3/3/3 x 4", "4: expected one of k=5, rule=renju, destroy=1,0 or last=h8"),
            ("3/3/3 x K=3", "K=3: expected one of k=5, rule=renju, destroy=1,0 or last=h8"),
            ("3/3/3 x k=3 k=3", "k=3: expected each field once"),
            ("3/3/3 x destroy=1", "destroy=1: expected conversions left for x and o"),
            ("3/3/3 x destroy=1,10", "destroy=1,10: expected conversions left"),
            ("3/3/3 x rule=caro destroy=1,0", "rule=caro: expected rule freestyle"),
            ("X2/3/3 x", "a3: expected x or o: X and O are converted stones and need destroy=a,b"),
            ("X2/3/3 x destroy=0,0 rule=standard", "a3: expected rule freestyle"),
            ("x2/3/3 o last=d1", "last=d1: expected the square of a stone of x"),
            ("x2/3/3 o last=*a3", "last=*a3: expected a square of the 3x3 board"),
            ("x2/3/3 x last=a3", "last=a3: expected the square of a stone of o"),
            ("X2/3/3 x destroy=0,0 last=a3", "last=a3: expected the square of a stone of o"),
            ("xxx/3/ooo x", "lines through a3 and a1: expected winning lines of one player"),
            ("4 3 3 3/3/3 x", "4 3: expected 3 3 before the rows"),
            ("3 3 3 x2/3/3 x", "x2: expected X, O, or a number"),
            ("3 3 3 3/3/3", "3/3/3: expected a side to move"),
            ("3 3 3 3/3/3 x 0", "0: expected the number of a move, 1 or more"),
            ("3 3 3 3/3/3 x 1 k=3", "k=3: expected the end of the position"),
            ("3/3/3[PPx] w - - 0 1", "[PPx]: expected stones in hand such as [PPpp]"),
            ("x2/3/3 w - - 0 1", "x2: expected P, p, or a number"),
            ("3/3/3 w KQkq - 0 1", "KQkq: expected - - 0 1 after the side"),
            ("3/3/3 w - - 0 1 5", "5: expected the end of the position"),
        ] {
            let answer = pasted(text, "tictactoe");
            assert!(answer.starts_with(message), "{text}: {answer}");
        }
    }

    #[test]
    fn finished_positions_are_read() {
        use crate::game::Outcome;
        let outcome = |text, defaults| {
            Setup::parse(text, &variant(defaults)).unwrap().build().unwrap().outcome()
        };
        let winner = |text, defaults| outcome(text, defaults).and_then(|end| end.winner());
        // The side to move may be the one that has won.
        assert_eq!(winner("xxx/oo1/3 o", "tictactoe"), Some(Color::Black));
        assert_eq!(winner("xxx/oo1/3 x", "tictactoe"), Some(Color::Black));
        assert_eq!(outcome("xox/xoo/oxx o", "tictactoe"), Some(Outcome::Draw));
        assert_eq!(outcome("xox/xoo/oxx o destroy=9,0", "tictactoe"), Some(Outcome::Draw));
        assert_eq!(outcome("xox/xoo/oxx o destroy=0,1", "tictactoe"), None);
        assert_eq!(outcome("XoX/XOO/OXX o destroy=0,1", "tictactoe"), Some(Outcome::Draw));
        // Six black stones mean nothing in renju once they are there.
        assert_eq!(outcome("xxxxxx3/9/9 o", "renju"), None);
        assert_eq!(winner("oooooo3/9/9 x", "renju"), Some(Color::White));
    }
}
