//! Slurm: our script for its arrays.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::cluster::{plan, script, stand_in};
use super::support::{TENGEN, errors};
use crate::waiting::Finish;

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
