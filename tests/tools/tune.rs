//! `scripts/tune.py` as a person runs it, with an engine that only pretends: the
//! numbers follow the winner, a break changes nothing, and mistakes take one line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::pretender;
use crate::waiting::Finish;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/tune.py");

/// Lists two numbers, and lets the side with the larger `good` win three of four
/// games. What it was asked is kept beside it.
const PRETENDER: &str = r#"#!/bin/sh
if [ "$1" = tunables ]; then
    printf 'good 50 0 100\nidle 4 0 8\n'
    exit
fi
echo "$*" >>"$0.asked"
for word; do
    value=${word##*--tune=good=} value=${value%%[!0-9]*}
    case $word in
        name=plus*) plus=$value ;;
        name=minus*) minus=$value ;;
    esac
done
wins=3 losses=1
[ "$plus" -gt "$minus" ] || wins=1 losses=3
printf '{"finished": true, "engines": [{"name": "plus", "wins": %s, "draws": 0,' $wins
printf ' "losses": %s, "faults": {}}, {"name": "minus", "faults": {}}]}\n' $losses
"#;

fn folder(name: &str) -> Option<PathBuf> {
    pretender::folder(name, PRETENDER)
}

fn tune(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new("python3");
    command.arg(SCRIPT).args(["--engine", "./engine", "--games-per-step", "4"]);
    command.args(arguments.split(' ')).current_dir(folder).finish().unwrap()
}

/// What it prints when all goes well.
fn tuned(folder: &Path, arguments: &str) -> String {
    let output = tune(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn numbers_follow_the_winner() {
    let Some(folder) = folder("tune-follows") else { return };
    let said = tuned(&folder, "--names good,idle --steps 12 --rate 0.05 --csv path.csv");
    let last = said.lines().find(|line| line.starts_with("good: 50 -> ")).unwrap();
    let good: i32 = last.rsplit(' ').next().unwrap().parse().unwrap();
    assert!((51..=100).contains(&good), "{said}");

    let table = fs::read_to_string(folder.join("path.csv")).unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[..2], ["step,won,drawn,lost,good,idle", "0,,,,50,4"]);
    assert_eq!(rows.len(), 14, "{table}");

    let asked = fs::read_to_string(folder.join("engine.asked")).unwrap();
    let first = asked.lines().next().unwrap();
    assert!(first.starts_with("match --json --order random --games 4 --seed 2 "), "{first}");
    assert!(first.contains(" --each nodes=4000 "), "{first}");
}

#[test]
fn a_number_stays_within_a_part_of_its_range() {
    let Some(folder) = folder("tune-part") else { return };
    tuned(&folder, "--names good:40..53,idle --steps 12 --rate 1");
    let asked = fs::read_to_string(folder.join("engine.asked")).unwrap();
    assert!(asked.contains("=good=53") && !asked.contains("=good=54"), "{asked}");
}

#[test]
fn a_break_changes_nothing() {
    let Some(folder) = folder("tune-break") else { return };
    let words = "--names idle,good --steps 5 --rate 0.05 --state";
    let whole = tuned(&folder, &format!("{words} whole.jsonl"));
    let kept = fs::read_to_string(folder.join("whole.jsonl")).unwrap();

    // The third step was being written when it was killed.
    let lines: Vec<&str> = kept.lines().collect();
    let cut = format!("{}\n{}", lines[..3].join("\n"), &lines[3][..20]);
    fs::write(folder.join("cut.jsonl"), cut).unwrap();
    let rest = tuned(&folder, &format!("{words} cut.jsonl"));
    assert_eq!(fs::read_to_string(folder.join("cut.jsonl")).unwrap(), kept);
    assert!(rest.starts_with("step 3/5: ") && whole.ends_with(&rest), "{whole}{rest}");
}

#[test]
fn mistakes_take_one_line() {
    let Some(folder) = folder("tune-mistakes") else { return };
    tuned(&folder, "--names good --steps 1 --state other.jsonl");
    fs::write(folder.join("nonsense"), "what?\n").unwrap();
    for (arguments, expected) in [
        ("--names bad --steps 1", "--names: bad: expected different ones of good, idle"),
        ("--names good,good --steps 1", "--names: good: expected different ones of good, idle"),
        ("--names good:60..70 --steps 1", "--names: good:60..70: expected 0..100 or a part of"),
        ("--names good:9 --steps 1", "--names: good:9: expected 0..100 or a part of it with 50"),
        ("--names good --steps 0", "--steps: 0: expected a whole number from 1"),
        ("--names good --steps 1 --games-per-step 3", "--games-per-step: 3: expected an even"),
        ("--names good --steps 1 --rate x", "--rate: x: expected a number above 0 and up to 1"),
        ("--names good --steps 1 --engine ./none", "--engine: ./none: No such file"),
        ("--names good --steps 1 --engine false", "--engine: false: expected a build with"),
        ("--names good --steps 2 --state other.jsonl", "--state: other.jsonl: expected the same"),
        ("--names good --steps 1 --state nonsense", "--state: nonsense: expected steps of"),
    ] {
        let output = tune(&folder, arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments}: {complaint}");
        assert!(complaint.contains(expected), "{arguments}: {complaint}");
    }
}

/// The numbers that the engine lists are those it takes.
#[cfg(feature = "tune")]
#[test]
fn two_steps_with_the_real_engine() {
    let Some(folder) = folder("tune-real") else { return };
    let engine = env!("CARGO_BIN_EXE_tengen");
    let words = "--names aspiration,vcf_leaf --steps 2 --games-per-step 2 --limit nodes=20";
    let said = tuned(&folder, &format!("{words} --engine {engine}"));
    assert!(said.contains("\nstep 2/2: ") && said.contains("\naspiration: "), "{said}");
}
