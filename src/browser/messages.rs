//! What the script around the house tells it, and what that script has to do.

use serde::{Deserialize, Serialize};

use tengen_page::envelope::Notice;
use tengen_page::review::Review;

/// What the script around the house tells it.
// Told apart by the name of one field: to look for a word among the fields takes twice the code.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum News {
    /// The page was opened.
    Opened {
        /// The tables that are kept: name and text.
        tables: Vec<(String, String)>,
        /// The finished games that are kept, in the order of their numbers.
        games: Vec<String>,
        /// A random number, which makes the names of tables ones that cannot be guessed.
        chance: u64,
    },
    /// The page has sent a message.
    Asked {
        /// The message.
        text: String,
    },
    /// An engine has said a line.
    Told {
        /// Its number.
        engine: u32,
        /// The line.
        line: String,
    },
    /// An engine is gone that was not ended by an order.
    Gone {
        /// Its number.
        engine: u32,
        /// Why.
        why: String,
    },
    /// A file is there that engines need, or cannot be had.
    Loaded {
        /// Its name.
        file: String,
        /// Whether it is there.
        #[serde(rename = "isThere")]
        is_there: bool,
    },
    /// A review that was ordered is made.
    Reviewed {
        /// The number of the request for it.
        id: u32,
        /// The number of the game.
        game: i64,
        /// The review, or why there is none.
        made: Made,
    },
    /// Time has passed.
    Waited,
}

/// What the script around the house has to do.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Order {
    /// Tell the page.
    Tell {
        /// What.
        notice: Box<Notice>,
    },
    /// Load a file that engines are going to ask for, and say what came of it.
    Load {
        /// Its name.
        file: String,
    },
    /// Start an engine.
    Start {
        /// Its number from now on.
        engine: u32,
    },
    /// Say a line to an engine.
    Say {
        /// Its number.
        engine: u32,
        /// The line.
        line: String,
    },
    /// End an engine.
    End {
        /// Its number.
        engine: u32,
    },
    /// Let [`answer`](crate::answers::answer) answer a message beside the house, and tell the page
    /// what it says.
    Answer {
        /// The message of the page.
        text: String,
    },
    /// Let [`review`](crate::answers::review) review a game beside the house, and say what it says.
    Review {
        /// The number of the request for it.
        id: u32,
        /// The number of the game.
        game: i64,
        /// Position text of the start of the game.
        start: String,
        /// Its moves, separated by blanks.
        moves: String,
    },
    /// Keep a table.
    Keep {
        /// Its name.
        table: String,
        /// What is kept of it.
        text: String,
    },
    /// Keep a finished game, in place of one of that number.
    Finish {
        /// Its number.
        game: i64,
        /// What is kept of it.
        text: String,
    },
    /// Keep a finished game no longer.
    Forget {
        /// Its number.
        game: i64,
    },
    /// Keep a table no longer.
    Discard {
        /// Its name.
        table: String,
    },
    /// Say at the latest then that time has passed.
    Wake {
        /// The time.
        at: u64,
    },
}

/// What came of a review.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Made {
    /// The review.
    Review(Box<Review>),
    /// Why there is none, as `what: text: expected …`.
    Refusal(String),
    /// The file that is needed and could not be loaded.
    Unloaded(String),
}
