//! What a page is told.

use serde::Serialize;

use tengen_engine::game::{Code, Problem, Variant};
use tengen_engine::player;

use tengen_games::course::{ContestGame, Lesson};
use tengen_games::reasons::ReasonText;
use tengen_games::table::room::{Chair, TableView};

use super::Panel;
use crate::company::Said;
use crate::finished::Finished;
use crate::matches::{LiveGame, MatchView};
use crate::new_table::{Means, opponents};
use crate::review::Review;
use crate::{proofs, puzzles};

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
