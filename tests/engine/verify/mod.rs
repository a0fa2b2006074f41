//! Proofs checked with the laws of the board alone.
//!
//! A win is checked by playing it: an adviser (the program under test) names
//! the attacker's move in each position, and here every legal reply is tried.
//! What comes out is true whatever the adviser is.

pub mod problems;

use std::collections::HashMap;

use tengen_engine::game::{Color, Move, Position, Square};

/// Why a claimed win is not shown to be one.
#[derive(Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The adviser had no move, or it was not one that the claim allows.
    NoMove(String),
    /// The defender escapes in the position shown.
    Refuted(String),
    /// Too many positions.
    TooLong,
}

/// A win on trial.
pub struct Trial<'a> {
    /// Names the attacker's move.
    pub adviser: &'a mut dyn FnMut(&Position) -> Option<Move>,
    /// Whether every move of the attacker must threaten to win with the next one.
    pub fours_only: bool,
    /// Positions that may still be looked at.
    pub budget: u64,
}

impl Trial<'_> {
    /// Checks that the side to move wins; the number of plies that this takes
    /// against the longest resistance.
    pub fn wins(&mut self, position: &mut Position) -> Result<u16, Doubt> {
        let attacker = position.side();
        if winning_move(position).is_some() {
            return Ok(1);
        }
        self.budget = self.budget.checked_sub(1).ok_or(Doubt::TooLong)?;
        let doubt = |what: &str| Doubt::NoMove(format!("{what} {position:?}"));
        let mv = (self.adviser)(position).ok_or_else(|| doubt("none in"))?;
        position.check(mv).map_err(|_| doubt(&format!("{mv} in")))?;
        position.play(mv).unwrap();
        let plies = if position.is_over() {
            match position.winner() {
                Some(winner) if winner == attacker => Ok(0),
                _ => Err(Doubt::Refuted(format!("{position:?}"))),
            }
        } else if self.fours_only && five_points(position, attacker).is_empty() {
            Err(Doubt::NoMove(format!("{mv} makes no four: {position:?}")))
        } else {
            self.loses(position)
        };
        position.undo();
        Ok(plies? + 1)
    }

    /// Checks that the side to move loses whatever it plays; the number of
    /// plies of the longest resistance.
    pub fn loses(&mut self, position: &mut Position) -> Result<u16, Doubt> {
        let attacker = !position.side();
        let threats = five_points(position, attacker);
        let mut longest = 0;
        for reply in position.legal_moves() {
            position.play(reply).unwrap();
            let plies = if position.is_over() {
                match position.winner() {
                    Some(winner) if winner == attacker => Ok(0),
                    _ => Err(Doubt::Refuted(format!("{position:?}"))),
                }
            } else if threats.iter().any(|&square| completes(position, square, attacker)) {
                Ok(1)
            } else {
                self.wins(position)
            };
            position.undo();
            longest = longest.max(plies? + 1);
        }
        Ok(longest)
    }
}

fn completes(position: &Position, square: Square, color: Color) -> bool {
    position.is_empty(square) && position.has_line_through(square, color)
}

/// The empty squares where `color` completes a winning line.
pub fn five_points(position: &Position, color: Color) -> Vec<Square> {
    position.empty_squares().filter(|&square| completes(position, square, color)).collect()
}

/// A move that wins at once, placed or converted.
pub fn winning_move(position: &Position) -> Option<Move> {
    let side = position.side();
    let place = position.empty_squares().find(|&square| completes(position, square, side));
    place.map(Move::place).or_else(|| {
        position.conversion_moves().find(|mv| position.has_line_through(mv.square(), side))
    })
}

/// A complete search for a victory by continuous fours, from the definition:
/// the attacker tries every move that leaves it a five point, the defender
/// every legal reply.
#[derive(Default)]
pub struct SlowFours {
    known: HashMap<u64, bool>,
    /// Positions that may still be looked at.
    pub budget: u64,
}

impl SlowFours {
    /// With that many positions to look at.
    pub fn new(budget: u64) -> SlowFours {
        SlowFours { known: HashMap::new(), budget }
    }

    /// Whether the side to move wins by fours; `None` when the budget was too small.
    pub fn wins(&mut self, position: &mut Position) -> Option<bool> {
        if winning_move(position).is_some() {
            return Some(true);
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return Some(known);
        }
        self.budget = self.budget.checked_sub(1)?;
        let attacker = position.side();
        let mut wins = false;
        for mv in position.legal_moves() {
            position.play(mv).unwrap();
            let points = five_points(position, attacker);
            let succeeded = if position.is_over() || points.is_empty() {
                Some(position.winner() == Some(attacker))
            } else {
                self.holds(position, &points)
            };
            position.undo();
            if succeeded? {
                wins = true;
                break;
            }
        }
        self.known.insert(position.key(), wins);
        Some(wins)
    }

    /// Whether the four with those five points wins against every reply.
    fn holds(&mut self, position: &mut Position, points: &[Square]) -> Option<bool> {
        let attacker = !position.side();
        if winning_move(position).is_some() {
            return Some(false);
        }
        for reply in position.legal_moves() {
            position.play(reply).unwrap();
            let wins = if position.is_over() {
                Some(position.winner() == Some(attacker))
            } else if points.iter().any(|&square| completes(position, square, attacker)) {
                Some(true)
            } else {
                self.wins(position)
            };
            position.undo();
            if !wins? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Whether the side to move can end the game as the winner within `plies`,
/// whatever the opponent does; by trying everything.
pub fn wins_within(position: &mut Position, plies: u16) -> bool {
    let attacker = position.side();
    if winning_move(position).is_some() {
        return plies >= 1;
    }
    plies >= 2
        && position.legal_moves().into_iter().any(|mv| {
            position.play(mv).unwrap();
            let wins = if position.is_over() {
                position.winner() == Some(attacker)
            } else {
                loses_within(position, plies - 1)
            };
            position.undo();
            wins
        })
}

/// Whether the side to move has lost within `plies` whatever it does.
pub fn loses_within(position: &mut Position, plies: u16) -> bool {
    let attacker = !position.side();
    plies >= 1
        && winning_move(position).is_none()
        && position.legal_moves().into_iter().all(|mv| {
            position.play(mv).unwrap();
            let loses = if position.is_over() {
                position.winner() == Some(attacker)
            } else {
                wins_within(position, plies - 1)
            };
            position.undo();
            loses
        })
}
