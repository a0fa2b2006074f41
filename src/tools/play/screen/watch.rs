//! A thread that notices when the program has to leave, even while reading keys from a
//! terminal that was closed never ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use tengen_host::cli::input::spawn;
use tengen_host::cli::interrupt::Interrupt;

use super::terminal::give_back;

/// How often the watch looks around.
const POLL: Duration = Duration::from_millis(50);
/// How long leaving in good order may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// The wish of the system that we leave: a signal, or a closed terminal.
pub(super) struct Watch(Arc<AtomicBool>);

impl Watch {
    /// Begins to watch. A program that has not left soon after the wish is ended; the programs
    /// of the table end with it, however that comes about.
    ///
    /// # Errors
    /// When the system does not tell us of signals, or gives no thread.
    pub fn start() -> io::Result<Watch> {
        let interrupt = Interrupt::listen()?;
        let must_leave = Arc::<AtomicBool>::default();
        let told = Arc::clone(&must_leave);
        spawn("watch", move || {
            while interrupt.received().is_none() && !is_closed() {
                thread::sleep(POLL);
            }
            told.store(true, Ordering::Relaxed);
            thread::sleep(PATIENCE);
            give_back();
            process::exit(0);
        })?;
        Ok(Watch(must_leave))
    }

    /// Whether we have to leave.
    pub fn must_leave(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether the terminal is gone.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdout = io::stdout();
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut watched, Some(&at_once)).is_ok()
        && watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Never: on systems other than Unix the program ends with its window.
#[cfg(not(unix))]
fn is_closed() -> bool {
    false
}
