//! The swap2 opening: one player places three stones, the other one takes a
//! colour, or places two more and leaves the choice.
//!
//! A machine of stages without a board: it says whose turn it is, what a decision
//! means, and what follows. Matches and tables keep the stones and the players.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Move, Position};
use tengen_engine::protocol::client::Said;

/// What has to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The proposer places three stones, Black, White and Black.
    ThreeStones,
    /// The chooser takes Black, takes White, or places two more.
    Choice,
    /// The chooser places a White and a Black stone.
    TwoStones,
    /// The proposer takes Black or White.
    LastChoice,
    /// The opening is over, or there is none: the players move in turn.
    Play,
}

/// The two parties of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The player that places the first stones.
    Proposer,
    /// The player that does not place the first stones.
    Chooser,
}

/// What the player that has the choice does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Swap2Choice {
    /// Takes the black stones.
    Black,
    /// Takes the white stones, and moves next.
    White,
    /// Places two more stones and leaves the choice to the other.
    Two,
}

impl Swap2Choice {
    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Swap2Choice::Black => "black",
            Swap2Choice::White => "white",
            Swap2Choice::Two => "two",
        }
    }
}

/// A decision in the words of engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// To take the other colour.
    Swap,
    /// To place these stones, and with one of them to take White.
    Place(Vec<Move>),
}

impl Decision {
    /// The decision that an engine told; `None` where it said something else.
    pub fn of(said: &Said) -> Option<Decision> {
        match said {
            Said::Move(mv) => Some(Decision::Place(vec![*mv])),
            Said::Stones(stones) => Some(Decision::Place(stones.clone())),
            Said::Swap => Some(Decision::Swap),
            _ => None,
        }
    }
}

impl Stage {
    /// The party whose turn it is; `None` once the opening is over.
    pub const fn party(self) -> Option<Party> {
        match self {
            Stage::ThreeStones | Stage::LastChoice => Some(Party::Proposer),
            Stage::Choice | Stage::TwoStones => Some(Party::Chooser),
            Stage::Play => None,
        }
    }

    /// Whether a choice is due now, and no stone.
    pub const fn is_choice(self) -> bool {
        matches!(self, Stage::Choice | Stage::LastChoice)
    }

    /// What can be chosen now, in words.
    pub const fn choices(self) -> &'static str {
        match self {
            Stage::Choice => "black, white, or two (to place two more stones)",
            Stage::LastChoice => "black or white",
            _ => "a move: there is nothing to choose",
        }
    }

    /// The stage that follows a choice, and the party that has Black then, where that is settled.
    /// `None` if there is no such choice now.
    pub fn choose(self, choice: Swap2Choice) -> Option<(Stage, Option<Party>)> {
        let chooser = self.party().filter(|_| self.is_choice())?;
        match choice {
            Swap2Choice::Black => Some((Stage::Play, Some(chooser))),
            Swap2Choice::White => Some((Stage::Play, Some(chooser.other()))),
            Swap2Choice::Two if self == Stage::Choice => Some((Stage::TwoStones, None)),
            Swap2Choice::Two => None,
        }
    }

    /// The stage that follows when `placed` stones are on the board.
    #[must_use]
    pub const fn with_stones(self, placed: usize) -> Stage {
        match (self, placed) {
            (Stage::ThreeStones, 3) => Stage::Choice,
            (Stage::TwoStones, 5) => Stage::LastChoice,
            (stage, _) => stage,
        }
    }

    /// The choice that an engine's decision means; `None` where stones alone are due.
    ///
    /// # Errors
    /// When the decision cannot be made now.
    pub fn understand(self, decision: &Decision) -> Result<Option<Swap2Choice>, String> {
        let stones = match decision {
            Decision::Swap => 0,
            Decision::Place(stones) => stones.len(),
        };
        let expected = match (self, stones) {
            (Stage::ThreeStones, 3) => return Ok(None),
            (Stage::Choice | Stage::LastChoice, 0) => return Ok(Some(Swap2Choice::Black)),
            (Stage::Choice | Stage::LastChoice, 1) => return Ok(Some(Swap2Choice::White)),
            (Stage::Choice, 2) => return Ok(Some(Swap2Choice::Two)),
            (Stage::ThreeStones, _) => "3",
            (Stage::Choice, _) => "1 or 2",
            (Stage::LastChoice, _) => "1",
            (Stage::TwoStones | Stage::Play, _) => "no",
        };
        let got = match decision {
            Decision::Swap => "SWAP".to_owned(),
            Decision::Place(_) => format!("{stones} stones"),
        };
        Err(format!("swap2: answered {got}: expected {expected} stones"))
    }
}

impl Party {
    const fn other(self) -> Party {
        match self {
            Party::Proposer => Party::Chooser,
            Party::Chooser => Party::Proposer,
        }
    }
}

/// Whether a legal stone of an opening would end the game, which no such stone may do.
pub fn ends_game(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.is_over()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(count: usize) -> Decision {
        let names = ["h8", "i8", "j8", "k8"];
        Decision::Place(names[..count].iter().map(|name| name.parse().unwrap()).collect())
    }

    #[test]
    fn every_way_through_the_opening_ends_in_play() {
        for (decisions, black) in [
            (&[place(3), Decision::Swap][..], Party::Chooser),
            (&[place(3), place(1)], Party::Proposer),
            (&[place(3), place(2), Decision::Swap], Party::Proposer),
            (&[place(3), place(2), place(1)], Party::Chooser),
        ] {
            let (mut stage, mut placed, mut settled) = (Stage::ThreeStones, 0, None);
            for decision in decisions {
                if let Some(choice) = stage.understand(decision).unwrap() {
                    (stage, settled) = stage.choose(choice).unwrap();
                }
                if let Decision::Place(stones) = decision {
                    placed += stones.len();
                    stage = stage.with_stones(placed);
                }
            }
            assert_eq!((stage, settled), (Stage::Play, Some(black)), "{decisions:?}");
        }
    }

    #[test]
    fn pages_and_stores_read_the_same_words_for_ever() {
        let stages =
            [Stage::ThreeStones, Stage::Choice, Stage::TwoStones, Stage::LastChoice, Stage::Play];
        let text = serde_json::to_string(&stages).unwrap();
        assert_eq!(text, r#"["three-stones","choice","two-stones","last-choice","play"]"#);
    }

    #[test]
    fn decisions_at_the_wrong_time_are_refused() {
        for (stage, decision, expected) in [
            (Stage::ThreeStones, Decision::Swap, "swap2: answered SWAP: expected 3 stones"),
            (Stage::ThreeStones, place(2), "swap2: answered 2 stones: expected 3 stones"),
            (Stage::Choice, place(3), "swap2: answered 3 stones: expected 1 or 2 stones"),
            (Stage::LastChoice, place(2), "swap2: answered 2 stones: expected 1 stones"),
        ] {
            assert_eq!(stage.understand(&decision).unwrap_err(), expected);
        }
        assert!(Stage::LastChoice.choose(Swap2Choice::Two).is_none());
        assert!(Stage::TwoStones.choose(Swap2Choice::Black).is_none());
    }
}
