//! A tree in a folder: what was found out, a line each, and the strategies, a file each.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};

use tengen_engine::game::Position;
use tengen_engine::proof::{Claim, Proof};
use tengen_engine::prove::{FindingLine, Job, JobFinding, JobTree, squares, words};

use tengen_host::cli::failure::note;
use tengen_host::cli::files::write_whole;
use tengen_host::cli::lines::{CutLine, LineCutter};
use tengen_host::cli::locked_file::LockedFile;
use tengen_host::cli::proof_file;

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

/// How the names of strategies end.
const STRATEGY: &str = ".proof.gz";

fn strategy(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number}{STRATEGY}"))
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
pub(super) struct TreeFolder {
    path: PathBuf,
    file: LockedFile,
    pub tree: JobTree,
    /// Positions visited for the tree.
    pub visited: u64,
    /// Findings that were asked again, by their numbers.
    lost: HashSet<u64>,
}

impl TreeFolder {
    /// The tree in a folder, which is made where there is none yet.
    ///
    /// # Errors
    /// When it is another tree, another process works at it, or it cannot be read.
    pub fn open(path: &Path, position: &Position, claim: Claim) -> anyhow::Result<TreeFolder> {
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
        let mut folder =
            TreeFolder { path: path.to_owned(), file, tree, visited, lost: HashSet::new() };
        // A line cut short is no finding.
        folder.file.set_len(length).with_context(named)?;
        folder.file.seek(SeekFrom::End(0)).with_context(named)?;
        if length == 0 {
            folder.append(&heading(position, claim)).with_context(named)?;
        }
        folder.sweep();
        Ok(folder)
    }

    fn append(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(line)? + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        Ok(())
    }

    /// Takes away what was being written when a search was killed.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.contains(STRATEGY) && name.ends_with(".part") {
                // What stays is overwritten by the next one, and never read.
                let _ = fs::remove_file(&path);
            }
        }
    }

    /// Keeps what a job found out: first its strategy, then its line. What is found again as it
    /// was gets its strategy back, and no other line.
    ///
    /// # Errors
    /// When the tree has no such job, or it cannot be kept.
    pub fn keep(&mut self, job: &Job, found: &JobFinding, positions: u64) -> anyhow::Result<()> {
        let mut line = FindingLine::new(job, found, positions);
        let lost = self.tree.lost(&job.moves);
        line.again = lost.is_some();
        let same = match lost {
            Some(number) if line_in(self.lines()?.lines(), number)?.is_like(&line) => Some(number),
            _ => None,
        };
        if let Some(proof) = found.strategy() {
            let path = strategy(&self.path, same.unwrap_or(self.tree.findings()));
            write_whole(&path, &packed(proof, &path)?)?;
        }
        // What the tree does not take must not stand in its file.
        let taken = match same {
            Some(number) => self.tree.restore(&job.moves, found, number),
            None => self.tree.take(&job.moves, found).map(|_| ()),
        };
        taken.map_err(|misplaced| anyhow!("{}: expected {misplaced}", line.moves))?;
        self.visited = self.visited.saturating_add(positions);
        if same.is_some() {
            return Ok(());
        }
        let name = findings(&self.path).display().to_string();
        self.append(&line).context(name)
    }

    /// The strategy of a finding cannot be read: the tree asks again. Says so in a line.
    ///
    /// # Errors
    /// When that was tried before, and is no help.
    pub fn lose(&mut self, number: u64, why: &anyhow::Error) -> anyhow::Result<()> {
        let again = match self.tree.question_of(number) {
            Some(job) if job.moves.is_empty() => "the root is asked about again".to_owned(),
            Some(job) => format!("the position after {} is asked about again", words(&job.moves)),
            None => "it is needed no more".to_owned(),
        };
        if !self.tree.forget(number) || !self.lost.insert(number) {
            bail!("{why:#}: expected the strategy of a finding");
        }
        note(&format!("{why:#}; {again}"));
        Ok(())
    }

    /// The findings make no proof: looks at each strategy, and loses those that are not what
    /// they should be.
    ///
    /// # Errors
    /// When all of them are.
    pub fn search_lies(&mut self, fault: anyhow::Error) -> anyhow::Result<()> {
        let mut is_healed = false;
        let text = self.lines()?;
        let lines: Vec<&str> = text.lines().collect();
        // The later ones were made of those before.
        for number in (0..self.tree.findings()).rev() {
            let Some(job) = self.tree.question_of(number) else { continue };
            if let Err(why) = self.examine(number, &job, &line_in(lines.iter().copied(), number)?) {
                self.lose(number, &why)?;
                is_healed = true;
            }
        }
        if is_healed { Ok(()) } else { Err(fault) }
    }

    /// Makes sure that the strategy of a finding is there and does what the finding says.
    fn examine(&self, number: u64, job: &Job, line: &FindingLine) -> anyhow::Result<()> {
        let proof = Proof::clone(&*read_strategy(&self.path, number)?);
        let name = || strategy(&self.path, number).display().to_string();
        line.accept(&proof, &job.position, job.claim).with_context(name)?;
        if let Some(square) = job.unanswered(&line.finding(proof)?) {
            bail!("{}: expected an answer to {square}", name());
        }
        Ok(())
    }

    /// All lines of the findings.
    fn lines(&self) -> anyhow::Result<String> {
        let name = findings(&self.path);
        fs::read_to_string(&name).with_context(|| name.display().to_string())
    }
}

/// The line of a finding.
fn line_in<'a>(
    mut lines: impl Iterator<Item = &'a str>,
    number: u64,
) -> anyhow::Result<FindingLine> {
    // The heading stands before them.
    let line = lines.nth(number as usize + 1);
    let line = line.with_context(|| format!("finding {number}: expected its line"))?;
    Ok(serde_json::from_str(line)?)
}

fn heading(position: &Position, claim: Claim) -> Heading {
    Heading { tree: FORMAT, claim: claim.to_string(), position: position.fen() }
}

/// The tree that the folder `path` holds, to be looked at only.
///
/// # Errors
/// As [`TreeFolder::open`].
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
        if line.again {
            tree.forget_answer(&moves);
        }
        tree.take(&moves, &finding)
            .map_err(|misplaced| anyhow!("{}: {}: expected {misplaced}", place(), line.name()))?;
        visited = visited.saturating_add(line.positions);
    }
    Ok((tree, visited, length))
}
