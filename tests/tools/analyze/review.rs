//! A review of a game: as text, as JSON, as a page.

use std::fs;
use std::process::Output;

use serde_json::Value;
use tengen_page::records::Line;
use tengen_page::review::{HASH, NODES, Review};
use tengen_page::reviews;

use super::schema::faults;
use crate::folder::folder;
use crate::process::program;
use crate::waiting::Finish;

/// x builds two lines at once while o looks away.
const LOST_BY_O: &str = "h8 a1 h9 a2 h10 a3 h11 a4 h12";

fn review(arguments: &[&str]) -> Output {
    program()
        .args(["review", "--set", "Hash=1", "--nodes", "1500"])
        .args(arguments)
        .finish()
        .unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = review(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "nothing is drawn without a terminal");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let review: Value =
        serde_json::from_str(&text(&[arguments, &["--json", "-"]].concat())).unwrap();
    let schema = program().args(["review", "--schema"]).finish().unwrap().stdout;
    let faults = faults(std::str::from_utf8(&schema).unwrap(), &review);
    assert!(faults.is_empty(), "{faults:?}");
    review
}

/// Where there is no program to start, the page's own host makes reviews: they are the same.
#[test]
fn a_review_on_the_page_is_that_of_the_program() {
    let games = [
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x k=5 rule=freestyle", LOST_BY_O),
        ("3/3/3 x k=3 rule=freestyle", "b2 c3 a3 b3 c1"),
        ("9/9/9/9/9/9/9/9/9 x k=5 rule=renju", "e5 f6 e6 f5 e7 f7 d5 f8"),
    ];
    for (start, moves) in games {
        let line = Line { start: start.to_owned(), moves: moves.to_owned() };
        let own = reviews::review(&line).unwrap();
        let (nodes, hash) = (NODES.to_string(), format!("Hash={HASH}"));
        let folder = folder("review-of-page");
        let question = folder.join("game.json");
        let text = serde_json::json!({"id": 1, "fen": start, "moves": moves}).to_string();
        fs::write(&question, text).unwrap();
        let output = program()
            .args(["review", "--json", "-", "--set", &hash, "--nodes", &nodes])
            .arg(&question)
            .finish()
            .unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        assert_eq!(own, Review::read(&report).unwrap(), "{moves}");
    }
}

/// Verdicts are about chances, which come of no other player's scores.
#[test]
fn only_the_engine_reviews() {
    for player in ["scoretable", "minimax"] {
        let output = review(&["--set", &format!("Player={player}"), LOST_BY_O]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        assert!(said.contains(&format!("Player: {player}: expected engine")), "{said}");
    }
}

#[test]
fn a_lost_game_shows_where_it_was_lost() {
    let review = json(&[LOST_BY_O]);
    assert_eq!(review["outcome"]["winner"], "x");
    assert_eq!((&review["loser"], &review["game"]["result"]), (&"o".into(), &"1-0".into()));
    // After three in a row with both ends open o may still close one of them at
    // once, and a move later nothing helps; how early it is lost, only search tells.
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    let is_held = |mv: &Value| mv["side"] == "o" && mv["before"]["winrate"].as_f64() >= Some(0.05);
    let number = 1 + moves.iter().rposition(is_held).unwrap();
    assert!([2, 4, 6].contains(&number), "{review}");
    assert_eq!(moves[8]["after"]["score"]["mate"], 0);
    assert_eq!(moves[8]["after"]["winrate"], 1.0);
    // What is good for one player before a move is bad for the other after it.
    assert_eq!(moves[6]["before"]["wdl"][0], moves[5]["after"]["wdl"][2]);
    // The move after which o is lost is the one that allowed it; x gave nothing away.
    let allowed: Vec<usize> = (1..=9).filter(|at| moves[at - 1]["allowed_win"] == true).collect();
    assert_eq!(allowed, [number], "{review}");
    assert!(moves.iter().all(|mv| mv["missed_win"] == false));
    let [x, o] = ["x", "o"].map(|side| review["accuracy"][side].as_f64().unwrap());
    assert!(x > o && o < 0.9, "{x} {o}");
    let words = text(&[LOST_BY_O]);
    assert!(words.contains(", allows a likely win") && words.contains("x: accuracy "), "{words}");
    // From the middle of the board x is ahead from the first stone on, so nothing is said to hold.
    let played = moves[number - 1]["move"].as_str().unwrap();
    let sentence = format!(
        "No move of o was found after which it had 40 % or more, by searches of 15000 to 150000 positions; \
         from {number} {played} ("
    );
    assert!(words.contains(&sentence) && words.contains(") on it had less than 5 %."), "{words}");
    assert_eq!(
        (&review["last_hold"], &review["limits"]["confirm_nodes"]),
        (&Value::Null, &15_000.into())
    );
    assert!(words.contains("loss in 2") && words.contains("mistake"), "{words}");
    assert_eq!(words, text(&["--concurrency", "3", LOST_BY_O]), "at every concurrency");
    let words_apart: Vec<&str> = LOST_BY_O.split(' ').collect();
    assert_eq!(words, text(&words_apart));
}

/// A game in which the engine's choice at the ninth move, h7, loses as well: that takes longer to
/// see than the moves of a game are looked at.
const LOST_EARLIER: &str =
    "h5 f6 j3 k3 n6 g6 i6 g4 j7 e6 d6 f5 d7 e4 d3 f4 d4 d5 f7 f3 f2 g2 h1 c6";

#[test]
fn a_move_that_loses_as_well_is_not_said_to_hold() {
    let review = json(&[LOST_EARLIER]);
    let hold = &review["last_hold"];
    let mut line: Vec<&str> = LOST_EARLIER.split(' ').collect();
    line.truncate(hold["number"].as_u64().unwrap() as usize - 1);
    line.push(hold["best"].as_str().unwrap());
    let line = line.join(" ");
    let output = program()
        .args(["prove", "--moves", &line, "--claim", "o wins", "--nodes", "300000"])
        .finish()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("undecided: o wins"), "{hold}: {said}");
    // Ten times as many positions as for each move of the game, by the engine and by the prover,
    // then at most a hundred times as many: what the last unfinished depth saw does not count.
    let searched = hold["searched"].as_u64().unwrap();
    assert!((34_000..=195_000).contains(&searched), "{hold}");
    let sentence = format!(
        "The last move that kept 40 % or more in longer searches ({searched} positions, no win \
         found against it): "
    );
    assert!(text(&[LOST_EARLIER]).contains(&sentence));
}

#[test]
fn what_holds_by_proof_is_said_to_hold() {
    let review = json(&["--set", "Variant=tictactoe", "b2 a1 c1 b1 a3"]);
    let hold = &review["last_hold"];
    assert_eq!((&hold["number"], &hold["best"]), (&4.into(), &"a3".into()), "{hold}");
    assert_eq!((&hold["is_hold_proven"], &hold["is_proven"]), (&true.into(), &true.into()));
    let words = text(&["--set", "Variant=tictactoe", "b2 a1 c1 b1 a3"]);
    let sentence = "The last move found that would have held, by proof: 4 o a3 (50 %) instead of \
                    b1 (loss in 1), which is proven to lose.";
    assert!(words.contains(sentence) && words.contains("blunder, allows a win"), "{words}");
    // b1 against the centre loses, whatever comes after it.
    let lost = json(&["--set", "Variant=tictactoe", "b2 b1 a1 c3 a3 a2 c1"]);
    assert_eq!((&lost["last_hold"]["number"], &lost["loser"]), (&2.into(), &"o".into()), "{lost}");
}

#[test]
fn without_a_move_that_holds_it_is_said_why() {
    // The game begins in a position that o has lost already.
    let sgf = |text: &str| folder_file("lost", "lost.sgf", text);
    let stones = "(;GM[4]SZ[15]AB[gh][hh][ih][jh]AW[aa][ca][ea]PL[W];W[ga];B[kh])";
    let words = text(&[&sgf(stones)]);
    assert!(words.contains("o was lost from the start, by proof."), "{words}");
    // The record says who lost; the board does not.
    let resigned = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ih])";
    let words = text(&[&sgf(resigned)]);
    assert!(words.contains("o lost, but not by what was seen on the board ("), "{words}");
    let resigned = json(&[&sgf(resigned)]);
    assert_eq!(
        (&resigned["last_hold"], &resigned["limits"]["confirm_nodes"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_drawn_game_has_the_chance_of_a_draw() {
    let moves = "b2 a1 c1 a3 a2 c2 b3 b1 c3";
    let review = json(&["--set", "Variant=tictactoe", moves]);
    let last = &review["moves"][8];
    assert_eq!(last["after"]["wdl"], serde_json::json!([0, 1000, 0]), "{last}");
    assert_eq!(last["after"]["winrate"], 0.5, "{last}");
}

#[test]
fn every_kind_of_game_is_reviewed() {
    // No move at all.
    let empty = folder_file("empty", "none.fen", "startpos\n");
    let none = json(&[&empty]);
    assert_eq!((none["moves"].as_array().unwrap().len(), &none["loser"]), (0, &Value::Null));
    assert!(none["next"]["best"].is_string());

    // Unfinished, but proven.
    let proven = json(&["h8 a1 h9 a2 h10 a3"]);
    assert_eq!((&proven["outcome"], &proven["loser"]), (&Value::Null, &"o".into()));
    assert_eq!(proven["limits"]["confirm_nodes"], 15_000);

    // A draw.
    let draw = json(&["--set", "Variant=tictactoe", "b2 a1 c1 a3 a2 c2 b3 b1 c3"]);
    assert_eq!((&draw["game"]["result"], &draw["last_hold"]), (&"1/2-1/2".into(), &Value::Null));

    // Stones change hands.
    let destroy = json(&["--set", "Variant=destroy", "h8 h9 *h9 h7"]);
    assert_eq!(destroy["moves"][2]["move"], "*h9");
    assert!(destroy["moves"][2]["fen"].as_str().unwrap().contains('X'));

    // Black loses by a forbidden point: here the crossing of two threes.
    let foul = json(&["--set", "Variant=renju", "h8 a1 i8 a3 j9 a5 j10 a7 j8"]);
    assert_eq!(foul["outcome"]["reason"], "forbidden");
    assert_eq!((&foul["loser"], &foul["last_hold"]["number"]), (&"x".into(), &9.into()));
    assert_eq!(foul["moves"][8]["after"]["wdl"], serde_json::json!([0, 0, 1000]));

    // A rectangle beyond the letter z.
    let wide = json(&["--set", "Variant=gomoku40x30", "an30 a1 aa15"]);
    assert_eq!(wide["moves"][0]["move"], "an30");

    // A request as `analyze` takes it, with its own options and limits.
    let request = r#"{"id":1,"variant":"tictactoe","moves":"b2 b1","depth":9}"#;
    let solved = json(&[&folder_file("request", "game.json", request)]);
    assert_eq!(solved["limits"]["depth"], 9);
    assert_eq!(solved["loser"], "o", "an edge against the centre loses");
}

fn folder_file(own: &str, name: &str, content: &str) -> String {
    let path = folder(&format!("review-{own}")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn files_are_written_as_a_whole() {
    let folder = folder("review-files");
    let [html, data] = ["game.html", "game.json"].map(|name| folder.join(name));
    let [html_name, data_name] = [&html, &data].map(|path| path.to_str().unwrap());
    let words = text(&[LOST_BY_O, "--html", html_name, "--json", data_name]);
    assert!(words.contains("  10 ") || words.contains("   9 x h12"), "{words}");
    let written: Value = serde_json::from_str(&fs::read_to_string(&data).unwrap()).unwrap();
    assert_eq!(written["moves"].as_array().unwrap().len(), 9);

    let page = fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for name in ["http://", "https://", "src=", "@import", "url("] {
        // The name of a language, and parts of the page itself.
        let known = ["http://www.w3.org/2000/svg", "url(#"];
        let foreign = page
            .match_indices(name)
            .filter(|(place, _)| !known.iter().any(|own| page[*place..].starts_with(own)));
        assert_eq!(foreign.count(), 0, "{name}: the page needs nothing from elsewhere");
    }
    assert_eq!(page.matches("<tr data-turn=").count(), 9);
    assert_eq!(page.matches("class=\"strip\" data-turn=").count(), 10);
    let embedded = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    assert_eq!(serde_json::from_str::<Value>(embedded).unwrap(), written);
    assert_eq!(text(&[LOST_BY_O, "--html", "-"]), page);

    // What cannot be written leaves nothing behind, and what was there stays.
    fs::write(&data, "precious").unwrap();
    let nowhere = folder.join("no/such/folder.html");
    let output = review(&[LOST_BY_O, "--html", nowhere.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let output = review(&[LOST_BY_O, "--json", data_name, "--html", nowhere.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "both or none");
    let failed = review(&["h8 h8", "--json", data_name]);
    assert_eq!(failed.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&data).unwrap(), "precious");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no partial files");
    if cfg!(target_os = "linux") {
        assert_eq!(review(&[LOST_BY_O, "--json", "/dev/full"]).status.code(), Some(1));
    }
}

/// Every position that the review calls won has a proof, of the player that wins, and the
/// checker agrees.
#[test]
fn won_positions_are_proven() {
    let folder = folder("review-proofs");
    let name = folder.join("new/proofs");
    let output = review(&[LOST_BY_O, "--proofs", name.to_str().unwrap(), "--json", "-"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains(" won positions in ") && told.lines().count() == 1, "{told}");
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut files: Vec<String> = fs::read_dir(&name)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let turn = |file: &String| {
        let name = file.rsplit('/').next().unwrap();
        assert!(name.ends_with("-x-wins.proof"), "{name}");
        name.split('-').nth(1).unwrap().parse::<usize>().unwrap()
    };
    let turns: Vec<usize> = files.iter().map(turn).collect();
    // The last position of the game but one, and all that are lost by proof.
    assert!(turns.contains(&8) && !turns.contains(&9), "{turns:?}");
    for (index, mv) in said["moves"].as_array().unwrap().iter().enumerate().take(8) {
        let is_mate = mv["after"]["score"]["mate"].is_number();
        assert_eq!(turns.contains(&(index + 1)), is_mate, "{index} {mv}");
    }
    let mut arguments = vec!["verify"];
    arguments.extend(files.iter().map(String::as_str));
    let output = program().args(arguments).finish().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn names_in_records_cannot_become_markup() {
    let name = "</script><b>&\"'";
    let path = folder_file("markup", "a.json", "{}");
    let record = format!("(;GM[4]SZ[9]PB[{name}]PW[{name}];B[ee])");
    let path = std::path::Path::new(&path).with_file_name("a.sgf");
    fs::write(&path, record).unwrap();
    let page = text(&[path.to_str().unwrap(), "--html", "-"]);
    assert!(!page.contains("</script><b>") && !page.contains("<b>&"));
    assert!(
        page.contains("&lt;&#x2f;script&gt;&lt;b&gt;") || page.contains("&lt;/script&gt;&lt;b&gt;")
    );
}

#[test]
fn wrong_arguments_are_named() {
    let several = folder_file("several", "two.moves", "h8 h9\ni8 i9\n");
    for (arguments, code, named) in [
        (&["nosuch.psq"][..], 1, "nosuch.psq: no such file"),
        (&["h8 h8"], 1, "h8 (occupied)"),
        (&["h8 z99"], 1, "moves: z99: expected"),
        (&["h8z.moves"], 1, "h8z.moves: no such file"),
        (&[several.as_str()], 1, "2 games: expected --number"),
        (&[several.as_str(), "--number", "3"], 1, "game 3: expected 1 to 2"),
        (&[], 2, "<GAME>"),
        (&["h8", "--json", "-", "--html", "-"], 2, "--json"),
        (&["h8", "--json", "same", "--html", "same"], 2, "same: expected two different files"),
        (&["h8", "--set", "Player=fivestage"], 2, "Player: fivestage: expected engine"),
        (&["h8", "--depth", "0"], 2, "0"),
        (&["h8", "--proofs", "/dev/null/x"], 1, "/dev/null/x: expected a folder"),
        (&["a1", "--set", "Variant=destroy", "--proofs", "x"], 1, "without conversions"),
    ] {
        let output = review(arguments);
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {line}");
        assert!(line.contains(named) && line.trim_end().lines().count() == 1, "{line}");
        assert!(output.stdout.is_empty());
    }
    assert!(text(&[several.as_str(), "--number", "2"]).contains(" 2 o i9"));
}
