//! The syntax of SGF: brackets, nodes and properties, without their meaning.
//!
//! Variations may be nested as deep as a file is long, so the open ones are
//! kept in a list.

use crate::record::error::{Place, RecordError, problem};

/// A property: `B[hh]`, `AB[hh][ii]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// Its name, in capitals; old files wrote lower-case letters in between.
    pub name: String,
    /// What stands in its brackets, escapes undone.
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

/// Reads every game of a file.
pub(super) fn parse(text: &str) -> Result<Vec<RawGame>, RecordError> {
    let mut parser =
        Parser { rest: text, line: 1, games: Vec::new(), open: Vec::new(), last: None };
    while parser.step()? {}
    Ok(parser.games)
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    games: Vec<RawGame>,
    /// The last node before each open bracket.
    open: Vec<Option<usize>>,
    /// The node that the next one follows.
    last: Option<usize>,
}

impl<'a> Parser<'a> {
    /// Reads one token; `false` at the end of the text.
    fn step(&mut self) -> Result<bool, RecordError> {
        self.skip_blanks();
        let Some(letter) = self.rest.chars().next() else {
            return if self.open.is_empty() && !self.games.is_empty() {
                Ok(false)
            } else if self.games.is_empty() {
                Err(self.error("", "a game that begins with (;"))
            } else {
                Err(self.error("", ") at the end of the game"))
            };
        };
        match letter {
            '(' => {
                self.take(1);
                self.skip_blanks();
                if !self.rest.starts_with(';') {
                    return Err(self.error(self.glance(), "; after ("));
                }
                if self.open.is_empty() {
                    self.games.push(RawGame::new());
                    self.last = None;
                }
                self.open.push(self.last);
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
                if let (Some(game), Some(last)) = (self.games.last_mut(), self.last) {
                    game[last].properties.push(property);
                }
            }
            _ if self.open.is_empty() => {
                return Err(self.error(self.glance(), "a game that begins with (;"));
            }
            _ => return Err(self.error(self.glance(), "; or ( or ) or a property such as B[hh]")),
        }
        Ok(true)
    }

    fn begin_node(&mut self) {
        let (place, parent) = (Place::Line(self.line), self.last);
        // A game is begun before its first node.
        if let Some(game) = self.games.last_mut() {
            if let Some(parent) = parent {
                game[parent].child_count += 1;
            }
            self.last = Some(game.len());
            game.push(RawNode { parent, properties: Vec::new(), child_count: 0, place });
        }
    }

    fn property(&mut self) -> Result<Property, RecordError> {
        let place = Place::Line(self.line);
        let length = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let word = self.take(length);
        let mut values = Vec::new();
        self.skip_blanks();
        while self.rest.starts_with('[') {
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
        let place = Place::Line(self.line);
        let mut value = String::new();
        let mut letters = self.rest.char_indices().skip(1).peekable();
        while let Some((index, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.take(index + 1);
                    return Ok(value);
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
        Err(problem(place, &format!("{name}{}", self.glance()), "] after the value"))
    }

    fn skip_blanks(&mut self) {
        let blank = |letter: char| letter.is_whitespace() || letter == '\u{1a}';
        let length = self.rest.len() - self.rest.trim_start_matches(blank).len();
        self.take(length);
    }

    /// Goes on by some bytes and returns them.
    fn take(&mut self, length: usize) -> &'a str {
        let taken;
        (taken, self.rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        taken
    }

    /// The beginning of what follows.
    fn glance(&self) -> &'a str {
        let end = self.rest.char_indices().nth(12).map_or(self.rest.len(), |(index, _)| index);
        self.rest[..end].lines().next().unwrap_or_default()
    }

    fn error(&self, text: &str, expected: &str) -> RecordError {
        problem(Place::Line(self.line), text, expected)
    }
}
