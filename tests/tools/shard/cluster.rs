//! Schedulers: the real ones where they are installed, and our scripts for them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::support::{Folder, TENGEN, errors, text};
use crate::waiting::{Finish, LIMIT};

fn script(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster").join(name)
}

/// Whether a program does something; says so if not.
fn is_there(program: &str, arguments: &[&str]) -> bool {
    let is_there = Command::new(program).args(arguments).finish();
    let is_there = is_there.is_ok_and(|output| output.status.success());
    if !is_there {
        println!("{program}: not installed: its test is left out");
    }
    is_there
}

fn plan() -> (Folder, Vec<String>) {
    Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "9"])
}

#[test]
fn gnu_parallel_runs_a_plan() {
    if !is_there("parallel", &["--version"]) {
        return;
    }
    let (folder, _) = plan();
    let mut command = Command::new("parallel");
    command.args(["-j", "2", "--retries", "3", TENGEN, "shard", "run", "{}", "::::", "plan.jsonl"]);
    let output = command.current_dir(&folder.0).finish().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(folder.merge(&[]).unwrap(), "3024\n");
}

/// The in-process cluster of the Python package. One of the workers of a shard is killed
/// without a warning, and a result is torn: the next rounds mend both.
#[test]
fn hyperqueue_survives_what_is_killed() {
    if !is_there("python3", &["-c", "import hyperqueue"]) {
        return;
    }
    let engine = |name: &str| format!("name={name} cmd={TENGEN} nodes=3000");
    let (folder, lines) = Folder::with_plan(&[
        "match",
        "--games",
        "8",
        "--max-moves",
        "20",
        "--engine",
        &engine("one"),
        "--engine",
        &engine("two"),
        "--shards",
        "4",
    ]);
    fs::create_dir(folder.path("results")).unwrap();
    let result = |line: &str| folder.path("results").join(folder.result(line).file_name().unwrap());
    fs::write(result(&lines[3]), "{\"result\":1,\"id\":\"torn").unwrap();
    let mut cluster = Command::new("python3")
        .arg(script("local_hyperqueue.py"))
        .args(["plan.jsonl", "results", "--workers", "2", "--tengen", TENGEN])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let victim = format!("{}.part", folder.id(&lines[0]));
    let begun = Instant::now();
    while !folder.path("results").join(format!(".{victim}/games")).exists() {
        assert!(begun.elapsed() < LIMIT && cluster.try_wait().unwrap().is_none(), "no shard");
        thread::sleep(Duration::from_millis(5));
    }
    // The worker of the first shard is the one whose tool writes there.
    let pid = fs::read_dir("/proc").unwrap().find_map(|entry| {
        let pid = entry.unwrap().file_name().into_string().unwrap();
        let words = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        (words.contains("--part") && words.contains(&victim)).then_some(pid)
    });
    let status = fs::read_to_string(format!("/proc/{}/status", pid.unwrap())).unwrap();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:\t")).unwrap();
    assert!(Command::new("kill").args(["-9", parent]).finish().unwrap().status.success());
    let output = cluster.finish().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("8 of 8 games"), "{}", text(&output.stdout));
}

/// A program of that name for the scripts, in a folder for `PATH`.
fn stand_in(folder: &Folder, name: &str, text: &str) -> String {
    let bin = folder.path("bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join(name), text).unwrap();
    fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap())
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

/// A task of a Slurm array does every so many-th line, and goes back to the queue when
/// another machine may do better.
#[test]
fn a_slurm_task_does_its_lines_and_goes_back_to_the_queue() {
    let (folder, lines) = plan();
    let path = stand_in(&folder, "scontrol", "#!/bin/sh\necho \"$@\" >> requeued\n");
    let task = |number: &str, count: &str, tengen: &str| {
        let mut command = Command::new(script("slurm.sh"));
        command.args(["plan.jsonl", "results"]).current_dir(&folder.0).env("PATH", &path);
        command.env("SLURM_ARRAY_TASK_ID", number).env("SLURM_ARRAY_TASK_COUNT", count);
        command.env("SLURM_ARRAY_JOB_ID", "5").env("TENGEN", tengen).finish().unwrap()
    };
    let output = task("2", "4", TENGEN);
    assert!(output.status.success(), "{}", errors(&output));
    let done: Vec<bool> = lines
        .iter()
        .map(|line| folder.path("results").join(folder.result(line).file_name().unwrap()).exists())
        .collect();
    assert_eq!(done, [false, true, false, false, false, true, false, false, false]);
    for number in ["1", "3", "4"] {
        assert!(task(number, "4", TENGEN).status.success());
    }
    assert_eq!(folder.merge(&["--dir", "results"]).unwrap(), "3024\n");
    let failing = folder.path("bin/failing");
    fs::write(&failing, "#!/bin/sh\nexit 75\n").unwrap();
    fs::set_permissions(&failing, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(task("7", "9", failing.to_str().unwrap()).status.code(), Some(75));
    assert_eq!(fs::read_to_string(folder.path("requeued")).unwrap(), "requeue 5_7\n");
}

/// The model of clusters: without mishaps nothing is begun twice, with them the same
/// mishaps happen each time, and cost something.
#[test]
fn the_model_of_clusters_counts_what_is_lost() {
    if !is_there("python3", &["--version"]) {
        return;
    }
    let rows = |more: &[&str]| {
        let mut command = Command::new(script("simulate.py"));
        command.args(["--workers", "5,20", "--lengths", "60,600", "--hours", "20"]).args(more);
        let output = command.finish().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let lines = text(&output.stdout).lines().skip(2).take(4);
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
        lines.map(cells).collect::<Vec<Vec<String>>>()
    };
    let calm = rows(&["--failures", "0", "--stalls", "0", "--overhead", "0"]);
    let wild = rows(&["--failures", "2", "--stalls", "1"]);
    assert_eq!(wild, rows(&["--failures", "2", "--stalls", "1"]));
    for (calm, wild) in calm.iter().zip(&wild) {
        let number = |cell: &String| cell.split(' ').next().unwrap().parse::<f64>().unwrap();
        assert!(calm[3] == calm[4] && calm[7] == "0.0 %", "{calm:?}");
        assert!(number(&calm[5]) >= number(&calm[6]), "{calm:?}");
        assert!(number(&wild[4]) > number(&wild[3]) && number(&wild[7]) > 0.0, "{wild:?}");
        assert!(number(&wild[5]) > number(&calm[5]), "{wild:?}");
    }
}

/// A disk that is full: nothing half is left, and the shard can be tried elsewhere.
#[test]
fn a_full_disk_loses_nothing() {
    let (folder, lines) = plan();
    let inside = "mkdir small && mount -t tmpfs -o size=64k,mode=755 none small && \
                  head -c 65536 /dev/zero > small/full; cd small || exit 99; \"$@\"; code=$?; \
                  [ -z \"$(ls -A . | grep -v full)\" ] || exit 98; rm full; \"$@\" || exit 97; \
                  exit $code";
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", inside, "sh", TENGEN, "shard", "run", &lines[0]]);
    let output = command.current_dir(&folder.0).finish().unwrap();
    if output.status.code() == Some(1) || output.status.code() == Some(99) {
        println!("no disk of our own: {}: the test is left out", errors(&output));
        return;
    }
    assert_eq!(output.status.code(), Some(75), "{}", errors(&output));
    assert!(errors(&output).contains("expected room for a result"), "{}", errors(&output));
}
