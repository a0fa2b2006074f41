//! Answers that need nothing but the message of the page. They may take long, so that a worker of
//! their own gives them.

use std::cell::RefCell;
use std::sync::Arc;

use tengen_engine::clock::Instant;
use tengen_engine::game::Problem;
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
        _ => Err((None, Problem::new("message", "a request", "one that needs nothing else"))),
    }
}
