//! Words that reader and writer share.

/// Names of the tags, and what their values hold.
pub(super) mod tag {
    pub const NAME: &str = "Name";
    pub const EVENT: &str = "Event";
    pub const ROUND: &str = "Round";
    pub const DATE: &str = "Date";
    pub const BLACK: &str = "Black";
    pub const WHITE: &str = "White";
    pub const RESULT: &str = "Result";
    pub const TERMINATION: &str = "Termination";
    /// Rule, size, line length and conversions, as in `freestyle 15x15 k=5 destroy=1`.
    pub const VARIANT: &str = "Variant";
    /// The first position, if it is not the empty board.
    pub const FEN: &str = "FEN";
    /// How many moves were given, in plies.
    pub const OPENING: &str = "Opening";
    /// The fifth moves offered in renju.
    pub const FIFTH_MOVES: &str = "FifthMoves";
}

/// The result of a game that has none.
pub(super) const NO_RESULT: &str = "*";
/// A turn without a stone.
pub(super) const PASS: &str = "--";
/// The unit behind the number of milliseconds that a move took.
pub(super) const MILLISECONDS: &str = "ms";

/// The names that chess programs have for games of this kind, and our names for the same games. The
/// `gomoku` of these programs is won by exactly five.
pub(super) const CHESS_VARIANTS: [(&str, &str); 3] =
    [("gomoku", "standard"), ("gomokufreestyle", "gomoku"), ("tictactoe", "tictactoe")];

/// Letters that end a line.
pub(super) const LINE_ENDS: [char; 2] = ['\n', '\r'];
