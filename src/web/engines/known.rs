//! The engines of others that can be asked for: those that the server was started with, and those
//! that were added from its page.

use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::time::Duration;

use tokio::sync::watch;

use tengen_engine::game::{Code, Problem};
use tengen_engine::player;
use tengen_engine::protocol::ProtocolName;
use tengen_games::spec::{EngineSpec, SpecError, SpecWords};
use tengen_page::new_table::{Means, read_name};

/// The name of our own engine.
pub(crate) const OWN: &str = "tengen";

/// Engines that may be added, those that were removed again left out.
const MOST: usize = 16;
/// What a command line is called in complaints.
const COMMAND: &str = "command";
/// Words of the page for people, in place of engines.
const PEOPLE: [&str; 2] = ["me", "guest"];

/// The engines of others, and the options of ours.
pub(crate) struct KnownEngines {
    means: RwLock<Arc<Means>>,
    /// How many of the engines the server was started with; the others were added.
    given: usize,
    /// Whether engines may be added.
    takes_more: bool,
    /// How long an engine that is added may take to introduce itself.
    start: Option<Duration>,
    /// Told when engines were added or removed.
    changed: watch::Sender<()>,
}

impl KnownEngines {
    /// The engines of `means`; others may be added where it `takes_more`, and have that time to
    /// `start`.
    pub fn new(means: Means, takes_more: bool, start: Option<Duration>) -> KnownEngines {
        let given = means.engines.len();
        let (means, changed) = (RwLock::new(Arc::new(means)), watch::Sender::new(()));
        KnownEngines { means, given, takes_more, start, changed }
    }

    /// What tables and matches are made of just now.
    pub fn means(&self) -> Arc<Means> {
        // A whole new value takes the place of another one, whatever happens.
        Arc::clone(&self.means.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self) -> RwLockWriteGuard<'_, Arc<Means>> {
        self.means.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether engines may be added at all.
    pub const fn takes_more(&self) -> bool {
        self.takes_more
    }

    /// The names of engines that were added.
    pub fn added(&self) -> Vec<String> {
        self.means().engines.iter().skip(self.given).map(|spec| spec.name.clone()).collect()
    }

    /// The engine of that name.
    pub fn find(&self, name: &str) -> Option<EngineSpec> {
        self.means().engines.iter().find(|spec| spec.name == name).cloned()
    }

    /// Whether the program of an engine is one that may be started: what a store remembers may be
    /// from another server.
    pub fn may_start(&self, spec: &EngineSpec) -> bool {
        let is_same =
            |other: &EngineSpec| (other.command(), &other.dir) == (spec.command(), &spec.dir);
        self.means().engines.iter().any(is_same)
    }

    /// Tells of every change from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Adds the engine that `command` starts, once `try_out` has found out its protocol.
    ///
    /// # Errors
    /// When the name or the command line is none, the name is taken, there are too many, or the
    /// program is no engine.
    pub fn add(
        &self,
        name: &str,
        command: &str,
        try_out: impl FnOnce(&EngineSpec) -> Result<ProtocolName, Problem>,
    ) -> Result<(), Problem> {
        let name = read_name(name)?;
        self.room(&name, &self.means())?;
        let spec = self.spec(&name, command).map_err(|error| {
            Problem::new(error.what, error.text, error.expected).coded(error.code)
        })?;
        let protocol = try_out(&spec)?;
        let spec = EngineSpec { protocol: Some(protocol), ..spec };
        let mut means = self.write();
        // Another page may have added one meanwhile.
        self.room(&name, &means)?;
        let mut more = Means::clone(&means);
        more.engines.push(spec);
        *means = Arc::new(more);
        drop(means);
        self.changed.send_replace(());
        Ok(())
    }

    /// Removes an engine that was added. Games that it plays go on.
    ///
    /// # Errors
    /// When no such engine was added.
    pub fn remove(&self, name: &str) -> Result<(), Problem> {
        let mut means = self.write();
        let mut added = means.engines.iter().skip(self.given);
        let Some(index) = added.position(|spec| spec.name == name) else {
            let shown: String = name.chars().take(60).filter(|c| !c.is_control()).collect();
            let refusal = Problem::new("engine", shown, "one that was added from a page");
            return Err(refusal.coded(Code::NoEngine));
        };
        let mut fewer = Means::clone(&means);
        fewer.engines.remove(self.given + index);
        *means = Arc::new(fewer);
        drop(means);
        self.changed.send_replace(());
        Ok(())
    }

    /// Makes sure that an engine of that name may be added to those of `means`.
    fn room(&self, name: &str, means: &Means) -> Result<(), Problem> {
        let is_same = |other: &str| other.to_lowercase() == name.to_lowercase();
        let is_taken =
            PEOPLE.into_iter().chain([OWN]).chain(player::NAMES.iter().copied()).any(is_same)
                || name.to_lowercase().starts_with("level:")
                || means.engines.iter().any(|spec| is_same(&spec.name));
        if is_taken {
            let refusal = Problem::new("name", name, "another name: this one is taken");
            return Err(refusal.coded(Code::NameTaken));
        }
        if means.engines.len() - self.given >= MOST {
            let refusal =
                Problem::new("engine", "one too many", format!("at most {MOST} that were added"));
            return Err(refusal.coded(Code::TooManyEngines));
        }
        Ok(())
    }

    /// The engine that a command line starts; with `cmd=` before it, the words of `--engine`.
    fn spec(&self, name: &str, command: &str) -> Result<EngineSpec, SpecError> {
        let text = command.trim();
        let mut words = if text.starts_with("cmd=") {
            SpecWords::read(COMMAND, text)?
        } else {
            let mut words = SpecWords::default();
            let wrong = |expected| SpecError::new(COMMAND, text, expected);
            words.take(&format!("cmd={text}")).map_err(wrong)?;
            words
        };
        let wrong = |expected| SpecError::new("name", name, expected);
        words.take(&format!("name={name}")).map_err(wrong)?;
        let spec = words.finish(COMMAND, text)?;
        Ok(EngineSpec { start: spec.start.or(self.start), ..spec })
    }
}
