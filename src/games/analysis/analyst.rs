//! A player at a desk: looks at one position at a time and starts afresh with
//! each, so that no answer depends on the questions before it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use log::Level;

use tengen_engine::control::{Info, Limits, LogEntry, Monitor, Report, Signals, Unit, is_logged};
use tengen_engine::game::{Move, Position};
use tengen_engine::player::{self, Player, PlayerError, Settings, Task};
use tengen_engine::protocol::analysis::Analysis;
use tengen_engine::protocol::info_text;
use tengen_engine::session::message::Problem;
use tengen_engine::session::options::Options;
use tengen_engine::session::{check_moves, final_score};

use crate::line_log::LineLog;

/// A player with its tables, which are made for its first question.
#[derive(Default)]
pub struct Analyst {
    player: Option<(String, Box<dyn Player>)>,
    /// Its thoughts in the log, under a number of their own.
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
        check_moves(position, &limits.search_moves)?;
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
        let desk = AnalysisMonitor {
            signals,
            started: Instant::now(),
            lines: Mutex::default(),
            log: log.clone(),
        };
        let task = Task { position, limits, monitor: &desk, settings };
        let mut rng = player::seeded(settings.seed);
        // One question that breaks the player must not take the others with it.
        let choice = panic::catch_unwind(AssertUnwindSafe(|| player.choose(task, &mut rng)))
            .map_err(|_| Problem::new("player", name, "a result").because("crashed"))?;
        self.player = Some((name.to_owned(), player));
        let choice = choice.map_err(|error: PlayerError| Problem::explain("player", &error))?;
        let time = desk.started.elapsed();
        let is_cancelled = signals.is_stopped();
        let mut lines = desk.lines.into_inner().unwrap_or_else(PoisonError::into_inner).take();
        let first = if lines.is_empty() {
            // A player that says nothing has at least chosen.
            let pv = choice.best.into_iter().collect();
            Info { unit: Unit::Nothing, pv, ..Info::default() }
        } else {
            lines.remove(0)
        };
        Ok(Analysis { best: choice.best, first, others: lines, time, is_cancelled })
    }

    /// The player of that name, as if it had just sat down.
    fn player(&mut self, name: &str) -> Result<Box<dyn Player>, Problem> {
        match self.player.take() {
            Some((known, mut player)) if known == name => {
                player.forget();
                Ok(player)
            }
            _ => player::create(name)
                .ok_or_else(|| Problem::new("player", name, "a player of this build")),
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

/// The newest line of each rank.
#[derive(Default)]
struct ReportedLines {
    /// What was said in this round, best first.
    newest: Vec<Info>,
    /// The round before, which was complete.
    before: Vec<Info>,
}

impl ReportedLines {
    /// Takes a line; each round begins with its best.
    fn add(&mut self, info: Info) {
        if info.multipv.unwrap_or(1) <= 1 {
            self.before = self.take();
        }
        self.newest.push(info);
    }

    /// The newest lines, completed by those of the round before where this one
    /// was cut short.
    fn take(&mut self) -> Vec<Info> {
        let mut lines = std::mem::take(&mut self.newest);
        let wanted = lines.len().max(self.before.len());
        let first_moves: Vec<Option<Move>> = lines.iter().map(first_move).collect();
        let is_new = |info: &Info| !first_moves.contains(&first_move(info));
        lines.extend(std::mem::take(&mut self.before).into_iter().filter(is_new));
        lines.truncate(wanted);
        lines
    }
}

fn first_move(info: &Info) -> Option<Move> {
    info.pv.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    fn info(rank: u32, depth: u32, mv: &str) -> Info {
        let pv = vec![mv.parse().unwrap()];
        Info { multipv: Some(rank), depth, pv, ..Info::default() }
    }

    fn told(lines: &mut ReportedLines) -> Vec<(u32, String)> {
        lines.take().iter().map(|info| (info.depth, info.pv[0].to_string())).collect()
    }

    #[test]
    fn a_round_that_was_cut_short_is_completed() {
        let mut lines = ReportedLines::default();
        for (rank, depth, mv) in
            [(1, 1, "a1"), (2, 1, "b1"), (3, 1, "c1"), (1, 2, "b1"), (2, 2, "a1"), (3, 2, "d1")]
        {
            lines.add(info(rank, depth, mv));
        }
        let complete = [(2, "b1"), (2, "a1"), (2, "d1")];
        let complete: Vec<_> = complete.map(|(depth, mv)| (depth, mv.to_owned())).into();
        let mut copy = ReportedLines { newest: lines.newest.clone(), before: lines.before.clone() };
        assert_eq!(told(&mut copy), complete);

        lines.add(info(1, 2, "d1"));
        let cut = [(2, "d1"), (2, "b1"), (2, "a1")].map(|(depth, mv)| (depth, mv.to_owned()));
        assert_eq!(told(&mut lines), cut);
    }

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
        assert_eq!(ask(&limits, "fivestage").unwrap_err().what, "player");
        assert!(ask(&limits, "random").unwrap().is_some());
        let outside = vec!["p16".parse().unwrap()];
        let refused = ask(&Limits { search_moves: outside, ..limits }, "random").unwrap_err();
        assert_eq!(refused.text, "p16");
    }
}
