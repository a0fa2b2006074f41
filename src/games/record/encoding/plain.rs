//! The encodings that need no tables: those of Unicode, and letters of one byte each.

use std::borrow::Cow;

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainCharset {
    Utf8,
    Utf16Le,
    Utf16Be,
    Latin1,
}

/// Names of encodings, those first that are shown.
const NAMES: [(&str, PlainCharset); 7] = [
    ("UTF-8", PlainCharset::Utf8),
    ("UTF-16LE", PlainCharset::Utf16Le),
    ("UTF-16BE", PlainCharset::Utf16Be),
    ("ISO-8859-1", PlainCharset::Latin1),
    ("UTF8", PlainCharset::Utf8),
    ("UTF-16", PlainCharset::Utf16Le),
    ("Latin1", PlainCharset::Latin1),
];

impl PlainCharset {
    pub const UTF_8: PlainCharset = PlainCharset::Utf8;
    pub const UTF_16LE: PlainCharset = PlainCharset::Utf16Le;
    pub const UTF_16BE: PlainCharset = PlainCharset::Utf16Be;

    /// The encoding of that name.
    pub fn named(name: &str) -> Option<PlainCharset> {
        let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, charset)| *charset)
    }

    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, charset)| *charset == self).map_or("", |(name, _)| name)
    }

    /// UTF-8 in place of UTF-16.
    pub fn of_bytes(self) -> PlainCharset {
        match self {
            PlainCharset::Utf16Le | PlainCharset::Utf16Be => PlainCharset::Utf8,
            other => other,
        }
    }

    /// The encoding that a mark of Unicode tells, and the length of that mark.
    pub fn of_mark(bytes: &[u8]) -> Option<(PlainCharset, usize)> {
        match bytes {
            [0xef, 0xbb, 0xbf, ..] => Some((PlainCharset::Utf8, 3)),
            [0xff, 0xfe, ..] => Some((PlainCharset::Utf16Le, 2)),
            [0xfe, 0xff, ..] => Some((PlainCharset::Utf16Be, 2)),
            _ => None,
        }
    }

    /// The encoding that pieces of a text are most likely in.
    pub fn likeliest(pieces: &[&[u8]]) -> PlainCharset {
        let is_utf8 = |piece: &&[u8]| std::str::from_utf8(piece).is_ok();
        if pieces.iter().all(is_utf8) { PlainCharset::Utf8 } else { PlainCharset::Latin1 }
    }

    /// The text of bytes, and whether some of them mean nothing.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        if self == PlainCharset::Utf8
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return (Cow::Borrowed(text), false);
        }
        let mut is_wrong = false;
        let text = self.decode_around(bytes, &mut |text, _| {
            is_wrong = true;
            text.push(char::REPLACEMENT_CHARACTER);
        });
        (Cow::Owned(text), is_wrong)
    }

    /// The text of bytes; `pass` gets the text up to bytes that mean nothing, and those bytes.
    pub fn decode_around(self, bytes: &[u8], pass: &mut dyn FnMut(&mut String, &[u8])) -> String {
        let unit = match self {
            PlainCharset::Utf8 => {
                let mut text = String::new();
                for chunk in bytes.utf8_chunks() {
                    text += chunk.valid();
                    if !chunk.invalid().is_empty() {
                        pass(&mut text, chunk.invalid());
                    }
                }
                return text;
            }
            PlainCharset::Latin1 => return bytes.iter().map(|&byte| char::from(byte)).collect(),
            PlainCharset::Utf16Le => u16::from_le_bytes,
            PlainCharset::Utf16Be => u16::from_be_bytes,
        };
        let (pairs, rest) = bytes.as_chunks();
        // Half a letter before half a unit is one fault.
        let is_cut = |at: usize| {
            let is_last = at + 1 == pairs.len() && !rest.is_empty();
            is_last && matches!(unit(pairs[at]), 0xd800..=0xdbff)
        };
        let (mut text, mut at) = (String::new(), 0);
        for letter in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
            let length = letter.as_ref().map_or(1, |letter| letter.len_utf16());
            match letter {
                Ok(letter) => text.push(letter),
                Err(_) if is_cut(at) => {
                    pass(&mut text, &bytes[2 * at..]);
                    return text;
                }
                Err(_) => pass(&mut text, &pairs[at]),
            }
            at += length;
        }
        if !rest.is_empty() {
            pass(&mut text, rest);
        }
        text
    }

    /// The bytes of a text; `None` for UTF-16, which is not written here, and if a letter has none.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            PlainCharset::Utf8 => Some(text.as_bytes().to_vec()),
            PlainCharset::Latin1 => text.chars().map(|letter| u8::try_from(letter).ok()).collect(),
            PlainCharset::Utf16Le | PlainCharset::Utf16Be => None,
        }
    }
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use proptest::prelude::*;

    use super::super::tables;
    use super::*;

    /// The text, with the bytes without a meaning in hexadecimal digits.
    macro_rules! shown {
        ($charset:expr, $bytes:expr) => {
            $charset.decode_around($bytes, &mut |text, wrong| *text += &format!("{wrong:02x?}"))
        };
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_needs_no_tables_is_read_the_same(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let mark = |mark: Option<(&str, usize)>| mark.map(|(name, length)| (name.to_owned(), length));
            let plain = PlainCharset::of_mark(&bytes).map(|(charset, length)| (charset.name(), length));
            let other = tables::Charset::of_mark(&bytes).map(|(charset, length)| (charset.name(), length));
            prop_assert_eq!(mark(plain), mark(other));
            for name in ["utf-8", "UTF-16LE", "utf-16be"] {
                let (plain, other) = (PlainCharset::named(name).unwrap(), tables::Charset::named(name).unwrap());
                prop_assert_eq!(plain.name(), other.name());
                prop_assert_eq!(plain.decode(&bytes), other.decode(&bytes));
                prop_assert_eq!(shown!(plain, &bytes), shown!(other, &bytes));
                let text = plain.decode(&bytes).0;
                prop_assert_eq!(plain.encode(&text), other.encode(&text));
            }
        }
    }

    #[test]
    fn other_bytes_are_letters_one_each() {
        assert_eq!(PlainCharset::likeliest(&[b"h8", "\u{8868}".as_bytes()]), PlainCharset::Utf8);
        let latin = PlainCharset::likeliest(&[b"h8", b"Ma\xdf"]);
        assert_eq!((latin.name(), latin.decode(b"Ma\xdf").0.as_ref()), ("ISO-8859-1", "Ma\u{df}"));
        assert_eq!(latin.encode("Ma\u{df}"), Some(b"Ma\xdf".to_vec()));
        assert_eq!(latin.encode("\u{8868}"), None);
    }
}
