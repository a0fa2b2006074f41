//! `tengen train` on a small file of games (tests/data/games.dat, made by
//! `tengen datagen --games 64 --seed 1`).

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::folder;
use crate::process::program;
use crate::waiting::Finish;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.dat");

/// The command that teaches in a folder with small steps, as is right for few games.
fn train(folder: &Path) -> Command {
    train_for(2, folder)
}

/// The same for so many passes.
fn train_for(passes: u32, folder: &Path) -> Command {
    let mut command = program();
    let passes = passes.to_string();
    let words = ["--passes", &passes, "--batch", "64", "--threads", "2", "-o"];
    command.args(["train", GAMES]).args(words).arg(folder.join("small.net"));
    command
}

/// The losses on the positions learned from, by pass.
fn learned(folder: &Path) -> Vec<f64> {
    let csv = fs::read_to_string(folder.join("small.csv")).unwrap();
    let field = |line: &str| line.split(',').nth(2).unwrap().parse().unwrap();
    csv.lines().skip(1).map(field).collect()
}

/// The second pass finds losses that the first one has lowered; who is killed goes on, and
/// comes to the same network byte for byte.
#[test]
fn losses_fall_and_an_interruption_changes_nothing() {
    let (whole, torn) = (folder("train-whole"), folder("train-torn"));
    let output = train(&whole).finish().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let losses = learned(&whole);
    assert!(losses.len() == 2 && losses[1] < 0.97 * losses[0], "{losses:?}");
    let picture = fs::read_to_string(whole.join("small.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("polyline"));

    let mut child = train(&torn).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let told = |line: Option<std::io::Result<String>>| line.expect("a line").unwrap();
    while !told(lines.next()).starts_with("after pass 1") {}
    // The files are written after the line, the checkpoint last.
    while !torn.join("small.checkpoint").exists() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = train(&torn).finish().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("goes on after pass 1\n"), "{said}");
    for name in ["small.net", "small.csv", "small.checkpoint"] {
        let [one, other] = [&whole, &torn].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(one == other, "{name}");
    }
}

/// A pass counts once all of its files are written: who could not write the losses does the
/// pass again.
#[test]
fn a_pass_without_its_losses_is_done_again() {
    let folder = folder("train-losses");
    let csv = folder.join("small.csv");
    fs::create_dir(&csv).unwrap();
    let output = train(&folder).finish().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && complaint.contains("small.csv"), "{complaint}");
    fs::remove_dir(&csv).unwrap();
    let output = train(&folder).finish().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(learned(&folder).len(), 2);
}

/// What took hours is not lost to other arguments under the same name.
#[test]
fn a_checkpoint_of_other_arguments_stays() {
    let folder = folder("train-other");
    assert!(train_for(1, &folder).finish().unwrap().status.success());
    let read = || fs::read(folder.join("small.checkpoint")).unwrap();
    let before = read();
    let output = train(&folder).finish().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("small.checkpoint: of other arguments: expected"), "{complaint}");
    assert!(complaint.lines().count() == 1 && read() == before, "{complaint}");
    for name in ["a.csv", "a.svg", "a.checkpoint", "a.CSV"] {
        let mut command = program();
        let output = command.args(["train", GAMES, "-o"]).arg(folder.join(name)).finish().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(name) && complaint.contains("another ending"), "{complaint}");
        assert!(!folder.join(name).exists());
    }
}

/// A finished file is described without a new game.
#[test]
fn a_manifest_tells_what_a_file_holds() {
    let folder = folder("datagen-manifest");
    let (games, manifest) = (folder.join("games.dat"), folder.join("games.json"));
    for new in [2, 0] {
        let mut command = program();
        let words = ["datagen", "--size", "7", "--nodes", "50", "--games", "2", "-o"];
        command.args(words).arg(&games).arg("--manifest").arg(&manifest);
        let output = command.finish().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, format!("2 games, {new} of them new\n"));
        let text = fs::read_to_string(&manifest).unwrap();
        let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(figures["games"], 2, "{text}");
        assert_eq!(figures["recipe"]["nodes"], 50, "{text}");
        assert_eq!(figures["bytes"], fs::metadata(&games).unwrap().len(), "{text}");
        assert_eq!(figures["sha256"].as_str().unwrap().len(), 64, "{text}");
        let positions = &figures["positions"];
        assert!(positions["distinct"].as_u64() > positions["played"].as_u64(), "{text}");
        fs::remove_file(&manifest).unwrap();
    }
    let before = fs::read(&games).unwrap();
    let mut command = program();
    command.args(["datagen", "--size", "7", "--nodes", "50", "--games", "2", "-o"]).arg(&games);
    let output = command.arg("--manifest").arg(&games).finish().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("expected another file"), "{said}");
    assert_eq!(fs::read(&games).unwrap(), before);
}

/// Plays a short match of the program against itself.
fn play_match(words: &[&str], log: &Path) {
    let engine = format!("name=one cmd={}", env!("CARGO_BIN_EXE_tengen"));
    let mut command = program();
    command.args(["match", "--games", "2", "--each", "nodes=200"]).args(words);
    command.arg("--engine").arg(&engine).arg("--engine").arg(engine.replace("one", "two"));
    let output = command.arg("--out").arg(log).finish().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The log of a match adds its games to others.
#[test]
fn a_match_teaches_as_well() {
    let folder = folder("train-match");
    let log = folder.join("log.jsonl");
    play_match(&["--variant", "gomoku"], &log);
    let heading = |more: &[&Path]| {
        let mut command = program();
        command.args(["train", GAMES]).args(more).args(["--trial", "present", "--passes", "1"]);
        let output = command.finish().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        let games = said.split(": ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        (games.parse::<u32>().unwrap(), said.lines().next().unwrap().contains("1 of logs left out"))
    };
    let (alone, _) = heading(&[]);
    assert_eq!(heading(&[&log]), (alone + 2, false));
    // A game without scores is told of, and not learned from.
    let text = fs::read_to_string(&log).unwrap();
    let (first, second) = text.split_once("\"chosen\":").unwrap();
    fs::write(&log, format!("{first}\"other\":{second}")).unwrap();
    assert_eq!(heading(&[&log]), (alone + 1, true));
}

#[test]
fn wrong_files_are_named() {
    let folder = folder("train-wrong");
    let [wrong, log] = ["wrong.dat", "wrong.jsonl"].map(|name| folder.join(name));
    fs::write(&wrong, "h8 i9\n").unwrap();
    fs::write(&log, "{\"match\":{\"variant\":\"gomoku\"}}\n").unwrap();
    let none = (folder.join("none.dat"), "none.dat");
    let of_wrong = "wrong.dat: expected a file made by datagen, or the log of a match";
    for (file, expected) in [(wrong, of_wrong), (log, "wrong.jsonl: line 1: gomoku"), none] {
        let mut command = program();
        let output = command.arg("train").arg(&file).arg("-o").arg(folder.join("a.net")).finish();
        let output = output.unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && complaint.contains(expected), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(!folder.join("a.net").exists());
    }
}

/// Plays a few quick games of another kind than those of the file.
fn play(words: &[&str], output: &Path) {
    let mut command = program();
    command.args(["datagen", "--nodes", "60"]).args(words).arg("-o").arg(output);
    let played = command.finish().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}

/// Games of another rule and size beside those of the file, an exam, and the network of the
/// program to begin with.
#[test]
fn rules_and_sizes_are_taught_together() {
    let folder = folder("train-rules");
    let other = folder.join("renju.dat");
    play(&["--variant", "renju", "--size", "13", "--games", "20"], &other);
    let exam = folder.join("standard.dat");
    play(&["--variant", "standard", "--games", "3"], &exam);
    // Where no move is beside a game there is one kind of positions.
    let log = folder.join("log.jsonl");
    play_match(&["--variant", "standard"], &log);
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/eval/weights/five.net");
    let mut command = train_for(1, &folder);
    command.arg(&other).arg("--exam").arg(&exam).arg("--exam").arg(&log);
    command.args(["--start", net, "--rate", "0.0001"]);
    let output = command.finish().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("freestyle 15x15 k=5, renju 13x13 k=5: "), "{said}");
    assert!(!said.contains("standard 15x15"), "nothing is learned from the exam: {said}");
    let exam_of = |file: &Path| {
        let begin = format!("pass 1, exam {}: ", file.display());
        said.lines().find_map(|line| line.strip_prefix(&begin)).unwrap_or_else(|| panic!("{said}"))
    };
    let counts: Vec<u32> = exam_of(&exam)
        .split(" positions")
        .filter_map(|part| part.rsplit(' ').next().and_then(|count| count.parse().ok()))
        .collect();
    let [all, of_games, beside] = counts[..] else { panic!("{said}") };
    assert!(all == of_games + beside && of_games > 0 && beside > 0, "{said}");
    assert!(exam_of(&log).starts_with("0.") && !exam_of(&log).contains("beside"), "{said}");
    // It begins as good as the program.
    let csv = fs::read_to_string(folder.join("small.csv")).unwrap();
    let fields: Vec<f64> =
        csv.lines().nth(1).unwrap().split(',').map(|field| field.parse().unwrap()).collect();
    let [_, _, _, kept, present] = fields[..] else { panic!("{csv}") };
    assert!((kept / present - 1.0).abs() < 0.1, "{kept} {present}");
}

/// What cannot be begun with, and shares that are none, get one line and leave no network.
#[test]
fn wrong_beginnings_and_shares_are_named() {
    let folder = folder("train-start");
    let cut = folder.join("cut.net");
    fs::write(&cut, b"TENGNET\x02...").unwrap();
    let (cut, none) = (cut.to_str().unwrap(), folder.join("none.net"));
    for (words, expected) in [
        (["--start", GAMES], "games.dat: expected a checkpoint or a network"),
        (
            ["--start", none.to_str().unwrap()],
            "none.net: expected a checkpoint or a network (No such file",
        ),
        (["--start", cut], "cut.net: expected a file of "),
        (["--later", "2"], "expected a number from 0 to 1, as in 0.5"),
        (["--patience", "1.5"], "expected a number from 0 to 1, as in 0.5"),
    ] {
        let output = train(&folder).args(words).finish().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && complaint.contains(expected), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(!folder.join("small.net").exists());
    }
}

#[test]
fn games_of_other_lines_are_refused() {
    let folder = folder("train-lines");
    let other = folder.join("four.dat");
    play(&["--size", "7", "--k", "4", "--games", "2"], &other);
    let output = train(&folder).arg(&other).finish().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let expected = "four.dat: freestyle 7x7 k=4: expected games of 5 in a row";
    assert!(!output.status.success() && complaint.contains(expected), "{complaint}");
}

/// Sums are taken in the same order by any number of threads.
#[test]
fn the_number_of_threads_changes_no_byte() {
    let folder = folder("train-threads");
    let [one, three] = ["1", "3"].map(|threads| {
        let output = folder.join(threads).with_extension("net");
        let mut command = program();
        let words = ["--passes", "1", "--batch", "600", "--warm-up", "2", "--clip", "0.5"];
        command.args(["train", GAMES]).args(words);
        let taught = command.args(["--threads", threads, "-o"]).arg(&output).finish().unwrap();
        assert!(taught.status.success(), "{}", String::from_utf8_lossy(&taught.stderr));
        fs::read(output).unwrap()
    });
    assert!(one == three);
}

/// An experiment tells its losses and leaves no file.
#[test]
fn a_trial_writes_nothing() {
    let folder = folder("train-trial");
    let mut command = program();
    command.args(["train", GAMES, "--trial", "neighbours", "--passes", "1", "--batch", "64"]);
    let output = command.current_dir(&folder).finish().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("\nafter pass 1: loss 0."), "{said}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    for words in [&["--trial", "neighbors"][..], &["--trial", "neighbours", "-o", "a.net"], &[]] {
        let mut command = program();
        let output = command.args(["train", GAMES]).args(words).current_dir(&folder);
        let output = output.finish().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
