//! A tree in a folder: what was found out, a line each, and the strategies, a file each.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use serde::{Deserialize, Serialize};

use tengen_engine::game::Position;
use tengen_engine::proof::{Claim, Proof};
use tengen_engine::prove::{FindingLine, Job, JobFinding, JobTree, squares};

use crate::cli::files::write_whole;
use crate::cli::lines::{CutLine, LineCutter};
use crate::cli::locked_file::LockedFile;
use crate::cli::proof_file;

use super::super::work::packed;

/// Longest line that is read, in bytes: the moves and replies of the largest board.
const LONGEST_LINE: usize = 1 << 20;
/// The number of the format.
const FORMAT: u32 = 1;

/// The first line of a tree.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    tree: u32,
    claim: String,
    position: String,
}

/// The file with the findings.
pub(super) fn findings(folder: &Path) -> PathBuf {
    folder.join("findings.jsonl")
}

fn strategy(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number}.proof.gz"))
}

/// The strategy of a finding.
///
/// # Errors
/// When there is no such file, or none that can be read.
pub(super) fn read_strategy(folder: &Path, number: u64) -> anyhow::Result<Arc<Proof>> {
    let path = strategy(folder, number);
    proof_file::read(&path).map(Arc::new).with_context(|| path.display().to_string())
}

/// A tree that grows in its folder.
pub(super) struct Folder {
    path: PathBuf,
    file: LockedFile,
    pub tree: JobTree,
    /// Positions visited for it.
    pub visited: u64,
}

impl Folder {
    /// The tree in a folder, which is made where there is none yet.
    ///
    /// # Errors
    /// When it is another tree, somebody else works at it, or it cannot be read.
    pub fn open(path: &Path, position: &Position, claim: Claim) -> anyhow::Result<Folder> {
        let named = || format!("--tree: {}", path.display());
        let folder = || format!("{}: expected a folder that can be written", named());
        fs::create_dir_all(path).with_context(folder)?;
        let name = findings(path);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&name);
        let file = LockedFile(file.with_context(folder)?);
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(anyhow!("{}: another search works at it: expected one", named()));
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(named),
            Ok(()) => {}
        }
        let (tree, visited, length) = replay(&file, position, claim).with_context(named)?;
        let mut folder = Folder { path: path.to_owned(), file, tree, visited };
        // A line cut short is no finding.
        folder.file.set_len(length).with_context(named)?;
        folder.file.seek(SeekFrom::End(0)).with_context(named)?;
        if length == 0 {
            folder.append(&heading(position, claim)).with_context(named)?;
        }
        Ok(folder)
    }

    fn append(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(line)? + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        Ok(())
    }

    /// Keeps what a job found out: first its strategy, then its line.
    ///
    /// # Errors
    /// When nobody asked for it, or it cannot be kept.
    pub fn keep(&mut self, job: &Job, found: &JobFinding, positions: u64) -> anyhow::Result<()> {
        if let Some(proof) = found.strategy() {
            let path = strategy(&self.path, self.tree.findings());
            write_whole(&path, &packed(proof, &path)?)?;
        }
        let line = FindingLine::new(job, found, positions);
        // What the tree does not take must not stand in its file.
        self.tree
            .take(&job.moves, found)
            .map_err(|misplaced| anyhow!("{}: expected {misplaced}", line.moves))?;
        self.visited = self.visited.saturating_add(positions);
        let name = findings(&self.path).display().to_string();
        self.append(&line).context(name)
    }
}

fn heading(position: &Position, claim: Claim) -> Heading {
    Heading { tree: FORMAT, claim: claim.to_string(), position: position.fen() }
}

/// The tree that a file holds, for those who only look at it.
///
/// # Errors
/// As [`Folder::open`].
pub(super) fn look(path: &Path, position: &Position, claim: Claim) -> anyhow::Result<JobTree> {
    let named = || format!("--tree: {}", path.display());
    let unread = || format!("{}: expected a folder that --tree has made", named());
    let file = File::open(findings(path)).with_context(unread)?;
    replay(&file, position, claim).map(|(tree, ..)| tree).with_context(named)
}

/// The tree that the whole lines of a file make, the positions visited for it, and the
/// bytes of these lines.
fn replay(file: &File, position: &Position, claim: Claim) -> anyhow::Result<(JobTree, u64, u64)> {
    let mut reader = BufReader::new(file);
    let mut cutter = LineCutter::new(LONGEST_LINE);
    let mut tree = JobTree::new(position, claim);
    let empty = Proof::new(position.clone(), claim);
    let whole = file.metadata()?.len();
    let (mut number, mut visited, mut length) = (0_u64, 0_u64, 0_u64);
    while let Some(CutLine { bytes, is_cut }) = cutter.read(&mut reader)? {
        number += 1;
        let next = length + bytes.len() as u64 + 1;
        let place = || format!("line {number}");
        if next > whole {
            // What was not begun by this command is not its to overwrite.
            let is_ours =
                number > 1 || serde_json::to_vec(&heading(position, claim))?.starts_with(&bytes);
            ensure!(is_ours, "{}: expected a tree of prove", place());
            break;
        }
        length = next;
        ensure!(!is_cut, "{}: expected at most {LONGEST_LINE} bytes", place());
        if number == 1 {
            let found: Heading = serde_json::from_slice(&bytes)
                .map_err(|error| anyhow!("{}: {error}: expected a tree of prove", place()))?;
            let expected = heading(position, claim);
            ensure!(
                found == expected,
                "it is about {}, {}: expected {}, {}",
                found.claim,
                found.position,
                expected.claim,
                expected.position
            );
            continue;
        }
        let line: FindingLine = serde_json::from_slice(&bytes)
            .map_err(|error| anyhow!("{}: {error}: expected a finding", place()))?;
        let finding = line.finding(empty.clone()).with_context(place)?;
        let moves = squares(&line.moves).with_context(place)?;
        tree.take(&moves, &finding)
            .map_err(|misplaced| anyhow!("{}: {}: expected {misplaced}", place(), line.name()))?;
        visited = visited.saturating_add(line.positions);
    }
    Ok((tree, visited, length))
}
