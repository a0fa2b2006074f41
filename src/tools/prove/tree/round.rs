//! A round of jobs for other machines: `--part` does some of them and prints what they find
//! out, `--join` takes that into the tree.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use tengen_engine::game::Position;
use tengen_engine::proof::{Claim, Proof};
use tengen_engine::prove::{FindingLine, Job, JobMemory, Known, Template, squares};

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::parts::{NeededFile, Role, Workload};

use super::super::cli::Prove;
use super::super::part_lines::for_each_line;
use super::folder::{self, TreeFolder, findings};
use super::search::limits;

/// What the work is counted in.
const JOB: &str = "job";

/// The jobs that the tree in a folder would like to have done first, the same ones
/// everywhere.
fn jobs(
    arguments: &Prove,
    position: &Position,
    claim: Claim,
    path: &Path,
) -> anyhow::Result<Vec<Job>> {
    let mut tree = folder::look(path, position, claim)?;
    Ok(std::iter::from_fn(|| tree.needed_job()).take(arguments.leaves).collect())
}

/// Says how many jobs the tree needs now, or does some of them.
///
/// # Errors
/// When there is no such tree, or no such job.
pub(super) fn run(
    (arguments, path): (&Prove, &Path),
    position: &Position,
    claim: Claim,
    template: Option<&Template>,
) -> Result<(), Failure> {
    let usage = |error: anyhow::Error| Failure::Usage(format!("{error:#}"));
    if arguments.part.dry_run {
        // The first round begins the tree.
        TreeFolder::open(path, position, claim).map_err(usage)?;
    }
    let jobs = jobs(arguments, position, claim, path).map_err(usage)?;
    let units = jobs.len() as u64;
    let Some(part) = arguments.part.part.filter(|_| !arguments.part.dry_run) else {
        let paths = std::iter::once(findings(path)).chain(arguments.like.clone());
        let name = |path: PathBuf| path.to_string_lossy().into_owned();
        let files = paths.map(|path| NeededFile { role: Role::Input, path: name(path) }).collect();
        let unit = JOB.to_owned();
        return Workload { unit, units, seed: 0, is_repeatable: true, files }.print();
    };
    if units == 0 {
        let expected = "expected a tree that needs more jobs";
        return Err(Failure::Usage(format!("--tree: {}: {expected}", path.display())));
    }
    let part = part.check(units, JOB)?;
    let mut memory = JobMemory::default();
    let ours = jobs.iter().zip(1_u64..).skip(part.first as usize - 1).take(part.count() as usize);
    for (job, number) in ours {
        // A strategy of another position would have to lie on this machine, too.
        let after = template.and_then(|template| template.after(job));
        let known = Known { hints: &[], template: after.as_ref() };
        let (finding, positions) = job.work(limits(arguments), known, &mut memory, &mut |_| true);
        let finding = finding.ok_or_else(|| anyhow!("job {number}: expected an end"))?;
        let line = FindingLine::whole(job, number, &finding, positions);
        put((serde_json::to_string(&line).map_err(anyhow::Error::from)? + "\n").as_bytes())?;
    }
    Ok(())
}

/// Takes the findings of a file into the tree: each strategy is checked, and what is known
/// already is passed over.
///
/// # Errors
/// When a line is no finding, or one about another tree; those before it are kept.
pub(super) fn join(folder: &mut TreeFolder, claim: Claim, path: &Path) -> anyhow::Result<()> {
    for_each_line(path, |line: FindingLine| take(folder, claim, &line))
}

fn take(folder: &mut TreeFolder, claim: Claim, line: &FindingLine) -> anyhow::Result<()> {
    let moves = squares(&line.moves)?;
    let job = folder.tree.question(&moves);
    let job = job.with_context(|| format!("{}: expected a position of the tree", line.name()))?;
    if folder.tree.has_answer(&moves) {
        return Ok(());
    }
    let strategy = line.checked(&job.position, claim)?;
    let empty = || Proof::new(job.position.clone(), claim);
    let finding = line.finding(strategy.unwrap_or_else(empty))?;
    if let Some(square) = job.unanswered(&finding) {
        bail!("{}: expected an answer to {square}", line.name());
    }
    folder.keep(&job, &finding, line.positions)
}
