//! The tool that hears all results and says what they come to.

use std::io;
use std::process::{Child, ExitStatus};

/// The tool, while it hears. It is killed where results are not believed, so that it does
/// not say what some of them come to.
pub(super) struct Ender(pub Child);

impl Ender {
    /// Waits until it has said it.
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
