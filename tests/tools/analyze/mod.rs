//! Analysis of positions and games as its users meet it: a process, its lines
//! and its exit code.

mod endings;
mod order;
mod review;
pub mod schema;

use crate::folder::folder;
use crate::process::program;
use crate::waiting::Finish;

/// A part is counted before it is worked on; what is to be said of a file is said once.
#[test]
fn a_part_tells_once_what_was_not_understood() {
    let file = folder("analyze-unread").join("game.sgf");
    std::fs::write(&file, "(;GM[4]RE[Black];B[hh])\n").unwrap();
    let mut command = program();
    let words = ["--part", "1-1", "--nodes", "10", "--set", "Hash=1"];
    let output = command.arg("analyze").arg(&file).args(words).finish().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.matches("RE[Black]").count() == 1, "{said}");
}

/// What is counted is read twice, and a stream is there once.
#[test]
fn a_stream_of_games_is_not_cut() {
    for words in [&["--part", "1-2"][..], &["--dry-run"]] {
        let mut command = program();
        command.args(["analyze", "-", "--format", "moves", "--nodes", "10"]).args(words);
        let output = command.finish().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said, "tengen: standard input: expected a file, which can be cut\n");
    }
}
