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
    let mut command = program();
    let words = "--passes 2 --batch 64 --threads 2 -o";
    command.args(["train", GAMES]).args(words.split(' ')).arg(folder.join("small.net"));
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
    // The files are written after the line.
    while !torn.join("small.svg").exists() {
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

#[test]
fn wrong_files_are_named() {
    let folder = folder("train-wrong");
    let wrong = folder.join("wrong.dat");
    fs::write(&wrong, "h8 i9\n").unwrap();
    for (file, expected) in [(wrong, "wrong.dat"), (folder.join("none.dat"), "none.dat")] {
        let mut command = program();
        let output = command.arg("train").arg(&file).arg("-o").arg(folder.join("a.net")).finish();
        let output = output.unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && complaint.contains(expected), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(!folder.join("a.net").exists());
    }
}
