//! The encodings of texts: what a file declares, what it begins with, and what it looks like.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, DecoderResult, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};

use super::error::{Place, RecordError, problem};

/// Most bytes without a meaning that are told one by one.
const MOST_FAULTS: usize = 20;

/// The letter that replaces bytes without a meaning.
const UNKNOWN_LETTER: char = char::REPLACEMENT_CHARACTER;

/// How letters are written as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(&'static Encoding);

/// Names that files use and the standard of the web does not know.
const MORE_NAMES: [(&str, &Encoding); 8] = [
    ("cp932", SHIFT_JIS),
    ("ms932", SHIFT_JIS),
    ("cp936", GBK),
    ("ms936", GBK),
    ("cp949", EUC_KR),
    ("ms949", EUC_KR),
    ("cp950", BIG5),
    ("ms950", BIG5),
];

impl FromStr for TextEncoding {
    type Err = ();

    /// Reads a name that the standard of the web knows, or one of `MORE_NAMES`.
    fn from_str(name: &str) -> Result<TextEncoding, ()> {
        let name = name.trim();
        let known = Encoding::for_label_no_replacement(name.as_bytes());
        let more = || MORE_NAMES.into_iter().find(|(more, _)| more.eq_ignore_ascii_case(name));
        known.or_else(|| Some(more()?.1)).map(TextEncoding).ok_or(())
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl TextEncoding {
    pub(super) const UTF_8: TextEncoding = TextEncoding(UTF_8);

    /// Whether `byte` begins a letter of several bytes, in an encoding where a later byte of a
    /// letter may be that of a bracket.
    pub(super) fn hides_next(self, byte: u8) -> bool {
        match self.0.name() {
            "Shift_JIS" => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            "Big5" | "GBK" | "gb18030" => matches!(byte, 0x81..=0xfe),
            _ => false,
        }
    }

    /// The encoding that a text declares by `name`. A declaration that can be read as ASCII cannot
    /// stand in UTF-16: such a text is in UTF-8.
    pub(super) fn declared(name: &str) -> Option<TextEncoding> {
        let encoding: TextEncoding = name.parse().ok()?;
        Some(TextEncoding(encoding.0.output_encoding()))
    }

    /// The encoding that a file begins with, and how many bytes at the beginning tell that.
    pub(super) fn of_beginning(bytes: &[u8]) -> Option<(TextEncoding, usize)> {
        if let Some((encoding, length)) = Encoding::for_bom(bytes) {
            return Some((TextEncoding(encoding), length));
        }
        // Formats begin with letters of ASCII, which have a zero beside them in UTF-16.
        match *bytes {
            [1..=0x7f, 0, 1..=0x7f, 0, ..] => Some((TextEncoding(UTF_16LE), 0)),
            [0, 1..=0x7f, 0, 1..=0x7f, ..] => Some((TextEncoding(UTF_16BE), 0)),
            _ => None,
        }
    }

    /// The encoding that undeclared text is most likely in: UTF-8 if it can be that.
    pub(super) fn guess(pieces: &[&[u8]]) -> TextEncoding {
        // Texts of seven bits are ASCII, unless an escape byte changes to Japanese letters.
        let is_utf8 = |piece: &&[u8]| std::str::from_utf8(piece).is_ok() && !piece.contains(&0x1b);
        if pieces.iter().all(is_utf8) {
            return TextEncoding::UTF_8;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        for piece in pieces {
            detector.feed(piece, false);
        }
        detector.feed(&[], true);
        TextEncoding(detector.guess(None, Utf8Detection::Allow))
    }

    /// The text of bytes. Bytes without a meaning become U+FFFD and are told in `faults`.
    pub(super) fn decode<'a>(
        self,
        bytes: &'a [u8],
        first_line: usize,
        faults: &mut UndecodedBytes,
    ) -> Cow<'a, str> {
        match self.0.decode_without_bom_handling(bytes) {
            (text, false) => text,
            (_, true) => Cow::Owned(self.decode_slowly(bytes, first_line, faults)),
        }
    }

    /// The text of bytes that are said to be in this encoding. Bytes that cannot be in it, but are
    /// UTF-8, were changed after their encoding was declared.
    pub(super) fn decode_or_utf8<'a>(
        self,
        bytes: &'a [u8],
        first_line: usize,
        faults: &mut UndecodedBytes,
    ) -> Cow<'a, str> {
        match (self.0.decode_without_bom_handling(bytes), std::str::from_utf8(bytes)) {
            ((text, false), _) => text,
            (_, Ok(text)) => Cow::Borrowed(text),
            (_, Err(_)) => self.decode(bytes, first_line, faults),
        }
    }

    fn decode_slowly(self, bytes: &[u8], first_line: usize, faults: &mut UndecodedBytes) -> String {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let mut text = String::new();
        let (mut line, mut counted, mut at) = (first_line, 0, 0);
        loop {
            let rest = &bytes[at..];
            text.reserve(
                decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(0),
            );
            let (result, read) =
                decoder.decode_to_string_without_replacement(rest, &mut text, true);
            at += read;
            match result {
                DecoderResult::InputEmpty => return text,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, behind) => {
                    line += text[counted..].bytes().filter(|&byte| byte == b'\n').count();
                    counted = text.len();
                    let end = at.saturating_sub(usize::from(behind));
                    let wrong = &bytes[end.saturating_sub(usize::from(length))..end];
                    faults.add(line, wrong, self);
                    text.push(UNKNOWN_LETTER);
                }
            }
        }
    }

    /// The bytes of a text; `None` if a letter has none.
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        // There is no writing in UTF-16 here.
        if self.0.output_encoding() != self.0 {
            return None;
        }
        let (bytes, _, has_unknown) = self.0.encode(text);
        (!has_unknown).then(|| bytes.into_owned())
    }

    /// Whether the encoding is UTF-8, which needs no words.
    pub(super) fn is_utf8(self) -> bool {
        self.0 == UTF_8
    }
}

/// Bytes without a meaning in their encoding.
#[derive(Clone, Debug, Default)]
pub(super) struct UndecodedBytes {
    /// The errors about the first bytes.
    pub told: Vec<RecordError>,
    /// The number of bytes beyond those in `told`.
    pub more: usize,
}

impl UndecodedBytes {
    fn add(&mut self, line: usize, bytes: &[u8], encoding: TextEncoding) {
        if self.told.len() == MOST_FAULTS {
            self.more += 1;
            return;
        }
        let shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = format!("a letter in {encoding}");
        self.told.push(problem(Place::Line(line), &format!("bytes {}", shown.join(" ")), expected));
    }
}
