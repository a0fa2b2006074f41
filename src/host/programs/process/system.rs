//! What the operating systems do differently about a program and all that it starts.

pub(super) use this::{Group, NEEDS_GUARD, be_nice, kill_orphans};

#[cfg(unix)]
mod this {
    use std::process::{Child, Command};

    use std::os::unix::process::CommandExt;

    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, kill_process_group, setpriority_process, waitid,
    };

    /// Whether a group outlives us when we are killed, unless another process ends it.
    pub(in super::super) const NEEDS_GUARD: bool = true;

    /// The process group that a program leads.
    #[derive(Debug)]
    pub(in super::super) struct Group;

    #[expect(clippy::unused_self, reason = "on Windows a group has something to hold")]
    impl Group {
        /// Has the program of `order` lead a group of its own.
        pub(in super::super) fn lead(order: &mut Command) {
            order.process_group(0);
        }

        /// The group of a program that was just started.
        pub(in super::super) fn of(_: &Child) -> Group {
            Group
        }

        /// Whether the program has ended, by a look that leaves the child unchanged: its status is
        /// left where it is, which keeps its number from being given to another.
        pub(in super::super) fn has_exited(&self, child: &Child) -> bool {
            let Some(id) = Pid::from_raw(child.id() as i32) else { return true };
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            // An error means that there is no such child any more.
            !matches!(waitid(WaitId::Pid(id), options), Ok(None))
        }

        /// Whether the program has ended; its status is left where it is.
        pub(in super::super) fn has_ended(&self, child: &mut Child) -> bool {
            self.has_exited(child)
        }

        /// Kills the group of a child whose status was not taken.
        pub(in super::super) fn kill(&mut self, child: &mut Child) {
            kill_orphans(child.id() as i32);
            // The child may have left its group.
            let _ = child.kill();
        }
    }

    /// Has a program, and what it starts from now on, let others go first.
    pub(in super::super) fn be_nice(program: u32, niceness: i32) {
        // Where the system does not allow it, others are only a little slower.
        let _ = setpriority_process(Pid::from_raw(program as i32), niceness);
    }

    /// Kills the group with this number.
    pub(in super::super) fn kill_orphans(group: i32) {
        if let Some(group) = Pid::from_raw(group) {
            // The group may have ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

#[cfg(windows)]
mod this {
    use std::os::windows::io::AsRawHandle;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job};

    /// Whether a group outlives us when we are killed: the system ends a job with its last handle.
    pub(in super::super) const NEEDS_GUARD: bool = false;

    /// The job that a program works in; `None` where the system gives none, and once it is killed.
    #[derive(Debug)]
    pub(in super::super) struct Group(Option<Job>);

    impl Group {
        /// Does nothing: a job is given to a program that runs.
        pub(in super::super) fn lead(_: &mut Command) {}

        /// The job of a program that was just started. What the program started before it was given
        /// the job stays outside: programs take longer than that to begin.
        pub(in super::super) fn of(child: &Child) -> Group {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits).ok();
            Group(job.filter(|job| job.assign_process(child.as_raw_handle() as isize).is_ok()))
        }

        /// Whether the program has ended, by a look that leaves the child unchanged; false without
        /// a job.
        pub(in super::super) fn has_exited(&self, child: &Child) -> bool {
            let running = self.0.as_ref().and_then(|job| job.query_process_id_list().ok());
            running.is_some_and(|running| !running.contains(&(child.id() as usize)))
        }

        /// Whether the program has ended.
        pub(in super::super) fn has_ended(&self, child: &mut Child) -> bool {
            !matches!(child.try_wait(), Ok(None))
        }

        /// Kills the program and all that it started.
        pub(in super::super) fn kill(&mut self, child: &mut Child) {
            self.0 = None;
            let _ = child.kill();
        }
    }

    /// Does nothing: all programs are equal here.
    pub(in super::super) fn be_nice(_: u32, _: i32) {}

    /// Does nothing: there is no guard that would ask for it.
    pub(in super::super) fn kill_orphans(_: i32) {}
}
