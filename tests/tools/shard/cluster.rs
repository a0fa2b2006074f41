//! Schedulers: the real ones where they are installed, and our scripts for them.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::support::{Folder, TENGEN, errors, text};
use crate::waiting::{Finish, LIMIT};

/// A script for clusters.
pub fn script(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster").join(name)
}

/// Says why a test is left out, also where tests that pass are not heard; with
/// `TENGEN_CLUSTER_TESTS=must` none is.
pub fn leave_out(why: &str) {
    let is_must = std::env::var("TENGEN_CLUSTER_TESTS").is_ok_and(|value| value == "must");
    assert!(!is_must, "{why}");
    let _ = writeln!(std::io::stderr(), "{why}: its test is left out");
}

/// Whether a program answers.
pub fn answers(program: &str, arguments: &[&str]) -> bool {
    let output = Command::new(program).args(arguments).finish();
    output.is_ok_and(|output| output.status.success())
}

/// Whether a program answers; says so if not.
pub fn is_there(program: &str, arguments: &[&str]) -> bool {
    let is_there = answers(program, arguments);
    if !is_there {
        leave_out(&format!("{program} {}: not installed", arguments.join(" ")));
    }
    is_there
}

/// A program of that name for the scripts, in a folder for `PATH`.
pub fn stand_in(folder: &Folder, name: &str, text: &str) -> String {
    let bin = folder.path("bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join(name), text).unwrap();
    fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap())
}

/// A plan of nine shards that take no time.
pub fn plan() -> (Folder, Vec<String>) {
    Folder::with_plan(&["perft", "4", "--variant", "tictactoe", "--shards", "9"])
}

/// A match whose four shards take long enough to be killed, with a folder of results in which
/// the last one is torn; what one machine makes of it is the same every time.
pub struct Match {
    pub folder: Folder,
    pub lines: Vec<String>,
    work: Vec<String>,
}

impl Match {
    /// A plan of it.
    pub fn new() -> Match {
        let engine = |name: &str| format!("name={name} cmd={TENGEN} nodes=3000");
        let words = ["match", "--games", "8", "--max-moves", "20", "--engine"];
        let engines = [engine("one"), "--engine".to_owned(), engine("two")];
        let work: Vec<String> = words.map(str::to_owned).into_iter().chain(engines).collect();
        let words: Vec<&str> = work.iter().map(String::as_str).collect();
        let (folder, lines) = Folder::with_plan(&[&words[..], &["--shards", "4"]].concat());
        fs::create_dir(folder.path("results")).unwrap();
        let game = Match { folder, lines, work };
        let torn = game.folder.result(&game.lines[3]);
        let torn = game.folder.path("results").join(torn.file_name().unwrap());
        fs::write(torn, "{\"result\":1,\"id\":\"torn").unwrap();
        game
    }

    /// Waits until a worker is in the middle of a shard, while `is_up`, and kills it without a
    /// warning.
    pub fn kill_a_worker(&self, mut is_up: impl FnMut() -> bool) {
        let begun = Instant::now();
        let worker = loop {
            if let Some(worker) = self.worker() {
                break worker;
            }
            assert!(begun.elapsed() < LIMIT && is_up(), "no shard");
            thread::sleep(Duration::from_millis(5));
        };
        assert!(answers("kill", &["-9", &worker]), "{worker}");
    }

    /// The process of a worker: the parent of a tool that does a part of the match here.
    fn worker(&self) -> Option<String> {
        fs::read_dir("/proc").unwrap().find_map(|entry| {
            // Processes come and go meanwhile.
            let process = entry.ok()?.path();
            let words = fs::read_to_string(process.join("cmdline")).ok()?;
            let folder = fs::read_link(process.join("cwd")).ok()?;
            if folder != self.folder.0 || !words.split('\0').any(|word| word == "--part") {
                return None;
            }
            let status = fs::read_to_string(process.join("status")).ok()?;
            status.lines().find_map(|line| line.strip_prefix("PPid:\t")).map(str::to_owned)
        })
    }

    /// Asserts that this is what one machine prints.
    pub fn assert_is_whole(&self, printed: &str) {
        let words: Vec<&str> = self.work.iter().map(String::as_str).collect();
        assert_eq!(printed, super::support::whole(&words, &self.folder.0));
    }
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
