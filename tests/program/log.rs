//! The log: what it has at each level, and that it does no harm.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::folder::folder;
use crate::process::{Engine, program};
use crate::waiting::Finish;

/// Starts the program with a filter for the log, gives it lines, and waits for its end.
fn talk(filter: &str, arguments: &[&str], lines: &str) -> Output {
    let mut command = program();
    if !filter.is_empty() {
        command.env("RUST_LOG", filter);
    }
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.finish().unwrap()
}

/// What the log has behind its heads, line by line, and what the program has said.
fn logged(filter: &str, arguments: &[&str], lines: &str) -> (Vec<String>, String) {
    let output = talk(filter, arguments, lines);
    let text = String::from_utf8(output.stderr).unwrap();
    let log = text.lines().map(|line| body(line).to_owned()).collect();
    (log, String::from_utf8(output.stdout).unwrap())
}

/// A record without its head, which must be one.
fn body(line: &str) -> &str {
    let (head, text) = line.strip_prefix('[').and_then(|line| line.split_once("] ")).expect(line);
    let words: Vec<&str> = head.split_whitespace().collect();
    let [time, process, level, target] = words[..] else { panic!("{line}") };
    assert!(time.ends_with('Z') && time.len() == 24, "{line}");
    assert!(process.parse::<u32>().is_ok(), "{line}");
    assert!(["INFO", "DEBUG", "TRACE", "WARN", "ERROR"].contains(&level), "{line}");
    assert!(target.starts_with("tengen"), "{line}");
    text
}

/// Whether an entry of the log begins so.
fn has(log: &[String], start: &str) -> bool {
    log.iter().any(|line| line.starts_with(start))
}

#[test]
fn info_has_the_lines_and_nothing_else() {
    let (log, said) = logged("info", &[], "position startpos moves h8\ngo depth 1\nisready\n");
    assert!(log.iter().all(|line| line.starts_with("1 ")), "{log:?}");
    let lines: Vec<&str> = log.iter().filter_map(|line| line.strip_prefix("1 < ")).collect();
    assert_eq!(lines, said.lines().collect::<Vec<_>>());
    assert!(log.contains(&"1 > go depth 1".to_owned()), "{log:?}");
    let notes: Vec<&String> = log.iter().filter(|line| line.starts_with("1 #")).collect();
    assert_eq!(notes, ["1 # begins: standard input and output", "1 # over"]);
    assert!(logged("", &[], "isready\n").0.is_empty());
}

#[test]
fn debug_has_the_position_the_options_and_what_ended_the_search() {
    let input = "position startpos moves h8 i9\nd\nsetoption name Width value 9\n\
                 setoption name Variant value renju\nsetoption name Hash value 16\n\
                 position startpos moves h8\ngo depth 3\n";
    let (log, said) = logged("debug", &["--set", "MultiPV=2"], input);
    let of_board = |word: &str| said.lines().find_map(|line| line.strip_prefix(word)).unwrap();
    let position = format!("1 # position {} key {}", of_board("Fen: "), of_board("Key: "));
    assert!(log.contains(&position), "{position}: {log:?}");
    for start in [
        "1 # option MultiPV: 1 -> 2",
        "1 # option Width: 0 -> 9",
        "1 # option Width: 9 -> 0",
        "1 # option Variant: gomoku -> renju",
        "1 # ended depth 3 nodes ",
    ] {
        assert!(has(&log, start), "{start}: {log:?}");
    }
    assert!(!has(&log, "1 # option Hash"), "it was 16 before: {log:?}");
    assert!(log.iter().any(|line| line.ends_with(": the depth was reached; given: depth 3")));
    // Units that the protocol does not have.
    assert!(!log.iter().any(|line| line.contains("Estimate") || line.contains("Score")), "{log:?}");
}

#[test]
fn what_used_the_budget_up_is_told() {
    let four = "h8 a1 i8 a2 j8 a3";
    for (question, reason) in [
        ("position startpos moves h8 i9\ngo nodes 500", "used up; given: nodes 500"),
        (
            "setoption name Book value false\nposition startpos moves h8 i9\ngo movetime 40",
            "; given: soft limit 30 ms, hard limit 30 ms",
        ),
        ("position startpos moves h8 i9\ngo infinite", "told to stop"),
        (
            &format!("position startpos moves {four}\ngo depth 9"),
            "the end of the game is proven; given: depth 9",
        ),
        (
            "setoption name Variant value tictactoe\nposition startpos moves b2 a1\ngo depth 9",
            "every game was seen to its end; given: depth 9",
        ),
    ] {
        let (log, said) = logged("debug", &[], &format!("{question}\n"));
        let end = log.iter().find(|line| line.starts_with("1 # ended ")).expect(question);
        assert!(end.ends_with(reason), "{question}: {end}: {said}");
    }
}

#[test]
fn classic_players_tell_what_their_moves_are_worth() {
    let board = "position startpos moves b2 a1 c1";
    for (player, expected) in [
        (
            "minimax",
            &[
                "1 # candidate a3: value ",
                "1 # candidate b3: loses in 2 plies",
                "1 # ended depth 3 ",
            ][..],
        ),
        (
            "alphabeta",
            &[
                "1 # candidate a3: value ",
                "1 # candidate b1: loses in 2 plies, or worse",
                "1 # ended depth 3 ",
            ],
        ),
        ("scoretable", &["1 # candidate a3: attack 32 (a closed run of 1) defence "]),
        ("runlength", &["1 # candidate a3: run 3 of x"]),
        ("fivestage", &["1 # candidate a3: stage 2 of 5: defence: blocks a line"]),
        ("linecount", &["1 # candidate a3: rule: blocks a line"]),
    ] {
        let arguments = ["--set", "Variant=tictactoe", "--set", &format!("Player={player}")];
        let (log, _) = logged("debug", &arguments, &format!("{board}\ngo depth 3\n"));
        for start in expected {
            assert!(has(&log, start), "{player}: {start}: {log:#?}");
        }
    }
    // A level that sees few moves says which.
    let (log, said) =
        logged("debug", &["--set", "Level=5"], "position startpos moves h8 i9\ngo depth 3\n");
    let first = log.iter().find_map(|line| line.strip_prefix("1 # weighed ")).expect("what it saw");
    let played = said.lines().last().unwrap().strip_prefix("bestmove ").unwrap();
    assert!(first.contains(&format!(" pv {played}")), "{first} {said}");
}

#[test]
fn trace_has_the_moves_of_the_root_within_bounds() {
    let (log, said) = logged("trace", &[], "position startpos moves h8 i9 g7\ngo depth 5\n");
    for depth in 1..=5 {
        let starts = format!("1 # root depth {depth} score ");
        let roots: Vec<&String> = log.iter().filter(|line| line.starts_with(&starts)).collect();
        assert!((1..=20).contains(&roots.len()), "{depth}: {roots:?}");
        assert!(roots[0].contains(" pv ") && !roots[0].contains("bound"), "{depth}: {roots:?}");
        let best = roots[0].split(" pv ").nth(1).unwrap();
        let line = said.lines().find(|line| line.starts_with(&format!("info depth {depth} ")));
        assert!(line.unwrap().ends_with(best), "{best}: {said}");
        assert!(has(&log, &format!("1 # saved depth {depth} by the table ")), "{log:?}");
    }
    assert!(has(&log, "1 # threats: "), "{log:?}");
    assert!(has(&log, "1 # and "), "a list of more than twenty is cut: {log:?}");
}

/// Gomocup's managers read standard error as answers.
#[test]
fn gomocup_is_silent_on_standard_error_and_logs_into_a_file() {
    let file = folder("log-gomocup").join("log");
    let arguments = ["--protocol", "gomocup", "--log-file", file.to_str().unwrap()];
    let input = "START 15\nINFO max_node 500\nTURN 7,7\nEND\n";
    assert!(talk("trace", &["--protocol", "gomocup"], input).stderr.is_empty());
    let mut engine = Engine::start(&arguments);
    for line in ["START 15", "INFO max_node 500", "TURN 7,7"] {
        engine.send(line);
    }
    assert_eq!(engine.next().as_deref(), Some("OK"));
    while engine.next().expect("a move").starts_with("MESSAGE") {}
    engine.send("END");
    assert_eq!(engine.exit_code(), Some(0));
    let log = fs::read_to_string(file).unwrap();
    let log: Vec<String> = log.lines().map(|line| body(line).to_owned()).collect();
    for start in ["1 > TURN 7,7", "1 < OK", "1 # position 15/", "1 # iteration depth 1 "] {
        assert!(has(&log, start), "{start}: {log:?}");
    }
}

#[test]
fn a_record_is_one_line_whatever_comes() {
    let input = format!("\u{1b}[2J\u{202e}go\n{}\nisready\n", "x".repeat(500_000));
    let (log, _) = logged("info", &[], &input);
    assert!(log.contains(&"1 > \\u{1b}[2J\\u{202e}go".to_owned()), "{log:?}");
    let cut = log.iter().find(|line| line.ends_with("… (500004 bytes)")).expect("the long one");
    assert!(cut.chars().count() < 4200, "{}", cut.len());
    assert!(log.iter().all(|line| !line.chars().any(char::is_control)));
}

#[test]
fn many_processes_write_into_one_file() {
    let file = folder("log-shared").join("log");
    let path = file.to_str().unwrap();
    let input =
        format!("{}go depth 2\n", "position startpos moves h8 i9 g7 j10\nisready\n".repeat(200));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| talk("trace", &["--log-file", path], &input));
        }
    });
    let log = fs::read_to_string(&file).unwrap();
    let count = |text: &str| log.lines().filter(|line| body(line) == text).count();
    assert_eq!((count("1 > isready"), count("1 < readyok")), (800, 800));
    assert_eq!(count("1 # over"), 4);
}

/// A file that cannot be opened is one line, and the log stays where it was.
#[test]
fn a_log_that_cannot_be_opened_is_refused() {
    let place = folder("log-refused");
    let (first, pipe) = (place.join("first"), place.join("pipe"));
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
    }
    let nowhere = place.join("no/log");
    let paths: &[&Path] = if cfg!(unix) { &[&place, &nowhere, &pipe] } else { &[&place, &nowhere] };
    for path in paths {
        let path = path.display();
        let input = format!("setoption name LogFile value {path}\nisready\n");
        let output = talk("", &["--log-file", first.to_str().unwrap()], &input);
        let said = String::from_utf8(output.stdout).unwrap();
        let shown: String = path.to_string().chars().take(60).collect();
        let start = format!("info string error: setoption LogFile: {shown}");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines.len() == 2 && lines[0].starts_with(&start), "{said}");
        assert!(lines[0].contains(": expected a file to append to (") && lines[1] == "readyok");
        let log = fs::read_to_string(&first).unwrap();
        assert!(log.contains("] 1 < readyok\n"), "{log}");
        let output = talk("", &["--log-file", &path.to_string()], "isready\n");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with("tengen: --log-file: ") && told.lines().count() == 1, "{told}");
        assert_eq!(output.status.code(), Some(2));
    }
}
