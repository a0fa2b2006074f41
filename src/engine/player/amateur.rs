//! The engine with limited strength: looks, thinks about what it saw, and takes what
//! it believes to be the best.

use std::sync::{Mutex, PoisonError};

use super::attention::{self, SeenMoves};
use super::level::Strength;
use super::rng::seeded;
use super::task::Task;
use crate::clock::Instant;
use crate::control::{
    Choice, Info, LOGGED_MOVES, Limits, LogEntry, Monitor, Report, ReportedLines, Signals,
    is_logged,
};
use crate::eval;
use crate::game::Move;
use crate::pattern::Board;
use crate::search::{SearchOptions, Searcher};

/// Values beyond this, in internal units, are as good as won or lost to a player
/// that errs (chances 999 to 1).
const SURE: i32 = 2400;

/// Chooses a move as well as that strength allows. Without a number to draw lots
/// with (`options.variety` 0) the position itself decides what is overlooked.
pub fn choose(
    searcher: &mut Searcher,
    strength: &Strength,
    options: &SearchOptions,
    task: &Task<'_>,
) -> Choice {
    let position = task.position;
    let seed = if options.variety == 0 { position.key() } else { options.variety };
    let mut rng = seeded(seed);
    let handicap = strength.draw(&mut rng);
    let least = |own: u32, given: Option<u64>| given.unwrap_or(u64::MAX).min(own.into());
    let limits = Limits {
        depth: Some(least(handicap.depth, task.limits.depth.map(u64::from)) as u32),
        nodes: Some(least(handicap.nodes, task.limits.nodes)),
        ..task.limits.clone()
    };
    // Helpers would make the strength a question of the machine.
    let options = SearchOptions { threads: 1, vcf_nodes: handicap.fours.into(), ..*options };
    if handicap.is_thorough() || position.only_fouls_left() {
        return searcher.search(position, &limits, &options, task.monitor);
    }
    let mut allowed = position.legal_moves();
    let wanted = &limits.search_moves;
    allowed.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let variant = position.variant();
    let tables = eval::tables(variant.rule, variant.k);
    let mut board = Board::new(position.clone(), &tables);
    let SeenMoves { mut moves, serious } =
        attention::look(&mut board, allowed, &handicap, &mut rng);
    if moves.is_empty() {
        return Choice::default();
    }
    moves.truncate(serious.max(options.multi_pv));
    let mut think = |moves: &[Move]| {
        let listener = LineListener::new(task.monitor);
        let limits = Limits { search_moves: moves.to_vec(), ..limits.clone() };
        // Without doubt, the judgement of the best moves is enough.
        let lines = if handicap.doubt == 0 { options.multi_pv } else { moves.len() };
        let options = SearchOptions { multi_pv: lines, ..options };
        searcher.search(position, &limits, &options, &listener);
        listener.into_lines()
    };
    let mut lines = think(&moves);
    let is_serious =
        |line: &Info| line.pv.first().is_some_and(|first| moves[..serious].contains(first));
    if !lines.iter().any(is_serious) {
        // Too little time or too few positions for a judgement: the first impression.
        lines = think(&moves[..1]);
    }
    // Errors are drawn in the order of the moves, not in that of the values.
    let errors: Vec<i32> =
        moves.iter().map(|_| attention::error(&mut rng, handicap.doubt)).collect();
    let believed = |line: &Info| {
        let place = moves.iter().position(|mv| line.pv.first() == Some(mv));
        let value = i32::from(line.score.raw()).clamp(-SURE, SURE);
        value + place.map_or(0, |place| errors[place])
    };
    let best = (0..lines.len())
        .filter(|&index| is_serious(&lines[index]))
        .max_by_key(|&index| (believed(&lines[index]), std::cmp::Reverse(index)));
    if let Some(best) = best {
        lines[..=best].rotate_right(1);
    }
    if is_logged(log::Level::Debug) {
        for line in lines.iter().take(LOGGED_MOVES) {
            task.monitor.report(Report::Log(LogEntry::Weighed(line.clone())));
        }
    }
    tell(task.monitor, &lines, options.multi_pv.max(1));
    let pv = lines.first().map_or(&moves[..1], |line| &line.pv);
    Choice { best: pv.first().copied(), ponder: pv.get(1).copied() }
}

/// Reports the first `count` lines in their order.
fn tell(monitor: &dyn Monitor, lines: &[Info], count: usize) {
    for (rank, line) in (1..).zip(lines.iter().take(count)) {
        monitor.report(Report::Info(Info { multipv: Some(rank), ..line.clone() }));
    }
}

/// Listens to a search, and keeps what it says.
struct LineListener<'a> {
    outside: &'a dyn Monitor,
    lines: Mutex<ReportedLines>,
}

impl<'a> LineListener<'a> {
    fn new(outside: &'a dyn Monitor) -> LineListener<'a> {
        LineListener { outside, lines: Mutex::default() }
    }

    /// Values of different depths do not compare, so a round that was cut short is no use.
    fn into_lines(self) -> Vec<Info> {
        self.lines.into_inner().unwrap_or_else(PoisonError::into_inner).into_whole_round()
    }
}

impl Monitor for LineListener<'_> {
    fn signals(&self) -> &Signals {
        self.outside.signals()
    }

    fn started(&self) -> Instant {
        self.outside.started()
    }

    fn report(&self, report: Report) {
        match report {
            Report::Info(info) => {
                self.lines.lock().unwrap_or_else(PoisonError::into_inner).add(info);
            }
            Report::Log(_) => self.outside.report(report),
            _ => {}
        }
    }
}
