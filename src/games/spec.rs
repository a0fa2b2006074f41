//! Engines as the command line describes them: one shell-quoted string each.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use tengen_engine::control::time_control::{MoveLimits, seconds};
use tengen_engine::game::Problem;
use tengen_engine::protocol::ProtocolName;

use words::Backslash;

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The name of the engine in results; no two engines of a match share a name.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// The arguments that the program is started with.
    pub arguments: Vec<String>,
    /// The folder that the program is started in; `None` is ours.
    pub dir: Option<PathBuf>,
    /// The protocol that the engine speaks; `None` is found out by asking.
    pub protocol: Option<ProtocolName>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// When it has to move; at least one limit is set.
    pub limits: MoveLimits,
    /// Whether every game begins with a fresh process.
    pub restart: bool,
    /// How long the engine may take to introduce itself, and to begin a game; `None` is the time
    /// that all engines have.
    pub start: Option<Duration>,
    /// The pause between a line of the engine and our next one.
    pub pause: Duration,
}

impl EngineSpec {
    /// The program to start, and its arguments. A relative path of the program starts from our
    /// folder, wherever the engine is started; a bare name is looked for by the system.
    pub fn command(&self) -> Vec<String> {
        let is_path = self.dir.is_some() && self.program.components().count() > 1;
        let from_here = is_path.then(|| std::path::absolute(&self.program).ok()).flatten();
        let program = from_here.as_ref().unwrap_or(&self.program).to_string_lossy().into_owned();
        [&[program], self.arguments.as_slice()].concat()
    }

    /// The words that [`read_engine`] understands as this engine, for another program of ours.
    pub fn words(&self) -> String {
        let mut words = vec![
            format!("name={}", self.name),
            format!("cmd={}", words::join(&self.command(), Backslash::HERE)),
            format!("proto={}", self.protocol_text()),
        ];
        words.extend(self.dir.iter().map(|dir| format!("dir={}", dir.display())));
        words.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        let limits = self.limits.to_string();
        words.extend(limits.split(' ').map(str::to_owned));
        if self.restart {
            words.push("restart=on".to_owned());
        }
        words.extend(self.start.map(|time| format!("start={}", time.as_secs_f64())));
        if !self.pause.is_zero() {
            words.push(format!("pause={}", self.pause.as_millis()));
        }
        words::join(&words, Backslash::HERE)
    }

    /// The protocols in which to address the engine: its own if that is known, else all, the one
    /// that the name of the program hints at first.
    pub fn protocols(&self) -> Vec<ProtocolName> {
        if let Some(protocol) = self.protocol {
            return vec![protocol];
        }
        let file = self.program.file_name().unwrap_or_default().to_string_lossy();
        let is_brain = file.starts_with("pbrain-");
        let is_hinted = |name: &ProtocolName| is_brain == (*name == ProtocolName::Gomocup);
        let (mut first, rest): (Vec<_>, Vec<_>) =
            ProtocolName::SPOKEN.into_iter().partition(is_hinted);
        first.extend(rest);
        first
    }

    /// The name of the engine's protocol, as after `proto=`.
    pub fn protocol_text(&self) -> &'static str {
        self.protocol.map_or(AUTO, ProtocolName::text)
    }
}

/// The value of `proto=` with which the protocol is found out by asking.
const AUTO: &str = "auto";

/// A text that does not describe an engine: where it stands, as in `--engine` or `--each`, and what
/// is wrong with it.
pub type SpecError = Problem<&'static str>;

/// Milliseconds a move where nothing limits an engine.
const DEFAULT_MOVE_TIME: &str = "0.1";

/// Reads the engines of a match: one text for each, as in
/// `name=a cmd=./tengen option.Hash=64 tc=10+0.1` or `./tengen tc=10+0.1`, and `each`, which says in the
/// same way what holds for every engine that does not say otherwise. A program that stands there
/// again without a name gets a number behind it. Limits
/// that an engine has of its own replace all limits of `each`; without any, it
/// gets `st=0.1`.
///
/// # Errors
/// The first word that cannot be understood, and what was expected in its place.
pub fn read_engines(engines: &[String], each: &str) -> Result<Vec<EngineSpec>, SpecError> {
    let common = SpecWords::read(EACH, each)?;
    let mut specs: Vec<EngineSpec> = Vec::with_capacity(engines.len());
    for text in engines {
        let words = SpecWords::read("--engine", text)?.over(&common);
        let has_name = words.name.is_some();
        let mut spec = words.finish("--engine", text)?;
        let is_taken = |name: &str| specs.iter().any(|other| other.name == name);
        let is_known = specs.iter().any(|other| other.program == spec.program);
        if !has_name && is_known && is_taken(&spec.name) {
            // A program against itself.
            let numbered = |number: usize| format!("{}-{number}", spec.name);
            let free = (2..specs.len() + 3).map(numbered).find(|name| !is_taken(name));
            spec.name = free.unwrap_or_default();
        }
        if is_taken(&spec.name) {
            let expected = format!("a name= other than {}, which is taken", spec.name);
            return Err(SpecError::new("--engine", text, expected));
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// Reads one engine from a text that stands in `place`, over what `each` says for all.
///
/// # Errors
/// As [`read_engines`].
pub fn read_engine(place: &'static str, text: &str, each: &str) -> Result<EngineSpec, SpecError> {
    SpecWords::read(place, text)?.over(&SpecWords::read(EACH, each)?).finish(place, text)
}

/// What a description says; `None` in a field is what it does not say.
#[derive(Clone, Debug, Default)]
pub struct SpecWords {
    name: Option<String>,
    command: Option<Vec<String>>,
    arguments: Option<Vec<String>>,
    dir: Option<PathBuf>,
    #[expect(clippy::option_option, reason = "one that is not named, and one to be found out")]
    protocol: Option<Option<ProtocolName>>,
    options: Vec<(String, String)>,
    limits: Option<MoveLimits>,
    restart: Option<bool>,
    start: Option<Duration>,
    pause: Option<Duration>,
}

/// The place of a description that holds for all engines.
const EACH: &str = "--each";

const KEYS: &str = "name=, cmd=, args=, dir=, proto=, option.NAME=, tc=, st=, depth=, nodes=, \
                    restart=, start= or pause=";

/// Longest pause between a line of an engine and our next one, in milliseconds.
const MOST_PAUSE_MS: u64 = 10_000;

/// Whether `word`, at the beginning of a description, is the program itself.
fn is_bare(word: &str, place: &str) -> bool {
    place != EACH && !word.is_empty() && !word.contains('=')
}

impl SpecWords {
    /// Reads words such as `tc=10+1 proto=uci`; `place` is for complaints.
    ///
    /// # Errors
    /// When a quotation mark is not closed, a word is none of these or stands there twice, or
    /// `name=` is given for all engines.
    pub fn read(place: &'static str, text: &str) -> Result<SpecWords, SpecError> {
        let words = words::split(text, Backslash::HERE)
            .map_err(|_| SpecError::new(place, text, "every quotation mark closed"))?;
        let mut read = SpecWords::default();
        let mut words = words.into_iter().peekable();
        if let Some(program) = words.next_if(|word| is_bare(word, place)) {
            read.command = Some(vec![program]);
        }
        for word in words {
            read.take(&word).map_err(|expected| SpecError::new(place, &word, expected))?;
        }
        if read.name.is_some() && place == EACH {
            return Err(SpecError::new(place, text, "what all engines share, and no name="));
        }
        Ok(read)
    }

    /// Takes over one word.
    ///
    /// # Errors
    /// What was expected, if the word is unknown, wrong or given twice.
    pub fn take(&mut self, word: &str) -> Result<(), String> {
        let Some((key, value)) = word.split_once('=') else { return Err(KEYS.to_owned()) };
        if let Some(option) = key.strip_prefix("option.") {
            return self.take_option(option, value);
        }
        match key {
            "name" => once(&mut self.name, name(value)?),
            "cmd" => once(&mut self.command, command(value)?),
            "args" => once(&mut self.arguments, split(value)?),
            "dir" => {
                let folder = (!value.is_empty()).then(|| PathBuf::from(value));
                once(&mut self.dir, folder.ok_or("a folder, as in dir=./engines")?)
            }
            "proto" => once(&mut self.protocol, protocol(value)?),
            "restart" => once(&mut self.restart, on_or_off(value)?),
            "start" => {
                let time = seconds(value).map_err(|_| "seconds above 0, as in start=30")?;
                once(&mut self.start, time)
            }
            "pause" => {
                let time = pause(value).ok_or("milliseconds from 0 to 10000, as in pause=25")?;
                once(&mut self.pause, time)
            }
            "tc" | "st" | "depth" | "nodes" => self.take_limit(key, value),
            _ => Err(KEYS.to_owned()),
        }
    }

    fn take_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.trim().is_empty() || [name, value].concat().contains(char::is_control) {
            return Err("option.NAME=VALUE, as in option.Hash=64".to_owned());
        }
        if self.options.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
            return Err("each option once".to_owned());
        }
        self.options.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn take_limit(&mut self, key: &str, value: &str) -> Result<(), String> {
        let limits = self.limits.get_or_insert_default();
        match key {
            "tc" if value == "inf" => Ok(()),
            "tc" => once(&mut limits.clock, read(value)?),
            "st" => once(&mut limits.move_time, seconds(value).map_err(|error| error.expected)?),
            "depth" => {
                let plies = count(value, 1_000_000);
                once(&mut limits.depth, plies.ok_or("plies from 1, as in depth=8")? as u32)
            }
            _ => {
                let nodes = count(value, u64::MAX / 2);
                once(&mut limits.nodes, nodes.ok_or("positions from 1, as in nodes=10000")?)
            }
        }
    }

    /// Fills what these words do not say with what `common` says.
    #[must_use]
    pub fn over(mut self, common: &SpecWords) -> SpecWords {
        let common = common.clone();
        let mut options = common.options;
        options.retain(|(name, _)| {
            !self.options.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
        });
        options.append(&mut self.options);
        SpecWords {
            name: self.name,
            command: self.command.or(common.command),
            arguments: self.arguments.or(common.arguments),
            dir: self.dir.or(common.dir),
            protocol: self.protocol.or(common.protocol),
            options,
            limits: self.limits.or(common.limits),
            restart: self.restart.or(common.restart),
            start: self.start.or(common.start),
            pause: self.pause.or(common.pause),
        }
    }

    /// The engine that these words describe; `place` and `text` are for complaints.
    ///
    /// # Errors
    /// When the words name no program, no name or no limit.
    pub fn finish(self, place: &'static str, text: &str) -> Result<EngineSpec, SpecError> {
        let missing = |expected: &str| SpecError::new(place, text.trim(), expected);
        let mut command = self.command.into_iter().flatten();
        let program = command.next().ok_or_else(|| missing("cmd=PROGRAM among the words"))?;
        let name = match self.name {
            Some(name) => name,
            None => stem(&program).ok_or_else(|| missing("name=NAME among the words"))?,
        };
        let default = || {
            let move_time = seconds(DEFAULT_MOVE_TIME).ok();
            MoveLimits { move_time, ..MoveLimits::default() }
        };
        let limits = self.limits.unwrap_or_else(default);
        if limits == MoveLimits::default() {
            return Err(missing("st=, depth= or nodes= beside tc=inf"));
        }
        Ok(EngineSpec {
            name,
            program: PathBuf::from(program),
            arguments: command.chain(self.arguments.into_iter().flatten()).collect(),
            dir: self.dir,
            protocol: self.protocol.flatten(),
            options: self.options,
            limits,
            restart: self.restart.unwrap_or_default(),
            start: self.start,
            pause: self.pause.unwrap_or_default(),
        })
    }
}

/// Stores a value that must not be given twice; an error where `place` already holds one.
fn once<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err("each key once".to_owned()),
    }
}

fn name(value: &str) -> Result<String, String> {
    let is_name = !value.trim().is_empty() && !value.contains(char::is_control);
    is_name.then(|| value.to_owned()).ok_or_else(|| "a name that can be printed".to_owned())
}

/// A program and its first arguments.
fn command(value: &str) -> Result<Vec<String>, String> {
    let words = split(value)?;
    let is_program = words.first().is_some_and(|program| !program.is_empty());
    is_program.then_some(words).ok_or_else(|| "a program, as in cmd=./tengen".to_owned())
}

fn split(value: &str) -> Result<Vec<String>, String> {
    words::split(value, Backslash::HERE).map_err(|_| "every quotation mark closed".to_owned())
}

fn protocol(value: &str) -> Result<Option<ProtocolName>, String> {
    if value == AUTO {
        return Ok(None);
    }
    let found = ProtocolName::SPOKEN.into_iter().find(|name| name.text() == value);
    found.map(Some).ok_or_else(|| {
        let names = ProtocolName::SPOKEN.map(ProtocolName::text);
        format!("proto= with one of {AUTO}, {}", names.join(", "))
    })
}

fn on_or_off(value: &str) -> Result<bool, &'static str> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("restart=on or restart=off"),
    }
}

fn read<T: FromStr<Err = tengen_engine::control::time_control::TimeError>>(
    value: &str,
) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| format!("{}, or inf", error.expected))
}

/// Reads a number from 1 to `most`, written in digits without a leading zero.
fn count(value: &str, most: u64) -> Option<u64> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number))?;
    (number.to_string() == value).then_some(number)
}

/// Reads the length of a pause, in whole milliseconds.
fn pause(value: &str) -> Option<Duration> {
    let ms = if value == "0" { 0 } else { count(value, MOST_PAUSE_MS)? };
    Some(Duration::from_millis(ms))
}

/// The name of a program without its folder and extension.
fn stem(program: &str) -> Option<String> {
    Some(Path::new(program).file_stem()?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests;
mod words;
