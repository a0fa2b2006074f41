//! Our engine, asked about positions: requests, the thinking about them, and the answers.
//!
//! A request is a line of JSON in, an answer a line out. What they may say is also written
//! down for programs, as JSON Schema: [`REQUEST_SCHEMA`] and [`ANSWER_SCHEMA`].

pub mod analyst;
mod answer;
pub mod defaults;
pub mod last_score;
pub mod proofs;
pub mod question;
mod request;

pub use analyst::Analysis;
#[cfg(test)]
pub(crate) use answer::AnswerLine;
pub use answer::{
    AnalysisAnswer, BoundText, ErrorText, OutcomeText, ScoreChances, ScoreText, cancelled, refused,
};
#[cfg(test)]
pub(crate) use request::RequestLine;
pub use request::{AnalysisInput, AnalysisRequest, Id, Record, Turns, moves, read};

/// JSON Schema of a line of input.
pub const REQUEST_SCHEMA: &str = include_str!("request.schema.json");

/// JSON Schema of a line of output.
pub const ANSWER_SCHEMA: &str = include_str!("answer.schema.json");
