//! The contents of a file: its text, decoded, or the bytes of formats that are no text.

use std::borrow::Cow;

use tengen_engine::game::Variant;

use super::check::Drafts;
use super::check::ReplayBoard;
use super::encoding::{TextEncoding, UndecodedBytes};
use super::error::{Place, RecordError, problem};
use super::format::Format;
use super::sgf;
use super::source::Source;
use super::tree::GameTree;

/// Which game the games of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRule {
    /// The game that the file names; the given one as far as the file names none.
    Named(Variant),
    /// The given game, whatever rule and line length the file names. The size of the board is
    /// still that of the file, as its points are counted on it.
    Given(Variant),
}

impl GameRule {
    fn variant(self) -> Variant {
        match self {
            GameRule::Named(variant) | GameRule::Given(variant) => variant,
        }
    }
}

/// The contents of a file of one format.
pub struct Contents<'a> {
    format: Format,
    bytes: &'a [u8],
    text: Cow<'a, str>,
    /// The encoding of the text, if it is one that the file does not begin with, and not UTF-8.
    encoding: Option<TextEncoding>,
    is_guessed: bool,
    faults: UndecodedBytes,
}

impl<'a> Contents<'a> {
    /// The contents of `bytes`. A text is decoded by the encoding that it begins with, that
    /// `encoding` gives, that it declares, or that it looks like, in this order.
    pub fn new(format: Format, bytes: &'a [u8], encoding: Option<TextEncoding>) -> Contents<'a> {
        let mut contents = Contents {
            format,
            bytes,
            text: Cow::Borrowed(""),
            encoding: None,
            is_guessed: false,
            faults: UndecodedBytes::default(),
        };
        if format.is_text() {
            contents.decode(encoding);
        } else {
            contents.encoding = encoding;
        }
        contents
    }

    /// The contents of a text that was decoded already, whatever it declares.
    pub fn of_text(format: Format, text: &'a str) -> Contents<'a> {
        let decoded = Contents::new(format, b"", None);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Contents { bytes: text.as_bytes(), text: Cow::Borrowed(text), ..decoded }
    }

    fn decode(&mut self, given: Option<TextEncoding>) {
        let (bytes, faults) = (self.bytes, &mut self.faults);
        if let Some((encoding, length)) = TextEncoding::of_beginning(bytes) {
            self.text = encoding.decode(&bytes[length..], 1, faults);
            return;
        }
        let mut decode_as = |encoding: TextEncoding, is_declared: bool| {
            self.encoding = (!encoding.is_utf8()).then_some(encoding);
            if is_declared {
                encoding.decode_or_utf8(bytes, 1, faults)
            } else {
                encoding.decode(bytes, 1, faults)
            }
        };
        self.text = if let Some(encoding) = given {
            decode_as(encoding, false)
        } else if let Some(encoding) = declared_in_xml(self.format, bytes) {
            decode_as(encoding, true)
        } else if let Some(text) = declared_in_sgf(self.format, bytes, faults) {
            text
        } else {
            let encoding = TextEncoding::guess(&[bytes]);
            self.is_guessed = !encoding.is_utf8();
            self.encoding = self.is_guessed.then_some(encoding);
            encoding.decode(bytes, 1, faults)
        };
    }

    /// The encoding that was guessed, as the file declares none.
    pub fn guessed(&self) -> Option<TextEncoding> {
        self.encoding.filter(|_| self.is_guessed)
    }

    /// The errors about the first bytes that have no meaning in the encoding of the text, where
    /// U+FFFD stands now; and the number of further ones.
    pub fn faults(&self) -> (&[RecordError], usize) {
        (&self.faults.told, self.faults.more)
    }

    /// The games, one after the other, with everything that stands in them. After a game that
    /// cannot be read come those behind it, if it can be told where they begin.
    pub fn games(&self, game: GameRule) -> Games<'_> {
        let source = Source {
            bytes: self.bytes,
            text: &self.text,
            encoding: self.encoding,
            defaults: game.variant(),
            is_given: matches!(game, GameRule::Given(_)),
        };
        let given = source.is_given.then_some(source.defaults);
        let refusal = self.refusal();
        let drafts: Drafts<'_> = match refusal {
            Some(error) => Box::new(std::iter::once(Err(error))),
            None => self.format.read(source),
        };
        Games { drafts, given, board: ReplayBoard::default(), waiting: Vec::new() }
    }

    /// Why nothing of the file can be read; `None` for all files but texts in UTF-32.
    fn refusal(&self) -> Option<RecordError> {
        let is_utf32 =
            self.bytes.starts_with(b"\xff\xfe\0\0") || self.bytes.starts_with(b"\0\0\xfe\xff");
        let expected = "UTF-8, UTF-16 or an encoding that is declared";
        (self.format.is_text() && is_utf32).then(|| problem(Place::Line(1), "UTF-32", expected))
    }
}

/// The encoding in the first line of an XML file.
fn declared_in_xml(format: Format, bytes: &[u8]) -> Option<TextEncoding> {
    if format != Format::RenjuNet {
        return None;
    }
    let rest = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let declaration = rest.split(|&byte| byte == b'>').next()?;
    let declaration = String::from_utf8_lossy(declaration);
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    TextEncoding::declared(value[1..].split(quote).next()?)
}

fn declared_in_sgf<'a>(
    format: Format,
    bytes: &'a [u8],
    faults: &mut UndecodedBytes,
) -> Option<Cow<'a, str>> {
    // Letters of ASCII are the same in every encoding of a file that is no UTF-16, as long
    // as none is escaped.
    let is_plain = bytes.is_ascii() && !bytes.contains(&0x1b);
    if format != Format::Sgf || is_plain { None } else { sgf::decode(bytes, faults) }
}

/// The games of a file, which have been played through and make sense.
pub struct Games<'a> {
    drafts: Drafts<'a>,
    given: Option<Variant>,
    board: ReplayBoard,
    /// What was not understood of the file, and is to be told with the next game.
    waiting: Vec<RecordError>,
}

impl Iterator for Games<'_> {
    /// A game, or the place where one is wrong: text that is not of the format, or a move that
    /// cannot be played. A forbidden point of renju may be the last move, as it is in life.
    type Item = Result<GameTree, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = match self.drafts.next()? {
            Ok(draft) => draft,
            Err(error) => return Some(Err(error)),
        };
        if let Some(Variant { rule, k, .. }) = self.given {
            (draft.tree.start.rule, draft.tree.start.k) = (rule, k);
        }
        self.waiting.append(&mut draft.of_file);
        let mut game = draft.check(&mut self.board);
        match &mut game {
            Ok(game) => {
                self.waiting.append(&mut game.info.unread);
                game.info.unread = std::mem::take(&mut self.waiting);
            }
            // The moves before the bad one still stand on the board.
            Err(_) => self.board = ReplayBoard::default(),
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Color;

    fn names(format: Format, bytes: &[u8]) -> Vec<String> {
        let gomoku = Variant::preset("gomoku").unwrap();
        let contents = Contents::new(format, bytes, None);
        let game = contents.games(GameRule::Named(gomoku)).next().unwrap().unwrap();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let length = game.main_line().count().to_string();
        let players = &game.info.players;
        vec![text(&players[Color::Black]), text(&players[Color::White]), length]
    }

    fn utf16(text: &str, is_big: bool) -> Vec<u8> {
        let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn texts_are_decoded_before_they_are_parsed() {
        let names_of_chinese = ["\u{5f20}\u{4e09}", "\u{674e}\u{56db}", "3"];
        let sgf = "(;CA[GBK]PB[\u{5f20}\u{4e09}]PW[\u{674e}\u{56db}];B[hh];W[ii];B[jj])";
        let gbk = TextEncoding::declared("GBK").unwrap();
        assert_eq!(names(Format::Sgf, &gbk.encode(sgf).unwrap()), names_of_chinese);
        // Without a declaration the encoding is known by its letters.
        let undeclared = gbk.encode(&sgf.replace("CA[GBK]", "")).unwrap();
        assert_eq!(names(Format::Sgf, &undeclared), names_of_chinese);
        // What the bytes begin with counts more, and the text of others is decoded.
        for is_big in [false, true] {
            assert_eq!(names(Format::Sgf, &utf16(sgf, is_big)), names_of_chinese);
            let marked = utf16(&format!("\u{feff}{sgf}"), is_big);
            assert_eq!(names(Format::Sgf, &marked), names_of_chinese);
        }
        assert_eq!(names(Format::Sgf, format!("\u{feff}{sgf}").as_bytes()), names_of_chinese);
        let contents = Contents::of_text(Format::Sgf, sgf);
        let game = contents.games(GameRule::Named(Variant::preset("gomoku").unwrap())).next();
        assert_eq!(
            game.unwrap().unwrap().info.players[Color::Black].as_deref(),
            Some("\u{5f20}\u{4e09}")
        );
    }

    #[test]
    fn an_encoding_that_a_file_begins_with_is_no_guess() {
        let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n\u{5f20}\u{4e09}\r\nb\r\n0\r\n";
        let encoding = |bytes: &[u8]| {
            let gomoku = GameRule::Named(Variant::preset("gomoku").unwrap());
            let contents = Contents::new(Format::Psq, bytes, None);
            let game = contents.games(gomoku).next().unwrap().unwrap();
            (game.info.encoding.map(|it| it.to_string()), game.info.players[Color::Black].clone())
        };
        let name = Some("\u{5f20}\u{4e09}".to_owned());
        assert_eq!(encoding(&utf16(&format!("\u{feff}{psq}"), false)), (None, name.clone()));
        let gbk = TextEncoding::declared("GBK").unwrap().encode(psq).unwrap();
        assert_eq!(encoding(&gbk), (Some("GBK".to_owned()), name));
    }

    #[test]
    fn second_bytes_are_no_brackets() {
        // Two letters of Shift_JIS and Big5 that end with 5C, and one of GBK with 5D.
        for (name, letter) in
            [("Shift_JIS", &b"\x95\x5c"[..]), ("Big5", b"\xa5\x5c"), ("GBK", b"\x82\x5d")]
        {
            let mut bytes = format!("(;CA[{name}]PB[x").into_bytes();
            bytes.extend(
                [letter, b"]PW[", letter, b"];B[hh]C[", letter, b"];W[ii];B[jj])"].concat(),
            );
            let found = names(Format::Sgf, &bytes);
            assert_eq!((found[1].chars().count(), found[2].as_str()), (1, "3"), "{name}");
        }
        let bytes =
            b"[Black \"\x95\x5c\x96\xbe\x82\xcc\"]\n\nh8 {\x82\xb1\x82\xea\x82\xcd\x95\x5c} i9 *";
        assert_eq!(names(Format::Pgn, bytes)[0], "\u{8868}\u{660e}\u{306e}");
    }

    #[test]
    fn xml_declares_its_encoding() {
        let mut bytes =
            b"<?xml version='1.0' encoding='windows-1251'?><d><player id='1' name='".to_vec();
        bytes.extend(b"\xc8\xe2\xe0\xed'/><game black='1'><move>h8</move></game></d>");
        assert_eq!(names(Format::RenjuNet, &bytes)[0], "\u{418}\u{432}\u{430}\u{43d}");
    }

    #[test]
    fn what_cannot_be_decoded_is_named() {
        let contents = Contents::new(Format::Sgf, b"(;CA[UTF-8]\nPB[\xff];B[hh])", None);
        assert_eq!(
            contents.faults().0[0].to_string(),
            "line 2: bytes ff: expected a letter in UTF-8"
        );
        let gomoku = Variant::preset("gomoku").unwrap();
        let game = contents.games(GameRule::Named(gomoku)).next().unwrap().unwrap();
        assert_eq!(game.info.players[Color::Black].as_deref(), Some("\u{fffd}"));
        // A text that became UTF-8 and kept its declaration.
        let changed = "(;CA[ISO-2022-JP]PB[\u{e9}\u{8868}];B[hh])";
        let contents = Contents::new(Format::Sgf, changed.as_bytes(), None);
        assert_eq!((contents.faults().0.len(), contents.guessed()), (0, None));
        let error = Contents::new(Format::Moves, b"\xff\xfe\0\0h\0\0\0", None)
            .games(GameRule::Named(gomoku))
            .next()
            .unwrap()
            .unwrap_err();
        assert!(error.to_string().starts_with("line 1: UTF-32: expected UTF-8"), "{error}");
    }

    #[test]
    fn an_encoding_may_be_given_and_is_guessed_alike() {
        let bytes = b"h8 # \xe9\n";
        for _ in 0..3 {
            let guessed = Contents::new(Format::Moves, bytes, None).guessed().unwrap();
            assert_eq!(guessed.to_string(), "windows-1252");
        }
        let given = "cp932".parse().ok();
        let contents = Contents::new(Format::Moves, b"h8 # \x95\x5c\n", given);
        assert_eq!((contents.text.as_ref(), contents.guessed()), ("h8 # \u{8868}\n", None));
        assert_eq!(Contents::new(Format::Moves, "h8 # \u{e9}\n".as_bytes(), None).guessed(), None);
    }
}
