//! Files of games on the command line, and how they are read.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use clap::Args;

use tengen_engine::game::Variant;
use tengen_games::record::{Reading, TextEncoding};

use crate::cli::files::{LONGEST_MIB, read_to_end, read_whole};
use crate::cli::lines::{STDIN, STREAM};

/// Everything in a file, or on standard input for `-`.
///
/// # Errors
/// When the file cannot be read, or has more than [`LONGEST_MIB`].
pub fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let (name, read) = match path.to_str() {
        Some(STREAM) => (STDIN.to_owned(), read_to_end(io::stdin().lock())),
        _ => (path.display().to_string(), read_whole(path)),
    };
    read.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => {
            anyhow!("{name}: {error}: expected at most {LONGEST_MIB} MiB")
        }
        _ => anyhow!(error).context(format!("{name}: expected a file that can be read")),
    })
}

/// How games are to be read, as the command line says it.
#[derive(Args, Debug)]
pub struct ReadingArguments {
    /// Refuse a file with a game that cannot be read, instead of leaving that game out
    #[arg(long)]
    pub strict: bool,
    /// Encoding of files that do not begin with it, whatever they declare, such as GB18030
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
    encoding: Option<TextEncoding>,
    /// Game and rule, as the option Variant, whatever the files name; the board keeps their size
    #[arg(id = "given_game", long = "game", value_name = "NAME", value_parser = parse_game)]
    game: Option<Variant>,
}

impl ReadingArguments {
    /// The same for who reads.
    pub const fn reading(&self) -> Reading {
        Reading { strict: self.strict, encoding: self.encoding, game: self.game }
    }
}

fn parse_encoding(name: &str) -> Result<TextEncoding, &'static str> {
    let expected = "expected an encoding such as UTF-8, GB18030, Big5, Shift_JIS or windows-1251";
    name.parse().map_err(|()| expected)
}

fn parse_game(name: &str) -> Result<Variant, String> {
    Variant::preset(name).map_err(|_| {
        let names: Vec<&str> = Variant::preset_names().collect();
        format!("expected one of {}", names.join(", "))
    })
}
