//! A game as a tree, and what `minimax` and `alphabeta` say about it.

use std::cmp::Reverse;

use super::budget::EffortBudget;
use super::common::{explain, log_candidates, off_centre, reading_rank};
use super::motive::{self, Motive};
use super::open_lines::OpenLines;
use super::task::Task;
use crate::control::{Choice, Info, LineCounts, LogEntry, Report, Unit, is_logged};
use crate::game::square::SQUARES;
use crate::game::{Move, Position, sort_by_key};
use crate::language::Language;
use crate::value::{Bound, Score};

/// Plies that are searched when the limits do not say.
const DEFAULT_DEPTH: u32 = 3;

/// More plies than any search of every move can finish; keeps the recursion
/// shallow on large boards.
const MAX_DEPTH: u32 = 100;

/// A value with the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine {
    /// The value for the side to move; wins and losses count from the root.
    pub score: Score,
    /// The best moves of both sides.
    pub moves: Vec<Move>,
}

impl ScoredLine {
    /// The value of a position where nothing is searched.
    pub const fn end(score: Score) -> ScoredLine {
        ScoredLine { score, moves: Vec::new() }
    }

    /// The line that begins with `mv` and goes on with the opponent's `reply`.
    #[must_use]
    pub fn behind(mv: Move, reply: &ScoredLine) -> ScoredLine {
        let moves = std::iter::once(mv).chain(reply.moves.iter().copied()).collect();
        ScoredLine { score: -reply.score, moves }
    }
}

/// A board with its open lines: the tree of a real game.
pub struct CountedBoard {
    /// The position to walk from.
    pub position: Position,
    lines: OpenLines,
    /// Rank of each square, the centre first.
    ranks: Vec<u16>,
}

impl CountedBoard {
    /// The tree below a position.
    pub fn new(position: &Position) -> CountedBoard {
        let size = position.size();
        let mut squares: Vec<_> = size.squares().collect();
        sort_by_key(&mut squares, |&square| (off_centre(size, square), reading_rank(square)));
        let mut ranks = vec![0; SQUARES];
        for (rank, square) in squares.into_iter().enumerate() {
            ranks[square.index()] = rank as u16;
        }
        CountedBoard { position: position.clone(), lines: OpenLines::new(position), ranks }
    }

    /// The lines that an [estimate](CountedBoard::estimate) counts.
    pub const fn counts(&self) -> LineCounts {
        LineCounts { open: self.lines.open(), lacking_one: self.lines.lacking_one() }
    }

    /// Sorts moves as [`CountedBoard::moves`] does: placements before conversions,
    /// each from the centre outwards.
    pub fn sort(&self, moves: &mut [Move]) {
        moves.sort_by_key(|mv| (mv.is_conversion(), self.ranks[mv.square().index()]));
    }

    /// The moves in the order in which they are tried.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.position.legal_moves();
        self.sort(&mut moves);
        moves
    }

    /// Goes down one of the moves.
    pub fn play(&mut self, mv: Move) {
        self.lines.played(mv, self.position.side());
        self.position.play_unchecked(mv);
    }

    /// Goes back up.
    pub fn undo(&mut self) {
        let mv = self.position.last_move();
        self.position.undo();
        if let Some(mv) = mv {
            self.lines.undone(mv, self.position.side());
        }
    }

    /// The value for the side to move where the game is over, `ply` plies below the
    /// root; `None` where there are moves.
    pub fn end(&self, ply: u16) -> Option<Score> {
        self.position.is_over().then(|| match self.position.winner() {
            Some(winner) if winner == self.position.side() => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
            None => Score::DRAW,
        })
    }

    /// An opinion for the side to move, in lines, where the tree is cut off.
    pub fn estimate(&self) -> Score {
        Score::estimate(self.lines.balance(self.position.side()))
    }
}

/// How deep to search for a task.
pub fn depth(task: &Task<'_>) -> u32 {
    task.limits.depth.unwrap_or(DEFAULT_DEPTH).clamp(1, MAX_DEPTH)
}

/// What a search of the root moves found.
pub struct Found {
    /// The best line of the moves that were searched to the end.
    pub best: Option<ScoredLine>,
    /// How many moves of the root were searched to the end.
    pub searched: usize,
    /// The moves of the root with what they are worth, for the log.
    pub tried: Vec<(Move, Score, Bound)>,
}

impl Found {
    /// Nothing yet.
    pub const fn new() -> Found {
        Found { best: None, searched: 0, tried: Vec::new() }
    }
}

/// The moves of the root as the log has them, the best first.
fn weighed(mut tried: Vec<(Move, Score, Bound)>) -> Vec<(Move, String)> {
    sort_by_key(&mut tried, |&(_, score, bound)| (Reverse(score), bound != Bound::Exact));
    let worth = |(mv, score, bound)| {
        let or_worse = if bound == Bound::Exact { "" } else { ", or worse" };
        (mv, format!("{}{or_worse}", motive::value(score, Language::English)))
    };
    tried.into_iter().map(worth).collect()
}

/// Reports what was found among `moves` and answers it. When there was no time
/// to search any move, the one that looks best has to do.
pub fn conclude(
    task: &Task<'_>,
    moves: &[Move],
    found: Found,
    budget: &EffortBudget<'_>,
    hashfull: Option<u32>,
) -> Choice {
    let (n, all) = (found.searched, moves.len());
    log_candidates(task, || weighed(found.tried));
    if is_logged(log::Level::Debug) {
        let end = budget.end(task, if n == all { depth(task) } else { 0 });
        task.monitor.report(Report::Log(LogEntry::Ended(end)));
    }
    let Some(line) = found.best.or_else(|| glance(task.position, moves)) else {
        return Choice::default();
    };
    let (depth, bound) = match n {
        0 => (1, Bound::Exact),
        n if n < all => (depth(task), Bound::Lower),
        _ => (depth(task), Bound::Exact),
    };
    let ScoredLine { score, moves: pv } = line;
    // A loss is not proven while a move is untried, and no number of lines says it.
    let is_open_loss = n < all && score.is_loss();
    let (unit, told) =
        if is_open_loss { (Unit::Nothing, Score::DRAW) } else { (Unit::Lines, score) };
    task.monitor.report(Report::Info(Info {
        depth,
        score: told,
        unit,
        bound,
        nodes: Some(budget.nodes()),
        hashfull,
        time: Some(budget.elapsed()),
        pv: pv.clone(),
        ..Info::default()
    }));
    let score = (!is_open_loss).then_some(score);
    explain(task, Motive::Searched { searched: n, all, depth, score });
    Choice { best: pv.first().copied(), ponder: pv.get(1).copied() }
}

/// The best of `moves` one ply deep; the budget is spent already, so nothing
/// is counted.
fn glance(position: &Position, moves: &[Move]) -> Option<ScoredLine> {
    let mut board = CountedBoard::new(position);
    let lines = moves.iter().map(|&mv| {
        board.play(mv);
        let score = -board.end(1).unwrap_or_else(|| board.estimate());
        board.undo();
        ScoredLine { score, moves: vec![mv] }
    });
    lines.reduce(|best, line| if line.score > best.score { line } else { best })
}
