//! The engine alone on a pipe, the example `pipe`: the same words as the program.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::waiting::Finish;

const CONVERSATIONS: [&str; 3] = [
    "uci\nposition startpos moves h8 i9\ngo depth 5\neval\ngo perft 2\nposition fen 3/3/3 x k=3\r\ngo depth 9\nhello\n",
    "START 15\nINFO max_node 1000\nBEGIN\nTURN 1,1\nTURN 1,1\n",
    "ugi\nisready\nposition startpos\ngo nodes 500\nquery gameover\nquit\nisready\n",
];

/// What a program says to these lines, without times.
fn said(program: &Path, lines: &str) -> (Option<i32>, Vec<String>) {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.finish().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let plain = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |at: usize| at > 0 && ["time", "nps"].contains(&words[at - 1]);
        let kept = (0..words.len()).filter(|at| !is_time(*at)).map(|at| words[at]);
        kept.collect::<Vec<_>>().join(" ")
    };
    (output.status.code(), text.lines().map(plain).collect())
}

#[test]
fn the_engine_alone_says_what_the_program_says() {
    let tests = env::current_exe().unwrap();
    let pipe = tests
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples/pipe")
        .with_extension(env::consts::EXE_EXTENSION);
    if !pipe.exists() {
        println!("the example `pipe` is not built: expected `cargo test` for all packages");
        return;
    }
    for lines in CONVERSATIONS {
        let (code, own) = said(&pipe, lines);
        assert_eq!(code, Some(0), "{own:?}");
        assert!(!own.is_empty());
        assert_eq!(own, said(Path::new(env!("CARGO_BIN_EXE_tengen")), lines).1, "{lines}");
    }
}
