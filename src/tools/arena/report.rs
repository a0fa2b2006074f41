//! What a match comes to: the summary as a table and as JSON.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use tengen_engine::game::problem::escaped;

use super::stats::{EloModel, Estimate, Estimates, Results, Sprt, SprtState, SprtVerdict};

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
    /// What the engine calls itself, if it said so.
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
    /// The hypotheses and errors of the test.
    #[serde(flatten)]
    pub test: Sprt,
    /// Where the test stands.
    #[serde(flatten)]
    pub state: SprtState,
}

impl Summary {
    /// The summary as JSON, indented, with a line end.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("names and numbers can be written") + "\n"
    }

    /// The summary as a table for people, with line ends: the engines, the best
    /// one first; a line for every two that met; the test; how games ended.
    pub fn to_table(&self) -> String {
        let mut lines = vec![format!(
            "{}: {} of {} games",
            self.variant, self.games_played, self.games_planned
        )];
        lines.extend(self.standings());
        lines.extend(self.encounters.iter().map(EncounterSummary::line));
        lines.extend(self.sprt.as_ref().map(SprtSummary::to_string));
        if !self.endings.is_empty() {
            lines.push(format!("endings: {}", counted(&self.endings)));
        }
        for engine in self.engines.iter().filter(|engine| !engine.faults.is_empty()) {
            lines.push(format!("faults of {}: {}", engine.name, counted(&engine.faults)));
        }
        // Names may hold anything.
        lines.iter().map(|line| escaped(line) + "\n").collect()
    }

    /// The engines as aligned lines, with their ratings where there are any.
    fn standings(&self) -> Vec<String> {
        let mut ranked: Vec<&EngineSummary> = self.engines.iter().collect();
        let key = |engine: &EngineSummary| engine.rating.or(engine.score).unwrap_or(-1.0);
        // Engines with the same result stay in the order in which they were given.
        ranked.sort_by(|one, other| key(other).total_cmp(&key(one)));
        let is_rated = ranked.iter().any(|engine| engine.rating.is_some());
        let mut rows = vec![EngineSummary::headings(is_rated)];
        rows.extend(ranked.iter().map(|engine| engine.cells(is_rated)));
        aligned(&rows)
    }
}

impl EngineSummary {
    fn headings(is_rated: bool) -> Vec<String> {
        let ratings: &[&str] = if is_rated { &["rating", "±"] } else { &[] };
        let names = ["engine", "games", "+", "=", "-", "score"];
        names.iter().chain(ratings).chain(&["limits"]).map(|&name| name.to_owned()).collect()
    }

    fn cells(&self, is_rated: bool) -> Vec<String> {
        let mut cells = vec![self.name.clone()];
        cells.extend(
            [self.games, self.wins, self.draws, self.losses].map(|count| count.to_string()),
        );
        cells.push(self.score.map_or_else(String::new, percent));
        if is_rated {
            let number = |number: Option<f64>| number.map_or_else(String::new, tenths);
            cells.extend([number(self.rating), number(self.rating_error)]);
        }
        cells.push(self.limits.clone());
        cells
    }
}

impl EncounterSummary {
    /// The summary of the first engine's results against the second.
    pub fn new(first: &str, second: &str, results: &Results) -> EncounterSummary {
        EncounterSummary {
            first: first.to_owned(),
            second: second.to_owned(),
            games: results.games(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            score: results.score(),
            draw_ratio: results.draw_ratio(),
            pentanomial: results.pairs,
            estimates: results.sample().estimates(),
        }
    }

    /// One line, as in `a vs b: +12 =3 -5, 67.5 %, Elo 127.0 ± 140.2, nElo 130.1
    /// ± 152.3, LOS 96.1 %, draws 15.0 %, pairs 0 1 3 4 2`.
    pub fn line(&self) -> String {
        let EncounterSummary { first, second, wins, draws, losses, .. } = self;
        let mut parts = vec![format!("{first} vs {second}: +{wins} ={draws} -{losses}")];
        parts.extend(self.score.map(percent));
        if let Some(Estimates { elo, nelo, los }) = &self.estimates {
            parts.push(format!("Elo {}", with_error(elo)));
            parts.push(format!("nElo {}", with_error(nelo)));
            parts.push(format!("LOS {}", percent(*los)));
        }
        parts.extend(self.draw_ratio.map(|ratio| format!("draws {}", percent(ratio))));
        if self.pentanomial.iter().any(|&count| count > 0) {
            let counts = self.pentanomial.map(|count| count.to_string());
            parts.push(format!("pairs {}", counts.join(" ")));
        }
        parts.join(", ")
    }
}

impl fmt::Display for SprtSummary {
    /// One line, as in `SPRT llr 1.20 (-2.94, 2.94) [0, 10]: more games are needed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtSummary { test: Sprt { elo0, elo1, model, .. }, state } = self;
        let SprtState { llr, bounds, verdict } = state;
        write!(f, "SPRT llr {} ", fixed(*llr, 2))?;
        write!(f, "({:.2}, {:.2}) [{elo0}, {elo1}]", bounds.lower, bounds.upper)?;
        if *model == EloModel::Normalized {
            f.write_str(" nElo")?;
        }
        f.write_str(match verdict {
            SprtVerdict::Continue => ": more games are needed",
            SprtVerdict::H0 => ": H0 is accepted",
            SprtVerdict::H1 => ": H1 is accepted",
        })
    }
}

/// Rows as lines with columns of equal width, the first one flush left.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let length = |cell: &String| cell.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column| rows.iter().filter_map(|row| row.get(column)).map(length).max();
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Counts with their names, as in `line 18, draw 2`; the most frequent first.
fn counted(counts: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
    counts.sort_by_key(|&(_, count)| Reverse(count));
    counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

/// A value and its error; an infinite value has none.
fn with_error(estimate: &Estimate) -> String {
    if estimate.value.is_infinite() {
        return tenths(estimate.value);
    }
    format!("{} ± {}", tenths(estimate.value), tenths(estimate.error))
}

fn percent(share: f64) -> String {
    format!("{} %", tenths(100.0 * share))
}

fn tenths(number: f64) -> String {
    fixed(number, 1)
}

/// A number with so many decimals, and no minus before a zero.
fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::super::stats::Points;
    use super::*;

    fn results(points: &str) -> Results {
        let mut results = Results::default();
        for (number, letter) in points.bytes().enumerate() {
            let points = match letter {
                b'+' => Points::Win,
                b'=' => Points::Draw,
                _ => Points::Loss,
            };
            results.add(number as u64 / 2, points);
        }
        results
    }

    fn engine(name: &str, rating: Option<f64>, [wins, draws, losses]: [u32; 3]) -> EngineSummary {
        let games = wins + draws + losses;
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        let score = (games > 0).then(|| points / f64::from(games));
        let [games, wins, draws, losses] = [games, wins, draws, losses].map(u64::from);
        EngineSummary {
            name: name.to_owned(),
            id: None,
            limits: "st=0.1".to_owned(),
            games,
            wins,
            draws,
            losses,
            score,
            rating,
            rating_error: rating.map(|_| 33.33),
            faults: BTreeMap::new(),
        }
    }

    fn counts(counts: &[(&str, u64)]) -> BTreeMap<String, u64> {
        counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
    }

    fn summary() -> Summary {
        let results = results("+++=++-+=-+-");
        let test: Sprt = "elo1=5 model=normalized".parse().unwrap();
        let state = test.state(&results.sample());
        let mut last = engine("ö", None, [4, 2, 6]);
        last.faults = counts(&[("time", 1), ("crash", 2)]);
        Summary {
            variant: "renju 15x15 k=5".to_owned(),
            games_planned: 100,
            games_played: 12,
            finished: false,
            engines: vec![last, engine("tengen", None, [7, 2, 3])],
            encounters: vec![EncounterSummary::new("tengen", "ö", &results)],
            endings: counts(&[("draw", 2), ("line", 7), ("time", 1), ("crash", 2)]),
            sprt: Some(SprtSummary { test, state }),
        }
    }

    #[test]
    fn a_table_says_it_all() {
        let expected = "\
renju 15x15 k=5: 12 of 100 games
engine  games  +  =  -   score  limits
tengen     12  7  2  3  66.7 %  st=0.1
ö          12  4  2  6  41.7 %  st=0.1
tengen vs ö: +7 =2 -3, 66.7 %, Elo 120.4 ± 198.7, nElo 148.1 ± 196.6, LOS 93.0 %, draws 16.7 %, pairs 0 1 2 1 2
SPRT llr 0.07 (-2.94, 2.94) [0, 5] nElo: more games are needed
endings: line 7, crash 2, draw 2, time 1
faults of ö: crash 2, time 1
";
        assert_eq!(summary().to_table(), expected);
    }

    #[test]
    fn several_engines_are_ranked_by_their_ratings() {
        let engines = vec![
            engine("a", Some(-120.25), [1, 0, 9]),
            engine("longer name", Some(120.25), [9, 0, 1]),
            engine("c", Some(-0.01), [5, 0, 5]),
        ];
        let lines = Summary { engines, ..summary() }.standings();
        let expected = [
            "engine       games  +  =  -   score  rating     ±  limits",
            "longer name     10  9  0  1  90.0 %   120.2  33.3  st=0.1",
            "c               10  5  0  5  50.0 %     0.0  33.3  st=0.1",
            "a               10  1  0  9  10.0 %  -120.2  33.3  st=0.1",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn nothing_played_is_said_without_numbers() {
        let empty = EncounterSummary::new("a", "b", &Results::default());
        assert_eq!(empty.line(), "a vs b: +0 =0 -0");
        let summary = Summary {
            engines: vec![engine("a", None, [0; 3]), engine("b", None, [0; 3])],
            encounters: Vec::new(),
            endings: BTreeMap::new(),
            games_played: 0,
            sprt: None,
            ..summary()
        };
        let expected = "\
renju 15x15 k=5: 0 of 100 games
engine  games  +  =  -  score  limits
a           0  0  0  0         st=0.1
b           0  0  0  0         st=0.1
";
        assert_eq!(summary.to_table(), expected);
    }

    #[test]
    fn the_extremes_can_be_read() {
        let line = |points: &str| EncounterSummary::new("a", "b", &results(points)).line();
        assert_eq!(
            line("++++"),
            "a vs b: +4 =0 -0, 100.0 %, Elo inf, nElo inf, LOS 100.0 %, draws 0.0 %, pairs 0 0 0 0 2"
        );
        assert_eq!(
            line("-"),
            "a vs b: +0 =0 -1, 0.0 %, Elo -inf, nElo -inf, LOS 0.0 %, draws 0.0 %"
        );
        assert_eq!(
            line("++--"),
            "a vs b: +2 =0 -2, 50.0 %, Elo 0.0 ± inf, nElo 0.0 ± 340.5, LOS 50.0 %, draws 0.0 %, \
             pairs 1 0 0 0 1"
        );
    }

    #[test]
    fn json_has_every_field_by_its_name() {
        let json: serde_json::Value = serde_json::from_str(&summary().to_json()).unwrap();
        assert_eq!(json["games_played"], 12);
        assert_eq!(json["finished"], false);
        assert_eq!(json["engines"][0]["faults"]["crash"], 2);
        assert_eq!(json["engines"][1]["rating"], serde_json::Value::Null);
        let encounter = &json["encounters"][0];
        assert_eq!(encounter["pentanomial"], serde_json::json!([0, 1, 2, 1, 2]));
        assert!((encounter["elo"]["value"].as_f64().unwrap() - 120.412).abs() < 1e-3);
        assert!(encounter["nelo"]["error"].is_f64() && encounter["los"].is_f64());
        let sprt = &json["sprt"];
        assert_eq!((&sprt["elo1"], &sprt["model"]), (&5.0.into(), &"normalized".into()));
        assert_eq!(sprt["verdict"], "continue");
        assert!(sprt["llr"].is_f64() && sprt["lower"].is_f64() && sprt["upper"].is_f64());
    }
}
