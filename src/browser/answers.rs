//! Answers that need nothing but the message of the page. They may take long, so that a worker of
//! their own gives them.

use std::cell::RefCell;
use std::sync::Arc;

use tengen_engine::clock::Instant;
use tengen_engine::game::Problem;
use tengen_games::course;
use tengen_games::puzzles::Known;
use tengen_page::envelope::{Misread, Notice, Request};
use tengen_page::records::Line;
use tengen_page::{proofs, puzzles, reasons, records, reviews};

use crate::messages::Made;

thread_local! {
    /// What is known of the puzzles, from one try to the next.
    static KNOWN: RefCell<Arc<Known>> = RefCell::default();
}

/// The answer to a message of the page, as the page is told it.
pub fn answer(text: &str) -> Notice {
    let answered = match Request::read(text) {
        Ok(request) => answer_request(request),
        Err(Misread { id, problem }) => Err((id, problem)),
    };
    answered.unwrap_or_else(|(id, problem)| Notice::refusal(id, None, &problem))
}

/// Reviews the game from `start`, a position text, with `moves`, which are separated by blanks.
pub fn review(start: &str, moves: &str) -> Made {
    let line = Line { start: start.to_owned(), moves: moves.to_owned() };
    match reviews::review(&line) {
        Ok(review) => Made::Review(Box::new(review)),
        Err(problem) => Made::Refusal(problem.to_string()),
    }
}

fn answer_request(request: Request) -> Result<Notice, (Option<u32>, Problem)> {
    match request {
        Request::Read { id, text, format, variant, bytes } => {
            let read = || {
                let content = records::content(text, bytes)?;
                records::read(&content, format.as_deref(), variant.as_deref())
            };
            read()
                .map(|game| Notice::Game { id, game: Box::new(game) })
                .map_err(|it| (Some(id), it))
        }
        Request::Write { id, format, fen, moves, names, result } => {
            let text = records::write(&format, &fen, &moves, names, result.as_deref());
            text.map(|text| Notice::File { id, text }).map_err(|it| (Some(id), it))
        }
        Request::Explain { id, fen, moves, of, shapes } => {
            reasons::explain(&fen, &moves, &of, shapes)
                .map(|reasons| Notice::Explained { id, reasons })
                .map_err(|it| (Some(id), it))
        }
        Request::Verify { id, text } => {
            let begun = Instant::now();
            let checked = proofs::check(&text, || begun.elapsed() < proofs::LONGEST);
            checked.map(|checked| Notice::Verified { id, checked }).map_err(|it| (Some(id), it))
        }
        Request::Puzzle { id, ask } => {
            let known = KNOWN.with_borrow(Arc::clone);
            let answer = puzzles::answer(&ask, &known, &(Arc::new(|| true) as puzzles::IsWanted));
            answer.map(|answer| Notice::Puzzle { id, answer }).map_err(|it| (Some(id), it))
        }
        Request::Lesson { id, text } => {
            let lesson = course::read(&text).map_err(|it| (Some(id), it))?;
            Ok(Notice::Lesson { id, lesson: Box::new(lesson) })
        }
        Request::Contest { id, game, moves, contest, from } => {
            let start = course::Board::new(&game, &moves).map_err(|it| (Some(id), it))?;
            course::contest_games(&contest, &start.position, from)
                .map(|games| Notice::Contest { id, games })
                .map_err(|it| (Some(id), it))
        }
        _ => Err((None, Problem::new("message", "a request", "one that needs nothing else"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn told(request: &Value) -> Value {
        serde_json::from_str(&answer(&request.to_string()).text()).unwrap()
    }

    #[test]
    fn every_request_is_answered_with_its_number() {
        let proof = include_str!("../../tests/data/proofs/true-open-three.proof");
        for (request, is, field, found) in [
            (json!({"do": "read", "id": 7, "text": "h8 i9"}), "game", "/moves", json!("h8 i9")),
            (
                json!({"do": "write", "id": 7, "format": "moves", "fen": "3/3/3 x k=3",
                    "moves": "b2 a1"}),
                "file",
                "/text",
                json!("b2 a1\n"),
            ),
            (
                json!({"do": "explain", "id": 7, "fen": "3/3/3 x k=3", "moves": "a1 b3 b1 c3",
                    "of": "c1", "shapes": true}),
                "explained",
                "/reasons/0/0/code",
                json!("five"),
            ),
            (
                json!({"do": "verify", "id": 7, "text": proof}),
                "verified",
                "/is_proven",
                json!(true),
            ),
            (
                json!({"do": "puzzle", "id": 7,
                    "ask": {"do": "clue", "number": 0, "moves": "", "depth": "look"}}),
                "puzzle",
                "/move",
                json!(null),
            ),
            (
                json!({"do": "contest", "id": 7, "game": "tictactoe", "moves": "", "from": 0,
                    "contest": {"first": "linecount", "second": "random", "games": 3}}),
                "contest",
                "/games/1/first",
                json!("o"),
            ),
        ] {
            let told = told(&request);
            assert_eq!((&told["is"], &told["id"]), (&json!(is), &json!(7)), "{told}");
            assert_eq!(told.pointer(field), Some(&found), "{told}");
        }
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_number() {
        let empty = "3/3/3 x k=3";
        for (request, said) in [
            (json!({"do": "read", "id": 7, "text": "h8 h8"}), "text: "),
            (json!({"do": "read", "id": 7, "text": "\u{4e00}", "bytes": true}), "text: U+4E00: "),
            (
                json!({"do": "write", "id": 7, "format": "doc", "fen": empty, "moves": ""}),
                "format: doc: ",
            ),
            (
                json!({"do": "explain", "id": 7, "fen": empty, "moves": "", "of": "h8",
                    "shapes": true}),
                "moves: h8: outside",
            ),
            (json!({"do": "verify", "id": 7, "text": "nonsense"}), "proof: "),
            (
                json!({"do": "puzzle", "id": 7, "ask": {"do": "show", "number": 99_999}}),
                "number: 99999: ",
            ),
            (json!({"do": "read", "id": 7}), "message: "),
        ] {
            let told = told(&request);
            assert_eq!((&told["is"], &told["id"]), (&json!("error"), &json!(7)), "{told}");
            let text = told["text"].as_str().unwrap();
            assert!(text.starts_with(said) && text.contains("expected"), "{text}");
        }
        // What the house answers itself does not come here.
        let told = told(&json!({"do": "leave"}));
        assert_eq!((&told["is"], &told["id"]), (&json!("error"), &json!(null)), "{told}");
    }

    #[test]
    fn a_game_that_is_none_is_not_reviewed() {
        let made = review("3/3/3 x k=3", "b2 b2");
        assert!(
            matches!(&made, Made::Refusal(text) if text.starts_with("moves: b2: ")),
            "{made:?}"
        );
    }
}
