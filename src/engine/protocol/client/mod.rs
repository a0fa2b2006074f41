//! The manager's side of the protocols: what to say to an engine, and what its
//! lines mean.
//!
//! A [`Client`] neither reads nor writes nor waits: the program that runs the engine
//! does, and so the same code is tested without one. The engine's side of the same
//! protocol lives in the same folder: what one writes, the other has to read.

mod offers;

pub use offers::{Offer, OfferKind, Offers};

use crate::control::Limits;
use crate::game::{Move, Position};
use crate::session::message::Problem;

/// What an engine said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The engine has introduced itself: the answer to [`Client::greeting`].
    Introduced,
    /// Everything before is done: the answer to [`Client::new_game`].
    Ready,
    /// The move that the engine was asked for.
    Move(Move),
    /// An answer that is not a move on any board, as it was written.
    Unreadable(String),
    /// Several stones at once, in an opening procedure.
    Stones(Vec<Move>),
    /// The engine takes the other colour, in an opening procedure.
    Swap,
    /// What the engine thinks of the position.
    Thought(Thought),
    /// Why the engine moves as it does, in its own words.
    Why(String),
    /// The engine proposes a move, and plays one once the manager sends this line back.
    Suggestion(String),
    /// The engine refuses instead of answering.
    Refusal(String),
    /// The engine does not play the game that was announced: not by this rule, or not on this
    /// board. Whatever the engine plays instead is another game.
    Unplayed(String),
    /// While an answer is due, a line that means nothing; others pass over it, and
    /// so it is only worth a word where no answer comes.
    Noise(String),
    /// Nothing that a manager has to know.
    Remark,
}

/// What an engine thinks of a position, as far as it says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Value for the side to move.
    pub score: Option<Told>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

impl Thought {
    /// Takes over what the later thought says.
    pub fn update(&mut self, later: Thought) {
        self.depth = later.depth.or(self.depth);
        self.score = later.score.or(self.score);
        self.nodes = later.nodes.or(self.nodes);
    }
}

/// A score in the engine's own units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Hundredths of whatever the engine counts in.
    Centi(i32),
    /// A win in that many own moves; negative when the opponent wins.
    Mate(i32),
}

/// What an engine may owe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// The end of the engine's introduction.
    Introduction,
    /// The sign that the engine is ready for a game.
    Ready,
    /// A move.
    Move,
}

/// A position that wants a move.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The text of the position in which the moves began; `None` is the empty board.
    pub start: Option<&'a str>,
    /// The position that wants a move; its history has the moves since `start`.
    pub position: &'a Position,
    /// Time and other limits; the clocks are those of both players.
    pub limits: &'a Limits,
}

/// One conversation with an engine, seen from the manager.
///
/// Lines come without their ends. They are sent in this order: the greeting,
/// once [`Said::Introduced`] came the preparations, then for every game the new
/// game, once [`Said::Ready`] came the settings with the barrier, once [`Said::Ready`]
/// came for that the questions.
pub trait Client: Send {
    /// Asks the engine to introduce itself.
    fn greeting(&mut self) -> Vec<String>;

    /// Says which game is played and sets the options.
    ///
    /// # Errors
    /// When the engine does not offer an option or its value, or cannot play that game.
    fn prepare(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Problem>;

    /// Begins a game. The seed is passed on where the engine takes one and none
    /// was set as an option; the limits are those of the first move, without the
    /// opponent's clock.
    fn new_game(&mut self, seed: u64, limits: &Limits) -> Vec<String>;

    /// The next lines that the engine has to know once it is ready for the game; empty when all was
    /// said.
    fn settings(&mut self) -> Vec<String>;

    /// Asks for a sign that the settings that were just said are carried out: what is slow
    /// about them must not count as time for the first move. Nothing where the engine does
    /// not give one.
    fn barrier(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// No sign came: this engine is not asked for one again.
    fn forgo_barrier(&mut self) {}

    /// Asks for a move.
    fn ask(&mut self, question: Question<'_>) -> Vec<String>;

    /// Asks for a decision of the swap2 opening with the stones `placed` on the board; `None` if
    /// the protocol has no words for such a question.
    fn ask_swap2(&mut self, placed: &[Move], limits: &Limits) -> Option<Vec<String>>;

    /// Asks for the answer now, where the protocol has words for that.
    fn stop(&mut self) -> Vec<String>;

    /// Asks the engine to leave.
    fn farewell(&mut self) -> Vec<String>;

    /// Understands a line of the engine.
    fn hear(&mut self, line: &str) -> Said;

    /// How that is written which the engine owes.
    fn wording(&self, owed: Owed) -> &'static str;

    /// The name that the engine gave itself, once it has introduced itself.
    fn name(&self) -> Option<&str>;
}
