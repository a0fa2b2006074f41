//! `tengen convert`: games from one format to another.

use std::path::Path;

use clap::{Args, ValueEnum};

use tengen_engine::game::{Square, Variant};
use tengen_engine::record::{self, Format, GameTree, Place, RecordError};
use tengen_engine::session::options::Options;

use crate::analysis::games::{bytes, rows_at_the_bottom, unread};
use crate::cli::failure::{Failure, note, put};
use crate::cli::files::{Whole, write_together, write_whole};
use crate::cli::lines::STREAM;
use crate::cli::settings::{Setting, SettingArguments, wrong_setting};
use crate::cli::values::parse_format;

/// Arguments of `convert`.
#[derive(Args, Debug)]
#[command(after_long_help = formats())]
pub(crate) struct Convert {
    /// The file to read; - is standard input
    #[arg(value_name = "IN")]
    input: String,
    /// The file to write; - is standard output, and {} in the name becomes the
    /// number of the game, one file for each
    #[arg(value_name = "OUT")]
    output: String,
    /// Format of IN, if its name does not say it
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    from: Option<Format>,
    /// Format of OUT, if its name does not say it
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    to: Option<Format>,
    /// Where row 1 is in lines of moves that are read
    #[arg(long, value_name = "WHERE")]
    rows: Option<Rows>,
    /// Mirror every game: a remedy for files that others wrote upside down
    /// (rows) or with rows and columns exchanged (diagonal)
    #[arg(long, value_name = "HOW")]
    mirror: Option<Mirror>,
    /// The game, as the option Variant, where IN does not say it
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub settings: SettingArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rows {
    /// At the top: c-gomoku-cli, Rapfi
    Top,
    /// At the bottom: this program, Yixin-Board, printed renju
    Bottom,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Mirror {
    /// The top row becomes the bottom row
    Rows,
    /// Rows become columns
    Diagonal,
}

/// The place of the number in the name of an output.
const NUMBER: &str = "{}";

/// What `--help` says about formats.
fn formats() -> String {
    let line = |format: Format| {
        let extensions: Vec<String> =
            format.extensions().iter().map(|extension| format!(".{extension}")).collect();
        let only_read = if format.can_write() { "" } else { "; read only" };
        let (name, help, extensions) = (format.name(), format.help(), extensions.join(" "));
        format!("  {name:<10} {extensions:<10} {help}{only_read}\n")
    };
    let lines: String = Format::all().map(line).collect();
    format!(
        "Formats (name, extensions, what they are):\n{lines}\n\
         Lists of openings in .txt are told apart by what stands in them: offset, fen or moves."
    )
}

/// Reads, checks and writes.
pub(crate) fn convert(arguments: &Convert, mut settings: Vec<Setting>) -> Result<(), Failure> {
    let Convert { input, output, .. } = arguments;
    // What is wrong with the arguments is said before anything is read.
    let to = output_format(arguments)?;
    let named = named_input_format(arguments)?;
    let bytes = bytes(Path::new(input))?;
    let from = named.unwrap_or_else(|| Format::of_list(&bytes));
    settings.extend(arguments.settings.list.iter().cloned());
    let variant = variant(from, arguments.variant.as_deref(), &settings)?;

    let mut games = record::read_trees(from, &bytes, &variant)
        .map_err(|error| anyhow::anyhow!("{input}: {error}"))?;
    if games.is_empty() {
        let message = format!("{input}: nothing: expected at least one game of format {from}");
        return Err(anyhow::Error::msg(message).into());
    }
    for game in &mut games {
        mirror(game, arguments.mirror).map_err(|message| anyhow::anyhow!("{input}: {message}"))?;
    }
    write_games(output, to, &games)?;

    for line in unread(input, games.iter().map(|game| &game.info)) {
        note(&line);
    }
    if named.is_none() && from == Format::Moves {
        note(&rows_at_the_bottom(input, "--rows top"));
    }
    let mut lost: Vec<String> = to.losses(&games).iter().map(ToString::to_string).collect();
    lost.dedup();
    if !lost.is_empty() {
        note(&format!("{output}: {to} has no words for: {}", lost.join(", ")));
    }
    Ok(())
}

fn output_format(arguments: &Convert) -> Result<Format, Failure> {
    let Convert { output, to, .. } = arguments;
    let format = to
        .or_else(|| Format::of_path(Path::new(output)))
        .ok_or_else(|| unknown_format(output, "--to"))?;
    if format.can_write() {
        return Ok(format);
    }
    let names: Vec<&str> =
        Format::all().filter(|format| format.can_write()).map(Format::name).collect();
    let expected = format!("expected a format that can be written: {}", names.join(", "));
    Err(Failure::Usage(format!("convert: {format}: {expected}")))
}

/// The format that arguments and name give the input, with lines of moves counted
/// as the arguments say; `None` for a list that has to be looked at.
fn named_input_format(arguments: &Convert) -> Result<Option<Format>, Failure> {
    let Convert { input, from, rows, .. } = arguments;
    let path = Path::new(input);
    let named = from.or_else(|| Format::of_path(path));
    let is_list = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    match (rows, named) {
        (Some(Rows::Top), None | Some(Format::Moves | Format::Pos)) => Ok(Some(Format::Pos)),
        (Some(Rows::Bottom), None | Some(Format::Moves | Format::Pos)) => Ok(Some(Format::Moves)),
        (Some(_), Some(other)) => Err(Failure::Usage(format!(
            "convert: --rows: expected lines of moves to read, not {other}"
        ))),
        (None, None) if !is_list => Err(unknown_format(input, "--from")),
        (None, named) => Ok(named),
    }
}

fn unknown_format(path: &str, option: &str) -> Failure {
    Failure::Usage(format!(
        "convert: {path}: expected a name with an extension of a known format, or {option} FORMAT; \
         convert --help lists them"
    ))
}

/// The game where the input leaves it open.
fn variant(from: Format, name: Option<&str>, settings: &[Setting]) -> Result<Variant, Failure> {
    let mut options = Options::default();
    let first = [Setting::of_flag("--variant", "Variant", name.unwrap_or(from.usual_variant()))?];
    for setting in first.iter().chain(settings) {
        options.set(&setting.name, setting.value.as_deref()).map_err(wrong_setting)?;
    }
    options.variant().map_err(|error| Failure::Usage(format!("the game: {error}")))
}

fn mirror(game: &mut GameTree, how: Option<Mirror>) -> Result<(), String> {
    let size = game.start.size;
    let (right, top) = (size.width() - 1, size.height() - 1);
    match how {
        None => {}
        Some(Mirror::Rows) => {
            game.move_squares(|square| Square::new(square.col(), top - square.row()));
        }
        // Rows are counted from the top where this happens.
        Some(Mirror::Diagonal) if right == top => {
            game.move_squares(|square| Square::new(top - square.row(), right - square.col()));
        }
        Some(Mirror::Diagonal) => {
            return Err(format!("--mirror diagonal: {size}: expected boards as high as wide"));
        }
    }
    Ok(())
}

/// Writes the games into one file, or each into its own.
fn write_games(output: &str, to: Format, games: &[GameTree]) -> Result<(), Failure> {
    let refuse = |error: RecordError| anyhow::anyhow!("{output}: {error}");
    if output.contains(NUMBER) && output != STREAM {
        let digits = games.len().to_string().len();
        let mut files = Vec::with_capacity(games.len());
        for (index, game) in games.iter().enumerate() {
            let name = output.replace(NUMBER, &format!("{:0digits$}", index + 1));
            let bytes = record::write_trees(to, std::slice::from_ref(game));
            files.push((name, bytes.map_err(refuse)?));
        }
        let files: Vec<Whole> =
            files.iter().map(|(name, bytes)| (Path::new(name), bytes.as_slice())).collect();
        return Ok(write_together(&files)?);
    }
    let bytes = record::write_trees(to, games).map_err(|error| {
        let is_crowded = error.what == Place::File && games.len() > 1;
        let hint = if is_crowded { "; a name with {} makes a file for each game" } else { "" };
        anyhow::anyhow!("{output}: {error}{hint}")
    })?;
    if output == STREAM { put(&bytes) } else { Ok(write_whole(Path::new(output), &bytes)?) }
}
