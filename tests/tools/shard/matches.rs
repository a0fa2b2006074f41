//! Matches in shards.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::support::{Folder, TENGEN, errors, whole};
#[cfg(unix)]
use crate::waiting::Finish;

/// A match of two quick players with fixed nodes, of an odd number of games.
fn quick(games: &'static str) -> Vec<String> {
    let engine = |name: &str, level| format!("name={name} cmd={TENGEN} option.Level={level}");
    let words = ["match", "--games", games, "--variant", "tictactoe", "--each", "nodes=200"];
    let engines = ["--engine", &engine("one", 1), "--engine", &engine("two", 3)];
    words.iter().chain(&engines).map(|&word| word.to_owned()).collect()
}

/// A test that the stronger of two quick players passes long before the 200 games are played.
fn test_of_strength() -> Vec<String> {
    let engine = |name: &str, player| format!("name={name} cmd={TENGEN} option.Player={player}");
    let words = ["match", "--games", "200", "--variant", "tictactoe", "--each", "nodes=1"];
    let engines = ["--engine", &engine("one", "alphabeta"), "--engine", &engine("two", "random")];
    let bounds = ["--sprt", "elo0=0", "elo1=200"];
    words.iter().chain(&engines).chain(&bounds).map(|&word| word.to_owned()).collect()
}

fn words<'a>(list: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    list.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn shards_make_the_table_of_one_machine() {
    let quick = quick("13");
    let (folder, lines) = Folder::with_plan(&words(&quick, &["--shards", "3", "--sample", "1%"]));
    assert_eq!(lines.len(), 4);
    assert!(lines[0].contains("\"role\":\"engine\""), "{}", lines[0]);
    folder.run_all();
    let table = folder.merge(&["--out", "log.jsonl"]).unwrap();
    assert_eq!(table, whole(&words(&quick, &[]), &folder.0));
    assert!(table.contains("13 of 13 games") && table.contains("pairs "), "{table}");
    // The log is one to go on with, and to sum up.
    for more in [["--out", "log.jsonl"], ["--played", "log.jsonl"]] {
        assert_eq!(whole(&words(&quick, &more), &folder.0), table);
    }
    // Once more here and now: times differ, games do not.
    assert_eq!(folder.merge(&["--sample", "40%"]).unwrap(), table);
}

#[test]
fn a_test_ends_where_one_machine_ends_it() {
    let test = test_of_strength();
    let (folder, lines) = Folder::with_plan(&words(&test, &["--shards", "5"]));
    assert_eq!(lines.len(), 5);
    folder.run_all();
    let table = folder.merge(&[]).unwrap();
    assert!(table.contains("H1 is accepted") && !table.contains(": 200 of 200"), "{table}");
    assert_eq!(table, whole(&words(&test, &[]), &folder.0));
}

/// Results are taken as they come; the job ends with the test, before the last shard.
#[cfg(unix)]
#[test]
fn a_watched_test_ends_its_job() {
    let test = test_of_strength();
    let (folder, lines) = Folder::with_plan(&words(&test, &["--shards", "20"]));
    let mut watch = folder
        .command(&["merge", "plan.jsonl", "--watch", "--every", "1", "--cancel", "touch cancelled"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The second result comes before the first one, which is torn at first.
    assert!(folder.shard(&["run", &lines[1]]).status.success());
    fs::write(folder.result(&lines[0]), "{").unwrap();
    let mut done = 0;
    while watch.try_wait().unwrap().is_none() && done < lines.len() {
        assert!(folder.shard(&["run", &lines[done]]).status.success());
        done += 1;
        thread::sleep(Duration::from_millis(300));
    }
    let output = watch.finish().unwrap();
    let said = errors(&output);
    assert!(output.status.success() && done < lines.len(), "{done}: {said}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), whole(&words(&test, &[]), &folder.0));
    assert!(said.contains("1 of 20 shards, 10 games: pairs ") && said.contains("LLR "), "{said}");
    assert!(folder.path("cancelled").exists());
}

/// A match without a test ends with its last game: there is no job left to be ended.
#[test]
fn a_job_that_was_done_is_not_cancelled() {
    let (folder, _) = Folder::with_plan(&words(&quick("4"), &["--shards", "2"]));
    folder.run_all();
    let table = folder.merge(&["--watch", "--cancel", "touch cancelled"]).unwrap();
    assert_eq!(table, folder.merge(&[]).unwrap());
    assert!(!folder.path("cancelled").exists());
}

/// Games that are those of other pairs: nothing is summed up of the right ones before them.
#[test]
fn a_refused_merge_prints_no_table() {
    let (folder, lines) = Folder::with_plan(&words(&quick("8"), &["--shards", "2"]));
    folder.run_all();
    folder.change(&lines[1], |payload| payload.replacen("\"game\":5", "\"game\":55", 1));
    let output = folder.shard(&["merge", "plan.jsonl"]);
    assert_eq!(output.status.code(), Some(3), "{}", errors(&output));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn only_matches_are_watched() {
    let (folder, _) = Folder::with_plan(&["perft", "2", "--variant", "tictactoe"]);
    let (code, said) = folder.merge(&["--watch"]).unwrap_err();
    assert!(code == 2 && said.contains("--watch: perft: expected the plan of a match"), "{said}");
}

/// A worker, and all that it has started, is killed in the middle of a shard.
#[cfg(unix)]
#[test]
fn a_killed_worker_costs_its_shard_and_no_more() {
    let slow = format!("cmd={TENGEN} nodes=6000");
    let one = format!("name=one {slow}");
    let two = format!("name=two {slow}");
    let (folder, lines) = Folder::with_plan(&[
        "match",
        "--games",
        "4",
        "--engine",
        &one,
        "--engine",
        &two,
        "--shards",
        "2",
        "--max-moves",
        "30",
    ]);
    let mut worker = folder.command(&["run", "plan.jsonl"]).stdout(Stdio::null()).spawn().unwrap();
    let log = folder.path(&format!(".{}.part", folder.id(&lines[1]))).join("games");
    // The first shard is done, and of the second a game is played.
    let begun = Instant::now();
    while fs::read_to_string(&log).unwrap_or_default().lines().count() < 2 {
        assert!(begun.elapsed() < crate::waiting::LIMIT, "no game");
        assert!(worker.try_wait().unwrap().is_none(), "it ended");
        thread::sleep(Duration::from_millis(5));
    }
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert!(folder.result(&lines[0]).exists() && !folder.result(&lines[1]).exists());
    assert_eq!(folder.merge(&[]).unwrap_err().0, 1);
    let before = fs::metadata(folder.result(&lines[0])).unwrap().modified().unwrap();
    folder.run_all();
    assert_eq!(fs::metadata(folder.result(&lines[0])).unwrap().modified().unwrap(), before);
    assert!(folder.merge(&[]).unwrap().contains("4 of 4 games"));
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
}

/// An engine that is another program now than it was for the plan.
#[cfg(unix)]
#[test]
fn another_engine_plays_no_games() {
    let folder = Folder::new();
    let engine = folder.path("engine.sh");
    fs::write(&engine, format!("exec {TENGEN}\n")).unwrap();
    let mine = format!("name=mine cmd='sh {}' nodes=10", engine.display());
    let ours = format!("name=ours cmd={TENGEN} nodes=10");
    let work =
        ["match", "--games", "2", "--variant", "tictactoe", "--engine", &mine, "--engine", &ours];
    let lines = folder.plan(&work);
    fs::write(&engine, format!("exec {TENGEN} --set Hash=2\n")).unwrap();
    let output = folder.shard(&["run", &lines[0]]);
    assert_eq!(output.status.code(), Some(75));
    assert!(errors(&output).contains("engine.sh: "), "{}", errors(&output));
    // Output is not for workers, and games by a clock cannot be compared.
    let timed = format!("name=timed cmd={TENGEN} st=0.1");
    for (engine, more, complaint) in [
        (&ours, ["--out", "x"], "--out: expected no output"),
        (&ours, ["--live", "--json"], "--live: expected no output"),
        (&timed, ["--sample", "5%"], "--sample: expected limits that are no clock"),
    ] {
        let work = ["plan", "match", "--engine", &mine, "--engine", engine];
        let plan = folder.shard(&[&work[..], &more].concat());
        let said = errors(&plan);
        assert!(plan.status.code() == Some(2) && said.contains(complaint), "{said}");
    }
}

/// An engine that does not start here may start elsewhere.
#[cfg(unix)]
#[test]
fn an_engine_that_fails_here_is_tried_elsewhere() {
    let folder = Folder::new();
    let work = [
        "match",
        "--games",
        "2",
        "--engine",
        "name=a cmd=false nodes=1",
        "--engine",
        "name=b cmd=true nodes=1",
    ];
    let lines = folder.plan(&work);
    let output = folder.command(&["run", &lines[0]]).finish().unwrap();
    assert_eq!(output.status.code(), Some(75), "{}", errors(&output));
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
}
