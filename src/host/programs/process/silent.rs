//! A program that we start and do not talk to.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

use super::Guard;
use super::system::Group;

/// The longest pause between two looks whether the program has ended.
const POLL: Duration = Duration::from_millis(20);

/// A running program whose streams were settled before it started. The program is killed, with all
/// that it started, when this is dropped, and when we are killed.
#[derive(Debug)]
pub struct SilentProcess {
    child: Child,
    group: Group,
    status: Option<ExitStatus>,
    guard: Guard,
}

impl SilentProcess {
    /// Starts the program of `order`.
    ///
    /// # Errors
    /// When there is no such program or the system is out of processes.
    pub fn start(order: &mut Command, guard: &Guard) -> io::Result<SilentProcess> {
        Group::lead(order);
        Guard::mark(order);
        let child = order.spawn()?;
        guard.watch(child.id());
        let group = Group::of(&child);
        Ok(SilentProcess { child, group, status: None, guard: guard.clone() })
    }

    /// Waits for the end of the program; `None` when `must_leave` said so before, and the program
    /// still runs.
    pub fn wait(&mut self, must_leave: &dyn Fn() -> bool) -> Option<ExitStatus> {
        // There is no wait for the end with a limit; the pauses begin short, so that short work
        // does not wait for us.
        let mut pause = Duration::from_micros(200);
        while self.status.is_none() {
            if self.group.has_ended(&mut self.child) {
                self.reap();
                break;
            }
            if must_leave() {
                break;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(POLL);
        }
        self.status
    }

    /// Kills what is left of the group and takes the status. Until then the number of the process,
    /// which is that of the group, cannot belong to another.
    fn reap(&mut self) {
        self.group.kill(&mut self.child);
        self.status = self.child.wait().ok();
        self.guard.dismiss(self.child.id());
    }
}

impl Drop for SilentProcess {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.reap();
        }
    }
}
