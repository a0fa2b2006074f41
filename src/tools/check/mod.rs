//! `tengen check`: does an engine keep to its protocol?
//!
//! Every check starts the engine anew, talks to it as managers do and says in one
//! line what it found. `register.rs` knows all checks, `checks/` makes them.

mod brain;
mod checks;
mod lines;
mod memory;
mod positions;
mod probe;
mod register;
mod report;
mod seat;
mod solver;
mod subject;
mod trial;
mod uci;
mod verdict;

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;

use crate::cli::failure::{Failure, put};
use crate::host::process::Guard;

use register::{HANDSHAKE, Numbered};
use report::{Listed, Made, Report};
use subject::LINES;
use trial::{Shared, Speech, Trial};
use verdict::skip;

/// Arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// What the engine speaks: uci, ugi or gomocup; found out if not given
    // The name `protocol` belongs to the program's own protocol.
    #[arg(id = "speech", long = "protocol", value_name = "NAME", value_parser = parse_speech)]
    protocol: Option<Speech>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
    /// Show the lines that were exchanged
    #[arg(long)]
    verbose: bool,
    /// List the checks, without making any
    #[arg(long)]
    list: bool,
    /// Make only these, by name or number, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_number)]
    only: Vec<usize>,
    /// Leave these out
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_number)]
    skip: Vec<usize>,
    /// Seconds to wait for an answer; less when several never came
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_seconds)]
    timeout: Duration,
    /// Seconds after which no other check is begun
    #[arg(long, value_name = "S", default_value = "600", value_parser = parse_seconds)]
    total: Duration,
    /// The engine and its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "list")]
    command: Vec<String>,
}

fn parse_speech(text: &str) -> Result<Speech, String> {
    let found = Speech::ALL.into_iter().find(|speech| speech.name() == text);
    found.ok_or_else(|| "expected uci, ugi or gomocup".to_owned())
}

fn parse_number(text: &str) -> Result<usize, String> {
    let found = register::find(text).map(|(number, _)| number);
    found.ok_or_else(|| "expected the name or number of a check, as check --list shows".to_owned())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    let seconds = seconds.ok_or_else(|| "expected seconds, 0.1 to 3600".to_owned())?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Makes the checks and prints what they came to.
pub(crate) fn check(arguments: &Check) -> Result<(), Failure> {
    let is_wanted = |(number, _): &Numbered| {
        (arguments.only.is_empty() || arguments.only.contains(number))
            && !arguments.skip.contains(number)
    };
    let wanted: Vec<Numbered> = register::all().filter(is_wanted).collect();
    if arguments.list {
        return list(arguments, &wanted);
    }
    let guard =
        Guard::start().context("the guard of the programs that are started").map_err(other)?;
    let shared = Rc::new(Shared::new(arguments.timeout));
    let speech = match arguments.protocol {
        Some(speech) => speech,
        None => match find_speech(&arguments.command, &guard, &shared) {
            Ok(speech) => speech,
            Err(why) => {
                if arguments.json {
                    let why = Some(why.clone());
                    print_json(&Report::new(&arguments.command, None, Vec::new(), why))?;
                }
                return Err(other(anyhow!(why)));
            }
        },
    };
    // What was asked for by name is not left out in silence.
    let is_due =
        |(_, check): &Numbered| !arguments.only.is_empty() || check.speeches.contains(&speech);
    let wanted: Vec<Numbered> = wanted.into_iter().filter(is_due).collect();
    let report = make(arguments, &guard, &shared, speech, &wanted)?;
    if arguments.json {
        print_json(&report)?;
    } else {
        put(report.summary().as_bytes())?;
    }
    match (report.failed, wanted.len() - report.checks.len()) {
        (0, 0) => Ok(()),
        (0, 1) => Err(other(anyhow!("1 check was not made"))),
        (0, unmade) => Err(other(anyhow!("{unmade} checks were not made"))),
        (1, _) => Err(other(anyhow!("1 check failed"))),
        (failed, _) => Err(other(anyhow!("{failed} checks failed"))),
    }
}

fn other(error: anyhow::Error) -> Failure {
    Failure::Other(error)
}

/// Makes these checks, one after the other.
fn make<'a>(
    arguments: &'a Check,
    guard: &Guard,
    shared: &Rc<Shared>,
    speech: Speech,
    wanted: &[Numbered],
) -> Result<Report<'a>, Failure> {
    let width = width(wanted);
    let mut results: Vec<Made> = Vec::new();
    let mut stopped = None;
    let start = Instant::now();
    for &(number, check) in wanted {
        let begin = Instant::now();
        if begin - start >= arguments.total {
            stopped = Some(format!("{} s are over", arguments.total.as_secs_f64()));
            break;
        }
        log::debug!(target: LINES, "check {}", check.name);
        let trial = Trial::new(&arguments.command, guard, speech, Rc::clone(shared));
        let outcome = if check.speeches.contains(&speech) {
            (check.run)(&trial)
        } else {
            skip(format!("it is not for {}", speech.name()))
        };
        let mut result = Made::new((number, check), &outcome, begin.elapsed());
        let transcript = trial.into_transcript();
        if !arguments.json {
            put(result.text(width).as_bytes())?;
            if arguments.verbose {
                put(report::transcript(&transcript).as_bytes())?;
            }
        } else if arguments.verbose {
            result = result.with(transcript);
        }
        let stops = result.has_failed() && check.name == HANDSHAKE;
        results.push(result);
        if stops {
            stopped = Some("no handshake".to_owned());
            break;
        }
    }
    Ok(Report::new(&arguments.command, Some(speech.name()), results, stopped))
}

/// Finds out what the engine speaks, or why it cannot be found out.
fn find_speech(command: &[String], guard: &Guard, shared: &Rc<Shared>) -> Result<Speech, String> {
    probe::probe(command, guard, shared)?.ok_or_else(|| {
        format!(
            "{}: no answer to uci, ugi or START 15: expected an engine that speaks one of these",
            shell_words::join(command)
        )
    })
}

/// Prints the checks instead of making them.
fn list(arguments: &Check, wanted: &[Numbered]) -> Result<(), Failure> {
    let is_fit = |(_, check): &&Numbered| {
        arguments.protocol.is_none_or(|speech| check.speeches.contains(&speech))
    };
    let listed: Vec<Listed> =
        wanted.iter().filter(is_fit).map(|&entry| Listed::new(entry)).collect();
    if arguments.json {
        return print_json(&listed);
    }
    let width = width(wanted);
    let lines: Vec<String> = listed.iter().map(|entry| entry.text(width)).collect();
    put(lines.concat().as_bytes())
}

/// Length of the longest name.
fn width(wanted: &[Numbered]) -> usize {
    wanted.iter().map(|(_, check)| check.name.len()).max().unwrap_or(0)
}

fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| other(error.into()))?;
    put(format!("{text}\n").as_bytes())
}
