//! Text to games.

use crate::game::{Color, Move, Setup, Size, Square, Variant};
use crate::record::check::Draft;
use crate::record::error::{Place, RecordError, problem};
use crate::record::source::Source;
use crate::record::text::{decode, number, tidy, title};
use crate::record::tree::{Node, NodeId};

use super::words::{MILLISECONDS, NO_RESULT, PASS, tag};

/// Reads every game of a file with its variations.
pub(in crate::record) fn read(input: &Source) -> Result<Vec<Draft>, RecordError> {
    let text = decode(input.bytes);
    let mut tokens = Tokens { rest: &text, line: 1 };
    let mut drafts = Vec::new();
    let mut game = PgnGame::new(input.defaults);
    while let Some((place, word)) = tokens.next()? {
        // Tags after moves belong to the next game, whether the last one had a result or not.
        if matches!(word, Token::Tag(..)) && game.draft.is_some() {
            drafts
                .extend(std::mem::replace(&mut game, PgnGame::new(input.defaults)).finish(place)?);
        }
        let is_end = game.read(place, word)?;
        if is_end {
            drafts
                .extend(std::mem::replace(&mut game, PgnGame::new(input.defaults)).finish(place)?);
        }
    }
    drafts.extend(game.finish(Place::Line(tokens.line))?);
    Ok(drafts)
}

/// A piece of a file.
enum Token<'a> {
    Tag(&'a str, String),
    Comment(&'a str),
    Open,
    Close,
    /// A move, a number, a result.
    Plain(&'a str),
}

struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Result<Option<(Place, Token<'a>)>, RecordError> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            let place = Place::Line(self.line);
            let word = match self.rest.bytes().next() {
                None => return Ok(None),
                Some(b';' | b'%') => {
                    self.take_line();
                    continue;
                }
                Some(b'[') => {
                    let line = self.take_line().trim_end();
                    let expected = "a tag in a line, such as [Black \"name\"]";
                    let tag = read_tag(line);
                    let (name, value) = tag.ok_or_else(|| problem(place, line, expected))?;
                    Token::Tag(name, value)
                }
                Some(b'{') => {
                    let Some(end) = self.rest.find('}') else {
                        return Err(problem(place, self.take_line(), "} at the end of a comment"));
                    };
                    Token::Comment(&self.take(end + 1)[1..end])
                }
                Some(b'(') => {
                    self.take(1);
                    Token::Open
                }
                Some(b')') => {
                    self.take(1);
                    Token::Close
                }
                Some(_) => {
                    let ends = |letter: char| letter.is_whitespace() || "(){}[];".contains(letter);
                    let end = self.rest.find(ends).unwrap_or(self.rest.len());
                    // A stray bracket is a word of its own.
                    Token::Plain(self.take(end.max(1)))
                }
            };
            return Ok(Some((place, word)));
        }
    }

    /// Goes on to the end of the line, which is looked for only where it matters:
    /// a file may be one line.
    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken;
        (taken, self.rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        taken
    }
}

/// Name and value of `[Name "value"]`.
fn read_tag(line: &str) -> Option<(&str, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(letters.next()?),
            '"' => return None,
            letter => text.push(letter),
        }
    }
    Some((name, text))
}

/// A game that is being read: first its tags, then a draft.
struct PgnGame {
    defaults: Variant,
    tags: Vec<(Place, String, String)>,
    draft: Option<Draft>,
    /// The move that the next one follows.
    last: NodeId,
    /// The moves before the open brackets.
    open: Vec<NodeId>,
}

impl PgnGame {
    fn new(defaults: Variant) -> PgnGame {
        PgnGame { defaults, tags: Vec::new(), draft: None, last: NodeId::ROOT, open: Vec::new() }
    }

    /// Takes in a word; `true` if it ends the game.
    fn read(&mut self, place: Place, word: Token) -> Result<bool, RecordError> {
        if let Token::Tag(name, value) = word {
            self.tags.push((place, name.to_owned(), value));
            return Ok(false);
        }
        if self.draft.is_none() {
            self.draft = Some(begin(&self.tags, self.defaults, place)?);
        }
        let Some(draft) = &mut self.draft else { return Ok(false) };
        match word {
            Token::Tag(..) => {}
            Token::Comment(text) => note(draft, self.last, text),
            Token::Open => {
                let parent = draft.tree.parent(self.last);
                let parent =
                    parent.ok_or_else(|| problem(place, "(", "a move before its variation"))?;
                self.open.push(self.last);
                self.last = parent;
            }
            Token::Close => {
                self.last = self
                    .open
                    .pop()
                    .ok_or_else(|| problem(place, ")", "a variation that was opened"))?;
            }
            Token::Plain(word) => {
                if let Ok(result) = word.parse() {
                    draft.tree.info.result = Some(result);
                    return Ok(self.open.is_empty());
                }
                if word == NO_RESULT {
                    return Ok(self.open.is_empty());
                }
                self.last = read_move(draft, self.last, place, word)?;
            }
        }
        Ok(false)
    }

    /// The game, if there was anything of it.
    fn finish(self, place: Place) -> Result<Option<Draft>, RecordError> {
        if !self.open.is_empty() {
            return Err(problem(place, "", ") at the end of a variation"));
        }
        match (self.draft, self.tags.first()) {
            (None, Some((first, _, _))) => begin(&self.tags, self.defaults, *first).map(Some),
            (draft, _) => Ok(draft),
        }
    }
}

/// Adds a move, which may have a number before it and an opinion behind it.
fn read_move(
    draft: &mut Draft,
    last: NodeId,
    place: Place,
    word: &str,
) -> Result<NodeId, RecordError> {
    if word.starts_with('$') {
        return Ok(last);
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let name =
        if word[digits..].starts_with('.') { word[digits..].trim_start_matches('.') } else { word };
    let name = name.trim_end_matches(['!', '?']);
    if name.is_empty() && name.len() < word.len() {
        return Ok(last);
    }
    if name == PASS {
        return Ok(draft.add(last, Node::default(), place));
    }
    let mv: Move = name
        .parse()
        .map_err(|_| problem(place, word, "a move such as h8, or a result such as 1-0"))?;
    Ok(draft.play(last, mv, place))
}

/// Adds a comment; it may begin with a time.
fn note(draft: &mut Draft, id: NodeId, text: &str) {
    let node: &mut Node = draft.tree.node_mut(id);
    let Some(text) = tidy(text) else { return };
    let mut text = text.as_str();
    if id != NodeId::ROOT {
        let (first, rest) = text.split_once(';').unwrap_or((text, ""));
        if let Some(time) = first.strip_suffix(MILLISECONDS).and_then(number) {
            node.time_ms = Some(time);
            text = rest.trim();
        }
    }
    match &mut node.comment {
        _ if text.is_empty() => {}
        Some(before) => {
            before.push('\n');
            before.push_str(text);
        }
        empty => *empty = Some(text.to_owned()),
    }
}

/// The draft that the tags describe.
fn begin(
    tags: &[(Place, String, String)],
    defaults: Variant,
    place: Place,
) -> Result<Draft, RecordError> {
    let find = |wanted: &str| tags.iter().find(|(_, name, _)| name == wanted);
    let mut start = Setup::new(&defaults);
    if let Some((place, _, value)) = find(tag::VARIANT) {
        let expected = "a game such as freestyle 15x15 k=5";
        let variant = read_variant(value).ok_or_else(|| problem(*place, value, expected));
        start = Setup::new(&variant?);
    }
    if let Some((place, _, value)) = find(tag::FEN) {
        start = Setup::parse(value, &crate::record::game::variant_of(&start))
            .map_err(|error| problem(*place, error.offending(), error.expected().to_string()))?;
    }
    let place = tags.first().map_or(place, |(place, _, _)| *place);
    let size = start.size;
    let mut draft = Draft::new(start, place);
    let info = &mut draft.tree.info;
    let text = |wanted: &str| find(wanted).and_then(|(_, _, value)| title(value));
    info.name = text(tag::NAME);
    info.event = text(tag::EVENT);
    info.round = text(tag::ROUND);
    info.date = text(tag::DATE);
    info.players[Color::Black] = text(tag::BLACK);
    info.players[Color::White] = text(tag::WHITE);
    info.termination = text(tag::TERMINATION);
    if let Some((place, _, value)) = find(tag::RESULT) {
        info.result = match value.parse() {
            Ok(result) => Some(result),
            Err(()) if value == NO_RESULT || value == "?" => None,
            Err(()) => {
                return Err(problem(*place, value, "1-0, 0-1, 1/2-1/2 or *"));
            }
        };
    }
    if let Some((place, _, value)) = find(tag::OPENING) {
        let wrong = || problem(*place, value, "a number of moves");
        info.opening = number(value).ok_or_else(wrong)?;
    }
    if let Some((place, _, value)) = find(tag::FIFTH_MOVES) {
        info.fifth_moves = squares(value, size)
            .ok_or_else(|| problem(*place, value, format!("points of the {size} board")))?;
    }
    Ok(draft)
}

fn squares(text: &str, size: Size) -> Option<Vec<Square>> {
    let read = |name: &str| name.parse().ok().filter(|square| size.contains(*square));
    text.split_whitespace().map(read).collect()
}

/// Reads what [`Variant`] prints.
fn read_variant(text: &str) -> Option<Variant> {
    let mut tokens = text.split_whitespace();
    let rule = tokens.next()?.parse().ok()?;
    let (width, height) = tokens.next()?.split_once('x')?;
    let size = Size::new(number(width)?, number(height)?).ok()?;
    let k = number(tokens.next()?.strip_prefix("k=")?)?;
    let destroy = match tokens.next() {
        Some(word) => number(word.strip_prefix("destroy=")?)?,
        None => 0,
    };
    let variant = Variant { rule, size, k, destroy }.validate().ok()?;
    tokens.next().is_none().then_some(variant)
}
