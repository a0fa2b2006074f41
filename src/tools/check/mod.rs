//! `tengen check`: does an engine keep to its protocol?
//!
//! Every check starts the engine anew, talks to it as managers do and says in one
//! line what it found. `register.rs` knows all checks, `checks/` makes them.

mod brain;
mod checks;
mod game_client;
mod lines;
mod memory;
mod positions;
mod probe;
mod register;
mod report;
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

use tengen_engine::protocol::ProtocolName;

use tengen_engine::control::nearest::nearest;
use tengen_games::line_log::LINES;
use tengen_host::cli::failure::{Failure, put};
use tengen_host::programs::process::Guard;

use probe::Probed;
use register::{Group, HANDSHAKE, Numbered};
use report::{Listed, Made, Report};
use trial::{Shared, Trial};
use verdict::skip;

/// Arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// What the engine speaks: uci, ugi or gomocup; found out if not given
    // The name `protocol` belongs to the program's own protocol.
    #[arg(id = "protocol", long = "protocol", value_name = "NAME", value_parser = parse_speech)]
    protocol: Option<ProtocolName>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
    /// Show the lines that were exchanged
    #[arg(long)]
    verbose: bool,
    /// Print the table of checks in Markdown, without making any
    #[arg(long)]
    list: bool,
    /// Make only these, by name, number or group (protocol, strength, manners), separated
    /// by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_chosen)]
    only: Vec<ChosenChecks>,
    /// Leave these out
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_chosen)]
    skip: Vec<ChosenChecks>,
    /// Seconds to wait for an answer; less when several never came
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_seconds)]
    timeout: Duration,
    /// Seconds after which no other check is begun
    #[arg(long, value_name = "S", default_value = "600", value_parser = parse_seconds)]
    total: Duration,
    /// The engine and its arguments; what follows its name is its own
    #[arg(trailing_var_arg = true, value_name = "COMMAND", required_unless_present = "list")]
    command: Vec<String>,
}

fn parse_speech(text: &str) -> Result<ProtocolName, String> {
    let found = ProtocolName::SPOKEN.into_iter().find(|protocol| protocol.text() == text);
    found.ok_or_else(|| "expected uci, ugi or gomocup".to_owned())
}

/// Numbers of checks that one word means.
#[derive(Clone, Debug)]
struct ChosenChecks(Vec<usize>);

fn parse_chosen(text: &str) -> Result<ChosenChecks, String> {
    let numbers = register::find(text);
    if !numbers.is_empty() {
        return Ok(ChosenChecks(numbers));
    }
    let names = Group::ALL.map(Group::name).into_iter();
    let meant = nearest(text, names.chain(register::all().map(|(_, check)| check.name)));
    let tip = meant.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    let expected = "expected the name, number or group of a check, as check --list shows";
    Err(expected.to_owned() + &tip)
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    let seconds = seconds.ok_or_else(|| "expected seconds, 0.1 to 3600".to_owned())?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Makes the checks and prints what they came to.
pub(crate) fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let is_wanted = |(number, _): &Numbered| {
        let is_in = |list: &[ChosenChecks]| {
            list.iter().any(|ChosenChecks(numbers)| numbers.contains(number))
        };
        (arguments.only.is_empty() || is_in(&arguments.only)) && !is_in(&arguments.skip)
    };
    let wanted: Vec<Numbered> = register::all().filter(is_wanted).collect();
    if arguments.list {
        return list(arguments, &wanted);
    }
    let guard =
        Guard::start().context("the guard of the programs that are started").map_err(other)?;
    let shared = Rc::new(Shared::new(arguments.timeout));
    let protocol = match arguments.protocol {
        Some(protocol) => protocol,
        None => match find_protocol(&arguments.command, &guard, &shared) {
            Ok(protocol) => protocol,
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
        |(_, check): &Numbered| !arguments.only.is_empty() || check.protocols.contains(&protocol);
    let wanted: Vec<Numbered> = wanted.into_iter().filter(is_due).collect();
    let report = make(arguments, &guard, &shared, protocol, &wanted)?;
    if arguments.json {
        print_json(&report)?;
    } else {
        put(report.summary().as_bytes())?;
    }
    ended(&report, wanted.len() - report.checks.len())
}

/// Exit codes of engines that keep to their protocol and fail nothing but checks of
/// strength, of manners, or of both.
const WEAK: u8 = 3;
const RUDE: u8 = 4;
const WEAK_AND_RUDE: u8 = 5;

/// How the tool ends, where `unmade` checks were wanted and not made.
fn ended(report: &Report, unmade: usize) -> Result<(), Failure> {
    let checks = |count: usize, end: &str| match count {
        1 => format!("1 check {end}"),
        count => format!("{count} checks {end}"),
    };
    let made = |count: usize| match count {
        1 => "1 check was not made".to_owned(),
        count => format!("{count} checks were not made"),
    };
    let [of_protocol, weak, rude] = Group::ALL.map(|group| report.failed_of(group));
    match (of_protocol, weak, rude) {
        (0, 0, 0) if unmade == 0 => Ok(()),
        (0, 0, 0) => Err(other(anyhow!(made(unmade)))),
        (0, 1.., 0) if unmade == 0 => Err(coded(WEAK, checks(weak, "of strength failed"))),
        (0, 0, 1..) if unmade == 0 => Err(coded(RUDE, checks(rude, "of manners failed"))),
        (0, 1.., 1..) if unmade == 0 => {
            let text = checks(weak + rude, "failed, none of the protocol");
            Err(coded(WEAK_AND_RUDE, text))
        }
        _ => Err(other(anyhow!(checks(report.failed, "failed")))),
    }
}

fn coded(code: u8, text: String) -> Failure {
    Failure::Coded(code, text)
}

fn other(error: anyhow::Error) -> Failure {
    Failure::Other(error)
}

/// Makes the checks `wanted`, one after the other.
fn make<'a>(
    arguments: &'a CheckArguments,
    guard: &Guard,
    shared: &Rc<Shared>,
    protocol: ProtocolName,
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
        log::info!(target: LINES, "check {}", check.name);
        let trial = Trial::new(&arguments.command, guard, protocol, Rc::clone(shared));
        let outcome = if check.protocols.contains(&protocol) {
            (check.run)(&trial)
        } else {
            skip(format!("it is not for {}", protocol.text()))
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
    Ok(Report::new(&arguments.command, Some(protocol.text()), results, stopped))
}

/// Finds out what the engine speaks, or why it cannot be found out.
fn find_protocol(
    command: &[String],
    guard: &Guard,
    shared: &Rc<Shared>,
) -> Result<ProtocolName, String> {
    let said = match probe::probe(command, guard, shared)? {
        Probed::Speaks(protocol) => return Ok(protocol),
        Probed::Mute(said) => said.join(", "),
    };
    let said = if said.is_empty() { said } else { format!(" ({said})") };
    let command = shell_words::join(command);
    let expected = "an engine that speaks one of these";
    Err(format!("{command}: no answer to uci, ugi or START 15{said}: expected {expected}"))
}

/// Prints the checks instead of making them.
fn list(arguments: &CheckArguments, wanted: &[Numbered]) -> Result<(), Failure> {
    let is_fit = |(_, check): &&Numbered| {
        arguments.protocol.is_none_or(|protocol| check.protocols.contains(&protocol))
    };
    let listed: Vec<Listed> =
        wanted.iter().filter(is_fit).map(|&entry| Listed::new(entry)).collect();
    if arguments.json {
        return print_json(&listed);
    }
    put(report::table(&listed).as_bytes())
}

/// Length of the longest name.
fn width(wanted: &[Numbered]) -> usize {
    wanted.iter().map(|(_, check)| check.name.len()).max().unwrap_or(0)
}

fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| other(error.into()))?;
    put(format!("{text}\n").as_bytes())
}
