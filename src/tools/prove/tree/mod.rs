//! `tengen prove --tree`: a win proven by jobs, in a folder that keeps all that was found out.

mod folder;
mod round;
mod search;

use std::path::Path;

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;

use tengen_engine::game::Position;
use tengen_engine::proof::{self, CheckSettings, Claim, Goal, Proof, ProofVerdict};
use tengen_engine::prove::Template;

use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::files::write_whole;
use tengen_host::cli::lines::STREAM;
use tengen_host::cli::proof_file;

use super::cli::Prove;
use super::work::{NOT_PROVEN, Work, packed, style};

use folder::{TreeFolder, read_strategy};

/// Works at the tree in a folder, does a part of a round, or takes the findings of one; and
/// writes the proof when it is whole.
///
/// # Errors
/// When the arguments make no tree, and when nothing is proven.
pub(super) fn run(arguments: &Prove, position: &Position, path: &Path) -> Result<(), Failure> {
    let claim = wins(arguments)?;
    let template = template(arguments, position, claim)?;
    if arguments.part.dry_run || arguments.part.part.is_some() {
        return round::run((arguments, path), position, claim, template.as_ref());
    }
    let mut folder = TreeFolder::open(path, position, claim)
        .map_err(|error| Failure::Usage(format!("{error:#}")))?;
    if folder.tree.findings() > 0 {
        note(&format!("goes on from {} findings in {}", folder.tree.findings(), path.display()));
    }
    if let Some(findings) = &arguments.join {
        round::join(&mut folder, claim, findings)?;
    }
    let bar = ProgressBar::new_spinner().with_style(style());
    let proof = loop {
        search::work(&mut folder, (arguments, path), template.as_ref(), &bar)?;
        if folder.tree.cost() != Some(0) {
            bar.finish_and_clear();
            return undecided(&folder, claim);
        }
        // What is lost is asked again.
        if let Some(proof) = whole(&mut folder, (arguments, path))? {
            break proof;
        }
    };
    bar.finish_and_clear();
    if let Some(out) = &arguments.condense {
        condense(&folder, out)?;
    }
    let (bar, position) = (ProgressBar::hidden(), position.clone());
    let visited = folder.visited;
    Work { arguments, position, deadline: None, bar, visited }.publish(&[&proof])
}

/// Writes the moves of a whole tree that a search does not find.
fn condense(folder: &TreeFolder, out: &Path) -> anyhow::Result<()> {
    let book = folder.tree.condensed().context("--condense: expected a whole tree")?;
    let bytes = packed(&book, out)?;
    write_whole(out, &bytes)?;
    note(&format!("{} positions, {} bytes in {}", book.len(), bytes.len(), out.display()));
    Ok(())
}

/// Says how far the tree has come.
fn undecided(folder: &TreeFolder, claim: Claim) -> Result<(), Failure> {
    let TreeFolder { tree, visited, .. } = folder;
    let (findings, visited) = (tree.findings(), visited);
    let left = match tree.cost() {
        Some(cost) => format!("some {cost} jobs are left"),
        None => "no move is left".to_owned(),
    };
    put(format!("undecided: {claim}, {findings} findings, {left}, {visited} positions\n")
        .as_bytes())?;
    Err(Failure::Told(NOT_PROVEN))
}

/// The proof that a whole tree makes, checked; `None` where the tree has forgotten a finding
/// that it cannot do without.
fn whole(
    folder: &mut TreeFolder,
    (arguments, path): (&Prove, &Path),
) -> anyhow::Result<Option<Proof>> {
    let mut unread = None;
    let mut kept =
        |number| read_strategy(path, number).map_err(|error| unread = Some((number, error))).ok();
    let proof = folder.tree.strategy(&mut kept);
    if let Some((number, error)) = unread {
        return folder.lose(number, &error).map(|()| None);
    }
    let proof = proof.with_context(|| format!("{}: expected a whole tree", path.display()))?;
    let settings = CheckSettings { memory: arguments.memory << 20, ..CheckSettings::default() };
    match proof::check(&proof, &settings, &mut |_| true) {
        ProofVerdict::Proven(_) => Ok(Some(proof)),
        ProofVerdict::Refuted(why, _) => {
            let expected = "expected strategies that make a proof";
            let fault = anyhow!("{}: {why}: {expected}", path.display());
            folder.search_lies(fault).map(|()| None)
        }
        ProofVerdict::TooLong(_) | ProofVerdict::Stopped(_) => {
            Err(anyhow!("{}: expected a check that comes to its end", path.display()))
        }
    }
}

/// The claim, which has to be one of a win.
fn wins(arguments: &Prove) -> Result<Claim, Failure> {
    let claim = arguments.claim.filter(|claim| claim.goal == Goal::Wins);
    claim.ok_or_else(|| {
        let found =
            arguments.claim.map_or_else(|| "(nothing)".to_owned(), |claim| claim.to_string());
        Failure::Usage(format!("--claim: {found}: expected a win, as in --claim 'x wins'"))
    })
}

/// The proof whose moves are tried first.
fn template(
    arguments: &Prove,
    position: &Position,
    claim: Claim,
) -> Result<Option<Template>, Failure> {
    let Some(path) = &arguments.like else { return Ok(None) };
    let refuse = |error: String| Failure::Usage(format!("--like: {}: {error}", path.display()));
    // Other arguments may want standard input, and other machines the file.
    if path.as_os_str() == STREAM {
        return Err(refuse("expected the name of a file".to_owned()));
    }
    let proof = proof_file::read(path).map_err(|error| refuse(error.to_string()))?;
    let template = Template::new(proof, position, claim);
    template.map(Some).map_err(|error| refuse(error.to_string()))
}
