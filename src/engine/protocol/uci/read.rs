//! Line to [`Command`].

use std::ops::RangeInclusive;

use crate::control::nearest::{meant, one_of};
use crate::control::{Limits, TraceForm, whole_number};
use crate::game::{Color, Move};
use crate::protocol::codec::{CommandSpec, InputLine};
use crate::protocol::ranges::{COUNT, NODES, TIME};
use crate::protocol::text::Words;
use crate::session::message::{Claim, Command, Goal, Problem, ProveQuestion, Start};

use super::commands::COMMANDS;

/// Milliseconds on a clock, which a slow manager may let run below zero.
const CLOCK: RangeInclusive<i64> = -*TIME.end()..=*TIME.end();

/// Reads a line; `None` for empty lines and comments. `others` are the commands
/// that the protocol has besides UCI's and reads itself.
pub(in crate::protocol) fn line(line: InputLine<'_>, others: &[CommandSpec]) -> Option<Command> {
    let mut words = Words::new(line.text);
    let first = words.next().filter(|word| !word.starts_with('#'))?;
    let command = whole(line).and_then(|()| command(first, &mut words, others));
    let refuse = |problem| Command::Refused { problem, owes_answer: first == "go" };
    Some(command.unwrap_or_else(refuse))
}

/// Refuses a line of which only the beginning is there.
pub(in crate::protocol) fn whole(line: InputLine<'_>) -> Result<(), Problem> {
    if !line.is_cut {
        return Ok(());
    }
    let expected = format!("a line of at most {} bytes", line.text.len());
    Err(Problem::new("line", line.text, expected))
}

fn command(first: &str, words: &mut Words<'_>, others: &[CommandSpec]) -> Result<Command, Problem> {
    Ok(match first {
        "uci" => Command::Identify,
        "isready" => Command::Ready,
        "setoption" => set_option(words)?,
        "ucinewgame" => Command::NewGame,
        "position" => position(words)?,
        "go" => go(words)?,
        "prove" => prove(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" => debug(words)?,
        "d" => Command::Show,
        "eval" => Command::Eval,
        "patterns" => patterns(words)?,
        "moves" => Command::Moves,
        "explain" => explain(words)?,
        "bench" => Command::Bench,
        "help" => Command::Help,
        _ => {
            let known = others.iter().chain(COMMANDS).map(|command| command.word);
            let known: Vec<&str> = known.collect();
            return Err(Problem::new("command", first, one_of(first, &known)));
        }
    })
}

fn patterns(words: &mut Words<'_>) -> Result<Command, Problem> {
    match words.next() {
        None => Ok(Command::Patterns),
        Some("standing") => Ok(Command::Standing),
        Some(word) => Err(Problem::new("patterns", word, "standing, or nothing")),
    }
}

fn explain(words: &mut Words<'_>) -> Result<Command, Problem> {
    let read = |word: &str| {
        let wrong = |_| Problem::new("explain", word, "moves such as h8, or nothing");
        word.parse().map_err(wrong)
    };
    Ok(Command::Explain(words.map(read).collect::<Result<_, _>>()?))
}

fn debug(words: &mut Words<'_>) -> Result<Command, Problem> {
    match words.next().unwrap_or(END) {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        word => Err(Problem::new("debug", word, "on or off")),
    }
}

/// `name N... [value V...]`: both may contain blanks, the value goes to the end.
fn set_option(words: &mut Words<'_>) -> Result<Command, Problem> {
    const FORM: &str = "name N [value V]";
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
            Some(word) => return Err(problem(word, "moves or the end of the line")),
        },
        "fen" => {
            let fields: Vec<&str> =
                std::iter::from_fn(|| words.next().filter(|&word| word != "moves")).collect();
            if fields.is_empty() {
                return Err(problem("no text", "rows and a side, as in x2/1o1/3 x k=3"));
            }
            Start::Text(fields.join(" "))
        }
        word => return Err(problem(word, "startpos or fen")),
    };
    let mut moves = Vec::new();
    for word in words {
        let wrong = |_| problem(word, "a move such as h8, or *h8 to convert a stone");
        moves.push(word.parse().map_err(wrong)?);
    }
    Ok(Command::Position { start, moves })
}

/// The words of `go`; those of the first player's clock have other names in UGI.
const GO: &[&str] = &[
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "mate",
    "trace",
    "events",
    "searchmoves",
    "perft",
];

fn go(words: &mut Words<'_>) -> Result<Command, Problem> {
    let mut limits = Limits::default();
    let mut perft = None;
    let mut next = words.next();
    while let Some(word) = next {
        let mut number = |range| number(&format!("go {word}"), words.next(), range);
        match word {
            "depth" => limits.depth = Some(number(COUNT)? as u32),
            "nodes" => limits.nodes = Some(number(NODES)? as u64),
            "movetime" => limits.movetime_ms = Some(number(TIME)? as u64),
            // Some managers mix the words of UCI and UGI, so both have both.
            "wtime" | "p1time" => limits.clock_ms.0[0] = Some(number(CLOCK)?),
            "btime" | "p2time" => limits.clock_ms.0[1] = Some(number(CLOCK)?),
            "winc" | "p1inc" => limits.increment_ms.0[0] = number(TIME)? as u64,
            "binc" | "p2inc" => limits.increment_ms.0[1] = number(TIME)? as u64,
            "movestogo" => limits.moves_to_go = Some(number(COUNT)? as u32),
            "mate" => limits.mate = Some(number(COUNT)? as u32),
            "perft" => perft = Some(number(COUNT)? as u32),
            "infinite" => limits.infinite = true,
            "trace" => limits.trace = limits.trace.or(Some(TraceForm::Visits)),
            "events" => limits.trace = Some(TraceForm::Events),
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                next = search_moves(words, &mut limits.search_moves)?;
                continue;
            }
            _ => {
                let (last, others) = GO.split_last().unwrap_or((&"", &[]));
                let expected = format!("{} or {last}{}", others.join(", "), meant(word, GO));
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

/// A claim, a player and what it does, and limits, in any order.
fn prove(words: &mut Words<'_>) -> Result<Command, Problem> {
    let mut question = ProveQuestion::default();
    while let Some(word) = words.next() {
        match word {
            "x" | "o" => {
                let prover = if word == "x" { Color::Black } else { Color::White };
                let goal = match words.next().unwrap_or(END) {
                    "wins" => Goal::Wins,
                    "holds" => Goal::Holds,
                    other => {
                        return Err(Problem::new(format!("prove {word}"), other, "wins or holds"));
                    }
                };
                question.claim = Some(Claim { prover, goal });
            }
            "nodes" => {
                question.nodes = Some(number("prove nodes", words.next(), NODES)? as u64);
            }
            "movetime" => {
                question.movetime_ms = Some(number("prove movetime", words.next(), TIME)? as u64);
            }
            _ => {
                let expected = "x or o with wins or holds, nodes or movetime";
                return Err(Problem::new("prove", word, expected));
            }
        }
    }
    Ok(Command::Prove(question))
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
                return Err(Problem::new("go searchmoves", word, "moves such as h8"));
            }
        }
    }
    if moves.len() > before {
        return Ok(None);
    }
    Err(Problem::new("go searchmoves", "no move", "moves such as h8"))
}

/// A number of that range; `what` it is for comes first where it is none.
fn number(what: &str, word: Option<&str>, range: RangeInclusive<i64>) -> Result<i64, Problem> {
    let word = word.unwrap_or(END);
    let in_range = |number: &i64| range.contains(number);
    whole_number(word).filter(in_range).ok_or_else(|| {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        Problem::new(what, word, expected)
    })
}

/// What is shown as the offending text where a word is missing.
pub(in crate::protocol) const END: &str = "end of line";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::ByColor;
    use crate::protocol::text::shown;

    fn read(text: &str) -> Option<Command> {
        line(text.into(), &[])
    }

    fn problem(text: &str) -> Problem {
        match read(text) {
            Some(Command::Refused { problem, .. }) => problem,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn limits_come_in_any_order_and_number() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let all = Limits {
            depth: Some(5),
            nodes: Some(1_000_000_000_000),
            movetime_ms: Some(0),
            clock_ms: ByColor::new(Some(-20), Some(300)),
            increment_ms: ByColor::new(1, 2),
            moves_to_go: Some(40),
            infinite: true,
            ponder: true,
            mate: Some(3),
            search_moves: vec![mv("h8"), mv("*i9")],
            trace: Some(TraceForm::Visits),
        };
        let text = "go searchmoves h8 *i9 depth 5 nodes 1000000000000 movetime 0 wtime -20 \
                    btime 300 winc 1 binc 2 movestogo 40 infinite ponder mate 3 trace";
        assert_eq!(read(text), Some(Command::Go(all.clone())));
        let reversed = "go trace mate 3 ponder infinite movestogo 40 binc 2 winc 1 btime 300 \
                        wtime -20 movetime 0 nodes 1000000000000 depth 5 searchmoves H8 *i9";
        assert_eq!(read(reversed), Some(Command::Go(all.clone())));
        let renamed = text.replace("wt", "p1t").replace("bt", "p2t");
        let renamed = renamed.replace("winc", "p1inc").replace("binc", "p2inc");
        assert_eq!(read(&renamed), Some(Command::Go(all)));
        assert_eq!(read("go"), Some(Command::Go(Limits::default())));
        let events = Limits { trace: Some(TraceForm::Events), depth: Some(2), ..Limits::default() };
        for text in ["go trace events depth 2", "go events depth 2", "go depth 2 events trace"] {
            assert_eq!(read(text), Some(Command::Go(events.clone())));
        }
        assert_eq!(
            read("go searchmoves a1 perft 4"),
            Some(Command::Perft { depth: 4, search_moves: vec![mv("a1")] })
        );
    }

    #[test]
    fn claims_are_read_with_their_limits() {
        let claim = Claim { prover: Color::White, goal: Goal::Holds };
        let question = ProveQuestion { claim: Some(claim), nodes: Some(5), movetime_ms: Some(0) };
        for text in ["prove o holds nodes 5 movetime 0", "prove movetime 0 nodes 5 o holds"] {
            assert_eq!(read(text), Some(Command::Prove(question.clone())), "{text}");
        }
        assert_eq!(read("prove"), Some(Command::Prove(ProveQuestion::default())));
        for (text, what, shown) in [
            ("prove x", "prove x", "end of line"),
            ("prove o draws", "prove o", "draws"),
            ("prove z wins", "prove", "z"),
            ("prove nodes 0", "prove nodes", "0"),
            ("prove movetime -1", "prove movetime", "-1"),
        ] {
            let problem = problem(text);
            assert_eq!((problem.what.as_ref(), problem.text.as_str()), (what, shown), "{text}");
        }
    }

    #[test]
    fn options_may_have_blanks_in_name_and_value() {
        let set = |name: &str, value: Option<&str>| {
            Some(Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
        };
        assert_eq!(read("setoption name Clear  Hash"), set("Clear Hash", None));
        assert_eq!(read("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(
            read("setoption name LogFile value  my  log value.txt "),
            set("LogFile", Some("my  log value.txt"))
        );
        assert_eq!(read("setoption name Hash value"), set("Hash", Some("")));
    }

    #[test]
    fn positions_keep_their_text_and_their_moves_apart() {
        assert_eq!(
            read("position fen  x2/3/3  x k=3 moves b2"),
            Some(Command::Position {
                start: Start::Text("x2/3/3 x k=3".to_owned()),
                moves: vec!["b2".parse().unwrap()],
            })
        );
        assert_eq!(
            read("position startpos moves"),
            Some(Command::Position { start: Start::Empty, moves: Vec::new() })
        );
    }

    #[test]
    fn whoever_asked_for_a_move_is_answered() {
        for (text, owed) in [("go depth", true), ("go?", false), ("position go", false)] {
            let command = read(text).unwrap();
            assert!(matches!(command, Command::Refused { owes_answer, .. } if owes_answer == owed));
        }
        let cut = line(InputLine { text: "go depth 5", is_cut: true }, &[]);
        assert!(matches!(cut, Some(Command::Refused { owes_answer: true, .. })));
    }

    #[test]
    fn nothing_is_clamped() {
        assert_eq!(problem("go depth 1000001").text, "1000001");
        assert_eq!(problem("go nodes 99999999999999999999").text, "99999999999999999999");
        assert_eq!(problem("go wtime 1e3").what, "go wtime");
        assert_eq!(problem("go depth +3").text, "+3");
        assert_eq!(problem("go depth 03").text, "03");
        assert_eq!(problem("go wtime -0").text, "-0");
        assert!(problem("go mate 0").expected.contains("from 1 to 1000000"));
    }

    #[test]
    fn empty_lines_and_comments_are_silent() {
        for text in ["", " \t ", "#", "  # go", "#go depth 3"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    /// Words that belong somewhere, and some that belong nowhere.
    fn word() -> impl Strategy<Value = String> {
        let known = "uci isready setoption name value Hash position startpos fen moves h8 *h8 \
                     P@h8 x2/1o1/3 x k=3 go depth 3 nodes movetime wtime -1 infinite ponder mate \
                     searchmoves perft 18446744073709551616 stop debug on d eval help quit #";
        let known: Vec<String> = known.split_whitespace().map(str::to_owned).collect();
        prop_oneof![4 => proptest::sample::select(known), 1 => "\\PC{0,9}", 1 => any::<String>()]
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(words in proptest::collection::vec(word(), 0..12)) {
            let text = words.join(" ");
            let is_silent = text.trim_matches([' ', '\t']).is_empty()
                || text.trim_start_matches([' ', '\t']).starts_with('#');
            match read(&text) {
                None => prop_assert!(is_silent),
                Some(Command::Refused { problem, .. }) => {
                    prop_assert!(!is_silent);
                    prop_assert!(!problem.expected.is_empty());
                    let shown = shown(&problem.text);
                    prop_assert!(!shown.is_empty() && shown.chars().count() <= 60);
                    prop_assert!(!shown.chars().any(char::is_control));
                }
                Some(_) => prop_assert!(!is_silent),
            }
        }

        #[test]
        fn any_bytes_are_one_line(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let text = crate::protocol::from_bytes(&bytes);
            let _ = read(&text);
            prop_assert!(!shown(&text).chars().any(char::is_control));
        }
    }
}
