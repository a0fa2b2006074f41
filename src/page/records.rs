//! Games as text, to and fro: what a page pastes, and what it saves.

use tengen_engine::game::{ByColor, Move, Position, Problem, Setup, Size, Variant};
use tengen_games::record::{
    self, FirstGame, Format, GameFile, GameRecord, Reading, play, rows_at_the_bottom,
};

use crate::envelope::Read;
use crate::finished::Finished;
use tengen_games::analysis::defaults::Defaults;

mod variations;

pub(crate) use variations::{illegal, move_of};

/// The main line of the first game in the text of a game file; it is one of `variant` where the
/// text does not say which game it is.
///
/// # Errors
/// One line that says what cannot be understood.
pub fn game(text: &str, format: Option<&str>, variant: Variant) -> Result<GameRecord, Problem> {
    let content = Content::Text(text.to_owned());
    let FirstGame { tree, .. } = first_tree(&content, format, Some(variant))?;
    tree.record().map_err(|error| Problem::explain("text", &error))
}

/// The game of that name, as a value of the option `Variant`.
fn variant_named(name: &str) -> Result<Option<Variant>, Problem> {
    let mut defaults = Defaults::default();
    let set = defaults.options.set("Variant", Some(name));
    set.map_err(|problem| Problem { what: "variant".to_owned(), ..problem })?;
    defaults.is_game_set = true;
    defaults.game().map_err(|error| Problem::explain("variant", &error))
}

/// The first game in the text of a game file, with its variations.
fn first_tree(
    content: &Content,
    format: Option<&str>,
    variant: Option<Variant>,
) -> Result<FirstGame, Problem> {
    let format = format.map(named).transpose()?;
    let file = match content {
        Content::Text(text) => GameFile::of_text(text, "text", format, variant),
        Content::Bytes(bytes) => {
            GameFile::new(bytes, "text".as_ref(), format, variant, &Reading::default())
        }
    };
    let mut first = file
        .and_then(|file| file.first())
        .map_err(|error| Problem::of_line(&format!("{error:#}").replace('\n', " ")))?;
    let FirstGame { number, count, notes, .. } = &mut first;
    if *number > 1 {
        notes.push(format!("text: {count} games in it: game {number} was taken"));
    } else if *count > 1 {
        notes.push(format!("text: {count} games in it: the first was taken"));
    }
    Ok(first)
}

/// What a page brings.
#[derive(Debug, PartialEq)]
pub enum Content {
    /// A text, in letters already.
    Text(String),
    /// The bytes of a file, in whatever encoding.
    Bytes(Vec<u8>),
}

/// A text, or the bytes that its letters stand for.
///
/// # Errors
/// One line that names a letter that stands for no byte.
pub fn content(text: String, is_bytes: bool) -> Result<Content, Problem> {
    if !is_bytes {
        return Ok(Content::Text(text));
    }
    let byte = |letter: char| {
        let code = u32::from(letter);
        let refusal = |_| Problem::new("text", format!("U+{code:04X}"), "letters up to U+00FF");
        u8::try_from(code).map_err(refusal)
    };
    text.chars().map(byte).collect::<Result<_, _>>().map(Content::Bytes)
}

/// Understands the text of a game file; of several games the first is taken.
///
/// # Errors
/// One line that says what cannot be understood.
pub fn read(
    content: &Content,
    format: Option<&str>,
    variant: Option<&str>,
) -> Result<Read, Problem> {
    let variant = variant.map(variant_named).transpose()?.flatten();
    let FirstGame { tree, mut notes, are_rows_guessed, .. } = first_tree(content, format, variant)?;
    // The page has words of its own for it.
    notes.retain(|note| *note != rows_at_the_bottom("text", "--format pos"));
    let start = tree.start.build_open().map_err(|error| Problem::explain("text", &error))?;
    let (moves, has_pass) = variations::text(&tree);
    if has_pass {
        notes.push("text: a pass in it: what follows was left out".to_owned());
    }
    Ok(Read {
        fen: start.fen(),
        moves,
        names: tree.info.players.0.clone(),
        result: tree.info.result.map(|result| result.to_string()),
        notes,
        rows_guessed: are_rows_guessed,
    })
}

/// A format by its name.
fn named(format: &str) -> Result<Format, Problem> {
    Format::parse(format)
        .map_err(|expected| Problem::explain("format", &format_args!("{format}: {expected}")))
}

/// A position text, of a game of gomoku where it does not say which game it is of.
pub(crate) fn setup(fen: &str) -> Result<Setup, Problem> {
    let usual = Variant::preset("gomoku").map_err(|error| Problem::explain("fen", &error))?;
    Setup::parse(fen, &usual).map_err(|error| Problem::explain("fen", &error))
}

/// A game that a page has named.
pub struct Played {
    /// Where it began.
    pub start: Setup,
    /// What was played, all of it legal; a forbidden point may be the last.
    pub moves: Vec<Move>,
}

/// Understands a game: position text and moves separated by blanks.
///
/// # Errors
/// One line that names what is wrong in the first text or in the second.
pub fn played(fen: &str, moves: &str) -> Result<Played, Problem> {
    let start = setup(fen)?;
    let mut end = start.build().map_err(|error| Problem::explain("fen", &error))?;
    let mut played = Vec::new();
    for word in moves.split_whitespace() {
        let mv = move_of(word)?;
        play(&mut end, mv).map_err(|why| illegal(mv, why))?;
        played.push(mv);
    }
    Ok(Played { start, moves: played })
}

/// A game by what was played in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Position text of its start.
    pub start: String,
    /// Its moves, separated by blanks.
    pub moves: String,
}

impl Line {
    /// That of a finished game; nothing if its rule is not known.
    pub fn of(game: &Finished) -> Option<Line> {
        let start = game.start.clone().or_else(|| empty(game))?;
        Some(Line { start, moves: game.moves.clone() })
    }

    /// That of a game as a page names it, and where that game began.
    ///
    /// # Errors
    /// As [`played`].
    pub fn read(fen: &str, moves: &str) -> Result<(Position, Line), Problem> {
        let game = played(fen, moves)?;
        let start = game.start.build().map_err(|error| Problem::explain("fen", &error))?;
        let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
        let line = Line { start: start.fen(), moves: moves.join(" ") };
        Ok((start, line))
    }
}

/// Position text of the empty board of a game; nothing if its rule is not known.
fn empty(game: &Finished) -> Option<String> {
    let rule = game.rule.parse().ok()?;
    let size = Size::new(game.width, game.height).ok()?;
    let variant = Variant { rule, size, k: game.k, destroy: game.destroy };
    Position::new(variant).ok().map(|position| position.fen())
}

/// The text of a game file; `moves` may have variations in parentheses. `names` are the players,
/// Black first, where they are known; `result` is the result where the moves do not show it, as
/// when a player resigned.
///
/// # Errors
/// One line that says what is wrong, or what the format has no words for.
pub fn write(
    format: &str,
    fen: &str,
    moves: &str,
    names: [Option<String>; 2],
    result: Option<&str>,
) -> Result<String, Problem> {
    let format = named(format)?;
    let start = setup(fen)?;
    let (mut tree, end) = variations::tree(&start, moves)?;
    let told = result.map(|result| {
        let refusal = |()| Problem::new("result", result, "1-0, 0-1 or 1/2-1/2");
        result.parse().map_err(refusal)
    });
    tree.info.players = ByColor(names);
    tree.info.result = record::GameResult::of(&end).or(told.transpose()?);
    let bytes = record::write_trees(format, &[tree]).map_err(|error| Problem::of_line(&error))?;
    String::from_utf8(bytes).map_err(|_| Problem::new("format", format.name(), "a format of text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Content {
        Content::Text(text.to_owned())
    }
    use tengen_engine::game::Color;

    #[test]
    fn games_go_through_text_and_back() {
        let start = "3/3/3 x k=3 rule=freestyle destroy=0,0";
        let write = |format, start, moves| super::write(format, start, moves, [None, None], None);
        let sgf = write("sgf", start, "b2 a1 c1").unwrap();
        let game = read(&text(&sgf), None, None).unwrap();
        assert_eq!(game.moves, "b2 a1 c1");
        assert!(game.fen.starts_with(start), "{}", game.fen);
        let psq = write("psq", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x", "h8 i9").unwrap();
        assert_eq!(read(&text(&psq), None, None).unwrap().moves, "h8 i9");
        let lines = read(&text("h8 i9 j10"), None, Some("renju")).unwrap();
        assert!(lines.fen.contains("rule=renju"), "{}", lines.fen);
    }

    #[test]
    fn variations_go_through_sgf_and_back() {
        let (start, moves) = ("3/3/3 x k=3", "b2 a1 (c1 a3 (b3)) c3 (c2)");
        let sgf = super::write("sgf", start, moves, [None, None], None).unwrap();
        assert_eq!(read(&text(&sgf), None, None).unwrap().moves, moves);
        // Formats without variations keep the main line.
        let psq = super::write("psq", start, moves, [None, None], None).unwrap();
        assert_eq!(read(&text(&psq), None, Some("tictactoe")).unwrap().moves, "b2 a1 c3");
        // A pass ends its line; in the main line of a game to be played it is refused, as before.
        let pass = "(;GM[4]SZ[15];B[hh](;W[ii];B[hi])(;W[];B[aa]))";
        let found = read(&text(pass), None, None).unwrap();
        assert_eq!(found.moves.split(' ').count(), 3, "{}", found.moves);
        assert!(found.notes[0].contains("a pass"), "{:?}", found.notes);
        let gomoku = Variant::preset("gomoku").unwrap();
        let error = game("(;GM[4]SZ[15];B[hh];W[];B[aa])", None, gomoku).unwrap_err();
        assert!(error.expected.contains("a stone"), "{error}");
    }

    #[test]
    fn a_saved_game_says_who_played_and_who_resigned() {
        let start = "3/3/3 x k=3";
        let names = || ["Ann]\n;B[aa]", "白"].map(|name| Some(name.to_owned()));
        for (format, result) in [("sgf", "0-1"), ("pgn", "0-1"), ("psq", "1-0")] {
            let text = write(format, start, "b2 a1", names(), Some(result)).unwrap();
            let game = game(&text, Some(format), Variant::preset("tictactoe").unwrap()).unwrap();
            assert_eq!(game.plain_moves().count(), 2, "{text}");
            if format != "psq" {
                assert_eq!(game.info.result.unwrap().to_string(), result, "{text}");
                assert_eq!(game.info.players[Color::White].as_deref(), Some("白"), "{text}");
            }
        }
        // What the moves say counts more; nonsense is refused.
        let won = write("sgf", start, "b2 a1 a2 b1 c2", names(), Some("0-1")).unwrap();
        assert!(won.contains("RE[B+"), "{won}");
        let error = write("sgf", start, "b2", names(), Some("2-0")).unwrap_err();
        assert_eq!(error.to_string(), "result: 2-0: expected 1-0, 0-1 or 1/2-1/2");
    }

    #[test]
    fn of_several_games_one_is_taken_and_that_is_said() {
        let two = "(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15];B[ii];W[jj])";
        let found = read(&text(two), None, None).unwrap();
        assert_eq!(found.moves, "h8");
        assert_eq!(found.notes, ["text: 2 games in it: the first was taken"]);
        let second = "(;GM[1]SZ[19];B[pd])\n(;GM[4]SZ[15];B[ii];W[jj])";
        let found = read(&text(second), None, None).unwrap();
        assert_eq!(found.moves, "i7 j6");
        assert!(
            found.notes.iter().any(|note| note.ends_with("game 2 was taken")),
            "{:?}",
            found.notes
        );
    }

    #[test]
    fn bytes_come_as_letters() {
        let letters = "(;\u{ff}".to_owned();
        assert_eq!(content(letters.clone(), true).unwrap(), Content::Bytes(vec![b'(', b';', 0xff]));
        assert_eq!(content(letters.clone(), false).unwrap(), Content::Text(letters));
        let refusal = content("a\u{4e00}".to_owned(), true).unwrap_err();
        assert_eq!(refusal.to_string(), "text: U+4E00: expected letters up to U+00FF");
        // A library of one stone, as RenLib writes it.
        let (tree, _) = variations::tree(
            &Setup::parse(
                "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x",
                &Variant::preset("gomoku").unwrap(),
            )
            .unwrap(),
            "h8 i9 (h9)",
        )
        .unwrap();
        let lib = record::write_trees(record::Format::named("lib").unwrap(), &[tree]).unwrap();
        let letters: String = lib.iter().map(|&byte| char::from(byte)).collect();
        let found = read(&content(letters, true).unwrap(), Some("lib"), None).unwrap();
        assert_eq!(found.moves, "h8 i9 (h9)");
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        for (format, fen, moves) in [
            ("doc", "3/3/3 x k=3", ""),
            ("sgf", "3/3 x k=3", ""),
            ("sgf", "3/3/3 x k=3", "b2 b2"),
            ("sgf", "3/3/3 x k=3", "zebra!"),
            ("psq", "3/1x1/3 o k=3", "a1"),
            ("renjunet", "3/3/3 x k=3", ""),
        ] {
            let error = write(format, fen, moves, [None, None], None).unwrap_err().to_string();
            assert!(error.contains("expected") && !error.contains('\n'), "{error}");
        }
        for wrong in ["", "(;", "h8 h8", "not a game", "\u{0}\u{1}"] {
            let error = read(&text(wrong), None, None).unwrap_err().to_string();
            assert!(error.contains("expected") && !error.contains('\n'), "{wrong}: {error}");
        }
        assert!(read(&text("h8"), Some("doc"), None).is_err());
        assert!(read(&text("h8"), None, Some("chess")).is_err());
    }
}
