//! A process that outlives us: it ends our programs when we are killed.
//!
//! The guard is this program once more, in a group of its own. It reads a mark that all programs
//! that we start carry in their environment, then the numbers of the groups that run and of those
//! that have ended; the end of its input means that we are gone, however that came about.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::{own_program, runaways, system};

/// The hidden subcommand that the guard is started with.
const SUBCOMMAND: &str = "guard";

/// The way to the guard, shared by everything that starts programs.
#[derive(Clone, Debug)]
pub struct Guard {
    post: Option<Arc<Mutex<Post>>>,
    niceness: Option<i32>,
}

/// The guard, with its input.
#[derive(Debug)]
struct Post {
    child: Child,
    orders: Option<ChildStdin>,
}

impl Guard {
    /// Starts the guard.
    ///
    /// # Errors
    /// When this program cannot be started once more.
    pub fn start() -> io::Result<Guard> {
        if !system::NEEDS_GUARD {
            return Ok(Guard::none());
        }
        let mut order = Command::new(own_program()?);
        order.arg(SUBCOMMAND).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C at the terminal is for us, not for the guard.
        system::Group::lead(&mut order);
        let mut child = order.spawn()?;
        let mut orders = child.stdin.take();
        if let Some(orders) = &mut orders {
            writeln!(orders, "{}", mark())?;
        }
        let post = Some(Arc::new(Mutex::new(Post { child, orders })));
        Ok(Guard { post, niceness: None })
    }

    /// No guard: started programs outlive this one if it is killed.
    pub fn none() -> Guard {
        Guard { post: None, niceness: None }
    }

    /// The same guard, which has its programs run at a niceness, as `nice` has it: 1 to 19, the
    /// larger the more other programs go first.
    #[must_use]
    pub fn with_niceness(self, niceness: i32) -> Guard {
        Guard { niceness: Some(niceness), ..self }
    }

    /// Marks the program of `order`, and so all that this program starts itself.
    pub(super) fn mark(order: &mut Command) {
        order.env(mark(), "1");
    }

    /// Takes charge of a group that was just started: it gets its niceness, and ends with us.
    pub(super) fn watch(&self, group: u32) {
        if let Some(niceness) = self.niceness {
            system::be_nice(group, niceness);
        }
        self.order('+', group);
    }

    /// Tells the guard that a group has ended.
    pub(super) fn dismiss(&self, group: u32) {
        self.order('-', group);
    }

    fn order(&self, sign: char, group: u32) {
        if let Some(post) = &self.post {
            let mut post = post.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(orders) = &mut post.orders {
                // A guard that is gone cannot help; the match goes on without it.
                let _ = writeln!(orders, "{sign}{group}");
            }
        }
    }
}

/// The variable, with its value, that tells our programs from all others.
fn mark() -> String {
    format!("TENGEN_STARTED_{}", std::process::id())
}

impl Drop for Post {
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.child.wait();
    }
}

/// Does the work of the guard: remembers groups until its input ends, then kills the groups that
/// still run, and the processes that left them for a group of their own.
pub fn run_watchdog() {
    let mut groups = BTreeSet::new();
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let mark = lines.next().filter(|mark| !mark.is_empty());
    for line in lines {
        let Some(sign) = line.chars().next() else { continue };
        let Ok(group) = line[sign.len_utf8()..].parse::<i32>() else { continue };
        if sign == '+' {
            groups.insert(group);
        } else {
            groups.remove(&group);
        }
    }
    groups.into_iter().for_each(system::kill_orphans);
    if let Some(mark) = mark {
        runaways::kill_all(&mark);
    }
}
