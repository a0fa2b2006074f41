//! What a match would have to do, for the tool that cuts it into parts.

use std::path::{Path, PathBuf};

use tengen_games::spec::EngineSpec;
use tengen_host::cli::parts::{NeededFile, Role, Workload};

use super::cli::MatchArguments;
use super::settings::{Match, PAIR};

/// The pairs of a match, and the files that decide its games: engines, what they are
/// told of files, and openings.
pub(super) fn workload(plan: &Match, arguments: &MatchArguments) -> Workload {
    let mut files: Vec<NeededFile> = plan.engines.iter().flat_map(files_of).collect();
    if let Some(name) = arguments.openings.as_deref().filter(|name| Path::new(name).is_file()) {
        files.push(NeededFile { role: Role::Openings, path: name.to_owned() });
    }
    files.sort();
    files.dedup();
    let by_clock =
        |engine: &EngineSpec| engine.limits.clock.is_some() || engine.limits.move_time.is_some();
    Workload {
        unit: PAIR.to_owned(),
        units: arguments.games.div_ceil(2),
        seed: plan.schedule.plan().seed,
        is_repeatable: !plan.engines.iter().any(by_clock),
        files,
    }
}

/// The program of an engine, and each file that an argument or an option of it names.
fn files_of(engine: &EngineSpec) -> Vec<NeededFile> {
    let program = engine.program.to_string_lossy().into_owned();
    let mut files = vec![NeededFile { role: Role::Engine, path: program }];
    let values = engine.options.iter().map(|(_, value)| value);
    for word in engine.arguments.iter().chain(values) {
        let path = engine.dir.as_ref().map_or_else(|| PathBuf::from(word), |dir| dir.join(word));
        if path.is_file() {
            files.push(NeededFile { role: Role::Other, path: path.to_string_lossy().into_owned() });
        }
    }
    files
}
