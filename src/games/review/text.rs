//! The review of a game as text.

use std::fmt::Write;

use crate::analysis::{ScoreChances, ScoreText};

use super::judge::{Class, HELD, LOST};
use super::longer::LONGER;
use super::report::{Faults, MoveText, Report, shown, shown_loss};

/// The review, line by line.
pub fn text(report: &Report) -> String {
    let mut text = heading(report);
    text.push('\n');
    let _ = writeln!(text, "  no.  move   before      after       loss  best");
    for mv in &report.moves {
        let loss = shown_loss(mv.loss);
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
        if !mv.why.is_empty() {
            let _ = writeln!(text, "         {}", mv.why);
        }
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
pub fn heading(report: &Report) -> String {
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

/// Where the loser could last have held the game, as far as the review has seen.
pub fn hold_sentence(report: &Report) -> Option<String> {
    let loser = report.loser?;
    let Some(hold) = &report.last_hold else { return Some(no_hold(report, loser)) };
    let (before, after) = (shown(&hold.before), shown(&hold.after));
    let what = if hold.is_hold_proven {
        "found that would have held, by proof".to_owned()
    } else {
        let (kept, searched) = (HELD / 10, hold.searched);
        format!(
            "that kept {kept} % or more in longer searches ({searched} positions, no win found \
             against it)"
        )
    };
    let proof = if hold.is_proven { ", which is proven to lose" } else { "" };
    let (number, best, mv) = (hold.number, &hold.best, &hold.mv);
    Some(format!(
        "The last move {what}: {number} {loser} {best} ({before}) instead of {mv} ({after}){proof}."
    ))
}

/// Why no move is named that would have held the game.
fn no_hold(report: &Report, loser: char) -> String {
    let own = || report.moves.iter().filter(|mv| mv.side == loser);
    let (Some(first), Some(end)) = (own().next(), own().next_back()) else {
        return format!("{loser} made no move.");
    };
    if is_lost_by_proof(&first.before) {
        return format!("{loser} was lost from the start, by proof.");
    }
    let (kept, lost) = (HELD / 10, LOST / 10);
    let is_lost = |worth: &ScoreChances| worth.winrate * 1000.0 < f64::from(LOST);
    let Some(nodes) = report.limits.confirm_nodes else {
        if is_lost(&end.after) {
            return format!(
                "{loser} had less than {lost} % from its first move on, so that no longer search \
                 looked for one that holds."
            );
        }
        let worth = shown(&end.after);
        return format!(
            "{loser} lost, but not by what was seen on the board ({worth} at the end)."
        );
    };
    let longest = nodes.saturating_mul(LONGER);
    let from = match own().rfind(|mv| !is_lost(&mv.before)) {
        Some(mv) => format!("{} {} ({})", mv.number, mv.mv, shown(&mv.after)),
        None => "its first move".to_owned(),
    };
    format!(
        "No move of {loser} was found after which it had {kept} % or more, by searches of {nodes} to \
         {longest} positions; from {from} on it had less than {lost} %."
    )
}

/// Whether the worth of a position is a proven one.
const fn is_proven(worth: &ScoreChances) -> bool {
    matches!(worth.score, ScoreText::Mate(_))
}

/// Whether `worth`, the worth of a position for a player, is a proven loss of that player.
const fn is_lost_by_proof(worth: &ScoreChances) -> bool {
    matches!(worth.score, ScoreText::Mate(..=0))
}

/// What a move did to the game besides its loss, for the end of a line.
pub fn slip(mv: &MoveText) -> &'static str {
    let missed = mv.missed_win.then_some(is_proven(&mv.before));
    let allowed = mv.allowed_win.then_some(is_proven(&mv.after));
    match (missed, allowed) {
        (Some(true), Some(true)) => ", misses a win and allows one",
        (Some(true), Some(false)) => ", misses a win and allows a likely one",
        (Some(false), Some(true)) => ", misses a likely win and allows a win",
        (Some(false), Some(false)) => ", misses a likely win and allows one",
        (Some(true), None) => ", misses a win",
        (Some(false), None) => ", misses a likely win",
        (None, Some(true)) => ", allows a win",
        (None, Some(false)) => ", allows a likely win",
        (None, None) => "",
    }
}

/// How well a player played, and how many faults of each kind there were.
pub fn summary(faults: &Faults, accuracy: Option<f64>) -> String {
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
