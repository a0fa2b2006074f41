//! The engine under test: a running program, what was said to it and what it
//! said, and steps that end a check when it does not do as it should.

use std::cell::RefCell;
use std::process::ExitStatus;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tengen_host::programs::process::{LAST_WORDS, Listened, Process};

use super::trial::Shared;
use super::verdict::{Outcome, demand, fail, shown};

/// Lines that may come while one is waited for. More is a flood.
const FLOOD: usize = 20_000;

/// Lines that a transcript keeps.
const KEPT_LINES: usize = 2_000;

/// Longest line of a transcript, in characters.
const KEPT_CHARS: usize = 400;

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To the engine.
    Sent,
    /// From the engine.
    Received,
    /// What happened to the program.
    Note,
}

impl Way {
    /// The sign that shows people the direction of a line.
    pub const fn sign(self) -> char {
        match self {
            Way::Sent => '>',
            Way::Received => '<',
            Way::Note => '#',
        }
    }
}

/// A line of a transcript.
#[derive(Clone, Debug)]
pub(super) struct TranscriptLine {
    /// Time since the check began.
    pub at: Duration,
    /// Which of the check's programs, counted from 1.
    pub program: usize,
    pub way: Way,
    pub text: String,
}

/// What was exchanged during a check.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    pub entries: Vec<TranscriptLine>,
    /// Number of lines that are not kept.
    pub dropped: usize,
}

impl Transcript {
    fn add(&mut self, at: Duration, program: usize, way: Way, text: &str) {
        if self.entries.len() == KEPT_LINES {
            self.dropped += 1;
            return;
        }
        let mut text: String = text.chars().take(KEPT_CHARS + 1).collect();
        if text.chars().count() > KEPT_CHARS {
            text.pop();
            text.push('…');
        }
        self.entries.push(TranscriptLine { at, program, way, text });
    }
}

/// A line of the engine and when it came.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub text: String,
    pub at: Instant,
}

/// A running engine. It is killed when this is dropped.
pub(super) struct Subject {
    process: Process,
    number: usize,
    shared: Rc<Shared>,
    transcript: Rc<RefCell<Transcript>>,
}

impl Subject {
    pub fn new(
        process: Process,
        number: usize,
        shared: Rc<Shared>,
        transcript: Rc<RefCell<Transcript>>,
    ) -> Subject {
        let subject = Subject { process, number, shared, transcript };
        subject.record(Way::Note, "started");
        subject
    }

    fn record(&self, way: Way, text: &str) {
        if way == Way::Note {
            self.process.log().happened(text);
        }
        let at = self.shared.begun.get().elapsed();
        self.transcript.borrow_mut().add(at, self.number, way, text);
    }

    /// How long an answer is waited for.
    pub fn patience(&self) -> Duration {
        self.shared.patience()
    }

    /// Writes a line; the moment is where its time begins.
    pub fn send(&self, line: &str) -> Instant {
        self.record(Way::Sent, line);
        self.process.send(line);
        Instant::now()
    }

    /// Writes bytes as they are; `name` stands for them in the transcript.
    pub fn send_bytes(&self, bytes: Vec<u8>, name: &str) {
        self.record(Way::Sent, name);
        self.process.send_bytes(bytes);
    }

    /// Ends its input.
    pub fn end_input(&mut self) {
        self.record(Way::Note, "its input is closed");
        self.process.close_input();
    }

    /// Closes our end of its output.
    pub fn close_output(&mut self) {
        self.record(Way::Note, "its output is closed");
        self.process.stop_listening();
    }

    /// The next line until `deadline`; `None` when nothing came.
    ///
    /// # Errors
    /// When the program closed its output: nothing can follow.
    pub fn next_until(&mut self, deadline: Instant, expected: &str) -> Outcome<Option<Said>> {
        match self.process.listen(deadline) {
            Listened::Line(line) => {
                self.record(Way::Received, &line.text);
                Ok(Some(Said { text: line.text, at: line.at }))
            }
            Listened::Silence => Ok(None),
            Listened::Closed => {
                let end = self.describe_end();
                fail(expected, end)
            }
        }
    }

    /// What became of a program that closed its output.
    fn describe_end(&mut self) -> String {
        let status = self.process.wait(Instant::now() + Duration::from_secs(1));
        let end = match status {
            Some(status) => describe_status(status),
            None => "it closed its output".to_owned(),
        };
        let errors = self.process.last_errors(Instant::now() + LAST_WORDS);
        let text = match errors.lines.back() {
            Some(line) => format!("{end} after the error '{}'", shown(line)),
            None => end,
        };
        self.record(Way::Note, &text);
        text
    }

    /// Waits for the first line that `is_it` takes; others before it are skipped.
    ///
    /// # Errors
    /// When it does not come within `limit`, or too many others do.
    pub fn expect_within(
        &mut self,
        limit: Duration,
        expected: &str,
        mut is_it: impl FnMut(&str) -> bool,
    ) -> Outcome<Said> {
        let begin = Instant::now();
        let mut others = 0;
        let mut last = None;
        while let Some(said) = self.next_until(begin + limit, expected)? {
            if is_it(&said.text) {
                self.shared.learn(said.at.saturating_duration_since(begin));
                return Ok(said);
            }
            others += 1;
            if others == FLOOD {
                return fail(expected, format!("a flood of lines such as {}", shown(&said.text)));
            }
            last = Some(said.text);
        }
        if limit >= self.patience() {
            self.shared.lose_patience();
        }
        let waited = format!("{:.1} s", limit.as_secs_f64());
        match last {
            Some(line) => fail(expected, format!("{} and nothing else in {waited}", shown(&line))),
            None => fail(expected, format!("nothing in {waited}")),
        }
    }

    /// Waits for a line as long as any answer is waited for.
    ///
    /// # Errors
    /// When it does not come.
    pub fn expect(&mut self, expected: &str, is_it: impl FnMut(&str) -> bool) -> Outcome<Said> {
        self.expect_within(self.patience(), expected, is_it)
    }

    /// Demands that nothing is said for a while.
    ///
    /// # Errors
    /// When something is, unless `is_fine` takes the line.
    pub fn quiet(
        &mut self,
        time: Duration,
        expected: &str,
        is_fine: impl Fn(&str) -> bool,
    ) -> Outcome {
        let deadline = Instant::now() + time;
        let mut count = 0;
        while let Some(said) = self.next_until(deadline, expected)? {
            count += 1;
            if count == FLOOD {
                return fail(expected, format!("a flood of lines such as {}", shown(&said.text)));
            }
            demand(is_fine(&said.text), expected, shown(&said.text))?;
        }
        Ok(())
    }

    /// Waits for the program to end by itself; what it still says is left aside.
    ///
    /// # Errors
    /// When it does not within `limit`.
    pub fn ends_within(&mut self, limit: Duration, expected: &str) -> Outcome<ExitStatus> {
        let deadline = Instant::now() + limit;
        // A program that cannot write cannot leave.
        while let Listened::Line(line) = self.process.listen(deadline) {
            self.record(Way::Received, &line.text);
        }
        match self.process.wait(deadline.max(Instant::now() + Duration::from_millis(5))) {
            Some(status) => {
                self.record(Way::Note, &describe_status(status));
                Ok(status)
            }
            None => fail(expected, format!("it still runs after {} ms", limit.as_millis())),
        }
    }

    /// As [`Subject::ends_within`], but the exit status must also say that all went well.
    ///
    /// # Errors
    /// When it ends otherwise, or not in time.
    pub fn leaves_within(&mut self, limit: Duration, expected: &str) -> Outcome {
        let status = self.ends_within(limit, expected)?;
        demand(status.success(), expected, describe_status(status))
    }

    /// The first line that is kept of what the engine wrote to standard error.
    pub fn errors(&self) -> Option<String> {
        self.process.errors().lines.front().cloned()
    }

    /// The last line of it.
    pub fn last_error(&self) -> Option<String> {
        self.process.errors().lines.back().cloned()
    }

    /// Largest memory of the program and all it started, in bytes, where the
    /// system tells.
    pub fn peak_memory(&self) -> Option<u64> {
        super::memory::peak(self.process.id())
    }
}

/// An exit status in words.
pub(super) fn describe_status(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => "it ended".to_owned(),
    }
}
