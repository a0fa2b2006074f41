//! [`Event`] to lines.

use crate::control::Choice;
use crate::game::{Color, Position};
use crate::protocol::uci::write as uci;
use crate::session::message::{Event, Query, Response};
use crate::session::options::Options;

use super::commands::COMMANDS;

/// Writes an event, added to `lines`.
pub(super) fn event(event: &Event, options: &Options, lines: &mut Vec<String>) {
    match event {
        // Managers take a line for an answer only if it has exactly two words.
        Event::Answer(choice) => {
            let answer = Event::Answer(Choice { ponder: None, ..*choice });
            uci::event(&answer, options, lines);
        }
        Event::Response(response) => lines.push(format!("response {}", answer(response))),
        Event::Help => uci::help(COMMANDS, lines),
        other => uci::event(other, options, lines),
    }
}

/// What is said where nothing can be.
const NONE: &str = "none";

fn answer(Response { query, position }: &Response) -> String {
    match (query, position) {
        (Query::Engine, _) => concat!("Tengen ", env!("CARGO_PKG_VERSION")).to_owned(),
        (Query::Unknown, _) | (_, None) => NONE.to_owned(),
        (Query::IsOver, Some(position)) => position.is_over().to_string(),
        (Query::IsTurnOf(color), Some(position)) => (position.side() == *color).to_string(),
        (Query::Result, Some(position)) => result(position).to_owned(),
        (Query::IsLegal(mv), Some(position)) => {
            mv.is_some_and(|mv| position.check(mv).is_ok()).to_string()
        }
        (Query::Position, Some(position)) => position.fen(),
    }
}

fn result(position: &Position) -> &'static str {
    match position.winner() {
        Some(Color::Black) => "p1win",
        Some(Color::White) => "p2win",
        None if position.is_over() => "draw",
        None => NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Report;
    use crate::game::{Setup, Variant};

    fn written(event_to_write: &Event) -> Vec<String> {
        let mut lines = Vec::new();
        event(event_to_write, &Options::default(), &mut lines);
        lines
    }

    fn response(query: Query, text: &str) -> String {
        let defaults = Variant::preset("tictactoe").unwrap();
        let position = Setup::parse(text, &defaults).and_then(|setup| setup.build()).unwrap();
        let response = Response { query, position: Some(Box::new(position)) };
        written(&Event::Response(response)).concat()
    }

    #[test]
    fn questions_about_any_position() {
        let mv = |text: &str| Query::IsLegal(Some(text.parse().unwrap()));
        for (query, text, expected) in [
            (Query::IsOver, "x2/3/3 o", "false"),
            (Query::IsOver, "xxx/oo1/3 o", "true"),
            (Query::IsOver, "xox/xoo/oxx x", "true"),
            (Query::IsTurnOf(Color::Black), "x2/3/3 o", "false"),
            (Query::IsTurnOf(Color::White), "x2/3/3 o", "true"),
            (Query::Result, "x2/3/3 o", "none"),
            (Query::Result, "xxx/oo1/3 o", "p1win"),
            (Query::Result, "ooo/xx1/x2 x", "p2win"),
            (Query::Result, "xox/xoo/oxx x", "draw"),
            (mv("a3"), "x2/3/3 o", "false"),
            (mv("a2"), "x2/3/3 o", "true"),
            (mv("a4"), "x2/3/3 o", "false"),
            (mv("a1"), "xxx/oo1/3 o", "false"),
            (Query::IsLegal(None), "x2/3/3 o", "false"),
            (Query::Unknown, "x2/3/3 o", "none"),
        ] {
            assert_eq!(response(query, text), format!("response {expected}"), "{query:?} {text}");
        }
        assert_eq!(
            response(Query::Position, "X2/3/3 o destroy=1,0"),
            "response X2/3/3 o k=3 rule=freestyle destroy=1,0"
        );
    }

    #[test]
    fn without_a_position_there_is_a_response_too() {
        for query in [Query::IsOver, Query::Result, Query::IsTurnOf(Color::Black), Query::Position]
        {
            let response = Response { query, position: None };
            assert_eq!(written(&Event::Response(response)), ["response none"]);
        }
        let engine = Response { query: Query::Engine, position: None };
        assert!(written(&Event::Response(engine))[0].starts_with("response Tengen "));
    }

    #[test]
    fn answers_have_two_words() {
        let choice =
            Choice { best: Some("h8".parse().unwrap()), ponder: Some("i9".parse().unwrap()) };
        assert_eq!(written(&Event::Answer(choice)), ["bestmove h8"]);
        assert_eq!(written(&Event::Answer(Choice::default())), ["bestmove (none)"]);
        let text = Event::Report(Report::Text("why not".to_owned()));
        assert_eq!(written(&text), ["info string why not"]);
        assert!(written(&Event::Help)[0].starts_with("ugi: "));
    }
}
