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

use crate::game::{Color, Setup, Variant};

use super::check::Draft;
use super::error::{Place, RecordError, problem};
use super::game::GameResult;
use super::source::Source;
use super::text::{decode, off_board, place_in, tidy, title};
use super::tree::{GameTree, NodeId};

/// Elements that are rows of a table, and the attributes that name the row.
const TABLES: [(&str, &[&str]); 4] = [
    ("player", &["name", "surname"]),
    ("tournament", &["name", "year"]),
    ("rule", &["name"]),
    ("opening", &["name"]),
];

/// Longest name in a table, in letters: many games may repeat it.
const LONGEST_NAME: usize = 300;

/// Names by table and number.
type Names = BTreeMap<(&'static str, String), String>;

/// A game with its numbers, the names of which may still follow.
struct GameElement {
    place: Place,
    /// Attributes and values of the element.
    attributes: Vec<(String, String)>,
    moves: String,
    moves_place: Place,
    info: String,
}

/// Reads every game.
pub(super) fn read(input: &Source) -> Result<Vec<Draft>, RecordError> {
    let text = decode(input.bytes);
    let (names, games) = parse(&text).map_err(|fault| fault.error(input.bytes, &text))?;
    games.iter().map(|game| read_game(game, &names, input.defaults)).collect()
}

/// Text that is not XML.
struct Malformed {
    /// Where it begins, in bytes.
    at: usize,
    expected: String,
}

impl Malformed {
    fn new(at: u64, expected: impl Into<String>) -> Malformed {
        Malformed { at: usize::try_from(at).unwrap_or(usize::MAX), expected: expected.into() }
    }

    /// The error about the tag or the line that begins there.
    fn error(self, bytes: &[u8], text: &str) -> RecordError {
        let rest = text.get(self.at..).unwrap_or_default();
        let tag = rest.split_inclusive(['>', '\n']).next().unwrap_or_default();
        problem(place_in(bytes, text, self.at), tag.trim_end(), self.expected)
    }
}

/// Which text of a game is being read.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Moves,
    Info,
    Other,
}

fn parse(text: &str) -> Result<(Names, Vec<GameElement>), Malformed> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCounter { text, line: 1, at: 0 };
    let (mut names, mut games) = (Names::new(), Vec::<GameElement>::new());
    let (mut inside, mut depth) = (Inside::Other, 0_usize);
    loop {
        let begin_at = reader.buffer_position();
        let event = reader.read_event().map_err(|error| match error {
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, .. }) => {
                Malformed::new(reader.error_position(), format!("</{expected}>"))
            }
            _ => Malformed::new(reader.error_position(), "XML, every tag with its end"),
        })?;
        let place = lines.place(reader.buffer_position());
        match event {
            Event::Start(element) => {
                depth += 1;
                inside = begin(&element, begin_at, place, &mut names, &mut games)?;
            }
            Event::Empty(element) => {
                begin(&element, begin_at, place, &mut names, &mut games)?;
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                inside = Inside::Other;
            }
            Event::Text(words) => add(&mut games, inside, &words.xml10_content(), place),
            Event::CData(words) => add(&mut games, inside, &words.xml10_content(), place),
            Event::GeneralRef(reference) => {
                add(&mut games, inside, &resolved(&reference), place);
            }
            Event::Eof if depth > 0 => {
                return Err(Malformed::new(begin_at, "the end of every element"));
            }
            Event::Eof => return Ok((names, games)),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
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

/// Takes in an element that begins.
fn begin(
    element: &BytesStart,
    at: u64,
    place: Place,
    names: &mut Names,
    games: &mut Vec<GameElement>,
) -> Result<Inside, Malformed> {
    let name = element.local_name();
    let name = name.as_ref();
    if name == "game" {
        let attributes = attributes(element, at)?;
        let (moves, info) = (String::new(), String::new());
        games.push(GameElement { place, attributes, moves, moves_place: place, info });
    } else if let Some((table, parts)) = TABLES.iter().find(|(table, _)| *table == name) {
        let attributes = attributes(element, at)?;
        let get = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted);
        let words: Vec<&str> =
            parts.iter().filter_map(|part| get(part)).map(|(_, value)| value.trim()).collect();
        let name = words.join(" ");
        if name.chars().count() > LONGEST_NAME {
            return Err(Malformed::new(at, format!("a name of at most {LONGEST_NAME} letters")));
        }
        if let Some((_, id)) = get("id") {
            names.insert((table, id.clone()), name);
        }
    }
    Ok(match name {
        "move" => Inside::Moves,
        "info" => Inside::Info,
        _ => Inside::Other,
    })
}

fn attributes(element: &BytesStart, at: u64) -> Result<Vec<(String, String)>, Malformed> {
    let wrong = || Malformed::new(at, "attributes such as id=\"1\"");
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

fn add(games: &mut [GameElement], inside: Inside, words: &str, place: Place) {
    let Some(game) = games.last_mut() else { return };
    match inside {
        Inside::Moves => {
            game.moves += words;
            game.moves_place = place;
        }
        Inside::Info => game.info += words,
        Inside::Other => {}
    }
}

fn read_game(game: &GameElement, names: &Names, defaults: Variant) -> Result<Draft, RecordError> {
    let get = |wanted: &str| {
        let value = game.attributes.iter().find(|(name, _)| name == wanted);
        value.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    };
    let look_up = |table: &'static str, attribute: &str| {
        let id = get(attribute)?;
        names.get(&(table, id.to_owned())).and_then(|name| title(name))
    };
    let mut draft = Draft::new(Setup::new(&defaults), game.place);
    let mut last = NodeId::ROOT;
    for word in game.moves.split_whitespace() {
        let wrong = || problem(game.moves_place, word, "moves such as h8 i9");
        let square: crate::game::Square = word.parse().map_err(|_| wrong())?;
        if !defaults.size.contains(square) {
            return Err(off_board(game.moves_place, word, defaults.size));
        }
        last = draft.play(last, square.into(), game.moves_place);
    }
    describe(&mut draft.tree, game, get, look_up);
    Ok(draft)
}

/// Takes over everything but the moves.
fn describe<'a>(
    tree: &mut GameTree,
    game: &GameElement,
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
        ("rule", look_up("rule", "rule")),
        ("opening", look_up("opening", "opening")),
        ("alternative fifth moves", get("alt").map(str::to_owned)),
        ("swaps", get("swap").map(str::to_owned)),
    ];
    let notes = notes.into_iter().filter_map(|(name, note)| Some(format!("{name}: {}", note?)));
    let notes: Vec<String> = notes.chain(tidy(&game.info)).collect();
    tree.node_mut(NodeId::ROOT).comment = tidy(&notes.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::LONGEST_NAME;
    use crate::game::{Color, Variant};
    use crate::record::{self, Format, GameRecord};

    fn read(text: &str) -> Result<Vec<GameRecord>, String> {
        let renju = Variant::preset("renju").unwrap();
        record::read(Format::RenjuNet, text.as_bytes(), &renju).map_err(|error| error.to_string())
    }

    const FILE: &str = r#"<?xml version="1.0"?>
<database>
  <players>
    <player id="10" name="Ada" surname="L&apos;Amie"/>
  </players>
  <games>
    <game id="1" tournament="3" round="4" rule="25" black="10" white="11" bresult="0.5" alt="51" swap="R--R-">
      <move>h8 h9
        i8 g8 g9</move>
      <info>B=1245 &amp; more</info>
    </game>
    <game id="2" black="11" white="10" bresult="1"><move></move></game>
  </games>
  <tournaments><tournament id="3" name="Open" year="2001"></tournament></tournaments>
  <players><player id="11" name="Bo" surname=""/></players>
</database>
"#;

    #[test]
    fn numbers_become_names_wherever_the_tables_are() {
        let games = read(FILE).unwrap();
        let names: Vec<String> = games[0].plain_moves().map(|mv| mv.to_string()).collect();
        assert_eq!(names, ["h8", "h9", "i8", "g8", "g9"]);
        let info = &games[0].info;
        assert_eq!(info.players[Color::Black].as_deref(), Some("Ada L'Amie"));
        assert_eq!(info.players[Color::White].as_deref(), Some("Bo"));
        assert_eq!(info.event.as_deref(), Some("Open 2001"));
        assert_eq!(info.result.unwrap().winner(), None);
        let comment = "alternative fifth moves: 51\nswaps: R--R-\nB=1245 & more";
        assert_eq!(games[0].comment.as_deref(), Some(comment));
        assert_eq!((games.len(), games[1].moves.len()), (2, 0));
    }

    #[test]
    fn results_without_a_meaning_are_told() {
        let games = read(&FILE.replace("\"0.5\"", "\"2\"").replace("\"1\">", "\"\">")).unwrap();
        assert_eq!((games[0].info.result, &games[1].info.unread), (None, &vec![]));
        let told = games[0].info.unread[0].to_string();
        assert_eq!(told, "line 7: bresult=\"2\": expected 1, 0.5 or 0");
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (from, to, message) in [
            ("i8 g8", "i8 z8", "line 9: z8: expected a point of the 15x15 board"),
            ("i8 g8", "i8 h8", "line 9: h8 (occupied): expected an empty square"),
            ("i8 g8", "i8 8", "line 9: 8: expected moves such as h8 i9"),
        ] {
            let error = read(&FILE.replace(from, to)).unwrap_err();
            assert!(error.starts_with(message), "{from}: {error}");
        }
        assert_eq!(read("").unwrap(), []);
    }

    #[test]
    fn names_and_errors_are_calm_and_short() {
        let games = read(&FILE.replace("round=\"4\"", "round=\"4&#27;[2J\"")).unwrap();
        assert_eq!(games[0].info.round.as_deref(), Some("4 [2J"));
        let error = read("<a\u{1b}\u{202e}></b>").unwrap_err();
        assert_eq!(error, "byte 7: </b>: expected </a\\u{1b}\\u{202e}>");
        let error = read(&format!("<{}></b>", "a".repeat(10_000))).unwrap_err();
        assert!(error.len() < 300, "{error}");
        let long = "o".repeat(LONGEST_NAME + 1);
        let error = read(&FILE.replace("Bo", &long)).unwrap_err();
        assert!(error.contains("expected a name of at most 300 letters"), "{error}");
        assert!(read(&FILE.replace("Bo", &long[2..])).is_ok());
    }

    #[test]
    fn faults_of_the_xml_are_named_with_their_byte() {
        for (from, to, fault, expected) in [
            ("</games>", "</game>", "</game>\n  <tou", "</game>: expected </games>"),
            ("</database>\n", "", "", "(nothing): expected the end of every element"),
            ("id=\"2\"", "id=2", "<game id=2", "<game id=2 black=\"11\" white=\"10\" bresult="),
            ("\"Bo\"", "\"&\"", "<player id=\"11\"", "<player id=\"11\" name=\"&\" surname="),
            ("<info>", "<!--\n", "<!--", "<!--: expected XML, every tag"),
        ] {
            let text = FILE.replace(from, to);
            let byte = if fault.is_empty() { text.len() } else { text.find(fault).unwrap() };
            let error = read(&text).unwrap_err();
            assert!(error.starts_with(&format!("byte {byte}: {expected}")), "{from}: {error}");
        }
    }
}
