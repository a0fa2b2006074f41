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
        Command::Go(limits) if limits.trace.is_some() => refuse("go", "trace", true),
        command => command,
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tengen_games::spec::read_engine;
    use tengen_host::programs::process::Guard;

    use crate::quotas::{LimitTable, Quotas, Resource};

    use super::*;

    /// All that a client hears who says `lines`, and no more, to the engine of Gomocup that a
    /// script of the shell plays.
    fn heard(script: &str, lines: &[&str]) -> Vec<String> {
        let spec = format!("name=brain proto=gomocup cmd=sh args=\"-c '{script}'\"");
        let spec = read_engine("--engine", &spec, "").unwrap();
        let (bridge, words) = UciBridge::new();
        for line in lines {
            words.send(BridgeInput::Line((*line).to_owned())).unwrap();
        }
        words.send(BridgeInput::End).unwrap();
        let (lines, mut heard) = tokio::sync::mpsc::channel(1000);
        let unwanted = Arc::<AtomicBool>::default();
        let quotas = Quotas::new(LimitTable::default());
        let share = quotas.take(Resource::Engines, Ipv4Addr::LOCALHOST.into(), 1).unwrap();
        let (tell, flag) = (lines.clone(), Arc::clone(&unwanted));
        let player = ForeignPlayer::new(spec.clone(), Guard::none(), lines, flag, share);
        bridge.run(&spec, player, &unwanted, |line| tell.blocking_send(line).is_ok());
        std::iter::from_fn(|| heard.try_recv().ok()).collect()
    }

    #[test]
    fn what_only_our_engine_can_do_is_refused_one_by_one() {
        for (line, refused) in [
            ("setoption name Hash value 3", "setoption: Hash"),
            ("eval", "eval: brain"),
            ("patterns", "patterns: brain"),
            ("moves", "moves: brain"),
            ("explain h8", "explain: brain"),
            ("bench", "bench: brain"),
            ("prove", "prove: brain"),
            ("go perft 2", "go: perft"),
            ("go ponder movetime 10", "go: ponder"),
            ("go trace depth 1", "go: trace"),
        ] {
            let heard = heard("exit 1", &[line]);
            let refusal = format!("info string error: {refused}: expected ");
            assert!(heard[0].starts_with(&refusal) && heard[0].contains("gomocup"), "{heard:?}");
            let is_question = line.starts_with("go ");
            assert_eq!(heard.get(1).map(String::as_str), is_question.then_some("bestmove (none)"));
            assert_eq!(heard.len(), 1 + usize::from(is_question), "{heard:?}");
        }
    }

    /// A brain that answers every question with the same point.
    #[cfg(unix)]
    fn brain(point: &str) -> String {
        format!(
            "while read -r word rest; do case $word in ABOUT) echo name=x;; START) echo OK;; \
             BEGIN|TURN|DONE) echo {point};; END) exit;; esac; done"
        )
    }

    #[cfg(unix)]
    #[test]
    fn a_new_game_is_told_to_the_engine() {
        let question = ["position startpos", "go movetime 5000"];
        let starts = |between: &[&str]| {
            let heard = heard(&brain("7,7"), &[&question, between, &question].concat());
            assert_eq!(heard.iter().filter(|line| *line == "bestmove h8").count(), 2, "{heard:?}");
            heard.iter().filter(|line| line.starts_with("info string sent: START")).count()
        };
        assert_eq!(starts(&["ucinewgame"]), starts(&[]) + 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_point_beside_the_board_is_no_move() {
        let heard = heard(&brain("15,7"), &["position startpos", "go movetime 5000"]);
        let end = ["info string error: go: it says 15,7: expected a move", "bestmove (none)"];
        assert!(heard.ends_with(&end.map(str::to_owned)), "{heard:?}");
    }
}
