//! Puzzles line by line, in a terminal or a pipe.

use std::io::{self, IsTerminal};

use tengen_engine::protocol::from_bytes;

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::lines::{CutLine, LineCutter};

use super::{Lesson, Next};

/// Longest line that is read, in bytes.
const LONGEST_LINE: usize = 1000;

/// Gives puzzles to a user until the input ends or they leave.
///
/// # Errors
/// When the reader of the output is gone.
pub(in super::super) fn run(mut lesson: Lesson) -> Result<(), Failure> {
    let is_typed = io::stdin().is_terminal();
    let mut reader = io::BufReader::new(io::stdin());
    let mut cutter = LineCutter::new(LONGEST_LINE);
    say(&lesson.greeting())?;
    introduce(&lesson)?;
    loop {
        if is_typed {
            put(b"> ")?;
        }
        let line = cutter.read(&mut reader).map_err(anyhow::Error::from)?;
        let Some(CutLine { bytes, is_cut }) = line else { break };
        let text = from_bytes(&bytes);
        let text = if is_cut { "a long line".to_owned() } else { text };
        let reply = lesson.obey(text.trim())?;
        if !reply.said.is_empty() {
            say(&reply.said)?;
        }
        match reply.next {
            Next::Same => {}
            Next::Board => show(&lesson)?,
            Next::Another => introduce(&lesson)?,
            Next::Solved if lesson.go_on()? => introduce(&lesson)?,
            Next::Solved | Next::Over => {
                say("that was the last puzzle")?;
                break;
            }
            Next::Leave => break,
        }
    }
    say(&lesson.summary())
}

fn say(text: &str) -> Result<(), Failure> {
    put(format!("{text}\n").as_bytes())
}

/// Shows a puzzle.
fn introduce(lesson: &Lesson) -> Result<(), Failure> {
    say(&format!("\n{}", lesson.title()))?;
    show(lesson)
}

/// The board, and what has to be found.
fn show(lesson: &Lesson) -> Result<(), Failure> {
    say(&format!("{}{}", lesson.position().diagram(), lesson.task()))
}
