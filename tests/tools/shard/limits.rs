//! What ends a shard, how many there are, and machines that take none.

use std::fs;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::support::{Folder, TENGEN, errors};
#[cfg(unix)]
use crate::waiting::{Finish, LIMIT};

/// A count that takes days, in one shard.
const ENDLESS: [&str; 5] = ["perft", "9", "--shards", "1", "--variant"];

#[test]
fn a_shard_ends_when_its_seconds_are_over() {
    let (folder, lines) =
        Folder::with_plan(&[&ENDLESS[..], &["gomoku", "--seconds", "1"]].concat());
    let output = folder.shard(&["run", &lines[0]]);
    let said = errors(&output);
    assert!(output.status.code() == Some(75) && said.contains(": 1 s are over"), "{said}");
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
    assert_eq!(folder.merge(&[]).unwrap_err().0, 1);
}

/// A scheduler that wants its machine back asks with a signal.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_shard_that_can_be_tried_elsewhere() {
    use rustix::process::{Pid, Signal, kill_process};

    let (folder, lines) = Folder::with_plan(&[&ENDLESS[..], &["gomoku"]].concat());
    for (signal, name) in [(Signal::TERM, "SIGTERM"), (Signal::INT, "Ctrl-C")] {
        let mut run = folder.command(&["run", "plan.jsonl"]);
        let worker = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        let out = folder.path(&format!(".{}.part", folder.id(&lines[0]))).join("out");
        while !out.exists() {
            assert!(begun.elapsed() < LIMIT, "it does not begin");
            thread::sleep(Duration::from_millis(5));
        }
        kill_process(Pid::from_raw(worker.id() as i32).unwrap(), signal).unwrap();
        let output = worker.finish().unwrap();
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(75), "{said}");
        assert!(said.contains(&format!("ended by {name}")), "{said}");
        assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
    }
}

/// 36 seconds of work for one worker: shards of five seconds, the shortest.
#[test]
fn the_plan_chooses_shards_by_workers() {
    let tictactoe = ["perft", "4", "--variant", "tictactoe"];
    let more = ["--workers", "1", "--unit-seconds", "4"];
    let (folder, lines) = Folder::with_plan(&[&tictactoe[..], &more].concat());
    assert_eq!(lines.len(), 8);
    folder.run_all();
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
    for (more, complaint) in [
        (["--workers", "2"], "--workers: expected --unit-seconds beside it"),
        (["--unit-seconds", "2"], "--unit-seconds: expected --workers beside it"),
        (["--unit-seconds", "x"], "expected seconds above 0, as in 0.5"),
    ] {
        let output = folder.shard(&[&["plan"], &tictactoe[..], &more].concat());
        let said = errors(&output);
        assert!(output.status.code() == Some(2) && said.contains(complaint), "{said}");
    }
}

/// Games by the clock, meant for a machine of that speed.
fn timed(speed: &str) -> (Folder, Vec<String>) {
    let engine = |name| format!("name={name} cmd={TENGEN} option.Level=1 st=0.02");
    let (one, two) = (engine("one"), engine("two"));
    let words = ["match", "--games", "2", "--variant", "tictactoe", "--engine", &one];
    Folder::with_plan(&[&words[..], &["--engine", &two, "--speed", speed]].concat())
}

/// The log keeps the times that were asked for, so that shards of all machines are of one
/// match.
#[test]
fn times_are_those_of_the_machine() {
    let (folder, lines) = timed("1");
    assert!(lines[0].contains("\"limits\":{\"speed\":1}"), "{}", lines[0]);
    // Hours of work on a machine that has so little time for us.
    let output = folder.shard(&["run", "plan.jsonl", "--free", "0"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert!(said.contains(", times x 0.25"), "{said}");
    assert!(folder.merge(&["--out", "log.jsonl"]).unwrap().contains("2 of 2 games"));
    assert!(fs::read_to_string(folder.path("log.jsonl")).unwrap().contains("st=0.02"));
}

#[test]
fn a_machine_that_is_too_slow_takes_no_games_by_the_clock() {
    let (folder, lines) = timed("1000000000000");
    let output = folder.shard(&["run", &lines[0], "--free", "0"]);
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(75), "{said}");
    assert!(
        said.contains("this machine is too slow: ") && said.matches('\n').count() == 1,
        "{said}"
    );
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
    // Where no clock decides there is nothing to scale.
    let output = folder.shard(&["plan", "perft", "2", "--speed", "5"]);
    let said = errors(&output);
    assert!(
        output.status.code() == Some(2) && said.contains("--speed: expected games by"),
        "{said}"
    );
}
