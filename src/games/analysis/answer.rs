//! What was found, or why nothing was, to a line of JSON.

use serde::Serialize;

use tengen_engine::control::scale;
use tengen_engine::control::{Draws, Info, Unit};
use tengen_engine::game::{Code, Color, Move, Outcome, Position};
use tengen_engine::protocol::{escaped, shown};
use tengen_engine::session::message::Problem;
use tengen_engine::value::{Bound, Score, ScoreKind};

use super::analyst::Analysis;
use super::request::Id;

/// A score as the outside knows it: `{"cp": 35}` or `{"mate": -2}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScoreText {
    /// An estimate in hundredths; in hundredths of a line from minimax and alphabeta.
    Cp(i32),
    /// A proven end, in own moves of the side that wins; negative when that is
    /// the opponent, 0 when the game is decided.
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

/// How a score bounds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoundText {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

impl BoundText {
    const fn new(bound: Bound) -> Option<BoundText> {
        match bound {
            Bound::Exact => None,
            Bound::Lower => Some(BoundText::Lower),
            Bound::Upper => Some(BoundText::Upper),
        }
    }
}

/// A score with its chances, from the view of the player who makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoreChances {
    /// The score itself.
    pub score: ScoreText,
    /// Which bound the score is; absent where the score is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundText>,
    /// Chance of winning plus half of that of a draw, 0 to 1.
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    pub winrate: f64,
    /// Chances of win, draw and loss, per mille.
    #[cfg_attr(test, schemars(inner(range(max = 1000))))]
    pub wdl: [u32; 3],
}

impl ScoreChances {
    /// What is told of a score of the engine; `draw` is as in [`Info`].
    pub fn new(score: Score, bound: Bound, draw: u32) -> ScoreChances {
        let wdl = scale::chances(score, draw);
        let score = ScoreText::new(score, Unit::Engine);
        ScoreChances { score, bound: BoundText::new(bound), winrate: winrate(wdl), wdl }
    }
}

/// What is told of the value of a line: as much as its player knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineValue {
    /// The score; absent where the player has no opinion.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreText>,
    /// Which bound the score is; absent where the score is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<BoundText>,
    /// Chance of winning plus half of that of a draw; absent where none follows from the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 0, max = 1)))]
    winrate: Option<f64>,
    /// Chances of win, draw and loss, per mille; absent where none follow from the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(inner(range(max = 1000))))]
    wdl: Option<[u32; 3]>,
}

impl LineValue {
    fn new(info: &Info, draw: u32) -> LineValue {
        let score = info.opinion().map(|score| ScoreText::new(score, info.unit));
        let wdl = scale::chances_of(&Info { draw, ..info.clone() });
        LineValue {
            score,
            bound: score.and(BoundText::new(info.bound)),
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

/// A line of play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LineText {
    #[serde(flatten)]
    value: LineValue,
    /// Plies searched completely.
    depth: u32,
    /// Plies of the longest line that was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    seldepth: Option<u32>,
    /// The moves.
    #[cfg_attr(test, schemars(with = "Vec<crate::contracts::Move>", length(min = 1)))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OutcomeText {
    /// The winner; null in a draw.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Side>"))]
    winner: Option<char>,
    /// What ended the game.
    reason: EndReason,
    /// The squares of the line, or the forbidden point that was played.
    #[cfg_attr(test, schemars(with = "Vec<crate::contracts::Square>"))]
    squares: Vec<String>,
}

/// What ended a game on the board.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum EndReason {
    /// A winning line.
    Line,
    /// A point that was forbidden.
    Forbidden,
    /// No empty square was left.
    #[serde(rename = "full board")]
    FullBoard,
}

impl From<&Outcome> for OutcomeText {
    fn from(outcome: &Outcome) -> OutcomeText {
        let (reason, squares) = match outcome {
            Outcome::Line { squares, .. } => (EndReason::Line, squares.as_slice()),
            Outcome::Forbidden(square) => (EndReason::Forbidden, std::slice::from_ref(square)),
            Outcome::Draw => (EndReason::FullBoard, [].as_slice()),
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
            (Some(winner), EndReason::Forbidden) => format!("{winner} wins forbidden {squares}"),
            (Some(winner), _) => format!("{winner} wins {squares}"),
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisAnswer<'a> {
    /// The name of the request, as it came.
    id: &'a Id,
    /// Number of moves played.
    turn: usize,
    /// The request was given up; this is all that was found until then.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(test, schemars(extend("const" = true)))]
    cancelled: bool,
    /// The position with every field.
    fen: String,
    /// The player to move, from whose view all scores are.
    #[cfg_attr(test, schemars(with = "crate::contracts::Side"))]
    side: char,
    /// How the game ended; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeText>,
    /// The move to play; null in a finished game.
    #[cfg_attr(test, schemars(with = "Option<crate::contracts::Move>"))]
    best: Option<String>,
    #[serde(flatten)]
    value: LineValue,
    /// Plies searched completely.
    depth: u32,
    /// Lines of play, best first.
    lines: Vec<LineText>,
    /// Positions visited.
    nodes: u64,
    /// Milliseconds that the answer took.
    time_ms: u64,
    /// The proof; absent where none was asked for, or the score is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofText>,
}

/// The proof that a player wins: the text of a proof file, or null where none was found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// A position that was given up before it was begun.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GivenUp<'a> {
    /// The name of the request, as it came.
    id: &'a Id,
    /// Number of moves played.
    turn: usize,
    /// The request was given up.
    #[cfg_attr(test, schemars(extend("const" = true)))]
    cancelled: bool,
}

/// The answer for a position that was given up before it was begun.
pub fn cancelled(id: &Id, turn: usize) -> String {
    to_line(&GivenUp { id, turn, cancelled: true })
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ErrorText {
    /// What programs decide by.
    #[cfg_attr(test, schemars(with = "crate::contracts::Code"))]
    code: Code,
    /// The field, or another subject.
    what: String,
    /// The text at fault.
    #[cfg_attr(test, schemars(length(min = 1, max = 60)))]
    text: String,
    /// Why the text is wrong, where `expected` does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What was expected instead.
    expected: String,
}

impl From<&Problem> for ErrorText {
    fn from(problem: &Problem) -> ErrorText {
        ErrorText {
            code: problem.code,
            what: escaped(problem.what.chars()),
            text: shown(&problem.text),
            reason: problem.reason.as_ref().map(|reason| escaped(reason.chars())),
            expected: escaped(problem.expected.chars()),
        }
    }
}

/// A line that cannot be answered, or a position that its player cannot judge.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Refused<'a> {
    /// The name of the request; null where it could not be read.
    id: Option<&'a Id>,
    /// Number of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    line: Option<u64>,
    /// Number of moves played.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// What is wrong.
    error: ErrorText,
}

/// A line of output.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(title = "A line of output of tengen analyze", untagged)]
#[expect(dead_code, reason = "its schema is all that is needed of it")]
pub(crate) enum AnswerLine<'a> {
    Answer(AnalysisAnswer<'a>),
    Cancelled(GivenUp<'a>),
    Refusal(Refused<'a>),
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
            r#"{"id":"\"\n","line":3,"error":{"code":"invalid","what":"moves","#.to_owned()
                + r#""text":"a\\x0a\\x07","expected":"less"}}"#
        );
        let reasoned = refused(None, None, None, &problem.clone().because("lost"));
        assert!(reasoned.ends_with(r#""reason":"lost","expected":"less"}}"#), "{reasoned}");
        assert!(refused(None, None, Some(2), &problem).starts_with(r#"{"id":null,"turn":2,"#));
        assert_eq!(cancelled(&Id::Number(1), 0), r#"{"id":1,"turn":0,"cancelled":true}"#);
    }
}
