//! `tengen learn` as people run it: the list, a lesson as text, one gone through at a terminal.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::analyze::schema::faults;
use crate::folder::folder;
use crate::process::program;
#[cfg(unix)]
use crate::pty::Terminal;
use crate::waiting::Finish;

/// Runs `tengen learn` where the locale says `lang`.
fn learn(arguments: &[&str], lang: &str) -> Output {
    let mut command = program();
    for variable in ["LC_ALL", "LC_MESSAGES"] {
        command.env_remove(variable);
    }
    command.arg("learn").args(arguments).env("LANG", lang).finish().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn lessons_are_listed_and_printed_in_both_languages() {
    let english = text(&learn(&[], "en_US.UTF-8").stdout);
    assert!(
        english.contains("  1  Lines\n") && english.contains(" 12  Your own engine\n"),
        "{english}"
    );
    let chinese = text(&learn(&[], "zh_CN.UTF-8").stdout);
    assert!(chinese.contains("  1  线\n"), "{chinese}");
    assert_eq!(text(&learn(&["--lang", "en"], "zh_CN.UTF-8").stdout), english);

    let lesson = text(&learn(&["2"], "C").stdout);
    for said in ["255,168", "5,478", "765 left", "Answer: c1 a3 c3", "| tengen\n"] {
        assert!(lesson.contains(said), "{said}: {lesson}");
    }
    let tree = text(&learn(&["6", "--lang", "zh"], "C").stdout);
    assert!(tree.contains("a3  O 胜（剪枝）"), "{tree}");
    // The engine's own search, of which only the first moves are told.
    let own = text(&learn(&["7"], "C").stdout);
    assert!(
        own.contains("\n    ·  +1.35\n        j8  +1.35\n        g11  ≤ +1.32  (cut)\n"),
        "{own}"
    );
    // A game against a player with a mistake, and a program to copy.
    let rules = text(&learn(&["3"], "C").stdout);
    let mistake = r#"--white 'cmd=tengen option.Player=fivestage "option.Mistake Corner=true"' "#;
    assert!(rules.contains(mistake), "{rules}");
    let engine = text(&learn(&["12"], "C").stdout);
    assert!(engine.contains("\n#!/usr/bin/env python3\n"), "{engine}");
    let contest = text(&learn(&["9"], "C").stdout);
    assert!(contest.contains("100 games: scoretable 94, runlength 6, draws 0\n"), "{contest}");
}

/// What a lesson tells to type prints what stands in its text.
#[cfg(unix)]
#[test]
fn the_pipes_of_a_lesson_give_the_same() {
    let lesson = text(&learn(&["7"], "C").stdout);
    let pipe = lesson.lines().find_map(|line| line.strip_prefix("$ printf")).unwrap();
    let path = std::path::Path::new(env!("CARGO_BIN_EXE_tengen")).parent().unwrap().to_owned();
    let path =
        std::env::join_paths([path.as_os_str(), "/usr/bin".as_ref(), "/bin".as_ref()]).unwrap();
    let mut shell = Command::new("sh");
    let told = shell.args(["-c", &format!("printf{pipe}")]).env("PATH", path).finish().unwrap();
    let told = text(&told.stdout);
    assert!(told.contains(" nodes 549946 ") && lesson.contains("549,946"), "{told}");
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    let folder = folder("learn-wrong");
    let file = folder.join("lesson.json");
    fs::write(&file, r#"{"title": {"en": "x", "zh": "y"}, "source": 3}"#).unwrap();
    for (name, expected) in [
        ("0", "a lesson from 1 to 12"),
        ("13", "a lesson from 1 to 12"),
        ("nothing-there.json", "a file that can be read"),
        (file.to_str().unwrap(), "lesson source: invalid type: integer 3"),
    ] {
        let output = learn(&[name], "C");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected) && said.trim_end().lines().count() == 1, "{said}");
    }
}

/// The schema fits the lessons that come with the program.
#[test]
fn lessons_keep_to_their_schema() {
    let schema = text(&learn(&["--schema"], "C").stdout);
    let course: Value = serde_json::from_str(tengen_games::course::COURSE).unwrap();
    for lesson in course.as_array().unwrap() {
        let faults = faults(&schema, lesson);
        assert!(faults.is_empty(), "{}: {faults:?}", lesson["title"]["en"]);
    }
}

#[cfg(unix)]
#[test]
fn a_lesson_is_gone_through_at_a_terminal() {
    let mut command = program();
    command.args(["learn", "1", "--lang", "en"]);
    let mut terminal = Terminal::start(&mut command);
    terminal.wait_for("There are 8 such lines");
    terminal.press("\n");
    terminal.wait_for("Which square lies on most lines?");
    terminal.press("a1\n");
    terminal.wait_for("Count the lines through a1");
    terminal.press("z9\n");
    terminal.wait_for("z9: expected a square of the board");
    terminal.press("b2\n");
    terminal.wait_for("four lines go through b2");
    terminal.press("\n");
    terminal.wait_for("--- 3 / 6 ---");
    terminal.press("q\n");
    let (drawn, is_well) = terminal.end();
    assert!(is_well, "{drawn}");
}

/// The engines of the kit keep to the protocol, and find what no player misses.
#[test]
fn the_engines_of_the_kit_pass_every_check() {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/course/kit");
    let classes = folder("learn-kit");
    let is_there = |name: &str| Command::new(name).arg("--version").finish().is_ok();
    let mut engines = Vec::new();
    if is_there("python3") {
        engines.push(vec!["python3".into(), kit.join("smallest.py")]);
    }
    if is_there("javac") {
        let mut compiler = Command::new("javac");
        compiler.arg("-d").arg(&classes).arg(kit.join("Smallest.java"));
        assert!(compiler.finish().unwrap().status.success());
        engines.push(vec!["java".into(), "-cp".into(), classes.clone(), "Smallest".into()]);
    }
    if engines.is_empty() {
        println!("skipped: neither python3 nor javac");
    }
    for engine in engines {
        let checked =
            program().args(["check", "--timeout", "20", "--"]).args(&engine).finish().unwrap();
        assert!(checked.status.success(), "{engine:?}: {}", text(&checked.stdout));
    }
}

/// The engine that the last lesson has as a program answers like one.
#[test]
fn the_engine_of_the_lesson_plays() {
    if Command::new("python3").arg("--version").finish().is_err() {
        println!("skipped: no python3");
        return;
    }
    let course: Value = serde_json::from_str(tengen_games::course::COURSE).unwrap();
    let code = course[11]["steps"][1]["code"].as_array().unwrap();
    let code: Vec<&str> = code.iter().map(|line| line.as_str().unwrap()).collect();
    let file = folder("learn-engine").join("beside.py");
    fs::write(&file, code.join("\n")).unwrap();
    let mut child = Command::new("python3")
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"uci\nisready\nposition startpos moves h8 i9\ngo depth 1\nquit\n";
    child.stdin.take().unwrap().write_all(lines).unwrap();
    let told = text(&child.wait_with_output().unwrap().stdout);
    assert!(
        told.contains("uciok\nreadyok\nbestmove h10\n") || told.contains("bestmove h9"),
        "{told}"
    );
}
