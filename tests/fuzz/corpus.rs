//! The seeds: small files in a folder for each target.

use std::fs;
use std::path::Path;

/// What is given to a reader.
#[derive(Clone)]
pub struct Input {
    /// The kind of text, where a target reads several: the extension of the seed.
    pub kind: String,
    pub bytes: Vec<u8>,
}

/// The seeds of a target, always in the same order.
pub fn seeds(target: &str) -> Vec<Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus").join(target);
    let name = folder.display();
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seed = |path: &Path| {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default().to_owned();
        Input { kind, bytes: fs::read(path).unwrap() }
    };
    let seeds: Vec<Input> = paths.iter().map(|path| seed(path)).collect();
    assert!(!seeds.is_empty(), "{name}: no seeds");
    seeds
}
