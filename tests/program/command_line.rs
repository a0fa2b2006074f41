//! Arguments, exit codes, and what goes to which stream.

use std::fs;
use std::process::{Output, Stdio};

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use tengen_engine::session::options::Options;

use crate::process::program;
use crate::settings::{option_name, value};
use crate::waiting::Finish;

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).stdin(Stdio::null()).finish().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

#[test]
fn what_boards_pass_to_every_engine_is_taken() {
    let mut board = crate::process::Engine::start(&["--force-utf8"]);
    for line in ["yxshowinfo", "START 15 15"] {
        board.send(line);
    }
    board.until("OK");
    board.send("end");
    assert_eq!(board.exit_code(), Some(0));
    let help = run(&["--help"]);
    assert!(!text(&help.stdout).contains("force-utf8"), "people need not know it");
    // Anything like it is still a mistake.
    assert_eq!(run(&["--force-utf16"]).status.code(), Some(2));
}

#[test]
fn wrong_usage_is_one_line_and_two() {
    for arguments in [
        &["--frobnicate"][..],
        &["no-such-file.txt"],
        &["--set", "Hash=lots"],
        &["--set", "Level"],
        &["--set", "LogFile=/nonexistent/folder/log"],
        &["--log-file", "/nonexistent/folder/log"],
        &["--protocol", "morse"],
        &["perft"],
        &["perft", "many"],
        &["perft", "2", "--variant", "chess"],
        &["perft", "2", "--fen", "x/x x"],
        &["completions", "tcsh"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        let line = text(&output.stderr);
        assert!(line.starts_with("tengen: ") && line.matches('\n').count() == 1, "{line}");
    }
    // The word that was typed is named, and no other command.
    for (arguments, named) in [
        (&["perft", "2", "--variant", "chess"][..], "--variant: chess: expected one of "),
        (
            &["convert", "-", "-", "--from", "sgf", "--to", "psq", "--variant", "chess"],
            "--variant: chess: expected one of ",
        ),
        (&["play", "--size", "41"], "--size: 41: expected 3 to 40\n"),
        (&["play", "--size", "15x2"], "--size: 2: expected 3 to 40\n"),
        (&["play", "--k", "0"], "--k: 0: expected 3 to 9\n"),
        (&["perft", "2", "--fen", "x/x x"], "--fen: "),
        (&["analyze", "--threads", "0"], "--threads: 0: expected 1 to "),
        (&["review", "h8", "--multipv", "-3"], "--multipv: -3: expected 1 to "),
    ] {
        let output = run(arguments);
        let line = text(&output.stderr);
        assert!(line.starts_with(&format!("tengen: {named}")), "{line}");
        assert_eq!(output.status.code(), Some(2), "{line}");
    }
}

#[test]
fn what_is_misspelt_is_told_what_was_meant() {
    for (arguments, meant) in [
        (&["play", "--variant", "gomuko"][..], "gomoku"),
        (&["perft", "2", "--variant", "tictacto"], "tictactoe"),
        (&["play", "--rule", "freesytle"], "freestyle"),
    ] {
        let output = run(arguments);
        let line = text(&output.stderr);
        assert!(line.ends_with(&format!("; did you mean {meant}?\n")), "{line}");
        assert!(output.status.code() == Some(2) && line.matches('\n').count() == 1, "{line}");
    }
}

#[test]
fn the_program_explains_itself() {
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    for word in ["Examples:", "--set", "perft", "bench", "count", "--log-file", "--protocol"] {
        assert!(text(&help.stdout).contains(word), "{word}");
    }
    assert_eq!(text(&run(&["help"]).stdout), text(&help.stdout));
    for (tool, heading) in [("match", "MATCH\n"), ("verify", "TENGEN PROVE AND TENGEN VERIFY\n")] {
        let [manual, arguments] = [run(&["help", tool]), run(&[tool, "--help"])];
        assert!(text(&manual.stdout).starts_with(heading), "{tool}");
        assert!(text(&manual.stdout).ends_with(text(&arguments.stdout)), "{tool}");
    }
    for (tool, arguments) in [("bench", &["bench"][..]), ("shard plan", &["shard", "plan"])] {
        let help = run(&[&["help"], arguments].concat());
        let expected = run(&[arguments, &["--help"]].concat());
        assert_eq!(text(&help.stdout), text(&expected.stdout), "{tool}");
    }
    let misspelt = run(&["help", "mtach"]);
    assert_eq!(misspelt.status.code(), Some(2));
    let expected = "tengen: unrecognized subcommand 'mtach': did you mean match? see --help\n";
    assert_eq!(text(&misspelt.stderr), expected);
    let version = run(&["--version"]);
    assert_eq!(text(&version.stdout), format!("tengen {}\n", env!("CARGO_PKG_VERSION")));
    let details = run(&["--version", "--verbose"]);
    let details = text(&details.stdout).strip_prefix(text(&version.stdout)).unwrap().to_owned();
    let names: Vec<&str> = details.lines().map(|line| line.split_once(": ").unwrap().0).collect();
    assert_eq!(names[..3], ["commit", "target", "features"]);
    let target = format!("target: {}-{}", std::env::consts::ARCH, std::env::consts::OS);
    assert!(details.contains(&target), "{details}");
    let network = include_bytes!("../../src/engine/eval/weights/renju.net");
    let digest = Sha256::digest(network);
    let digits: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let digits = digits.concat();
    assert!(details.ends_with(&format!("network renju: sha256 {digits}\n")), "{details}");
    assert_eq!(run(&["--verbose"]).status.code(), Some(2));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&run(&["completions", shell]).stdout).contains("perft"), "{shell}");
    }
    let page = run(&["man"]);
    assert!(text(&page.stdout).starts_with(".ie"));
    assert!(text(&page.stdout).contains(".SH \"tengen match and tengen openings\"\n"));
}

#[test]
fn games_and_players_are_listed() {
    for arguments in [
        &["play", "--help"][..],
        &["play", "--variant", "help"],
        &["play", "--white", "help"],
        &["match", "--variant", "help"],
        &["perft", "2", "--variant=help"],
    ] {
        let output = run(arguments);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{arguments:?}");
        for line in ["  renju         renju 15x15, five in a row\n", "  fivestage     3x3 only: "] {
            assert!(text(&output.stdout).contains(line), "{arguments:?}: {line}");
        }
    }
}

#[test]
fn small_tools_print_their_numbers() {
    let perft = run(&["perft", "3", "--variant", "tictactoe"]);
    assert!(text(&perft.stdout).ends_with("c3: 56\n\nNodes searched: 504\n"));
    let perft =
        run(&["perft", "1", "--set", "Destroy=1", "--variant", "tictactoe", "--fen", "x2/3/3 o"]);
    assert_eq!(text(&perft.stdout).lines().last(), Some("Nodes searched: 9"), "a conversion");
    let perft =
        run(&["perft", "1", "--set", "Width=3", "--set", "Height=3", "--fen", "3/3/3 x k=3"]);
    assert_eq!(text(&perft.stdout).lines().last(), Some("Nodes searched: 9"));
    let perft = run(&["perft", "1", "--fen", "xox/oxo/2x o k=3", "--set", "Variant=renju"]);
    assert_eq!(perft.status.code(), Some(2), "renju has no lines of three");
    let perft = run(&["perft", "1", "--fen", "xox/xoo/ox1 x k=3"]);
    assert_eq!(text(&perft.stdout), "c1: 1\n\nNodes searched: 1\n");
    let count = run(&["count"]);
    for number in ["5478", "765", "958 (", "138 (", "255168 (", "26830", "31896", "value: draw"] {
        assert!(text(&count.stdout).contains(number), "{number}");
    }
}

#[test]
fn the_log_never_mixes_with_the_protocol() {
    let folder = std::env::temp_dir().join(format!("tengen-log-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (by_argument, by_option) = (folder.join("argument"), folder.join("option"));
    let argument = by_argument.to_str().unwrap();
    let option = format!("LogFile={}", by_option.display());
    for arguments in [&["--log-file", argument][..], &["--set", &option]] {
        let output = talk(arguments, &[], "isready\nnonsense\n");
        assert_eq!(text(&output.stderr), "");
        assert!(text(&output.stdout).starts_with("readyok\ninfo string error: command: nonsense:"));
    }
    for path in [by_argument, by_option] {
        let log = fs::read_to_string(&path).unwrap();
        assert!(log.contains("] 1 > isready\n") && log.contains("] 1 < readyok\n"), "{log}");
    }

    // A detour ends where the log went at first.
    let (first, second) = (folder.join("first"), folder.join("second"));
    let input = format!(
        "d\nsetoption name LogFile value {}\nisready\n\
         setoption name LogFile value <empty>\nuci\n",
        second.display()
    );
    talk(&["--log-file", first.to_str().unwrap()], &[], &input);
    for (path, told, untold) in [
        (first, ["> d\n", "> uci\n"], "> isready"),
        (second, ["> isready\n", "< readyok\n"], "> uci"),
    ] {
        let log = fs::read_to_string(&path).unwrap();
        assert!(told.iter().all(|line| log.contains(line)) && !log.contains(untold), "{log}");
    }
    fs::remove_dir_all(&folder).unwrap();

    let loud = talk(&[], &[("RUST_LOG", "info")], "isready\n");
    assert_eq!(text(&loud.stdout), "readyok\n");
    assert!(text(&loud.stderr).contains("] 1 > isready\n"), "{loud:?}");
    let silent = talk(&[], &[], "isready\n");
    assert_eq!(text(&silent.stderr), "");
}

fn talk(arguments: &[&str], environment: &[(&str, &str)], input: &str) -> Output {
    use std::io::Write;
    let mut child = program()
        .args(arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.finish().unwrap()
}

proptest! {
    // Each case is a process of its own.
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn settings_of_the_command_line(name in option_name(), value in prop::option::of(value())) {
        let setting = value.as_ref().map_or_else(|| name.clone(), |value| format!("{name}={value}"));
        let output = program()
            // The tool itself needs no option; settings are judged before it starts.
            .args(["--set", &setting, "man"])
            .stdin(Stdio::null())
            .finish()
            .expect("the program runs");
        let (name, value) = match setting.split_once('=') {
            Some((name, value)) => (name, Some(value.trim())),
            None => (setting.as_str(), None),
        };
        let is_fine = Options::default().set(name.trim(), value).is_ok();
        prop_assert_eq!(output.status.code(), Some(if is_fine { 0 } else { 2 }), "{}", setting);
        let complaint = String::from_utf8(output.stderr).expect("complaints are text");
        prop_assert_eq!(complaint.lines().count(), usize::from(!is_fine), "{}", complaint);
    }
}
