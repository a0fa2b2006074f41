//! The strong engine loses its input, its output or its life at every stage of
//! a conversation. (`protocol/endings.rs` takes leave of the simpler players.)

#[cfg(unix)]
use std::io::Read;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Engine, PATIENCE, program};
use crate::waiting::{Finish, LIMIT, within};

/// The promise is one second; the rest is for a busy machine.
const LEAVING: Duration = Duration::from_secs(5);

/// A stage of a conversation.
struct Stage {
    /// What leads there.
    lines: &'static str,
    /// How many answers that is owed.
    answers: usize,
    /// How a line begins that says that the program has got there.
    sign: &'static str,
}

const STAGES: [Stage; 9] = [
    Stage { lines: "isready\n", answers: 0, sign: "readyok" },
    Stage { lines: "go movetime 900\n", answers: 1, sign: "info depth 1 " },
    Stage {
        lines: "go movetime 400\ngo nodes 500\nposition startpos moves h8\ngo depth 2\n",
        answers: 3,
        sign: "info depth 1 ",
    },
    Stage { lines: "go infinite\n", answers: 1, sign: "info depth 2 " },
    Stage {
        lines: "setoption name Book value false\ngo ponder wtime 60000 btime 60000\n",
        answers: 1,
        sign: "info depth 2 ",
    },
    Stage { lines: "go mate 9\n", answers: 1, sign: "info " },
    Stage { lines: "go mate 2 movetime 300\n", answers: 1, sign: "info " },
    Stage {
        lines: "setoption name Variant value tictactoe\ngo perft 8\n",
        answers: 0,
        sign: "a1:",
    },
    Stage { lines: "setoption name MultiPV value 3\ngo\n", answers: 1, sign: "info depth 2 " },
];

#[test]
fn the_end_of_input_is_survived_at_every_stage() {
    for Stage { lines, answers, sign } in STAGES {
        let mut engine = Engine::start(&[]);
        engine.send_bytes(lines.as_bytes());
        let mut said = engine.until(sign);
        engine.end_input();
        said.extend(engine.rest());
        assert_eq!(engine.exit_code(), Some(0), "{lines:?}");
        let found: Vec<_> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(found.len(), answers, "{lines:?}: {said:?}");
        assert!(found.iter().all(|line| *line != "bestmove (none)"), "{lines:?}: {found:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_at_every_stage() {
    let bench = Stage { lines: "bench\n", answers: 0, sign: "1/" };
    for Stage { lines, sign, .. } in STAGES.into_iter().chain([bench]) {
        let mut engine = Engine::start(&[]);
        engine.send_bytes(lines.as_bytes());
        engine.until(sign);
        terminate(engine.id());
        let status = engine.exit_within(LEAVING).expect("it leaves when it is asked to");
        assert_eq!(status.code(), Some(0), "{lines:?}");
    }
}

/// A manager that stops reading but keeps the pipe open may still end the program.
#[cfg(unix)]
#[test]
fn a_signal_ends_it_while_its_output_is_full() {
    let mut child = piped(&mut program()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    // More answers than any pipe holds.
    let sender = thread::spawn(move || {
        let _ = stdin.write_all("uci\n".repeat(2000).as_bytes());
        stdin
    });
    // Once it speaks it also listens to signals; then it needs a moment to get stuck.
    let mut output = child.stdout.take().expect("its output is piped");
    let output = within(LIMIT, move || output.read_exact(&mut [0]).map(|()| output));
    let _output = output.expect("it speaks").expect("it speaks");
    thread::sleep(Duration::from_millis(300));
    terminate(child.id());
    assert_eq!(exit_code_within(&mut child, LEAVING), Some(0));
    drop(sender.join());
}

#[test]
fn a_closed_output_ends_it_at_every_stage() {
    // Elsewhere it learns of that when it next writes, and some stages are silent.
    let stages = STAGES.into_iter().filter(|_| cfg!(unix));
    for Stage { lines, sign, .. } in stages {
        let mut child = piped(&mut program()).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("its input is piped");
        stdin.write_all(lines.as_bytes()).expect("it reads its input");
        let mut output = BufReader::new(child.stdout.take().expect("its output is piped"));
        let is_seen = within(LIMIT, move || {
            let mut line = String::new();
            while !line.starts_with(sign) {
                line.clear();
                if output.read_line(&mut line).expect("text") == 0 {
                    return false;
                }
            }
            // Here its output is closed.
            true
        });
        assert_eq!(is_seen, Some(true), "{lines:?}: no {sign}");
        let code = exit_code_within(&mut child, LEAVING);
        assert!(code.is_some_and(|code| code != 0), "{lines:?}: {code:?}");
        let complaints = child.finish().expect("it has ended").stderr;
        assert_eq!(String::from_utf8_lossy(&complaints), "", "{lines:?}");
    }
}

#[test]
fn tools_notice_a_closed_output() {
    for arguments in [&["count"][..], &["man"], &["--help"], &["perft", "2"], &["bench"]] {
        // Closed before the start: a short text fits into a pipe that is closed later.
        let (reader, writer) = io::pipe().expect("the system has pipes");
        drop(reader);
        let mut command = program();
        piped(command.args(arguments)).stdout(writer);
        let mut child = command.spawn().expect("the program starts");
        let code = exit_code_within(&mut child, PATIENCE);
        assert_eq!(code, Some(1), "{arguments:?}");
        let complaints = child.finish().expect("it has ended").stderr;
        assert_eq!(String::from_utf8_lossy(&complaints), "", "{arguments:?}");
    }
}

#[test]
fn huge_lines_are_refused_beside_a_search() {
    const HUGE: usize = 10 << 20;
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves h8");
    engine.send("go infinite");
    engine.until("info depth 2 ");
    for start in ["position startpos moves", "setoption name LogFile value", "uci"] {
        let mut line = start.as_bytes().to_vec();
        while line.len() < HUGE {
            line.extend(b" a1 b2 \0\xff");
        }
        line.push(b'\n');
        engine.send_bytes(&line);
        let said = engine.until("info string error: line: ");
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{start}: {said:?}");
    }
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    engine.until("bestmove ");
    engine.send("d");
    let board = engine.until("Forbidden:");
    assert!(board.iter().any(|line| line.starts_with("Fen: 15/") && line.contains("last=h8")));
    // The last line of all may be endless and without an end.
    engine.send_bytes(&vec![b'x'; HUGE]);
    engine.end_input();
    assert!(engine.rest().iter().any(|line| line.starts_with("info string error: line: xxx")));
    assert_eq!(engine.exit_code(), Some(0));
}

fn piped(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

#[cfg(unix)]
fn terminate(id: u32) {
    let sent = Command::new("kill").args(["-TERM", &id.to_string()]).status();
    assert!(sent.expect("kill can be run").success());
}

/// The exit code, or `None` when the program has to be killed or ended by a signal.
fn exit_code_within(child: &mut Child, time: Duration) -> Option<i32> {
    let deadline = Instant::now() + time;
    loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => return status.code(),
            None if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
            None => {
                let _ = child.kill();
                return None;
            }
        }
    }
}
