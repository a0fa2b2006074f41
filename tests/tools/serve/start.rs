//! What a server says when it starts, and what it leaves where it cannot.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::waiting::end_of;
use crate::waiting::{Finish, LIMIT, within};

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
        .args(["--engine", "name=lost cmd=/does/not/exist"])
        .args(["--engine", concat!("name=ours cmd=", env!("CARGO_BIN_EXE_tengen"))])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut noted = BufReader::new(child.stderr.take().unwrap()).lines();
    let page = within(LIMIT, move || told.next()).flatten().expect("it serves").unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(page.starts_with("page at http://"), "{page}");
    let note = noted.next().expect("a note").unwrap();
    assert!(note.starts_with("tengen: engine lost: /does/not/exist: "), "{note}");
    assert!(note.contains("expected a program that can be started"), "{note}");
    assert!(noted.next().is_none(), "one note is enough");
}

/// Without `--store` tables are kept in the folder that the system has for data of programs.
#[cfg(target_os = "linux")]
#[test]
fn the_store_has_a_place_of_its_own() {
    let folder = super::support::Folder::new("place");
    let start = |variables: &[(&str, &str)]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env_remove("XDG_DATA_HOME")
            .env_remove("APPDATA")
            .env_remove("HOME")
            .envs(variables.iter().map(|(name, place)| (name, folder.0.join(place))))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
        let page = within(LIMIT, move || told.next()).expect("it starts or ends");
        let is_served = page.is_some();
        let (code, said) = leave(child);
        assert_eq!(code == Some(0), is_served, "{said}");
        (is_served, said)
    };
    for (variables, store) in [
        (&[("HOME", "ann")][..], "ann/.local/share/tengen/serve.db"),
        (&[("HOME", "bob"), ("XDG_DATA_HOME", "data")], "data/tengen/serve.db"),
    ] {
        assert_eq!(start(variables), (true, String::new()));
        assert!(folder.0.join(store).is_file(), "{store}");
    }
    assert!(!folder.0.join("bob").exists());
    let (is_served, said) = start(&[]);
    assert!(!is_served && said.contains("--store: (nothing): expected a file"), "{said}");
    std::fs::write(folder.0.join("file"), "").unwrap();
    let (is_served, said) = start(&[("HOME", "file")]);
    assert!(!is_served && said.contains("expected a folder that can be made"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
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
        let page = within(LIMIT, move || told.next()).flatten().expect("it serves").unwrap();
        assert!(page.starts_with("page at http://"), "{page}");
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
        child.kill().unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
        let open = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
        let open: u64 = open.split_whitespace().nth(3).unwrap().parse().unwrap();
        assert_eq!(open < 1000, is_told, "{open}");
        let note = "tengen: descriptors: 300: expected 1108 for all limits (ulimit -n): ";
        assert_eq!(said.starts_with(note), is_told, "{said}");
    }
}

/// A server under the limits of a shell, and what it says first.
#[cfg(unix)]
fn under(limits: &str) -> (Child, Option<String>) {
    let serve =
        format!("{limits}; exec \"$0\" serve --listen 127.0.0.1:0 --tcp 127.0.0.1:0 --store none");
    let mut child = Command::new("sh")
        .args(["-c", &serve, env!("CARGO_BIN_EXE_tengen")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let page = within(LIMIT, move || [told.next(), told.next()]).expect("it starts or ends");
    (child, page.into_iter().flatten().next_back().map(Result::unwrap))
}

/// Asks a server to leave; how it ended, and what it said of its troubles.
#[cfg(unix)]
fn leave(mut child: Child) -> (Option<i32>, String) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(id) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process(id, Signal::TERM);
    }
    let status = end_of(&mut child).expect("the signal ends it");
    let said = child.wait_with_output().unwrap().stderr;
    (status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_lacks_memory_says_so_and_ends() {
    let (mut served, mut told) = (0, 0);
    for kib in [60_000, 100_000, 150_000, 200_000, 300_000, 400_000, 500_000, 700_000, 4_000_000] {
        let (child, page) = under(&format!("ulimit -v {kib}"));
        let is_there = page.is_some();
        served += usize::from(is_there);
        let (code, said) = leave(child);
        assert!(!said.contains("panicked"), "{kib}: {said}");
        if is_there {
            assert_eq!(code, Some(0), "{kib}: {said}");
        } else {
            // Where not even the program fits, the system ends it without a word.
            assert!(code != Some(0) && said.lines().count() <= 1, "{kib}: {code:?} {said}");
            told += usize::from(said.starts_with("tengen: threads: "));
        }
    }
    assert!(served > 0 && told > 0, "{served} started, {told} said why not");
}

#[cfg(target_os = "linux")]
#[test]
fn with_few_descriptors_little_is_promised_and_nothing_lost() {
    let (child, page) = under("ulimit -n 64");
    let plain = page.expect("it serves").strip_prefix("lines at ").unwrap().to_owned();
    // An engine is not lost for lack of a pipe: it has its place, or is refused in words.
    let mut told = 0;
    for _ in 0..40 {
        let mut stream = super::support::connect(&plain);
        std::io::Write::write_all(&mut stream, b"position startpos moves h8\ngo depth 1\n")
            .unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let said = super::support::read_all(&mut stream);
        let is_told = said.contains("bestmove ") || said.contains("expected at most");
        told += usize::from(is_told);
        assert!(is_told, "{said}");
    }
    assert_eq!(told, 40);
    let (code, said) = leave(child);
    assert_eq!(code, Some(0), "{said}");
    let note = "tengen: descriptors: 64: expected 1108 for all limits (ulimit -n): ";
    assert!(said.starts_with(note) && said.lines().count() == 1, "{said}");
    let (child, page) = under("ulimit -n 40");
    assert_eq!(page, None);
    let (code, said) = leave(child);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(said, "tengen: descriptors: 40: expected 56 at least (ulimit -n)\n");
}
