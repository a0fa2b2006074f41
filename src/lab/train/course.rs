//! The passes over the positions of games.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use anyhow::ensure;

use tengen_engine::game::Variant;
use tengen_engine::player::{seeded, shuffle};

use super::adam::Adam;
use super::batch::{Teacher, examine};
use super::curve::Row;
use super::matches::{self, OfMatch};
use super::model::{Losses, Model};
use super::positions::{Extractor, Later, Sample};
use crate::datagen::file::{Game, Reader};
use tengen_games::match_log;
use tengen_host::cli::failure::Failure;
use tengen_host::cli::game_file::bytes;

/// Stones in a row that the network is for.
const K: u8 = 5;

/// One game in this many is kept to check with.
const VALIDATION: u32 = 16;

/// Games whose positions are in memory and mixed with each other; a thousand take about
/// 45 MB.
const CHUNK: usize = 100_000;

/// Steps from one line of progress to the next.
const STEPS_TOLD: usize = 100;

/// How a network is taught.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Passes over all games.
    pub passes: u32,
    /// Positions of a step.
    pub batch: usize,
    /// First rate of learning.
    pub rate: f64,
    /// Steps in which the rate rises to what it is.
    pub warm_up: u32,
    /// The most that the length of a gradient may be, if it is held.
    pub clip: Option<f32>,
    /// Seed of the order of the positions.
    pub seed: u64,
    /// How later scores and the result of a game count for a position.
    pub later: Later,
    /// The number of threads.
    pub threads: usize,
    /// Whether samples tell what stands where.
    pub places: bool,
}

impl Plan {
    /// The share of the rate after some steps.
    fn warmth(&self, steps: i32) -> f64 {
        (f64::from(steps + 1) / f64::from(self.warm_up.max(1))).min(1.0)
    }
}

/// A game, and the number of its variant.
type OneGame = (usize, Game);

/// Positions of longer searches, of which only the loss is told.
struct Exam {
    /// The file that they come from.
    name: String,
    /// Positions of games, and those after moves beside them, which say most about what a search
    /// looks at.
    kinds: [Vec<Sample>; 2],
}

/// Games to learn from, and how.
pub struct Course {
    plan: Plan,
    /// The variants of the games first, and then that of the exam, if that is another.
    variants: Vec<Variant>,
    /// How many of `variants` are those of the games.
    learned: usize,
    games: Vec<OneGame>,
    /// How many games of logs could not be learned from.
    left_out: usize,
    /// The samples of the games kept apart.
    check: Vec<Sample>,
    exams: Vec<Exam>,
    /// The samples of all games, where they are few enough.
    samples: Vec<Sample>,
}

impl Course {
    /// Reads the games of some files.
    ///
    /// # Errors
    /// When a file cannot be read, is of another length of lines, or there is nothing to learn
    /// from or to be examined with.
    pub fn new(paths: &[PathBuf], exams: &[PathBuf], plan: Plan) -> anyhow::Result<Course> {
        let (mut games, mut variants, mut left_out) = (Vec::new(), Vec::new(), 0);
        for path in paths {
            let (more, others) = read(path, &mut variants)?;
            games.extend(more);
            left_out += others;
        }
        let is_kept = |(_, game): &mut OneGame| game.number % VALIDATION == 0;
        let kept: Vec<OneGame> = games.extract_if(.., is_kept).collect();
        let learned = variants.len();
        let check = extract(&kept, &variants, plan)?;
        let exams = exams.iter().map(|path| Exam::read(path, &mut variants, plan));
        let exams = exams.collect::<anyhow::Result<_>>()?;
        ensure!(
            !games.is_empty() && !check.is_empty(),
            "{} games{}: expected more to learn from",
            games.len() + kept.len(),
            less(left_out)
        );
        let samples = Vec::new();
        Ok(Course { plan, variants, learned, games, left_out, check, exams, samples })
    }

    /// A line about the games that are learned from.
    pub fn heading(&self) -> String {
        let (games, check) = (self.games.len(), self.check.len());
        let variants = self.variants[..self.learned].iter().map(ToString::to_string);
        let variants = variants.collect::<Vec<_>>().join(", ");
        let less = less(self.left_out);
        format!("{variants}: {games} games to learn from, {check} positions to check with{less}\n")
    }

    /// Teaches with every game once; `told` gets lines about the progress.
    ///
    /// # Errors
    /// When `told` fails.
    pub fn pass(
        &mut self,
        pass: u32,
        model: &mut Model,
        adam: &mut Adam,
        mut told: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<Row, Failure> {
        let Plan { passes, batch: size, rate, seed, threads, clip, .. } = self.plan;
        let mut teacher = Teacher::new(model, size, threads, clip);
        // The same order whether or not the course began with this pass.
        let mut random = seeded(seed.wrapping_add(u64::from(pass) << 32));
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        shuffle(&mut order, &mut random);
        let chunks = order.len().div_ceil(CHUNK);
        let (mut learned, mut lately) = (Losses::default(), Losses::default());
        let begun = Instant::now();
        for (chunk, order) in order.chunks(CHUNK).enumerate() {
            let samples = if chunks == 1 {
                if self.samples.is_empty() {
                    self.samples = extract(&self.games, &self.variants, self.plan)?;
                }
                &self.samples
            } else {
                let games: Vec<OneGame> = order.iter().map(|&at| self.games[at].clone()).collect();
                self.samples = extract(&games, &self.variants, self.plan)?;
                &self.samples
            };
            let mut places: Vec<usize> = (0..samples.len()).collect();
            shuffle(&mut places, &mut random);
            let batches = places.len().div_ceil(size);
            for (number, places) in places.chunks(size).enumerate() {
                let batch: Vec<&Sample> = places.iter().map(|&place| &samples[place]).collect();
                let of_chunk = number as f64 / batches as f64;
                let of_pass = (chunk as f64 + of_chunk) / chunks as f64;
                let way = (f64::from(pass - 1) + of_pass) / f64::from(passes);
                let rate = rate * f64::midpoint((way * std::f64::consts::PI).cos(), 1.0);
                let rate = rate * self.plan.warmth(adam.moments.steps);
                let losses = teacher.step(model, adam, &batch, rate as f32);
                learned.add(&losses);
                lately.add(&losses);
                if number % STEPS_TOLD == STEPS_TOLD - 1 {
                    let speed = learned.count / begun.elapsed().as_secs_f64();
                    let loss = lately.value / lately.count;
                    let percent = 100.0 * of_pass;
                    told(&format!("{percent:.0} %: loss {loss:.5}, {speed:.0} positions/s"))?;
                    lately = Losses::default();
                }
            }
        }
        adam.settle_all(&mut model.numbers);
        let kept = examine(model, &self.check, threads);
        for exam in &self.exams {
            told(&exam.told(model, threads))?;
        }
        Ok(Row {
            pass,
            positions: pass as usize * learned.count as usize,
            learned: learned.value / learned.count,
            kept: kept.value / kept.count,
            present: kept.present / kept.count,
        })
    }
}

impl Exam {
    /// The positions of a file of longer searches: their scores count alone.
    fn read(path: &Path, variants: &mut Vec<Variant>, plan: Plan) -> anyhow::Result<Exam> {
        let (games, _) = read(path, variants)?;
        let samples = extract(&games, variants, plan)?;
        ensure!(!samples.is_empty(), "{}: expected quiet positions", path.display());
        let mut kinds = [Vec::new(), Vec::new()];
        for sample in samples {
            let kind = usize::from(sample.later.is_none());
            kinds[kind].push(Sample { later: None, ..sample });
        }
        Ok(Exam { name: path.display().to_string(), kinds })
    }

    /// What a network comes to: the loss of all positions, and of each kind where there are both.
    fn told(&self, model: &Model, threads: usize) -> String {
        let each = self.kinds.each_ref().map(|samples| examine(model, samples, threads));
        let mut all = each[0];
        all.add(&each[1]);
        let of = |Losses { value, present, count }: Losses| {
            let (value, present) = (value / count, present / count);
            format!("{value:.5} (this program: {present:.5}), {count} positions")
        };
        let mut text = format!("exam {}: {}", self.name, of(all));
        if each.iter().all(|losses| losses.count > 0.0) {
            let _ = write!(text, "; of games {}; beside them {}", of(each[0]), of(each[1]));
        }
        text
    }
}

/// What is said of games that could not be learned from.
fn less(left_out: usize) -> String {
    match left_out {
        0 => String::new(),
        _ => format!(" ({left_out} of logs left out, with another start or without every score)"),
    }
}

/// The games of a file, and how many are left out; a variant that is not among the others yet is
/// added to them.
fn read(path: &Path, variants: &mut Vec<Variant>) -> anyhow::Result<(Vec<OneGame>, usize)> {
    let (variant, games, left_out) = if is_match_log(path) {
        let OfMatch { variant, games, left_out } =
            matches::read(&bytes(path)?, &path.display().to_string())?;
        (variant, games, left_out)
    } else {
        let reader = Reader::open(path, "a file made by datagen, or the log of a match")?;
        (reader.recipe.variant()?, reader.collect(), 0)
    };
    ensure!(variant.k == K, "{}: {variant}: expected games of {K} in a row", path.display());
    let number = variants.iter().position(|&known| known == variant).unwrap_or(variants.len());
    if number == variants.len() {
        variants.push(variant);
    }
    Ok((games.into_iter().map(|game| (number, game)).collect(), left_out))
}

/// Whether a file is the log of a match.
fn is_match_log(path: &Path) -> bool {
    let mut begin = [0; match_log::HEAD.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == match_log::HEAD
}

/// The samples of games, in their order.
fn extract(games: &[OneGame], variants: &[Variant], plan: Plan) -> anyhow::Result<Vec<Sample>> {
    let share = games.len().div_ceil(plan.threads).max(1);
    let parts: Vec<anyhow::Result<Vec<Sample>>> = thread::scope(|scope| {
        let work = move |part: &[OneGame]| {
            let new = |&variant: &Variant| {
                let extractor = Extractor::new(variant, plan.later)?;
                Ok(if plan.places { extractor.with_places() } else { extractor })
            };
            let mut extractors = variants.iter().map(new).collect::<anyhow::Result<Vec<_>>>()?;
            let mut samples = Vec::new();
            for (variant, game) in part {
                extractors[*variant].add(game, &mut samples);
            }
            Ok(samples)
        };
        let running: Vec<_> =
            games.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| match thread.join() {
            Ok(samples) => samples,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        running.into_iter().map(join).collect()
    });
    let mut samples = Vec::new();
    for part in parts {
        samples.append(&mut part?);
    }
    Ok(samples)
}
