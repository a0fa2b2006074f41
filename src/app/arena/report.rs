//! What a match comes to: the summary as a table and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stats::{Estimates, Results, Sprt, SprtState};

/// A whole match, finished or not. Its JSON form is what `--json` writes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The game, as in `freestyle 15x15 k=5`.
    pub variant: String,
    /// Games that were to be played.
    pub games_planned: u64,
    /// Games that are finished.
    pub games_played: u64,
    /// Whether nothing is left to play: all games are finished or a test has ended.
    pub finished: bool,
    /// The engines in the order in which they were given.
    pub engines: Vec<EngineSummary>,
    /// Every two engines that met.
    pub encounters: Vec<EncounterSummary>,
    /// How often games ended in each way, by the names of the ways.
    pub endings: BTreeMap<String, u64>,
    /// The test between the first two engines, if there is one.
    pub sprt: Option<SprtSummary>,
}

/// One engine over all its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineSummary {
    /// Its name in this match.
    pub name: String,
    /// What it calls itself, if it said so.
    pub id: Option<String>,
    /// Its limits, as in `tc=10+0.1`.
    pub limits: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points for each game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// Bradley–Terry rating in Elo, mean 0, where more than two engines played.
    pub rating: Option<f64>,
    /// Half its 95 % confidence interval.
    pub rating_error: Option<f64>,
    /// Games lost by a fault of its own, by the names of the faults.
    pub faults: BTreeMap<String, u64>,
}

/// Two engines against each other, from the first one's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EncounterSummary {
    /// Name of the first engine.
    pub first: String,
    /// Name of the second engine.
    pub second: String,
    /// Games played.
    pub games: u64,
    /// Games that the first engine won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that the first engine lost.
    pub losses: u64,
    /// Points of the first engine for each game, 0 to 1; `None` without games.
    pub score: Option<f64>,
    /// Share of games drawn, 0 to 1; `None` without games.
    pub draw_ratio: Option<f64>,
    /// Complete pairs by the half points of the first engine, 0 to 4.
    pub pentanomial: [u64; 5],
    /// Elo, normalised Elo and likelihood of superiority; `None` without games.
    #[serde(flatten)]
    pub estimates: Option<Estimates>,
}

/// A test and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    /// Its hypotheses and errors.
    #[serde(flatten)]
    pub test: Sprt,
    /// Where it stands.
    #[serde(flatten)]
    pub state: SprtState,
}

impl Summary {
    /// The summary as JSON, indented, with a line end.
    pub fn to_json(&self) -> String {
        todo!()
    }

    /// The summary as a table for people, one line each, with line ends.
    pub fn to_table(&self) -> String {
        todo!()
    }
}

impl EncounterSummary {
    /// The summary of the first engine's results against the second.
    pub fn new(first: &str, second: &str, results: &Results) -> EncounterSummary {
        todo!()
    }

    /// One line: `a vs b: +12 =3 -5, 67.5 %, Elo 127.0 ± 140.2, nElo …, LOS 96.1 %`.
    pub fn line(&self) -> String {
        todo!()
    }
}
