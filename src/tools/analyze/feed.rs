//! Where requests come from: lines of JSON, games, openings.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use tengen_engine::game::Variant;
use tengen_engine::protocol::{self, InputLine};
use tengen_engine::session::message::Problem;

use tengen_games::analysis::defaults::Defaults;
use tengen_games::analysis::question::AnalysisQuestion;
use tengen_games::analysis::{self, AnalysisInput, Id, Turns};
use tengen_games::line_log::LineLog;
use tengen_games::record::{Format, GameFile, Reading, RecordError};
use tengen_host::cli::failure::Failure;
use tengen_host::cli::game_file::bytes;
use tengen_host::cli::input::LINE_BYTES;
use tengen_host::cli::lines::{self, CutLine, LineCutter, STDIN, STREAM};
use tengen_host::cli::parts::Part;

use super::queue::Queue;

/// Something that brings requests.
pub(super) enum Source {
    /// Lines of JSON.
    Requests {
        /// The name of the source, for messages.
        name: String,
        /// What the lines are read from.
        reader: Box<dyn BufRead + Send>,
    },
    /// The games of a file.
    Games(GameSource),
}

/// A file of games, which are read one by one when their turn comes.
pub(super) struct GameSource {
    /// The path as it was given.
    path: PathBuf,
    bytes: Vec<u8>,
    /// How many games it has, at least one that can be read.
    count: usize,
    format: Option<Format>,
    /// The game, where the file leaves it open.
    open: Option<Variant>,
    reading: Reading,
}

impl GameSource {
    fn file(&self) -> anyhow::Result<GameFile<'_>> {
        GameFile::new(&self.bytes, &self.path, self.format, self.open, &self.reading)
    }
}

/// The part of the requests and games that is worked on.
pub(super) struct Cut {
    /// The part that is worked on; `None` is everything.
    pub part: Option<Part>,
    /// Requests and games that came by.
    seen: u64,
    /// Where requests are logged.
    lines: LineLog,
}

impl Cut {
    /// The part, before the first of all.
    pub const fn new(part: Option<Part>, lines: LineLog) -> Cut {
        Cut { part, seen: 0, lines }
    }

    /// Whether the next request or game belongs to the part.
    fn takes_next(&mut self) -> bool {
        self.seen += 1;
        self.part.is_none_or(|part| (part.first..=part.last).contains(&self.seen))
    }

    /// Whether no later request or game can belong to the part.
    fn is_over(&self) -> bool {
        self.part.is_some_and(|part| self.seen > part.last)
    }
}

/// Whether a line says nothing.
fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// The word for what a request may use to be answered by the clock.
const BY_CLOCK: &[u8] = b"movetime_ms";

/// How many requests and games there are, and whether a request asks for a time.
///
/// # Errors
/// When a source breaks off.
pub(super) fn count(sources: Vec<Source>) -> Result<(u64, bool), Failure> {
    let (mut units, mut is_by_clock) = (0, false);
    for source in sources {
        match source {
            Source::Games(source) => units += source.count as u64,
            Source::Requests { name, mut reader } => {
                let mut cutter = LineCutter::new(LINE_BYTES);
                let broke_off = || format!("{name} broke off");
                while let Some(line) = cutter.read(&mut reader).with_context(broke_off)? {
                    units += u64::from(!is_blank(&line.bytes));
                    let mut windows = line.bytes.windows(BY_CLOCK.len());
                    is_by_clock |= windows.any(|window| window == BY_CLOCK);
                }
            }
        }
    }
    Ok((units, is_by_clock))
}

/// Makes sure that everything can be read twice: once to be counted, and once to be worked on.
///
/// # Errors
/// When standard input is among it.
pub(super) fn check_files(files: &[PathBuf]) -> Result<(), Failure> {
    if files.is_empty() || files.iter().any(|path| path == Path::new(STREAM)) {
        return Err(Failure::Usage(format!("{STDIN}: expected a file, which can be cut")));
    }
    Ok(())
}

/// Opens all sources, so that a wrong one is told before the work begins; and what is to be
/// said about them.
pub(super) fn open(
    files: &[PathBuf],
    format: Option<Format>,
    reading: &Reading,
    defaults: &Defaults,
) -> Result<(Vec<Source>, Vec<String>), Failure> {
    let stdin = [PathBuf::from(STREAM)];
    let files = if files.is_empty() { &stdin } else { files };
    let mut notes = Vec::new();
    let sources = files.iter().map(|path| open_one(path, format, reading, defaults, &mut notes));
    let sources = sources.collect::<anyhow::Result<_>>()?;
    Ok((sources, notes))
}

fn open_one(
    path: &Path,
    format: Option<Format>,
    reading: &Reading,
    defaults: &Defaults,
    notes: &mut Vec<String>,
) -> anyhow::Result<Source> {
    let name = path.display().to_string();
    let is_json = path
        .extension()
        .is_some_and(|extension| ["json", "jsonl", "ndjson"].iter().any(|&e| extension == e));
    if format.is_none() && (is_json || name == STREAM) {
        let (name, reader) = lines::open(path, "a file that can be read")?;
        return Ok(Source::Requests { name, reader });
    }
    let (open, reading) = (defaults.game()?, reading.clone());
    let mut source =
        GameSource { path: path.to_owned(), bytes: bytes(path)?, count: 0, format, open, reading };
    let (count, more) = source.file()?.survey(|_, _| {})?;
    source.count = count;
    notes.extend(more);
    Ok(Source::Games(source))
}

/// Brings all requests to the queue. Returns early when nothing more is asked for.
///
/// # Errors
/// When a source breaks off.
pub(super) fn feed(
    sources: Vec<Source>,
    turns: Option<&Turns>,
    defaults: &Defaults,
    queue: &Queue,
    cut: &mut Cut,
) -> anyhow::Result<()> {
    for source in sources {
        let goes_on = match source {
            Source::Requests { name, mut reader } => requests(&mut reader, defaults, queue, cut)
                .with_context(|| format!("{name} broke off")),
            Source::Games(source) => games(&source, turns, defaults, queue, cut),
        }?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// Brings the requests of a stream; `false` when nothing more is asked for: no worker is left,
/// or the part is over.
fn requests(
    mut reader: &mut dyn BufRead,
    defaults: &Defaults,
    queue: &Queue,
    cut: &mut Cut,
) -> io::Result<bool> {
    let mut number = 0;
    let mut cutter = LineCutter::new(LINE_BYTES);
    while let Some(CutLine { bytes, is_cut }) = cutter.read(&mut reader)? {
        number += 1;
        if is_blank(&bytes) || !cut.takes_next() {
            if cut.is_over() {
                return Ok(false);
            }
            continue;
        }
        let text = protocol::from_bytes(&bytes);
        cut.lines.sent(&text);
        let goes_on = match analysis::read(InputLine { text: &text, is_cut }) {
            None => true,
            Some(AnalysisInput::Cancel(id)) => {
                queue.cancel(&id);
                true
            }
            Some(AnalysisInput::Refused { id, problem }) => {
                refuse(queue, id.as_ref(), number, &problem)
            }
            Some(AnalysisInput::Request(request)) => {
                let id = request.id.clone();
                match AnalysisQuestion::of_request(*request, defaults) {
                    Ok(question) => queue.ask(question, bytes.len()),
                    Err(problem) => refuse(queue, Some(&id), number, &problem),
                }
            }
        };
        if !goes_on {
            return Ok(false);
        }
    }
    Ok(true)
}

fn refuse(queue: &Queue, id: Option<&Id>, line: u64, problem: &Problem) -> bool {
    queue.tell(analysis::refused(id, Some(line), None, problem))
}

/// Brings the games of a file. A single game is called as the file, those of a
/// list get their number behind it. A game that cannot be read is refused as a request is.
/// `false` is as for requests.
fn games(
    source: &GameSource,
    turns: Option<&Turns>,
    defaults: &Defaults,
    queue: &Queue,
    cut: &mut Cut,
) -> anyhow::Result<bool> {
    let name = source.path.display();
    let is_single = source.count == 1;
    let usual = if is_single { Turns::All } else { Turns::Last };
    for (number, game) in source.file()?.lines() {
        if !cut.takes_next() {
            if cut.is_over() {
                return Ok(false);
            }
            continue;
        }
        let id = if is_single { name.to_string() } else { format!("{name}:{number}") };
        let game = match game {
            Ok(game) => game,
            Err(RecordError { what, text, expected, .. }) => {
                let problem = Problem::new(what.to_string(), text, expected);
                if !queue.tell(analysis::refused(Some(&Id::Text(id)), None, None, &problem)) {
                    return Ok(false);
                }
                continue;
            }
        };
        let position = game.final_position().with_context(|| id.clone())?;
        let turns = turns.unwrap_or(&usual);
        let question =
            AnalysisQuestion::of_game(Id::Text(id.clone()), position, turns, defaults)
                .map_err(|problem| anyhow!("{id}: {}: {}", problem.text, problem.advice()))?;
        if !queue.ask(question, size_of::<AnalysisQuestion>()) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands behind the part is not read.
    #[test]
    fn a_part_ends_the_reading() {
        let source = GameSource {
            path: PathBuf::from("a.moves"),
            bytes: b"h8\n".repeat(1_000),
            count: 1_000,
            format: None,
            open: None,
            reading: Reading::default(),
        };
        let part = Part { first: 2, last: 3 };
        let mut cut = Cut::new(Some(part), LineLog::new("requests"));
        let (defaults, queue) = (Defaults::default(), Queue::default());
        assert!(!games(&source, None, &defaults, &queue, &mut cut).unwrap());
        assert_eq!(cut.seen, 4);
    }
}
