//! Line to [`Command`].

use std::ops::RangeInclusive;

use crate::control::Limits;
use crate::game::Move;
use crate::protocol::Line;
use crate::protocol::text::Words;
use crate::session::message::{Command, Problem, Start};

use super::COMMANDS;

/// Plies, moves and the like.
const COUNT: RangeInclusive<i64> = 1..=1_000_000;
/// Positions visited.
const NODES: RangeInclusive<i64> = 1..=1_000_000_000_000_000_000;
/// Milliseconds, up to some thirty years.
const TIME: RangeInclusive<i64> = 0..=1_000_000_000_000;
/// Milliseconds on a clock, which a slow manager may let run below zero.
const CLOCK: RangeInclusive<i64> = -*TIME.end()..=*TIME.end();

/// Reads a line; `None` for empty lines and comments.
pub(super) fn line(line: Line<'_>) -> Option<Command> {
    let mut words = Words::new(line.text);
    let first = words.next().filter(|word| !word.starts_with('#'))?;
    let command = if line.is_cut {
        let expected = format!("expected a line of at most {} bytes", line.text.len());
        Err(Problem::new("line", line.text, expected))
    } else {
        command(first, &mut words)
    };
    let refuse = |problem| Command::Refused { problem, owes_answer: first == "go" };
    Some(command.unwrap_or_else(refuse))
}

fn command(first: &str, words: &mut Words<'_>) -> Result<Command, Problem> {
    Ok(match first {
        "uci" => Command::Identify,
        "isready" => Command::Ready,
        "setoption" => set_option(words)?,
        "ucinewgame" => Command::NewGame,
        "position" => position(words)?,
        "go" => go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" => debug(words)?,
        "d" => Command::Show,
        "eval" => Command::Eval,
        "patterns" => Command::Patterns,
        "moves" => Command::Moves,
        "bench" => Command::Bench,
        "help" => Command::Help,
        _ => {
            let known: Vec<&str> = COMMANDS.iter().map(|command| command.word).collect();
            let expected = format!("expected one of {}", known.join(", "));
            return Err(Problem::new("command", first, expected));
        }
    })
}

fn debug(words: &mut Words<'_>) -> Result<Command, Problem> {
    match words.next().unwrap_or(END) {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        word => Err(Problem::new("debug", word, "expected on or off")),
    }
}

/// `name N... [value V...]`: both may contain blanks, the value goes to the end.
fn set_option(words: &mut Words<'_>) -> Result<Command, Problem> {
    const FORM: &str = "expected name N [value V]";
    match words.next().unwrap_or(END) {
        "name" => {}
        word => return Err(Problem::new("setoption", word, FORM)),
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            value = Some(words.rest().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(Problem::new("setoption", "no name", FORM));
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn position(words: &mut Words<'_>) -> Result<Command, Problem> {
    let problem = |text: &str, expected: &str| Problem::new("position", text, expected);
    let start = match words.next().unwrap_or(END) {
        "startpos" => match words.next() {
            None => return Ok(Command::Position { start: Start::Empty, moves: Vec::new() }),
            Some("moves") => Start::Empty,
            Some(word) => return Err(problem(word, "expected moves or the end of the line")),
        },
        "fen" => {
            let fields: Vec<&str> =
                std::iter::from_fn(|| words.next().filter(|&word| word != "moves")).collect();
            if fields.is_empty() {
                return Err(problem("no text", "expected rows and a side, as in x2/1o1/3 x k=3"));
            }
            Start::Text(fields.join(" "))
        }
        word => return Err(problem(word, "expected startpos or fen")),
    };
    let mut moves = Vec::new();
    for word in words {
        let wrong = |_| problem(word, "expected a move such as h8, or *h8 to convert a stone");
        moves.push(word.parse().map_err(wrong)?);
    }
    Ok(Command::Position { start, moves })
}

fn go(words: &mut Words<'_>) -> Result<Command, Problem> {
    let mut limits = Limits::default();
    let mut perft = None;
    let mut next = words.next();
    while let Some(word) = next {
        let mut number = |range| number(word, words.next(), range);
        match word {
            "depth" => limits.depth = Some(number(COUNT)? as u32),
            "nodes" => limits.nodes = Some(number(NODES)? as u64),
            "movetime" => limits.movetime_ms = Some(number(TIME)? as u64),
            "wtime" => limits.clock_ms.0[0] = Some(number(CLOCK)?),
            "btime" => limits.clock_ms.0[1] = Some(number(CLOCK)?),
            "winc" => limits.increment_ms.0[0] = number(TIME)? as u64,
            "binc" => limits.increment_ms.0[1] = number(TIME)? as u64,
            "movestogo" => limits.moves_to_go = Some(number(COUNT)? as u32),
            "mate" => limits.mate = Some(number(COUNT)? as u32),
            "perft" => perft = Some(number(COUNT)? as u32),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                next = search_moves(words, &mut limits.search_moves)?;
                continue;
            }
            _ => {
                let expected = "expected depth, nodes, movetime, wtime, btime, winc, binc, \
                                movestogo, infinite, ponder, mate, searchmoves or perft";
                return Err(Problem::new("go", word, expected));
            }
        }
        next = words.next();
    }
    Ok(match perft {
        Some(depth) => Command::Perft { depth, search_moves: limits.search_moves },
        None => Command::Go(limits),
    })
}

/// Reads moves up to a word that is none, which is returned.
fn search_moves<'a>(
    words: &mut Words<'a>,
    moves: &mut Vec<Move>,
) -> Result<Option<&'a str>, Problem> {
    let before = moves.len();
    for word in words {
        match word.parse() {
            Ok(mv) => moves.push(mv),
            Err(_) if moves.len() > before => return Ok(Some(word)),
            Err(_) => {
                return Err(Problem::new("go searchmoves", word, "expected moves such as h8"));
            }
        }
    }
    if moves.len() > before {
        return Ok(None);
    }
    Err(Problem::new("go searchmoves", "no move", "expected moves such as h8"))
}

fn number(name: &str, word: Option<&str>, range: RangeInclusive<i64>) -> Result<i64, Problem> {
    let word = word.unwrap_or(END);
    let in_range = |number: &i64| range.contains(number);
    word.parse().ok().filter(in_range).ok_or_else(|| {
        let expected = format!("expected a number from {} to {}", range.start(), range.end());
        Problem::new(format!("go {name}"), word, expected)
    })
}

/// What is shown as the offending text where a word is missing.
const END: &str = "end of line";
