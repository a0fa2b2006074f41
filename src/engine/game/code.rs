//! Why something was refused, as programs decide by it: the words are for people alone.

use serde::{Serialize, Serializer};

use super::{Foul, IllegalMove};

/// One line for each code: what it means, the code, and its name.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $name:literal,)+) => {
        /// Why something was refused. Sentences change; the names of these do not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $code,)+
        }

        impl Code {
            /// Every code, in the order of the list.
            pub const ALL: &'static [Code] = &[$(Code::$code),+];

            /// The name of the code, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)+
                }
            }
        }
    };
}

codes! {
    /// The text cannot be read, or the value is not allowed: `expected` says what is.
    Invalid = "invalid",

    /// A stone stands on the square, or it is dead.
    Occupied = "occupied",
    /// The square is not on this board.
    Outside = "outside",
    /// Black would make two open threes, which renju forbids.
    DoubleThree = "double-three",
    /// Black would make two fours, which renju forbids.
    DoubleFour = "double-four",
    /// Black would make six or more in a row, which renju forbids.
    Overline = "overline",
    /// The player has no conversion left.
    NoConversion = "no-conversion",
    /// There is no stone that may be converted.
    NothingToConvert = "nothing-to-convert",
    /// The game has ended.
    GameOver = "game-over",

    /// The other seat has the turn; `text` is its player.
    OtherTurn = "other-turn",
    /// The game is paused.
    Paused = "paused",
    /// The game is not paused.
    NotPaused = "not-paused",
    /// What was asked for cannot be had before the opening is over.
    InOpening = "in-opening",
    /// A choice is due, and no stone; `expected` are the choices.
    ChoiceDue = "choice-due",
    /// This choice cannot be made now; `expected` says which can.
    NoChoice = "no-choice",
    /// Nothing is to be chosen now.
    NothingToChoose = "nothing-to-choose",
    /// The stone would end the game in its opening.
    EndsOpening = "ends-opening",
    /// The player has not moved yet, so that nothing is taken back.
    NoMoveYet = "no-move-yet",
    /// Moves are not taken back at this table.
    NoUndo = "no-undo",
    /// The one move that each may take back was taken back; `text` is the player.
    UndoSpent = "undo-spent",
    /// The game ended in a way that taking back a move does not undo.
    EndedForGood = "ended-for-good",
    /// The draw was offered already.
    DrawOffered = "draw-offered",
    /// No draw is offered.
    NoDrawOffered = "no-draw-offered",
    /// That was asked of the other player already.
    AskedAlready = "asked-already",
    /// The other player asks for nothing.
    NothingAsked = "nothing-asked",
    /// The other player is there, or was not away for long enough.
    NotAway = "not-away",
    /// No seat of this table has that code.
    WrongCode = "wrong-code",
    /// People play, where only a game between engines can be meant.
    PeoplePlay = "people-play",
    /// No engine has the turn.
    NoEngineTurn = "no-engine-turn",
    /// The player that was asked for does not know this game.
    WrongPlayer = "wrong-player",
    /// There is no player of that name.
    NoPlayer = "no-player",
    /// An earlier board is shown, on which nothing is played.
    EarlierBoard = "earlier-board",

    /// The client has no seat there.
    NoSeat = "no-seat",
    /// Another player has that seat.
    SeatTaken = "seat-taken",
    /// The seat or the match belongs to another client.
    NotYours = "not-yours",
    /// Two people are in the middle of a game.
    GameOfTwo = "game-of-two",
    /// Two people play by the clock.
    TimedGame = "timed-game",
    /// The request was beyond a limit of the server: later there may be room.
    Full = "full",
    /// The request came too soon after others.
    TooFast = "too-fast",
    /// The same was asked for a moment ago: later it can be had.
    TooSoon = "too-soon",
    /// There is no such table.
    NoTable = "no-table",
    /// The table is not open, or was not entered: to enter it opens it again.
    TableClosed = "table-closed",
    /// There is no such match.
    NoMatch = "no-match",
    /// There is no such game.
    NoGame = "no-game",
    /// There is no engine of that name; `text` is the name.
    NoEngine = "no-engine",
    /// The program of an engine cannot be started; `text` is the engine.
    EngineMissing = "engine-missing",
    /// The program of an engine starts, but does not answer as an engine; `text` is the engine.
    EngineSilent = "engine-silent",
    /// Another engine or player has that name; `text` is the name.
    NameTaken = "name-taken",
    /// No more engines can be added until one is removed.
    TooManyEngines = "too-many-engines",
    /// Engines are added only from the machine of the server, and where it was started for that.
    NotFromHere = "not-from-here",
    /// The program of an engine cannot be started, and its table waits; `text` is the engine.
    TableWaits = "table-waits",
    /// What was played cannot be kept: the game goes on once it is.
    NotKept = "not-kept",
    /// A file that the engine needs for that could not be loaded; `text` is the file.
    NotLoaded = "not-loaded",
    /// What was asked for needs a server, and the page has none.
    NeedsServer = "needs-server",
    /// The server has failed, and the request is not to blame.
    Failed = "failed",
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl From<IllegalMove> for Code {
    fn from(why: IllegalMove) -> Code {
        match why {
            IllegalMove::GameOver => Code::GameOver,
            IllegalMove::Outside(_) => Code::Outside,
            IllegalMove::Occupied => Code::Occupied,
            IllegalMove::Forbidden(Foul::DoubleThree) => Code::DoubleThree,
            IllegalMove::Forbidden(Foul::DoubleFour) => Code::DoubleFour,
            IllegalMove::Forbidden(Foul::Overline) => Code::Overline,
            IllegalMove::NoConversion => Code::NoConversion,
            IllegalMove::NothingToConvert => Code::NothingToConvert,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_name_of_its_own() {
        let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        let is_kebab =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(|name| is_kebab(name)), "{names:?}");
    }
}
