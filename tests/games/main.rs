//! Files of games as another crate sees them: every format there and back, and under noise.

#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod clock;
#[path = "../support/effort.rs"]
mod effort;

mod records;
