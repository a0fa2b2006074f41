//! Searches whose reports are kept and checked.
//! The engine with a monitor that keeps its reports.

use tengen_engine::control::{Choice, Info, Limits, Report};
use tengen_engine::game::{Color, Move, Position};
use tengen_engine::search::{SearchOptions, Searcher};
use tengen_engine::value::{Bound, Score};

use crate::listener::Listener;

/// A decision and what was said on the way, without times.
#[derive(Debug, PartialEq, Eq)]
pub struct Thought {
    pub choice: Choice,
    pub reports: Vec<Report>,
}

impl Thought {
    pub fn best(&self) -> Move {
        self.choice.best.expect("the game is not over")
    }

    pub fn infos(&self) -> impl DoubleEndedIterator<Item = &Info> {
        self.reports.iter().filter_map(|report| match report {
            Report::Info(info) => Some(info),
            _ => None,
        })
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.reports.iter().filter_map(|report| match report {
            Report::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The last line reported as the best one.
    pub fn last(&self) -> &Info {
        let is_first = |info: &&Info| info.multipv.is_none_or(|rank| rank == 1);
        self.infos().rfind(is_first).expect("there is a report before the answer")
    }

    pub fn score(&self) -> Score {
        self.last().score
    }
}

/// Small tables start quickly.
pub fn searcher() -> Searcher {
    Searcher::new(1)
}

/// Asks a searcher; every report is checked to be one that makes sense.
pub fn ask(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    options: &SearchOptions,
) -> Thought {
    let listener = Listener::new();
    let choice = searcher.search(position, limits, options, &listener);
    let mut reports = listener.reports();
    for report in &mut reports {
        if let Report::Info(info) = report {
            info.time = None;
            check_info(position, info);
        }
    }
    let thought = Thought { choice, reports };
    assert_eq!(position.check(thought.best()), Ok(()), "{position:?}");
    assert_eq!(thought.last().pv[0], thought.best(), "{position:?}");
    thought
}

/// A thought of a new searcher with plain limits.
pub fn think(position: &Position, limits: &Limits) -> Thought {
    ask(&mut searcher(), position, limits, &SearchOptions::default())
}

pub fn depth(plies: u32) -> Limits {
    Limits { depth: Some(plies), ..Limits::default() }
}

pub fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

/// All moves of a line can be played, and an end that is announced comes when
/// and for whom it was announced.
fn check_info(position: &Position, info: &Info) {
    assert!(!info.pv.is_empty(), "{position:?}");
    let mut game = position.clone();
    for &mv in &info.pv {
        assert_eq!(game.check(mv), Ok(()), "{mv} of {:?} in {position:?}", info.pv);
        game.play(mv).unwrap();
    }
    if info.score.is_decisive() && info.bound == Bound::Exact {
        let plies = info.pv.len() as u16;
        let (winner, score) = if info.score.is_win() {
            (position.side(), Score::win_in(plies))
        } else {
            (!position.side(), Score::loss_in(plies))
        };
        assert_eq!((game.winner(), info.score), (Some(winner), score), "{info:?} {position:?}");
    }
}

/// An empty board.
pub fn empty(width: usize, height: usize, k: u8) -> Position {
    Position::new(tengen_engine::game::Variant::mnk(width, height, k).unwrap()).unwrap()
}

/// The winner by that score, if it is a proven end.
/// The winner by that score: the side to move, the other one, or none that is known.
pub fn winner(position: &Position, score: Score) -> Option<Color> {
    match score {
        _ if score.is_win() => Some(position.side()),
        _ if score.is_loss() => Some(!position.side()),
        _ => None,
    }
}
