//! `tengen train`: teaches the network over all points from games of `datagen`.

#![expect(clippy::cast_precision_loss, reason = "counts and losses are far from 2^23")]
#![expect(clippy::inline_always, reason = "only so are loops compiled for wider registers")]

mod adam;
mod batch;
mod chance;
mod checkpoint;
mod contents;
mod course;
mod curve;
mod dense;
mod layout;
mod matches;
mod model;
mod neighbours;
mod places;
mod positions;
mod quantise;
mod regions;
mod seen;
#[cfg(test)]
mod slopes;
mod wide;

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};

use tengen_engine::eval::point_net::{self, MAGIC};
use tengen_engine::player::seeded;

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::files::{read_whole, write_whole};
use tengen_host::cli::values::{ENDLESS, fraction, share, within};

use adam::{Adam, Moments, RowPlan};
use checkpoint::Checkpoint;
use course::{Course, Plan};
use curve::{Curve, Row};
use layout::{Blocks, Layout, ROW, begin};
use model::{Model, Target};
use positions::Later;
use quantise::MOST_OF_WINDOW;

/// Arguments of `train`.
#[derive(Args, Debug)]
pub struct Train {
    /// Files of games of five in a row, of any rules and sizes: those of `datagen`, or logs of matches of
    /// this program against itself
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The network, written after every pass; beside it, with other endings, where it can go on
    /// (.checkpoint), the losses (.csv) and their picture (.svg)
    #[arg(
        long = "out",
        alias = "output",
        short,
        value_name = "FILE",
        value_parser = parse_output,
        required_unless_present = "trial"
    )]
    output: Option<PathBuf>,
    /// Teach an experiment that the program does not have, and write no file: only the losses are
    /// told
    #[arg(long, value_name = "BLOCKS", value_enum, conflicts_with = "output")]
    trial: Option<Trial>,
    /// Begin with the numbers of such a checkpoint, or of a network
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Passes over all games
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u32>(1..=1000))]
    passes: u32,
    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = within::<usize>(1..=1_000_000))]
    batch: usize,
    /// First rate of learning; it falls to nothing along half a cosine
    #[arg(long, value_name = "RATE", default_value_t = 0.004, value_parser = fraction)]
    rate: f64,
    /// Steps in which the rate rises to its first value
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u32>(0..=1_000_000))]
    warm_up: u32,
    /// The greatest length of a gradient; a longer one is shortened
    #[arg(long, value_name = "LENGTH", value_parser = fraction)]
    clip: Option<f64>,
    /// Share that the rows lose for each unit of the rate
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = fraction)]
    decay: f64,
    /// Share of what the game showed later in what a position is worth; the rest is the score
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    later: f64,
    /// Share that the result and all but the next score have in what a game showed later
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    patience: f64,
    /// Games of longer searches: the loss on them is told after each pass, that on positions after
    /// moves beside them apart; may be repeated
    #[arg(long = "exam", value_name = "FILE")]
    exams: Vec<PathBuf>,
    /// Units at which the odds of scores grow by a factor of e
    #[arg(long, value_name = "UNITS", default_value_t = 344, value_parser = within::<u16>(1..=10_000))]
    scale: u16,
    /// Seed of the first numbers and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(0..=ENDLESS))]
    seed: u64,
    /// Threads; the network is the same for any number of them
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=256))]
    threads: Option<usize>,
}

/// What the network of an experiment has beside its present parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Trial {
    /// Nothing
    Present,
    /// A step in which each point hears of the eight around it
    Neighbours,
}

impl Trial {
    fn blocks(self) -> Blocks {
        Blocks { regions: true, neighbours: self == Trial::Neighbours }
    }
}

/// Endings of the files beside the network: where it can go on, losses, their picture.
const BESIDE: [&str; 3] = ["checkpoint", "csv", "svg"];

fn parse_output(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    let is_taken = |ending: &str| BESIDE.iter().any(|taken| ending.eq_ignore_ascii_case(taken));
    if path.extension().and_then(OsStr::to_str).is_some_and(is_taken) {
        return Err("expected another ending than .checkpoint, .csv and .svg, which are beside it");
    }
    Ok(path)
}

/// Teaches a network and writes it; losses go to standard output as they fall. Goes on where
/// the checkpoint of the same arguments ends.
///
/// # Errors
/// When a file cannot be read or written, or the checkpoint is that of other arguments.
pub fn run(arguments: &Train) -> Result<(), Failure> {
    let Some(output) = &arguments.output else { return run_trial(arguments) };
    let layout = Layout::new();
    let beside = |ending: &str| output.with_extension(ending);
    let [at, csv, picture] = BESIDE.map(beside);
    let heading = heading(arguments);
    let begun = Checkpoint::read(&at, layout.count)?;
    if begun.as_ref().is_some_and(|known| known.heading != heading) {
        let expected = "expected the arguments it began with, or another --out";
        return Err(Failure::Usage(format!("{}: of other arguments: {expected}", at.display())));
    }
    let (state, mut curve) = if let Some(known) = begun {
        put(format!("goes on after pass {}\n", known.passes).as_bytes())?;
        let curve = Curve::read(&csv, known.passes)?;
        (known, curve)
    } else {
        let numbers = first_numbers(arguments, &layout)?;
        (Checkpoint::new(heading, numbers), Curve::default())
    };
    let (mut course, target) = course(arguments, layout)?;
    let Checkpoint { heading, passes, numbers, moments } = state;
    let mut model = Model { layout, numbers, target };
    let mut adam = Adam::new(moments, row_plan(&layout, arguments.decay as f32));
    for pass in passes + 1..=arguments.passes {
        let row = teach(&mut course, pass, &mut model, &mut adam)?;
        curve.push(row);
        write(output, &model)?;
        write_whole(&csv, curve.csv().as_bytes())?;
        write_whole(&picture, curve.svg().as_bytes())?;
        // Last: a later run needs all the others.
        Checkpoint::write(&at, (&heading, pass), &model.numbers, &adam.moments)?;
    }
    Ok(())
}

/// Teaches an experiment, of which the losses are all that stays.
fn run_trial(arguments: &Train) -> Result<(), Failure> {
    let layout = arguments.trial.map_or_else(Layout::new, |trial| Layout::with(trial.blocks()));
    let numbers = first_numbers(arguments, &layout)?;
    let (mut course, target) = course(arguments, layout)?;
    let mut model = Model { layout, numbers, target };
    let moments = Moments::new(layout.count);
    let mut adam = Adam::new(moments, row_plan(&layout, arguments.decay as f32));
    for pass in 1..=arguments.passes {
        teach(&mut course, pass, &mut model, &mut adam)?;
    }
    Ok(())
}

/// The games to learn from, about which a line is told, and the target.
fn course(arguments: &Train, layout: Layout) -> Result<(Course, Target), Failure> {
    let Train { passes, batch, rate, seed, warm_up, .. } = *arguments;
    let target = Target { later: arguments.later as f32, scale: f32::from(arguments.scale) };
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let plan = Plan {
        passes,
        batch,
        rate,
        warm_up,
        clip: arguments.clip.map(|most| most as f32),
        seed,
        later: Later { patience: arguments.patience as f32, scale: target.scale },
        threads: arguments.threads.unwrap_or_else(cores),
        places: layout.blocks.is_any(),
    };
    let course = Course::new(&arguments.files, &arguments.exams, plan)?;
    put(course.heading().as_bytes())?;
    Ok((course, target))
}

/// One pass, about which lines are told.
fn teach(
    course: &mut Course,
    pass: u32,
    model: &mut Model,
    adam: &mut Adam,
) -> Result<Row, Failure> {
    let told = |line: &str| put(format!("pass {pass}, {line}\n").as_bytes());
    let row = course.pass(pass, model, adam, told)?;
    put(format!("after pass {pass}: {row}\n").as_bytes())?;
    Ok(row)
}

/// The numbers with which the teaching begins.
fn first_numbers(arguments: &Train, layout: &Layout) -> anyhow::Result<Vec<f32>> {
    let mut numbers = begin(layout, &mut seeded(!arguments.seed));
    if let Some(path) = &arguments.start {
        let known = start(path, layout)?;
        numbers[..known.len()].copy_from_slice(&known);
    }
    Ok(numbers)
}

/// How the rows of a network are taught.
fn row_plan(layout: &Layout, decay: f32) -> RowPlan {
    let Layout { classes, bias, .. } = layout;
    RowPlan { width: ROW, count: bias / ROW, decay, held: classes / ROW, most: MOST_OF_WINDOW }
}

/// The numbers of a checkpoint or a network.
fn start(path: &Path, layout: &Layout) -> anyhow::Result<Vec<f32>> {
    let expected = || format!("{}: expected a checkpoint or a network", path.display());
    let bytes = read_whole(path).map_err(|error| anyhow!("{} ({error})", expected()))?;
    if !bytes.starts_with(&MAGIC[..MAGIC.len() - 1]) {
        return Checkpoint::start(path, layout.count).with_context(expected);
    }
    let net = point_net::read(&bytes);
    net.map_err(|error| anyhow!("{}: expected {error}", path.display()))?;
    Ok(quantise::numbers(&bytes).1)
}

/// The heading that a checkpoint has to have: all arguments that decide what the passes come to.
fn heading(arguments: &Train) -> String {
    let Train { files, start, passes, batch, rate, warm_up, clip, decay, later, .. } = arguments;
    let Train { patience, scale, seed, .. } = arguments;
    let bytes = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
    let files: Vec<_> = files.iter().map(|path| (path, bytes(path))).collect();
    let mut text = format!(
        "{files:?} start={start:?} passes={passes} batch={batch} rate={rate} decay={decay} \
         later={later} patience={patience} scale={scale} seed={seed}"
    );
    // Nothing where they are not set: so the checkpoints of earlier programs are taken.
    if *warm_up > 0 {
        let _ = write!(text, " warm-up={warm_up}");
    }
    if let Some(most) = clip {
        let _ = write!(text, " clip={most}");
    }
    text
}

/// Writes a network in whole numbers.
fn write(path: &Path, Model { layout, numbers, .. }: &Model) -> Result<(), Failure> {
    Ok(write_whole(path, &quantise::file(layout, numbers))?)
}
