//! What is said through a WebSocket: lines in an envelope, and what lines cannot
//! say. `envelope.md` beside this file has the same as tables.

use serde::{Deserialize, Serialize};

use tengen_engine::game::problem::shown;
use tengen_engine::game::{Code, Problem, Variant};
use tengen_engine::player;

use tengen_games::course::{Contest, ContestGame, Lesson};
use tengen_games::reasons::ReasonText;
use tengen_games::table::room::{self, Chair, TableView};

use crate::company::{CompanyRequest, Said};
use crate::finished::Finished;
use crate::matches::{LiveGame, MatchView, NewMatch};
use crate::new_table::{Means, NewTable, opponents};
use crate::review::Review;
use crate::{proofs, puzzles};

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
        /// What proves later that chairs are one's own.
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
        /// For which chair, where both are one's own.
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
        /// What proves later that the games are one's own.
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
        /// What proves later that the match is one's own.
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
    /// To stop a match of one's own.
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
    /// To delete a table that was founded with that key, and at which nobody else has a chair.
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

/// The desks of a page: two, so that engines can be compared, and one for what only ours tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Panel {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
    /// That of the lessons.
    D,
}

/// Why an engine is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EndCode {
    /// The client has closed it.
    Closed,
    /// The client has chosen another one.
    Changed,
    /// Nothing was asked for long: the next line starts it again.
    Idle,
    /// The client has said `quit`.
    Quit,
    /// The engine has left by itself.
    Left,
    /// The engine did not stop when it was told to.
    Stuck,
}

impl EndCode {
    /// Every one.
    pub const ALL: [EndCode; 6] = [
        EndCode::Closed,
        EndCode::Changed,
        EndCode::Idle,
        EndCode::Quit,
        EndCode::Left,
        EndCode::Stuck,
    ];

    /// Why the engine is gone, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            EndCode::Closed => "closed",
            EndCode::Changed => "another engine was chosen",
            EndCode::Idle => "no lines for 5 minutes",
            EndCode::Quit => "quit",
            EndCode::Left => "it has left",
            EndCode::Stuck => "it did not stop",
        }
    }
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Notice {
    /// The first message, and again when engines were added or removed.
    Hello {
        /// Version of the program.
        version: &'static str,
        /// Names of the engines, our own first.
        engines: Vec<String>,
        /// Seconds that a question may take.
        think: u64,
        /// Games with a name.
        variants: Vec<Game>,
        /// Values of the option `Player`.
        players: Vec<&'static str>,
        /// Names that can be played against.
        opponents: Vec<String>,
        /// Whether the server offers its visitors our engine for their own browser.
        module: bool,
        /// The engines that were added, where this page may add some; else nothing.
        added: Option<Vec<String>>,
    },
    /// A line of an engine.
    Line {
        /// The desk.
        from: Panel,
        /// The line.
        line: String,
    },
    /// An engine has started.
    Started {
        /// The desk.
        from: Panel,
        /// Its name.
        name: String,
    },
    /// An engine is gone.
    Ended {
        /// The desk.
        from: Panel,
        /// Why.
        code: EndCode,
        /// The same in a few words.
        why: &'static str,
    },
    /// A game that was read.
    Game {
        /// The id of the request.
        id: u32,
        /// The game.
        #[serde(flatten)]
        game: Box<Read>,
    },
    /// A game that was written.
    File {
        /// The id of the request.
        id: u32,
        /// The text.
        text: String,
    },
    /// A table was founded.
    Founded {
        /// The id of the request.
        id: u32,
        /// Its name.
        table: String,
    },
    /// Links of a table.
    Invited {
        /// The id of the request.
        id: u32,
        /// Those that others can follow, the best first; none where only this machine reaches the
        /// server.
        links: Vec<InvitationLink>,
        /// The port of the server.
        port: u16,
    },
    /// A table as it is now.
    Scene(Scene),
    /// Finished games, the latest first.
    Games {
        /// The id of the request.
        id: u32,
        /// The games.
        games: Vec<Finished>,
        /// Whether there are older ones.
        more: bool,
    },
    /// Games were brought.
    Brought {
        /// The id of the request.
        id: u32,
        /// How many were not here before.
        fresh: usize,
        /// Whether they are kept when the server ends.
        lasting: bool,
    },
    /// A game was reviewed.
    Reviewed {
        /// The id of the request.
        id: u32,
        /// Number of the game in the store.
        game: i64,
        /// What its moves were worth.
        review: Review,
    },
    /// What is known of the moves of a game; again once more is known.
    Marks {
        /// The id of the request.
        id: u32,
        /// What they were worth, if such a game was reviewed.
        review: Option<Review>,
    },
    /// A match has begun.
    Begun {
        /// The id of the request.
        id: u32,
        /// Its name.
        #[serde(rename = "match")]
        name: String,
    },
    /// Matches, the latest first.
    Matches {
        /// The id of the request.
        id: u32,
        /// The matches.
        matches: Vec<MatchView>,
    },
    /// More of the match that is watched.
    Watched {
        /// The match as it is now.
        about: MatchView,
        /// How many games were told before.
        from: usize,
        /// A line of the log for each game since, as JSON.
        lines: Vec<String>,
        /// The game that is being played.
        live: Option<LiveGame>,
    },
    /// Why moves are worth playing.
    Explained {
        /// The id of the request.
        id: u32,
        /// The reasons for each move that was asked about, in the order in which they are told.
        reasons: Vec<Vec<ReasonText>>,
    },
    /// Whether a proof is true.
    Verified {
        /// The id of the request.
        id: u32,
        /// What the checker says.
        #[serde(flatten)]
        checked: proofs::Checked,
    },
    /// What was asked about puzzles.
    Puzzle {
        /// The id of the request.
        id: u32,
        /// The answer.
        #[serde(flatten)]
        answer: puzzles::Answer,
    },
    /// A lesson that was read.
    Lesson {
        /// The id of the request.
        id: u32,
        /// The lesson.
        lesson: Box<Lesson>,
    },
    /// Games of a contest, ten at most.
    Contest {
        /// The id of the request.
        id: u32,
        /// The games, from the one that was wanted.
        games: Vec<ContestGame>,
    },
    /// It is done.
    Done {
        /// The id of the request.
        id: u32,
    },
    /// Something was refused.
    Error {
        /// The id of the request, if it had one that could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<u32>,
        /// The desk, if it is about one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        from: Option<Panel>,
        /// What programs decide by, and find their words by.
        #[cfg_attr(test, ts(as = "crate::contracts::Codes"))]
        code: Code,
        /// What is at fault: a square, a name, a piece of text. Words for the code name it.
        at: String,
        /// `what: text at fault: expected …`
        text: String,
    },
}

/// A table as its viewer sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    /// Its name.
    pub table: String,
    /// How many people look on who have no chair.
    pub watching: usize,
    /// The code that gives this visitor's one chair back in another browser.
    pub code: Option<String>,
    /// The chairs of this visitor.
    pub own: Vec<Chair>,
    /// Whether this visitor founded the table.
    pub founded: bool,
    /// Whether this visitor leads what others do not play among themselves.
    pub leads: bool,
    /// The chairs that are free.
    pub free: Vec<Chair>,
    /// The chairs of people who look at the table just now.
    pub here: Vec<Chair>,
    /// For how long the people of the chairs are away, in milliseconds; nothing where they are not.
    pub away: [Option<u64>; 2],
    /// What was said a moment ago.
    pub said: Vec<Said>,
    /// What the engines of the chairs wrote to standard error last, where visitors may see it.
    pub errors: [Vec<String>; 2],
    /// Conversions of each player at the beginning.
    pub destroy: u8,
    /// The table.
    pub view: Box<TableView>,
}

/// A link of a table that others can follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InvitationLink {
    /// The whole address.
    pub link: String,
    /// The same as a QR code: its rows from the top, `1` for dark and `0` for light.
    pub code: Vec<String>,
}

/// A game with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Game {
    /// Value of the option `Variant`.
    pub name: &'static str,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Stones in a winning line.
    pub k: u8,
    /// Value of the option `Rule`.
    pub rule: &'static str,
    /// Conversions of each player.
    pub destroy: u8,
}

impl Game {
    /// Every game with a name.
    pub fn all() -> Vec<Game> {
        let preset = |name: &'static str| {
            let Variant { rule, size, k, destroy } = Variant::preset(name).ok()?;
            let (width, height) = (size.width(), size.height());
            Some(Game { name, width, height, k, rule: rule.name(), destroy })
        };
        Variant::preset_names().filter_map(preset).collect()
    }
}

/// A game out of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Read {
    /// Position text of the start.
    pub fen: String,
    /// The moves from there, variations in parentheses.
    pub moves: String,
    /// Names of the players.
    pub names: [Option<String>; 2],
    /// The result, as `1-0`.
    pub result: Option<String>,
    /// What should be known about how it was read.
    pub notes: Vec<String>,
    /// Whether its rows were counted from below by a guess; files of some programs count them
    /// from above.
    pub rows_guessed: bool,
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

impl Notice {
    /// The first message, and again when engines were added or removed: `engines` can sit at desks, ours first, and think for `think` seconds
    /// about a question; tables are made by `means`; `module` says whether the browsers of visitors
    /// may have our engine; `added` engines can be removed by the page that is told.
    pub fn hello(
        engines: Vec<String>,
        think: u64,
        means: &Means,
        module: bool,
        added: Option<Vec<String>>,
    ) -> Notice {
        Notice::Hello {
            version: env!("CARGO_PKG_VERSION"),
            engines,
            think,
            variants: Game::all(),
            players: player::NAMES.to_vec(),
            opponents: opponents(&means.engines),
            module,
            added,
        }
    }

    /// That the request of that number, or something that a desk wanted, was refused.
    pub fn refusal(id: Option<u32>, from: Option<Panel>, problem: &Problem) -> Notice {
        let (at, text) = (problem.text.clone(), problem.to_string());
        Notice::Error { id, from, code: problem.code, at, text }
    }

    /// The message; every notice can be written.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "../../tests/support/changed.rs"]
mod changed;

#[cfg(test)]
mod tests;
