//! `tengen puzzles` and `tengen play --puzzle` as people run them.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::analyze::schema::faults;
use crate::folder::folder;
use crate::process::program;
use crate::pty::Terminal;
use crate::waiting::Finish;

/// A win by fours, one by threats and a defence, as `tengen puzzles` has written them.
const LINES: &str = include_str!("../data/puzzles.jsonl");
const MANUAL: &str = include_str!("../../protocol.md");

fn puzzles(arguments: &[&str]) -> Output {
    program().arg("puzzles").args(arguments).finish().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn values(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn word<'a>(puzzle: &'a Value, field: &str) -> &'a str {
    puzzle[field].as_str().unwrap()
}

/// Solves puzzles with these lines as the whole input.
fn solve(arguments: &[&str], input: &str) -> Output {
    let mut child = program()
        .args(["play", "--puzzle"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.finish().unwrap()
}

/// The lines that are no board.
fn words(output: &Output) -> Vec<String> {
    let said = text(&output.stdout);
    let is_board = |line: &&str| {
        line.starts_with(' ') || line.starts_with(char::is_numeric) && !line.contains("puzzle")
    };
    said.lines().filter(|line| !is_board(line) && !line.is_empty()).map(str::to_owned).collect()
}

/// What is about games is not left out in silence.
#[test]
fn puzzles_take_no_arguments_of_games() {
    for more in [
        "--black human",
        "--white level:1",
        "--engines x",
        "--tc 60",
        "--st 1",
        "--opening swap2",
        "--load x",
        "--undo off",
        "--rematch",
        "--delay 1",
    ] {
        let words: Vec<&str> = more.split(' ').collect();
        let output = solve(&words, "");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more}: {said}");
        assert!(said.contains("--puzzle") && said.contains(words[0]), "{said}");
    }
}

#[test]
fn positions_give_the_puzzles_that_are_in_them() {
    let file = folder("puzzle-positions").join("positions.fen");
    let known = values(LINES);
    let positions: Vec<&str> = known.iter().map(|puzzle| word(puzzle, "position")).collect();
    fs::write(&file, positions.join("\n")).unwrap();
    let output = puzzles(&["--count", "3", file.to_str().unwrap()]);
    assert_eq!(text(&output.stderr), "");
    for (mut puzzle, mut known) in values(&text(&output.stdout)).into_iter().zip(known.clone()) {
        assert_eq!(word(&puzzle["source"], "file"), file.to_str().unwrap());
        for puzzle in [&mut puzzle, &mut known] {
            puzzle["source"] = Value::Null;
        }
        assert_eq!(puzzle, known);
    }
    // One of them turned round is no other puzzle, and there are no more.
    let rows = positions[2].split(' ').next().unwrap();
    let turned: String = rows.chars().rev().collect();
    let turned = turned.replace("51", "15").replace("01", "10");
    fs::write(&file, format!("{rows} x k=5 rule=freestyle\n{turned} x k=5 rule=freestyle\n"))
        .unwrap();
    let output = puzzles(&["--count", "2", "--kind", "defence", file.to_str().unwrap()]);
    assert_eq!((output.status.code(), values(&text(&output.stdout)).len()), (Some(1), 1));
    assert!(text(&output.stderr).ends_with("2 games have 1 of 2 such puzzles\n"));
}

#[test]
fn the_same_arguments_give_the_same_bytes_also_in_two_runs() {
    let base = ["--kind", "vcf", "--min-moves", "2", "--seed", "11", "--games", "40"];
    let run = |more: &[&str]| puzzles(&[&base[..], more].concat());
    let whole = run(&["--count", "2", "--concurrency", "3"]);
    assert_eq!((whole.status.code(), text(&whole.stderr)), (Some(0), String::new()));
    let lines = text(&whole.stdout);
    let file = folder("puzzle-runs").join("some.jsonl");
    let name = file.to_str().unwrap();
    assert_eq!(run(&["--count", "1", "--out", name]).status.code(), Some(0));
    // A run that is killed may leave half a line.
    let first = fs::read_to_string(&file).unwrap();
    assert!(lines.starts_with(&first) && first.lines().count() == 1, "{first}");
    fs::write(&file, first + "{\"position\":\"15/1").unwrap();
    assert_eq!(run(&["--count", "2", "--out", name]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), lines);
    // What is no file of puzzles stays as it is.
    fs::write(&file, "notes\n").unwrap();
    let refused = run(&["--count", "2", "--out", name]);
    assert_eq!(
        (refused.status.code(), fs::read_to_string(&file).unwrap().as_str()),
        (Some(1), "notes\n")
    );
    assert!(text(&refused.stderr).contains("line 1: notes: expected a puzzle"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_search_in_good_order() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut command = program();
    command.args(["puzzles", "--kind", "vct", "--grade", "9", "--count", "1000"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    // It is sent until it is heard: before that the program has not begun to listen.
    std::thread::sleep(std::time::Duration::from_secs(2));
    kill_process(id, Signal::INT).unwrap();
    let output = child.finish().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("interrupted by Ctrl-C: ") && said.contains("of 1000 puzzles"), "{said}");
}

#[test]
fn wrong_arguments_take_one_line() {
    for (arguments, said) in [
        (&["--grade", "0..3"][..], "--grade: 0..3: expected grades from 1 to 9, as in 4..6"),
        (&["--kind", "mate"], "--kind: mate: expected one of vcf, vct, defence"),
        (&["--variant", "destroy"], "expected no conversions, which break lines"),
        (&["--count", "0"], "--count: 0: expected a whole number, 1 to 1000000"),
        (&["no-such-file"], "no-such-file: expected a file that can be read"),
    ] {
        let output = puzzles(arguments);
        let error = text(&output.stderr);
        assert!(error.contains(said) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn lines_are_as_the_schema_and_the_manual_say() {
    let schema = text(&puzzles(&["--schema"]).stdout);
    for puzzle in values(LINES) {
        assert_eq!(faults(&schema, &puzzle), Vec::<String>::new());
    }
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for field in schema["properties"].as_object().unwrap().keys() {
        assert!(MANUAL.contains(&format!("| `{field}` |")), "{field}");
        assert!(values(LINES).iter().all(|puzzle| puzzle.get(field).is_some()), "{field}");
    }
}

#[test]
fn the_log_of_a_match_has_games_too() {
    let file = folder("puzzle-log").join("match.jsonl");
    let position = values(LINES)[0]["position"].clone();
    let log = format!(
        "{{\"match\":{{\"variant\":\"renju 15x15 k=5 destroy=0\"}}}}\n{{\"game\":1,\"start\":{position},\"moves\":\"\"}}\n"
    );
    fs::write(&file, &log).unwrap();
    let output = puzzles(&["--count", "1", file.to_str().unwrap()]);
    assert_eq!(word(&values(&text(&output.stdout))[0], "solution"), "l5");
    fs::write(&file, log.replace("renju 15x15", "chess 8x8")).unwrap();
    let error = text(&puzzles(&[file.to_str().unwrap()]).stderr);
    assert!(error.contains("line 1: chess 8x8 k=5 destroy=0: expected a game, as in"), "{error}");
}

#[test]
fn right_moves_are_answered_and_wrong_ones_refuted() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.jsonl");
    let input = "a1\ni3\nhint\nz9\nl5\nwhat\ni2\nm6\nquit\n";
    let output = solve(&[file], input);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert_eq!(
        words(&output),
        [
            "3 puzzles; help lists the words, quit leaves",
            "puzzle 1 of 3: renju 15x15, five in a row, grade 2",
            "x is to move and wins by fours",
            "a1 loses: o wins with l2 h6 j2 i2 n2",
            "it is taken back: try another move",
            "i3 no longer wins: o answers k3; every four after it was tried: none wins",
            "it is taken back: try another move",
            "make a four",
            "z9 is no square of this board: type a square from a1 to o15",
            "l5 is right",
            "o resists longest with l2",
            "x is to move and wins by fours",
            "what is neither a square nor a word: help lists the words",
            "i2 is right",
            "o resists longest with h1",
            "x is to move and wins by fours",
            "m6 completes the line",
            "solved",
            "puzzle 2 of 3: standard 15x15, five in a row, grade 3",
            "o is to move and wins by threats",
            "solved 0 of 1 at the first try; longest streak 0",
        ]
    );
}

#[test]
fn a_wrong_defence_is_answered_by_the_win_and_streaks_are_counted() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.jsonl");
    let line: Vec<String> =
        values(LINES)[1]["line"].as_str().unwrap().split(' ').map(str::to_owned).collect();
    let own: Vec<&str> = line.iter().step_by(2).map(String::as_str).collect();
    let input = format!("l5\ni2\nm6\n{}\ni15\nsolution\ng13\n", own.join("\n"));
    let said = words(&solve(&[file], &input));
    let has = |text: &str| assert!(said.iter().any(|line| line == text), "{text}: {said:#?}");
    has("solved: 2 in a row");
    has("i15 loses: o wins with g13 d10 f14 d14 g11 g10 f11 f13 h11 d11 i11");
    has("the solution is g13");
    has("g13 is right: every other move loses, by proof");
    has("that was the last puzzle");
    has("solved 2 of 3 at the first try; longest streak 2");
    // That no four wins is proven; that other threats do not win is what a search says.
    let said = words(&solve(&[file], "next\ng5\n"));
    let holds = "g5 no longer wins: x answers e12; every four after it was tried, and no other win was found in 10000 positions";
    assert!(said.iter().any(|line| line == holds), "{said:#?}");
}

#[test]
fn a_file_that_is_none_is_refused_in_one_line() {
    let file = folder("no-puzzles").join("none.jsonl");
    let name = file.to_str().unwrap();
    let damaged =
        LINES.lines().next().unwrap().replace("\"solution\":\"l5\"", "\"solution\":\"l4\"");
    for (content, said) in [
        (String::new(), "no puzzle in it: expected at least one"),
        ("{}\n".to_owned(), "line 1: {}: expected a puzzle"),
        (damaged, "puzzle 1: solution: l4: expected the first move of the proof"),
    ] {
        fs::write(&file, content).unwrap();
        let output = solve(&[name], "");
        let error = text(&output.stderr);
        assert!(error.contains(said) && error.lines().count() == 1, "{error}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    }
}

#[test]
fn at_a_terminal_puzzles_fill_the_screen() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.jsonl");
    let solve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        Terminal::start(command.args(["play", "--puzzle", file]).args(arguments))
    };
    let mut terminal = solve(&[]);
    terminal.wait_for("F2 hint");
    terminal.press("l5\r");
    terminal.wait_for("right");
    terminal.press("quit\r");
    let (drawn, is_well) = terminal.end();
    assert!(is_well && drawn.contains("\x1b[?1049h"), "{drawn}");
    let last = drawn.trim_end().lines().last().unwrap();
    assert!(last.ends_with("solved 0 of 1 at the first try; longest streak 0"), "{last}");
    let mut terminal = solve(&["--plain"]);
    terminal.wait_for("> ");
    terminal.press("quit\n");
    let (drawn, is_well) = terminal.end();
    assert!(is_well && !drawn.contains("\x1b[?1049h"), "{drawn}");
}
