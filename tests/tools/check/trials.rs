//! Mock engines before the checker: every fault is found by the checks that are
//! there for it, and an engine without a fault passes them all.

use std::collections::BTreeSet;
use std::error::Error;
use std::process::{Command, Output};

use serde_json::Value;

use super::crowd::judge_all;
use super::mock;
use super::table::{CASES, Case, INNOCENTS, Innocent};
use crate::waiting::Finish;

/// The checker, ready for more arguments.
pub fn checker() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("check").env_remove("RUST_LOG");
    command
}

/// The command of a mock engine.
pub fn mock(flavour: &str, fault: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("this program has a path");
    mock::command(&program.display().to_string(), flavour, fault)
}

/// The protocol of a flavour.
fn protocol(flavour: &str) -> &str {
    if flavour == "native" { "uci" } else { flavour }
}

/// What a run of the checker printed, with its exit code.
pub fn outcome(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
}

/// The names of all checks.
pub fn names() -> BTreeSet<String> {
    let output = checker().args(["--list", "--json"]).finish().expect("the program starts");
    let list: Value = serde_json::from_slice(&output.stdout).expect("the list is JSON");
    let name = |check: &Value| check["name"].as_str().map(str::to_owned);
    list.as_array().expect("a list").iter().filter_map(name).collect()
}

#[test]
fn every_fault_is_found() {
    judge_all(CASES, |case| format!("{} {}", case.flavour, case.fault), is_found);
}

#[test]
fn habits_are_no_faults() {
    let name = |innocent: &Innocent| format!("{} {}", innocent.flavour, innocent.habit);
    judge_all(INNOCENTS, name, is_not_accused);
}

/// Checks that do not apply to the mock engine that speaks plain UCI.
const NOT_FOR_UCI: &[&str] = &[
    "native-errors",
    "native-queue",
    "native-text",
    "plays-20",
    "plays-caro",
    "plays-rectangle",
    "plays-renju",
    "forced-foul",
];

#[test]
fn engines_without_a_fault_pass() {
    let flavours = [("uci", NOT_FOR_UCI), ("native", &[]), ("ugi", &[]), ("gomocup", &[])];
    let name = |(flavour, _): &(&str, _)| (*flavour).to_owned();
    judge_all(&flavours, name, |(flavour, skipped)| is_fine(flavour, skipped));
}

/// The checks that are there for a fault fail, and say what it is.
fn is_found(case: &Case) -> Result<(), Box<dyn Error>> {
    let names: Vec<&str> = case.found.iter().map(|(name, _)| *name).collect();
    // Taking much memory takes long where many tests do something at once.
    let timeout = if names.contains(&"memory") { "60" } else { "3" };
    let output = checker()
        .args(["--protocol", protocol(case.flavour), "--timeout", timeout])
        .args(["--only", &names.join(","), "--"])
        .args(mock(case.flavour, case.fault))
        .finish()?;
    let (code, text) = outcome(&output);
    if !matches!(code, Some(1 | 3..=5)) {
        return Err(format!("exit code {code:?}: {text}").into());
    }
    for (name, piece) in case.found {
        let line = text.lines().find(|line| line.contains(&format!(" fail {name} ")));
        if !line.is_some_and(|line| line.contains(piece)) {
            return Err(format!("{name}: expected '{piece}': {text}").into());
        }
    }
    Ok(())
}

/// These checks pass, or do not apply on this system.
fn is_not_accused(innocent: &Innocent) -> Result<(), Box<dyn Error>> {
    let output = checker()
        .args(["--protocol", protocol(innocent.flavour), "--timeout", "3"])
        .args(["--only", &innocent.passed.join(","), "--"])
        .args(mock(innocent.flavour, innocent.habit))
        .finish()?;
    let (code, text) = outcome(&output);
    if code == Some(0) { Ok(()) } else { Err(format!("exit code {code:?}: {text}").into()) }
}

#[test]
fn every_check_has_a_fault() {
    let found = CASES.iter().flat_map(|case| case.found).map(|(name, _)| (*name).to_owned());
    let found: BTreeSet<String> = found.collect();
    let mut names = names();
    if !cfg!(target_os = "linux") {
        names.remove("memory");
    }
    let missing: Vec<&String> = names.difference(&found).collect();
    assert!(missing.is_empty(), "no engine fails {missing:?}");
}

/// Every check passes, except those that do not apply.
fn is_fine(flavour: &str, skipped: &[&str]) -> Result<(), Box<dyn Error>> {
    let arguments = mock(flavour, "none");
    passes(&["--protocol", protocol(flavour)], &arguments, skipped)
}

/// An engine passes every check, except those that do not apply to it.
pub fn passes(
    options: &[&str],
    command: &[String],
    skipped: &[&str],
) -> Result<(), Box<dyn Error>> {
    let output = checker()
        .args(["--json", "--timeout", "60"])
        .args(options)
        .arg("--")
        .args(command)
        .finish()?;
    let (code, text) = outcome(&output);
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: exit code {code:?}: {text}"))?;
    let checks = report["checks"].as_array().ok_or("a list of checks")?;
    let of = |result: &str| -> BTreeSet<&str> {
        let found = checks.iter().filter(|check| check["result"] == result);
        found.filter_map(|check| check["name"].as_str()).collect()
    };
    let failed: Vec<&Value> = checks.iter().filter(|check| check["result"] == "fail").collect();
    if code != Some(0) || !failed.is_empty() {
        return Err(format!("exit code {code:?}: {failed:#?}").into());
    }
    let expected: BTreeSet<&str> = skipped.iter().copied().collect();
    if of("skip") != expected {
        return Err(format!("skipped: {:?}, expected {expected:?}", of("skip")).into());
    }
    if of("pass").len() < 40 { Err("fewer than 40 checks".into()) } else { Ok(()) }
}
