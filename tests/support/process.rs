//! A running program, and ways to talk to it that cannot hang.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Far more than any answer takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The program, ready to be started with arguments.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.env_remove("RUST_LOG");
    command
}

/// A running program. It is killed when it goes out of scope.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start(arguments: &[&str]) -> Engine {
        Engine::spawn(program().args(arguments))
    }

    /// Starts a program that is prepared otherwise.
    pub fn spawn(command: &mut Command) -> Engine {
        let (mut engine, stdin) = Engine::spawn_unread(command);
        engine.stdin = Some(stdin);
        engine.listen();
        engine
    }

    /// The same, with the way in on its own; nobody reads what it says before
    /// [`Engine::listen`].
    pub fn spawn_unread(command: &mut Command) -> (Engine, ChildStdin) {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("its input is piped");
        (Engine { child, stdin: None, lines: mpsc::channel().1 }, stdin)
    }

    /// Begins to read what it says.
    pub fn listen(&mut self) {
        let stdout = self.child.stdout.take().expect("its output is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        self.lines = lines;
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("its input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("it reads its input");
    }

    /// The next line, or `None` when the output has ended.
    pub fn next(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer in {PATIENCE:?}"),
        }
    }

    /// All lines up to and including the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.next().unwrap_or_else(|| panic!("{start} never came: {seen:?}"));
            let is_last = line.starts_with(start);
            seen.push(line);
            if is_last {
                return seen;
            }
        }
    }

    /// A line that comes within that time, if one does.
    pub fn within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// Closes its input.
    pub fn end_input(&mut self) {
        self.stdin = None;
    }

    /// What is left of the output, once the program has ended.
    pub fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// How it ended, or `None` if it has not within that time.
    pub fn exit_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait().expect("it can be waited for") {
                Some(status) => return Some(status),
                None if Instant::now() >= deadline => return None,
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// The exit code of a program that is about to end.
    pub fn exit_code(&mut self) -> Option<i32> {
        self.exit_within(PATIENCE).expect("it ends").code()
    }

    #[cfg(unix)]
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
