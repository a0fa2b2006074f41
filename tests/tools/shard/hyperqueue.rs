//! HyperQueue: the cluster of its Python package, and our scripts.

use std::process::{Command, Stdio};

use super::cluster::{Match, is_there, plan, script, stand_in};
use super::support::{TENGEN, errors, text};
use crate::waiting::Finish;

/// The in-process cluster of the Python package. One of the workers of a shard is killed
/// without a warning, and a result is torn: the next rounds mend both.
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
    game.kill_first_worker(|| cluster.try_wait().unwrap().is_none());
    let output = cluster.finish().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(text(&output.stdout).contains("8 of 8 games"), "{}", errors(&output));
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
