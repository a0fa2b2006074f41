//! How a table gets its engines to do what is due, and how it takes in that time passes.

use std::time::Duration;

use tengen_engine::clock::Instant;

use tengen_engine::control::Limits;
use tengen_engine::game::{ByColor, Color, Move};
use tengen_engine::protocol::ProtocolName;
use tengen_engine::protocol::client::{Question, Said};

use crate::conversation::{AskedQuestion, Conversation, ConversationNews, Patience};
use crate::table::limits::limits;
use crate::table::swap2::{Decision, Stage};
use crate::table::verdict::Ending;

use super::config::Opening;
use super::game::PlayedMove;
use super::happening::{Happening, Hint};
use super::refusal::Refusal;
use super::seat::{Chair, Seat, own_program};
use super::slot::{EngineSlot, SlotStep};
use super::{Pace, Room};

/// The time beyond its limit that is forgiven an engine, in milliseconds: the engine shares the
/// machine with the programs that show the game.
const MARGIN_MS: u64 = 1000;
/// How long engines are waited for.
pub const PATIENCE: Patience = Patience {
    answer: Duration::from_secs(10),
    longest_move: Duration::from_secs(600),
    margin: Duration::from_millis(MARGIN_MS),
};
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Time for a decision of a swap2 opening by our own engine.
const SWAP2_TIME: Duration = Duration::from_millis(500);
/// One more than the sum of the seeds of the two players of a game: players that draw from the same
/// stream would choose alike.
const SEEDS: u64 = 1 << 31;

impl Room {
    /// Calls `go_on` with the conversation at a slot, if there is one, and takes over the steps
    /// that the conversation wants to be done.
    pub(super) fn with_conversation<T>(
        &mut self,
        slot: EngineSlot,
        now: u64,
        go_on: impl FnOnce(&mut Conversation, Instant) -> T,
    ) -> Option<T> {
        let at = self.at(now);
        let conversation = self.conversations.get_mut(&slot)?;
        let result = go_on(conversation, at);
        self.steps
            .extend(conversation.take_steps(at).into_iter().map(|step| SlotStep { slot, step }));
        Some(result)
    }

    /// The moment of `now`, a time of the caller's clock, for conversations.
    fn at(&self, now: u64) -> Instant {
        self.since + Duration::from_millis(now)
    }

    /// Ends the conversation at a slot and its program.
    pub(super) fn dismiss(&mut self, slot: EngineSlot) {
        self.with_conversation(slot, 0, |conversation, _| conversation.leave());
        self.conversations.remove(&slot);
    }

    /// Ends all conversations.
    pub(super) fn dismiss_all(&mut self) {
        for slot in EngineSlot::ALL {
            self.dismiss(slot);
        }
    }

    /// Takes in a line that a program wrote, without its end.
    pub fn hear(&mut self, slot: EngineSlot, line: &str, now: u64) {
        self.follow(slot, now, |conversation, at| conversation.hear(line, at));
    }

    /// Takes in that a program has ended, closed its output or did not start; `why` is for people.
    pub fn gone(&mut self, slot: EngineSlot, why: &str, now: u64) {
        self.follow(slot, now, |conversation, at| conversation.gone(why, at));
    }

    fn follow(
        &mut self,
        slot: EngineSlot,
        now: u64,
        go_on: impl FnOnce(&mut Conversation, Instant) -> ConversationNews,
    ) {
        let news = self.with_conversation(slot, now, go_on);
        self.digest(slot, news, now);
        self.drive(now);
    }

    /// Takes in that time has passed.
    pub fn tick(&mut self, now: u64) {
        // First, so that a game that ends in this moment is seen before the next begins.
        if self.rematch_at().is_some_and(|at| now >= at) {
            // In a handicap game the colours belong to the players.
            let swap = !matches!(self.config.opening, Opening::Handicap(_));
            // The first game could be begun, and so can this one.
            let _ = self.new_game(swap, now);
        }
        for slot in EngineSlot::ALL {
            let news = self.with_conversation(slot, now, Conversation::tick);
            self.digest(slot, news, now);
        }
        if let Some((chair, due)) = self.due()
            && now >= due
        {
            self.lose(chair, Ending::Time, "", now);
        }
        self.drive(now);
    }

    /// When [`Room::tick`] has something to do, at the latest; `None` while nothing
    /// but people and programs can change anything.
    pub fn wake_at(&self) -> Option<u64> {
        let moment = |at: Instant| at.saturating_duration_since(self.since).as_millis() as u64;
        let conversations =
            self.conversations.values().filter_map(Conversation::wake_at).map(moment);
        let due = self.due().map(|(_, due)| due);
        conversations.chain(due).chain(self.next_move_at()).chain(self.rematch_at()).min()
    }

    /// When the next move of two engines may be asked for, where people want to follow them.
    fn next_move_at(&self) -> Option<u64> {
        let chair = self.game.actor()?;
        let is_asked = self
            .conversations
            .get(&EngineSlot::of(chair))
            .is_some_and(|conversation| conversation.asked().is_some());
        let is_spaced = self.spacing_ms > 0
            && self.pace == Pace::Free
            && !is_asked
            && !self.game.plies().is_empty()
            && !self.config.seats.iter().any(Seat::is_human);
        is_spaced.then_some(self.moved_at + self.spacing_ms)
    }

    /// The chair that loses on time if it makes no move, and when that is.
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
    fn digest(&mut self, slot: EngineSlot, news: Option<ConversationNews>, now: u64) {
        match news.unwrap_or(ConversationNews::Nothing) {
            ConversationNews::Fault { kind, detail } => match slot.chair() {
                Some(chair) => self.lose(chair, kind.into(), &detail, now),
                None if slot == EngineSlot::Hint => self.no_hint(&detail),
                None => {
                    if let Some(chair) = self.game.actor() {
                        self.lose(chair, kind.into(), &detail, now);
                    }
                }
            },
            ConversationNews::Answer { asked, said } if asked.revision == self.revision => {
                let used = self.at(now).saturating_duration_since(asked.at);
                let used_ms = used.as_millis() as u64;
                match slot {
                    EngineSlot::Hint => self.take_hint(&said),
                    EngineSlot::First | EngineSlot::Second | EngineSlot::Swap2 => {
                        if let Some(chair) = self.game.actor() {
                            self.take_answer(slot, chair, &said, used_ms, now);
                        }
                    }
                }
            }
            ConversationNews::Answer { .. }
            | ConversationNews::Nothing
            | ConversationNews::Thought(_)
            | ConversationNews::Unasked => {}
        }
    }

    fn no_hint(&mut self, why: &str) {
        self.wants_hint = false;
        self.happenings.push(Happening::NoHint { why: why.to_owned() });
    }

    fn take_hint(&mut self, said: &Said) {
        let thought = self
            .conversations
            .get(&EngineSlot::Hint)
            .map(|conversation| conversation.thought)
            .unwrap_or_default();
        let Said::Move(mv) = *said else { return self.no_hint("our engine has none") };
        let hint = Hint::new(self.game.position(), mv, thought);
        self.wants_hint = false;
        self.hint = Some(hint.clone());
        self.happenings.push(Happening::Hinted { hint });
    }

    /// Takes in an answer of an engine, for the chair that is to act.
    fn take_answer(&mut self, slot: EngineSlot, chair: Chair, said: &Said, used_ms: u64, now: u64) {
        let stage = self.game.stage();
        if stage != Stage::Play {
            if let Err(detail) = self.take_decision(slot, chair, said, now) {
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
                let ply = PlayedMove { mv: *mv, by: Some(chair), used_ms: Some(used_ms) };
                // What others write is not for everyone who looks on.
                let is_own = !self.seat(chair).is_foreign();
                let why = self.conversations.get(&slot).filter(|_| is_own).map(|it| it.why.clone());
                let number = self.game.plies().len() + 1;
                self.why = why.and_then(|why| Some((number, why.try_into().ok()?)));
                if let Err(refusal) = self.put_stone(chair, ply, true, MARGIN_MS, now) {
                    self.lose(chair, Ending::Illegal, &refusal.fault(), now);
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

    /// Takes in a decision of a swap2 opening.
    fn take_decision(
        &mut self,
        slot: EngineSlot,
        chair: Chair,
        said: &Said,
        now: u64,
    ) -> Result<(), String> {
        let decision = match Decision::of(said) {
            Some(decision) => decision,
            None if matches!(said, Said::Refusal(_)) && slot.chair().is_some() => {
                if let Some(conversation) = self.conversations.get_mut(&slot) {
                    conversation.knows_swap2 = false;
                }
                return Ok(());
            }
            None => return Err(format!("swap2: answered {said:?}: expected squares or SWAP")),
        };
        let choice = self.game.stage().understand(&decision)?;
        let told = |refusal: Refusal| format!("swap2: {}", refusal.fault());
        let pace = std::mem::replace(&mut self.pace, Pace::Free);
        let chosen = choice.map_or(Ok(()), |choice| self.choose(chair, choice));
        self.pace = pace;
        chosen.map_err(told)?;
        let Decision::Place(stones) = decision else { return Ok(()) };
        for mv in stones {
            let ply = PlayedMove { mv, by: Some(chair), used_ms: Some(0) };
            self.put_stone(chair, ply, true, MARGIN_MS, now).map_err(told)?;
        }
        Ok(())
    }

    /// Does what is due: starts engines, announces games, asks questions, takes
    /// back those whose answer is not wanted any more.
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
        let is_halted = self.is_paused() || self.awaits_people;
        if actor.is_some() && !is_halted && self.game.stage() == Stage::Play {
            self.time.run(now);
        }
    }

    /// Takes back a question about another situation than that on the table.
    fn drop_stale_question(&mut self, slot: EngineSlot, is_wanted: bool, now: u64) {
        let (revision, is_over) = (self.revision, self.game.result().is_some());
        if let Some(asked) = self.conversations.get(&slot).and_then(Conversation::asked)
            && (asked.revision != revision || is_over || !is_wanted)
        {
            self.with_conversation(slot, now, Conversation::forget_question);
        }
    }

    /// Whether the conversation at a slot can take a question of this game; starts the conversation
    /// and announces the game where that is missing.
    fn is_ready(&mut self, slot: EngineSlot, limits: &Limits, now: u64) -> bool {
        let (game, variant) = (self.round, self.config.variant);
        if self.conversations.get(&slot).is_none_or(Conversation::is_broken) {
            let spec = match slot.chair() {
                Some(chair) => self.seat(chair).spec(),
                None if slot == EngineSlot::Hint => Some(own_program(ProtocolName::Uci, HINT_TIME)),
                None => Some(own_program(ProtocolName::Gomocup, SWAP2_TIME)),
            };
            let Some(spec) = spec else { return false };
            self.conversations
                .insert(slot, Conversation::start(spec, variant, PATIENCE, self.at(now)));
        }
        let seed = self.seed(slot);
        let is_ready = self.with_conversation(slot, now, |conversation, at| {
            if conversation.wants_game(game) {
                conversation.new_game(game, seed, limits, at);
            }
            conversation.is_ready(game, at)
        });
        is_ready.unwrap_or(false)
    }

    /// The seed of a slot for the game on the table; 0 stays 0 in the first game.
    fn seed(&self, slot: EngineSlot) -> u64 {
        let seed = self.config.seed.wrapping_add(u64::from(self.number) - 1) % (SEEDS - 1);
        match slot {
            EngineSlot::Second if seed > 0 => SEEDS - 1 - seed,
            _ => seed,
        }
    }

    /// Pauses play again if only one move was to be played: that move has been asked for.
    fn rest(&mut self) {
        if self.pace == Pace::Step {
            self.pace = Pace::Paused;
        }
    }

    fn drive_engine(&mut self, chair: Chair, now: u64) {
        let slot = EngineSlot::of(chair);
        self.drop_stale_question(slot, true, now);
        if self.game.result().is_some() {
            return;
        }
        let mut limits = self.limits(chair);
        let mut first = limits.clone();
        // The length of the game is that of the own clock.
        first.clock_ms[!self.game.color_of(chair)] = None;
        if !self.is_ready(slot, &first, now)
            || self.game.actor() != Some(chair)
            || self.pace == Pace::Paused
            || self.next_move_at().is_some_and(|at| now < at)
        {
            return;
        }
        if self.game.stage() != Stage::Play {
            limits.movetime_ms.get_or_insert(SWAP2_TIME.as_millis() as u64);
            if self.ask_swap2(slot, &limits, now) {
                self.rest();
            }
            return;
        }
        self.ask_move(slot, &limits, self.time.limit_ms(chair), now);
        self.rest();
        self.time.run(now);
    }

    /// Lets our own engine decide in a swap2 opening for an engine that cannot be asked.
    fn drive_swap2(&mut self, now: u64) {
        let engine = self.game.actor().filter(|&chair| !self.seat(chair).is_human());
        let is_asked_for = self.game.stage() != Stage::Play
            && engine.is_some_and(|chair| {
                self.conversations
                    .get(&EngineSlot::of(chair))
                    .is_some_and(|conversation| !conversation.knows_swap2)
            });
        self.drop_stale_question(EngineSlot::Swap2, is_asked_for, now);
        if !is_asked_for || self.pace == Pace::Paused {
            return;
        }
        let movetime_ms = Some(SWAP2_TIME.as_millis() as u64);
        let limits = Limits { movetime_ms, ..Limits::default() };
        if !self.is_ready(EngineSlot::Swap2, &limits, now) {
            return;
        }
        self.ask_swap2(EngineSlot::Swap2, &limits, now);
        self.rest();
    }

    fn drive_hint(&mut self, now: u64) {
        self.drop_stale_question(EngineSlot::Hint, self.wants_hint, now);
        let is_asked = self
            .conversations
            .get(&EngineSlot::Hint)
            .is_some_and(|conversation| conversation.asked().is_some());
        if !self.wants_hint || is_asked {
            return;
        }
        let movetime_ms = Some(HINT_TIME.as_millis() as u64);
        let limits = Limits { movetime_ms, ..Limits::default() };
        if !self.is_ready(EngineSlot::Hint, &limits, now) {
            return;
        }
        self.ask_move(EngineSlot::Hint, &limits, movetime_ms, now);
    }

    /// Asks for a move in the position on the table.
    fn ask_move(&mut self, slot: EngineSlot, limits: &Limits, time_ms: Option<u64>, now: u64) {
        let (revision, time) = (self.revision, time_ms.map(Duration::from_millis));
        let game = self.game.clone();
        self.with_conversation(slot, now, |conversation, at| {
            let question = Question { start: game.start(), position: game.position(), limits };
            conversation.ask(AskedQuestion { revision, at }, question, time);
        });
    }

    /// Asks for a decision of a swap2 opening; false where the engine cannot be asked.
    fn ask_swap2(&mut self, slot: EngineSlot, limits: &Limits, now: u64) -> bool {
        let placed: Vec<Move> = self.game.plies().iter().map(|ply| ply.mv).collect();
        let (revision, time) = (self.revision, limits.movetime_ms.map(Duration::from_millis));
        let ask = |conversation: &mut Conversation, at| {
            conversation.ask_swap2(AskedQuestion { revision, at }, &placed, limits, time)
        };
        self.with_conversation(slot, now, ask).unwrap_or(false)
    }

    /// The limits of an engine for its next move.
    fn limits(&self, chair: Chair) -> Limits {
        let clock = |color| self.time.clock(self.game.chair_of(color)).copied();
        let clocks = ByColor::new(clock(Color::Black), clock(Color::White));
        limits(self.time.limits(chair), self.game.color_of(chair), clocks)
    }
}
