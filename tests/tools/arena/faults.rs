//! Engines that misbehave: each in its own way, and each is told from the others.

use serde_json::Value;

use super::support::*;
use crate::waiting::Finish;

/// An engine of the native protocol that introduces itself properly; `go` is
/// what it does when it is asked for a move.
fn engine(go: &str) -> String {
    format!(
        "while read -r line; do case $line in
            uci) echo 'id name Mock'; echo 'option name Level type spin default 1 min 1 max 5';
                 echo uciok;;
            isready) echo readyok;;
            go*) {go};;
            quit) exit 0;;
        esac; done"
    )
}

/// One game against a mock, which has Black.
fn game(script: &str, more: &[&str]) -> Value {
    let folder = Folder::new();
    let log = folder.path("log");
    let own = tengen("own", "option.Player=random tc=99");
    // Told which, so that nothing waits until it is found out.
    let protocol = if script.contains("START") { "gomocup" } else { "uci" };
    let mock = format!("{} proto={protocol}", folder.script("mock", script));
    let arguments =
        [&["--games", "1", "--openings", "none", "--out", log.to_str().unwrap()], more].concat();
    summary(&[&mock, &own], &arguments);
    games(&log).remove(&1).unwrap()
}

/// The game was lost by the mock, in this way.
fn lost(script: &str, more: &[&str], reason: &str, detail: &str) -> Value {
    // A loaded machine answers late; that is no illegal move.
    let margin: &[&str] = if reason == "illegal" { &["--margin", "2000"] } else { &[] };
    let more = [more, margin].concat();
    let game = game(script, &more);
    assert_eq!(game["reason"], reason, "{game}");
    assert_eq!(game["result"], "0-1", "{game}");
    assert_eq!(game["fault"]["engine"], "mock", "{game}");
    assert!(game["detail"].as_str().unwrap().contains(detail), "{game}");
    game
}

#[test]
fn a_crash_comes_with_its_last_words() {
    let game = lost(&engine("echo 'out of luck' >&2; exit 3"), &[], "crash", "exit status: 3");
    assert_eq!(game["fault"]["stderr"][0], "out of luck");
    let lines = game["fault"]["lines"].as_array().unwrap();
    assert_eq!(lines.last().unwrap(), "> go movetime 100");
    lost(&engine("kill -SEGV $$"), &[], "crash", "signal: 11");
    lost(&engine("exec >&-; sleep 100"), &[], "crash", "closed its output");
}

/// What an engine may say so that a terminal obeys it: it clears the screen, sets the
/// title, and turns what follows around.
const EVIL: &str = "\\033[2J\\033]0;mine\\007\\342\\200\\256";

#[test]
fn no_engine_reaches_the_terminal() {
    let folder = Folder::new();
    let own = tengen("own", "option.Player=random tc=99");
    let evil = |name: &str, script: &str| {
        let mock = folder.script(name, script);
        play(&[&format!("{mock} proto=uci"), &own], &["--games", "1", "--openings", "none"])
    };
    let says = engine(&format!("printf 'bestmove {EVIL}\\n'"));
    let dies = format!("printf '{EVIL}\\n' >&2; exit 3");
    let harmless = engine("echo bestmove h8");
    for (name, script, code) in
        [("mock", &says, 0), ("mock", &dies, 1), ("mock\u{202e}", &harmless, 0)]
    {
        let output = evil(name, script);
        let all = errors(&output) + &String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{all}");
        assert!(all.contains("\\u{202e}"), "{all:?}");
        assert!(!all.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{all:?}");
    }
}

#[test]
fn engines_are_told_their_clocks() {
    let told = |script: &str, each: &str| {
        let game = lost(script, &["--each", each], "crash", "exit status: 3");
        let lines = game["fault"]["lines"].as_array().unwrap().iter();
        lines.map(|line| line.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let lines = told(&engine("exit 3"), "tc=40/60+0.5 depth=7");
    let go = "> go depth 7 wtime 60000 btime 99000 winc 500 binc 0 movestogo 40";
    assert_eq!(lines[lines.len() - 2..], ["> position startpos", go]);
    let brain = "while read -r line; do case $line in
        ABOUT*) echo 'name=\"Mock\"';; START*) echo OK;; BEGIN) exit 3;; esac; done";
    let lines = told(brain, "tc=30+1 st=2.5");
    let expected = [
        "> START 15",
        "< OK",
        "> INFO rule 0",
        "> INFO game_type 1",
        "> INFO timeout_turn 2500",
        "> INFO timeout_match 30000",
    ];
    let start = lines.iter().position(|line| line == expected[0]).unwrap();
    assert_eq!(lines[start..start + expected.len()], expected);
    assert_eq!(lines[lines.len() - 2..], ["> INFO time_left 30000", "> BEGIN"]);
}

#[test]
fn a_program_is_found_from_where_the_match_is_started() {
    let folder = Folder::new();
    let (inner, tengen_here) = (folder.path("inner"), folder.path("here"));
    std::fs::create_dir(&inner).unwrap();
    std::os::unix::fs::symlink(TENGEN, &tengen_here).unwrap();
    let engine = |name: &str| {
        format!("name={name} cmd=./here dir={} option.Player=random nodes=1", inner.display())
    };
    let mut command = command(&[&engine("a"), &engine("b")], &["--games", "2"]);
    let output = command.current_dir(folder.path("")).finish().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}

#[test]
fn late_and_never_are_two_things() {
    let margin = ["--margin", "0", "--patience", "2"];
    lost(&engine("sleep 0.4; echo bestmove h8"), &margin, "time", " of 100 ms");
    lost(&engine(":"), &["--patience", "1"], "stall", "no answer after 1");
    let endless = engine("while :; do echo info depth 1; done");
    lost(&endless, &["--patience", "1"], "stall", "no answer after 1");
}

#[test]
fn without_a_time_limit_there_is_still_an_end() {
    let limits = ["--each", "nodes=100", "--longest-move", "1", "--patience", "1"];
    lost(&engine(":"), &limits, "stall", "no answer after 2");
}

#[test]
fn illegal_moves_are_named() {
    lost(&engine("echo bestmove z99"), &[], "illegal", "answered z99");
    lost(&engine("echo 'bestmove (none)'"), &[], "illegal", "answered (none)");
    lost(&engine("echo bestmove p16"), &[], "illegal", "p16: outside the 15x15 board");
    let own = lost(&engine("echo bestmove h8"), &[], "illegal", "h8: occupied");
    assert_eq!(own["moves"].as_str().unwrap().split(' ').next(), Some("h8"));
}

#[test]
fn unasked_answers_break_the_protocol() {
    let twice = engine("echo bestmove h8; echo bestmove h8");
    lost(&twice, &[], "protocol", "answered without being asked: bestmove h8");
    let brain = "while read -r line; do case $line in
        ABOUT*) echo 'name=\"Mock\"';; START*) echo OK;; BEGIN|TURN*|BOARD) echo 'ERROR no idea';;
        esac; done";
    lost(brain, &["--patience", "1"], "protocol", "refused: ERROR no idea");
}

#[test]
fn a_complaint_before_the_answer_is_passed_over() {
    lost(&brain("echo 'ERROR what'; echo 99,99"), &[], "illegal", "answered 99,99");
}

/// An engine of the Gomocup protocol; `move` is what it does when it is asked for
/// its first move.
fn brain(answer: &str) -> String {
    format!(
        "while read -r line; do case $line in
            ABOUT*) echo 'name=\"Mock\"';; START*) echo OK;;
            BEGIN|BOARD) {answer};;
        esac; done"
    )
}

#[test]
fn an_answer_too_many_is_not_the_next_answer() {
    let late = engine("sleep 0.06; echo bestmove h8; (sleep 0.02; echo bestmove h8) &");
    lost(&late, &["--margin", "10000"], "protocol", "answered without being asked: bestmove h8");
}

#[test]
fn an_engine_that_suggests_a_move_is_told_to_play_it() {
    let polite = brain("echo SUGGEST 7,6").replace("esac", "PLAY*) exit 7;; esac");
    let game = lost(&polite, &[], "crash", "exit status: 7");
    assert_eq!(game["fault"]["lines"].as_array().unwrap().last().unwrap(), "> PLAY 7,6");
}

#[test]
fn what_is_no_move_is_illegal_in_every_protocol() {
    lost(&brain("echo h8"), &["--patience", "1"], "illegal", "answered h8: expected one move");
    lost(&brain(":"), &["--patience", "1"], "stall", "no answer after 1");
    // Others pass over what is no answer, too.
    let chatty = brain("echo 'loading weights'; exit 7");
    lost(&chatty, &[], "crash", "exit status: 7");
}

#[test]
fn stones_of_an_opening_are_no_moves_of_its_own() {
    let rude = "while read -r line; do case $line in
        ABOUT*) echo 'name=\"Mock\"';; START*) echo OK;;
        SWAP2BOARD) read -r one; case $one in DONE) echo 7,7 8,8 9,9;; *) exit 7;; esac;;
        esac; done";
    let folder = Folder::new();
    let log = folder.path("log");
    let [a, b] = ["a", "b"].map(|name| folder.script(name, rude) + " proto=gomocup");
    summary(&[&a, &b], &["--swap2", "--games", "1", "--out", log.to_str().unwrap()]);
    let game = games(&log).remove(&1).unwrap();
    assert_eq!((&game["reason"], &game["fault"]["engine"]), (&"crash".into(), &"b".into()));
    assert_eq!((&game["moves"], &game["opening_moves"]), (&"h8 i7 j6".into(), &3.into()));
}

#[test]
fn a_forbidden_point_loses() {
    let black = engine("n=$((n + 1)); set -- i8 j8 h9 h10 h8; shift $((n - 1)); echo bestmove $1");
    let white = engine("n=$((n + 1)); set -- a1 c1 e1 g1; shift $((n - 1)); echo bestmove $1");
    let folder = Folder::new();
    let log = folder.path("log");
    let (black, white) = (folder.script("black", &black), folder.script("white", &white));
    let arguments = ["--variant", "renju", "--games", "1", "--openings", "none", "--out"];
    summary(&[&black, &white], &[&arguments[..], &[log.to_str().unwrap()]].concat());
    let game = games(&log).remove(&1).unwrap();
    assert_eq!((&game["reason"], &game["result"]), (&"forbidden".into(), &"0-1".into()));
    assert_eq!(game["detail"], "double-three");
}

#[test]
fn engines_that_cannot_play_at_all_are_found_before_the_first_game() {
    let folder = Folder::new();
    let own = tengen("own", "");
    let good = engine(":");
    for (script, more, expected) in [
        (good.as_str(), "option.Level=9", "option Level: 9: expected 1 to 5"),
        (&good, "option.Hash=9", "option: Hash: expected one of Level"),
        (&good, "dir=/no/such/folder", "dir=/no/such/folder: expected a folder that is there"),
        ("echo 'no licence' >&2; exit 1", "", "(it said: no licence)"),
        ("cat >/dev/null", "", "speaks none of uci, ugi, gomocup"),
    ] {
        let mock = format!("{} {more}", folder.script("mock", script));
        let output = play(&[&own, &mock], &["--games", "2", "--patience", "1"]);
        assert_eq!(output.status.code(), Some(1));
        let error = last_error(&output);
        assert!(error.contains("engine mock: ") && error.contains(expected), "{expected}: {error}");
    }
    let output = play(&[&own, "name=mock cmd=./no-such-program"], &["--games", "2"]);
    assert!(last_error(&output).contains("engine mock: ./no-such-program: "));
}

#[test]
fn an_engine_that_is_silent_about_itself_plays_where_its_protocol_is_given() {
    let folder = Folder::new();
    let log = folder.path("log");
    for about in [":", "echo 'UNKNOWN command'", "echo 'ERROR what'"] {
        let script = format!(
            "while read -r line; do case $line in
                ABOUT*) {about};; START*) echo OK;; BEGIN) exit 7;; esac; done"
        );
        let mock = folder.script("mock", &script);
        let more = ["--games", "1", "--patience", "1", "--openings", "none"];
        let own = tengen("own", "option.Player=random");
        let out = ["--out", log.to_str().unwrap()];
        summary(&[&(mock.clone() + " proto=gomocup"), &own], &[&more[..], &out].concat());
        let game = games(&log).remove(&1).unwrap();
        assert_eq!(
            (&game["reason"], &game["detail"]),
            (&"crash".into(), &"ended with exit status: 7".into())
        );
        std::fs::remove_file(&log).unwrap();
    }
    // START decides.
    let deaf = folder.script("mock", "cat >/dev/null") + " proto=gomocup";
    let output = play(
        &[&tengen("own", ""), &deaf],
        &["--games", "2", "--patience", "1", "--max-faults", "1"],
    );
    assert_eq!(output.status.code(), Some(1));
    let error = errors(&output);
    assert!(error.contains("no answer to START 15 within 1000 ms"), "{error}");
}

#[test]
fn a_program_alone_is_an_engine() {
    let words = format!("{TENGEN} name=a option.Player=random");
    let output = play(&[TENGEN, &words], &["--games", "2", "--size", "5", "--each", "nodes=1"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}

#[test]
fn a_broken_engine_does_not_play_for_ever() {
    let folder = Folder::new();
    let (mock, own) = (folder.script("mock", &engine("exit 9")), tengen("own", ""));
    let output = play(&[&own, &mock], &["--games", "50", "--max-faults", "4", "--margin", "10000"]);
    assert_eq!(output.status.code(), Some(1));
    let error = last_error(&output);
    assert!(
        error.contains("mock: 4 games in a row") && error.contains("; 4 games are played"),
        "{error}"
    );
    let all = ["--games", "12", "--max-faults", "0", "--json", "--margin", "10000"];
    let output = play(&[&own, &mock], &all);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["engines"][1]["faults"]["crash"], 12);
}

#[test]
fn a_log_that_cannot_be_written_ends_the_match() {
    let (a, b) = (tengen("a", "option.Player=random"), tengen("b", "option.Player=random"));
    if cfg!(target_os = "linux") {
        let output = play(&[&a, &b], &["--games", "4", "--out", "/dev/full"]);
        assert_eq!(output.status.code(), Some(1));
        let text = errors(&output);
        assert!(text.lines().count() == 1 && text.contains("/dev/full: "), "{text}");
    }
    let sgf = ["--variant", "destroy", "--games", "2", "--sgf", "/no/such/folder/sgf"];
    let output = play(&[&a, &b], &sgf);
    assert_eq!(output.status.code(), Some(1));
    assert!(last_error(&output).contains("conversions"), "no words for them in SGF");
    // So are openings that a record cannot hold, before a game is played for it.
    let folder = Folder::new();
    let (list, psq) = (folder.path("list"), folder.path("psq"));
    std::fs::write(&list, format!("startpos\n{}15/7x7 o\n", "15/".repeat(13))).unwrap();
    let list = ["--openings", list.to_str().unwrap(), "--psq", psq.to_str().unwrap()];
    let output = play(&[&a, &b], &[&["--games", "2"], &list[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors(&output).lines().count(), 1, "{}", errors(&output));
    assert!(last_error(&output).contains("/psq: opening 2: "), "{}", last_error(&output));
    assert!(!psq.exists());
    let output = play(&[&a, &b], &["--games", "4", "--out", "/no/such/folder/log"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(last_error(&output).contains("expected a file that can be opened"));
}
