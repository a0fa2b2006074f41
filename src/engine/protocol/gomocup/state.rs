//! What the translator keeps between lines.

use std::collections::VecDeque;

use crate::game::Move;
use crate::value::Score;

use super::block::Block;
use super::dialect::Dialect;
use super::limits::Values;

/// A step of an opening, which decides how its answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap2Stage {
    /// Three stones are proposed.
    Propose,
    /// After three stones.
    AnswerThree,
    /// After five stones.
    AnswerFive,
}

/// A question of the manager that has no answer yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A move, or what else is written as points.
    Move,
    /// A step of swap2 that Yixin-Board asks for.
    Swap2(Swap2Stage),
}

/// The translator.
#[derive(Debug, Default)]
pub struct Gomocup {
    pub(super) dialect: Dialect,
    /// What `INFO` has said.
    pub(super) values: Values,
    /// The lines of a board that are being read.
    pub(super) block: Option<Block>,
    /// What was asked for and not yet answered, in order.
    pub(super) owed: VecDeque<Asked>,
    /// What belongs to the commands of Yixin-Board.
    pub(super) extension: Extension,
    /// What is to be said before the next answer: `INFO` itself has none.
    pub(super) notes: Vec<String>,
}

/// What the extension remembers.
#[derive(Debug, Default)]
pub(super) struct Extension {
    /// What is told of a search besides remarks.
    pub detail: Detail,
    /// What the extension has to say, each reply in its turn.
    pub replies: VecDeque<QueuedReply>,
    /// What is said of a file when the next line may be the name of one. A command on that line
    /// means that the manager names none.
    pub awaits_file: Option<&'static str>,
    /// The last value reported, for the side that was to move.
    pub last_score: Option<Score>,
    /// Share of the hash table in use at the last report, per mille.
    pub hashfull: u32,
}

impl Extension {
    /// Forgets the last game.
    pub const fn forget(&mut self) {
        self.last_score = None;
    }
}

/// What a command without a question to the session says, once it has its turn.
#[derive(Debug)]
pub(super) enum QueuedReply {
    /// The lines to say.
    Lines(Vec<String>),
    /// How full the hash table is.
    HashUsage,
    /// Whether a draw is welcome.
    Draw,
}

/// Which lines are wanted: `INFO show_detail`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Detail {
    /// `MESSAGE REALTIME …`, which the board draws.
    pub is_realtime: bool,
    /// `INFO …` for each line of thought; a board would take them for moves.
    pub has_lines: bool,
    /// Whether the marks of the search before were wiped off.
    pub is_clean: bool,
    /// The move that is being searched.
    pub current: Option<Move>,
    /// Lines that come with each depth of the search in progress.
    pub count: usize,
}

impl Detail {
    /// What the number asks for: bit 0 marks, bit 1 lines.
    #[must_use]
    pub const fn with(self, bits: i64) -> Detail {
        let (is_realtime, has_lines) = (bits & 1 != 0, bits & 2 != 0);
        Detail { is_realtime, has_lines, ..self }
    }

    /// Gets ready for the next search.
    pub fn begin_anew(&mut self) {
        let Detail { is_realtime, has_lines, .. } = *self;
        *self = Detail { is_realtime, has_lines, ..Detail::default() };
    }
}
