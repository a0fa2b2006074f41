//! What happens in clusters: nothing is lost, counted twice or believed.

use std::fs;
#[cfg(unix)]
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

#[cfg(unix)]
use super::support::TENGEN;
use super::support::{Folder, errors};
use crate::waiting::Finish;

/// A plan of four shards, all done.
fn done() -> (Folder, Vec<String>) {
    let (folder, lines) =
        Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "4"]);
    folder.run_all();
    (folder, lines)
}

#[test]
fn torn_results_are_missing_and_done_again() {
    let (folder, lines) = done();
    let torn = folder.result(&lines[2]);
    let bytes = fs::read(&torn).unwrap();
    for length in [0, 10, bytes.len() - 1] {
        fs::write(&torn, &bytes[..length]).unwrap();
        let (code, said) = folder.merge(&[]).unwrap_err();
        assert_eq!(code, 1);
        assert!(said.contains("torn (") && said.contains("1 of 4 results are missing"), "{said}");
        folder.run_all();
        assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
    }
    // A digit that changed on its way.
    let changed = String::from_utf8(bytes).unwrap().replacen(": 336", ": 335", 1);
    fs::write(&torn, changed).unwrap();
    assert_eq!(folder.merge(&[]).unwrap_err().0, 1);
}

#[cfg(unix)]
#[test]
fn pipes_without_a_writer_are_refused() {
    let (folder, lines) = done();
    let pipe = |path: &std::path::Path| {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe(&folder.path("pipe.jsonl"));
    for command in [["run", "pipe.jsonl"], ["merge", "pipe.jsonl"]] {
        let output = folder.shard(&command);
        let said = errors(&output);
        assert!(!output.status.success() && said.lines().count() == 1, "{said}");
        let expected =
            "pipe.jsonl: a pipe, a folder or a device: expected a file, or - for standard";
        assert!(said.contains(expected), "{said}");
    }
    let result = folder.result(&lines[1]);
    fs::remove_file(&result).unwrap();
    pipe(&result);
    let (code, said) = folder.merge(&[]).unwrap_err();
    assert_ne!(code, 0);
    assert!(said.contains("a pipe, a folder or a device"), "{said}");
}

#[test]
fn what_is_missing_is_a_plan_of_its_own() {
    let (folder, lines) = done();
    fs::remove_file(folder.result(&lines[0])).unwrap();
    fs::remove_file(folder.result(&lines[3])).unwrap();
    let (code, said) = folder.merge(&["--out", "all.txt"]).unwrap_err();
    assert!(code == 1 && said.matches("missing: perft-").count() == 2, "{said}");
    assert!(!folder.path("all.txt").exists());
    let missing = folder.shard(&["missing", "plan.jsonl"]).stdout;
    let missing = String::from_utf8(missing).unwrap();
    assert_eq!(missing, format!("{}\n{}\n", lines[0], lines[3]));
    fs::write(folder.path("rest.jsonl"), missing).unwrap();
    assert!(folder.shard(&["run", "rest.jsonl"]).status.success());
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
}

#[test]
fn doubled_and_foreign_results_are_refused() {
    let (folder, lines) = done();
    fs::copy(folder.result(&lines[0]), folder.result(&lines[1])).unwrap();
    let (code, said) = folder.merge(&[]).unwrap_err();
    assert!(code == 3 && said.contains("foreign: id perft-"), "{code} {said}");
    // A worker puts the right one there.
    folder.run_all();
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
    // The same work of another plan is not that of this one.
    let (other, others) =
        Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "3"]);
    other.run_all();
    fs::copy(other.result(&others[1]), folder.result(&lines[1])).unwrap();
    assert_eq!(folder.merge(&[]).unwrap_err().0, 3);
}

#[test]
fn plans_are_merged_whole_and_in_order() {
    let (folder, lines) = done();
    let plan = folder.path("plan.jsonl");
    for (wrong, complaint) in [
        (vec![&lines[0], &lines[1], &lines[2]], "3 lines: expected all 4"),
        (vec![&lines[0], &lines[0], &lines[1], &lines[2], &lines[3]], "expected every line"),
        (vec![&lines[1], &lines[0], &lines[2], &lines[3]], "expected every line"),
        (vec![], "no line: expected a plan"),
    ] {
        let text: Vec<&str> = wrong.iter().map(|line| line.as_str()).collect();
        fs::write(&plan, text.join("\n")).unwrap();
        let (code, said) = folder.merge(&[]).unwrap_err();
        assert!(code == 2 && said.contains(complaint), "{said}");
    }
}

#[test]
fn workers_who_contradict_each_other_are_found() {
    let (folder, lines) = Folder::with_plan(&[
        "perft",
        "4",
        "--variant",
        "tictactoe",
        "--shards",
        "3",
        "--sample",
        "60%",
    ]);
    assert_eq!(lines.len(), 4);
    folder.run_all();
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
    assert_eq!(folder.merge(&["--sample", "100%"]).unwrap(), "3024\n");
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
    // A worker whose memory fails writes a wrong result with a right digest.
    folder.change(&lines[3], |payload| payload.replacen("336", "335", 1));
    let (code, said) = folder.merge(&[]).unwrap_err();
    assert!(code == 3 && said.contains("contradict each other"), "{said}");
}

/// This program with a byte behind its end: it works, and is another build.
#[cfg(unix)]
pub fn other_build(folder: &Folder) -> PathBuf {
    let path = folder.path("other-tengen");
    fs::copy(TENGEN, &path).unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    std::io::Write::write_all(&mut file, b"\0").unwrap();
    path
}

#[cfg(unix)]
#[test]
fn another_build_works_only_where_it_is_named() {
    let (folder, lines) =
        Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "4"]);
    let other = other_build(&folder);
    let run = |line: &str| {
        let arguments = ["shard", "run", line, "--dir"];
        Command::new(&other).args(arguments).arg(&folder.0).finish().unwrap()
    };
    let output = run(&lines[0]);
    assert_eq!(output.status.code(), Some(75), "{}", errors(&output));
    assert!(errors(&output).contains("another build"), "{}", errors(&output));
    assert!(!folder.result(&lines[0]).exists());
    let build = other.to_str().unwrap().to_owned();
    let lines =
        folder.plan(&["perft", "4", "--variant", "tictactoe", "--shards", "4", "--build", &build]);
    assert_eq!(run(&lines[0]).status.code(), Some(0));
    folder.run_all();
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
}

#[test]
fn a_file_that_changed_is_no_file_of_the_plan() {
    let folder = Folder::new();
    let network = folder.path("net");
    fs::write(&network, "one").unwrap();
    let lines = folder.plan(&["perft", "2", "--variant", "tictactoe", "--needs", "net"]);
    for text in [Some("two"), None] {
        match text {
            Some(text) => fs::write(&network, text).unwrap(),
            None => fs::remove_file(&network).unwrap(),
        }
        let output = folder.shard(&["run", &lines[0]]);
        assert_eq!(output.status.code(), Some(75));
        assert!(errors(&output).contains("net: "), "{}", errors(&output));
    }
    fs::write(&network, "one").unwrap();
    assert!(folder.shard(&["run", &lines[0]]).status.success());
}

#[test]
fn wrong_lines_are_never_done() {
    let (folder, lines) =
        Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "4"]);
    let changed = lines[0].replace("\"first\":1", "\"first\":2");
    for line in ["{", "{}", &changed, &lines[0][..50]] {
        let output = folder.shard(&["run", line]);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", errors(&output));
        assert_eq!(errors(&output).matches('\n').count(), 1, "{}", errors(&output));
    }
    // Of several lines the right ones are done all the same.
    fs::write(folder.path("some.jsonl"), format!("{changed}\n\n{}\n", lines[1])).unwrap();
    assert_eq!(folder.shard(&["run", "some.jsonl"]).status.code(), Some(2));
    assert!(folder.result(&lines[1]).exists());
    assert_eq!(folder.shard(&["run", "nowhere.jsonl", "1"]).status.code(), Some(75));
    assert_eq!(folder.shard(&["run", "plan.jsonl", "5"]).status.code(), Some(2));
}

/// A folder in the place of a plan, which the system opens and does not read.
#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_tried_elsewhere_once() {
    let folder = Folder::new();
    for arguments in [&["run", "."][..], &["run", ".", "1"]] {
        let output = folder.shard(arguments);
        assert_eq!(output.status.code(), Some(75), "{}", errors(&output));
        assert_eq!(errors(&output).matches('\n').count(), 1, "{}", errors(&output));
    }
}

#[test]
fn endless_lines_are_never_done() {
    let (folder, lines) =
        Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "4"]);
    let long = "x".repeat(130_000);
    fs::write(folder.path("some.jsonl"), format!("{long}\n{}\n", lines[1])).unwrap();
    let output = folder.shard(&["run", "some.jsonl"]);
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert!(
        errors(&output).contains("line 1: expected at most 120000 bytes"),
        "{}",
        errors(&output)
    );
    assert!(folder.result(&lines[1]).exists());
}

/// A worker that was killed between its result and its end.
#[test]
fn what_is_unfinished_goes_where_the_result_is_there() {
    let (folder, lines) = done();
    let desk = folder.path(&format!(".{}.part", folder.id(&lines[1])));
    fs::create_dir(&desk).unwrap();
    fs::write(desk.join("out"), "half").unwrap();
    // Somebody who still sits there is let alone.
    let lock = fs::File::create(desk.join("lock")).unwrap();
    lock.lock().unwrap();
    folder.run_all();
    assert!(desk.join("out").exists());
    lock.unlock().unwrap();
    folder.run_all();
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
}

/// Two workers with the same shard at the same time, a few times over.
#[test]
fn two_workers_may_have_the_same_shard() {
    for _ in 0..3 {
        let (folder, _) =
            Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "4"]);
        let workers: Vec<_> = (0..3)
            .map(|_| folder.command(&["run", "plan.jsonl"]).stdout(Stdio::null()).spawn().unwrap())
            .collect();
        for worker in workers {
            assert!(worker.finish().unwrap().status.success());
        }
        assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
        assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
    }
}
