//! Files that one process has to itself.

use std::fs::File;
use std::ops::{Deref, DerefMut};

/// A file whose lock ends when this is dropped. A plain file keeps its lock as long as a process
/// that was just started has a copy of it, which goes away only when that process becomes its own
/// program.
#[derive(Debug)]
pub struct LockedFile(pub File);

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // A file that was never locked needs no unlocking.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_ends_while_others_have_copies() {
        let path = std::env::temp_dir().join(format!("tengen-lock-{}", std::process::id()));
        let file = LockedFile(File::create(&path).unwrap());
        let copy = file.try_clone().unwrap();
        file.try_lock().unwrap();
        let other = File::create(&path).unwrap();
        assert!(other.try_lock().is_err());
        drop(file);
        assert!(other.try_lock().is_ok());
        drop(copy);
        std::fs::remove_file(path).unwrap();
    }
}
