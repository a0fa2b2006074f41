//! The rooms with doors to the street: arguments, standard streams, the log.
//! All printing is here.

mod analyze;
pub mod arena;
mod check;
mod cli;
mod convert;
mod count;
#[cfg(feature = "datagen")]
mod datagen;
mod failure;
mod files;
mod game_arguments;
mod games;
mod input;
mod last_score;
mod logging;
mod mistakes;
mod output;
mod play;
mod process;
mod review;
pub mod room;
mod script;
mod serve;
mod settings;
mod talk;
#[cfg(feature = "datagen")]
mod tune_eval;
mod values;
mod web;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::protocol::Protocol;

use cli::{Arguments, Tool};
use failure::Failure;
use logging::Log;
use settings::Setting;

/// Exit code for arguments that make no sense.
const WRONG_USAGE: u8 = 2;
/// Exit code for everything else that goes wrong.
const FAILURE: u8 = 1;

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
        Some(Tool::Tunables) => script::tunables(),
        Some(Tool::Count) => count::count(),
        Some(Tool::Completions { shell }) => cli::completions(shell),
        Some(Tool::Man) => cli::man(),
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
