//! The tool itself: its arguments, its output, and that nothing is left behind.

use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::trials::{checker, mock, outcome};
use crate::waiting::Finish;
#[cfg(target_os = "linux")]
use crate::waiting::end_of;

#[test]
fn protocols_are_found() {
    for (flavour, fault, protocol) in [
        ("uci", "none", "uci"),
        ("native", "none", "uci"),
        ("ugi", "none", "ugi"),
        ("gomocup", "none", "gomocup"),
        ("gomocup", "loops", "gomocup"),
        ("gomocup", "silent-unknown", "gomocup"),
    ] {
        let output =
            checker().args(["--only", "hello", "--"]).args(mock(flavour, fault)).finish().unwrap();
        let (code, text) = outcome(&output);
        let summary = format!("{protocol}: 1 passed, 0 failed");
        assert!(code == Some(0) && text.contains(&summary), "{flavour}: {text}");
    }
}

#[test]
fn a_program_without_a_protocol_is_named() {
    for (command, named) in [
        (&["sleep", "1000"][..], "sleep 1000: no answer to uci, ugi or START 15: expected"),
        (
            &["sh", "-c", "echo first >&2; echo ValueError: q99 >&2; exit 1"],
            "sh -c 'echo first >&2; echo ValueError: q99 >&2; exit 1': no answer to uci, ugi or \
             START 15 (on standard error it said ValueError: q99): expected",
        ),
        (&["true"], "true: no answer"),
        (&["yes", "a b"], "yes 'a b': no answer"),
        (&["no-such-program"], "no-such-program: "),
        (
            &["sh", "-c", "read l; echo $l OK; sleep 9"],
            "sh -c 'read l; echo $l OK; sleep 9': no answer to uci, ugi or START 15 (to uci it said \
             uci OK, to ugi it said ugi OK, to START 15 it said START 15 OK): expected an engine",
        ),
    ] {
        let output = checker().args(["--timeout", "0.5"]).args(command).finish().unwrap();
        let (code, text) = outcome(&output);
        assert!(code == Some(1) && text.starts_with(&format!("tengen: {named}")), "{text}");
        assert!(text.lines().count() == 1, "{text}");
    }
}

#[test]
fn wrong_arguments_are_one_line() {
    for (arguments, named) in [
        (&[][..], "COMMAND"),
        (&["--protocol", "xboard", "--", "x"], "xboard"),
        (&["--only", "hello,nonsense", "--", "x"], "nonsense"),
        (&["--skip", "0", "--", "x"], "--skip: 0: expected"),
        (&["--timeout", "soon", "--", "x"], "soon"),
        (&["--timeuot", "5", "x"], "--timeuot"),
        (&["--timeout", "NaN", "--", "x"], "NaN"),
    ] {
        let (code, text) = outcome(&checker().args(arguments).finish().unwrap());
        let is_fine = code == Some(2) && text.contains(named) && text.lines().count() == 1;
        assert!(is_fine, "{arguments:?}: {code:?}: {text}");
    }
}

#[test]
fn checks_are_chosen() {
    let output = checker()
        .args(["--only", "hello,ready,3", "--skip", "ready", "--"])
        .args(mock("uci", "none"))
        .finish()
        .unwrap();
    let (code, text) = outcome(&output);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert!(code == Some(0) && names[..2] == ["hello", "identity"], "{text}");
    assert!(
        text.ends_with(" s\n") && text.contains("uci: 2 passed, 0 failed, 0 skipped in "),
        "{text}"
    );
    // What does not apply is not left out in silence.
    let output = checker()
        .args(["--only", "begin", "--protocol", "uci", "--"])
        .args(mock("uci", "none"))
        .finish()
        .unwrap();
    let (code, text) = outcome(&output);
    assert!(
        code == Some(0) && text.contains(" skip begin ") && text.contains("not for uci"),
        "{text}"
    );
    let list = outcome(&checker().args(["--list", "--protocol", "ugi"]).finish().unwrap()).1;
    assert!(list.contains("query-turn") && !list.contains("board-order"), "{list}");
}

#[test]
fn strength_and_manners_are_groups() {
    let blind = ["wins-at-once", "stops-a-four", "hello"].join(",");
    for (flavour, fault, only, skip, expected, said) in [
        ("gomocup", "blind", blind.as_str(), "", 3, "tengen: 2 checks of strength failed\n"),
        ("gomocup", "blind", &blind, "strength", 0, ""),
        ("gomocup", "text-only", "hello,binary", "", 4, "tengen: 1 check of manners failed\n"),
        ("gomocup", "text-only", "hello,binary", "manners", 0, ""),
        ("uci", "anonymous", "identity,hello", "manners,strength", 1, "tengen: 1 check failed\n"),
    ] {
        let mut checker = checker();
        checker.args(["--only", only]);
        if !skip.is_empty() {
            checker.args(["--skip", skip]);
        }
        let output = checker.arg("--").args(mock(flavour, fault)).finish().unwrap();
        let (code, text) = outcome(&output);
        assert!(code == Some(expected) && text.ends_with(said), "{fault}: {code:?}: {text}");
    }
    let output =
        checker().args(["--only", &blind, "--"]).args(mock("gomocup", "blind")).finish().unwrap();
    let text = outcome(&output).1;
    assert!(text.contains("\nprotocol   1 passed,   0 failed,   0 skipped\n"), "{text}");
    assert!(text.contains("\nstrength   0 passed,   2 failed,   0 skipped\n"), "{text}");
    let (code, text) =
        outcome(&checker().args(["--skip", "strenght", "--", "x"]).finish().unwrap());
    assert!(code == Some(2) && text.contains("did you mean strength?"), "{text}");
}

#[test]
fn the_list_is_a_table() {
    let (code, text) = outcome(&checker().args(["--list", "--only", "strength"]).finish().unwrap());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(code, Some(0));
    assert_eq!(lines[0], "| # | check | group | protocols | wants | because |");
    assert_eq!(lines[1], "|---|---|---|---|---|---|");
    assert!(
        lines[2].starts_with("| 76 | `wins-at-once` | strength | uci ugi gomocup | "),
        "{text}"
    );
    assert_eq!(lines.len(), 4, "{text}");
}

#[test]
fn a_failed_hello_ends_it() {
    let output =
        checker().args(["--protocol", "uci", "--"]).args(mock("uci", "crashes")).finish().unwrap();
    let (code, text) = outcome(&output);
    let lines: Vec<&str> = text.lines().collect();
    let is_short = matches!(lines[..], [hello, summary, error]
        if hello.contains("1 fail hello ")
        && summary.starts_with("stopped, no handshake: uci: 0 passed, 1 failed")
        && error == "tengen: 1 check failed");
    assert!(code == Some(1) && is_short, "{text}");
}

#[test]
fn lines_are_shown() {
    let output = checker()
        .args(["--verbose", "--only", "hello", "--protocol", "gomocup", "--"])
        .args(mock("gomocup", "none"))
        .finish()
        .unwrap();
    let (_, text) = outcome(&output);
    assert!(text.contains(" ms > START 15\n") && text.contains(" ms < OK\n"), "{text}");
}

#[test]
fn json_says_the_same() {
    let output = checker()
        .args(["--json", "--verbose", "--only", "hello,identity,wdl,native-text", "--"])
        .args(mock("uci", "anonymous"))
        .finish()
        .unwrap();
    let (code, text) = outcome(&output);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results: Vec<&str> = report["checks"]
        .as_array()
        .ok_or("checks")
        .unwrap()
        .iter()
        .filter_map(|c| c["result"].as_str())
        .collect();
    assert!(code == Some(1) && results == ["pass", "fail", "pass", "skip"], "{text}");
    let counts = [&report["passed"], &report["failed"], &report["skipped"]];
    assert!(counts.map(Value::as_u64) == [Some(2), Some(1), Some(1)], "{text}");
    assert!(report["protocol"] == "uci" && report["complete"] == true, "{text}");
    let failure = &report["checks"][1];
    let is_told = failure["expected"].is_string() && failure["got"].is_string();
    assert!(is_told && failure["number"] == 3, "{text}");
    assert!(report["checks"][3]["why"].is_string(), "{text}");
    let groups = &report["groups"]["protocol"];
    assert!(groups["failed"] == 1 && report["checks"][1]["group"] == "protocol", "{text}");
    let line = &report["checks"][0]["lines"][1];
    assert!(line["way"] == "sent" && line["text"] == "uci" && line["program"] == 1, "{text}");
}

#[test]
fn json_says_why_nothing_was_checked() {
    let output = checker().args(["--json", "--timeout", "0.5", "--", "true"]).finish().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.code() == Some(1), "exit code 1");
    assert!(report["protocol"].is_null() && report["complete"] == false, "{report}");
    let why = report["stopped"].as_str().unwrap_or_default();
    assert!(why.starts_with("true: no answer to uci, ugi or START 15"), "{report}");
}

#[test]
fn a_missing_program_is_named_once() {
    for arguments in [&["--protocol", "uci"][..], &[]] {
        let output = checker().args(arguments).args(["--", "no-such-program"]).finish().unwrap();
        let (code, text) = outcome(&output);
        let count = |piece: &str| text.matches(piece).count();
        let is_once =
            count("no-such-program: ") == 1 && count("a program that can be started") == 1;
        assert!(code == Some(1) && is_once, "{text}");
    }
}

#[test]
fn the_log_has_the_lines() {
    let file = std::env::temp_dir().join(format!("tengen-check-log-{}", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("--log-file")
        .arg(&file)
        .args(["check", "--only", "hello", "--protocol", "gomocup", "--"])
        .args(mock("gomocup", "none"))
        .finish()
        .unwrap();
    let log = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success(), "{}", outcome(&output).1);
    assert!(log.contains("check hello") && log.contains("1 > START 15"), "{log}");
    assert!(log.contains("1 < OK"), "{log}");
}

#[test]
fn the_total_time_is_kept() {
    let output = checker()
        .args(["--protocol", "gomocup", "--total", "0.1", "--only", "begin,turn,full", "--"])
        .args(mock("gomocup", "none"))
        .finish()
        .unwrap();
    let (code, text) = outcome(&output);
    let summary = "stopped, 0.1 s are over: gomocup: 1 passed, 0 failed, 0 skipped";
    assert!(code == Some(1) && text.contains(summary), "{text}");
    assert!(text.ends_with("tengen: 2 checks were not made\n"), "{text}");
}

#[test]
fn a_silent_program_is_judged_soon() {
    let begin = Instant::now();
    let output = checker()
        .args(["--protocol", "gomocup", "--skip", "hello", "--timeout", "2", "--"])
        .args(["cat"])
        .finish()
        .unwrap();
    let (code, text) = outcome(&output);
    assert!(code == Some(1), "{text}");
    // Some fifty checks, none of which may wait for long.
    assert!(begin.elapsed() < Duration::from_secs(300), "{:?}", begin.elapsed());
}

/// State and parent of a process, as the system tells them.
#[cfg(target_os = "linux")]
fn state_and_parent(id: &str) -> Option<(String, String)> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').map(str::to_owned);
    Some((fields.next()?, fields.next()?))
}

/// Whether a process is there and no zombie.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    state_and_parent(id).is_some_and(|(state, _)| state != "Z")
}

/// The processes that this one started, those with that name.
#[cfg(target_os = "linux")]
fn children(parent: &str, name: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").expect("the system lists its processes");
    let ids = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let is_one = |id: &String| {
        let called = std::fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
        called.trim() == name && state_and_parent(id).is_some_and(|(_, of)| of == parent)
    };
    ids.filter(is_one).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_in_another_session_ends_too() {
    let file = std::env::temp_dir().join(format!("tengen-check-away-{}", std::process::id()));
    // An engine that sends a program of its own into another session and dies.
    let script = "setsid sh -c 'echo $$ > \"$0\"; exec sleep 1000' \"$0\" & \
                  while ! [ -s \"$0\" ]; do sleep 0.01; done";
    let output = checker()
        .args(["--protocol", "uci", "--timeout", "1", "--", "sh", "-c", script])
        .arg(&file)
        .finish()
        .unwrap();
    let away = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.code() == Some(1), "{}", outcome(&output).1);
    assert!(!runs(away.trim()), "process {away} still runs");
}

/// Lets processes that are started from now on end by SIGINT also where this one
/// ignores it, as in `nohup cargo test &`: ignored signals stay ignored in a new
/// program, those that have a handler get their default meaning back.
#[cfg(target_os = "linux")]
fn let_interrupts_end_children() {
    use signal_hook::consts::SIGINT;
    let status = std::fs::read_to_string("/proc/self/status").expect("the system knows us");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:\t"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask, 16).ok());
    if ignored.expect("a mask of signals") >> (SIGINT - 1) & 1 == 1 {
        signal_hook::flag::register(SIGINT, Arc::default()).expect("a handler that does nothing");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_outlives_a_killed_checker() {
    let_interrupts_end_children();
    for signal in ["-INT", "-TERM", "-KILL"] {
        // An engine that says nothing and starts programs of its own, one of
        // them in another session.
        let mut child = checker()
            .args(["--protocol", "uci", "--timeout", "600", "--"])
            .args(["sh", "-c", "sleep 1000 & setsid sleep 1000 & wait"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let checker = child.id().to_string();
        let begin = Instant::now();
        let engines = loop {
            let shells = children(&checker, "sh");
            let sleepers = shells.first().map(|shell| children(shell, "sleep"));
            if let (Some(shell), Some([first, second])) = (shells.first(), sleepers.as_deref()) {
                break [shell.clone(), first.clone(), second.clone()];
            }
            let is_early = begin.elapsed() < Duration::from_secs(30);
            assert!(is_early, "the engine never started");
            std::thread::sleep(Duration::from_millis(5));
        };
        let sent = Command::new("kill").args([signal, &checker]).status().unwrap();
        assert!(sent.success(), "the signal is sent");
        end_of(&mut child).unwrap();
        let killed = Instant::now();
        while engines.iter().any(|id| runs(id)) {
            let is_early = killed.elapsed() < Duration::from_secs(20);
            assert!(is_early, "{signal}: one of {engines:?} still runs");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
