//! The Gomocup protocol at work: what managers send, and what they must never get.

mod lines;
mod positions;
mod program;
mod time;

use std::collections::HashSet;
#[cfg(unix)]
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::process::{Engine, program};
use crate::waiting::Finish;

/// Time in which a program that was told to leave must be gone, on a busy
/// machine. The promise is 100 ms.
const LEAVING: Duration = Duration::from_secs(3);

/// Much less than the time for a move that is cut short here.
const EARLY: Duration = Duration::from_secs(10);

/// A point, column first, row 0 at the top.
type Point = (u32, u32);

/// The program as a manager sees it.
struct Brain(Engine);

impl Brain {
    fn start(arguments: &[&str]) -> Brain {
        Brain(Engine::start(arguments))
    }

    /// A brain with a board, which plays soon and the same however busy the machine is.
    fn fast(start: &str) -> Brain {
        let mut brain = Brain::start(&[]);
        assert_eq!(brain.ask(start), "OK");
        brain.tell(&["INFO max_depth 1"]);
        brain
    }

    fn tell(&mut self, lines: &[&str]) {
        for line in lines {
            self.0.send(line);
        }
    }

    /// The next line that is an answer.
    fn answer(&mut self) -> String {
        loop {
            let line = self.0.next().expect("it answers");
            if line.strip_prefix("MESSAGE ").is_none_or(|text| text.trim().is_empty()) {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.tell(&[line]);
        self.answer()
    }

    /// A move, in the only form that every manager reads.
    fn ask_move(&mut self, line: &str) -> Point {
        let answer = self.ask(line);
        point(&answer).unwrap_or_else(|| panic!("{line}: {answer}"))
    }
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    Some((number(x)?, number(y)?))
}

/// A whole board as one line, from `h8`-like names with rows counted from the
/// top, as the judge writes its openings: stones by turns, the last one the opponent's.
fn board(moves: &str) -> String {
    let mut names = Vec::new();
    for character in moves.chars() {
        match character {
            'a'..='z' => names.push((character as u32 - 'a' as u32, 0)),
            digit => {
                let last = names.last_mut().unwrap();
                last.1 = last.1 * 10 + digit.to_digit(10).unwrap();
            }
        }
    }
    let count = names.len();
    let who = |index: usize| if (count - index).is_multiple_of(2) { 1 } else { 2 };
    let lines: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(index, (x, y))| format!("{x},{},{}", y - 1, who(index)))
        .collect();
    format!("BOARD {} DONE", lines.join(" "))
}

fn named(moves: &str) -> Vec<Point> {
    moves
        .split(' ')
        .map(|name| (u32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<u32>().unwrap() - 1))
        .collect()
}
