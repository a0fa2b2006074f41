//! Nonsense, floods and silence: the server answers its other clients all the same.

use std::io::Write;

use serde_json::json;

use super::support::{Server, connect};

/// A fresh visitor is served as ever.
fn is_well(server: &Server) {
    let mut page = server.visit();
    page.line("isready");
    assert_eq!(page.hear_line("ready"), "readyok");
}

#[test]
fn messages_that_mean_nothing_are_refused_one_by_one() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let deep = "[".repeat(50_000);
    let nonsense =
        ["", "{", "null", "[]", "{\"do\":1}", "{\"do\":\"line\"}", "\u{0}", "go depth 3", &deep];
    for text in nonsense {
        page.send_text(text);
        let error = page.hear("error")["text"].as_str().unwrap().to_owned();
        assert!(error.starts_with("message: ") && error.len() < 500, "{error}");
    }
    page.send_bytes(&[0xff, 0xfe, 0]);
    assert_eq!(page.hear("error")["text"], "message: bytes: expected text");
    page.line("isready\nquit");
    assert_eq!(page.hear("error")["text"], "line: a line end: expected one line a message");
    page.line("isready");
    assert_eq!(page.hear_line("ready"), "readyok");
}

#[test]
fn long_messages_end_the_conversation_and_nothing_else() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    page.send_text(&"x".repeat(300 << 10));
    while page.next().is_some() {}
    is_well(&server);
}

#[test]
fn long_lines_are_refused_and_the_next_one_is_heard() {
    let server = Server::start(&[]);
    let said = server.say(format!("position startpos moves {}\nisready\n", "h8 ".repeat(20_000)));
    let (first, rest) = said.split_once('\n').unwrap();
    assert!(first.starts_with("info string error: line: "), "{first}");
    assert_eq!(rest, "readyok\n");
}

#[test]
fn bytes_of_all_kinds_do_no_harm() {
    let server = Server::start(&[]);
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.extend_from_slice(b"\n\n\0\0\r\n\xff\xfe\nisready\n");
    assert!(server.say(&bytes).ends_with("readyok\n"));
    for junk in ["\x16\x03\x01\x02", "GET", "GET / HTTP/9.9\n\n", "\n\n\n\n", "GET / HTTP/1.1\n\n"]
    {
        let mut stream = connect(&server.page);
        stream.write_all(junk.as_bytes()).unwrap();
        drop(stream);
    }
    let huge = format!("GET / HTTP/1.1\nHost: localhost\nX: {}\n\n", "y".repeat(100_000));
    let answer = server.request(&huge);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    is_well(&server);
}

#[test]
fn too_many_questions_are_refused_with_an_answer_each() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    // Lines wait behind a search that has a limit; another one they would end.
    page.line("position startpos moves h8");
    page.line("go movetime 50000");
    let filler = format!("# {}", "x".repeat(30_000));
    // A comment is no question and goes no further.
    page.line(&filler);
    let long = format!("go depth 1 searchmoves {}", "h8 ".repeat(8_000));
    for _ in 0..12 {
        page.line(&long);
    }
    let refusal = page.hear_line("info string error: line: ");
    assert!(refusal.contains("wait for the end of a search"), "{refusal}");
    page.line("stop");
    page.hear_line("bestmove");
    is_well(&server);
}

#[test]
fn a_client_that_does_not_read_delays_no_other() {
    let server = Server::start(&[]);
    let mut deaf = connect(&server.plain);
    // Its answers are far more than any buffer holds.
    for _ in 0..2000 {
        if deaf.write_all(b"help\npatterns\neval\nd\n").is_err() {
            break;
        }
    }
    is_well(&server);
    let mut page = server.visit();
    page.send(json!({"do": "read", "id": 1, "text": "h8 i9", "format": null, "variant": null}));
    page.hear("game");
}
