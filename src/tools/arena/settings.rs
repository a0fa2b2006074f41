//! What a match is: the command line, understood and checked.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Value, json};

use tengen_engine::game::{Symmetry, Variant};

use tengen_games::conversation::Patience;
use tengen_games::record::Format;
use tengen_games::spec::{EngineSpec, read_engines};
use tengen_games::table::referee::Adjudication;
use tengen_host::cli::failure::Failure;
use tengen_host::cli::files::{LONGEST_MIB, read_whole};
use tengen_host::cli::parts::Part;
use tengen_host::cli::settings::Setting;

use super::cli::MatchArguments;
use super::game::Terms;
use super::openings::{self, Opening, SHIPPED, Shipped};
use super::schedule::{Game, Plan, Schedule};
use super::stats::Sprt;

/// The word for no list of openings.
const NONE: &str = "none";

/// What the work of a match is counted in.
pub(super) const PAIR: &str = "pair";

/// A match that can be played.
#[derive(Debug)]
pub(super) struct Match {
    pub engines: Vec<EngineSpec>,
    /// The engines, with the times that they get on this machine.
    pub players: Vec<EngineSpec>,
    pub variant: Variant,
    pub schedule: Schedule,
    /// The list, from which games begin with [`Match::opening`].
    pub openings: Vec<Opening>,
    pub terms: Terms,
    pub patience: Patience,
    pub sprt: Option<Sprt>,
    /// Breakdowns in a row that end the match; 0 for any number.
    pub max_faults: u32,
    /// Games played at once.
    pub concurrency: usize,
    /// Pairs to be played; `None` for all.
    pub part: Option<Part>,
}

impl Match {
    /// Understands the command line; `before` was set before the subcommand.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(arguments: &MatchArguments, before: &[Setting]) -> Result<Match, Failure> {
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let engines =
            read_engines(&arguments.engines, &arguments.each).map_err(|error| usage(&error))?;
        let variant = arguments.game.variant(before)?;
        let sprt = match &arguments.sprt {
            None => None,
            Some(_) if engines.len() > 2 => {
                let found = format!("--sprt: {} engines: expected 2", engines.len());
                return Err(Failure::Usage(found));
            }
            Some(words) => {
                let test: Result<Sprt, _> = words.join(" ").parse();
                Some(test.map_err(|error| Failure::Usage(format!("--sprt: {error}")))?)
            }
        };
        let openings = if arguments.swap2 {
            vec![Opening::empty(&variant)]
        } else {
            read_openings(arguments, variant)?
        };
        let is_empty = openings.iter().all(|opening| *opening == Opening::empty(&variant));
        let schedule = Schedule::new(Plan {
            engines: engines.len(),
            mode: arguments.mode,
            games: arguments.games,
            openings: openings.len(),
            order: arguments.order,
            symmetries: if is_empty { 1 } else { Symmetry::of(variant.size).count() },
            seed: arguments.seed,
        })
        .map_err(|error| usage(&error))?;
        let pairs = arguments.games.div_ceil(2);
        let part = arguments.part.part.map(|part| part.check(pairs, PAIR)).transpose()?;
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        let scaled = |engine: &EngineSpec| EngineSpec {
            limits: engine.limits.scaled(arguments.time_scale),
            ..engine.clone()
        };
        Ok(Match {
            players: engines.iter().map(scaled).collect(),
            engines,
            variant,
            schedule,
            openings,
            terms: Terms {
                adjudication: Adjudication {
                    resign: arguments.resign,
                    draw: arguments.draw,
                    solver: arguments.adjudicate.is_some(),
                    max_moves: arguments.max_moves,
                },
                swap2: arguments.swap2,
            },
            patience: Patience {
                answer: seconds(arguments.patience),
                longest_move: seconds(arguments.longest_move),
                margin: Duration::from_millis(arguments.margin.into()),
            },
            sprt,
            max_faults: arguments.max_faults,
            concurrency: arguments.concurrency.into(),
            part,
        })
    }

    /// The numbers of the games to be played, from 0.
    pub fn games(&self) -> Range<u64> {
        let games = self.schedule.plan().games;
        match self.part {
            None => 0..games,
            Some(Part { first, last }) => 2 * (first - 1)..games.min(2 * last),
        }
    }

    /// The opening of a game, and its number in the list from 1; 0 is the empty board.
    pub fn opening(&self, game: &Game) -> (Opening, usize) {
        let listed = &self.openings[game.opening];
        let opening = match Symmetry::of(self.variant.size).nth(game.symmetry) {
            Some(symmetry) => listed.seen(symmetry),
            None => listed.clone(),
        };
        let number = if *listed == Opening::empty(&self.variant) { 0 } else { game.opening + 1 };
        (opening, number)
    }

    /// Everything that decides what is played in a game: two matches in which
    /// it is the same can share a log. The number of games is not among it, for a
    /// longer match begins with the shorter one.
    pub fn identity(&self) -> Value {
        let plan = self.schedule.plan();
        let Variant { rule, size, k, destroy } = self.variant;
        let mut identity = json!({
            "variant": format!("{rule} {size} k={k} destroy={destroy}"),
            "mode": word(&plan.mode),
            "order": word(&plan.order),
            "seed": plan.seed,
            "openings": plan.openings,
            "openings_hash": format!("{:016x}", self.openings_hash()),
            "swap2": self.terms.swap2,
            "adjudication": self.terms.adjudication,
            "margin_ms": self.patience.margin.as_millis() as u64,
        });
        for (index, engine) in self.engines.iter().enumerate() {
            identity[format!("engine_{}", index + 1)] = json!({
                "name": engine.name,
                "program": engine.program,
                "arguments": engine.arguments,
                "dir": engine.dir,
                "protocol": engine.protocol_text(),
                "options": engine.options,
                "limits": engine.limits.to_string(),
                "restart": engine.restart,
            });
        }
        identity
    }

    /// A number that depends on every opening, on every machine in the same way:
    /// 64 bits of FNV-1a.
    fn openings_hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for opening in &self.openings {
            let words: Vec<String> = opening.moves().iter().map(ToString::to_string).collect();
            let start = opening.start(&self.variant).and_then(|start| start.build().ok());
            let start = start.map_or_else(String::new, |position| position.fen());
            for byte in format!("{start} {}\n", words.join(" ")).bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        hash
    }
}

/// A choice as it is written on the command line.
fn word(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The openings of a match: those of a file, or of a list that comes with the
/// program, or none.
fn read_openings(arguments: &MatchArguments, variant: Variant) -> Result<Vec<Opening>, Failure> {
    let usage = |name: &str, error: &dyn std::fmt::Display| {
        Failure::Usage(format!("--openings: {name}: {error}"))
    };
    let shipped = match arguments.openings.as_deref() {
        None => Shipped::of(&variant),
        Some(name) => Shipped::named(name),
    };
    if let Some(list) = shipped {
        let openings = openings::read(list.text.as_bytes(), None, &variant);
        return openings.map_err(|error| usage(list.name, &error));
    }
    let Some(name) = arguments.openings.as_deref().filter(|&name| name != NONE) else {
        return Ok(vec![Opening::empty(&variant)]);
    };
    let bytes = read_whole(Path::new(name)).map_err(|error| {
        let names: Vec<&str> = SHIPPED.iter().map(|list| list.name).collect();
        let file = format!("a file of at most {LONGEST_MIB} MiB");
        let expected = format!("expected {file}, {NONE}, or one of {}", names.join(", "));
        usage(name, &format!("{error}: {expected}"))
    })?;
    let format = arguments.openings_format.or_else(|| Format::of_path(Path::new(name)));
    openings::read(&bytes, format, &variant).map_err(|error| usage(name, &error))
}
