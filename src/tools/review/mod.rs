//! `tengen review`: goes through a whole game and says what each move was
//! worth, as text, as JSON and as a page for the browser.

mod page;
mod proofs;
mod survey;

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use tengen_engine::control::Unit;
use tengen_engine::game::{Move, Position, Variant};
use tengen_engine::player::unit_of;
use tengen_engine::protocol;
use tengen_engine::session::message::Problem;

use tengen_games::analysis::defaults::Defaults;
use tengen_games::analysis::question::AnalysisQuestion;
use tengen_games::record::{Format, GameFile, GameInfo, LoadedGames, games_in};
use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::files::{Whole, try_place, write_together};
use tengen_host::cli::game_file::{ReadingArguments, bytes};
use tengen_host::cli::lines::{STDIN, STREAM};
use tengen_host::cli::logging::Log;
use tengen_host::cli::parts::{NeededFile, Part, PartArguments, Role, Workload};
use tengen_host::cli::settings::Setting;
use tengen_host::cli::values::{ENDLESS, within};
use tengen_host::cli::work::Work;

use tengen_games::analysis;
use tengen_games::review::game::ReviewedGame;
use tengen_games::review::report::{self, Report};
use tengen_games::review::{hold, longer, text};

/// Arguments of `review`.
#[derive(Args, Debug)]
pub(crate) struct Review {
    /// A file with the game, - for standard input, or the moves themselves as in "h8 i9 j10"
    #[arg(required_unless_present = "schema", num_args = 1..)]
    game: Vec<String>,
    /// Write the review as a page for the browser; - is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the review as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a proof for each position that is won, into this folder; tengen verify checks them
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..=ENDLESS))]
    number: Option<u32>,
    /// Format of the file, whatever its extension says
    #[arg(long, value_name = "NAME", value_parser = Format::parse)]
    format: Option<Format>,
    #[command(flatten)]
    reading: ReadingArguments,
    #[command(flatten)]
    work: Work,
    /// Print the JSON Schema of what --json writes and do nothing else
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    part: PartArguments,
}

/// What the work is counted in, where a file has several games.
const GAME: &str = "game";

/// Reviews a game.
pub(crate) fn review(arguments: &Review, settings: Vec<Setting>, log: &Log) -> Result<(), Failure> {
    if arguments.schema {
        return put(report::SCHEMA.as_bytes());
    }
    let (json_file, html_file) = (arguments.json.as_deref(), arguments.html.as_deref());
    if let Some(path) = json_file.filter(|_| json_file == html_file) {
        let expected = "expected two different files, or one of them on standard output";
        return Err(Failure::Usage(format!("--json and --html: {}: {expected}", path.display())));
    }
    for (flag, path) in [("--json", json_file), ("--html", html_file)] {
        if let Some(path) = path.filter(|path| *path != STREAM) {
            try_place(flag, path)?;
        }
    }
    let mut defaults = arguments.work.defaults(settings, log)?;
    // Moves beside a proven one would count as mistakes, only because nothing is proven of them.
    defaults.options.settings.plays_by_book = false;
    if arguments.part.dry_run || arguments.part.part.is_some() {
        return several(arguments, &defaults);
    }
    // Moves may be several arguments.
    let (game, defaults) = read(&arguments.game.join(" "), arguments, defaults)?;
    one(&game, &defaults, arguments)
}

/// Reviews one game, and writes what is asked for.
fn one(game: &ReviewedGame, defaults: &Defaults, arguments: &Review) -> Result<(), Failure> {
    // A verdict is about chances of winning, and no other player's scores tell any.
    let player = &defaults.options.settings.player;
    if unit_of(player) != Unit::Engine {
        let expected = "engine: others give no chances of winning";
        let problem: Problem = Problem::new("Player", player, expected);
        return Err(Failure::Usage(problem.to_string()));
    }
    let (json_file, html_file) = (arguments.json.as_deref(), arguments.html.as_deref());
    if let Some(folder) = &arguments.proofs {
        proofs::prepare(folder, game)?;
    }
    let bar = progress(game.positions.len());
    let verdicts = survey::survey(
        &game.positions,
        &defaults.limits,
        &defaults.options.settings,
        arguments.work.concurrency(),
        || bar.inc(1),
    );
    bar.finish_and_clear();
    let mut verdicts = verdicts?;
    let settings = &defaults.options.settings;
    let bar = ProgressBar::new_spinner();
    let tell = |what: String| {
        bar.set_message(what);
        bar.tick();
    };
    let limits = &defaults.limits;
    let search = longer::settle(game, &mut verdicts, limits, settings, |number| {
        tell(format!("looks longer at move {number}"));
    })
    .and_then(|()| {
        hold::find(game, &mut verdicts, limits, settings, |number| {
            tell(format!("looks for a move that holds in place of move {number}"));
        })
    });
    bar.finish_and_clear();
    let search = search?;
    let report = Report::new(game, &verdicts, search.as_ref(), &defaults.limits);

    // Everything is made before anything is written.
    let json = report.json().context("the review is no JSON")? + "\n";
    let html = arguments.html.as_ref().map(|_| page::page(&report)).transpose()?;
    let (mut files, mut printed) = (Vec::<Whole>::new(), None);
    for (path, text) in [(json_file, Some(&json)), (html_file, html.as_ref())] {
        match path.zip(text) {
            Some((path, text)) if path == Path::new(STREAM) => printed = Some(text),
            Some((path, text)) => files.push((path, text.as_bytes())),
            None => {}
        }
    }
    write_together(&files)?;
    put(printed.unwrap_or(&text::text(&report)).as_bytes())?;
    if let Some(folder) = &arguments.proofs {
        let bar = progress(game.positions.len());
        let told = proofs::write(folder, &game.positions, &verdicts, || bar.inc(1));
        bar.finish_and_clear();
        note(&told?);
    }
    Ok(())
}

/// Reviews a part of the games in a file, one after the other, or says how many there are.
fn several(arguments: &Review, defaults: &Defaults) -> Result<(), Failure> {
    let PartArguments { part, dry_run } = arguments.part;
    let is_file = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path != STREAM);
    let has_files =
        is_file(&arguments.json) || is_file(&arguments.html) || arguments.proofs.is_some();
    if has_files || arguments.number.is_some() {
        let expected = "expected output on standard output, and no --number";
        return Err(Failure::Usage(format!("--part: several games: {expected}")));
    }
    let source = arguments.game.join(" ");
    let path = Path::new(&source);
    if source == STREAM {
        return Err(Failure::Usage("-: expected a file, which can be cut".to_owned()));
    }
    let game = defaults.game().context("the game")?;
    let bytes = bytes(path)?;
    let LoadedGames { games, count, notes } =
        games_in(&bytes, path, arguments.format, game, &arguments.reading.reading())?;
    let units = count as u64;
    let Part { first, last } = match part {
        Some(part) => part.check(units, GAME)?,
        None => Part { first: 1, last: units },
    };
    if dry_run {
        let is_timed = defaults.limits.movetime_ms.is_some();
        let workload = Workload {
            unit: GAME.to_owned(),
            units,
            seed: 0,
            is_repeatable: !is_timed && defaults.options.settings.threads == 1,
            files: vec![NeededFile { role: Role::Input, path: source }],
        };
        return workload.print();
    }
    for line in notes {
        note(&line);
    }
    let is_in_part = |number: usize| (first..=last).contains(&(number as u64));
    for (number, game) in games.into_iter().filter(|(number, _)| is_in_part(*number)) {
        let name = format!("{source}:{number}");
        let position = game.final_position().with_context(|| name.clone())?;
        one(&ReviewedGame::new(name, game.info, &position), defaults, arguments)?;
    }
    Ok(())
}

/// A progress bar; silent where standard error is no terminal.
fn progress(positions: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64);
    // The template is a constant; a wrong one would leave the usual style.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// The game that the arguments name, and what holds for its analysis.
fn read(
    source: &str,
    arguments: &Review,
    defaults: Defaults,
) -> anyhow::Result<(ReviewedGame, Defaults)> {
    let path = Path::new(source);
    if source != STREAM && !path.exists() {
        return typed(source, defaults, arguments.reading.reading().game);
    }
    let bytes = bytes(path)?;
    let name = if source == STREAM { STDIN } else { source };
    if arguments.format.is_none() && bytes.trim_ascii_start().starts_with(b"{") {
        return requested(name, &protocol::from_bytes(&bytes), &defaults);
    }
    let open = defaults.game()?;
    let file = GameFile::new(&bytes, path, arguments.format, open, &arguments.reading.reading())?;
    let (game, notes) = file.chosen(name, arguments.number)?;
    let last = game.final_position().with_context(|| name.to_owned())?;
    for line in notes {
        note(&line);
    }
    Ok((ReviewedGame::new(name.to_owned(), game.info, &last), defaults))
}

/// The moves in the argument itself, from the empty board of `game`, else of the options.
fn typed(
    text: &str,
    defaults: Defaults,
    game: Option<Variant>,
) -> anyhow::Result<(ReviewedGame, Defaults)> {
    let mut words = text.split_whitespace();
    let first = words.next().and_then(|word| word.parse::<Move>().ok());
    let moves = match analysis::moves("moves", text) {
        Ok(moves) if !moves.is_empty() => moves,
        // Files with such names are rarer than slips in a move.
        Err(problem) if first.is_some() && words.next().is_some() => {
            return Err(anyhow!("{problem}"));
        }
        _ => return Err(anyhow!("{text}: no such file: expected a file with a game, or moves")),
    };
    let game = game.map_or_else(|| defaults.options.variant(), Ok)?;
    let mut position = Position::new(game)?;
    for mv in moves {
        // As in a record, a forbidden point may be played and ends the game.
        tengen_games::record::play(&mut position, mv)
            .map_err(|reason| anyhow!("{mv} ({reason}): expected {}", reason.expected()))?;
    }
    Ok((ReviewedGame::new("moves".to_owned(), GameInfo::default(), &position), defaults))
}

/// The game of a request for `tengen analyze`, with its options and limits.
fn requested(
    name: &str,
    text: &str,
    defaults: &Defaults,
) -> anyhow::Result<(ReviewedGame, Defaults)> {
    let refuse = |problem: &Problem| anyhow!("{name}: {problem}");
    let request = match analysis::read(text.into()) {
        Some(analysis::AnalysisInput::Request(request)) => request,
        Some(analysis::AnalysisInput::Refused { problem, .. }) => return Err(refuse(&problem)),
        Some(analysis::AnalysisInput::Cancel(_)) | None => {
            return Err(anyhow!("{name}: no request in it: expected one with a game"));
        }
    };
    let question =
        AnalysisQuestion::of_request(*request, defaults).map_err(|problem| refuse(&problem))?;
    let game = ReviewedGame::new(name.to_owned(), GameInfo::default(), question.game());
    let mut defaults = defaults.clone();
    defaults.limits = question.limits().clone();
    // The moves that a search is limited to would not be legal in every position of the game.
    defaults.limits.search_moves.clear();
    defaults.options.settings = question.settings().clone();
    Ok((game, defaults))
}
