//! Counts of games in shards.

use std::process::Stdio;

use super::support::{Folder, errors, text, whole};
use crate::waiting::Finish;

const TICTACTOE: [&str; 6] = ["perft", "4", "--set", "Variant=tictactoe", "--shards", "4"];

/// The example of the manual, each line by a worker of its own.
#[test]
fn shards_add_up_to_the_whole() {
    let (folder, lines) = Folder::with_plan(&TICTACTOE);
    assert_eq!(lines.len(), 4);
    for line in &lines {
        let mut command = folder.command(&["run", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut worker = command.spawn().unwrap();
        std::io::Write::write_all(&mut worker.stdin.take().unwrap(), line.as_bytes()).unwrap();
        assert!(worker.finish().unwrap().status.success());
    }
    assert_eq!(folder.merge(&["--out", "all.txt"]).unwrap(), "3024\n");
    let all = std::fs::read_to_string(folder.path("all.txt")).unwrap();
    assert_eq!(all, whole(&["perft", "4", "--set", "Variant=tictactoe"], &folder.0));
}

/// The ways to name a shard: an argument, a variable, a file with or without a number.
#[test]
fn lines_come_in_many_ways() {
    let (folder, lines) = Folder::with_plan(&TICTACTOE);
    let (id, there) = ("done: perft-", "there: perft-");
    for (arguments, entry, said) in [
        (&["run", &*lines[0]][..], "", id),
        (&["run"], &*lines[1], id),
        (&["run", "plan.jsonl", "3"], "", id),
        (&["run", "plan.jsonl", "3"], "", there),
        (&["run", "plan.jsonl", "--concurrency", "3"], "", there),
    ] {
        let mut command = folder.command(arguments);
        if !entry.is_empty() {
            command.env("HQ_ENTRY", entry);
        }
        let output = command.finish().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        assert!(text(&output.stdout).starts_with(said), "{arguments:?}: {output:?}");
    }
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
}

/// More shards than moves are as many as moves; other positions and games count, too.
#[test]
fn any_position_can_be_cut() {
    let fen = "xox/3/3 o k=3";
    for (arguments, shards) in [
        (&["perft", "2", "--fen", fen, "--shards", "99"][..], 6),
        (&["perft", "--variant", "tictactoe", "2", "--set", "Destroy=1"], 9),
    ] {
        let (folder, lines) = Folder::with_plan(arguments);
        assert_eq!(lines.len(), shards);
        folder.run_all();
        folder.merge(&["--out", "all.txt"]).unwrap();
        let all = std::fs::read_to_string(folder.path("all.txt")).unwrap();
        let tool: Vec<&str> =
            arguments.iter().copied().take_while(|&word| word != "--shards").collect();
        assert_eq!(all, whole(&tool, &folder.0));
    }
}

/// What cannot be done is found by the plan, not by a thousand workers.
#[test]
fn wrong_work_makes_no_plan() {
    let folder = Folder::new();
    for (arguments, complaint) in [
        (&["perft"][..], "DEPTH"),
        (&["perft", "2", "--variant", "chess"], "--variant: chess: expected one of"),
        (&["perft", "2", "--shards", "0"], "--shards: 0: expected a whole number, 1 or more"),
        (&["perft", "2", "--needs", "nowhere"], "nowhere: "),
        (&["perft", "2", "--fen", "xxx/3/3 o k=3"], "0 first moves: expected work to do"),
        (&["knitting"], "knitting: expected one of perft"),
    ] {
        let output = folder.shard(&[&["plan"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", errors(&output));
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert!(errors(&output).contains(complaint), "{arguments:?}: {}", errors(&output));
    }
}
