//! Engines that keep to their protocol, except for one named fault. They know
//! the rules from the library and nothing else of this program.

mod brain;
mod chooser;
mod uci;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Runs a mock engine until it ends; `arguments` are its protocol and its fault.
pub fn run(arguments: &[String]) {
    let [flavour, fault] = arguments else { panic!("{arguments:?}: expected protocol and fault") };
    let street = Street::open(fault);
    match flavour.as_str() {
        "uci" | "native" | "ugi" => uci::run(street, flavour),
        "gomocup" => brain::run(street),
        other => panic!("{other}: expected uci, native, ugi or gomocup"),
    }
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
}

impl Street {
    fn open(fault: &str) -> Street {
        let (sender, lines) = mpsc::channel();
        let street = Street { fault: fault.to_owned(), lines, waiting: VecDeque::new() };
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
        let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
        if written.is_err() {
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
