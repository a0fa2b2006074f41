//! Games that a manager runs: it says what happens on the board and judges it;
//! the session keeps the board, chooses moves and plays them on it.
//!
//! Such a game goes on after a line or a foul, for as long as there is an empty
//! square: managers ask for moves in finished games too, and count an engine that
//! does not answer as the loser.

use crate::clock::Instant;

use crate::control::{Choice, Limits};
use crate::game::{Move, Position, Rule, Setup, Size, VariantError};

use super::arrange::{arranged, play_on, size_text, taken_back};
use super::inspect;
use super::manager::banned_points;
use super::message::{Ban, BoardChange, Event, ManagerCommand, Problem};
use super::state::{Listener, Session};

impl Session {
    /// Carries out what a manager orders.
    pub(super) fn manage(
        &mut self,
        order: ManagerCommand,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        match order {
            ManagerCommand::Start { size, is_new_game } => {
                self.start_board(size)?;
                if is_new_game {
                    self.forget();
                }
                self.prepare_early();
                self.claim_memory();
                self.say(Event::Done, listener);
            }
            ManagerCommand::Restart => {
                let variant = *self.managed("restart")?.variant();
                self.position = Position::new(variant);
                self.forget();
                self.claim_memory();
                self.say(Event::Done, listener);
            }
            ManagerCommand::TakeBack(point) => {
                self.position = Ok(taken_back(self.managed("take back")?.clone(), point)?);
                self.say(Event::Done, listener);
            }
            ManagerCommand::Arrange(change) => self.position = Ok(self.changed(&change)?),
            ManagerCommand::Reply { change, limits } => {
                if let Err(problem) = self.reply(&change, limits, at, listener) {
                    self.refuse_go(problem, listener);
                }
            }
            ManagerCommand::Dictate(point) => match self.changed(&BoardChange::Move(point)) {
                Ok(position) => {
                    let best = point.on(position.size()).map(Move::place);
                    self.position = Ok(position);
                    self.say(Event::Answer(Choice { best, ponder: None }), listener);
                }
                Err(problem) => self.refuse_go(problem, listener),
            },
            ManagerCommand::Swap2 { placed, limits } => {
                if let Err(problem) = self.swap2(&placed, limits, at, listener) {
                    self.refuse_go(problem, listener);
                }
            }
            ManagerCommand::Ask { question, limits } => {
                if let Err(problem) = self.ask(question, limits, at, listener) {
                    self.refuse_go(problem, listener);
                }
            }
            ManagerCommand::Ban(bans) => {
                self.check_bans(&bans)?;
                self.manager.ban(bans);
            }
            ManagerCommand::Allow(bans) => {
                self.check_bans(&bans)?;
                self.manager.allow(&bans);
            }
            ManagerCommand::Reach => self.say(Event::Reached, listener),
            ManagerCommand::Show(view) => {
                self.say(inspect::seen(view, self.managed("show")?), listener);
            }
            ManagerCommand::ChangeRule(rule) => {
                self.change_rule(rule)?;
                self.prepare_early();
            }
            ManagerCommand::LimitMemory(bytes) => {
                self.manager.limit_memory(bytes);
                self.prepare();
            }
        }
        Ok(())
    }

    /// Sees to it that bans are about points of the board.
    fn check_bans(&self, bans: &[Ban]) -> Result<(), Problem> {
        for point in banned_points(bans) {
            let size = self.managed("block")?.size();
            if point.on(size).is_none() {
                return Err(Problem::at("block", point, format!("a point of the {size} board")));
            }
        }
        Ok(())
    }

    fn start_board(&mut self, size: Size) -> Result<(), Problem> {
        let mut options = self.options.clone();
        for (name, value) in [("Width", size.width()), ("Height", size.height()), ("Destroy", 0)] {
            options.set(name, Some(&value.to_string()))?;
        }
        let position = options.variant().and_then(Position::new).map_err(|error| {
            let shortest = options.unchecked_variant().map_or(3, |variant| variant.k);
            let expected = match error {
                VariantError::TooLong(..) => format!("a side of at least {shortest}"),
                error => format!("options that define a game ({error})"),
            };
            Problem::new("unsupported size", size_text(size), expected)
        })?;
        self.options = options;
        self.position = Ok(position);
        self.manager.set_up_board();
        Ok(())
    }

    /// The board after what the manager says has happened.
    fn changed(&self, change: &BoardChange) -> Result<Position, Problem> {
        match change {
            BoardChange::None => self.managed("begin").cloned(),
            BoardChange::Move(point) => {
                let mut position = self.managed("move")?.clone();
                let free = point.on(position.size()).filter(|&square| position.is_empty(square));
                let square = free.ok_or_else(|| {
                    let expected = format!("an empty point of the {} board", position.size());
                    Problem::at("move", *point, expected)
                })?;
                play_on(&mut position, Move::place(square));
                Ok(position)
            }
            BoardChange::Board(placed) => arranged(self.managed("board")?, placed),
        }
    }

    fn reply(
        &mut self,
        change: &BoardChange,
        limits: Limits,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let position = self.changed(change)?;
        let (is_full, size) = (position.empty_count() == 0, position.size());
        self.position = Ok(position);
        if is_full {
            let expected = "an empty point to play on";
            return Err(Problem::new("board is full", size_text(size), expected));
        }
        self.think(limits, self.options.settings.multi_pv, at, listener)
    }

    fn change_rule(&mut self, rule: Rule) -> Result<(), Problem> {
        let mut options = self.options.clone();
        options.set("Rule", Some(rule.name()))?;
        let refuse = |error: &dyn std::fmt::Display| Problem::explain("rule", error);
        let position = match &self.position {
            Ok(position) if self.manager.has_board() => {
                if position.rule() == rule {
                    self.options = options;
                    return Ok(());
                }
                let setup = Setup { rule, ..Setup::of(position) };
                Ok(setup.build_open().map_err(|error| refuse(&error))?)
            }
            _ => options.variant().and_then(Position::new),
        };
        self.options = options;
        self.position = position;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{self, Receiver};

    use super::*;
    use crate::game::Color;
    use crate::player::{Player, PlayerError, Rng, Task};
    use crate::session::message::{Command, Owner, Placed, Point};
    use crate::session::options::Options;
    use crate::session::worker::Notice;

    /// A session with a board, and what its thinkers say.
    fn managed(width: usize, height: usize) -> (Session, Receiver<Notice>) {
        let (sender, notices) = mpsc::channel();
        let mut session = Session::new(Arc::new(move |notice| {
            // A test may be over before its thinker is.
            let _ = sender.send(notice);
        }));
        let size = Size::new(width, height).unwrap();
        let said = carry_out(&mut session, ManagerCommand::Start { size, is_new_game: true });
        assert!(matches!(said[..], [Event::Done]));
        (session, notices)
    }

    fn carry_out(session: &mut Session, order: ManagerCommand) -> Vec<Event> {
        let mut said = Vec::new();
        let mut listener = |_: &Options, event| said.push(event);
        session.command(Command::Manager(order), Instant::now(), &mut listener);
        said
    }

    /// Asks for a move and waits for it.
    fn reply(
        session: &mut Session,
        notices: &Receiver<Notice>,
        change: BoardChange,
    ) -> Option<Point> {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut said = carry_out(session, ManagerCommand::Reply { change, limits });
        let answer = |said: &[Event]| {
            said.iter().find_map(|event| match event {
                Event::Answer(choice) => Some(*choice),
                _ => None,
            })
        };
        while answer(&said).is_none() {
            let notice = notices.recv().unwrap();
            session.notice(notice, &mut |_: &Options, event| said.push(event));
        }
        let size = session.position.as_ref().unwrap().size();
        Some(Point::of(answer(&said)?.best?.square(), size))
    }

    fn at(col: u32, row: u32) -> Point {
        Point { col, row }
    }

    #[test]
    fn a_player_that_crashes_is_helped_out() {
        struct Broken;
        impl Player for Broken {
            fn choose(&mut self, _: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
                panic!("a player broke one of its own rules")
            }
        }
        let (mut session, notices) = managed(9, 7);
        session.player = Some(("engine".to_owned(), Box::new(Broken)));
        assert_eq!(reply(&mut session, &notices, BoardChange::None), Some(at(4, 3)));
        // The next question goes to a new one.
        assert!(reply(&mut session, &notices, BoardChange::Move(at(0, 0))).is_some());
        assert_eq!(session.position.as_ref().unwrap().stone_count(), 3);
    }

    #[test]
    fn the_board_follows_the_orders() {
        let (mut session, notices) = managed(9, 7);
        let first = reply(&mut session, &notices, BoardChange::None).unwrap();
        let is_problem = |said: Vec<Event>, text: &str| match &said[..] {
            [Event::Problem(problem)] => problem.text == text,
            _ => false,
        };
        assert!(is_problem(
            carry_out(&mut session, ManagerCommand::TakeBack(Some(at(8, 8)))),
            "8,8"
        ));
        assert_eq!(reply(&mut session, &notices, BoardChange::Move(first)), None, "it is occupied");
        assert!(matches!(
            carry_out(&mut session, ManagerCommand::TakeBack(None))[..],
            [Event::Done]
        ));
        assert!(is_problem(
            carry_out(&mut session, ManagerCommand::TakeBack(None)),
            "the last move"
        ));

        let placed = |point, owner| Placed { point, owner };
        let board = vec![
            placed(at(1, 1), Owner::Opponent),
            placed(at(2, 1), Owner::Dead),
            placed(at(3, 1), Owner::Own),
            placed(at(4, 1), Owner::Opponent),
        ];
        assert!(
            carry_out(&mut session, ManagerCommand::Arrange(BoardChange::Board(board))).is_empty()
        );
        let position = session.position.as_ref().unwrap();
        assert_eq!(position.side(), Color::White, "the opponent has one more");
        assert_eq!(position.last_move(), "e6".parse().ok());
        assert_eq!(position.dead_squares().count(), 1);

        // Another rule keeps the stones, and what is dead.
        let key = position.key();
        assert!(carry_out(&mut session, ManagerCommand::ChangeRule(Rule::Caro)).is_empty());
        let position = session.position.as_ref().unwrap();
        assert_eq!((position.rule(), position.stone_count()), (Rule::Caro, 3));
        assert!(position.dead_squares().count() == 1 && position.key() != key);
        for point in [at(4, 1), at(3, 1)] {
            let said = carry_out(&mut session, ManagerCommand::TakeBack(Some(point)));
            assert!(matches!(said[..], [Event::Done]), "{point}");
        }
        assert!(matches!(carry_out(&mut session, ManagerCommand::Restart)[..], [Event::Done]));
        let position = session.position.as_ref().unwrap();
        assert_eq!((position.empty_count(), position.rule()), (63, Rule::Caro));
    }

    #[test]
    fn the_option_hash_is_an_upper_limit() {
        let (mut session, _notices) = managed(15, 15);
        carry_out(&mut session, ManagerCommand::LimitMemory(Some(1 << 40)));
        let unasked = session.settings().hash_mb;
        session.set_option("hash", Some("100"), &mut |_: &Options, _| {}).unwrap();
        assert!(unasked > 100);
        assert_eq!(session.settings().hash_mb, 100);
    }
}
