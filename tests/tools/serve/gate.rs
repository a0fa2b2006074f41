//! Which visitors are let in.

use std::process::Command;

use serde_json::json;
use tengen_engine::eval::shipped_networks;
use tengen_page::files::{SITE_SOURCES, SOURCES};

use super::support::{Folder, Server};
use crate::waiting::Finish;

const UPGRADE: &str = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn the_page_comes_with_its_policy_and_packed_on_demand() {
    let server = Server::start(&[]);
    let ask = |path: &str, more: &str| {
        server.request(&format!(
            "GET {path} HTTP/1.1\nHost: {}\nConnection: close\n{more}\n",
            server.page
        ))
    };
    let page = ask("/", "");
    assert_eq!(status(&page), "200");
    assert!(page.contains("default-src 'none'; script-src 'self'"), "{page}");
    assert!(page.contains("<title>Tengen</title>"), "{page}");
    assert!(ask("/main.js", "Accept-Encoding: gzip\n").contains("content-encoding: gzip"));
    for (path, expected) in [("/nothing", "404"), ("/../Cargo.toml", "404"), ("/socket", "400")] {
        assert_eq!(status(&ask(path, "")), expected, "{path}");
    }
    let posted =
        server.request(&format!("POST / HTTP/1.1\nHost: {}\nConnection: close\n\n", server.page));
    assert_eq!(status(&posted), "405");
}

#[test]
fn a_module_for_browsers_comes_with_what_lets_it_share_memory() {
    let folder = Folder::new("module");
    let path = folder.0.to_str().unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", "none", "--module", path])
        .finish()
        .unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    let expected = "expected a folder that scripts/site.sh has written";
    assert!(said.contains(path) && said.contains(expected), "{said}");

    let site = folder.0.join("site");
    std::fs::create_dir(&site).unwrap();
    for source in SOURCES.iter().chain(SITE_SOURCES).filter(|source| source.path != "/") {
        std::fs::write(folder.0.join(&source.path[1..]), source.sent()).unwrap();
    }
    let networks = shipped_networks().map(|network| format!("{}.lzma", network.file));
    let engines =
        ["tengen", "tengen-simd", "tengen-threads"].map(|name| format!("{name}.wasm.lzma"));
    let others = engines.into_iter().chain(["secret.txt".to_owned()]);
    for name in networks.into_iter().chain(others) {
        std::fs::write(site.join(&name), &name).unwrap();
    }
    let server = Server::start(&["--module", path]);
    let ask = |path: &str| {
        let head = format!("GET {path} HTTP/1.1\nHost: {}\nConnection: close\n\n", server.page);
        server.request(&head)
    };
    for path in ["/", "/site/hostworker.js", "/site/tengen.wasm.lzma"] {
        let answer = ask(path);
        assert_eq!(status(&answer), "200", "{path}");
        assert!(answer.contains("cross-origin-embedder-policy: require-corp"), "{answer}");
    }
    assert_eq!(status(&ask("/site/secret.txt")), "404");
    let hello = |server: &Server| server.knock().unwrap().hear("hello")["module"].take();
    assert_eq!(hello(&server), true);
    let plain = Server::start(&[]);
    assert_eq!(hello(&plain), false);
}

#[test]
fn answers_that_are_not_read_end_the_connection() {
    use std::io::Write;
    use std::time::{Duration, Instant};

    use super::support::{PATIENCE, connect, read_all};

    let server = Server::start(&[]);
    let request = format!("GET /debug.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.page);
    let mut stream = connect(&server.page);
    stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    // More than the system holds for both.
    let mut asked = 0;
    let deadline = Instant::now() + PATIENCE;
    loop {
        assert!(Instant::now() < deadline, "there is room for {asked} requests");
        match stream.write_all(request.as_bytes()) {
            Ok(()) => asked += 1,
            // There is no room any more, or the server has had enough.
            Err(_) => break,
        }
    }
    // The server gives a reader ten seconds.
    std::thread::sleep(Duration::from_secs(13));
    let answers = read_all(&mut stream).matches("HTTP/1.1 200").count();
    assert!(answers < asked, "{answers} of {asked}");
    let again = format!("GET /debug.js HTTP/1.1\nHost: {}\nConnection: close\n\n", server.page);
    assert_eq!(status(&server.request(&again)), "200");
}

#[test]
fn other_names_and_other_pages_are_turned_away() {
    let server = Server::start(&["--host", "board.example"]);
    let knock = |host: &str, origin: &str| {
        server.request(&format!(
            "GET /socket HTTP/1.1\nHost: {host}\nOrigin: {origin}\n{UPGRADE}Connection: Upgrade, close\n\n"
        ))
    };
    for (host, origin, expected) in [
        ("evil.example", "http://evil.example", "421"),
        (&server.page, "http://evil.example", "403"),
        (&server.page, "null", "403"),
        ("board.example", "http://localhost", "403"),
    ] {
        let answer = knock(host, origin);
        assert_eq!(status(&answer), expected, "{host} {origin}");
        assert!(answer.contains(": expected "), "{answer}");
    }
    let rebound = server.request("GET / HTTP/1.1\nHost: evil.example:80\nConnection: close\n\n");
    assert!(rebound.ends_with("expected an address, localhost, or a name given by --host\n"));
    let named = server.request("GET / HTTP/1.1\nHost: board.example\nConnection: close\n\n");
    assert_eq!(status(&named), "200");
    server.visit();
}

#[test]
fn one_connection_too_many_is_told_so() {
    let server = Server::start(&["--connections", "2"]);
    let _first = server.visit();
    let _second = server.visit();
    let plain = server.say("uci\n");
    assert!(plain.starts_with("info string error: connection: "), "{plain}");
    let refused = server.request(&format!("GET / HTTP/1.1\nHost: {}\n\n", server.page));
    assert_eq!(status(&refused), "503");
    assert!(refused.contains("expected at most 2 at a time"), "{refused}");
}

#[test]
fn one_address_does_not_take_everything() {
    let server = Server::start(&["--connections-each", "2", "--engines-each", "1"]);
    let mut page = server.visit();
    page.line("isready");
    page.hear_line("readyok");
    page.send(json!({"do": "line", "to": "b", "line": "isready"}));
    let refusal = page.hear("error")["text"].as_str().unwrap().to_owned();
    assert_eq!(refusal, "engine: tengen: expected at most 1 at a time of one address");
    // The plain port has the same limits, and so have tables.
    let plain = server.say("isready\n");
    assert_eq!(plain, format!("info string error: {refusal}\n"));
    page.send(json!({"do": "found", "id": 1, "key": "annannannannann1",
        "table": {"game": "gomoku", "seats": ["guest", {"engine": "random"}]}}));
    let name = page.hear("founded")["table"].as_str().unwrap().to_owned();
    page.enter(&name, "annannannannann1");
    let refusal = page.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(
        refusal.starts_with("table: no place for its engines: expected at most 1"),
        "{refusal}"
    );
    // A connection that is over may be found so a moment later.
    let deadline = std::time::Instant::now() + super::support::PATIENCE;
    let _second = loop {
        match server.knock() {
            Ok(page) => break page,
            Err(_) => assert!(std::time::Instant::now() < deadline),
        }
    };
    let plain = server.say("isready\n");
    assert!(plain.contains("connection: one too many: expected at most 2"), "{plain}");
    let refused = server.request(&format!("GET / HTTP/1.1\nHost: {}\n\n", server.page));
    assert_eq!(status(&refused), "503");
}

#[test]
fn what_cannot_be_opened_is_said_in_one_line() {
    let server = Server::start(&[]);
    for (arguments, code, text) in [
        (
            vec!["--listen", &server.page, "--store", "none"],
            1,
            "expected a port that no other program has",
        ),
        // An address for documents, which no machine has.
        (
            vec!["--listen", "192.0.2.1:0", "--store", "none"],
            1,
            "expected an address of this machine",
        ),
        (vec!["--listen", "8080"], 2, "expected an address and a port"),
        (vec!["--listen", "127.0.0.1:0", "--store", "/dev/null/x"], 1, "--store: /dev/null/x: "),
        (vec!["--engine", "name=tengen cmd=x", "--store", "none"], 2, "expected another name"),
        (vec!["--engine", "speed=1", "--store", "none"], 2, "--engine: speed=1: expected"),
        (vec!["--set", "Hash=0"], 2, "expected"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("serve")
            .args(&arguments)
            .finish()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(text) && said.lines().count() == 1, "{arguments:?}: {said}");
    }
}
