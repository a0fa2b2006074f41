use proptest::prelude::*;
use tengen_engine::game::problem::is_plain;
use tengen_engine::game::{Code, Problem};

use super::changed::changed;
use super::*;

/// What messages are made of, and what should not stand in them.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "1e999",
    "-1",
    "4294967296",
    "null",
    "true",
    "\"do\":\"play\"",
    "\"id\":7",
    "\"x\":1",
    "\"want\":{",
    "\"table\":\"t\"",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{0}",
    "\n",
    "\u{e9}",
];
const SEEDS: &[&str] = &[
    r#"{"do":"line","to":"b","line":"go"}"#,
    r#"{"do":"review","id":1,"game":{"table":"t","number":2}}"#,
    r#"{"do":"want","want":{"do":"play","move":"h8"}}"#,
    r#"{"do":"read","id":1,"text":"h8","format":"pos","variant":null}"#,
    r#"{"do":"match","id":1,"key":"k","match":{"game":"renju","engines":["random"],"games":2,"move_ms":50}}"#,
    r#"{"do":"watch","match":"0123456789abcdef"}"#,
    r#"{"do":"lesson","id":1,"text":"{\"title\":{}}"}"#,
    r#"{"do":"verify","id":1,"text":"tengen-proof 1"}"#,
    r#"{"do":"puzzle","id":1,"ask":{"do":"try","number":3,"moves":"","move":"h8"}}"#,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever a message says, it is a request or one short line that is calm to read.
    #[test]
    fn changed_messages_are_refused_calmly(
        text in changed(SEEDS, PIECES),
    ) {
        if let Err(Misread { problem, .. }) = Request::read(&text) {
            let text = problem.to_string();
            prop_assert!(text.chars().all(is_plain), "{text:?}");
            prop_assert!(text.chars().count() < 400, "{text:?}");
        }
    }
}

#[test]
fn requests_are_read_or_refused_in_one_line() {
    let read = Request::read(r#"{"do":"line","to":"b","line":"go"}"#);
    assert!(matches!(read, Ok(Request::Line { to: Panel::B, line }) if line == "go"));
    let review = Request::read(r#"{"do":"review","id":1,"game":{"table":"t","number":2}}"#);
    let played = Which::Played { table: "t".to_owned(), number: 2 };
    assert!(matches!(review, Ok(Request::Review { id: 1, game }) if game == played));
    let want = Request::read(r#"{"do":"want","want":{"do":"play","move":"h8"}}"#);
    assert!(matches!(want, Ok(Request::Want { chair: None, .. })), "{want:?}");
    let watch = Request::read(r#"{"do":"watch","match":null}"#);
    assert!(matches!(watch, Ok(Request::Watch { name: None })), "{watch:?}");
    let games = Request::read(r#"{"do":"games","id":1}"#);
    assert!(matches!(games, Ok(Request::Games { id: 1, before: None })), "{games:?}");
    for text in [
        "",
        "[]",
        "null",
        "{}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"line\",\"to\":\"e\",\"line\":\"\"}",
        "{\"do\":\"line\",\"to\":\"a\"}",
        "{\"do\":\"close\",\"to\":\"a\",\"x\":1}",
        "\u{0}\n",
        "{\"do\":\"read\",\"id\":-1,\"text\":\"\"}",
    ] {
        let refusal = Request::read(text).unwrap_err();
        let text = refusal.problem.to_string();
        assert!(text.starts_with("message: ") && !text.contains('\n'), "{text}");
        assert_eq!(refusal.id, None);
    }
    let numbered = Request::read(r#"{"do":"found","id":7,"table":{}}"#).unwrap_err();
    assert_eq!(numbered.id, Some(7));
}

#[test]
fn notices_have_the_names_of_the_manual() {
    let text = Notice::Ended { from: Panel::A, code: EndCode::Quit, why: "quit" }.text();
    assert_eq!(text, r#"{"is":"ended","from":"a","code":"quit","why":"quit"}"#);
    let problem = Problem::new("move", "h8", "an empty square").coded(Code::Occupied);
    let error = Notice::refusal(None, None, &problem).text();
    let end = r#""code":"occupied","at":"h8","text":"move: h8: expected an empty square"}"#;
    assert_eq!(error, format!(r#"{{"is":"error",{end}"#));
    let error = Notice::refusal(Some(1), Some(Panel::B), &problem).text();
    assert_eq!(error, format!(r#"{{"is":"error","id":1,"from":"b",{end}"#));
}
