//! Tables: what players, hosts and spectators may do, and that nothing is lost.

use serde_json::{Value, json};

use super::support::{Folder, Page, Server};

const ANN: &str = "annannannannann1";
const BOB: &str = "bobbobbobbobbob2";

fn tictactoe(white: &Value) -> Value {
    json!({"game": "tictactoe", "seats": [{"me": "Ann"}, white], "engine_ms": 200})
}

#[test]
fn two_people_play_and_others_look_on() {
    let server = Server::start(&[]);
    let (mut ann, mut bob, mut eve) = (server.visit(), server.visit(), server.visit());
    let table = ann.found(&tictactoe(&json!("guest")), ANN);
    assert_eq!(ann.scene(0)["own"], json!(["first"]));
    bob.enter(&table, BOB);
    assert_eq!(bob.scene(0)["free"], json!(["second"]));
    bob.play("b2");
    assert_eq!(bob.hear("error")["code"], "no-seat");
    bob.send(json!({"do": "sit", "chair": "second", "name": "Bob"}));
    eve.enter(&table, "eveeveeveeveeve3");
    eve.scene(0);
    eve.send(json!({"do": "sit", "chair": "second", "name": "Eve"}));
    assert_eq!(eve.hear("error")["code"], "seat-taken");
    bob.play("b2");
    let refusal = bob.hear("error");
    assert_eq!([&refusal["code"], &refusal["at"]], ["other-turn", "Ann"]);
    for (index, mv) in ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"].iter().enumerate() {
        let player = if index % 2 == 0 { &mut ann } else { &mut bob };
        player.play(mv);
        assert_eq!(player.scene(index + 1)["view"]["last"], *mv);
        let other = if index % 2 == 0 { &mut bob } else { &mut ann };
        other.scene(index + 1);
    }
    let view = eve.scene(9)["view"].take();
    assert_eq!(view["result"]["result"], "1/2-1/2");
    // Only its players can delete it.
    eve.send(json!({"do": "games", "id": 1}));
    let game = eve.hear("games")["games"][0].take();
    assert_eq!((&game["black"], &game["white"]), (&json!("Ann"), &json!("Bob")));
    for (page, key, kind) in [(&mut eve, "eveeveeveeveeve3", "error"), (&mut bob, BOB, "done")] {
        page.send(json!({"do": "forget", "id": 2, "game": game["id"], "key": key}));
        assert_eq!(page.hear(kind)["id"], 2);
    }
}

#[test]
fn one_person_on_both_chairs_takes_back_the_last_move() {
    let server = Server::start(&[]);
    let mut ann = server.visit();
    ann.found(&tictactoe(&json!({"me": "Ann"})), ANN);
    ann.scene(0);
    let moves = ["b2", "a1", "c3"];
    for (index, mv) in moves.iter().enumerate() {
        ann.play(mv);
        ann.scene(index + 1);
    }
    for left in (0..moves.len()).rev() {
        ann.send(json!({"do": "want", "chair": null, "want": {"do": "undo"}}));
        assert_eq!(ann.scene(left)["view"]["moves"], json!(moves[..left]));
    }
    ann.send(json!({"do": "want", "chair": null, "want": {"do": "undo"}}));
    assert!(ann.hear("error")["text"].as_str().unwrap().starts_with("undo: no move"));
}

#[test]
fn a_server_that_is_killed_loses_nothing() {
    let folder = Folder::new("kill");
    let store = folder.0.join("games.db");
    let mut server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    let table = ann.found(&tictactoe(&json!({"engine": "fivestage"})), ANN);
    ann.play("b2");
    let before = ann.scene(2);
    server.kill();
    let mut server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    ann.enter(&table, ANN);
    let after = ann.scene(2);
    assert_eq!(
        (&after["view"]["moves"], &after["own"]),
        (&before["view"]["moves"], &before["own"])
    );
    ann.send(json!({"do": "want", "chair": null, "want": {"do": "resign"}}));
    let over = loop {
        let scene = ann.scene(2);
        if !scene["view"]["result"].is_null() {
            break scene;
        }
    };
    assert_eq!(over["view"]["result"]["reason"], "resign");
    server.kill();
    let server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    ann.send(json!({"do": "games", "id": 1}));
    assert_eq!(ann.hear("games")["games"].as_array().unwrap().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_table_whose_engine_is_gone_waits_for_it() {
    let folder = Folder::new("gone");
    let (store, program) = (folder.0.join("games.db"), folder.0.join("brain"));
    let come = || std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tengen"), &program).unwrap();
    come();
    let spec = format!("name=brain cmd='{}' option.Player=fivestage", program.display());
    let mut server = Server::with_store(&store, &["--engine", &spec]);
    let mut ann = server.visit();
    let table = ann.found(&tictactoe(&json!({"engine": "brain"})), ANN);
    ann.play("b2");
    let before = ann.scene(2);
    server.kill();
    std::fs::remove_file(&program).unwrap();
    let waits = |arguments: &[&str], expected: &str| {
        let server = Server::with_store(&store, arguments);
        let mut page = server.visit();
        page.enter(&table, ANN);
        let text = page.hear("error")["text"].as_str().unwrap().to_owned();
        assert_eq!(text, format!("engine: brain: expected {expected}; the table waits for it"));
    };
    waits(&["--engine", &spec], "a program that can be started");
    come();
    // What the store remembers is no program that this server may start.
    waits(&[], "an engine that this server knows");
    let server = Server::with_store(&store, &["--engine", &spec]);
    let mut ann = server.visit();
    ann.enter(&table, ANN);
    let after = ann.scene(2);
    assert_eq!(after["view"]["moves"], before["view"]["moves"]);
    assert!(after["view"]["result"].is_null(), "{after}");
}

#[test]
fn an_unused_table_goes_and_its_games_stay() {
    let folder = Folder::new("keep");
    let store = folder.0.join("games.db");
    let mut server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    let table = ann.found(&tictactoe(&json!({"engine": "fivestage"})), ANN);
    ann.scene(0);
    ann.send(json!({"do": "want", "chair": null, "want": {"do": "resign"}}));
    ann.over();
    server.kill();
    // As if it had been long ago.
    let connection = rusqlite::Connection::open(&store).unwrap();
    assert_eq!(connection.execute("UPDATE rooms SET changed = 1000000000", []), Ok(1));
    drop(connection);
    for (keep, is_gone) in [("0", false), ("36500", false), ("30", true)] {
        let mut server = Server::with_store(&store, &["--keep", keep]);
        let mut page = server.visit();
        // The store is swept in the background.
        let deadline = std::time::Instant::now() + super::support::PATIENCE;
        let count = || {
            let connection = rusqlite::Connection::open(&store).unwrap();
            let count = connection.query_row("SELECT count(*) FROM rooms", [], |row| row.get(0));
            count.unwrap_or(1_i64)
        };
        while is_gone && count() > 0 {
            assert!(std::time::Instant::now() < deadline, "it is kept for ever");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert_eq!(count(), i64::from(!is_gone), "--keep {keep}");
        if is_gone {
            page.enter(&table, ANN);
            let text = page.hear("error")["text"].as_str().unwrap().to_owned();
            assert!(text.ends_with("expected the name of a table"), "{text}");
        }
        page.send(json!({"do": "games", "id": 1}));
        assert_eq!(page.hear("games")["games"].as_array().unwrap().len(), 1);
        server.kill();
    }
}

#[test]
fn engines_play_each_other_and_a_broken_connection_is_no_end() {
    let server = Server::start(&[]);
    let mut host = server.visit();
    let wish = json!({"game": "gomoku", "engine_ms": 50,
                      "seats": [{"engine": "scoretable"}, {"engine": "runlength"}]});
    let table = host.found(&wish, ANN);
    host.scene(2);
    drop(host);
    let mut host = server.visit();
    host.enter(&table, ANN);
    let over = host.scene(1000);
    assert!(!over["view"]["result"].is_null());
    host.send(json!({"do": "want", "chair": null, "want": {"do": "new-game", "swap": true}}));
    loop {
        if host.hear("scene")["view"]["game"] == 2 {
            break;
        }
    }
    // Only the host leads such a table.
    let mut other = server.visit();
    other.enter(&table, BOB);
    other.scene(0);
    other.send(json!({"do": "want", "chair": null, "want": {"do": "pause"}}));
    assert_eq!(other.hear("error")["code"], "no-seat");
}

/// Ann, who has founded a table, Bob, who is taking the other chair of it, and its name.
fn two_people(server: &Server) -> (Page, Page, String) {
    let mut ann = server.visit();
    let table = ann.found(&tictactoe(&json!("guest")), ANN);
    let mut bob = server.visit();
    bob.enter(&table, BOB);
    bob.send(json!({"do": "sit", "chair": "second", "name": "Bob"}));
    (ann, bob, table)
}

#[test]
fn a_player_cannot_leave_a_game_of_two() {
    let server = Server::start(&[]);
    let (mut ann, mut bob, _) = two_people(&server);
    while !bob.hear("scene")["free"].as_array().unwrap().is_empty() {}
    let want = |what: &Value| json!({"do": "want", "chair": null, "want": what});
    ann.play("b2");
    bob.scene(1);
    // What changes the game for both is asked of the other one.
    bob.send(want(&json!({"do": "swap-sides"})));
    let asked = json!({"chair": "second", "what": "swap-sides"});
    while ann.hear("scene")["view"]["proposed"] != asked {}
    ann.send(want(&json!({"do": "answer", "accept": false})));
    let answered = json!({"chair": "first", "what": "swap-sides", "accepted": false});
    while bob.hear("scene")["view"]["answered"] != answered {}
    bob.send(want(&json!({"do": "new-game", "swap": false})));
    assert_eq!(bob.hear("error")["code"], "game-of-two");
    bob.send(want(&json!({"do": "resign"})));
    assert_eq!(ann.over()["view"]["result"]["result"], "1-0");
    ann.send(want(&json!({"do": "new-game", "swap": false})));
    while bob.hear("scene")["view"]["proposed"].is_null() {}
    bob.send(want(&json!({"do": "answer", "accept": true})));
    while !ann.hear("scene")["view"]["result"].is_null() {}
}

#[test]
fn who_is_away_is_told_and_comes_back_by_a_code() {
    let server = Server::start(&[]);
    let (mut ann, mut bob, table) = two_people(&server);
    let code = loop {
        let scene = bob.hear("scene");
        if scene["own"] == json!(["second"]) {
            break scene["code"].as_str().unwrap().to_owned();
        }
    };
    ann.play("b2");
    bob.scene(1);
    let company = |what: Value| json!({"do": "company", "want": what});
    bob.send(company(json!({"do": "say", "phrase": "good-luck"})));
    while ann.hear("scene")["said"][0]["phrase"] != "good-luck" {}
    bob.send(company(json!({"do": "free", "chair": "first"})));
    assert_eq!(bob.hear("error")["code"], "not-yours");
    drop(bob);
    while ann.hear("scene")["away"][1].is_null() {}
    // A minute has not passed.
    for what in [json!({"do": "claim", "win": true}), json!({"do": "free", "chair": "second"})] {
        ann.send(company(what));
        assert_eq!(ann.hear("error")["code"], "not-away");
    }
    // Bob has another browser; who has none of the codes cannot try them out.
    let mut other = server.visit();
    other.enter(&table, "carcarcarcarcar4");
    assert_eq!(other.scene(1)["code"], Value::Null);
    other.send(company(json!({"do": "return", "code": code.to_lowercase()})));
    while other.hear("scene")["own"] != json!(["second"]) {}
    other.play("a1");
    assert_eq!(ann.scene(2)["away"], json!([null, null]));
    let mut eve = server.visit();
    eve.enter(&table, "eveeveeveeveeve3");
    eve.scene(2);
    for (code, refusal) in [
        (code.as_str(), "wrong-code"),
        ("", "wrong-code"),
        ("x", "wrong-code"),
        ("\u{0}", "wrong-code"),
        ("AAAAAA", "wrong-code"),
        ("AAAAAB", "too-soon"),
    ] {
        eve.send(company(json!({"do": "return", "code": code})));
        assert_eq!(eve.hear("error")["code"], refusal, "{code}");
    }
    eve.send(company(json!({"do": "say", "phrase": "<b>"})));
    assert_eq!(eve.hear("error")["code"], "invalid");
}

#[test]
fn who_listens_to_this_machine_alone_has_no_links_for_others() {
    let server = Server::start(&[]);
    let mut ann = server.visit();
    let table = ann.found(&tictactoe(&json!("guest")), ANN);
    ann.send(json!({"do": "invite", "id": 9, "table": table}));
    let invited = ann.hear("invited");
    assert_eq!((&invited["id"], &invited["links"]), (&json!(9), &json!([])));
    ann.send(json!({"do": "invite", "id": 10, "table": "../../etc"}));
    let refusal = ann.hear("error");
    assert_eq!((&refusal["id"], &refusal["code"]), (&json!(10), &json!("no-table")));
}

#[test]
fn a_saved_game_goes_on() {
    let server = Server::start(&[]);
    let mut ann = server.visit();
    let mut wish = tictactoe(&json!({"engine": "fivestage"}));
    wish["load"] = json!("b2 a1");
    ann.found(&wish, ANN);
    assert_eq!(ann.scene(2)["view"]["moves"], json!(["b2", "a1"]));
    ann.play("c3");
    assert_eq!(ann.scene(4)["view"]["moves"][2], "c3");
    wish["load"] = json!("b2 b2");
    ann.send(json!({"do": "found", "id": 1, "key": ANN, "table": wish}));
    assert!(ann.hear("error")["text"].as_str().unwrap().contains("b2"));
}

#[test]
fn what_cannot_be_is_refused() {
    let server = Server::start(&["--tables", "1"]);
    let mut page = server.visit();
    for (request, words) in [
        (json!({"do": "enter", "table": "../../etc", "key": ANN}), "expected the name of a table"),
        (
            json!({"do": "found", "id": 1, "key": "short", "table": tictactoe(&json!("guest"))}),
            "key: ",
        ),
        (
            json!({"do": "found", "id": 1, "key": ANN, "table": tictactoe(&json!({"engine": "cmd=/bin/sh"}))}),
            "engine: cmd=/bin/sh: expected one of",
        ),
        (
            json!({"do": "found", "id": 1, "key": ANN, "table": {"game": "chess", "seats": ["guest", "guest"]}}),
            "chess",
        ),
        (json!({"do": "sit", "chair": "first", "name": "x"}), "expected to enter one first"),
        (json!({"do": "want", "want": {"do": "fly"}}), "message: "),
    ] {
        page.send(request.clone());
        let text = page.hear("error")["text"].as_str().unwrap().to_owned();
        assert!(text.contains(words) && !text.contains('\n'), "{request}: {text}");
    }
    page.found(&tictactoe(&json!("guest")), ANN);
    page.scene(0);
    let mut other = server.visit();
    other.found(&tictactoe(&json!("guest")), BOB);
    assert!(other.hear("error")["text"].as_str().unwrap().contains("expected at most 1 at a time"));
}
