//! Line to [`Command`]s.

use crate::game::Color;
use crate::protocol::codec::InputLine;
use crate::protocol::text::Words;
use crate::protocol::uci::read::{self as uci, END};
use crate::session::message::{Command, Problem, Query};
use crate::session::options::{self, OptionKind};

use super::commands::{COMMANDS, GREETINGS};

/// Reads a line; nothing for empty lines and comments.
pub(super) fn line(line: InputLine<'_>) -> Vec<Command> {
    let mut words = Words::new(line.text);
    let command = match words.next() {
        Some("query") => return questions(line, &mut words),
        Some("ugi") => uci::whole(line).map(|()| Command::Identify),
        Some("uginewgame") => uci::whole(line).map(|()| Command::NewGame),
        _ => return uci::line(line, COMMANDS).map(pressed).into_iter().collect(),
    };
    vec![command.unwrap_or_else(refusal)]
}

/// How the answer to a greeting has to end; `None` if the line is none.
pub(super) fn greeting(line: InputLine<'_>) -> Option<&'static str> {
    let word = Words::new(line.text).next();
    GREETINGS.iter().find(|(greeting, _)| word == Some(greeting)).map(|&(_, end)| end)
}

/// A query that was not understood is refused *and* passed on, because the manager that
/// asked waits for a response, some managers without end.
fn questions(line: InputLine<'_>, words: &mut Words<'_>) -> Vec<Command> {
    match uci::whole(line).and_then(|()| query(words)) {
        Ok(query) => vec![Command::Query(query)],
        Err(problem) => vec![refusal(problem), Command::Query(Query::Unknown)],
    }
}

fn refusal(problem: Problem) -> Command {
    Command::Refused { problem, owes_answer: false }
}

fn query(words: &mut Words<'_>) -> Result<Query, Problem> {
    Ok(match words.next().unwrap_or(END) {
        "gameover" => Query::IsOver,
        "p1turn" => Query::IsTurnOf(Color::Black),
        "p2turn" => Query::IsTurnOf(Color::White),
        "result" => Query::Result,
        "islegal" => {
            let missing = || Problem::new("query islegal", END, "a move such as h8");
            Query::IsLegal(words.next().ok_or_else(missing)?.parse().ok())
        }
        "fen" => Query::Position,
        "engine" => Query::Engine,
        word => {
            let expected = "gameover, p1turn, p2turn, result, islegal M, fen or engine";
            return Err(Problem::new("query", word, expected));
        }
    })
}

/// Leaves out the value of a button: managers of this protocol send one always.
fn pressed(command: Command) -> Command {
    match command {
        Command::SetOption { name, value: Some(_) } if is_button(&name) => {
            Command::SetOption { name, value: None }
        }
        other => other,
    }
}

fn is_button(name: &str) -> bool {
    options::find(name).is_some_and(|spec| matches!(spec.kind, OptionKind::Button))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<Command> {
        line(text.into())
    }

    #[test]
    fn queries_are_read() {
        let mv = |text: &str| Some(text.parse().unwrap());
        for (text, query) in [
            ("query gameover", Query::IsOver),
            ("\tquery  p1turn ", Query::IsTurnOf(Color::Black)),
            ("query p2turn", Query::IsTurnOf(Color::White)),
            ("query result", Query::Result),
            ("query islegal h8", Query::IsLegal(mv("h8"))),
            ("query islegal *H8", Query::IsLegal(mv("*h8"))),
            ("query islegal P@h8", Query::IsLegal(mv("h8"))),
            ("query islegal nonsense", Query::IsLegal(None)),
            ("query fen", Query::Position),
            ("query engine", Query::Engine),
        ] {
            assert_eq!(read(text), [Command::Query(query)], "{text}");
        }
    }

    #[test]
    fn whoever_asks_is_answered() {
        for (text, shown) in
            [("query", "end of line"), ("query islegal", "end of line"), ("query you", "you")]
        {
            let commands = read(text);
            let [Command::Refused { problem, owes_answer: false }, Command::Query(query)] =
                &commands[..]
            else {
                panic!("{text}: {commands:?}")
            };
            assert_eq!((problem.text.as_str(), *query), (shown, Query::Unknown), "{text}");
        }
        let cut = line(InputLine { text: "query result", is_cut: true });
        assert_eq!(cut.last(), Some(&Command::Query(Query::Unknown)));
        for text in ["ugi", "uginewgame", "stop"] {
            let cut = line(InputLine { text, is_cut: true });
            assert!(matches!(cut[..], [Command::Refused { .. }]), "{text}: {cut:?}");
        }
    }

    #[test]
    fn buttons_need_no_value() {
        let set = |name: &str, value: Option<&str>| {
            vec![Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }]
        };
        assert_eq!(read("setoption name clear hash value true"), set("clear hash", None));
        assert_eq!(read("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(read("setoption name LogFile value"), set("LogFile", Some("")));
    }

    #[test]
    fn the_rest_is_uci() {
        assert_eq!(read("uginewgame"), [Command::NewGame]);
        assert_eq!(read("ucinewgame"), [Command::NewGame]);
        assert_eq!(read("isready"), [Command::Ready]);
        assert!(matches!(read("go p1time 100 p2time 100 p1inc 0 p2inc 0")[..], [Command::Go(_)]));
        assert!(read(" # query result").is_empty() && read("").is_empty());
        let [Command::Refused { problem, .. }] = &read("quary result")[..] else { panic!() };
        assert!(problem.expected.starts_with("one of ugi, uginewgame, query, uci, "));
        assert_eq!(greeting("uci".into()), Some("uciok"));
        assert_eq!(greeting("ugi".into()), Some("ugiok"));
        assert_eq!(greeting("ugiok".into()), None);
    }

    /// Words that belong somewhere, and some that belong nowhere.
    fn word() -> impl Strategy<Value = String> {
        let known = "ugi uginewgame query gameover p1turn result islegal h8 fen uci isready \
                     setoption name Clear Hash value go p1time 100 position startpos moves #";
        let known: Vec<String> = known.split_whitespace().map(str::to_owned).collect();
        prop_oneof![4 => proptest::sample::select(known), 1 => "\\PC{0,9}", 1 => any::<String>()]
    }

    proptest! {
        #[test]
        fn any_line_gets_what_it_is_owed(words in proptest::collection::vec(word(), 0..9)) {
            let text = words.join(" ");
            let first = Words::new(&text).next();
            let commands = read(&text);
            let queries = commands.iter().filter(|command| matches!(command, Command::Query(_)));
            prop_assert_eq!(queries.count(), usize::from(first == Some("query")));
            let is_silent = first.is_none_or(|word| word.starts_with('#'));
            prop_assert_eq!(commands.is_empty(), is_silent);
            let is_greeting = first.is_some_and(|word| ["ugi", "uci"].contains(&word));
            prop_assert_eq!(commands == [Command::Identify], is_greeting);
            prop_assert_eq!(greeting(text.as_str().into()).is_some(), is_greeting);
        }
    }
}
