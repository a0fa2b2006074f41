//! What the operating systems do differently about groups of processes.

pub(super) use this::{HAS_GROUPS, has_ended, has_exited, kill_group, kill_orphans, lead_group};

#[cfg(unix)]
mod this {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Whether a program and all that it starts can be ended together.
    pub(in super::super) const HAS_GROUPS: bool = true;

    /// Has the program of `order` lead a group of its own.
    pub(in super::super) fn lead_group(order: &mut Command) {
        order.process_group(0);
    }

    /// Whether the child has ended; its status is left where it is, which keeps its number from
    /// being given to another.
    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        has_exited(child)
    }

    /// Whether a program has ended, by a look that leaves the child unchanged.
    pub(in super::super) fn has_exited(child: &Child) -> bool {
        let Some(id) = Pid::from_raw(child.id() as i32) else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that there is no such child any more.
        !matches!(waitid(WaitId::Pid(id), options), Ok(None))
    }

    /// Kills the group that an unburied child leads.
    pub(in super::super) fn kill_group(child: &mut Child) {
        kill_orphans(child.id() as i32);
        // The child may have left its group.
        let _ = child.kill();
    }

    /// Kills a group.
    pub(in super::super) fn kill_orphans(group: i32) {
        if let Some(group) = Pid::from_raw(group) {
            // The group may have ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod this {
    use std::process::{Child, Command};

    /// Whether a program and all that it starts can be ended together.
    pub(in super::super) const HAS_GROUPS: bool = false;

    pub(in super::super) fn lead_group(_: &mut Command) {}

    /// Whether the child has ended.
    pub(in super::super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Always false: without taking the status the end cannot be known.
    pub(in super::super) fn has_exited(_: &Child) -> bool {
        false
    }

    /// Kills the program.
    pub(in super::super) fn kill_group(child: &mut Child) {
        let _ = child.kill();
    }

    pub(in super::super) fn kill_orphans(_: i32) {}
}
