//! The one writer of standard output while a protocol is served.
//!
//! It has a thread of its own: a manager that reads slowly must not keep `stop` and
//! `quit` from being heard. Of what a manager does not read, so much is kept and no more;
//! then the program waits for it.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::inbox::{Inbox, Input};
use super::input::spawn;

/// Bytes that may wait for a reader before more are put there.
const UNREAD: usize = 16 << 20;

/// How long a program that was told to leave waits for its last words to be taken.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Poll interval while the reader is slow.
const POLL: Duration = Duration::from_millis(20);

/// What waits to be written.
#[derive(Default)]
struct Backlog {
    text: String,
    /// Bytes of the text, and of what is being written.
    bytes: usize,
    /// Whether nothing is added or written any more.
    is_over: bool,
}

#[derive(Default)]
struct LineQueue {
    backlog: Mutex<Backlog>,
    changed: Condvar,
}

impl LineQueue {
    fn lock(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Writes text as it comes, until nothing can come any more.
    fn write_all(&self, out: &mut impl Write) -> io::Result<()> {
        loop {
            let mut backlog = self.lock();
            while backlog.text.is_empty() && !backlog.is_over {
                backlog = self.changed.wait(backlog).unwrap_or_else(PoisonError::into_inner);
            }
            // All the text that waits goes out in one piece.
            let text = std::mem::take(&mut backlog.text);
            drop(backlog);
            if text.is_empty() {
                return Ok(());
            }
            out.write_all(text.as_bytes())?;
            out.flush()?;
            self.lock().bytes -= text.len();
            self.changed.notify_all();
        }
    }

    fn put(&self, text: &str, must_leave: &dyn Fn() -> bool) {
        let mut backlog = self.lock();
        while backlog.bytes >= UNREAD && !backlog.is_over {
            drop(backlog);
            if must_leave() {
                return;
            }
            backlog = self.lock();
            if backlog.bytes >= UNREAD && !backlog.is_over {
                let waited = self.changed.wait_timeout(backlog, POLL);
                backlog = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        if !backlog.is_over {
            backlog.text.push_str(text);
            backlog.bytes += text.len();
            self.changed.notify_all();
        }
    }
}

/// The way to the writer.
pub struct Output {
    queue: Arc<LineQueue>,
    result: Receiver<io::Result<()>>,
}

impl Output {
    /// Starts the writer, which tells `inbox` when the reader of the output is gone.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(inbox: Arc<Inbox>) -> io::Result<Output> {
        let queue = Arc::<LineQueue>::default();
        let (done, result) = mpsc::channel();
        let writers = Arc::clone(&queue);
        spawn("writer", move || {
            let written = writers.write_all(&mut io::stdout().lock());
            writers.end();
            if written.is_err() {
                inbox.put(Input::OutputGone);
            }
            // The receiver is gone when the program is already leaving.
            let _ = done.send(written);
        })?;
        Ok(Output { queue, result })
    }

    /// Has text written as soon as the reader takes it. Where too much waits already, the caller
    /// waits too; the text is lost if the reader is gone or the program must leave.
    pub fn put(&self, text: &str, must_leave: &dyn Fn() -> bool) {
        self.queue.put(text, must_leave);
    }

    /// Waits until everything is written.
    ///
    /// # Errors
    /// When the reader is gone.
    pub fn finish(self) -> io::Result<()> {
        self.queue.end();
        self.result.recv().unwrap_or(Ok(()))
    }

    /// Gives the writer a moment to write what is left.
    ///
    /// # Errors
    /// When the reader is gone.
    pub fn leave(self) -> io::Result<()> {
        self.queue.end();
        self.result.recv_timeout(LAST_WORDS).unwrap_or(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn what_nobody_reads_has_a_bound() {
        let queue = LineQueue::default();
        let text = "x".repeat(UNREAD / 4);
        let puts = AtomicUsize::new(0);
        let must_leave = || puts.load(Ordering::Relaxed) >= 6;
        thread::scope(|scope| {
            let talker = scope.spawn(|| {
                for _ in 0..6 {
                    queue.put(&text, &|| false);
                    puts.fetch_add(1, Ordering::Relaxed);
                }
            });
            while puts.load(Ordering::Relaxed) < 4 {
                thread::yield_now();
            }
            assert!(!talker.is_finished() && queue.lock().bytes == UNREAD);
            // A reader comes.
            let writer = scope.spawn(|| queue.write_all(&mut io::sink()));
            talker.join().unwrap();
            queue.end();
            writer.join().unwrap().unwrap();
            assert_eq!(queue.lock().bytes, 0);
        });
        let full = LineQueue::default();
        (0..6).for_each(|_| full.put(&text, &must_leave));
        assert_eq!(full.lock().bytes, UNREAD, "a program that must leave does not wait");
    }
}
