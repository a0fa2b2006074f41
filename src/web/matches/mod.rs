//! Matches between engines, started from the page: each is played by `tengen match` as a child
//! of its own, and its log is told line by line to its watchers.

mod progress;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_engine::game::{Code, Problem, Variant};

use tengen_host::programs::process::{Guard, LAST_WORDS, Listened, Process, own_program};

use crate::engines::known::KnownEngines;
use crate::quotas::{QuotaGuard, Quotas, Resource};
use tengen_page::matches::{MatchPlayer, MatchState, MatchView, NewMatch};

pub(super) use progress::Match;

/// Engines that run at once for a match: two that play, and the program that lets them.
const AT_ONCE: u64 = 3;
/// Most matches that are kept, those being played included.
const KEPT: usize = 24;
/// Longest match.
const LONGEST: Duration = Duration::from_secs(2 * 3600);
/// How often a match looks whether it shall stop.
const POLL: Duration = Duration::from_millis(200);

/// All matches of the page.
pub(super) struct Matches {
    /// The latest last.
    all: Mutex<VecDeque<Arc<Match>>>,
    engines: Arc<KnownEngines>,
    guard: Guard,
    quotas: Arc<Quotas>,
    /// Whether visitors are told what engines complain of.
    shows_stderr: bool,
}

impl Matches {
    /// No match yet.
    pub fn new(
        engines: Arc<KnownEngines>,
        guard: Guard,
        quotas: Arc<Quotas>,
        shows_stderr: bool,
    ) -> Matches {
        Matches { all: Mutex::default(), engines, guard, quotas, shows_stderr }
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Match>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every match that is kept, the latest first.
    pub fn list(&self) -> Vec<MatchView> {
        let all: Vec<Arc<Match>> = self.all().iter().rev().cloned().collect();
        all.iter().map(|one| one.view()).collect()
    }

    /// A match by its name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, name: &str) -> Result<Arc<Match>, Problem> {
        let found = self.all().iter().find(|one| one.name == name).cloned();
        let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
        let none = || Problem::new("match", shown, "the name of a match").coded(Code::NoMatch);
        found.ok_or_else(none)
    }

    /// Ends a match of one's own.
    ///
    /// # Errors
    /// When there is none, or another identity created it.
    pub fn halt(&self, name: &str, identity: &str) -> Result<(), Problem> {
        let found = self.find(name)?;
        if found.owner != identity {
            let expected = "a match of yours: only its creator can stop it";
            return Err(Problem::new("match", "not yours", expected).coded(Code::NotYours));
        }
        found.is_halted.store(true, Ordering::Release);
        Ok(())
    }

    /// Starts a match and says its name.
    ///
    /// # Errors
    /// What cannot be, or that there are too many.
    pub fn start(
        self: &Arc<Self>,
        wish: &NewMatch,
        identity: &str,
        address: IpAddr,
    ) -> Result<String, Problem> {
        if !cfg!(unix) {
            return Err(failed("this system", "one with /dev/stdout"));
        }
        let variant = wish.game.variant()?;
        let specs = self.engines(wish)?;
        let share = self.quotas.take(Resource::Matches, address, 1);
        let share = share.map_err(|full| full.refusal("match", "one too many"))?;
        let places = self.quotas.take(Resource::Engines, address, AT_ONCE);
        let places = places.map_err(|full| full.refusal("match", "no place for its engines"))?;
        let command = command(wish, variant, &specs)?;
        let process = Process::start(&command, None, &self.guard);
        let process = process.map_err(|error| {
            log::warn!("{error}");
            failed("the program", "one that starts")
        })?;
        let chance = |error: getrandom::Error| failed(&error.to_string(), "chance from the system");
        let engines = specs.into_iter().map(|(name, _)| name).collect();
        let name = name().map_err(chance)?;
        let one = Arc::new(Match::new(name, variant.to_string(), engines, wish, identity));
        let name = one.name.clone();
        let (shows_stderr, followed) = (self.shows_stderr, Arc::clone(&one));
        std::thread::Builder::new()
            .name("match".to_owned())
            .spawn(move || follow(&followed, process, shows_stderr, LONGEST, (share, places)))
            .map_err(|error| failed(&error.to_string(), "a thread from the system"))?;
        // Listed only now: a match without a thread would count as being played for ever.
        self.keep(one);
        Ok(name)
    }

    /// Lists a match. Matches being played stay, as quotas limit them; of the others the oldest are
    /// dropped.
    fn keep(&self, one: Arc<Match>) {
        let mut all = self.all();
        all.push_back(one);
        while all.len() > KEPT
            && let Some(index) = all.iter().position(|one| one.state() != MatchState::Played)
        {
            all.remove(index);
        }
    }

    /// The engines of a match: what each is called, and its words.
    fn engines(&self, wish: &NewMatch) -> Result<Vec<(String, String)>, Problem> {
        let words = |MatchPlayer { mut spec, is_own }| {
            if is_own {
                spec.program = own_program()
                    .map_err(|error| failed(&error.to_string(), "the path of the program"))?;
            }
            let words = spec.words();
            Ok((spec.name, words))
        };
        wish.players(&self.engines.means())?.into_iter().map(words).collect()
    }
}

/// The problem that the system has failed, and not the request.
fn failed(text: &str, expected: &str) -> Problem {
    Problem::new("match", text, expected).coded(Code::Failed)
}

/// How the match is played by this program once more.
fn command(
    wish: &NewMatch,
    variant: Variant,
    engines: &[(String, String)],
) -> Result<Vec<String>, Problem> {
    let program =
        own_program().map_err(|error| failed(&error.to_string(), "the path of the program"))?;
    let Variant { rule, size, k, destroy } = variant;
    let mut command = vec![program.to_string_lossy().into_owned(), "match".to_owned()];
    let numbers = [
        ("--rule", rule.name().to_owned()),
        ("--size", size.to_string()),
        ("--k", k.to_string()),
        ("--set", format!("Destroy={destroy}")),
        ("--games", wish.games.to_string()),
        ("--seed", wish.seed.to_string()),
        ("--margin", "1000".to_owned()),
        ("--out", "/dev/stdout".to_owned()),
    ];
    for (flag, value) in numbers {
        command.extend([flag.to_owned(), value]);
    }
    command.push("--live".to_owned());
    for (_, words) in engines {
        command.extend(["--engine".to_owned(), words.clone()]);
    }
    Ok(command)
}

/// Listens to a match until it is over, or has taken the longest time that it may.
fn follow(
    one: &Match,
    process: Process,
    shows_stderr: bool,
    longest: Duration,
    shares: (QuotaGuard, QuotaGuard),
) {
    let deadline = Instant::now() + longest;
    let (state, why) = loop {
        if one.is_halted.load(Ordering::Acquire) {
            break (MatchState::Stopped, None);
        }
        if Instant::now() >= deadline {
            let most = format!("it took {} minutes, the most here", longest.as_secs() / 60);
            break (MatchState::Stopped, Some(most));
        }
        match process.listen(Instant::now() + POLL) {
            Listened::Line(line) if one.take(&line.text, shows_stderr) => {}
            Listened::Line(_) => {
                break (MatchState::Stopped, Some("its log is too long".to_owned()));
            }
            Listened::Silence => {}
            Listened::Closed => {
                let said = process.last_errors(Instant::now() + LAST_WORDS).lines.pop_back();
                if one.view().played == one.games as usize {
                    break (MatchState::Done, None);
                }
                log::warn!("a match has ended early: {}", said.as_deref().unwrap_or_default());
                break (MatchState::Failed, said.filter(|_| shows_stderr));
            }
        }
    };
    drop(process);
    drop(shares);
    one.end(state, why);
}

/// 64 bits of chance as text.
fn name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:016x}", u64::from_be_bytes(bytes)))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::net::Ipv4Addr;

    use tengen_page::new_table::Means;

    use crate::quotas::LimitTable;

    use super::*;

    /// A match of nine games of which nothing was played.
    fn begun(name: &str) -> Match {
        let wish = r#"{"game":"gomoku","engines":["a","b"],"games":9,"move_ms":10}"#;
        let wish: NewMatch = serde_json::from_str(wish).unwrap();
        Match::new(name.to_owned(), String::new(), Vec::new(), &wish, "key")
    }

    /// How a match is listed after what a script in place of its program has said.
    fn after(script: &str, shows_stderr: bool, longest: Duration) -> MatchView {
        let one = begun("m");
        let command = ["sh", "-c", script].map(str::to_owned);
        let process = Process::start(&command, None, &Guard::none()).unwrap();
        let quotas = Quotas::new(LimitTable::default());
        let share = |what| quotas.take(what, Ipv4Addr::LOCALHOST.into(), 1).unwrap();
        let shares = (share(Resource::Matches), share(Resource::Engines));
        follow(&one, process, shows_stderr, longest, shares);
        one.view()
    }

    #[test]
    fn a_match_that_never_falls_silent_ends_after_the_longest_time() {
        let script = "while :; do echo '{}'; done";
        let view = after(script, false, Duration::from_millis(300));
        assert_eq!(view.state, MatchState::Stopped);
        assert_eq!(view.why.as_deref(), Some("it took 0 minutes, the most here"));
    }

    #[test]
    fn a_match_whose_log_has_no_room_any_more_ends() {
        let long = "x".repeat(20_000);
        let script = format!("while :; do echo '{{\"game\":1,\"moves\":\"{long}\"}}'; done");
        let view = after(&script, false, LONGEST);
        assert_eq!(view.state, MatchState::Stopped);
        assert_eq!(view.why.as_deref(), Some("its log is too long"));
        assert!(view.played > 100, "{}", view.played);
    }

    #[test]
    fn a_match_that_ends_early_says_why_to_its_owner_alone() {
        let script = "echo '{\"game\":1}'; echo no disk in /home/ann >&2";
        for (shows_stderr, why) in [(true, Some("no disk in /home/ann")), (false, None)] {
            let view = after(script, shows_stderr, LONGEST);
            assert_eq!((view.state, view.played), (MatchState::Failed, 1));
            assert_eq!(view.why.as_deref(), why);
        }
    }

    #[test]
    fn the_oldest_matches_are_forgotten_but_not_those_that_are_played() {
        let quotas = Quotas::new(LimitTable::default());
        let matches = Matches::new(
            Arc::new(KnownEngines::new(Means::default(), false, None)),
            Guard::none(),
            quotas,
            false,
        );
        let names: Vec<String> = (0..=KEPT + 1).map(|number| format!("m{number}")).collect();
        for (number, name) in names.iter().enumerate() {
            let one = Arc::new(begun(name));
            if number > 0 {
                one.end(MatchState::Done, None);
            }
            matches.keep(one);
        }
        let kept: Vec<String> = matches.list().into_iter().rev().map(|view| view.name).collect();
        assert_eq!((kept[0].as_str(), &kept[1..]), ("m0", &names[3..]));
    }
}
