//! Every encoding that the web knows, with tables for the letters of all of them.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, DecoderResult, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};

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

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Charset(&'static Encoding);

impl Charset {
    pub const UTF_8: Charset = Charset(UTF_8);
    pub const UTF_16LE: Charset = Charset(UTF_16LE);
    pub const UTF_16BE: Charset = Charset(UTF_16BE);

    /// The encoding of that name.
    pub fn named(name: &str) -> Option<Charset> {
        let known = Encoding::for_label_no_replacement(name.as_bytes());
        let more = || MORE_NAMES.into_iter().find(|(more, _)| more.eq_ignore_ascii_case(name));
        known.or_else(|| Some(more()?.1)).map(Charset)
    }

    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// UTF-8 in place of UTF-16.
    pub fn of_bytes(self) -> Charset {
        Charset(self.0.output_encoding())
    }

    /// The encoding that a mark of Unicode tells, and the length of that mark.
    pub fn of_mark(bytes: &[u8]) -> Option<(Charset, usize)> {
        Encoding::for_bom(bytes).map(|(encoding, length)| (Charset(encoding), length))
    }

    /// The encoding that pieces of a text are most likely in.
    pub fn likeliest(pieces: &[&[u8]]) -> Charset {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        for piece in pieces {
            detector.feed(piece, false);
        }
        detector.feed(&[], true);
        Charset(detector.guess(None, Utf8Detection::Allow))
    }

    /// The text of bytes, and whether some of them mean nothing.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        self.0.decode_without_bom_handling(bytes)
    }

    /// The text of bytes; `pass` gets the text up to bytes that mean nothing, and those bytes.
    pub fn decode_around(self, bytes: &[u8], pass: &mut dyn FnMut(&mut String, &[u8])) -> String {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let mut text = String::new();
        let mut at = 0;
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
                    let end = at.saturating_sub(usize::from(behind));
                    pass(&mut text, &bytes[end.saturating_sub(usize::from(length))..end]);
                }
            }
        }
    }

    /// The bytes of a text; `None` if a letter has none, and for UTF-16, which is not written here.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        if self.of_bytes() != self {
            return None;
        }
        let (bytes, _, has_unknown) = self.0.encode(text);
        (!has_unknown).then(|| bytes.into_owned())
    }
}
