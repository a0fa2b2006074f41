//! What is written for people: the README, and the manuals, each beside its tool.

/// A document: its path, and its text.
pub type Document = (&'static str, &'static str);

macro_rules! documents {
    ($($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../", $path)))),+]
    };
}

/// The README, which is the way in.
pub const README: Document = ("README.md", include_str!("../../README.md"));

/// Manuals: they explain everything that the program knows.
pub const MANUALS: &[Document] = documents![
    "protocol.md",
    "src/README.md",
    "src/engine/README.md",
    "src/host/README.md",
    "src/page/README.md",
    "src/page/envelope.md",
    "src/tools/analyze/README.md",
    "src/tools/arena/README.md",
    "src/tools/check/README.md",
    "src/tools/convert/README.md",
    "src/tools/play/README.md",
    "src/tools/prove/README.md",
    "src/tools/puzzles/README.md",
    "src/tools/shard/README.md",
    "src/web/README.md",
];

/// What those read who work on the program.
pub const OTHERS: &[Document] =
    documents!["scripts/workshop.md", "scripts/cluster/README.md", "tests/data/strength.md"];

/// All of them.
pub fn all() -> impl Iterator<Item = Document> {
    [README].into_iter().chain(MANUALS.iter().copied()).chain(OTHERS.iter().copied())
}
