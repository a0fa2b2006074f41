//! Moves that a manager leaves out of searches.

use crate::control::Limits;
use crate::game::{Color, Position, Square};

use super::message::{Ban, Point, Problem};
use super::state::Session;

impl Session {
    /// Sees to it that bans are about points of the board.
    pub(super) fn check_bans(&self, bans: &[Ban]) -> Result<(), Problem> {
        let points = bans.iter().flat_map(|ban| match ban {
            Ban::Point(point) => std::slice::from_ref(point),
            Ban::Path(path) => path,
            Ban::AllPoints | Ban::AllPaths => &[],
        });
        for &point in points {
            let size = self.managed("block")?.size();
            if point.on(size).is_none() {
                return Err(Problem::at("block", point, format!("a point of the {size} board")));
            }
        }
        Ok(())
    }

    /// Lifts bans.
    pub(super) fn allow(&mut self, allowed: &[Ban]) {
        self.manager.bans.retain(|ban| {
            let all = match ban {
                Ban::Path(_) => Ban::AllPaths,
                _ => Ban::AllPoints,
            };
            !allowed.contains(ban) && !allowed.contains(&all)
        });
    }

    /// The limits with all moves to consider but the banned ones, if any is banned
    /// now and any is left.
    pub(super) fn within_bans(&self, limits: Limits) -> Result<Limits, Problem> {
        let position = self.board("question")?;
        let banned: Vec<Square> =
            self.manager.bans.iter().filter_map(|ban| banned_now(ban, position)).collect();
        if banned.is_empty() {
            return Ok(limits);
        }
        let mut search_moves = position.legal_moves();
        search_moves.retain(|mv| !banned.contains(&mv.square()));
        Ok(Limits { search_moves, ..limits })
    }
}

/// The empty square that a ban closes in this position.
fn banned_now(ban: &Ban, position: &Position) -> Option<Square> {
    let size = position.size();
    let last = match ban {
        Ban::Point(point) => point,
        Ban::Path(path) => {
            let (last, stones) = path.split_last()?;
            let stands = |(number, point): (usize, &Point)| {
                let color = if number % 2 == 0 { Color::Black } else { Color::White };
                let stone = point.on(size).and_then(|square| position.at(square));
                stone.is_some_and(|stone| stone.color == color)
            };
            let is_here =
                stones.len() == position.stone_count() && stones.iter().enumerate().all(stands);
            is_here.then_some(last)?
        }
        Ban::AllPoints | Ban::AllPaths => return None,
    };
    last.on(size).filter(|&square| position.is_empty(square))
}
