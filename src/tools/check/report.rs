//! What the checks came to, for people and for programs.

use std::time::Duration;

use serde::Serialize;

use super::register::{Check, Numbered};
use super::subject::{Entry, Transcript, Way};
use super::verdict::{Outcome, Verdict, shown};

/// A check that was made.
#[derive(Serialize)]
pub(super) struct Made {
    number: usize,
    name: &'static str,
    reason: &'static str,
    result: &'static str,
    /// What should have come, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    /// What came in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<String>,
    /// Why it was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// How long it took.
    ms: u64,
    /// What was exchanged, when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Line>>,
}

/// A line that was exchanged.
#[derive(Serialize)]
struct Line {
    ms: u64,
    program: usize,
    way: &'static str,
    text: String,
}

/// How the way of a line is written for programs.
const fn way(way: Way) -> &'static str {
    match way {
        Way::Sent => "sent",
        Way::Received => "received",
        Way::Note => "note",
    }
}

impl Made {
    pub fn new((number, check): Numbered, outcome: &Outcome, took: Duration) -> Made {
        let Check { name, reason, .. } = *check;
        let (result, expected, got, why) = match outcome.clone() {
            Ok(()) => ("pass", None, None, None),
            Err(Verdict::Fail { expected, got }) => ("fail", Some(expected), Some(got), None),
            Err(Verdict::Skip(why)) => ("skip", None, None, Some(why)),
        };
        let ms = took.as_millis() as u64;
        Made { number, name, reason, result, expected, got, why, ms, lines: None }
    }

    /// Adds what was exchanged.
    pub fn with(mut self, transcript: Transcript) -> Made {
        let line = |Entry { at, program, way: direction, text }| Line {
            ms: at.as_millis() as u64,
            program,
            way: way(direction),
            text,
        };
        self.lines = Some(transcript.entries.into_iter().map(line).collect());
        self
    }

    /// Whether it failed.
    pub fn has_failed(&self) -> bool {
        self.result == "fail"
    }

    /// The line for people; names are padded to `width`.
    pub fn text(&self, width: usize) -> String {
        let Made { number, name, reason, result, .. } = self;
        let tail = match (&self.expected, &self.got, &self.why) {
            (Some(expected), Some(got), _) => format!(": expected {expected}; got {got}"),
            (_, _, Some(why)) => format!(": {why}"),
            _ => String::new(),
        };
        format!("{number:>4} {result} {name:width$}  {reason}{tail}\n")
    }
}

/// What was exchanged, for people.
pub(super) fn transcript(transcript: &Transcript) -> String {
    let line = |Entry { at, program, way: direction, text }: &Entry| {
        let sign = direction.sign();
        format!("       {program} {:>6} ms {sign} {}\n", at.as_millis(), shown(text))
    };
    let mut lines: Vec<String> = transcript.entries.iter().map(line).collect();
    if transcript.dropped > 0 {
        lines.push(format!("       and {} more lines\n", transcript.dropped));
    }
    lines.concat()
}

/// All that was done.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pub command: &'a [String],
    /// `None` when it was not found out.
    pub protocol: Option<&'static str>,
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
    /// Whether all that were asked for were made.
    pub complete: bool,
    /// Why they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    pub ms: u64,
    pub checks: Vec<Made>,
}

impl<'a> Report<'a> {
    /// `stopped` is why not all checks were made, if so.
    pub fn new(
        command: &'a [String],
        protocol: Option<&'static str>,
        checks: Vec<Made>,
        stopped: Option<String>,
    ) -> Report<'a> {
        let count = |result| checks.iter().filter(|check| check.result == result).count();
        let (passed, failed, skipped) = (count("pass"), count("fail"), count("skip"));
        let ms = checks.iter().map(|check| check.ms).sum();
        let complete = stopped.is_none();
        Report { command, protocol, passed, failed, skipped, complete, stopped, ms, checks }
    }

    /// The last line for people.
    pub fn summary(&self) -> String {
        let Report { passed, failed, skipped, .. } = self;
        let protocol = self.protocol.unwrap_or("none");
        let stop = self.stopped.as_ref().map(|why| format!("stopped, {why}: ")).unwrap_or_default();
        let seconds = Duration::from_millis(self.ms).as_secs_f64();
        format!(
            "{stop}{protocol}: {passed} passed, {failed} failed, {skipped} skipped in {seconds:.1} s\n"
        )
    }
}

/// A check as `--list` shows it.
#[derive(Serialize)]
pub(super) struct Listed {
    number: usize,
    name: &'static str,
    protocols: Vec<&'static str>,
    reason: &'static str,
}

impl Listed {
    pub fn new((number, check): Numbered) -> Listed {
        let protocols = check.speeches.iter().map(|speech| speech.name()).collect();
        Listed { number, name: check.name, protocols, reason: check.reason }
    }

    /// The line for people; names are padded to `width`.
    pub fn text(&self, width: usize) -> String {
        let Listed { number, name, protocols, reason } = self;
        format!("{number:>4} {name:width$}  {:15}  {reason}\n", protocols.join(" "))
    }
}
