//! What a job found out, as a line of JSON.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Position, Square};
use crate::proof::{self, CheckSettings, Claim, FileError, Proof, ProofVerdict};
use crate::value::Score;

use super::super::cut::is_same;
use super::{Job, JobFinding, Others};

/// Why a line is no finding.
#[derive(Debug, Error)]
pub enum FindingError {
    /// Something stands there in place of something else.
    #[error("{0}: expected {1}")]
    Unexpected(String, &'static str),
    /// What is said to be a strategy is no file of one.
    #[error("{0}: {1}")]
    NoStrategy(String, FileError),
    /// The strategy is refuted.
    #[error("{0}: it does not win")]
    Refuted(String),
}

/// A finding.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingLine {
    /// The number of the job in its round, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    job: Option<u64>,
    /// The moves that lead to the position from the root.
    pub moves: String,
    found: FoundLine,
    /// What a search thinks of the position, in internal units for the prover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
    /// The best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// Other moves that a search looked at, each with its score behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    others: Option<String>,
    /// The replies that need answers, with blanks between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replies: Option<String>,
    /// Whether there is a strategy: the one that wins, or the one that answers all other
    /// replies.
    has_strategy: bool,
    /// Positions that were visited.
    pub positions: u64,
    /// Whether this finding takes the place of an earlier one, whose strategy is lost.
    #[serde(default, skip_serializing_if = "is_false")]
    pub again: bool,
    /// The text of the strategy, where it is not kept apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FoundLine {
    Won,
    Lost,
    Open,
    Replies,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What the position is called that no moves lead to.
const ROOT: &str = "(root)";

/// Squares with blanks between.
pub fn words(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// The moves that lead to a position, or a word where there are none.
pub fn name(moves: &[Square]) -> String {
    if moves.is_empty() { ROOT.to_owned() } else { words(moves) }
}

/// The squares that words name.
///
/// # Errors
/// When a word names none.
pub fn squares(text: &str) -> Result<Vec<Square>, FindingError> {
    let unexpected = |word: &str| FindingError::Unexpected(word.to_owned(), "a square, as in h8");
    text.split_whitespace().map(|word| word.parse().map_err(|_| unexpected(word))).collect()
}

/// The squares that words name, each with its score behind it.
fn scored(text: &str) -> Result<Vec<(Square, Score)>, FindingError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pair = |pair: &[&str]| {
        let unexpected = || {
            let expected = "a square and its score, as in h8 120";
            FindingError::Unexpected(pair.join(" "), expected)
        };
        let [square, score] = pair else { return Err(unexpected()) };
        let square = square.parse().map_err(|_| unexpected())?;
        let score = score.parse().map_err(|_| unexpected())?;
        Ok((square, Score::from_raw(score)))
    };
    words.chunks(2).map(pair).collect()
}

impl FindingLine {
    /// The moves, or a word where there are none.
    pub fn name(&self) -> &str {
        if self.moves.is_empty() { ROOT } else { &self.moves }
    }

    /// The line of a finding, its strategy left out.
    pub fn new(job: &Job, finding: &JobFinding, positions: u64) -> FindingLine {
        let mut line = FindingLine {
            job: None,
            moves: words(&job.moves),
            found: FoundLine::Won,
            score: None,
            best: None,
            others: None,
            replies: None,
            has_strategy: finding.strategy().is_some(),
            positions,
            again: false,
            strategy: None,
        };
        match finding {
            JobFinding::Won(_) => {}
            JobFinding::Lost => line.found = FoundLine::Lost,
            JobFinding::Open { score, best, others } => {
                (line.found, line.score) = (FoundLine::Open, Some(score.raw()));
                line.best = Some(best.to_string());
                let with_score =
                    |(square, score): &(Square, Score)| format!("{square} {}", score.raw());
                let words = others.iter().map(with_score).collect::<Vec<_>>().join(" ");
                line.others = (!words.is_empty()).then_some(words);
            }
            JobFinding::Replies(squares, _) => {
                (line.found, line.replies) = (FoundLine::Replies, Some(words(squares)));
            }
        }
        line
    }

    /// As [`FindingLine::new`], but with the strategy in the line, and the number of the job in its
    /// round.
    pub fn whole(job: &Job, number: u64, finding: &JobFinding, positions: u64) -> FindingLine {
        FindingLine {
            job: Some(number),
            strategy: finding.strategy().map(proof::text),
            ..FindingLine::new(job, finding, positions)
        }
    }

    fn expected(&self, what: &'static str) -> FindingError {
        FindingError::Unexpected(self.name().to_owned(), what)
    }

    /// The finding, with `strategy` in it where it has one; an empty proof will do for a tree.
    ///
    /// # Errors
    /// When the line says too little.
    pub fn finding(&self, strategy: Proof) -> Result<JobFinding, FindingError> {
        let strategy = Box::new(strategy);
        Ok(match self.found {
            FoundLine::Won if !self.has_strategy => return Err(self.expected("a strategy")),
            FoundLine::Won => JobFinding::Won(strategy),
            FoundLine::Lost => JobFinding::Lost,
            FoundLine::Open => JobFinding::Open {
                score: Score::from_raw(self.score.ok_or_else(|| self.expected("a score"))?),
                best: squares(self.best.as_deref().unwrap_or_default())?
                    .first()
                    .copied()
                    .ok_or_else(|| self.expected("a best move"))?,
                others: scored(self.others.as_deref().unwrap_or_default())?,
            },
            FoundLine::Replies => {
                let replies = self.replies.as_ref().ok_or_else(|| self.expected("replies"))?;
                let rest =
                    if self.has_strategy { Others::Strategy(strategy) } else { Others::Nothing };
                JobFinding::Replies(squares(replies)?, rest)
            }
        })
    }

    /// The strategy in the line, accepted by the checker for the position of the finding;
    /// `position` is the one after the moves.
    ///
    /// # Errors
    /// When the text is no strategy, or one about something else.
    pub fn checked(
        &self,
        position: &Position,
        claim: Claim,
    ) -> Result<Option<Proof>, FindingError> {
        let Some(text) = &self.strategy else {
            return if self.has_strategy { Err(self.expected("a strategy")) } else { Ok(None) };
        };
        let proof = proof::read(&mut text.as_bytes())
            .map_err(|error| FindingError::NoStrategy(self.name().to_owned(), error))?;
        self.accept(&proof, position, claim).map(|()| Some(proof))
    }

    /// Whether the checker accepts a strategy for the finding about `position`.
    ///
    /// # Errors
    /// When the checker does not, or the strategy is about something else.
    pub fn accept(
        &self,
        proof: &Proof,
        position: &Position,
        claim: Claim,
    ) -> Result<(), FindingError> {
        let mut expected = position.clone();
        if position.side() != claim.prover {
            expected.pass();
        }
        if proof.claim != claim || !is_same(&proof.position, &expected) {
            return Err(self.expected("a strategy for this position"));
        }
        match proof::check(proof, &CheckSettings::default(), &mut |_| true) {
            ProofVerdict::Proven(_) => Ok(()),
            _ => Err(FindingError::Refuted(self.name().to_owned())),
        }
    }

    /// Whether both lines say the same finding; the strategies may be others.
    pub fn is_like(&self, other: &FindingLine) -> bool {
        let about = |line: &FindingLine| {
            let FindingLine { moves, found, score, best, others, replies, has_strategy, .. } = line;
            let text = (moves.clone(), best.clone(), others.clone(), replies.clone());
            (text, *found, *score, *has_strategy)
        };
        about(self) == about(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::proof::Goal;

    #[test]
    fn what_a_search_thinks_of_moves_is_read_as_it_was_written() {
        let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        let claim = Claim { prover: position.side(), goal: Goal::Wins };
        let strategy = Proof::new(position.clone(), claim);
        let job = Job { moves: Vec::new(), position, claim };
        let [best, g9, f8] = ["h8", "g9", "f8"].map(|square| square.parse().unwrap());
        let scores = vec![(g9, Score::from_raw(230)), (f8, Score::from_raw(-14))];
        let open = JobFinding::Open { score: Score::from_raw(270), best, others: scores.clone() };
        let text = serde_json::to_string(&FindingLine::new(&job, &open, 9)).unwrap();
        let line: FindingLine = serde_json::from_str(&text).unwrap();
        let Ok(JobFinding::Open { others, .. }) = line.finding(strategy.clone()) else {
            panic!("{text}")
        };
        assert_eq!(others, scores);
        let damaged = text.replace("g9 230 f8 -14", "g9 230 f8");
        let line: FindingLine = serde_json::from_str(&damaged).unwrap();
        let Err(error) = line.finding(strategy) else { panic!("{damaged}") };
        assert_eq!(error.to_string(), "f8: expected a square and its score, as in h8 120");
    }
}
