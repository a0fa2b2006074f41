//! What a job found out, as a line of JSON.

use anyhow::{anyhow, ensure};
use serde::{Deserialize, Serialize};

use tengen_engine::game::{Position, Square};
use tengen_engine::proof::{self, Claim, Proof, Settings, Verdict};
use tengen_engine::prove::{Job, JobFinding, Others, is_same};
use tengen_engine::value::Score;

/// A finding.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FindingLine {
    /// The number of the job in its round, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    job: Option<u64>,
    /// The moves that lead to the position from the root.
    pub moves: String,
    found: Found,
    /// What a search thinks of it, in internal units for the prover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
    /// The best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The replies that need answers, with blanks between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replies: Option<String>,
    /// Whether there is a strategy: the one that wins, or the one that answers all other
    /// replies.
    has_strategy: bool,
    /// Positions that were visited.
    pub positions: u64,
    /// The text of the strategy, where it is not kept apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Found {
    Won,
    Lost,
    Open,
    Replies,
}

/// Squares with blanks between.
pub(super) fn words(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// The squares that words name.
pub(super) fn squares(text: &str) -> anyhow::Result<Vec<Square>> {
    let square =
        |word: &str| word.parse().map_err(|_| anyhow!("{word}: expected a square, as in h8"));
    text.split_whitespace().map(square).collect()
}

/// The strategy of a finding, if it has one.
pub(super) fn strategy_of(finding: &JobFinding) -> Option<&Proof> {
    match finding {
        JobFinding::Won(proof) | JobFinding::Replies(_, Others::Strategy(proof)) => Some(proof),
        _ => None,
    }
}

impl FindingLine {
    /// The moves, or a word where there are none.
    pub fn name(&self) -> &str {
        if self.moves.is_empty() { "(root)" } else { &self.moves }
    }

    /// The line of a finding, its strategy left out.
    pub fn new(job: &Job, finding: &JobFinding, positions: u64) -> FindingLine {
        let mut line = FindingLine {
            job: None,
            moves: words(&job.moves),
            found: Found::Won,
            score: None,
            best: None,
            replies: None,
            has_strategy: strategy_of(finding).is_some(),
            positions,
            strategy: None,
        };
        match finding {
            JobFinding::Won(_) => {}
            JobFinding::Lost => line.found = Found::Lost,
            JobFinding::Open { score, best } => {
                (line.found, line.score) = (Found::Open, Some(score.raw()));
                line.best = Some(best.to_string());
            }
            JobFinding::Replies(squares, _) => {
                (line.found, line.replies) = (Found::Replies, Some(words(squares)));
            }
        }
        line
    }

    /// The same with the strategy in it, and the number of the job in its round.
    ///
    /// # Errors
    /// When there is no memory for the text.
    pub fn whole(
        job: &Job,
        number: u64,
        finding: &JobFinding,
        positions: u64,
    ) -> anyhow::Result<FindingLine> {
        let mut line = FindingLine::new(job, finding, positions);
        line.job = Some(number);
        if let Some(proof) = strategy_of(finding) {
            let mut text = Vec::new();
            proof::write(proof, &mut text)?;
            line.strategy = Some(String::from_utf8(text)?);
        }
        Ok(line)
    }

    /// The finding, with that strategy in it where it has one; an empty one will do for a tree.
    ///
    /// # Errors
    /// When the line says too little.
    pub fn finding(&self, strategy: Proof) -> anyhow::Result<JobFinding> {
        let strategy = Box::new(strategy);
        let missing = |what: &str| anyhow!("{}: expected {what}", self.name());
        Ok(match self.found {
            Found::Won => {
                ensure!(self.has_strategy, missing("a strategy"));
                JobFinding::Won(strategy)
            }
            Found::Lost => JobFinding::Lost,
            Found::Open => JobFinding::Open {
                score: Score::from_raw(self.score.ok_or_else(|| missing("a score"))?),
                best: squares(self.best.as_deref().unwrap_or_default())?
                    .first()
                    .copied()
                    .ok_or_else(|| missing("a best move"))?,
            },
            Found::Replies => {
                let replies = self.replies.as_ref().ok_or_else(|| missing("replies"))?;
                let rest =
                    if self.has_strategy { Others::Strategy(strategy) } else { Others::Nothing };
                JobFinding::Replies(squares(replies)?, rest)
            }
        })
    }

    /// The strategy in the line, which the checker has accepted in the position that it is
    /// about; `position` is the one after the moves.
    ///
    /// # Errors
    /// When it is none, or about something else.
    pub fn checked(&self, position: &Position, claim: Claim) -> anyhow::Result<Option<Proof>> {
        let Some(text) = &self.strategy else {
            ensure!(!self.has_strategy, "{}: expected a strategy", self.name());
            return Ok(None);
        };
        let proof = proof::read(&mut text.as_bytes())?;
        let mut expected = position.clone();
        if position.side() != claim.prover {
            expected.pass();
        }
        let is_ours = proof.claim == claim && is_same(&proof.position, &expected);
        ensure!(is_ours, "{}: expected a strategy for this position", self.name());
        let verdict = proof::check(&proof, &Settings::default(), &mut |_| true);
        ensure!(matches!(verdict, Verdict::Proven(_)), "{}: it does not win", self.name());
        Ok(Some(proof))
    }
}
