//! Why a move is worth playing is chosen and said in two places: in Rust for files and terminals, in
//! a script for the page. Both choose the same reasons, and say the same of them in English.
//!
//! Node.js is looked for; where it is missing the test says so and passes, unless
//! `TENGEN_WEB_TESTS=must`.

use std::fs;
use std::path::Path;
use std::process::Command;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::json;

use tengen_engine::game::{Color, Move, Position, Square, Variant};
use tengen_engine::search::reason::{Reason, ReasonCode};
use tengen_games::reasons::{reasons, sentence, shape_reasons, texts};

use crate::node::{is_must, program};
use crate::waiting::Finish;

/// A game and how many of its positions are looked at, by shapes and by searches.
const GAMES: [(&str, usize, usize); 4] =
    [("gomoku", 60, 6), ("renju", 30, 2), ("tictactoe", 20, 20), ("7x6", 30, 10)];
/// The columns and rows from the middle within which stones are put.
const NEAR: i32 = 3;

/// A move of a crowded middle, where shapes are; `None` where that has no free square.
fn near_the_middle(position: &Position, rng: &mut ChaCha8Rng) -> Option<Move> {
    let size = position.size();
    let (col, row) = (size.width() as i32 / 2, size.height() as i32 / 2);
    let mut moves = Vec::new();
    for square in size.reading_order() {
        let (x, y) = (square.col() as i32 - col, square.row() as i32 - row);
        let mv = Move::from(square);
        if x.abs() <= NEAR && y.abs() <= NEAR && position.check(mv).is_ok() {
            moves.push(mv);
        }
    }
    let index = rng.next_u32() as usize % moves.len().max(1);
    moves.get(index).copied()
}

/// Every code, and every two codes one after the other, with stones that lie in one line or in two.
fn made() -> Vec<(Vec<Reason>, u8)> {
    let squares = |text: &str| text.split(' ').map(|name| name.parse().unwrap()).collect();
    let mut codes = ReasonCode::ALL.to_vec();
    codes.retain(|&code| code != ReasonCode::None);
    codes.extend([ReasonCode::AllowsWinByFours(4), ReasonCode::WinByFours(7)]);
    let reason = |code: ReasonCode, text: &str| {
        let side = Some(if text.len().is_multiple_of(2) { Color::Black } else { Color::White });
        let mv = Move::from("a1".parse::<Square>().unwrap());
        Reason { mv, code, side, squares: squares(text) }
    };
    let mut all = Vec::new();
    for &one in &codes {
        for &two in &codes {
            for k in [5, 4] {
                let first = reason(one, "b2 c2 d2");
                let second = reason(two, "b2 c2 d2 b3 b10");
                all.push((vec![first.clone()], k));
                all.push((vec![first, second, reason(two, "g7 f8"), reason(one, "a1 b2")], k));
            }
        }
    }
    all
}

/// The moves of played positions with their reasons as the page gets them, and what Rust says of them.
fn told() -> (Vec<String>, Vec<String>) {
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    let (mut lines, mut said) = (Vec::new(), Vec::new());
    let mut tell = |found: &[Reason], k: u8| {
        lines.push(json!({"reasons": texts(found), "k": k}).to_string());
        said.push(sentence(found, k));
    };
    for (found, k) in made() {
        tell(&found, k);
    }
    for (name, shapes, searches) in GAMES {
        let variant = match name {
            "7x6" => Variant::mnk(7, 6, 4).unwrap(),
            name => Variant::preset(name).unwrap(),
        };
        for number in 0..shapes + searches {
            let mut position = Position::new(variant).unwrap();
            let stones = 2 + rng.next_u32() % (variant.size.area() as u32 / 2).min(14);
            for _ in 0..stones {
                let Some(mv) = near_the_middle(&position, &mut rng) else { break };
                position.play(mv).unwrap();
            }
            for _ in 0..6 {
                let Some(mv) = near_the_middle(&position, &mut rng) else { break };
                let found = if number < shapes { shape_reasons } else { reasons }(&position, mv);
                tell(&found, variant.k);
            }
        }
    }
    (lines, said)
}

#[test]
fn the_page_chooses_the_same_reasons_and_says_the_same_of_them() {
    let Some(node) = program("node") else {
        assert!(!is_must(), "reasons on the page: there is no node");
        println!("reasons on the page skipped: there is no node");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page-reasons");
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(root.join("src/page/files")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "js") {
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
    }
    // Node takes them for modules then.
    fs::write(folder.join("package.json"), r#"{"type":"module"}"#).unwrap();
    let (lines, said) = told();
    let kinds: std::collections::BTreeSet<&String> = said.iter().collect();
    assert!(said.len() > 800 && kinds.len() > 300, "{} of {}", kinds.len(), said.len());
    let input = folder.join("moves.jsonl");
    fs::write(&input, lines.join("\n") + "\n").unwrap();
    let output = Command::new(node)
        .arg(root.join("tests/web/reasons.mjs"))
        .args([&folder, &input])
        .finish()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = String::from_utf8(output.stdout).unwrap();
    assert_eq!(page.lines().count(), said.len());
    // Here sides are letters of boards with crosses and circles; in Rust they are those of positions.
    let small = |text: &str| {
        let words = text.split(' ').map(|word| match word {
            "X" => "x",
            "O" => "o",
            word => word,
        });
        words.collect::<Vec<_>>().join(" ")
    };
    for ((page, said), line) in page.lines().zip(&said).zip(&lines) {
        assert_eq!(&small(page), said, "{line}");
    }
}
