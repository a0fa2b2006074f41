//! Questions about a board that are not simply for the best move: stones that
//! make the game even, the steps of swap2, and moves that are left out.

use std::time::Instant;

use crate::control::{Choice, Limits};
use crate::game::{Color, Move, Position, Setup, Square};
use crate::player::{self, Swap2Step, Task};
use crate::search::Searcher;

use super::managed::play_on;
use super::message::{Ban, Event, Point, Problem, Question, Swap2Answer};
use super::running::{Held, Running};
use super::worker::{Job, Lent, Search};
use super::{Listener, Session};

impl Session {
    /// Starts to answer a question about the board.
    pub(super) fn ask(
        &mut self,
        question: Question,
        limits: Limits,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let mut position = self.managed("question")?.clone();
        if let Question::Swap2 { stones } = question {
            position = opening(position, stones)?;
        }
        if position.empty_count() == 0 {
            let expected = "expected an empty point to play on";
            return Err(Problem::new("board is full", position.size().to_string(), expected));
        }
        if let Question::Best { lines } = question {
            return self.think(limits, lines, at, listener);
        }
        let limits = self.within_bans(limits)?;
        self.consult(question, position, limits, at, listener)
    }

    /// Starts to choose in the opening of swap2, after these stones.
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
            let square = point.on(variant.size).ok_or_else(|| {
                refuse(format!("expected an empty point of the {} board", variant.size))
            })?;
            position
                .play(Move::place(square))
                .map_err(|error| refuse(format!("{error}, expected {}", error.expected())))?;
        }
        let question = Question::Swap2 { stones: placed.len() };
        self.consult(question, position, limits, at, listener)
    }

    fn consult(
        &mut self,
        question: Question,
        position: Position,
        limits: Limits,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        self.manager.is_memory_settled = true;
        let settings = self.settings();
        let lent = Lent { player: self.take_player()?, rng: self.rng.clone() };
        let mut running = Running::search(limits.clone(), &settings.player);
        running.is_reply = matches!(question, Question::BalanceOne { .. });
        let search = Box::new(Search { position, limits, settings, lent });
        self.start(Job::Consult(search, question), running, at, listener)
    }

    /// Ends the work in progress with stones of both sides, which are placed on
    /// the board.
    pub(super) fn answer_with_stones(&mut self, stones: Vec<Move>, listener: &mut Listener) {
        if let Ok(position) = &mut self.position {
            for &stone in &stones {
                play_on(position, stone);
            }
        }
        self.say(Event::Placements(stones), listener);
        self.end_work();
    }

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
                return Err(Problem::at(
                    "block",
                    point,
                    format!("expected a point of the {size} board"),
                ));
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

/// An opening of so many stones, with White to move: a manager may call its own
/// stones what it likes.
fn opening(position: Position, stones: usize) -> Result<Position, Problem> {
    let counts = Color::ALL.map(|color| position.stones_of(color));
    if counts != [stones.div_ceil(2), stones / 2] {
        let text = format!("{} black, {} white", counts[0], counts[1]);
        let expected = format!("expected {} black, {} white", stones.div_ceil(2), stones / 2);
        return Err(Problem::new("swap2", text, expected));
    }
    if position.side() == Color::White {
        return Ok(position);
    }
    let setup = Setup { side: Color::White, last: None, ..Setup::of(&position) };
    setup.build_open().map_err(|error| {
        Problem::new("swap2", error.offending(), format!("expected {}", error.expected()))
    })
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

/// Answers on the thinking thread; `None` where there is no room for an answer.
pub(super) fn consult(question: &Question, task: &Task<'_>, lent: &mut Lent) -> Option<Held> {
    let Lent { player, rng } = lent;
    let mut own;
    let searcher = if let Some(searcher) = player.searcher(task.settings) {
        searcher
    } else {
        own = Searcher::new(task.settings.hash_mb);
        &mut own
    };
    let rng = (task.settings.seed != 0).then_some(rng);
    match *question {
        // Asked of the player itself.
        Question::Best { .. } => None,
        Question::BalanceOne { bias } => {
            let best = player::balance_one(searcher, task, bias, rng);
            Some(Held::Choice(Choice { best, ponder: None }))
        }
        Question::BalanceTwo { bias } => player::balance_two(searcher, task, bias, rng)
            .map(|stones| Held::Placements(stones.to_vec())),
        Question::Swap2 { .. } => player::swap2(searcher, task, rng).map(|step| {
            Held::Swap2(match step {
                Swap2Step::Place(stones) => Swap2Answer::Place(stones),
                Swap2Step::Swap => Swap2Answer::Swap,
            })
        }),
    }
}

/// Why a question has no answer.
pub(super) fn no_room() -> Problem {
    Problem::new("question", "the board", "expected room for the stones of the answer")
}
