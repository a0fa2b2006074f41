//! Options set on the command line, and how they are refused.

use clap::Args;

use tengen_engine::control::Report;
use tengen_engine::session::Session;
use tengen_engine::session::message::{Event, Problem};
use tengen_engine::session::options::Options;

use super::failure::Failure;
use super::logging::Log;
use tengen_engine::control::nearest::tip;
use tengen_games::line_log::LineLog;

/// Options set on the command line, before the tool or after it.
#[derive(Args, Debug)]
pub struct SettingArguments {
    /// Set an option before anything else, as in Hash=64; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub list: Vec<Setting>,
}

/// An option and its value.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: String,
    /// `None` presses a button.
    pub value: Option<String>,
}

impl Setting {
    /// A setting that gives the option `name` a value.
    pub fn new(name: &str, value: String) -> Setting {
        Setting { name: name.to_owned(), value: Some(value) }
    }

    /// As [`Setting::new`], for an argument with a name of its own, under which a bad value is
    /// refused.
    ///
    /// # Errors
    /// When `value` is no value of that option.
    pub fn of_flag(flag: &str, name: &str, value: &str) -> Result<Setting, Failure> {
        Options::default().set(name, Some(value)).map_err(|problem| wrong_flag(flag, problem))?;
        Ok(Setting::new(name, value.to_owned()))
    }
}

fn parse_setting(text: &str) -> Result<Setting, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    Options::default().set(name, value.as_deref()).map_err(|problem| problem.advice())?;
    Ok(Setting { name: name.to_owned(), value })
}

/// The refusal of an option that was set by `--set`, and could not be where it matters.
pub fn wrong_setting(problem: Problem) -> Failure {
    wrong_flag("--set", problem)
}

/// The refusal of an option that was set by a flag: names what was typed instead of the
/// command that it stands for.
pub fn wrong_flag(flag: &str, problem: Problem) -> Failure {
    let tip = tip(&problem.text, &problem.expected);
    Failure::Usage(Problem { what: flag.to_owned(), ..problem }.to_string() + &tip)
}

/// Sets the options of the command line. Nothing is printed for them: no
/// command has come yet.
pub fn set_all(
    session: &mut Session,
    settings: &[Setting],
    log: &Log,
    lines: &LineLog,
) -> Result<(), Failure> {
    for Setting { name, value } in settings {
        let mut opened = Ok(());
        let mut listener = |options: &Options, event: Event| match event {
            Event::LogFile(path) => opened = log.redirect(&path),
            Event::Report(Report::Log(entry)) => lines.thought(&entry, options),
            _ => {}
        };
        session
            .set_option(name, value.as_deref(), &mut listener)
            .and(opened)
            .map_err(wrong_setting)?;
    }
    Ok(())
}
