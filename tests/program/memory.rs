//! Memory, as the system counts it: what was promised is kept whatever changes, and it is
//! found before the clock runs.

use std::fs;
use std::io::Write;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::effort;
use crate::process::{Engine, program};

/// What the program takes beside `Hash`, in mebibytes: with lines of nine stones, which have
/// the largest lookups, and what several threads take more.
const BESIDE_MB: u64 = 14;
const THREADS_MB: u64 = 12;

/// More than a program has that waits for its reader: what is written and what waits for
/// that, each twice as long as it need be, and itself.
const MOST_UNREAD_MB: u64 = 100;

/// A number of kibibytes that the system tells of a process: `VmRSS`, what it uses now, or
/// `VmHWM`, the most it ever used; `None` where the system does not say. The code of an
/// unoptimised program, many times that of the one that people use, is left out.
pub fn kibibytes(id: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let field = |name: &str| -> Option<u64> {
        let rest = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let code = if cfg!(debug_assertions) { field("RssFile")? } else { 0 };
    Some(field(name)?.saturating_sub(code))
}

/// The memory that a program uses now, in mebibytes; `None` where the system does not say.
fn resident_mb(engine: &Engine) -> Option<u64> {
    Some(kibibytes(engine.id(), "VmRSS")? >> 10)
}

/// Whether the system does not say what memory programs use; then this is said.
fn cannot_measure(engine: &Engine) -> bool {
    let is_unknown = resident_mb(engine).is_none();
    if is_unknown {
        println!("skipped: no /proc tells the memory of a program");
    }
    is_unknown
}

#[test]
fn the_table_is_there_before_the_first_move() {
    for (protocol, lines, answer) in [
        ("uci", &["setoption name Hash value 256", "isready"][..], "readyok"),
        ("ugi", &["setoption name Hash value 256", "isready"], "readyok"),
        ("gomocup", &["INFO max_memory 300000000", "START 15"], "OK"),
        ("gomocup", &["INFO Hash 256", "START 15"], "OK"),
        ("yixin", &["INFO hash_size 262144", "START 15"], "OK"),
    ] {
        let mut engine = Engine::start(&["--protocol", protocol, "--set", "Threads=2"]);
        if cannot_measure(&engine) {
            return;
        }
        for line in lines {
            engine.send(line);
        }
        engine.until(answer);
        let there = resident_mb(&engine).unwrap();
        assert!(there >= 180, "{protocol}: {lines:?}: {there} MiB");
        // What was forgotten is found again.
        let (forget, answer) = match protocol {
            "gomocup" | "yixin" => (&["RESTART"][..], "OK"),
            "ugi" => (&["uginewgame", "isready"][..], "readyok"),
            _ => (&["ucinewgame", "isready"][..], "readyok"),
        };
        for line in forget {
            engine.send(line);
        }
        engine.until(answer);
        let there = resident_mb(&engine).unwrap();
        assert!(there >= 180, "{protocol}: {forget:?}: {there} MiB");
    }
}

#[test]
fn the_memory_of_searches_goes_back() {
    let mut engine = Engine::start(&[]);
    if cannot_measure(&engine) {
        return;
    }
    let mut number = 7_usize;
    for _ in 0..effort::of(40, 300) {
        // Numbers without a pattern, the same every time.
        number = number * 1_103_515_245 % (1 << 31) + 12_345;
        let hash = [1, 2, 4, 8, 16, 24, 32, 48, 64][number / 64 % 9];
        let threads = [1, 2, 3, 4, 8, 16][number / 4096 % 6];
        engine.send(&format!("setoption name Hash value {hash}"));
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("go nodes 20000");
        engine.until("bestmove");
        let there = resident_mb(&engine).unwrap();
        let promised = hash + BESIDE_MB + THREADS_MB;
        assert!(there <= promised, "{there} MiB with Hash {hash} and {threads} threads");
    }
}

#[test]
fn the_lookups_of_one_game_at_a_time_are_kept() {
    let mut engine = Engine::start(&["--set", "Hash=8"]);
    let mut brain = Engine::start(&["--protocol", "gomocup"]);
    if cannot_measure(&engine) {
        return;
    }
    let limit = 30;
    brain.send("START 15");
    brain.send(&format!("INFO max_memory {}", limit << 20));
    for (rule, lengths) in [
        ("freestyle", &[3, 9, 5][..]),
        ("standard", &[9, 5]),
        ("caro", &[9, 8, 5]),
        ("caro-overline", &[9, 5]),
        ("renju", &[5]),
        ("caro", &[9]),
    ] {
        for length in lengths {
            for (name, value) in
                [("Rule", "freestyle"), ("WinLength", &length.to_string()), ("Rule", rule)]
            {
                engine.send(&format!("setoption name {name} value {value}"));
                brain.send(&format!("INFO {name} {value}"));
            }
            engine.send("isready");
            engine.send("go nodes 2000");
            engine.until("bestmove");
            let there = resident_mb(&engine).unwrap();
            assert!(there <= 8 + BESIDE_MB, "{rule}, {length} in a row: {there} MiB with Hash 8");
            for line in ["INFO timeout_turn 50", "START 15"] {
                brain.send(line);
            }
            brain.until("OK");
            brain.send("BEGIN");
            brain.until("7,7");
            let there = resident_mb(&brain).unwrap();
            assert!(there <= limit, "{rule}, {length} in a row: {there} of {limit} MiB");
        }
    }
}

/// Whether a program does nothing any more: it has used no time for a moment.
fn is_idle(engine: &Engine) -> bool {
    let used = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", engine.id())).unwrap();
        let fields: Vec<String> =
            stat.rsplit(") ").next().unwrap().split(' ').map(str::to_owned).collect();
        (fields[11].clone(), fields[12].clone())
    };
    let before = used();
    thread::sleep(Duration::from_millis(300));
    used() == before
}

/// Sets up a board about which `eval` says some twenty kilobytes.
const LARGE_BOARD: &str = "setoption name Width value 40\nsetoption name Height value 40\n";

/// Starts a program of whose answers nobody reads any until they are asked for, and sends
/// it these lines in the background.
fn unread(lines: String) -> (Engine, JoinHandle<()>) {
    let (engine, mut input) = Engine::spawn_unread(&mut program());
    let sender = thread::spawn(move || {
        // It may leave before it has read all.
        let _ = input.write_all(lines.as_bytes());
    });
    (engine, sender)
}

#[test]
fn who_does_not_read_is_waited_for() {
    const LINES: usize = 7_000;
    let (mut engine, sender) = unread(LARGE_BOARD.to_owned() + &"eval\n".repeat(LINES));
    if cannot_measure(&engine) {
        return;
    }
    loop {
        let is_idle = is_idle(&engine);
        let there = resident_mb(&engine).unwrap();
        assert!(there < MOST_UNREAD_MB, "{there} MiB of answers that nobody reads");
        if is_idle {
            break;
        }
    }
    // At the end of the input it leaves, once all is said.
    engine.listen();
    let answers = engine.rest();
    assert_eq!(answers.iter().filter(|line| **line == answers[0]).count(), LINES);
    sender.join().unwrap();
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn who_does_not_read_can_end_it() {
    // The program waits for a reader, with some hundred lines and the last one behind.
    let (mut engine, sender) = unread(LARGE_BOARD.to_owned() + &"eval\n".repeat(1_500) + "quit\n");
    assert_eq!(engine.exit_code(), Some(0));
    sender.join().unwrap();
}

#[test]
fn a_search_that_many_commands_wait_for_can_be_stopped() {
    // The search ends with the `stop`, whatever waits before it, and everything is answered.
    let waiting = "isready\nposition startpos moves h8\nd\n".repeat(2_000);
    let (mut engine, sender) = unread(format!("go movetime 100000000\n{waiting}stop\nisready\n"));
    engine.listen();
    engine.until("bestmove");
    let answers = engine.rest();
    assert_eq!(answers.iter().filter(|line| line.starts_with("Fen: ")).count(), 2_000);
    assert_eq!(answers.last().map(String::as_str), Some("readyok"));
    sender.join().unwrap();
}
