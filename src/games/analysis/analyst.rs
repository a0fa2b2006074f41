//! A player that is asked about positions: it looks at one at a time and starts afresh with
//! each, so that no answer depends on the questions before it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use log::Level;

use tengen_engine::clock::Instant;
use tengen_engine::control::{
    Info, Limits, LogEntry, Monitor, Report, ReportedLines, Signals, Unit, catch_crash, is_logged,
};
use tengen_engine::game::{Code, Move, Position};
use tengen_engine::player::{self, Player, PlayerError, Settings, Task};
use tengen_engine::protocol::info_text;
use tengen_engine::session::message::Problem;
use tengen_engine::session::options::Options;
use tengen_engine::session::{check_moves, final_score};

use crate::line_log::LineLog;

/// What a player found out about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The move that the player chose; `None` in a finished game.
    pub best: Option<Move>,
    /// The best line of the player. A finished game has one, too, with the value and no moves.
    pub first: Info,
    /// The other lines.
    pub others: Vec<Info>,
    /// How long the player took.
    pub time: Duration,
    /// Whether the player was told to stop before it was done.
    pub is_cancelled: bool,
}

/// A player with its tables, which are made for its first question.
#[derive(Default)]
pub struct Analyst {
    player: Option<(String, Box<dyn Player>)>,
    /// The player's thoughts in the log, under a number of their own.
    log: Option<LineLog>,
}

impl Analyst {
    /// Looks at a position until a limit or `signals` say that it is enough.
    ///
    /// # Errors
    /// When the player does not know this game, or breaks.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        settings: &Settings,
        signals: &Arc<Signals>,
    ) -> Result<Analysis, Problem> {
        check_moves("go searchmoves", position, &limits.search_moves)?;
        if position.is_over() {
            let first = Info { score: final_score(position), ..Info::default() };
            return Ok(Analysis { first, ..Analysis::default() });
        }
        let name = settings.player.as_str();
        let mut player = self.player(name)?;
        let log = self.log.get_or_insert_with(|| LineLog::new("positions to analyse"));
        if is_logged(Level::Debug) {
            let (fen, key) = (position.fen(), position.key());
            log.thought(&LogEntry::Position { fen, key }, &Options::default());
        }
        let monitor = AnalysisMonitor {
            signals,
            started: Instant::now(),
            lines: Mutex::default(),
            log: log.clone(),
        };
        let task = Task { position, limits, monitor: &monitor, settings };
        let mut rng = player::seeded(settings.seed);
        let choice = catch_crash(|| player.choose(task, &mut rng)).ok_or_else(|| {
            Problem::new("player", name, "a result").because("crashed").coded(Code::Failed)
        })?;
        self.player = Some((name.to_owned(), player));
        let choice = choice.map_err(|error: PlayerError| {
            Problem::explain("player", &error).coded(Code::WrongPlayer)
        })?;
        let time = monitor.started.elapsed();
        let is_cancelled = signals.is_stopped();
        let lines = monitor.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut lines = lines.into_newest();
        let first = if lines.is_empty() {
            // A player that says nothing has at least chosen.
            let pv = choice.best.into_iter().collect();
            Info { unit: Unit::Nothing, pv, ..Info::default() }
        } else {
            lines.remove(0)
        };
        Ok(Analysis { best: choice.best, first, others: lines, time, is_cancelled })
    }

    /// The player named `name`, as if it had just sat down.
    fn player(&mut self, name: &str) -> Result<Box<dyn Player>, Problem> {
        match self.player.take() {
            Some((known, mut player)) if known == name => {
                player.forget();
                Ok(player)
            }
            _ => player::create(name).ok_or_else(|| {
                Problem::new("player", name, "a player of this build").coded(Code::NoPlayer)
            }),
        }
    }
}

/// Listens to the player.
struct AnalysisMonitor<'a> {
    signals: &'a Signals,
    started: Instant,
    lines: Mutex<ReportedLines>,
    log: LineLog,
}

impl Monitor for AnalysisMonitor<'_> {
    fn signals(&self) -> &Signals {
        self.signals
    }

    fn started(&self) -> Instant {
        self.started
    }

    fn report(&self, report: Report) {
        match report {
            Report::Info(info) => {
                let line = || format!("iteration {}", info_text(&info, &Options::default()));
                self.log.told(Level::Debug, line);
                self.lines.lock().unwrap_or_else(PoisonError::into_inner).add(info);
            }
            Report::Log(entry) => self.log.thought(&entry, &Options::default()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    #[test]
    fn no_answer_depends_on_the_question_before() {
        let settings = Settings { hash_mb: 1, multi_pv: 2, ..Settings::default() };
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        let mut positions = Vec::new();
        for mv in ["h8", "i9", "i7", "g9", "h9"] {
            position.play(mv.parse().unwrap()).unwrap();
            positions.push(position.clone());
        }
        let signals = Arc::default();
        let think = |analyst: &mut Analyst, position: &Position| {
            let mut verdict = analyst.think(position, &limits, &settings, &signals).unwrap();
            verdict.time = std::time::Duration::ZERO;
            for info in std::iter::once(&mut verdict.first).chain(&mut verdict.others) {
                info.time = None;
            }
            verdict
        };
        let fresh: Vec<Analysis> =
            positions.iter().map(|position| think(&mut Analyst::default(), position)).collect();
        assert!(fresh.iter().all(|verdict| verdict.best == verdict.first.pv.first().copied()));
        assert!(fresh.iter().all(|verdict| verdict.others.len() == 1));
        let mut used = Analyst::default();
        for (position, expected) in positions.iter().zip(&fresh).rev() {
            assert_eq!(think(&mut used, position), *expected);
        }
    }

    #[test]
    fn what_cannot_be_answered_is_said() {
        let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        let (signals, mut analyst) = (Arc::default(), Analyst::default());
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut ask = |limits: &Limits, player: &str| {
            let settings = Settings { player: player.to_owned(), ..Settings::default() };
            analyst.think(&position, limits, &settings, &signals).map(|verdict| verdict.best)
        };
        let refused = ask(&limits, "fivestage").unwrap_err();
        assert_eq!((refused.what.as_str(), refused.code), ("player", Code::WrongPlayer));
        assert_eq!(ask(&limits, "no-such-player").unwrap_err().code, Code::NoPlayer);
        assert!(ask(&limits, "random").unwrap().is_some());
        let outside = vec!["p16".parse().unwrap()];
        let refused = ask(&Limits { search_moves: outside, ..limits }, "random").unwrap_err();
        assert_eq!((refused.text.as_str(), refused.code), ("p16", Code::Outside));
    }
}
