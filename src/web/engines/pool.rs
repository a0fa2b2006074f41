//! Engines of conversations: children, one each, and not too many.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use tengen_engine::game::{Code, Problem};
use tengen_engine::protocol::ProtocolName;

use super::foreign_player::ForeignPlayer;
use super::known::{KnownEngines, OWN};
use super::line_filter::Kind;
use super::recognise::{recognise, try_out};
use super::uci_bridge::{BridgeInput, UciBridge};
use crate::limits::OUTBOX;
use crate::quotas::{QuotaGuard, Quotas, Resource};
use crate::work::{Waiting, Wanted, aside};
use tengen_games::spec::EngineSpec;
use tengen_host::cli::settings::Setting;
use tengen_host::programs::process::{
    Guard, InputPipe, Listened, Process, StartError, own_program,
};

/// How often a pump looks whether it is still wanted, at least.
const POLL: Duration = Duration::from_millis(200);

/// What is expected of an engine whose protocol is to be found out.
const PROTOCOLS: &str = "one that speaks uci, ugi or gomocup";

/// An engine that can be asked for.
#[derive(Clone, Debug)]
pub(crate) enum EngineKind {
    /// Our own.
    Own {
        /// What this program is started with: the options of the command line.
        arguments: Vec<String>,
    },
    /// An engine that the server was started with, or that was added.
    Registered(Box<EngineSpec>),
}

impl EngineKind {
    /// This program once more, with these options.
    pub fn own(settings: &[Setting]) -> EngineKind {
        let mut arguments = vec!["--protocol".to_owned(), "uci".to_owned()];
        for Setting { name, value } in settings {
            let value = value.as_deref().map(|value| format!("={value}")).unwrap_or_default();
            arguments.extend(["--set".to_owned(), format!("{name}{value}")]);
        }
        EngineKind::Own { arguments }
    }

    /// The name that this engine is asked for by.
    pub fn name(&self) -> &str {
        match self {
            EngineKind::Own { .. } => OWN,
            EngineKind::Registered(spec) => &spec.name,
        }
    }

    /// What decides how lines for this engine are judged.
    pub const fn kind(&self) -> Kind {
        match self {
            EngineKind::Own { .. } => Kind::Own,
            EngineKind::Registered(_) => Kind::Foreign,
        }
    }

    /// The program of this engine with its arguments, and the folder to run it in, if one is given.
    ///
    /// # Errors
    /// When the system does not say where this program lies.
    fn command(&self) -> std::io::Result<(Vec<String>, Option<PathBuf>)> {
        Ok(match self {
            EngineKind::Own { arguments } => {
                let program = own_program()?.to_string_lossy().into_owned();
                (std::iter::once(program).chain(arguments.iter().cloned()).collect(), None)
            }
            EngineKind::Registered(spec) => (spec.command(), spec.dir.clone()),
        })
    }

    /// The lines that this engine is sent before all others.
    fn preparations(&self) -> Vec<String> {
        match self {
            EngineKind::Own { .. } => Vec::new(),
            // The bridge prepares such an engine.
            EngineKind::Registered(spec) if spec.protocol == Some(ProtocolName::Gomocup) => {
                Vec::new()
            }
            EngineKind::Registered(spec) => {
                let set = |(name, value): &(String, String)| {
                    format!("setoption name {name} value {value}")
                };
                let hello = if spec.protocol == Some(ProtocolName::Ugi) { "ugi" } else { "uci" };
                std::iter::once(hello.to_owned()).chain(spec.options.iter().map(set)).collect()
            }
        }
    }
}

/// All engines that can be asked for, and room for those that run.
pub(crate) struct EnginePool {
    own: EngineKind,
    known: Arc<KnownEngines>,
    quotas: Arc<Quotas>,
    think: Duration,
    guard: Guard,
    /// Protocols that were found out, by the names of engines.
    found: Mutex<BTreeMap<String, ProtocolName>>,
}

impl EnginePool {
    /// A pool in which no engine runs.
    pub fn new(
        own: EngineKind,
        known: Arc<KnownEngines>,
        think: Duration,
        quotas: Arc<Quotas>,
        guard: Guard,
    ) -> EnginePool {
        EnginePool { own, known, quotas, think, guard, found: Mutex::default() }
    }

    /// The names of the engines, our own first.
    pub fn names(&self) -> Vec<String> {
        let means = self.known.means();
        let others = means.engines.iter().map(|spec| spec.name.as_str());
        std::iter::once(self.own.name()).chain(others).map(str::to_owned).collect()
    }

    /// How long an engine may think about a question.
    pub const fn think(&self) -> Duration {
        self.think
    }

    /// The engine of that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, name: &str) -> Result<EngineKind, Problem> {
        if name == self.own.name() {
            return Ok(self.own.clone());
        }
        let found = self.known.find(name).map(|spec| EngineKind::Registered(Box::new(spec)));
        found.ok_or_else(|| {
            let shown: String = name.chars().take(60).collect();
            Problem::new("engine", shown, self.names().join(", ")).coded(Code::NoEngine)
        })
    }

    /// The protocol of an engine, which is started on trial.
    ///
    /// # Errors
    /// When too many run, its program does not start, or does not answer as an engine.
    pub fn try_out(
        &self,
        spec: &EngineSpec,
        address: IpAddr,
        wanted: &Wanted,
    ) -> Result<ProtocolName, Problem> {
        let name = &spec.name;
        let share = self.quotas.take(Resource::Engines, address, 1);
        let _share = share.map_err(|full| full.refusal("engine", name))?;
        let refuse = |expected: &str| Problem::new("engine", name.as_str(), expected);
        let (command, folder) = (spec.command(), spec.dir.as_deref());
        Process::start(&command, folder, &self.guard).map_err(|error| {
            log::warn!("{name}: {error}");
            refuse(StartError::EXPECTED).coded(Code::EngineMissing)
        })?;
        try_out(spec, &self.guard, wanted)
            .ok_or_else(|| refuse(PROTOCOLS).coded(Code::EngineSilent))
    }

    /// Starts an engine; one that is not waited for any more ends soon.
    ///
    /// # Errors
    /// When too many run, it does not start, or speaks nothing that we know.
    pub async fn start(
        self: &Arc<Self>,
        kind: &EngineKind,
        address: IpAddr,
    ) -> Result<Engine, Problem> {
        let share = self
            .quotas
            .take(Resource::Engines, address, 1)
            .map_err(|full| full.refusal("engine", kind.name()))?;
        let (pool, text) = (Arc::clone(self), kind.name().to_owned());
        let kind = kind.clone();
        let failed =
            move |expected: &str| Problem::new("engine", text, expected).coded(Code::EngineMissing);
        let waiting = Waiting::new();
        let wanted = waiting.wanted();
        // Starting a program takes the system a moment, and it longer to introduce itself.
        let started = aside("start", move || {
            let kind = pool.settle(kind, &wanted)?;
            Engine::start(kind, &pool.guard, share)
        });
        match started.await {
            Ok(Ok(engine)) => Ok(engine),
            Ok(Err(expected)) => Err(failed(expected)),
            Err(error) => Err(failed(&format!("a thread from the system ({error})"))),
        }
    }

    /// `kind` with the protocol of its engine, which is found out once where none was given.
    ///
    /// # Errors
    /// What the engine should have been: a program that starts, and speaks what we know.
    fn settle(&self, kind: EngineKind, wanted: &Wanted) -> Result<EngineKind, &'static str> {
        let EngineKind::Registered(mut spec) = kind else { return Ok(kind) };
        if spec.protocol.is_none() {
            let found = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
            let known = found().get(&spec.name).copied();
            let protocol = known.map_or_else(|| self.recognise(&spec, wanted), Ok)?;
            found().insert(spec.name.clone(), protocol);
            spec.protocol = Some(protocol);
        }
        Ok(EngineKind::Registered(spec))
    }

    /// Finds out which protocol an engine speaks.
    fn recognise(&self, spec: &EngineSpec, wanted: &Wanted) -> Result<ProtocolName, &'static str> {
        let (command, folder) = (spec.command(), spec.dir.as_deref());
        if let Err(error) = Process::probe_start(&command, folder, &self.guard, Duration::ZERO) {
            log::warn!("{}: {error}", spec.name);
            return Err(StartError::EXPECTED);
        }
        recognise(spec, &self.guard, wanted).ok_or(PROTOCOLS)
    }
}

/// A running engine. It is killed soon after this is dropped.
pub(crate) struct Engine {
    /// The way in; `None` once the input is closed.
    way: Option<Way>,
    heard: mpsc::Receiver<String>,
    is_unwanted: Arc<AtomicBool>,
}

/// How lines of the native protocol get to an engine.
enum Way {
    /// Lines go to the engine as they are.
    Input(InputPipe),
    /// Lines go through a bridge that speaks the engine's protocol.
    UciBridge(Sender<BridgeInput>),
}

impl Engine {
    fn start(kind: EngineKind, guard: &Guard, share: QuotaGuard) -> Result<Engine, &'static str> {
        let (lines, heard) = mpsc::channel(OUTBOX);
        let is_unwanted = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&is_unwanted);
        let preparations = kind.preparations();
        let (way, work): (Option<Way>, Box<dyn FnOnce() + Send>) = match kind {
            EngineKind::Registered(spec) if spec.protocol == Some(ProtocolName::Gomocup) => {
                let (bridge, words) = UciBridge::new();
                let unwanted = Arc::clone(&flag);
                let player = ForeignPlayer::new(
                    spec.as_ref().clone(),
                    guard.clone(),
                    lines.clone(),
                    unwanted,
                    share,
                );
                let work = move || {
                    bridge.run(&spec, player, &flag, |line| lines.blocking_send(line).is_ok());
                };
                (Some(Way::UciBridge(words)), Box::new(work))
            }
            kind => {
                // Only the server's owner is told where the program lies.
                let failed = |error: &dyn std::fmt::Display| {
                    log::warn!("{}: {error}", kind.name());
                    StartError::EXPECTED
                };
                let (command, folder) = kind.command().map_err(|error| failed(&error))?;
                let mut process = Process::start(&command, folder.as_deref(), guard)
                    .map_err(|error| failed(&error))?;
                let input = process.take_input().map(Way::Input);
                let work = move || {
                    pump(&process, &lines, &flag);
                    // The share is free once the child has exited.
                    drop(process);
                    drop(share);
                };
                (input, Box::new(work))
            }
        };
        let engine = Engine { way, heard, is_unwanted };
        let thread = thread::Builder::new().name("pump".to_owned()).spawn(work);
        thread.map_err(|_| "a thread from the system")?;
        for line in &preparations {
            engine.send(line);
        }
        Ok(engine)
    }

    /// Sends a line, some time soon.
    pub fn send(&self, line: &str) {
        match &self.way {
            Some(Way::Input(input)) => input.send(line),
            // A client that has left does not hear it.
            Some(Way::UciBridge(words)) => drop(words.send(BridgeInput::Line(line.to_owned()))),
            None => {}
        }
    }

    /// Ends the engine's input: the engine answers what it was asked, and leaves.
    pub fn close(&mut self) {
        if let Some(Way::UciBridge(words)) = self.way.take() {
            let _ = words.send(BridgeInput::End);
        }
    }

    /// The next line of the engine; `None` when the engine is gone. Nothing is lost when the wait
    /// for a line is given up.
    pub async fn hear(&mut self) -> Option<String> {
        self.heard.recv().await
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }
}

/// Carries lines from a program to its conversation until either is gone.
fn pump(process: &Process, lines: &mpsc::Sender<String>, is_unwanted: &AtomicBool) {
    while !is_unwanted.load(Ordering::Relaxed) {
        match process.listen(Instant::now() + POLL) {
            Listened::Line(line) => {
                // A conversation that does not listen lets the program wait, too.
                if lines.blocking_send(line.text).is_err() {
                    return;
                }
            }
            Listened::Silence => {}
            Listened::Closed => return,
        }
    }
}
