//! What can be asked of a table.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Move, Size, Square};

use crate::table::swap2::Swap2Choice;

use super::refusal::{Refusal, refuse};

/// What a client at the table wants. The JSON form is an object such as
/// `{"do": "play", "move": "h8"}` or `{"do": "new-game", "swap": true}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum TableRequest {
    /// Plays a move; see [`read_move`] for how it may be written.
    Play {
        /// As it was typed.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Makes the choice of a swap2 opening.
    Choose {
        /// What is taken.
        choice: Swap2Choice,
    },
    /// Takes back the own last move and everything after it.
    Undo,
    /// Asks our own engine what it would play.
    Hint,
    /// Exchanges the colours of the two chairs in the middle of the game.
    SwapSides,
    /// Gives the game up.
    Resign,
    /// Offers a draw; an engine answers at once, and a move of the other side declines.
    OfferDraw,
    /// Answers the offer of the other side.
    AnswerDraw {
        /// Whether the game is drawn.
        accept: bool,
    },
    /// Begins a new game; one that is not finished counts for neither player.
    NewGame {
        /// Whether the chairs exchange their colours.
        swap: bool,
    },
    /// Stops clocks and play; an engine that is thinking still plays its move.
    Pause,
    /// Goes on.
    Resume,
    /// While play is paused: lets an engine play one move.
    Step,
    /// Lets time pass between the moves of two engines, so that people can follow.
    Pace {
        /// Milliseconds from a move to the next one, at least; at most 5,000.
        ms: u64,
    },
}

/// The longest time between the moves of two engines, in milliseconds.
pub const SLOWEST_MS: u64 = 5000;

/// Reads a move: `h8`, `*h8` (conversion), or row and column as in `2 3`, counted
/// from 1 and from the corner `a1` at the bottom left.
///
/// # Errors
/// When it is none of that, or not on a board of this size.
pub fn read_move(text: &str, size: Size) -> Result<Move, Refusal> {
    let expected = || {
        let corner = Square::new(size.width() - 1, size.height() - 1);
        let (width, height) = (size.width(), size.height());
        format!("a square from a1 to {corner}, or row 1 to {height} and column 1 to {width}")
    };
    let refuse = || refuse("move", text, expected());
    let trimmed = text.trim();
    let words: Vec<&str> =
        trimmed.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let mv = match *words.as_slice() {
        [row, col] => {
            let number = |word: &str, most: usize| {
                let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
                let number = is_plain.then(|| word.parse::<usize>().ok()).flatten();
                number.filter(|number| (1..=most).contains(number)).map(|number| number - 1)
            };
            let row = number(row, size.height()).ok_or_else(refuse)?;
            let col = number(col, size.width()).ok_or_else(refuse)?;
            Move::place(Square::new(col, row))
        }
        [word] => word.parse().map_err(|_| refuse())?,
        _ => return Err(refuse()),
    };
    if size.contains(mv.square()) { Ok(mv) } else { Err(refuse()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read() {
        let small = Size::new(3, 3).unwrap();
        let read = |text: &str| read_move(text, small).map(|mv| mv.to_string());
        for (text, mv) in [
            ("b2", "b2"),
            (" C1 ", "c1"),
            ("1 3", "c1"),
            ("3,1", "a3"),
            ("2, 3", "c2"),
            ("*a1", "*a1"),
        ] {
            assert_eq!(read(text).unwrap(), mv, "{text}");
        }
        for text in [
            "",
            "d1",
            "a4",
            "0 1",
            "1 4",
            "5",
            "1 2 3",
            "x y",
            "-1 2",
            "+1 2",
            "b",
            "99999999999999999999 1",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(
                error.ends_with("expected a square from a1 to c3, or row 1 to 3 and column 1 to 3"),
                "{error}"
            );
        }
    }

    #[test]
    fn requests_have_a_json_form() {
        let text = r#"{"do":"play","move":"h8"}"#;
        let request: TableRequest = serde_json::from_str(text).unwrap();
        assert_eq!(request, TableRequest::Play { mv: "h8".to_owned() });
        assert_eq!(serde_json::to_string(&request).unwrap(), text);
        for text in [
            r#"{"do":"new-game","swap":true}"#,
            r#"{"do":"choose","choice":"two"}"#,
            r#"{"do":"answer-draw","accept":false}"#,
            r#"{"do":"undo"}"#,
            r#"{"do":"pace","ms":500}"#,
        ] {
            let request: TableRequest = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&request).unwrap(), text);
        }
    }
}
