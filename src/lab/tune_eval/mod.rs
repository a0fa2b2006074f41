//! `tengen tune-eval`: fits the weights of the evaluation and of the move order
//! to games of `datagen`, and writes them as a file of `src/engine/eval/weights`.
//!
//! Two problems, solved by L-BFGS: logistic regression of values on results and
//! scores, with a scale that depends on the number of stones; and a softmax over the
//! candidates of each position on the move that the search chose.

mod model;
mod samples;

use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::anyhow;
use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{CostFunction, Error, Executor, KV, State};
use argmin::solver::brent::BrentOpt;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use clap::Args;

use tengen_engine::eval::weights::{CLASSES, PARTS, class_name};
use tengen_engine::game::{Color, Variant};
use tengen_engine::pattern::Shape;
use tengen_engine::pattern::policy::{LAST_MOVES, PAIRS, STEPS};

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::files::{try_place, write_whole};
use tengen_host::cli::values::{fraction, share, within};

use model::{Goal, KNOTS, POLICY, Problem, cross_entropy, shapes};
use samples::{NEAR, ROLES, Samples, Sets, distance_number};

/// Arguments of `tune-eval`.
#[derive(Args, Debug)]
pub struct TuneEval {
    /// Files of games of one rule
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file of weights
    #[arg(long = "out", alias = "output", short, value_name = "FILE")]
    output: PathBuf,
    /// Share of the game's result in what a position is worth; the rest is the score
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    result: f64,
    /// How strongly classes are held to the sum of their lines
    #[arg(long, value_name = "WEIGHT", default_value_t = 1e-6, value_parser = fraction)]
    decay: f64,
    /// Steps of each fit
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = within::<u64>(1..=1_000_000))]
    steps: u64,
}

/// Internal units at which the odds grow by a factor of e, so that 400 units, or
/// `cp 100`, are three wins of four: 400 / ln 3.
const UNITS: f64 = 364.0;

/// Hundredths in which the rating of moves is kept.
const CHOICE_UNITS: f64 = 100.0;

/// Steps that the quasi-Newton method remembers.
const MEMORY: usize = 12;

/// Fits weights and writes them; losses go to standard output while they fall.
///
/// # Errors
/// When a file cannot be read or written, or has no positions to learn from.
pub fn run(arguments: &TuneEval) -> Result<(), Failure> {
    try_place("--out", &arguments.output)?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (sets, variant) = samples::read(&arguments.files, threads)?;
    let Sets { train, validation, games } = &sets;
    if train.choice_count() == 0 || validation.choice_count() == 0 {
        return Err(Failure::Other(anyhow!("{games} games: expected more to learn from")));
    }
    let (known, checked) = (train.len(), validation.len());
    put(format!("{games} games: {known} positions to learn from, {checked} to check with\n")
        .as_bytes())?;

    let scale = scale(train)?;
    put(format!("scores: a factor of e in the odds is {scale:.0} units\n").as_bytes())?;
    let players = if variant.rule.has_fouls(Color::Black) { 2 } else { 1 };
    let goal = Goal::Value { result: arguments.result, scale };
    let fit = |name: &'static str, goal: Goal| {
        let problem = |samples: &Arc<Samples>, decay| {
            Problem::new(Arc::clone(samples), goal, decay, threads, players)
        };
        let curve = FitLosses { name, train: problem(train, 0.0), check: problem(validation, 0.0) };
        fit(problem(train, arguments.decay), curve, arguments.steps)
    };
    let value = fit("value", goal)?;
    let choice = fit("choice", Goal::Choice)?;

    let mut text = heading(arguments, &sets, variant, scale);
    for fitted in [&value, &choice] {
        let Fitted { name, train, validation, .. } = fitted;
        let _ = writeln!(text, "# {name}: loss {train:.5}, {validation:.5} on games kept apart");
    }
    text += &rows(&value.weights, &choice.weights, players);
    text += &policy(&choice.weights, players);
    text += &scales(&value.weights);
    Ok(write_whole(&arguments.output, text.as_bytes())?)
}

/// The weights and the losses that a fit came to.
struct Fitted {
    name: &'static str,
    weights: Vec<f64>,
    train: f64,
    validation: f64,
}

fn fit(problem: Problem, curve: FitLosses, steps: u64) -> Result<Fitted, Failure> {
    let name = curve.name;
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY);
    let start = problem.zero();
    let curve = Arc::new(curve);
    let result = Executor::new(problem, solver)
        .configure(|state| state.param(start).max_iters(steps))
        .add_observer(Teller(Arc::clone(&curve)), ObserverMode::Every(10))
        .run()
        .map_err(|error| anyhow!("{name}: {error}"))?;
    let best = result.state.get_best_param().ok_or_else(|| anyhow!("{name}: no step was made"))?;
    let (train, validation) = curve.losses(best);
    Ok(Fitted { name, weights: curve.train.weights(best), train, validation })
}

/// The loss of a fit on samples to learn from, and on samples to check with.
struct FitLosses {
    name: &'static str,
    train: Problem,
    check: Problem,
}

impl FitLosses {
    /// The loss on the games that are learned from, and on the games kept apart.
    fn losses(&self, numbers: &[f64]) -> (f64, f64) {
        (self.train.loss(numbers), self.check.loss(numbers))
    }
}

/// Prints both losses while they fall.
struct Teller(Arc<FitLosses>);

impl<I: State<Param = Vec<f64>>> Observe<I> for Teller {
    fn observe_iter(&mut self, state: &I, _: &KV) -> Result<(), Error> {
        if let Some(numbers) = state.get_param() {
            let (train, check) = self.0.losses(numbers);
            let (name, step) = (self.0.name, state.get_iter());
            put(format!("{name} step {step}: loss {train:.5}, validation {check:.5}\n").as_bytes())?;
        }
        Ok(())
    }
}

/// The scale at which scores tell results best.
fn scale(samples: &Arc<Samples>) -> anyhow::Result<f64> {
    struct Scale(Arc<Samples>);
    impl CostFunction for Scale {
        type Param = f64;
        type Output = f64;

        fn cost(&self, logarithm: &f64) -> Result<f64, Error> {
            let scale = logarithm.exp();
            let one = |index| cross_entropy(self.0.result(index), self.0.score(index) / scale);
            Ok((0..self.0.len()).map(one).sum())
        }
    }
    let solver = BrentOpt::new(10_f64.ln(), 10_000_f64.ln());
    let result = Executor::new(Scale(Arc::clone(samples)), solver)
        .configure(|state| state.param(UNITS.ln()).max_iters(40))
        .run()
        .map_err(|error| anyhow!("scale of scores: {error}"))?;
    Ok(result.state.get_best_param().map_or(UNITS, |logarithm| logarithm.exp()))
}

/// The first lines of a file of weights: what the weights were made from.
fn heading(arguments: &TuneEval, sets: &Sets, variant: Variant, scale: f64) -> String {
    let TuneEval { result, decay, steps, .. } = arguments;
    let Sets { train, validation, games } = sets;
    format!(
        "# Written by tengen {} tune-eval --result {result} --decay {decay:e} --steps {steps}\n\
         # {variant}: {games} games, {} positions, {} more to check with\n\
         # score scale {scale:.0}\n",
        env!("CARGO_PKG_VERSION"),
        train.len(),
        validation.len(),
    )
}

/// The lines of all classes that are worth something.
fn rows(value: &[f64], choice: &[f64], players: usize) -> String {
    let mut text = String::new();
    for player in 0..players {
        let name = name_of(player, players);
        for class in 0..CLASSES {
            let number = |weights: &[f64], role: usize, units: f64| {
                let weight = weights[(player * ROLES + role) * CLASSES + class] * units;
                weight.round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
            };
            let digits = class_name(class);
            // Each combination once; stronger shapes than fours never stand in a
            // position that is judged without a search.
            let is_seen = shapes(class).into_iter().all(|shape| shape <= Shape::Four as usize);
            if !digits.as_bytes().is_sorted() || !is_seen {
                continue;
            }
            let parts = UNITS * f64::from(PARTS);
            let worth = [number(value, 0, parts), number(value, 1, parts)];
            let order = [number(choice, 0, CHOICE_UNITS), number(choice, 1, CHOICE_UNITS)];
            let [to_move, waiting] = worth;
            let [attack, defence] = order;
            let _ = writeln!(text, "{name} {digits} {to_move} {waiting} {attack} {defence}");
        }
    }
    text
}

/// The name of player number `player` in a file of weights with `players` players.
fn name_of(player: usize, players: usize) -> &'static str {
    if players == 1 { "*" } else { ["x", "o"][player] }
}

/// The lines about pairs and distances that are worth something.
fn policy(choice: &[f64], players: usize) -> String {
    let mut text = String::new();
    let rounded = |weight: f64| (weight * CHOICE_UNITS).round() as i16;
    let pairs: Vec<[usize; 2]> = (0..=Shape::Four as usize)
        .flat_map(|first| (0..=first).map(move |second| [first, second]))
        .collect();
    for player in 0..players {
        let name = name_of(player, players);
        let policy = &choice[players * ROLES * CLASSES + player * POLICY..][..POLICY];
        for (own, [first, second]) in pairs.iter().enumerate() {
            for (other, [third, fourth]) in pairs.iter().enumerate() {
                let value = rounded(policy[own * PAIRS + other]);
                if value != 0 {
                    let _ = writeln!(text, "{name} pair {first}{second} {third}{fourth} {value}");
                }
            }
        }
        for back in 0..LAST_MOVES {
            for far in 1..=STEPS {
                for near in 0..=far {
                    let place = PAIRS * PAIRS + back * NEAR + distance_number(far, near);
                    let value = rounded(policy[place]);
                    let _ = writeln!(text, "{name} last {} {far} {near} {value}", back + 1);
                }
            }
        }
    }
    text
}

/// The lines about the scale of values.
fn scales(value: &[f64]) -> String {
    let mut text = String::new();
    for (stones, logarithm) in KNOTS.iter().zip(&value[value.len() - KNOTS.len()..]) {
        let _ = writeln!(text, "scale {stones} {:.0}", logarithm.exp() * 256.0);
    }
    text
}
