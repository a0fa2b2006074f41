//! Finding out what an engine speaks.

use std::rc::Rc;
use std::time::{Duration, Instant};

use tengen_engine::protocol::ProtocolName;

use tengen_host::programs::process::Guard;

use super::subject::Subject;
use super::trial::{Shared, Trial};
use super::verdict::{Verdict, shown};

/// Lines of an answer that are looked at.
const LOOKED_AT: usize = 10_000;

/// How long other programs may still answer when the first has.
const MORE: Duration = Duration::from_secs(1);

/// The hello of each protocol and the lines by which its speaker is known.
fn hello(protocol: ProtocolName) -> (&'static [&'static str], fn(&str) -> bool) {
    match protocol {
        ProtocolName::Uci => (&["uci"], |line| line.trim_end() == "uciok"),
        ProtocolName::Ugi => (&["ugi"], |line| line.trim_end() == "ugiok"),
        // Whether the OK is a proper one is for a check to say.
        ProtocolName::Gomocup | ProtocolName::Yixin => {
            (&["START 15"], |line| line.trim_start().to_ascii_uppercase().starts_with("OK"))
        }
    }
}

/// What is known of an engine then.
pub(super) enum Probed {
    /// The program speaks this protocol.
    Speaks(ProtocolName),
    /// The program gave no answer that is one; the lines are what it said instead.
    Mute(Vec<String>),
}

/// A program that was greeted in one protocol.
struct Candidate {
    protocol: ProtocolName,
    subject: Subject,
    lines: usize,
    /// The last line that was not the answer.
    last: Option<String>,
    /// Whether the program speaks `protocol`; `None` while it may still answer.
    speaks: Option<bool>,
}

impl Candidate {
    /// Listens until there is nothing more to hear at the moment.
    fn listen(&mut self) {
        let (_, is_answer) = hello(self.protocol);
        while self.speaks.is_none() {
            match self.subject.next_until(Instant::now() + Duration::from_millis(5), "") {
                Ok(Some(said)) => {
                    self.lines += 1;
                    if is_answer(&said.text) {
                        self.speaks = Some(true);
                    } else if self.lines == LOOKED_AT {
                        self.speaks = Some(false);
                    }
                    if !said.text.trim().is_empty() {
                        self.last = Some(said.text);
                    }
                }
                Ok(None) => return,
                Err(_) => self.speaks = Some(false),
            }
        }
    }
}

/// Starts the engine once for each protocol, greets each copy in one of them and
/// takes the first in the list that is understood. Engines answer what they do
/// not know in many ways, so only the right answer counts; the others are told.
///
/// # Errors
/// Why it does not start.
pub(super) fn probe(
    command: &[String],
    guard: &Guard,
    shared: &Rc<Shared>,
) -> Result<Probed, String> {
    let mut candidates = Vec::new();
    for protocol in ProtocolName::SPOKEN {
        let trial = Trial::new(command, guard, protocol, Rc::clone(shared));
        let subject = match trial.start() {
            Ok(subject) => subject,
            Err(Verdict::Fail { expected, got }) => {
                return Err(format!("{got}: expected {expected}"));
            }
            Err(Verdict::Skip(why)) => return Err(why),
        };
        for line in hello(protocol).0 {
            subject.send(line);
        }
        candidates.push(Candidate { protocol, subject, lines: 0, last: None, speaks: None });
    }
    let mut deadline = Instant::now() + shared.patience();
    let mut has_answer = false;
    loop {
        candidates.iter_mut().for_each(Candidate::listen);
        let open = candidates.iter().position(|candidate| candidate.speaks.is_none());
        let first = candidates.iter().position(|candidate| candidate.speaks == Some(true));
        let is_settled = match (first, open) {
            (Some(first), Some(open)) => first < open,
            (_, None) => true,
            (None, Some(_)) => false,
        };
        if first.is_some() && !has_answer {
            has_answer = true;
            deadline = deadline.min(Instant::now() + MORE);
        }
        if is_settled || Instant::now() >= deadline {
            let told = |it: &Candidate| {
                let last = shown(it.last.as_ref()?);
                Some(format!("to {} it said {last}", hello(it.protocol).0.join(" ")))
            };
            if let Some(index) = first {
                return Ok(Probed::Speaks(candidates[index].protocol));
            }
            let mut said: Vec<String> = candidates.iter().filter_map(told).collect();
            if said.is_empty() {
                // A program that crashes says why there.
                let last = candidates.iter().find_map(|it| it.subject.last_error());
                said.extend(last.map(|last| format!("on standard error it said {}", shown(&last))));
            }
            return Ok(Probed::Mute(said));
        }
    }
}
