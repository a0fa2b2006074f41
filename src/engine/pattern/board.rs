//! A position together with its shapes: what solvers and the search play on.

use super::near::near;
use super::points::PointTotals;
use super::state::PatternState;
use super::sums::PlayerSums;
use super::tables::Tables;
use super::threat::Threat;
use crate::game::{Color, Move, Position, Square, SquareSet};

/// A position whose shapes follow every move.
pub struct Board<'t> {
    position: Position,
    patterns: PatternState<'t>,
}

impl<'t> Board<'t> {
    /// A board that starts from a position.
    pub fn new(position: Position, tables: &'t Tables) -> Board<'t> {
        let patterns = PatternState::new(&position, tables);
        Board { position, patterns }
    }

    /// The position.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The shapes.
    #[inline]
    pub const fn patterns(&self) -> &PatternState<'t> {
        &self.patterns
    }

    /// Each player's sums over all points, see [`PatternState::sums`].
    #[inline]
    pub fn sums(&mut self) -> &PlayerSums {
        self.patterns.sums()
    }

    /// Whether there is a network over all points.
    #[inline]
    pub const fn has_network(&self) -> bool {
        self.patterns.has_network()
    }

    /// What the network says for the side to move, see [`PatternState::network`].
    #[inline]
    pub fn network(&mut self) -> Option<i32> {
        self.patterns.network(self.position.side())
    }

    /// The sums of the numbers of all points, see [`PatternState::totals`].
    #[inline]
    pub fn totals(&mut self) -> Option<&PointTotals> {
        self.patterns.totals()
    }

    /// The numbers of an empty point, see [`PatternState::numbers`].
    #[cfg(test)]
    pub fn numbers(&mut self, square: Square) -> Option<super::points::PointNumbers> {
        self.patterns.numbers(square)
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.position.side()
    }

    /// The empty squares near stones, see [`near`].
    pub fn near(&self) -> SquareSet {
        near(self.position.occupied(), self.position.size())
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_telling(mv, |_| ());
    }

    /// Plays a legal move and calls `tell` with the key of the position before the shapes
    /// follow, so that its hash entry can be fetched meanwhile.
    #[inline]
    pub fn play_telling(&mut self, mv: Move, tell: impl FnOnce(u64)) {
        self.position.play_legal(mv);
        tell(self.position.key());
        self.patterns.played(self.position.lines(), mv);
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self) {
        self.position.undo();
        self.patterns.undone();
    }

    /// Passes the turn, to see what the opponent threatens; [`Board::unpass`] undoes it.
    pub fn pass(&mut self) {
        self.position.pass();
    }

    /// Undoes a pass.
    pub fn unpass(&mut self) {
        self.position.undo();
    }

    /// Whether the rules forbid `color` the empty square.
    #[inline]
    pub fn is_foul(&self, square: Square, color: Color) -> bool {
        let combination = self.patterns.combination(square, color);
        match combination.threat() {
            Threat::Foul => true,
            _ => combination.is_suspect() && self.position.foul(square).is_some(),
        }
    }
}
