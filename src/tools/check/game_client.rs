//! An engine at the board, whatever it speaks: shown a position, it plays.

use tengen_engine::game::{Color, Move, Position, Rule};
use tengen_engine::protocol::ProtocolName;

use super::brain::Brain;
use super::positions::{self, QUIET};
use super::subject::Subject;
use super::trial::Trial;
use super::uci::Uci;
use super::verdict::{Outcome, demand, fail, shown};

/// An engine that is ready to play a game.
pub(super) enum GameClient {
    Uci(Box<Uci>),
    Gomocup(Box<Brain>),
}

/// Lines that may come unasked, or in answer to a broken line, where what comes
/// is the matter of another check.
pub(super) const FEW: usize = 8;

/// The number of a rule in the Gomocup's `INFO rule`.
fn rule_number(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "0",
        Rule::Standard => "1",
        Rule::Renju => "4",
        Rule::Caro => "9",
        Rule::CaroOverline => "8",
    }
}

impl GameClient {
    /// Starts the engine for a game, given by its empty board and its name.
    ///
    /// # Errors
    /// When the engine does not start, or does not offer the game.
    pub fn take(trial: &Trial, game: &str, empty: &Position) -> Outcome<GameClient> {
        if trial.protocol != ProtocolName::Gomocup {
            let mut uci = Uci::hello(trial)?;
            uci.choose_game(game)?;
            uci.ready()?;
            return Ok(GameClient::Uci(Box::new(uci)));
        }
        let mut brain = Brain::start(trial)?;
        brain.new_board(empty.size())?;
        for (key, value) in [
            ("timeout_match", "1000000"),
            ("time_left", "1000000"),
            ("timeout_turn", "10"),
            ("rule", rule_number(empty.rule())),
        ] {
            brain.info(key, value);
        }
        brain.listen_for_refusal()?;
        Ok(GameClient::Gomocup(Box::new(brain)))
    }

    /// Starts the engine for freestyle gomoku.
    ///
    /// # Errors
    /// When the engine does not start.
    pub fn any(trial: &Trial) -> Outcome<GameClient> {
        GameClient::take(trial, "gomoku", &positions::empty("gomoku")?)
    }

    /// The program itself.
    pub fn subject(&mut self) -> &mut Subject {
        match self {
            GameClient::Uci(uci) => &mut uci.subject,
            GameClient::Gomocup(brain) => &mut brain.subject,
        }
    }

    /// Makes the engine think about a quiet position, longer than any check lasts.
    ///
    /// # Errors
    /// When there is no such position.
    pub fn think(&mut self) -> Outcome {
        let position = positions::after("gomoku", QUIET)?;
        match self {
            GameClient::Uci(uci) => {
                uci.position(&position);
                uci.begin("infinite");
            }
            GameClient::Gomocup(brain) => {
                brain.info("timeout_turn", "600000");
                brain.show(&position);
            }
        }
        Ok(())
    }

    /// Asks something harmless and waits for the answer. Other lines may come
    /// first, but not more than `most`.
    ///
    /// # Errors
    /// When the answer does not come, or too much else.
    pub fn ping(&mut self, most: usize) -> Outcome {
        let (question, answer) = match self {
            GameClient::Uci(_) => ("isready", "readyok"),
            GameClient::Gomocup(_) => ("START 15", "OK"),
        };
        self.subject().send(question);
        let mut others = 0;
        let expected = format!("{answer} to {question}");
        let said = self.subject().expect(&expected, |line| {
            others += usize::from(line != answer);
            line == answer || others > most
        })?;
        let got = format!("more than {most} other lines, such as {}", shown(&said.text));
        demand(others <= most, expected, got)
    }

    /// Tells the engine to leave.
    pub fn dismiss(&mut self) {
        let line = if matches!(self, GameClient::Gomocup(_)) { "END" } else { "quit" };
        self.subject().send(line);
    }

    /// Shows a position and takes the answer; `None` when the engine says that there
    /// is nothing to play.
    ///
    /// # Errors
    /// When no answer comes, or a malformed one.
    pub fn choose(&mut self, position: &Position) -> Outcome<Option<Move>> {
        match self {
            GameClient::Uci(uci) => {
                uci.position(position);
                Ok(uci.go("depth 1")?.best)
            }
            GameClient::Gomocup(brain) => {
                brain.show(position);
                brain.take_move().map(|square| Some(square.into()))
            }
        }
    }

    /// As [`GameClient::choose`], with time to think a little.
    ///
    /// # Errors
    /// When no answer comes, or a malformed one.
    pub fn consider(&mut self, position: &Position) -> Outcome<Option<Move>> {
        match self {
            GameClient::Uci(uci) => {
                uci.position(position);
                Ok(uci.go("movetime 100")?.best)
            }
            GameClient::Gomocup(brain) => {
                brain.info("timeout_turn", "200");
                brain.show(position);
                brain.take_move().map(|square| Some(square.into()))
            }
        }
    }

    /// Goes on with a game that this engine has seen all of but the last move.
    ///
    /// # Errors
    /// When no answer comes, or a malformed one.
    pub fn follow(&mut self, position: &Position) -> Outcome<Option<Move>> {
        match self {
            GameClient::Uci(_) => self.choose(position),
            GameClient::Gomocup(brain) => {
                let line = match position.last_move() {
                    None => "BEGIN".to_owned(),
                    Some(mv) => format!("TURN {}", brain.text_of(mv.square())),
                };
                brain.ask_move(&line).map(|square| Some(square.into()))
            }
        }
    }
}

/// The move, which must be there and be legal.
///
/// # Errors
/// When it is not.
pub(super) fn legal(position: &Position, mv: Option<Move>) -> Outcome<Move> {
    let side = if position.side() == Color::Black { "first" } else { "second" };
    let moves: Vec<String> = position.history().map(|mv| mv.to_string()).collect();
    let expected = format!("a legal move of the {side} player after [{}]", moves.join(" "));
    match mv {
        None => fail(expected, "no move"),
        Some(mv) => match position.check(mv) {
            Ok(()) => Ok(mv),
            Err(error) => fail(expected, format!("{mv}: {error}")),
        },
    }
}
