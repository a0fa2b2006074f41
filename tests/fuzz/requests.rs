//! Requests for analysis: lines of JSON.

use serde_json::{Map, Value, json};
use tengen_engine::control::Limits;
use tengen_engine::game::Move;
use tengen_engine::session::message::Start;
use tengen_games::analysis::{self, AnalysisInput, AnalysisRequest, Turns};

use crate::corpus::Input;
use crate::hunt::{Verdict, same};
use crate::text::is_calm;

/// What requests are made of.
pub const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "\"id\":1",
    "\"id\":\"a\"",
    "\"fen\":\"3/3/3 x k=3\"",
    "\"moves\":\"h8 i9\"",
    "\"moves\":[\"h8\"]",
    "\"record\":\"h8\"",
    "\"format\":\"moves\"",
    "\"variant\":\"renju\"",
    "\"options\":{\"Width\":9}",
    "\"turns\":\"all\"",
    "\"turns\":[0,1]",
    "\"nodes\":5",
    "\"depth\":3",
    "\"movetime_ms\":1",
    "\"mate\":2",
    "\"multipv\":3",
    "\"search_moves\":\"h8\"",
    "\"cancel\":1",
    "null",
    "true",
    "1e999",
    "-0",
    "9223372036854775808",
    "\u{1b}",
    "\u{2028}",
    "\u{feff}",
];

/// Reads a line; what is read can be written and read again.
pub fn check(input: &Input) -> Verdict {
    let text = tengen_engine::protocol::from_bytes(&input.bytes);
    let text = text.replace('\n', " ");
    match analysis::read(text.as_str().into()) {
        None => Ok("nothing".to_owned()),
        Some(AnalysisInput::Cancel(_)) => Ok("cancel".to_owned()),
        Some(AnalysisInput::Refused { id, problem }) => {
            let line = analysis::refused(id.as_ref(), Some(1), None, &problem);
            let answer: Value =
                serde_json::from_str(&line).map_err(|error| format!("no JSON: {line}: {error}"))?;
            is_calm(answer["error"]["text"].as_str().unwrap_or_default())?;
            is_calm(answer["error"]["expected"].as_str().unwrap_or_default())?;
            if line.contains('\n') {
                return Err(format!("two lines: {line:?}"));
            }
            Ok(problem.what + &problem.expected)
        }
        Some(AnalysisInput::Request(request)) => {
            let line = written(&request);
            match analysis::read(line.as_str().into()) {
                Some(AnalysisInput::Request(again)) => {
                    same("another request", &plain(&again), &plain(&request))?;
                }
                other => return Err(format!("its own line is refused: {line}: {other:?}")),
            }
            let fields: Value = serde_json::from_str(&line).unwrap();
            let names: Vec<&String> = fields.as_object().unwrap().keys().collect();
            Ok(format!("{names:?}"))
        }
    }
}

/// A request whose options stand in the order of their names.
fn plain(request: &AnalysisRequest) -> AnalysisRequest {
    let mut request = request.clone();
    request.options.sort();
    request.options.dedup_by(|one, other| one.0 == other.0);
    request
}

fn written(request: &AnalysisRequest) -> String {
    let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    put("id", json!(request.id));
    if let Some(record) = &request.record {
        put("record", json!(record.text));
        put("format", json!(record.format));
    } else {
        put("moves", json!(names(&request.moves)));
        if let Start::Text(text) = &request.start {
            put("fen", json!(text));
        }
    }
    let options = plain(request).options.into_iter().map(|(name, value)| (name, json!(value)));
    put("options", Value::Object(options.collect()));
    put(
        "turns",
        match &request.turns {
            Turns::Last => json!("last"),
            Turns::All => json!("all"),
            Turns::List(list) => json!(list),
        },
    );
    let Limits { depth, nodes, movetime_ms, mate, search_moves, .. } = &request.limits;
    for (name, number) in [
        ("depth", depth.map(u64::from)),
        ("nodes", *nodes),
        ("movetime_ms", *movetime_ms),
        ("mate", mate.map(u64::from)),
    ] {
        if let Some(number) = number {
            put(name, json!(number));
        }
    }
    if !search_moves.is_empty() {
        put("search_moves", json!(names(search_moves)));
    }
    Value::Object(fields).to_string()
}
