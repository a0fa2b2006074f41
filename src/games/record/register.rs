//! The register of formats: names, extensions, readers, writers, and what each can
//! hold.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use tengen_engine::game::Variant;

use super::check::Drafts;
use super::encoding::{TextEncoding, UndecodedBytes};
use super::error::{Place, RecordError, problem};
use super::format::Format;
use super::part::{Part, result_of_stones};
use super::source::Source;
use super::tree::GameTree;
use super::{lines, offset, pgn, positions, psq, renjunet, renlib, sgf, yixin};

type ReadFunction = for<'a> fn(Source<'a>) -> Drafts<'a>;
type WriteFunction = fn(&GameTree) -> Result<Vec<u8>, RecordError>;

/// A row of the register.
struct Spec {
    format: Format,
    name: &'static str,
    /// The extensions of files, without the dot, in lower case.
    extensions: &'static [&'static str],
    help: &'static str,
    /// The name of the game of files that do not name it.
    usual_variant: &'static str,
    read: ReadFunction,
    /// Writes one game; those of `RenLib` become one tree before.
    write: Option<WriteFunction>,
    /// What stands between two games.
    between: &'static str,
    holds: Holds,
}

/// What a format has words for.
enum Holds {
    Only(&'static [Part]),
    AllBut(&'static [Part]),
}

impl Holds {
    fn contains(&self, part: Part) -> bool {
        match self {
            Holds::Only(parts) => parts.contains(&part),
            Holds::AllBut(parts) => !parts.contains(&part),
        }
    }
}

const REGISTER: &[Spec] = &[
    Spec {
        format: Format::Psq,
        name: "psq",
        extensions: &["psq"],
        help: "Piskvork and Gomocup: one game, times and names",
        usual_variant: "gomoku",
        read: psq::read,
        write: Some(psq::write),
        between: "",
        holds: Holds::Only(&[
            Part::Size,
            Part::Order,
            Part::Names,
            Part::Result,
            Part::Event,
            Part::ReasonCode,
            Part::Times,
        ]),
    },
    Spec {
        format: Format::Rec,
        name: "rec",
        extensions: &["rec"],
        help: "Gomotur: one game, names and times",
        usual_variant: "gomoku",
        read: psq::read_rec,
        write: None,
        between: "",
        holds: Holds::Only(&[]),
    },
    Spec {
        format: Format::Sgf,
        name: "sgf",
        extensions: &["sgf"],
        help: "Smart Game Format: games with variations and comments",
        usual_variant: "gomoku",
        read: sgf::read,
        write: Some(|game| Ok(sgf::write(game))),
        between: "\n",
        holds: Holds::AllBut(&[Part::Conversions]),
    },
    Spec {
        format: Format::Pgn,
        name: "pgn",
        extensions: &["pgn"],
        help: "tags, numbered moves, comments in braces; close to PGN of chess",
        usual_variant: "gomoku",
        read: pgn::read,
        write: Some(pgn::write),
        between: "\n",
        holds: Holds::AllBut(&[Part::Marks]),
    },
    Spec {
        format: Format::Moves,
        name: "moves",
        extensions: &["moves"],
        help: "a game in a line, as h8 i9, row 1 at the bottom",
        usual_variant: "gomoku",
        read: lines::read_moves,
        write: Some(lines::write_moves),
        between: "",
        holds: Holds::Only(&[Part::ManyGames, Part::Conversions, Part::Order]),
    },
    Spec {
        format: Format::Pos,
        name: "pos",
        extensions: &[],
        help: "a game in a line, as h8i9, row 1 at the top (c-gomoku-cli, Rapfi)",
        usual_variant: "gomoku",
        read: lines::read_pos,
        write: Some(lines::write_pos),
        between: "",
        holds: Holds::Only(&[Part::ManyGames, Part::Order]),
    },
    Spec {
        format: Format::Offset,
        name: "offset",
        extensions: &[],
        help: "openings as distances from the centre (Gomocup, c-gomoku-cli)",
        usual_variant: "gomoku",
        read: offset::read,
        write: Some(offset::write),
        between: "",
        holds: Holds::Only(&[Part::ManyGames, Part::Order]),
    },
    Spec {
        format: Format::Fen,
        name: "fen",
        extensions: &["fen", "epd"],
        help: "a position in a line",
        usual_variant: "gomoku",
        read: positions::read,
        write: Some(positions::write),
        between: "",
        holds: Holds::Only(&[
            Part::ManyGames,
            Part::Conversions,
            Part::Setup,
            Part::Rule,
            Part::Size,
        ]),
    },
    Spec {
        format: Format::Lib,
        name: "lib",
        extensions: &["lib"],
        help: "RenLib: a tree of moves on 15x15 with comments and marks",
        usual_variant: "renju",
        read: renlib::read,
        write: Some(|game| Ok(renlib::write(Some(game)))),
        between: "",
        holds: Holds::Only(&[
            Part::ManyGames,
            Part::Passes,
            Part::Order,
            Part::Variations,
            Part::Comments,
            Part::Marks,
        ]),
    },
    Spec {
        format: Format::YixinSav,
        name: "yixin-sav",
        extensions: &["sav"],
        help: "Yixin-Board as text: one game",
        usual_variant: "gomoku",
        read: yixin::read_sav,
        write: Some(yixin::write_sav),
        between: "",
        holds: Holds::Only(&[Part::Size, Part::Order]),
    },
    Spec {
        format: Format::YixinPos,
        name: "yixin-pos",
        extensions: &["pos"],
        help: "Yixin-Board as bytes: one game on 15x15",
        usual_variant: "gomoku",
        read: yixin::read_pos,
        write: Some(yixin::write_pos),
        between: "",
        holds: Holds::Only(&[Part::Order]),
    },
    Spec {
        format: Format::RenjuNet,
        name: "renjunet",
        extensions: &["xml", "rif"],
        help: "the game database of renju.net",
        usual_variant: "renju",
        read: renjunet::read,
        write: None,
        between: "",
        holds: Holds::Only(&[]),
    },
];

impl Format {
    /// Every format, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Format> {
        REGISTER.iter().map(|spec| spec.format)
    }

    /// The format named `name`; case is ignored.
    pub fn named(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// As [`Format::named`], for a name that a person has typed.
    ///
    /// # Errors
    /// What was expected: every name.
    pub fn parse(name: &str) -> Result<Format, String> {
        Format::named(name).ok_or_else(|| {
            let names: Vec<&str> = Format::all().map(Format::name).collect();
            format!("expected one of {}", names.join(", "))
        })
    }

    /// The format that goes with the extension of a path; `.txt` goes with
    /// several and therefore with none, see [`Format::of_list`].
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let spec = REGISTER.iter().find(|spec| spec.extensions.contains(&extension.as_str()));
        spec.map(|spec| spec.format)
    }

    /// The format of a list of openings, by its first line that says something:
    /// distances from the centre have commas, positions have slashes (or a
    /// single word for the empty board), everything else is moves, taken to be
    /// counted from the bottom.
    pub fn of_list(bytes: &[u8]) -> Format {
        let text = glance(bytes);
        let lines = text.lines().map(super::text::without_note);
        let line = lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default();
        if line.contains('/') || line == positions::EMPTY_BOARD {
            Format::Fen
        } else if line.contains(',') {
            Format::Offset
        } else {
            Format::Moves
        }
    }

    /// Where each game of a list stands: the lines that are not empty. Nothing for formats that are
    /// not lists.
    pub fn lines_of_list(self, bytes: &[u8]) -> Vec<Place> {
        if !matches!(self, Format::Moves | Format::Pos | Format::Offset | Format::Fen) {
            return Vec::new();
        }
        let text = glance(bytes);
        super::text::noted_lines(&text).map(|(place, _)| place).collect()
    }

    /// The format that bytes look like: by how they begin, or else as [`Format::of_list`].
    pub fn of_bytes(bytes: &[u8]) -> Format {
        let text = glance(bytes);
        let start = text.trim_start();
        let beginnings = [
            ("Piskvorky", Format::Psq),
            ("(;", Format::Sgf),
            ("[", Format::Pgn),
            ("<?xml", Format::RenjuNet),
        ];
        let known = beginnings.into_iter().find(|(beginning, _)| start.starts_with(beginning));
        known.map_or_else(|| Format::of_list(bytes), |(_, format)| format)
    }

    /// Whether files of the format are texts, in some encoding.
    pub(super) fn is_text(self) -> bool {
        !matches!(self, Format::Lib | Format::YixinPos)
    }

    /// Whether files of the format may hold several games.
    pub fn holds_many(self) -> bool {
        self.spec().holds.contains(Part::ManyGames)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The extension of lists of openings, whatever is in them.
    pub const LIST_EXTENSION: &'static str = "txt";

    /// The extension of files that are written: one that no other format has.
    pub fn written_extension(self) -> &'static str {
        self.extensions().first().copied().unwrap_or(Format::LIST_EXTENSION)
    }

    /// The extensions of the format's files, without the dot; the first one is that of written
    /// files.
    pub fn extensions(self) -> &'static [&'static str] {
        self.spec().extensions
    }

    /// What the format is, in a few words.
    pub fn help(self) -> &'static str {
        self.spec().help
    }

    /// Whether games can be written in the format; all formats can be read.
    pub fn can_write(self) -> bool {
        self.spec().write.is_some()
    }

    /// The name of the game that files of the format are about where they do not name it.
    pub fn usual_variant(self) -> &'static str {
        self.spec().usual_variant
    }

    /// What the games have and the format has no words for: it will be missing in the file.
    pub fn losses(self, games: &[GameTree]) -> Vec<Part> {
        let usual = Variant::preset(self.usual_variant()).ok();
        let usual = usual.map(|usual| (usual.rule, usual.k));
        // A reader takes the usual rule where the file names none.
        let has = |part: Part, game: &GameTree| match part {
            Part::Rule => Some((game.variant().rule, game.variant().k)) != usual,
            Part::Result if !self.spec().holds.contains(Part::Order) => {
                game.info.result.is_some_and(|result| result_of_stones(game) != Some(result))
            }
            _ => part.is_in(game),
        };
        let is_lost =
            |part: &Part| games.iter().any(|game| has(*part, game) && !self.holds_of(*part, game));
        Part::ALL.into_iter().filter(is_lost).collect()
    }

    /// Whether the format has words for `part` of `game`.
    fn holds_of(self, part: Part, game: &GameTree) -> bool {
        self.spec().holds.contains(part) && (self != Format::Psq || psq::has_room_for(part, game))
    }

    pub(super) fn read(self, input: Source<'_>) -> Drafts<'_> {
        (self.spec().read)(input)
    }

    /// An error if `game`, number `index` in its file, cannot be written in the format.
    pub(super) fn check(self, index: usize, game: &GameTree) -> Result<(), RecordError> {
        if self.spec().write.is_none() {
            let names: Vec<&str> =
                Format::all().filter(|format| format.can_write()).map(Format::name).collect();
            let expected = format!("a format to write: {}", names.join(", "));
            return Err(problem(Place::File, self.name(), expected));
        }
        let holds = &self.spec().holds;
        let is_missing = |part: &Part| !holds.contains(*part) && part.is_essential_to(game);
        if let Some(part) = Part::ALL.into_iter().find(is_missing) {
            let others: Vec<&str> = REGISTER
                .iter()
                .filter(|spec| spec.write.is_some() && spec.holds.contains(part))
                .map(|spec| spec.name)
                .collect();
            let expected = format!("a format with words for that ({})", others.join(", "));
            return Err(problem(Place::Game(index + 1), &part.to_string(), expected));
        }
        Ok(())
    }

    /// The bytes of `game`, number `index` from 0 in its file; none in a format that is only read.
    pub(super) fn write(self, index: usize, game: &GameTree) -> Result<Vec<u8>, RecordError> {
        self.check(index, game)?;
        let Some(write) = self.spec().write else { return Ok(Vec::new()) };
        // A reason that the format itself has is one about this game.
        write(game).map_err(|error| match error.what {
            Place::File => RecordError { what: Place::Game(index + 1), ..error },
            _ => error,
        })
    }

    /// What stands between two games of a file.
    pub(super) fn between(self) -> &'static [u8] {
        self.spec().between.as_bytes()
    }

    fn spec(self) -> &'static Spec {
        let spec = REGISTER.iter().find(|spec| spec.format == self);
        spec.expect("every format is in the register")
    }
}

/// The text of bytes whose format is asked for; only its letters of ASCII are sure to be right.
fn glance(bytes: &[u8]) -> Cow<'_, str> {
    match TextEncoding::of_beginning(bytes) {
        Some((encoding, length)) => {
            encoding.decode(&bytes[length..], 1, &mut UndecodedBytes::default())
        }
        None => String::from_utf8_lossy(bytes),
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_register_is_coherent() {
        let mut extensions = Vec::new();
        for format in Format::all() {
            assert_eq!(Format::named(&format.name().to_uppercase()), Some(format));
            assert!(Variant::preset(format.usual_variant()).is_ok() && !format.help().is_empty());
            for extension in format.extensions() {
                let path = Path::new("a.b").with_extension(extension.to_uppercase());
                assert_eq!(Format::of_path(&path), Some(format), "{extension}");
                extensions.push(extension);
            }
            // What is written is not taken for something else when it is read again.
            let written = Path::new("a").with_extension(format.written_extension());
            assert!(Format::of_path(&written).is_none_or(|read| read == format), "{format}");
        }
        let count = extensions.len();
        extensions.sort_unstable();
        extensions.dedup();
        assert_eq!(extensions.len(), count);
        for path in ["", "psq", "a.txt", "a.unknown", "a.psq/b"] {
            assert_eq!(Format::of_path(Path::new(path)), None, "{path}");
        }
    }

    #[test]
    fn lists_are_told_apart() {
        for (text, format) in [
            ("# a/b, c\n\n h8 i9\n", Format::Moves),
            ("h8i9", Format::Moves),
            ("", Format::Moves),
            ("0,0, 1,0", Format::Offset),
            ("startpos\n", Format::Fen),
            ("3/3/3 x", Format::Fen),
        ] {
            assert_eq!(Format::of_list(text.as_bytes()), format, "{text}");
        }
    }
}
