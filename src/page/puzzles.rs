//! Puzzles for the page. It knows positions alone: what a move is worth is answered here, where
//! the proofs are. Nothing is remembered of who solves what, so that each request says the moves
//! that were found before; only what moves are worth is, for everybody.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Code, Color, Move, Position, Problem, Square};

use tengen_games::puzzles::{
    Known, Look, Outcome, PuzzleRecord, Refutation, Right, Solving, Why, shipped,
};
use tengen_games::table::room::illegal;

/// Most moves of a solution and replies; the puzzles of the program need fewer.
const MOST_MOVES: usize = 60;

/// Whether the answer is still waited for.
pub type IsWanted = Arc<dyn Fn() -> bool + Send + Sync>;

/// What a page asks for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Ask {
    /// What puzzles there are.
    List,
    /// A puzzle as it begins.
    Show {
        /// From 0.
        number: usize,
    },
    /// Whether a move is right.
    Try {
        /// The puzzle.
        number: usize,
        /// The moves that were found, with the replies to them, separated by blanks.
        moves: String,
        /// The move.
        #[serde(rename = "move")]
        square: String,
    },
    /// A hint.
    Clue {
        /// The puzzle.
        number: usize,
        /// The moves that were found, with the replies to them, separated by blanks.
        moves: String,
        /// How much it says.
        depth: Depth,
    },
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Answer {
    /// All puzzles, in the order of their numbers.
    List {
        /// The puzzles.
        puzzles: Vec<Listed>,
    },
    /// A puzzle.
    Show(Shown),
    /// What came of a move.
    Tried(Tried),
    /// A hint.
    Clue(Clue),
}

/// What is known of every puzzle before it is chosen: what has to be found, the rule, how hard
/// it is, 1 to 9, the moves of the winner in the longest line, and how many of them are quiet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Listed(
    #[cfg_attr(test, ts(as = "crate::contracts::PuzzleKinds"))] &'static str,
    String,
    u8,
    u16,
    u16,
);

/// A puzzle as it is shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shown {
    number: usize,
    fen: String,
    #[cfg_attr(test, ts(as = "crate::contracts::PuzzleKinds"))]
    kind: &'static str,
    grade: u8,
    /// Moves of the winner in the longest line.
    length: u16,
    /// Other moves of an attack that are not proven to lose.
    open: usize,
    /// Positions in which no win was found after these; of a defence after the solution.
    searched: u64,
    forbidden: Vec<String>,
}

/// What came of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tried {
    is_right: bool,
    why: TriedWhy,
    /// The answer to a right move.
    reply: Option<String>,
    /// How a wrong move is refuted: from the answer to it on; nothing where that would give the
    /// right move away.
    line: Vec<String>,
    /// Moves in which the opponent wins after a move that loses.
    length: usize,
    is_solved: bool,
    /// Points that are forbidden now.
    forbidden: Vec<String>,
}

/// What is known of a move that was tried.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TriedWhy {
    /// The move completes a line.
    Line,
    /// The proof of the puzzle plays the move.
    Proof,
    /// Another proof was found that the move wins.
    Another,
    /// Every other move loses.
    Only,
    /// The move loses, as `line` shows.
    Loses,
    /// The move loses in `length` moves; the line would show the right move.
    LosesIn,
    /// After the reply no four wins: every one was tried.
    Fours,
    /// After the reply no win was found, which is no proof.
    Holds,
    /// No threat was found in it.
    Calm,
    /// Nothing is known of it.
    Unknown,
}

/// A hint.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clue {
    /// What kind of move has to be found.
    look: Look,
    /// The move itself, if that was asked for.
    #[serde(rename = "move")]
    square: Option<String>,
    /// The longest line of the proof, from the beginning, if that was asked for.
    line: Option<String>,
}

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// The kind of move.
    Look,
    /// The move.
    Move,
    /// The whole solution.
    All,
}

/// Answers a page, as long as the answer is wanted; what is found of tries is kept in `known`.
///
/// # Errors
/// When there is no such place, or the move cannot be played.
pub fn answer(ask: &Ask, known: &Arc<Known>, is_wanted: &IsWanted) -> Result<Answer, Problem> {
    match ask {
        Ask::List => Ok(Answer::List { puzzles: list()? }),
        Ask::Show { number } => show(*number).map(Answer::Show),
        Ask::Try { number, moves, square } => {
            attempt(*number, moves, square, known, is_wanted).map(Answer::Tried)
        }
        Ask::Clue { number, moves, depth } => {
            clue(*number, moves, *depth, known, is_wanted).map(Answer::Clue)
        }
    }
}

fn list() -> Result<Vec<Listed>, Problem> {
    let line = |record: &PuzzleRecord| {
        let rule = record.position.split(' ').find_map(|word| word.strip_prefix("rule="));
        let rule = rule.unwrap_or_default().to_owned();
        Listed(record.kind.name(), rule, record.grade, record.moves, record.quiet)
    };
    Ok(all()?.iter().map(line).collect())
}

fn show(number: usize) -> Result<Shown, Problem> {
    let record = find(number)?;
    let puzzle = record.open().map_err(|error| broken(&error))?;
    Ok(Shown {
        number,
        fen: puzzle.position.fen(),
        kind: record.kind.name(),
        grade: record.grade,
        length: record.moves,
        open: puzzle.open.len(),
        searched: record.searched,
        forbidden: forbidden(&puzzle.position),
    })
}

fn attempt(
    number: usize,
    moves: &str,
    text: &str,
    known: &Arc<Known>,
    is_wanted: &IsWanted,
) -> Result<Tried, Problem> {
    let (_, mut solving) = walk(number, moves, known, is_wanted)?;
    let outcome = play(&mut solving, text)?;
    let words = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>();
    Ok(match outcome {
        Outcome::Right(Right { why, reply, is_last }) => Tried {
            is_right: true,
            why: match why {
                Why::Line => TriedWhy::Line,
                Why::Proof => TriedWhy::Proof,
                Why::AnotherProof => TriedWhy::Another,
                Why::OnlyMove => TriedWhy::Only,
            },
            reply: reply.map(|square| square.to_string()),
            line: Vec::new(),
            length: 0,
            is_solved: is_last,
            forbidden: forbidden(solving.position()),
        },
        Outcome::Wrong(refutation) => {
            let (why, line, length) = match &refutation {
                Refutation::Loses(line) => (TriedWhy::Loses, words(line), line.len().div_ceil(2)),
                Refutation::LosesIn(moves) => (TriedWhy::LosesIn, Vec::new(), *moves),
                Refutation::Holds { reply, is_free_of_fours } => {
                    let why = if *is_free_of_fours { TriedWhy::Fours } else { TriedWhy::Holds };
                    (why, words(reply.as_slice()), 0)
                }
                Refutation::Calm => (TriedWhy::Calm, Vec::new(), 0),
                Refutation::Unknown => (TriedWhy::Unknown, Vec::new(), 0),
            };
            let forbidden = forbidden(solving.position());
            Tried { is_right: false, why, reply: None, line, length, is_solved: false, forbidden }
        }
    })
}

fn clue(
    number: usize,
    moves: &str,
    depth: Depth,
    known: &Arc<Known>,
    is_wanted: &IsWanted,
) -> Result<Clue, Problem> {
    let (record, solving) = walk(number, moves, known, is_wanted)?;
    let nothing = || Problem::new("moves", "all", "something that is left to find");
    let (square, look) = solving.next().ok_or_else(nothing)?;
    let square = (depth != Depth::Look).then(|| square.to_string());
    let line = (depth == Depth::All).then(|| record.line.clone());
    Ok(Clue { look, square, line })
}

fn all() -> Result<&'static [PuzzleRecord], Problem> {
    shipped().map_err(|error| broken(&error))
}

fn broken(error: &anyhow::Error) -> Problem {
    let expected = "those of the program";
    Problem::new("puzzles", format!("{error:#}"), expected).coded(Code::Failed)
}

fn find(number: usize) -> Result<&'static PuzzleRecord, Problem> {
    let all = all()?;
    let last = all.len().saturating_sub(1);
    let none = || Problem::new("number", number.to_string(), format!("0 to {last}"));
    all.get(number).ok_or_else(none)
}

/// The puzzle after moves that were found before, with the replies to them.
fn walk(
    number: usize,
    moves: &str,
    known: &Arc<Known>,
    is_wanted: &IsWanted,
) -> Result<(&'static PuzzleRecord, Solving), Problem> {
    let record = find(number)?;
    let solving = Solving::new(record, known).map_err(|error| broken(&error))?;
    let waits = Arc::clone(is_wanted);
    let mut solving = solving.while_wanted(move || waits());
    let words: Vec<&str> = moves.split_ascii_whitespace().collect();
    if words.len() > MOST_MOVES {
        let expected = format!("at most {MOST_MOVES}");
        return Err(Problem::new("moves", words.len().to_string(), expected));
    }
    for pair in words.chunks(2) {
        if !is_wanted() {
            return Err(Problem::new("puzzle", "given up", "a page that waits"));
        }
        let outcome = play(&mut solving, pair[0])?;
        let Outcome::Right(Right { reply: Some(reply), is_last: false, .. }) = outcome else {
            return Err(Problem::new("moves", pair[0], "a right move that is answered"));
        };
        if pair.get(1).is_none_or(|said| *said != reply.to_string()) {
            return Err(Problem::new("moves", pair[0], format!("{reply} after it")));
        }
    }
    Ok((record, solving))
}

fn play(solving: &mut Solving, text: &str) -> Result<Outcome, Problem> {
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(20).collect();
    let square: Square =
        text.parse().map_err(|_| Problem::new("move", shown, "a square, as in h8"))?;
    let mv = Move::place(square);
    solving.play(mv).map_err(|why| illegal(mv, why))
}

/// The points that are forbidden to the side to move.
fn forbidden(position: &Position) -> Vec<String> {
    if position.side() != Color::Black {
        return Vec::new();
    }
    position.clone().forbidden_points().iter().map(|square| square.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(is_wanted: bool) -> IsWanted {
        Arc::new(move || is_wanted)
    }

    /// What the page is told of a move in a puzzle.
    fn told(number: usize, moves: &str, square: &str) -> serde_json::Value {
        let tried = attempt(number, moves, square, &Arc::default(), &wanted(true));
        serde_json::to_value(tried.unwrap()).unwrap()
    }

    /// Moves after the first one: none of them is in the proof of the puzzle.
    #[test]
    fn what_is_found_of_other_moves_is_told() {
        let another = told(126, "j6 f6", "a1");
        assert_eq!((&another["why"], &another["is_right"]), (&"another".into(), &true.into()));
        assert!(another["reply"].is_string(), "{another}");
        let fours = told(196, "h10 h8", "i7");
        assert_eq!((&fours["why"], &fours["is_right"]), (&"fours".into(), &false.into()));
        assert!(fours["reply"].is_null(), "{fours}");
    }

    #[test]
    fn moves_that_were_not_found_are_refused() {
        for (moves, said) in [
            ("a1", "moves: a1: expected a right move that is answered"),
            ("j6", "moves: j6: expected f6 after it"),
            ("j6 a1", "moves: j6: expected f6 after it"),
        ] {
            let refusal = attempt(126, moves, "h8", &Arc::default(), &wanted(true)).unwrap_err();
            assert_eq!(refusal.to_string(), said);
        }
        let refusal = attempt(126, "j6 f6", "a1", &Arc::default(), &wanted(false)).unwrap_err();
        assert_eq!(refusal.to_string(), "puzzle: given up: expected a page that waits");
        let last = all().unwrap().len() - 1;
        let refusal = show(last + 1).unwrap_err();
        assert_eq!(refusal.to_string(), format!("number: {}: expected 0 to {last}", last + 1));
    }
}
