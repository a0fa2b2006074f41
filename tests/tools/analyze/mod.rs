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
