//! Slurm: our script for its arrays, and the real one with two nodes on this machine, none of
//! which listens to others.

use std::cell::Cell;
use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::cluster::{Match, is_there, leave_out, plan, script, stand_in};
use super::support::{TENGEN, errors, text};
use crate::waiting::{Finish, LIMIT};

/// Daemons of Slurm that end with the test, with all that they keep in a folder.
struct Slurm {
    folder: PathBuf,
    daemons: Vec<Child>,
}

impl Slurm {
    /// Starts them.
    fn start(folder: PathBuf) -> Slurm {
        for name in ["munge", "state", "n1", "n2"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let mut slurm = Slurm { folder, daemons: Vec::new() };
        fs::write(slurm.path("munge.key"), [7; 128]).unwrap();
        slurm.allow("munge.key", "400");
        fs::write(slurm.path("slurm.conf"), slurm.settings()).unwrap();
        let file = |option: &str, name: &str| format!("--{option}={}", slurm.path(name).display());
        let munged = [
            "--foreground".to_owned(),
            // The folder for temporary files belongs to all.
            "--force".to_owned(),
            file("socket", "munge/socket"),
            file("key-file", "munge.key"),
            file("pid-file", "munge/pid"),
            file("log-file", "munge/log"),
            file("seed-file", "munge/seed"),
        ];
        slurm.daemon("munged", &munged.each_ref().map(String::as_str));
        slurm.wait("munge answers", |slurm| slurm.path("munge/socket").exists());
        slurm.daemon("slurmctld", &["-D", "-c"]);
        slurm.daemon("slurmd", &["-D", "-N", "n1"]);
        slurm.daemon("slurmd", &["-D", "-N", "n2"]);
        slurm.wait("the nodes are idle", |slurm| {
            text(&slurm.ask("sinfo", &["-h", "-o", "%D %t"]).stdout).trim() == "2 idle"
        });
        slurm
    }

    /// What `slurm.conf` has to say for a machine without control groups and a name server.
    fn settings(&self) -> String {
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let host = host.split('.').next().unwrap();
        let folder = self.folder.display();
        let free: Vec<TcpListener> =
            (0..3).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let ports: Vec<u16> = free.iter().map(|port| port.local_addr().unwrap().port()).collect();
        let mut settings = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={}\n\
             SlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={folder}/munge/socket\n\
             CommunicationParameters=NoCtldInAddrAny,NoInAddrAny\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
             SchedulerParameters=sched_interval=1,bf_interval=1\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/%n\n\
             SlurmctldPidFile={folder}/ctld.pid\nSlurmdPidFile={folder}/%n.pid\n\
             SlurmctldLogFile={folder}/ctld.log\nSlurmdLogFile={folder}/%n.log\n",
            ports[0]
        );
        for (number, port) in [(1, ports[1]), (2, ports[2])] {
            let address = format!("NodeHostname={host} NodeAddr=127.0.0.1 Port={port}");
            writeln!(settings, "NodeName=n{number} {address} CPUs=1 State=UNKNOWN").unwrap();
        }
        settings + "PartitionName=all Nodes=n[1-2] Default=YES State=UP\n"
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn allow(&self, name: &str, who: &str) {
        let mut command = Command::new("chmod");
        assert!(command.arg(who).arg(self.path(name)).finish().unwrap().status.success());
    }

    fn daemon(&mut self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", self.path("slurm.conf"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push(command.spawn().unwrap());
    }

    /// A command of Slurm.
    fn ask(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", self.path("slurm.conf")).finish().unwrap()
    }

    /// Whether all daemons run.
    fn is_up(&mut self) -> bool {
        self.daemons.iter_mut().all(|child| child.try_wait().unwrap().is_none())
    }

    /// Waits until something is so.
    fn wait(&mut self, what: &str, is_so: impl Fn(&Slurm) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            let log = fs::read_to_string(self.path("ctld.log")).unwrap_or_default();
            assert!(self.is_up() && begun.elapsed() < LIMIT, "{what}: {log}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Submits the script for arrays with two tasks in a folder.
    fn submit(&self, folder: &Path) {
        let mut command = Command::new("sbatch");
        command.arg("--array=1-2").arg(script("slurm.sh")).args(["plan.jsonl", "results"]);
        command.env("SLURM_CONF", self.path("slurm.conf")).env("TENGEN", TENGEN);
        let output = command.current_dir(folder).finish().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
    }

    /// Waits for the end of all tasks. One that went back to the queue starts after three
    /// seconds, not after two minutes; at once its node would take it for the one before.
    fn run_dry(&mut self) {
        let is_told = Cell::new(false);
        self.wait("the queue is empty", |slurm| {
            let queue = slurm.ask("squeue", &["-h", "-r", "-o", "%i %T"]);
            let waiting =
                text(&queue.stdout).lines().find_map(|line| line.strip_suffix(" PENDING"));
            if let Some(job) = waiting.filter(|_| !is_told.get()) {
                let words = ["update", &format!("JobId={job}"), "StartTime=now+3"];
                is_told.set(slurm.ask("scontrol", &words).status.success());
            }
            queue.status.success() && queue.stdout.is_empty()
        });
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        // What still runs has to go before those who could end it.
        self.ask("scancel", &["--user", "root"]);
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let _ = crate::waiting::end_of(daemon);
        }
    }
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
        command.env("SLURM_ARRAY_TASK_MIN", "1").env("SLURM_ARRAY_TASK_MAX", count);
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
    // What is killed has no time to say that another may try.
    for (end, code) in [("exit 75", 75), ("kill -9 $$", 75), ("exit 2", 2)] {
        stand_in(&folder, "failing", &format!("#!/bin/sh\n{end}\n"));
        let failing = folder.path("bin/failing");
        assert_eq!(task("7", "9", failing.to_str().unwrap()).status.code(), Some(code), "{end}");
    }
    let requeued = fs::read_to_string(folder.path("requeued")).unwrap();
    assert_eq!(requeued, "requeue 5_7\nrequeue 5_7\n");
}

/// Arrays may begin anywhere, and one with gaps would leave lines out.
#[test]
fn a_slurm_array_has_no_gaps() {
    let (folder, _) = plan();
    let task = |array: [&str; 4]| {
        let mut command = Command::new(script("slurm.sh"));
        command.args(["plan.jsonl", "results"]).current_dir(&folder.0).env("TENGEN", TENGEN);
        for (name, value) in ["ID", "COUNT", "MIN", "MAX"].into_iter().zip(array) {
            command.env(format!("SLURM_ARRAY_TASK_{name}"), value);
        }
        command.finish().unwrap()
    };
    let output = task(["3", "2", "3", "7"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("2 tasks up to 7: expected --array=1-N"), "{output:?}");
    for number in ["0", "1"] {
        assert!(task([number, "2", "0", "1"]).status.success());
    }
    assert_eq!(folder.merge(&["--dir", "results"]).unwrap(), "3024\n");
}

/// A worker is killed without a warning, and a result is torn: the array does both again.
#[test]
fn a_slurm_array_survives_what_is_killed() {
    let daemons = [("munged", "--version"), ("slurmctld", "-V"), ("slurmd", "-V")];
    if daemons.map(|(daemon, option)| is_there(daemon, &[option])).contains(&false) {
        return;
    }
    if !rustix::process::getuid().is_root() {
        leave_out("Slurm: its daemons need root");
        return;
    }
    let game = Match::new();
    let mut slurm = Slurm::start(game.folder.path("slurm"));
    slurm.submit(&game.folder.0);
    game.kill_a_worker(|| slurm.is_up());
    slurm.run_dry();
    let said = fs::read_dir(&game.folder.0).unwrap().map(|entry| entry.unwrap().path());
    let said = said.filter(|path| path.extension().is_some_and(|extension| extension == "out"));
    let said: String = said.map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(said.contains("Killed"), "{said}");
    let said = said + &fs::read_to_string(slurm.path("ctld.log")).unwrap();
    game.assert_is_whole(&game.folder.merge(&["--dir", "results"]).expect(&said));
}
