//! Plans, workers and results.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::waiting::Finish;

pub const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// A folder of its own that goes away again, with a plan in it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-shard-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// A folder with the plan that these arguments make; the lines of it.
    pub fn with_plan(arguments: &[&str]) -> (Folder, Vec<String>) {
        let folder = Folder::new();
        let lines = folder.plan(arguments);
        (folder, lines)
    }

    /// Writes a plan; its lines.
    pub fn plan(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.shard(&[&["plan"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        std::fs::write(self.path("plan.jsonl"), &output.stdout).unwrap();
        text(&output.stdout).lines().map(str::to_owned).collect()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The command `tengen shard` in the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(TENGEN);
        command.arg("shard").args(arguments).current_dir(&self.0);
        command.env_remove("RUST_LOG").env_remove("HQ_ENTRY");
        command
    }

    pub fn shard(&self, arguments: &[&str]) -> Output {
        self.command(arguments).finish().unwrap()
    }

    /// Does everything that is left of the plan.
    pub fn run_all(&self) {
        let output = self.shard(&["run", "plan.jsonl"]);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    }

    /// Merges; what that prints, or its exit code and what it says.
    pub fn merge(&self, more: &[&str]) -> Result<String, (i32, String)> {
        let output = self.shard(&[&["merge", "plan.jsonl"], more].concat());
        match output.status.code() {
            Some(0) => Ok(text(&output.stdout).to_owned()),
            code => Err((code.unwrap_or(-1), errors(&output))),
        }
    }

    /// The file with the result of a line.
    pub fn result(&self, line: &str) -> PathBuf {
        let shard: Value = serde_json::from_str(line).unwrap();
        self.path(shard["result"].as_str().unwrap())
    }

    /// Writes another result with a right digest, as a worker does whose memory fails.
    pub fn change(&self, line: &str, how: impl Fn(&str) -> String) {
        let path = self.result(line);
        let whole = std::fs::read_to_string(&path).unwrap();
        let (head, payload) = whole.split_once('\n').unwrap();
        let wrong = how(payload);
        assert_ne!(wrong, payload);
        let mut head: Value = serde_json::from_str(head).unwrap();
        let digest = Sha256::digest(&wrong);
        let digits = digest.iter().map(|byte| format!("{byte:02x}"));
        head["sha256"] = digits.collect::<String>().into();
        head["bytes"] = wrong.len().into();
        std::fs::write(&path, format!("{head}\n{wrong}")).unwrap();
    }

    /// The name of the shard of a line.
    pub fn id(&self, line: &str) -> String {
        let name = self.result(line).file_stem().unwrap().to_owned();
        name.into_string().unwrap()
    }

    /// Everything there but the plan and results.
    pub fn left_over(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "plan.jsonl" && !name.ends_with(".result")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What this program prints when it does the whole.
pub fn whole(arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(TENGEN).args(arguments).current_dir(folder).finish().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    text(&output.stdout).to_owned()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
