//! What the checks came to, for people and for programs.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use tengen_engine::game::problem::escaped;

use super::register::{Check, Group, Numbered};
use super::subject::{Transcript, TranscriptLine, Way};
use super::verdict::{Outcome, Verdict, shown};

/// A check that was made.
#[derive(Serialize)]
pub(super) struct Made {
    number: usize,
    name: &'static str,
    group: Group,
    reason: &'static str,
    result: &'static str,
    /// What should have come, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    /// What came in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<String>,
    /// Why the check was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// How long the check took, in milliseconds.
    ms: u64,
    /// What was exchanged, when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<ExchangedLine>>,
}

/// A line that was exchanged.
#[derive(Serialize)]
struct ExchangedLine {
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
        let Check { name, group, reason, .. } = *check;
        let (result, expected, got, why) = match outcome.clone() {
            Ok(()) => ("pass", None, None, None),
            Err(Verdict::Fail { expected, got }) => ("fail", Some(expected), Some(got), None),
            Err(Verdict::Skip(why)) => ("skip", None, None, Some(why)),
        };
        let ms = took.as_millis() as u64;
        Made { number, name, group, reason, result, expected, got, why, ms, lines: None }
    }

    /// Adds what was exchanged.
    pub fn with(mut self, transcript: Transcript) -> Made {
        let line = |TranscriptLine { at, program, way: direction, text }| ExchangedLine {
            ms: at.as_millis() as u64,
            program,
            way: way(direction),
            text,
        };
        self.lines = Some(transcript.entries.into_iter().map(line).collect());
        self
    }

    /// Whether the check failed.
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
        format!("{number:>4} {result} {name:width$}  {reason}{}\n", escaped(&tail))
    }
}

/// What was exchanged, for people.
pub(super) fn transcript(transcript: &Transcript) -> String {
    let line = |TranscriptLine { at, program, way: direction, text }: &TranscriptLine| {
        let sign = direction.sign();
        format!("       {program} {:>6} ms {sign} {}\n", at.as_millis(), shown(text))
    };
    let mut lines: Vec<String> = transcript.entries.iter().map(line).collect();
    if transcript.dropped > 0 {
        lines.push(format!("       and {} more lines\n", transcript.dropped));
    }
    lines.concat()
}

/// What the checks of a group came to.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct GroupTally {
    passed: usize,
    pub failed: usize,
    skipped: usize,
}

impl GroupTally {
    fn of(checks: &[Made], group: Group) -> GroupTally {
        let count = |result| {
            checks.iter().filter(|check| check.group == group && check.result == result).count()
        };
        GroupTally { passed: count("pass"), failed: count("fail"), skipped: count("skip") }
    }

    fn is_empty(self) -> bool {
        self.passed + self.failed + self.skipped == 0
    }
}

/// All that was done.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pub command: &'a [String],
    /// What the engine speaks; `None` when that was not found out.
    pub protocol: Option<&'static str>,
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
    /// Numbers of checks passed, failed and skipped, for each group of which checks were made.
    pub groups: BTreeMap<Group, GroupTally>,
    /// Whether all checks that were asked for were made.
    pub complete: bool,
    /// Why not all checks were made.
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
        let tallies = Group::ALL.map(|group| (group, GroupTally::of(&checks, group)));
        let groups = tallies.into_iter().filter(|(_, tally)| !tally.is_empty()).collect();
        Report { command, protocol, passed, failed, skipped, groups, complete, stopped, ms, checks }
    }

    /// How many checks of a group failed.
    pub fn failed_of(&self, group: Group) -> usize {
        self.groups.get(&group).map_or(0, |tally| tally.failed)
    }

    /// The last lines for people: one for each group, if there are several, and one for all.
    pub fn summary(&self) -> String {
        let Report { passed, failed, skipped, .. } = self;
        let protocol = self.protocol.unwrap_or("none");
        let stop = self.stopped.as_ref().map(|why| format!("stopped, {why}: ")).unwrap_or_default();
        let seconds = Duration::from_millis(self.ms).as_secs_f64();
        let line = |(group, GroupTally { passed, failed, skipped }): (&Group, &GroupTally)| {
            let name = group.name();
            format!("{name:<8} {passed:>3} passed, {failed:>3} failed, {skipped:>3} skipped\n")
        };
        let groups: Vec<String> = self.groups.iter().map(line).collect();
        let groups = if groups.len() > 1 { groups.concat() } else { String::new() };
        format!(
            "{groups}{stop}{protocol}: {passed} passed, {failed} failed, {skipped} skipped in {seconds:.1} s\n"
        )
    }
}

/// A check as `--list` shows it.
#[derive(Serialize)]
pub(super) struct Listed {
    number: usize,
    name: &'static str,
    group: Group,
    protocols: Vec<&'static str>,
    wants: &'static str,
    reason: &'static str,
}

impl Listed {
    pub fn new((number, check): Numbered) -> Listed {
        let protocols = check.protocols.iter().map(|protocol| protocol.text()).collect();
        let Check { name, group, wants, reason, .. } = *check;
        Listed { number, name, group, protocols, wants, reason }
    }

    /// The row of the table.
    fn row(&self) -> String {
        let Listed { number, name, group, protocols, wants, reason } = self;
        let (group, protocols) = (group.name(), protocols.join(" "));
        format!("| {number} | `{name}` | {group} | {protocols} | {wants} | {reason} |\n")
    }
}

/// The checks as a table in Markdown: the one that stands in the manual.
pub(super) fn table(checks: &[Listed]) -> String {
    let head = "| # | check | group | protocols | wants | because |\n|---|---|---|---|---|---|\n";
    let rows = checks.iter().map(Listed::row);
    [head.to_owned()].into_iter().chain(rows).collect()
}
