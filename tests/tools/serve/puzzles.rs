//! Puzzles: what a page is told of them, and what it is not.

use serde_json::{Value, json};

use super::support::{Page, Server};

fn ask(page: &mut Page, what: &Value) -> Value {
    page.send(json!({"do": "puzzle", "id": 3, "ask": what}));
    let answer = page.hear("puzzle");
    assert_eq!(answer["id"], 3);
    answer
}

fn refusal(page: &mut Page, what: &Value) -> String {
    page.send(json!({"do": "puzzle", "id": 4, "ask": what}));
    let answer = page.hear("error");
    assert_eq!(answer["id"], 4);
    answer["text"].as_str().unwrap().to_owned()
}

fn try_move(number: usize, moves: &str, mv: &str) -> Value {
    json!({"do": "try", "number": number, "moves": moves, "move": mv})
}

#[test]
fn a_puzzle_is_solved_reply_by_reply() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let list = ask(&mut page, &json!({"do": "list"}))["puzzles"].take();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 300);
    let number = list.iter().position(|one| one[0] == "vcf" && one[2] == 3).unwrap();
    let shown = ask(&mut page, &json!({"do": "show", "number": number}));
    assert_eq!((&shown["kind"], &shown["grade"]), (&json!("vcf"), &json!(3)));
    // A win by fours has no quiet move.
    assert_eq!((&list[number][3], &list[number][4]), (&shown["length"], &json!(0)));
    // Nothing that is shown gives the solution away.
    let keys: Vec<&String> = shown.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["fen", "forbidden", "grade", "id", "is", "kind", "length", "number", "open", "searched"]
    );
    let clue = |depth: &str| json!({"do": "clue", "number": number, "moves": "", "depth": depth});
    let look = ask(&mut page, &clue("look"));
    assert_eq!(
        (&look["look"], &look["move"], &look["line"]),
        (&json!("four"), &Value::Null, &Value::Null)
    );
    assert_eq!(ask(&mut page, &clue("move"))["line"], Value::Null);
    let all = ask(&mut page, &clue("all"));
    let line: Vec<&str> = all["line"].as_str().unwrap().split(' ').collect();
    assert_eq!(all["move"], line[0]);
    let mut moves: Vec<String> = Vec::new();
    let mut is_solved = false;
    while !is_solved {
        let place =
            json!({"do": "clue", "number": number, "moves": moves.join(" "), "depth": "move"});
        let wanted = ask(&mut page, &place)["move"].as_str().unwrap().to_owned();
        let tried = ask(&mut page, &try_move(number, &moves.join(" "), &wanted));
        assert_eq!(tried["is_right"], true, "{tried}");
        is_solved = tried["is_solved"] == true;
        moves.push(wanted);
        moves.extend(tried["reply"].as_str().map(str::to_owned));
        assert!(moves.len() <= line.len(), "no longer than the longest line: {moves:?}");
    }
    let number = list.iter().rposition(|one| one[0] == "defence").unwrap();
    let place = json!({"do": "clue", "number": number, "moves": "", "depth": "move"});
    let right = ask(&mut page, &place)["move"].clone();
    let fen = ask(&mut page, &json!({"do": "show", "number": number}))["fen"].take();
    for mv in empty_squares(fen.as_str().unwrap()).iter().filter(|mv| right != **mv).step_by(15) {
        let wrong = ask(&mut page, &try_move(number, "", mv));
        assert_eq!(wrong["is_right"], false, "{mv}: {wrong}");
        let line = wrong["line"].as_array().unwrap();
        // The line that wins, or in how many moves where it would show the right one.
        assert_eq!(line.is_empty(), wrong["why"] == "losesIn", "{mv}: {wrong}");
        assert!(wrong["why"].as_str().unwrap().starts_with("loses"), "{mv}: {wrong}");
        assert!(wrong["length"].as_u64().unwrap() >= 1, "{mv}: {wrong}");
        assert!(!line.contains(&right), "{mv}: {wrong}");
    }
}

/// The empty squares of a position of 15 columns at most.
fn empty_squares(fen: &str) -> Vec<String> {
    let rows: Vec<&str> = fen.split(' ').next().unwrap().split('/').collect();
    let mut squares = Vec::new();
    for (row, text) in (1..=rows.len()).rev().zip(&rows) {
        let mut column = 'a';
        let mut count = 0;
        for letter in text.chars().chain(['x']) {
            if let Some(digit) = letter.to_digit(10) {
                count = 10 * count + digit;
                continue;
            }
            for _ in 0..std::mem::take(&mut count) {
                squares.push(format!("{column}{row}"));
                column = char::from(column as u8 + 1);
            }
            column = char::from(column as u8 + 1);
        }
    }
    squares
}

#[test]
fn what_is_no_place_in_a_puzzle_is_refused() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let list = ask(&mut page, &json!({"do": "list"}))["puzzles"].take();
    let is_long = |one: &Value| one[0] == "vcf" && one[2] == 3;
    let number = list.as_array().unwrap().iter().position(is_long).unwrap();
    let clue = json!({"do": "clue", "number": number, "moves": "", "depth": "all"});
    let line = ask(&mut page, &clue)["line"].as_str().unwrap().to_owned();
    let words: Vec<&str> = line.split(' ').collect();
    let long = "h8 ".repeat(61);
    for (what, text) in [
        (json!({"do": "show", "number": 300}), "number: 300: expected 0 to 299".to_owned()),
        (try_move(number, "", "quack"), "move: quack: expected a square, as in h8".to_owned()),
        (try_move(number, "", "z40"), "move: z40: outside the 15x15 board, expected".to_owned()),
        (try_move(number, &long, "h8"), "moves: 61: expected at most 60".to_owned()),
        (
            try_move(number, words[0], "h8"),
            format!("moves: {}: expected {} after it", words[0], words[1]),
        ),
        (
            try_move(number, "a1 a2", "h8"),
            "moves: a1: expected a right move that is answered".to_owned(),
        ),
    ] {
        let said = refusal(&mut page, &what);
        assert!(said.starts_with(&text), "{what}: {said}");
    }
    page.send(json!({"do": "puzzle", "id": 9, "ask": {"do": "peek", "number": 0}}));
    assert!(page.hear("error")["text"].as_str().unwrap().starts_with("message: "));
}
