//! Exit codes, which tell a scheduler what to do next.

/// Exit code of a shard that another machine, or another time, may finish.
pub(super) const ELSEWHERE: u8 = 75;
/// Exit code of a shard that no worker can finish.
pub(super) const NEVER: u8 = 2;
/// Exit code of a merge while results are missing.
pub(super) const MISSING: u8 = 1;
/// Exit code of a merge that was given results it does not believe.
pub(super) const REFUSED: u8 = 3;
