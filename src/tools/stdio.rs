//! The event loop between standard input, a session and standard output.

use std::sync::{Arc, OnceLock};
use std::time::Instant;
use std::{io, panic};

use anyhow::Context;
use log::Level;

use tengen_engine::control::Report;
use tengen_engine::protocol::{self, Codec, InputLine, Protocol, ProtocolName};
use tengen_engine::session::message::{Command, Event};
use tengen_engine::session::options::Options;
use tengen_engine::session::{Deliver, Session};

use tengen_games::line_log::LineLog;
use tengen_host::cli::failure::Failure;
use tengen_host::cli::inbox::{Inbox, Input};
use tengen_host::cli::input;
use tengen_host::cli::logging::Log;
use tengen_host::cli::output::Output;
use tengen_host::cli::settings::{Setting, set_all};

/// Most commands that wait for the end of a search, and most bytes of their lines: while so
/// many wait, no more lines are taken, not even a `stop`.
const WAITING: usize = 1 << 16;
const WAITING_BYTES: usize = 16 << 20;

/// Serves a protocol until `quit`, a signal, or the end of the input with
/// everything answered. Without a protocol, the first line decides, which may have been
/// read before.
pub(crate) fn serve(
    protocol: Option<&'static Protocol>,
    settings: &[Setting],
    log: &Log,
    first: Option<String>,
) -> Result<(), Failure> {
    let inbox = Arc::<Inbox>::default();
    if let Some(line) = first {
        let (bytes, arrived) = (line.into_bytes(), Instant::now());
        inbox.put(Input::Line { bytes, is_cut: false, arrived });
    }
    let notices = Arc::clone(&inbox);
    // A notice is lost only while the program is already leaving.
    let deliver: Deliver = Arc::new(move |notice| {
        notices.put(Input::Notice(notice));
    });
    let spoken = Arc::<Spoken>::default();
    let (heard, language) = (Arc::clone(&inbox), Arc::clone(&spoken));
    let is_over = move || heard.ends(&|line| is_farewell(in_force(&language), line));
    let mut session = Session::new(deliver).heeding(is_over);
    let lines = LineLog::new("standard input and output");
    set_all(&mut session, settings, log, &lines)?;
    let output = Output::start(Arc::clone(&inbox)).context("no thread to write with")?;
    input::listen(&inbox).context("no thread to listen with")?;

    let mut console = Console::new(protocol, spoken, (log, lines), output, Arc::clone(&inbox));
    // Bytes of the lines taken since nothing waited.
    let mut taken = 0;
    loop {
        if session.waiting() == 0 {
            taken = 0;
        }
        let has_room = session.waiting() < WAITING && taken < WAITING_BYTES;
        let Some(input) = inbox.take(has_room, None) else { continue };
        match input {
            Input::Line { bytes, is_cut, arrived } => {
                taken += bytes.len();
                let text = protocol::from_bytes(&bytes);
                console.recognise(&text);
                console.lines.sent(&text);
                for command in console.codec.decode(InputLine { text: &text, is_cut }) {
                    session.command(command, arrived, &mut console.listener());
                }
            }
            Input::Notice(notice) => session.notice(notice, &mut console.listener()),
            Input::End => {
                for command in console.codec.end_of_input() {
                    session.command(command, Instant::now(), &mut console.listener());
                }
                session.end_of_input(&mut console.listener());
            }
            Input::Terminate => session.quit(),
            Input::OutputGone => {
                return Err(Failure::OutputGone(io::ErrorKind::BrokenPipe.into()));
            }
        }
        if session.is_over() {
            break;
        }
    }
    inbox.close();
    let output = console.output;
    let written = if session.has_quit() { output.leave() } else { output.finish() };
    written.map_err(Failure::OutputGone)
}

/// A protocol that is settled only once, for all threads that need it.
type Spoken = OnceLock<&'static Protocol>;

/// The protocol as far as it is settled: until then, the native one.
fn in_force(spoken: &Spoken) -> &'static Protocol {
    spoken.get().copied().unwrap_or(&protocol::REGISTER[0])
}

/// The translator, and where its lines go.
struct Console<'a> {
    codec: Box<dyn Codec>,
    /// The protocol, once it is settled.
    spoken: Arc<Spoken>,
    log: &'a Log,
    /// The conversation in the log.
    lines: LineLog,
    output: Output,
    /// What was said to the program and is not heard yet.
    inbox: Arc<Inbox>,
}

impl<'a> Console<'a> {
    fn new(
        protocol: Option<&'static Protocol>,
        spoken: Arc<Spoken>,
        (log, lines): (&'a Log, LineLog),
        output: Output,
        inbox: Arc<Inbox>,
    ) -> Console<'a> {
        let codec = (in_force(&spoken).open)();
        let mut console = Console { codec, spoken, log, lines, output, inbox };
        if let Some(protocol) = protocol {
            console.speak(protocol);
        }
        console
    }

    /// Listens for the first line that tells the protocol.
    fn recognise(&mut self, line: &str) {
        if self.spoken.get().is_none()
            && let Some(protocol) = protocol::recognise(line)
        {
            self.speak(protocol);
        }
    }

    fn speak(&mut self, protocol: &'static Protocol) {
        // The protocol is settled only once.
        let _ = self.spoken.set(protocol);
        self.codec = (protocol.open)();
        if protocol.complaint.is_some() {
            self.log.keep_off_stderr();
            // A thinker that crashes is reported by the session.
            panic::set_hook(Box::new(|crash| log::error!("{crash}")));
        }
        self.lines.told(Level::Debug, || format!("protocol {}", protocol.name));
    }

    fn listener(&mut self) -> impl FnMut(&Options, Event) {
        |options, event| self.say(options, &event)
    }

    /// Tells the log what the protocol has no words for.
    fn log_thoughts(&self, options: &Options, event: &Event) {
        let is_native =
            matches!(in_force(&self.spoken).name, ProtocolName::Uci | ProtocolName::Ugi);
        match event {
            Event::Report(Report::Log(entry)) => self.lines.thought(entry, options),
            Event::Report(Report::Info(info)) if !is_native => {
                let line = || format!("iteration {}", protocol::info_text(info, options));
                self.lines.told(Level::Debug, line);
            }
            _ => {}
        }
    }

    fn say(&mut self, options: &Options, event: &Event) {
        if let Event::LogFile(path) = event
            && let Err(problem) = self.log.redirect(path)
        {
            return self.say(options, &Event::Problem(problem));
        }
        self.log_thoughts(options, event);
        let mut lines = Vec::new();
        self.codec.encode(event, options, &mut lines);
        for line in &mut lines {
            self.lines.received(line);
            line.push('\n');
        }
        if !lines.is_empty() {
            let protocol = in_force(&self.spoken);
            let is_farewell = |line: &[u8]| is_farewell(protocol, line);
            self.output.put(&lines.concat(), &|| self.inbox.holds_an_end(&is_farewell));
        }
    }
}

/// Whether a line asks the program to leave, by itself.
fn is_farewell(protocol: &Protocol, line: &[u8]) -> bool {
    // No protocol says it at greater length.
    const LONGEST: usize = 100;
    let decode = |text: &str| (protocol.open)().decode(text.into());
    line.len() <= LONGEST && matches!(decode(&protocol::from_bytes(line))[..], [Command::Quit])
}
