//! Where the files lie that a shard needs, the program itself among them.

use std::io;
use std::path::{Path, PathBuf};

use tengen_host::cli::digest::of_file;
use tengen_host::cli::parts::{NeededFile, Role};
use tengen_host::programs::process::own_program;

/// The digest of this program.
///
/// # Errors
/// When the system does not say which file that is.
pub(super) fn own_digest() -> io::Result<String> {
    of_file(&own_program()?)
}

/// Where a file lies on this machine: a program without a folder is looked for in `PATH`.
pub(super) fn place(file: &NeededFile) -> PathBuf {
    let path = Path::new(&file.path);
    if file.role != Role::Engine || path.components().count() > 1 {
        return path.to_owned();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    // Windows finds a program by its name without what ends it, too.
    let names = [file.path.clone(), format!("{}{}", file.path, std::env::consts::EXE_SUFFIX)];
    let folders = std::env::split_paths(&folders);
    let mut found = folders.flat_map(|folder| names.each_ref().map(|name| folder.join(name)));
    found.find(|candidate| candidate.is_file()).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_looked_for_and_other_files_are_not() {
        let file = |role, path: &str| NeededFile { role, path: path.to_owned() };
        assert_eq!(place(&file(Role::Input, "sh")), Path::new("sh"));
        assert_eq!(place(&file(Role::Engine, "./sh")), Path::new("./sh"));
        assert_eq!(place(&file(Role::Engine, "no-such-program")), Path::new("no-such-program"));
        #[cfg(unix)]
        assert!(place(&file(Role::Engine, "sh")).is_absolute());
    }
}
