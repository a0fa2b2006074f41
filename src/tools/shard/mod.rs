//! `tengen shard`: work for many machines. A plan cuts it into lines, any scheduler hands
//! the lines to workers, and the results come together as if one machine had done it all.
//!
//! Workers start this program once more, as people do, so that a part of the work is
//! exactly what the tool makes of it.

mod child;
mod contract;
mod exit;
mod folder;
mod lines;
mod merge;
mod needed;
mod plan;
mod result;
mod run;
mod sample;
#[cfg(test)]
#[path = "../../../tests/support/schemas.rs"]
mod schemas;
mod size;
mod speed;
mod work;

use clap::{Args, Subcommand};

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::settings::Setting;

/// Arguments of `shard`.
#[derive(Args, Debug)]
pub(crate) struct ShardArguments {
    #[command(subcommand)]
    step: Step,
}

/// What to do with shards.
#[derive(Debug, Subcommand)]
enum Step {
    /// Cut the work of a tool into shards: a line of JSON each, on standard output
    Plan(plan::PlanArguments),
    /// Do shards, and leave their results in a folder
    Run(run::RunArguments),
    /// Put the results of a plan together
    Merge(merge::MergeArguments),
    /// Print the lines of a plan that have no result, or a torn one
    Missing(merge::PlanResults),
    /// Print the JSON Schema of a line of a plan
    Schema,
}

/// Plans, works or merges; `before` was set before the subcommand.
///
/// # Errors
/// With the exit codes of the manual.
pub(crate) fn run(arguments: &ShardArguments, before: &[Setting]) -> Result<(), Failure> {
    if let Some(Setting { name, .. }) = before.first() {
        let expected = "expected options behind the tool, as in shard plan perft 4 --set";
        return Err(Failure::Usage(format!("--set: {name}: {expected} {name}=…")));
    }
    match &arguments.step {
        Step::Plan(arguments) => plan::plan(arguments),
        Step::Run(arguments) => run::run(arguments),
        Step::Merge(arguments) => merge::merge(arguments),
        Step::Missing(arguments) => merge::missing(arguments),
        Step::Schema => put(contract::SCHEMA.as_bytes()),
    }
}
