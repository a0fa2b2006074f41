//! What people ask of a table, and how it answers.

use serde::{Deserialize, Serialize};

use crate::record::GameResult;
use tengen_engine::control::Unit;
use tengen_engine::game::{Code, Move, Size, Square};
use tengen_engine::protocol::client::Told;

use crate::table::swap2::{Stage, Swap2Choice};
use crate::table::verdict::{Ending, GameEnd};

use super::config::Opening;
use super::game::{Game, PlayedMove};
use super::happening::Happening;
use super::refusal::{Refusal, in_opening, over, refuse};
use super::seat::{Chair, Seat};
use super::slot::EngineSlot;
use super::{Pace, Room};

/// What a client at the table wants. The JSON form is an object such as
/// `{"do": "play", "move": "h8"}` or `{"do": "new-game", "swap": true}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum TableRequest {
    /// Plays a move; see [`read_move`] for how it may be written.
    Play {
        /// As it was typed.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Makes the choice of a swap2 opening.
    Choose {
        /// What is taken.
        choice: Swap2Choice,
    },
    /// Takes back the own last move and everything after it.
    Undo,
    /// Asks our own engine what it would play.
    Hint,
    /// Exchanges the colours of the two chairs in the middle of the game.
    SwapSides,
    /// Gives the game up.
    Resign,
    /// Offers a draw; an engine answers at once, and a move of the other side declines.
    OfferDraw,
    /// Answers the offer of the other side.
    AnswerDraw {
        /// Whether the game is drawn.
        accept: bool,
    },
    /// Answers what the other side asks for: to take back a move, to swap sides, another game; who
    /// has asked takes that back without accepting.
    Answer {
        /// Whether it is granted.
        accept: bool,
    },
    /// Begins a new game; one that is not finished counts for neither player.
    NewGame {
        /// Whether the chairs exchange their colours.
        swap: bool,
    },
    /// Stops clocks and play; an engine that is thinking still plays its move.
    Pause,
    /// Goes on.
    Resume,
    /// While play is paused: lets an engine play one move.
    Step,
    /// Lets time pass between the moves of two engines, so that people can follow.
    Pace {
        /// Milliseconds from a move to the next one, at least; at most 5,000.
        ms: u64,
    },
}

/// The longest time between the moves of two engines, in milliseconds.
const SLOWEST_MS: u64 = 5000;

/// Stones on the board before an engine agrees to a draw, on large boards.
const DRAW_STONES: usize = 40;

impl Room {
    /// Carries out a request of a client that speaks for the chair `by`.
    ///
    /// # Errors
    /// Why the request cannot be carried out; nothing has changed then but what time alone changed.
    pub fn ask(&mut self, by: Chair, request: TableRequest, now: u64) -> Result<(), Refusal> {
        self.tick(now);
        match request {
            TableRequest::Play { mv } => self.play(by, &mv, now),
            TableRequest::Choose { choice } => self.choose(by, choice),
            TableRequest::Undo => self.undo(by),
            TableRequest::Hint => self.want_hint(by),
            TableRequest::SwapSides => self.swap_sides(),
            TableRequest::Resign => self.resign(by, now),
            TableRequest::OfferDraw => self.offer_draw(by, now),
            TableRequest::AnswerDraw { accept } => self.answer_draw(by, accept, now),
            TableRequest::Answer { accept } => self.answer(by, accept, now),
            TableRequest::NewGame { swap } => self.new_game(swap, now),
            TableRequest::Pause => self.pause(now),
            TableRequest::Resume => self.resume(),
            TableRequest::Step => self.step(),
            TableRequest::Pace { ms } => self.set_spacing(ms),
        }?;
        self.drive(now);
        Ok(())
    }

    /// Refuses what makes no sense once a game is over.
    fn must_go_on(&self, what: &'static str) -> Result<(), Refusal> {
        match self.game.result() {
            None => Ok(()),
            Some(_) => Err(over(what)),
        }
    }

    /// An error if it is not the turn of the chair `by`, or the game is over or paused.
    fn must_act(&self, by: Chair, what: &'static str) -> Result<(), Refusal> {
        self.must_go_on(what)?;
        if self.is_paused() {
            return Err(refuse(what, "the game is paused", "to go on first").coded(Code::Paused));
        }
        if self.game.actor() != Some(by) {
            let refusal = refuse(what, self.seat(!by).name(), "to wait for it");
            return Err(refusal.because("has the turn").coded(Code::OtherTurn));
        }
        Ok(())
    }

    fn play(&mut self, by: Chair, text: &str, now: u64) -> Result<(), Refusal> {
        // A square off the board is more wrong than a turn that may come.
        let mv = read_move(text, self.game.position().size())?;
        self.must_act(by, "move")?;
        let used_ms = self.time.used_ms(now);
        let ply = PlayedMove { mv, by: Some(by), used_ms: Some(used_ms) };
        self.put_stone(by, ply, false, 0, now)
    }

    /// Puts the stone of the seat to act on the board.
    pub(super) fn put_stone(
        &mut self,
        by: Chair,
        ply: PlayedMove,
        know_better: bool,
        margin_ms: u64,
        now: u64,
    ) -> Result<(), Refusal> {
        let faces = self.time.faces();
        let (is_timed, color) = (self.game.stage() == Stage::Play, self.game.position().side());
        self.game.play(ply, know_better)?;
        self.faces.push(Some(faces));
        self.moved_at = now;
        let used_ms = ply.used_ms.unwrap_or_default();
        if is_timed {
            self.time.moved(by, used_ms, margin_ms);
        }
        let declined = self.draw_offer.filter(|&offerer| offerer != by);
        self.happenings.push(Happening::Move { chair: by, color, mv: ply.mv, used_ms });
        // An offer stands until the other side has moved.
        let offer = self.draw_offer.filter(|&offerer| offerer == by);
        let unanswered = self.proposed.filter(|asked| asked.chair != by);
        self.changed();
        self.draw_offer = offer;
        if declined.is_some() {
            self.decline_draw(by);
        }
        if let Some(asked) = unanswered {
            self.answered(by, asked.what, false);
        }
        if self.game.result().is_some() {
            self.draw_offer = None;
            self.finish(now);
        }
        Ok(())
    }

    pub(super) fn choose(&mut self, by: Chair, choice: Swap2Choice) -> Result<(), Refusal> {
        self.must_act(by, "choose")?;
        self.game.choose(choice)?;
        self.happenings.push(Happening::Chosen { chair: by, choice });
        self.changed();
        Ok(())
    }

    /// The number of plies that stay when a player takes back.
    pub(super) fn undo_to(&self, by: Chair) -> Result<usize, Refusal> {
        match self.undos_left(by) {
            Some(0) if self.undos[by.index()] > 0 => {
                let expected = "a move: one undo each is the rule here";
                let refusal = refuse("undo", self.seat(by).name(), expected);
                return Err(refusal.because("has taken back once").coded(Code::UndoSpent));
            }
            Some(0) => {
                let expected = "a move: nothing is taken back at this table";
                return Err(refuse("undo", "not agreed", expected).coded(Code::NoUndo));
            }
            _ => {}
        }
        self.game.take_back_to(by)
    }

    pub(super) fn undo(&mut self, by: Chair) -> Result<(), Refusal> {
        let plies = self.undo_to(by)?;
        let undone = self.game.plies().len() - plies;
        if self.game.result().is_some() {
            self.score = self.score_before;
            self.over_since = None;
        }
        let faces = self.faces.drain(plies..).next().flatten();
        self.game.truncate(plies);
        self.undos[by.index()] += 1;
        self.changed();
        if let Some(faces) = faces {
            self.time.set(faces);
        }
        self.happenings.push(Happening::Undone { chair: by, plies: undone });
        Ok(())
    }

    fn want_hint(&mut self, by: Chair) -> Result<(), Refusal> {
        self.must_act(by, "hint")?;
        if self.game.stage() != Stage::Play {
            return Err(in_opening("hint"));
        }
        if self.hint.is_none() {
            self.wants_hint = true;
        }
        Ok(())
    }

    pub(super) fn swap_sides(&mut self) -> Result<(), Refusal> {
        self.game.swap_sides()?;
        self.changed();
        self.happenings.push(Happening::SidesSwapped);
        Ok(())
    }

    fn resign(&mut self, by: Chair, now: u64) -> Result<(), Refusal> {
        self.must_go_on("resign")?;
        self.lose(by, Ending::Resign, "", now);
        Ok(())
    }

    fn offer_draw(&mut self, by: Chair, now: u64) -> Result<(), Refusal> {
        self.must_go_on("draw")?;
        match self.draw_offer {
            Some(offerer) if offerer == by => {
                return Err(refuse("draw", "offered already", "an answer").coded(Code::DrawOffered));
            }
            // Both players want a draw.
            Some(_) => return self.answer_draw(by, true, now),
            None => {}
        }
        self.draw_declined = None;
        self.happenings.push(Happening::DrawOffered { chair: by });
        if self.seat(!by).is_human() {
            self.draw_offer = Some(by);
        } else if self.would_draw(!by) {
            self.end(GameEnd::new(GameResult::Draw, Ending::Draw, ""), now);
        } else {
            self.decline_draw(!by);
        }
        Ok(())
    }

    fn decline_draw(&mut self, by: Chair) {
        self.draw_offer = None;
        self.draw_declined = Some(by);
        self.happenings.push(Happening::DrawDeclined { chair: by });
    }

    /// Whether an engine takes a draw: it does not think itself better (an engine without an
    /// opinion never does), and the board is no longer young.
    fn would_draw(&self, engine: Chair) -> bool {
        let position = self.game.position();
        let is_late = position.stone_count() >= (position.size().area() / 3).min(DRAW_STONES);
        let score = self
            .conversations
            .get(&EngineSlot::of(engine))
            .and_then(|conversation| conversation.thought.score);
        let is_content = match score {
            Some(Told::Centi(score) | Told::Mate(score)) => score <= 0,
            None => self.seat(engine).unit() == Unit::Nothing,
        };
        is_late && is_content
    }

    fn answer_draw(&mut self, by: Chair, accept: bool, now: u64) -> Result<(), Refusal> {
        self.must_go_on("draw")?;
        if self.draw_offer != Some(!by) {
            let refusal = refuse("draw", "no draw is offered", "an offer first");
            return Err(refusal.coded(Code::NoDrawOffered));
        }
        if accept {
            self.end(GameEnd::new(GameResult::Draw, Ending::Draw, ""), now);
        } else {
            self.decline_draw(by);
        }
        Ok(())
    }

    pub(super) fn new_game(&mut self, swap: bool, now: u64) -> Result<(), Refusal> {
        // In a swap2 opening the colours do not say which player began.
        let before = match self.config.opening {
            Opening::Swap2 => self.first,
            _ => self.game.chair_of(tengen_engine::game::Color::Black),
        };
        let game = Game::new(&self.config, if swap { !before } else { before })?;
        self.number += 1;
        self.put_on_table(game, now);
        Ok(())
    }

    fn pause(&mut self, now: u64) -> Result<(), Refusal> {
        self.must_go_on("pause")?;
        if self.is_paused() {
            return Err(refuse("pause", "paused already", "to go on").coded(Code::Paused));
        }
        self.pace = Pace::Paused;
        // An engine that is thinking does not know of the pause, and its clock runs on.
        if self.game.actor().is_some_and(|chair| self.seat(chair).is_human()) {
            self.time.halt(now);
        }
        self.happenings.push(Happening::Paused);
        Ok(())
    }

    fn resume(&mut self) -> Result<(), Refusal> {
        if !self.is_paused() {
            return Err(refuse("resume", "not paused", "a pause first").coded(Code::NotPaused));
        }
        self.pace = Pace::Free;
        self.happenings.push(Happening::Resumed);
        Ok(())
    }

    fn set_spacing(&mut self, ms: u64) -> Result<(), Refusal> {
        if ms > SLOWEST_MS {
            return Err(refuse("pace", &format!("{ms} ms"), "0 to 5000 ms"));
        }
        if self.config.seats.iter().any(Seat::is_human) {
            return Err(
                refuse("pace", "people play", "a game of two engines").coded(Code::PeoplePlay)
            );
        }
        self.spacing_ms = ms;
        Ok(())
    }

    fn step(&mut self) -> Result<(), Refusal> {
        self.must_go_on("step")?;
        if !self.is_paused() {
            return Err(refuse("step", "not paused", "a pause first").coded(Code::NotPaused));
        }
        if self.game.actor().is_none_or(|chair| self.seat(chair).is_human()) {
            let refusal = refuse("step", "no engine is to move", "an engine's turn");
            return Err(refusal.coded(Code::NoEngineTurn));
        }
        self.pace = Pace::Step;
        Ok(())
    }
}

/// Reads a move: `h8`, `*h8` (conversion), or row and column as in `2 3`, counted
/// from 1 and from the corner `a1` at the bottom left.
///
/// # Errors
/// When it is none of that, or not on a board of this size.
pub fn read_move(text: &str, size: Size) -> Result<Move, Refusal> {
    let expected = || {
        let corner = Square::new(size.width() - 1, size.height() - 1);
        let (width, height) = (size.width(), size.height());
        format!("a square from a1 to {corner}, or row 1 to {height} and column 1 to {width}")
    };
    let refuse = || refuse("move", text, expected());
    let trimmed = text.trim();
    let words: Vec<&str> =
        trimmed.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let mv = match *words.as_slice() {
        [row, col] => {
            let number = |word: &str, most: usize| {
                let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
                let number = is_plain.then(|| word.parse::<usize>().ok()).flatten();
                number.filter(|number| (1..=most).contains(number)).map(|number| number - 1)
            };
            let row = number(row, size.height()).ok_or_else(refuse)?;
            let col = number(col, size.width()).ok_or_else(refuse)?;
            Move::place(Square::new(col, row))
        }
        [word] => word.parse().map_err(|_| refuse())?,
        _ => return Err(refuse()),
    };
    if size.contains(mv.square()) { Ok(mv) } else { Err(refuse()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read() {
        let small = Size::new(3, 3).unwrap();
        let read = |text: &str| read_move(text, small).map(|mv| mv.to_string());
        for (text, mv) in [
            ("b2", "b2"),
            (" C1 ", "c1"),
            ("1 3", "c1"),
            ("3,1", "a3"),
            ("2, 3", "c2"),
            ("*a1", "*a1"),
        ] {
            assert_eq!(read(text).unwrap(), mv, "{text}");
        }
        for text in [
            "",
            "d1",
            "a4",
            "0 1",
            "1 4",
            "5",
            "1 2 3",
            "x y",
            "-1 2",
            "+1 2",
            "b",
            "99999999999999999999 1",
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(
                error.ends_with("expected a square from a1 to c3, or row 1 to 3 and column 1 to 3"),
                "{error}"
            );
        }
    }

    #[test]
    fn requests_have_a_json_form() {
        let text = r#"{"do":"play","move":"h8"}"#;
        let request: TableRequest = serde_json::from_str(text).unwrap();
        assert_eq!(request, TableRequest::Play { mv: "h8".to_owned() });
        assert_eq!(serde_json::to_string(&request).unwrap(), text);
        for text in [
            r#"{"do":"new-game","swap":true}"#,
            r#"{"do":"choose","choice":"two"}"#,
            r#"{"do":"answer-draw","accept":false}"#,
            r#"{"do":"undo"}"#,
            r#"{"do":"pace","ms":500}"#,
        ] {
            let request: TableRequest = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&request).unwrap(), text);
        }
    }
}
