//! Engines that only pretend, for tests of the scripts in Python.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use crate::waiting::Finish;

/// An empty folder of that name with such an engine in it, a shell script `engine`; nothing, with
/// a word, where Python is missing.
pub fn folder(name: &str, script: &str) -> Option<PathBuf> {
    if Command::new("python3").arg("--version").finish().is_err() {
        println!("skipped: no python3");
        return None;
    }
    let folder = crate::folder::folder(name);
    let engine = folder.join("engine");
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    Some(folder)
}
