//! `tengen tune-eval` on a small file of games: losses fall, and what is written has the form of
//! the weights of the engine.

use std::fs;

use crate::folder::folder;
use crate::process::program;
use crate::waiting::Finish;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.dat");
const WEIGHTS: &str = include_str!("../../src/engine/eval/weights/freestyle.txt");

/// The losses on the positions learned from, as the fit of this name tells them.
fn losses(said: &str, name: &str) -> Vec<f64> {
    let of_fit = said.lines().filter(|line| line.starts_with(&format!("{name} step ")));
    let loss = |line: &str| {
        let (_, rest) = line.split_once("loss ").unwrap();
        rest.split(',').next().unwrap().parse().unwrap()
    };
    of_fit.map(loss).collect()
}

/// What the lines of a file of weights are about: shapes on four lines, last moves and numbers of
/// stones. Pairs that are worth nothing are left out.
fn subjects(text: &str) -> Vec<Vec<&str>> {
    let words = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words
        .filter_map(|words| match words[..] {
            ["*", "pair", ..] | ["#", ..] => None,
            ["*", "last", back, far, near, _] => Some(vec!["last", back, far, near]),
            ["*", shapes, _, _, _, _] => Some(vec!["shapes", shapes]),
            ["scale", stones, _] => Some(vec!["scale", stones]),
            _ => Some(words),
        })
        .collect()
}

#[test]
fn losses_fall_and_weights_are_written() {
    let folder = folder("tune-eval");
    let output = folder.join("weights.txt");
    let mut command = program();
    command.args(["tune-eval", GAMES, "--steps", "11", "-o"]).arg(&output);
    let done = command.finish().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(
        said.starts_with("64 games: 1574 positions to learn from, 112 to check with\n"),
        "{said}"
    );
    for (name, most) in [("value", 0.5), ("choice", 0.8)] {
        let losses = losses(&said, name);
        assert!(losses.len() == 2 && losses[1] < most * losses[0], "{name}: {losses:?}");
    }
    let written = fs::read_to_string(output).unwrap();
    assert!(written.contains("\n# freestyle 15x15 k=5: 64 games, 1574 positions"), "{written}");
    assert_eq!(subjects(&written), subjects(WEIGHTS));
}

#[test]
fn files_without_games_teach_nothing() {
    let folder = folder("tune-eval-nothing");
    let empty = folder.join("empty.dat");
    fs::write(&empty, "").unwrap();
    let done = program()
        .arg("tune-eval")
        .arg(&empty)
        .arg("-o")
        .arg(folder.join("weights.txt"))
        .finish()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success() && said.lines().count() == 1, "{said}");
    assert!(said.contains("empty.dat: expected a file made by datagen"), "{said}");
    assert!(!folder.join("weights.txt").exists());
}
