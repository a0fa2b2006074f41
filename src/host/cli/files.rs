//! Files that are read as a whole, and files that are there as a whole or not at all.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, anyhow};

use super::failure::Failure;

/// Most links to links that are followed; more are taken to go round in a circle.
const LINKS: usize = 40;

/// The most that is read of one file, in MiB: far more than the largest collections of games have.
/// A device that never ends must not take all of the memory.
pub const LONGEST_MIB: u64 = 256;

/// Opens a file that can be read to its end, and no pipe, which may wait for ever for its writer.
///
/// # Errors
/// When the path cannot be opened, or is no ordinary file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "a pipe, a folder or a device"))
}

/// All that a file holds.
///
/// # Errors
/// When the file cannot be read; of the kind `FileTooLarge` when it has more than [`LONGEST_MIB`].
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    read_to_end(File::open(path)?)
}

/// All that is still to come from `input`, read as [`read_whole`] reads files.
///
/// # Errors
/// As [`read_whole`].
pub fn read_to_end(input: impl Read) -> io::Result<Vec<u8>> {
    let longest = LONGEST_MIB << 20;
    let mut bytes = Vec::new();
    input.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= longest {
        return Ok(bytes);
    }
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {LONGEST_MIB} MiB")))
}

/// A file to be written: its name and all that is to stand in it.
pub type Whole<'a> = (&'a Path, &'a [u8]);

/// Writes a file: first beside its place, then moved there, so that no reader finds half of the
/// file. Links are followed. A pipe or a device is written directly, as it is.
///
/// # Errors
/// When the file cannot be written; what was at its place before stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_together(&[(path, bytes)])
}

/// Writes files as [`write_whole`] does, all of them or none: the first one
/// appears in its place when all stand ready beside theirs.
///
/// # Errors
/// When one of them cannot be written.
pub fn write_together(files: &[Whole]) -> anyhow::Result<()> {
    let ready = files.iter().map(|file| Ready::new(*file).with_context(|| writable(file.0)));
    let mut ready: Vec<Ready> = ready.collect::<anyhow::Result<_>>()?;
    // The files whose writing may still fail come first.
    ready.sort_by_key(|file| file.part.is_some());
    ready.iter().try_for_each(|file| file.publish().with_context(|| writable(file.name)))
}

/// A file that grows beside its place, and is moved there when it is complete. Without that move
/// nothing of it remains. A pipe or a device is written at the end instead.
pub struct GrowingFile {
    /// The name that the file was given.
    name: PathBuf,
    /// The path that `name` leads to, links followed.
    target: PathBuf,
    growth: Growth,
}

enum Growth {
    /// The file grows beside its place.
    Part(BufWriter<File>, Remover),
    /// The file lies beside its place, complete and closed.
    Ended(Remover),
    /// The bytes are kept in memory, for a pipe or a device.
    Held(Vec<u8>),
}

/// A file that is removed when this is dropped.
struct Remover(PathBuf);

impl Drop for Remover {
    fn drop(&mut self) {
        // A file that was moved to its place, or never made, is not there any more.
        let _ = fs::remove_file(&self.0);
    }
}

impl GrowingFile {
    /// Begins an empty file named `name`.
    ///
    /// # Errors
    /// When no file can be written at that place.
    pub fn new(name: &Path) -> anyhow::Result<GrowingFile> {
        let begin = || -> io::Result<GrowingFile> {
            let (target, part) = place_of(name)?;
            let growth = match part {
                None => Growth::Held(Vec::new()),
                Some(part) => {
                    let remover = Remover(part.clone());
                    Growth::Part(BufWriter::new(File::create(part)?), remover)
                }
            };
            Ok(GrowingFile { name: name.to_owned(), target, growth })
        };
        begin().with_context(|| writable(name))
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.growth {
            Growth::Part(file, _) => file.write_all(bytes).with_context(|| writable(&self.name)),
            Growth::Ended(_) => Ok(()),
            Growth::Held(held) => {
                held.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    /// Gives the file another name in the same folder.
    ///
    /// # Errors
    /// When no file of that name can be written.
    pub fn rename(&mut self, name: &Path) -> anyhow::Result<()> {
        (self.target, _) = place_of(name).with_context(|| writable(name))?;
        name.clone_into(&mut self.name);
        Ok(())
    }

    /// Ends the file, so that it only has to be moved: nothing is added any more, and the system
    /// holds it open no longer.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn end(mut self) -> anyhow::Result<GrowingFile> {
        if let Growth::Part(mut file, remover) = self.growth {
            file.flush().with_context(|| writable(&self.name))?;
            self.growth = Growth::Ended(remover);
        }
        Ok(self)
    }

    /// Ends the file and moves it to its place.
    ///
    /// # Errors
    /// When the file cannot be moved; what was at its place before stays.
    pub fn publish(self) -> anyhow::Result<()> {
        let file = self.end()?;
        let published = match &file.growth {
            Growth::Held(bytes) => write(&file.target, bytes),
            Growth::Part(_, part) | Growth::Ended(part) => fs::rename(&part.0, &file.target),
        };
        published.with_context(|| writable(&file.name))
    }
}

/// The path that a name leads to, and the file beside it that can be moved there; `None` where the
/// path is a pipe or a device.
fn place_of(name: &Path) -> io::Result<(PathBuf, Option<PathBuf>)> {
    let target = followed(name)?;
    let there = fs::metadata(&target).ok();
    let is_named_as_folder = target.as_os_str().as_encoded_bytes().ends_with(b"/");
    if target.file_name().is_none()
        || is_named_as_folder
        || there.as_ref().is_some_and(fs::Metadata::is_dir)
    {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let is_movable = there.is_none_or(|there| there.is_file());
    let part = is_movable.then(|| name_of_part(&target));
    Ok((target, part))
}

/// The file beside a place, before it is moved there.
pub fn name_of_part(target: &Path) -> PathBuf {
    let mut part = target.file_name().unwrap_or_default().to_owned();
    part.push(format!(".{}.part", process::id()));
    target.with_file_name(part)
}

fn writable(name: &Path) -> String {
    format!("{}: expected a file that can be written", name.display())
}

/// Makes sure, before long work, that its result can be written where the argument `flag` says:
/// makes a file beside that place, as [`write_whole`] does, and removes it again. So nothing is
/// left over when the work is cut short, however that happens.
///
/// # Errors
/// When no file can be written at that place.
pub fn try_place(flag: &str, path: &Path) -> Result<(), Failure> {
    let wrong = |error| {
        let expected = "expected a file that can be written";
        Failure::Other(anyhow!("{flag}: {}: {expected}: {error}", path.display()))
    };
    Ready::new((path, &[])).map(|_| ()).map_err(wrong)
}

/// Writes bytes that could not be written to `path` into a new file: in the folder for temporary
/// files, or else in the present one. `None` where neither takes them.
pub fn write_elsewhere(path: &Path, bytes: &[u8]) -> Option<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("tengen-{}-{name}", process::id());
    [env::temp_dir(), PathBuf::from(".")].into_iter().find_map(|folder| {
        let other = folder.join(&name);
        let mut file = File::create_new(&other).ok()?;
        if file.write_all(bytes).and_then(|()| file.sync_all()).is_ok() {
            return Some(other);
        }
        // A part of the bytes is of no use.
        let _ = fs::remove_file(&other);
        None
    })
}

/// A file that only has to be moved to its place.
struct Ready<'a> {
    /// The name that the file was given.
    name: &'a Path,
    bytes: &'a [u8],
    /// The path that `name` leads to, links followed.
    target: PathBuf,
    /// The file beside `target`; `None` where `target` is a pipe or a device.
    part: Option<Remover>,
}

impl<'a> Ready<'a> {
    fn new((name, bytes): Whole<'a>) -> io::Result<Ready<'a>> {
        let (target, part) = place_of(name)?;
        // From here on the file is removed, whatever happens.
        let part = part.map(Remover);
        part.iter().try_for_each(|part| write(&part.0, bytes))?;
        Ok(Ready { name, bytes, target, part })
    }

    fn publish(&self) -> io::Result<()> {
        match &self.part {
            Some(part) => fs::rename(&part.0, &self.target),
            None => write(&self.target, self.bytes),
        }
    }
}

/// The path that a name leads to, links followed, whether there is a file or not.
fn followed(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("links in a circle"))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.flush()
}
