//! A person and puzzles: what is typed, what it leads to, and how it went.

use std::fmt::Write;
use std::sync::Arc;

use tengen_engine::game::{Move, Position, Size, Square};

use tengen_engine::control::nearest::nearest;
use tengen_games::puzzles::{Known, PuzzleRecord};
use tengen_games::table::room::{Refusal, read_move, words};

use super::super::command::moves_help;
use super::super::plainly::{plainly, shown};
use super::trainer::{Trainer, TryOutcome};

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

/// What a line has led to.
pub(in super::super) struct LessonReply {
    /// What is said: lines, or nothing.
    pub said: String,
    pub next: Next,
}

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Next {
    /// The same puzzle, whose board is shown already.
    Same,
    /// The same puzzle, whose board has changed or is wanted.
    Board,
    /// Another puzzle, which is there already.
    Another,
    /// Nothing: the puzzle is solved. [`Lesson::go_on`] goes to the next one.
    Solved,
    /// Nothing: that was the last puzzle.
    Over,
    /// To leave.
    Leave,
}

/// A person and puzzles.
pub(in super::super) struct Lesson {
    records: Vec<PuzzleRecord>,
    /// The puzzle that is being solved.
    place: usize,
    trainer: Trainer,
    known: Arc<Known>,
    /// Puzzles that were tried or left, and those solved without a wrong move or help.
    tried: usize,
    solved: usize,
    streak: usize,
    best: usize,
    /// Whether something was typed about the present one.
    has_begun: bool,
    is_solved: bool,
    /// Whether the present one was solved before, and counts no more.
    is_counted: bool,
}

impl Lesson {
    /// A lesson with the puzzles `records`, one or more.
    ///
    /// # Errors
    /// When there is none, or the first record is no puzzle.
    pub fn new(records: Vec<PuzzleRecord>) -> anyhow::Result<Lesson> {
        let first = records.first().ok_or_else(|| anyhow::anyhow!("no puzzle: expected one"))?;
        let known = Arc::default();
        let trainer = Trainer::new(first, &known)?;
        Ok(Lesson {
            records,
            place: 0,
            trainer,
            known,
            tried: 0,
            solved: 0,
            streak: 0,
            best: 0,
            has_begun: false,
            is_solved: false,
            is_counted: false,
        })
    }

    /// What is said first.
    pub fn greeting(&self) -> String {
        format!("{} puzzles; help lists the words, quit leaves", self.records.len())
    }

    /// Which puzzle this is.
    pub fn title(&self) -> String {
        let game = words::game(self.position().variant());
        let (number, count) = (self.place + 1, self.records.len());
        format!("puzzle {number} of {count}: {game}, grade {}", self.records[self.place].grade)
    }

    /// The position to solve, or what it has become.
    pub const fn position(&self) -> &Position {
        self.trainer.position()
    }

    /// What has to be found.
    pub fn task(&self) -> String {
        self.trainer.task()
    }

    /// The moves that were shown last: a wrong one with its refutation, or the longest line.
    pub fn ghosts(&self) -> &[Square] {
        &self.trainer.ghosts
    }

    /// The move that was named by a hint.
    pub const fn named(&self) -> Option<Square> {
        self.trainer.named
    }

    /// Whether the present puzzle is solved.
    pub const fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// How the lesson went: puzzles solved, and the longest streak.
    pub fn summary(&self) -> String {
        let Lesson { solved, best, .. } = self;
        let all = self.tried + usize::from(self.has_begun);
        format!("solved {solved} of {all} at the first try; longest streak {best}")
    }

    /// How the lesson goes so far, in a few words.
    pub fn figures(&self) -> String {
        format!("solved {} of {}, {} in a row", self.solved, self.tried, self.streak)
    }

    /// Carries out a line.
    ///
    /// # Errors
    /// When a puzzle is none.
    pub fn obey(&mut self, line: &str) -> anyhow::Result<LessonReply> {
        let lower = line.to_ascii_lowercase();
        let (word, rest) = lower.split_once(char::is_whitespace).unwrap_or((&lower, ""));
        let rest = rest.trim();
        let reply = |next: Next, said: String| Ok(LessonReply { said, next });
        match (word, rest) {
            ("", _) => reply(Next::Same, String::new()),
            ("quit" | "q" | "exit", "") => reply(Next::Leave, String::new()),
            ("hint", "") => {
                self.has_begun |= !self.is_counted;
                reply(Next::Same, self.trainer.hint())
            }
            ("solution", "") => {
                self.has_begun |= !self.is_counted;
                reply(Next::Same, self.trainer.solution().join("\n"))
            }
            ("next" | "n", "") => {
                let next = if self.go_on()? { Next::Another } else { Next::Over };
                reply(next, String::new())
            }
            ("again", "") => {
                let is_clean = self.trainer.is_clean;
                self.trainer = Trainer::new(&self.records[self.place], &self.known)?;
                self.trainer.is_clean = is_clean;
                self.is_solved = false;
                reply(Next::Board, String::new())
            }
            ("grade", grade) => self.jump(grade),
            ("board" | "b", "") => reply(Next::Board, String::new()),
            ("help" | "?", "") => reply(Next::Same, help(self.position().size()).join("\n")),
            _ if line.contains(|letter: char| letter.is_ascii_digit()) => {
                let mv = read_move(line, self.position().size());
                Ok(self.attempt(mv))
            }
            _ => {
                let known = WORDS.iter().filter_map(|(word, _)| word.split(' ').next());
                let tip = match nearest(word, known) {
                    Some(known) => format!("did you mean {known}?"),
                    None => "help lists the words".to_owned(),
                };
                let said = format!("{} is neither a square nor a word: {tip}", shown(line));
                reply(Next::Same, said)
            }
        }
    }

    /// Goes to the next puzzle; `false` after the last one.
    ///
    /// # Errors
    /// When the next record is no puzzle.
    pub fn go_on(&mut self) -> anyhow::Result<bool> {
        if self.place + 1 >= self.records.len() {
            return Ok(false);
        }
        self.leave(self.place + 1)?;
        Ok(true)
    }

    /// Counts the present puzzle as left unsolved, if it was begun, and goes to another one.
    fn leave(&mut self, place: usize) -> anyhow::Result<()> {
        let trainer = Trainer::new(&self.records[place], &self.known)?;
        if std::mem::take(&mut self.has_begun) {
            self.tried += 1;
            self.streak = 0;
        }
        (self.place, self.trainer) = (place, trainer);
        (self.is_solved, self.is_counted) = (false, false);
        Ok(())
    }

    /// Goes to the next puzzle of that grade or more.
    fn jump(&mut self, grade: &str) -> anyhow::Result<LessonReply> {
        let said = |said: String| Ok(LessonReply { said, next: Next::Same });
        let wanted = grade.parse().ok().filter(|grade| (1..=9_u8).contains(grade));
        let Some(wanted) = wanted else {
            return said(format!("grade {}: type a grade from 1 to 9", shown(grade)));
        };
        let is_it = |record: &PuzzleRecord| record.grade >= wanted;
        let after = self.records.iter().skip(self.place + 1).position(is_it);
        let place = after.map(|steps| self.place + 1 + steps);
        let Some(place) = place.or_else(|| self.records.iter().position(is_it)) else {
            return said(format!("no puzzle here has grade {wanted} or more"));
        };
        self.leave(place)?;
        Ok(LessonReply { said: String::new(), next: Next::Another })
    }

    /// Tries a move, or says why there is none.
    pub fn attempt(&mut self, mv: Result<Move, Refusal>) -> LessonReply {
        let reply = |next: Next, said: String| LessonReply { said, next };
        if self.is_solved {
            return reply(Next::Same, "it is solved: next goes on, again begins anew".to_owned());
        }
        let outcome = match mv.and_then(|mv| self.trainer.play(mv)) {
            Ok(outcome) => outcome,
            Err(refusal) => return reply(Next::Same, plainly(&refusal.into())),
        };
        self.has_begun = !self.is_counted;
        match outcome {
            TryOutcome::Wrong(said) => {
                if !self.is_counted {
                    self.streak = 0;
                }
                reply(Next::Same, said.join("\n"))
            }
            TryOutcome::GoesOn(said) => reply(Next::Board, said.join("\n")),
            TryOutcome::Solved(said) => {
                self.has_begun = false;
                self.is_solved = true;
                let mut said = said.join("\n");
                said += "\nsolved";
                if !std::mem::replace(&mut self.is_counted, true) {
                    self.tried += 1;
                    if self.trainer.is_clean {
                        self.solved += 1;
                        self.streak += 1;
                        self.best = self.best.max(self.streak);
                        if self.streak > 1 {
                            // Writing to a string cannot fail.
                            let _ = write!(said, ": {} in a row", self.streak);
                        }
                    }
                }
                reply(Next::Solved, said)
            }
        }
    }
}

/// The words that can be typed, as lines.
pub(in super::super) fn help(size: Size) -> Vec<String> {
    let mut lines = vec![moves_help(size), "Words:".to_owned()];
    lines.extend(WORDS.iter().map(|(word, does)| format!("  {word:<9} {does}")));
    lines
}
