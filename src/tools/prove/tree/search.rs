//! The search that works at the tree in a folder.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use indicatif::ProgressBar;

use tengen_engine::prove::{
    Job, JobFault, JobFinding, JobKeeper, JobLimits, JobSearch, JobTree, Template, words,
};

use super::super::cli::Prove;
use super::folder::{TreeFolder, read_strategy};

/// Positions that a search visits first in a job, where the arguments say nothing.
const NODES: u64 = 2_000_000;

/// What a job may take.
pub(super) fn limits(arguments: &Prove) -> JobLimits {
    JobLimits {
        nodes: arguments.nodes.unwrap_or(NODES),
        memory: (arguments.memory << 20) / arguments.threads,
        is_alone: arguments.condense.is_some(),
    }
}

/// A folder, and a bar that shows how it grows.
struct Shown<'a> {
    folder: &'a mut TreeFolder,
    bar: &'a ProgressBar,
}

impl JobKeeper for Shown<'_> {
    type Error = anyhow::Error;

    fn tree(&mut self) -> &mut JobTree {
        &mut self.folder.tree
    }

    fn keep(&mut self, job: &Job, found: Option<JobFinding>, positions: u64) -> anyhow::Result<()> {
        if let Some(finding) = found {
            self.folder.keep(job, &finding, positions)?;
        }
        let tree = &self.folder.tree;
        let left = tree.cost().map_or_else(|| "no".to_owned(), |cost| cost.to_string());
        self.bar.set_message(format!(
            "{} findings, {} positions in the tree, some {left} jobs left, {}",
            tree.findings(),
            tree.len(),
            words(&job.moves)
        ));
        self.bar.tick();
        Ok(())
    }

    fn lose(&mut self, number: u64, why: anyhow::Error) -> anyhow::Result<()> {
        self.folder.lose(number, &why)
    }

    fn search_lies(&mut self, fault: JobFault) -> anyhow::Result<()> {
        self.folder.search_lies(fault.into())
    }
}

/// Works at a tree until nothing is left to do, or the time is over.
///
/// # Errors
/// When a finding cannot be kept, or a strategy not be read.
pub(super) fn work(
    folder: &mut TreeFolder,
    (arguments, path): (&Prove, &Path),
    template: Option<&Template>,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let deadline = arguments.time.map(|time| Instant::now() + time);
    let limits = limits(arguments);
    // A round is for others; what strategies of other positions settle here need not be
    // searched in the next one.
    let is_round = arguments.join.is_some();
    let left = AtomicUsize::new(arguments.leaves);
    let next = || {
        if !is_round {
            return Some(limits);
        }
        let took =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        took.is_ok().then_some(JobLimits { nodes: 0, ..limits })
    };
    let search = JobSearch {
        threads: arguments.threads,
        limits: &next,
        goes_on: &|| deadline.is_none_or(|deadline| Instant::now() < deadline),
        template,
        strategy: &|number| read_strategy(path, number),
    };
    search.work(&mut Shown { folder, bar })
}
