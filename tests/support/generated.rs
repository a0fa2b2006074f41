//! Files of the repository that a test makes from the types of the program, and holds against them.

use std::path::Path;

/// The environment variable that has the files written anew.
const WRITE: &str = "TENGEN_WRITE";

/// Holds `file`, a path from the folder of the package, against `text`, which the types give.
pub fn hold(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(text.lines()).find(|(kept, line)| kept != line);
    assert!(
        kept == text,
        "{file} is not what the types say; {WRITE}=1 writes it anew: {differs:?}"
    );
}
