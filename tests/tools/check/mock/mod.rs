//! Engines that keep to their protocol, except for one named fault. They know
//! the rules from the library and nothing else of this program.

mod brain;
mod chooser;
mod uci;

use std::collections::VecDeque;
use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Names the protocol and the fault of the engine that this process is to be.
const ROLE: &str = "TENGEN_MOCK";

/// Where a mock engine writes: its standard output, which the shell of [`command`]
/// gave this number, as the test program prints lines of its own on the first.
const OUTPUT: &str = "/dev/fd/3";

/// The command of a mock engine: this test program with `engine` as its only test.
pub fn command(program: &str, flavour: &str, fault: &str) -> Vec<String> {
    let test = concat!(module_path!(), "::engine");
    let test = test.split_once("::").map_or(test, |(_, path)| path);
    let script = format!(
        "export {ROLE}=\"$1 $2\"; exec \"$0\" --exact {test} --ignored --nocapture 3>&1 >/dev/null"
    );
    ["sh", "-c", &script, program, flavour, fault].map(str::to_owned).into()
}

/// No test, but a mock engine, if the environment names one.
#[test]
#[ignore = "a mock engine, which the tests of the checker start"]
fn engine() {
    let Ok(role) = env::var(ROLE) else { return };
    let (flavour, fault) = role.split_once(' ').expect("a protocol and a fault");
    let street = Street::open(fault);
    match flavour {
        "uci" | "native" | "ugi" => uci::run(street, flavour),
        "gomocup" => brain::run(street),
        other => panic!("{other}: expected uci, native, ugi or gomocup"),
    }
    // Nothing more is to be said.
    process::exit(0);
}

/// What arrives.
enum Arrival {
    Line(String),
    Nothing,
    End,
}

/// Lines in and out, and the faults that have to do with them alone.
struct Street {
    fault: String,
    lines: Receiver<String>,
    /// Lines that are to be dealt with later.
    waiting: VecDeque<String>,
    output: File,
}

impl Street {
    fn open(fault: &str) -> Street {
        let (sender, lines) = mpsc::channel();
        let output = OpenOptions::new().write(true).open(OUTPUT).expect("an output");
        let street = Street { fault: fault.to_owned(), lines, waiting: VecDeque::new(), output };
        let keeps_cr = street.has("keeps-cr");
        let is_small = street.has("small-buffer");
        let is_text = street.has("text-only");
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut bytes = Vec::new();
            while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                let mut line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
                if !keeps_cr {
                    line = line.strip_suffix(b"\r").unwrap_or(line);
                }
                if is_small && line.len() > 1 << 16 || is_text && str::from_utf8(line).is_err() {
                    process::abort();
                }
                // Kept, a carriage return is part of the last word.
                let text = String::from_utf8_lossy(line).replace('\r', "^M");
                if sender.send(text).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        street
    }

    /// Whether this engine has that fault.
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Says a line.
    fn say(&self, line: impl AsRef<str>) {
        let text = format!("{}\n", line.as_ref());
        if (&self.output).write_all(text.as_bytes()).is_err() {
            if self.has("endless-writer") {
                sleep_for_ever();
            }
            process::exit(1);
        }
    }

    /// Says the same line for ever.
    fn flood(&self, line: &str) -> ! {
        loop {
            self.say(line);
        }
    }

    /// The next line, waiting ones first.
    fn next(&mut self) -> Arrival {
        if let Some(line) = self.waiting.pop_front() {
            return Arrival::Line(line);
        }
        match self.lines.recv() {
            Ok(line) => Arrival::Line(line),
            Err(_) => Arrival::End,
        }
    }

    /// The next line that is new, until the moment comes.
    fn next_until(&mut self, deadline: Option<Instant>) -> Arrival {
        let left = match deadline {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()),
            None => Duration::from_secs(3600),
        };
        match self.lines.recv_timeout(left) {
            Ok(line) => Arrival::Line(line),
            Err(RecvTimeoutError::Timeout) => Arrival::Nothing,
            Err(RecvTimeoutError::Disconnected) => Arrival::End,
        }
    }

    /// Leaves when the input has ended.
    fn leave_at_end(&self, is_thinking: bool) -> ! {
        if self.has("orphan") || self.has("endless-writer") {
            sleep_for_ever();
        }
        if is_thinking && self.has("dies-at-end") {
            process::abort();
        }
        process::exit(0)
    }

    /// Leaves when told to.
    fn leave(&self) -> ! {
        process::exit(if self.has("odd-code") { 7 } else { 0 })
    }
}

/// Does nothing for ever.
fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}
