//! `tengen prove --tree`: a win proven by jobs, in a folder that keeps all that was found out.

mod folder;
mod round;
mod search;

use std::path::Path;

use anyhow::anyhow;
use indicatif::ProgressBar;

use tengen_engine::game::Position;
use tengen_engine::proof::{self, Claim, Goal, Settings, Verdict};
use tengen_engine::prove::Template;

use crate::cli::failure::{Failure, note, put};
use crate::cli::lines::STREAM;
use crate::cli::proof_file;

use super::cli::Prove;
use super::work::{NOT_PROVEN, Work, style};

use folder::{Folder, read_strategy};

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
    let mut folder = Folder::open(path, position, claim)
        .map_err(|error| Failure::Usage(format!("{error:#}")))?;
    if folder.tree.findings() > 0 {
        note(&format!("goes on from {} findings in {}", folder.tree.findings(), path.display()));
    }
    if let Some(findings) = &arguments.join {
        round::join(&mut folder, claim, findings)?;
    }
    let bar = ProgressBar::new_spinner().with_style(style());
    search::work(&mut folder, (arguments, path), template.as_ref(), &bar)?;
    bar.finish_and_clear();
    let (findings, visited) = (folder.tree.findings(), folder.visited);
    let Some(0) = folder.tree.cost() else {
        let left = match folder.tree.cost() {
            Some(cost) => format!("some {cost} jobs are left"),
            None => "no move is left".to_owned(),
        };
        let line =
            format!("undecided: {claim}, {findings} findings, {left}, {visited} positions\n");
        put(line.as_bytes())?;
        return Err(Failure::Told(NOT_PROVEN));
    };
    let mut unread = None;
    let mut kept = |number| read_strategy(path, number).map_err(|error| unread = Some(error)).ok();
    let proof = folder.tree.strategy(&mut kept);
    if let Some(error) = unread {
        return Err(error.into());
    }
    let proof = proof.ok_or_else(|| anyhow!("{}: expected a whole tree", path.display()))?;
    let settings = Settings { memory: arguments.memory << 20, ..Settings::default() };
    match proof::check(&proof, &settings, &mut |_| true) {
        Verdict::Proven(_) => {
            let bar = ProgressBar::hidden();
            let position = position.clone();
            Work { arguments, position, deadline: None, bar, visited }.publish(&[&proof])
        }
        Verdict::Refuted(why, _) => {
            Err(anyhow!("{}: {why}: expected strategies that make a proof", path.display()).into())
        }
        Verdict::TooLong(_) | Verdict::Stopped(_) => {
            Err(anyhow!("{}: expected a check that comes to its end", path.display()).into())
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
