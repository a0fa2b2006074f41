//! Every request has its answer, in its place, whichever engine worked on it.

use serde_json::Value;

use super::schema::faults;
use crate::process::{Engine, program};
use crate::waiting::Finish;

/// What the program answers to these lines.
pub fn answers(arguments: &[&str], input: &str) -> Vec<String> {
    let mut engine = Engine::start(&[&["analyze", "--set", "Hash=1"], arguments].concat());
    engine.send_bytes(input.as_bytes());
    engine.end_input();
    let answers = engine.rest();
    assert_eq!(engine.exit_code(), Some(0), "{answers:?}");
    answers
}

/// An answer without what the clock decides.
fn timeless(answer: &str) -> String {
    let (start, rest) = answer.split_once("\"time_ms\":").unwrap_or((answer, ""));
    format!("{start}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn field(answer: &str, name: &str) -> Value {
    serde_json::from_str::<Value>(answer).unwrap()[name].clone()
}

/// Requests that take very different times, with three broken lines among them.
fn mixed() -> String {
    let mut lines = Vec::new();
    for number in 0..60 {
        let nodes = 1 + number * 7919 % 3000;
        let column = char::from(b'a' + (number % 15) as u8);
        lines.push(match number % 4 {
            0 => format!(r#"{{"id":{number},"moves":"h8 {column}9","nodes":{nodes}}}"#),
            1 => format!(r#"{{"id":{number},"variant":"tictactoe","moves":["b2","a1"],"depth":9}}"#),
            2 => format!(r#"{{"id":{number},"variant":"renju","multipv":3,"nodes":{nodes}}}"#),
            _ => format!(
                r#"{{"id":{number},"moves":"h8h9","turns":"all","options":{{"Seed":3}},"nodes":99}}"#
            ),
        });
    }
    for (place, broken) in
        [(3, "{\"id\":1000,"), (20, "nonsense"), (41, r#"{"id":1001,"moves":"h8 h8"}"#)]
    {
        lines.insert(place, broken.to_owned());
    }
    lines.push(String::new());
    lines.join("\n")
}

#[test]
fn refusals_have_codes() {
    for (request, code) in [
        ("nonsense", "invalid"),
        (r#"{"id":1,"nods":5}"#, "invalid"),
        (r#"{"id":1,"moves":"h8 h8"}"#, "occupied"),
        (r#"{"id":1,"variant":"tictactoe","moves":"d4"}"#, "outside"),
        (r#"{"id":1,"variant":"tictactoe","moves":"a1 b1 a2 b2 a3 b3"}"#, "game-over"),
        (r#"{"id":1,"moves":"h8","search_moves":"h8"}"#, "occupied"),
        (r#"{"id":1,"options":{"Player":"fivestage"}}"#, "wrong-player"),
    ] {
        let answers = answers(&["--nodes", "10"], request);
        let codes: Vec<Value> =
            answers.iter().map(|answer| field(answer, "error")["code"].clone()).collect();
        assert_eq!(codes, [code], "{request}: {answers:?}");
    }
}

#[test]
fn answers_keep_their_order_at_every_concurrency() {
    let input = mixed();
    let alone = answers(&["--concurrency", "1"], &input);
    assert_eq!(alone.len(), 60 + 2 * 15 + 3);
    let ids: Vec<Value> = alone.iter().map(|answer| field(answer, "id")).collect();
    assert_eq!((&ids[0], &ids[3], &ids[4]), (&0.into(), &1000.into(), &3.into()));
    assert!(ids.contains(&1000.into()) && ids.contains(&1001.into()) && ids.contains(&Value::Null));
    let errors = alone.iter().filter(|answer| field(answer, "error").is_object()).count();
    assert_eq!(errors, 3);
    let expected: Vec<String> = alone.iter().map(|answer| timeless(answer)).collect();
    for workers in ["2", "5"] {
        let together = answers(&["--concurrency", workers], &input);
        let together: Vec<String> = together.iter().map(|answer| timeless(answer)).collect();
        assert_eq!(together, expected);
    }
}

#[test]
fn each_turn_of_a_game_has_its_answer() {
    let game = r#"{"id":"g","variant":"tictactoe","moves":"b2 a1 c1 a3 b1 b3 a2 c2 c3"}"#;
    let last = answers(&[], game);
    assert_eq!(last.len(), 1);
    assert_eq!(field(&last[0], "outcome")["reason"], "full board");
    assert_eq!(field(&last[0], "best"), Value::Null);
    let all = answers(&[], &game.replace("\"}", "\",\"turns\":\"all\"}"));
    let turns: Vec<u64> = all.iter().map(|line| field(line, "turn").as_u64().unwrap()).collect();
    assert_eq!(turns, (0..=9).collect::<Vec<_>>());
    let sides: Vec<Value> = all.iter().map(|line| field(line, "side")).collect();
    assert_eq!((&sides[0], &sides[1]), (&"x".into(), &"o".into()));
    let some = answers(&[], &game.replace("\"}", "\",\"turns\":[9,0,0]}"));
    assert_eq!(timeless(&some[0]), timeless(&all[9]));
    assert_eq!(timeless(&some[2]), timeless(&all[0]));
}

#[test]
fn what_a_move_is_worth_is_told() {
    let open_four =
        r#"{"id":1,"fen":"15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/2oooo9 o","depth":2}"#;
    let answer = &answers(&[], open_four)[0];
    assert_eq!(field(answer, "score")["mate"], 1);
    assert_eq!(field(answer, "winrate"), 1.0);
    assert_eq!(field(answer, "wdl"), serde_json::json!([1000, 0, 0]));
    let lost = &answers(&[], &open_four.replace("2oooo9 o", "15 o"))[0];
    assert_eq!(field(lost, "score")["mate"], -1);
    assert_eq!(field(lost, "winrate"), 0.0);
    let two = &answers(&[], r#"{"id":1,"moves":"h8","multipv":3,"depth":2}"#)[0];
    let lines = field(two, "lines");
    assert_eq!(lines.as_array().unwrap().len(), 3);
    assert_eq!(lines[0]["pv"][0], field(two, "best"));
    assert_eq!(lines[0]["score"], field(two, "score"));
}

/// The side to move has lost here; players that value nothing do not say that it is even.
#[test]
fn a_player_without_an_opinion_tells_no_score() {
    let schema = program().args(["analyze", "--schema", "answer"]).finish().unwrap().stdout;
    let schema = String::from_utf8(schema).unwrap();
    let ask = |player: &str| {
        let question = format!(
            r#"{{"id":1,"variant":"tictactoe","moves":"b2 a1 c1","options":{{"Player":"{player}"}}}}"#
        );
        let answer: Value = serde_json::from_str(&answers(&[], &question)[0]).unwrap();
        assert!(faults(&schema, &answer).is_empty(), "{answer}");
        assert_eq!(answer["lines"][0]["pv"][0], answer["best"], "{answer}");
        answer
    };
    for player in ["random", "fivestage", "linecount", "scoretable", "runlength"] {
        let answer = ask(player);
        for name in ["score", "bound", "winrate", "wdl"] {
            assert!(answer.get(name).is_none(), "{player}: {answer}");
            assert!(answer["lines"][0].get(name).is_none(), "{player}: {answer}");
        }
    }
    for player in ["minimax", "alphabeta"] {
        let answer = ask(player);
        let cp = answer["score"]["cp"].as_i64().unwrap_or_else(|| panic!("{player}: {answer}"));
        assert_eq!(cp % 100, 0, "whole lines: {answer}");
        assert!(answer.get("winrate").is_none() && answer.get("wdl").is_none(), "{answer}");
    }
}

#[test]
fn a_request_can_be_given_up() {
    let mut engine = Engine::start(&["analyze", "--set", "Hash=1"]);
    engine.send(r#"{"id":"long","nodes":1000000000000}"#);
    engine.send(r#"{"id":"waits","turns":"all","moves":"h8 h9","nodes":1000000000000}"#);
    engine.send(r#"{"id":"quick","nodes":10}"#);
    assert_eq!(engine.within(std::time::Duration::from_millis(700)), None);
    engine.send(r#"{"cancel":"nobody"}"#);
    engine.send(r#"{"cancel":"waits"}"#);
    engine.send(r#"{"cancel":"long"}"#);
    engine.end_input();
    let said = engine.rest();
    assert_eq!(said.len(), 5, "{said:?}");
    assert!(said[0].starts_with(r#"{"id":"long","turn":0,"cancelled":true,"fen":"#), "{}", said[0]);
    assert!(field(&said[0], "best").is_string());
    for (turn, line) in said[1..4].iter().enumerate() {
        assert_eq!(*line, format!(r#"{{"id":"waits","turn":{turn},"cancelled":true}}"#));
    }
    assert_eq!(
        (field(&said[4], "id"), field(&said[4], "cancelled")),
        ("quick".into(), Value::Null)
    );
    assert_eq!(engine.exit_code(), Some(0));
}

/// Where somebody wins, the answer brings the proof that was asked for: the checker of the
/// program accepts the text as a file. Elsewhere, and unasked, there is none.
#[test]
fn a_win_comes_with_its_proof() {
    let folder = crate::folder::folder("analyze-proof");
    // x wins by fours, whoever is to move after 9 moves; nothing is decided after 2.
    let game = r#""moves":"h8 a1 h9 a2 h10 a3 i10 b1 j10","turns":[2,8,9],"nodes":3000"#;
    let all = answers(&[], &format!(r#"{{"id":1,{game},"proof":true}}"#));
    assert_eq!(field(&all[0], "proof"), Value::Null);
    assert!(!all[0].contains("\"proof\""), "{}", all[0]);
    for answer in &all[1..] {
        let text = field(answer, "proof").as_str().unwrap().to_owned();
        assert!(text.contains("\nclaim x wins\n"), "{text}");
        let file = folder.join(format!("{}.proof", field(answer, "turn")));
        std::fs::write(&file, text).unwrap();
        let output = program().arg("verify").arg(&file).finish().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let unasked = answers(&[], &format!(r#"{{"id":1,{game}}}"#));
    assert!(unasked.iter().all(|answer| !answer.contains("\"proof\"")));
    let broken = answers(&[], r#"{"id":1,"variant":"destroy","proof":true}"#);
    assert_eq!(field(&broken[0], "error")["what"], "proof");
}
