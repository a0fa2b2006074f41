//! Answers, reviews and games to learn from, in shards.

use std::fs;

use super::support::{Folder, whole};

/// The same without what a clock has put there.
fn timeless(text: &str) -> String {
    let mut parts = text.split("\"time_ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[test]
fn answers_come_in_the_order_of_the_requests() {
    let folder = Folder::new();
    let requests: Vec<String> = (1..=7)
        .map(|id| format!("{{\"id\":{id},\"moves\":\"a1\",\"variant\":\"tictactoe\"}}\n"))
        .collect();
    // A refusal names its line, which blank lines count for.
    let text = format!("\n{}nonsense\n\n{}", requests[..3].concat(), requests[3..].concat());
    fs::write(folder.path("in.jsonl"), text).unwrap();
    fs::write(folder.path("games.txt"), "h8 i9\nh8 h9 i8\n").unwrap();
    let work = ["analyze", "in.jsonl", "games.txt", "--nodes", "50", "--set", "Hash=1"];
    let lines = folder.plan(&[&work[..], &["--shards", "4", "--sample", "25%"]].concat());
    assert_eq!(lines.len(), 5);
    folder.run_all();
    let expected = whole(&work, &folder.0);
    assert_eq!(expected.lines().count(), 10);
    assert!(expected.contains("\"line\":5"), "{expected}");
    assert_eq!(timeless(&folder.merge(&[]).unwrap()), timeless(&expected));
    assert_eq!(folder.merge(&["--out", "out.jsonl", "--sample", "30%"]).unwrap(), "");
    let written = fs::read_to_string(folder.path("out.jsonl")).unwrap();
    assert_eq!(timeless(&written), timeless(&expected));
    // Another file under the same name is other work.
    fs::write(folder.path("in.jsonl"), requests.concat()).unwrap();
    fs::remove_file(folder.result(&lines[0])).unwrap();
    assert_eq!(folder.shard(&["run", &lines[0]]).status.code(), Some(75));
}

#[test]
fn standard_input_cannot_be_cut() {
    for tool in [&["analyze"][..], &["review", "-"]] {
        let output = Folder::new().shard(&[&["plan"], tool].concat());
        assert_eq!(output.status.code(), Some(2));
        let said = super::support::errors(&output);
        assert!(said.contains("expected a file, which can be cut"), "{said}");
    }
}

#[test]
fn reviews_of_a_collection_are_those_of_its_games() {
    let folder = Folder::new();
    fs::write(folder.path("games.txt"), "a1 b2 c3\nb2 a1 b1 b3\nc3 c1\n").unwrap();
    let game = ["--set", "Variant=tictactoe", "--nodes", "50", "--json", "-"];
    let work = [&["review", "games.txt"], &game[..]].concat();
    let lines = folder.plan(&[&work[..], &["--shards", "2"]].concat());
    assert_eq!(lines.len(), 2);
    folder.run_all();
    let merged = folder.merge(&[]).unwrap();
    assert_eq!(merged, whole(&[&work[..], &["--part", "1-3"]].concat(), &folder.0));
    let second = whole(&[&work[..], &["--number", "2"]].concat(), &folder.0);
    let moves = second.split("\"moves\"").nth(1).unwrap();
    assert!(merged.contains(moves.split("\"limits\"").next().unwrap()), "{merged}");
}

#[cfg(feature = "datagen")]
#[test]
fn games_to_learn_from_are_those_of_one_machine() {
    let folder = Folder::new();
    let work = ["datagen", "--size", "7", "--games", "5", "--nodes", "40", "--seed", "3"];
    let lines = folder.plan(&[&work[..], &["--shards", "3", "--sample", "34%"]].concat());
    assert!(lines.len() == 4 && lines[0].contains("\"seed\":3"), "{}", lines[0]);
    assert_eq!(folder.merge(&["--out", "x"]).unwrap_err().0, 1);
    folder.run_all();
    assert_eq!(folder.merge(&[]).unwrap_err().0, 2);
    let said = folder.merge(&["--out", "merged.dat"]).unwrap();
    assert_eq!(said, whole(&[&work[..], &["-o", "one.dat"]].concat(), &folder.0));
    let [merged, one] = ["merged.dat", "one.dat"].map(|name| fs::read(folder.path(name)).unwrap());
    assert!(merged == one, "{} and {} bytes", merged.len(), one.len());
}
