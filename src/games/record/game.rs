//! One game as it was played.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_engine::game::{
    ByColor, Color, IllegalMove, Move, Position, Setup, SetupError, Square, Variant,
};

use super::encoding::TextEncoding;
use super::error::{Place, RecordError};

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The player who won.
    Win(Color),
    /// Neither player.
    Draw,
}

impl GameResult {
    /// The result of a position, or `None` while the game goes on.
    pub fn of(position: &Position) -> Option<GameResult> {
        position.is_over().then(|| position.winner().map_or(GameResult::Draw, GameResult::Win))
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::Win(color) => Some(color),
            GameResult::Draw => None,
        }
    }
}

/// Points of the first player and of the second.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Color::Black) => "1-0",
            GameResult::Win(Color::White) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|()| D::Error::custom(format!("{text}: expected 1-0, 0-1 or 1/2-1/2")))
    }
}

impl FromStr for GameResult {
    type Err = ();

    /// Reads what [`GameResult`] prints.
    fn from_str(text: &str) -> Result<GameResult, ()> {
        [GameResult::Win(Color::Black), GameResult::Win(Color::White), GameResult::Draw]
            .into_iter()
            .find(|result| result.to_string() == text)
            .ok_or(())
    }
}

/// What is known about a game besides its moves; nothing of it is checked.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GameInfo {
    /// Names of the players.
    pub players: ByColor<Option<String>>,
    /// The winner, as the record says; readers fill it in when the moves say it.
    pub result: Option<GameResult>,
    /// Why the game ended, in a few words; `timeout` and `error` are known to
    /// formats with codes.
    pub termination: Option<String>,
    /// The name or number of the game.
    pub name: Option<String>,
    /// The match or tournament.
    pub event: Option<String>,
    /// The round of the match or tournament.
    pub round: Option<String>,
    /// When the game was played, as the record has it; best as `2025-01-31`.
    pub date: Option<String>,
    /// The fifth moves that were offered in a renju opening.
    pub fifth_moves: Vec<Square>,
    /// How many moves at the beginning were given and not chosen, in plies.
    pub opening: usize,
    /// Values of the file that its reader did not understand and left out.
    pub unread: Vec<RecordError>,
    /// Properties of the file that have no meaning here, each once, and where the first stood.
    pub foreign: Vec<(Place, String)>,
    /// The encoding of a file that does not name it, if that is not UTF-8: formats that
    /// cannot name one either are written in it again.
    pub encoding: Option<TextEncoding>,
}

/// A move and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Time that the player took, in milliseconds.
    pub time_ms: Option<u64>,
    /// The comment on the move.
    pub comment: Option<String>,
}

impl From<Move> for RecordedMove {
    fn from(mv: Move) -> RecordedMove {
        RecordedMove { mv, time_ms: None, comment: None }
    }
}

/// A game: where it began, what was played, and by which players.
///
/// ```
/// use tengen_engine::game::Variant;
/// use tengen_games::record::{self, Format};
///
/// let tictactoe = Variant::preset("tictactoe")?;
/// let games = record::read(Format::Moves, b"b2 a1 c1\nb2 a2\n", &tictactoe)?;
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[0].final_position()?.fen(), "3/1x1/o1x o k=3 rule=freestyle destroy=0,0 last=c1");
/// assert_eq!(record::write(Format::Pos, &games)?, b"b2a3c3\nb2a2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position before the first move: rule, size, line length, stones,
    /// and the side to move.
    pub start: Setup,
    /// Names, result and the like.
    pub info: GameInfo,
    /// What was said about the game before its first move.
    pub comment: Option<String>,
    /// The moves in their order; the players alternate, `start.side` first.
    pub moves: Vec<RecordedMove>,
}

impl GameRecord {
    /// A game from the empty board, without moves.
    pub fn new(variant: &Variant) -> GameRecord {
        GameRecord {
            start: Setup::new(variant),
            info: GameInfo::default(),
            comment: None,
            moves: Vec::new(),
        }
    }

    /// The game that is played.
    pub fn variant(&self) -> Variant {
        variant_of(&self.start)
    }

    /// The moves alone.
    pub fn plain_moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.moves.iter().map(|recorded| recorded.mv)
    }

    /// The position after the first `plies` moves, or after all if there are
    /// fewer, with its history.
    ///
    /// # Errors
    /// When the start is no position or a move cannot be played. Records made
    /// by [`read`](super::read) never fail.
    pub fn position_after(&self, plies: usize) -> Result<Position, ReplayError> {
        let mut position = self.start.build()?;
        for (index, mv) in self.plain_moves().take(plies).enumerate() {
            play(&mut position, mv).map_err(|reason| ReplayError::Move {
                ply: index + 1,
                mv,
                reason,
            })?;
        }
        Ok(position)
    }

    /// The position after the last move, with its history.
    ///
    /// # Errors
    /// As [`GameRecord::position_after`].
    pub fn final_position(&self) -> Result<Position, ReplayError> {
        self.position_after(usize::MAX)
    }
}

/// Why a record cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The start makes no sense.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// A move makes no sense.
    #[error("move {ply}: {mv} ({reason}): expected {}", .reason.expected())]
    Move {
        /// Number of the move, from 1.
        ply: usize,
        /// The move.
        mv: Move,
        /// Why it cannot be played.
        reason: IllegalMove,
    },
}

/// The game that starts from `start`, conversions included.
pub(super) fn variant_of(start: &Setup) -> Variant {
    let conversions = start.conversions.unwrap_or_default();
    let destroy = conversions[Color::Black].max(conversions[Color::White]);
    Variant { rule: start.rule, size: start.size, k: start.k, destroy }
}

/// Plays a move of a record. Unlike a player, a record may contain a forbidden
/// point of renju: it ends the game.
///
/// # Errors
/// The reason against the move; the position stays as it was.
pub fn play(position: &mut Position, mv: Move) -> Result<(), IllegalMove> {
    position.check_but_fouls(mv)?;
    position.play_unchecked(mv);
    Ok(())
}
