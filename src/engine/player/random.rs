//! `random`: every legal move is equally likely.

use super::common::{answer, candidates};
use super::motive::Motive;
use super::rng::Rng;
use super::rng::draw;
use super::task::{Player, PlayerError, Task};
use crate::control::Choice;

/// Draws one of the legal moves, conversions included.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn choose(&mut self, task: Task<'_>, rng: &mut Rng) -> Result<Choice, PlayerError> {
        let moves = candidates(&task);
        if moves.is_empty() {
            return Ok(Choice::default());
        }
        let mv = moves[draw(rng, moves.len())];
        Ok(answer(&task, mv, Motive::Drawn(moves.len())))
    }
}
