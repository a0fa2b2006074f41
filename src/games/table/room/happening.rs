//! What happens at a table.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Color, Move, Position};
use tengen_engine::protocol::client::{Thought, Told};
use tengen_engine::search::reason::ReasonCode;

use crate::reasons::{self, ReasonText};
use crate::table::swap2::Swap2Choice;
use crate::table::verdict::GameEnd;

use super::proposal::Proposal;
use super::seat::Chair;
use super::texts;

/// Something that happened. The JSON form is an object with the key `event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// A game begins, or was put on the table.
    NewGame {
        /// Its number at this table, from 1.
        game: u32,
    },
    /// A move was played.
    Move {
        /// Who.
        chair: Chair,
        /// In which colour: `x` or `o`.
        #[serde(with = "texts::color")]
        color: Color,
        /// The move.
        #[serde(rename = "move", with = "texts::mv")]
        mv: Move,
        /// Time that it took, in milliseconds.
        used_ms: u64,
    },
    /// The choice of a swap2 opening was made.
    Chosen {
        /// Who.
        chair: Chair,
        /// What.
        choice: Swap2Choice,
    },
    /// Moves were taken back.
    Undone {
        /// By whom.
        chair: Chair,
        /// How many.
        plies: usize,
    },
    /// The chairs have exchanged their colours.
    SidesSwapped,
    /// A draw is offered.
    DrawOffered {
        /// Who.
        chair: Chair,
    },
    /// The offer was not accepted.
    DrawDeclined {
        /// The player who declined it.
        chair: Chair,
    },
    /// One person asks the other for something.
    Proposed {
        /// Who.
        chair: Chair,
        /// For what.
        what: Proposal,
    },
    /// Who has asked does so no longer.
    Withdrawn {
        /// Who.
        chair: Chair,
        /// For what.
        what: Proposal,
    },
    /// What was asked for is granted or not.
    Answered {
        /// The player who has answered.
        chair: Chair,
        /// What was asked for.
        what: Proposal,
        /// Whether it is granted.
        accepted: bool,
    },
    /// Our own engine gives a hint.
    Hinted {
        /// What it says.
        hint: Hint,
    },
    /// There will be no hint.
    NoHint {
        /// Why not.
        why: String,
    },
    /// Play has stopped.
    Paused,
    /// Play goes on.
    Resumed,
    /// The game is over.
    Over {
        /// How it ended.
        verdict: GameEnd,
        /// The same in words.
        words: String,
    },
}

/// What our own engine would play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct Hint {
    /// The move.
    #[serde(rename = "move", with = "texts::mv")]
    #[cfg_attr(feature = "contracts", ts(type = "string"))]
    pub mv: Move,
    /// Its value for the side to move, in hundredths; nothing where `mate` says more.
    pub cp: Option<i32>,
    /// A proven win in so many own moves; negative is a loss.
    pub mate: Option<i32>,
    /// Why it is worth playing, in the order in which they are told; none where there is nothing to say.
    #[serde(default)]
    pub reasons: Vec<ReasonText>,
    /// The most important of them in plain English.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "contracts", ts(skip))]
    pub why: String,
}

impl Hint {
    /// A move in a position, and what was thought of it.
    pub(super) fn new(position: &Position, mv: Move, thought: Thought) -> Hint {
        let (cp, mate) = match thought.score {
            Some(Told::Centi(cp)) => (Some(cp), None),
            Some(Told::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let mut reasons = reasons::reasons(position, mv);
        // What was proven of the move counts more than what a short search thought of it.
        let proven = reasons.iter().find_map(|reason| match reason.code {
            ReasonCode::WinByFours(moves) | ReasonCode::WinByThreats(moves) => Some(moves),
            _ => None,
        });
        let (cp, mate) = match proven {
            Some(moves) if mate.is_none() => (None, Some(i32::from(moves))),
            _ => (cp, mate),
        };
        if mate.is_some_and(|moves| moves < 0) {
            // Every move loses, which the value says; of this one it is told what else it does.
            reasons.retain(|reason| !reason.code.is_against());
        }
        let why = reasons::sentence(&reasons, position.variant().k);
        Hint { mv, cp, mate, reasons: reasons::texts(&reasons), why }
    }
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;
    use tengen_engine::game::Variant;

    /// Where every move loses, a hint says what its move does all the same.
    #[test]
    fn a_hint_in_a_lost_position_says_what_the_move_does() {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for mv in "f8 a15 g8 a1 h8 a7 i8".split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let thought = |moves| Thought { score: Some(Told::Mate(moves)), ..Thought::default() };
        let hint = Hint::new(&position, "e8".parse().unwrap(), thought(-1));
        let said = words::hint(&hint, position.side());
        assert_eq!(said, "e8 (x wins in 1): stops x from completing the line in row 8");
        position.pass();
        let hint = Hint::new(&position, "j8".parse().unwrap(), thought(1));
        let said = words::hint(&hint, position.side());
        assert_eq!(said, "j8 (x wins in 1): completes a line in row 8");
    }
}
