//! The review of a game as text.

use std::fmt::Write;

use super::judge::{Class, LOST};
use super::report::{Faults, MoveText, Report, shown};

/// The review, line by line.
pub(super) fn text(report: &Report) -> String {
    let mut text = heading(report);
    text.push('\n');
    let _ = writeln!(text, "  no.  move   before      after       loss  best");
    for mv in &report.moves {
        let loss = if mv.loss > 0.0 { format!("{:.1} %", mv.loss * 100.0) } else { String::new() };
        let (best, mut note) = match mv.class {
            Class::Best => ("=", String::new()),
            Class::Good => (mv.best.as_deref().unwrap_or_default(), String::new()),
            Class::Inaccuracy => (mv.best.as_deref().unwrap_or_default(), "inaccuracy".to_owned()),
            Class::Mistake => (mv.best.as_deref().unwrap_or_default(), "mistake".to_owned()),
            Class::Blunder => (mv.best.as_deref().unwrap_or_default(), "blunder".to_owned()),
        };
        note += slip(mv);
        let line = format!(
            "{:4} {} {:6} {:11} {:11} {loss:>7}  {best:6} {note}",
            mv.number,
            mv.side,
            mv.mv,
            shown(&mv.before),
            shown(&mv.after),
        );
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    if let Some(next) = &report.next {
        let (side, value) = (next.side, shown(&next.value));
        let _ = writeln!(text, "{side} to move: {value}, {}", next.pv.join(" "));
    }
    for (side, faults, accuracy) in
        [('x', &report.faults.x, report.accuracy.x), ('o', &report.faults.o, report.accuracy.o)]
    {
        let _ = writeln!(text, "{side}: {}", summary(faults, accuracy));
    }
    if let Some(sentence) = hold_sentence(report) {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

/// What was played, and how it ended.
pub(super) fn heading(report: &Report) -> String {
    let game = &report.game;
    let mut text =
        format!("{}: {} {}x{} k={}", game.name, game.rule, game.width, game.height, game.k);
    if game.destroy > 0 {
        let _ = write!(text, " destroy={}", game.destroy);
    }
    if let (Some(x), Some(o)) = (&game.players.x, &game.players.o) {
        let _ = write!(text, ", {x} - {o}");
    }
    let _ = writeln!(text, ", {}, {}", plural(report.moves.len(), "move"), ending(report));
    text
}

/// How the game ended.
fn ending(report: &Report) -> String {
    if let Some(outcome) = &report.outcome {
        return outcome.sentence();
    }
    let result = report.game.result.as_deref();
    let reason = report.game.termination.as_deref();
    match (result, reason) {
        (None, _) => "unfinished".to_owned(),
        (Some(result), None) => result.to_owned(),
        (Some(result), Some(reason)) => format!("{result} ({reason})"),
    }
}

/// Where the loser could last have held the game, if that is known.
pub(super) fn hold_sentence(report: &Report) -> Option<String> {
    let loser = report.loser?;
    let Some(hold) = &report.last_hold else {
        let last = report.moves.iter().rev().find(|mv| mv.side == loser);
        let is_lost = last.is_none_or(|mv| mv.after.winrate * 1000.0 < f64::from(LOST));
        return Some(if is_lost {
            format!("{loser} was lost from the start.")
        } else {
            format!("{loser} was not lost on the board.")
        });
    };
    let best = hold.best.as_deref().unwrap_or_default();
    let (before, after) = (shown(&hold.before), shown(&hold.after));
    let proof = if hold.is_proven { ", which is proven to lose" } else { "" };
    let (number, mv) = (hold.number, &hold.mv);
    if best == mv.as_str() {
        // What the engine would have played as well has lost: it saw that only afterwards.
        return Some(format!(
            "{loser} could last hold the game before {number} {mv} ({before}; {after} after it){proof}."
        ));
    }
    Some(format!(
        "The last move that would still have held: {number} {loser} {best} ({before}) instead of {mv} ({after}){proof}."
    ))
}

/// What a move did to the game besides its loss, for the end of a line.
pub(super) const fn slip(mv: &MoveText) -> &'static str {
    match (mv.missed_win, mv.allowed_win) {
        (true, true) => ", misses a win and allows one",
        (true, false) => ", misses a win",
        (false, true) => ", allows a win",
        (false, false) => "",
    }
}

/// How well a player played, and how many faults of each kind there were.
pub(super) fn summary(faults: &Faults, accuracy: Option<f64>) -> String {
    let accuracy = accuracy.map(|share| format!("accuracy {:.0} %, ", share * 100.0));
    accuracy.unwrap_or_default() + &counted(faults)
}

/// How many faults of each kind.
fn counted(faults: &Faults) -> String {
    let Faults { inaccuracy, mistake, blunder } = *faults;
    let inaccuracies = if inaccuracy == 1 { "inaccuracy" } else { "inaccuracies" };
    format!(
        "{inaccuracy} {inaccuracies}, {}, {}",
        plural(mistake, "mistake"),
        plural(blunder, "blunder")
    )
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
