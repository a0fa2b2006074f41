//! The tree of a search, as it is written down for people: its positions, or every step in order.

use crate::game::symmetry::Symmetry;
use crate::game::{ByColor, Move};
use crate::value::{Bound, Score};

/// How the tree of a search is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceForm {
    /// A [`Visit`] for each position, when it is left.
    Visits,
    /// A [`TreeStep`] for all that happens, in its order.
    Events,
}

/// A position of a tree that is written down; `number` and `parent` make it one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    /// The number of the position in the order of visiting, the root 1.
    pub number: u32,
    /// The number of the position from which this one was reached; 0 for the root.
    pub parent: u32,
    /// Plies from the root.
    pub ply: u32,
    /// The move that led to the position, if any.
    pub mv: Option<Move>,
    /// The values between which the true one mattered, where there is such a window.
    pub window: Option<(Score, Score)>,
    /// The value of the position for the side to move, wins and losses counted from the root;
    /// `None` if the search was stopped before the value was known.
    pub score: Option<Score>,
    /// Why the search left the position.
    pub why: Why,
    /// What the hash table had about the position, if anything.
    pub hash: Option<(Bound, Score)>,
    /// The moves that were not tried any more.
    pub pruned: Vec<Move>,
    /// The moves that are mirror images of others.
    pub mirrored: Vec<Move>,
    /// What the score counts where the search goes no deeper.
    pub lines: Option<LineCounts>,
}

/// Why a search leaves a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// The game is over in this position.
    End,
    /// The position is as deep as the search looks.
    Leaf,
    /// Everything was looked at.
    #[default]
    All,
    /// The opponent has something better elsewhere.
    Cut,
    /// The hash table knew enough.
    Hash,
    /// The search was stopped.
    Stopped,
    /// The side to move completes a line with its next stone.
    Line,
    /// The side to move wins by fours, which were looked at on their own.
    Fours,
    /// The side to move wins by threats, which were looked at on their own.
    Threats,
    /// A side that cannot complete a line any more cannot do better, or both cannot.
    Closed,
    /// A quicker end than any from here is known elsewhere.
    Near,
    /// The position is so far above the bound that it is not searched.
    Margin,
    /// The likely moves were looked at, and the rest seemed hopeless.
    Late,
}

impl Why {
    /// The name of the reason in a trace.
    pub const fn name(self) -> &'static str {
        match self {
            Why::End => "end",
            Why::Leaf => "leaf",
            Why::All => "all",
            Why::Cut => "cut",
            Why::Hash => "hash",
            Why::Stopped => "stopped",
            Why::Line => "line",
            Why::Fours => "fours",
            Why::Threats => "threats",
            Why::Closed => "closed",
            Why::Near => "near",
            Why::Margin => "margin",
            Why::Late => "late",
        }
    }
}

/// The lines of both sides whose difference is a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCounts {
    /// Lines that each side can still complete.
    pub open: ByColor<i32>,
    /// The lines of `open` that lack one stone.
    pub lacking_one: ByColor<i32>,
}

/// A step of a search whose tree is written down. Positions have the numbers of a [`Visit`]; scores are
/// those of the side to move in the position of the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// A position is entered.
    Enter {
        /// The number of the position.
        number: u32,
        /// The number of the position before it; 0 for the root.
        parent: u32,
        /// Plies from the root.
        ply: u32,
        /// The move that led to the position, if any.
        mv: Option<Move>,
        /// The values between which the true one matters, where there is such a window.
        window: Option<(Score, Score)>,
        /// How many plies further the search looks, where it is not the same on all ways to that ply.
        depth: Option<i32>,
    },
    /// A move is not tried, because it leads to a mirror image.
    Mirror {
        /// The position of the move.
        number: u32,
        /// The move.
        mv: Move,
        /// The move that is tried in its place.
        of: Move,
        /// What takes `of` to `mv`.
        by: Symmetry,
    },
    /// The table knows the position, or a mirror image of it.
    Known {
        /// The position.
        number: u32,
        /// The earlier position that the entry is about.
        of: u32,
        /// What takes the earlier position to this one.
        by: Symmetry,
        /// How exact the entry is.
        bound: Bound,
        /// The score of the entry.
        score: Score,
    },
    /// The best move so far has changed, or the lower bound has risen.
    Bound {
        /// The position.
        number: u32,
        /// The position that the better move leads to.
        by: u32,
        /// What the move is worth.
        score: Score,
        /// The values between which others matter from now on, where there is such a window.
        window: Option<(Score, Score)>,
    },
    /// The other moves cannot matter any more.
    Cut {
        /// The position.
        number: u32,
        /// The position that the move leads to which is enough.
        by: u32,
        /// The earlier position whose value set the bound that is reached: the opponent has the move to
        /// it. 0 where the question set the bound.
        against: u32,
        /// The bounds that meet.
        window: (Score, Score),
        /// The moves that are not tried.
        pruned: Vec<Move>,
    },
    /// A position is left.
    Value {
        /// The position.
        number: u32,
        /// The value of the position; `None` if the search was stopped before the value was known.
        score: Option<Score>,
        /// Whether the score is only a bound.
        bound: Bound,
        /// Why the search left the position.
        why: Why,
        /// What the score counts where the search goes no deeper.
        lines: Option<LineCounts>,
    },
}
