//! How people at a table ask each other, and answer.

use tengen_engine::game::Code;

use super::Room;
use super::handle::TableRequest;
use super::happening::Happening;
use super::proposal::{Answered, Proposal, Proposed};
use super::refusal::{Refusal, refuse};
use super::seat::Chair;

impl Proposal {
    /// What a request asks of the other person, where it does so between two.
    pub const fn of(request: &TableRequest) -> Option<Proposal> {
        match request {
            TableRequest::Undo => Some(Proposal::Undo),
            TableRequest::SwapSides => Some(Proposal::SwapSides),
            TableRequest::NewGame { swap: true } => Some(Proposal::Rematch),
            TableRequest::NewGame { swap: false } => Some(Proposal::SameSides),
            _ => None,
        }
    }
}

impl Room {
    /// Asks the person on the other chair for something that the one on `by` does not do alone.
    /// Where both ask for the same, it is done.
    ///
    /// # Errors
    /// When it cannot be had just now, or was asked for already.
    pub fn propose(&mut self, by: Chair, what: Proposal, now: u64) -> Result<(), Refusal> {
        self.tick(now);
        match self.proposed {
            Some(asked) if asked.what == what && asked.chair == by => {
                let refusal = refuse(what.name(), "asked already", "an answer");
                return Err(refusal.coded(Code::AskedAlready));
            }
            Some(asked) if asked.what == what => return self.answer(by, true, now),
            _ => {}
        }
        match what {
            Proposal::Undo => {
                self.undo_to(by)?;
            }
            Proposal::SwapSides => self.game.can_swap_sides()?,
            Proposal::Rematch | Proposal::SameSides if self.game.result().is_none() => {
                let refusal = refuse("new-game", "the game goes on", "its end");
                return Err(refusal.coded(Code::GameOfTwo));
            }
            Proposal::Rematch | Proposal::SameSides => {}
        }
        // Who asks for something else than was asked for has answered that.
        if self.proposed.is_some_and(|asked| asked.chair != by) {
            self.answer(by, false, now)?;
        }
        self.proposed = Some(Proposed { chair: by, what });
        self.happenings.push(Happening::Proposed { chair: by, what });
        Ok(())
    }

    /// Answers what the other side asks for; who has asked may take it back.
    pub(super) fn answer(&mut self, by: Chair, accept: bool, now: u64) -> Result<(), Refusal> {
        let refusal = || {
            let refusal = refuse("answer", "nothing is asked", "a question first");
            refusal.coded(Code::NothingAsked)
        };
        let asked = self.proposed.ok_or_else(refusal)?;
        if asked.chair == by {
            if accept {
                return Err(refusal());
            }
            self.proposed = None;
            self.happenings.push(Happening::Withdrawn { chair: by, what: asked.what });
            return Ok(());
        }
        if accept {
            match asked.what {
                Proposal::Undo => self.undo(asked.chair)?,
                Proposal::SwapSides => self.swap_sides()?,
                Proposal::Rematch => self.new_game(true, now)?,
                Proposal::SameSides => self.new_game(false, now)?,
            }
        }
        self.answered(by, asked.what, accept);
        self.drive(now);
        Ok(())
    }

    /// Takes in that the player on `by` has answered, in words or by what was done instead.
    pub(super) fn answered(&mut self, by: Chair, what: Proposal, accepted: bool) {
        self.proposed = None;
        self.last_answer = Some(Answered { chair: by, what, accepted });
        self.happenings.push(Happening::Answered { chair: by, what, accepted });
    }
}
