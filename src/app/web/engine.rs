//! Engines of conversations: children, one each, and not too many.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::app::arena::spec::{Dialect, EngineSpec};
use crate::app::cli::Setting;
use crate::app::process::{Guard, Listened, Pen, Process};

use super::arguments::OWN;
use super::limits::{Limits, OUTBOX};
use super::screen::Kind;

/// How often a pump looks whether it is still wanted, at least.
const GLANCE: Duration = Duration::from_millis(200);

/// An engine that can be asked for.
#[derive(Clone, Debug)]
pub(super) enum Breed {
    /// Our own.
    Own {
        /// This program, with the options of the command line.
        command: Vec<String>,
    },
    /// One that the person who started the server named.
    Registered(EngineSpec),
}

impl Breed {
    /// This program once more, with these options.
    ///
    /// # Errors
    /// When the system does not say where this program lies.
    pub fn own(settings: &[Setting]) -> Result<Breed, std::io::Error> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        let mut command = vec![program, "--protocol".to_owned(), "uci".to_owned()];
        for Setting { name, value } in settings {
            let value = value.as_deref().map(|value| format!("={value}")).unwrap_or_default();
            command.extend(["--set".to_owned(), format!("{name}{value}")]);
        }
        Ok(Breed::Own { command })
    }

    /// What it is asked for by.
    pub fn name(&self) -> &str {
        match self {
            Breed::Own { .. } => OWN,
            Breed::Registered(spec) => &spec.name,
        }
    }

    /// What its lines are judged by.
    pub const fn kind(&self) -> Kind {
        match self {
            Breed::Own { .. } => Kind::Own,
            Breed::Registered(_) => Kind::Foreign,
        }
    }

    /// Whether lines of the native protocol can be sent to it as they are.
    pub fn takes_lines(&self) -> bool {
        match self {
            Breed::Own { .. } => true,
            Breed::Registered(spec) => matches!(spec.dialect, Dialect::Uci | Dialect::Ugi),
        }
    }

    /// Its program and arguments, and the folder it runs in.
    fn command(&self) -> (Vec<String>, Option<PathBuf>) {
        match self {
            Breed::Own { command } => (command.clone(), None),
            Breed::Registered(spec) => {
                let program = spec.program.to_string_lossy().into_owned();
                let words = std::iter::once(program).chain(spec.arguments.iter().cloned());
                (words.collect(), spec.dir.clone())
            }
        }
    }

    /// What it hears before anything else.
    fn preparations(&self) -> Vec<String> {
        match self {
            Breed::Own { .. } => Vec::new(),
            Breed::Registered(spec) => {
                let set = |(name, value): &(String, String)| {
                    format!("setoption name {name} value {value}")
                };
                let hello = if spec.dialect == Dialect::Ugi { "ugi" } else { "uci" };
                std::iter::once(hello.to_owned()).chain(spec.options.iter().map(set)).collect()
            }
        }
    }
}

/// Why there is no engine; the rest of a line that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}: expected {expected}")]
pub(super) struct NoEngine {
    text: String,
    expected: String,
}

/// All engines that can be asked for, and room for those that run.
pub(super) struct Stable {
    breeds: Vec<Breed>,
    places: Arc<Semaphore>,
    limits: Limits,
    guard: Guard,
}

impl Stable {
    /// A stable with nobody in it.
    pub fn new(breeds: Vec<Breed>, limits: Limits, guard: Guard) -> Stable {
        Stable { breeds, places: Arc::new(Semaphore::new(limits.engines)), limits, guard }
    }

    /// The names of the engines that take lines, our own first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.breeds.iter().filter(|breed| breed.takes_lines()).map(Breed::name)
    }

    /// The places of engines, for others who start some.
    pub fn places(&self) -> Arc<Semaphore> {
        Arc::clone(&self.places)
    }

    /// How long an engine may think about a question.
    pub const fn think(&self) -> Duration {
        self.limits.think
    }

    /// The engine of that name.
    ///
    /// # Errors
    /// When there is none, or none that takes lines.
    pub fn find(&self, name: &str) -> Result<&Breed, NoEngine> {
        let found = self.breeds.iter().find(|breed| breed.name() == name && breed.takes_lines());
        found.ok_or_else(|| {
            let names: Vec<&str> = self.names().collect();
            NoEngine { text: name.chars().take(60).collect(), expected: names.join(", ") }
        })
    }

    /// Starts an engine.
    ///
    /// # Errors
    /// When too many run, or it does not start.
    pub async fn start(&self, breed: &Breed) -> Result<Engine, NoEngine> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| NoEngine {
            text: breed.name().to_owned(),
            expected: format!("less than {} engines at a time", self.limits.engines),
        })?;
        let (breed, guard) = (breed.clone(), self.guard.clone());
        let text = breed.name().to_owned();
        let failed = move |expected: String| NoEngine { text, expected };
        // Starting a program takes the system a moment.
        let started = tokio::task::spawn_blocking(move || Engine::start(&breed, &guard, place));
        match started.await {
            Ok(Ok(engine)) => Ok(engine),
            Ok(Err(expected)) => Err(failed(expected)),
            Err(_) => Err(failed("an engine that starts".to_owned())),
        }
    }
}

/// A running engine. It is killed soon after this is dropped.
pub(super) struct Engine {
    /// The way in; `None` once the input is closed.
    pen: Option<Pen>,
    heard: mpsc::Receiver<String>,
    is_unwanted: Arc<AtomicBool>,
}

impl Engine {
    fn start(breed: &Breed, guard: &Guard, place: OwnedSemaphorePermit) -> Result<Engine, String> {
        let (command, folder) = breed.command();
        let mut process = Process::start(&command, folder.as_deref(), guard)
            .map_err(|error| format!("a program that starts ({})", error.cause()))?;
        let pen = process.take_pen();
        let (lines, heard) = mpsc::channel(OUTBOX);
        let is_unwanted = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&is_unwanted);
        thread::Builder::new()
            .name("pump".to_owned())
            .spawn(move || {
                pump(&process, &lines, &flag);
                // The place is free once the child is buried.
                drop(process);
                drop(place);
            })
            .map_err(|error| format!("a thread from the system ({error})"))?;
        let engine = Engine { pen, heard, is_unwanted };
        breed.preparations().iter().for_each(|line| engine.send(line));
        Ok(engine)
    }

    /// Sends a line, some time soon.
    pub fn send(&self, line: &str) {
        if let Some(pen) = &self.pen {
            pen.send(line);
        }
    }

    /// Ends its input: it answers what it was asked and leaves.
    pub fn close(&mut self) {
        self.pen = None;
    }

    /// The next line; `None` when it is gone. Nothing is lost when this is
    /// given up before it is there.
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
        match process.listen(Instant::now() + GLANCE) {
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
