//! Counts the games of a match and sums them up.

use std::collections::BTreeMap;
use std::fmt::Write;

use tengen_engine::game::Color;

use super::played::Played;
use super::report::{EncounterSummary, EngineSummary, SprtSummary, Summary};
use super::settings::Match;
use super::stats::{Encounter, Points, Results, SprtState, SprtVerdict, ratings};

/// The results so far.
pub(super) struct Tally<'a> {
    plan: &'a Match,
    /// Results of every two engines that meet, of the first against the second.
    encounters: BTreeMap<(usize, usize), Results>,
    endings: BTreeMap<String, u64>,
    faults: Vec<BTreeMap<String, u64>>,
    /// Games in a row in which each engine broke down.
    breakdowns: Vec<u32>,
    /// What the engines call themselves.
    pub ids: Vec<Option<String>>,
    played: u64,
}

impl<'a> Tally<'a> {
    /// No game yet.
    pub fn new(plan: &'a Match) -> Tally<'a> {
        let engines = plan.engines.len();
        let pairings = plan.schedule.pairings().iter();
        Tally {
            plan,
            encounters: pairings.map(|&pairing| (pairing, Results::default())).collect(),
            endings: BTreeMap::new(),
            faults: vec![BTreeMap::new(); engines],
            breakdowns: vec![0; engines],
            ids: vec![None; engines],
            played: 0,
        }
    }

    /// Number of games counted.
    pub const fn played(&self) -> u64 {
        self.played
    }

    fn index_of(&self, name: &str) -> usize {
        self.plan.engines.iter().position(|engine| engine.name == name).unwrap_or_default()
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Played) {
        let [black, white] = Color::ALL.map(|color| self.index_of(game.player(color)));
        let (first, second) = (black.min(white), black.max(white));
        let points = match game.result.winner() {
            None => Points::Draw,
            Some(winner) if self.index_of(game.player(winner)) == first => Points::Win,
            Some(_) => Points::Loss,
        };
        self.encounters.entry((first, second)).or_default().add(game.pair, points);
        *self.endings.entry(game.reason.name().to_owned()).or_default() += 1;
        self.played += 1;
        let culprit = game.fault.as_ref().map(|fault| self.index_of(&fault.engine));
        for engine in [first, second] {
            let is_culprit = culprit == Some(engine);
            if is_culprit {
                *self.faults[engine].entry(game.reason.name().to_owned()).or_default() += 1;
            }
            let is_broken = is_culprit && game.reason.is_breakdown();
            self.breakdowns[engine] = if is_broken { self.breakdowns[engine] + 1 } else { 0 };
        }
    }

    /// What happened before is forgiven: perhaps the engine was mended.
    pub fn begin_run(&mut self) {
        self.breakdowns.fill(0);
    }

    /// An engine that broke down in `limit` games in a row, if there is one; none for a limit of 0.
    pub fn broken(&self, limit: u32) -> Option<&str> {
        let index = self.breakdowns.iter().position(|&count| limit > 0 && count >= limit)?;
        Some(&self.plan.engines[index].name)
    }

    /// Where the test stands, if the match has one.
    pub fn test(&self) -> Option<SprtState> {
        let sample = self.encounters.get(&(0, 1))?.sample();
        Some(self.plan.sprt?.state(&sample))
    }

    /// Whether there is nothing left to play.
    pub fn is_finished(&self) -> bool {
        // Whether a test is decided is seen where all parts come together.
        let test = self.test().filter(|_| self.plan.part.is_none());
        let is_decided = test.is_some_and(|test| test.verdict != SprtVerdict::Continue);
        let games = self.plan.games();
        is_decided || self.played >= games.end - games.start
    }

    /// The results of the two engines of a game, in one line.
    pub fn line(&self, game: &Played) -> String {
        let [black, white] = Color::ALL.map(|color| self.index_of(game.player(color)));
        let pairing = (black.min(white), black.max(white));
        let results = self.encounters.get(&pairing).cloned().unwrap_or_default();
        let mut line = self.encounter(pairing, &results).line();
        if let Some(SprtState { llr, bounds, .. }) = self.test() {
            // Writing to a string cannot fail.
            let _ = write!(line, ", LLR {llr:.2} ({:.2}, {:.2})", bounds.lower, bounds.upper);
        }
        line
    }

    fn encounter(&self, (first, second): (usize, usize), results: &Results) -> EncounterSummary {
        let name = |index: usize| self.plan.engines[index].name.as_str();
        EncounterSummary::new(name(first), name(second), results)
    }

    /// Everything, for people and programs.
    pub fn summary(&self) -> Summary {
        let variant = &self.plan.variant;
        let met = self.encounters.iter().filter(|(_, results)| results.games() > 0);
        Summary {
            variant: format!("{} {} k={}", variant.rule, variant.size, variant.k),
            games_planned: self.plan.schedule.plan().games,
            games_played: self.played,
            finished: self.is_finished(),
            engines: self.engines(),
            encounters: met.map(|(&pairing, results)| self.encounter(pairing, results)).collect(),
            endings: self.endings.clone(),
            sprt: self.plan.sprt.zip(self.test()).map(|(test, state)| SprtSummary { test, state }),
        }
    }

    fn engines(&self) -> Vec<EngineSummary> {
        let encounters: Vec<Encounter> = self
            .encounters
            .iter()
            .map(|(&(first, second), results)| Encounter::new(first, second, results))
            .collect();
        let count = self.plan.engines.len();
        let rated = if count > 2 { ratings(count, &encounters) } else { Vec::new() };
        let engine = |(index, spec): (usize, &tengen_games::spec::EngineSpec)| {
            let [wins, draws, losses] = self.totals(index);
            let games = wins + draws + losses;
            EngineSummary {
                name: spec.name.clone(),
                id: self.ids[index].clone(),
                limits: spec.limits.to_string(),
                games,
                wins,
                draws,
                losses,
                score: (games > 0).then(|| (float(wins) + float(draws) / 2.0) / float(games)),
                rating: rated.get(index).map(|rating| rating.elo),
                rating_error: rated.get(index).map(|rating| rating.error),
                faults: self.faults[index].clone(),
            }
        };
        self.plan.engines.iter().enumerate().map(engine).collect()
    }

    /// Games that an engine won, drew and lost.
    fn totals(&self, engine: usize) -> [u64; 3] {
        let mut totals = [0; 3];
        for (&(first, second), results) in &self.encounters {
            let own = match engine {
                _ if engine == first => [results.wins, results.draws, results.losses],
                _ if engine == second => [results.losses, results.draws, results.wins],
                _ => continue,
            };
            totals.iter_mut().zip(own).for_each(|(total, count)| *total += count);
        }
        totals
    }
}

/// Counts of games, which no match makes so large that they lose their last digit.
#[expect(clippy::cast_precision_loss, reason = "no match has 2^53 games")]
const fn float(count: u64) -> f64 {
    count as f64
}
