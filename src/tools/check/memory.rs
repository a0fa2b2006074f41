//! How much memory a group of processes has used, where the system tells.

/// Largest resident size of each process of the group, added up, in bytes.
#[cfg(target_os = "linux")]
pub(super) fn peak(group: u32) -> Option<u64> {
    let mut total = None;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let folder = entry.path();
        let Ok(stat) = std::fs::read_to_string(folder.join("stat")) else { continue };
        // The name may hold anything, blanks and parentheses too; the fields
        // after it are state, parent and group.
        let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
        if fields.split(' ').nth(2).and_then(|field| field.parse().ok()) != Some(group) {
            continue;
        }
        let status = std::fs::read_to_string(folder.join("status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = peak.and_then(|text| text.trim().strip_suffix(" kB"));
        if let Some(kibibytes) = kibibytes.and_then(|text| text.trim().parse::<u64>().ok()) {
            total = Some(total.unwrap_or(0) + kibibytes * 1024);
        }
    }
    total
}

/// Other systems tell it in other ways.
#[cfg(not(target_os = "linux"))]
pub(super) fn peak(_: u32) -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_uses_some_memory_and_none_uses_none() {
        let mut order = Command::new("sh");
        order.args(["-c", "echo; exec sleep 1000"]).stdout(Stdio::piped()).process_group(0);
        let mut child = order.spawn().unwrap();
        // Before it has said something it may not be that program yet.
        child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        // In the middle of the change it has hardly any.
        let large = |used: &Option<u64>| used.is_some_and(|bytes| bytes > 10_000);
        let used = (0..100).map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            super::peak(child.id())
        });
        let used = used.into_iter().find(large);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(used.is_some());
        assert_eq!(super::peak(u32::MAX), None);
    }
}
