//! The rooms with doors to the street: arguments, standard streams, the log.
//! All printing is here.

mod analyze;
pub mod arena;
mod check;
mod cli;
mod convert;
#[cfg(feature = "datagen")]
mod datagen;
mod files;
mod games;
mod input;
mod last_score;
mod logging;
mod mistakes;
mod numbers;
mod output;
mod play;
mod process;
mod review;
pub mod room;
mod script;
mod serve;
mod talk;
mod tools;
#[cfg(feature = "datagen")]
mod tune_eval;
mod web;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::protocol::Protocol;

use cli::{Arguments, Setting, Tool};
use logging::Log;

/// Exit code for arguments that make no sense.
const WRONG_USAGE: u8 = 2;
/// Exit code for everything else that goes wrong.
const FAILURE: u8 = 1;

/// Why the program ends other than well.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments make no sense.
    #[error("{0}")]
    Usage(String),
    /// Nobody reads the output any more; there is nobody to tell.
    #[error("the output is closed")]
    OutputGone(#[source] io::Error),
    /// Something else.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

/// Runs the program with these arguments, its own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let protocol = cli::protocol_of(&arguments);
    let result = match cli::parse(arguments) {
        Ok(arguments) => start(arguments, protocol),
        Err(error) => cli::answer(&error),
    };
    let code = match &result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Usage(_)) => WRONG_USAGE,
        Err(Failure::OutputGone(_) | Failure::Other(_)) => FAILURE,
    };
    if let Err(failure @ (Failure::Usage(_) | Failure::Other(_))) = &result {
        // Without a stream to write to there is nobody to tell.
        let _ = match protocol.and_then(|protocol| protocol.complaint) {
            Some(complaint) => writeln!(io::stdout(), "{}", complaint(&failure.to_string())),
            None => writeln!(io::stderr(), "tengen: {failure}"),
        };
    }
    ExitCode::from(code)
}

fn start(arguments: Arguments, protocol: Option<&'static Protocol>) -> Result<(), Failure> {
    #[cfg(feature = "tune")]
    for setting in &arguments.tune {
        tune(setting)?;
    }
    let log = Log::start(arguments.log_file.as_deref())?;
    let mut settings = arguments.settings.list;
    match arguments.tool {
        None => serve::serve(arguments.protocol.0.or(protocol), &settings, &log),
        Some(Tool::Bench(more)) => {
            settings.extend(more.list);
            script::bench(&settings, &log)
        }
        Some(Tool::Perft(mut perft)) => {
            settings.append(&mut perft.settings.list);
            // A game clears the options that change it, so it comes before them.
            let game = perft.variant.take();
            let game = game.map(|name| Setting::of_flag("--variant", "Variant", &name));
            settings.splice(0..0, game.transpose()?);
            script::perft(perft, &settings, &log)
        }
        Some(Tool::Match(arguments)) => arena::run(&arguments, &settings),
        Some(Tool::Play(arguments)) => play::run(&arguments, &settings, &log),
        Some(Tool::Openings(openings)) => arena::generate::run(openings, &settings),
        Some(Tool::Analyze(arguments)) => analyze::analyze(&arguments, settings, &log),
        Some(Tool::Review(arguments)) => review::review(&arguments, settings, &log),
        Some(Tool::Convert(arguments)) => convert::convert(&arguments, settings),
        Some(Tool::Serve(arguments)) => web::serve(&arguments, &settings),
        Some(Tool::Check(arguments)) => check::check(&arguments),
        #[cfg(feature = "datagen")]
        Some(Tool::Datagen(arguments)) => datagen::run(&arguments, &settings),
        #[cfg(feature = "datagen")]
        Some(Tool::TuneEval(arguments)) => tune_eval::run(&arguments),
        #[cfg(feature = "tune")]
        Some(Tool::Tunables) => tools::tunables(),
        Some(Tool::Count) => tools::count(),
        Some(Tool::Completions { shell }) => tools::completions(shell),
        Some(Tool::Man) => tools::man(),
        Some(Tool::Guard) => {
            process::stand_guard();
            Ok(())
        }
    }
}

/// Sets a number of the search, `NAME=VALUE`.
#[cfg(feature = "tune")]
fn tune(setting: &str) -> Result<(), Failure> {
    let refuse =
        |expected: String| Failure::Usage(format!("--tune: {setting}: expected {expected}"));
    let (name, value) = setting.split_once('=').ok_or_else(|| refuse("NAME=VALUE".to_owned()))?;
    let value = value.parse().map_err(|_| refuse("a whole number".to_owned()))?;
    crate::search::params::tune::set(name, value).map_err(refuse)
}

/// Writes text to standard output at once.
fn put(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputGone(error),
        _ => Failure::Other(anyhow::anyhow!("standard output: {error}: expected it to take more")),
    })
}

/// Says something on standard error that is no failure.
fn note(text: &str) {
    // Without a standard error stream there is nobody to tell.
    let _ = writeln!(io::stderr(), "tengen: {text}");
}
