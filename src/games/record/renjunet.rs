//! The game database of renju.net (`.rif`, `.xml`): all games of renju
//! tournaments, with players and tournaments in tables of their own.
//!
//! Players, tournaments, rules and openings are named in games by number; the
//! tables may stand before the games or behind them.

use std::collections::BTreeMap;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesRef, BytesStart, Event};

use tengen_engine::game::{Color, Rule, Setup, Variant};

use super::check::{Draft, Drafts};
use super::error::{Place, RecordError, problem};
use super::game::GameResult;
use super::source::Source;
use super::text::{off_board, tidy, title};
use super::tree::{GameTree, NodeId};

mod xml;

use xml::{XmlEvent, XmlStream};

/// The table whose rows name the rule of games.
const TOURNAMENT: &str = "tournament";

/// Elements that are rows of a table, and the attributes that name the row.
const TABLES: [(&str, &[&str]); 4] = [
    ("player", &["name", "surname"]),
    (TOURNAMENT, &["name", "year"]),
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

/// The element that is a game.
const GAME: &str = "game";
/// Elements at which reading goes on behind a broken place: games; games and rows of tables.
const GAMES: &[&str] = &[GAME];
const ROWS: &[&str] = &[GAME, "player", TOURNAMENT, "rule", "opening"];

/// Longest name in a table, in letters: many games may repeat it.
const LONGEST_NAME: usize = 300;
/// Most problems of a file that are told one by one.
const MOST_PROBLEMS: usize = 15;

/// Names by table and number, and the rules of tournaments.
#[derive(Default)]
struct NameTables {
    names: BTreeMap<(&'static str, String), String>,
    /// Numbers of rules by the number of the tournament.
    rules: BTreeMap<String, String>,
    /// Rows that cannot be read.
    problems: Problems,
}

/// What is wrong outside of games.
#[derive(Default)]
struct Problems {
    told: Vec<RecordError>,
    /// The number of problems that are not in `told`, and the first of them.
    more: usize,
    next: Option<RecordError>,
}

impl Problems {
    fn add(&mut self, error: RecordError) {
        if self.told.len() < MOST_PROBLEMS {
            self.told.push(error);
        } else {
            self.more += 1;
            self.next.get_or_insert(error);
        }
    }

    /// Hands out the problems that are told one by one, and one more with the number of the others.
    fn take(&mut self) -> Vec<RecordError> {
        let Problems { mut told, more, next } = std::mem::take(self);
        told.extend(next.map(|first| problem(first.what, &format!("{more} more"), first.expected)));
        told
    }
}

/// The element of a game: players, rules and the like are still numbers.
struct GameElement {
    place: Place,
    /// Attributes and values of the element.
    attributes: Attributes,
    moves: String,
    moves_place: Place,
    info: String,
    /// What is wrong with the file between the game before and this one.
    before: Vec<RecordError>,
}

impl GameElement {
    fn new(place: Place, attributes: Attributes) -> GameElement {
        let (moves, info, before) = (String::new(), String::new(), Vec::new());
        GameElement { place, attributes, moves, moves_place: place, info, before }
    }
}

/// Attributes and values of an element.
type Attributes = Vec<(String, String)>;

/// The value of the attribute `wanted`; `None` where it is missing or says nothing.
fn value<'a>(attributes: &'a Attributes, wanted: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|(name, _)| name == wanted);
    found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
}

/// Reads the games: once the tables alone, wherever they stand, and then game by game.
pub(super) fn read(input: Source<'_>) -> Drafts<'_> {
    let mut tables = read_tables(input.text);
    let mut waiting = tables.problems.take();
    let mut reader = GameReader::new(input.text);
    Box::new(std::iter::from_fn(move || {
        let game = reader.next_game()?.and_then(|mut game| {
            waiting.append(&mut game.before);
            let mut draft = read_game(&game, &tables, input.defaults)?;
            draft.of_file.append(&mut waiting);
            Ok(draft)
        });
        Some(game)
    }))
}

/// What the rows of all tables say, and what is wrong with the rows that cannot be read.
fn read_tables(text: &str) -> NameTables {
    let (mut xml, mut tables) = (XmlStream::new(text, ROWS), NameTables::default());
    loop {
        // Where the text is broken is told with the games.
        let is_over = match xml.read() {
            Ok(step) => {
                enter(&mut tables, &xml, &step);
                matches!(step.event, Event::Eof) || xml.leave_torn(&step)
            }
            Err(_) => true,
        };
        if is_over && !xml.go_on() {
            return tables;
        }
    }
}

/// Enters the row of a table that begins with this event, if one does.
fn enter(tables: &mut NameTables, xml: &XmlStream, step: &XmlEvent) {
    if let Event::Start(element) | Event::Empty(element) = &step.event {
        match TableRow::of(element) {
            Some(Ok(row)) => row.enter(tables),
            Some(Err(expected)) => tables.problems.add(xml.refuse(step, expected)),
            None => {}
        }
    }
}

/// A row of a table.
struct TableRow {
    table: &'static str,
    name: String,
    attributes: Attributes,
}

impl TableRow {
    /// The row that an element is, or what is wrong with it; `None` for elements that are no rows.
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

    fn enter(self, tables: &mut NameTables) {
        let Some(id) = value(&self.attributes, "id") else { return };
        let rule = value(&self.attributes, "rule").filter(|_| self.table == TOURNAMENT);
        if let Some(rule) = rule {
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

/// What an event completes.
enum EventResult {
    Nothing,
    Game(GameElement),
    /// What is wrong with a game.
    BadGame(RecordError),
    /// What is wrong outside of games.
    Problem(RecordError),
}

/// Reads the elements of games, one after the other.
struct GameReader<'a> {
    xml: XmlStream<'a>,
    game: Option<GameElement>,
    inside: Inside,
    depth: usize,
    /// What is wrong since the game before.
    problems: Problems,
    is_over: bool,
}

impl<'a> GameReader<'a> {
    fn new(text: &'a str) -> GameReader<'a> {
        let (xml, problems) = (XmlStream::new(text, GAMES), Problems::default());
        GameReader { xml, game: None, inside: Inside::Other, depth: 0, problems, is_over: false }
    }

    /// The next game. Text that is no XML takes the place of the game that it stands in; elsewhere
    /// it is told with the game behind it, or alone at the end of the file.
    fn next_game(&mut self) -> Option<Result<GameElement, RecordError>> {
        while !self.is_over {
            match self.read_on() {
                EventResult::Nothing => {}
                EventResult::Game(game) => {
                    return Some(Ok(GameElement { before: self.problems.take(), ..game }));
                }
                EventResult::BadGame(error) => return Some(Err(error)),
                EventResult::Problem(error) => self.problems.add(error),
            }
        }
        self.problems.take().into_iter().next().map(Err)
    }

    fn read_on(&mut self) -> EventResult {
        let is_in_game = self.game.is_some();
        let step = match self.xml.read() {
            Ok(step) => step,
            Err(error) => {
                self.go_on();
                let is_game = is_in_game || self.xml.is_start_broken();
                return if is_game {
                    EventResult::BadGame(error)
                } else {
                    EventResult::Problem(error)
                };
            }
        };
        let found = match &step.event {
            Event::Start(element) => {
                self.depth += 1;
                self.begin(element, &step)
            }
            Event::Empty(element) => {
                let found = self.begin(element, &step);
                self.inside = Inside::Other;
                found
            }
            Event::End(element) => {
                self.depth = self.depth.saturating_sub(1);
                self.inside = Inside::Other;
                let is_game = element.local_name().as_ref() == GAME;
                self.complete(is_game)
            }
            Event::Text(words) => self.add(&words.xml10_content(), step.end),
            Event::CData(words) => self.add(&words.xml10_content(), step.end),
            Event::GeneralRef(reference) => self.add(&resolved(reference), step.end),
            Event::Eof => {
                let error = || self.xml.refuse(&step, "the end of every element".to_owned());
                let found = match (self.depth > 0, is_in_game) {
                    (true, true) => EventResult::BadGame(error()),
                    (true, false) => EventResult::Problem(error()),
                    (false, _) => self.complete(true),
                };
                self.go_on();
                return found;
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {
                EventResult::Nothing
            }
        };
        if self.xml.leave_torn(&step) {
            self.go_on();
        }
        found
    }

    /// The game that was read, if it is complete.
    fn complete(&mut self, is_complete: bool) -> EventResult {
        let game = if is_complete { self.game.take() } else { None };
        game.map_or(EventResult::Nothing, EventResult::Game)
    }

    /// Goes on to the next piece of a broken text.
    fn go_on(&mut self) {
        self.game = None;
        self.depth = 0;
        self.inside = Inside::Other;
        self.is_over = !self.xml.go_on();
    }

    /// Takes in an element that begins; gives the game before, if a game begins.
    fn begin(&mut self, element: &BytesStart, step: &XmlEvent) -> EventResult {
        let name = element.local_name();
        self.inside = match name.as_ref() {
            "move" => Inside::Moves,
            "info" => Inside::Info,
            _ => Inside::Other,
        };
        if name.as_ref() != GAME {
            return EventResult::Nothing;
        }
        let before = self.game.take();
        match attributes(element) {
            Ok(attributes) => {
                self.game = Some(GameElement::new(step.end, attributes));
                before.map_or(EventResult::Nothing, EventResult::Game)
            }
            Err(expected) => EventResult::BadGame(self.xml.refuse(step, expected)),
        }
    }

    fn add(&mut self, words: &str, place: Place) -> EventResult {
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
        EventResult::Nothing
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

/// What a reference such as `&amp;` stands for; unknown ones stay as they are.
fn resolved(reference: &BytesRef) -> String {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return letter.to_string();
    }
    let name: &str = reference;
    resolve_predefined_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

fn read_game(
    game: &GameElement,
    tables: &NameTables,
    defaults: Variant,
) -> Result<Draft, RecordError> {
    let get = |wanted: &str| value(&game.attributes, wanted);
    let name = |table: &'static str, id: &str| {
        tables.names.get(&(table, id.to_owned())).and_then(|name| title(name))
    };
    let of_tournament = || tables.rules.get(get(TOURNAMENT)?).map(String::as_str);
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
        let square: tengen_engine::game::Square = word.parse().map_err(|_| wrong())?;
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
    info.event = look_up(TOURNAMENT, TOURNAMENT);
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
