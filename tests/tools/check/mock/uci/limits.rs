//! The limits of a search, as the mock engine reads them, with the faults that it has.

use std::time::Duration;

use tengen_engine::game::{Color, Move};

use super::Engine;

/// What a `go` asks for.
#[derive(Default)]
pub(super) struct Limits {
    /// Time to think; `None` until told to stop.
    pub time: Option<Duration>,
    pub ponders: bool,
    pub depth: usize,
    pub only: Vec<Move>,
    pub is_malformed: bool,
}

impl Engine {
    /// Reads what a `go` asks for.
    pub(super) fn limits(&self, words: &[&str]) -> Limits {
        let mut limits = Limits { depth: 2, ..Limits::default() };
        let mut words = words.iter().peekable();
        let mut clock = None;
        let mut waits = false;
        let mut clocks = 0;
        while let Some(&word) = words.next() {
            let number = match word {
                "infinite" | "ponder" | "searchmoves" => None,
                _ => {
                    let number = words.next().and_then(|text| text.parse::<i64>().ok());
                    limits.is_malformed |= number.is_none();
                    number
                }
            };
            let own = if self.position.side() == Color::Black {
                ["wtime", "p1time"]
            } else {
                ["btime", "p2time"]
            };
            match (word, number) {
                ("infinite", _) => waits = true,
                ("ponder", _) => limits.ponders = true,
                ("searchmoves", _) => {
                    limits.only = words.by_ref().filter_map(|text| text.parse().ok()).collect();
                    limits.is_malformed |= limits.only.is_empty();
                }
                ("depth", Some(plies)) => {
                    limits.depth = plies.clamp(1, 99) as usize;
                    limits.time = Some(Duration::ZERO);
                }
                ("nodes", Some(0..)) if !self.has("ignores-nodes") => {
                    limits.time = Some(Duration::ZERO);
                }
                ("nodes", Some(_)) => limits.is_malformed |= !self.has("ignores-nodes"),
                ("movetime", Some(ms)) => {
                    let late = if self.has("late") { 1500 } else { 0 };
                    let ms = ms.max(0) as u64;
                    limits.time = Some(Duration::from_millis(ms / 2 + late));
                }
                ("mate", _) if self.has("endless-mate") => waits = true,
                ("movestogo", _) if self.has("ignores-movestogo") => waits = true,
                ("wtime" | "btime" | "p1time" | "p2time", Some(ms)) => {
                    clocks += 1;
                    if own.contains(&word) {
                        clock = Some(ms);
                    }
                }
                _ => {}
            }
        }
        if let Some(ms) = clock {
            limits.time = Some(match ms {
                ..=0 if self.has("hopes") => Duration::from_secs(3600),
                ..=0 => Duration::ZERO,
                ms if self.has("spends-clock") => Duration::from_millis(ms as u64 + 100),
                ms => Duration::from_millis(ms as u64 / 20),
            });
        }
        if clocks == 1 && self.has("needs-both-clocks") || waits {
            limits.time = None;
        }
        limits
    }
}
