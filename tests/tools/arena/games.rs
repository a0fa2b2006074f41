//! What is played, and what comes of it.

use serde_json::json;
use tengen_engine::game::{Color, Position, Variant};
use tengen_games::record::{self, Format, GameResult};

use super::support::*;
use crate::effort;

#[test]
fn two_copies_of_one_engine_are_equal() {
    for player in ["engine", "random"] {
        let option = format!("option.Player={player} nodes=50");
        let (a, b) = (tengen("a", &option), tengen("b", &option));
        let arguments = ["--games", "12", "--concurrency", "2", "--margin", "10000"];
        let summary = summary(&[&a, &b], &arguments);
        assert_eq!(summary["games_played"], 12);
        let encounter = &summary["encounters"][0];
        assert_eq!(encounter["score"], 0.5, "{encounter}");
        // Every pair on its own: what one wins, the other one wins too.
        assert_eq!(encounter["pentanomial"], json!([0, 0, 6, 0, 0]));
    }
}

#[test]
fn a_game_depends_on_nothing_but_its_number() {
    let folder = Folder::new();
    let play = |name: &str, engine: &str, more: &[&str]| {
        let log = folder.path(name);
        let option = format!("option.Hash=1 nodes=200 {engine}");
        let (a, b) = (tengen("a", &option), tengen("b", &option));
        let out = ["--games", "8", "--margin", "10000", "--out", log.to_str().unwrap()];
        summary(&[&a, &b], &[&out, more].concat());
        games(&log)
    };
    let one = play("one", "", &[]);
    assert_eq!(play("four", "", &["--concurrency", "4"]), one);
    assert_eq!(play("fresh", "restart=on", &[]), one, "something is left from the game before");
    let moves: std::collections::BTreeSet<&str> =
        one.values().map(|game| game["moves"].as_str().unwrap()).collect();
    assert_eq!(moves.len(), 4, "the games of a pair are the same, and no others");
    assert_ne!(play("other", "", &["--seed", "5"]), one);
}

#[test]
fn moves_are_told_as_they_are_played() {
    let folder = Folder::new();
    let log = folder.path("live");
    let (a, b) = (tengen("a", "option.Player=random"), tengen("b", "option.Player=random"));
    let arguments = ["--games", "4", "--concurrency", "2", "--variant", "renju", "--live"];
    let out = ["--margin", "10000", "--out", log.to_str().unwrap()];
    let output = play(&[&a, &b], &[&arguments[..], &out].concat());
    let mut told = std::collections::BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        if !line.starts_with("{\"live\":") {
            continue;
        }
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = line["live"].as_u64().unwrap();
        if let Some(opening) = line["moves"].as_str() {
            assert_ne!(line["black"], line["white"]);
            assert!(told.insert(number, opening.to_owned()).is_none(), "it begins once");
        } else {
            let moves = told.get_mut(&number).unwrap();
            moves.push(' ');
            moves.push_str(line["move"].as_str().unwrap());
        }
    }
    let played = games(&log);
    assert_eq!(told.len(), 4);
    for (number, moves) in told {
        assert_eq!(played[&number]["moves"], moves.trim(), "game {number}");
    }
}

#[test]
fn every_protocol_plays_the_same_game() {
    let folder = Folder::new();
    let play = |protocol: &str, more: &[&str]| {
        let log = folder.path(&format!("{protocol}.jsonl"));
        // Gomocup always has a clock, and with a clock an only move takes no thought.
        let limits = "nodes=300 st=30";
        let option = format!("proto={protocol} option.Hash=1 option.max_memory=0 {limits}");
        let option =
            if protocol == "gomocup" { option } else { option.replace(" option.max_memory=0", "") };
        let (a, b) = (tengen("a", &option), tengen("b", &option));
        let out = ["--out", log.to_str().unwrap(), "--games", "2", "--margin", "10000"];
        let summary = summary(&[&a, &b], &[&out, more].concat());
        assert_eq!(summary["engines"][0]["faults"], json!({}));
        games(&log).values().map(|game| game["moves"].clone()).collect::<Vec<_>>()
    };
    let games = [&["--variant", "renju"][..], &["--variant", "gomoku20x15"], &["--rule", "caro"]];
    for game in games.into_iter().take(effort::of(1, 3)) {
        let native = play("uci", game);
        assert_eq!(native.len(), 2);
        assert_eq!(play("ugi", game), native, "{game:?}");
        assert_eq!(play("auto", game), native, "{game:?}");
        assert_eq!(play("gomocup", game), native, "{game:?}");
        for protocol in ["uci", "ugi", "auto", "gomocup"] {
            std::fs::remove_file(folder.path(&format!("{protocol}.jsonl"))).unwrap();
        }
    }
}

#[test]
fn the_log_and_the_records_tell_what_was_played() {
    let folder = Folder::new();
    let [log, psq, sgf, pgn] = ["log", "psq", "sgf", "pgn"].map(|name| folder.path(name));
    let (a, b) = (tengen("a", "option.Player=scoretable"), tengen("b", "option.Player=random"));
    let arguments = [
        ["--games", "4"],
        ["--margin", "10000"],
        ["--out", log.to_str().unwrap()],
        ["--psq", psq.to_str().unwrap()],
        ["--sgf", sgf.to_str().unwrap()],
        ["--pgn", pgn.to_str().unwrap()],
    ];
    summary(&[&a, &b], &arguments.concat());
    let variant = Variant::preset("gomoku").unwrap();
    let games = games(&log);
    assert_eq!(games.len(), 4);
    let mut lines = Vec::new();
    for game in games.values() {
        let moves = game["moves"].as_str().unwrap();
        lines.push(moves.replace(' ', ""));
        let mut position = Position::new(variant).unwrap();
        for mv in moves.split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let winner = match position.winner() {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "1/2-1/2",
        };
        assert!(position.is_over());
        assert_eq!(game["result"], winner);
        let chosen = moves.split(' ').count() as u64 - game["opening_moves"].as_u64().unwrap();
        assert_eq!(game["chosen"].as_array().unwrap().len() as u64, chosen);
    }
    let played = |bytes: &[u8], format| {
        let records = record::read(format, bytes, &variant).unwrap();
        let moves = records.iter().map(|record| {
            assert_eq!(GameResult::of(&record.final_position().unwrap()), record.info.result);
            record.plain_moves().map(|mv| mv.to_string()).collect::<String>()
        });
        let mut moves: Vec<String> = moves.collect();
        moves.sort();
        moves
    };
    lines.sort();
    for (path, format) in [(&sgf, Format::Sgf), (&pgn, Format::Pgn)] {
        assert_eq!(played(&std::fs::read(path).unwrap(), format), lines, "{format:?}");
    }
    let mut files: Vec<String> = std::fs::read_dir(&psq)
        .unwrap()
        .flat_map(|file| played(&std::fs::read(file.unwrap().path()).unwrap(), Format::Psq))
        .collect();
    files.sort();
    assert_eq!(files, lines);
}

#[test]
fn openings_count_against_the_longest_game() {
    let folder = Folder::new();
    let (list, log) = (folder.path("list"), folder.path("log"));
    std::fs::write(&list, "h8 i9 j7\nh8\n").unwrap();
    let (a, b) = (tengen("a", "option.Player=random"), tengen("b", "option.Player=random"));
    let list = ["--openings", list.to_str().unwrap(), "--games", "4", "--max-moves", "2"];
    let out = ["--margin", "10000", "--out", log.to_str().unwrap()];
    summary(&[&a, &b], &[&list[..], &out[..]].concat());
    for (number, length) in [(1, 3), (3, 2)] {
        let game = &games(&log)[&number];
        assert_eq!(game["reason"], "move-limit", "{game}");
        assert_eq!(game["moves"].as_str().unwrap().split(' ').count(), length, "{game}");
    }
}

#[test]
fn small_boards_have_their_own_results() {
    let (a, b) = (tengen("a", "option.Player=fivestage"), tengen("b", "option.Player=random"));
    let summary =
        summary(&[&a, &b], &["--variant", "tictactoe", "--games", "20", "--margin", "10000"]);
    assert_eq!(summary["variant"], "freestyle 3x3 k=3");
    assert_eq!(summary["engines"][0]["losses"], 0, "fivestage never loses");
    assert_eq!(summary["engines"][0]["games"], 20);
}

#[test]
fn more_than_two_engines_get_ratings() {
    let names = ["scoretable", "runlength", "random"];
    let engines = names.map(|name| tengen(name, &format!("option.Player={name} nodes=1")));
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let round = summary(&engines, &["--games", "12", "--size", "9", "--margin", "10000"]);
    assert_eq!(round["encounters"].as_array().unwrap().len(), 3);
    let rating = |index: usize| round["engines"][index]["rating"].as_f64().unwrap();
    assert!(rating(0) > rating(2) && rating(1) > rating(2), "{round}");
    let gauntlet = summary(&engines, &["--games", "8", "--mode", "gauntlet", "--margin", "10000"]);
    assert_eq!(gauntlet["encounters"].as_array().unwrap().len(), 2);
    assert_eq!(gauntlet["engines"][0]["games"], 8);
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let (a, b) = (tengen("a", "option.Player=scoretable"), tengen("b", "option.Player=random"));
    let arguments = ["--games", "1000", "--margin", "10000", "--sprt", "elo0=0", "elo1=100"];
    let summary = summary(&[&a, &b], &arguments);
    assert_eq!(summary["sprt"]["verdict"], "h1");
    assert_eq!(summary["finished"], true);
    assert!(summary["games_played"].as_u64().unwrap() < 200, "{summary}");
}

#[test]
fn engines_agree_on_openings() {
    let folder = Folder::new();
    let log = folder.path("log");
    let out = ["--swap2", "--games", "2", "--max-moves", "12", "--out", log.to_str().unwrap()];
    let (a, b) = (tengen("a", "nodes=100"), tengen("b", "nodes=100"));
    summary(&[&a, &b], &out);
    for game in games(&log).values() {
        let decisions = game["swap2"].as_array().unwrap();
        assert!(decisions[0].as_str().unwrap().contains(" places "), "{game}");
        assert!((3..=6).contains(&game["opening_moves"].as_u64().unwrap()), "{game}");
    }
}

#[test]
fn a_wrong_command_line_is_one_line() {
    let (a, b) = (tengen("a", ""), tengen("b", ""));
    let three = [a.as_str(), &b, &tengen("c", "")];
    let cases: [(&[&str], &[&str], &str); 13] = [
        (&[&a], &[], "1 engines: expected 2 or more"),
        (&[&a, &a], &[], "expected a name= other than a"),
        (&[&a, "nonsense=1"], &[], "--engine: nonsense=1: expected name="),
        (&[&a, &b], &["--games", "0"], "0 games: expected 1 or more"),
        (&[&a, &b], &["--variant", "chess"], "--variant: chess: expected one of"),
        (&[&a, &b], &["--size", "15y"], "--size: 15y: expected columns and rows"),
        (&[&a, &b], &["--set", "Hash=5"], "--set: Hash: expected an option of the game"),
        (&[&a, &b], &["--resign", "5"], "expected SCORE:COUNT"),
        (&[&a, &b], &["--openings", "missing.txt"], "--openings: missing.txt: "),
        (&[&a, &b], &["--openings", "/dev/zero"], "expected a file of at most 256 MiB, none, or "),
        (&[&a, &b], &["--resume"], "--out"),
        (&three, &["--sprt", "elo0=0"], "--sprt: 3 engines: expected 2"),
        (&[&a, &b], &["--sprt", "elo0=x"], "--sprt: "),
    ];
    for (engines, arguments, expected) in cases {
        let output = play(engines, arguments);
        let text = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.lines().count() == 1 && text.contains(expected), "{expected}: {text}");
        assert!(output.stdout.is_empty());
    }
}
