//! Questions about a board that are not simply for the best move: stones that
//! make the game even, and the steps of swap2.

use crate::clock::Instant;

use crate::control::Limits;
use crate::game::{Color, Move, Position, Setup};

use super::message::{ManagerQuestion, Point, Problem};
use super::running::Running;
use super::state::{Listener, Session};
use super::worker::{Lent, SearchJob, WorkerJob};

impl Session {
    /// Starts to answer a question about the board.
    pub(super) fn ask(
        &mut self,
        question: ManagerQuestion,
        limits: Limits,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let mut position = self.managed("question")?.clone();
        if let ManagerQuestion::Swap2 { stones } = question {
            position = opening(position, stones)?;
        }
        if position.empty_count() == 0 {
            let expected = "an empty point to play on";
            return Err(Problem::new("board is full", position.size().to_string(), expected));
        }
        if let ManagerQuestion::Best { lines } = question {
            return self.think(limits, lines, at, listener);
        }
        let limits = self.manager.within_bans(limits, self.board("question")?);
        self.consult(question, position, limits, at, listener)
    }

    /// Starts to choose in the opening of swap2, after the stones on the points `placed`.
    pub(super) fn swap2(
        &mut self,
        placed: &[Point],
        limits: Limits,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let variant = *self.managed("swap2")?.variant();
        let mut position =
            Position::new(variant).map_err(|error| Problem::explain("swap2", &error))?;
        for &point in placed {
            let refuse = |expected| Problem::at("swap2", point, expected);
            let square = point
                .on(variant.size)
                .ok_or_else(|| refuse(format!("an empty point of the {} board", variant.size)))?;
            position
                .play(Move::place(square))
                .map_err(|error| refuse(error.expected()).because(error))?;
        }
        let question = ManagerQuestion::Swap2 { stones: placed.len() };
        self.consult(question, position, limits, at, listener)
    }

    fn consult(
        &mut self,
        question: ManagerQuestion,
        position: Position,
        limits: Limits,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        self.manager.settle_memory();
        let settings = self.settings();
        let lent = Lent { player: self.take_player()?, rng: self.rng.clone() };
        let mut running = Running::search(limits.clone(), &settings.player);
        running.is_reply = matches!(question, ManagerQuestion::BalanceOne { .. });
        let search = Box::new(SearchJob { position, limits, settings, lent });
        self.start(WorkerJob::Consult(search, question), running, at, listener)
    }
}

/// An opening of `stones` stones, with White to move: a manager may call its own stones what it
/// likes.
fn opening(position: Position, stones: usize) -> Result<Position, Problem> {
    let counts = Color::ALL.map(|color| position.stones_of(color));
    if counts != [stones.div_ceil(2), stones / 2] {
        let text = format!("{} black, {} white", counts[0], counts[1]);
        let expected = format!("{} black, {} white", stones.div_ceil(2), stones / 2);
        return Err(Problem::new("swap2", text, expected));
    }
    if position.side() == Color::White {
        return Ok(position);
    }
    let setup = Setup { side: Color::White, last: None, ..Setup::of(&position) };
    setup
        .build_open()
        .map_err(|error| Problem::new("swap2", error.offending(), error.expected().to_string()))
}
