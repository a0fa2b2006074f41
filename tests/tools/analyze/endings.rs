//! How the work ends: nothing to do, wrong input, a closed output.

use std::fs;
#[cfg(unix)]
use std::io::Read;
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use super::order::answers;
use crate::folder::folder;
use crate::process::{Engine, PATIENCE, program};
use crate::waiting::Finish;

/// The promise is one second; the rest is for a busy machine.
#[cfg(unix)]
const LEAVING: Duration = Duration::from_secs(5);

#[test]
fn bytes_of_any_kind_have_one_answer_a_line() {
    let long = format!("{{\"id\":\"long\",\"fen\":\"{}\"}}", "3".repeat(1 << 20));
    let deep = format!("{{\"id\":\"deep\",\"moves\":{}", "[".repeat(200_000));
    let mut input = Vec::new();
    for line in [
        b"\xff\xfe\x00".as_slice(),
        b"{\"id\":\"\xff\"}",
        b"\xef\xbb\xbf{\"id\":\"mark\",\"variant\":\"tictactoe\"}\r",
        b"   ",
        b"{\"id\":1e999}",
        b"{\"id\":1,\"nodes\":99999999999999999999}",
        b"null",
        b"\"id\"",
        b"{\"id\":\"twice\",\"nodes\":1,\"nodes\":2,\"variant\":\"tictactoe\"}",
        b"{\"id\":\"twice\",\"depth\":1,\"variant\":\"tictactoe\"}",
        long.as_bytes(),
        deep.as_bytes(),
        b"{\"id\":\"no end\",\"depth\":1}",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.pop();
    let mut engine = Engine::start(&["analyze", "--set", "Hash=1"]);
    engine.send_bytes(&input);
    engine.end_input();
    let said = engine.rest();
    assert_eq!(engine.exit_code(), Some(0));
    assert_eq!(said.len(), 12, "{said:#?}");
    let begins = |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(begins("{\"id\":null,\"line\":"), 5, "{said:#?}");
    assert_eq!(begins("{\"id\":\"twice\",\"turn\":0,"), 2, "{said:#?}");
    for id in ["long", "deep"] {
        assert_eq!(begins(&format!("{{\"id\":\"{id}\",\"line\":")), 1, "{said:#?}");
    }
    assert_eq!(begins("{\"id\":\"no end\",\"turn\":0,"), 1, "{said:#?}");
}

#[test]
fn no_input_is_no_output() {
    assert!(answers(&[], "").is_empty());
    assert!(answers(&[], "\n\n").is_empty());
    assert!(answers(&[], r#"{"cancel":1}"#).is_empty());
}

#[test]
fn wrong_arguments_are_one_line() {
    for (arguments, named) in [
        (&["--nodes", "0"][..], "0"),
        (&["--concurrency", "0"], "0"),
        (&["--concurrency", "many"], "many"),
        (&["--threads", "0"], "0"),
        (&["--multipv", "x"], "x"),
        (&["--set", "Hush=1"], "Hush"),
        (&["--format", "docx"], "docx"),
        (&["--turns", "some"], "some"),
        (&["--schema", "other"], "other"),
    ] {
        let output =
            program().arg("analyze").args(arguments).stdin(Stdio::null()).finish().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
        assert!(line.contains(named) && line.trim_end().lines().count() == 1, "{line}");
        assert!(output.stdout.is_empty());
    }
    for file in ["nosuch.psq", "nosuch.jsonl", "."] {
        let output = program().args(["analyze", file]).stdin(Stdio::null()).finish().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{file}: {line}");
        assert!(line.contains(file) && line.trim_end().lines().count() == 1, "{line}");
        assert!(output.stdout.is_empty());
    }
}

// Elsewhere it hears of it when it next writes.
#[cfg(unix)]
#[test]
fn it_leaves_when_its_output_is_closed() {
    let mut child = program()
        .args(["analyze", "--concurrency", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"{\"id\":1,\"nodes\":1000000000000}\n").unwrap();
    drop(child.stdout.take());
    let mut engine = Some(child);
    let deadline = std::time::Instant::now() + LEAVING;
    let status = loop {
        match engine.as_mut().unwrap().try_wait().unwrap() {
            Some(status) => break status,
            None if std::time::Instant::now() > deadline => {
                engine.as_mut().unwrap().kill().unwrap();
                panic!("it still runs with a closed output");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert_eq!(status.code(), Some(1));
    let mut said = String::new();
    engine.unwrap().stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_line() {
    for arguments in
        [&["analyze", "--schema", "answer"][..], &["analyze"], &["review", "h8", "--nodes", "1"]]
    {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Some ask for nothing.
        let _ = child.stdin.take().unwrap().write_all(b"{\"id\":1,\"nodes\":1}\n");
        let output = child.finish().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {line}");
        assert!(line.starts_with("tengen: standard output: "), "{arguments:?}: {line}");
        assert_eq!(line.matches('\n').count(), 1, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn it_leaves_when_it_is_asked_to() {
    let mut engine = Engine::start(&["analyze"]);
    engine.send(r#"{"id":1,"depth":1}"#);
    engine.next();
    engine.send(r#"{"id":1,"nodes":1000000000000}"#);
    let pid = rustix::process::Pid::from_raw(engine.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(engine.exit_within(LEAVING).unwrap().code(), Some(0));
}

/// Requests are not read far ahead of their answers.
#[test]
fn what_cannot_be_answered_yet_is_not_read() {
    let mut child = program()
        .args(["analyze", "--set", "Hash=1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let (sender, written) = std::sync::mpsc::channel();
    let total = 60_000;
    let bringer = std::thread::spawn(move || {
        for number in 0..total {
            let line = format!("{{\"id\":{number},\"nodes\":0,\"fen\":\"{}\"}}\n", "a".repeat(900));
            stdin.write_all(line.as_bytes()).unwrap();
        }
        sender.send(()).unwrap();
    });
    assert!(written.recv_timeout(Duration::from_millis(500)).is_err(), "it has read 50 MB");
    let output = child.finish().unwrap();
    written.recv_timeout(PATIENCE).unwrap();
    bringer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), total);
}

#[test]
fn games_and_openings_in_files_are_requests() {
    let folder = folder("analyze-files");
    let list = folder.join("openings.txt");
    fs::write(&list, "# three\nh8 i9\n\nh8i9j10\nh8\n").unwrap();
    let game = folder.join("game.moves");
    fs::write(&game, "b2 a1 c1\n").unwrap();
    let requests = folder.join("requests.jsonl");
    fs::write(&requests, "{\"id\":7,\"variant\":\"tictactoe\"}\nwrong\n").unwrap();
    let [list, game, requests] = [&list, &game, &requests].map(|path| path.to_str().unwrap());

    let rows = |format: &[&str]| {
        let output =
            program().args(["analyze", "--nodes", "1", list]).args(format).finish().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        rows(&[]),
        format!(
            "tengen: {list}: read with row 1 at the bottom; --format pos reads the files of c-gomoku-cli\n"
        )
    );
    assert_eq!(rows(&["--format", "moves"]), "");
    let listed = answers(&["--nodes", "50", list, requests], "");
    assert_eq!(listed.len(), 5);
    let id = serde_json::json!(format!("{list}:2"));
    assert!(listed[1].starts_with(&format!("{{\"id\":{id},\"turn\":3,")), "{}", listed[1]);
    assert!(listed[4].starts_with("{\"id\":null,\"line\":2,\"error\":"), "{}", listed[4]);

    let small = ["--nodes", "50", "--set", "Variant=tictactoe", game];
    let played = answers(&small, "");
    assert_eq!(played.len(), 4);
    assert!(played[3].contains("\"fen\":\"3/1x1/o1x o "), "{}", played[3]);
    assert_eq!(answers(&[&small[..], &["--turns", "last"]].concat(), "").len(), 1);

    let broken = folder.join("broken.moves");
    fs::write(&broken, "h8\nh8 h8\n").unwrap();
    let output =
        program().args(["analyze", "--strict"]).arg(&broken).stdin(Stdio::null()).finish().unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && line.contains("line 2: h8"), "{line}");
    fs::remove_dir_all(folder).unwrap();
}
