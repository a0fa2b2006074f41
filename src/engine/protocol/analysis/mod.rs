//! Analysis as JSON lines: one request a line in, one answer a line out.
//!
//! What the lines may say is also written down for programs, as JSON Schema:
//! [`REQUEST_SCHEMA`] and [`ANSWER_SCHEMA`].

mod answer;
mod request;

pub use answer::{
    Analysis, AnalysisAnswer, ErrorText, OutcomeText, ScoreChances, ScoreText, cancelled, refused,
};
pub use request::{AnalysisInput, AnalysisRequest, FIELDS, Id, Record, Turns, moves, read};

/// JSON Schema of a line of input.
pub const REQUEST_SCHEMA: &str = include_str!("request.schema.json");

/// JSON Schema of a line of output.
pub const ANSWER_SCHEMA: &str = include_str!("answer.schema.json");
