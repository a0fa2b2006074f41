//! Many runs of the checker at once, as they wait most of the time.

use std::fmt::Display;
use std::sync::Mutex;
use std::thread;

/// How many run at once, however many tests do.
const AT_ONCE: usize = 12;

/// Runs every case; fails with the names and complaints of all that fail.
pub fn judge_all<Case: Sync>(
    cases: &[Case],
    name: impl Fn(&Case) -> String + Sync,
    judge: impl Fn(&Case) -> Result<(), Box<dyn std::error::Error>> + Sync,
) {
    let waiting = Mutex::new(cases.iter());
    let failed = Mutex::new(Vec::new());
    let work = || {
        loop {
            let next = waiting.lock().unwrap().next();
            let Some(case) = next else { return };
            if let Err(complaint) = judge(case) {
                failed.lock().unwrap().push(report(name(case), complaint));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(cases.len()) {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

fn report(name: impl Display, complaint: impl Display) -> String {
    format!("{name}: {complaint}")
}
