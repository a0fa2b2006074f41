//! What a page asks for.

use serde::Deserialize;

use tengen_engine::game::Problem;
use tengen_engine::game::problem::shown;

use tengen_games::course::Contest;
use tengen_games::table::room::{self, Chair};

use super::Panel;
use crate::company::CompanyRequest;
use crate::matches::NewMatch;
use crate::new_table::NewTable;
use crate::puzzles;

/// What a page asks for.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// A line of the protocol for the engine at a desk.
    Line {
        /// The desk.
        to: Panel,
        /// The line.
        line: String,
    },
    /// Another engine at a desk.
    Engine {
        /// The desk.
        to: Panel,
        /// Its name.
        name: String,
    },
    /// No engine at a desk any more.
    Close {
        /// The desk.
        to: Panel,
    },
    /// Text of a game file that is to be understood.
    Read {
        /// Comes back with the answer.
        id: u32,
        /// The text.
        text: String,
        /// The name of a format, where it is known.
        format: Option<String>,
        /// The name of the game, where the text does not say it.
        variant: Option<String>,
        /// Whether the text stands for bytes, a letter up to U+00FF for each.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        bytes: bool,
    },
    /// A game that is to become the text of a file.
    Write {
        /// Comes back with the answer.
        id: u32,
        /// The name of the format.
        format: String,
        /// Position text of the start.
        fen: String,
        /// The moves from there, separated by blanks; variations in parentheses.
        moves: String,
        /// The names of Black and White.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        names: [Option<String>; 2],
        /// The result, where the moves do not say it.
        result: Option<String>,
    },
    /// A new table.
    Found {
        /// Comes back with the answer.
        id: u32,
        /// What proves later that the visitor has these chairs.
        key: String,
        /// What is agreed there.
        table: NewTable,
    },
    /// To look on at a table, and to play where the key says so.
    Enter {
        /// The name of the table.
        table: String,
        /// The visitor's key.
        key: String,
    },
    /// To look on no longer.
    Leave,
    /// To sit down on a free chair.
    Sit {
        /// Which.
        chair: Chair,
        /// Under which name.
        name: String,
    },
    /// To do something at the table.
    Want {
        /// For which chair, where the visitor has both.
        chair: Option<Chair>,
        /// What.
        want: room::TableRequest,
    },
    /// Something between the people at the table.
    Company {
        /// What.
        want: CompanyRequest,
    },
    /// Links of a table that others can follow.
    Invite {
        /// Comes back with the answer.
        id: u32,
        /// The name of the table.
        table: String,
    },
    /// Finished games.
    Games {
        /// Comes back with the answer.
        id: u32,
        /// The game before which they ended; without it the last ones are meant.
        before: Option<i64>,
    },
    /// To keep finished games that come from elsewhere; those that are here come no second time.
    Bring {
        /// Comes back with the answer.
        id: u32,
        /// What proves later that the visitor has brought these games.
        key: String,
        /// The games, a line of JSON for each.
        text: String,
    },
    /// What the moves of a finished game were worth.
    Review {
        /// Comes back with the answer.
        id: u32,
        /// Which.
        game: Which,
    },
    /// The review of a finished game that was opened: if there is one, else as soon as there
    /// is, unless another game is opened before.
    Marks {
        /// Comes back with the answer.
        id: u32,
        /// Position text of its start.
        fen: String,
        /// Its moves, separated by blanks.
        moves: String,
    },
    /// A new match between engines.
    Match {
        /// Comes back with the answer.
        id: u32,
        /// What proves later that the visitor has started the match.
        key: String,
        /// What is played, and by whom.
        #[serde(rename = "match")]
        wish: NewMatch,
    },
    /// The matches that are played, and the last ones that were.
    Matches {
        /// Comes back with the answer.
        id: u32,
    },
    /// To be told of the games of a match, those that were played and those to come; no longer
    /// of those of another one.
    Watch {
        /// The name of the match; without it none is watched any more.
        #[serde(rename = "match")]
        name: Option<String>,
    },
    /// To stop a match that the visitor has started.
    Halt {
        /// Comes back with the answer.
        id: u32,
        /// The name of the match.
        #[serde(rename = "match")]
        name: String,
        /// The key.
        key: String,
    },
    /// Why moves are worth playing in a position.
    Explain {
        /// Comes back with the answer.
        id: u32,
        /// Position text of the start.
        fen: String,
        /// The moves from there, separated by blanks.
        moves: String,
        /// The moves that are asked about, separated by blanks; ten at most.
        of: String,
        /// Whether shapes alone are spoken of, which takes no search.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        shapes: bool,
    },
    /// Whether a proof is true.
    Verify {
        /// Comes back with the answer.
        id: u32,
        /// The text of its file.
        text: String,
    },
    /// Something about the puzzles of the program.
    Puzzle {
        /// Comes back with the answer.
        id: u32,
        /// What.
        ask: puzzles::Ask,
    },
    /// Whether a text is a lesson.
    Lesson {
        /// Comes back with the answer.
        id: u32,
        /// The text of its file.
        text: String,
    },
    /// To have an engine that can be asked for from now on, until the server ends.
    Register {
        /// Comes back with the answer.
        id: u32,
        /// How it shall be called.
        name: String,
        /// The command line that starts it.
        command: String,
    },
    /// To have it no longer.
    Unregister {
        /// Comes back with the answer.
        id: u32,
        /// How it is called.
        name: String,
    },
    /// Games of a contest of a lesson.
    Contest {
        /// Comes back with the answer.
        id: u32,
        /// The game: a value of the option Variant, or a position text.
        game: String,
        /// The moves before.
        moves: String,
        /// The contest.
        contest: Contest,
        /// The number of the first game that is wanted, from 0.
        from: u32,
    },
    /// To delete a table that the visitor has made, if nobody else has a chair there.
    Discard {
        /// Comes back with the answer.
        id: u32,
        /// The name of the table.
        table: String,
        /// The key.
        key: String,
    },
    /// To delete a finished game that was played with that key.
    Forget {
        /// Comes back with the answer.
        id: u32,
        /// Number of the game.
        game: i64,
        /// The key.
        key: String,
    },
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Which {
    /// By its number in the store.
    Kept(i64),
    /// By the table and the number that it has there.
    Played {
        /// The name of the table.
        table: String,
        /// From 1.
        number: u32,
    },
}

/// Longest message of a page, in bytes: a game record with comments.
pub const MESSAGE_BYTES: usize = 256 << 10;

/// Longest piece of a message that an error shows, and longest reason, in characters.
const SHOWN: usize = 60;
const WHY: usize = 200;

/// Why a message is no request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The number that its answer has to have, if that could be read.
    pub id: Option<u32>,
    /// What cannot be understood.
    pub problem: Problem,
}

/// What is left of a request that cannot be understood.
#[derive(Deserialize)]
struct Numbered {
    id: u32,
}

impl Request {
    /// The number that the answer to a message has to have, if that can be read.
    pub fn number(text: &str) -> Option<u32> {
        serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
    }

    /// Reads a message.
    ///
    /// # Errors
    /// What cannot be understood.
    pub fn read(text: &str) -> Result<Request, Misread> {
        serde_json::from_str(text).map_err(|error| {
            let piece = shown(text, SHOWN);
            // It may name a part of the message, however long that is.
            let why = shown(&error.to_string(), WHY);
            // What waits for an answer with that number is not left waiting.
            let id = Request::number(text);
            let expected = format!("a request of the web envelope ({why})");
            Misread { id, problem: Problem::new("message", piece, expected) }
        })
    }
}
