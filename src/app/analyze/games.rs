//! Games and openings in files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::game::Variant;
use crate::record::{self, Format, GameRecord};

use super::Defaults;

/// The name that means standard input.
pub(in crate::app) const STDIN: &str = "-";

/// Reads the name of a format.
pub(in crate::app) fn parse_format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| {
        let names: Vec<&str> = Format::all().map(Format::name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Everything in a file, or on standard input for `-`.
///
/// # Errors
/// When it cannot be read.
pub(in crate::app) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path.as_os_str() == STDIN {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return Ok(bytes);
    }
    fs::read(path).with_context(|| format!("{}: expected a file that can be read", path.display()))
}

/// The games in a file of these bytes. Its format is the given one, or the one
/// that its extension tells, or the one that it looks like.
///
/// # Errors
/// When it is not of that format, or empty.
pub(in crate::app) fn games_in(
    bytes: &[u8],
    path: &Path,
    format: Option<Format>,
    defaults: &Defaults,
) -> anyhow::Result<Vec<GameRecord>> {
    let format = format.or_else(|| Format::of_path(path)).unwrap_or_else(|| guess(bytes));
    let variant = if defaults.is_game_set {
        defaults.options.variant()?
    } else {
        Variant::preset(format.usual_variant())?
    };
    let games = record::read(format, bytes, &variant)
        .map_err(|error| anyhow!("{}: {error}", path.display()))?;
    if games.is_empty() {
        return Err(anyhow!("{}: no game in it: expected at least one", path.display()));
    }
    Ok(games)
}

/// The format of bytes that nobody has named.
fn guess(bytes: &[u8]) -> Format {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let beginnings: [(&[u8], Format); 3] =
        [(b"Piskvorky", Format::Psq), (b"(;", Format::Sgf), (b"[", Format::Pgn)];
    let known = beginnings.into_iter().find(|(beginning, _)| start.starts_with(beginning));
    known.map_or_else(|| Format::of_list(bytes), |(_, format)| format)
}
