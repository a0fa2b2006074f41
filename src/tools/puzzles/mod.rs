//! `tengen puzzles`: positions in which exactly one move is right, cut out of games.

mod cut;
mod games;
mod output;
mod shapes;

use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::game::Variant;
use tengen_engine::puzzle::{Cutter, Puzzle, PuzzleKind, PuzzleLimits};
use tengen_engine::session::STACK_BYTES;

use tengen_games::puzzles::{PuzzleRecord, SCHEMA, check};
use tengen_games::record::Format;
use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::game_arguments::GameArguments;
use tengen_host::cli::game_file::ReadingArguments;
use tengen_host::cli::interrupt::Interrupt;
use tengen_host::cli::settings::Setting;
use tengen_host::cli::values::{ENDLESS, within};

use games::{SelfPlay, SourceGame};
use output::PuzzleOutput;
use shapes::Seen;

/// Exit code when fewer puzzles were found than wanted.
const TOO_FEW: u8 = 1;
/// Poll interval for Ctrl-C while waiting.
const POLL: Duration = Duration::from_millis(50);
/// Games that each thread takes before what was found is put in order.
const BATCH: u64 = 4;

/// Arguments of `puzzles`.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesArguments {
    /// Files with games, in any format that can be read, and logs of match; without any the
    /// engine plays games against itself
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the files, whatever their extensions say
    #[arg(long, value_name = "NAME", value_parser = Format::parse)]
    format: Option<Format>,
    #[command(flatten)]
    reading: ReadingArguments,
    #[command(flatten)]
    game: GameArguments,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value = "10", value_parser = within::<usize>(1..=1_000_000))]
    count: usize,
    /// What has to be found: a win by fours, a win by threats, the only move that holds; several
    /// with commas, all by default
    #[arg(long, value_parser = parse_kind(), value_name = "KIND", value_delimiter = ',')]
    kind: Vec<PuzzleKind>,
    /// Least number of moves that the winner makes in the longest line of the proof
    #[arg(long, value_name = "N", default_value = "3", value_parser = within::<u16>(1..=200))]
    min_moves: u16,
    /// Most of these moves
    #[arg(long, value_name = "N", default_value = "200", value_parser = within::<u16>(1..=200))]
    max_moves: u16,
    /// Grade, 1 to 9: how much a solver has to see
    #[arg(long, value_name = "A..B", default_value = "1..9", value_parser = parse_grades)]
    grade: RangeInclusive<u8>,
    /// Seed of the games of the engine against itself
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<u64>(0..=ENDLESS))]
    seed: u64,
    /// Positions that the engine looks at for each move of these games
    #[arg(long, value_name = "N", default_value = "400", value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Most of these games
    #[arg(long, value_name = "N", default_value = "100000", value_parser = within::<u64>(1..=ENDLESS))]
    games: u64,
    /// Positions of the search for a win by threats after each other move and a reply to it
    #[arg(long, value_name = "N", default_value = "4000", value_parser = within::<u64>(100..=1_000_000_000))]
    effort: u64,
    /// Most other moves of an attack that need not be proven to lose; with 0 nothing is left open:
    /// the right move of a defence has to be proven to win
    #[arg(long, value_name = "N", default_value = "0", value_parser = within::<usize>(0..=100))]
    open: usize,
    /// Positions of the search for a win after these moves together; of a defence after the
    /// solution
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = within::<u64>(1000..=ENDLESS))]
    searched: u64,
    /// Positions in which a proof is looked for that one of them wins, for each of the eight best
    #[arg(long, value_name = "N", default_value = "2000000", value_parser = within::<u64>(1000..=ENDLESS))]
    proved: u64,
    /// Games that are looked at at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<u64>(1..=256))]
    concurrency: u64,
    /// Write to this file instead of standard output, and go on with the puzzles that are in it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the JSON Schema of a line and do nothing else
    #[arg(long)]
    schema: bool,
}

/// Reads `4..6`, both ends included, or a single grade.
fn parse_grades(text: &str) -> Result<RangeInclusive<u8>, &'static str> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let grade = |text| within::<u8>(1..=9)(text).ok();
    let grades = grade(least).zip(grade(most)).filter(|(least, most)| least <= most);
    grades.map(|(least, most)| least..=most).ok_or("expected grades from 1 to 9, as in 4..6")
}

/// Reads what has to be found.
fn parse_kind() -> impl TypedValueParser<Value = PuzzleKind> {
    let value = |kind: PuzzleKind| {
        PossibleValue::new(kind.name()).help(match kind {
            PuzzleKind::Vcf => "A win by fours alone",
            PuzzleKind::Vct => "A win by threats, where fours alone do not win",
            PuzzleKind::Defence => "The only move that holds against a threat to win",
        })
    };
    let names = PossibleValuesParser::new(PuzzleKind::ALL.map(value));
    names.try_map(|name| PuzzleKind::of_name(&name).ok_or("expected vcf, vct or defence"))
}

/// Cuts puzzles and writes them; `before` was set before the subcommand.
///
/// # Errors
/// When the arguments make no sense, a file has no games, or there are fewer puzzles than
/// wanted.
pub(crate) fn run(arguments: &PuzzlesArguments, before: &[Setting]) -> Result<(), Failure> {
    if arguments.schema {
        return put(SCHEMA.as_bytes());
    }
    let variant = arguments.game.variant(before)?;
    if variant.destroy > 0 {
        let line = format!("the game: {variant}: expected no conversions, which break lines");
        return Err(Failure::Usage(line));
    }
    let is_set = arguments.game.is_set() || !before.is_empty();
    let source = source(arguments, variant, is_set)?;
    // Whoever came to solve some is told where that is.
    if arguments.files.is_empty() && std::io::stdout().is_terminal() {
        note("makes puzzles out of games of its own; tengen play --puzzle solves those that ship");
    }
    let (output, known) = PuzzleOutput::open(arguments.out.as_deref())?;
    let interrupt = Interrupt::listen().context("signals cannot be listened to")?;
    let bar = ProgressBar::new_spinner().with_style(style());
    let mut work = PuzzleWork { arguments, source, output, seen: Seen::default(), found: 0, bar };
    let first = work.take_up(&known)?;
    let result = work.run(first, &interrupt);
    work.bar.finish_and_clear();
    result
}

/// Where the games come from.
enum PuzzleGames {
    Files(Vec<SourceGame>),
    SelfPlay(SelfPlay),
}

impl PuzzleGames {
    /// How many games there are.
    fn len(&self, arguments: &PuzzlesArguments) -> u64 {
        match self {
            PuzzleGames::Files(games) => games.len() as u64,
            PuzzleGames::SelfPlay(_) => arguments.games,
        }
    }
}

fn source(
    arguments: &PuzzlesArguments,
    variant: Variant,
    is_set: bool,
) -> Result<PuzzleGames, Failure> {
    if arguments.files.is_empty() {
        let PuzzlesArguments { seed, nodes, .. } = *arguments;
        return Ok(PuzzleGames::SelfPlay(SelfPlay { variant, seed, nodes }));
    }
    let mut games = Vec::new();
    for path in &arguments.files {
        let (more, notes) = games::of_file(
            path,
            is_set.then_some(variant),
            arguments.format,
            &arguments.reading.reading(),
        )?;
        games.extend(more);
        for line in notes {
            note(&line);
        }
    }
    for (game, number) in games.iter_mut().zip(1..) {
        game.source.game = number;
    }
    Ok(PuzzleGames::Files(games))
}

/// The puzzles of a game, as they are written.
type FoundPuzzles = Vec<(PuzzleRecord, Puzzle)>;

struct PuzzleWork<'a> {
    arguments: &'a PuzzlesArguments,
    source: PuzzleGames,
    output: PuzzleOutput,
    seen: Seen,
    /// Puzzles that were written, also in earlier runs.
    found: usize,
    bar: ProgressBar,
}

impl PuzzleWork<'_> {
    /// Takes up the work where the puzzles of an earlier run end: the number of the game to
    /// go on with.
    fn take_up(&mut self, known: &[PuzzleRecord]) -> anyhow::Result<u64> {
        for record in known {
            self.seen.is_new(&record.open()?.position);
        }
        self.found = known.len();
        Ok(known.last().map_or(1, |record| record.source.game))
    }

    fn run(&mut self, first: u64, interrupt: &Interrupt) -> Result<(), Failure> {
        let games = self.source.len(self.arguments);
        let wanted = self.arguments.count;
        let mut first = first;
        while self.found < wanted && first <= games {
            let last = games.min(first + BATCH * self.arguments.concurrency - 1);
            let found = self.look(first, last, interrupt)?;
            if let Some(signal) = interrupt.received() {
                let line = format!("interrupted by {signal}: {} of {wanted} puzzles", self.found);
                return Err(Failure::Other(anyhow!(line)));
            }
            for (record, puzzle) in found {
                let is_graded = self.arguments.grade.contains(&record.grade);
                if self.found < wanted && is_graded && self.seen.is_new(&puzzle.position) {
                    // Nothing is written that a checker would refuse.
                    check(&record).with_context(|| record.position.clone())?;
                    self.output.add(&record)?;
                    self.found += 1;
                }
            }
            self.bar.set_message(format!("{last} games, {} of {wanted} puzzles", self.found));
            first = last + 1;
        }
        if self.found < wanted {
            let line = format!("{games} games have {} of {wanted} such puzzles", self.found);
            return Err(Failure::Coded(TOO_FEW, line));
        }
        Ok(())
    }

    /// The puzzles of these games, in their order.
    fn look(&self, first: u64, last: u64, interrupt: &Interrupt) -> anyhow::Result<FoundPuzzles> {
        let next = AtomicU64::new(first);
        let is_over = AtomicBool::new(false);
        let stop = || is_over.load(Ordering::Relaxed);
        let worker = || {
            let mut found = Vec::new();
            let mut cutter = None;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number > last || stop() {
                    return found;
                }
                found.push((number, self.puzzles(number, &mut cutter, &stop)));
            }
        };
        let mut found = thread::scope(|scope| {
            let start = || {
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, worker).context("no thread to look with")
            };
            let threads = (0..self.arguments.concurrency).map(|_| start());
            let threads: Vec<_> = threads.collect::<anyhow::Result<_>>()?;
            while threads.iter().any(|thread| !thread.is_finished()) {
                if interrupt.received().is_some() {
                    is_over.store(true, Ordering::Relaxed);
                }
                self.bar.tick();
                thread::sleep(POLL);
            }
            let joined = threads.into_iter().map(|thread| thread.join().ok());
            let found: Option<Vec<_>> = joined.collect();
            found.ok_or_else(|| anyhow!("a thread broke down: expected it to go on"))
        })?;
        let mut found: Vec<(u64, FoundPuzzles)> = found.drain(..).flatten().collect();
        found.sort_by_key(|(number, _)| *number);
        Ok(found.into_iter().flat_map(|(_, found)| found).collect())
    }

    fn puzzles(
        &self,
        number: u64,
        cutter: &mut Option<Cutter>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> FoundPuzzles {
        let played;
        let game = match &self.source {
            PuzzleGames::Files(games) => games.get(number as usize - 1),
            PuzzleGames::SelfPlay(play) => {
                played = play.game(number, stop);
                played.as_ref()
            }
        };
        let Some(game) = game else { return Vec::new() };
        if cutter.as_ref().is_none_or(|cutter| !cutter.knows(&game.start)) {
            let (rule, k) = (game.start.rule(), game.start.variant().k);
            *cutter = Some(Cutter::new(rule, k));
        }
        let Some(cutter) = cutter else { return Vec::new() };
        let kinds: Vec<PuzzleKind> = match self.arguments.kind.as_slice() {
            [] => PuzzleKind::ALL.to_vec(),
            kinds => kinds.to_vec(),
        };
        let &PuzzlesArguments { min_moves, max_moves, .. } = self.arguments;
        let &PuzzlesArguments { effort, open, searched, proved, .. } = self.arguments;
        let limits = PuzzleLimits {
            min_moves,
            max_moves,
            search: 2 * effort,
            other: effort,
            most_open: open,
            searched,
            proved,
            ..PuzzleLimits::default()
        };
        let found = cut::puzzles_of(game, cutter, &kinds, &limits, stop);
        let with_record = |(ply, puzzle): (u32, Puzzle)| {
            let mut source = game.source.clone();
            source.ply = ply + game.start.history().count() as u32;
            (PuzzleRecord::new(&puzzle, source), puzzle)
        };
        found.into_iter().map(with_record).collect()
    }
}

/// A line on a terminal; elsewhere nothing is shown.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_spinner())
}
