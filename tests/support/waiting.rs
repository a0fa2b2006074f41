//! Waiting for processes, never for ever.

use std::io::{self, ErrorKind};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any program under test works, even on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(300);

/// What is waited for, with a limit.
pub trait Finish {
    /// What it has printed once it has ended; an error after [`LIMIT`], and the process
    /// is killed. A command reads nothing and keeps no other output.
    fn finish(self) -> io::Result<Output>
    where
        Self: Sized,
    {
        self.finish_within(LIMIT)
    }

    /// The same with another limit.
    fn finish_within(self, limit: Duration) -> io::Result<Output>;
}

impl Finish for Child {
    fn finish_within(self, limit: Duration) -> io::Result<Output> {
        let id = self.id();
        within(limit, move || self.wait_with_output()).unwrap_or_else(|| {
            // The thread above waits for it still, so that the number is its own.
            kill(id);
            Err(too_long(limit))
        })
    }
}

impl Finish for &mut Command {
    fn finish_within(self, limit: Duration) -> io::Result<Output> {
        let child = self.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        child?.finish_within(limit)
    }
}

/// What this work comes to; nothing if it takes longer than that.
pub fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, done) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    done.recv_timeout(limit).ok()
}

/// How a process has ended; an error after [`LIMIT`], and it is killed.
pub fn end_of(child: &mut Child) -> io::Result<ExitStatus> {
    let deadline = Instant::now() + LIMIT;
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(status),
            None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            None => {
                child.kill()?;
                child.wait()?;
                return Err(too_long(LIMIT));
            }
        }
    }
}

fn too_long(limit: Duration) -> io::Error {
    io::Error::new(ErrorKind::TimedOut, format!("it still runs after {limit:?}"))
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return };
    // It may have ended at this very moment. A shell that leads a group has programs in it, which
    // would go on for minutes beside the other tests.
    let _ = kill_process(id, Signal::KILL);
    let _ = kill_process_group(id, Signal::KILL);
}

#[cfg(not(unix))]
fn kill(_: u32) {}
