//! Where games go: into one file, each into its own, or a file for each that was read.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use anyhow::{Context, anyhow};

use tengen_games::record::{Format, GameTree, GameWriter, Part, Place, RecordError};
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::files::{GrowingFile, name_of_part, write_together};
use tengen_host::cli::lines::STREAM;

use super::inputs::Input;

/// The place of the number in the name of an output.
const NUMBER: &str = "{}";

/// What takes the games.
pub(super) struct Output {
    /// The name of the output.
    name: String,
    format: Format,
    kind: OutputKind,
    /// Games that are in the output.
    count: usize,
    /// Inputs that the output may not replace, as it lacks some of what they hold.
    kept: HashSet<PathBuf>,
    /// Whether a game of the input that is being read has more than can be written.
    is_lossy: bool,
    /// What the games have and the format has no words for.
    lost: Vec<Part>,
}

enum OutputKind {
    /// One file, or standard output.
    Whole(Box<GameWriter>, Sink),
    /// A file for each game, with its number among all that were read.
    Numbered(Parts),
    /// A file for each input, or for each game of an input.
    Folder(Box<OutputFolder>),
}

/// What a file is written to.
enum Sink {
    File(GrowingFile),
    /// Standard output, at once.
    Stream,
    /// Standard output, when everything is there.
    Held(Vec<u8>),
}

impl Sink {
    fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::File(file) => Ok(file.add(bytes)?),
            Sink::Stream => put(bytes),
            Sink::Held(held) => {
                held.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    fn publish(self) -> Result<(), Failure> {
        match self {
            Sink::File(file) => Ok(file.publish()?),
            Sink::Stream => Ok(()),
            Sink::Held(bytes) => put(&bytes),
        }
    }
}

/// Whether that output is a folder.
pub(super) fn is_folder(name: &str) -> bool {
    let is_path = name != STREAM && !name.contains(NUMBER);
    is_path && (name.ends_with(['/', MAIN_SEPARATOR]) || Path::new(name).is_dir())
}

impl Output {
    /// The output `name`. With `is_whole` nothing of it may be seen before the end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(
        name: &str,
        format: Format,
        is_whole: bool,
        inputs: &[Input],
    ) -> Result<Output, Failure> {
        let kind = if is_folder(name) {
            OutputKind::Folder(Box::new(OutputFolder::new(name, format, is_whole, inputs)))
        } else if name.contains(NUMBER) && name != STREAM {
            OutputKind::Numbered(Parts::default())
        } else {
            let sink = match name {
                STREAM if is_whole || !format.holds_many() => Sink::Held(Vec::new()),
                STREAM => Sink::Stream,
                name => Sink::File(GrowingFile::new(Path::new(name))?),
            };
            OutputKind::Whole(Box::new(GameWriter::new(format)), sink)
        };
        let (name, kept, lost) = (name.to_owned(), HashSet::new(), Vec::new());
        Ok(Output { name, format, kind, count: 0, kept, is_lossy: false, lost })
    }

    /// Takes in a game, the one of that number among all that were read. A game that the
    /// format cannot hold is refused: nothing has changed then.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(
        &mut self,
        input: &Input,
        number: usize,
        game: &GameTree,
    ) -> Result<Result<(), RecordError>, Failure> {
        let added = match &mut self.kind {
            OutputKind::Whole(writer, sink) => match writer.add(game) {
                Ok(_) if self.count > 0 && !self.format.holds_many() => Ok(()),
                Ok(bytes) => {
                    sink.add(&bytes)?;
                    Ok(())
                }
                Err(error) => Err(error),
            },
            OutputKind::Numbered(parts) => match alone(self.format, game) {
                Ok(bytes) => {
                    parts.add(&self.name, number, &bytes)?;
                    Ok(())
                }
                Err(error) => Err(error),
            },
            OutputKind::Folder(folder) => folder.add(input, game)?,
        };
        if added.is_ok() {
            self.count += 1;
            for part in self.format.losses(std::slice::from_ref(game)) {
                self.is_lossy = true;
                if !self.lost.contains(&part) {
                    self.lost.push(part);
                }
            }
        }
        Ok(added)
    }

    /// Ends the file of `input`, which is in the format `from`, if it has one of its own. The input
    /// itself is replaced only if nothing of it was left out.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end_input(
        &mut self,
        input: &Input,
        from: Format,
        is_complete: bool,
    ) -> Result<(), Failure> {
        let is_same = from == self.format;
        // A format has words for all that was read in it.
        let is_lossy = std::mem::take(&mut self.is_lossy) && !is_same;
        if let OutputKind::Folder(folder) = &mut self.kind {
            return folder.end_input(is_complete && is_same);
        }
        if !is_complete || is_lossy {
            self.kept.extend(fs::canonicalize(&input.path));
        }
        Ok(())
    }

    /// How many games are in the output.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Ends the output, when so many games were read; gives the words for what it lacks.
    ///
    /// # Errors
    /// When it cannot be written, or has more games than its format holds.
    pub fn finish(self, read: usize) -> Result<Vec<String>, Failure> {
        match self.kind {
            OutputKind::Whole(writer, mut sink) => {
                if self.count > 1 && !self.format.holds_many() {
                    let hint = "; a name with {} makes a file for each game";
                    let error = writer.too_many(self.count);
                    return Err(anyhow!("{}: {error}{hint}", self.name).into());
                }
                sink.add(&writer.finish())?;
                check_replaced(Path::new(&self.name), &self.kept)?;
                sink.publish()?;
            }
            OutputKind::Numbered(parts) => parts.publish(&self.name, read, &self.kept)?,
            OutputKind::Folder(folder) => folder.publish()?,
        }
        let parts = Part::ALL.into_iter().filter(|part| self.lost.contains(part));
        let mut lost: Vec<String> = parts.map(|part| part.to_string()).collect();
        lost.dedup();
        Ok(lost)
    }
}

/// Makes sure that a file may be written at `path`.
///
/// # Errors
/// When `path` is one of the files in `kept`.
fn check_replaced(path: &Path, kept: &HashSet<PathBuf>) -> anyhow::Result<()> {
    if fs::canonicalize(path).is_ok_and(|there| kept.contains(&there)) {
        let expected = "expected another name, as it holds more than would be written";
        return Err(anyhow!("{}: it was read: {expected}", path.display()));
    }
    Ok(())
}

/// A file of one game.
fn alone(format: Format, game: &GameTree) -> Result<Vec<u8>, RecordError> {
    let mut writer = GameWriter::new(format);
    let mut bytes = writer.add(game)?;
    bytes.extend(writer.finish());
    Ok(bytes)
}

/// Whole files beside their places: only the number of all games tells how many digits the
/// numbers in the names have.
#[derive(Default)]
struct Parts(Vec<(usize, PathBuf)>);

impl Parts {
    fn add(&mut self, name: &str, number: usize, bytes: &[u8]) -> anyhow::Result<()> {
        let path = name_of_part(Path::new(&name.replace(NUMBER, &number.to_string())));
        // From here on it is cleared away, whatever happens.
        self.0.push((number, path.clone()));
        let expected = || {
            format!(
                "{}: expected a file that can be written",
                name.replace(NUMBER, &number.to_string())
            )
        };
        fs::write(&path, bytes).with_context(expected)
    }

    fn publish(self, name: &str, read: usize, kept: &HashSet<PathBuf>) -> anyhow::Result<()> {
        let digits = read.to_string().len();
        let target =
            |number: usize| PathBuf::from(name.replace(NUMBER, &format!("{number:0digits$}")));
        let expected =
            |path: &Path| format!("{}: expected a file that can be written", path.display());
        // What would fail is looked for before anything appears.
        if let Some((number, _)) = self.0.iter().find(|(number, _)| target(*number).is_dir()) {
            let reason = anyhow::Error::from(io::Error::from(io::ErrorKind::IsADirectory));
            return Err(reason.context(expected(&target(*number))));
        }
        for (number, _) in &self.0 {
            check_replaced(&target(*number), kept)?;
        }
        for (number, part) in &self.0 {
            let target = target(*number);
            let is_plain = fs::symlink_metadata(&target).map_or(true, |there| there.is_file());
            if is_plain {
                fs::rename(part, &target).with_context(|| expected(&target))?;
            } else {
                let bytes = fs::read(part).with_context(|| expected(&target))?;
                write_together(&[(target.as_path(), bytes.as_slice())])?;
            }
        }
        Ok(())
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        for (_, path) in &self.0 {
            // In its place or never made, it is not there any more.
            let _ = fs::remove_file(path);
        }
    }
}

/// A folder that gets a file for each input, below the same folders as the input.
struct OutputFolder {
    path: PathBuf,
    format: Format,
    /// Names that were given, in small letters: some disks know no others.
    taken: HashSet<OsString>,
    /// Inputs, which must not be written over before they are read.
    inputs: HashSet<PathBuf>,
    open: Option<OpenFile>,
    /// Whether nothing may be seen before the end, and files that wait for it.
    is_whole: bool,
    waiting: Vec<GrowingFile>,
    /// Folders that were made, each behind the one that it is in.
    made: Vec<PathBuf>,
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        self.open = None;
        self.waiting.clear();
        for folder in self.made.iter().rev() {
            // A folder that has files stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The file of the input that is being read.
struct OpenFile {
    below: PathBuf,
    /// The input, where the file would replace it.
    replaced: Option<PathBuf>,
    writer: GameWriter,
    /// Where formats that hold several games write; the others hold the first game back,
    /// as its name tells whether there are more.
    file: Option<GrowingFile>,
    first: Vec<u8>,
}

impl OutputFolder {
    fn new(name: &str, format: Format, is_whole: bool, inputs: &[Input]) -> OutputFolder {
        let inputs = inputs.iter().filter_map(|input| fs::canonicalize(&input.path).ok());
        OutputFolder {
            path: PathBuf::from(name),
            format,
            taken: HashSet::new(),
            inputs: inputs.collect(),
            open: None,
            is_whole,
            waiting: Vec::new(),
            made: Vec::new(),
        }
    }

    fn add(&mut self, input: &Input, game: &GameTree) -> Result<Result<(), RecordError>, Failure> {
        let mut open = self.open.take().unwrap_or_else(|| OpenFile {
            below: input.below.clone(),
            replaced: None,
            writer: GameWriter::new(self.format),
            file: None,
            first: Vec::new(),
        });
        let result = self.add_to(&mut open, input, game);
        self.open = (open.writer.count() > 0).then_some(open);
        result
    }

    fn add_to(
        &mut self,
        open: &mut OpenFile,
        input: &Input,
        game: &GameTree,
    ) -> Result<Result<(), RecordError>, Failure> {
        let bytes = match open.writer.add(game) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Err(RecordError { what: Place::File, ..error })),
        };
        match (self.format.holds_many(), open.writer.count()) {
            (true, count) => {
                if count == 1 {
                    let own = fs::canonicalize(&input.path).ok();
                    let path = self.free_name(&open.below, None, own.as_deref());
                    open.replaced =
                        own.filter(|own| fs::canonicalize(&path).is_ok_and(|it| it == *own));
                    open.file = Some(self.begin(&path)?);
                }
                if let Some(file) = &mut open.file {
                    file.add(&bytes)?;
                }
            }
            (false, 1) => open.first = bytes,
            (false, count) => {
                if count == 2 {
                    let first = std::mem::take(&mut open.first);
                    self.write(&open.below, Some(1), &first)?;
                }
                self.write(&open.below, Some(count), &bytes)?;
            }
        }
        Ok(Ok(()))
    }

    fn end_input(&mut self, may_replace: bool) -> Result<(), Failure> {
        let Some(open) = self.open.take() else { return Ok(()) };
        match open.file {
            Some(mut file) => {
                file.add(&open.writer.finish())?;
                if open.replaced.is_some() && !may_replace {
                    file.rename(&self.free_name(&open.below, None, None))?;
                }
                self.complete(file)
            }
            None if open.writer.count() == 1 => self.write(&open.below, None, &open.first),
            None => Ok(()),
        }
    }

    fn write(&mut self, below: &Path, number: Option<usize>, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.free_name(below, number, None);
        let mut file = self.begin(&path)?;
        file.add(bytes)?;
        self.complete(file)
    }

    /// Moves a file to its place, at once or at the end.
    fn complete(&mut self, file: GrowingFile) -> Result<(), Failure> {
        if self.is_whole {
            self.waiting.push(file.end()?);
            return Ok(());
        }
        Ok(file.publish()?)
    }

    fn publish(mut self) -> anyhow::Result<()> {
        self.waiting.drain(..).try_for_each(GrowingFile::publish)
    }

    /// A name that is free for a file that is called as the input, with the number of a game or
    /// without. An input may become its own output.
    fn free_name(&mut self, below: &Path, number: Option<usize>, own: Option<&Path>) -> PathBuf {
        let stem = below.file_stem().unwrap_or_default();
        let extension = self.format.written_extension();
        let mut names = (1..).map(|copy| {
            let mut name = stem.to_owned();
            if let Some(number) = number {
                name.push(format!("-{number}"));
            }
            if copy > 1 {
                name.push(format!("-{copy}"));
            }
            name.push(format!(".{extension}"));
            self.path.join(below.with_file_name(name))
        });
        let is_free = |path: &PathBuf| {
            let is_input = || {
                let there = fs::canonicalize(path).ok();
                there.as_deref() != own && there.is_some_and(|there| self.inputs.contains(&there))
            };
            !self.taken.contains(&path.as_os_str().to_ascii_lowercase()) && !is_input()
        };
        let path = names.find(is_free).unwrap_or_default();
        self.taken.insert(path.as_os_str().to_ascii_lowercase());
        path
    }

    /// Begins a file, and makes the folders that it is in.
    fn begin(&mut self, path: &Path) -> anyhow::Result<GrowingFile> {
        if let Some(folder) = path.parent() {
            let missing = folder.ancestors().take_while(|folder| !folder.exists());
            let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
            missing.reverse();
            self.made.append(&mut missing);
            fs::create_dir_all(folder).with_context(|| {
                format!("{}: expected a folder that can be made", folder.display())
            })?;
        }
        GrowingFile::new(path)
    }
}
