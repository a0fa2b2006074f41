//! What other programs need to know of lines and files of JSON: schemas, derived from the types
//! that are read and written. Each lies beside its types.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use tengen_engine::search::reason;
use tengen_engine::{game, puzzle};

use crate::analysis::{AnswerLine, RequestLine};
use crate::course::Lesson;
use crate::puzzles::PuzzleRecord;
use crate::review::report::Report;

#[path = "../../tests/support/schemas.rs"]
mod schemas;

/// One line for each form in which types are written whose own form is another: what it is, its
/// name, and its schema.
macro_rules! forms {
    ($(#[doc = $doc:literal] $name:ident = $schema:tt;)+) => {
        $(
            #[doc = $doc]
            pub(crate) struct $name;

            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    let mut schema = json_schema!($schema);
                    schema.insert("description".to_owned(), $doc.trim().into());
                    schema
                }
            }
        )+
    };
}

forms! {
    /// A player; x moves first from the empty board.
    Side = {"type": "string", "enum": game::Color::ALL.map(|side| side.letter().to_string())};
    /// A rule, as in the option Rule.
    Rule = {"type": "string", "enum": game::Rule::ALL.map(game::Rule::name)};
    /// Why something was refused. Sentences change; these codes do not.
    Code = {
        "type": "string",
        "enum": game::Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>()
    };
    /// What a reason for a move says. protocol.md tells what each of them means.
    ReasonCode = {"type": "string", "enum": reason::ReasonCode::ALL.map(reason::ReasonCode::name)};
    /// A result in points of x and o.
    GameResult = {"type": "string", "enum": ["1-0", "0-1", "1/2-1/2"]};
    /// What has to be found.
    PuzzleKind = {"type": "string", "enum": puzzle::PuzzleKind::ALL.map(puzzle::PuzzleKind::name)};
    /// A square, by its column and row.
    Square = {"type": "string", "pattern": "^[a-z]{1,2}[1-9][0-9]?$"};
    /// Squares with blanks between them.
    Squares = {"type": "string", "pattern": "^([a-z]{1,2}[1-9][0-9]?( [a-z]{1,2}[1-9][0-9]?)*)?$"};
    /// A square to play on, or * and the square of a stone to convert.
    Move = {"type": "string", "pattern": "^\\*?[a-z]{1,2}[1-9][0-9]?$"};
    /// A share, 0 to 1.
    Share = {"type": "number", "minimum": 0, "maximum": 1};
}

#[test]
fn the_schemas_are_those_of_the_types() {
    schemas::hold_input::<RequestLine>("analysis/request.schema.json");
    schemas::hold_output::<AnswerLine<'static>>("analysis/answer.schema.json");
    schemas::hold_input::<Lesson>("course/lesson.schema.json");
    schemas::hold_output::<PuzzleRecord>("puzzles/puzzle.schema.json");
    schemas::hold_output::<Report>("review/review.schema.json");
}
