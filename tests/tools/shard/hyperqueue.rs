//! HyperQueue: the cluster of its Python package, and our scripts.

use std::process::{Command, Stdio};

use super::cluster::{Match, is_there, plan, script, stand_in};
use super::mishaps::other_build;
use super::support::{TENGEN, errors, text};
use crate::waiting::Finish;

/// The in-process cluster of the Python package. One of the workers of a shard is killed
/// without a warning, and a result is torn: the next rounds mend both. What the package says
/// does not come among what the merge prints.
#[test]
fn hyperqueue_survives_what_is_killed() {
    if !is_there("python3", &["-c", "import hyperqueue"]) {
        return;
    }
    let game = Match::new();
    let mut cluster = Command::new("python3")
        .arg(script("local_hyperqueue.py"))
        .args(["plan.jsonl", "results", "--workers", "2", "--tengen", TENGEN])
        .current_dir(&game.folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    game.kill_a_worker(|| cluster.try_wait().unwrap().is_none());
    let output = cluster.finish().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    game.assert_is_whole(text(&output.stdout));
}

/// Tasks that fail say why, here on a machine with another build.
#[test]
fn the_script_for_one_machine_says_why_tasks_fail() {
    if !is_there("python3", &["-c", "import hyperqueue"]) {
        return;
    }
    let (folder, _) = plan();
    let other = other_build(&folder);
    let mut command = Command::new("python3");
    command.arg(script("local_hyperqueue.py")).args(["plan.jsonl", "results", "--workers", "1"]);
    command.args(["--rounds", "1", "--tengen"]).arg(other).current_dir(&folder.0);
    let output = command.finish().unwrap();
    let said = errors(&output);
    assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{said}");
    assert_eq!(said.matches("another build").count(), 3, "{said}");
    assert!(said.contains("9 of 9 results are missing"), "{said}");
}

/// The script for many machines, with a stand-in for `hq` that loses the first task.
#[test]
fn the_script_for_hyperqueue_tries_again() {
    let (folder, _) = plan();
    let hq = "#!/bin/sh\n[ \"$1\" = submit ] || exit 0\nwhile [ \"$1\" != -- ]; do\n\
              [ \"$1\" = --each-line ] && lines=$2\nshift; done; shift\n\
              [ -e lost ] || sed -i 1d \"$lines\"; touch lost\n\
              while read -r HQ_ENTRY; do export HQ_ENTRY; \"$@\" >/dev/null || exit 1; done < \"$lines\"\necho 1\n";
    let path = stand_in(&folder, "hq", hq);
    let mut command = Command::new(script("hyperqueue.sh"));
    command.args(["plan.jsonl", "results", "--out", "all.txt"]).current_dir(&folder.0);
    let output = command.env("PATH", path).env("TENGEN", TENGEN).finish().unwrap();
    assert_eq!(text(&output.stdout), "3024\n", "{}", errors(&output));
    assert!(errors(&output).contains("round 2: 1 shards"), "{}", errors(&output));
    assert!(folder.path("all.txt").exists());
}
