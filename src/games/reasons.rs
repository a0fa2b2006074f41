//! Why a move is worth playing, for people: what [`explain`] says as data for messages and files,
//! and in plain English. The page has the words in its own languages.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Color, Direction, Move, Position, Square};
use tengen_engine::search::explain::{explain, explain_shapes};
use tengen_engine::search::reason::{Reason, ReasonCode};

/// A reason for a move, or against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct ReasonText {
    /// What it says; `protocol.md` lists the codes.
    #[cfg_attr(test, schemars(with = "crate::contracts::ReasonCode"))]
    #[cfg_attr(feature = "contracts", ts(type = "ReasonCode"))]
    pub code: String,
    /// Moves of the winner, for a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "contracts", ts(optional))]
    pub moves: Option<u16>,
    /// The letter of the player whose stones, threat or win it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Side>"))]
    #[cfg_attr(feature = "contracts", ts(optional, type = "\"x\" | \"o\""))]
    pub side: Option<char>,
    /// The stones of the shapes, or the moves of the win.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "contracts", ts(as = "Option<_>", optional))]
    pub squares: Vec<String>,
}

impl From<&Reason> for ReasonText {
    fn from(reason: &Reason) -> ReasonText {
        ReasonText {
            code: reason.code.name().to_owned(),
            moves: reason.code.moves(),
            side: reason.side.map(Color::letter),
            squares: reason.squares.iter().map(Square::to_string).collect(),
        }
    }
}

/// The reasons for a legal move, in the order in which they are told; none where there is nothing
/// to say.
pub fn reasons(position: &Position, mv: Move) -> Vec<Reason> {
    told(explain(position, &[mv]))
}

/// The same by the shapes of the move alone, which takes no search.
pub fn shape_reasons(position: &Position, mv: Move) -> Vec<Reason> {
    told(explain_shapes(position, mv))
}

/// Squares of the line of a win that is nothing but the next four and the line that comes of it.
const OPEN_FOUR_LINE: usize = 3;

/// Reasons in the order in which they are told: what is seen on the board first, then what comes of
/// it.
fn told(mut reasons: Vec<Reason>) -> Vec<Reason> {
    reasons.retain(|reason| reason.code != ReasonCode::None);
    let stopped = reasons.iter().position(|reason| reason.code == ReasonCode::StopsWin);
    let blocked = reasons.iter().rposition(|reason| reason.code == ReasonCode::BlocksOpenFour);
    let denied = reasons.iter().position(|reason| is_denial(reason.code));
    if let (Some(stopped), Some(seen)) = (stopped, blocked.or(denied)) {
        let win = reasons.remove(stopped);
        // That an open three would have become an open four need not be said.
        if blocked.is_none() || win.squares.len() > OPEN_FOUR_LINE {
            reasons.insert(seen.max(stopped), win);
        }
    }
    let begins_win = reasons.first().is_some_and(|first| is_win(first.code));
    let shape =
        |reason: &Reason| matches!(reason.code, ReasonCode::BlocksFive | ReasonCode::Makes(_));
    if begins_win && let Some(shape) = reasons.iter().position(shape) {
        reasons[..=shape].rotate_right(1);
    }
    reasons
}

const fn is_win(code: ReasonCode) -> bool {
    matches!(code, ReasonCode::WinByFours(_) | ReasonCode::WinByThreats(_))
}

const fn is_denial(code: ReasonCode) -> bool {
    matches!(
        code,
        ReasonCode::DeniesDoubleFour | ReasonCode::DeniesFourThree | ReasonCode::DeniesDoubleThree
    )
}

/// Reasons as data.
pub fn texts(reasons: &[Reason]) -> Vec<ReasonText> {
    reasons.iter().map(ReasonText::from).collect()
}

/// The most important reasons in plain English, as they follow the name of the move: `blocks the
/// open three of o in row 8`. Empty without any. `k` is the length of a line that wins.
pub fn sentence(reasons: &[Reason], k: u8) -> String {
    let said = reasons.chunk_by(|one, next| one.code == next.code).take(weight(reasons));
    said.map(|group| words(group, k)).collect::<Vec<_>>().join(", and ")
}

/// How many reasons are worth a person's time: what ends the game needs no other.
fn weight(reasons: &[Reason]) -> usize {
    let is_all = |code: ReasonCode| {
        code.moves().is_some() || matches!(code, ReasonCode::Five | ReasonCode::Forbidden)
    };
    if reasons.first().is_some_and(|first| is_all(first.code)) { 1 } else { 2 }
}

/// What reasons of one code say together.
fn words(group: &[Reason], k: u8) -> String {
    let Some(reason) = group.first() else { return String::new() };
    let whose = reason.side.map_or('x', Color::letter);
    let places: Vec<String> = group.iter().flat_map(|reason| places(&reason.squares)).collect();
    let place = match places.as_slice() {
        [] => String::new(),
        [one] => format!(" {one}"),
        [most @ .., last] => format!(" {} and {last}", most.join(", ")),
    };
    let shape = |name: &str| shape(name, k);
    let next = || reason.squares.first().map_or_else(String::new, Square::to_string);
    match reason.code {
        ReasonCode::Forbidden => "is forbidden by the rules".to_owned(),
        ReasonCode::Five => format!("completes a line{place}"),
        ReasonCode::AllowsWinByFours(1) => format!("lets {whose} win at once, with {}", next()),
        ReasonCode::AllowsWinByFours(moves) => {
            format!("lets {whose} win by force within {moves} moves, beginning with {}", next())
        }
        ReasonCode::WinByFours(_) | ReasonCode::WinByThreats(_) => "wins by force".to_owned(),
        ReasonCode::BlocksFive => format!("stops {whose} from completing the line{place}"),
        ReasonCode::StopsWin if k == 5 => format!("stops the win by fours that {whose} threatened"),
        ReasonCode::StopsWin => format!("stops the forced win that {whose} threatened"),
        ReasonCode::BlocksOpenFour => {
            format!("blocks {} of {whose}{place}", shape("the-open-three"))
        }
        ReasonCode::DeniesDoubleFour => denies(whose, shape("denied-double-four")),
        ReasonCode::DeniesFourThree => denies(whose, shape("denied-four-three")),
        ReasonCode::DeniesDoubleThree => denies(whose, shape("denied-double-three")),
        ReasonCode::Makes(threat) => format!("makes {}{place}", shape(threat.name())),
        ReasonCode::Three | ReasonCode::OpenTwo => {
            format!("builds {}{place}", shape(reason.code.name()))
        }
        ReasonCode::BlocksOpenTwo => format!("blocks {} of {whose}{place}", shape("the-open-two")),
        ReasonCode::None => "nothing that a pattern or a proof shows".to_owned(),
    }
}

fn denies(whose: char, shape: &str) -> String {
    format!("takes the point where {whose} would make {shape}")
}

/// The shapes in words. Their names are those of five in a row; elsewhere it is said what they are.
fn shape(name: &str, k: u8) -> &'static str {
    match (name, k == 5) {
        ("open-four", true) => "an open four",
        ("double-four", true) => "two fours at once",
        ("four-three" | "denied-four-three", true) => "a four and an open three",
        ("denied-double-four", true) => "two fours",
        ("double-three" | "denied-double-three", true) => "two open threes",
        ("four", true) => "a four",
        ("open-three", true) => "an open three",
        ("the-open-three", true) => "the open three",
        ("three", true) => "a three",
        ("open-two", true) => "an open two",
        ("the-open-two", true) => "the open two",
        ("open-four", false) => "a line with two open ends that needs one more",
        ("double-four" | "denied-double-four", false) => "two lines that need one more",
        ("denied-four-three", false) => "two threats at once",
        ("denied-double-three", false) => "two open lines",
        ("four-three", false) => "a line that needs one more and an open one that needs two",
        ("double-three", false) => "two open lines that need two more",
        ("four", false) => "a line that needs one more",
        ("open-three", false) => "an open line that needs two more",
        ("three", false) => "a line that needs two more",
        ("open-two", false) => "an open line that needs three more",
        ("the-open-three" | "the-open-two", false) => "the open line",
        _ => "a line",
    }
}

/// Where stones lie: in one line, or in several that meet in one of them; nowhere that can be said
/// otherwise. Of two that all others are in line with, the one with fewer lines is where they meet.
fn places(squares: &[Square]) -> Vec<String> {
    let through = squares.iter().filter_map(|&centre| places_through(centre, squares));
    through.min_by_key(Vec::len).unwrap_or_default()
}

/// Where stones lie, seen from one of them; `None` where some are in no line with it.
fn places_through(centre: Square, squares: &[Square]) -> Option<Vec<String>> {
    let is_met = |&square: &Square| square == centre || way(centre, square).is_some();
    if !squares.iter().all(is_met) {
        return None;
    }
    let lines = Direction::ALL.into_iter().filter_map(|direction| {
        let is_part = |&square: &Square| square == centre || way(centre, square) == Some(direction);
        let mut line: Vec<Square> = squares.iter().copied().filter(is_part).collect();
        line.sort_unstable_by_key(|square| square.col());
        (line.len() > 1).then(|| place(direction, &line))
    });
    Some(lines.collect())
}

/// The direction in which two squares lie from each other, if there is one.
fn way(one: Square, two: Square) -> Option<Direction> {
    match (one.col().abs_diff(two.col()), one.row().abs_diff(two.row())) {
        (1.., 0) => Some(Direction::Horizontal),
        (0, 1..) => Some(Direction::Vertical),
        (cols, rows) if cols != rows || cols == 0 => None,
        _ if (one.col() < two.col()) == (one.row() < two.row()) => Some(Direction::Diagonal),
        _ => Some(Direction::Antidiagonal),
    }
}

/// Where the squares of a line lie, from the left.
fn place(direction: Direction, line: &[Square]) -> String {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return String::new() };
    match direction {
        Direction::Horizontal => format!("in row {}", first.row() + 1),
        Direction::Vertical => {
            let name = first.to_string();
            format!("in column {}", name.trim_end_matches(|letter: char| letter.is_ascii_digit()))
        }
        Direction::Diagonal | Direction::Antidiagonal => format!("on the diagonal {first}–{last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    fn said(variant: &str, moves: &str, mv: &str) -> String {
        let variant = Variant::preset(variant).unwrap();
        let mut position = Position::new(variant).unwrap();
        for mv in moves.split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        sentence(&reasons(&position, mv.parse().unwrap()), variant.k)
    }

    #[test]
    fn reasons_are_told_in_plain_words() {
        let fours = "f8 f9 g8 g9 h8 h9 i8 i9";
        for (variant, moves, mv, words) in [
            ("gomoku", fours, "j8", "completes a line in row 8"),
            ("gomoku", "h8 a1 i8 a3 j8", "g8", "blocks the open three of x in row 8"),
            (
                "gomoku",
                "h8 a1 i8 a3 j8",
                "a5",
                "lets x win by force within 2 moves, beginning with g8",
            ),
            (
                "gomoku",
                "h8 a1 i9 a3 j10 a5",
                "g7",
                "makes an open four on the diagonal g7–j10, and wins by force",
            ),
            (
                "gomoku",
                "h8 a1 h9 a5 i9 o1 j8 o15",
                "h10",
                "makes two open threes in column h and on the diagonal h10–j8, and wins by force",
            ),
            ("gomoku", "h8 i9", "a1", ""),
            ("renju", "e8 a1 f8 a15 h10 o1 h11 o15", "h8", "is forbidden by the rules"),
            (
                "tictactoe",
                "b2 a1 c1",
                "a3",
                "stops x from completing the line on the diagonal b2–c1, and makes a line that needs one more in column a",
            ),
        ] {
            assert_eq!(said(variant, moves, mv), words, "{variant} {moves} {mv}");
        }
    }

    #[test]
    fn shapes_of_one_kind_are_told_together() {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for mv in "h9 a1 i8 a5 i9 o1".split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let reasons = shape_reasons(&position, "h8".parse().unwrap());
        let words = "builds an open two in row 8, in column h and on the diagonal h8–i9";
        assert_eq!(sentence(&reasons, 5), words);
    }

    #[test]
    fn every_code_has_data_and_words() {
        for code in ReasonCode::ALL {
            let mv = "h8".parse().unwrap();
            let reason = Reason { mv, code, side: Some(Color::White), squares: Vec::new() };
            let text = ReasonText::from(&reason);
            assert_eq!((text.code.as_str(), text.moves), (code.name(), code.moves()));
            let words = |k| words(std::slice::from_ref(&reason), k);
            assert!(!words(5).is_empty() && words(4) != "makes a line");
        }
    }
}
