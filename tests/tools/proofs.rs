//! `tengen prove` and `tengen verify` as people run them, and the second checker beside.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::folder::folder;
use crate::waiting::Finish;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).finish().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The files of the tests, whose names begin with what they are.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests/data/proofs")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    // Solved games have a folder of their own.
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    assert!(files.len() > 20, "{files:?}");
    files
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// What a checker says of each file: `proven`, `not proven` or `unreadable`.
fn verdicts(
    command: &mut Command,
    files: &[PathBuf],
) -> (Option<i32>, BTreeMap<String, &'static str>) {
    let output = command.args(files).finish().unwrap();
    let (said, complained) = (text(&output.stdout), text(&output.stderr));
    let kind = |path: &PathBuf| {
        let path = path.to_str().unwrap();
        let has = |text: &str, start: &str| {
            text.lines().any(|line| line.starts_with(&format!("{start}{path}: ")))
        };
        let kind = match (has(&said, "proven: "), has(&said, "not proven: ")) {
            (true, false) => "proven",
            (false, true) => "not proven",
            _ if has(&complained, "tengen: ") || has(&complained, "verify.py: ") => "unreadable",
            _ => panic!("{path}: {said}{complained}"),
        };
        (name(Path::new(path)).to_owned(), kind)
    };
    (output.status.code(), files.iter().map(kind).collect())
}

fn ours(mode: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("verify").args(mode);
    command
}

/// The checker in Python; `None` where there is no Python.
fn second(mode: &[&str]) -> Option<Command> {
    let has_python =
        Command::new("python3").arg("--version").finish().is_ok_and(|it| it.status.success());
    if !has_python {
        println!("left out: there is no python3");
        return None;
    }
    let mut command = Command::new("python3");
    command.arg(root().join("scripts/verify.py")).args(mode);
    Some(command)
}

const MODES: [&[&str]; 2] = [&[], &["--exhaustive"]];

#[test]
fn files_are_what_their_names_say() {
    let files = files();
    for mode in MODES {
        for mut command in [Some(ours(mode)), second(mode)].into_iter().flatten() {
            let (code, verdicts) = verdicts(&mut command, &files);
            assert_eq!(code, Some(2), "the worst of all");
            for (name, verdict) in verdicts {
                let expected = match name.split('-').next() {
                    Some("true") => "proven",
                    Some("false") => "not proven",
                    _ => "unreadable",
                };
                assert_eq!(verdict, expected, "{name} {mode:?}");
            }
        }
    }
}

/// The first player wins freestyle on 15x15.
#[test]
#[ignore = "takes minutes"]
fn solved_games_are_proven() {
    let entries = fs::read_dir(root().join("tests/data/proofs/solved")).unwrap();
    let files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    let mut verify = ours(&["--quiet"]);
    assert!(verify.args(files).status().unwrap().success());
}

/// Files with a word left out, doubled or exchanged: both checkers say the same of each.
#[test]
fn both_checkers_agree_on_damaged_files() {
    let folder = folder("proofs-damaged");
    let mut made = Vec::new();
    let whole = prove(&folder, "whole", &["--size", "4x3", "--k", "3"]);
    let draw = prove(&folder, "draw", &["--size", "5x4", "--k", "4", "--claim", "x holds"]);
    for path in
        files().into_iter().filter(|path| name(path).starts_with("true")).chain([whole, draw])
    {
        let text = fs::read_to_string(&path).unwrap();
        let words: Vec<(usize, &str)> = text
            .split_inclusive([' ', '\n'])
            .scan(0, |at, word| {
                *at += word.len();
                Some((*at - word.len(), word))
            })
            .collect();
        // Of long files every so many words.
        for (index, &(at, word)) in words.iter().enumerate().step_by(words.len() / 25 + 1) {
            let other = words[(index * 7 + 3) % words.len()].1;
            for (kind, replacement) in ["", &word.repeat(2), other].into_iter().enumerate() {
                let damaged = [&text[..at], replacement, &text[at + word.len()..]].concat();
                let path = folder.join(format!("{}-{index}-{kind}", name(&path)));
                fs::write(&path, damaged).unwrap();
                made.push(path);
            }
        }
    }
    for mode in MODES {
        let Some(mut second) = second(mode) else { return };
        let ours = verdicts(&mut ours(mode), &made).1;
        let counts = ["proven", "not proven", "unreadable"]
            .map(|kind| ours.values().filter(|&&it| it == kind).count());
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
        println!("damaged files: {counts:?} of {}", made.len());
        assert_eq!(ours, verdicts(&mut second, &made).1);
    }
}

/// Proves into a file of the folder, and returns it.
fn prove(folder: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let path = folder.join(name);
    let output = run(&[&["prove"], arguments, &["--out", path.to_str().unwrap()]].concat());
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}{}", text(&output.stderr));
    assert!(said.starts_with("proven: ") && output.stderr.is_empty(), "{said}");
    path
}

#[test]
fn what_is_proven_is_verified_by_both() {
    let record = folder("proofs-record").join("won.psq");
    let moves = ["5,5", "1,9", "6,5", "1,7", "6,4", "3,9"].map(|mv| format!("{mv},0\n")).concat();
    fs::write(&record, format!("Piskvorky 9x9, 11:11, 0\n{moves}-1\n")).unwrap();
    let folder = folder("proofs-proven");
    for (name, arguments) in [
        ("plain.proof", &["--size", "4x3", "--k", "3", "--claim", "x wins"][..]),
        ("packed.proof.gz", &["--size", "5x5", "--k", "5", "--claim", "o holds"]),
        ("position.proof", &["--fen", "5/5/1xxx1/5/5 o k=4", "--claim", "x wins"]),
        ("moves.proof", &["--variant", "tictactoe", "--moves", "b2 a1", "--claim", "o holds"]),
        (
            "standard.proof",
            &["--size", "4", "--k", "4", "--rule", "standard", "--claim", "o holds"],
        ),
        ("caro.proof", &["--fen", "5/5/1xxx1/5/5 x k=4 rule=caro"]),
        ("renju.proof", &["--fen", "7/7/1xxx3/7/7/7/7 x rule=renju k=5", "--claim", "x wins"]),
        (
            "threats.proof",
            &["--size", "9", "--k", "5", "--moves", "e5 a1 f5 a3 f6 c1", "--claim", "x wins"],
        ),
        ("record.proof", &["--record", record.to_str().unwrap(), "--ply", "6"]),
        ("second.proof", &["--fen", "3/oo1/3 x k=3 rule=freestyle", "--moves", "a1"]),
    ] {
        prove(&folder, name, arguments);
    }
    prove(&folder, "draw.proof", &["--variant", "tictactoe"]);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let names: Vec<&str> = files.iter().map(|file| name(file)).collect();
    assert!(
        names.contains(&"draw-x-holds.proof") && names.contains(&"draw-o-holds.proof"),
        "{names:?}"
    );
    assert_eq!(names.len(), 12, "{names:?}");
    for mode in MODES {
        for mut command in [Some(ours(mode)), second(mode)].into_iter().flatten() {
            let (code, verdicts) = verdicts(&mut command, &files);
            assert!(code == Some(0) && verdicts.values().all(|&it| it == "proven"), "{verdicts:?}");
        }
    }
}

/// Without a claim each is looked at in turn: a win that takes longer than the first look
/// is found in a later one, though nobody could say on such a board who holds.
#[test]
fn the_value_of_a_large_board_is_found() {
    let folder = folder("proofs-value");
    let moves = "h5 f6 j3 k3 n6 g6 k6 h7 m6 j6 l5 k4 i6 e6 d6 i8 l6 o6 f5 l7 i5 j5";
    let file = prove(&folder, "value.proof", &["--moves", moves]);
    let (code, verdicts) = verdicts(&mut ours(&[]), &[file]);
    assert!(code == Some(0) && verdicts.values().all(|&it| it == "proven"), "{verdicts:?}");
}

#[test]
fn what_is_not_proven_is_told_in_the_last_line() {
    for (arguments, last) in [
        (&["--size", "3", "--k", "3", "--claim", "x wins"][..], "refuted: x wins, "),
        (&["--size", "4x3", "--k", "3", "--claim", "o holds"], "refuted: o holds, "),
        (&["--claim", "x wins", "--nodes", "50"], "undecided: x wins, "),
        (&["--size", "7", "--nodes", "50"], "undecided: "),
        (&["--variant", "renju", "--claim", "x wins", "--time", "1s"], "undecided: x wins, "),
    ] {
        let output = run(&[&["prove"], arguments].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.starts_with(last) && said.lines().count() == 1, "{said}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn wrong_arguments_take_one_line() {
    for (arguments, expected) in [
        (&["prove", "--claim", "x draws"][..], "--claim: x draws: expected one of x wins, o wins"),
        (&["prove", "--time", "soon"], "--time: soon: expected a whole number of seconds"),
        (&["prove", "--fen", "3/3 x"], "--fen: 3/3: expected a board"),
        (&["prove", "--moves", "h8 h8"], "--moves: h8: occupied, expected an empty square"),
        (&["prove", "--moves", "h99"], "--moves: h99: expected a square"),
        (
            &["prove", "--variant", "destroy"],
            "the game: freestyle 15x15 k=5 destroy=1: expected no",
        ),
        (&["prove", "--fen", "xxx/3/3 o k=3"], "the position: xxx/3/3 o k=3"),
        (&["prove", "--record", "nowhere.psq"], "nowhere.psq: expected a file that can be read"),
        (
            &["prove", "--record", "tests/fuzz/corpus/records/won.psq", "--ply", "8"],
            "--ply: 8: expected 0 to 7, the moves of tests/fuzz/corpus/records/won.psq",
        ),
        (
            &["prove", "--record", "tests/fuzz/corpus/records/game.psq", "--number", "2"],
            "tests/fuzz/corpus/records/game.psq: game 2: expected 1 to 1",
        ),
        (&["prove", "--ply", "2"], "the following required arguments were not provided: --record"),
        (&["prove", "--nodes", "0"], "--nodes: 0: expected a whole number"),
        (&["verify"], "the following required arguments were not provided: <FILE>..."),
        (&["verify", "--replies", "-1", "x"], "--replies: -1: expected a whole number"),
        (&["verify", "no\u{1b}file"], "no\\u{1b}file: "),
    ] {
        let output = run(arguments);
        let line = text(&output.stderr);
        assert_eq!(
            (output.status.code(), line.lines().count()),
            (Some(2), 1),
            "{arguments:?}: {line}"
        );
        assert!(line.starts_with(&format!("tengen: {expected}")), "{line}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn packed_files_and_streams_are_read() {
    let folder = folder("proofs-packed");
    let file = fs::read(root().join("tests/data/proofs/true-caro.proof")).unwrap();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&file).unwrap();
    let packed = encoder.finish().unwrap();
    for (name, bytes, code) in [
        ("good.proof.gz", &packed[..], 0),
        ("short.proof.gz", &packed[..packed.len() - 12], 2),
        ("none.proof.gz", &file[..], 2),
        ("bare.proof", &packed[..], 2),
    ] {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        let output = run(&["verify", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(code), "{name}");
        let line = text(&output.stderr);
        assert!(
            code == 0 || line.contains("expected ") && line.lines().count() == 1,
            "{name}: {line}"
        );
        if let Some(mut second) = second(&[]) {
            assert_eq!(second.arg(&path).finish().unwrap().status.code(), Some(code), "{name}");
        }
    }
    let mut command = ours(&["-"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&file).unwrap();
    let output = child.finish().unwrap();
    assert_eq!(text(&output.stdout), "proven: standard input: x wins, 3 nodes, 7 replies\n");
}

#[test]
fn checks_have_a_limit_and_can_be_quiet() {
    let file = root().join("tests/data/proofs/true-caro.proof");
    let file = file.to_str().unwrap();
    let limited = run(&["verify", "--replies", "2", file]);
    let said = text(&limited.stdout);
    assert!(said.ends_with("2 replies: expected more with --replies\n"), "{said}");
    assert!(said.starts_with("undecided: "), "{said}");
    assert_eq!(limited.status.code(), Some(3));
    let quiet = run(&["verify", "--quiet", file]);
    assert!(quiet.status.success() && quiet.stdout.is_empty() && quiet.stderr.is_empty());
}

/// Threads go another way each time; what they find is checked like anything else.
#[test]
fn several_threads_prove_the_same() {
    let folder = folder("proofs-threads");
    for (claim, more) in [
        ("x wins", &["--fen", "5/2x2/2o2/5/5 x k=3"][..]),
        ("o holds", &["--size", "5x5", "--k", "5"]),
        ("x holds", &["--size", "5x4", "--k", "4"]),
    ] {
        let arguments = [more, &["--claim", claim, "--threads", "3"]].concat();
        let file = prove(&folder, &claim.replace(' ', "-"), &arguments);
        assert_eq!(verdicts(&mut ours(&[]), &[file]).0, Some(0), "{claim}");
    }
}

/// Waits until a file is there.
fn wait_for(path: &Path) {
    let begun = std::time::Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < crate::waiting::LIMIT, "nothing is kept");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// A search that is cut short again and again, and killed, comes to an end with what it
/// knew before, and alone it would not.
#[test]
fn a_search_goes_on_from_what_it_knew() {
    let folder = folder("proofs-resume");
    let known = folder.join("known");
    let question = ["prove", "--size", "6x5", "--k", "4", "--claim", "o holds"];
    let limited = |nodes: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(question).args(["--nodes", nodes, "--resume"]).arg(&known);
        command
    };
    // Killed as soon as anything is kept.
    let mut killed = limited("1000000000").stdout(Stdio::null()).spawn().unwrap();
    wait_for(&known);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let ends: Vec<String> = std::iter::repeat_with(|| {
        let output = limited("20000").finish().unwrap();
        assert!(text(&output.stderr).contains("goes on from "), "{}", text(&output.stderr));
        text(&output.stdout)
    })
    .take(30)
    .take_while(|said| said.starts_with("undecided: "))
    .collect();
    assert!(!ends.is_empty() && ends.len() < 30, "{ends:?}");
    let output = run(&[&question[..], &["--nodes", "20000"]].concat());
    assert!(text(&output.stdout).starts_with("undecided: "), "alone it is not enough");
    let output = limited("20000").finish().unwrap();
    assert!(text(&output.stdout).starts_with("refuted: o holds, "), "{}", text(&output.stdout));
    // What is known of one claim says nothing about another.
    let size = question.iter().map(|&word| if word == "6x5" { "5x6" } else { word });
    let output = run(&size.chain(["--resume", known.to_str().unwrap()]).collect::<Vec<_>>());
    let said = text(&output.stderr);
    assert!(
        output.status.code() == Some(2) && said.contains("expected what is known of"),
        "{said}"
    );
    // Two searches do not write one file.
    let shared = folder.join("shared");
    let mut long = Command::new(env!("CARGO_BIN_EXE_tengen"));
    long.args(["prove", "--size", "9", "--claim", "x wins", "--resume"]).arg(&shared);
    let mut first = long.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&shared);
    let output = long.finish().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("another search"), "{said}");
    // A bit that turned over is noticed.
    let mut bytes = fs::read(&known).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&known, bytes).unwrap();
    let output = limited("10").finish().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("or damaged"), "{said}");
    fs::write(&known, "x\n").unwrap();
    let output = limited("10").finish().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("another kind of file"), "{said}");
    assert!(!folder.join("known-lock").exists(), "nothing is left beside it");
    assert_eq!(said.lines().count(), 1, "{said}");
}
