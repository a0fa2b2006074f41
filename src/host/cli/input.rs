//! The threads that bring the event loop what happens outside.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use super::inbox::{Inbox, Input};
use super::lines::{CutLine, LineCutter};

/// Longest line that is kept, in bytes; a longer one is cut here and refused.
/// The longest sensible line, a game on the largest board, has some ten thousand.
pub const LINE_BYTES: usize = 1 << 20;

/// Starts the threads that listen to the outside.
///
/// # Errors
/// When the system gives no thread.
pub fn listen(inbox: &Arc<Inbox>) -> io::Result<()> {
    let lines = Arc::clone(inbox);
    spawn("reader", move || read_lines(&mut io::stdin().lock(), &lines))?;
    system::listen(inbox)
}

/// Starts the threads that wait for what the system has to say: [`Input::Terminate`]
/// and [`Input::OutputGone`].
///
/// # Errors
/// When the system gives no thread.
pub fn watch(inbox: &Arc<Inbox>) -> io::Result<()> {
    system::listen(inbox)
}

/// Starts a thread that is never joined.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

/// Sends every line, then the end. Stops when the inbox is closed.
fn read_lines(reader: &mut impl BufRead, inbox: &Inbox) {
    let mut cutter = LineCutter::new(LINE_BYTES);
    loop {
        let input = match cutter.read(reader) {
            Ok(Some(CutLine { bytes, is_cut })) => {
                Input::Line { bytes, is_cut, arrived: Instant::now() }
            }
            // A stream that cannot be read has ended for us.
            Ok(None) | Err(_) => Input::End,
        };
        let is_end = matches!(input, Input::End);
        if !inbox.put(input) || is_end {
            return;
        }
    }
}

#[cfg(unix)]
mod system {
    //! Signals, and the reader of our output going away.

    use std::io;
    use std::process;
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::SIGTERM;
    use signal_hook::iterator::Signals;

    use super::{Inbox, Input, spawn};

    /// How long the event loop may take to leave. It may be busy with a command
    /// that fills gigabytes, or wait for its last words to be read.
    const PATIENCE: Duration = Duration::from_millis(500);

    pub fn listen(inbox: &Arc<Inbox>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM])?;
        let terminate = Arc::clone(inbox);
        spawn("signals", move || {
            if signals.forever().next().is_some() {
                terminate.put(Input::Terminate);
                thread::sleep(PATIENCE);
                process::exit(0);
            }
        })?;
        let gone = Arc::clone(inbox);
        spawn("output watch", move || {
            if wait_for_closed_output() {
                gone.put(Input::OutputGone);
            }
        })
    }

    /// Sleeps until the reader of standard output is gone, so that a silent search does not outlive
    /// its manager. `false` when the system does not tell that.
    fn wait_for_closed_output() -> bool {
        let stdout = io::stdout();
        loop {
            // Errors and hang-ups are reported without being asked for.
            let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut watched, None) {
                Ok(_) => {
                    let seen = watched[0].revents();
                    return seen.intersects(PollFlags::ERR | PollFlags::HUP);
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return false,
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    //! Elsewhere the program hears of a closed output when it next writes, and
    //! is ended by the system without being asked.

    use std::io;
    use std::sync::Arc;

    use super::Inbox;

    pub fn listen(_: &Arc<Inbox>) -> io::Result<()> {
        Ok(())
    }
}
