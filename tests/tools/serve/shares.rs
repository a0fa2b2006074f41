//! What a stranger may take, and what is done beyond it: a refusal at once that names the
//! limit, and nobody else notices.

use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;

use serde_json::json;

use super::support::{Folder, Server, connect, read_all};

const ANN: &str = "annannannannann1";
const BOB: &str = "bobbobbobbobbob2";

fn table(seats: &serde_json::Value) -> serde_json::Value {
    json!({"game": "tictactoe", "seats": seats, "engine_ms": 50})
}

#[test]
fn a_hint_takes_the_place_of_an_engine() {
    let server = Server::start(&["--engines-each", "1"]);
    let mut page = server.visit();
    page.line("isready");
    page.hear_line("readyok");
    page.found(&table(&json!([{"me": "Ann"}, "guest"])), ANN);
    page.scene(0);
    page.send(json!({"do": "want", "chair": null, "want": {"do": "hint"}}));
    let text = page.hear("error")["text"].as_str().unwrap().to_owned();
    let expected = "expected at most 1 at a time of one address";
    assert_eq!(text, format!("hint: no place for another engine: {expected}"));
}

#[test]
fn a_swap2_adviser_has_its_place_from_the_beginning() {
    let server = Server::start(&["--engines-each", "1"]);
    let mut page = server.visit();
    let mut swap2 = table(&json!([{"me": "Ann"}, {"engine": "random"}]));
    swap2["game"] = json!("gomoku");
    swap2["opening"] = json!("swap2");
    page.found(&swap2, ANN);
    let text = page.hear("error")["text"].as_str().unwrap().to_owned();
    assert_eq!(
        text,
        "table: no place for its engines: expected at most 1 at a time of one address"
    );
}

#[test]
fn one_address_does_not_open_every_table() {
    let server = Server::start(&["--limit", "tables=5,1", "--limit", "founded=9,3"]);
    let mut page = server.visit();
    page.found(&table(&json!([{"me": "Ann"}, "guest"])), ANN);
    page.scene(0);
    let mut other = server.visit();
    other.found(&table(&json!([{"me": "Ann"}, "guest"])), ANN);
    let text = other.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("table: one too many: expected at most 1 at a time of one"), "{text}");
    let mut request = json!({"do": "found", "id": 7, "key": ANN});
    request["table"] = table(&json!([{"me": "Ann"}, "guest"]));
    other.send(request.clone());
    other.hear("founded");
    other.send(request);
    let refusal = other.hear("error");
    assert_eq!(refusal["id"], 7);
    let text = "table: one too many: expected at most 3 an hour of one address";
    assert_eq!(refusal["text"], text);
}

#[test]
fn games_from_elsewhere_come_once_and_count_as_others() {
    let folder = Folder::new("brought");
    let server = Server::with_store(&folder.0.join("games.db"), &["--limit", "games=9,3"]);
    let (mut ann, mut bob) = (server.visit(), server.visit());
    let game = |moves: &str, result: &str| {
        json!({"id": 5, "number": 1, "ended": 7, "rule": "freestyle", "width": 3, "height": 3, "k": 3,
            "destroy": 0, "black": "Ann", "white": "level:5", "result": result, "reason": "resign",
            "start": null, "moves": moves, "review": null})
    };
    let bring = |moves: &[&str]| {
        let lines: Vec<String> = moves.iter().map(|moves| game(moves, "1-0").to_string()).collect();
        json!({"do": "bring", "id": 3, "key": ANN, "text": lines.join("\n")})
    };
    for (moves, fresh) in [(["b2", "b2 a1"], 2), (["b2 a1", "b2"], 0)] {
        ann.send(bring(&moves));
        let brought = ann.hear("brought");
        assert_eq!([&brought["fresh"], &brought["lasting"]], [&json!(fresh), &json!(true)]);
    }
    // Only what is new counts, and of what is too much nothing is kept.
    ann.send(bring(&["b2", "b2 a1 a2", "b2 a1 a3"]));
    let refusal = ann.hear("error");
    assert_eq!([&refusal["id"], &refusal["code"]], [&json!(3), &json!("full")]);
    assert_eq!(refusal["text"], "games: 2: expected at most 3 an hour of one address");
    let wrong = json!({"do": "bring", "id": 4, "key": BOB, "text": game("b2", "won").to_string()});
    bob.send(wrong);
    let refusal = bob.hear("error");
    let text = "result: won: expected 1-0, 0-1 or 1/2-1/2";
    assert_eq!([&refusal["id"], &refusal["text"]], [&json!(4), &json!(text)]);
    bob.send(json!({"do": "games", "id": 1}));
    let games = bob.hear("games")["games"].take();
    assert_eq!(games.as_array().unwrap().len(), 2, "{games}");
    for (page, key, kind) in [(&mut bob, BOB, "error"), (&mut ann, ANN, "done")] {
        page.send(json!({"do": "forget", "id": 2, "game": games[0]["id"], "key": key}));
        assert_eq!(page.hear(kind)["id"], 2);
    }
}

#[test]
fn finished_games_are_counted_and_told() {
    let server = Server::start(&["--limit", "games=9,1"]);
    let mut page = server.visit();
    page.found(&table(&json!([{"me": "Ann"}, {"engine": "fivestage"}])), ANN);
    page.scene(0);
    page.send(json!({"do": "want", "chair": null, "want": {"do": "resign"}}));
    page.over();
    page.send(json!({"do": "want", "chair": null, "want": {"do": "new-game", "swap": false}}));
    page.scene(0);
    page.send(json!({"do": "want", "chair": null, "want": {"do": "resign"}}));
    let text = page.hear_any(&["error"], |text| text.contains("is not kept"));
    assert!(text.contains("game: 2 is not kept: expected at most 1 an hour"), "{text}");
    page.send(json!({"do": "games", "id": 1}));
    assert_eq!(page.hear("games")["games"].as_array().unwrap().len(), 1);
}

#[test]
fn connections_beyond_the_refused_ones_are_closed_without_a_word() {
    let server = Server::start(&["--connections", "1", "--limit", "refusals=9,2"]);
    let _page = server.visit();
    let mut told: Vec<_> = (0..2).map(|_| connect(&server.plain)).collect();
    for stream in &mut told {
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        assert!(line.contains("connection: one too many"), "{line}");
    }
    assert_eq!(read_all(&mut connect(&server.plain)), "");
    // Those that stay are sent away soon, and others are told again.
    for stream in &mut told {
        assert_eq!(read_all(stream), "");
    }
    let deadline = std::time::Instant::now() + super::support::PATIENCE;
    while !read_all(&mut connect(&server.plain)).contains("one too many") {
        assert!(std::time::Instant::now() < deadline);
    }
}

#[test]
fn only_keys_open_seats() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let name = page.found(&table(&json!([{"me": "Ann"}, "guest"])), ANN);
    page.scene(0);
    let mut other = server.visit();
    for key in [String::new(), "short".to_owned(), "x".repeat(2000), format!("{ANN}\u{0}")] {
        other.enter(&name, &key);
        let text = other.hear("error")["text"].as_str().unwrap().to_owned();
        assert_eq!(text, "key: this one: expected 16 to 64 letters and digits");
    }
    for name in ["", "x", "../serve.db", &"0".repeat(33), &"é".repeat(16)] {
        other.enter(name, BOB);
        let text = other.hear("error")["text"].as_str().unwrap().to_owned();
        assert!(text.ends_with("expected the name of a table"), "{text}");
    }
    for name in ["Bob\u{202e}", "B\u{200b}ob", "\u{3164}", "\u{feff}", "\u{2800}", "\u{fe0f}"] {
        other.enter(&page_table(&mut page), BOB);
        other.send(json!({"do": "sit", "chair": "second", "name": name}));
        let text = other.hear("error")["text"].as_str().unwrap().to_owned();
        assert!(text.contains("visible characters"), "{text}");
    }
}

/// The table that a page looks at.
fn page_table(page: &mut super::support::Page) -> String {
    page.send(json!({"do": "want", "chair": null, "want": {"do": "pause"}}));
    let name = page.hear("scene")["table"].as_str().unwrap().to_owned();
    page.send(json!({"do": "want", "chair": null, "want": {"do": "resume"}}));
    page.hear("scene");
    name
}

#[test]
fn a_game_of_two_is_led_by_the_two() {
    let server = Server::start(&[]);
    let (mut host, mut ann, mut bob) = (server.visit(), server.visit(), server.visit());
    let mut wish = table(&json!(["guest", "guest"]));
    wish["clock"] = json!("60");
    let name = host.found(&wish, "hosthosthosthost1");
    assert_eq!(host.scene(0)["leads"], true);
    for (page, key, chair) in [(&mut ann, ANN, "first"), (&mut bob, BOB, "second")] {
        page.enter(&name, key);
        page.scene(0);
        page.send(json!({"do": "sit", "chair": chair, "name": chair}));
        while page.scene(0)["own"].as_array().unwrap().is_empty() {}
    }
    ann.play("b2");
    ann.scene(1);
    let pause = json!({"do": "want", "chair": null, "want": {"do": "pause"}});
    host.send(pause.clone());
    let text = host.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.contains("looking on"), "{text}");
    bob.send(pause);
    let text = bob.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("pause: a timed game of two people: expected"), "{text}");
}

#[test]
fn a_long_question_is_answered_after_the_end_of_the_input() {
    let server = Server::start(&["--think", "1"]);
    let said = server.say("position startpos moves h8\ngo movetime 100000\n");
    assert!(said.contains("stopped: 1 s are the most here"), "{said}");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let said = server.say("position startpos moves h8\ngo infinite\n");
    assert!(said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    assert!(!said.contains("stopped: 1 s"), "{said}");
}

#[test]
fn answers_that_are_not_read_have_a_limit() {
    let folder = Folder::new("answers");
    let store = folder.0.join("games.db");
    drop(Server::with_store(&store, &[]));
    let connection = rusqlite::Connection::open(&store).unwrap();
    let moves = "h8 ".repeat(1000);
    let games = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
                 INSERT INTO games SELECT i, 't', i, 1, 'freestyle', 15, 15, 5, 0, 'x', 'o', '1-0', \
                 'line', NULL, ?1, '' FROM n";
    assert_eq!(connection.execute(games, [moves.trim()]), Ok(1000));
    drop(connection);
    // Room for two answers that are being made, of 2 MiB each at most, and for what is known of
    // a game.
    let server = Server::with_store(&store, &["--limit", "answers=6000000,6000000"]);
    let mut deaf: Vec<_> = (0..8).map(|_| server.visit()).collect();
    for page in &mut deaf {
        for id in 0..4 {
            page.send(json!({"do": "games", "id": id}));
        }
    }
    // A page that reads has its answer.
    let mut page = server.visit();
    page.send(json!({"do": "marks", "id": 3, "fen": "3/3/3 x k=3", "moves": "b2"}));
    assert_eq!(page.hear("marks")["id"], 3);
    let mut refused = 0;
    for page in &mut deaf {
        for _ in 0..4 {
            let text = page.hear_any(&["games", "error"], |_| true);
            refused += usize::from(text.contains("answer: one too many waits to be read"));
            assert!(text.len() < 2 << 20, "{}", text.len());
        }
    }
    println!("{refused} of 32 answers were refused");
    page.send(json!({"do": "games", "id": 4}));
    assert_eq!(page.hear("games")["id"], 4, "everything is given back");
}

/// Room for large answers is taken by what is worked on, not by what waits for its turn.
#[test]
fn one_address_may_ask_for_games_as_often_as_it_may_ask() {
    let server = Server::start(&[]);
    // All of this address waits for a file that takes a while to read.
    let mut first = server.visit();
    let text = format!("(;GM[4]SZ[40]AB{})", "[aa:NN]".repeat(36_000));
    first.send(json!({"do": "read", "id": 1, "text": text, "format": "sgf", "variant": null}));
    let mut pages: Vec<_> = (0..8).map(|_| server.visit()).collect();
    for page in &mut pages {
        for id in 0..3 {
            page.send(json!({"do": "games", "id": id}));
        }
    }
    for page in &mut pages {
        for id in 0..3 {
            let answer = page.hear_any(&["games", "error"], |_| true);
            assert!(answer.contains("\"is\":\"games\""), "{id}: {answer}");
        }
    }
}

#[test]
fn a_message_beyond_a_limit_counts_as_ten() {
    let server = Server::start(&["--limit", "messages=200,200"]);
    let mut page = server.visit();
    let begin = std::time::Instant::now();
    for _ in 0..50 {
        page.line(&"x".repeat(300));
    }
    for _ in 0..50 {
        let text = page.hear("error")["text"].as_str().unwrap().to_owned();
        assert_eq!(
            text,
            "message: too much at once: expected at most 200 bytes at a time of one address"
        );
    }
    // 400 are heard at once, of the others 100 a second.
    assert!(begin.elapsed() > std::time::Duration::from_millis(700), "{:?}", begin.elapsed());
}

#[test]
fn limits_are_read_and_refused() {
    use crate::waiting::Finish;
    for (text, expected) in [
        ("engines", "expected NAME=ALL,EACH"),
        ("hash=1,1", "hash: expected one of connections, refusals, engines"),
        ("tables=3", "tables: expected two numbers from 1 on"),
        ("tables=0,1", "tables: expected two numbers from 1 on"),
    ] {
        let mut serve = crate::process::program();
        let output = serve.args(["serve", "--store", "none", "--limit", text]).finish().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_game_until_there_is_room() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let folder = Folder::new("full");
    let store = folder.0.join("games.db");
    let server = Server::with_store(&store, &[]);
    let process = Pid::from_raw(server.id() as i32);
    // Every file may have as many bytes as it has, and the signal about more is ignored: see
    // the shell that starts the server in `Server::of`.
    let limit = |most| prlimit(process, Resource::Fsize, Rlimit { current: most, maximum: None });
    let mut ann = server.visit();
    let name = ann.found(&table(&json!([{"me": "Ann"}, {"me": "Ann"}])), ANN);
    ann.scene(0);
    limit(Some(0)).unwrap();
    ann.play("b2");
    let refusal = ann.hear("error");
    assert_eq!(refusal["code"], "not-kept");
    let text = refusal["text"].as_str().unwrap();
    assert!(text.starts_with("table: it cannot be kept ("), "{text}");
    assert!(text.ends_with("expected a moment: it goes on once it is kept"), "{text}");
    // Nothing goes on, and nobody is shown what is not kept.
    ann.play("a1");
    assert_eq!(ann.hear("error")["text"], text);
    let mut bob = server.visit();
    bob.enter(&name, BOB);
    assert_eq!(bob.hear("error")["text"], text);
    limit(None).unwrap();
    for page in [&mut ann, &mut bob] {
        assert_eq!(page.scene(1)["view"]["moves"], json!(["b2"]));
    }
    ann.play("a1");
    assert_eq!(ann.scene(2)["view"]["moves"], json!(["b2", "a1"]));
    let mut server = server;
    server.kill();
    let server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    ann.enter(&name, ANN);
    assert_eq!(ann.scene(2)["view"]["moves"], json!(["b2", "a1"]));
}

#[test]
fn a_second_server_does_not_take_the_store() {
    use crate::waiting::Finish;
    let folder = Folder::new("twice");
    let store = folder.0.join("games.db");
    let _server = Server::with_store(&store, &[]);
    let names = vec![store.clone()];
    #[cfg(unix)]
    let names = {
        // The file is meant, whatever it is called.
        let [link, twin] = ["link.db", "twin.db"].map(|name| folder.0.join(name));
        std::os::unix::fs::symlink(&store, &link).unwrap();
        std::fs::hard_link(&store, &twin).unwrap();
        [names, vec![link, twin]].concat()
    };
    for store in names {
        let mut second = crate::process::program();
        second.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(&store);
        let output = second.finish().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("another server has it open: expected a file of ours"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_store_that_is_taken_away_stops_the_game_until_it_is_back() {
    let folder = Folder::new("away");
    let (store, other) = (folder.0.join("games.db"), folder.0.join("other.db"));
    let server = Server::with_store(&store, &[]);
    let mut ann = server.visit();
    ann.found(&table(&json!([{"me": "Ann"}, {"me": "Ann"}])), ANN);
    ann.scene(0);
    std::fs::rename(&store, &other).unwrap();
    ann.play("b2");
    let text = ann.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("table: it cannot be kept (the store was moved away)"), "{text}");
    let mut request = json!({"do": "found", "id": 7, "key": ANN});
    request["table"] = table(&json!([{"me": "Ann"}, "guest"]));
    ann.send(request);
    let text = ann.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("table: the store was moved away: expected"), "{text}");
    std::fs::rename(&other, &store).unwrap();
    assert_eq!(ann.scene(1)["view"]["moves"], json!(["b2"]));
}

#[test]
fn messages_have_the_length_of_what_they_say() {
    let server = Server::start(&[]);
    let mut page = server.visit();
    let long = "x".repeat(100_000);
    for (request, id) in [
        (json!({"do": "sit", "chair": "first", "name": long}), None),
        (json!({"do": "enter", "table": long, "key": ANN}), None),
        (json!({"do": "halt", "id": 7, "match": long, "key": ANN}), Some(7)),
    ] {
        page.send(request);
        let refusal = page.hear("error");
        let text = refusal["text"].as_str().unwrap();
        assert!(
            text.starts_with("message: 100") && text.ends_with("expected at most 8192"),
            "{text}"
        );
        assert_eq!(refusal["id"].as_u64(), id);
    }
    // A line is refused by the engine's session, as on the plain port.
    page.line(&format!("go depth 1 {long}"));
    assert!(page.hear_line("info string error: line: ").contains("expected"));
    assert_eq!(page.hear_line("bestmove"), "bestmove (none)");
    // What may be long is understood.
    page.send(json!({"do": "verify", "id": 8, "text": long}));
    let text = page.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("proof: "), "{text}");
}

#[test]
fn bad_rows_are_left_out() {
    let folder = Folder::new("rows");
    let store = folder.0.join("games.db");
    drop(Server::with_store(&store, &[]));
    let connection = rusqlite::Connection::open(&store).unwrap();
    for (id, width) in [(1, "3"), (2, "'three'"), (3, "3")] {
        let game = format!(
            "INSERT INTO games VALUES ({id}, 't', {id}, 1, 'freestyle', {width}, 3, 3, 0, 'x', 'o', \
             '1-0', 'line', NULL, 'b2', '')"
        );
        connection.execute(&game, []).unwrap();
    }
    let name = "0123456789abcdef0123456789abcdef";
    connection.execute("INSERT INTO rooms VALUES (?1, '{torn', 9999999999)", [name]).unwrap();
    drop(connection);
    let server = Server::with_store(&store, &[]);
    let mut page = server.visit();
    page.send(json!({"do": "games", "id": 1}));
    let games = page.hear("games")["games"].take();
    let ids: Vec<i64> =
        games.as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, [3, 1]);
    page.enter(name, ANN);
    let text = page.hear("error")["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("table: ") && text.ends_with("expected what was kept"), "{text}");
}

#[test]
fn what_breaks_the_socket_is_named() {
    let server = Server::start(&[]);
    for (frame, code) in [
        // Bytes that are no text, a frame of a reserved kind, one of 1 GiB.
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe][..], 1007_u16),
        (&[0x83, 0x80, 0, 0, 0, 0][..], 1002),
        (&[0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0][..], 1009),
    ] {
        let mut stream = connect(&server.page);
        let request = format!(
            "GET /socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.page
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream.write_all(frame).unwrap();
        let mut said = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut said);
        let _ = stream.shutdown(Shutdown::Both);
        let close = said.windows(4).rev().find(|bytes| bytes[0] == 0x88).expect("a close frame");
        assert_eq!(u16::from_be_bytes([close[2], close[3]]), code, "{frame:?}");
    }
}
