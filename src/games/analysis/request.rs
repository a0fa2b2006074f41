//! A line of JSON to a request. The types say what it may look like; a refusal names the
//! field, and the id is known even when the rest is wrong.

mod line;
mod moves;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use tengen_engine::control::Limits;
use tengen_engine::game::Move;
use tengen_engine::protocol::ranges::{COUNT, NODES, TIME};
use tengen_engine::protocol::{InputLine, shown};
use tengen_engine::session::message::{Problem, Start};

use line::{ID_CHARS, LINES, MoveWord, PROCESS, Setting, TURNS, TurnsWord, WordOrList};
use moves::MOVE_EXPECTED;

pub use line::Id;
pub(crate) use line::RequestLine;
pub use moves::moves;

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
    // An unknown field is told before all else: serde refuses it.
    if fields.keys().all(|name| expected(name, false).is_some()) {
        check_presence(fields)?;
    }
    let mut line: RequestLine =
        serde_path_to_error::deserialize(fields).map_err(|error| refusal(fields, &error))?;
    if let Some(id) = line.cancel {
        return Ok(AnalysisInput::Cancel(short("cancel", id)?));
    }
    let id = line.id.take().ok_or_else(no_id)?;
    Ok(AnalysisInput::Request(Box::new(request(short("id", id)?, line, fields)?)))
}

fn no_id() -> Problem {
    Problem::new("id", "no id", ID_EXPECTED)
}

/// Refuses what its type cannot: a field without another, and null, which serde takes for a field
/// that is absent.
fn check_presence(fields: &Map<String, Value>) -> Result<(), Problem> {
    let has = |name: &str| fields.contains_key(name);
    if has("cancel") {
        if let Some(other) = fields.keys().find(|name| *name != "cancel") {
            return Err(Problem::new("field", other, "nothing beside cancel"));
        }
    } else if !has("id") {
        return Err(no_id());
    }
    if let Some(format) = fields.get("format").filter(|_| !has("record")) {
        return Err(Problem::new("format", shown(&bare(format)), "a record to go with it"));
    }
    if has("record") && !has("format") {
        return Err(Problem::new("format", "no format", "the name of the record's format"));
    }
    match fields.iter().find(|(_, value)| value.is_null()) {
        Some((name, _)) => Err(wrong(name, fields)),
        None => Ok(()),
    }
}

fn request(
    id: Id,
    line: RequestLine,
    fields: &Map<String, Value>,
) -> Result<AnalysisRequest, Problem> {
    let number = |name: &str, number: Option<i64>| match number.zip(range(name)) {
        Some((number, range)) if !range.contains(&number) => Err(wrong(name, fields)),
        _ => Ok(number),
    };
    let limits = Limits {
        nodes: number("nodes", line.nodes)?.map(|nodes| nodes as u64),
        depth: number("depth", line.depth)?.map(|plies| plies as u32),
        movetime_ms: number("movetime_ms", line.movetime_ms)?.map(|time| time as u64),
        mate: number("mate", line.mate)?.map(|moves| moves as u32),
        search_moves: move_list("search_moves", line.search_moves)?,
        ..Limits::default()
    };
    if fields.contains_key("search_moves") && limits.search_moves.is_empty() {
        let text = bare(&fields["search_moves"]);
        return Err(Problem::new("search_moves", shown(&text), "at least one move"));
    }
    let moves = move_list("moves", line.moves)?;
    let record = line.record.zip(line.format).map(|(text, format)| Record { text, format });
    let others = ["fen", "moves"];
    if let Some(other) = others.into_iter().find(|&name| fields.contains_key(name))
        && record.is_some()
    {
        return Err(Problem::new("field", other, "no fen and no moves beside a record"));
    }
    // A game clears the options that change it, so it comes before them.
    let variant = line.variant.map(|name| ("Variant".to_owned(), name));
    let lines = line.multipv.map(|lines| ("MultiPV".to_owned(), lines.to_string()));
    let settings = settings(line.options.unwrap_or_default())?;
    Ok(AnalysisRequest {
        id,
        start: line.fen.map_or(Start::Empty, Start::Text),
        moves,
        record,
        options: variant.into_iter().chain(lines).chain(settings).collect(),
        turns: match line.turns {
            None | Some(WordOrList::Word(TurnsWord::Last)) => Turns::Last,
            Some(WordOrList::Word(TurnsWord::All)) => Turns::All,
            Some(WordOrList::List(list)) if (1..=TURNS).contains(&list.len()) => Turns::List(list),
            Some(WordOrList::List(_)) => return Err(wrong("turns", fields)),
        },
        limits,
        wants_proof: line.proof.unwrap_or(false),
    })
}

/// What is wrong with a line whose fields are not those of its type.
fn refusal(
    fields: &Map<String, Value>,
    error: &serde_path_to_error::Error<serde_json::Error>,
) -> Problem {
    let mut path = error.path().iter();
    let Some(Segment::Map { key: field }) = path.next() else {
        return Problem::new("line", shown(&error.to_string()), "an object: {…}");
    };
    let (mut what, mut value) = (field.clone(), fields.get(field));
    let mut is_part = false;
    for segment in path {
        is_part = true;
        match (segment, value) {
            (Segment::Map { key }, Some(Value::Object(entries))) => {
                what = format!("{field} {}", shown(key));
                value = entries.get(key);
            }
            (Segment::Seq { index }, Some(Value::Array(list))) => value = list.get(*index),
            _ => {}
        }
    }
    if let Some(expected) = expected(field, is_part) {
        return Problem::new(what, shown(&value.map(bare).unwrap_or_default()), expected);
    }
    // Serde names all fields where it does not know one.
    let message = error.inner().to_string().replace('`', "");
    let expected = message.rsplit("expected ").next().unwrap_or_default();
    Problem::new("field", shown(field), expected)
}

/// What a field must look like, or a part of it; `None` if there is no such field.
fn expected(field: &str, is_part: bool) -> Option<String> {
    let words = match field {
        "id" | "cancel" => ID_EXPECTED,
        "fen" | "record" | "format" | "variant" => "a text",
        "moves" | "search_moves" if is_part => MOVE_EXPECTED,
        "moves" | "search_moves" => "moves, as in [\"h8\", \"i9\"] or \"h8 i9\"",
        "options" if is_part => "a text, a number, true or false",
        "options" => "an object of options, as in {\"Width\": 9}",
        "turns" => "\"last\", \"all\" or a list of numbers of moves played",
        "proof" => "true or false",
        _ => {
            let range = range(field)?;
            return Some(format!("a number from {} to {}", range.start(), range.end()));
        }
    };
    Some(words.to_owned())
}

/// The numbers that a field of a number may have.
fn range(field: &str) -> Option<RangeInclusive<i64>> {
    match field {
        "nodes" => Some(NODES),
        "depth" | "mate" => Some(COUNT),
        "movetime_ms" => Some(TIME),
        "multipv" => Some(LINES),
        _ => None,
    }
}

/// The refusal of a whole field that is known.
fn wrong(field: &str, fields: &Map<String, Value>) -> Problem {
    let text = fields.get(field).map(bare).unwrap_or_default();
    Problem::new(field, shown(&text), expected(field, false).unwrap_or_default())
}

/// What an id must look like.
const ID_EXPECTED: &str = "a text of at most 256 characters, or a whole number";

/// An id that is kept, and so must be short.
fn short(name: &str, id: Id) -> Result<Id, Problem> {
    match id {
        Id::Text(text) if text.chars().count() > ID_CHARS => {
            Err(Problem::new(name, shown(&text), ID_EXPECTED))
        }
        id => Ok(id),
    }
}

fn id_of(value: &Value) -> Option<Id> {
    Id::deserialize(value).ok().and_then(|id| short("id", id).ok())
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

/// Options for a single request; what belongs to the whole process is refused.
fn settings(options: BTreeMap<String, Setting>) -> Result<Vec<(String, String)>, Problem> {
    let mut list = Vec::new();
    for (option, value) in options {
        if PROCESS.iter().any(|known| known.eq_ignore_ascii_case(&option)) {
            let expected = "an option of the game; this one is set by --set";
            return Err(Problem::new("options", shown(&option), expected));
        }
        let value = match value {
            Setting::Text(text) => text,
            Setting::Number(number) => number.to_string(),
            Setting::Switch(is_on) => is_on.to_string(),
        };
        // The rest of the game is set on top of its variant.
        let is_game = ["Variant", "UCI_Variant"].iter().any(|g| g.eq_ignore_ascii_case(&option));
        list.insert(if is_game { 0 } else { list.len() }, (option, value));
    }
    Ok(list)
}

/// Moves as a list of texts, or all in one text.
fn move_list(name: &str, list: Option<WordOrList<String, MoveWord>>) -> Result<Vec<Move>, Problem> {
    match list {
        None => Ok(Vec::new()),
        Some(WordOrList::Word(all)) => moves(name, &all),
        Some(WordOrList::List(list)) => Ok(list.into_iter().map(|MoveWord(mv)| mv).collect()),
    }
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
mod tests;
