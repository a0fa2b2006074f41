//! `scripts/accuracy.py` as a person runs it, with an engine that only pretends: errors are
//! counted against the first engine's long searches, and mistakes take one line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::pretender;
use crate::waiting::Finish;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/accuracy.py");

/// Calls positions level in long searches, and says `cp` what it is told to in short ones.
const PRETENDER: &str = r#"#!/bin/sh
while read -r word rest; do
    case "$word $rest" in
        "setoption name Width"*) echo "info string error: $rest" ;;
        position*) echo "$rest" >>"$0.asked" ;;
        "go nodes 900") echo "info depth 1 score cp 0"; echo "bestmove h8" ;;
        go*) echo "info depth 1 score $1 $2"; echo "bestmove $3" ;;
    esac
done
"#;

/// Two games that are long enough for a position, one that is not, and one whose line a kill
/// has cut short.
const GAMES: &str = r#"{"match":{"variant":"freestyle 15x15"}}
{"game":1,"moves":"h8 a1 i8 b1 j8 c1 k8 d1","opening_moves":1}
{"game":2,"moves":"h8 i9 g7 j10 f6 k11 e5 l12 a2 b3","opening_moves":4}
{"game":3,"moves":"h8 a1 i8","opening_moves":0}
{"game":4,"moves":"h8 a1 j8 b1 k8 c1"#;

fn folder(name: &str) -> Option<PathBuf> {
    let folder = pretender::folder(name, PRETENDER)?;
    fs::write(folder.join("games.jsonl"), GAMES).unwrap();
    Some(folder)
}

fn accuracy(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg(SCRIPT).args(["--games", "games.jsonl", "--reference", "long.jsonl"]);
    command.args(["--long", "900", "--nodes", "10"]);
    command.args(arguments).current_dir(folder).finish().unwrap()
}

#[test]
fn errors_are_counted_against_the_long_searches_of_the_first_engine() {
    let Some(folder) = folder("accuracy-errors") else { return };
    let engines = ["--engine", "./engine cp 0 h8", "--engine", "./engine cp 100 i9"];
    let all = [&engines[..], &["--engine", "./engine mate -2 h8"]].concat();
    let run = || {
        let output = accuracy(&folder, &all);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let said = run();
    // Three quarters and nothing in place of a half.
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        [
            "2 positions, 10 nodes for 900",
            "./engine cp 0 h8: error 0.0, same move 100.0 %",
            "./engine cp 100 i9: error 625.0, same move 0.0 %; error +625.0 ± 0.0; \
             same move -100.0 ± 0.0",
            "./engine mate -2 h8: error 2500.0, same move 100.0 %; error +2500.0 ± 0.0; \
             same move +0.0 ± 0.0",
        ]
    );
    let asked = |name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().count();
    assert_eq!((asked("engine.asked"), asked("long.jsonl")), (8, 3));

    // Killed while the last long search was written.
    let kept = fs::read_to_string(folder.join("long.jsonl")).unwrap();
    fs::write(folder.join("long.jsonl"), &kept[..kept.len() - 9]).unwrap();
    assert_eq!(run(), said);
    assert_eq!((asked("engine.asked"), asked("long.jsonl")), (8 + 7, 3));
}

#[test]
fn mistakes_take_one_line() {
    let Some(folder) = folder("accuracy-mistakes") else { return };
    let good = ["--engine", "./engine cp 0 h8"];
    // What was begun with a mistake and has no search yet may be begun again.
    let with_width = [&good[..], &["--set", "Width=9"]].concat();
    assert_eq!(accuracy(&folder, &with_width).status.code(), Some(2));
    assert!(accuracy(&folder, &good).status.success());
    fs::write(folder.join("nonsense"), "what?\n").unwrap();
    fs::write(folder.join("short"), "{\"moves\":\"h8 a1\"}\n").unwrap();
    fs::write(folder.join("notes"), "no line of this program").unwrap();
    let refusals: [(&[&str], &str); 12] = [
        (&["--count", "0"], "--count: 0: expected a whole number from 1"),
        (&["--nodes", "ten"], "--nodes: ten: expected a whole number from 1"),
        (&["--games", "none"], "--games: none: expected games of `tengen match --out`"),
        (&["--games", "nonsense"], "--games: nonsense: expected games of"),
        (&["--reference", "nonsense"], "--reference: nonsense: expected long searches"),
        (&["--reference", "notes"], "--reference: notes: expected long searches"),
        (&["--reference", "short"], "--reference: short: expected long searches"),
        (&["--long", "901"], "--reference: long.jsonl: expected {\"engine\": \"./engine cp 0 h8\""),
        (&["--engine", "./none"], "--engine: ./none: No such file"),
        (&["--engine", "true"], "--engine: true: expected an answer to `position startpos"),
        (
            &["--set", "Width=9", "--reference", "other.jsonl"],
            "--engine: ./engine cp 0 h8: name Width value 9",
        ),
        (&["--wrong"], "unrecognized arguments: --wrong"),
    ];
    for (arguments, expected) in refusals {
        let output = accuracy(&folder, &[&good[..], arguments].concat());
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments:?}: {complaint}");
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
    assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "no line of this program");
}
