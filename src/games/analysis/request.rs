//! A line of JSON to a request, field by field, so that a refusal names the
//! field and the id is known even when the rest is wrong.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::{Map, Value};

use tengen_engine::control::Limits;
use tengen_engine::game::Move;
use tengen_engine::protocol::ranges::{COUNT, NODES, TIME};
use tengen_engine::protocol::{InputLine, shown};
use tengen_engine::session::message::{Problem, Start};

/// The names of the fields of a request.
pub const FIELDS: [&str; 16] = [
    "id",
    "fen",
    "moves",
    "record",
    "format",
    "variant",
    "options",
    "turns",
    "nodes",
    "depth",
    "movetime_ms",
    "mate",
    "multipv",
    "search_moves",
    "proof",
    "cancel",
];

/// Longest id, in characters: it is kept until its answer is written.
const ID_CHARS: usize = 256;

/// Most entries of a list of turns; the longest game has fewer positions.
const TURNS: usize = 2000;

/// What the asker calls a request; it is given back as it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(#[cfg_attr(test, schemars(range(min = i64::MIN, max = i64::MAX)))] i64),
    /// A text.
    Text(#[cfg_attr(test, schemars(length(max = ID_CHARS)))] String),
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisInput {
    /// An analysis.
    Request(Box<AnalysisRequest>),
    /// Give up every request of that id that has no answer yet.
    Cancel(Id),
    /// Nothing that could be understood.
    Refused {
        /// The id of the line, if it could be read.
        id: Option<Id>,
        /// What is wrong with it.
        problem: Problem,
    },
}

/// A request for analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// The name of the request, by which answers and a cancel refer to it.
    pub id: Id,
    /// Where the moves start.
    pub start: Start,
    /// The moves that were played from there.
    pub moves: Vec<Move>,
    /// A whole game as text, instead of `start` and `moves`.
    pub record: Option<Record>,
    /// Options for this request alone, name and value, in the order in which
    /// they are to be set.
    pub options: Vec<(String, String)>,
    /// Which positions of the game are meant.
    pub turns: Turns,
    /// When to end; without depth, nodes and time the program's own limit holds.
    pub limits: Limits,
    /// Whether a proof is wanted where a player wins.
    pub wants_proof: bool,
}

/// A game in one of the formats of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The record itself.
    pub text: String,
    /// The name of its format.
    pub format: String,
}

/// The positions of a game, by the number of moves played in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// The position after all moves.
    #[default]
    Last,
    /// Every position, from the start to the last one.
    All,
    /// The positions after these numbers of moves, in this order.
    List(Vec<usize>),
}

/// Reads a line; `None` when it is empty.
pub fn read(line: InputLine<'_>) -> Option<AnalysisInput> {
    let text = line.text.trim();
    if line.is_cut {
        let expected = format!("a line of at most {} bytes", line.text.len());
        let problem = Problem::new("line", shown(text), expected);
        return Some(AnalysisInput::Refused { id: first_id(text), problem });
    }
    if text.is_empty() {
        return None;
    }
    let no_object = || Problem::new("line", shown(text), "an object: {…}");
    let fields = match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Some(AnalysisInput::Refused { id: None, problem: no_object() }),
        Err(_) if !text.starts_with('{') => {
            return Some(AnalysisInput::Refused { id: None, problem: no_object() });
        }
        Err(error) => {
            let problem = syntax_problem(text, &error);
            return Some(AnalysisInput::Refused { id: first_id(text), problem });
        }
    };
    let refuse = |problem| AnalysisInput::Refused { id: fields.get("id").and_then(id_of), problem };
    Some(object(&fields).unwrap_or_else(refuse))
}

fn object(fields: &Map<String, Value>) -> Result<AnalysisInput, Problem> {
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let expected = format!("one of {}", FIELDS.join(", "));
        return Err(Problem::new("field", shown(unknown), expected));
    }
    if let Some(value) = fields.get("cancel") {
        if let Some(other) = fields.keys().find(|name| *name != "cancel") {
            return Err(Problem::new("field", other, "nothing beside cancel"));
        }
        return Ok(AnalysisInput::Cancel(id("cancel", value)?));
    }
    Ok(AnalysisInput::Request(Box::new(request(fields)?)))
}

fn request(fields: &Map<String, Value>) -> Result<AnalysisRequest, Problem> {
    let missing = || Problem::new("id", "no id", ID_EXPECTED);
    let mut request = AnalysisRequest {
        id: id("id", fields.get("id").ok_or_else(missing)?)?,
        start: Start::Empty,
        moves: Vec::new(),
        record: None,
        options: Vec::new(),
        turns: Turns::default(),
        limits: Limits::default(),
        wants_proof: false,
    };
    let mut variant = None;
    for (name, value) in fields {
        let number = |range| number(name, value, range);
        match name.as_str() {
            "fen" => request.start = Start::Text(text(name, value)?.to_owned()),
            "moves" => request.moves = move_list(name, value)?,
            "record" => request.record = Some(record(value, fields)?),
            "format" if !fields.contains_key("record") => {
                return Err(wrong(name, value, "a record to go with it"));
            }
            "variant" => variant = Some(text(name, value)?.to_owned()),
            "options" => request.options.extend(options(name, value)?),
            "turns" => request.turns = turns(name, value)?,
            "nodes" => request.limits.nodes = Some(number(NODES)? as u64),
            "depth" => request.limits.depth = Some(number(COUNT)? as u32),
            "movetime_ms" => request.limits.movetime_ms = Some(number(TIME)? as u64),
            "mate" => request.limits.mate = Some(number(COUNT)? as u32),
            "multipv" => request.options.push(("MultiPV".to_owned(), bare(value))),
            "proof" => {
                let wants = value.as_bool();
                request.wants_proof = wants.ok_or_else(|| wrong(name, value, "true or false"))?;
            }
            "search_moves" => {
                request.limits.search_moves = move_list(name, value)?;
                if request.limits.search_moves.is_empty() {
                    return Err(wrong(name, value, "at least one move"));
                }
            }
            _ => {}
        }
    }
    // A game clears the options that change it, so it comes before them.
    if let Some(variant) = variant {
        request.options.insert(0, ("Variant".to_owned(), variant));
    }
    let others = ["fen", "moves"];
    if let Some(other) = others.into_iter().find(|&name| fields.contains_key(name))
        && request.record.is_some()
    {
        return Err(Problem::new("field", other, "no fen and no moves beside a record"));
    }
    Ok(request)
}

/// What an id must look like.
const ID_EXPECTED: &str = "a text of at most 256 characters, or a whole number";

fn id(name: &str, value: &Value) -> Result<Id, Problem> {
    id_of(value).ok_or_else(|| wrong(name, value, ID_EXPECTED))
}

fn id_of(value: &Value) -> Option<Id> {
    match value {
        Value::Number(number) => number.as_i64().map(Id::Number),
        Value::String(text) if text.chars().count() <= ID_CHARS => Some(Id::Text(text.clone())),
        _ => None,
    }
}

/// The id of a line that is not JSON, if it stands at the beginning: anywhere
/// else it might be part of something else.
fn first_id(text: &str) -> Option<Id> {
    let mut rest = text;
    for token in ["{", "\"id\"", ":"] {
        rest = rest.trim_start().strip_prefix(token)?;
    }
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    id_of(&values.next()?.ok()?)
}

fn text<'a>(name: &str, value: &'a Value) -> Result<&'a str, Problem> {
    value.as_str().ok_or_else(|| wrong(name, value, "a text"))
}

fn record(value: &Value, fields: &Map<String, Value>) -> Result<Record, Problem> {
    let format = fields
        .get("format")
        .ok_or_else(|| Problem::new("format", "no format", "the name of the record's format"))?;
    Ok(Record {
        text: text("record", value)?.to_owned(),
        format: text("format", format)?.to_owned(),
    })
}

/// Options for a single request; what belongs to the whole process is refused.
fn options(name: &str, value: &Value) -> Result<Vec<(String, String)>, Problem> {
    const PROCESS: [&str; 5] = ["Hash", "Threads", "EvalFile", "LogFile", "Clear Hash"];
    let object = value
        .as_object()
        .ok_or_else(|| wrong(name, value, "an object of options, as in {\"Width\": 9}"))?;
    let mut list = Vec::new();
    for (option, value) in object {
        if PROCESS.iter().any(|known| known.eq_ignore_ascii_case(option)) {
            let expected = "an option of the game; this one is set by --set";
            return Err(Problem::new(name, shown(option), expected));
        }
        if value.is_object() || value.is_array() || value.is_null() {
            let what = format!("{name} {}", shown(option));
            return Err(wrong(&what, value, "a text, a number, true or false"));
        }
        let setting = (option.clone(), bare(value));
        // The rest of the game is set on top of its variant.
        let is_game = ["Variant", "UCI_Variant"].iter().any(|g| g.eq_ignore_ascii_case(option));
        list.insert(if is_game { 0 } else { list.len() }, setting);
    }
    Ok(list)
}

fn turns(name: &str, value: &Value) -> Result<Turns, Problem> {
    const EXPECTED: &str = "\"last\", \"all\" or a list of numbers of moves played";
    let list = match value {
        Value::String(word) if word == "last" => return Ok(Turns::Last),
        Value::String(word) if word == "all" => return Ok(Turns::All),
        Value::Array(list) if (1..=TURNS).contains(&list.len()) => list,
        _ => return Err(wrong(name, value, EXPECTED)),
    };
    let number = |value: &Value| {
        let turn = value.as_u64().and_then(|turn| usize::try_from(turn).ok());
        turn.ok_or_else(|| wrong(name, value, EXPECTED))
    };
    list.iter().map(number).collect::<Result<_, _>>().map(Turns::List)
}

/// Moves as a list of texts, or all in one text.
fn move_list(name: &str, value: &Value) -> Result<Vec<Move>, Problem> {
    let words: Vec<&str> = match value {
        Value::String(all) => return moves(name, all),
        Value::Array(list) => list
            .iter()
            .map(|value| value.as_str().ok_or_else(|| wrong(name, value, MOVE_EXPECTED)))
            .collect::<Result<_, _>>()?,
        _ => return Err(wrong(name, value, "moves, as in [\"h8\", \"i9\"] or \"h8 i9\"")),
    };
    words.into_iter().map(|word| one_move(name, word)).collect()
}

/// Reads moves that stand in one text, with blanks or commas between them or
/// nothing at all: `h8 i9`, `h8,i9`, `h8i9`.
///
/// # Errors
/// When a part is no move; `name` says what was read.
pub fn moves(name: &str, all: &str) -> Result<Vec<Move>, Problem> {
    let mut list = Vec::new();
    for word in all.split([' ', '\t', ',', '\r', '\n']).filter(|word| !word.is_empty()) {
        // A move ends with the last digit of its row.
        let mut rest = word;
        while !rest.is_empty() {
            let digit = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let row = rest[digit..].find(|c: char| !c.is_ascii_digit());
            let (mv, behind) = rest.split_at(row.map_or(rest.len(), |length| digit + length));
            list.push(one_move(name, mv)?);
            rest = behind;
        }
    }
    Ok(list)
}

const MOVE_EXPECTED: &str = "a move such as h8, or *h8 to convert a stone";

fn one_move(name: &str, word: &str) -> Result<Move, Problem> {
    word.parse().map_err(|_| Problem::new(name, shown(word), MOVE_EXPECTED))
}

fn number(name: &str, value: &Value, range: RangeInclusive<i64>) -> Result<i64, Problem> {
    value.as_i64().filter(|number| range.contains(number)).ok_or_else(|| {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        wrong(name, value, &expected)
    })
}

fn wrong(name: &str, value: &Value, expected: &str) -> Problem {
    Problem::new(name, shown(&bare(value)), expected)
}

/// A value as it was written, a text without its quotes.
fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What is wrong where the text is not JSON, with the text from there on.
fn syntax_problem(text: &str, error: &serde_json::Error) -> Problem {
    let column = if error.is_eof() { text.len() + 1 } else { error.column() };
    let place = column.saturating_sub(1).min(text.len());
    let place = (0..=place).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(0);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let behind = if text[place..].is_empty() { "end of line" } else { &text[place..] };
    let expected = format!("JSON: {message} at byte {column}");
    Problem::new("line", shown(behind), expected)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn request(text: &str) -> AnalysisRequest {
        match read(text.into()) {
            Some(AnalysisInput::Request(request)) => *request,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn refusal(text: &str) -> (Option<Id>, Problem) {
        match read(text.into()) {
            Some(AnalysisInput::Refused { id, problem }) => (id, problem),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_field_is_read() {
        let full = request(
            r#"{"id":"a","fen":"3/3/3 x","moves":["b2","*a1"],"variant":"destroy","turns":[2,0],
                "options":{"Destroy":2,"AB Cut":false},"nodes":7,"depth":3,"movetime_ms":0,"mate":4,
                "multipv":2,"search_moves":"c3"}"#,
        );
        assert_eq!(full.id, Id::Text("a".to_owned()));
        assert_eq!(full.start, Start::Text("3/3/3 x".to_owned()));
        assert_eq!(full.moves, moves("moves", "b2 *a1").unwrap());
        let settings: Vec<(&str, &str)> =
            full.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let expected =
            [("Variant", "destroy"), ("MultiPV", "2"), ("AB Cut", "false"), ("Destroy", "2")];
        assert_eq!(settings, expected);
        assert_eq!(full.turns, Turns::List(vec![2, 0]));
        let limits = Limits {
            nodes: Some(7),
            depth: Some(3),
            movetime_ms: Some(0),
            mate: Some(4),
            search_moves: moves("moves", "c3").unwrap(),
            ..Limits::default()
        };
        assert_eq!(full.limits, limits);

        let bare = request(r#"{"id":-3}"#);
        assert_eq!((bare.id, bare.turns, bare.start), (Id::Number(-3), Turns::Last, Start::Empty));
        let game = request(r#"{"id":1,"record":"h8i9","format":"moves","turns":"all"}"#);
        assert_eq!(game.record.map(|record| record.format).as_deref(), Some("moves"));
        assert_eq!(
            read(r#"{"cancel":"a"}"#.into()),
            Some(AnalysisInput::Cancel(Id::Text("a".to_owned())))
        );
        assert_eq!(read("  \t".into()), None);
    }

    #[test]
    fn a_game_comes_before_what_changes_it() {
        let mixed = request(r#"{"id":1,"options":{"Height":9,"Variant":"renju","Width":9}}"#);
        assert_eq!(mixed.options[0].0, "Variant");
    }

    #[test]
    fn moves_need_no_blanks() {
        let list = moves("moves", "h8 i9").unwrap();
        for text in ["h8i9", "h8,i9", " H8\ti9 ", "P@h8P@i9"] {
            assert_eq!(moves("moves", text).unwrap(), list, "{text}");
        }
        assert_eq!(moves("moves", "aa10*b2").unwrap().len(), 2);
        assert!(moves("moves", "").unwrap().is_empty());
        assert_eq!(moves("moves", "h8i").unwrap_err().text, "i");
    }

    #[test]
    fn refusals_name_field_and_id() {
        for (text, id, what, offending) in [
            ("hello", None, "line", "hello"),
            ("[1]", None, "line", "[1]"),
            ("{}", None, "id", "no id"),
            (r#"{"id":null}"#, None, "id", "null"),
            (r#"{"id":1.5}"#, None, "id", "1.5"),
            (r#"{"id":7,"moves":["h8","zz"]}"#, Some(7), "moves", "zz"),
            (r#"{"id":7,"moves":[8]}"#, Some(7), "moves", "8"),
            (r#"{"id":7,"moves":8}"#, Some(7), "moves", "8"),
            (r#"{"id":7,"node":5}"#, Some(7), "field", "node"),
            (r#"{"id":7,"nodes":0}"#, Some(7), "nodes", "0"),
            (r#"{"id":7,"nodes":"5"}"#, Some(7), "nodes", "5"),
            (r#"{"id":7,"nodes":1e3}"#, Some(7), "nodes", "1000.0"),
            (r#"{"id":7,"depth":-1}"#, Some(7), "depth", "-1"),
            (r#"{"id":7,"depth":1.5}"#, Some(7), "depth", "1.5"),
            (r#"{"id":7,"mate":1000001}"#, Some(7), "mate", "1000001"),
            (r#"{"id":7,"movetime_ms":null}"#, Some(7), "movetime_ms", "null"),
            (r#"{"id":7,"fen":5}"#, Some(7), "fen", "5"),
            (r#"{"id":7,"turns":"some"}"#, Some(7), "turns", "some"),
            (r#"{"id":7,"turns":[]}"#, Some(7), "turns", "[]"),
            (r#"{"id":7,"turns":[-1]}"#, Some(7), "turns", "-1"),
            (r#"{"id":7,"search_moves":[]}"#, Some(7), "search_moves", "[]"),
            (r#"{"id":7,"options":[]}"#, Some(7), "options", "[]"),
            (r#"{"id":7,"options":{"hash":1}}"#, Some(7), "options", "hash"),
            (r#"{"id":7,"options":{"Width":[]}}"#, Some(7), "options Width", "[]"),
            (r#"{"id":7,"record":"x"}"#, Some(7), "format", "no format"),
            (r#"{"id":7,"format":"psq"}"#, Some(7), "format", "psq"),
            (r#"{"id":7,"record":"","format":"sgf","moves":""}"#, Some(7), "field", "moves"),
            (r#"{"id":7,"cancel":7}"#, Some(7), "field", "id"),
            (r#"{"cancel":null}"#, None, "cancel", "null"),
            (r#"{ "id" : 7, "fen": "#, Some(7), "line", "end of line"),
            (r#"{"id":7,"fen":"\xff"}"#, Some(7), "line", "xff\"}"),
            (r#"{"fen":"","id":7,"#, None, "line", "end of line"),
        ] {
            let (found, problem) = refusal(text);
            assert_eq!(found, id.map(Id::Number), "{text}");
            assert_eq!((problem.what.as_str(), problem.text.as_str()), (what, offending), "{text}");
            assert!(!problem.expected.is_empty(), "{problem:?}");
        }
        let long = format!(r#"{{"id":"{}"}}"#, "a".repeat(257));
        assert_eq!(refusal(&long).1.what, "id");
        let deep = format!(r#"{{"id":7,"fen":{}}}"#, "[".repeat(100_000));
        assert_eq!(refusal(&deep).0, Some(Id::Number(7)));
        let cut = InputLine { text: r#"{"id":7,"fen":"333"#, is_cut: true };
        assert!(matches!(read(cut), Some(AnalysisInput::Refused { id: Some(Id::Number(7)), .. })));
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in ".*", tail in "[\\[{\":,}0-9a-z\\\\]{0,40}") {
            for text in [text, format!("{{\"id\":1,{tail}")] {
                if let Some(AnalysisInput::Refused { problem, .. }) = read(text.as_str().into()) {
                    prop_assert!(!problem.text.is_empty() && problem.text.chars().count() <= 60);
                }
            }
        }
    }
}
