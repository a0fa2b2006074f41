//! What was found, or why nothing was, to a line of JSON.

use serde::Serialize;

use tengen_engine::control::scale;
use tengen_engine::control::{Draws, Info, Unit};
use tengen_engine::game::{Color, Move, Outcome, Position};
use tengen_engine::protocol::{escaped, shown};
use tengen_engine::session::message::Problem;
use tengen_engine::value::{Bound, Score, ScoreKind};

use super::analyst::Analysis;
use super::request::Id;

/// A score as the outside knows it: `{"cp": 35}` or `{"mate": -2}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreText {
    /// An estimate in hundredths.
    Cp(i32),
    /// A proven end, in own moves of the side that wins; negative when that is
    /// the opponent.
    Mate(i32),
}

impl ScoreText {
    fn new(score: Score, unit: Unit) -> ScoreText {
        match score.kind() {
            ScoreKind::Estimate(units) => ScoreText::Cp(scale::hundredths(units, unit)),
            ScoreKind::Win(plies) => ScoreText::Mate(plies.div_ceil(2).into()),
            ScoreKind::Loss(plies) => ScoreText::Mate(-i32::from(plies.div_ceil(2))),
        }
    }
}

/// A score with its chances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreChances {
    /// The score itself.
    pub score: ScoreText,
    /// `lower` or `upper` where the score is only a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Chance of winning plus half of that of a draw, 0 to 1.
    pub winrate: f64,
    /// Chances of win, draw and loss, per mille.
    pub wdl: [u32; 3],
}

impl ScoreChances {
    /// What is told of a score of the engine; `draw` is as in [`Info`].
    pub fn new(score: Score, bound: Bound, draw: u32) -> ScoreChances {
        let wdl = scale::chances(score, draw);
        let score = ScoreText::new(score, Unit::Engine);
        ScoreChances { score, bound: bound_name(bound), winrate: winrate(wdl), wdl }
    }
}

/// What is told of the value of a line: as much as its player knows.
#[derive(Clone, Debug, Serialize)]
struct LineValue {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winrate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u32; 3]>,
}

impl LineValue {
    fn new(info: &Info, draw: u32) -> LineValue {
        let score = info.opinion().map(|score| ScoreText::new(score, info.unit));
        let wdl = scale::chances_of(&Info { draw, ..info.clone() });
        LineValue {
            score,
            bound: score.and(bound_name(info.bound)),
            winrate: wdl.map(winrate),
            wdl,
        }
    }
}

/// The chance of winning and half of that of a draw. Thousandths are written the same
/// on every machine.
fn winrate([win, draw, _]: [u32; 3]) -> f64 {
    f64::from(2 * win + draw) / 2000.0
}

const fn bound_name(bound: Bound) -> Option<&'static str> {
    match bound {
        Bound::Exact => None,
        Bound::Lower => Some("lower"),
        Bound::Upper => Some("upper"),
    }
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
struct LineText {
    #[serde(flatten)]
    value: LineValue,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seldepth: Option<u32>,
    pv: Vec<String>,
}

impl LineText {
    fn new(info: &Info, draw: u32) -> LineText {
        LineText {
            value: LineValue::new(info, draw),
            depth: info.depth,
            seldepth: info.seldepth,
            pv: info.pv.iter().map(Move::to_string).collect(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeText {
    winner: Option<char>,
    reason: &'static str,
    squares: Vec<String>,
}

impl From<&Outcome> for OutcomeText {
    fn from(outcome: &Outcome) -> OutcomeText {
        let (reason, squares) = match outcome {
            Outcome::Line { squares, .. } => ("line", squares.as_slice()),
            Outcome::Forbidden(square) => ("forbidden", std::slice::from_ref(square)),
            Outcome::Draw => ("full board", [].as_slice()),
        };
        OutcomeText {
            winner: outcome.winner().map(Color::letter),
            reason,
            squares: squares.iter().map(ToString::to_string).collect(),
        }
    }
}

impl OutcomeText {
    /// The end of the game in a few words, as `x wins a1 b1 c1`.
    pub fn sentence(&self) -> String {
        let squares = self.squares.join(" ");
        match (self.winner, self.reason) {
            (Some(winner), "line") => format!("{winner} wins {squares}"),
            (Some(winner), reason) => format!("{winner} wins {reason} {squares}"),
            (None, _) => "draw".to_owned(),
        }
    }

    /// The winning squares, or the forbidden point that was played.
    pub fn squares(&self) -> &[String] {
        &self.squares
    }
}

/// The answer for one position of a request.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisAnswer<'a> {
    id: &'a Id,
    turn: usize,
    #[serde(skip_serializing_if = "is_false")]
    cancelled: bool,
    fen: String,
    side: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeText>,
    best: Option<String>,
    #[serde(flatten)]
    value: LineValue,
    depth: u32,
    lines: Vec<LineText>,
    nodes: u64,
    time_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofText>,
}

/// The proof that a player wins: the text of a file, or `null` where none was found.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum ProofText {
    Found(String),
    Missing,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl<'a> AnalysisAnswer<'a> {
    /// The answer for the position after `turn` moves.
    pub fn new(
        id: &'a Id,
        turn: usize,
        position: &Position,
        verdict: &Analysis,
    ) -> AnalysisAnswer<'a> {
        let first = &verdict.first;
        let draws = Draws::of(position);
        let draw = |info: &Info| draws.share(info);
        let lines = std::iter::once(first).chain(&verdict.others);
        AnalysisAnswer {
            id,
            turn,
            cancelled: verdict.is_cancelled,
            fen: position.fen(),
            side: position.side().letter(),
            outcome: position.outcome().as_ref().map(OutcomeText::from),
            best: verdict.best.map(|mv| mv.to_string()),
            value: LineValue::new(first, draw(first)),
            depth: first.depth,
            lines: lines
                .filter(|info| !info.pv.is_empty())
                .map(|info| LineText::new(info, draw(info)))
                .collect(),
            nodes: first.nodes.unwrap_or(0),
            time_ms: verdict.time.as_millis() as u64,
            proof: None,
        }
    }

    /// The answer with the proof that was asked for, or that none was found.
    #[must_use]
    pub fn with_proof(self, proof: Option<String>) -> AnalysisAnswer<'a> {
        let proof = proof.map_or(ProofText::Missing, ProofText::Found);
        AnalysisAnswer { proof: Some(proof), ..self }
    }

    /// The answer as a line, without its end.
    pub fn line(&self) -> String {
        to_line(self)
    }
}

/// A request that was given up before it was begun.
#[derive(Serialize)]
struct GivenUp<'a> {
    id: &'a Id,
    turn: usize,
    cancelled: bool,
}

/// The answer for a position that was given up before it was begun.
pub fn cancelled(id: &Id, turn: usize) -> String {
    to_line(&GivenUp { id, turn, cancelled: true })
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorText {
    what: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    expected: String,
}

impl From<&Problem> for ErrorText {
    fn from(problem: &Problem) -> ErrorText {
        ErrorText {
            what: escaped(problem.what.chars()),
            text: shown(&problem.text),
            reason: problem.reason.as_ref().map(|reason| escaped(reason.chars())),
            expected: escaped(problem.expected.chars()),
        }
    }
}

/// A refused line, or a position for which there is no answer.
#[derive(Serialize)]
struct Refused<'a> {
    id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    error: ErrorText,
}

/// The answer to what cannot be done: the number of the refused line or the
/// turn of the position for which there is no answer, and why.
pub fn refused(
    id: Option<&Id>,
    line: Option<u64>,
    turn: Option<usize>,
    problem: &Problem,
) -> String {
    to_line(&Refused { id, line, turn, error: problem.into() })
}

fn to_line(value: &impl Serialize) -> String {
    // Texts, numbers and lists of them can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use tengen_engine::game::Variant;

    fn text(id: &str) -> Id {
        Id::Text(id.to_owned())
    }

    #[test]
    fn answers_have_their_fields_in_order() {
        let mut position = Position::new(Variant::preset("tictactoe").unwrap()).unwrap();
        position.play("b2".parse().unwrap()).unwrap();
        let moves = |text: &str| text.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let first = Info {
            depth: 3,
            seldepth: Some(5),
            score: Score::estimate(scale::UNITS_PER_100_CP),
            nodes: Some(12),
            pv: moves("a1 c3"),
            ..Info::default()
        };
        let second =
            Info { depth: 3, score: Score::loss_in(4), bound: Bound::Upper, ..first.clone() };
        let verdict = Analysis {
            best: Some("a1".parse().unwrap()),
            first,
            others: vec![second],
            time: Duration::from_micros(2500),
            is_cancelled: false,
        };
        assert_eq!(
            AnalysisAnswer::new(&text("q"), 1, &position, &verdict).line(),
            r#"{"id":"q","turn":1,"fen":"3/1x1/3 o k=3 rule=freestyle destroy=0,0 last=b2","#
                .to_owned()
                + r#""side":"o","best":"a1","score":{"cp":100},"winrate":0.75,"wdl":[501,498,1],"#
                + r#""depth":3,"lines":[{"score":{"cp":100},"winrate":0.75,"wdl":[501,498,1],"#
                + r#""depth":3,"seldepth":5,"pv":["a1","c3"]},{"score":{"mate":-2},"#
                + r#""bound":"upper","winrate":0.0,"wdl":[0,0,1000],"depth":3,"seldepth":5,"#
                + r#""pv":["a1","c3"]}],"nodes":12,"time_ms":2}"#
        );
    }

    #[test]
    fn the_end_of_a_game_is_told() {
        let mut position = Position::new(Variant::preset("tictactoe").unwrap()).unwrap();
        for mv in ["a1", "a2", "b1", "b2", "c1"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let first = Info { score: Score::loss_in(0), ..Info::default() };
        let verdict = Analysis { first, is_cancelled: true, ..Analysis::default() };
        assert_eq!(
            AnalysisAnswer::new(&Id::Number(4), 5, &position, &verdict).line(),
            r#"{"id":4,"turn":5,"cancelled":true,"fen":"3/oo1/xxx o k=3 rule=freestyle "#
                .to_owned()
                + r#"destroy=0,0 last=c1","side":"o","outcome":{"winner":"x","reason":"line","#
                + r#""squares":["a1","b1","c1"]},"best":null,"score":{"mate":0},"winrate":0.0,"#
                + r#""wdl":[0,0,1000],"depth":0,"lines":[],"nodes":0,"time_ms":0}"#
        );
    }

    #[test]
    fn refusals_are_one_line() {
        let problem = Problem::new("moves", "a\n\u{7}", "less");
        assert_eq!(
            refused(Some(&text("\"\n")), Some(3), None, &problem),
            r#"{"id":"\"\n","line":3,"error":{"what":"moves","text":"a\\x0a\\x07","#.to_owned()
                + r#""expected":"less"}}"#
        );
        let reasoned = refused(None, None, None, &problem.clone().because("lost"));
        assert!(reasoned.ends_with(r#""reason":"lost","expected":"less"}}"#), "{reasoned}");
        assert!(refused(None, None, Some(2), &problem).starts_with(r#"{"id":null,"turn":2,"#));
        assert_eq!(cancelled(&Id::Number(1), 0), r#"{"id":1,"turn":0,"cancelled":true}"#);
    }
}
