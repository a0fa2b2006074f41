//! What the moves of a game were worth: how that is found out, and how it is kept with the game.

use serde::{Deserialize, Serialize};

use tengen_games::reasons::ReasonText;

/// Positions looked at for each move: a game of sixty takes some seconds.
pub const NODES: u64 = 20_000;
/// Table of the reviewer, in MB; it is emptied before each position.
pub const HASH: u32 = 8;

/// What the moves of a finished game were worth. Lists have one entry for each move, if nothing
/// else is said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Review {
    /// Positions that were looked at for each move.
    pub nodes: u64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub verdicts: Vec<String>,
    /// How well Black and White have played, 0 to 1; none where there was nothing to give away.
    pub accuracy: [Option<f64>; 2],
    /// Indices of moves that let a won game slip.
    pub missed: Vec<usize>,
    /// Indices of moves that gave the opponent a won game.
    pub allowed: Vec<usize>,
    /// Index of the last move of the loser in whose place `best` has one against which no win was
    /// found.
    pub hold: Option<usize>,
    /// Positions in which a win against that move was looked for; none without such a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_searched: Option<u64>,
    /// Whether that move holds by proof.
    pub hold_proven: bool,
    /// The best move instead, or that move itself; none where it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub best: Vec<Option<String>>,
    /// Win rate given away, 0 to 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub losses: Vec<f64>,
    /// What each position was worth to the side to move, also the one after the last move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub scores: Vec<ReviewScore>,
    /// The best moves from the position before each move, separated by blanks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub lines: Vec<String>,
    /// What the best move does that a move with a fault misses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub best_reasons: Vec<Vec<ReasonText>>,
    /// What a move with a fault does and allows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub reasons: Vec<Vec<ReasonText>>,
    /// The best reply to a move with a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub replies: Vec<Option<String>>,
    /// What that reply does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub reply_reasons: Vec<Vec<ReasonText>>,
}

/// The worth of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewScore {
    /// In hundredths.
    Cp(i32),
    /// A win in so many own moves; negative is a loss, 0 a game that has ended.
    Mate(i32),
}

impl Review {
    /// The review that a report of [`NODES`] positions for each move has in it, which is what
    /// `tengen review --json` writes.
    ///
    /// # Errors
    /// When the text is no such report.
    pub fn read(report: &str) -> serde_json::Result<Review> {
        serde_json::from_str(report).map(Report::review)
    }

    /// The review without what lists of games leave out: best moves, losses, scores, lines and
    /// reasons.
    #[must_use]
    pub fn shortened(self) -> Review {
        let (best, losses, scores, lines) = Default::default();
        let (best_reasons, reasons, reply_reasons) = Default::default();
        let replies = Vec::new();
        Review {
            best,
            losses,
            scores,
            lines,
            best_reasons,
            reasons,
            replies,
            reply_reasons,
            ..self
        }
    }
}

/// What is needed of a report of `tengen review`.
#[derive(Deserialize)]
struct Report {
    moves: Vec<Judged>,
    accuracy: Sides,
    last_hold: Option<Hold>,
}

/// See [`Report`].
#[derive(Deserialize)]
struct Sides {
    x: Option<f64>,
    o: Option<f64>,
}

/// See [`Report`].
#[derive(Deserialize)]
struct Hold {
    /// From 1.
    number: usize,
    searched: u64,
    is_hold_proven: bool,
}

/// See [`Report`].
#[derive(Deserialize)]
struct Judged {
    class: String,
    loss: f64,
    missed_win: bool,
    allowed_win: bool,
    before: Worth,
    after: Worth,
    best: Option<String>,
    pv: Vec<String>,
    #[serde(default)]
    best_reasons: Vec<ReasonText>,
    #[serde(default)]
    reasons: Vec<ReasonText>,
    #[serde(default)]
    reply_reasons: Vec<ReasonText>,
    #[serde(default)]
    reply: Option<String>,
}

/// See [`Report`].
#[derive(Deserialize)]
struct Worth {
    score: ReviewScore,
}

/// Moves that are kept of a best line.
const LINE: usize = 16;

impl Report {
    fn review(self) -> Review {
        let moves = &self.moves;
        let which = |is_one: fn(&Judged) -> bool| {
            let marked = moves.iter().enumerate().filter(|(_, it)| is_one(it));
            marked.map(|(index, _)| index).collect()
        };
        let before = moves.iter().map(|it| it.before.score);
        // The last position is worth to one what it is not to the other.
        let last = moves.last().map(|it| match it.after.score {
            ReviewScore::Cp(cp) => ReviewScore::Cp(-cp),
            ReviewScore::Mate(moves) => ReviewScore::Mate(-moves),
        });
        Review {
            nodes: NODES,
            verdicts: moves.iter().map(|it| it.class.clone()).collect(),
            accuracy: [self.accuracy.x, self.accuracy.o],
            missed: which(|it| it.missed_win),
            allowed: which(|it| it.allowed_win),
            hold: self.last_hold.as_ref().map(|hold| hold.number.saturating_sub(1)),
            hold_searched: self.last_hold.as_ref().map(|hold| hold.searched),
            hold_proven: self.last_hold.is_some_and(|hold| hold.is_hold_proven),
            best: moves.iter().map(|it| it.best.clone()).collect(),
            losses: moves.iter().map(|it| it.loss).collect(),
            scores: before.chain(last).collect(),
            lines: moves.iter().map(|it| it.pv[..it.pv.len().min(LINE)].join(" ")).collect(),
            best_reasons: moves.iter().map(|it| it.best_reasons.clone()).collect(),
            reasons: moves.iter().map(|it| it.reasons.clone()).collect(),
            replies: moves.iter().map(|it| it.reply.clone()).collect(),
            reply_reasons: moves.iter().map(|it| it.reply_reasons.clone()).collect(),
        }
    }
}
