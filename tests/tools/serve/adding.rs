//! Engines that are added from the page: who may, what is tried, and what is said of it.

use serde_json::{Value, json};

use super::support::{Page, Server};

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// A server that takes engines, and a page that may add some.
fn open() -> (Server, Page) {
    let server = Server::start(&["--add-engines", "--patience", "2"]);
    let mut page = server.knock().unwrap();
    assert_eq!(page.hear("hello")["added"], json!([]));
    (server, page)
}

fn register(page: &mut Page, name: &str, command: &str) {
    page.send(json!({"do": "register", "id": 7, "name": name, "command": command}));
}

/// The code with which an engine is refused.
fn refused(page: &mut Page, name: &str, command: &str) -> Value {
    register(page, name, command);
    let refusal = page.hear("error");
    assert_eq!(refusal["id"], 7);
    refusal["code"].clone()
}

#[test]
fn an_engine_is_added_for_everyone_until_it_is_removed() {
    let (server, mut page) = open();
    let mut other = server.visit();
    // A brain by its command line, and another one by the words of --engine.
    register(
        &mut page,
        " My  brain ",
        &format!("'{TENGEN}' --protocol gomocup --set Player=random"),
    );
    let hello = other.hear("hello");
    assert_eq!((&hello["engines"][1], &hello["added"]), (&json!("My brain"), &json!(["My brain"])));
    page.hear("done");
    register(&mut page, "second", &format!("cmd='{TENGEN}' option.Player=random"));
    assert_eq!(other.hear("hello")["added"], json!(["My brain", "second"]));
    page.hear("done");
    // Both play, at a desk and at a table.
    other.send(json!({"do": "engine", "to": "a", "name": "My brain"}));
    other.line("position startpos moves h8");
    other.line("go movetime 100");
    assert_ne!(other.hear_line("bestmove"), "bestmove (none)");
    let seats = json!([{"me": "Ann"}, {"engine": "second"}]);
    let table = json!({"game": "gomoku", "seats": seats});
    other.send(json!({"do": "found", "id": 8, "key": "annannannannann1", "table": table}));
    other.hear("founded");
    // What was added is removed, and nothing else.
    page.send(json!({"do": "unregister", "id": 9, "name": "tengen"}));
    assert_eq!(page.hear("error")["code"], "no-engine");
    page.send(json!({"do": "unregister", "id": 9, "name": "My brain"}));
    assert_eq!(page.hear("done")["id"], 9);
    assert_eq!(other.hear("hello")["added"], json!(["second"]));
}

#[test]
fn what_is_no_engine_is_refused_by_a_code() {
    let (_server, mut page) = open();
    for (name, command, code) in [
        ("", TENGEN, "invalid"),
        ("mine", "", "invalid"),
        ("mine", "'./open", "invalid"),
        ("mine", "cmd=x hash=7", "invalid"),
        ("mine", "/no/such/program", "engine-missing"),
        ("Tengen", TENGEN, "name-taken"),
        ("RANDOM", TENGEN, "name-taken"),
        ("level:77", TENGEN, "name-taken"),
        ("me", TENGEN, "name-taken"),
    ] {
        assert_eq!(refused(&mut page, name, command), code, "{name} {command}");
    }
    register(&mut page, "mine", TENGEN);
    page.hear("done");
    assert_eq!(refused(&mut page, "MINE", TENGEN), "name-taken");
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_answer_as_an_engine_is_refused() {
    let (_server, mut page) = open();
    for command in ["true", "sleep 600", "sh -c 'while read -r line; do echo hm; done'"] {
        assert_eq!(refused(&mut page, "mine", command), "engine-silent", "{command}");
    }
}

#[test]
fn no_more_than_16_are_added() {
    let (_server, mut page) = open();
    for number in 1..=16 {
        register(&mut page, &format!("engine {number}"), &format!("cmd='{TENGEN}' proto=uci"));
        page.hear("done");
    }
    assert_eq!(refused(&mut page, "engine 17", TENGEN), "too-many-engines");
    page.send(json!({"do": "unregister", "id": 9, "name": "engine 3"}));
    page.hear("done");
    register(&mut page, "engine 17", TENGEN);
    page.hear("done");
}

#[test]
fn only_a_page_on_the_machine_of_a_server_that_allows_it_adds_engines() {
    let server = Server::start(&[]);
    let mut page = server.knock().unwrap();
    assert_eq!(page.hear("hello")["added"], Value::Null);
    assert_eq!(refused(&mut page, "mine", TENGEN), "not-from-here");
    // A page that is asked for by another name may be shown anywhere.
    let server = Server::start(&["--add-engines", "--host", "board.example"]);
    let mut page = Page::through(super::support::connect(&server.page), "board.example").unwrap();
    assert_eq!(refused(&mut page, "mine", TENGEN), "not-from-here");
    page.send(json!({"do": "unregister", "id": 7, "name": "mine"}));
    assert_eq!(page.hear("error")["code"], "not-from-here");
}
