//! The course: lessons on how a machine learns to play, as data, and what the engine says to them.
//!
//! A lesson says nothing by heart that can be found out: its texts have names in braces, and what
//! stands there comes out of the engine's answers. The page asks the engine by itself; the terminal
//! does it here. [`lesson.schema.json`](SCHEMA) has the format.

mod asking;
mod board;
mod check;
mod contest;
mod lesson;
mod tell;
#[cfg(test)]
mod tests;

pub use asking::{COUNT, answer, count, find};
pub use board::{Board, boards};
pub use check::read;
pub use contest::{AT_ONCE, ContestGame, check_contest, contest_games, contest_score};
pub use lesson::{Asked, Contest, Lesson, Play, Question, Show, Step, Text};
pub use tell::{
    Findings, Values, fill, judge, pipes, reply, right_squares, step_text, values, wrapped,
};

use tengen_engine::session::message::Problem;

/// What a lesson looks like, for those who write one.
pub const SCHEMA: &str = include_str!("lesson.schema.json");

/// The lessons that come with the program, and all of them as one text, which the page is sent.
macro_rules! lessons {
    ($first:literal $($file:literal)*) => {
        /// The lessons, each as a text of JSON.
        pub const LESSONS: &[&str] = &[
            include_str!(concat!("lessons/", $first, ".json")),
            $(include_str!(concat!("lessons/", $file, ".json")),)*
        ];
        /// All lessons, as one array of JSON.
        pub const COURSE: &str = concat!(
            "[", include_str!(concat!("lessons/", $first, ".json")),
            $(",", include_str!(concat!("lessons/", $file, ".json")),)* "]"
        );
    };
}

lessons! {
    "01-lines" "02-counts" "03-rules" "04-openlines" "05-minimax" "06-alphabeta" "07-savings"
    "08-shapes" "09-scores" "10-threats" "11-proof" "12-engine"
}

/// The lessons that come with the program, in order.
///
/// # Errors
/// Never: a test reads them all.
pub fn shipped() -> Result<Vec<Lesson>, Problem> {
    LESSONS.iter().map(|text| read(text)).collect()
}
