//! Talking to an engine of the Gomocup.

use std::time::{Duration, Instant};

use tengen_engine::game::{Color, Position, Size, Square};

use super::subject::Subject;
use super::trial::Trial;
use super::verdict::{Outcome, demand, fail, shown, skip};

/// A Gomocup engine that was started, with a board perhaps.
pub(super) struct Brain {
    pub subject: Subject,
    size: Size,
}

/// An answer of a Gomocup engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Ok,
    Move(Square),
    /// `ERROR …` or `UNKNOWN …`, the whole line.
    Refusal(String),
    /// Any other line.
    Other(String),
}

impl Reply {
    /// The reply in words, for messages.
    pub fn text(&self) -> String {
        match self {
            Reply::Ok => "OK".to_owned(),
            Reply::Move(square) => format!("the move {square}"),
            Reply::Refusal(line) | Reply::Other(line) => shown(line),
        }
    }
}

/// Time in which an engine refuses a value, if it does.
const REFUSAL_TIME: Duration = Duration::from_millis(30);

/// Time for a move where nothing else is said, in milliseconds.
const TURN_MS: &str = "50";

impl Brain {
    /// Starts the engine; nothing is said to it yet.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(trial: &Trial) -> Outcome<Brain> {
        Ok(Brain { subject: trial.start()?, size: board(15, 15)? })
    }

    /// Starts the engine with a square board and fast moves.
    ///
    /// # Errors
    /// When it does not say `OK`.
    pub fn open(trial: &Trial, side: usize) -> Outcome<Brain> {
        let mut brain = Brain::start(trial)?;
        brain.new_board(board(side, side)?)?;
        for (key, value) in
            [("timeout_match", "100000"), ("time_left", "100000"), ("timeout_turn", TURN_MS)]
        {
            brain.info(key, value);
        }
        Ok(brain)
    }

    /// Begins on an empty board of that size.
    ///
    /// # Errors
    /// When it does not say `OK`; when it knows no boards that are not square, the
    /// check does not apply.
    pub fn new_board(&mut self, size: Size) -> Outcome {
        let (width, height) = (size.width(), size.height());
        self.size = size;
        if width == height {
            return self.ask_ok(&format!("START {width}"));
        }
        match self.ask(&format!("RECTSTART {width},{height}"))? {
            Reply::Refusal(line) => skip(format!("RECTSTART is refused: {}", shown(&line))),
            Reply::Ok => Ok(()),
            other => fail("OK, ERROR or UNKNOWN", other.text()),
        }
    }

    /// Sets a value; no answer is allowed.
    pub fn info(&self, key: &str, value: &str) {
        self.subject.send(&format!("INFO {key} {value}"));
    }

    /// Listens for a moment whether the engine refuses a value that was set. It should not, but
    /// where it does there is nothing to check.
    ///
    /// # Errors
    /// When a value is refused: the check does not apply.
    pub fn listen_for_refusal(&mut self) -> Outcome {
        let end = Instant::now() + REFUSAL_TIME;
        while let Some(said) = self.subject.next_until(end, "silence after INFO")? {
            if said.text.starts_with("ERROR") {
                return skip(format!("a value is refused: {}", shown(&said.text)));
            }
        }
        Ok(())
    }

    /// Demands that the engine answers nothing for a while; messages to people are no answers.
    ///
    /// # Errors
    /// When the engine answers.
    pub fn silent(&mut self, time: Duration, expected: &str) -> Outcome {
        self.subject.quiet(time, expected, is_message)
    }

    /// Sends a line and waits for its answer.
    ///
    /// # Errors
    /// When none comes.
    pub fn ask(&mut self, line: &str) -> Outcome<Reply> {
        self.subject.send(line);
        self.reply()
    }

    /// Sends a line that `OK` must answer, to the letter.
    ///
    /// # Errors
    /// When something else does.
    pub fn ask_ok(&mut self, line: &str) -> Outcome {
        let reply = self.ask(line)?;
        demand(reply == Reply::Ok, format!("{line} answered by exactly OK"), reply.text())
    }

    /// Waits for an answer; messages before it are skipped.
    ///
    /// # Errors
    /// When none comes.
    pub fn reply(&mut self) -> Outcome<Reply> {
        self.reply_within(self.subject.patience()).map(|(reply, _)| reply)
    }

    fn reply_within(&mut self, limit: Duration) -> Outcome<(Reply, Instant)> {
        let said = self.subject.expect_within(limit, "an answer", |line| !is_message(line))?;
        let text = said.text;
        let word = text.split(' ').next().unwrap_or_default();
        let reply = if text == "OK" {
            Reply::Ok
        } else if ["ERROR", "UNKNOWN"].contains(&word) {
            Reply::Refusal(text)
        } else if let Some(square) = self.square_of(&text) {
            Reply::Move(square)
        } else {
            Reply::Other(text)
        };
        Ok((reply, said.at))
    }

    /// Waits for a move on the board.
    ///
    /// # Errors
    /// When something else comes, or nothing.
    pub fn take_move(&mut self) -> Outcome<Square> {
        self.move_within(Instant::now(), self.subject.patience()).map(|(square, _)| square)
    }

    /// Waits for a move on the board, and says how long it took since `asked`.
    ///
    /// # Errors
    /// When something else comes, or nothing.
    pub fn move_within(&mut self, asked: Instant, limit: Duration) -> Outcome<(Square, Duration)> {
        let (reply, at) = self.reply_within(limit)?;
        match reply {
            Reply::Move(square) => Ok((square, at.saturating_duration_since(asked))),
            other => fail(self.move_form(), other.text()),
        }
    }

    /// Waits for a move; every other line is left aside, as most managers do.
    ///
    /// # Errors
    /// When none comes.
    pub fn find_move(&mut self) -> Outcome<Square> {
        let mut found = None;
        let (size, form) = (self.size, self.move_form());
        self.subject.expect(&form, |line| {
            found = read_square(line, size);
            found.is_some()
        })?;
        found.map_or_else(|| fail(form, "nothing"), Ok)
    }

    /// Sends a line that a move answers.
    ///
    /// # Errors
    /// When something else does.
    pub fn ask_move(&mut self, line: &str) -> Outcome<Square> {
        self.subject.send(line);
        self.take_move()
    }

    fn move_form(&self) -> String {
        format!("a move x,y on the {} board and nothing else", self.size)
    }

    /// A square as this protocol writes it: column, then row from the top.
    pub fn text_of(&self, square: Square) -> String {
        format!("{},{}", square.col(), self.size.height() - 1 - square.row())
    }

    /// Reads a square that is written to the letter and lies on the board.
    pub fn square_of(&self, text: &str) -> Option<Square> {
        read_square(text, self.size)
    }

    /// The lines that show a position to the side that is to move.
    pub fn board_lines(&self, position: &Position) -> Vec<String> {
        let mut color = Color::Black;
        let stone = |square: Square| {
            let field = if color == position.side() { 1 } else { 2 };
            color = !color;
            format!("{},{field}", self.text_of(square))
        };
        position.history().map(tengen_engine::game::Move::square).map(stone).collect()
    }

    /// Shows a position, for which the engine then owes a move.
    pub fn show(&self, position: &Position) -> Instant {
        self.subject.send("BOARD");
        for line in self.board_lines(position) {
            self.subject.send(&line);
        }
        self.subject.send("DONE")
    }

    /// Sends `END` and demands that the program leaves as fast as the strictest
    /// manager wants it to.
    ///
    /// # Errors
    /// When it does not.
    pub fn end(&mut self) -> Outcome {
        self.subject.send("END");
        self.subject.leaves_within(END_LIMIT, "exit code 0 within 500 ms of END")
    }
}

/// Reads a square that is written to the letter and lies on a board of that size.
fn read_square(text: &str, size: Size) -> Option<Square> {
    let (col, row) = text.split_once(',')?;
    let number = |text: &str| {
        let value = text.parse::<usize>().ok()?;
        (value.to_string() == text).then_some(value)
    };
    let (col, row) = (number(col)?, number(row)?);
    let is_inside = col < size.width() && row < size.height();
    is_inside.then(|| Square::new(col, size.height() - 1 - row))
}

/// Time in which a program must have left after `END`.
pub(super) const END_LIMIT: Duration = Duration::from_millis(500);

/// Whether a line is a message to people that may stand before an answer. A
/// bare `MESSAGE` is none: a manager takes it for the answer.
pub(super) fn is_message(line: &str) -> bool {
    ["MESSAGE ", "DEBUG "]
        .iter()
        .any(|word| line.strip_prefix(word).is_some_and(|text| !text.trim().is_empty()))
}

/// The size of a board of `width` columns and `height` rows.
pub(super) fn board(width: usize, height: usize) -> Outcome<Size> {
    Size::new(width, height).or_else(|error| fail("a board", error.to_string()))
}
