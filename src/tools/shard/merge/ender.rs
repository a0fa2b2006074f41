//! The tool that hears all results and says what they come to.

use std::io;
use std::process::{Child, ExitStatus};

/// The process of a tool, killed when this is dropped: where results are not believed, it must
/// not say what some of them come to.
pub(super) struct Ender(pub Child);

impl Ender {
    /// Waits until the tool has said everything and ended.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }
}

impl Drop for Ender {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
