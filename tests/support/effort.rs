//! How much is tried: a sample in `cargo test`, everything with `TENGEN_TESTS=all`,
//! as `scripts/check.sh` has it.

use std::sync::OnceLock;

/// Whether everything is to be tried.
pub fn is_full() -> bool {
    static IS_FULL: OnceLock<bool> = OnceLock::new();
    *IS_FULL.get_or_init(|| match std::env::var("TENGEN_TESTS") {
        Ok(value) => {
            assert_eq!(value, "all", "TENGEN_TESTS: expected all, or no such variable");
            true
        }
        Err(_) => false,
    })
}

/// One of two numbers: `sample` usually, `all` when everything is to be tried.
pub fn of<T>(sample: T, all: T) -> T {
    if is_full() { all } else { sample }
}
