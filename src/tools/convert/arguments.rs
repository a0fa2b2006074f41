//! What `tengen convert` is told.

use clap::{Args, ValueEnum};

use tengen_games::record::Format;
use tengen_host::cli::failure::Failure;
use tengen_host::cli::game_file::ReadingArguments;
use tengen_host::cli::settings::SettingArguments;

/// Arguments of `convert`.
#[derive(Args, Debug)]
#[command(after_long_help = formats())]
pub(crate) struct Convert {
    /// Files to read, and folders, of which every file with a known extension is read;
    /// - is standard input
    #[arg(value_name = "IN", required = true)]
    pub(super) inputs: Vec<String>,
    /// The file to write; - is standard output, {} in the name becomes the number of the
    /// game, one file for each, and a folder gets one file for each that is read
    #[arg(value_name = "OUT", required = true)]
    pub(super) output: String,
    /// Format of IN, if its name does not say it
    #[arg(long, value_name = "FORMAT", value_parser = Format::parse)]
    pub(super) from: Option<Format>,
    /// Format of OUT, if its name does not say it
    #[arg(long, value_name = "FORMAT", value_parser = Format::parse)]
    pub(super) to: Option<Format>,
    /// Where row 1 is in lines of moves that are read
    #[arg(long, value_name = "WHERE")]
    pub(super) rows: Option<Rows>,
    /// Mirror every game: a remedy for files that others wrote upside down
    /// (rows) or with rows and columns exchanged (diagonal)
    #[arg(long, value_name = "HOW")]
    pub(super) mirror: Option<Mirror>,
    /// The game, as the option Variant, where IN does not say it
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    #[command(flatten)]
    pub settings: SettingArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Rows {
    /// At the top: c-gomoku-cli, Rapfi
    Top,
    /// At the bottom: this program, Yixin-Board, printed renju
    Bottom,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Mirror {
    /// The top row becomes the bottom row
    Rows,
    /// Rows become columns
    Diagonal,
}

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
         Lists of openings in .txt are told apart by what stands in them: offset, fen or moves.\n\n\
         Exit code: 0 all games were written, 1 none, 2 wrong arguments, 3 some were left out (named\n\
         on standard error); with --strict none is written then."
    )
}

/// The refusal of a name that tells no format.
pub(super) fn unknown_format(path: &str, option: &str) -> Failure {
    Failure::Usage(format!(
        "convert: {path}: expected a name with an extension of a known format, or {option} FORMAT; \
         convert --help lists them"
    ))
}
