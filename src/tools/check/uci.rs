//! Talking to a UCI-style engine: UCI itself and UGI, which differs in words.

use std::time::{Duration, Instant};

use tengen_engine::game::{Move, Position};
use tengen_engine::protocol::ProtocolName;

use super::lines::{Info, Offer, OfferedKind, is_remark};
use super::subject::Subject;
use super::trial::Trial;
use super::verdict::{Outcome, demand, fail, shown, skip};

/// The words that the two protocols do not share.
pub(super) struct Words {
    pub hello: &'static str,
    pub hello_done: &'static str,
    pub new_game: &'static str,
    /// First player's time and increment, then the second's.
    pub clocks: [&'static str; 4],
}

const UCI: Words = Words {
    hello: "uci",
    hello_done: "uciok",
    new_game: "ucinewgame",
    clocks: ["wtime", "winc", "btime", "binc"],
};

const UGI: Words = Words {
    hello: "ugi",
    hello_done: "ugiok",
    new_game: "uginewgame",
    clocks: ["p1time", "p1inc", "p2time", "p2inc"],
};

/// A UCI-style engine that has said hello.
pub(super) struct Uci {
    pub subject: Subject,
    pub words: &'static Words,
    /// What the engine said in answer to the hello, the last line included.
    pub greeting: Vec<String>,
    /// The options that the engine offers, as far as they can be read.
    pub offers: Vec<Offer>,
    /// Whether moves are written as drops, `P@h8`.
    drops: bool,
}

/// The answer to a `go`.
#[derive(Debug)]
pub(super) struct GoAnswer {
    /// All lines before the answer that begin with `info`.
    pub infos: Vec<String>,
    /// The whole line.
    pub line: String,
    /// The move, `None` for `(none)` or `0000`.
    pub best: Option<Move>,
    /// Time from the question to the answer.
    pub took: Duration,
}

impl GoAnswer {
    /// The lines that can be read.
    pub fn readable(&self) -> impl DoubleEndedIterator<Item = Info> {
        self.infos.iter().filter_map(|line| Info::parse(line).ok())
    }

    /// The lines that can be read and have a score.
    pub fn scored(&self) -> impl DoubleEndedIterator<Item = Info> {
        self.readable().filter(|info| info.score.is_some())
    }

    /// Whether the answer is that of a player without an opinion, as protocol.md has it: the move
    /// as a `pv` without a score, and the reason for the move.
    pub fn is_without_opinion(&self) -> bool {
        let is_reason = |line: &String| line.starts_with("info string why ");
        self.scored().next().is_none()
            && self.readable().any(|info| !info.pv.is_empty())
            && self.infos.iter().any(is_reason)
    }
}

impl Uci {
    /// Starts the engine and says hello, no more.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn hello(trial: &Trial) -> Outcome<Uci> {
        let words = if trial.protocol == ProtocolName::Ugi { &UGI } else { &UCI };
        let subject = trial.start()?;
        let (greeting, offers) = (Vec::new(), Vec::new());
        let mut uci = Uci { subject, words, greeting, offers, drops: false };
        uci.greet()?;
        Ok(uci)
    }

    /// Starts the engine until it is ready for gomoku.
    ///
    /// # Errors
    /// When the engine does not become ready for gomoku.
    pub fn open(trial: &Trial) -> Outcome<Uci> {
        let mut uci = Uci::hello(trial)?;
        uci.choose_game("gomoku")?;
        uci.ready()?;
        Ok(uci)
    }

    /// Says hello, once more perhaps.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn greet(&mut self) -> Outcome {
        let done = self.words.hello_done;
        self.subject.send(self.words.hello);
        let mut greeting = Vec::new();
        self.subject.expect(done, |line| {
            greeting.push(line.to_owned());
            line == done
        })?;
        let options = greeting.iter().filter(|line| line.starts_with("option "));
        self.offers = options.filter_map(|line| Offer::parse(line).ok()).collect();
        self.greeting = greeting;
        Ok(())
    }

    /// The option of that name.
    pub fn offer(&self, name: &str) -> Option<&OfferedKind> {
        self.offers.iter().find(|offer| offer.name == name).map(|offer| &offer.kind)
    }

    /// The option of that name, or the check does not apply.
    ///
    /// # Errors
    /// When it is not offered.
    pub fn need(&self, name: &str) -> Outcome<&OfferedKind> {
        match self.offer(name) {
            Some(kind) => Ok(kind),
            None => skip(format!("the engine does not offer the option {name}")),
        }
    }

    /// Sets an option.
    pub fn set(&self, name: &str, value: &str) {
        self.subject.send(&format!("setoption name {name} value {value}"));
    }

    /// Chooses a game by the name that `Variant` has for it; an engine without a choice
    /// plays freestyle gomoku on 15x15.
    ///
    /// # Errors
    /// When the engine does not offer the game.
    pub fn choose_game(&mut self, game: &str) -> Outcome {
        let offers = |name: &str, game: &str| match self.offer(name) {
            Some(OfferedKind::Combo { choices, .. }) => choices.iter().any(|choice| choice == game),
            _ => false,
        };
        let chess_name = match game {
            "gomoku" => "gomokufreestyle",
            "standard" => "gomoku",
            other => other,
        };
        if offers("Variant", game) {
            self.set("Variant", game);
        } else if offers("UCI_Variant", chess_name) {
            self.set("UCI_Variant", chess_name);
            self.drops = true;
        } else if game != "gomoku" {
            return skip(format!("the engine does not offer the game {game}"));
        }
        Ok(())
    }

    /// Waits until everything before is done.
    ///
    /// # Errors
    /// When it does not say so.
    pub fn ready(&mut self) -> Outcome<Duration> {
        let asked = self.subject.send("isready");
        let said = self.subject.expect("readyok", |line| line == "readyok")?;
        Ok(said.at.saturating_duration_since(asked))
    }

    /// As [`Uci::ready`], but the engine may say nothing else than remarks to people.
    ///
    /// # Errors
    /// When something else is said, or nothing.
    pub fn ready_alone(&mut self) -> Outcome {
        self.subject.send("isready");
        let expected = "readyok and nothing else";
        let said = self.subject.expect(expected, |line| !is_remark(line))?;
        demand(said.text == "readyok", expected, shown(&said.text))?;
        self.subject.quiet(Duration::from_millis(50), "nothing after readyok", is_remark)
    }

    /// A move as this engine writes it.
    pub fn text_of(&self, mv: Move) -> String {
        if self.drops { format!("P@{mv}") } else { mv.to_string() }
    }

    /// Reads a move as this engine has to write it.
    pub fn move_of(&self, text: &str) -> Option<Move> {
        let mv = text.parse::<Move>().ok()?;
        (self.text_of(mv) == text).then_some(mv)
    }

    /// Sets up a game from its start.
    pub fn position(&self, position: &Position) {
        self.subject.send(&self.position_line(position));
    }

    /// The line that sets up a game from its start.
    pub fn position_line(&self, position: &Position) -> String {
        let moves: Vec<String> = position.history().map(|mv| self.text_of(mv)).collect();
        let moves = moves.join(" ");
        if moves.is_empty() {
            "position startpos".to_owned()
        } else {
            format!("position startpos moves {moves}")
        }
    }

    /// Asks for a move and waits for it.
    ///
    /// # Errors
    /// When no answer comes, or a malformed one.
    pub fn go(&mut self, limits: &str) -> Outcome<GoAnswer> {
        let asked = self.begin(limits);
        self.answer(asked)
    }

    /// Asks for a move.
    pub fn begin(&self, limits: &str) -> Instant {
        let line = if limits.is_empty() { "go".to_owned() } else { format!("go {limits}") };
        self.subject.send(&line)
    }

    /// Waits for the answer to the question of the moment `asked`.
    ///
    /// # Errors
    /// When none comes, or a malformed one.
    pub fn answer(&mut self, asked: Instant) -> Outcome<GoAnswer> {
        self.answer_within(asked, self.subject.patience())
    }

    /// Waits up to `limit` for the answer to the question of the moment `asked`.
    ///
    /// # Errors
    /// When none comes, or a malformed one.
    pub fn answer_within(&mut self, asked: Instant, limit: Duration) -> Outcome<GoAnswer> {
        let mut infos = Vec::new();
        let said = self.subject.expect_within(limit, "one bestmove", |line| {
            if line.starts_with("info") {
                infos.push(line.to_owned());
            }
            line.starts_with("bestmove")
        })?;
        let best = self.best_of(&said.text)?;
        let took = said.at.saturating_duration_since(asked);
        Ok(GoAnswer { infos, line: said.text, best, took })
    }

    /// The move of a `bestmove` line.
    fn best_of(&self, line: &str) -> Outcome<Option<Move>> {
        let words: Vec<&str> = line.split(' ').collect();
        let text = match words[..] {
            ["bestmove", text] => text,
            // UGI knows no ponder moves, and its manager waits for two words.
            ["bestmove", text, "ponder", _] if self.words.hello == "uci" => text,
            _ => return fail(self.answer_form(), shown(line)),
        };
        if ["(none)", "0000"].contains(&text) {
            return Ok(None);
        }
        match self.move_of(text) {
            Some(mv) => Ok(Some(mv)),
            None => fail(self.answer_form(), shown(line)),
        }
    }

    /// What an answer has to look like.
    fn answer_form(&self) -> String {
        let mv = if self.drops { "P@h8" } else { "h8" };
        if self.words.hello == "uci" {
            format!("'bestmove M' or 'bestmove M ponder M', M as in {mv}")
        } else {
            format!("'bestmove M', two words, M as in {mv}")
        }
    }
}
