//! Text to games.

use crate::record::check::{Draft, Drafts};
use crate::record::error::{Place, RecordError, problem};
use crate::record::game::GameResult;
use crate::record::source::Source;
use crate::record::text::{number, one_line, tidy, title};
use crate::record::tree::{Node, NodeId};
use tengen_engine::game::{ByColor, Move, Setup, Size, Square, Variant};

use super::words::{CHESS_VARIANTS, LINE_ENDS, MILLISECONDS, NO_RESULT, PASS, tag};

/// Reads the games of a file with their variations.
pub(in crate::record) fn read(input: Source<'_>) -> Drafts<'_> {
    let tokens = Tokens { rest: input.text, line: 1, has_braces: true };
    Box::new(PgnReader { tokens, game: PgnGame::new(input), is_over: false, input })
}

/// Reads game after game.
struct PgnReader<'a> {
    tokens: Tokens<'a>,
    input: Source<'a>,
    game: PgnGame<'a>,
    is_over: bool,
}

impl Iterator for PgnReader<'_> {
    type Item = Result<Draft, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            let before = self.tokens;
            let Some((place, token)) = self.tokens.next() else {
                self.is_over = true;
                return self.finish(Place::Line(self.tokens.line));
            };
            // Tags after moves belong to the next game, whether the last one had a result or not.
            if token.is_of_head() && self.game.draft.is_some() {
                self.tokens = before;
                return self.finish(place);
            }
            let is_end = token.is_end() && self.game.open.is_empty();
            match self.game.read(place, token) {
                Ok(()) if is_end => return self.finish(place),
                Ok(()) => {}
                Err(error) => {
                    if !is_end {
                        self.skip_game();
                    }
                    self.game = PgnGame::new(self.input);
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl PgnReader<'_> {
    /// The game that ends at `place`, if anything of a game was read.
    fn finish(&mut self, place: Place) -> Option<Result<Draft, RecordError>> {
        std::mem::replace(&mut self.game, PgnGame::new(self.input)).finish(place).transpose()
    }

    /// Goes on to the end of a game that cannot be read: its result, or tags behind its moves.
    fn skip_game(&mut self) {
        let mut depth = self.game.open.len();
        let mut has_moves = self.game.has_moves;
        loop {
            let before = self.tokens;
            let Some((_, token)) = self.tokens.next() else { return };
            match token {
                _ if token.is_of_head() && has_moves => {
                    self.tokens = before;
                    return;
                }
                _ if token.is_end() && depth == 0 => return,
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            has_moves |= !token.is_of_head();
        }
    }
}

/// A piece of a file.
enum Token<'a> {
    Tag(&'a str, String),
    /// A line that should have been a tag.
    BadTag(&'a str),
    Comment(&'a str),
    /// The beginning of a comment without an end.
    OpenComment(&'a str),
    Open,
    Close,
    /// A move, a number, a result.
    Plain(&'a str),
}

impl Token<'_> {
    /// Whether the token stands before the moves of a game.
    fn is_of_head(&self) -> bool {
        matches!(self, Token::Tag(..) | Token::BadTag(_))
    }

    /// Whether a game ends with the token, unless it stands in a variation.
    fn is_end(&self) -> bool {
        matches!(self, Token::Plain(word) if *word == NO_RESULT || word.parse::<GameResult>().is_ok())
    }
}

#[derive(Clone, Copy)]
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// Whether a comment may still have an end.
    has_braces: bool,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<(Place, Token<'a>)> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            let place = Place::Line(self.line);
            let token = match self.rest.bytes().next()? {
                b';' | b'%' => {
                    self.take_line();
                    continue;
                }
                b'[' => {
                    let line = self.take_line().trim_end();
                    read_tag(line)
                        .map_or(Token::BadTag(line), |(name, value)| Token::Tag(name, value))
                }
                b'{' => self.comment(),
                b'(' => {
                    self.take(1);
                    Token::Open
                }
                b')' => {
                    self.take(1);
                    Token::Close
                }
                _ => {
                    let ends = |letter: char| letter.is_whitespace() || "(){}[];".contains(letter);
                    let end = self.rest.find(ends).unwrap_or(self.rest.len());
                    // A stray bracket is a word of its own.
                    Token::Plain(self.take(end.max(1)))
                }
            };
            return Some((place, token));
        }
    }

    /// Takes a comment. One that goes on to the tags of another game has no end.
    fn comment(&mut self) -> Token<'a> {
        let end = if self.has_braces { self.rest.find('}') } else { None };
        self.has_braces = end.is_some();
        let inside = &self.rest[..end.unwrap_or(self.rest.len())];
        let mut lines = inside.match_indices(LINE_ENDS).map(|(at, _)| at + 1);
        let tag = lines.find(|&at| begins_with_tag(&self.rest[at..]));
        match (tag, end) {
            (None, Some(end)) => Token::Comment(&self.take(end + 1)[1..end]),
            (tag, _) => {
                let taken = self.take(tag.unwrap_or(self.rest.len()));
                Token::OpenComment(taken.lines().next().unwrap_or_default())
            }
        }
    }

    /// Takes the rest of the line. Its end is looked for only when it is needed: a file may be one
    /// line.
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

/// Whether the first line is a tag, once control letters in it have become blanks.
pub(super) fn begins_with_tag(text: &str) -> bool {
    let line = text.split(LINE_ENDS).next().unwrap_or_default();
    line.starts_with('[') && read_tag(&one_line(line)).is_some()
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
struct PgnGame<'a> {
    input: Source<'a>,
    tags: Vec<(Place, String, String)>,
    draft: Option<Draft>,
    /// Whether anything came behind the tags.
    has_moves: bool,
    /// The move that the next one follows.
    last: NodeId,
    /// The moves before the open brackets.
    open: Vec<NodeId>,
}

impl<'a> PgnGame<'a> {
    fn new(input: Source<'a>) -> PgnGame<'a> {
        let (tags, open) = (Vec::new(), Vec::new());
        PgnGame { input, tags, draft: None, has_moves: false, last: NodeId::ROOT, open }
    }

    /// Takes in a token.
    fn read(&mut self, place: Place, token: Token) -> Result<(), RecordError> {
        match token {
            Token::Tag(name, value) => {
                self.tags.push((place, name.to_owned(), value));
                return Ok(());
            }
            Token::BadTag(line) => {
                return Err(problem(place, line, "a tag in a line, such as [Black \"name\"]"));
            }
            _ => {}
        }
        self.has_moves = true;
        let draft = match &mut self.draft {
            Some(draft) => draft,
            empty => empty.insert(begin(&self.tags, &self.input, place)?),
        };
        match token {
            Token::Tag(..) | Token::BadTag(_) | Token::Plain(NO_RESULT) => {}
            Token::Comment(text) => note(draft, self.last, text),
            Token::OpenComment(line) => {
                return Err(problem(place, line, "} at the end of a comment"));
            }
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
            Token::Plain(word) => match word.parse() {
                Ok(result) => draft.tree.info.result = Some(result),
                Err(()) => self.last = read_move(draft, self.last, place, word)?,
            },
        }
        Ok(())
    }

    /// The game, if anything of it was read.
    fn finish(self, place: Place) -> Result<Option<Draft>, RecordError> {
        if !self.open.is_empty() {
            return Err(problem(place, "", ") at the end of a variation"));
        }
        match (self.draft, self.tags.first()) {
            (None, Some((first, _, _))) => begin(&self.tags, &self.input, *first).map(Some),
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
    // Chess programs put stones on the board by dropping pieces, which may have no letter.
    let name = name.strip_prefix('@').unwrap_or(name);
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
    input: &Source,
    place: Place,
) -> Result<Draft, RecordError> {
    let find = |wanted: &str| tags.iter().find(|(_, name, _)| name == wanted);
    let mut start = Setup::new(&input.defaults);
    let mut is_of_chess = false;
    if let Some((place, _, value)) = find(tag::VARIANT) {
        let of_chess = CHESS_VARIANTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
        is_of_chess = of_chess.is_some();
        let preset = of_chess.and_then(|(_, preset)| Variant::preset(preset).ok());
        match preset.or_else(|| read_variant(value)) {
            Some(variant) => start = Setup::new(&variant),
            None if input.is_given => {}
            None => return Err(problem(*place, value, "a game such as freestyle 15x15 k=5")),
        }
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
    // White begins in the games of chess programs.
    let names = if is_of_chess { [tag::WHITE, tag::BLACK] } else { [tag::BLACK, tag::WHITE] };
    info.players = ByColor(names.map(text));
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
        match number(value) {
            Some(opening) => info.opening = opening,
            // Chess programs write the name of an opening in this tag.
            None if is_of_chess => info.unread.push(wrong()),
            None => return Err(wrong()),
        }
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
