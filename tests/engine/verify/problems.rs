//! The published threat problems, read from the shared folder if it is there.

use std::path::Path;

use serde_json::Value;
use tengen_engine::game::{Color, Position, Setup, Size, Stone, Variant};

/// One problem.
pub struct Problem {
    pub id: String,
    pub goal: String,
    pub position: Position,
    /// Plies to the five of the published line, and whether no shorter one exists.
    pub plies: Option<(u64, bool)>,
}

/// The problems of a file, or none, with a printed word, where it is missing.
pub fn problems(file: &str) -> Vec<Problem> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
        println!("skipped: no {file} in ../shared/data");
        return Vec::new();
    };
    text.lines().map(|line| problem(&serde_json::from_str(line).unwrap())).collect()
}

fn problem(record: &Value) -> Problem {
    let text = |name: &str| record[name].as_str().unwrap().to_owned();
    let length = |place: usize| record["size"][place].as_u64().unwrap() as usize;
    let size = Size::new(length(0), length(1)).unwrap();
    let game = Variant { rule: text("rule").parse().unwrap(), size, k: 5, destroy: 0 };
    let mut setup = Setup::new(&game);
    for (name, color) in [("black", Color::Black), ("white", Color::White)] {
        for square in record[name].as_array().unwrap() {
            let square = square.as_str().unwrap().parse().unwrap();
            setup.stones.push((square, Stone { color, converted: false }));
        }
    }
    setup.side = if text("side") == "black" { Color::Black } else { Color::White };
    let is_shortest = record["shortest"].as_bool().unwrap_or(false);
    Problem {
        id: text("id"),
        goal: text("goal"),
        position: setup.build().unwrap(),
        plies: record["max_plies"].as_u64().map(|plies| (plies, is_shortest)),
    }
}
