//! `tengen prove --tree` as people run it: killed and begun again, alone and in rounds, with
//! what is wrong told in a line.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::folder::folder;
use crate::waiting::{Finish, LIMIT};

/// A win of x in some eight moves, with o to move.
const MOVES: &str = "h8 h9 i9 i7 g7 f6 i11 h10 g8 i8 g10 g11 g6 g9 e8";

fn prove(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["prove", "--variant", "gomoku", "--moves", MOVES, "--tree", "tree"]);
    command.args(more).current_dir(folder);
    command
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn findings(folder: &Path) -> PathBuf {
    folder.join("tree/findings.jsonl")
}

fn lines(folder: &Path) -> usize {
    fs::read_to_string(findings(folder)).map_or(0, |text| text.lines().count())
}

/// Begins a search, and waits until it has found so much.
fn begun(folder: &Path, findings: usize) -> Child {
    let mut command = prove(folder, &["--claim", "x wins", "--nodes", "300"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = std::time::Instant::now();
    while lines(folder) < findings {
        assert!(begun.elapsed() < LIMIT, "nothing is kept");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child
}

#[test]
fn a_tree_goes_on_after_a_kill_until_it_is_proven() {
    let folder = folder("tree-killed");
    let mut killed = begun(&folder, 4);
    // Nobody else works at it.
    let (code, _, errors) = said(&prove(&folder, &["--claim", "x wins"]).finish().unwrap());
    assert!(code == Some(2) && errors.contains("another search works at it"), "{errors}");
    killed.kill().unwrap();
    killed.wait().unwrap();
    // The last line was being written.
    let mut file = OpenOptions::new().append(true).open(findings(&folder)).unwrap();
    file.write_all(b"{\"moves\":\"j10\",\"fou").unwrap();
    drop(file);

    let wins = ["--claim", "x wins", "--nodes", "5000", "--threads", "2", "--out", "whole.proof"];
    let (code, output, errors) = said(&prove(&folder, &wins).finish().unwrap());
    assert!(code == Some(0) && output.starts_with("proven: x wins, "), "{output}{errors}");
    assert!(errors.contains("goes on from "), "{errors}");
    let mut verify = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let verified = verify.args(["verify", "whole.proof"]).current_dir(&folder).finish().unwrap();
    assert!(said(&verified).1.starts_with("proven: "), "{:?}", said(&verified));

    // Nothing is left to find out, and the same proof comes out.
    let before = (lines(&folder), fs::read(folder.join("whole.proof")).unwrap());
    let again = prove(&folder, &wins).finish().unwrap();
    assert_eq!(said(&again).0, Some(0));
    assert_eq!((lines(&folder), fs::read(folder.join("whole.proof")).unwrap()), before);
    let (code, _, errors) =
        said(&prove(&folder, &["--claim", "x wins", "--part", "1"]).finish().unwrap());
    assert!(code == Some(2) && errors.contains("expected a tree that needs more jobs"), "{errors}");
}

#[test]
fn wrong_trees_are_refused_in_a_line() {
    let folder = folder("tree-wrong");
    let refused = |more: &[&str], expected: &str| {
        let (code, output, errors) = said(&prove(&folder, more).finish().unwrap());
        assert_eq!((code, output.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    };
    refused(&[], "--claim: (nothing): expected a win, as in --claim 'x wins'");
    refused(&["--claim", "o holds"], "--claim: o holds: expected a win");
    refused(&["--claim", "x wins", "--part", "1"], "expected a folder that --tree has made");
    fs::write(folder.join("tree"), "").unwrap();
    refused(&["--claim", "x wins"], "--tree: tree: expected a folder that can be written: ");
    fs::remove_file(folder.join("tree")).unwrap();
    let limited = ["--claim", "x wins", "--time", "1s", "--nodes", "100"];
    assert_eq!(said(&prove(&folder, &limited).finish().unwrap()).0, Some(1));
    refused(&["--claim", "o wins"], "it is about x wins, ");
    refused(&["--claim", "x wins", "--resume", "file"], "--resume");

    let path = findings(&folder);
    let whole = fs::read_to_string(&path).unwrap();
    let (first, rest) = whole.split_once('\n').unwrap();
    let second = rest.lines().next().unwrap();
    for (text, expected) in [
        ("x\n".to_owned(), "line 1: expected value"),
        ("notes of somebody else".to_owned(), "line 1: expected a tree of prove"),
        (format!("{first}\nx\n"), "line 2: expected value"),
        (format!("{first}\n{second}\n{second}\n"), "line 3: (root): expected a finding about"),
        (
            format!("{first}\n{}\n", second.replace("replies\":\"", "replies\":\"a0 ")),
            "a0: expected",
        ),
        (format!("{first}\n{}\n", second.replace("replies\":\"", "replies\":\"h8 ")), "line 2: "),
    ] {
        assert_ne!(text, whole);
        fs::write(&path, &text).unwrap();
        refused(&["--claim", "x wins"], expected);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is lost");
    }
    // A heading that was being written is.
    fs::write(&path, &first[..first.len() / 2]).unwrap();
    assert_eq!(said(&prove(&folder, &limited).finish().unwrap()).0, Some(1));
    assert!(fs::read_to_string(&path).unwrap().starts_with(first));
}

#[test]
fn a_proof_about_another_rule_is_tried_first() {
    let folder = folder("tree-like");
    let wins = ["--claim", "x wins", "--nodes", "5000"];
    let first = prove(&folder, &[&wins[..], &["--out", "first.proof.gz"]].concat());
    assert_eq!(said(&{ first }.finish().unwrap()).0, Some(0));
    fs::remove_dir_all(folder.join("tree")).unwrap();
    let like = [&wins[..], &["--rule", "standard", "--like", "first.proof.gz"]].concat();
    let dry = prove(&folder, &[&like[..], &["--dry-run"]].concat()).finish().unwrap();
    assert!(said(&dry).1.contains("first.proof.gz"), "other machines need it: {:?}", said(&dry));
    let out = ["--out", "second.proof"];
    let (code, output, errors) =
        said(&prove(&folder, &[&like[..], &out[..]].concat()).finish().unwrap());
    assert!(code == Some(0) && output.starts_with("proven: x wins, "), "{output}{errors}");
    let proof = fs::read_to_string(folder.join("second.proof")).unwrap();
    assert!(proof.lines().nth(1).unwrap().ends_with("rule=standard"), "it is another proof");
    let mut verify = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let verified = verify.args(["verify", "second.proof"]).current_dir(&folder).finish().unwrap();
    assert!(said(&verified).1.starts_with("proven: "), "{:?}", said(&verified));

    fs::write(folder.join("no.proof"), "tengen-proof 2\n").unwrap();
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/proofs/true-open-three.proof");
    for (name, expected) in [
        ("missing", "--like: missing: "),
        ("-", "--like: -: expected the name of a file"),
        ("no.proof", "--like: no.proof: line 1"),
        (other, "a proof that x wins on 5x5 with o to move: expected a proof that x wins"),
    ] {
        let refused = prove(&folder, &["--claim", "x wins", "--like", name]).finish().unwrap();
        let (code, output, errors) = said(&refused);
        assert_eq!((code, output.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn a_condensed_proof_has_what_a_search_does_not_find() {
    let folder = folder("tree-condensed");
    let like = prove(&folder, &["--claim", "x wins", "--nodes", "20000", "--out", "like.proof"]);
    assert_eq!(said(&{ like }.finish().unwrap()).0, Some(0));
    let condensed = |nodes: &str| {
        fs::remove_dir_all(folder.join("tree")).unwrap();
        let mut command = prove(&folder, &["--claim", "x wins", "--like", "like.proof"]);
        command.args(["--nodes", nodes, "--condense", "book.proof", "--out", "whole.proof"]);
        let (code, text, errors) = said(&command.finish().unwrap());
        assert!(code == Some(0) && text.starts_with("proven: x wins"), "{text}{errors}");
        // What was cut off is known again: the parts make a proof.
        let mut verify = Command::new(env!("CARGO_BIN_EXE_tengen"));
        verify.args(["verify", "whole.proof"]).current_dir(&folder);
        let (code, text, _) = said(&verify.finish().unwrap());
        assert_eq!(code, Some(0), "{text}");
        let whole = fs::read_to_string(folder.join("whole.proof")).unwrap().lines().count();
        let book = fs::read_to_string(folder.join("book.proof")).unwrap();
        assert!(errors.contains(&format!("{} positions", book.lines().count() - 3)), "{errors}");
        (book, whole)
    };
    let [short, long] = ["3000", "10000"].map(condensed);
    assert!(long.0.len() < short.0.len(), "{} {}", long.0.len(), short.0.len());
    assert!(long.0.lines().count() < long.1, "{} lines of {}", long.0.lines().count(), long.1);
    assert_eq!(condensed("10000"), long, "the same each time");
    fs::remove_dir_all(folder).unwrap();
}
