//! The engine on the one thread of its host: a call for each line, which lasts as long as the work
//! that the line asks for. What the host receives meanwhile is heard whenever the engine asks
//! whether it should stop, so that every line means what it means to the program.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use tengen_engine::clock::Instant;
use tengen_engine::control;
use tengen_engine::protocol::{self, Codec, InputLine, Protocol, REGISTER};
use tengen_engine::session::message::{Command, Event};
use tengen_engine::session::options::Options;
use tengen_engine::session::{Notice, Session, Work};

/// What the engine asks of its host.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Takes a line of the engine, without its end.
    pub tell: fn(&str),
    /// Gives a line that came while the engine was at work, if there is one.
    pub receive: fn() -> Option<String>,
}

/// A conversation, and the way to the host.
struct Conversation {
    session: Session,
    codec: Box<dyn Codec>,
    /// The protocol, once a line has told it.
    protocol: Option<&'static Protocol>,
    host: Host,
}

thread_local! {
    static CONVERSATION: RefCell<Option<Conversation>> = const { RefCell::new(None) };
    /// Work that is to be done once the conversation is let go.
    static WORK: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
}

/// Begins a conversation on this thread, in place of one that there was.
pub fn open(host: Host) {
    let deliver = Arc::new(|notice| {
        with_conversation(|conversation| conversation.take_notice(notice));
    });
    let keep_work = Arc::new(|work| {
        WORK.with_borrow_mut(|waiting| waiting.push_back(work));
        Ok(())
    });
    let conversation = Conversation {
        session: Session::new(deliver).working_by(keep_work),
        codec: (REGISTER[0].open)(),
        protocol: None,
        host,
    };
    WORK.with_borrow_mut(VecDeque::clear);
    CONVERSATION.replace(Some(conversation));
    control::listen_by(listen);
}

/// Takes a line, without its end, and does all that follows from it. Says whether the conversation
/// goes on; it ends with `quit`.
pub fn hear(line: &str) -> bool {
    with_conversation(|conversation| conversation.hear(line));
    while let Some(work) = WORK.with_borrow_mut(VecDeque::pop_front) {
        work();
    }
    with_conversation(|conversation| !conversation.session.is_over()).unwrap_or(false)
}

/// Ends the conversation. No answer is owed then: [`hear`] comes back when all work is done.
pub fn close() {
    CONVERSATION.take();
    WORK.with_borrow_mut(VecDeque::clear);
}

/// Hears what has come while the engine is at work. A thinker may ask whether it should stop just
/// when the conversation is spoken to: then there is nothing new.
fn listen() {
    while let Some(line) = with_conversation(|conversation| (conversation.host.receive)()).flatten()
    {
        with_conversation(|conversation| conversation.hear(&line));
    }
}

/// Lets the conversation of this thread go on; `None` where there is none, or it is spoken to
/// already.
fn with_conversation<T>(go_on: impl FnOnce(&mut Conversation) -> T) -> Option<T> {
    CONVERSATION.with(|cell| cell.try_borrow_mut().ok()?.as_mut().map(go_on))
}

impl Conversation {
    fn hear(&mut self, line: &str) {
        if self.session.is_over() {
            return;
        }
        if self.protocol.is_none()
            && let Some(protocol) = protocol::recognise(line)
        {
            self.protocol = Some(protocol);
            self.codec = (protocol.open)();
        }
        let commands = self.codec.decode(InputLine::from(line));
        let mut listener = listener(self.codec.as_mut(), self.host);
        for command in commands {
            if matches!(command, Command::Quit) {
                // The work in progress has to end, too; its answer is not told any more.
                self.session.command(Command::Stop, Instant::now(), &mut |_, _| {});
            }
            self.session.command(command, Instant::now(), &mut listener);
        }
    }

    fn take_notice(&mut self, notice: Notice) {
        if self.session.is_over() {
            return;
        }
        self.session.notice(notice, &mut listener(self.codec.as_mut(), self.host));
    }
}

/// Tells the host each event in the words of the protocol.
fn listener(codec: &mut dyn Codec, host: Host) -> impl FnMut(&Options, Event) {
    move |options, event| {
        let mut lines = Vec::new();
        codec.encode(&event, options, &mut lines);
        for line in lines {
            (host.tell)(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static TOLD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
        /// Lines that come once so many questions were put.
        static COMING: RefCell<Vec<(u32, &'static str)>> = const { RefCell::new(Vec::new()) };
    }

    fn host() -> Host {
        Host {
            tell: |line| TOLD.with_borrow_mut(|told| told.push(line.to_owned())),
            receive: || {
                COMING.with_borrow_mut(|coming| {
                    let (left, _) = coming.first_mut()?;
                    if *left > 0 {
                        *left -= 1;
                        return None;
                    }
                    Some(coming.remove(0).1.to_owned())
                })
            },
        }
    }

    /// What the engine answers to `lines`, while `coming` comes during its work.
    fn answers(lines: &[&str], coming: &[(u32, &'static str)]) -> Vec<String> {
        open(host());
        TOLD.take();
        COMING.replace(coming.to_vec());
        for line in lines {
            hear(line);
        }
        close();
        TOLD.take()
    }

    fn without_times(lines: &[String]) -> Vec<String> {
        let is_stable = |word: &&str| !word.is_empty();
        lines
            .iter()
            .map(|line| {
                let mut words: Vec<&str> = line.split(' ').filter(is_stable).collect();
                for name in ["time", "nps"] {
                    if let Some(at) = words.iter().position(|word| *word == name) {
                        words.drain(at..(at + 2).min(words.len()));
                    }
                }
                words.join(" ")
            })
            .collect()
    }

    #[test]
    fn a_search_is_answered_before_the_next_line_is_taken() {
        let told = answers(&["uci", "position startpos moves h8 i9", "go nodes 3000"], &[]);
        assert!(told.contains(&"uciok".to_owned()));
        assert!(told.last().unwrap().starts_with("bestmove "), "{told:?}");
        let again = answers(&["uci", "position startpos moves h8 i9", "go nodes 3000"], &[]);
        assert_eq!(without_times(&told), without_times(&again));
    }

    #[test]
    fn a_search_without_an_end_is_stopped_by_a_line_that_comes() {
        let coming = [(20, "isready"), (5, "stop"), (0, "isready")];
        let told = answers(&["position startpos", "go infinite"], &coming);
        let place = |word: &str| told.iter().position(|line| line.starts_with(word)).unwrap();
        assert!(place("readyok") < place("bestmove"), "{told:?}");
        assert_eq!(told.iter().filter(|line| *line == "readyok").count(), 2);
    }

    #[test]
    fn what_comes_during_a_search_waits_for_its_end() {
        let coming = [(3, "position startpos moves a1"), (0, "go depth 1"), (0, "d")];
        let told = answers(&["position startpos moves h8", "go nodes 5000"], &coming);
        let best: Vec<_> = told.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(best.len(), 2, "{told:?}");
        assert_eq!(COMING.take(), []);
    }

    #[test]
    fn a_farewell_ends_the_conversation() {
        open(host());
        assert!(hear("isready"));
        COMING.replace(vec![(2, "quit")]);
        assert!(!hear("go infinite"));
        TOLD.take();
        hear("isready");
        assert_eq!(TOLD.take(), Vec::<String>::new());
    }
}
