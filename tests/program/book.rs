//! `BookFile`: a proof that the engine plays by, and files that are none.

use std::fs;
use std::path::Path;

use crate::folder::folder;
use crate::process::Engine;

/// Three in a row on 4x4: c3, and what wins after each reply.
const PROOF: &str = "tengen-proof 1\n\
                     position 4/4/4/4 x k=3 rule=freestyle\n\
                     claim x wins\n\
                     a1\nd4\nb2 a1:1 *:0\nc1\nc4\nc2 c1:4 *:3\nc3 a1:5 b2:5 d4:5 *:2\n";

/// The moves that the engine plays after each line, with what it says of the book before.
fn played(engine: &mut Engine, lines: &[&str]) -> Vec<(bool, String)> {
    let answer = |engine: &mut Engine, line: &str| {
        engine.send(line);
        engine.send("go nodes 300");
        let said = engine.until("bestmove");
        let is_book = said.iter().any(|line| line == "info string book: claims x wins");
        (is_book, said.last().unwrap().clone())
    };
    lines.iter().map(|line| answer(engine, line)).collect()
}

#[test]
fn the_engine_plays_by_a_book_at_full_strength() {
    let files = folder("book");
    let (book, holds) = (files.join("book.proof"), files.join("holds.proof"));
    fs::write(&book, PROOF).unwrap();
    let no_win = "tengen-proof 1\nposition 3/3/3 x k=3 rule=freestyle\nclaim x holds\nb2\n";
    fs::write(&holds, no_win).unwrap();
    let take = |path: &Path| format!("setoption name BookFile value {}", path.display());
    let mut engine =
        Engine::start(&["--set", "Width=4", "--set", "Height=4", "--set", "WinLength=3"]);
    engine.send(&take(&book));
    // The first moves of the book; a position of the opponent, who loses; another way to the
    // same; a game that has left the book.
    let lines = [
        "position startpos",
        "position startpos moves c3 a1",
        "position startpos moves c3",
        "position fen 4/2x1/4/o3 x k=3 rule=freestyle",
        "position startpos moves b2 a4",
    ];
    let said = played(&mut engine, &lines);
    let known = |mv: &str| (true, format!("bestmove {mv}"));
    assert_eq!(said[..2], [known("c3"), known("c2")]);
    assert!(said[2].0 && said[3] == known("c2") && !said[4].0, "{said:?}");
    engine.send("position startpos");
    engine.send("go nodes 300");
    let told = engine.until("bestmove");
    let is_told = |line: &String| line.contains(" score cp 6369 ") && line.ends_with(" pv c3");
    assert!(told.iter().any(is_told), "no mate: {told:?}");

    // An analysis without an end is a search, which is told of the book.
    engine.send("go infinite");
    let told = engine.until("info depth");
    assert_eq!(told[0], "info string book: claims x wins");
    assert!(told.last().is_some_and(|line| line.contains("score mate")), "{told:?}");
    engine.send("stop");
    engine.until("bestmove");

    for (path, expected) in [
        (holds.as_path(), "a claim that a player wins, not x holds"),
        (Path::new("/does/not/exist"), "a proof, as tengen prove writes it ("),
    ] {
        engine.send(&take(path));
        engine.send("isready");
        let said = engine.until("readyok");
        let named: String = path.display().to_string().chars().take(60).collect();
        let error = format!("info string error: setoption BookFile: {named}: expected {expected}");
        assert!(said[0].starts_with(&error), "{said:?}");
    }
    assert!(played(&mut engine, &lines[..1])[0].0, "the book is still there");
    for (option, is_book) in [
        ("Book value false", false),
        ("Book value true", true),
        ("Level value 3", false),
        ("Level value 10", true),
        ("BookFile value <empty>", false),
    ] {
        engine.send(&format!("setoption name {option}"));
        assert_eq!(played(&mut engine, &lines[..1])[0].0, is_book, "{option}");
    }
    fs::remove_dir_all(files).unwrap();
}

/// Freestyle and exactly five on 15x15 have books of the program's own, for who gives no other
/// limit than time.
#[test]
fn the_program_has_books_of_15x15() {
    let mut engine = Engine::start(&[]);
    let played = |engine: &mut Engine, lines: &[&str]| {
        for line in lines {
            engine.send(line);
        }
        let said = engine.until("bestmove");
        let is_book = said.iter().any(|line| line == "info string book: claims x wins");
        (is_book, said.last().unwrap().clone())
    };
    let first = (true, "bestmove h8".to_owned());
    assert_eq!(played(&mut engine, &["position startpos", "go movetime 10000"]), first);
    let lines = ["position startpos moves h8 h9", "go wtime 60000 btime 60000"];
    let (is_book, second) = played(&mut engine, &lines);
    assert!(is_book, "{second}");
    // The move for which the opponent is waited for is the same.
    engine.send("position startpos moves h8 i9");
    engine.send("go ponder wtime 20000 btime 20000");
    engine.until("info depth");
    engine.send("ponderhit");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove i7");
    for lines in [
        ["position startpos", "go nodes 300"],
        ["setoption name Book value false", "go movetime 50"],
        ["setoption name Variant value standard", "go nodes 300"],
        ["setoption name Variant value renju", "go movetime 50"],
    ] {
        assert!(!played(&mut engine, &lines).0, "{lines:?}");
    }
    for line in ["setoption name Book value true", "setoption name Variant value standard"] {
        engine.send(line);
    }
    for (reply, expected) in [("a1", "g7"), ("o1", "i7"), ("h9", "i9")] {
        let position = format!("position startpos moves h8 {reply}");
        let answer = played(&mut engine, &[&position, "go movetime 10000"]);
        assert_eq!(answer, (true, format!("bestmove {expected}")), "{reply}");
    }
}
