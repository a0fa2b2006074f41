//! How conversations end: input closed, output closed, signals.

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::process::{Engine, program};
#[cfg(unix)]
use crate::waiting::Finish;

/// Time in which a program without listeners must be gone. The promise is one
/// second; the rest is for a busy machine.
const LEAVING: Duration = Duration::from_secs(3);

#[test]
fn the_end_of_input_leaves_no_question_open() {
    // Input, then the number of answers.
    for (input, answers) in [
        ("", 0),
        ("uci", 0),
        ("go depth 1", 1),
        ("go", 1),
        ("go infinite\n", 1),
        ("go ponder wtime 1000", 1),
        ("go depth 1\nposition startpos moves a1\ngo depth 1\ngo nodes 1\n", 3),
        ("go infinite\nposition startpos moves a1\ngo infinite\nisready\n", 2),
        ("go movetime 200\ngo movetime 200\n", 2),
        ("go depth\ngo searchmoves zz\ngo depth 1\n", 3),
        ("go perft 2\ngo depth 1", 1),
    ] {
        let mut engine = Engine::start(&["--set", "Player=random"]);
        engine.send_bytes(input.as_bytes());
        engine.end_input();
        let said = engine.rest();
        let found = said.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(found, answers, "{input:?}: {said:?}");
        assert_eq!(engine.exit_code(), Some(0), "{input:?}");
    }
}

#[test]
fn players_with_a_depth_of_their_own_finish_at_the_end_of_input() {
    // Input, and the depth that is reached.
    for (input, depth) in [
        ("go", "info depth 3 "),
        ("go mate 1", "info depth 3 "),
        ("go depth 2\ngo", "info depth 3 "),
        ("go infinite depth 9", "info depth 1 "),
        ("go ponder depth 9", "info depth 1 "),
    ] {
        let is_cut = depth == "info depth 1 ";
        for player in ["Player=minimax", "Player=alphabeta"] {
            let mut engine =
                Engine::start(&["--set", "Width=7", "--set", "Height=7", "--set", player]);
            engine.send_bytes(input.as_bytes());
            engine.end_input();
            let said = engine.rest();
            let [.., info, why, answer] = &said[..] else { panic!("{input:?}: {said:?}") };
            // Cut short, it may still have searched some of the moves.
            let is_partial = is_cut && info.contains(" lowerbound ");
            assert!(info.starts_with(depth) || is_partial, "{player} {input:?}: {said:?}");
            assert_eq!(why.contains("plies deep"), !is_cut, "{player} {input:?}: {said:?}");
            assert!(answer.starts_with("bestmove "), "{player} {input:?}: {said:?}");
        }
    }
}

#[test]
fn quit_leaves_at_once() {
    for search in ["go infinite", "go movetime 600000", "go perft 9"] {
        let mut engine = Engine::start(&["--set", "Player=minimax"]);
        engine.send(search);
        engine.send("quit");
        let status = engine.exit_within(LEAVING).expect("it leaves while it searches");
        assert_eq!(status.code(), Some(0), "{search}");
    }
}

#[test]
fn a_manager_that_does_not_read_is_left_too() {
    let mut child =
        program().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    // Far more than a pipe holds.
    stdin.write_all("help\n".repeat(10_000).as_bytes()).unwrap();
    stdin.write_all(b"quit\n").unwrap();
    let asked = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(asked.elapsed() < LEAVING * 3, "it does not leave");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(0));
}

// Elsewhere a silent search hears of it when it next writes.
#[cfg(unix)]
#[test]
fn without_a_reader_there_is_no_program() {
    for input in ["", "go infinite\n", "go perft 9\n", "go movetime 600000\n", "uci\nuci\nd\n"] {
        let mut child = program()
            .args(["--set", "Player=minimax"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        // It may be gone before it reads.
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        let closed = Instant::now();
        let output = child.finish().unwrap();
        assert!(!output.status.success(), "{input:?}");
        assert!(output.stderr.is_empty(), "{input:?}: {:?}", String::from_utf8(output.stderr));
        if cfg!(unix) {
            assert!(closed.elapsed() < LEAVING, "{input:?}: {:?}", closed.elapsed());
        }
        drop(stdin);
    }
}

#[cfg(unix)]
#[test]
fn the_system_may_ask_it_to_leave() {
    for search in ["isready", "go infinite", "go perft 9"] {
        let mut engine = Engine::start(&[]);
        engine.send("isready");
        engine.until("readyok");
        engine.send(search);
        let id = engine.id().to_string();
        let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        assert_eq!(engine.exit_within(LEAVING).and_then(|status| status.code()), Some(0));
    }
}

#[test]
fn an_endless_line_is_one_error() {
    let mut engine = Engine::start(&[]);
    let huge = vec![b'z'; 10 << 20];
    engine.send_bytes(&huge);
    engine.send_bytes(b"\ngo ");
    engine.send_bytes(&huge);
    engine.send_bytes(b"\nisready\n");
    let said = engine.until("readyok");
    let error = format!("info string error: line: {}: expected a line", "z".repeat(60));
    assert!(said[0].starts_with(&error), "{}", said[0]);
    assert!(said[1].starts_with("info string error: line: go zzz"), "{}", said[1]);
    assert_eq!(said[2..], ["bestmove (none)", "readyok"]);
}

#[test]
fn bytes_that_are_no_text_are_shown_escaped() {
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"\xff\xfe\0\x1b[2J\r\n\r\n\0\nposition fen \xc3\x28 x\nisready\r\n");
    let said = engine.until("readyok");
    let starts = [
        "info string error: command: \\xff\\xfe\\x00\\x1b[2J: expected one of uci, ",
        "info string error: command: \\x00: expected one of uci, ",
        "info string error: position: \\xc3(",
        "readyok",
    ];
    assert_eq!(said.len(), starts.len(), "{said:?}");
    assert!(said.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{said:?}");
}
