//! [`Event`] to lines.

use std::fmt::Write;

use crate::control::scale;
use crate::control::{Choice, Info, Report, Unit};
use crate::game::{Color, Outcome, Position, Square, sort_by_key};
use crate::protocol::codec::CommandSpec;
use crate::protocol::text;
use crate::session::message::{
    Basis, EvalReport, Event, MovesReport, PatternReport, Problem, ProofFinding, ProofReport,
    Reason, StandingReport,
};
use crate::session::options::{self, EMPTY, OptionKind, Options};
use crate::value::Bound;

use super::commands::COMMANDS;
use super::fields::{add, move_text};
use super::trace;

/// Writes an event, added to `lines`.
pub(in crate::protocol) fn event(event: &Event, options: &Options, lines: &mut Vec<String>) {
    match event {
        Event::Identity => identity("uciok", lines),
        Event::Ready => lines.push("readyok".to_owned()),
        Event::Problem(problem) => lines.push(problem_line(problem)),
        Event::Report(Report::Info(info)) => lines.push(info_line(info, options)),
        Event::Report(Report::CurrentMove { mv, number, depth }) => lines.push(format!(
            "info depth {depth} currmove {} currmovenumber {number}",
            move_text(*mv, options)
        )),
        Event::Report(Report::Visit(visit)) => lines.push(trace::visit_line(visit, options)),
        Event::Report(Report::Step(step)) => lines.push(trace::step_line(step, options)),
        Event::Report(Report::Text(words)) => {
            lines.extend(words.lines().map(|line| format!("info string {}", plain(line))));
        }
        Event::Answer(choice) => lines.push(answer_line(*choice, options)),
        Event::Board(position) => board(position, lines),
        Event::Eval(report) => eval(report, lines),
        Event::Basis { player, basis } => decided_by(player, basis, lines),
        Event::Patterns(report) => patterns(report, lines),
        Event::Standing(shapes) => standing(shapes, lines),
        Event::Moves(report) => moves(report, options, lines),
        Event::Reasons(reasons) => explain(reasons, options, lines),
        Event::PerftMove { mv, games } => {
            lines.push(format!("{}: {games}", move_text(*mv, options)));
        }
        Event::PerftTotal(games) => {
            lines.extend([String::new(), format!("Nodes searched: {games}")]);
        }
        Event::Proof(report) => proof(report, lines),
        Event::Bench(line) => lines.push(plain(line)),
        Event::Help => help(&[], lines),
        // The log belongs to the program, and no command asks for the rest here.
        Event::Report(Report::Log(_))
        | Event::LogFile(_)
        | Event::Response(_)
        | Event::Done
        | Event::Swap2(_)
        | Event::Placements(_)
        | Event::Forbidden(_)
        | Event::Lines(_)
        | Event::Reached => {}
    }
}

/// Names the program and its options; `end` is the last line.
pub(in crate::protocol) fn identity(end: &str, lines: &mut Vec<String>) {
    lines.push(format!("id name Tengen {}", env!("CARGO_PKG_VERSION")));
    lines.push("id author the Tengen developers".to_owned());
    lines.extend(options::TABLE.iter().map(|spec| {
        let kind = match &spec.kind {
            OptionKind::Check { default, .. } => format!("check default {default}"),
            OptionKind::Spin { default, min, max, or_zero, .. } => {
                let min = if *or_zero { 0 } else { *min };
                format!("spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices, .. } => {
                format!("combo default {default} var {}", choices().join(" var "))
            }
            OptionKind::Text { .. } => format!("string default {EMPTY}"),
            OptionKind::Button => "button".to_owned(),
        };
        format!("option name {} type {kind}", spec.name)
    }));
    lines.push(end.to_owned());
}

fn problem_line(problem: &Problem) -> String {
    let (what, text) = (plain(&problem.what), text::shown(&problem.text));
    let advice = plain(&problem.advice());
    // The reader must know which position is on the board now.
    let state = if what == "position" { "; the position stays as it was" } else { "" };
    format!("info string error: {what}: {text}: {advice}{state}")
}

fn info_line(info: &Info, options: &Options) -> String {
    let mut line = format!("info depth {}", info.depth);
    add(&mut line, "seldepth", info.seldepth.map(u64::from));
    add(&mut line, "multipv", info.multipv.map(u64::from));
    if let Some(score) = info.opinion() {
        add(&mut line, "score", Some(scale::score_text(score, info.unit)));
        line.push_str(match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
    }
    if options.show_wdl
        && let Some([win, draw, loss]) = scale::chances_of(info)
    {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    add(&mut line, "nodes", info.nodes);
    let per_second = |nodes: u64| {
        let elapsed_us = info.time?.as_micros().max(1);
        u64::try_from(u128::from(nodes) * 1_000_000 / elapsed_us).ok()
    };
    add(&mut line, "nps", info.nodes.and_then(per_second));
    add(&mut line, "hashfull", info.hashfull.map(u64::from));
    add(&mut line, "time", info.time.map(|time| time.as_millis() as u64));
    if !info.pv.is_empty() {
        line.push_str(" pv");
        for &mv in &info.pv {
            let _ = write!(line, " {}", move_text(mv, options));
        }
    }
    line
}

fn answer_line(choice: Choice, options: &Options) -> String {
    let Some(best) = choice.best else { return "bestmove (none)".to_owned() };
    let mut line = format!("bestmove {}", move_text(best, options));
    if let Some(reply) = choice.ponder {
        let _ = write!(line, " ponder {}", move_text(reply, options));
    }
    line
}

/// The diagram, and the five lines that scripts read.
fn board(position: &Position, lines: &mut Vec<String>) {
    lines.extend(position.diagram().lines().map(str::to_owned));
    lines.push(format!("Fen: {}", position.fen()));
    lines.push(format!("Key: {:016x}", position.key()));
    lines.push(format!("Side: {}", position.side().letter()));
    lines.push(format!(
        "Outcome: {}",
        match position.outcome() {
            None => "none".to_owned(),
            Some(Outcome::Line { winner, squares }) => {
                format!("{} wins {}", winner.letter(), names(&squares))
            }
            Some(Outcome::Forbidden(square)) => format!("o wins forbidden {square}"),
            Some(Outcome::Draw) => "draw".to_owned(),
        }
    ));
    let mut forbidden: Vec<Square> = position.forbidden_points().iter().collect();
    sort_by_key(&mut forbidden, |square| (square.col(), square.row()));
    lines.push(format!(
        "Forbidden: {}",
        if forbidden.is_empty() { "none".to_owned() } else { names(&forbidden) }
    ));
}

fn names(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

fn eval(report: &EvalReport, lines: &mut Vec<String>) {
    lines.extend(report.points.iter().map(|(square, worth)| {
        let [x, o] = worth.0.map(scale::centi);
        format!("{square} x {x} o {o}")
    }));
    lines.push(format!("together cp {}", scale::centi(report.together)));
    lines.push(format!("total {}", scale::score_text(report.total, Unit::Engine)));
    lines.push("evalok".to_owned());
}

/// The numbers that a player decides by, in its own unit.
fn decided_by(player: &str, basis: &Basis, lines: &mut Vec<String>) {
    match basis {
        Basis::Points(points) => lines.extend(points.iter().map(|(square, worth)| {
            let [x, o] = worth.0;
            format!("{square} x {x} o {o}")
        })),
        Basis::Lines { open, lacking_one, value } => {
            for (name, count) in [("open", open), ("lacking-one", lacking_one)] {
                let [x, o] = count.0;
                lines.push(format!("{name} x {x} o {o}"));
            }
            lines.push(format!("total {value}"));
        }
        Basis::Engine | Basis::Nothing => {
            lines.push(format!("info string {player} values nothing in a position"));
        }
    }
    lines.push("evalok".to_owned());
}

fn patterns(report: &PatternReport, lines: &mut Vec<String>) {
    let shapes = |names: &[&str]| match names {
        [] => "none".to_owned(),
        names => names.join(","),
    };
    lines.extend(report.points.iter().map(|point| {
        let [x, o] = Color::ALL.map(|color| shapes(&point.shapes[color]));
        let [x_threat, o_threat] = point.threat.0;
        format!("{} x {x} o {o} threat x {x_threat} o {o_threat}", point.square)
    }));
    lines.push("patternsok".to_owned());
}

fn standing(shapes: &[StandingReport], lines: &mut Vec<String>) {
    lines.extend(shapes.iter().map(|StandingReport { color, shape, squares }| {
        format!("{} {shape} {}", color.letter(), names(squares))
    }));
    lines.push("patternsok".to_owned());
}

fn moves(report: &MovesReport, options: &Options, lines: &mut Vec<String>) {
    lines.extend(report.candidates.iter().map(|candidate| {
        let mv = move_text(candidate.mv, options);
        format!("{mv} order {} reason {}", candidate.order, plain(&candidate.reason))
    }));
    lines.push("movesok".to_owned());
}

/// One line for each reason: the move, the code, the side that it is about, and squares.
fn explain(reasons: &[Reason], options: &Options, lines: &mut Vec<String>) {
    lines.extend(reasons.iter().map(|Reason { mv, code, side, squares }| {
        let mut words = vec!["reason".to_owned(), move_text(*mv, options), code.to_string()];
        words.extend(side.map(|side| side.letter().to_string()));
        words.extend(squares.iter().map(Square::to_string));
        words.join(" ")
    }));
    lines.push("explainok".to_owned());
}

/// The lines of a proof, and what became of the claim.
fn proof(report: &ProofReport, lines: &mut Vec<String>) {
    let mut end = match &report.finding {
        ProofFinding::Proven { text, .. } => {
            lines.extend(text.lines().map(|line| format!("proof {line}")));
            "proofok proven".to_owned()
        }
        ProofFinding::Refuted => "proofok refuted".to_owned(),
        ProofFinding::Undecided => "proofok undecided".to_owned(),
    };
    if let Some(claim) = report.claim {
        // Writing to a string cannot fail.
        let _ = write!(end, " {claim}");
    }
    if let ProofFinding::Proven { nodes, .. } = report.finding {
        let _ = write!(end, " nodes {nodes}");
    }
    let _ = write!(end, " positions {}", report.positions);
    lines.push(end);
}

/// Lists the commands, those first that a protocol has besides UCI's.
pub(in crate::protocol) fn help(others: &[CommandSpec], lines: &mut Vec<String>) {
    lines.extend(others.iter().chain(COMMANDS).map(|command| {
        let gap = if command.arguments.is_empty() { "" } else { " " };
        format!("{}{gap}{}: {}", command.word, command.arguments, command.help)
    }));
    lines.push("helpok".to_owned());
}

/// Text that stays on its line.
fn plain(text: &str) -> String {
    text::escaped(text.chars())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::control::scale::UNITS_PER_100_CP;
    use crate::game::Move;
    use crate::value::Score;

    fn written(event_to_write: &Event, settings: &[(&str, &str)]) -> Vec<String> {
        let mut options = Options::default();
        for (name, value) in settings {
            options.set(name, Some(value)).unwrap();
        }
        let mut lines = Vec::new();
        event(event_to_write, &options, &mut lines);
        lines
    }

    fn moves_of(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn info_fields_keep_their_order() {
        let info = Info {
            depth: 7,
            seldepth: Some(12),
            multipv: Some(2),
            score: Score::estimate(UNITS_PER_100_CP / 2),
            unit: Unit::Engine,
            bound: Bound::Lower,
            nodes: Some(3000),
            hashfull: Some(4),
            time: Some(Duration::from_micros(1500)),
            pv: moves_of("h8 *i9"),
            draw: 0,
        };
        let event = Event::Report(Report::Info(info));
        assert_eq!(
            written(&event, &[]),
            ["info depth 7 seldepth 12 multipv 2 score cp 50 lowerbound nodes 3000 nps 2000000 \
              hashfull 4 time 1 pv h8 *i9"]
        );
        assert_eq!(
            written(&event, &[("UCI_ShowWDL", "true"), ("UCI_Variant", "gomoku")]),
            ["info depth 7 seldepth 12 multipv 2 score cp 50 lowerbound wdl 634 0 366 nodes 3000 \
              nps 2000000 hashfull 4 time 1 pv P@h8 *i9"]
        );
        let bare = Event::Report(Report::Info(Info::default()));
        assert_eq!(written(&bare, &[]), ["info depth 0 score cp 0"]);
        let wdl = [("UCI_ShowWDL", "true")];
        let line = |unit| {
            let info = Info { depth: 1, unit, pv: moves_of("h8"), ..Info::default() };
            Event::Report(Report::Info(info))
        };
        assert_eq!(written(&line(Unit::Nothing), &wdl), ["info depth 1 pv h8"]);
        assert_eq!(written(&line(Unit::Lines), &wdl), ["info depth 1 score cp 0 pv h8"]);
    }

    #[test]
    fn answers_name_the_move_and_the_reply() {
        let [best, reply] = moves_of("h8 i9")[..] else { panic!() };
        let choice = Choice { best: Some(best), ponder: Some(reply) };
        assert_eq!(written(&Event::Answer(choice), &[]), ["bestmove h8 ponder i9"]);
        assert_eq!(
            written(&Event::Answer(choice), &[("UCI_Variant", "tictactoe")]),
            ["bestmove P@h8 ponder P@i9"]
        );
        assert_eq!(written(&Event::Answer(Choice::default()), &[]), ["bestmove (none)"]);
    }

    #[test]
    fn foreign_text_stays_on_its_line() {
        let problem = Problem::new("go\n", "\u{7}".repeat(60), "much\r\nless");
        let lines = written(&Event::Problem(problem), &[]);
        assert_eq!(lines.len(), 1);
        assert!(!lines[0].chars().any(char::is_control), "{lines:?}");
        let text = Event::Report(Report::Text("one\ntwo\u{1b}".to_owned()));
        assert_eq!(written(&text, &[]), ["info string one", "info string two\\x1b"]);
    }

    #[test]
    fn every_option_is_advertised_in_one_line() {
        let lines = written(&Event::Identity, &[]);
        for spec in options::TABLE {
            let start = format!("option name {} type ", spec.name);
            assert_eq!(lines.iter().filter(|line| line.starts_with(&start)).count(), 1);
        }
        assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    }
}
