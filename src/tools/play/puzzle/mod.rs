//! `tengen play --puzzle`: puzzles line by line, in a terminal or a pipe.

mod trainer;

use std::ffi::OsStr;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use flate2::read::MultiGzDecoder;

use tengen_engine::game::Variant;
use tengen_engine::player::{seeded, shuffle};
use tengen_engine::protocol::from_bytes;

use crate::analysis::puzzles::{self, Known, PuzzleRecord};
use crate::cli::failure::{Failure, put};
use crate::cli::files::{read_to_end, read_whole};
use crate::cli::lines::{CutLine, LineCutter};
use crate::cli::nearest::nearest;
use crate::table::room::{read_move, words};

use super::plainly::{plainly, shown};
use trainer::{Outcome, Trainer};

/// Longest line that anybody types, in bytes.
const LONGEST_LINE: usize = 1000;

/// The words that can be typed, and what they do.
const WORDS: [(&str, &str); 8] = [
    ("hint", "a hint; the third one names the move"),
    ("solution", "the solution, and the longest line of its proof"),
    ("next", "the next puzzle"),
    ("again", "this puzzle from its beginning"),
    ("grade N", "the next puzzle of grade N or more, 1 to 9"),
    ("board", "the board again"),
    ("help", "this"),
    ("quit", "leave"),
];

/// Which puzzles are solved, and in which order.
pub(super) struct Choice<'a> {
    /// The file they come from; `None` are those of the program.
    pub file: Option<&'a Path>,
    /// The game they are of, where one is named.
    pub variant: Option<Variant>,
    /// What their order is drawn by; a file keeps its own without it.
    pub seed: Option<u64>,
    /// What the order of those of the program is drawn by without a seed.
    pub chance: u64,
}

/// Lets somebody solve puzzles until the input ends or they leave.
///
/// # Errors
/// When there are none, or nobody reads what is written.
pub(super) fn run(choice: &Choice<'_>) -> Result<(), Failure> {
    let mut records = match choice.file {
        None => puzzles::shipped()?.to_vec(),
        Some(path) => of_file(path)?,
    };
    if let Some(variant) = choice.variant {
        let is_of_it = |record: &PuzzleRecord| {
            record.open().is_ok_and(|puzzle| *puzzle.position.variant() == variant)
        };
        records.retain(is_of_it);
        if records.is_empty() {
            let line = format!(
                "play --puzzle: no puzzle of {variant}: expected freestyle, standard or renju 15x15, or a file that has some"
            );
            return Err(Failure::Usage(line));
        }
    }
    if choice.file.is_none() || choice.seed.is_some() {
        mix(&mut records, choice.seed.unwrap_or(choice.chance), choice.file.is_none());
    }
    let is_typed = io::stdin().is_terminal();
    let mut lesson = Lesson { records, place: 0, is_typed, ..Lesson::default() };
    lesson.run()
}

/// The puzzles of a file.
fn of_file(path: &Path) -> anyhow::Result<Vec<PuzzleRecord>> {
    let name = path.display().to_string();
    let wrong = |error: anyhow::Error| anyhow!("{name}: {error:#}");
    let bytes = read_whole(path)
        .with_context(|| format!("{name}: expected puzzles, as tengen puzzles writes them"))?;
    let bytes = if path.extension() == Some(OsStr::new("gz")) {
        read_to_end(MultiGzDecoder::new(bytes.as_slice())).map_err(|error| wrong(error.into()))?
    } else {
        bytes
    };
    let records = puzzles::read(bytes.as_slice()).map_err(wrong)?;
    if records.is_empty() {
        return Err(anyhow!("{name}: no puzzle in it: expected at least one"));
    }
    for (record, number) in records.iter().zip(1..) {
        record.open().map_err(|error| anyhow!("{name}: puzzle {number}: {error:#}"))?;
    }
    Ok(records)
}

/// Mixes puzzles by a seed, perhaps only those of the same grade.
fn mix(records: &mut [PuzzleRecord], seed: u64, keeps_grades: bool) {
    shuffle(records, &mut seeded(seed));
    if keeps_grades {
        records.sort_by_key(|record| record.grade);
    }
}

/// A person and puzzles.
#[derive(Default)]
struct Lesson {
    records: Vec<PuzzleRecord>,
    /// The puzzle that is being solved.
    place: usize,
    is_typed: bool,
    /// What was found of tries.
    known: Arc<Known>,
    /// Puzzles that were tried or left, and those solved without a wrong move or help.
    tried: usize,
    solved: usize,
    streak: usize,
    best: usize,
    /// Whether something was typed about the present one.
    has_begun: bool,
}

/// What the next line is about.
enum Next {
    Same,
    Another,
    Leave,
}

impl Lesson {
    fn run(&mut self) -> Result<(), Failure> {
        let mut reader = io::BufReader::new(io::stdin());
        let mut cutter = LineCutter::new(LONGEST_LINE);
        say(&format!("{} puzzles; help lists the words, quit leaves", self.records.len()))?;
        while let Some(record) = self.records.get(self.place) {
            let record = record.clone();
            let mut trainer = Trainer::new(&record, &self.known)?;
            self.has_begun = false;
            self.introduce(&record, &trainer)?;
            loop {
                if self.is_typed {
                    put(b"> ")?;
                }
                let line = cutter.read(&mut reader).map_err(anyhow::Error::from)?;
                let Some(CutLine { bytes, is_cut }) = line else { return self.end() };
                let text = from_bytes(&bytes);
                let text = if is_cut { "a long line".to_owned() } else { text };
                match self.obey(text.trim(), &record, &mut trainer)? {
                    Next::Same => {}
                    Next::Another => break,
                    Next::Leave => return self.end(),
                }
            }
        }
        say("that was the last puzzle")?;
        self.end()
    }

    /// Shows a puzzle.
    fn introduce(&self, record: &PuzzleRecord, trainer: &Trainer) -> Result<(), Failure> {
        let game = words::game(trainer.position().variant());
        let (number, count, grade) = (self.place + 1, self.records.len(), record.grade);
        say(&format!("\npuzzle {number} of {count}: {game}, grade {grade}"))?;
        show(trainer)
    }

    /// Says how it went.
    fn end(&self) -> Result<(), Failure> {
        let Lesson { tried, solved, best, .. } = self;
        let all = tried + usize::from(self.has_begun);
        say(&format!("solved {solved} of {all} at the first try; longest streak {best}"))
    }

    /// Carries out a line.
    fn obey(
        &mut self,
        line: &str,
        record: &PuzzleRecord,
        trainer: &mut Trainer,
    ) -> Result<Next, Failure> {
        let lower = line.to_ascii_lowercase();
        let (word, rest) = lower.split_once(char::is_whitespace).unwrap_or((&lower, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => {}
            ("quit" | "q" | "exit", "") => return Ok(Next::Leave),
            ("hint", "") => {
                self.has_begun = true;
                say(&trainer.hint())?;
            }
            ("solution", "") => {
                self.has_begun = true;
                say(&trainer.solution().join("\n"))?;
            }
            ("next" | "n", "") => {
                self.leave(self.place + 1);
                return Ok(Next::Another);
            }
            ("again", "") => {
                let is_clean = trainer.is_clean;
                *trainer = Trainer::new(record, &self.known)?;
                trainer.is_clean = is_clean;
                show(trainer)?;
            }
            ("grade", grade) => return self.jump(grade),
            ("board" | "b", "") => show(trainer)?,
            ("help" | "?", "") => say(&help())?,
            _ if line.contains(|letter: char| letter.is_ascii_digit()) => {
                return self.attempt(line, trainer);
            }
            _ => {
                let known = WORDS.iter().filter_map(|(word, _)| word.split(' ').next());
                let tip = match nearest(word, known) {
                    Some(known) => format!("did you mean {known}?"),
                    None => "help lists the words".to_owned(),
                };
                say(&format!("{} is neither a square nor a word: {tip}", shown(line)))?;
            }
        }
        Ok(Next::Same)
    }

    /// Counts the present puzzle as left unsolved, if it was begun, and goes to another one.
    fn leave(&mut self, place: usize) {
        if self.has_begun {
            self.tried += 1;
            self.streak = 0;
        }
        self.has_begun = false;
        self.place = place;
    }

    /// Goes to the next puzzle of that grade or more.
    fn jump(&mut self, grade: &str) -> Result<Next, Failure> {
        let wanted = grade.parse().ok().filter(|grade| (1..=9_u8).contains(grade));
        let Some(wanted) = wanted else {
            say(&format!("grade {}: type a grade from 1 to 9", shown(grade)))?;
            return Ok(Next::Same);
        };
        let is_it = |record: &PuzzleRecord| record.grade >= wanted;
        let after = self.records.iter().skip(self.place + 1).position(is_it);
        let place = after.map(|steps| self.place + 1 + steps);
        let Some(place) = place.or_else(|| self.records.iter().position(is_it)) else {
            say(&format!("no puzzle here has grade {wanted} or more"))?;
            return Ok(Next::Same);
        };
        self.leave(place);
        Ok(Next::Another)
    }

    /// Tries a move.
    fn attempt(&mut self, text: &str, trainer: &mut Trainer) -> Result<Next, Failure> {
        let mv = read_move(text, trainer.position().size());
        let outcome = match mv.and_then(|mv| trainer.play(mv)) {
            Ok(outcome) => outcome,
            Err(refusal) => {
                say(&plainly(&refusal.into()))?;
                return Ok(Next::Same);
            }
        };
        self.has_begun = true;
        match outcome {
            Outcome::Wrong(said) => {
                self.streak = 0;
                say(&said.join("\n"))?;
            }
            Outcome::GoesOn(said) => {
                say(&said.join("\n"))?;
                show(trainer)?;
            }
            Outcome::Solved(said) => {
                say(&said.join("\n"))?;
                self.has_begun = false;
                self.tried += 1;
                self.place += 1;
                if trainer.is_clean {
                    self.solved += 1;
                    self.streak += 1;
                    self.best = self.best.max(self.streak);
                }
                let in_a_row = format!("solved: {} in a row", self.streak);
                let is_streak = trainer.is_clean && self.streak > 1;
                say(if is_streak { &in_a_row } else { "solved" })?;
                return Ok(Next::Another);
            }
        }
        Ok(Next::Same)
    }
}

fn say(text: &str) -> Result<(), Failure> {
    put(format!("{text}\n").as_bytes())
}

/// The board, and what has to be found.
fn show(trainer: &Trainer) -> Result<(), Failure> {
    say(&format!("{}{}", trainer.position().diagram(), trainer.task()))
}

fn help() -> String {
    let mut text =
        "Moves: h8, or row and column as in 8 8; row 1 is at the bottom.\nWords:".to_owned();
    for (word, does) in WORDS {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {word:<9} {does}");
    }
    text
}
