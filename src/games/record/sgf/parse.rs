//! The syntax of SGF: brackets, nodes and properties, without their meaning.
//!
//! Variations may be nested as deep as a file is long, so the open ones are
//! kept in a list.

use crate::record::error::{Place, RecordError, problem};

/// A property: `B[hh]`, `AB[hh][ii]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// The name of the property, in capitals; old files wrote lower-case letters in between.
    pub name: String,
    /// What stands in the brackets of the property, escapes undone.
    pub values: Vec<String>,
    pub place: Place,
}

/// An error about a value of a property.
pub(super) fn value_error(
    property: &Property,
    value: &str,
    expected: impl Into<String>,
) -> RecordError {
    problem(property.place, &format!("{}[{value}]", property.name), expected)
}

/// A node as it was written.
#[derive(Debug)]
pub(super) struct RawNode {
    /// The index of the node before; the first one has none.
    pub parent: Option<usize>,
    pub properties: Vec<Property>,
    /// How many nodes follow directly.
    pub child_count: usize,
    pub place: Place,
}

/// The nodes of one game, each after its parent.
pub(super) type RawGame = Vec<RawNode>;

/// Properties that only the first node of a game has, and with which most such nodes begin.
const HEADS: [&[u8]; 5] = [b"FF[", b"GM[", b"CA[", b"SZ[", b"AP["];
/// Longest value of a property of `HEADS` that is looked at, in bytes.
const LONGEST_HEAD: usize = 40;

/// Whether the line begins a game, even where a bracket before it is still open.
pub(super) fn begins_game(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"(;") else { return false };
    let Some(head) = HEADS.iter().find(|head| rest.starts_with(head)) else { return false };
    let value = &rest[head.len()..];
    let end = value.iter().take(LONGEST_HEAD).position(|&byte| byte == b']');
    // Games that are quoted in a comment have their brackets escaped.
    end.is_some_and(|end| !value[..end].ends_with(b"\\"))
}

/// Reads the games of a file, one after the other.
pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    game: RawGame,
    /// Whether anything was read.
    has_begun: bool,
    /// The last node before each open bracket.
    open: Vec<Option<usize>>,
    /// The node that the next one follows.
    last: Option<usize>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Parser<'a> {
        let (game, open) = (RawGame::new(), Vec::new());
        Parser { text, at: 0, line: 1, game, has_begun: false, open, last: None }
    }

    /// The next game. After an error the next one is looked for.
    pub fn next_game(&mut self) -> Option<Result<RawGame, RecordError>> {
        self.skip_blanks();
        if self.has_begun && self.rest().is_empty() {
            return None;
        }
        self.has_begun = true;
        loop {
            if let Err(error) = self.step() {
                self.skip_game();
                return Some(Err(error));
            }
            if self.open.is_empty() {
                return Some(Ok(std::mem::take(&mut self.game)));
            }
        }
    }

    /// Goes on to where the next game may begin.
    fn skip_game(&mut self) {
        self.game.clear();
        let bytes = self.text.as_bytes();
        let (mut depth, mut is_in_value, mut at) = (self.open.len(), false, self.at);
        self.open.clear();
        while let Some(&byte) = bytes.get(at) {
            let is_outside = depth == 0 && bytes[at..].starts_with(b"(;") && at > self.at;
            if is_outside || self.begins_game_at(at) {
                break;
            }
            at += 1;
            match byte {
                b'\\' if is_in_value => at += 1,
                b']' => is_in_value = false,
                _ if is_in_value => {}
                b'[' => is_in_value = depth > 0,
                b'(' if depth > 0 => depth += 1,
                b')' if depth == 1 => break,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.take(at.min(bytes.len()) - self.at);
    }

    /// Whether a line, and a game with it, begins at the byte `at`.
    fn begins_game_at(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        at > 0 && bytes[at - 1] == b'\n' && begins_game(&bytes[at..])
    }

    /// Reads one token.
    fn step(&mut self) -> Result<(), RecordError> {
        self.skip_blanks();
        let Some(letter) = self.rest().chars().next() else {
            return if self.open.is_empty() {
                Err(self.error("", "a game that begins with (;"))
            } else {
                Err(self.error("", ") at the end of the game"))
            };
        };
        match letter {
            '(' if !self.open.is_empty() && self.begins_game_at(self.at) => {
                return Err(self.error(self.glance(), ") at the end of the game before"));
            }
            '(' => {
                self.take(1);
                if self.open.is_empty() {
                    self.game.clear();
                    self.last = None;
                }
                self.open.push(self.last);
                self.skip_blanks();
                if !self.rest().starts_with(';') {
                    return Err(self.error(self.glance(), "; after ("));
                }
            }
            ';' if !self.open.is_empty() => {
                self.take(1);
                self.begin_node();
            }
            ')' if !self.open.is_empty() => {
                self.take(1);
                self.last = self.open.pop().flatten();
            }
            letter if letter.is_ascii_alphanumeric() && !self.open.is_empty() => {
                let property = self.property()?;
                if let Some(last) = self.last {
                    self.game[last].properties.push(property);
                }
            }
            _ if self.open.is_empty() => {
                return Err(self.error(self.glance(), "a game that begins with (;"));
            }
            _ => return Err(self.error(self.glance(), "; or ( or ) or a property such as B[hh]")),
        }
        Ok(())
    }

    fn begin_node(&mut self) {
        let (place, parent) = (Place::Line(self.line), self.last);
        if let Some(parent) = parent {
            self.game[parent].child_count += 1;
        }
        self.last = Some(self.game.len());
        self.game.push(RawNode { parent, properties: Vec::new(), child_count: 0, place });
    }

    fn property(&mut self) -> Result<Property, RecordError> {
        let place = Place::Line(self.line);
        let length = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
        let word = self.take(length);
        let mut values = Vec::new();
        self.skip_blanks();
        while self.rest().starts_with('[') {
            values.push(self.value(word)?);
            self.skip_blanks();
        }
        if values.is_empty() {
            return Err(problem(place, word, "a value in brackets after it"));
        }
        let name = word.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        Ok(Property { name, values, place })
    }

    /// Reads a value in its brackets.
    fn value(&mut self, name: &str) -> Result<String, RecordError> {
        let (place, begin) = (Place::Line(self.line), self.glance());
        let mut value = String::new();
        let mut letters = self.rest().char_indices().skip(1).peekable();
        while let Some((index, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.take(index + 1);
                    return Ok(value);
                }
                // The bracket was forgotten.
                '(' if self.begins_game_at(self.at + index) => {
                    self.take(index);
                    return Err(problem(place, &format!("{name}{begin}"), "] after the value"));
                }
                '\\' => match letters.next() {
                    // An escaped end of a line is not there.
                    Some((_, '\r')) => drop(letters.next_if(|(_, next)| *next == '\n')),
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                letter => value.push(letter),
            }
        }
        let error = problem(place, &format!("{name}{begin}"), "] after the value");
        self.take(self.rest().len());
        Err(error)
    }

    fn skip_blanks(&mut self) {
        let blank = |letter: char| letter.is_whitespace() || letter == '\u{1a}';
        let length = self.rest().len() - self.rest().trim_start_matches(blank).len();
        self.take(length);
    }

    /// What is still to be read.
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on by some bytes and returns them.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        taken
    }

    /// The beginning of what follows.
    fn glance(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.char_indices().nth(12).map_or(rest.len(), |(index, _)| index);
        rest[..end].lines().next().unwrap_or_default()
    }

    fn error(&self, text: &str, expected: &str) -> RecordError {
        problem(Place::Line(self.line), text, expected)
    }
}
