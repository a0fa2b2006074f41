//! Matches between engines, started from the page: played, watched, stopped, and not too many.

use serde_json::{Value, json};

use super::support::{Folder, Page, Server};

const ANN: &str = "annannannannann1";
const BOB: &str = "bobbobbobbobbob2";

fn wish(engines: &[&str], games: u32, move_ms: u64) -> Value {
    json!({"game": "tictactoe", "engines": engines, "games": games, "move_ms": move_ms, "seed": 7})
}

fn begin(page: &mut Page, wish: &Value) -> String {
    page.send(json!({"do": "match", "id": 3, "key": ANN, "match": wish}));
    page.hear("begun")["match"].as_str().unwrap().to_owned()
}

fn refused(page: &mut Page, wish: &Value) -> String {
    page.send(json!({"do": "match", "id": 3, "key": ANN, "match": wish}));
    page.hear("error")["text"].as_str().unwrap().to_owned()
}

/// What is told of a match until it is no longer in that state, and its games.
fn watch(page: &mut Page, name: &str, until: &[&str]) -> (Value, Vec<Value>) {
    page.send(json!({"do": "watch", "match": name}));
    let mut games = Vec::new();
    loop {
        let mut told = page.hear("watched");
        assert_eq!(told["from"], games.len());
        let lines = told["lines"].as_array().unwrap();
        games.extend(
            lines.iter().map(|line| serde_json::from_str::<Value>(line.as_str().unwrap()).unwrap()),
        );
        if until.contains(&told["about"]["state"].as_str().unwrap())
            && told["about"]["played"] == games.len()
        {
            return (told["about"].take(), games);
        }
    }
}

#[test]
fn a_match_is_played_and_watched_game_by_game() {
    let server = Server::start(&[]);
    let (mut ann, mut bob) = (server.visit(), server.visit());
    let name = begin(&mut ann, &wish(&["random", "fivestage", "random"], 6, 50));
    let (about, games) = watch(&mut ann, &name, &["done"]);
    assert_eq!((&about["played"], &about["games"]), (&json!(6), &json!(6)));
    assert_eq!(about["engines"], json!(["random", "fivestage", "random (3)"]));
    let players = ["random", "fivestage", "random (3)"];
    for game in &games {
        assert!(players.contains(&game["black"].as_str().unwrap()), "{game}");
        assert!(game["moves"].as_str().unwrap().split(' ').count() >= 5, "{game}");
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&game["result"].as_str().unwrap()));
    }
    // Whoever comes later hears all of it, and finds it in the list; no path is told.
    let (_, again) = watch(&mut bob, &name, &["done"]);
    assert_eq!(again, games);
    bob.send(json!({"do": "matches", "id": 4}));
    let listed = bob.hear("matches");
    assert_eq!((&listed["id"], &listed["matches"][0]["match"]), (&json!(4), &json!(name)));
    assert!(!listed.to_string().contains("tengen"), "{listed}");
}

#[test]
fn the_game_that_is_played_is_told_move_by_move() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let wish =
        json!({"game": "gomoku", "engines": ["engine", "engine"], "games": 9, "move_ms": 300});
    let name = begin(&mut page, &wish);
    page.send(json!({"do": "watch", "match": name}));
    let mut before = String::new();
    let mut steps = 0;
    while steps < 3 {
        let told = page.hear("watched");
        let Some(moves) = told["live"]["moves"].as_str() else { continue };
        assert_eq!((&told["live"]["game"], &told["live"]["start"]), (&json!(1), &Value::Null));
        assert!(moves.starts_with(&before), "{before}, then {moves}");
        steps += usize::from(moves.len() > before.len());
        moves.clone_into(&mut before);
    }
    page.send(json!({"do": "halt", "id": 6, "match": name, "key": ANN}));
    loop {
        let told = page.hear("watched");
        if told["about"]["state"] == "stopped" {
            assert_eq!(told["live"], Value::Null);
            break;
        }
    }
}

#[test]
fn only_who_began_a_match_stops_it_and_its_engines_end() {
    let server = Server::start(&["--most-engines", "3", "--engines-each", "3"]);
    let (mut ann, mut bob) = (server.visit(), server.visit());
    let endless =
        json!({"game": "gomoku", "engines": ["engine", "engine"], "games": 200, "move_ms": 5000});
    let name = begin(&mut ann, &endless);
    for (page, key) in [(&mut bob, BOB), (&mut ann, BOB)] {
        page.send(json!({"do": "halt", "id": 5, "match": name, "key": key}));
        assert_eq!(page.hear("error")["code"], "not-yours");
    }
    // Its engines have the places of all.
    let text = refused(&mut bob, &endless);
    assert_eq!(
        text,
        "match: no place for its engines: expected at most 3 at a time of one address"
    );
    ann.send(json!({"do": "halt", "id": 6, "match": name, "key": ANN}));
    assert_eq!(ann.hear("done")["id"], 6);
    let (about, _) = watch(&mut ann, &name, &["stopped"]);
    assert_eq!(about["why"], Value::Null);
    let next = begin(&mut ann, &wish(&["random", "scoretable"], 2, 20));
    watch(&mut ann, &next, &["done"]);
}

#[test]
fn matches_have_a_share_and_limits() {
    let server = Server::start(&["--limit", "matches=2,1"]);
    let mut page = server.visit();
    let long =
        json!({"game": "gomoku", "engines": ["engine", "random"], "games": 9, "move_ms": 5000});
    let name = begin(&mut page, &long);
    let text = refused(&mut page, &long);
    assert_eq!(text, "match: one too many: expected at most 1 at a time of one address");
    page.send(json!({"do": "halt", "id": 6, "match": name, "key": ANN}));
    watch(&mut page, &name, &["stopped"]);
    for (wish, said) in [
        (wish(&["random"], 2, 50), "engines: 1: expected 2 to 6"),
        (wish(&["random"; 7], 2, 50), "engines: 7: expected 2 to 6"),
        (wish(&["random", "engine"], 0, 50), "games: 0: expected 1 to 200"),
        (wish(&["random", "engine"], 201, 50), "games: 201: expected 1 to 200"),
        (wish(&["random", "engine"], 2, 5001), "move_ms: 5001: expected 10 to 5000"),
        (wish(&["random", "cmd=/bin/sh"], 2, 50), "engine: cmd=/bin/sh: expected one of "),
        (
            json!({"game": "gomoku", "engines": ["random", "fivestage"], "games": 2, "move_ms": 50}),
            "player: fivestage on 15x15: expected a player that knows this game",
        ),
        (
            json!({"game": "chess", "engines": ["random", "random"], "games": 2, "move_ms": 50}),
            "game: ",
        ),
    ] {
        let text = refused(&mut page, &wish);
        assert!(text.starts_with(said) && text.contains("expected"), "{wish}: {text}");
    }
    page.send(json!({"do": "watch", "match": "nothing"}));
    assert_eq!(page.hear("error")["text"], "match: nothing: expected the name of a match");
    page.send(json!({"do": "watch", "match": null}));
    page.send(json!({"do": "halt", "id": 6, "match": "\u{1b}[2J", "key": ANN}));
    assert_eq!(page.hear("error")["text"], "match: [2J: expected the name of a match");
}

/// An engine that complains, and ends when it is asked to play.
const BROKEN: &str = "\
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'disk on fire at /home/ann' >&2; exit 3 ;;
    quit) exit ;;
    esac
done
";

/// What engines complain of is told where nobody but the owner can come, and nowhere else.
#[test]
fn complaints_of_engines_are_for_their_owner() {
    let folder = Folder::new("complaints");
    let script = folder.0.join("broken.sh");
    std::fs::write(&script, BROKEN).unwrap();
    let spec = format!("name=broken cmd=\"sh '{}'\" proto=uci", script.display());
    for (more, is_frank) in [(&[][..], true), (&["--host", "board.example"][..], false)] {
        let server = Server::start(&[&["--engine", spec.as_str()], more].concat());
        let mut page = server.visit();
        let wish = json!({"game": "gomoku", "seats": [{"engine": "broken"}, {"me": "Ann"}]});
        page.found(&wish, ANN);
        let over = page.over();
        assert_eq!(over["view"]["result"]["reason"], "crash", "{over}");
        assert_eq!(over.to_string().contains("disk on fire"), is_frank, "{over}");
        let name = begin(
            &mut page,
            &json!({"game": "gomoku", "engines": ["broken", "random"], "games": 2, "move_ms": 50}),
        );
        let (_, games) = watch(&mut page, &name, &["done"]);
        assert_eq!(games[0]["reason"], "crash");
        assert_eq!(games[0].to_string().contains("disk on fire"), is_frank, "{games:?}");
    }
}
