//! Programs that we start, talk to and are sure to get rid of again.
//!
//! A [`Process`] never blocks its user: lines are written and read by
//! threads of its own, lines are stamped when they arrive, and a program that
//! writes faster than it is listened to has to wait. It leads a process group, so
//! that what it starts itself ends with it; a [`Guard`] ends the groups even
//! when we are killed, and in the end those that left their group.

mod guard;
mod own;
mod pipes;
mod runaways;
mod silent;
mod system;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::logging::filter_for_programs;
use tengen_games::line_log::LineLog;

pub use guard::{Guard, run_watchdog};
pub use own::own_program;
pub use pipes::{Heard, Receipt};
pub use silent::SilentProcess;
use system::Group;

/// Lines that may wait to be read before the program has to wait itself.
const WAITING_LINES: usize = 1024;

/// Lines of standard error that are kept.
const KEPT_ERRORS: usize = 50;

/// How long the last words of a program that has ended may take to arrive, where nothing else sets
/// a limit: programs that it started may hold the pipe much longer.
pub const LAST_WORDS: Duration = Duration::from_secs(1);

/// How often a silent program is checked for having ended, and how long its last lines may take
/// after that: programs that it started may hold its output open for ever.
const LOOK: Duration = Duration::from_millis(100);
const LAST_LINES: Duration = Duration::from_millis(250);

/// Why a program did not start.
#[derive(Debug, thiserror::Error)]
#[error("{}: expected {}", self.cause(), self.expected())]
pub struct StartError {
    command: String,
    /// The folder that the program was to be started in, where the folder is missing: the system
    /// gives the same error for a missing program and for a missing folder.
    missing_folder: Option<PathBuf>,
    #[source]
    error: std::io::Error,
}

impl StartError {
    /// What should have stood in place of a command that does not start, where no folder is
    /// missing.
    pub const EXPECTED: &str = "a program that can be started";

    fn new(command: &[String], folder: Option<&Path>, error: std::io::Error) -> StartError {
        let missing_folder = folder.filter(|folder| !folder.is_dir()).map(Path::to_owned);
        StartError { command: shell_words::join(command), missing_folder, error }
    }

    /// The command and what the system says of it, or the folder that is missing.
    pub fn cause(&self) -> String {
        match &self.missing_folder {
            Some(folder) => format!("dir={}", folder.display()),
            None => format!("{}: {}", self.command, self.error),
        }
    }

    /// What should have stood in place of the command or the folder.
    pub const fn expected(&self) -> &'static str {
        match self.missing_folder {
            Some(_) => "a folder that is there",
            None => StartError::EXPECTED,
        }
    }
}

/// A function that a thread calls after each line of a program and after its last one, and that
/// must not wait: an owner of several programs need not look at each of them all the time.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// What listening came to.
#[derive(Debug)]
pub enum Listened {
    /// A line.
    Line(Heard),
    /// Nothing until the deadline.
    Silence,
    /// The program closed its output: nothing can follow.
    Closed,
}

/// What a program wrote to standard error.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    /// The last lines.
    pub lines: VecDeque<String>,
    /// Number of all lines.
    pub count: usize,
    /// Whether nothing can follow.
    pub is_whole: bool,
}

/// The way into a program, on its own.
#[derive(Debug)]
pub struct InputPipe {
    input: Sender<(Vec<u8>, Receipt)>,
    log: LineLog,
}

impl InputPipe {
    /// Writes a line, some time soon; a program that is gone or does not read
    /// is no error here.
    pub fn send(&self, line: &str) {
        // The writer is gone when the program does not read any more.
        self.log.sent(line);
        let _ = self.input.send(([line.as_bytes(), b"\n"].concat(), Receipt::default()));
    }
}

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Group,
    /// The way in; `None` once it is closed.
    input: Option<Sender<(Vec<u8>, Receipt)>>,
    output: Receiver<Heard>,
    errors: Arc<Mutex<Errors>>,
    status: Option<ExitStatus>,
    /// Since when the program has ended and nothing more has come.
    silent_since: Cell<Option<Instant>>,
    guard: Guard,
    /// The conversation with the program in the log.
    log: LineLog,
}

impl Process {
    /// Starts a program with its arguments, in a folder if one is given.
    ///
    /// # Errors
    /// When there is no command, no such program or no such folder, or the system
    /// is out of processes or threads.
    pub fn start(
        command: &[String],
        folder: Option<&Path>,
        guard: &Guard,
    ) -> Result<Process, StartError> {
        Process::start_waking(command, folder, guard, Arc::new(|| {}))
    }

    /// As [`Process::start`], but `wake` is called whenever there is something to listen to.
    ///
    /// # Errors
    /// As [`Process::start`].
    pub fn start_waking(
        command: &[String],
        folder: Option<&Path>,
        guard: &Guard,
        wake: Waker,
    ) -> Result<Process, StartError> {
        let failed = |error| StartError::new(command, folder, error);
        let (program, arguments) = command.split_first().ok_or_else(|| {
            failed(std::io::Error::new(std::io::ErrorKind::InvalidInput, "no command"))
        })?;
        let mut order = Command::new(program);
        order.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            order.current_dir(folder);
        }
        order.envs(filter_for_programs());
        Group::lead(&mut order);
        Guard::mark(&mut order);
        let mut child = order.spawn().map_err(failed)?;
        let log = LineLog::new(shell_words::join(command));
        guard.watch(child.id());
        let group = Group::of(&child);
        let (input, to_write) = mpsc::channel();
        let (heard, output) = mpsc::sync_channel(WAITING_LINES);
        let errors = Arc::<Mutex<Errors>>::default();
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            group,
            input: Some(input),
            output,
            errors: Arc::clone(&errors),
            status: None,
            silent_since: Cell::new(None),
            guard: guard.clone(),
            log: log.clone(),
        };
        // Should a thread be missing, dropping the process ends the program.
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map(|_| ()).map_err(failed)
        };
        if let Some(stdin) = stdin {
            spawn("to engine", Box::new(move || pipes::write(stdin, &to_write)))?;
        }
        if let Some(stdout) = stdout {
            let log = log.clone();
            let work = move || {
                pipes::read(stdout, |line| {
                    log.received(&line.text);
                    let is_wanted = heard.send(line).is_ok();
                    wake();
                    is_wanted
                });
                // The end can be seen before the listener is woken for it.
                drop(heard);
                wake();
            };
            spawn("from engine", Box::new(work))?;
        }
        if let Some(stderr) = stderr {
            let ended = Arc::clone(&errors);
            let keep = move |line: Heard| {
                log.complained(&line.text);
                let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
                errors.count += 1;
                if errors.lines.len() == KEPT_ERRORS {
                    errors.lines.pop_front();
                }
                errors.lines.push_back(line.text);
                true
            };
            let work = move || {
                pipes::read(stderr, keep);
                ended.lock().unwrap_or_else(PoisonError::into_inner).is_whole = true;
            };
            spawn("engine errors", Box::new(work))?;
        }
        Ok(process)
    }

    /// Starts a program to see whether it can be started. The program is ended again, at the latest
    /// after a moment in which a program that works waits for its first line.
    ///
    /// # Errors
    /// As [`Process::start`], and when the program ends by itself.
    pub fn probe_start(
        command: &[String],
        folder: Option<&Path>,
        guard: &Guard,
        moment: Duration,
    ) -> Result<(), StartError> {
        let mut process = Process::start(command, folder, guard)?;
        let Some(status) = process.wait(Instant::now() + moment) else { return Ok(()) };
        let errors = process.last_errors(Instant::now() + LAST_WORDS);
        let said = errors.lines.back().map(|line| format!(": {}", line.escape_debug()));
        let how = format!("ended at once ({status}{})", said.unwrap_or_default());
        Err(StartError::new(command, folder, std::io::Error::other(how)))
    }

    /// The conversation with the program in the log.
    pub const fn log(&self) -> &LineLog {
        &self.log
    }

    /// Number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line, some time soon; a program that is gone or does not read
    /// is no error here.
    pub fn send(&self, line: &str) {
        self.send_bytes([line.as_bytes(), b"\n"].concat());
    }

    /// Writes bytes as they are, some time soon; the receipt gets the moment of that.
    pub fn send_bytes(&self, bytes: Vec<u8>) -> Receipt {
        self.log.sent_bytes(&bytes);
        let receipt = Receipt::default();
        if let Some(input) = &self.input {
            // The writer is gone when the program does not read any more.
            let _ = input.send((bytes, Arc::clone(&receipt)));
        }
        receipt
    }

    /// Takes the way in, so that another thread can write; the input ends when
    /// the pen is dropped. `None` once it is taken or closed.
    pub fn take_input(&mut self) -> Option<InputPipe> {
        let log = self.log.clone();
        self.input.take().map(|input| InputPipe { input, log })
    }

    /// Ends the program's input, once everything sent is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line until the deadline; a line that already waits is given in any case.
    /// A program that has ended is closed, also where programs that it started hold its output
    /// open.
    pub fn listen(&self, deadline: Instant) -> Listened {
        let is_glance = deadline <= Instant::now();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(line) => return self.heard(line),
                Err(RecvTimeoutError::Disconnected) => return Listened::Closed,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.group.has_exited(&self.child) {
                let since = self.silent_since.get().unwrap_or_else(Instant::now);
                self.silent_since.set(Some(since));
                let left = LAST_LINES.saturating_sub(since.elapsed());
                match self.output.recv_timeout(if is_glance { Duration::ZERO } else { left }) {
                    Ok(line) => return self.heard(line),
                    Err(RecvTimeoutError::Timeout) if is_glance && !left.is_zero() => {
                        return Listened::Silence;
                    }
                    Err(_) => return Listened::Closed,
                }
            }
            if left.is_zero() {
                return Listened::Silence;
            }
        }
    }

    fn heard(&self, line: Heard) -> Listened {
        self.silent_since.set(None);
        Listened::Line(line)
    }

    /// Closes our end of the program's output, as a manager does that goes away: lines that wait
    /// are lost, and the program learns of that when it writes again.
    pub fn stop_listening(&mut self) {
        // The reader ends with its next line, which has no receiver.
        self.output = mpsc::sync_channel(0).1;
    }

    /// What the program wrote to standard error so far.
    pub fn errors(&self) -> Errors {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// As [`Process::errors`], for a program that has ended: waits for its last words, but not
    /// beyond the deadline, as programs that it started may still hold the pipe.
    pub fn last_errors(&self, deadline: Instant) -> Errors {
        loop {
            let errors = self.errors();
            if errors.is_whole || Instant::now() >= deadline {
                return errors;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for the end of the program until the deadline. What the program started ends then,
    /// too.
    pub fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        // There is no wait for the end with a limit; the end rarely takes long.
        let mut pause = Duration::from_micros(200);
        while self.status.is_none() {
            if self.group.has_ended(&mut self.child) {
                self.reap();
                break;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(pause.min(left));
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        self.status
    }

    /// Whether the end of the program was seen, or brought about.
    pub const fn has_ended(&self) -> bool {
        self.status.is_some()
    }

    /// Ends the program and all that it started, at once.
    pub fn kill(&mut self) {
        if self.status.is_none() {
            self.reap();
        }
    }

    /// Kills what is left of the group and takes the status. Until then the number of the process,
    /// which is that of the group, cannot belong to another.
    fn reap(&mut self) {
        self.group.kill(&mut self.child);
        self.status = self.child.wait().ok();
        self.guard.dismiss(self.child.id());
        let how = self.status.map_or_else(|| "unknown".to_owned(), |status| status.to_string());
        self.log.happened(format_args!("the program has ended: {how}"));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
