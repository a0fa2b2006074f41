//! What the engine sees in a position, as plain reports.

use crate::game::{ByColor, Color, Position};
use crate::pattern::{Shape, StandingShape, ThreatName};
use crate::search::inspect;

use super::message::{
    EvalReport, Event, ManagerView, MoveReport, MovesReport, PatternReport, PointReport,
    StandingReport,
};

/// What a manager sees on its board.
pub(super) fn seen(view: ManagerView, position: &Position) -> Event {
    match view {
        ManagerView::Board => Event::Board(Box::new(position.clone())),
        ManagerView::Evaluation => Event::Eval(evaluation(position)),
        ManagerView::Moves => Event::Moves(candidates(position)),
        ManagerView::Forbidden => {
            let points = position.forbidden_points();
            let listed = position.size().reading_order().filter(|&at| points.contains(at));
            Event::Forbidden(listed.collect())
        }
    }
}

/// The static evaluation, total and per point.
pub(super) fn evaluation(position: &Position) -> EvalReport {
    let inspect::Evaluation { total, points, together } = inspect::evaluate(position);
    EvalReport { total, points, together }
}

/// The shapes of every point.
pub(super) fn patterns(position: &Position) -> PatternReport {
    let names = |shapes: Vec<Shape>| shapes.into_iter().map(Shape::name).collect();
    let point = |found: inspect::PointPatterns| PointReport {
        square: found.square,
        shapes: ByColor(found.shapes.0.map(names)),
        threat: found.threat,
    };
    PatternReport { points: inspect::patterns(position).into_iter().map(point).collect() }
}

/// The shapes that stand on the board.
pub(super) fn standing(position: &Position) -> Vec<StandingReport> {
    let report = |found: StandingShape| StandingReport {
        color: found.color,
        shape: found.shape.name(),
        squares: found.squares,
    };
    inspect::standing(position).into_iter().map(report).collect()
}

/// The candidate moves in the order of the search.
pub(super) fn candidates(position: &Position) -> MovesReport {
    let side = position.side();
    let candidate = |found: inspect::CandidateReport| MoveReport {
        mv: found.mv,
        reason: if found.mv.is_conversion() {
            "converts".to_owned()
        } else {
            reason(found.threat, side)
        },
        order: found.order,
    };
    MovesReport { candidates: inspect::candidates(position).into_iter().map(candidate).collect() }
}

/// Why a move is worth looking at.
fn reason(threat: ByColor<ThreatName>, side: Color) -> String {
    let [own, other] = [threat[side], threat[!side]].map(|threat| match threat {
        ThreatName::None | ThreatName::Forbidden(_) => None,
        threat => Some(threat),
    });
    match (own, other) {
        (Some(own), Some(other)) => format!("makes {own}, denies {other}"),
        (Some(own), None) => format!("makes {own}"),
        (None, Some(other)) => format!("denies {other}"),
        (None, None) => "develops".to_owned(),
    }
}
