//! Why a move is worth playing, for people: what [`explain`] says as data for messages and files,
//! and in plain English. The page has the words in its own languages.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Color, Move, Position, Square};
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

/// The reasons for a legal move, the best first; none where there is nothing to say.
pub fn reasons(position: &Position, mv: Move) -> Vec<Reason> {
    said(explain(position, &[mv]))
}

/// The same by the shapes of the move alone, which takes no search.
pub fn shape_reasons(position: &Position, mv: Move) -> Vec<Reason> {
    said(explain_shapes(position, mv))
}

fn said(mut reasons: Vec<Reason>) -> Vec<Reason> {
    reasons.retain(|reason| reason.code != ReasonCode::None);
    reasons
}

/// Reasons as data.
pub fn texts(reasons: &[Reason]) -> Vec<ReasonText> {
    reasons.iter().map(ReasonText::from).collect()
}

/// The most important reasons in plain English, as they follow the name of the move: `blocks the
/// open three of o in row 8`. Empty without any. `k` is the length of a line that wins.
pub fn sentence(reasons: &[Reason], k: u8) -> String {
    let said = reasons.iter().take(weight(reasons));
    said.map(|reason| words(reason, k)).collect::<Vec<_>>().join("; ")
}

/// How many reasons are worth a person's time: what ends the game needs no other.
fn weight(reasons: &[Reason]) -> usize {
    let is_all = |code: ReasonCode| {
        code.moves().is_some() || matches!(code, ReasonCode::Five | ReasonCode::Forbidden)
    };
    if reasons.first().is_some_and(|first| is_all(first.code)) { 1 } else { 2 }
}

fn words(reason: &Reason, k: u8) -> String {
    let whose = reason.side.map_or('x', Color::letter);
    let place = place(&reason.squares);
    let shape = |name: &str| shape(name, k);
    match reason.code {
        ReasonCode::Forbidden => "the rules forbid it".to_owned(),
        ReasonCode::Five => format!("completes a line{place}"),
        ReasonCode::AllowsWinByFours(1) => format!("lets {whose} win with the next move"),
        ReasonCode::AllowsWinByFours(moves) => {
            format!("lets {whose} win by force in {moves} moves")
        }
        ReasonCode::WinByFours(moves) | ReasonCode::WinByThreats(moves) => {
            format!("begins a forced win, a line of {moves} moves")
        }
        ReasonCode::BlocksFive => format!("stops {whose} from completing the line{place}"),
        ReasonCode::StopsWin if k == 5 => format!("stops the win by fours that {whose} had"),
        ReasonCode::StopsWin => format!("stops the forced win that {whose} had"),
        ReasonCode::BlocksOpenFour => {
            format!("blocks {} of {whose}{place}", shape("the-open-three"))
        }
        ReasonCode::DeniesDoubleFour => denies(whose, shape("double-four")),
        ReasonCode::DeniesFourThree => denies(whose, shape("four-three")),
        ReasonCode::DeniesDoubleThree => denies(whose, shape("double-three")),
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
        ("four-three", true) => "a four and an open three",
        ("double-three", true) => "two open threes",
        ("four", true) => "a four",
        ("open-three", true) => "an open three",
        ("the-open-three", true) => "the open three",
        ("three", true) => "a three",
        ("open-two", true) => "an open two",
        ("the-open-two", true) => "the open two",
        ("open-four", false) => "a line with two ends that lacks one stone",
        ("double-four", false) => "two lines that lack one stone",
        ("four-three", false) => "a line that lacks one stone and an open one that lacks two",
        ("double-three", false) => "two open lines that lack two stones",
        ("four", false) => "a line that lacks one stone",
        ("open-three", false) => "an open line that lacks two stones",
        ("three", false) => "a line that lacks two stones",
        ("open-two", false) => "an open line that lacks three stones",
        ("the-open-three" | "the-open-two", false) => "the open line",
        _ => "a line",
    }
}

/// Where the stones of one line lie; nothing where they lie in several.
fn place(squares: &[Square]) -> String {
    let (Some(first), Some(last)) = (squares.first(), squares.last()) else { return String::new() };
    let all = |on: fn(&Square) -> usize| squares.iter().all(|square| on(square) == on(first));
    if squares.len() < 2 {
        String::new()
    } else if all(|square| square.row()) {
        format!(" in row {}", first.row() + 1)
    } else if all(|square| square.col()) {
        let name = first.to_string();
        format!(" in column {}", name.trim_end_matches(|letter: char| letter.is_ascii_digit()))
    } else if all(|square| square.row() + square.col())
        || all(|square| square.row().wrapping_sub(square.col()))
    {
        format!(" on the diagonal {first}–{last}")
    } else {
        String::new()
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
            (
                "gomoku",
                "h8 a1 i8 a3 j8",
                "g8",
                "stops the win by fours that x had; blocks the open three of x in row 8",
            ),
            ("gomoku", "h8 a1 i8 a3 j8", "a5", "lets x win by force in 2 moves"),
            ("gomoku", "h8 a1 i9 a3 j10 a5", "g7", "begins a forced win, a line of 2 moves"),
            ("gomoku", "h8 i9", "a1", ""),
            ("renju", "e8 a1 f8 a15 h10 o1 h11 o15", "h8", "the rules forbid it"),
            (
                "tictactoe",
                "b2 a1 c1",
                "a3",
                "stops x from completing the line on the diagonal b2–c1; makes a line that lacks one stone in column a",
            ),
        ] {
            assert_eq!(said(variant, moves, mv), words, "{variant} {moves} {mv}");
        }
    }

    #[test]
    fn every_code_has_data_and_words() {
        for code in ReasonCode::ALL {
            let mv = "h8".parse().unwrap();
            let reason = Reason { mv, code, side: Some(Color::White), squares: Vec::new() };
            let text = ReasonText::from(&reason);
            assert_eq!((text.code.as_str(), text.moves), (code.name(), code.moves()));
            assert!(!words(&reason, 5).is_empty() && words(&reason, 4) != "makes a line");
        }
    }
}
