//! XML that is broken somewhere: what stands behind the broken place is read all the same.

use memchr::memchr_iter;
use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError};
use quick_xml::events::Event;

use super::super::error::{Place, RecordError, problem};

/// Most letters of a tag that are looked at to show it.
const LONGEST_TAG: usize = 200;

/// An event of the text, and the lines where it begins and where it ends.
pub(super) struct XmlEvent<'a> {
    pub event: Event<'a>,
    pub begin: Place,
    pub end: Place,
}

/// Reads a text as a whole until it is broken; from there on in pieces, each of which begins with
/// one of the elements `restarts` and is read alone, so that no piece hides the others.
pub(super) struct XmlStream<'a> {
    text: &'a str,
    restarts: &'static [&'static str],
    reader: Reader<&'a [u8]>,
    /// Where the piece that is being read begins, and where the next one does.
    base: usize,
    next: Option<usize>,
    /// Where the last event began; `lines_at_begin` has counted the lines up to there.
    begin: usize,
    lines_at_begin: LineCounter<'a>,
    lines: LineCounter<'a>,
    /// Whether the text was broken last in the tag of one of the elements `restarts`.
    is_start_broken: bool,
}

impl<'a> XmlStream<'a> {
    pub fn new(text: &'a str, restarts: &'static [&'static str]) -> XmlStream<'a> {
        let lines = LineCounter { text, line: 1, at: 0 };
        let reader = Reader::from_str(text);
        let (base, next, begin) = (0, None, 0);
        XmlStream {
            text,
            restarts,
            reader,
            base,
            next,
            begin,
            lines_at_begin: lines,
            lines,
            is_start_broken: false,
        }
    }

    /// The next event; a piece ends with [`Event::Eof`]. After an error the next piece is due.
    pub fn read(&mut self) -> Result<XmlEvent<'a>, RecordError> {
        self.begin = self.place_in_text(self.reader.buffer_position());
        let begin = self.lines.place(self.begin);
        self.lines_at_begin = self.lines;
        match self.reader.read_event() {
            Ok(event) => {
                let end = self.lines.place(self.place_in_text(self.reader.buffer_position()));
                Ok(XmlEvent { event, begin, end })
            }
            Err(error) => {
                let expected = match error {
                    Error::IllFormed(IllFormedError::MismatchedEndTag { expected, .. }) => {
                        format!("</{expected}>")
                    }
                    _ => "XML, every tag with its end".to_owned(),
                };
                let at = self.place_in_text(self.reader.error_position());
                let place = self.lines.place(at);
                self.is_start_broken = self.is_start(at);
                self.break_off(at);
                Err(self.malformed(at, place, expected))
            }
        }
    }

    /// The error about the last event, in whose place something else was `expected`.
    pub fn refuse(&self, step: &XmlEvent, expected: String) -> RecordError {
        self.malformed(self.begin, step.begin, expected)
    }

    /// Breaks off if the last event is a tag that took in another one; gives whether that is so.
    pub fn leave_torn(&mut self, step: &XmlEvent) -> bool {
        let (Event::Start(element) | Event::Empty(element)) = &step.event else { return false };
        // Some write < in values and mean it.
        let is_torn = element.contains('<') && element.attributes().any(|it| it.is_err());
        if is_torn {
            self.lines = self.lines_at_begin;
            self.break_off(self.begin);
        }
        is_torn
    }

    /// Goes on to the next piece; `false` behind the last one.
    pub fn go_on(&mut self) -> bool {
        let Some(base) = self.next else { return false };
        self.base = base;
        self.next = self.start_behind(base);
        let piece = &self.text[base..self.next.unwrap_or(self.text.len())];
        self.reader = Reader::from_str(piece);
        // What was open before a piece may end in it.
        self.reader.config_mut().allow_unmatched_ends = true;
        true
    }

    /// Leaves the piece, as the text is broken at the byte `at`.
    fn break_off(&mut self, at: usize) {
        self.next = self.start_behind(at);
        self.reader = Reader::from_str("");
        self.base = at;
    }

    /// Where the next piece after the byte `at` begins.
    fn start_behind(&self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut from = at + 1;
        loop {
            from += bytes.get(from..)?.iter().position(|&byte| byte == b'<')?;
            if self.is_start(from) {
                return Some(from);
            }
            from += 1;
        }
    }

    /// Whether one of the elements `restarts` begins at the byte `at`.
    fn is_start(&self, at: usize) -> bool {
        let tag = self.text.as_bytes().get(at..).and_then(|rest| rest.strip_prefix(b"<"));
        let is_start = |name: &&str| {
            let behind = tag.and_then(|tag| tag.strip_prefix(name.as_bytes())?.first());
            behind.is_some_and(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))
        };
        self.restarts.iter().any(is_start)
    }

    /// Whether the last error is about the opening tag of one of the elements `restarts`.
    pub fn is_start_broken(&self) -> bool {
        self.is_start_broken
    }

    fn place_in_text(&self, in_piece: u64) -> usize {
        let in_piece = usize::try_from(in_piece).unwrap_or(usize::MAX);
        self.base.saturating_add(in_piece).min(self.text.len())
    }

    /// The error about the tag or the line that begins at the byte `at`.
    fn malformed(&self, at: usize, place: Place, expected: String) -> RecordError {
        let rest = self.text.get(at..).unwrap_or_default();
        // The end of a tag may be far away, and there may be many of them.
        let long = rest.char_indices().nth(LONGEST_TAG).map_or(rest, |(end, _)| &rest[..end]);
        let tag = long.split_inclusive(['>', '\n']).next().unwrap_or_default();
        problem(place, tag.trim_end(), expected)
    }
}

/// Counts lines while positions only grow.
#[derive(Clone, Copy)]
struct LineCounter<'a> {
    text: &'a str,
    line: usize,
    at: usize,
}

impl LineCounter<'_> {
    fn place(&mut self, at: usize) -> Place {
        if let Some(passed) = self.text.as_bytes().get(self.at..at) {
            self.line += memchr_iter(b'\n', passed).count();
            self.at = at;
        }
        Place::Line(self.line)
    }
}
