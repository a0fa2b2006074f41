//! How a table gets its engines to do what is due, and time to pass.

use std::time::Duration;

use crate::app::arena::Ending;
use crate::app::arena::spec::Dialect;
use crate::app::arena::time_control::Clock;
use crate::control::Limits;
use crate::game::Move;
use crate::protocol::client::{Question, Said};

use super::config::Opening;
use super::game::{Choice, Ply, Stage};
use super::happening::{Happening, Hint};
use super::refusal::Refusal;
use super::seat::{Chair, adviser};
use super::talk::{Asked, Desk, News, Talk};
use super::{Pace, Room};

/// More time than allowed that is forgiven an engine, in milliseconds: it shares
/// the machine with whoever watches.
const MARGIN_MS: u64 = 1000;
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Time for a decision of a swap2 opening by our own engine.
const SWAP2_TIME: Duration = Duration::from_millis(500);
/// The seeds of the two players of a game add up to this: players that draw from
/// the same stream would choose alike.
const SEEDS: u64 = 1 << 31;

impl Desk {
    /// Every desk.
    pub const ALL: [Desk; 4] = [Desk::First, Desk::Second, Desk::Hint, Desk::Swap2];

    /// The desk of the engine on a chair.
    pub const fn of(chair: Chair) -> Desk {
        match chair {
            Chair::First => Desk::First,
            Chair::Second => Desk::Second,
        }
    }

    /// The chair whose engine works there.
    pub const fn chair(self) -> Option<Chair> {
        match self {
            Desk::First => Some(Chair::First),
            Desk::Second => Some(Chair::Second),
            Desk::Hint | Desk::Swap2 => None,
        }
    }
}

impl Room {
    /// A program wrote a line, without its end.
    pub fn hear(&mut self, desk: Desk, line: &str, now: u64) {
        let Some(talk) = self.talks.get_mut(&desk) else { return };
        let news = talk.hear(line, now, &mut self.orders);
        self.digest(desk, news, now);
        self.drive(now);
    }

    /// A program has ended, closed its output or did not start; `why` is for people.
    pub fn gone(&mut self, desk: Desk, why: &str, now: u64) {
        let Some(talk) = self.talks.get_mut(&desk) else { return };
        let news = talk.gone(why, now, &mut self.orders);
        self.digest(desk, news, now);
        self.drive(now);
    }

    /// Time has passed.
    pub fn tick(&mut self, now: u64) {
        for desk in Desk::ALL {
            let Some(talk) = self.talks.get_mut(&desk) else { continue };
            let news = talk.tick(now, &mut self.orders);
            self.digest(desk, news, now);
        }
        if let Some((chair, due)) = self.due()
            && now >= due
        {
            self.lose(chair, Ending::Time, "", now);
        }
        if self.rematch_at().is_some_and(|at| now >= at) {
            // In a handicap game the colours belong to the players.
            let swap = !matches!(self.config.opening, Opening::Handicap(_));
            // The first game could be begun, and so can this one.
            let _ = self.new_game(swap, now);
        }
        self.drive(now);
    }

    /// When [`Room::tick`] has something to do, at the latest; `None` while nothing
    /// but people and programs can change anything.
    pub fn wake_at(&self) -> Option<u64> {
        let talks = self.talks.values().filter_map(Talk::wake_at);
        talks.chain(self.due().map(|(_, due)| due)).chain(self.rematch_at()).min()
    }

    /// Who loses on time, and when, unless there is a move before.
    fn due(&self) -> Option<(Chair, u64)> {
        let chair = self.game.actor()?;
        let left = self.time.limit_ms(chair)? + self.margin_ms(chair) + 1;
        self.time.deadline(left).map(|due| (chair, due))
    }

    const fn margin_ms(&self, chair: Chair) -> u64 {
        if self.seat(chair).is_human() { 0 } else { MARGIN_MS }
    }

    /// When the next game begins by itself.
    pub(super) fn rematch_at(&self) -> Option<u64> {
        let rematch = self.config.rematch?;
        let is_due = rematch.games.is_none_or(|games| self.number <= games);
        self.over_since.filter(|_| is_due && !self.is_paused()).map(|over| over + rematch.after_ms)
    }

    /// Takes in what a conversation has brought.
    fn digest(&mut self, desk: Desk, news: News, now: u64) {
        match news {
            News::Fault { reason, detail } => match desk.chair() {
                Some(chair) => self.lose(chair, reason, &detail, now),
                None if desk == Desk::Hint => self.no_hint(&detail),
                None => {
                    if let Some(chair) = self.game.actor() {
                        self.lose(chair, reason, &detail, now);
                    }
                }
            },
            News::Answer { asked, said } if asked.revision == self.revision => {
                let used_ms = now.saturating_sub(asked.at);
                match desk {
                    Desk::Hint => self.take_hint(&said),
                    Desk::First | Desk::Second | Desk::Swap2 => {
                        if let Some(chair) = self.game.actor() {
                            self.take_answer(desk, chair, &said, used_ms, now);
                        }
                    }
                }
            }
            News::Answer { .. } | News::Nothing | News::Thought(_) => {}
        }
    }

    fn no_hint(&mut self, why: &str) {
        self.wants_hint = false;
        self.happenings.push(Happening::NoHint { why: why.to_owned() });
    }

    fn take_hint(&mut self, said: &Said) {
        let thought = self.talks.get(&Desk::Hint).map(|talk| talk.thought).unwrap_or_default();
        let Said::Move(mv) = *said else { return self.no_hint("our engine has none") };
        let hint = Hint::new(mv, thought);
        self.wants_hint = false;
        self.hint = Some(hint);
        self.happenings.push(Happening::Hinted { hint });
    }

    /// An engine has answered for the chair that is to act.
    fn take_answer(&mut self, desk: Desk, chair: Chair, said: &Said, used_ms: u64, now: u64) {
        let stage = self.game.stage();
        if stage != Stage::Play {
            if let Err(detail) = self.take_decision(desk, chair, said, now) {
                self.lose(chair, Ending::Illegal, &detail, now);
            }
            return;
        }
        match said {
            Said::Move(mv) if self.time.is_late(chair, used_ms, MARGIN_MS) => {
                let detail = format!("{mv} after {used_ms} ms");
                self.lose(chair, Ending::Time, &detail, now);
            }
            Said::Move(mv) => {
                let ply = Ply { mv: *mv, by: Some(chair), used_ms: Some(used_ms) };
                if let Err(refusal) = self.put_stone(chair, ply, true, MARGIN_MS, now) {
                    self.lose(chair, Ending::Illegal, &refusal.text, now);
                }
            }
            Said::Unreadable(text) => {
                let detail = format!("answered {text}: expected a move");
                self.lose(chair, Ending::Illegal, &detail, now);
            }
            Said::Refusal(text) => {
                self.lose(chair, Ending::Protocol, &format!("refused: {text}"), now);
            }
            other => {
                let detail = format!("answered {other:?}: expected one move");
                self.lose(chair, Ending::Protocol, &detail, now);
            }
        }
    }

    /// A decision of a swap2 opening.
    fn take_decision(
        &mut self,
        desk: Desk,
        chair: Chair,
        said: &Said,
        now: u64,
    ) -> Result<(), String> {
        let one;
        let stones: &[Move] = match said {
            Said::Move(mv) => {
                one = [*mv];
                &one
            }
            Said::Stones(stones) => stones,
            Said::Swap => &[],
            Said::Refusal(_) if desk.chair().is_some() => {
                if let Some(talk) = self.talks.get_mut(&desk) {
                    talk.knows_swap2 = false;
                }
                return Ok(());
            }
            other => return Err(format!("swap2: answered {other:?}: expected squares or SWAP")),
        };
        let choice = match (self.game.stage(), stones.len()) {
            (Stage::ThreeStones, 3) => None,
            (Stage::Choice | Stage::LastChoice, 0) => Some(Choice::Black),
            (Stage::Choice | Stage::LastChoice, 1) => Some(Choice::White),
            (Stage::Choice, 2) => Some(Choice::Two),
            (_, count) => return Err(format!("swap2: answered {count} stones at the wrong time")),
        };
        let told = |refusal: Refusal| format!("swap2: {}", refusal.text);
        let pace = std::mem::replace(&mut self.pace, Pace::Free);
        let chosen = choice.map_or(Ok(()), |choice| self.choose(chair, choice));
        self.pace = pace;
        chosen.map_err(told)?;
        for &mv in stones {
            let ply = Ply { mv, by: Some(chair), used_ms: Some(0) };
            self.put_stone(chair, ply, true, MARGIN_MS, now).map_err(told)?;
        }
        Ok(())
    }

    /// Does what is due: starts engines, announces games, asks questions, takes
    /// back those that nobody wants to know the answer of any more.
    pub(super) fn drive(&mut self, now: u64) {
        if self.is_closed {
            return;
        }
        for chair in Chair::ALL {
            if !self.seat(chair).is_human() {
                self.drive_engine(chair, now);
            }
        }
        self.drive_swap2(now);
        self.drive_hint(now);
        let actor = self.game.actor().filter(|&chair| self.seat(chair).is_human());
        if actor.is_some() && !self.is_paused() && self.game.stage() == Stage::Play {
            self.time.run(now);
        }
    }

    /// Takes back a question about another situation than that on the table.
    fn drop_stale_question(&mut self, desk: Desk, is_wanted: bool, now: u64) {
        let (revision, is_over) = (self.revision, self.game.result().is_some());
        if let Some(talk) = self.talks.get_mut(&desk)
            && let Some(asked) = talk.asked()
            && (asked.revision != revision || is_over || !is_wanted)
        {
            talk.forget_question(now, &mut self.orders);
        }
    }

    /// Whether the conversation can take a question of this game; brings it there
    /// as far as it depends on us.
    fn is_ready(&mut self, desk: Desk, limits: &Limits, now: u64) -> bool {
        let (game, variant) = (u64::from(self.number), self.config.variant);
        if self.talks.get(&desk).is_none_or(Talk::is_broken) {
            let spec = match desk.chair() {
                Some(chair) => self.seat(chair).spec(),
                None if desk == Desk::Hint => Some(adviser(Dialect::Uci, HINT_TIME)),
                None => Some(adviser(Dialect::Gomocup, SWAP2_TIME)),
            };
            let talk =
                spec.and_then(|spec| Talk::start(desk, spec, variant, now, &mut self.orders));
            let Some(talk) = talk else { return false };
            self.talks.insert(desk, talk);
        }
        let seed = self.seed(desk);
        let Some(talk) = self.talks.get_mut(&desk) else { return false };
        if talk.wants_game(game) {
            talk.new_game(game, seed, limits, now, &mut self.orders);
        }
        talk.is_ready(game)
    }

    /// The seed of a desk for the game on the table; 0 stays 0 in the first game.
    fn seed(&self, desk: Desk) -> u64 {
        let seed = self.config.seed.wrapping_add(u64::from(self.number) - 1) % (SEEDS - 1);
        match desk {
            Desk::Second if seed > 0 => SEEDS - 1 - seed,
            _ => seed,
        }
    }

    /// The one move that was allowed is asked for.
    fn rest(&mut self) {
        if self.pace == Pace::Step {
            self.pace = Pace::Paused;
        }
    }

    fn drive_engine(&mut self, chair: Chair, now: u64) {
        let desk = Desk::of(chair);
        self.drop_stale_question(desk, true, now);
        if self.game.result().is_some() {
            return;
        }
        let mut limits = self.limits(chair);
        let mut first = limits.clone();
        // The length of the game is that of the own clock.
        first.clock_ms[!self.game.color_of(chair)] = None;
        if !self.is_ready(desk, &first, now)
            || self.game.actor() != Some(chair)
            || self.pace == Pace::Paused
        {
            return;
        }
        let asked = Asked { revision: self.revision, at: now };
        let Some(talk) = self.talks.get_mut(&desk) else { return };
        if self.game.stage() != Stage::Play {
            let placed: Vec<Move> = self.game.plies().iter().map(|ply| ply.mv).collect();
            limits.movetime_ms.get_or_insert(SWAP2_TIME.as_millis() as u64);
            if talk.ask_swap2(asked, &placed, &limits, &mut self.orders) {
                self.rest();
            }
            return;
        }
        let (start, position) = (self.game.start(), self.game.position());
        let question = Question { start, position, limits: &limits };
        let time_ms = self.time.limit_ms(chair);
        talk.ask(asked, question, time_ms, &mut self.orders);
        self.rest();
        self.time.run(now);
    }

    /// Our own engine decides in a swap2 opening for an engine that cannot be asked.
    fn drive_swap2(&mut self, now: u64) {
        let engine = self.game.actor().filter(|&chair| !self.seat(chair).is_human());
        let is_asked_for = self.game.stage() != Stage::Play
            && engine.is_some_and(|chair| {
                self.talks.get(&Desk::of(chair)).is_some_and(|talk| !talk.knows_swap2)
            });
        self.drop_stale_question(Desk::Swap2, is_asked_for, now);
        if !is_asked_for || self.pace == Pace::Paused {
            return;
        }
        let movetime_ms = Some(SWAP2_TIME.as_millis() as u64);
        let limits = Limits { movetime_ms, ..Limits::default() };
        if !self.is_ready(Desk::Swap2, &limits, now) {
            return;
        }
        let placed: Vec<Move> = self.game.plies().iter().map(|ply| ply.mv).collect();
        let asked = Asked { revision: self.revision, at: now };
        if let Some(talk) = self.talks.get_mut(&Desk::Swap2) {
            talk.ask_swap2(asked, &placed, &limits, &mut self.orders);
            self.rest();
        }
    }

    fn drive_hint(&mut self, now: u64) {
        self.drop_stale_question(Desk::Hint, self.wants_hint, now);
        let is_asked = self.talks.get(&Desk::Hint).is_some_and(|talk| talk.asked().is_some());
        if !self.wants_hint || is_asked {
            return;
        }
        let movetime_ms = Some(HINT_TIME.as_millis() as u64);
        let limits = Limits { movetime_ms, ..Limits::default() };
        if !self.is_ready(Desk::Hint, &limits, now) {
            return;
        }
        let (start, position) = (self.game.start(), self.game.position());
        let question = Question { start, position, limits: &limits };
        let asked = Asked { revision: self.revision, at: now };
        if let Some(talk) = self.talks.get_mut(&Desk::Hint) {
            talk.ask(asked, question, movetime_ms, &mut self.orders);
        }
    }

    /// The limits of an engine for its next move, with both clocks. Who has no clock
    /// is not told the other one, which it might take for its own.
    fn limits(&self, chair: Chair) -> Limits {
        let own = self.time.limits(chair);
        let clock = self.time.clock(chair);
        let mut limits = Limits {
            depth: own.depth,
            nodes: own.nodes,
            movetime_ms: own.move_time.map(|time| time.as_millis() as u64),
            moves_to_go: clock.and_then(Clock::moves_to_go),
            ..Limits::default()
        };
        for other in Chair::ALL {
            if let Some(clock) = self.time.clock(other).filter(|_| clock.is_some()) {
                let color = self.game.color_of(other);
                limits.clock_ms[color] = Some(clock.left().as_millis() as i64);
                limits.increment_ms[color] = clock.increment().as_millis() as u64;
            }
        }
        limits
    }
}
