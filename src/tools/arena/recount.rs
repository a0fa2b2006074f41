//! The summary of games that were played before, read line by line: memory does not grow
//! with them.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;

use tengen_engine::game::Color;

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::lines::{self, CutLine, LineCutter};

use super::log::{Header, LogError, compare, no_header, wrong_line};
use super::played::Played;
use super::settings::Match;
use super::tally::Tally;

/// Longest line of a log that is read, in bytes.
const LONGEST_LINE: usize = 4 << 20;

/// Prints the summary of the games in a log, or on standard input; with a test only of
/// those before its decision. An empty line asks for the summary so far, as JSON in a line.
///
/// # Errors
/// When it cannot be read, or has other games than this match.
pub(super) fn recount(plan: &Match, path: &Path, as_json: bool) -> Result<(), Failure> {
    let (name, mut reader) = lines::open(path, "a log, as match --out writes it")?;
    let mut tally = Tally::new(plan);
    let mut lines = LogLines { plan, path, number: 0, seen: SeenNumbers::default() };
    let mut cutter = LineCutter::new(LONGEST_LINE);
    while !tally.is_finished() {
        let line = cutter.read(&mut reader);
        let line = line.with_context(|| format!("{name} broke off"))?;
        let Some(line) = line else { break };
        match lines.read(&line).map_err(|error| Failure::Usage(error.to_string()))? {
            Some(LogLine::Game(game)) => tally.add(&game),
            Some(LogLine::Question) => {
                let text = serde_json::to_string(&tally.summary()).map_err(anyhow::Error::from)?;
                put(format!("{text}\n").as_bytes())?;
            }
            None => {}
        }
    }
    let summary = tally.summary();
    put(if as_json { summary.to_json() } else { summary.to_table() }.as_bytes())
}

/// What a line is, beside settings.
enum LogLine {
    Game(Box<Played>),
    Question,
}

/// The lines of a log so far.
struct LogLines<'a> {
    plan: &'a Match,
    path: &'a Path,
    number: usize,
    seen: SeenNumbers,
}

impl LogLines<'_> {
    /// Understands the next line; `None` is the settings.
    fn read(&mut self, CutLine { bytes, is_cut }: &CutLine) -> Result<Option<LogLine>, LogError> {
        let index = self.number;
        self.number += 1;
        if index == 0 {
            let header: Header =
                serde_json::from_slice(bytes).map_err(|_| no_header(self.path, bytes))?;
            compare(self.path, &header.settings, &self.plan.identity())?;
            return Ok(None);
        }
        if bytes.trim_ascii().is_empty() {
            return Ok(Some(LogLine::Question));
        }
        let text = String::from_utf8_lossy(bytes);
        let wrong = |text: &str, expected: &str| wrong_line(self.path, index, text, expected);
        if *is_cut {
            return Err(wrong(&text, &format!("at most {LONGEST_LINE} bytes")));
        }
        let game: Played = serde_json::from_slice(bytes)
            .map_err(|error| wrong(&text, &format!("a game ({error})")))?;
        let named = format!("game {}", game.game);
        if !self.is_ours(&game) {
            return Err(wrong(&named, "a game of this match, with its players and opening"));
        }
        if !self.seen.add(game.game) {
            return Err(wrong_line(self.path, index, &named, "every game once"));
        }
        Ok(Some(LogLine::Game(Box::new(game))))
    }

    /// Whether the schedule has the game, with its players, opening and seed.
    fn is_ours(&self, game: &Played) -> bool {
        let scheduled = game.game.checked_sub(1).and_then(|game| self.plan.schedule.game(game));
        let Some(scheduled) = scheduled else { return false };
        let name = |index: usize| &self.plan.engines[index].name;
        let mut players = [name(scheduled.black), name(scheduled.white)];
        let mut played = Color::ALL.map(|color| game.player(color));
        if self.plan.terms.swap2 {
            // The players chose their colours themselves.
            players.sort();
            played.sort_unstable();
        }
        let (_, opening) = self.plan.opening(&scheduled);
        let decided = (game.pair, game.opening, game.symmetry, game.seed);
        played == players.map(String::as_str)
            && decided == (scheduled.pair + 1, opening, scheduled.symmetry, scheduled.seed)
    }
}

/// Numbers that were seen, which come nearly in their order.
#[derive(Default)]
struct SeenNumbers {
    /// All numbers up to this one were seen.
    all: u64,
    /// Numbers beyond `all` that were seen.
    beyond: BTreeSet<u64>,
}

impl SeenNumbers {
    /// Notes a number from 1; `false` if it was seen before.
    fn add(&mut self, number: u64) -> bool {
        if number <= self.all || !self.beyond.insert(number) {
            return false;
        }
        while self.beyond.remove(&(self.all + 1)) {
            self.all += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_seen_once_and_forgotten_in_a_row() {
        let mut seen = SeenNumbers::default();
        for number in [1, 3, 2, 5, 7, 6] {
            assert!(seen.add(number), "{number}");
        }
        assert_eq!((seen.all, seen.beyond.len()), (3, 3));
        for number in [1, 2, 3, 5, 6, 7] {
            assert!(!seen.add(number), "{number}");
        }
        assert!(seen.add(4));
        assert_eq!((seen.all, seen.beyond.len()), (7, 0));
    }
}
