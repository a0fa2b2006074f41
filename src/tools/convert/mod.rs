//! `tengen convert`: games from one format to another.

mod arguments;
mod inputs;
mod output;

use std::path::Path;

use anyhow::anyhow;

use tengen_engine::game::{Square, Variant};
use tengen_engine::session::options::Options;

use tengen_games::record::{
    Format, GameFile, GameTree, Place, RecordError, Tally, rows_at_the_bottom,
};
use tengen_host::cli::failure::{Failure, note};
use tengen_host::cli::game_file::bytes;
use tengen_host::cli::settings::{Setting, wrong_setting};

pub(crate) use arguments::Convert;

use arguments::{Mirror, unknown_format};
use inputs::{Input, inputs};
use output::Output;

/// Ends the program when games were left out and all others were written.
const SOME_LEFT_OUT: u8 = 3;
/// Most lines about the files of one run.
const MOST_NOTES: usize = 200;

/// Reads, checks and writes.
pub(crate) fn convert(arguments: &Convert, mut settings: Vec<Setting>) -> Result<(), Failure> {
    // What is wrong with the arguments is said before anything is read.
    let to = output_format(arguments)?;
    let (inputs, notes) = inputs(arguments, Path::new(&arguments.output))?;
    settings.extend(arguments.settings.list.iter().cloned());
    let is_one = inputs.len() == 1 && arguments.inputs.len() == 1;
    let output = Output::new(&arguments.output, to, arguments.reading.strict, &inputs)?;
    let mut run = Run { arguments, settings, output, counts: ConvertCounts::default(), notes };
    for input in &inputs {
        if let Err(error) = run.read(input)? {
            if is_one || arguments.reading.strict {
                return Err(error.into());
            }
            run.counts.bad_files += 1;
            run.notes.push(format!("{error:#}; left out"));
        }
        run.counts.more_notes += run.notes.len().saturating_sub(MOST_NOTES);
        run.notes.truncate(MOST_NOTES);
    }
    run.finish(to, inputs.len())
}

/// What is being done.
struct Run<'a> {
    arguments: &'a Convert,
    settings: Vec<Setting>,
    output: Output,
    counts: ConvertCounts,
    /// Lines for standard error, for when all goes well.
    notes: Vec<String>,
}

#[derive(Default)]
struct ConvertCounts {
    /// Games that came by, good and bad.
    games: usize,
    bad_games: usize,
    bad_files: usize,
    more_notes: usize,
}

impl Run<'_> {
    /// Reads a file and writes its games; or says why there is none in it.
    fn read(&mut self, input: &Input) -> Result<anyhow::Result<()>, Failure> {
        let (name, reading) = (input.path.display(), self.arguments.reading.reading());
        let bytes = match bytes(&input.path) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Err(error)),
        };
        let from = input.format.unwrap_or_else(|| Format::of_list(&bytes));
        let open = variant(from, self.arguments.variant.as_deref(), &self.settings)?;
        let file = GameFile::new(&bytes, &input.path, Some(from), Some(open), &reading)?;
        let mut tally = Tally::new(&file);
        for (number, game) in file.games() {
            self.counts.games += 1;
            tally.add(number, game.as_ref().map(|game| &game.info));
            if let Ok(game) = game
                && let Err(error) = self.write(input, game)?
            {
                tally.refuse(number, &error);
            }
            if reading.strict && tally.left_out_count() > 0 {
                break;
            }
        }
        if tally.count() == 0 {
            let expected = format!("expected at least one game of format {from}");
            return Ok(Err(anyhow!("{name}: nothing: {expected}")));
        }
        self.counts.bad_games += tally.left_out_count();
        let is_complete = tally.is_complete(&file);
        let notes = match tally.finish(&file) {
            Ok(notes) => notes,
            Err(error) => return Ok(Err(error)),
        };
        self.output.end_input(input, from, is_complete)?;
        self.notes.extend(notes);
        if input.format.is_none() && from == Format::Moves {
            self.notes.push(rows_at_the_bottom(&name.to_string(), "--rows top"));
        }
        Ok(Ok(()))
    }

    /// Writes a game; or says why it cannot be written.
    fn write(
        &mut self,
        input: &Input,
        mut game: GameTree,
    ) -> Result<Result<(), RecordError>, Failure> {
        match mirror(&mut game, self.arguments.mirror) {
            Ok(()) => self.output.add(input, self.counts.games, &game),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Ends the output and says what should be known about it.
    fn finish(self, to: Format, files: usize) -> Result<(), Failure> {
        let ConvertCounts { games, bad_games, bad_files, more_notes } = self.counts;
        let name = &self.arguments.output;
        // What was left out is told even if nothing is written in the end.
        self.notes.iter().for_each(|line| note(line));
        if more_notes > 0 {
            note(&format!("{more_notes} more lines about files"));
        }
        if self.output.count() == 0 {
            return Err(anyhow!("{name}: no game: expected one in one of {files} files").into());
        }
        let lost = self.output.finish(games)?;
        if !lost.is_empty() {
            note(&format!("{name}: {to} has no words for: {}", lost.join(", ")));
        }
        if files > 1 && bad_games + bad_files > 0 {
            note(&format!(
                "{bad_games} of {games} games left out, and {bad_files} of {files} files have none"
            ));
        }
        if bad_games + bad_files > 0 { Err(Failure::Told(SOME_LEFT_OUT)) } else { Ok(()) }
    }
}

fn output_format(arguments: &Convert) -> Result<Format, Failure> {
    let Convert { output, to, .. } = arguments;
    let path = Path::new(output);
    let format = to.or_else(|| Format::of_path(path)).ok_or_else(|| {
        if output::is_folder(output) {
            let expected = "expected --to FORMAT, as a folder tells none";
            return Failure::Usage(format!("convert: {output}: {expected}"));
        }
        unknown_format(output, "--to")
    })?;
    // Where OUT was forgotten, the last of the files to read stands in its place.
    let is_alike = |input: &String| Format::of_path(Path::new(input)) == Format::of_path(path);
    if arguments.inputs.len() > 1 && arguments.inputs.iter().all(is_alike) && path.is_file() {
        let expected = "expected a new file or a folder behind the files to read";
        return Err(Failure::Usage(format!("convert: {output}: there already: {expected}")));
    }
    if format.can_write() {
        return Ok(format);
    }
    let names: Vec<&str> =
        Format::all().filter(|format| format.can_write()).map(Format::name).collect();
    let expected = format!("expected a format that can be written: {}", names.join(", "));
    Err(Failure::Usage(format!("convert: {format}: {expected}")))
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

fn mirror(game: &mut GameTree, how: Option<Mirror>) -> Result<(), RecordError> {
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
            let expected = "a board as high as wide for --mirror diagonal";
            return Err(RecordError::new(Place::File, size.to_string(), expected));
        }
    }
    Ok(())
}
