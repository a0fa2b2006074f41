//! Between a conversation in the native protocol and an engine that speaks another one.
//!
//! The bridge is a session of ours at which the engine is the player who chooses
//! the moves: positions, the order of answers and what waits for what are exactly
//! as with our own engine, and what the engine has no words for is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tengen_engine::protocol::uci::Uci;
use tengen_engine::protocol::{Codec, InputLine};
use tengen_engine::session::message::{Command, Event, Problem};
use tengen_engine::session::options::Options;
use tengen_engine::session::{Notice, Session};

use tengen_games::spec::EngineSpec;

use super::foreign_player::ForeignPlayer;

/// How often the bridge looks whether it is still wanted, at least.
const POLL: Duration = Duration::from_millis(200);

/// The option that says how many lines are to be told of.
const LINES: &str = "MultiPV";

/// What a bridge has to listen to.
pub(crate) enum BridgeInput {
    /// A line of the client.
    Line(String),
    /// No line will follow.
    End,
    /// A word of the thread that waits for the engine.
    Notice(Notice),
}

/// The way to a bridge that does not run yet.
pub(crate) struct UciBridge {
    words: Receiver<BridgeInput>,
    sender: Sender<BridgeInput>,
}

impl UciBridge {
    /// A bridge that takes words from now on.
    pub fn new() -> (UciBridge, Sender<BridgeInput>) {
        let (sender, words) = mpsc::channel();
        (UciBridge { words, sender: sender.clone() }, sender)
    }

    /// Interprets until the end, or until the client is gone. `say` takes the
    /// lines for the client, and says whether it is still there.
    pub fn run(
        self,
        spec: &EngineSpec,
        player: ForeignPlayer,
        is_unwanted: &AtomicBool,
        mut say: impl FnMut(String) -> bool,
    ) {
        let UciBridge { words, sender } = self;
        let deliver = Arc::new(move |notice| {
            // At the end the bridge may be gone already.
            let _ = sender.send(BridgeInput::Notice(notice));
        });
        let mut session = Session::with_external_player(Box::new(player), deliver);
        while !session.is_over() && !is_unwanted.load(Ordering::Relaxed) {
            let mut lines = Vec::new();
            let mut listener = |options: &Options, event: Event| match event {
                Event::Identity => introduce(spec, &mut lines),
                event => Uci.encode(&event, options, &mut lines),
            };
            match words.recv_timeout(POLL) {
                Ok(BridgeInput::Line(line)) => {
                    for command in Uci.decode(InputLine::from(line.as_str())) {
                        if is_for_more(&command) && !say(one_line(spec)) {
                            return;
                        }
                        let command = sayable(command, spec);
                        session.command(command, Instant::now(), &mut listener);
                    }
                }
                Ok(BridgeInput::End) => session.end_of_input(&mut listener),
                Ok(BridgeInput::Notice(notice)) => session.notice(notice, &mut listener),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for line in lines {
                if !say(line) {
                    return;
                }
            }
        }
    }
}

/// Whether more than one line is asked for.
fn is_for_more(command: &Command) -> bool {
    matches!(command, Command::SetOption { name, value: Some(value) }
        if name.eq_ignore_ascii_case(LINES) && value != "1")
}

fn one_line(spec: &EngineSpec) -> String {
    format!("info string {LINES}: only one line is told of in {}", spec.protocol_text())
}

fn introduce(spec: &EngineSpec, lines: &mut Vec<String>) {
    let (name, protocol) = (&spec.name, spec.protocol_text());
    lines.extend([
        format!("id name {name}"),
        format!("info string {name} speaks {protocol}: its lines are shown after sent and heard"),
        "uciok".to_owned(),
    ]);
}

/// `command`, or its refusal where the engine's protocol has no words for it and only our own
/// engine could carry it out.
fn sayable(command: Command, spec: &EngineSpec) -> Command {
    let protocol = spec.protocol_text();
    let refuse = |what: &str, text: &str, owes_answer| {
        let expected = format!("what can be said in {protocol}: position, go, stop");
        Command::Refused { problem: Problem::new(what, text, expected), owes_answer }
    };
    match command {
        // Less than what was asked for is no mistake.
        Command::SetOption { name, value } if name.eq_ignore_ascii_case(LINES) => {
            Command::SetOption { name, value }
        }
        Command::SetOption { name, .. } => refuse("setoption", &name, false),
        Command::Eval => refuse("eval", &spec.name, false),
        Command::Patterns | Command::Standing => refuse("patterns", &spec.name, false),
        Command::Moves => refuse("moves", &spec.name, false),
        Command::Explain(_) => refuse("explain", &spec.name, false),
        Command::Bench => refuse("bench", &spec.name, false),
        Command::Prove(_) => refuse("prove", &spec.name, false),
        Command::Perft { .. } => refuse("go", "perft", true),
        command => command,
    }
}
