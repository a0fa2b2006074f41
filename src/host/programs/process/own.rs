//! This program once more, whatever has become of its file.

use std::io;
use std::path::PathBuf;

/// Where the program that runs can be started once more: where its file lies, or, when the file was
/// deleted or replaced by another version meanwhile, where the system still has it. The answer
/// holds for now only: ask again before each start.
///
/// Other systems than Linux do not keep a file that was deleted; on these the path is the one that
/// the system tells.
///
/// # Errors
/// When the system does not tell the path.
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

/// The path of this program, also where its file is gone: a child that is about to become another
/// program is still this one.
const KEPT: &str = "/proc/self/exe";

/// Whether `file` is the program that runs.
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
