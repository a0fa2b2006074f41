//! Lines over the network mean what they mean on a pipe, and no more.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::json;

use super::support::{Folder, Server, connect};

#[test]
fn a_plain_conversation_is_one_of_a_pipe() {
    let server = Server::start(&[]);
    let said = server.say("position startpos moves h8\nd\ngo depth 2\n");
    assert!(said.contains("\nSide: o\n") && said.contains("\nbestmove "), "{said}");
    let quit = server.say("isready\nquit\nisready\n");
    assert_eq!(quit, "readyok\n");
    assert_eq!(server.say(""), "");
    let endless = server.say("go infinite\n");
    assert!(endless.contains("bestmove "), "{endless}");
}

#[test]
fn a_conversation_ends_with_quit_though_more_could_be_said() {
    let server = Server::start(&[]);
    let mut stream = connect(&server.plain);
    stream.write_all(b"isready\nquit\n").unwrap();
    // The input stays open: it is the server that ends the conversation.
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("an end");
    assert_eq!(said, "readyok\n");
}

#[test]
fn a_line_for_which_there_is_no_room_is_refused_and_the_next_one_heard() {
    let server = Server::start(&["--limit", "messages=64,64"]);
    let long = format!("{} depth 1", "h8 ".repeat(40));
    let said = server.say(format!("position startpos moves {long}\ngo {long}\nisready\n"));
    let lines: Vec<&str> = said.lines().collect();
    let [position, go, best, ready] = lines[..] else { panic!("{said}") };
    for refusal in [position, go] {
        assert!(refusal.starts_with("info string error: line: "), "{said}");
        assert!(refusal.ends_with("expected at most 64 bytes at a time of one address"), "{said}");
    }
    assert_eq!((best, ready), ("bestmove (none)", "readyok"));
}

/// The engines of the conversations of a server.
#[cfg(target_os = "linux")]
fn engines(server: &Server) -> Vec<rustix::process::Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", server.id())).unwrap().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let ids: Vec<i32> = children
        .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .filter(|id| {
            let words = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
            words.contains("--protocol\0uci")
        })
        .filter_map(|id| id.parse().ok())
        .collect();
    ids.into_iter().filter_map(rustix::process::Pid::from_raw).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_dies_is_told_and_the_next_line_starts_another() {
    use rustix::process::{Signal, kill_process};
    let server = Server::start(&[]);
    let mut stream = connect(&server.plain);
    let mut told = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    stream.write_all(b"isready\n").unwrap();
    assert_eq!(told.next().as_deref(), Some("readyok"));
    let engines = engines(&server);
    assert_eq!(engines.len(), 1);
    kill_process(engines[0], Signal::KILL).unwrap();
    assert_eq!(told.next().as_deref(), Some("info string the engine has ended: it has left"));
    stream.write_all(b"isready\n").unwrap();
    assert_eq!(told.next().as_deref(), Some("readyok"));
}

#[test]
fn a_foreign_page_cannot_make_a_browser_talk() {
    let server = Server::start(&[]);
    let said = server.say("POST / HTTP/1.1\r\nHost: x\r\n\r\nposition startpos\ngo depth 2\n");
    assert_eq!(said, "info string error: line: HTTP: expected a line of the protocol\n");
}

#[test]
fn files_memory_and_threads_are_out_of_reach() {
    let folder = Folder::new("reach");
    let server = Server::start(&["--set", "Hash=3"]);
    let file = folder.0.join("log");
    let said = server.say(format!(
        "setoption name LogFile value {0}\nsetoption\tname  logfile value {0}\n\
         setoption name Hash value 4096\nsetoption name Threads value 64\nisready\n",
        file.display()
    ));
    assert_eq!(said.matches("info string error: setoption ").count(), 4, "{said}");
    assert!(said.ends_with("readyok\n") && !file.exists(), "{said}");
}

#[test]
fn a_question_without_end_gets_one() {
    let server = Server::start(&["--think", "1"]);
    let mut stream = connect(&server.plain);
    stream.write_all(b"go infinite\n").unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "info string stopped: 1 s are the most here"));
    assert!(lines.any(|line| line.starts_with("bestmove ")));
    stream.write_all(b"isready\n").unwrap();
    assert!(lines.any(|line| line == "readyok"));
}

#[test]
fn desks_are_two_conversations() {
    let server = Server::start(&["--most-engines", "2"]);
    let mut page = server.visit();
    page.line("position startpos moves h8 i9");
    page.send(json!({"do": "line", "to": "b", "line": "setoption name Variant value tictactoe"}));
    page.line("d");
    let fen = page.hear_line("Fen: ");
    assert!(fen.contains("k=5") && fen.ends_with("last=i9"), "{fen}");
    page.send(json!({"do": "line", "to": "b", "line": "d"}));
    assert!(page.hear_line("Fen: ").starts_with("Fen: 3/3/3 "));
    // There is no room for a third engine, until one leaves.
    let mut other = server.visit();
    other.line("d");
    let refusal = other.hear("error")["text"].to_string();
    assert!(refusal.contains("expected at most 2 at a time"), "{refusal}");
    page.line("quit");
    let ended = page.hear("ended");
    assert_eq!((&ended["code"], &ended["why"]), (&json!("quit"), &json!("quit")));
    let deadline = std::time::Instant::now() + super::support::PATIENCE;
    loop {
        other.line("isready");
        match other.next().unwrap() {
            message if message["is"] == "started" => break,
            message => assert_eq!(message["is"], "error"),
        }
        assert!(std::time::Instant::now() < deadline, "the place is never free again");
    }
    assert_eq!(other.hear_line("ready"), "readyok");
}

#[cfg(unix)]
#[test]
fn a_foreign_engine_hears_only_known_lines_and_may_die() {
    // It says what it hears, and dies when it is asked to move.
    let folder = Folder::new("echo");
    let script = folder.0.join("echo.sh");
    let text = "while read line; do case $line in go*) exit 3;; *) echo got $line;; esac; done\n";
    std::fs::write(&script, text).unwrap();
    let spec = format!("name=echo proto=uci cmd=sh args='{}'", script.display());
    let server = Server::start(&["--engine", &spec]);
    let mut page = server.visit();
    page.send(json!({"do": "engine", "to": "a", "name": "echo"}));
    page.line("savegame /tmp/x");
    assert!(page.hear_line("").starts_with("info string error: command: savegame"));
    page.line("setoption name Book value /etc/passwd");
    assert!(page.hear_line("").contains("set by whoever starts the server"));
    page.line("position startpos moves h8");
    assert_eq!(page.hear_line("got position"), "got position startpos moves h8");
    page.line("go depth 3");
    assert_eq!(page.hear("ended")["code"], "left");
    page.send(json!({"do": "engine", "to": "a", "name": "sh"}));
    let refusal = page.hear("error")["text"].as_str().unwrap().to_owned();
    assert_eq!(refusal, "engine: sh: expected tengen, echo");
}

#[test]
fn games_are_read_and_written() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    page.send(json!({"do": "read", "id": 7, "text": "(;GM[4]SZ[15];B[hh];W[ii])", "format": null, "variant": null}));
    let game = page.hear("game");
    assert_eq!((&game["id"], &game["moves"]), (&json!(7), &json!("h8 i7")));
    page.send(
        json!({"do": "write", "id": 8, "format": "psq", "fen": game["fen"], "moves": "h8 i7"}),
    );
    assert!(page.hear("file")["text"].as_str().unwrap().starts_with("Piskvorky 15x15"));
    page.send(json!({"do": "read", "id": 9, "text": "(;GM[4", "format": null, "variant": null}));
    let error = page.hear("error");
    assert_eq!(error["id"], 9);
    assert!(error["text"].as_str().unwrap().contains("expected"), "{error}");
}

/// Each conversation has a number of its own in the log: that with a client as well as that
/// with the engine behind it.
#[test]
fn conversations_are_told_apart_in_the_log() {
    let folder = Folder::new("log");
    let file = folder.0.join("log");
    let server = Server::start(&["--log-file", file.to_str().unwrap()]);
    let talk = |stream: &mut TcpStream, line: &str| {
        stream.write_all(format!("{line}\nisready\n").as_bytes()).unwrap();
        let mut answer = BufReader::new(stream).lines();
        assert_eq!(answer.next().unwrap().unwrap(), "readyok");
    };
    let (mut one, mut other) = (connect(&server.plain), connect(&server.plain));
    talk(&mut one, "position startpos moves a1");
    talk(&mut other, "position startpos moves b2");
    talk(&mut one, "position startpos moves c3");
    let mut page = server.visit();
    page.line("position startpos moves d4");
    page.line("isready");
    page.hear_line("readyok");
    drop((one, other));

    // A thread writes it, a moment later.
    let deadline = std::time::Instant::now() + super::support::PATIENCE;
    let log = loop {
        let log = fs::read_to_string(&file).unwrap();
        if log.matches(" < readyok\n").count() >= 8 {
            break log;
        }
        assert!(std::time::Instant::now() < deadline, "{log}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let numbers = |line: &str| -> Vec<&str> {
        let end = format!(" > position startpos moves {line}");
        let heads = log.lines().filter_map(|text| text.strip_suffix(&end));
        heads.filter_map(|head| head.rsplit("] ").next()).collect()
    };
    let [a1, b2, c3, d4] = ["a1", "b2", "c3", "d4"].map(numbers);
    assert_eq!(a1, c3, "the same client and engine: {log}");
    let all: BTreeSet<&str> = [&a1, &b2, &d4].into_iter().flatten().copied().collect();
    assert_eq!((a1.len(), b2.len(), d4.len(), all.len()), (2, 2, 2, 6), "{log}");
    assert_eq!(log.matches("# begins: a client at 127.0.0.1").count(), 3, "{log}");
    for number in a1.iter().chain(&b2).chain(&d4) {
        assert!(log.contains(&format!("] {number} < readyok\n")), "{number}: {log}");
    }
}

/// A terminal that was stopped, or a pipe that is not read, takes no more of the log.
#[cfg(unix)]
#[test]
fn a_log_that_is_not_read_keeps_no_conversation_waiting() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--listen", "127.0.0.1:0", "--tcp", "127.0.0.1:0", "--store", "none"])
        .env("RUST_LOG", "info")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let plain = told.nth(1).unwrap().unwrap();
    let mut stream = connect(plain.strip_prefix("lines at ").unwrap());
    // Far more than a pipe has room for.
    let long = format!("position startpos moves {}\n", "h8 ".repeat(1300));
    stream.write_all(format!("{}isready\n", long.repeat(50)).as_bytes()).unwrap();
    let answers = BufReader::new(stream).lines().map_while(Result::ok);
    let is_answered = answers.into_iter().any(|line| line == "readyok");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(is_answered);
}
