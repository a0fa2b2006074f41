//! The game database of renju.net (`.rif`, `.xml`): all games of renju
//! tournaments, with players and tournaments in tables of their own.
//!
//! Players, tournaments, rules and openings are named in games by number; the
//! tables may stand before the games or behind them.

use std::collections::BTreeMap;

use quick_xml::errors::{Error, IllFormedError};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::game::{Color, Rule, Setup, Variant};

use super::check::{Draft, Drafts};
use super::error::{Place, RecordError, problem};
use super::game::GameResult;
use super::source::Source;
use super::text::{off_board, tidy, title};
use super::tree::{GameTree, NodeId};

/// Elements that are rows of a table, and the attributes that name the row.
const TABLES: [(&str, &[&str]); 4] = [
    ("player", &["name", "surname"]),
    ("tournament", &["name", "year"]),
    ("rule", &["name"]),
    ("opening", &["name"]),
];

/// Words in the names of rules, and which rule of play goes with them. In the gomoku of
/// tournaments exactly five win.
const RULE_WORDS: [(&str, Rule); 4] = [
    ("freestyle", Rule::Freestyle),
    ("free style", Rule::Freestyle),
    ("caro", Rule::Caro),
    ("gomoku", Rule::Standard),
];

/// Longest name in a table, in letters: many games may repeat it.
const LONGEST_NAME: usize = 300;

/// Names by table and number, and the rules of tournaments.
#[derive(Default)]
struct Tables {
    names: BTreeMap<(&'static str, String), String>,
    /// Numbers of rules by the number of the tournament.
    rules: BTreeMap<String, String>,
}

/// A game with its numbers.
struct GameElement {
    place: Place,
    /// Attributes and values of the element.
    attributes: Attributes,
    moves: String,
    moves_place: Place,
    info: String,
}

/// Attributes and values of an element.
type Attributes = Vec<(String, String)>;

/// The value of that attribute, if it says anything.
fn value<'a>(attributes: &'a Attributes, wanted: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|(name, _)| name == wanted);
    found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
}

/// Reads the games: once the tables alone, wherever they stand, and then game by game.
pub(super) fn read(input: Source<'_>) -> Drafts<'_> {
    let tables = read_tables(input.text);
    let mut reader = GameReader::new(input.text);
    Box::new(std::iter::from_fn(move || {
        Some(reader.next_game()?.and_then(|game| read_game(&game, &tables, input.defaults)))
    }))
}

/// What all rows of tables say that can be read; the others are told with the games.
fn read_tables(text: &str) -> Tables {
    let mut reader = Reader::from_str(text);
    let mut tables = Tables::default();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) | Event::Empty(element) => {
                if let Some(Ok(row)) = TableRow::of(&element) {
                    row.enter(&mut tables);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    tables
}

/// A row of a table.
struct TableRow {
    table: &'static str,
    name: String,
    attributes: Attributes,
}

impl TableRow {
    /// The row that an element is, if it is one; or what is wrong with it.
    fn of(element: &BytesStart) -> Option<Result<TableRow, String>> {
        let name = element.local_name();
        let (table, parts) = TABLES.iter().find(|(table, _)| *table == name.as_ref())?;
        let row = |attributes: Attributes| {
            let words: Vec<&str> =
                parts.iter().filter_map(|part| value(&attributes, part)).collect();
            let name = words.join(" ");
            if name.chars().count() > LONGEST_NAME {
                return Err(format!("a name of at most {LONGEST_NAME} letters"));
            }
            Ok(TableRow { table, name, attributes })
        };
        Some(attributes(element).and_then(row))
    }

    fn enter(self, tables: &mut Tables) {
        let Some(id) = value(&self.attributes, "id") else { return };
        if let Some(rule) = value(&self.attributes, "rule") {
            tables.rules.insert(id.to_owned(), rule.to_owned());
        }
        tables.names.insert((self.table, id.to_owned()), self.name);
    }
}

/// Which text of a game is being read.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Moves,
    Info,
    Other,
}

/// Reads the elements of games, one after the other.
struct GameReader<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    lines: LineCounter<'a>,
    game: Option<GameElement>,
    inside: Inside,
    depth: usize,
    is_over: bool,
}

impl<'a> GameReader<'a> {
    fn new(text: &'a str) -> GameReader<'a> {
        let lines = LineCounter { text, line: 1, at: 0 };
        let (reader, inside) = (Reader::from_str(text), Inside::Other);
        GameReader { text, reader, lines, game: None, inside, depth: 0, is_over: false }
    }

    /// The next game. Text that is not XML ends the file.
    fn next_game(&mut self) -> Option<Result<GameElement, RecordError>> {
        while !self.is_over {
            let begin_at = self.reader.buffer_position();
            let begin = self.lines.place(begin_at);
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    self.is_over = true;
                    let at = self.reader.error_position();
                    let expected = match error {
                        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, .. }) => {
                            format!("</{expected}>")
                        }
                        _ => "XML, every tag with its end".to_owned(),
                    };
                    let place = self.lines.place(at);
                    return Some(Err(self.malformed(at, place, expected)));
                }
            };
            let end = self.lines.place(self.reader.buffer_position());
            let found = match event {
                Event::Start(element) => {
                    self.depth += 1;
                    self.begin(&element, end)
                }
                Event::Empty(element) => {
                    let found = self.begin(&element, end);
                    self.inside = Inside::Other;
                    found
                }
                Event::End(element) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.inside = Inside::Other;
                    let is_game = element.local_name().as_ref() == "game";
                    Ok(if is_game { self.game.take() } else { None })
                }
                Event::Text(words) => {
                    self.add(&words.xml10_content(), end);
                    Ok(None)
                }
                Event::CData(words) => {
                    self.add(&words.xml10_content(), end);
                    Ok(None)
                }
                Event::GeneralRef(reference) => {
                    self.add(&resolved(&reference), end);
                    Ok(None)
                }
                Event::Eof => {
                    self.is_over = true;
                    let expected = "the end of every element".to_owned();
                    if self.depth > 0 { Err(expected) } else { Ok(self.game.take()) }
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => Ok(None),
            };
            match found {
                Ok(None) => {}
                Ok(Some(game)) => return Some(Ok(game)),
                Err(expected) => return Some(Err(self.malformed(begin_at, begin, expected))),
            }
        }
        None
    }

    /// The error about the tag or the line that begins there.
    fn malformed(&self, at: u64, place: Place, expected: String) -> RecordError {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let rest = self.text.get(at..).unwrap_or_default();
        let tag = rest.split_inclusive(['>', '\n']).next().unwrap_or_default();
        problem(place, tag.trim_end(), expected)
    }

    /// Takes in an element that begins; gives the game before, if a game begins.
    fn begin(&mut self, element: &BytesStart, place: Place) -> Result<Option<GameElement>, String> {
        let name = element.local_name();
        self.inside = match name.as_ref() {
            "move" => Inside::Moves,
            "info" => Inside::Info,
            _ => Inside::Other,
        };
        if let Some(row) = TableRow::of(element) {
            return row.map(|_| None);
        }
        if name.as_ref() != "game" {
            return Ok(None);
        }
        let before = self.game.take();
        let attributes = attributes(element)?;
        let (moves, info) = (String::new(), String::new());
        self.game = Some(GameElement { place, attributes, moves, moves_place: place, info });
        Ok(before)
    }

    fn add(&mut self, words: &str, place: Place) {
        if let Some(game) = &mut self.game {
            match self.inside {
                Inside::Moves => {
                    game.moves += words;
                    game.moves_place = place;
                }
                Inside::Info => game.info += words,
                Inside::Other => {}
            }
        }
    }
}

/// Counts lines while positions only grow.
struct LineCounter<'a> {
    text: &'a str,
    line: usize,
    at: usize,
}

impl LineCounter<'_> {
    fn place(&mut self, at: u64) -> Place {
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(self.text.len());
        if let Some(passed) = self.text.as_bytes().get(self.at..at) {
            self.line += passed.split(|&byte| byte == b'\n').count() - 1;
            self.at = at;
        }
        Place::Line(self.line)
    }
}

fn attributes(element: &BytesStart) -> Result<Attributes, String> {
    let wrong = || "attributes such as id=\"1\"".to_owned();
    let read = |attribute: Attribute| {
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|_| wrong())?;
        Ok((attribute.key.as_ref().to_owned(), value.into_owned()))
    };
    element.attributes().map(|attribute| read(attribute.map_err(|_| wrong())?)).collect()
}

/// What `&amp;` and its like stand for; unknown ones stay as they are.
fn resolved(reference: &BytesRef) -> String {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return letter.to_string();
    }
    let name: &str = reference;
    resolve_predefined_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

fn read_game(game: &GameElement, tables: &Tables, defaults: Variant) -> Result<Draft, RecordError> {
    let get = |wanted: &str| value(&game.attributes, wanted);
    let name = |table: &'static str, id: &str| {
        tables.names.get(&(table, id.to_owned())).and_then(|name| title(name))
    };
    let of_tournament = || tables.rules.get(get("tournament")?).map(String::as_str);
    let rule_id = get("rule").or_else(of_tournament);
    let rule = rule_id.and_then(|id| name("rule", id));
    let mut variant = defaults;
    if let Some(rule) = rule.as_deref().and_then(named_rule) {
        (variant.rule, variant.k) = (rule, 5);
    }
    let mut draft = Draft::new(Setup::new(&variant), game.place);
    let mut last = NodeId::ROOT;
    for word in game.moves.split_whitespace() {
        let wrong = || problem(game.moves_place, word, "moves such as h8 i9");
        let square: crate::game::Square = word.parse().map_err(|_| wrong())?;
        if !defaults.size.contains(square) {
            return Err(off_board(game.moves_place, word, defaults.size));
        }
        last = draft.play(last, square.into(), game.moves_place);
    }
    if let (Some(id), None) = (rule_id, &rule) {
        let error =
            problem(game.place, &format!("rule=\"{id}\""), "a rule with a name in the file");
        draft.tree.info.unread.push(error);
    }
    describe(&mut draft.tree, game, rule, get, |table, id| name(table, get(id)?));
    Ok(draft)
}

/// The rule of play that the name of a set of rules tells; `None` for those of renju, which
/// differ in their openings.
fn named_rule(name: &str) -> Option<Rule> {
    let name = name.to_lowercase();
    let rule = RULE_WORDS.iter().find(|(word, _)| name.contains(word));
    rule.map(|(_, rule)| *rule)
}

/// Takes over everything but the moves.
fn describe<'a>(
    tree: &mut GameTree,
    game: &GameElement,
    rule: Option<String>,
    get: impl Fn(&str) -> Option<&'a str>,
    look_up: impl Fn(&'static str, &str) -> Option<String>,
) {
    let info = &mut tree.info;
    info.players[Color::Black] = look_up("player", "black");
    info.players[Color::White] = look_up("player", "white");
    info.event = look_up("tournament", "tournament");
    info.round = get("round").and_then(title);
    info.name = get("id").and_then(title);
    info.result = match get("bresult") {
        Some("1") => Some(GameResult::Win(Color::Black)),
        Some("0") => Some(GameResult::Win(Color::White)),
        Some("0.5") => Some(GameResult::Draw),
        None => None,
        Some(other) => {
            let text = format!("bresult=\"{other}\"");
            info.unread.push(problem(game.place, &text, "1, 0.5 or 0"));
            None
        }
    };
    let notes = [
        ("rule", rule),
        ("opening", look_up("opening", "opening")),
        ("alternative fifth moves", get("alt").map(str::to_owned)),
        ("swaps", get("swap").map(str::to_owned)),
    ];
    let notes = notes.into_iter().filter_map(|(name, note)| Some(format!("{name}: {}", note?)));
    let notes: Vec<String> = notes.chain(tidy(&game.info)).collect();
    tree.node_mut(NodeId::ROOT).comment = tidy(&notes.join("\n"));
}

#[cfg(test)]
mod tests;
