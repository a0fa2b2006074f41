//! The one writer of standard output while a protocol is served.
//!
//! It has a thread of its own: a manager that reads slowly, or not at all, must
//! not keep `stop` and `quit` from being heard.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use super::input::{Input, spawn};

/// The way to the writer.
pub(crate) struct Output {
    texts: Sender<String>,
    result: Receiver<io::Result<()>>,
}

/// How long a program that was told to leave waits for its last words to be taken.
const LAST_WORDS: Duration = Duration::from_millis(200);

impl Output {
    /// Starts the writer, which tells `inputs` when nobody reads any more.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(inputs: Sender<Input>) -> io::Result<Output> {
        let (texts, waiting) = mpsc::channel();
        let (done, result) = mpsc::channel();
        spawn("writer", move || {
            let written = write_all(&waiting);
            // Either may be gone: then the program is already leaving.
            if written.is_err() {
                let _ = inputs.send(Input::OutputGone);
            }
            let _ = done.send(written);
        })?;
        Ok(Output { texts, result })
    }

    /// Writes text as soon as somebody reads.
    pub(crate) fn put(&self, text: String) {
        // The writer ends early only when nobody reads, and has said so.
        let _ = self.texts.send(text);
    }

    /// Waits until everything is written.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub(crate) fn finish(self) -> io::Result<()> {
        drop(self.texts);
        self.result.recv().unwrap_or(Ok(()))
    }

    /// Gives the writer a moment to write what is left.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub(crate) fn leave(self) -> io::Result<()> {
        drop(self.texts);
        self.result.recv_timeout(LAST_WORDS).unwrap_or(Ok(()))
    }
}

/// Writes what comes until nothing can come any more.
fn write_all(waiting: &Receiver<String>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    while let Ok(mut text) = waiting.recv() {
        // What has piled up goes out in one piece.
        text.extend(waiting.try_iter());
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}
