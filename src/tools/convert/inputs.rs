//! What is to be read: files, and all that stand in folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use tengen_games::record::Format;
use tengen_host::cli::failure::Failure;
use tengen_host::cli::lines::STREAM;

use super::arguments::{Convert, Rows, unknown_format};

/// How deep folders may stand in folders.
const MOST_FOLDERS: usize = 100;

/// A file to be read.
pub(super) struct Input {
    /// The path as it was given, or that of the given folder with the rest behind it.
    pub path: PathBuf,
    /// The rest alone: the name, with the folders below the given one.
    pub below: PathBuf,
    /// The format that arguments and name give it; a list that has to be looked at has none.
    pub format: Option<Format>,
}

/// Every file that the arguments name, those of a folder in the order of their names; and what
/// should be said about those that are passed over.
///
/// # Errors
/// When a folder cannot be read or has no file, or a name tells no format.
pub(super) fn inputs(
    arguments: &Convert,
    output: &Path,
) -> Result<(Vec<Input>, Vec<String>), Failure> {
    let (mut inputs, mut notes) = (Vec::new(), Vec::new());
    for name in &arguments.inputs {
        let path = Path::new(name);
        if name == STREAM || !path.is_dir() {
            let format = named_format(arguments, name)?;
            let below = match path.file_name() {
                Some(file) if name != STREAM => PathBuf::from(file),
                _ => PathBuf::from("games"),
            };
            inputs.push(Input { path: path.to_owned(), below, format });
            continue;
        }
        let mut walk = Walk {
            arguments,
            folder: path,
            output: fs::canonicalize(output).ok(),
            found: Vec::new(),
            others: 0,
        };
        walk.enter(Path::new(""), 0)?;
        if walk.found.is_empty() {
            let expected = "expected a folder with files of a known extension, or --from FORMAT";
            return Err(anyhow!("{name}: no such file in it: {expected}").into());
        }
        inputs.append(&mut walk.found);
        if walk.others > 0 {
            let files = if walk.others == 1 { "file" } else { "files" };
            notes.push(format!(
                "{name}: --rows: {} {files} of other formats: expected lines of moves; left out",
                walk.others
            ));
        }
    }
    Ok((inputs, notes))
}

/// Goes through a folder.
struct Walk<'a> {
    arguments: &'a Convert,
    folder: &'a Path,
    /// What is written is not read again.
    output: Option<PathBuf>,
    found: Vec<Input>,
    /// Files of games that have no rows to be counted.
    others: usize,
}

impl Walk<'_> {
    fn enter(&mut self, below: &Path, depth: usize) -> anyhow::Result<()> {
        let folder = self.folder.join(below);
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries = entries
            .with_context(|| format!("{}: expected a folder that can be read", folder.display()))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            // As in other tools, what is hidden stays so, and links lead to no other folder.
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let (below, path) = (below.join(&name), entry.path());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if depth < MOST_FOLDERS && !self.is_output(&path) {
                    self.enter(&below, depth + 1)?;
                }
            } else if path.is_file() && !self.is_output(&path) {
                self.add(below, path);
            }
        }
        Ok(())
    }

    fn is_output(&self, path: &Path) -> bool {
        self.output.is_some() && fs::canonicalize(path).ok() == self.output
    }

    /// Takes in a file, if its extension is one of the format that is looked for.
    fn add(&mut self, below: PathBuf, path: PathBuf) {
        let from = from(self.arguments);
        let named = Format::of_path(&path);
        let has_rows = self.arguments.rows.is_some() && named == Some(Format::Moves);
        let format = match from {
            None => named,
            Some(from) if named == Some(from) || has_rows || is_list(&path) => Some(from),
            Some(_) => None,
        };
        self.others +=
            usize::from(self.arguments.rows.is_some() && format.is_none() && named.is_some());
        if format.is_some() {
            self.found.push(Input { path, below, format });
        }
    }
}

fn is_list(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(Format::LIST_EXTENSION))
}

/// The format that the arguments alone give.
fn from(arguments: &Convert) -> Option<Format> {
    match (arguments.rows, arguments.from) {
        (Some(Rows::Top), None | Some(Format::Moves)) => Some(Format::Pos),
        (Some(Rows::Bottom), None | Some(Format::Pos)) => Some(Format::Moves),
        (_, from) => from,
    }
}

/// The format that arguments and name give a file, with lines of moves counted
/// as the arguments say; `None` for a list that has to be looked at.
fn named_format(arguments: &Convert, input: &str) -> Result<Option<Format>, Failure> {
    let path = Path::new(input);
    let named = arguments.from.or_else(|| Format::of_path(path));
    match (arguments.rows, named) {
        (Some(Rows::Top), None | Some(Format::Moves | Format::Pos)) => Ok(Some(Format::Pos)),
        (Some(Rows::Bottom), None | Some(Format::Moves | Format::Pos)) => Ok(Some(Format::Moves)),
        (Some(_), Some(other)) => Err(Failure::Usage(format!(
            "convert: --rows: expected lines of moves to read, not {other}"
        ))),
        (None, None) if !is_list(path) => Err(unknown_format(input, "--from")),
        (None, named) => Ok(named),
    }
}
