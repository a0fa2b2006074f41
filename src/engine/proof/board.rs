//! The board as the checker needs it: the laws of the game, and every window of `k` squares.

use crate::game::{Color, Direction, Foul, Move, Position, Square};

use super::squares::SquareBits;

/// A position in the course of a proof.
pub(super) struct ProofBoard {
    pub position: Position,
    /// The stones of each player.
    pub stones: [SquareBits; 2],
    /// The squares of every window of `k` in a row, one window after the other.
    windows: Vec<u16>,
    /// The windows through each square.
    through: Vec<Vec<u16>>,
    /// Stones of each player in each window.
    counts: [Vec<u8>; 2],
}

/// What was done in a turn.
#[derive(Clone, Copy, Default)]
pub(super) enum Played {
    /// No move was played: it is still to come.
    #[default]
    Nothing,
    Pass,
    Stone(Square),
}

/// What a window has, seen by one player.
#[derive(Clone, Copy)]
pub(super) struct BoardWindow<'a> {
    pub cells: &'a [u16],
    /// Stones of the opponent in the window, in which the player has none.
    pub opponents: usize,
}

impl ProofBoard {
    pub fn new(position: &Position) -> ProofBoard {
        let size = position.size();
        let k = isize::from(position.variant().k);
        let cell = |square: Square| (square.row() * size.width() + square.col()) as u16;
        let mut windows = Vec::new();
        for start in size.squares() {
            for direction in Direction::ALL {
                let step = |steps| start.step(direction, steps).filter(|&to| size.contains(to));
                // A window is on the board when its end is.
                if step(k - 1).is_some() {
                    windows.extend((0..k).filter_map(step).map(cell));
                }
            }
        }
        let mut through = vec![Vec::new(); size.area()];
        for (number, cells) in windows.chunks_exact(k as usize).enumerate() {
            for &cell in cells {
                through[usize::from(cell)].push(number as u16);
            }
        }
        let counts = [(); 2].map(|()| vec![0; windows.len() / k as usize]);
        let stones = [SquareBits::EMPTY; 2];
        let position = position.clone();
        let mut board = ProofBoard { position, stones, windows, through, counts };
        for square in size.squares() {
            if let Some(stone) = board.position.at(square) {
                board.toggle(square, stone.color);
            }
        }
        board
    }

    /// Notes that a stone of `color` was put on `square`, or taken away if there was one.
    fn toggle(&mut self, square: Square, color: Color) {
        let (cell, own) = (self.cell(square), color.index());
        self.stones[own].toggle(cell);
        let change = if self.stones[own].contains(cell) { 1 } else { u8::MAX };
        for &window in &self.through[cell] {
            let count = &mut self.counts[own][usize::from(window)];
            *count = count.wrapping_add(change);
        }
    }

    pub fn cell(&self, square: Square) -> usize {
        square.row() * self.position.size().width() + square.col()
    }

    pub fn square(&self, cell: usize) -> Square {
        let width = self.position.size().width();
        Square::new(cell % width, cell / width)
    }

    pub fn is_empty(&self, square: Square) -> bool {
        self.position.is_empty(square)
    }

    /// Why the side to move may not play on `square`, if so.
    pub fn foul(&self, square: Square) -> Option<Foul> {
        let has_fouls = self.position.rule().has_fouls(self.position.side());
        has_fouls.then(|| self.position.foul(square)).flatten()
    }

    /// Whether there is a window in which the side to move lacks one square only: without
    /// one it completes no line anywhere.
    pub fn may_complete(&self) -> bool {
        let (side, k) = (self.position.side(), usize::from(self.position.variant().k));
        self.open_windows(!side).any(|window| window.opponents + 1 == k)
    }

    /// Whether the side to move completes a line on `square`.
    pub fn completes(&self, square: Square) -> bool {
        self.position.has_line_through(square, self.position.side())
    }

    /// Puts a stone of the side to move on an empty square that is not forbidden.
    pub fn play(&mut self, square: Square) {
        self.toggle(square, self.position.side());
        self.position.play_legal(Move::place(square));
    }

    /// Takes back what was played last.
    pub fn undo(&mut self, played: Played) {
        if let Played::Pass | Played::Stone(_) = played {
            self.position.undo();
        }
        if let Played::Stone(square) = played {
            self.toggle(square, self.position.side());
        }
    }

    /// The windows in which `player` has no stone.
    pub fn open_windows(&self, player: Color) -> impl Iterator<Item = BoardWindow<'_>> {
        let (own, other) = (&self.counts[player.index()], &self.counts[(!player).index()]);
        let cells = self.windows.chunks_exact(usize::from(self.position.variant().k));
        let open = cells.zip(own).zip(other).filter(|((_, own), _)| **own == 0);
        open.map(|((cells, _), &other)| BoardWindow { cells, opponents: other.into() })
    }

    /// Adds the empty squares of a window.
    pub fn add_empty(&self, window: BoardWindow<'_>, set: &mut SquareBits) {
        for cell in window.cells.iter().map(|&cell| usize::from(cell)) {
            if !self.stones.iter().any(|stones| stones.contains(cell)) {
                set.insert(cell);
            }
        }
    }

    /// Adds the empty squares directly beyond the runs of `color` through its stone,
    /// there or still to come.
    pub fn add_ends(&self, square: Square, color: Color, set: &mut SquareBits) {
        let size = self.position.size();
        for direction in Direction::ALL {
            let view = self.position.lines().view(square, direction, color);
            let (before, after) = view.run();
            for steps in [-(before as isize) - 1, after as isize + 1] {
                let end = square.step(direction, steps).filter(|&end| size.contains(end));
                if let Some(end) = end.filter(|&end| self.is_empty(end)) {
                    set.insert(self.cell(end));
                }
            }
        }
    }
}
