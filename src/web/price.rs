//! What a request takes of the server. It is taken before anything is done for the request, so
//! that whatever may be answered is counted; a request that is not in this table cannot be
//! carried out, as the compiler asks for its row.

use super::limits::{REVIEW_BYTES, SHORT_MESSAGE_BYTES};
use super::work::Lane;
use tengen_page::envelope::{MESSAGE_BYTES, Request, Which};
use tengen_page::finished::GAMES_BYTES;
use tengen_page::puzzles::Ask;

/// What a request takes, besides the bytes of its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// The number of the request, which the answer repeats; `None` where nothing is answered.
    pub id: Option<u32>,
    /// The lane that works on the request. A request without a lane is left with an engine, a table
    /// or a watched match: each has a queue of its own, and nothing is answered.
    pub lane: Option<Lane>,
    /// Most bytes of the answer, where that is no short one; else 0.
    pub answer: usize,
    /// Bytes of its message at most.
    pub message: usize,
}

/// Most bytes of some games of a contest: ten of 400 moves.
const CONTEST_BYTES: usize = 10 * 400 * 4 + 1024;

/// A request that is left with something that has a queue of its own.
const fn passed(message: usize) -> Price {
    Price { id: None, lane: None, answer: 0, message }
}

/// A request that is answered.
const fn answered(id: u32, lane: Lane, message: usize) -> Price {
    Price { id: Some(id), lane: Some(lane), answer: 0, message }
}

/// A request that is answered and whose own message is short.
const fn asked(id: u32, lane: Lane) -> Price {
    answered(id, lane, SHORT_MESSAGE_BYTES)
}

impl Price {
    const fn with_answer(self, answer: usize) -> Price {
        Price { answer, ..self }
    }

    /// What a request takes of the server.
    pub fn of(request: &Request) -> Price {
        use Lane::{Proofs, Puzzles, Requests};
        match request {
            Request::Line { .. } => passed(MESSAGE_BYTES),
            Request::Engine { .. }
            | Request::Close { .. }
            | Request::Enter { .. }
            | Request::Leave
            | Request::Sit { .. }
            | Request::Want { .. }
            | Request::Company { .. }
            | Request::Watch { .. } => passed(SHORT_MESSAGE_BYTES),
            // A move of two letters becomes a text of its own.
            Request::Read { id, text, .. } => {
                answered(*id, Requests, MESSAGE_BYTES).with_answer(4 * text.len())
            }
            Request::Write { id, fen, moves, .. } => {
                answered(*id, Requests, MESSAGE_BYTES).with_answer(8 * (fen.len() + moves.len()))
            }
            Request::Found { id, .. } | Request::Bring { id, .. } => {
                answered(*id, Requests, MESSAGE_BYTES)
            }
            Request::Games { id, .. } => asked(*id, Requests).with_answer(2 * GAMES_BYTES),
            // A review that has to be made takes a place among the reviews besides.
            Request::Review { id, game: Which::Kept(_) | Which::Played { .. } } => {
                asked(*id, Requests).with_answer(REVIEW_BYTES)
            }
            Request::Marks { id, .. } => {
                answered(*id, Requests, MESSAGE_BYTES).with_answer(REVIEW_BYTES)
            }
            Request::Match { id, .. }
            | Request::Matches { id }
            | Request::Halt { id, .. }
            | Request::Invite { id, .. }
            | Request::Discard { id, .. }
            | Request::Unregister { id, .. }
            | Request::Forget { id, .. } => asked(*id, Requests),
            Request::Explain { id, shapes, .. } => {
                let lane = if *shapes { Requests } else { Puzzles };
                answered(*id, lane, MESSAGE_BYTES).with_answer(REVIEW_BYTES)
            }
            // A program is waited for.
            Request::Register { id, .. } => asked(*id, Puzzles),
            Request::Verify { id, .. } => answered(*id, Proofs, MESSAGE_BYTES),
            Request::Lesson { id, text } => {
                answered(*id, Requests, MESSAGE_BYTES).with_answer(2 * text.len())
            }
            Request::Contest { id, .. } => asked(*id, Puzzles).with_answer(CONTEST_BYTES),
            Request::Puzzle { id, ask } => match ask {
                Ask::List | Ask::Show { .. } => asked(*id, Requests),
                // The first move is looked up in the proofs of the puzzle, as a test of the games
                // makes sure; what later ones are worth may have to be searched for.
                Ask::Try { moves, .. } | Ask::Clue { moves, .. } if moves.is_empty() => {
                    asked(*id, Requests)
                }
                Ask::Try { .. } | Ask::Clue { .. } => asked(*id, Puzzles),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A request of each kind.
    const SAMPLES: &[&str] = &[
        r#"{"do":"line","to":"a","line":"uci"}"#,
        r#"{"do":"engine","to":"a","name":"tengen"}"#,
        r#"{"do":"close","to":"a"}"#,
        r#"{"do":"read","id":7,"text":"h8","format":null,"variant":null}"#,
        r#"{"do":"write","id":7,"format":"moves","fen":"3/3/3 x k=3","moves":"b2","result":null}"#,
        r#"{"do":"found","id":7,"key":"k","table":{"game":"gomoku","seats":["guest","guest"]}}"#,
        r#"{"do":"enter","table":"t","key":"k"}"#,
        r#"{"do":"leave"}"#,
        r#"{"do":"sit","chair":"first","name":"Ann"}"#,
        r#"{"do":"want","chair":null,"want":{"do":"undo"}}"#,
        r#"{"do":"games","id":7,"before":null}"#,
        r#"{"do":"review","id":7,"game":1}"#,
        r#"{"do":"bring","id":7,"key":"k","text":"{}"}"#,
        r#"{"do":"marks","id":7,"fen":"3/3/3 x k=3","moves":"b2"}"#,
        r#"{"do":"match","id":7,"key":"k","match":{"game":"gomoku","engines":[],"games":1,"move_ms":9}}"#,
        r#"{"do":"matches","id":7}"#,
        r#"{"do":"watch","match":null}"#,
        r#"{"do":"halt","id":7,"match":"m","key":"k"}"#,
        r#"{"do":"explain","id":7,"fen":"3/3/3 x k=3","moves":"b2","of":"a1"}"#,
        r#"{"do":"verify","id":7,"text":"t"}"#,
        r#"{"do":"puzzle","id":7,"ask":{"do":"list"}}"#,
        r#"{"do":"puzzle","id":7,"ask":{"do":"show","number":1}}"#,
        r#"{"do":"puzzle","id":7,"ask":{"do":"try","number":1,"moves":"h8 h9","move":"h8"}}"#,
        r#"{"do":"puzzle","id":7,"ask":{"do":"clue","number":1,"moves":"","depth":"all"}}"#,
        r#"{"do":"lesson","id":7,"text":"{}"}"#,
        r#"{"do":"contest","id":7,"game":"tictactoe","moves":"","contest":{"first":"random","second":"random","games":1},"from":0}"#,
        r#"{"do":"forget","id":7,"game":1,"key":"k"}"#,
        r#"{"do":"company","want":{"do":"return","code":"K7PM2Q"}}"#,
        r#"{"do":"invite","id":7,"table":"t"}"#,
        r#"{"do":"register","id":7,"name":"mine","command":"./mine"}"#,
        r#"{"do":"unregister","id":7,"name":"mine"}"#,
        r#"{"do":"discard","id":7,"table":"t","key":"k"}"#,
    ];

    /// The kinds of requests that the envelope knows, in its own words.
    fn kinds() -> BTreeSet<String> {
        let refusal = serde_json::from_str::<Request>(r#"{"do":"?"}"#).unwrap_err().to_string();
        let (_, names) = refusal.split_once("expected one of ").expect(&refusal);
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn whatever_is_answered_takes_its_share_first() {
        let mut missing = kinds();
        assert!(missing.len() >= 20, "{missing:?}");
        for sample in SAMPLES {
            let request =
                Request::read(sample).unwrap_or_else(|it| panic!("{sample}: {}", it.problem));
            let value: serde_json::Value = serde_json::from_str(sample).unwrap();
            missing.remove(value["do"].as_str().unwrap());
            let price = Price::of(&request);
            let id = value["id"].as_u64().map(|id| id as u32);
            assert_eq!(price.id, id, "{sample}");
            assert_eq!(price.lane.is_some(), id.is_some(), "{sample}: an answer without a place");
            assert!(price.answer == 0 || price.lane.is_some(), "{sample}");
            assert!((1..=MESSAGE_BYTES).contains(&price.message), "{sample}");
        }
        assert!(missing.is_empty(), "no sample of {missing:?}");
    }

    #[test]
    fn what_computes_keeps_nothing_waiting_that_reads() {
        for (sample, lane) in [
            (r#"{"do":"verify","id":7,"text":"t"}"#, Lane::Proofs),
            (
                r#"{"do":"puzzle","id":7,"ask":{"do":"try","number":1,"moves":"h8 h9","move":"i9"}}"#,
                Lane::Puzzles,
            ),
            (
                r#"{"do":"puzzle","id":7,"ask":{"do":"try","number":1,"moves":"","move":"h8"}}"#,
                Lane::Requests,
            ),
            (r#"{"do":"games","id":7,"before":null}"#, Lane::Requests),
        ] {
            assert_eq!(Price::of(&Request::read(sample).unwrap()).lane, Some(lane), "{sample}");
        }
    }
}
