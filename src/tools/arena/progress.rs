//! The progress of a match: a bar on a terminal, lines elsewhere.
//!
//! All of it goes to standard error; standard output is for results.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use tengen_engine::game::problem::escaped;
use tengen_games::table::verdict::Ending;

use super::played::Played;

/// Games between two lines with the results so far.
const INTERVAL: u64 = 10;

/// Shows how a match is going.
pub(super) struct Progress {
    /// `None` where standard error is no terminal.
    bar: Option<ProgressBar>,
    games: u64,
}

impl Progress {
    /// A match of that many games, some of which are played.
    pub fn new(games: u64, played: u64) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar =
                ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(4));
            if let Ok(style) = ProgressStyle::with_template(
                "{pos}/{len} {bar:20} {elapsed_precise} (left {eta}) {wide_msg}",
            ) {
                bar.set_style(style);
            }
            bar.set_position(played);
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Progress { bar, games }
    }

    /// Shows that a game has ended: `played` have by now, and `results` tells the results so far.
    pub fn game(&self, game: &Played, played: u64, results: &dyn Fn() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_position(played);
            bar.set_message(escaped(&results()));
            if game.reason.is_fault() {
                self.note(&line(game, self.games));
            }
            return;
        }
        self.note(&line(game, self.games));
        if played.is_multiple_of(INTERVAL) {
            self.note(&format!("after {played} games: {}", results()));
        }
    }

    /// Something that has to be said in between, on one line whatever an engine has
    /// put into it.
    pub fn note(&self, text: &str) {
        let text = escaped(text);
        match &self.bar {
            Some(bar) => bar.println(text),
            // A closed standard error is no reason to stop.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// The match is over.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A game in one line.
fn line(game: &Played, games: u64) -> String {
    let Played { game: number, black, white, result, reason, moves, detail, .. } = game;
    let culprit = game.fault.as_ref().map(|fault| {
        let last = fault.stderr.last().filter(|_| matches!(reason, Ending::Crash));
        let last = last.map(|line| format!(" (it said: {line})")).unwrap_or_default();
        format!(": {} {detail}{last}", fault.engine)
    });
    format!(
        "game {number}/{games}: {black} - {white} {result} ({}, {} moves){}",
        reason.name(),
        moves.len(),
        culprit.unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_a_crash_are_told() {
        let text = r#"{"game":1,"pair":1,"black":"a","white":"b","opening":0,"symmetry":0,
            "seed":1,"result":"0-1","reason":"crash","detail":"ended with exit status: 3",
            "moves":"h8","opening_moves":1,"chosen":[],
            "fault":{"engine":"a","lines":[],"stderr":["first","ValueError: q99"]}}"#;
        let game: Played = serde_json::from_str(text).unwrap();
        let said = line(&game, 2);
        let end = "a ended with exit status: 3 (it said: ValueError: q99)";
        assert!(said.ends_with(end), "{said}");
    }
}
