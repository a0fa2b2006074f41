//! Refusals in the words of a person at the board.
//!
//! A table refuses with a code that programs can read; here each of them becomes one
//! sentence for the person at the board.

use tengen_engine::game::Code;
use tengen_engine::player::NAMES;

use tengen_engine::control::nearest::nearest;
use tengen_games::table::room::{Refusal, refuse};

/// Why something was not done, in one sentence.
pub(super) fn plainly(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Refusal>() {
        Some(refusal) => sentence(refusal),
        None => format!("{error:#}"),
    }
}

/// A text from outside as it can be shown: cut, and without control characters.
pub(super) fn shown(text: &str) -> String {
    refuse("", text, "").text
}

/// The player that is meant by a word that is none, as the end of a sentence.
pub(super) fn meant_player(word: &str) -> String {
    let known = NAMES.into_iter().chain(["human", "human:NAME", "level:5"]);
    nearest(word, known).map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

fn sentence(refusal: &Refusal) -> String {
    let Refusal { code, what, text, expected, .. } = refusal;
    let square = text.trim_start_matches('*');
    let own = match code {
        Code::Invalid => return invalid(refusal),
        Code::Occupied => return format!("{square} is taken"),
        Code::Outside => return format!("{square} is no square of this board"),
        Code::DoubleThree | Code::DoubleFour => {
            return format!("{square} is forbidden to Black: it makes a {}", code.name());
        }
        Code::Overline => return format!("{square} is forbidden to Black: it makes an overline"),
        Code::NoConversion => "you have no conversion left",
        Code::NothingToConvert => return format!("{square} has no stone that you can convert"),
        Code::GameOver => "the game is over: new begins another one",
        Code::OtherTurn => return format!("it is {text}'s turn: please wait"),
        Code::Paused => "the game is paused: go continues it",
        Code::NotPaused => "the game is not paused",
        Code::InOpening => return format!("no {what} before the opening is over"),
        Code::ChoiceDue => return format!("a choice comes first: type {expected}"),
        Code::NoChoice => return format!("that is no choice now: type {expected}"),
        Code::NothingToChoose => "there is nothing to choose now",
        Code::EndsOpening => {
            return format!("{square} would end the game: an opening must not do that");
        }
        Code::NoMoveYet => "there is nothing to take back",
        Code::NoUndo => "no move is taken back at this table",
        Code::UndoSpent => {
            return format!("{text} has taken back once, and once is all at this table");
        }
        Code::EndedForGood => return format!("{text}: new begins another one"),
        Code::DrawOffered => "the draw is offered: wait for the answer",
        Code::NoDrawOffered => "no draw is offered",
        Code::PeoplePlay => "people play here: only a game of two engines has a pace",
        Code::NoEngineTurn => "no engine is to move: it is your turn",
        Code::WrongPlayer => return format!("{text}: that player does not know this game"),
        Code::NoPlayer => {
            let tip = meant_player(text);
            return format!("there is no player {text}: choose {expected}{tip}");
        }
        Code::EarlierBoard => "this is an earlier board: end returns to the game",
        Code::NoSeat => "only programs play here: sit x human, or sit o human, first",
        Code::EngineMissing => return format!("that program does not start: {text}"),
        // Only servers refuse with the codes from here on.
        Code::AskedAlready
        | Code::NothingAsked
        | Code::NotAway
        | Code::WrongCode
        | Code::SeatTaken
        | Code::NotYours
        | Code::GameOfTwo
        | Code::TimedGame
        | Code::Full
        | Code::TooFast
        | Code::TooSoon
        | Code::NoTable
        | Code::TableClosed
        | Code::NoMatch
        | Code::NoGame
        | Code::NoEngine
        | Code::EngineSilent
        | Code::NameTaken
        | Code::TooManyEngines
        | Code::NotFromHere
        | Code::TableWaits
        | Code::NotKept
        | Code::NotLoaded
        | Code::NeedsServer
        | Code::Failed => return needs(refusal),
    };
    own.to_owned()
}

/// What cannot be read, or is not allowed.
fn invalid(refusal: &Refusal) -> String {
    let Refusal { what, text, expected, .. } = refusal;
    match what.as_str() {
        "move" => {
            let squares = expected.split_once(',').map_or(expected.as_str(), |(first, _)| first);
            format!("{text} is no square of this board: type {squares}")
        }
        "record" | "position" => format!("that game cannot be played here: {text}"),
        _ => needs(refusal),
    }
}

fn needs(Refusal { what, text, expected, .. }: &Refusal) -> String {
    format!("{what} does not take {text}: it needs {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_become_sentences() {
        for (code, what, text, expected, said) in [
            (Code::Occupied, "move", "i7", "an empty square", "i7 is taken"),
            (
                Code::Overline,
                "move",
                "h8",
                "a point that is not forbidden to x",
                "h8 is forbidden to Black: it makes an overline",
            ),
            (Code::NoConversion, "move", "*h8", "a placement", "you have no conversion left"),
            (
                Code::Invalid,
                "move",
                "z9",
                "a square from a1 to c3, or row 1 to 3 and column 1 to 3",
                "z9 is no square of this board: type a square from a1 to c3",
            ),
            (Code::OtherTurn, "move", "Bob", "to wait for it", "it is Bob's turn: please wait"),
            (
                Code::InOpening,
                "hint",
                "swap2",
                "the end of the opening",
                "no hint before the opening is over",
            ),
            (
                Code::NoMoveYet,
                "undo",
                "no move of this player",
                "a move first",
                "there is nothing to take back",
            ),
            (
                Code::NoPlayer,
                "sit",
                "fivstage",
                "human, human:NAME",
                "there is no player fivstage: choose human, human:NAME; did you mean fivestage?",
            ),
            (Code::Invalid, "sit", "st=x", "seconds", "sit does not take st=x: it needs seconds"),
        ] {
            let refusal = refuse(what, text, expected).coded(code);
            assert_eq!(plainly(&refusal.into()), said);
        }
        assert_eq!(plainly(&anyhow::anyhow!("a").context("b")), "b: a");
    }
}
