//! This program once more, whatever has become of its file.

use std::io;
use std::path::PathBuf;

/// Where the program that runs can be started once more: where its file lies, or, when
/// that was deleted or replaced by another version meanwhile, where the system still has
/// it. What is known holds for now: it is asked for before each start.
///
/// Other systems than Linux do not keep what was deleted; there it is the path that the
/// system tells.
///
/// # Errors
/// When the system does not say.
pub fn own_program() -> io::Result<PathBuf> {
    let named = std::env::current_exe();
    if cfg!(target_os = "linux") && named.as_ref().map_or(true, |named| !is_running(named)) {
        let kept = PathBuf::from(KEPT);
        if kept.exists() {
            return Ok(kept);
        }
    }
    named
}

/// This program, also without a name: a child that is about to become
/// another program is still this one.
const KEPT: &str = "/proc/self/exe";

/// Whether that file is the program that runs.
#[cfg(unix)]
fn is_running(file: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let number = |path| std::fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    number(file).is_some_and(|found| number(KEPT.as_ref()) == Some(found))
}

/// Other systems do not tell.
#[cfg(not(unix))]
fn is_running(_: &std::path::Path) -> bool {
    true
}
