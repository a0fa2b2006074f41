//! A line of JSON to a request. The types say what it may look like; a refusal names the
//! field, and the id is known even when the rest is wrong.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::value::{SeqAccessDeserializer, StrDeserializer};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use tengen_engine::control::Limits;
use tengen_engine::game::Move;
use tengen_engine::protocol::ranges::{COUNT, NODES, TIME};
use tengen_engine::protocol::{InputLine, shown};
use tengen_engine::session::message::{Problem, Start};

/// Longest id, in characters: it is kept until its answer is written.
const ID_CHARS: usize = 256;

/// Most entries of a list of turns; the longest game has fewer positions.
const TURNS: usize = 2000;

/// Lines of play, as the option `MultiPV` takes them.
const LINES: RangeInclusive<i64> = 1..=1600;

/// Options of the whole process, which no request can set.
const PROCESS: [&str; 5] = ["Hash", "Threads", "EvalFile", "LogFile", "Clear Hash"];

/// What a move looks like.
#[cfg(test)]
const MOVE: &str = r"^(\*|[Pp]@)?[A-Za-z]{1,2}[1-9][0-9]?$";

/// What the asker calls a request; it is given back as it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Id {
    /// A whole number.
    Number(#[cfg_attr(test, schemars(range(min = i64::MIN, max = i64::MAX)))] i64),
    /// A text.
    Text(#[cfg_attr(test, schemars(length(max = ID_CHARS)))] String),
}

/// A request for analysis, or a cancel.
// The fields have the order in which a refusal of an unknown one names them.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(
    test,
    schemars(
        title = "A line of input of tengen analyze",
        extend(
            "anyOf" = [{"required": ["id"]}, {"required": ["cancel"]}],
            "dependentRequired" = {"record": ["format"], "format": ["record"]},
            "dependentSchemas" = {
                "cancel": {"maxProperties": 1},
                "record": {"not": {"anyOf": [{"required": ["fen"]}, {"required": ["moves"]}]}}
            }
        )
    )
)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestLine {
    /// The name of the request, by which answers and a cancel refer to it.
    id: Option<Id>,
    /// Position text from which the moves are played; the empty board if absent.
    fen: Option<String>,
    /// The moves that were played from there.
    moves: Option<WordOrList<String, MoveWord>>,
    /// A whole game as text, instead of fen and moves.
    record: Option<String>,
    /// The name of the record's format, as for tengen convert.
    format: Option<String>,
    /// The game, as the option Variant.
    variant: Option<String>,
    /// Options for this request alone, by name.
    #[cfg_attr(test, schemars(extend("propertyNames" = {"not": {"enum": PROCESS}})))]
    options: Option<BTreeMap<String, Setting>>,
    /// The positions asked about, by the number of moves played in them; one answer for each.
    #[cfg_attr(test, schemars(extend("default" = "last", "minItems" = 1, "maxItems" = TURNS)))]
    turns: Option<WordOrList<TurnsWord, usize>>,
    /// Positions visited.
    #[cfg_attr(test, schemars(range(min = *NODES.start(), max = *NODES.end())))]
    nodes: Option<i64>,
    /// Plies.
    #[cfg_attr(test, schemars(range(min = *COUNT.start(), max = *COUNT.end())))]
    depth: Option<i64>,
    /// Milliseconds for each position.
    #[cfg_attr(test, schemars(range(min = *TIME.start(), max = *TIME.end())))]
    movetime_ms: Option<i64>,
    /// Look for a win in so many own moves.
    #[cfg_attr(test, schemars(range(min = *COUNT.start(), max = *COUNT.end())))]
    mate: Option<i64>,
    /// Lines of play wanted.
    #[cfg_attr(test, schemars(range(min = *LINES.start(), max = *LINES.end())))]
    multipv: Option<i64>,
    /// The only first moves to consider.
    #[cfg_attr(test, schemars(extend("minItems" = 1, "minLength" = 2)))]
    search_moves: Option<WordOrList<String, MoveWord>>,
    /// Whether a proof is wanted where a player wins.
    proof: Option<bool>,
    /// Alone in its line: the name of the requests to give up that have no answer yet.
    cancel: Option<Id>,
}

/// Moves, or turns: all in one word, or a list of them.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(untagged, inline))]
enum WordOrList<Word, Item> {
    Word(Word),
    List(Vec<Item>),
}

/// Which of the two it is decides what is wrong with it, and where: serde's own choice between
/// forms does not tell.
impl<'de, Word, Item> Deserialize<'de> for WordOrList<Word, Item>
where
    Word: Deserialize<'de>,
    Item: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either<Word, Item>(PhantomData<(Word, Item)>);

        impl<'de, Word, Item> Visitor<'de> for Either<Word, Item>
        where
            Word: Deserialize<'de>,
            Item: Deserialize<'de>,
        {
            type Value = WordOrList<Word, Item>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Word::deserialize(StrDeserializer::new(text)).map(WordOrList::Word)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(WordOrList::List)
            }
        }

        from.deserialize_any(Either(PhantomData))
    }
}

/// A move in a list.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(extend("pattern" = MOVE)))]
#[serde(try_from = "String")]
struct MoveWord(#[cfg_attr(test, schemars(with = "String"))] Move);

impl TryFrom<String> for MoveWord {
    type Error = Problem;

    fn try_from(word: String) -> Result<MoveWord, Problem> {
        one_move("moves", &word).map(MoveWord)
    }
}

/// Positions of a game, in a word.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum TurnsWord {
    /// The position after all moves.
    Last,
    /// Every position, from the start to the last one.
    All,
}

/// The value of an option.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Setting {
    Text(String),
    Number(serde_json::Number),
    Switch(bool),
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
    fn every_field_has_words_for_what_it_must_be() {
        let schema: Value = serde_json::from_str(crate::analysis::REQUEST_SCHEMA).unwrap();
        let names: Vec<&str> =
            schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert!(names.iter().all(|name| expected(name, false).is_some()), "{names:?}");
        let (_, problem) = refusal(r#"{"id":7,"node":5}"#);
        let mut told: Vec<&str> =
            problem.expected.strip_prefix("one of ").unwrap().split(", ").collect();
        told.sort_unstable();
        assert_eq!(told, names);
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
            (r#"{"id":7,"multipv":"2"}"#, Some(7), "multipv", "2"),
            (r#"{"id":7,"proof":null}"#, Some(7), "proof", "null"),
            (r#"{"id":7,"id x":5}"#, Some(7), "field", "id x"),
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
