//! The engine on standard input and output, and nothing else: every protocol, every rule, no tools, no
//! options of a command line, no log. It is built in a third of the time of the program, and shows all
//! that a host of the engine has to do:
//!
//! ```sh
//! printf 'position startpos moves h8 i9\ngo movetime 1000\n' | cargo run --release -p tengen-engine --example pipe
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Instant;

use tengen_engine::protocol::{self, Codec, InputLine, REGISTER};
use tengen_engine::session::message::Event;
use tengen_engine::session::options::Options;
use tengen_engine::session::{Notice, Session};

/// Most bytes of a line; what follows is dropped, and the line is refused.
const LONGEST: u64 = 1 << 20;
/// Lines that are read before the session has taken them.
const AHEAD: usize = 1000;

/// What the session has to hear of.
enum Input {
    Line { bytes: Vec<u8>, is_cut: bool },
    Notice(Notice),
    End,
}

fn main() -> ExitCode {
    let (inbox, inputs) = mpsc::sync_channel(AHEAD);
    let notices = inbox.clone();
    // Nobody listens once the program is leaving.
    let mut session = Session::new(Arc::new(move |notice| {
        let _ = notices.send(Input::Notice(notice));
    }));
    thread::spawn(move || read(&inbox));

    let mut codec = (REGISTER[0].open)();
    let mut is_settled = false;
    let mut is_heard = true;
    while !session.is_over() && is_heard {
        let Ok(input) = inputs.recv() else { break };
        if let Input::Line { bytes, .. } = &input
            && !is_settled
            && let Some(protocol) = protocol::recognise(&protocol::from_bytes(bytes))
        {
            (codec, is_settled) = ((protocol.open)(), true);
        }
        let commands = match &input {
            Input::Line { bytes, is_cut } => {
                codec.decode(InputLine { text: &protocol::from_bytes(bytes), is_cut: *is_cut })
            }
            Input::Notice(_) => Vec::new(),
            Input::End => codec.end_of_input(),
        };
        let mut say =
            |options: &Options, event| is_heard &= say(&mut *codec, options, &event).is_ok();
        for command in commands {
            session.command(command, Instant::now(), &mut say);
        }
        match input {
            Input::Line { .. } => {}
            Input::Notice(notice) => session.notice(notice, &mut say),
            Input::End => session.end_of_input(&mut say),
        }
    }
    if is_heard { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Hands lines over until the input ends.
fn read(inbox: &mpsc::SyncSender<Input>) {
    let mut input = BufReader::new(io::stdin());
    loop {
        let mut bytes = Vec::new();
        // What cannot be read is an end, too.
        let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0);
        let is_whole = bytes.pop_if(|last| *last == b'\n').is_some();
        let is_cut = count as u64 == LONGEST && !is_whole && input.skip_until(b'\n').is_ok();
        let line = if count == 0 { Input::End } else { Input::Line { bytes, is_cut } };
        if inbox.send(line).is_err() || count == 0 {
            return;
        }
    }
}

/// Writes the lines for an event.
fn say(codec: &mut dyn Codec, options: &Options, event: &Event) -> io::Result<()> {
    let mut lines = Vec::new();
    codec.encode(event, options, &mut lines);
    let mut output = io::stdout().lock();
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
