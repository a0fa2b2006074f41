use proptest::prelude::*;

use super::*;

fn request(text: &str) -> AnalysisRequest {
    match read(text.into()) {
        Some(AnalysisInput::Request(request)) => *request,
        other => panic!("{text}: {other:?}"),
    }
}

fn refusal(text: &str) -> (Option<Id>, Problem) {
    match read(text.into()) {
        Some(AnalysisInput::Refused { id, problem }) => (id, problem),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_field_is_read() {
    let full = request(
        r#"{"id":"a","fen":"3/3/3 x","moves":["b2","*a1"],"variant":"destroy","turns":[2,0],
            "options":{"Destroy":2,"AB Cut":false},"nodes":7,"depth":3,"movetime_ms":0,"mate":4,
            "multipv":2,"search_moves":"c3"}"#,
    );
    assert_eq!(full.id, Id::Text("a".to_owned()));
    assert_eq!(full.start, Start::Text("3/3/3 x".to_owned()));
    assert_eq!(full.moves, moves("moves", "b2 *a1").unwrap());
    let settings: Vec<(&str, &str)> =
        full.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected =
        [("Variant", "destroy"), ("MultiPV", "2"), ("AB Cut", "false"), ("Destroy", "2")];
    assert_eq!(settings, expected);
    assert_eq!(full.turns, Turns::List(vec![2, 0]));
    let limits = Limits {
        nodes: Some(7),
        depth: Some(3),
        movetime_ms: Some(0),
        mate: Some(4),
        search_moves: moves("moves", "c3").unwrap(),
        ..Limits::default()
    };
    assert_eq!(full.limits, limits);

    let bare = request(r#"{"id":-3}"#);
    assert_eq!((bare.id, bare.turns, bare.start), (Id::Number(-3), Turns::Last, Start::Empty));
    let game = request(r#"{"id":1,"record":"h8i9","format":"moves","turns":"all"}"#);
    assert_eq!(game.record.map(|record| record.format).as_deref(), Some("moves"));
    assert_eq!(
        read(r#"{"cancel":"a"}"#.into()),
        Some(AnalysisInput::Cancel(Id::Text("a".to_owned())))
    );
    assert_eq!(read("  \t".into()), None);
}

#[test]
fn every_field_has_words_for_what_it_must_be() {
    let schema: Value = serde_json::from_str(crate::analysis::REQUEST_SCHEMA).unwrap();
    let names: Vec<&str> =
        schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    assert!(names.iter().all(|name| expected(name, false).is_some()), "{names:?}");
    let (_, problem) = refusal(r#"{"id":7,"node":5}"#);
    let mut told: Vec<&str> =
        problem.expected.strip_prefix("one of ").unwrap().split(", ").collect();
    told.sort_unstable();
    assert_eq!(told, names);
}

#[test]
fn a_game_comes_before_what_changes_it() {
    let mixed = request(r#"{"id":1,"options":{"Height":9,"Variant":"renju","Width":9}}"#);
    assert_eq!(mixed.options[0].0, "Variant");
}

#[test]
fn moves_need_no_blanks() {
    let list = moves("moves", "h8 i9").unwrap();
    for text in ["h8i9", "h8,i9", " H8\ti9 ", "P@h8P@i9"] {
        assert_eq!(moves("moves", text).unwrap(), list, "{text}");
    }
    assert_eq!(moves("moves", "aa10*b2").unwrap().len(), 2);
    assert!(moves("moves", "").unwrap().is_empty());
    assert_eq!(moves("moves", "h8i").unwrap_err().text, "i");
}

#[test]
fn refusals_name_field_and_id() {
    for (text, id, what, offending) in [
        ("hello", None, "line", "hello"),
        ("[1]", None, "line", "[1]"),
        ("{}", None, "id", "no id"),
        (r#"{"id":null}"#, None, "id", "null"),
        (r#"{"id":1.5}"#, None, "id", "1.5"),
        (r#"{"id":7,"moves":["h8","zz"]}"#, Some(7), "moves", "zz"),
        (r#"{"id":7,"moves":[8]}"#, Some(7), "moves", "8"),
        (r#"{"id":7,"moves":8}"#, Some(7), "moves", "8"),
        (r#"{"id":7,"node":5}"#, Some(7), "field", "node"),
        (r#"{"id":7,"nodes":0}"#, Some(7), "nodes", "0"),
        (r#"{"id":7,"nodes":"5"}"#, Some(7), "nodes", "5"),
        (r#"{"id":7,"nodes":1e3}"#, Some(7), "nodes", "1000.0"),
        (r#"{"id":7,"depth":-1}"#, Some(7), "depth", "-1"),
        (r#"{"id":7,"depth":1.5}"#, Some(7), "depth", "1.5"),
        (r#"{"id":7,"mate":1000001}"#, Some(7), "mate", "1000001"),
        (r#"{"id":7,"movetime_ms":null}"#, Some(7), "movetime_ms", "null"),
        (r#"{"id":7,"multipv":"2"}"#, Some(7), "multipv", "2"),
        (r#"{"id":7,"proof":null}"#, Some(7), "proof", "null"),
        (r#"{"id":7,"id x":5}"#, Some(7), "field", "id x"),
        (r#"{"id":7,"fen":5}"#, Some(7), "fen", "5"),
        (r#"{"id":7,"turns":"some"}"#, Some(7), "turns", "some"),
        (r#"{"id":7,"turns":[]}"#, Some(7), "turns", "[]"),
        (r#"{"id":7,"turns":[-1]}"#, Some(7), "turns", "-1"),
        (r#"{"id":7,"search_moves":[]}"#, Some(7), "search_moves", "[]"),
        (r#"{"id":7,"options":[]}"#, Some(7), "options", "[]"),
        (r#"{"id":7,"options":{"hash":1}}"#, Some(7), "options", "hash"),
        (r#"{"id":7,"options":{"Width":[]}}"#, Some(7), "options Width", "[]"),
        (r#"{"id":7,"record":"x"}"#, Some(7), "format", "no format"),
        (r#"{"id":7,"format":"psq"}"#, Some(7), "format", "psq"),
        (r#"{"id":7,"record":"","format":"sgf","moves":""}"#, Some(7), "field", "moves"),
        (r#"{"id":7,"cancel":7}"#, Some(7), "field", "id"),
        (r#"{"cancel":null}"#, None, "cancel", "null"),
        (r#"{ "id" : 7, "fen": "#, Some(7), "line", "end of line"),
        (r#"{"id":7,"fen":"\xff"}"#, Some(7), "line", "xff\"}"),
        (r#"{"fen":"","id":7,"#, None, "line", "end of line"),
    ] {
        let (found, problem) = refusal(text);
        assert_eq!(found, id.map(Id::Number), "{text}");
        assert_eq!((problem.what.as_str(), problem.text.as_str()), (what, offending), "{text}");
        assert!(!problem.expected.is_empty(), "{problem:?}");
    }
    let long = format!(r#"{{"id":"{}"}}"#, "a".repeat(257));
    assert_eq!(refusal(&long).1.what, "id");
    let deep = format!(r#"{{"id":7,"fen":{}}}"#, "[".repeat(100_000));
    assert_eq!(refusal(&deep).0, Some(Id::Number(7)));
    let cut = InputLine { text: r#"{"id":7,"fen":"333"#, is_cut: true };
    assert!(matches!(read(cut), Some(AnalysisInput::Refused { id: Some(Id::Number(7)), .. })));
}

proptest! {
    #[test]
    fn any_text_is_survived(text in ".*", tail in "[\\[{\":,}0-9a-z\\\\]{0,40}") {
        for text in [text, format!("{{\"id\":1,{tail}")] {
            if let Some(AnalysisInput::Refused { problem, .. }) = read(text.as_str().into()) {
                prop_assert!(!problem.text.is_empty() && problem.text.chars().count() <= 60);
            }
        }
    }
}
