//! `tengen datagen`: games of the engine against itself, kept with the score of
//! every move, to learn an evaluation from.
//!
//! Game `n` of a recipe is the same wherever and whenever it is played, and games
//! are written in the order of their numbers, so that a run that was killed goes
//! on where the file ends.

pub(crate) mod file;
mod manifest;
pub(crate) mod play;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::game_arguments::GameArguments;
use tengen_host::cli::parts::{Part, PartArguments, Workload};
use tengen_host::cli::settings::Setting;
use tengen_host::cli::values::{ENDLESS, within};

use file::{Game, Recipe, Writer};
use play::Table;

/// Arguments of `datagen`.
#[derive(Args, Debug)]
pub struct Datagen {
    #[command(flatten)]
    game: GameArguments,
    /// The file of games; one that is there is continued
    #[arg(
        long = "out",
        alias = "output",
        short,
        value_name = "FILE",
        required_unless_present = "dry_run"
    )]
    output: Option<PathBuf>,
    /// Write figures about the file as JSON here when all games are there
    #[arg(long, value_name = "FILE", requires = "output")]
    manifest: Option<PathBuf>,
    /// Games in total
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<u32>(0..=ENDLESS))]
    games: u32,
    /// Positions that the engine looks at for each move
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = within::<u64>(1..=ENDLESS))]
    nodes: u64,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(0..=ENDLESS))]
    seed: u64,
    /// Games played at once; by default one for each core
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=1024))]
    concurrency: Option<usize>,
    #[command(flatten)]
    part: PartArguments,
}

/// The unit in which the work is counted.
const GAME: &str = "game";

/// Plays the games that the file lacks.
///
/// # Errors
/// When the game cannot be played, or the file is another recipe's or cannot be written.
pub fn run(arguments: &Datagen, before: &[Setting]) -> Result<(), Failure> {
    let variant = arguments.game.variant(before)?;
    let Datagen { output, games, nodes, seed, part, .. } = arguments;
    let engine = play::fingerprint(variant)?;
    let recipe = Recipe::new(variant, *nodes, *seed, engine).map_err(Failure::Usage)?;
    let units = u64::from(*games);
    let Part { first, last } = match part.part {
        Some(part) => part.check(units, GAME)?,
        None => Part { first: 1, last: units },
    };
    let Some(output) = output.as_ref().filter(|_| !part.dry_run) else {
        let unit = GAME.to_owned();
        return Workload { unit, units, seed: *seed, is_repeatable: true, files: Vec::new() }
            .print();
    };
    if let Some(manifest) = arguments.manifest.as_ref().filter(|&it| it == output) {
        let manifest = manifest.display();
        let text = format!("--manifest: {manifest}: expected another file than the games");
        return Err(Failure::Usage(text));
    }
    // Numbers of games begin with 0.
    let mut writer = Writer::open(output, &recipe, first as u32 - 1)?;
    let first = writer.next_number();
    let games = &(last as u32);
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = arguments.concurrency.unwrap_or(cores);
    let bar = ProgressBar::new(u64::from(*games)).with_style(style());
    bar.set_position(u64::from(first));

    let tables: Vec<Table<'_>> =
        (0..workers).map(|_| Table::new(&recipe)).collect::<Result<_, _>>()?;
    let next = AtomicU64::new(u64::from(first));
    let (sender, receiver) = mpsc::sync_channel::<Game>(workers);
    thread::scope(|scope| -> anyhow::Result<()> {
        // Moved in, so that it is gone when writing fails and the players stop.
        let receiver = receiver;
        for mut table in tables {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= u64::from(*games)
                        || sender.send(table.play(number as u32)).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u32, Game> = BTreeMap::new();
        for game in receiver {
            waiting.insert(game.number, game);
            while let Some(game) = waiting.remove(&writer.next_number()) {
                writer.append(&game)?;
                bar.set_position(u64::from(writer.next_number()));
            }
        }
        Ok(())
    })
    .with_context(|| format!("{}: expected room for more games", output.display()))?;
    bar.finish_and_clear();
    let count = writer.next_number();
    if count < *games {
        return Err(Failure::Other(anyhow!("{count} of {games} games were played")));
    }
    if let Some(manifest) = &arguments.manifest {
        manifest::write(output, manifest)?;
    }
    put(format!("{count} games, {} of them new\n", count - first.min(count)).as_bytes())
}

/// A bar on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}
