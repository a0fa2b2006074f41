//! The review of a game as one page for the browser, which needs nothing else.

use anyhow::Context;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};
use serde::Serialize;

use tengen_games::review::judge::Class;
use tengen_games::review::report::{Report, shown, shown_loss};
use tengen_games::review::text::{heading, hold_sentence, slip, summary};

/// The page; its name makes the values in it be escaped as HTML.
const TEMPLATE: (&str, &str) = ("page.html", include_str!("page.html"));

/// A point of the curve of win rates.
#[derive(Debug, Serialize)]
struct Point {
    /// Number of moves played.
    turn: usize,
    x: f64,
    y: f64,
    class: Class,
    /// What the page says about the point.
    label: String,
}

/// Width of the graph, in its own units.
const WIDTH: f64 = 600.0;
/// Height of the graph.
const HEIGHT: f64 = 120.0;
/// Room around the graph, for points at the edges of the graph.
const MARGIN: f64 = 6.0;

/// A row of the list of moves.
#[derive(Debug, Serialize)]
struct Row<'a> {
    number: usize,
    side: char,
    mv: &'a str,
    class: Class,
    before: String,
    after: String,
    loss: String,
    best: &'a str,
    /// What the move did to the game besides.
    slip: &'static str,
}

/// The review as a page.
///
/// # Errors
/// Never for what is in it; the template engine may.
pub(super) fn page(report: &Report) -> anyhow::Result<String> {
    let rows: Vec<Row> = report
        .moves
        .iter()
        .map(|mv| Row {
            number: mv.number,
            side: mv.side,
            mv: &mv.mv,
            class: mv.class,
            before: shown(&mv.before),
            after: shown(&mv.after),
            loss: shown_loss(mv.loss),
            best: mv.best.as_deref().unwrap_or_default(),
            slip: slip(mv).trim_start_matches(", "),
        })
        .collect();
    // Inside a script element nothing but its end is special.
    let data = serde_json::to_string(report)?.replace('<', "\\u003c");
    let mut environment = Environment::new();
    environment.add_template(TEMPLATE.0, TEMPLATE.1)?;
    let template = environment.get_template(TEMPLATE.0)?;
    let page = template.render(context! {
        look => tengen_page::files::LOOK,
        name => report.game.name.as_str(),
        heading => heading(report).trim_end(),
        hold => report.last_hold.as_ref().map(|hold| hold.number),
        hold_sentence => hold_sentence(report),
        faults_x => summary(&report.faults.x, report.accuracy.x),
        faults_o => summary(&report.faults.o, report.accuracy.o),
        rows => Value::from(Serde(rows)),
        points => Value::from(Serde(points(report))),
        step => (WIDTH - 2.0 * MARGIN) / number(report.moves.len().max(1)),
        width => WIDTH,
        height => HEIGHT,
        last => report.moves.len(),
        data,
    });
    page.context("the page cannot be made")
}

/// The win rate of x after each number of moves.
fn points(report: &Report) -> Vec<Point> {
    let count = report.moves.len();
    let start = report.moves.first().map(|mv| (mv.side, mv.before.winrate));
    let start = start.or_else(|| report.next.as_ref().map(|next| (next.side, next.value.winrate)));
    let of_x = |(side, rate): (char, f64)| if side == 'x' { rate } else { 1.0 - rate };
    let first = (of_x(start.unwrap_or(('x', 0.5))), Class::Good, "start".to_owned());
    let others = report.moves.iter().map(|mv| {
        let text = format!("{} {} {}", mv.number, mv.side, mv.mv);
        (of_x((mv.side, mv.after.winrate)), mv.class, text)
    });
    let place = |(turn, (rate, class, text)): (usize, (f64, Class, String))| Point {
        turn,
        x: MARGIN + (WIDTH - 2.0 * MARGIN) * number(turn) / number(count.max(1)),
        y: MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - rate),
        class,
        label: format!("{text}: x {:.0} %", rate * 100.0),
    };
    std::iter::once(first).chain(others).enumerate().map(place).collect()
}

/// A count as a number to reckon with; games are far shorter than a u32.
fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
