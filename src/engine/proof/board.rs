//! The board as the checker needs it: the laws of the game, and every window of `k` squares.

use crate::game::{Color, Direction, Foul, Move, NoObserver, Position, Square};

use super::squares::Squares;

/// A position in the course of a proof.
pub(super) struct Board {
    pub position: Position,
    /// The stones of each player.
    pub stones: [Squares; 2],
    /// The squares of every window of `k` in a row, one window after the other.
    windows: Vec<u16>,
}

/// What was done in a turn.
#[derive(Clone, Copy, Default)]
pub(super) enum Played {
    /// It is still to come.
    #[default]
    Nothing,
    Pass,
    Stone(Square),
}

/// What a window has, seen by one player.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    pub cells: &'a [u16],
    /// Stones of the opponent; the player has none in it.
    pub opponents: usize,
}

impl Board {
    pub fn new(position: &Position) -> Board {
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
        let mut stones = [Squares::EMPTY; 2];
        for square in position.occupied().iter() {
            if let Some(stone) = position.at(square) {
                stones[stone.color.index()].insert(usize::from(cell(square)));
            }
        }
        Board { position: position.clone(), stones, windows }
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

    /// Why the side to move may not play there.
    pub fn foul(&self, square: Square) -> Option<Foul> {
        let has_fouls = self.position.rule().has_fouls(self.position.side());
        has_fouls.then(|| self.position.foul(square)).flatten()
    }

    /// Whether the side to move completes a line there.
    pub fn completes(&self, square: Square) -> bool {
        self.position.has_line_through(square, self.position.side())
    }

    /// Puts a stone of the side to move on an empty square that is not forbidden.
    pub fn play(&mut self, square: Square) {
        let cell = self.cell(square);
        self.stones[self.position.side().index()].toggle(cell);
        self.position.play_legal(Move::place(square), &mut NoObserver);
    }

    /// Gives the turn to the other side.
    pub fn pass(&mut self) {
        self.position.pass();
    }

    /// Takes back what was played last.
    pub fn undo(&mut self, played: Played) {
        if let Played::Pass | Played::Stone(_) = played {
            self.position.undo(&mut NoObserver);
        }
        if let Played::Stone(square) = played {
            let cell = self.cell(square);
            self.stones[self.position.side().index()].toggle(cell);
        }
    }

    pub fn is_full(&self) -> bool {
        self.position.empty_count() == 0
    }

    /// The windows in which `player` has no stone.
    pub fn open_windows(&self, player: Color) -> impl Iterator<Item = Window<'_>> {
        let (own, other) = (&self.stones[player.index()], &self.stones[(!player).index()]);
        let k = usize::from(self.position.variant().k);
        self.windows.chunks_exact(k).filter_map(move |cells| {
            let has = |set: &Squares| cells.iter().filter(|&&it| set.contains(it.into())).count();
            (has(own) == 0).then(|| Window { cells, opponents: has(other) })
        })
    }

    /// Adds the empty squares of a window.
    pub fn add_empty(&self, window: Window<'_>, set: &mut Squares) {
        for cell in window.cells.iter().map(|&cell| usize::from(cell)) {
            if !self.stones.iter().any(|stones| stones.contains(cell)) {
                set.insert(cell);
            }
        }
    }

    /// Adds the empty squares directly beyond the runs of `color` through its stone,
    /// there or still to come.
    pub fn add_ends(&self, square: Square, color: Color, set: &mut Squares) {
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
