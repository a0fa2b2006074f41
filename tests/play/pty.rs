//! Where `src/app/play/screen/terminal.rs` looks for the terminal of `tests/support`.

#[path = "../support/pty.rs"]
mod terminal;
pub use terminal::Terminal;
