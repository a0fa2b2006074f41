//! `HyperQueue`: the cluster of its Python package, and our scripts.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::cluster::{Match, answers, is_there, plan, script, stand_in};
use super::mishaps::other_build;
use super::support::{Folder, TENGEN, errors, text, whole};
use crate::waiting::{Finish, LIMIT};

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

/// The script while a test is played, with a stand-in for `hq` whose job stops in the middle
/// until somebody cancels it: the shards that are left are given to nobody any more.
#[test]
fn the_script_for_hyperqueue_ends_its_job_with_the_test() {
    let player = |name: &str, player: &str| {
        format!("name={name} cmd={TENGEN} option.Player={player} nodes=1")
    };
    let (one, two) = (player("one", "alphabeta"), player("two", "random"));
    let work = ["match", "--games", "200", "--variant", "tictactoe", "--engine", &one];
    let work = [&work[..], &["--engine", &two, "--sprt", "elo0=0", "elo1=200"]].concat();
    let (folder, _) = Folder::with_plan(&[&work[..], &["--shards", "20"]].concat());
    let hq = "#!/bin/sh\ncase \"$1 $2\" in\n\
              'job cancel') touch cancelled ;;\n\
              'job list') [ ! -e cancelled ] || echo '1 CANCELED' ;;\n\
              'job wait') for try in $(seq 600); do [ ! -e cancelled ] || exit 0; sleep 0.1; done ;;\n\
              submit*) while [ \"$1\" != -- ]; do [ \"$1\" = --each-line ] && lines=$2; shift; done; shift\n\
              head -n 8 \"$lines\" | while read -r HQ_ENTRY; do export HQ_ENTRY; \"$@\" >/dev/null; done\n\
              echo 1 ;;\nesac\n";
    let path = stand_in(&folder, "hq", hq);
    let mut command = Command::new(script("hyperqueue.sh"));
    command.args(["plan.jsonl", "results", "--watch", "--every", "1"]).current_dir(&folder.0);
    let output = command.env("PATH", path).env("TENGEN", TENGEN).finish().unwrap();
    let said = errors(&output);
    assert_eq!(text(&output.stdout), whole(&work, &folder.0), "{said}");
    assert!(output.status.success() && said.matches("round ").count() == 1, "{said}");
    let results = fs::read_dir(folder.path("results")).unwrap();
    assert_eq!(results.count(), 8, "{said}");
}

/// Programs of a test that end with it.
struct Started(Vec<Child>);

impl Drop for Started {
    fn drop(&mut self) {
        for child in self.0.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The real one with a server and two workers, where `hq` is installed, which no registry has.
/// The worker of a shard is killed, and then one of `HyperQueue`.
#[test]
fn the_real_hyperqueue_survives_what_is_killed() {
    if !answers("hq", &["--version"]) {
        println!("hq: not installed: its test is left out");
        return;
    }
    let game = Match::new();
    let server = game.folder.path("server");
    let hq = |words: &[&str]| {
        let mut command = Command::new("hq");
        command.args(words).env("HQ_SERVER_DIR", &server).current_dir(&game.folder.0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut started = Started(vec![hq(&["server", "start", "--journal", "j"]).spawn().unwrap()]);
    let begun = Instant::now();
    while !hq(&["server", "info"]).status().unwrap().success() {
        assert!(begun.elapsed() < LIMIT, "no server");
        thread::sleep(Duration::from_millis(50));
    }
    for _ in 0..2 {
        started.0.push(hq(&["worker", "start", "--cpus", "1"]).spawn().unwrap());
    }
    let mut run = Command::new(script("hyperqueue.sh"));
    run.args(["plan.jsonl", "results"]).current_dir(&game.folder.0);
    run.env("HQ_SERVER_DIR", &server).env("TENGEN", TENGEN);
    let mut run = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    game.kill_a_worker(|| run.try_wait().unwrap().is_none());
    started.0[1].kill().unwrap();
    let output = run.finish().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    game.assert_is_whole(text(&output.stdout));
}
