//! What people type: moves, and words for everything else.

use tengen_engine::control::nearest::nearest;
use tengen_engine::game::{Code, Size, Variant};
use tengen_games::table::room::{Chair, Refusal, Room, Swap2Choice, TableRequest, refuse};

use super::plainly::shown;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing.
    Nothing,
    /// Something for the table.
    Ask(TableRequest),
    /// Write the game to a file; one that is there is asked about first.
    Save(String),
    /// Write the game to a file, whatever is in it.
    Overwrite(String),
    /// Put the game of a file on the table.
    Load(String),
    /// Another player takes a colour: `x` or `o`, then the player.
    Sit(char, String),
    /// The program plays at this level from now on.
    Level(u8),
    /// Look at an earlier move, or return from there.
    Look(Look),
    /// Say what each move of the game was worth.
    Review,
    /// Show the board again.
    Board,
    /// List these words.
    Help,
    /// Leave.
    Quit,
}

/// Where to look in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// So many moves earlier.
    Back(usize),
    /// So many moves later.
    Forward(usize),
    /// Before the first move.
    Start,
    /// At the game itself.
    End,
}

/// A word, its short forms, what follows it, and what it does.
type Word = (&'static [&'static str], &'static str, &'static str);

/// Every word, for the help page.
pub(super) const WORDS: &[Word] = &[
    (&["undo", "u"], "", "take back your last move and the answer to it"),
    (&["hint"], "", "ask the engine what it would play"),
    (&["swap"], "", "exchange the colours in the middle of the game"),
    (&["draw"], "", "offer a draw, or accept the one that is offered"),
    (&["accept", "yes"], "", "accept a draw"),
    (&["decline", "no"], "", "decline a draw"),
    (&["resign"], "", "give up"),
    (&["new"], "[swap]", "begin a new game, perhaps with the other colours"),
    (&["pause", "p"], "", "stop the clocks and the engines"),
    (&["go", "resume"], "", "go on"),
    (&["step", "s"], "", "while paused: one move of an engine"),
    (&["black", "white", "two"], "", "choose in a swap2 opening"),
    (&["sit"], "x|o WHO", "change the player of a colour, as with --black"),
    (&["level"], "N", "play against level N, 1 for beginners to 10"),
    (&["back"], "[N]", "look at the board one move earlier, or N"),
    (&["forward"], "[N]", "the other way; with both only the view changes"),
    (&["start", "end"], "", "look before the first move; return to the game"),
    (&["review"], "", "say what each move of this game was worth"),
    (&["save"], "FILE", "write the game: .psq, .sgf, .pgn and others"),
    (&["save!"], "FILE", "the same, over a file that is there"),
    (&["load"], "FILE", "go on with the game of a file"),
    (&["board", "b"], "", "show the board again"),
    (&["help", "?"], "", "show this"),
    (&["quit", "q"], "", "leave"),
];

/// Understands a line. What is no word of the list and has a number in it is taken for a
/// move, and refused as one where it is none.
///
/// # Errors
/// A sentence about what is no word, or has something after it that does not belong
/// there, or lacks what does.
pub(super) fn read(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    let alone = |command: Command| match rest {
        "" => Ok(command),
        _ => Err(format!("nothing comes after {word}: type {word} alone")),
    };
    let choose = |choice| alone(Command::Ask(TableRequest::Choose { choice }));
    let file = |command: fn(String) -> Command| match rest {
        "" => Err(format!("{word} needs the name of a file, as in {word} game.psq")),
        name => Ok(command(name.to_owned())),
    };
    match word.as_str() {
        "" => Ok(Command::Nothing),
        "undo" | "u" => alone(Command::Ask(TableRequest::Undo)),
        "hint" => alone(Command::Ask(TableRequest::Hint)),
        "swap" => alone(Command::Ask(TableRequest::SwapSides)),
        "draw" => alone(Command::Ask(TableRequest::OfferDraw)),
        "accept" | "yes" => alone(Command::Ask(TableRequest::AnswerDraw { accept: true })),
        "decline" | "no" => alone(Command::Ask(TableRequest::AnswerDraw { accept: false })),
        "resign" => alone(Command::Ask(TableRequest::Resign)),
        "new" => match rest.to_ascii_lowercase().as_str() {
            "" => Ok(Command::Ask(TableRequest::NewGame { swap: false })),
            "swap" => Ok(Command::Ask(TableRequest::NewGame { swap: true })),
            _ => Err("new stands alone, or before swap: new swap".to_owned()),
        },
        "pause" | "p" => alone(Command::Ask(TableRequest::Pause)),
        "go" | "resume" => alone(Command::Ask(TableRequest::Resume)),
        "step" | "s" => alone(Command::Ask(TableRequest::Step)),
        "black" => choose(Swap2Choice::Black),
        "white" => choose(Swap2Choice::White),
        "two" => choose(Swap2Choice::Two),
        "sit" => match rest.split_once(char::is_whitespace) {
            Some((color @ ("x" | "o"), player)) => {
                let letter = if color == "x" { 'x' } else { 'o' };
                Ok(Command::Sit(letter, player.trim().to_owned()))
            }
            _ => Err("sit needs x or o, and who: sit o level:5".to_owned()),
        },
        "level" => match rest.parse() {
            Ok(level @ 1..=10) => Ok(Command::Level(level)),
            _ => Err("level needs a number from 1 to 10, as in level 5".to_owned()),
        },
        "back" => steps(&word, rest).map(|steps| Command::Look(Look::Back(steps))),
        "forward" => steps(&word, rest).map(|steps| Command::Look(Look::Forward(steps))),
        "start" => alone(Command::Look(Look::Start)),
        "end" => alone(Command::Look(Look::End)),
        "review" => alone(Command::Review),
        "save" => file(Command::Save),
        "save!" => file(Command::Overwrite),
        "load" => file(Command::Load),
        "board" | "b" => alone(Command::Board),
        "help" | "?" => alone(Command::Help),
        "quit" | "q" | "exit" => alone(Command::Quit),
        _ if line.contains(|letter: char| letter.is_ascii_digit()) => {
            Ok(Command::Ask(TableRequest::Play { mv: line.to_owned() }))
        }
        _ => Err(unknown(line, &word)),
    }
}

/// How many moves are meant after that word.
fn steps(word: &str, rest: &str) -> Result<usize, String> {
    let steps = if rest.is_empty() { Some(1) } else { rest.parse().ok() };
    let steps = steps.filter(|steps| (1..=10_000).contains(steps));
    steps.ok_or_else(|| format!("{word} stands alone, or before a number: {word} 3"))
}

/// The sentence about a line that is neither a word nor a move.
fn unknown(line: &str, word: &str) -> String {
    let known = WORDS.iter().flat_map(|(words, ..)| *words).copied();
    let tip = match nearest(word, known) {
        Some(known) => format!("did you mean {known}?"),
        None => "help lists the words".to_owned(),
    };
    format!("{} is neither a square nor a word: {tip}", shown(line))
}

/// The chair for which the people at this one keyboard speak with a request.
///
/// # Errors
/// When only engines play, and the request is a player's own.
pub(super) fn speaker(room: &Room, request: &TableRequest) -> Result<Chair, Refusal> {
    let no_seat = || {
        refuse("you", "do not play here", "sit x human, or sit o human, first").coded(Code::NoSeat)
    };
    match request {
        TableRequest::Undo => {
            let humans = Chair::ALL.into_iter().filter(|&chair| room.seat(chair).is_human());
            match (humans.clone().count(), humans.clone().next()) {
                (1, Some(human)) => Ok(human),
                _ => Ok(room.game().last_actor().unwrap_or(Chair::First)),
            }
        }
        TableRequest::AnswerDraw { .. } => match room.draw_offer() {
            Some(offerer) => Ok(!offerer),
            None => room.person().ok_or_else(no_seat),
        },
        TableRequest::SwapSides
        | TableRequest::NewGame { .. }
        | TableRequest::Pause
        | TableRequest::Resume
        | TableRequest::Step => Ok(Chair::First),
        _ => room.person().ok_or_else(no_seat),
    }
}

/// How a square is named, by the one in the centre of a board of that size.
pub(super) fn moves_help(size: Size) -> String {
    let centre = size.centre();
    format!(
        "Moves: {centre}, or row and column as in {} {}; row 1 is at the bottom.",
        centre.row() + 1,
        centre.col() + 1
    )
}

/// The words that can be typed, as lines.
pub(super) fn help(variant: Variant) -> Vec<String> {
    let line = |(words, after, does): &Word| {
        let words = format!("{} {after}", words.join(", "));
        format!("  {words:<18} {does}")
    };
    let mut lines = vec![moves_help(variant.size)];
    if variant.destroy > 0 {
        lines.push(format!("*{} converts a stone of the other side.", variant.size.centre()));
    }
    lines.push("Words:".to_owned());
    lines.extend(WORDS.iter().map(line));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::control::time_control::MoveLimits;
    use tengen_engine::game::Variant;
    use tengen_games::table::room::{Config, Seat};

    #[test]
    fn every_word_of_the_help_is_understood() {
        for (words, after, _) in WORDS {
            for word in *words {
                let line = match *after {
                    "" | "[swap]" | "[N]" => (*word).to_owned(),
                    "N" => format!("{word} 3"),
                    "FILE" => format!("{word} a b.psq"),
                    _ => format!("{word} x human:Ann"),
                };
                let command = read(&line).unwrap();
                let is_move = matches!(command, Command::Ask(TableRequest::Play { .. }));
                assert!(!is_move, "{line}: {command:?}");
                assert!(read(&line.to_uppercase()).is_ok() || *after == "x|o WHO", "{line}");
            }
        }
        assert_eq!(read("save a b.psq"), Ok(Command::Save("a b.psq".to_owned())));
        assert_eq!(read(" \t"), Ok(Command::Nothing));
    }

    #[test]
    fn the_rest_is_a_move() {
        for text in ["h8", "2 3", "*h8", "h88", "0 0", "h 8"] {
            let request = TableRequest::Play { mv: text.to_owned() };
            assert_eq!(read(text), Ok(Command::Ask(request)), "{text}");
        }
        let meant = |text: &str| read(text).unwrap_err();
        assert!(meant("undone").ends_with(": did you mean undo?"));
        assert!(meant("hello").ends_with(": help lists the words"));
        assert_eq!(meant("load"), "load needs the name of a file, as in load game.psq");
        assert_eq!(read("back 3"), Ok(Command::Look(Look::Back(3))));
        assert_eq!(meant("back x"), "back stands alone, or before a number: back 3");
        assert_eq!(meant("level 11"), "level needs a number from 1 to 10, as in level 5");
        for text in ["undo h8", "save", "load ", "new game", "sit", "sit x", "quit now"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn at_one_keyboard_everybody_is_spoken_for() {
        let people = || ["Ann", "Bob"].map(|name| Seat::human(name, MoveLimits::default()));
        let config = Config::new(Variant::preset("tictactoe").unwrap(), people());
        let mut room = Room::new(config, 0).unwrap();
        assert_eq!(speaker(&room, &TableRequest::Resign), Ok(Chair::First));
        room.ask(Chair::First, TableRequest::Play { mv: "b2".to_owned() }, 0).unwrap();
        assert_eq!(speaker(&room, &TableRequest::Resign), Ok(Chair::Second));
        assert_eq!(speaker(&room, &TableRequest::Undo), Ok(Chair::First));
        for chair in Chair::ALL {
            room.sit(chair, Seat::player("random").unwrap(), 0).unwrap();
        }
        assert!(speaker(&room, &TableRequest::Resign).is_err());
        assert_eq!(speaker(&room, &TableRequest::Pause), Ok(Chair::First));
    }
}
