//! Reviews of finished games: made once, kept, and refused where there is nothing to
//! review.

use serde_json::{Value, json};

use super::support::{Folder, Page, Server};

const ANN: &str = "annannannannann1";

/// Plays a whole game on both sides of a table, and says the table's name.
fn play(page: &mut Page, moves: &[&str]) -> String {
    let wish = json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"me": "Ann"}]});
    let table = page.found(&wish, ANN);
    for (index, mv) in moves.iter().enumerate() {
        page.play(mv);
        page.scene(index + 1);
    }
    table
}

fn review(page: &mut Page, game: &Value, kind: &str) -> Value {
    page.send(json!({"do": "review", "id": 7, "game": game}));
    let answer = page.hear(kind);
    assert_eq!(answer["id"], 7);
    answer
}

#[test]
fn a_finished_game_is_reviewed_once_and_for_all() {
    let folder = Folder::new("review");
    let store = folder.0.join("games.db");
    let mut server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    // b1 leaves a line open that x completes at once.
    let table = play(&mut ann, &["b2", "a1", "c1", "b1", "a3"]);
    // Eve looks at the game before that, Dan at another one since.
    let marks = |moves: &str| {
        let fen = "3/3/3 x k=3 rule=freestyle destroy=0,0";
        json!({"do": "marks", "id": 5, "fen": fen, "moves": moves})
    };
    let [mut eve, mut dan] = [server.visit(), server.visit()];
    for visitor in [&mut eve, &mut dan] {
        visitor.send(marks("b2  a1 c1 b1 a3"));
        assert_eq!(visitor.hear("marks")["review"], Value::Null);
    }
    dan.send(marks("b2 a1"));
    dan.hear("marks");
    let made = review(&mut ann, &json!({"table": table, "number": 1}), "reviewed");
    let told = eve.hear("marks");
    assert_eq!((&told["id"], &told["review"]), (&json!(5), &made["review"]));
    dan.send(json!({"do": "games", "id": 9}));
    assert_eq!(dan.next().unwrap()["is"], "games", "nothing came before the answer");
    let verdicts = made["review"]["verdicts"].as_array().unwrap();
    assert_eq!((verdicts.len(), &verdicts[3]), (5, &json!("blunder")));
    assert_eq!(made["review"]["best"][3], "a3");
    assert!(made["review"]["losses"][3].as_f64().unwrap() > 0.2);
    assert_eq!(made["review"]["allowed"], json!([3]));
    assert_eq!((&made["review"]["missed"], &made["review"]["hold"]), (&json!([]), &json!(3)));
    assert_eq!(made["review"]["hold_proven"], true, "{made}");
    let scores = made["review"]["scores"].as_array().unwrap();
    assert_eq!(
        (scores.len(), &scores[4], &scores[5]),
        (6, &json!({"mate": 1}), &json!({"mate": 0}))
    );
    assert_eq!(made["review"]["lines"][4], "a3");
    assert_eq!(made["review"]["accuracy"][0], 1.0);
    server.kill();
    let server = Server::with_store(&store, &[]);
    // Every visitor may look at it.
    let mut bob = server.visit();
    bob.send(json!({"do": "games", "id": 1}));
    let game = bob.hear("games")["games"][0].take();
    // A list has it in short.
    assert_eq!(game["id"], made["game"]);
    assert_eq!(game["review"]["verdicts"], made["review"]["verdicts"]);
    assert_eq!(game["review"]["scores"], Value::Null);
    assert_eq!(review(&mut bob, &game["id"], "reviewed")["review"], made["review"]);
    // The review is found by the moves of the game alone.
    let mut known = |moves: &str| {
        bob.send(marks(moves));
        bob.hear("marks")["review"].take()
    };
    assert_eq!(known("b2 a1 c1 b1 a3"), made["review"]);
    assert_eq!(known("b2 a1 c1 b1"), Value::Null);
    bob.send(json!({"do": "marks", "id": 6, "fen": "3/4 x", "moves": ""}));
    let refusal = bob.hear("error");
    assert!(refusal["text"].as_str().unwrap().starts_with("fen: "), "{refusal}");
    for (moves, said) in [
        ("b2 zebra", "moves: zebra: expected a move, as in h8"),
        ("b2 a1 b2", "moves: b2: occupied, expected a legal move"),
        ("b2 h8", "moves: h8: outside the 3x3 board, expected a legal move"),
    ] {
        bob.send(marks(moves));
        assert_eq!(bob.hear("error")["text"], said);
    }
    // A game that goes on has none.
    let mut ann = server.visit();
    ann.enter(&table, ANN);
    ann.scene(5);
    ann.send(json!({"do": "want", "chair": null, "want": {"do": "undo"}}));
    while !ann.hear("scene")["view"]["result"].is_null() {}
    review(&mut ann, &game["id"], "error");
}

#[test]
fn what_is_no_finished_game_is_refused() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let table = play(&mut page, &["b2"]);
    for game in [
        json!(1),
        json!(-5),
        json!({"table": table, "number": 1}),
        json!({"table": "x", "number": 9}),
    ] {
        let text = review(&mut page, &game, "error")["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("game: ") && text.contains("expected"), "{game}: {text}");
    }
    for game in ["null", "\"1\"", "{}", "{\"table\":\"x\"}"] {
        page.send_text(&format!("{{\"do\":\"review\",\"id\":7,\"game\":{game}}}"));
        let text = page.hear("error")["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("message: "), "{game}: {text}");
    }
}

/// More than can wait at once.
const MANY: usize = 40;

#[test]
fn many_questions_at_once_are_all_answered() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let table = play(&mut page, &["b2", "a1", "c1", "b1", "a3"]);
    let game = json!({"table": table, "number": 1});
    for id in 0..MANY {
        page.send(json!({"do": "review", "id": id, "game": game}));
    }
    // Some are made or found, others refused in words; none waits for ever.
    let (mut seen, mut reviews) = (vec![false; MANY], 0);
    while seen.contains(&false) {
        let message = page.next().unwrap();
        let Some(id) = message["id"].as_u64() else { continue };
        assert!(!std::mem::replace(&mut seen[id as usize], true), "{message}");
        match message["is"].as_str().unwrap() {
            "reviewed" => reviews += 1,
            "error" => assert!(message["text"].as_str().unwrap().contains("expected at most 8")),
            other => panic!("{other}"),
        }
    }
    assert!(reviews >= 8, "{reviews}");
    // The server goes on.
    assert_eq!(review(&mut page, &game, "reviewed")["review"]["nodes"], 20_000);
}

/// An engine that plays on one point, whatever the rules say.
#[cfg(unix)]
const STUBBORN: &str = "\
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) echo bestmove h8 ;;
    quit) exit ;;
    esac
done
";

#[test]
#[cfg(unix)]
fn a_game_that_a_forbidden_point_ended_is_reviewed() {
    let folder = Folder::new("forbidden");
    let script = folder.0.join("stubborn.sh");
    std::fs::write(&script, STUBBORN).unwrap();
    let spec = format!("name=stubborn cmd=\"sh '{}'\" proto=uci", script.display());
    let server = Server::start(&["--engine", &spec]);
    let mut page = server.visit();
    // h8 would be a double-three.
    let moves = "g8 a1 i8 a3 h7 a5 h9 a7";
    let wish =
        json!({"game": "renju", "seats": [{"engine": "stubborn"}, {"me": "Ann"}], "load": moves});
    let table = page.found(&wish, ANN);
    let over = page.over();
    assert_eq!(over["view"]["result"]["reason"], "forbidden", "{over}");
    assert_eq!(over["view"]["moves"].as_array().unwrap().len(), 9);
    let game = json!({"table": table, "number": over["view"]["game"]});
    let made = review(&mut page, &game, "reviewed");
    let verdicts = made["review"]["verdicts"].as_array().unwrap();
    assert_eq!((verdicts.len(), &verdicts[8]), (9, &json!("blunder")));
}
