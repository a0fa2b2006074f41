//! A claim in leaves: `--part` proves some of them, `--join` makes one proof of all.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{anyhow, bail, ensure};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use tengen_engine::game::{Position, Square};
use tengen_engine::proof::{self, CheckSettings, Claim, Proof, ProofVerdict};
use tengen_engine::prove::{Cut, CutLimits, Finding, LeafFinding, Standing, is_same};

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::parts::{NeededFile, Role, Workload};

use super::cli::Prove;
use super::part_lines::for_each_line;
use super::work::{NOT_PROVEN, Work, style};

/// What the work is counted in.
const LEAF: &str = "leaf";
/// Most leaves still needed that are told one by one.
const MOST_TOLD: usize = 20;

/// What became of a leaf, as a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeafLine {
    /// Its number, from 1.
    leaf: usize,
    found: FoundLeaf,
    /// Positions that were visited.
    positions: u64,
    /// The text of the proof, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FoundLeaf {
    Proven,
    Refuted,
    Undecided,
}

/// Says how many leaves the work has, proves a part of them, or joins the proofs of all parts.
///
/// # Errors
/// When the arguments name no work, a line is wrong, and when nothing is proven.
pub(super) fn run(arguments: &Prove, position: &Position) -> Result<(), Failure> {
    let Some(claim) = arguments.claim else {
        let expected = "expected a claim that can be cut, as in --claim 'x wins'";
        return Err(Failure::Usage(format!("--claim: (nothing): {expected}")));
    };
    let limits = CutLimits { leaves: arguments.leaves, tries: arguments.tries };
    let cut = Cut::new(position, claim, limits);
    if let Some(path) = &arguments.join {
        return join(arguments, claim, &cut, path);
    }
    if arguments.nodes.is_none() && arguments.time.is_none() {
        let expected = "expected --nodes or --time, the most for a leaf";
        return Err(Failure::Usage(format!("limits: (nothing): {expected}")));
    }
    let units = cut.leaves().len() as u64;
    let Some(part) = arguments.part.part.filter(|_| !arguments.part.dry_run) else {
        return workload(arguments, units).print();
    };
    let part = part.check(units, LEAF)?;
    let leaves = cut.leaves().enumerate().skip(part.first as usize - 1);
    for (number, leaf) in leaves.take(part.count() as usize) {
        put(line(arguments, claim, number, leaf)?.as_bytes())?;
    }
    Ok(())
}

fn workload(arguments: &Prove, units: u64) -> Workload {
    let file = |path: &PathBuf| NeededFile {
        role: Role::Input,
        path: path.to_string_lossy().into_owned(),
    };
    Workload {
        unit: LEAF.to_owned(),
        units,
        seed: 0,
        is_repeatable: arguments.time.is_none() && arguments.threads == 1,
        files: arguments.record.iter().map(file).collect(),
    }
}

/// Tries to prove `leaf`; gives the line that says what became of it.
fn line(arguments: &Prove, claim: Claim, number: usize, leaf: &Position) -> anyhow::Result<String> {
    let bar = ProgressBar::new_spinner().with_style(style());
    let deadline = arguments.time.map(|time| Instant::now() + time);
    let mut work = Work { arguments, position: leaf.clone(), deadline, bar, visited: 0 };
    let found = work.look(claim);
    work.bar.finish_and_clear();
    let (found, proof) = match found {
        Finding::Proven(proof) => (FoundLeaf::Proven, Some(proof::text(&proof))),
        Finding::Refuted => (FoundLeaf::Refuted, None),
        Finding::Undecided => (FoundLeaf::Undecided, None),
    };
    let line = LeafLine { leaf: number + 1, found, positions: work.visited, proof };
    Ok(serde_json::to_string(&line)? + "\n")
}

/// Puts the proofs in a file together and writes the whole.
fn join(arguments: &Prove, claim: Claim, cut: &Cut, path: &Path) -> Result<(), Failure> {
    let (found, visited) = read(cut, claim, path)?;
    let leaves = cut.leaves().len();
    match cut.standing(&found) {
        Standing::Proven(proof) => {
            if !is_true(&proof) {
                return Err(anyhow!("the proofs make no proof: expected those of one claim").into());
            }
            let position = proof.position.clone();
            let bar = ProgressBar::hidden();
            Work { arguments, position, deadline: None, bar, visited }.publish(&[&*proof])
        }
        Standing::Refuted(leaf) => {
            let moves = moves(cut.path(leaf));
            let line = format!("refuted: {claim}, by the leaf{moves}, {visited} positions\n");
            put(line.as_bytes())?;
            Err(Failure::Told(NOT_PROVEN))
        }
        Standing::Open(open) => {
            let positions: Vec<&Position> = cut.leaves().collect();
            for &leaf in open.iter().take(MOST_TOLD) {
                let (number, moves) = (leaf + 1, moves(cut.path(leaf)));
                put(format!("open: leaf {number}{moves}: {}\n", positions[leaf].fen()).as_bytes())?;
            }
            let left = match open.len() {
                0 => "no leaf is left: expected more --tries".to_owned(),
                open => format!("{open} of {leaves} leaves are needed"),
            };
            put(format!("undecided: {claim}, {left}, {visited} positions\n").as_bytes())?;
            Err(Failure::Told(NOT_PROVEN))
        }
    }
}

fn moves(path: &[Square]) -> String {
    let words: Vec<String> = path.iter().map(Square::to_string).collect();
    if words.is_empty() { String::new() } else { format!(" after {}", words.join(" ")) }
}

/// What the lines of a file say of the leaves, each proof checked; and how many positions were
/// visited for all of these leaves.
fn read(cut: &Cut, claim: Claim, path: &Path) -> anyhow::Result<(Vec<LeafFinding>, u64)> {
    let mut found = vec![LeafFinding::Undecided; cut.leaves().len()];
    let positions: Vec<&Position> = cut.leaves().collect();
    let mut visited = 0_u64;
    for_each_line(path, |line: LeafLine| {
        let leaves = positions.len();
        let Some(position) = line.leaf.checked_sub(1).and_then(|leaf| positions.get(leaf)) else {
            bail!("leaf {}: expected 1 to {leaves}", line.leaf);
        };
        visited = visited.saturating_add(line.positions);
        let slot = &mut found[line.leaf - 1];
        *slot = match (line.found, line.proof) {
            (FoundLeaf::Proven, Some(text)) => {
                let proof = proof::read(&mut text.as_bytes())
                    .map_err(|error| anyhow!("leaf {}: {error}", line.leaf))?;
                let is_ours = proof.claim == claim && is_same(&proof.position, position);
                ensure!(is_ours, "expected a proof of leaf {}", line.leaf);
                ensure!(is_true(&proof), "leaf {}: it is not proven", line.leaf);
                LeafFinding::Proven(Arc::new(proof))
            }
            (FoundLeaf::Proven, None) => bail!("leaf {}: expected a proof", line.leaf),
            // What one could not decide another one may have.
            (FoundLeaf::Undecided, _) => return Ok(()),
            (FoundLeaf::Refuted, _) => {
                // Proofs are checked, and this is believed.
                let is_proven = matches!(slot, LeafFinding::Proven(_));
                ensure!(!is_proven, "leaf {}: refuted, and proven", line.leaf);
                LeafFinding::Refuted
            }
        };
        Ok(())
    })?;
    Ok((found, visited))
}

/// Whether the checker agrees.
fn is_true(proof: &Proof) -> bool {
    let verdict = proof::check(proof, &CheckSettings::default(), &mut |_| true);
    matches!(verdict, ProofVerdict::Proven(_))
}
