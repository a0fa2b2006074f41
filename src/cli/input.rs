//! Everything that reaches the event loop, and the threads that bring it.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use tengen_engine::session::Notice;

use super::lines::{CutLine, LineCutter};

/// Longest line that is kept, in bytes; a longer one is cut here and refused.
/// The longest sensible line, a game on the largest board, has some ten thousand.
pub(crate) const LINE_BYTES: usize = 1 << 20;

/// Something that happened.
pub(crate) enum Input {
    /// A line arrived.
    Line {
        /// Its bytes, without the line feed.
        bytes: Vec<u8>,
        /// Whether it was longer and is cut.
        is_cut: bool,
        /// When it arrived.
        arrived: Instant,
    },
    /// There will be no more lines.
    End,
    /// The thinking thread has something to say.
    Notice(Notice),
    /// The system asks the program to leave.
    Terminate,
    /// Nobody reads the output any more.
    OutputGone,
}

/// Starts the threads that listen to the outside.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn listen(sender: &Sender<Input>) -> io::Result<()> {
    let lines = sender.clone();
    spawn("reader", move || read_lines(&mut io::stdin().lock(), &lines))?;
    system::listen(sender)
}

/// Starts the threads that wait for what the system has to say: [`Input::Terminate`]
/// and [`Input::OutputGone`].
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn watch(sender: &Sender<Input>) -> io::Result<()> {
    system::listen(sender)
}

/// Starts a thread that nobody waits for.
pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ())
}

/// Sends every line, then the end. Stops when nobody listens.
fn read_lines(reader: &mut impl BufRead, sender: &Sender<Input>) {
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
        if sender.send(input).is_err() || is_end {
            return;
        }
    }
}

#[cfg(unix)]
mod system {
    //! Signals, and the reader of our output going away.

    use std::io;
    use std::process;
    use std::sync::mpsc::Sender;
    use std::thread;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::SIGTERM;
    use signal_hook::iterator::Signals;

    use super::{Input, spawn};

    /// How long the event loop may take to leave. It may be busy with a command
    /// that fills gigabytes, or wait for its last words to be read.
    const PATIENCE: Duration = Duration::from_millis(500);

    pub(crate) fn listen(sender: &Sender<Input>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM])?;
        let terminate = sender.clone();
        spawn("signals", move || {
            if signals.forever().next().is_some() {
                let _ = terminate.send(Input::Terminate);
                thread::sleep(PATIENCE);
                process::exit(0);
            }
        })?;
        let gone = sender.clone();
        spawn("output watch", move || {
            if wait_for_closed_output() {
                let _ = gone.send(Input::OutputGone);
            }
        })
    }

    /// Sleeps until nobody can read standard output any more, so that a silent
    /// search does not outlive its manager. `false` when that cannot be known.
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
    use std::sync::mpsc::Sender;

    use super::Input;

    pub(crate) fn listen(_: &Sender<Input>) -> io::Result<()> {
        Ok(())
    }
}
