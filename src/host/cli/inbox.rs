//! Everything that reaches the event loop, in order and within bounds: a sender of
//! more than the loop takes has to wait.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_engine::session::Notice;

/// Most lines that are read ahead, and most bytes of them; one line more may come on top.
const LINES: usize = 1024;
const LINE_BYTES: usize = 1 << 20;
/// The most notices of the thinking thread that wait.
const NOTICES: usize = 1024;

/// Something that happened.
pub enum Input {
    /// A line arrived.
    Line {
        /// The bytes of the line, without the line feed.
        bytes: Vec<u8>,
        /// Whether the line was longer and is cut.
        is_cut: bool,
        /// When the line arrived.
        arrived: Instant,
    },
    /// There will be no more lines.
    End,
    /// The thinking thread has something to say.
    Notice(Notice),
    /// The system asks the program to leave.
    Terminate,
    /// The reader of the output is gone.
    OutputGone,
}

impl Input {
    /// Whether this comes from standard input, and so after all lines before it.
    const fn is_read(&self) -> bool {
        matches!(self, Input::Line { .. } | Input::End)
    }

    /// Whether the program is to leave, so that nothing else matters any more.
    const fn is_last(&self) -> bool {
        matches!(self, Input::Terminate | Input::OutputGone)
    }
}

#[derive(Default)]
struct Waiting {
    inputs: VecDeque<Input>,
    lines: usize,
    line_bytes: usize,
    notices: usize,
    /// Whether the loop has ended.
    is_closed: bool,
}

impl Waiting {
    fn has_room_for(&self, input: &Input) -> bool {
        match input {
            Input::Line { .. } => self.lines < LINES && self.line_bytes < LINE_BYTES,
            Input::Notice(_) => self.notices < NOTICES,
            Input::End | Input::Terminate | Input::OutputGone => true,
        }
    }

    fn push(&mut self, input: Input) {
        match &input {
            Input::Line { bytes, .. } => {
                self.lines += 1;
                self.line_bytes += bytes.len();
            }
            Input::Notice(_) => self.notices += 1,
            Input::End | Input::Terminate | Input::OutputGone => {}
        }
        if input.is_last() {
            self.inputs.push_front(input);
        } else {
            self.inputs.push_back(input);
        }
    }

    fn pop(&mut self, wants_lines: bool) -> Option<Input> {
        let place = self.inputs.iter().position(|input| wants_lines || !input.is_read())?;
        let input = self.inputs.remove(place)?;
        match &input {
            Input::Line { bytes, .. } => {
                self.lines -= 1;
                self.line_bytes -= bytes.len();
            }
            Input::Notice(_) => self.notices -= 1,
            Input::End | Input::Terminate | Input::OutputGone => {}
        }
        Some(input)
    }
}

/// The way to the event loop.
#[derive(Default)]
pub struct Inbox {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Inbox {
    /// Brings `input`, once there is room for it. `false` when the inbox is closed.
    pub fn put(&self, input: Input) -> bool {
        let mut waiting = self.lock();
        while !waiting.is_closed && !waiting.has_room_for(&input) {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if waiting.is_closed {
            return false;
        }
        waiting.push(input);
        self.changed.notify_all();
        true
    }

    /// Waits for the next thing that happens; lines and the end of the input wait unless
    /// `wants_lines`. `None` when nothing happens within `limit`.
    pub fn take(&self, wants_lines: bool, limit: Option<Duration>) -> Option<Input> {
        let deadline = limit.map(|limit| Instant::now() + limit);
        let mut waiting = self.lock();
        loop {
            if let Some(input) = waiting.pop(wants_lines) {
                self.changed.notify_all();
                return Some(input);
            }
            waiting = match deadline {
                None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.changed.wait_timeout(waiting, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Whether something that waits tells the program to leave; `is_farewell` knows the lines that
    /// tell so.
    pub fn holds_an_end(&self, is_farewell: &dyn Fn(&[u8]) -> bool) -> bool {
        self.lock().inputs.iter().any(|input| match input {
            Input::Line { bytes, is_cut: false, .. } => is_farewell(bytes),
            input => input.is_last(),
        })
    }

    /// Whether nothing can come after what waits, or the program is to leave: work that only serves
    /// later input need not be done then.
    pub fn ends(&self, is_farewell: &dyn Fn(&[u8]) -> bool) -> bool {
        self.lock().inputs.iter().any(|input| matches!(input, Input::End))
            || self.holds_an_end(is_farewell)
    }

    /// Closes the inbox, which takes nothing any more: blocked senders return false.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn line(text: &str) -> Input {
        Input::Line { bytes: text.into(), is_cut: false, arrived: Instant::now() }
    }

    fn text(input: Option<Input>) -> String {
        match input {
            Some(Input::Line { bytes, .. }) => String::from_utf8(bytes).unwrap(),
            Some(Input::End) => "(end)".to_owned(),
            Some(Input::Terminate) => "(terminate)".to_owned(),
            Some(Input::OutputGone) => "(gone)".to_owned(),
            Some(Input::Notice(_)) => "(notice)".to_owned(),
            None => "(nothing)".to_owned(),
        }
    }

    const SOON: Option<Duration> = Some(Duration::ZERO);

    #[test]
    fn what_ends_all_comes_first_and_the_rest_in_order() {
        let inbox = Inbox::default();
        assert!(!inbox.ends(&|_| true));
        for input in [line("a"), line("b"), Input::End] {
            assert!(inbox.put(input));
        }
        assert_eq!(text(inbox.take(false, SOON)), "(nothing)");
        assert_eq!(text(inbox.take(true, None)), "a");
        assert!(!inbox.holds_an_end(&|line| line == b"c"));
        assert!(inbox.holds_an_end(&|line| line == b"b"));
        assert!(inbox.ends(&|_| false), "nothing can follow");
        assert!(inbox.put(Input::Terminate));
        assert!(inbox.holds_an_end(&|_| false));
        for expected in ["(terminate)", "b", "(end)", "(nothing)"] {
            assert_eq!(text(inbox.take(true, SOON)), expected);
        }
    }

    #[test]
    fn who_brings_too_much_waits() {
        for (count, long) in [(LINES, String::new()), (4, "x".repeat(LINE_BYTES / 4))] {
            let inbox = Inbox::default();
            thread::scope(|scope| {
                let reader = scope.spawn(|| {
                    (0..3 * count).all(|_| inbox.put(line(&long))) && inbox.put(Input::End)
                });
                while !reader.is_finished() {
                    assert!(inbox.lock().lines <= count);
                    inbox.take(true, SOON);
                }
                assert!(reader.join().unwrap());
            });
            // A blocked sender is told that the inbox is closed.
            thread::scope(|scope| {
                let reader = scope.spawn(|| (0..3 * count).all(|_| inbox.put(line(&long))));
                inbox.close();
                assert!(!reader.join().unwrap());
            });
        }
    }
}
