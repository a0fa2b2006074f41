//! The tree of a search to lines, for people and for the page.

use crate::control::{TreeStep, Visit};
use crate::game::Move;
use crate::session::options::Options;
use crate::value::{Bound, Score, ScoreKind};

use super::fields::{add, move_text};

/// A position of a tree that is written down, for people and for the page.
pub(super) fn visit_line(visit: &Visit, options: &Options) -> String {
    let Visit { number, parent, ply, .. } = visit;
    let mut line = format!("info string trace {number} of {parent} ply {ply}");
    add(&mut line, "move", visit.mv.map(|mv| move_text(mv, options)));
    add(&mut line, "window", visit.window.map(window_text));
    add(&mut line, "score", visit.score.map(traced));
    add(&mut line, "why", Some(visit.why.name()));
    add(&mut line, "hash", visit.hash.map(entry_text));
    add(&mut line, "pruned", moves_text(&visit.pruned, options));
    add(&mut line, "mirrored", moves_text(&visit.mirrored, options));
    line
}

/// A step of a search whose tree is written down.
pub(super) fn step_line(step: &TreeStep, options: &Options) -> String {
    let mut line = "info string trace".to_owned();
    match step {
        TreeStep::Enter { number, parent, ply, mv, window, depth } => {
            add(&mut line, "enter", Some(format!("{number} of {parent} ply {ply}")));
            add(&mut line, "move", mv.map(|mv| move_text(mv, options)));
            add(&mut line, "depth", depth.as_ref());
            add(&mut line, "window", window.map(window_text));
        }
        TreeStep::Mirror { number, mv, of, by } => {
            add(&mut line, "mirror", Some(number));
            add(&mut line, "move", Some(move_text(*mv, options)));
            add(&mut line, "of", Some(move_text(*of, options)));
            add(&mut line, "by", Some(by.name()));
        }
        TreeStep::Known { number, of, by, bound, score } => {
            add(&mut line, "known", Some(format!("{number} of {of} by {}", by.name())));
            add(&mut line, "hash", Some(entry_text((*bound, *score))));
        }
        TreeStep::Bound { number, by, score, window } => {
            add(&mut line, "bound", Some(format!("{number} by {by} score {}", traced(*score))));
            add(&mut line, "window", window.map(window_text));
        }
        TreeStep::Cut { number, by, against, window, pruned } => {
            add(&mut line, "cut", Some(format!("{number} by {by} against {against}")));
            add(&mut line, "window", Some(window_text(*window)));
            add(&mut line, "pruned", moves_text(pruned, options));
        }
        TreeStep::Value { number, score, bound, why, lines } => {
            add(&mut line, "value", Some(number));
            add(&mut line, "score", score.map(traced));
            add(&mut line, "bound", Some(bound_name(*bound)).filter(|_| *bound != Bound::Exact));
            add(&mut line, "why", Some(why.name()));
            let both = |[x, o]: [i32; 2]| format!("x {x} o {o}");
            add(&mut line, "lines", lines.map(|lines| both(lines.open.0)));
            let lacking_one =
                lines.map(|lines| lines.lacking_one.0).filter(|&counts| counts != [0, 0]);
            add(&mut line, "lacking-one", lacking_one.map(both));
        }
    }
    line
}

fn window_text((alpha, beta): (Score, Score)) -> String {
    format!("{} {}", traced(alpha), traced(beta))
}

fn entry_text((bound, score): (Bound, Score)) -> String {
    format!("{} {}", bound_name(bound), traced(score))
}

const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// The moves with commas between them; `None` where there are none.
fn moves_text(moves: &[Move], options: &Options) -> Option<String> {
    let names = moves.iter().map(|&mv| move_text(mv, options));
    (!moves.is_empty()).then(|| names.collect::<Vec<String>>().join(","))
}

/// A score as one word: the lines that it counts (or the units of the engine), or plies from the root to the end of the game.
fn traced(score: Score) -> String {
    match score.kind() {
        _ if score >= Score::INFINITE => "inf".to_owned(),
        _ if score <= -Score::INFINITE => "-inf".to_owned(),
        ScoreKind::Win(plies) => format!("win{plies}"),
        ScoreKind::Loss(plies) => format!("loss{plies}"),
        ScoreKind::Estimate(lines) => lines.to_string(),
    }
}
