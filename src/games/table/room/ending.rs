//! How a game at the table ends, and is counted.

use tengen_engine::game::Code;

use crate::record::GameResult;

use crate::table::verdict::{Ending, GameEnd};

use super::happening::Happening;
use super::refusal::{Refusal, over, refuse};
use super::seat::Chair;
use super::{Room, words};

impl Room {
    /// Counts the game, which has ended, and tells of its end.
    pub(super) fn finish(&mut self, now: u64) {
        let Some(verdict) = self.game.result().cloned() else { return };
        self.score_before = self.score;
        match verdict.result {
            GameResult::Draw => self.score.draws += 1,
            GameResult::Win(color) => self.count_win(color),
        }
        self.over_since = Some(now);
        let words = words::result(self, &verdict);
        self.happenings.push(Happening::Over { verdict, words });
    }

    pub(super) fn count_win(&mut self, color: tengen_engine::game::Color) {
        self.score.wins[self.game.chair_of(color).index()] += 1;
    }

    /// Ends the game with a loss of the player on a chair, otherwise than on the board.
    pub(super) fn lose(&mut self, chair: Chair, reason: Ending, detail: &str, now: u64) {
        let verdict = GameEnd::lost(self.game.color_of(chair), reason, detail);
        self.end(verdict, now);
    }

    /// Ends a game that the player on the other chair has left: with a win of the one on `by`, or
    /// with a draw.
    ///
    /// # Errors
    /// When the game is over, or has not begun.
    pub fn claim(&mut self, by: Chair, wins: bool, now: u64) -> Result<(), Refusal> {
        self.tick(now);
        if self.game.result().is_some() {
            return Err(over("claim"));
        }
        if self.game.plies().is_empty() {
            let refusal = refuse("claim", "the game has not begun", "a move first");
            return Err(refusal.coded(Code::NoMoveYet));
        }
        if wins {
            self.lose(!by, Ending::Left, "", now);
        } else {
            self.end(GameEnd::new(GameResult::Draw, Ending::Left, ""), now);
        }
        self.drive(now);
        Ok(())
    }

    /// Ends the game otherwise than on the board.
    pub(super) fn end(&mut self, verdict: GameEnd, now: u64) {
        if self.game.result().is_none() {
            let acting = self.game.actor();
            let used_ms = self.time.used_ms(now);
            self.game.end(verdict);
            self.changed();
            // The clock that ran stands where it was.
            if let Some(chair) = acting {
                self.time.stopped(chair, used_ms);
            }
            self.finish(now);
        }
    }
}
