//! Conversations written down: every file in `tests/program/transcripts` is one.
//!
//! ```text
//! # a remark
//! $ --set Seed=1      arguments of the program (first line)
//! > go depth 1        a line for the program
//! < bestmove h8       its next line
//! ~ bestmove h8       the same, after any others
//! @ 7,7               the same, after any that begin with MESSAGE
//! = 100               silence for so many milliseconds
//! ^ 0                 the input ends; nothing more is said; the exit code
//! ```
//!
//! In expected lines `…` stands for any text; values after `time` and `nps`
//! are written `_`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::process::Engine;

#[test]
fn transcripts_are_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/transcripts");
    let mut paths: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 12, "{} transcripts in {}", paths.len(), folder.display());
    for path in paths {
        replay(&path.file_name().unwrap().to_string_lossy(), &fs::read_to_string(&path).unwrap());
    }
}

/// The session in the manual is one, too.
#[test]
fn the_manual_tells_what_happens() {
    for (name, manual) in [
        ("protocol.md", include_str!("../../protocol.md")),
        ("analyze", include_str!("../../src/tools/analyze/README.md")),
    ] {
        let blocks: Vec<&str> = manual.split("```transcript\n").skip(1).collect();
        assert!(!blocks.is_empty());
        for block in blocks {
            replay(name, block.split("```").next().unwrap());
        }
    }
}

fn replay(name: &str, script: &str) {
    let arguments = script.lines().find_map(|line| line.strip_prefix("$ ")).unwrap_or_default();
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut engine = Engine::start(&arguments);
    for (number, line) in script.lines().enumerate() {
        let place = format!("{name}:{}: {line}", number + 1);
        let (kind, text) = line.split_at(line.len().min(1));
        let text = text.strip_prefix(' ').unwrap_or(text);
        match kind {
            "" | "#" | "$" => {}
            ">" => engine.send(text),
            "<" => {
                let heard = engine.next().map(|line| blank(&line));
                assert!(
                    heard.as_deref().is_some_and(|line| fits(line, text)),
                    "{place}\n{heard:?}"
                );
            }
            "~" => {
                let mut heard = Vec::new();
                loop {
                    let Some(line) = engine.next() else { panic!("{place}\n{heard:?}") };
                    heard.push(blank(&line));
                    if fits(&blank(&line), text) {
                        break;
                    }
                }
            }
            "@" => {
                let heard =
                    std::iter::from_fn(|| engine.next()).find(|line| !line.starts_with("MESSAGE "));
                assert!(
                    heard.as_deref().is_some_and(|line| fits(line, text)),
                    "{place}\n{heard:?}"
                );
            }
            "=" => {
                let silence = Duration::from_millis(text.parse().unwrap());
                assert_eq!(engine.within(silence), None, "{place}");
            }
            "^" => {
                engine.end_input();
                assert_eq!(engine.rest(), Vec::<String>::new(), "{place}");
                assert_eq!(engine.exit_code(), Some(text.parse().unwrap()), "{place}");
            }
            _ => panic!("{place}: no such mark"),
        }
    }
}

/// The line with what the clock decides blanked.
fn blank(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if ["time", "nps"].contains(&words[index - 1]) {
            words[index] = "_";
        }
    }
    words.join(" ")
}

/// Whether a line is what the pattern says, `…` being anything.
fn fits(line: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('…');
    let Some(mut rest) = pieces.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn patterns_fit_lines() {
    for (line, pattern, expected) in [
        ("bestmove h8", "bestmove h8", true),
        ("bestmove h8", "bestmove h", false),
        ("bestmove h8", "bestmove …", true),
        ("bestmove h8 ponder i9", "bestmove … ponder …", true),
        ("bestmove h8", "bestmove … ponder …", false),
        ("info depth 1 score cp 0 pv a1", "…score cp…a1", true),
        ("info depth 1 score cp 0 pv a1", "…score cp…a2", false),
    ] {
        assert_eq!(fits(line, pattern), expected, "{line} | {pattern}");
    }
    assert_eq!(blank("info nodes 3 nps 40 time 7 pv a1"), "info nodes 3 nps _ time _ pv a1");
}
