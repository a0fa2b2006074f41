//! Plays the games of a match, several at once, and takes care of their results.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;

use tengen_games::fault::{EngineFailure, Fault};
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::interrupt::Interrupt;
use tengen_host::programs::process::Guard;

use super::cli::MatchArguments;
use super::engine::{Engine, Halt, MatchContext};
use super::exports::Exports;
use super::game::{self, Stop};
use super::in_progress::{Live, Player};
use super::log::Log;
use super::played::Played;
use super::progress::Progress;
use super::report::Summary;
use super::schedule::Game;
use super::settings::Match;
use super::tally::Tally;

/// How often a signal to end is looked for.
const POLL: Duration = Duration::from_millis(100);

/// Why a match ended before its last game.
pub(super) type Early = Option<anyhow::Error>;

/// Plays what is left of a match. The summary holds what was played, also when
/// the match ended early.
///
/// # Errors
/// When the match cannot even begin.
pub(super) fn run(plan: &Match, arguments: &MatchArguments) -> Result<(Summary, Early), Failure> {
    let interrupt =
        Interrupt::listen().map_err(|error| anyhow!("no signals to listen to: {error}"))?;
    let (mut log, games) = match &arguments.out {
        Some(path) => {
            let opened = Log::open(path, &plan.identity(), arguments.resume);
            let (log, games) = opened.map_err(anyhow::Error::from)?;
            (Some(log), games)
        }
        None => (None, Vec::new()),
    };
    let total = plan.schedule.plan().games;
    let range = plan.games();
    if let Some(other) = games.iter().find(|game| !plan.games().contains(&(game.game - 1)))
        && let Some(part) = plan.part
    {
        let found = format!("--part {part}: expected the part of the log, which has game");
        return Err(Failure::Usage(format!("{found} {}", other.game)));
    }
    if let Some(last) = games.iter().map(|game| game.game).max().filter(|&last| last > total) {
        let found = format!("--games {total}: expected {last} or more");
        return Err(Failure::Usage(format!("{found}, for that game is in the log")));
    }
    let exports = Exports::begin(arguments, plan, &games).map_err(anyhow::Error::from)?;
    let mut tally = Tally::new(plan);
    for game in &games {
        tally.add(game);
    }
    tally.begin_run();
    if tally.is_finished() {
        return Ok((tally.summary(), None));
    }
    let context = MatchContext {
        variant: plan.variant,
        patience: plan.patience,
        guard: Guard::start()
            .map_err(|error| anyhow!("the guard of the engines does not start: {error}"))?,
        halt: Halt::default(),
    };
    let progress = Progress::new(range.end - range.start, tally.played());
    if tally.played() > 0 {
        progress.note(&format!("{} of {total} games were played before", tally.played()));
    }
    let played: BTreeSet<u64> = games.iter().map(|game| game.game - 1).collect();
    let runner = MatchRunner::new(plan, &context, played, arguments.live);
    let early = runner.open(&interrupt, |event| {
        let game = match event {
            Event::Introduced(index, id) => {
                tally.ids[index] = id;
                return NextStep::Continue;
            }
            Event::Failed(error) => return NextStep::Stop(Some(error)),
            Event::Live(told) => {
                let line = serde_json::to_string(&told).unwrap_or_default();
                return match put(format!("{line}\n").as_bytes()) {
                    Ok(()) => NextStep::Continue,
                    Err(error) => NextStep::Stop(Some(anyhow!("the moves: {error}"))),
                };
            }
            Event::Played(game) => game,
        };
        if let Some(Err(error)) = log.as_mut().map(|log| log.add(&game)) {
            return NextStep::Stop(Some(error.into()));
        }
        // What is in the log counts, whatever becomes of its records.
        tally.add(&game);
        if let Err(error) = exports.add(&game) {
            return NextStep::Stop(Some(error.into()));
        }
        progress.game(&game, tally.played(), &|| tally.line(&game));
        if tally.is_finished() {
            return NextStep::Stop(None);
        }
        match tally.broken(plan.max_faults) {
            None => NextStep::Continue,
            Some(name) => NextStep::Stop(Some(anyhow!(
                "{name}: {} games in a row lost like the last one ({}: {}), expected an engine that plays",
                plan.max_faults,
                game.reason.name(),
                game.detail,
            ))),
        }
    });
    progress.finish();
    Ok((tally.summary(), early))
}

/// What the players' threads report.
enum Event {
    /// An engine runs, and calls itself so.
    Introduced(usize, Option<String>),
    /// Something happened in a game that is played.
    Live(Live),
    /// A game is over.
    Played(Box<Played>),
    /// The match cannot go on.
    Failed(anyhow::Error),
}

/// How to go on after an event.
enum NextStep {
    Continue,
    Stop(Early),
}

/// Where the games are played: tables for two, and engines that stay at one.
struct MatchRunner<'s> {
    plan: &'s Match,
    context: &'s MatchContext,
    /// Games that were played before.
    played: BTreeSet<u64>,
    /// Whether moves are told as they are played.
    is_live: bool,
    /// The number of the next game to begin.
    next: AtomicU64,
    /// Engines that were started and sit at no table yet.
    waiting: Mutex<BTreeMap<usize, Engine<'s>>>,
    /// Engines that have played a game of this run.
    players: Mutex<BTreeSet<usize>>,
}

impl<'s> MatchRunner<'s> {
    fn new(
        plan: &'s Match,
        context: &'s MatchContext,
        played: BTreeSet<u64>,
        is_live: bool,
    ) -> MatchRunner<'s> {
        let next = AtomicU64::new(plan.games().start);
        MatchRunner {
            plan,
            context,
            played,
            is_live,
            next,
            waiting: Mutex::default(),
            players: Mutex::default(),
        }
    }

    /// Plays until the last game is over or `listener` says stop; the reason to
    /// stop early, if there is one. No engine runs afterwards.
    fn open(&self, interrupt: &Interrupt, mut listener: impl FnMut(Event) -> NextStep) -> Early {
        let (sender, events) = mpsc::channel();
        thread::scope(|scope| {
            let introducer = sender.clone();
            let begun =
                thread::Builder::new().name("tables".to_owned()).spawn_scoped(scope, move || {
                    if !self.introduce(&introducer) {
                        return;
                    }
                    thread::scope(|tables| {
                        for _ in 0..self.plan.concurrency {
                            let events = sender.clone();
                            let table = thread::Builder::new().name("table".to_owned());
                            // Fewer tables are no harm, none at all is seen by its silence.
                            let _ = table.spawn_scoped(tables, move || self.serve(&events));
                        }
                    });
                });
            let early = match begun {
                Ok(_) => listen(&events, interrupt, &mut listener),
                Err(error) => Some(anyhow!(error).context("no thread to play in")),
            };
            self.context.halt.set();
            early
        })
    }

    /// Starts every engine once, so that one that cannot play is found before
    /// the first game; says whether all can.
    fn introduce(&self, events: &Sender<Event>) -> bool {
        for (index, spec) in self.plan.engines.iter().enumerate() {
            match Engine::start(spec, self.context) {
                Ok(engine) => {
                    let _ = events.send(Event::Introduced(index, engine.id().map(str::to_owned)));
                    // Only those that meet first are needed soon.
                    if index < 2 {
                        let mut waiting =
                            self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                        waiting.insert(index, engine);
                    } else {
                        engine.quit();
                    }
                }
                Err(EngineFailure::Halted) => return false,
                Err(EngineFailure::Fault(fault)) => {
                    let _ = events.send(Event::Failed(unfit(&spec.name, &fault)));
                    return false;
                }
            }
        }
        true
    }

    fn players(&self) -> MutexGuard<'_, BTreeSet<usize>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one game after the other at a table.
    fn serve(&self, events: &Sender<Event>) {
        let mut idle: BTreeMap<usize, Engine<'s>> = BTreeMap::new();
        while let Some(game) = self.next_game() {
            // An engine that does not play the next game either need not stay.
            let is_next = |index: &usize| *index == game.black || *index == game.white;
            let leaving: Vec<usize> =
                idle.keys().copied().filter(|index| !is_next(index)).collect();
            for engine in leaving.iter().filter_map(|index| idle.remove(index)) {
                engine.quit();
            }
            let mut seat = |index: usize| {
                let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                let engine = idle.remove(&index).or_else(|| waiting.remove(&index));
                Player::new(&self.plan.players[index], engine, self.players().contains(&index))
            };
            let mut players = [seat(game.black), seat(game.white)];
            let (opening, number) = self.plan.opening(&game);
            let (terms, opening) = (self.plan.terms, (&opening, number));
            let tell = |live| {
                // The receiver is gone once the match has stopped.
                let _ = events.send(Event::Live(live));
            };
            let watch = self.is_live.then_some(&tell as &dyn Fn(Live));
            let played = game::play(&game, opening, terms, &mut players, self.context, watch);
            let event = match played {
                Ok(played) => {
                    self.players().extend([game.black, game.white]);
                    Event::Played(Box::new(played))
                }
                Err(Stop::Halted) => break,
                Err(Stop::Unplayed { engine, fault }) => Event::Failed(unfit(&engine, &fault)),
            };
            let is_last = matches!(event, Event::Failed(_));
            if events.send(event).is_err() || is_last {
                break;
            }
            for (index, player) in [game.black, game.white].into_iter().zip(players) {
                match player.engine {
                    Some(engine) if player.spec.restart => engine.quit(),
                    Some(engine) => drop(idle.insert(index, engine)),
                    None => {}
                }
            }
        }
        idle.into_values().for_each(Engine::quit);
    }

    /// The next game to begin.
    fn next_game(&self) -> Option<Game> {
        loop {
            if self.context.halt.is_set() {
                return None;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let game = self.plan.schedule.game(number);
            let game = game.filter(|game| game.number < self.plan.games().end)?;
            if !self.played.contains(&number) {
                return Some(game);
            }
        }
    }
}

/// The error that ends the match as `engine` does not play in it; `fault` says why.
fn unfit(engine: &str, fault: &Fault) -> anyhow::Error {
    let last_words = fault.stderr.last().map(|line| format!(" (it said: {line})"));
    anyhow!("engine {engine}: {}{}", fault.detail, last_words.unwrap_or_default())
}

/// Hands events to `listener` until it stops the match, a signal comes, or no sender is left.
fn listen(
    events: &Receiver<Event>,
    interrupt: &Interrupt,
    listener: &mut impl FnMut(Event) -> NextStep,
) -> Early {
    loop {
        if let Some(signal) = interrupt.received() {
            return Some(anyhow!("interrupted by {signal}"));
        }
        match events.recv_timeout(POLL) {
            Ok(event) => {
                if let NextStep::Stop(early) = listener(event) {
                    return early;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Some(anyhow!("no thread to play in: expected a system with room for more"));
            }
        }
    }
}
