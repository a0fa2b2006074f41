//! The file of games: compact, and every part of it is checked.
//!
//! All numbers are little-endian. The file begins with the eight bytes
//! `TENGEN\0\x02`; parts follow, each one
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length `n` of the content |
//! | n | the content |
//! | 4 | CRC-32 (IEEE 802.3) of the content |
//!
//! The first part is the recipe as a JSON object, every other one a game:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | number of the game, from 0 or, in a part, from where it begins; one more for each |
//! | 1 | result: 0 the first player won, 1 the second player, 2 a draw |
//! | 1 | number `o` of stones of the opening |
//! | 2 | number `m` of moves after it |
//! | 2 (o + m) | squares in the order of play: row * width + column, row 0 at the bottom |
//! | 2 m | the score of each move after the opening, in internal units from the mover's view |
//! | 6 m | for each of these moves the position after another one: its square, the best answer, and the score of the answer's side; 65535 for no square, then all three |
//!
//! A part that is cut off or does not match its sum ends the file; writing goes on there.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use tengen_engine::game::{Color, Rule, Size, Square, Variant};

const MAGIC: [u8; 8] = *b"TENGEN\0\x02";

/// The number in a file that stands for a missing square.
const NO_SQUARE: u16 = u16::MAX;

/// Longest part that is believed, in bytes: far above any game's.
const LONGEST_PART: u32 = 1 << 16;

/// Everything that decides the games of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// Name of the rule.
    pub rule: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Length of a winning line.
    pub k: u8,
    /// Positions looked at for each move.
    pub nodes: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// A sum that differs between engines that play differently, see
    /// [`fingerprint`](super::play::fingerprint).
    pub engine: String,
}

impl Recipe {
    /// A recipe for a game.
    ///
    /// # Errors
    /// For a game with conversions, which evaluations know nothing of.
    pub fn new(variant: Variant, nodes: u64, seed: u64, engine: String) -> Result<Recipe, String> {
        let Variant { rule, size, k, destroy } = variant;
        if destroy > 0 {
            return Err(format!("{variant}: expected a game without conversions"));
        }
        let rule = rule.name().to_owned();
        Ok(Recipe { rule, width: size.width(), height: size.height(), k, nodes, seed, engine })
    }

    /// The fault of a file whose recipe is `there`, another one than this.
    fn difference(&self, there: &Recipe) -> anyhow::Result<String> {
        let (known, own) = (&there.engine, &self.engine);
        if *self == (Recipe { engine: own.clone(), ..there.clone() }) {
            return Ok(format!("engine {known}: expected games of this engine, {own}"));
        }
        let there = serde_json::to_string(there)?;
        Ok(format!("{there}: expected the recipe of the games there"))
    }

    /// The game that the recipe is for.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn variant(&self) -> anyhow::Result<Variant> {
        let rule = Rule::ALL.into_iter().find(|rule| rule.name() == self.rule);
        let rule = rule.ok_or_else(|| anyhow!("rule: {}: expected a rule's name", self.rule))?;
        let size = Size::new(self.width, self.height)?;
        Ok(Variant { rule, size, k: self.k, destroy: 0 })
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The number of the game in the file, from 0.
    pub number: u32,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Squares of the opening, which neither side chose.
    pub opening: Vec<Square>,
    /// The moves after the opening.
    pub moves: Vec<Played>,
}

/// A move of a game with what the engine thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The square of the move.
    pub square: Square,
    /// The score of the move, in internal units from the mover's view.
    pub score: i16,
    /// What another move would have led to, since most positions that a search looks at come after
    /// moves that are not played.
    pub aside: Option<Aside>,
}

/// The position after a move that was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The move that was not played.
    pub square: Square,
    /// The best answer to that move.
    pub answer: Square,
    /// The score of the answer, in internal units from the view of its side.
    pub score: i16,
}

impl Game {
    fn to_bytes(&self, width: usize) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.push(self.winner.map_or(2, |color| color.index() as u8));
        bytes.push(self.opening.len() as u8);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        let word = |square: Square| (square.row() * width + square.col()) as u16;
        let squares = self.opening.iter().copied().chain(self.moves.iter().map(|mv| mv.square));
        squares.for_each(|square| bytes.extend(word(square).to_le_bytes()));
        self.moves.iter().for_each(|mv| bytes.extend(mv.score.to_le_bytes()));
        for Played { aside, .. } in &self.moves {
            let words = aside.map_or([NO_SQUARE, NO_SQUARE, 0], |aside| {
                [word(aside.square), word(aside.answer), aside.score as u16]
            });
            bytes.extend(words.into_iter().flat_map(u16::to_le_bytes));
        }
        bytes
    }

    fn from_bytes(bytes: &[u8], size: Size) -> Option<Game> {
        let (head, rest) = bytes.split_at_checked(8)?;
        let number = u32::from_le_bytes(head[..4].try_into().ok()?);
        let winner = match head[4] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            2 => None,
            _ => return None,
        };
        let stones = usize::from(head[5]);
        let moves = usize::from(u16::from_le_bytes([head[6], head[7]]));
        let words: Vec<u16> =
            rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        if rest.len() != 2 * (stones + 5 * moves) {
            return None;
        }
        let square = |word: u16| {
            let (row, col) = (usize::from(word) / size.width(), usize::from(word) % size.width());
            (row < size.height()).then(|| Square::new(col, row))
        };
        let (opening, words) = words.split_at(stones);
        let opening = opening.iter().map(|&word| square(word)).collect::<Option<_>>()?;
        let (squares, words) = words.split_at(moves);
        let (scores, asides) = words.split_at(moves);
        let aside = |words: &[u16]| match *words {
            [NO_SQUARE, NO_SQUARE, 0] => Some(None),
            [mv, answer, score] => Some(Some(Aside {
                square: square(mv)?,
                answer: square(answer)?,
                score: score as i16,
            })),
            _ => None,
        };
        let played = squares.iter().zip(scores).zip(asides.chunks_exact(3));
        let moves = played
            .map(|((&mv, &score), words)| {
                let (square, aside) = (square(mv)?, aside(words)?);
                Some(Played { square, score: score as i16, aside })
            })
            .collect::<Option<_>>()?;
        Some(Game { number, winner, opening, moves })
    }
}

/// What [`Reader::open`] expects where nothing else will do.
pub const OF_DATAGEN: &str = "a file made by datagen";

/// Reads the games of a file one after the other.
pub struct Reader<R> {
    input: R,
    /// What the games were made from.
    pub recipe: Recipe,
    size: Size,
    /// The number of bytes that were read and are whole.
    good: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a file of games; `expected` says in an error what it should have been.
    ///
    /// # Errors
    /// When the file cannot be read or is no file of games.
    pub fn open(path: &Path, expected: &str) -> anyhow::Result<Reader<BufReader<File>>> {
        let expected = || format!("{}: expected {expected}", path.display());
        let file = File::open(path).map_err(|error| anyhow!("{} ({error})", expected()))?;
        Reader::new(BufReader::new(file)).with_context(expected)
    }
}

impl<R: Read> Reader<R> {
    fn new(mut input: R) -> anyhow::Result<Reader<R>> {
        let mut magic = [0; MAGIC.len()];
        input.read_exact(&mut magic)?;
        if magic != MAGIC {
            bail!("another kind of file");
        }
        let part = read_part(&mut input)?.ok_or_else(|| anyhow!("the recipe is damaged"))?;
        let recipe: Recipe = serde_json::from_slice(&part)?;
        let size = recipe.variant()?.size;
        let good = (MAGIC.len() + 8 + part.len()) as u64;
        Ok(Reader { input, recipe, size, good })
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Game;

    /// The next whole game; an incomplete one, which a crash may leave, is the end.
    fn next(&mut self) -> Option<Game> {
        let part = read_part(&mut self.input).ok()??;
        let game = Game::from_bytes(&part, self.size)?;
        self.good += (8 + part.len()) as u64;
        Some(game)
    }
}

/// Reads a part; `None` if it does not match its checksum.
fn read_part(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut word = [0; 4];
    input.read_exact(&mut word)?;
    let length = u32::from_le_bytes(word);
    if length > LONGEST_PART {
        return Ok(None);
    }
    let mut part = vec![0; length as usize];
    input.read_exact(&mut part)?;
    input.read_exact(&mut word)?;
    Ok((crc32fast::hash(&part) == u32::from_le_bytes(word)).then_some(part))
}

fn write_part(output: &mut impl Write, part: &[u8]) -> io::Result<()> {
    output.write_all(&(part.len() as u32).to_le_bytes())?;
    output.write_all(part)?;
    output.write_all(&crc32fast::hash(part).to_le_bytes())
}

/// Appends games to a file.
pub struct Writer {
    output: BufWriter<File>,
    width: usize,
    next: u32,
}

impl Writer {
    /// Opens a file for a recipe: a new one, whose games begin with number `first`, or one with
    /// games of the same recipe, to which further games are added.
    ///
    /// # Errors
    /// When the file cannot be written or belongs to another recipe.
    pub fn open(path: &Path, recipe: &Recipe, first: u32) -> anyhow::Result<Writer> {
        let expected = || format!("{}: expected a file of games or none", path.display());
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(expected)?;
        let mut next = first;
        if file.metadata().with_context(expected)?.len() == 0 {
            file.write_all(&MAGIC)?;
            write_part(&mut file, &serde_json::to_vec(recipe)?)?;
        } else {
            let mut reader = Reader::new(BufReader::new(&file)).with_context(expected)?;
            if reader.recipe != *recipe {
                bail!("{}: {}", path.display(), recipe.difference(&reader.recipe)?);
            }
            for game in reader.by_ref() {
                next = game.number + 1;
            }
            let good = reader.good;
            file.set_len(good)?;
            file.seek(SeekFrom::Start(good))?;
        }
        Ok(Writer { output: BufWriter::new(file), width: recipe.width, next })
    }

    /// The number of the game to come.
    pub const fn next_number(&self) -> u32 {
        self.next
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// When the file takes no more.
    pub fn append(&mut self, game: &Game) -> io::Result<()> {
        write_part(&mut self.output, &game.to_bytes(self.width))?;
        self.output.flush()?;
        self.next = game.number + 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> Recipe {
        let variant = Variant::preset("gomoku20x15").unwrap();
        Recipe::new(variant, 100, 7, "12345678".into()).unwrap()
    }

    fn game(number: u32) -> Game {
        let square = |name: &str| name.parse().unwrap();
        let aside = Aside { square: square("b2"), answer: square("c15"), score: -1 };
        let moves = vec![
            Played { square: square("t15"), score: -3, aside: Some(aside) },
            Played { square: square("a1"), score: 31_999, aside: None },
        ];
        let opening = vec![square("h8"), square("i9")];
        Game { number, winner: Some(Color::White), opening, moves }
    }

    fn path(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("tengen-data-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    #[test]
    fn what_was_written_is_read_and_continued_after_damage() {
        let path = path("games");
        let mut writer = Writer::open(&path, &recipe(), 0).unwrap();
        (0..3).for_each(|number| writer.append(&game(number)).unwrap());
        drop(writer);
        // A crash in the middle of a game loses that game alone.
        let length = std::fs::metadata(&path).unwrap().len();
        File::options().write(true).open(&path).unwrap().set_len(length - 3).unwrap();
        let mut writer = Writer::open(&path, &recipe(), 0).unwrap();
        assert_eq!(writer.next_number(), 2);
        writer.append(&game(2)).unwrap();
        drop(writer);
        let reader = Reader::open(&path, OF_DATAGEN).unwrap();
        assert_eq!(reader.recipe, recipe());
        assert_eq!(reader.collect::<Vec<Game>>(), [game(0), game(1), game(2)]);
        // A changed byte is noticed.
        let mut bytes = std::fs::read(&path).unwrap();
        let place = bytes.len() - 10;
        bytes[place] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(Reader::open(&path, OF_DATAGEN).unwrap().count(), 2);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_files_stay_as_they_are() {
        let path = path("other");
        std::fs::write(&path, "h8 i9\n").unwrap();
        let error = format!("{:#}", Writer::open(&path, &recipe(), 0).err().unwrap());
        assert!(error.contains("expected a file of games"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"h8 i9\n");
        std::fs::remove_file(&path).unwrap();
        drop(Writer::open(&path, &recipe(), 0).unwrap());
        let error = Writer::open(&path, &Recipe { seed: 8, ..recipe() }, 0).err().unwrap();
        assert!(error.to_string().contains("\"seed\":7"), "{error}");
        let newer = Recipe { engine: "87654321".into(), ..recipe() };
        let error = Writer::open(&path, &newer, 0).err().unwrap().to_string();
        let expected = format!(
            "{}: engine {}: expected games of this engine, 87654321",
            path.display(),
            recipe().engine
        );
        assert_eq!(error, expected);
        std::fs::remove_file(path).unwrap();
    }
}
