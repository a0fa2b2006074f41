//! Engines of others: slow to start, slow to listen, chatty, or made for another game.

use std::process::Output;

use serde_json::Value;

use super::support::*;
use crate::waiting::Finish;

/// An engine of the Gomocup protocol that does what is said there for some of its lines.
fn brain(more: &str) -> String {
    format!(
        "n=0; while read -r line; do case $line in
            {more}
            ABOUT*) echo 'name=\"Mock\", version=\"1\"';; START*) echo OK;;
            BEGIN|BOARD|TURN*) n=$((n + 1)); echo $n,$((n % 2 * 14));; END) exit 0;;
        esac; done"
    )
}

/// A game of that mock, with Black, against a random player.
fn one_game(folder: &Folder, script: &str, words: &str, more: &[&str]) -> Output {
    let mock = format!("{} {words}", folder.script("mock", script));
    let own = tengen("own", "option.Player=random tc=99");
    // It plays where it likes, and there must be room.
    let short = ["--games", "1", "--openings", "none", "--max-moves", "6"];
    play(&[&mock, &own], &[&short, more].concat())
}

/// The same game as the log tells it.
fn logged(script: &str, words: &str, more: &[&str]) -> Value {
    let folder = Folder::new();
    let log = folder.path("log");
    let out = ["--out", log.to_str().unwrap()];
    let output = one_game(&folder, script, words, &[more, &out].concat());
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    games(&log).remove(&1).unwrap()
}

/// Whether the game went on for as long as it was to.
fn was_played(game: &Value) -> bool {
    game["reason"] == "move-limit"
}

#[test]
fn an_engine_that_refuses_the_game_plays_none() {
    let folder = Folder::new();
    let log = folder.path("log");
    let out = ["--out", log.to_str().unwrap(), "--variant", "caro"];
    let rule = "ERROR Unknown rule id: 9. Rule is reset to freestyle";
    for (more, named) in [
        (format!("'INFO rule 9') echo '{rule}';;"), rule),
        ("START*) echo 'ERROR unsupported size';;".to_owned(), "START 15: ERROR unsupported size"),
        // It does not know when it is spoken to about itself, either.
        (format!("ABOUT*) echo UNKNOWN;; 'INFO rule 9') echo '{rule}';;"), rule),
    ] {
        let output = one_game(&folder, &brain(&more), "proto=gomocup", &out);
        let error = last_error(&output);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("engine mock: refuses ") && error.contains(named), "{error}");
        assert!(error.contains(": expected an engine for caro on 15x15"), "{error}");
        assert!(error.contains("; 0 games are played"), "{error}");
        assert!(games(&log).is_empty(), "{:?}", games(&log));
    }
    // Other keys need not be known.
    let more = "'INFO game_type'*) echo 'UNKNOWN key';; 'INFO max_memory'*) echo 'ERROR what?';;";
    let game = logged(&brain(more), "proto=gomocup", &["--variant", "caro"]);
    assert!(was_played(&game), "{game}");
}

#[test]
fn memory_is_found_before_the_clock_runs() {
    let slow = brain("'INFO max_memory'*) sleep 2;;");
    let game = logged(&slow, "proto=gomocup st=0.5", &["--margin", "500"]);
    assert!(was_played(&game), "{game}");
}

#[test]
fn noise_before_the_move_is_passed_over() {
    for noise in ["thinking hard...", "17 nodes", "-3", "1,234 positions", "0,0 looks good"] {
        let more = format!("BEGIN|BOARD|TURN*) n=$((n + 1)); echo '{noise}'; echo $n,$((n % 2));;");
        let game = logged(&brain(&more), "proto=gomocup", &[]);
        assert!(was_played(&game), "{noise}: {game}");
    }
    let wrong = brain("BEGIN) echo 15,0; echo 7,7;;");
    let game = logged(&wrong, "proto=gomocup", &[]);
    assert_eq!((&game["reason"], &game["result"]), (&"illegal".into(), &"0-1".into()), "{game}");
}

#[test]
fn what_was_nearly_right_is_quoted() {
    let native = |go: &str| {
        format!(
            "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;;
                go*) {go};; quit) exit 0;; esac; done"
        )
    };
    let patience = ["--patience", "1"];
    for answer in ["Bestmove h8", "bestmove: h8", "h8"] {
        let game = logged(&native(&format!("echo '{answer}'")), "proto=uci", &patience);
        assert_eq!(game["reason"], "stall", "{game}");
        let detail = game["detail"].as_str().unwrap();
        assert!(
            detail.contains(&format!(" but {answer}: expected bestmove and a move")),
            "{detail}"
        );
    }
    let wordy = brain("START*) echo 'OK - everything is good';;");
    let game = logged(&wordy, "proto=gomocup", &patience);
    let detail = game["detail"].as_str().unwrap();
    assert!(detail.contains(" but OK - everything is good: expected OK"), "{detail}");
    // So are those that are found before the first game.
    let folder = Folder::new();
    let loud = "while read -r line; do case $line in uci) echo UCIOK;; quit) exit 0;; esac; done";
    let output = one_game(&folder, loud, "", &patience);
    assert_eq!(output.status.code(), Some(1));
    let error = last_error(&output);
    assert!(error.contains("speaks none of uci, ugi, gomocup (no answer to uci within"), "{error}");
    assert!(error.contains(" but UCIOK: expected uciok; "), "{error}");
}

#[test]
fn an_engine_may_be_slow_to_start() {
    // Longer than all others are waited for here.
    let slow = "sleep 2.5; ".to_owned() + &brain("");
    let more = ["--patience", "1"];
    let folder = Folder::new();
    let output = one_game(&folder, &slow, "", &more);
    assert!(last_error(&output).contains("speaks none of"), "{}", last_error(&output));
    let game = logged(&slow, "start=20", &more);
    assert!(was_played(&game), "{game}");
}

/// An engine that loses the lines which arrive within 50 ms of its own, and then is silent
/// for ever: it owes an answer to what it has not heard.
const DEAF: &str = r#"
import os, select, sys, time
taken, buffer = 0, b""
def say(line):
    global buffer
    os.write(1, (line + "\n").encode())
    time.sleep(0.05)
    while select.select([0], [], [], 0)[0]:
        if not os.read(0, 65536):
            break
    buffer = b""
while True:
    while b"\n" not in buffer:
        more = os.read(0, 65536)
        if not more:
            sys.exit()
        buffer += more
    line, buffer = buffer.split(b"\n", 1)
    word = line.split()[0].decode()
    if word == "ABOUT":
        say('name="Deaf"')
    elif word == "START":
        say("OK")
    elif word in ("BEGIN", "TURN", "DONE"):
        taken += 1
        say("%d,%d" % (taken, taken % 2 * 14))
    elif word == "END":
        sys.exit()
"#;

#[test]
fn an_engine_that_loses_what_comes_too_soon_is_given_time() {
    let Ok(version) = std::process::Command::new("python3").arg("--version").finish() else {
        println!("skipped: no python3");
        return;
    };
    assert!(version.status.success());
    let folder = Folder::new();
    let program = folder.path("deaf.py");
    std::fs::write(&program, DEAF).unwrap();
    let deaf = format!("name=deaf cmd='python3 {}' proto=gomocup", program.display());
    let own = tengen("own", "option.Player=random tc=99");
    let play = |pause: &str| {
        let more = ["--games", "1", "--openings", "none", "--patience", "5", "--max-moves", "12"];
        summary(&[&format!("{deaf} {pause}"), &own], &more)["endings"].clone()
    };
    assert_eq!(play(""), serde_json::json!({ "stall": 1 }));
    // The pause is longer than all the time for a move, and counts as none of it.
    assert_eq!(play("pause=200 st=0.1"), serde_json::json!({ "move-limit": 1 }));
}
