//! Running matches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::waiting::Finish;

pub const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// A folder of its own that goes away again.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-arena-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A shell script that plays the engine `name`.
    pub fn script(&self, name: &str, script: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, script).unwrap();
        format!("name={name} cmd='sh {}'", path.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Our own engine as one of a match.
pub fn tengen(name: &str, more: &str) -> String {
    format!("name={name} cmd={TENGEN} {more}")
}

/// The command of a match between these engines.
pub fn command(engines: &[&str], more: &[&str]) -> Command {
    let mut command = Command::new(TENGEN);
    command.arg("match");
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.args(more);
    command
}

/// Plays a match.
pub fn play(engines: &[&str], more: &[&str]) -> Output {
    command(engines, more).finish().unwrap()
}

/// Plays a match that goes well, and gives its summary.
pub fn summary(engines: &[&str], more: &[&str]) -> Value {
    let output = play(engines, &[more, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The last line on standard error.
pub fn last_error(output: &Output) -> String {
    errors(output).lines().last().unwrap_or_default().to_owned()
}

/// The games in a log by their numbers, without times; torn lines are no games.
pub fn games(log: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut games = BTreeMap::new();
    for line in whole.lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for chosen in game["chosen"].as_array_mut().unwrap() {
            chosen.as_object_mut().unwrap().remove("time_ms").unwrap();
        }
        let before = games.insert(game["game"].as_u64().unwrap(), game);
        assert!(before.is_none(), "a game was played twice: {before:?}");
    }
    games
}
