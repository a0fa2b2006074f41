//! Engines of all protocols, at desks and at tables.

#[cfg(target_os = "linux")]
use std::path::Path;

use serde_json::json;

use super::support::{Folder, Page, Server};
use crate::waiting::Finish;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// Our own engine under another name, registered as a foreign one.
fn spec(name: &str, more: &str) -> String {
    format!("name={name} cmd='{TENGEN}' {more}")
}

#[test]
fn an_engine_that_is_missing_does_not_sit_down() {
    let server = Server::start(&["--engine", "name=gone cmd=/no/such"]);
    let mut page = server.visit();
    let table = json!({"game": "gomoku", "seats": [{"me": "Ann"}, {"engine": "gone"}]});
    page.send(json!({"do": "found", "id": 7, "key": "annannannannann1", "table": table}));
    let refusal = page.hear("error");
    assert_eq!(refusal["text"], "engine: gone: expected a program that can be started");
    choose(&mut page, "gone");
    page.line("uci");
    let refusal = page.hear("error");
    assert_eq!(refusal["text"], "engine: gone: expected a program that can be started");
    page.send(json!({"do": "games", "id": 1}));
    assert!(page.hear("games")["games"].as_array().unwrap().is_empty());
}

fn choose(page: &mut Page, name: &str) {
    page.send(json!({"do": "engine", "to": "a", "name": name}));
}

#[test]
fn an_engine_of_gomocup_is_asked_in_our_protocol() {
    let brain = spec("brain", "args='--protocol gomocup' proto=gomocup option.Player=runlength");
    let server = Server::start(&["--engine", &brain]);
    let mut page = server.visit();
    choose(&mut page, "brain");
    page.line("uci");
    assert_eq!(page.hear("started")["name"], "brain");
    assert_eq!(page.hear_line("id name"), "id name brain");
    page.hear_line("uciok");
    page.line("position startpos moves h8 a1 i8");
    page.line("d");
    assert!(page.hear_line("Fen: ").ends_with("last=i8"));
    page.line("go movetime 1000");
    assert_eq!(page.hear_line("info string sent: START"), "info string sent: START 15");
    page.hear_line("info string heard: OK");
    // The row is counted from the top, and 1 is a stone of the engine that is asked.
    page.hear_line("info string sent: 0,14,1");
    let best = page.hear_line("bestmove");
    assert!(best == "bestmove g8" || best == "bestmove j8", "{best}");
    // The same game goes on with a move, another one from its beginning.
    page.line(&format!("position startpos moves h8 a1 i8 {} k8", &best["bestmove ".len()..]));
    page.line("go movetime 1000");
    page.hear_line("info string sent: TURN 10,7");
    page.hear_line("bestmove");
    page.line("position fen 9/9/9/9/4x4/9/9/9/9 o k=5 rule=renju");
    page.line("go movetime 1000");
    page.hear_line("info string sent: START 9");
    page.hear_line("info string sent: INFO rule 4");
    page.hear_line("bestmove");
}

#[test]
fn what_gomocup_has_no_words_for_is_refused_in_one_line() {
    let brain = spec("brain", "args='--protocol gomocup' proto=gomocup option.Player=runlength");
    let server = Server::start(&["--engine", &brain]);
    let mut page = server.visit();
    choose(&mut page, "brain");
    page.line("setoption name MultiPV value 3");
    let said = page.hear_line("info string MultiPV");
    assert!(said.ends_with("only one line is told of in gomocup"), "{said}");
    for (line, complaint) in [
        ("patterns", "patterns: brain"),
        ("bench", "bench: brain"),
        ("go perft 2", "go: perft"),
        ("go movetime 100 searchmoves h8", "go: searchmoves"),
        ("go mate 3", "go: mate"),
    ] {
        page.line(line);
        let said = page.hear_line("info string error");
        let expected = format!("info string error: {complaint}: expected ");
        assert!(said.starts_with(&expected) && said.contains("gomocup"), "{line}: {said}");
        if line.starts_with("go") {
            assert_eq!(page.hear_line("bestmove"), "bestmove (none)");
        }
    }
    page.line("position fen 3/3/3 x k=3");
    page.line("go movetime 100");
    let said = page.hear_line("info string error");
    assert!(said.contains("all that Gomocup knows"), "{said}");
    assert_eq!(page.hear_line("bestmove"), "bestmove (none)");
    // And nothing of it has done any harm.
    page.line("position startpos moves h8");
    page.line("go movetime 100");
    assert_ne!(page.hear_line("bestmove"), "bestmove (none)");
    page.line("isready");
    page.hear_line("readyok");
}

#[test]
fn an_endless_question_waits_for_stop_in_every_protocol() {
    let brain = spec("brain", "args='--protocol gomocup' option.Player=runlength proto=gomocup");
    let server = Server::start(&["--engine", &brain]);
    let mut page = server.visit();
    choose(&mut page, "brain");
    page.line("position startpos moves h8 a1 i8");
    page.line("go infinite");
    // It has answered, and the answer is kept.
    let heard = loop {
        let heard = page.hear_line("info string heard: ");
        if heard.ends_with(",7") {
            break heard;
        }
    };
    page.line("isready");
    assert_eq!(page.hear_line("readyok"), "readyok");
    page.line("stop");
    let best = if heard.ends_with(" 6,7") { "bestmove g8" } else { "bestmove j8" };
    assert_eq!(page.hear_line("bestmove"), best, "{heard}");
}

#[test]
fn the_protocol_of_an_engine_is_found_out() {
    let either = spec("either", "option.Player=runlength");
    let brain = spec("brain", "args='--protocol gomocup' option.Player=runlength");
    let server = Server::start(&["--engine", &either, "--engine", &brain]);
    let mut page = server.visit();
    for (name, start) in [("either", "id name Tengen"), ("brain", "id name brain")] {
        choose(&mut page, name);
        page.line("uci");
        assert!(page.hear_line("id name").starts_with(start), "{name}");
        page.line("position startpos moves h8 a1 i8");
        page.line("go movetime 1000");
        let best = page.hear_line("bestmove");
        assert!(best == "bestmove g8" || best == "bestmove j8", "{best}");
    }
}

/// One that is slow to load can be given up, and others asked meanwhile.
#[cfg(unix)]
#[test]
fn a_page_is_heard_while_an_engine_is_recognised() {
    let server = Server::start(&["--engine", "name=mute cmd=sleep args=600 start=500"]);
    let mut page = server.visit();
    choose(&mut page, "mute");
    page.line("uci");
    page.line("isready");
    page.send(json!({"do": "close", "to": "a"}));
    let ended = page.hear("ended");
    assert_eq!((&ended["from"], &ended["code"]), (&json!("a"), &json!("closed")));
    page.line("uci");
    choose(&mut page, "tengen");
    page.line("isready");
    assert_eq!(page.hear("ended")["code"], "changed");
    assert_eq!(page.hear("started")["name"], "tengen");
    page.hear_line("readyok");
}

#[cfg(unix)]
#[test]
fn a_line_after_quit_does_not_wait_for_an_engine_that_stays() {
    let folder = Folder::new("stays");
    let script = folder.0.join("stays.sh");
    let text = "while read word; do case $word in isready) echo readyok;; esac; done\nsleep 600\n";
    std::fs::write(&script, text).unwrap();
    let stays = format!("name=stays proto=uci cmd=sh args='{}'", script.display());
    let server = Server::start(&["--engine", &stays]);
    let mut page = server.visit();
    choose(&mut page, "stays");
    for _ in 0..2 {
        page.line("isready");
        assert_eq!(page.hear("started")["name"], "stays");
        assert_eq!(page.hear_line("ready"), "readyok");
        page.line("quit");
        page.line("isready");
        assert_eq!(page.hear("ended")["code"], "quit");
        assert_eq!(page.hear("started")["name"], "stays");
        assert_eq!(page.hear_line("ready"), "readyok");
        page.send(json!({"do": "close", "to": "a"}));
        assert_eq!(page.hear("ended")["code"], "closed");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_stop_is_started_afresh() {
    let folder = Folder::new("deaf");
    let script = folder.0.join("deaf.sh");
    let text = "while read word rest; do case $word in ABOUT) echo 'name=\"deaf\"';; \
                START) echo OK;; BEGIN) sleep 600;; DONE) echo UNKNOWN idea;; esac; done\n";
    std::fs::write(&script, text).unwrap();
    let deaf = format!("name=deaf proto=gomocup cmd=sh args='{}'", script.display());
    let server = Server::start(&["--engine", &deaf]);
    let mut page = server.visit();
    choose(&mut page, "deaf");
    // What is no move is told in its own words, once no move has followed it.
    page.line("position startpos moves h8");
    page.line("go movetime 1000");
    let said = page.hear_line("info string error");
    assert_eq!(said, "info string error: go: refused: UNKNOWN idea: expected a move");
    assert_eq!(page.hear_line("bestmove"), "bestmove (none)");
    page.line("position startpos");
    page.line("go infinite");
    page.hear_line("info string sent: BEGIN");
    page.line("stop");
    page.hear_line("info string it did not stop");
    assert_eq!(page.hear_line("bestmove"), "bestmove (none)");
    // A new one is asked the next question.
    page.line("go infinite");
    page.hear_line("info string sent: BEGIN");
}

#[cfg(unix)]
#[test]
fn spectators_are_not_told_where_programs_lie() {
    let folder = Folder::new("secret-place");
    let script = folder.0.join("crash.sh");
    std::fs::write(&script, "read line; echo my diary: /home/me >&2; exit 3\n").unwrap();
    let crash = format!("name=crash proto=uci cmd=sh args='{}'", script.display());
    let brain = format!("name=brain proto=gomocup cmd=sh args='{}'", script.display());
    let missing = format!("name=missing proto=uci cmd='{}/none'", folder.0.display());
    // With a name for others to come by; alone on a machine there is nobody to keep it from.
    let engines = ["--engine", &crash, "--engine", &brain, "--engine", &missing];
    let server = Server::start(&[&engines[..], &["--host", "board.example"]].concat());
    let mut page = server.visit();
    let is_secret =
        |text: &str| ["diary", "secret-place", "/home"].iter().any(|it| text.contains(it));
    for (name, why) in
        [("crash", Some("exit status: 3")), ("brain", Some("exit status: 3")), ("missing", None)]
    {
        let table = json!({"game": "gomoku", "seats": [{"engine": name}, "guest"]});
        if let Some(why) = why {
            page.found(&table, "annannannannann1");
            let scene = page.over();
            assert_eq!(scene["view"]["result"]["reason"], "crash");
            let text = scene.to_string();
            assert!(text.contains(why) && !is_secret(&text), "{text}");
            page.send(json!({"do": "leave"}));
        } else {
            let key = "annannannannann1";
            page.send(json!({"do": "found", "id": 1, "key": key, "table": table}));
            let text = page.hear("error").to_string();
            assert!(text.contains(name) && !is_secret(&text), "{text}");
        }
        choose(&mut page, name);
        page.line("go movetime 100");
        let said = page.hear_any(&["error", "ended", "line"], |text| {
            text.contains("error") || text.contains("ended")
        });
        assert!(!is_secret(&said), "{said}");
    }
}

#[test]
fn engines_stand_in_a_file() {
    let folder = Folder::new("engine-file");
    let file = folder.0.join("engines.toml");
    let name = file.display().to_string();
    let text = format!("[[engine]]\nname = 'brain'\ncmd = ['{TENGEN}', '--protocol', 'gomocup']\n");
    std::fs::write(&file, text).unwrap();
    let server = Server::start(&["--engines", &name, "--engine", &spec("other", "")]);
    let mut page = server.knock().unwrap();
    let hello = page.hear("hello");
    assert_eq!(hello["engines"], json!(["tengen", "brain", "other"]));
    let opponents = hello["opponents"].as_array().unwrap();
    assert!(opponents.contains(&json!("brain")) && opponents.contains(&json!("other")));
    let complain = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let arguments = [&["serve", "--store", "none", "--engines", &name], more].concat();
        let output = std::process::Command::new(TENGEN).args(&arguments).finish().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.lines().count() == 1, "{said}");
        said
    };
    let said = complain("[[engine]]\ncmd = 'a'\nspeed = 3\n", &[]);
    assert!(said.contains(&format!("--engines: {name}:3: speed=3: expected name=")), "{said}");
    let said = complain("[[engine]]\ncmd = 'tengen'\n", &[]);
    assert!(said.contains("--engines: name=tengen: expected another name"), "{said}");
    let said = complain("[[engine]]\ncmd = 'a'\n", &["--engine", "cmd=b/a"]);
    assert!(said.contains("--engine: name=a: expected another name"), "{said}");
}

/// Whether the file is deleted, or another program lies there instead, as after an update.
#[test]
#[cfg(target_os = "linux")]
fn a_server_outlives_its_own_file() {
    for replacement in [None, Some("#!/bin/sh\nexit 1\n")] {
        let folder = Folder::new("replaced");
        let program = folder.0.join("tengen");
        if std::fs::hard_link(TENGEN, &program).is_err() {
            std::fs::copy(TENGEN, &program).unwrap();
        }
        let server = Server::of(&program, Path::new("none"), &[]);
        std::fs::remove_file(&program).unwrap();
        if let Some(text) = replacement {
            std::fs::write(&program, text).unwrap();
        }
        let mut page = server.visit();
        page.line("position startpos moves h8");
        page.line("go depth 1");
        page.hear_line("bestmove");
        let wish = json!({"game": "tictactoe", "seats": [{"me": "Ann"}, {"engine": "random"}]});
        let table = page.found(&wish, "annannannannann1");
        page.play("b2");
        assert_eq!(page.scene(2)["view"]["moves"][0], "b2");
        page.send(json!({"do": "want", "chair": null, "want": {"do": "resign"}}));
        assert_eq!(page.over()["view"]["result"]["reason"], "resign");
        page.send(json!({"do": "review", "id": 1, "game": {"table": table, "number": 1}}));
        assert_eq!(page.hear("reviewed")["id"], 1);
    }
}
