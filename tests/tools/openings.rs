//! `tengen openings` as a person runs it: the same list again, a list for every
//! game, one line about every mistake, and no half-written files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tengen::tools::arena::openings;
use tengen_engine::game::Variant;

use crate::folder::folder;
use crate::process::program;
use crate::waiting::Finish;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("openings").args(arguments).finish().unwrap()
}

fn made(arguments: &[&str]) -> String {
    let output = run(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// The exit code, and the only line on standard error.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    (output.status.code().unwrap(), complaint)
}

#[test]
fn the_command_in_the_heading_makes_the_same_list() {
    for game in [&["--variant", "renju"][..], &["--size", "13", "--rule", "standard"]] {
        let list = made(&[game, &["--count", "3", "--nodes", "500", "--seed", "7"]].concat());
        let heading = list.lines().next().unwrap();
        let command = heading.strip_prefix("# tengen openings ").unwrap();
        let arguments: Vec<&str> = command.split(' ').collect();
        assert_eq!(made(&arguments), list);
        let other: Vec<&str> =
            arguments.iter().map(|&word| if word == "7" { "8" } else { word }).collect();
        assert_ne!(made(&other), list);
    }
}

#[test]
fn lists_are_read_back_as_openings_of_their_game() {
    for (arguments, variant) in [
        (&["--variant", "caro"][..], Variant::preset("caro").unwrap()),
        (&["--variant", "gomoku40x30"], Variant::preset("gomoku40x30").unwrap()),
        (&["--size", "7x6", "--k", "4", "--stones", "2"], Variant::mnk(7, 6, 4).unwrap()),
    ] {
        let few = ["--count", "4", "--nodes", "300", "--max-cp", "400"];
        let list = made(&[arguments, &few].concat());
        let openings = openings::read(list.as_bytes(), None, &variant).unwrap();
        assert_eq!(openings.len(), 4, "{list}");
        assert!(openings.iter().all(|opening| opening.position().stone_count() > 0));
    }
}

/// Lists of contests, with notes behind and between the lines.
#[test]
fn lists_of_contests_are_read() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data"));
    for (name, variant) in [
        ("freestyle15", "gomoku"),
        ("freestyle20", "gomoku20"),
        ("standard15", "standard"),
        ("renju15", "renju"),
    ] {
        let Ok(list) = fs::read_to_string(folder.join(format!("openings-{name}.txt"))) else {
            println!("skipped: no {name} in {}", folder.display());
            continue;
        };
        let variant = Variant::preset(variant).unwrap();
        let found = openings::read(list.as_bytes(), None, &variant).unwrap();
        let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(found.len(), lines.count(), "{name}");
    }
}

#[test]
fn mistakes_take_one_line_and_exit_code_2() {
    for (arguments, named) in [
        (&["--variant", "chess"][..], "chess: expected one of tictactoe"),
        (&["--count", "0"], "--count: 0: expected a whole number, 1 to 1000000"),
        (&["--seed", "-1"], "-1"),
        (&["--nodes", "1e5"], "--nodes: 1e5: expected a whole number, 1 to 1000000000"),
        (&["--max-cp", "x"], "--max-cp: x: expected a whole number, 0 to 100000"),
        (&["--stones", "7..3"], "--stones: 7..3: expected stones"),
        (&["--variant", "tictactoe"], "stones: 7: expected at most half of the 9 points"),
        (&["--variant", "renju", "--k", "4"], "k=4: expected k=5 with rule renju"),
        (&["--size", "15x"], "--size: 15x: expected columns and rows"),
        (&["--set", "Hash=64"], "Hash: expected an option of the game"),
        (&["more"], "more"),
    ] {
        let (code, complaint) = refused(arguments);
        assert!(code == 2 && complaint.contains(named), "{code}: {complaint}");
    }
}

#[test]
fn a_list_is_written_as_a_whole_or_not_at_all() {
    let folder = folder("openings");
    let path = folder.join("list.txt");
    let path = path.to_str().unwrap();
    let arguments = ["--count", "2", "--nodes", "300"];
    let list = made(&arguments);
    assert_eq!(made(&[&arguments[..], &["--out", path]].concat()), "");
    assert_eq!(fs::read_to_string(path).unwrap(), list);

    // Not so many openings: the old list stays.
    let tiny = ["--variant", "tictactoe", "--stones", "1..2", "--nodes", "100"];
    let (code, complaint) = refused(&[&tiny[..], &["--count", "999", "--out", path]].concat());
    assert!(code == 1 && complaint.contains("of 999 found"), "{code}: {complaint}");
    assert_eq!(fs::read_to_string(path).unwrap(), list);
    let missing = folder.join("missing").join("list.txt");
    let missing = missing.to_str().unwrap();
    let (code, complaint) = refused(&[&arguments[..], &["--out", missing]].concat());
    assert!(code == 1 && complaint.contains(missing), "{code}: {complaint}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing else was left");
    if cfg!(target_os = "linux") {
        let (code, complaint) = refused(&[&arguments[..], &["--out", "/dev/full"]].concat());
        assert!(code == 1 && complaint.contains("No space left"), "{code}: {complaint}");
    }
}

/// As `OpenBench` asks, in one argument; the lines are positions that a game goes on from.
#[test]
fn openbench_gets_its_positions() {
    let ask = |arguments: &[&str]| {
        let output = program().args(arguments).finish().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let lines = ask(&["genfens 3 seed 42 book None", "quit"]);
    assert_eq!(lines, ask(&["genfens", "3", "seed", "42"]));
    assert_ne!(lines, ask(&["genfens", "3", "seed", "43"]));
    assert_eq!(lines.lines().count(), 3);
    for line in lines.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert!(ask(&["perft", "1", "--fen", fen]).contains("Nodes searched: 2"), "{line}");
    }
    let wrong = program().args(["genfens 3 seed 42 book my.epd"]).finish().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(said.starts_with("tengen: genfens: my.epd: expected book None"), "{said}");
}

/// What the Makefile would do, and that it builds nothing without the network it is given.
#[cfg(unix)]
#[test]
fn the_makefile_takes_a_name_and_a_network() {
    let make = |arguments: &[&str]| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts");
        let mut command = std::process::Command::new("make");
        command.args(["-C", folder]).args(arguments).env("CARGO_TARGET_DIR", "/nowhere/target");
        command.finish()
    };
    let Ok(output) = make(&["-n", "EXE=/nowhere/engine", "PROFILE=dev"]) else {
        println!("make: not installed: its test is left out");
        return;
    };
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("cargo build --locked --profile dev"), "{said}");
    assert!(said.contains("cp \"/nowhere/target/debug/tengen\" \"/nowhere/engine\""), "{said}");
    assert!(!said.contains("profile-use"), "{said}");
    let output = make(&["-n", "EXE=/nowhere/engine", "PGO=1"]).unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let search = "\"position startpos moves d4 e5 f4 e3 e6 d5\" \"go nodes 400000\" |";
    let order = ["-Cprofile-generate=/nowhere/target/pgo/raw", search, "merge", "-Cprofile-use="];
    let mut rest = said.as_str();
    for step in order {
        rest = rest.split_once(step).unwrap_or_else(|| panic!("{step}: {said}")).1;
    }
    let output = make(&["EVALFILE=/nowhere/network", "EXE=/nowhere/engine"]).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && said.contains("/nowhere/network: expected a network"),
        "{said}"
    );
}
