//! The kinds of files.

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Games of Piskvork and of the Gomocup.
    Psq,
    /// Games of Gomotur.
    Rec,
    /// Smart Game Format, game 4.
    Sgf,
    /// Games with tags in brackets, moves and comments in braces.
    Pgn,
    /// Lines of moves, row 1 at the bottom.
    Moves,
    /// Lines of moves, row 1 at the top.
    Pos,
    /// Openings as distances from the centre.
    Offset,
    /// One position in a line.
    Fen,
    /// Game trees of `RenLib`.
    Lib,
    /// Text games of Yixin-Board.
    YixinSav,
    /// Binary games of Yixin-Board.
    YixinPos,
    /// The game database of renju.net.
    RenjuNet,
}
