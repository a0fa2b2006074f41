//! Matches that are interrupted: nothing is lost, nothing is played twice, and
//! no process stays behind.

use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::support::*;
use crate::waiting::Finish;

/// A match whose engines can be told from all other programs by `mark`.
fn engines(mark: &str) -> [String; 2] {
    let own = |name: &str, more: &str| tengen(name, &format!("args='--set Width={mark}' {more}"));
    [own("a", "nodes=300"), own("b", "option.Player=scoretable nodes=300")]
}

/// The programs that run with these words among their arguments.
fn running(words: &str) -> usize {
    let mut count = 0;
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let arguments = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let arguments: Vec<String> = arguments
            .split(|&byte| byte == 0)
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect();
        // The runner itself has them too, in one word with others.
        count += usize::from(arguments.iter().any(|word| word == words));
    }
    count
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "still waiting until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a match and waits until some of its games are in the log.
fn begun(engines: &[&str], arguments: &[&str], log: &Path, played: usize) -> Child {
    let mut command = command(engines, arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("games are played", || games(log).len() >= played);
    child
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_match_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let (whole, parts) = (folder.path("whole"), folder.path("parts"));
    let [a, b] = engines("11");
    let arguments = |log: &Path| -> Vec<String> {
        let words = ["--games", "30", "--concurrency", "2", "--margin", "10000", "--out"];
        words.iter().map(|&word| word.to_owned()).chain([log.display().to_string()]).collect()
    };
    let play_all = |log: &Path| {
        let arguments = arguments(log);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        summary(&[&a, &b], &arguments)
    };
    let expected = play_all(&whole);
    assert_eq!(expected["games_played"], 30);

    let arguments = arguments(&parts);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    for played in [3, 8] {
        let mut child = begun(&[&a, &b], &arguments, &parts, played);
        child.kill().unwrap();
        child.wait().unwrap();
        until("the engines are gone", || running("Width=11") == 0);
        assert!((played..30).contains(&games(&parts).len()));
    }
    let resumed = play_all(&parts);
    assert_eq!(games(&parts), games(&whole));
    assert_eq!(resumed["encounters"], expected["encounters"]);
    // Once more changes nothing and plays nothing.
    let before = std::fs::read(&parts).unwrap();
    assert_eq!(play_all(&parts)["encounters"], expected["encounters"]);
    assert_eq!(std::fs::read(&parts).unwrap(), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_match_in_good_order() {
    for (signal, name, size) in [("TERM", "SIGTERM", "12"), ("INT", "Ctrl-C", "13")] {
        let folder = Folder::new();
        let log = folder.path("log");
        let [a, b] = engines(size);
        let arguments = ["--games", "10000", "--margin", "10000", "--out", log.to_str().unwrap()];
        let mut command = command(&[&a, &b], &arguments);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        until("games are played", || games(&log).len() >= 2);
        let kill = format!("kill -{signal} {}", child.id());
        std::process::Command::new("sh").args(["-c", &kill]).status().unwrap();
        let output = child.finish().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = last_error(&output);
        assert!(error.contains(&format!("interrupted by {name}")), "{error}");
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains(" of 10000 games") && table.contains("a vs b: "), "{table}");
        until("the engines are gone", || running(&format!("Width={size}")) == 0);
    }
}

#[test]
fn another_match_is_not_mixed_in() {
    let folder = Folder::new();
    let log = folder.path("log");
    let (a, b) = (tengen("a", "option.Player=random"), tengen("b", "option.Player=random"));
    let out = ["--margin", "10000", "--out", log.to_str().unwrap(), "--games"];
    let with = |games: &'static str, more: &[&'static str]| {
        let arguments: Vec<&str> =
            out.iter().copied().chain([games]).chain(more.iter().copied()).collect();
        play(&[&a, &b], &arguments)
    };
    let missing = with("4", &["--resume"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(last_error(&missing).contains("expected a file that can be opened"));
    assert_eq!(with("4", &[]).status.code(), Some(0));
    let other = with("4", &["--seed", "7"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(last_error(&other).contains("seed=0: expected seed=7"), "{}", last_error(&other));
    let fewer = with("2", &[]);
    assert_eq!(fewer.status.code(), Some(2), "there are more games than that");
    assert!(last_error(&fewer).contains("--games 2: expected 4 or more"), "{}", last_error(&fewer));
    for (more, difference) in [
        (["--variant", "renju"], "variant=\"freestyle 15x15 k=5 destroy=0\": expected "),
        (["--order", "random"], "order=\"file\": expected order=\"random\""),
        (["--each", "nodes=1"], "engine_1.limits=\"st=0.1\": expected engine_1.limits=\"nodes=1\""),
    ] {
        let other = last_error(&with("4", &more));
        assert!(other.contains(difference), "{other}");
    }
    // A longer match begins with the shorter one.
    assert_eq!(with("6", &["--resume"]).status.code(), Some(0));
    assert_eq!(games(&log).len(), 6);
}
