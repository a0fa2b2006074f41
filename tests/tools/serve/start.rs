//! What a server says when it starts, and what it leaves where it cannot.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::waiting::{Finish, within_limit};

#[test]
fn a_server_without_its_port_leaves_no_store() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let store = std::env::temp_dir().join(format!("tengen-start-{}.db", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--listen", &address, "--store"])
        .arg(&store)
        .finish()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("expected a port that no other program has"), "{said}");
    assert!(!store.exists(), "{} is there", store.display());
}

#[test]
fn an_engine_that_does_not_start_is_named() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", "none"])
        .args(["--engine", "name=lost cmd=/does/not/exist", "--engine", "name=cat cmd=cat"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut noted = BufReader::new(child.stderr.take().unwrap()).lines();
    let page = within_limit(move || told.next()).flatten().expect("it serves").unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(page.starts_with("page at http://"), "{page}");
    let note = noted.next().expect("a note").unwrap();
    assert!(note.starts_with("tengen: engine lost: /does/not/exist: "), "{note}");
    assert!(note.contains("expected a program that can be started"), "{note}");
    assert!(noted.next().is_none(), "one note is enough");
}

#[cfg(target_os = "linux")]
#[test]
fn descriptors_are_asked_for_and_missing_ones_are_told() {
    for (limits, is_told) in [("ulimit -Sn 200", false), ("ulimit -n 300", true)] {
        let serve = format!("{limits}; exec \"$0\" serve --listen 127.0.0.1:0 --store none");
        let mut child = Command::new("sh")
            .args(["-c", &serve, env!("CARGO_BIN_EXE_tengen")])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
        let page = within_limit(move || told.next()).flatten().expect("it serves").unwrap();
        assert!(page.starts_with("page at http://"), "{page}");
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
        child.kill().unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
        let open = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        let open: u64 = open.split_whitespace().nth(3).unwrap().parse().unwrap();
        assert_eq!(open < 1000, is_told, "{open}");
        let note = "tengen: descriptors: 300: expected 1048 for all limits (ulimit -n), or lower";
        assert_eq!(said.starts_with(note), is_told, "{said}");
    }
}
