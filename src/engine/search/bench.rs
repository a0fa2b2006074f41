//! Fixed searches: their total of nodes is the checksum of everything that
//! decides how the engine searches, and their time its speed.

use crate::clock::Instant;

use super::options::SearchOptions;
use super::searcher::Searcher;
use crate::control::{Limits, Monitor, Report, Signals};
use crate::game::{Move, Position, Rule, Size, Variant};

/// A game, the moves that lead to the position, and the depth to search it.
struct Case {
    game: BenchGame,
    moves: &'static str,
    depth: u32,
}

/// How a case names its game.
#[derive(Clone, Copy)]
enum BenchGame {
    Preset(&'static str),
    /// Rule, width, height, length of a line.
    Board(Rule, usize, usize, u8),
}

const fn preset(name: &'static str, moves: &'static str, depth: u32) -> Case {
    Case { game: BenchGame::Preset(name), moves, depth }
}

const fn board(
    (rule, width, height, k): (Rule, usize, usize, u8),
    moves: &'static str,
    depth: u32,
) -> Case {
    Case { game: BenchGame::Board(rule, width, height, k), moves, depth }
}

/// Every rule, small and large boards, quiet and sharp positions.
const CASES: [Case; 28] = [
    preset("tictactoe", "", 9),
    preset("tictactoe", "a1 b2", 9),
    board((Rule::Freestyle, 4, 3, 3), "", 12),
    board((Rule::Freestyle, 4, 4, 4), "b2 c3", 14),
    board((Rule::Freestyle, 6, 5, 4), "", 12),
    board((Rule::Freestyle, 7, 7, 5), "d4", 8),
    preset("gomoku", "", 6),
    preset("gomoku", "h8 i9 g7 i7 i8", 10),
    preset("gomoku", "h8 g9 i10 h10 g8 i8 h9 h7 f8 e8 g6", 10),
    preset("gomoku", "a1 b2 o15 n14 a15 b14 o1 n2", 8),
    preset("gomoku", "h8 h9 i9 g7 j10 k11 i7 i10 g9 j8 h6", 10),
    preset("gomoku19", "j10 k11 j11 j12 i10 k10", 9),
    preset("gomoku20", "j10 l12 k12 j12 k10 k11 i10 h10", 9),
    preset("gomoku20x15", "j8 k9 s3 s4 r4 q5 t2", 8),
    preset("gomoku30x20", "p10 q11 c3 d4 c5 ab18 ac19", 8),
    preset("gomoku40x30", "t15 u16 t16 t17 s15 u15", 10),
    preset("gomoku40x30", "b2 am29 c3 al28 d5 ak26 t15", 9),
    preset("standard", "h8 i9 h9 h10 g8 i8", 10),
    preset("standard", "g7 h8 g8 g9 h7 f7 i6 j5 i8 f6", 9),
    preset("renju", "h8 h9 i10 g8 i8 i9 j9 k10", 9),
    preset("renju", "h8 i9 g10 h10 i8 g8 h7 h6 i7 g9", 9),
    preset("caro", "h8 i9 h9 h10 g8 i8", 9),
    preset("caro-overline", "h8 i9 h9 h10 g8 i8 j7 i7", 9),
    preset("destroy", "h8 i9 h9 h10 g8", 5),
    board((Rule::Freestyle, 12, 9, 3), "f5", 6),
    board((Rule::Standard, 13, 13, 6), "g7 h8 g8 g9 h7", 8),
    board((Rule::Caro, 17, 11, 7), "i6 j7 i7 i8 h6", 7),
    board((Rule::CaroOverline, 19, 19, 9), "j10 k11 j11 j12 i10", 6),
];

/// Memory of each search, in mebibytes: a fixed size, since a fuller table
/// would change the count.
const HASH_MB: usize = 16;

/// Passes stop signals on and nothing back.
struct Silent<'a> {
    signals: &'a Signals,
    started: Instant,
    nodes: std::sync::atomic::AtomicU64,
}

impl Monitor for Silent<'_> {
    fn signals(&self) -> &Signals {
        self.signals
    }
    fn started(&self) -> Instant {
        self.started
    }
    fn report(&self, report: Report) {
        if let Report::Info(info) = report {
            let nodes = info.nodes.unwrap_or_default();
            self.nodes.store(nodes, std::sync::atomic::Ordering::Relaxed);
        }
    }
}

impl Case {
    fn position(&self) -> Position {
        let variant = match self.game {
            BenchGame::Preset(name) => Variant::preset(name),
            BenchGame::Board(rule, width, height, k) => Size::new(width, height)
                .map_err(Into::into)
                .map(|size| Variant { rule, size, k, destroy: 0 }),
        };
        let mut position = variant
            .and_then(Position::new)
            .expect("the games of the bench can be played; a test plays them");
        for text in self.moves.split_whitespace() {
            let mv: Move = text.parse().expect("the moves of the bench are squares");
            position.play(mv).expect("the moves of the bench are legal");
        }
        position
    }
}

/// A result of the bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BenchLine {
    /// A position was searched.
    Case {
        /// The number of the position in the list, from 1.
        number: usize,
        /// How many positions there are.
        count: usize,
        /// The game.
        variant: Variant,
        /// Moves that were played before.
        moves: usize,
        /// How deep the position was searched, in plies.
        depth: u32,
        /// The move that was found.
        best: Option<Move>,
        /// Positions visited.
        nodes: u64,
    },
    /// All positions were searched.
    Total {
        /// Positions visited; the same number on every machine.
        nodes: u64,
        /// Positions visited in a second.
        nps: u128,
    },
}

/// Searches every position with one thread to its depth. `report` gets a finding
/// for every position, and the total last. Returns the total of nodes, or `None` when
/// stopped.
pub fn run(signals: &Signals, report: &mut dyn FnMut(BenchLine)) -> Option<u64> {
    let begin = Instant::now();
    let mut total = 0;
    for (number, case) in (1..).zip(&CASES) {
        let position = case.position();
        let limits = Limits { depth: Some(case.depth), ..Limits::default() };
        let monitor = Silent { signals, started: Instant::now(), nodes: 0.into() };
        let mut searcher = Searcher::new(HASH_MB);
        let choice = searcher.search(&position, &limits, &SearchOptions::default(), &monitor);
        if signals.is_stopped() {
            return None;
        }
        let nodes = monitor.nodes.into_inner();
        total += nodes;
        report(BenchLine::Case {
            number,
            count: CASES.len(),
            variant: *position.variant(),
            moves: position.history().count(),
            depth: case.depth,
            best: choice.best,
            nodes,
        });
    }
    let ms = begin.elapsed().as_millis().max(1);
    report(BenchLine::Total { nodes: total, nps: u128::from(total) * 1000 / ms });
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_an_unfinished_game() {
        assert!(CASES.iter().all(|case| !case.position().is_over()));
    }
}
