//! `tengen puzzles` and `tengen play --puzzle` as people run them.

use std::fs;
use std::io::Write;
#[cfg(unix)]
use std::process::Command;
use std::process::{Output, Stdio};

use serde_json::Value;

use super::analyze::schema::faults;
use crate::folder::folder;
use crate::process::program;
#[cfg(unix)]
use crate::pty::Terminal;
use crate::waiting::Finish;

/// A win by fours, one by threats, a defence and a block, as `tengen puzzles` has written them.
const LINES: &str = include_str!("../data/puzzles.jsonl");
/// A puzzle made by hand: h8, a8 and b8 do not win, c8 wins as g8 does, which stands in the proof.
const TWO_WINS: &str = r#"{"position":"15/15/15/15/15/15/15/3xxx9/15/15/15/15/15/15/o1o1o10 x k=5 rule=freestyle","kind":"vcf","solution":"g8","line":"g8 c8 h8","moves":2,"fours":1,"threes":0,"quiet":0,"false_tries":"","grade":1,"open":"c8","searched":1000,"proved":1000,"source":{"game":1,"ply":6},"win":"tengen-proof 1\nposition 15/15/15/15/15/15/15/3xxx9/15/15/15/15/15/15/o1o1o10 x k=5 rule=freestyle\nclaim x wins\nc8\nh8\ng8 c8:1 *:0\n"}"#;
const MANUAL: &str = include_str!("../../src/tools/puzzles/README.md");

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
    let all = ["--min-moves", "1"];
    let output = puzzles(&[&all[..], &["--count", "4", file.to_str().unwrap()]].concat());
    assert_eq!(text(&output.stderr), "");
    let found = values(&text(&output.stdout));
    assert_eq!(found.len(), known.len());
    for (mut puzzle, mut known) in found.into_iter().zip(known.clone()) {
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
    let one = ["--count", "2", "--kind", "defence", file.to_str().unwrap()];
    let output = puzzles(&[&all[..], &one].concat());
    assert_eq!((output.status.code(), values(&text(&output.stdout)).len()), (Some(1), 1));
    assert!(text(&output.stderr).ends_with("2 games have 1 of 2 such puzzles\n"));
    // Most moves, least moves: the block is the only one that takes one move.
    fs::write(&file, positions.join("\n")).unwrap();
    let output = puzzles(&[&all[..], &["--max-moves", "1", file.to_str().unwrap()]].concat());
    let found = values(&text(&output.stdout));
    assert_eq!(found.iter().map(|one| word(one, "solution")).collect::<Vec<_>>(), ["g13"]);
}

/// What is left without a proof is searched, and the puzzle says how far; without `--open`
/// it is none.
#[test]
fn what_is_not_proven_is_searched_and_told() {
    let file = folder("open-positions").join("positions.fen");
    let attack =
        "15/15/15/15/4x2x7/2o2xo8/xooooxo8/4xxox7/5o9/15/7x7/15/15/15/15 x k=5 rule=freestyle";
    let defence = "1x13/3x2o1x6/4oxxo7/o2xoooox6/4xoo8/7o7/3x4x6/1x13/15/15/15/15/15/15/15 x k=5 \
                   rule=freestyle";
    fs::write(&file, format!("{attack}\n{defence}\n")).unwrap();
    let file = file.to_str().unwrap();
    let far = ["--searched", "20000", "--proved", "15000", "--min-moves", "1", "--count", "2"];
    let found = values(&text(&puzzles(&[&far[..], &["--open", "1", file]].concat()).stdout));
    let said: Vec<[&Value; 6]> = found
        .iter()
        .map(|puzzle| {
            ["kind", "solution", "open", "searched", "proved", "win"].map(|field| &puzzle[field])
        })
        .collect();
    assert_eq!(said.len(), 2);
    let numbers = [&Value::from(20000), &Value::from(15000)];
    assert_eq!(said[0][..5], [&"vcf".into(), &"f11".into(), &"g11".into(), numbers[0], numbers[1]]);
    assert_eq!(
        said[1],
        [&"defence".into(), &"h11".into(), &"".into(), numbers[0], numbers[1], &Value::Null]
    );
    let held = folder("open-positions").join("defence.jsonl");
    fs::write(&held, format!("{}\n", found[1])).unwrap();
    let said = words(&solve(&[held.to_str().unwrap()], "h11\n"));
    assert_eq!(said[3], "h11 is right: every other move loses, by proof");
    assert_eq!(said[4], "no win of o after it was found in 20000 positions");
    // Nothing is proven of the open move, and the strategy against the others says nothing of it.
    fs::write(&held, format!("{}\n", found[0])).unwrap();
    let said = words(&solve(&[held.to_str().unwrap()], "g11\n"));
    assert!(said[3].starts_with("g11: "), "{said:?}");
    let output = puzzles(&[&far[..], &[file]].concat());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
}

/// Two positions that once were puzzles: of the first another move wins, too, and after the
/// only defence of the second the opponent wins.
#[test]
fn what_has_two_right_moves_or_none_is_no_puzzle() {
    let file = folder("no-puzzle-positions").join("positions.fen");
    let two = "4x4o5/2x12/4o10/5o4x4/5x9/7o4x2/15/15/15/15/15/15/15/15/15 o k=5 rule=freestyle";
    let none = "15/15/15/14x/9xx2o1/7o1xxxo2/8xooox2/7o1xox3/8ox1x3/9xoo3/8o1xox2/15/15/13o1/15 o \
                k=5 rule=standard";
    fs::write(&file, format!("{two}\n{none}\n")).unwrap();
    let most = ["--open", "100", "--searched", "20000", "--proved", "20000", "--min-moves", "1"];
    let output = puzzles(&[&most[..], &[file.to_str().unwrap()]].concat());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()));
    assert!(text(&output.stderr).ends_with("2 games have 0 of 10 such puzzles\n"));
}

#[test]
fn the_same_arguments_give_the_same_bytes_also_in_two_runs() {
    let easy = ["--kind", "vcf", "--min-moves", "1", "--max-moves", "1"];
    let base =
        [&easy[..], &["--seed", "109", "--nodes", "250", "--effort", "1500", "--games", "60"]]
            .concat();
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
        let has = |puzzle: &Value| puzzle.get(field).is_some();
        let is_optional = ["win", "losses"].contains(&field.as_str());
        assert!(values(LINES).iter().any(has), "{field}");
        assert!(is_optional || values(LINES).iter().all(has), "{field}");
    }
}

#[test]
fn the_log_of_a_match_has_games_too() {
    let file = folder("puzzle-log").join("match.jsonl");
    let position = values(LINES)[0]["position"].clone();
    let log = format!(
        "{{\"match\":{{\"variant\":\"renju 15x15 k=5 destroy=0\"}}}}\n{{\"game\":1,\"start\":{position},\"moves\":\"\",\"result\":\"1-0\"}}\n"
    );
    fs::write(&file, &log).unwrap();
    let output = puzzles(&["--count", "1", file.to_str().unwrap()]);
    assert_eq!(word(&values(&text(&output.stdout))[0], "solution"), "k10");
    fs::write(&file, log.replace("renju 15x15", "chess 8x8")).unwrap();
    let error = text(&puzzles(&[file.to_str().unwrap()]).stderr);
    assert!(error.contains("line 1: chess 8x8 k=5 destroy=0: expected a game, as in"), "{error}");
}

#[test]
fn right_moves_are_answered_and_wrong_ones_refuted() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.jsonl");
    let input = "a1\nl11\nhint\nz9\nk10\nwhat\nk8\nk11\nquit\n";
    let output = solve(&[file], input);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert_eq!(
        words(&output),
        [
            "4 puzzles; help lists the words, quit leaves",
            "puzzle 1 of 4: renju 15x15, five in a row, grade 3",
            "x is to move and wins by fours",
            "a1 loses: o wins with k8 h5 m10",
            "it is taken back: try another move",
            // The line goes over k10, which is the right move.
            "l11 loses: o wins in 3 moves",
            "it is taken back: try another move",
            "make a four",
            "z9 is no square of this board: type a square from a1 to o15",
            "k10 is right",
            "o resists longest with l11",
            "x is to move and wins by fours",
            "what is neither a square nor a word: help lists the words",
            "k8 is right",
            "o resists longest with k6",
            "x is to move and wins by fours",
            "k11 completes the line",
            "solved",
            "puzzle 2 of 4: standard 15x15, five in a row, grade 7",
            "x is to move and wins by threats",
            "solved 0 of 1 at the first try; longest streak 0",
        ]
    );
}

#[test]
fn another_winning_move_is_told_and_solves_the_puzzle() {
    let file = folder("two-wins").join("puzzle.jsonl");
    fs::write(&file, format!("{TWO_WINS}\n")).unwrap();
    let said = words(&solve(&[file.to_str().unwrap()], "b8\nh8\nagain\nc8\n"));
    assert_eq!(
        said[3..],
        [
            "b8: o answers c8; every four after it was tried: none wins",
            "it is taken back: try another move",
            // The answer is g8.
            "h8: o has an answer; every four after it was tried: none wins",
            "it is taken back: try another move",
            "x is to move and wins by fours",
            "c8 wins, too, by proof: another solution",
            "solved",
            "that was the last puzzle",
            "solved 0 of 1 at the first try; longest streak 0",
        ]
    );
    let said = words(&solve(&[file.to_str().unwrap()], "c8\n"));
    assert_eq!(said.last().unwrap(), "solved 1 of 1 at the first try; longest streak 1");
}

#[test]
fn a_wrong_defence_is_answered_by_the_win_and_streaks_are_counted() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.jsonl");
    let line: Vec<String> =
        values(LINES)[1]["line"].as_str().unwrap().split(' ').map(str::to_owned).collect();
    let own: Vec<&str> = line.iter().step_by(2).map(String::as_str).collect();
    let input = format!("k10\nk8\nk11\n{}\ni6\na1\nsolution\nh5\na1\ng13\n", own.join("\n"));
    let said = words(&solve(&[file], &input));
    let has = |text: &str| assert!(said.iter().any(|line| line == text), "{text}: {said:#?}");
    has("solved: 2 in a row");
    has("i6 loses: o wins with g2 f2 d5 h1 c6");
    // How is not told where it shows the right move.
    has("a1 loses: o wins in 2 moves");
    has("the solution is h5");
    has("h5 is right: every other move loses, by proof");
    has("it even wins, by proof");
    has("a1 loses: x completes a line");
    has("g13 is right: every other move loses, by proof");
    has("that was the last puzzle");
    has("solved 2 of 4 at the first try; longest streak 2");
}

/// No answer to a wrong move of the puzzles of the program has the right move in it.
#[test]
fn wrong_moves_do_not_give_the_right_one_away() {
    for puzzle in values(LINES) {
        let file = folder("secret-puzzle").join("puzzle.jsonl");
        fs::write(&file, format!("{puzzle}\n")).unwrap();
        let solution = word(&puzzle, "solution");
        let tries = format!("{} {} a1 o15", word(&puzzle, "line"), word(&puzzle, "false_tries"));
        for mv in tries.split_whitespace().filter(|mv| *mv != solution) {
            let said = words(&solve(&[file.to_str().unwrap()], &format!("{mv}\n")));
            let about = said.iter().filter(|line| line.starts_with(&format!("{mv} ")));
            for line in about {
                let mut named = line.split(|letter: char| !letter.is_ascii_alphanumeric());
                assert!(named.all(|word| word != solution), "{solution}: {line}");
            }
        }
    }
}

#[test]
fn a_file_that_is_none_is_refused_in_one_line() {
    let file = folder("no-puzzles").join("none.jsonl");
    let name = file.to_str().unwrap();
    let damaged =
        LINES.lines().next().unwrap().replace("\"solution\":\"k10\"", "\"solution\":\"l4\"");
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

#[cfg(unix)]
#[test]
fn at_a_terminal_puzzles_fill_the_screen() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.jsonl");
    let solve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        Terminal::start(command.args(["play", "--puzzle", file]).args(arguments))
    };
    let mut terminal = solve(&[]);
    terminal.wait_for("F2 hint");
    terminal.press("k10\r");
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
