//! Refusals in the words of a person at the board.
//!
//! A table refuses in three parts that programs can read; here each of them becomes one
//! sentence for who sits before it. A refusal without a sentence of its own is still told.

use tengen_engine::player::NAMES;

use tengen_games::table::room::{Refusal, refuse};
use tengen_host::cli::nearest::nearest;

/// What is at fault with a move where somebody looks at the past.
pub(super) const EARLIER: &str = "an earlier board";

/// Why something was not done, in one sentence.
pub(super) fn plainly(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Refusal>() {
        Some(refusal) => sentence(refusal),
        None => format!("{error:#}"),
    }
}

/// A text of somebody else as it can be shown: cut, and without control characters.
pub(super) fn shown(text: &str) -> String {
    refuse("", text, "").text
}

/// The player that is meant by a word that is none, as the end of a sentence.
pub(super) fn meant_player(word: &str) -> String {
    let known = NAMES.into_iter().chain(["human", "human:NAME", "level:5"]);
    nearest(word, known).map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

fn sentence(refusal: &Refusal) -> String {
    let Refusal { what, text, expected, .. } = refusal;
    if text == "the game is over" || text.ends_with("(game over)") {
        return "the game is over: new begins another one".to_owned();
    }
    if text == EARLIER {
        return "this is an earlier board: end returns to the game".to_owned();
    }
    if text == "the game is paused" {
        return "the game is paused: go continues it".to_owned();
    }
    if text == "swap2" {
        return format!("no {what} before the opening is over");
    }
    if text.starts_with("it is ") && text.ends_with("'s turn") {
        return format!("{text}: please wait");
    }
    let own = match *what {
        "move" => return illegal(text, expected),
        "you" => "only programs play here: sit x human, or sit o human, first",
        "choose" if expected.contains("nothing to choose") => "there is nothing to choose now",
        "choose" => return format!("that is no choice now: type {expected}"),
        "undo" if text == "no move of this player" => "there is nothing to take back",
        "undo" if text == "not agreed" => "no move is taken back at this table",
        "undo" if text.ends_with("once") => {
            return format!("{text}, and once is all at this table");
        }
        "undo" => return format!("{text}: new begins another one"),
        "draw" if text == "offered already" => "the draw is offered: wait for the answer",
        "draw" => "no draw is offered",
        "pause" => "the game is paused already: go continues it",
        "step" if text == "no engine is to move" => "no engine is to move: it is your turn",
        "resume" | "step" => "the game is not paused",
        "player" => return format!("{text}: that player does not know this game"),
        "sit" if expected.starts_with("human,") => {
            let tip = meant_player(text);
            return format!("there is no player {text}: choose {expected}{tip}");
        }
        "sit" if expected.starts_with("a program") => {
            return format!("that program does not start: {text}");
        }
        "record" | "position" => return format!("that game cannot be played here: {text}"),
        _ => return format!("{what} does not take {text}: it needs {expected}"),
    };
    own.to_owned()
}

/// Why that move cannot be played.
fn illegal(text: &str, expected: &str) -> String {
    let parts = text.split_once(" (").and_then(|(mv, rest)| Some((mv, rest.strip_suffix(')')?)));
    let Some((mv, why)) = parts else {
        let squares = expected.split_once(',').map_or(expected, |(squares, _)| squares);
        return format!("{text} is no square of this board: type {squares}");
    };
    let square = mv.trim_start_matches('*');
    if let Some(foul) = why.strip_prefix("forbidden (") {
        let foul = foul.trim_end_matches(')');
        let article = if foul.starts_with('o') { "an" } else { "a" };
        return format!("{square} is forbidden to Black: it makes {article} {foul}");
    }
    match why {
        "occupied" => format!("{square} is taken"),
        "no conversion left" => "you have no conversion left".to_owned(),
        "no stone to convert" => format!("{square} has no stone that you can convert"),
        "a choice is due" => format!("a choice comes first: type {expected}"),
        "ends the game" => format!("{square} would end the game: an opening must not do that"),
        _ => format!("{square} cannot be played: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_become_sentences() {
        for (what, text, expected, said) in [
            ("move", "i7 (occupied)", "an empty square", "i7 is taken"),
            (
                "move",
                "h8 (forbidden (overline))",
                "a point that is not forbidden to x",
                "h8 is forbidden to Black: it makes an overline",
            ),
            ("move", "*h8 (no conversion left)", "a placement", "you have no conversion left"),
            (
                "move",
                "z9",
                "a square from a1 to c3, or row 1 to 3 and column 1 to 3",
                "z9 is no square of this board: type a square from a1 to c3",
            ),
            ("move", "it is Bob's turn", "to wait for it", "it is Bob's turn: please wait"),
            ("hint", "swap2", "the end of the opening", "no hint before the opening is over"),
            ("undo", "no move of this player", "a move first", "there is nothing to take back"),
            (
                "sit",
                "fivstage",
                "human, human:NAME",
                "there is no player fivstage: choose human, human:NAME; did you mean fivestage?",
            ),
            ("sit", "st=x", "seconds", "sit does not take st=x: it needs seconds"),
        ] {
            let refusal = refuse(what, text, expected);
            assert_eq!(plainly(&refusal.into()), said);
        }
        assert_eq!(plainly(&anyhow::anyhow!("a").context("b")), "b: a");
    }
}
