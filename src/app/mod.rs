//! The program: its command line, and which tool a subcommand is.

mod about;
mod catalogue;
mod cli;
mod help;
mod manual;
mod menu;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tengen_engine::game::problem::escaped;
use tengen_engine::protocol::Protocol;

use crate::tools;
use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::logging::Log;
use tengen_host::cli::memory;
use tengen_host::cli::settings::Setting;

use cli::{Arguments, Tool};
use menu::MenuChoice;

/// Exit code for arguments that make no sense.
const WRONG_USAGE: u8 = 2;
/// Exit code for everything else that goes wrong.
const FAILURE: u8 = 1;

/// Runs the program with these arguments, its own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    memory::give_back_at_once();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let protocol = cli::protocol_of(&arguments);
    let result = match cli::parse(arguments) {
        Ok(arguments) => start(arguments, protocol),
        Err(error) => cli::answer(&error),
    };
    let code = match &result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Usage(_)) => WRONG_USAGE,
        Err(Failure::Coded(code, _) | Failure::Told(code)) => *code,
        Err(Failure::OutputGone(_) | Failure::Other(_)) => FAILURE,
    };
    if let Err(failure) = &result
        && !matches!(failure, Failure::OutputGone(_) | Failure::Told(_))
    {
        // A stream that cannot be written to has no reader.
        let _ = match protocol.and_then(|protocol| protocol.complaint) {
            Some(complaint) => writeln!(io::stdout(), "{}", complaint(&failure.to_string())),
            None => writeln!(io::stderr(), "tengen: {}", escaped(&failure.to_string())),
        };
    }
    ExitCode::from(code)
}

fn start(arguments: Arguments, protocol: Option<&'static Protocol>) -> Result<(), Failure> {
    if arguments.version {
        let details = if arguments.verbose { about::details() } else { String::new() };
        return put(format!("{}{details}", about::version()).as_bytes());
    }
    #[cfg(feature = "tune")]
    for setting in &arguments.tune {
        tune(setting)?;
    }
    let is_bare = arguments.tool.is_none()
        && arguments.protocol.0.or(protocol).is_none()
        && arguments.settings.list.is_empty()
        && arguments.log_file.is_none();
    let mut first = None;
    if is_bare && menu::is_wanted() {
        match menu::choose()? {
            MenuChoice::Nothing => return Ok(()),
            MenuChoice::Line(line) => first = Some(line),
            MenuChoice::Tool(words) => {
                let words = std::iter::once("tengen".to_owned()).chain(words);
                return match cli::parse(words.map(OsString::from)) {
                    Ok(arguments) => start(arguments, None),
                    Err(error) => cli::answer(&error),
                };
            }
        }
    }
    let log = Log::start(arguments.log_file.as_deref())?;
    let mut settings = arguments.settings.list;
    match arguments.tool {
        None => {
            let protocol = arguments.protocol.0.or(protocol);
            if first.is_none() {
                greet(protocol);
            }
            tools::stdio::serve(protocol, &settings, &log, first)
        }
        Some(Tool::Bench(more)) => {
            settings.extend(more.list);
            tools::script::bench(&settings, &log)
        }
        Some(Tool::Perft(mut perft)) => {
            settings.append(&mut perft.settings.list);
            // A game clears the options that change it, so it comes before them.
            let game = perft.variant.take();
            let game = game.map(|name| Setting::of_flag("--variant", "Variant", &name));
            settings.splice(0..0, game.transpose()?);
            tools::script::perft(perft, &settings, &log)
        }
        Some(Tool::Match(arguments)) => tools::arena::run(&arguments, &settings),
        Some(Tool::Play(arguments)) => tools::play::run(&arguments, &settings, &log),
        Some(Tool::Learn(arguments)) => tools::learn::learn(&arguments),
        Some(Tool::Openings(openings)) => tools::openings::run(openings, &settings),
        Some(Tool::Analyze(arguments)) => tools::analyze::analyze(&arguments, settings, &log),
        Some(Tool::Review(arguments)) => tools::review::review(&arguments, settings, &log),
        Some(Tool::Convert(arguments)) => tools::convert::convert(&arguments, settings),
        Some(Tool::Prove(arguments)) => tools::prove::run(&arguments, &settings),
        Some(Tool::Verify(arguments)) => tools::verify::verify(&arguments),
        Some(Tool::Puzzles(arguments)) => tools::puzzles::run(&arguments, &settings),
        Some(Tool::Shard(arguments)) => tools::shard::run(&arguments, &settings),
        #[cfg(feature = "web")]
        Some(Tool::Serve(arguments)) => tengen_web::serve(&arguments, &settings, &log),
        Some(Tool::Check(arguments)) => tools::check::check(&arguments),
        #[cfg(feature = "datagen")]
        Some(Tool::Datagen(arguments)) => tengen_lab::datagen::run(&arguments, &settings),
        #[cfg(feature = "datagen")]
        Some(Tool::TuneEval(arguments)) => tengen_lab::tune_eval::run(&arguments),
        #[cfg(feature = "datagen")]
        Some(Tool::Train(arguments)) => tengen_lab::train::run(&arguments),
        #[cfg(feature = "tune")]
        Some(Tool::Tunables) => tools::script::tunables(),
        Some(Tool::Count) => tools::count::count(),
        Some(Tool::Genfens(arguments)) => tools::genfens::run(&arguments),
        Some(Tool::Completions { shell }) => cli::completions(shell),
        Some(Tool::Man) => cli::man(),
        Some(Tool::Help { names }) => cli::help(&names),
        Some(Tool::Guard) => {
            tengen_host::programs::process::run_watchdog();
            Ok(())
        }
    }
}

/// Says to a person at a terminal what the program waits for. Programs hear nothing, and
/// neither do managers that read complaints on standard output.
fn greet(protocol: Option<&'static Protocol>) {
    let is_manager = protocol.is_some_and(|protocol| protocol.complaint.is_some());
    if io::stdin().is_terminal() && !is_manager {
        let serve =
            if cfg!(feature = "web") { ", or in the browser with `tengen serve`" } else { "" };
        note(&format!(
            "waiting for commands: `help` lists them, `quit` leaves; \
             to play a game, start `tengen play`{serve}"
        ));
    }
}

/// Sets a number of the search, `NAME=VALUE`.
#[cfg(feature = "tune")]
fn tune(setting: &str) -> Result<(), Failure> {
    let refuse =
        |expected: String| Failure::Usage(format!("--tune: {setting}: expected {expected}"));
    let (name, value) = setting.split_once('=').ok_or_else(|| refuse("NAME=VALUE".to_owned()))?;
    let value = value.parse().map_err(|_| refuse("a whole number".to_owned()))?;
    tengen_engine::search::params::tune::set(name, value).map_err(refuse)
}
