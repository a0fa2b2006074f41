//! Programs that left the group they were started in, as a daemon does. They are found by a
//! variable of their environment, which is handed down to all that is started.

/// Kills every process whose environment has `variable`.
#[cfg(target_os = "linux")]
pub(super) fn kill_all(variable: &str) {
    use rustix::process::{Pid, Signal, kill_process};

    // A killed program may have started another one just before, and takes a moment to go; a
    // program that is just being loaded shows no environment. So two rounds have to find none
    // before that is believed.
    let mut empty_rounds = 0;
    for _ in 0..ROUNDS {
        let found: Vec<i32> = processes().filter(|&id| has_variable(id, variable)).collect();
        empty_rounds = if found.is_empty() { empty_rounds + 1 } else { 0 };
        if empty_rounds == 2 {
            return;
        }
        for id in found.into_iter().filter_map(Pid::from_raw) {
            // The process may have ended by itself.
            let _ = kill_process(id, Signal::KILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Does nothing: other systems do not show environments.
#[cfg(not(target_os = "linux"))]
pub(super) fn kill_all(_: &str) {}

/// The most rounds in which such processes are looked for.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 100;

#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Whether a process was started with `variable`; `false` for processes of other users, which do
/// not show their environment.
#[cfg(target_os = "linux")]
fn has_variable(id: i32, variable: &str) -> bool {
    let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    let mut entries = environment.split(|&byte| byte == 0);
    entries.any(|entry| {
        entry.strip_prefix(variable.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    #[test]
    fn only_the_marked_are_killed() {
        let name = format!("RUNAWAY_{}", std::process::id());
        let sleep =
            |variable: &str| Command::new("sleep").arg("1000").env(variable, "1").spawn().unwrap();
        let (mut marked, mut other) = (sleep(&name), sleep(&format!("{name}0")));
        while !super::has_variable(marked.id() as i32, &name) {
            std::thread::yield_now();
        }
        super::kill_all(&name);
        assert!(!marked.wait().unwrap().success());
        assert!(other.try_wait().unwrap().is_none());
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
