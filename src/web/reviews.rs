//! Reviews of finished games: each by a child of its own, one at a time for the
//! whole server, with the same number of positions for every game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::broadcast;

use tengen_engine::game::{Code, Problem};

use crate::store::database::Store;
use crate::work::Wanted;
use tengen_host::programs::process::{Guard, LAST_WORDS, Listened, Process, own_program};
use tengen_page::envelope::Which;
use tengen_page::finished::Finished;
use tengen_page::records::Line;
use tengen_page::review::{HASH, NODES, Review};

/// How often the reviewer looks whether its game is still asked for.
const POLL: Duration = Duration::from_millis(250);
/// Longest review: the largest boards filled to the end, on a machine that has much to do.
const PATIENCE: Duration = Duration::from_secs(1200);

/// Fresh reviews that a page may be behind with.
const FRESH: usize = 64;

/// A review that has just been made.
pub(crate) type Fresh = Arc<(Line, Review)>;

/// Reviews that are there, and the making of others.
pub(crate) struct Reviews {
    store: Arc<Store>,
    guard: Guard,
    fresh: broadcast::Sender<Fresh>,
}

impl Reviews {
    /// No review is being made.
    pub fn new(store: Arc<Store>, guard: Guard) -> Reviews {
        Reviews { store, guard, fresh: broadcast::Sender::new(FRESH) }
    }

    /// The number in the store of a finished game.
    ///
    /// # Errors
    /// One line: there is no such game.
    pub fn number(&self, game: &Which) -> Result<i64, Problem> {
        match game {
            Which::Kept(game) => Ok(*game),
            Which::Played { table, number } => {
                let found =
                    self.store.number(table, *number).map_err(|error| unreadable(&error))?;
                found.ok_or_else(|| none(&number.to_string(), "a finished one of that table"))
            }
        }
    }

    /// The review of a finished game, if it was made.
    ///
    /// # Errors
    /// One line: there is no such game, or the store cannot be read.
    pub fn find(&self, id: i64) -> Result<Option<Review>, Problem> {
        Ok(self.game(id)?.review)
    }

    /// Makes the review of a finished game and keeps it, as long as it is wanted.
    ///
    /// # Errors
    /// One line: there is no such game any more, or it could not be reviewed.
    pub fn make(&self, id: i64, wanted: &Wanted) -> Result<Review, Problem> {
        // Meanwhile it may have been reviewed for another page, or deleted.
        let game = self.game(id)?;
        if let Some(review) = game.review {
            return Ok(review);
        }
        let line = Line::of(&game).ok_or_else(|| failed("a game by rules that are known"))?;
        let review = examine(id, &line, &self.guard, wanted)?;
        self.store.keep_review(id, &review).map_err(|error| failed(&error.to_string()))?;
        // Perhaps no page listens.
        let _ = self.fresh.send(Arc::new((line, review.clone())));
        Ok(review)
    }

    /// A finished game that began in this position and had these moves, with its review if
    /// one was made: a page that opens a game shows its marks without asking for them.
    ///
    /// # Errors
    /// One line: that is no position, no game from there, or the store cannot be read.
    pub fn made(&self, fen: &str, moves: &str) -> Result<(Line, Option<Review>), Problem> {
        let (start, line) = Line::read(fen, moves)?;
        let review = self.store.review_of(&start, &line.moves);
        Ok((line, review.map_err(|error| failed(&error.to_string()))?))
    }

    /// Every review that is made from now on.
    pub fn listen(&self) -> broadcast::Receiver<Fresh> {
        self.fresh.subscribe()
    }

    fn game(&self, id: i64) -> Result<Finished, Problem> {
        let game = self.store.game(id).map_err(|error| failed(&error.to_string()))?;
        game.ok_or_else(|| none(&id.to_string(), "one that was finished and is kept"))
    }
}

fn failed(expected: &str) -> Problem {
    Problem::new("review", "no result", expected).coded(Code::Failed)
}

/// The problem that there is no game `game`.
pub(crate) fn none(game: &str, expected: &str) -> Problem {
    Problem::new("game", game, expected).coded(Code::NoGame)
}

/// The problem that the store has failed with `error`.
pub(crate) fn unreadable(error: &dyn std::fmt::Display) -> Problem {
    let expected = "one that can be read and written";
    Problem::new("store", error.to_string(), expected).coded(Code::Failed)
}

/// Has the game of that number reviewed by a program of its own.
fn examine(id: i64, line: &Line, guard: &Guard, wanted: &Wanted) -> Result<Review, Problem> {
    let program = own_program().map_err(|error| failed(&error.to_string()))?;
    let program = program.to_string_lossy().into_owned();
    let (hash, nodes) = (format!("Hash={HASH}"), NODES.to_string());
    let arguments = ["review", "-", "--json", "-", "--nodes", &nodes, "--set", &hash];
    let command: Vec<String> =
        std::iter::once(program).chain(arguments.map(str::to_owned)).collect();
    let mut process = Process::start(&command, None, guard)
        .map_err(|error| failed(&format!("a program that starts ({})", error.cause())))?;
    let question = json!({"id": id, "fen": line.start, "moves": line.moves});
    process.send(&question.to_string());
    process.close_input();
    hear(&process, wanted)
}

/// The review that a reviewer writes, as long as it is wanted.
fn hear(process: &Process, wanted: &Wanted) -> Result<Review, Problem> {
    let mut text = String::new();
    let deadline = Instant::now() + PATIENCE;
    loop {
        match process.listen(Instant::now() + POLL) {
            Listened::Line(line) => text.push_str(&line.text),
            Listened::Closed => break,
            Listened::Silence if !wanted.is_wanted() => {
                return Err(failed("a request that still waits for it"));
            }
            Listened::Silence if Instant::now() >= deadline => {
                return Err(failed("one within twenty minutes"));
            }
            Listened::Silence => {}
        }
    }
    Review::read(&text).map_err(|_| {
        let said = process.last_errors(Instant::now() + LAST_WORDS).lines.pop_back();
        failed(&said.unwrap_or_else(|| "a reviewer that goes on to the end".to_owned()))
    })
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use crate::work::Waiting;

    use super::*;

    /// A game by that rule, which is finished.
    fn game(rule: &str) -> Finished {
        let game = json!({"id": 0, "number": 1, "ended": 0, "rule": rule, "width": 3, "height": 3,
            "k": 3, "destroy": 0, "black": "Ann", "white": "Bob", "result": "1-0", "reason": "line",
            "moves": "b2 a1 c1 b1 a3"});
        serde_json::from_value(game).unwrap()
    }

    fn reviews(games: &[Finished]) -> Reviews {
        let store = Store::open(None).unwrap();
        for game in games {
            store.finish(game).unwrap();
        }
        Reviews::new(Arc::new(store), Guard::none())
    }

    #[test]
    fn what_cannot_be_reviewed_is_refused_in_one_line() {
        let reviews = reviews(&[game("hex"), Finished { number: 2, ..game("freestyle") }]);
        let make = |id| reviews.make(id, &Wanted::always()).unwrap_err();
        assert_eq!(make(7).to_string(), "game: 7: expected one that was finished and is kept");
        let unknown = make(1);
        assert_eq!(unknown.code, Code::Failed);
        assert!(unknown.to_string().contains("a game by rules that are known"), "{unknown}");
        // The program of this test is no reviewer, and says what it does not know.
        let failed = make(2);
        assert_eq!(failed.code, Code::Failed);
        assert!(!failed.to_string().contains('\n'), "{failed}");
        assert_eq!(reviews.find(2), Ok(None));
    }

    #[cfg(unix)]
    #[test]
    fn a_review_that_is_not_waited_for_is_given_up() {
        let silent = ["sleep", "600"].map(str::to_owned);
        let process = Process::start(&silent, None, &Guard::none()).unwrap();
        let waiting = Waiting::new();
        let wanted = waiting.wanted();
        drop(waiting);
        let refusal = hear(&process, &wanted).unwrap_err();
        assert!(refusal.to_string().contains("a request that still waits for it"), "{refusal}");
    }
}
