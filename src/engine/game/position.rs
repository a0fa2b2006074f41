//! A game in progress: stones, side to move, what was played, how it ended.

use std::fmt;

use super::color::{ByColor, Color};
use super::forbidden::{self, Foul};
use super::illegal::IllegalMove;
use super::lines::Lines;
use super::moves::Move;
use super::outcome::{CompactOutcome, Outcome};
use super::rule::{Rule, Variant, VariantError};
use super::square::{Direction, SQUARES, Size, Square, SquareSet};
use super::zobrist;

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// The player who owns the stone now.
    pub color: Color,
    /// Whether the stone was converted (and can never be again).
    pub converted: bool,
}

/// What undo needs to know.
#[derive(Clone, Copy)]
struct Past {
    mv: Option<Move>,
    key: u64,
    last: Option<Move>,
}

/// A position with its history. Made by [`Position::new`] or
/// [`Setup::build`](super::setup::Setup::build), so it is always one that can be played.
#[derive(Clone)]
pub struct Position {
    variant: Variant,
    stones: Box<[Option<Stone>; SQUARES]>,
    lines: Box<Lines>,
    /// The squares where nothing can be placed: those with a stone, and dead ones.
    occupied: SquareSet,
    /// Number of squares that are not dead.
    living: usize,
    counts: ByColor<u16>,
    /// Unconverted stones of each player.
    convertible: ByColor<u16>,
    conversions: ByColor<u8>,
    side: Color,
    key: u64,
    ending: Option<CompactOutcome>,
    last: Option<Move>,
    history: Vec<Past>,
}

impl Position {
    /// The empty board, Black to move.
    ///
    /// # Errors
    /// When the variant cannot be played.
    pub fn new(variant: Variant) -> Result<Position, VariantError> {
        let variant = variant.validate()?;
        let conversions = ByColor::new(variant.destroy, variant.destroy);
        Ok(Position {
            variant,
            stones: Box::new([None; SQUARES]),
            lines: Lines::new(variant.size),
            occupied: SquareSet::EMPTY,
            living: variant.size.area(),
            counts: ByColor::default(),
            convertible: ByColor::default(),
            conversions,
            side: Color::Black,
            key: zobrist::variant(&variant) ^ zobrist::conversions(conversions),
            ending: None,
            last: None,
            history: Vec::new(),
        })
    }

    /// The game that is played.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The rule set.
    pub const fn rule(&self) -> Rule {
        self.variant.rule
    }

    /// The board.
    pub const fn size(&self) -> Size {
        self.variant.size
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The stone on a square.
    pub fn at(&self, square: Square) -> Option<Stone> {
        self.stones[square.index()]
    }

    /// The stones as lines.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The squares with a stone, and those that are dead.
    pub const fn occupied(&self) -> &SquareSet {
        &self.occupied
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        self.counts.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Number of stones of one player.
    pub fn stones_of(&self, color: Color) -> usize {
        self.counts[color].into()
    }

    /// Number of empty squares.
    pub fn empty_count(&self) -> usize {
        self.living - self.stone_count()
    }

    /// The empty squares, bottom row first.
    pub fn empty_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.size().squares().filter(|&square| !self.occupied.contains(square))
    }

    /// Whether the square is on the board and empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.size().contains(square) && !self.occupied.contains(square)
    }

    /// The squares that no player can play on, a hole in the board: to every line
    /// they are its edge. Only [`Setup::dead`](super::setup::Setup::dead) makes them.
    pub fn dead_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.occupied.iter().filter(|&square| self.at(square).is_none())
    }

    /// Conversions that a player has left.
    pub fn conversions(&self, color: Color) -> u8 {
        self.conversions[color]
    }

    /// A hash of game, stones, side to move and conversions left; the same on
    /// every machine.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The last move, if one was played or given.
    pub const fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// The moves played since the position was set up.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.history.iter().filter_map(|past| past.mv)
    }

    /// Whether the game has ended.
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self.ending? {
            CompactOutcome::Line(winner) => {
                Outcome::Line { winner, squares: self.winning_squares(winner) }
            }
            CompactOutcome::Forbidden(square) => Outcome::Forbidden(square),
            CompactOutcome::Draw => Outcome::Draw,
        })
    }

    /// The winner of a finished game, without the list of squares.
    pub const fn winner(&self) -> Option<Color> {
        match self.ending {
            Some(CompactOutcome::Line(winner)) => Some(winner),
            Some(CompactOutcome::Forbidden(_)) => Some(Color::White),
            Some(CompactOutcome::Draw) | None => None,
        }
    }

    /// Why the side with fouls may not play the empty `square`; always `None`
    /// outside renju. Says nothing of whose turn it is.
    pub fn foul(&self, square: Square) -> Option<Foul> {
        if self.rule() == Rule::Renju { forbidden::foul(&self.lines, square) } else { None }
    }

    /// Black's forbidden points, whichever side is to move; empty outside renju.
    pub fn forbidden_points(&self) -> SquareSet {
        if self.rule() != Rule::Renju {
            return SquareSet::EMPTY;
        }
        self.empty_squares().filter(|&square| self.foul(square).is_some()).collect()
    }

    /// Whether every empty square is forbidden to the side to move, which then
    /// may play any of them and loses.
    pub fn only_fouls_left(&self) -> bool {
        self.rule().has_fouls(self.side)
            && self.empty_squares().all(|square| self.foul(square).is_some())
    }

    /// Whether the move can be played now.
    ///
    /// # Errors
    /// The first reason against the move.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.check_but_fouls(mv)?;
        if !mv.is_conversion() && self.rule().has_fouls(self.side) {
            match self.foul(mv.square()) {
                Some(foul) if !self.only_fouls_left() => return Err(IllegalMove::Forbidden(foul)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the move can be played where fouls are played, too, and end the game,
    /// as in records of games. What a foul costs to see, this does not.
    ///
    /// # Errors
    /// The first reason against it, never [`IllegalMove::Forbidden`].
    pub fn check_but_fouls(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        let square = mv.square();
        if !self.size().contains(square) {
            return Err(IllegalMove::Outside(self.size()));
        }
        let stone = self.at(square);
        if mv.is_conversion() {
            return match stone {
                _ if self.conversions[self.side] == 0 => Err(IllegalMove::NoConversion),
                Some(stone) if stone.color != self.side && !stone.converted => Ok(()),
                _ => Err(IllegalMove::NothingToConvert),
            };
        }
        if self.occupied.contains(square) {
            return Err(IllegalMove::Occupied);
        }
        Ok(())
    }

    /// Every legal move: placements bottom row first, then conversions.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves: Vec<Move> = if self.rule().has_fouls(self.side) {
            self.empty_squares()
                .filter(|&square| self.foul(square).is_none())
                .map(Move::place)
                .collect()
        } else {
            self.empty_squares().map(Move::place).collect()
        };
        if moves.is_empty() {
            // Only fouls are left (or nothing, outside renju): any of them may be played.
            moves = self.empty_squares().map(Move::place).collect();
        }
        moves.extend(self.conversion_moves());
        moves
    }

    /// The length of [`Position::legal_moves`], where possible without looking
    /// at the squares.
    pub fn legal_move_count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let has_conversions = self.conversions[self.side] > 0;
        let conversions = if has_conversions { self.convertible[!self.side] } else { 0 };
        let fouls = if self.rule().has_fouls(self.side) {
            self.empty_squares().filter(|&square| self.foul(square).is_some()).count()
        } else {
            0
        };
        let empty = self.empty_count();
        let placements = if fouls == empty { empty } else { empty - fouls };
        placements + usize::from(conversions)
    }

    /// The conversions that the side to move may play.
    pub fn conversion_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let may_convert = self.conversions[self.side] > 0 && !self.is_over();
        // Asked in every position of a search, nearly always in vain.
        let targets = may_convert.then(|| self.occupied.iter()).into_iter().flatten();
        targets
            .filter(move |&square| {
                self.at(square).is_some_and(|stone| stone.color != self.side && !stone.converted)
            })
            .map(Move::convert)
    }

    /// Plays a move if it is legal; otherwise the position stays as it was.
    ///
    /// # Errors
    /// The reason against the move.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that [`Position::check`] allows, or a forbidden point,
    /// which ends the game.
    pub fn play_unchecked(&mut self, mv: Move) {
        // A forbidden point must be judged before its stone is on the board.
        let is_foul = self.rule().has_fouls(self.side) && self.foul(mv.square()).is_some();
        self.play_legal(mv);
        if is_foul {
            self.ending = Some(CompactOutcome::Forbidden(mv.square()));
        }
    }

    /// Plays a move that [`Position::check`] allows and that is not a forbidden
    /// point, without asking again.
    pub fn play_legal(&mut self, mv: Move) {
        let (square, color) = (mv.square(), self.side);
        self.history.push(Past { mv: Some(mv), key: self.key, last: self.last });
        self.change(square, Some(Stone { color, converted: mv.is_conversion() }));
        if mv.is_conversion() {
            self.key ^= zobrist::conversions(self.conversions);
            self.conversions[color] -= 1;
            self.key ^= zobrist::conversions(self.conversions);
        }
        self.side = !color;
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.last = Some(mv);
        self.ending = if self.has_line_through(square, color) {
            Some(CompactOutcome::Line(color))
        } else if self.is_drawn() {
            Some(CompactOutcome::Draw)
        } else {
            None
        };
    }

    /// Takes back the last move played since the position was set up.
    ///
    /// # Panics
    /// When there is none.
    pub fn undo(&mut self) {
        let past = self.history.pop().expect("a move was played before it is undone");
        let color = !self.side;
        if let Some(mv) = past.mv {
            let restored = mv.is_conversion().then_some(Stone { color: !color, converted: false });
            self.change(mv.square(), restored);
            self.conversions[color] += u8::from(mv.is_conversion());
        }
        self.side = color;
        self.key = past.key;
        self.last = past.last;
        // Moves are only played in unfinished positions.
        self.ending = None;
    }

    /// Lets a game that is won go on: its manager decides when
    /// it ends, and may ask for another move. A full board stays the end.
    pub fn go_on(&mut self) {
        if self.empty_count() > 0 {
            self.ending = None;
        }
    }

    /// Gives the turn to the opponent without a move: no legal ply, a question
    /// that the search asks ("what does the opponent threaten?").
    pub fn pass(&mut self) {
        self.history.push(Past { mv: None, key: self.key, last: self.last });
        self.side = !self.side;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Plays a legal move, shows the child to `look`, and takes the move back.
    ///
    /// # Errors
    /// The reason against the move; `look` is not called then.
    pub fn with_move<T>(
        &mut self,
        mv: Move,
        look: impl FnOnce(&mut Position) -> T,
    ) -> Result<T, IllegalMove> {
        self.play(mv)?;
        let seen = look(self);
        self.undo();
        Ok(seen)
    }

    /// Puts a stone on a square or takes it away, keeping every table but the
    /// history, the side and the ending. Returns what stood there.
    pub(super) fn change(&mut self, square: Square, after: Option<Stone>) -> Option<Stone> {
        let before = std::mem::replace(&mut self.stones[square.index()], after);
        if let Some(Stone { color, converted }) = before {
            self.lines.toggle(square, color);
            self.key ^= zobrist::stone(square, color, converted);
            self.counts[color] -= 1;
            self.convertible[color] -= u16::from(!converted);
        }
        if let Some(Stone { color, converted }) = after {
            self.lines.toggle(square, color);
            self.key ^= zobrist::stone(square, color, converted);
            self.counts[color] += 1;
            self.convertible[color] += u16::from(!converted);
            self.occupied.insert(square);
        } else {
            self.occupied.remove(square);
        }
        before
    }

    /// Takes an empty square out of the game.
    pub(super) fn kill(&mut self, square: Square) {
        self.lines.block(square);
        self.occupied.insert(square);
        self.living -= 1;
        self.key ^= zobrist::dead(square);
    }

    /// Completes a position whose stones were put there by [`Position::change`].
    pub(super) fn settle(
        &mut self,
        side: Color,
        conversions: ByColor<u8>,
        last: Option<Move>,
        ending: Option<CompactOutcome>,
    ) {
        self.key ^= zobrist::conversions(self.conversions) ^ zobrist::conversions(conversions);
        self.conversions = conversions;
        if side != self.side {
            self.side = side;
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
        self.last = last;
        self.ending = ending;
    }

    /// Whether the full board cannot change any more.
    pub(super) fn is_drawn(&self) -> bool {
        let can_convert = self.conversions[self.side] > 0 && self.convertible[!self.side] > 0;
        self.empty_count() == 0 && !can_convert
    }

    /// Whether a stone of `color` on `square` (there or not yet) is part of a winning line.
    pub fn has_line_through(&self, square: Square, color: Color) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.line_wins(square, direction, color).is_some())
    }

    /// The numbers of stones before and after `square` in a winning line of
    /// `color` along `direction`, or `None` if that line does not win.
    fn line_wins(
        &self,
        square: Square,
        direction: Direction,
        color: Color,
    ) -> Option<(usize, usize)> {
        let k = usize::from(self.variant.k);
        let view = self.lines.view(square, direction, color);
        let (before, after) = view.run();
        if before + 1 + after < k {
            return None;
        }
        let blocked = usize::from(view.is_opponent(view.bit - before as u32 - 1))
            + usize::from(view.is_opponent(view.bit + after as u32 + 1));
        self.rule().wins(color, before + 1 + after, k, blocked).then_some((before, after))
    }

    /// The squares of all winning lines of a player, sorted by column, then row.
    pub fn winning_squares(&self, color: Color) -> Vec<Square> {
        let mut squares: Vec<Square> = self
            .occupied
            .iter()
            .filter(|&square| self.at(square).is_some_and(|stone| stone.color == color))
            .filter(|&square| self.has_line_through(square, color))
            .collect();
        super::order::sort_by_key(&mut squares, |square| (square.col(), square.row()));
        squares
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
