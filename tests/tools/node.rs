//! Node.js and packages of npm, where they are: tests of the page need them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::waiting::Finish;

/// Node.js, and the folder whose `node_modules` have what a list in `tests/web` names.
#[derive(Clone, Debug)]
pub struct Node {
    pub program: PathBuf,
    pub packages: PathBuf,
}

/// The program of that name on the path.
pub fn program(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether tests fail that have not what they need.
pub fn is_must() -> bool {
    env::var("TENGEN_WEB_TESTS").is_ok_and(|value| value == "must")
}

/// Finds Node.js and installs the packages, once for all tests; says what is missing.
pub fn node() -> Result<Node, String> {
    static NODE: OnceLock<Result<Node, String>> = OnceLock::new();
    NODE.get_or_init(|| install("package.json", "web-packages")).clone()
}

/// Finds Node.js and installs what a list in `tests/web` names into a folder of that name; says what is
/// missing.
pub fn install(list: &str, folder: &str) -> Result<Node, String> {
    let find = |name: &str| program(name).ok_or_else(|| format!("there is no {name}"));
    let (program, npm) = (find("node")?, find("npm")?);
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&packages).map_err(|error| error.to_string())?;
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web").join(list);
    let list = fs::read(list).map_err(|error| error.to_string())?;
    let kept = packages.join("package.json");
    let node = Node { program, packages };
    // npm writes its own list last: what is there with both is whole.
    let is_whole = node.packages.join("node_modules/.package-lock.json").is_file();
    if is_whole && fs::read(&kept).is_ok_and(|kept| kept == list) {
        return Ok(node);
    }
    // A list that is not installed yet stands beside no list of npm.
    let _ = fs::remove_file(node.packages.join("node_modules/.package-lock.json"));
    fs::write(kept, list).map_err(|error| error.to_string())?;
    let options = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"];
    let mut command = Command::new(npm);
    command.arg("install").args(options).current_dir(&node.packages);
    match command.finish() {
        Ok(output) if output.status.success() => Ok(node),
        Ok(output) => Err(format!("npm: {}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("npm: {error}")),
    }
}
