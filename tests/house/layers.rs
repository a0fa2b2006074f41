//! The house keeps its direction: every layer imports only from those below it,
//! and no file outgrows its reader.

mod source;

use std::fs;
use std::path::{Path, PathBuf};

use source::Import;

/// The layers from the ground up; those on one floor do not know each other.
const FLOORS: &[&[&str]] = &[
    &["value"],
    &["game"],
    &["record", "control", "pattern"],
    &["eval"],
    &["solve"],
    &["search"],
    &["player"],
    &["session"],
    &["protocol"],
    &["cli"],
    &["host", "analysis"],
    &["table"],
    &["tools"],
    &["app"],
    &["main"],
];

/// A part of the house that sees less than its floor allows.
struct Door {
    /// How the paths of its files begin, under `src`.
    files: &'static str,
    /// All that they may import.
    sees: &'static [&'static str],
    why: &'static str,
}

const DOORS: &[Door] = &[
    Door {
        files: "solve/verify.rs",
        sees: &["game", "solve::certificate"],
        why: "a wrong pattern table must not vouch for itself",
    },
    Door {
        files: "protocol/",
        sees: &["protocol", "session::message", "session::options", "value", "game", "control"],
        why: "translators know words, not how moves are found",
    },
];

/// Exported macros, which stand at the root of the crate, and where they live.
const MACROS: &[(&str, &str)] = &[("board", "game")];

/// Lines of the longest file that anyone minds reading.
const LONGEST_FILE: usize = 800;

fn floor(layer: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&layer))
}

/// Whether a path is this one or lies under it.
fn is_under(path: &str, parent: &str) -> bool {
    path.strip_prefix(parent).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The rule that a file under `src` breaks by importing this path of the crate, if any.
fn broken_rule(file: &str, path: &str) -> Option<String> {
    let home = MACROS.iter().find(|(name, _)| is_under(path, name)).map_or(path, |(_, home)| home);
    if let Some(door) = DOORS.iter().find(|door| file.starts_with(door.files)) {
        let is_seen = door.sees.iter().any(|seen| is_under(home, seen));
        return (!is_seen)
            .then(|| format!("{} sees only {}: {}", door.files, door.sees.join(", "), door.why));
    }
    let own = file.split(['/', '.']).next().unwrap_or_default();
    let other = home.split("::").next().unwrap_or_default();
    match (floor(own), floor(other)) {
        (None, _) => Some(format!("{own} is no layer of the table in tests/house/layers.rs")),
        (_, None) => Some(format!("'{other}' is no layer of the table in tests/house/layers.rs")),
        (Some(_), Some(_)) if own == other => None,
        (Some(below), Some(above)) if below < above => Some(format!("{other} stands above {own}")),
        (Some(here), Some(there)) if here == there => Some(format!("{other} stands beside {own}")),
        _ => None,
    }
}

/// Every broken rule of a file, as `src/file:line: path: rule`.
fn complaints(file: &str, text: &str) -> Vec<String> {
    let complain = |Import { line, path }| {
        let rule = broken_rule(file, &path)?;
        Some(format!("src/{file}:{line}: crate::{path}: {rule}"))
    };
    source::imports(file, text).into_iter().filter_map(complain).collect()
}

/// Every Rust file under `src`: its path there, with slashes, and its text. The floors
/// of the engine stand below those of the program, as if they were one package.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("src can be listed") {
            let path = entry.expect("src can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("it lies in src");
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let text = fs::read_to_string(&path).expect("sources are text");
        (name.strip_prefix("engine/").unwrap_or(&name).to_owned(), text)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn imports_point_one_way() {
    let sources = sources();
    let found: Vec<String> =
        sources.iter().flat_map(|(file, text)| complaints(file, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    // A reader that sees nothing would never complain.
    let seen: usize = sources.iter().map(|(file, text)| source::imports(file, text).len()).sum();
    assert!(seen > sources.len(), "{seen} imports in {} files", sources.len());
}

#[test]
fn files_stay_short() {
    for (file, text) in sources() {
        let lines = text.lines().count();
        assert!(
            lines <= LONGEST_FILE,
            "src/{file}: {lines} lines, expected {LONGEST_FILE} at most"
        );
    }
}

#[test]
fn forbidden_imports_are_named() {
    for (file, text, complaint) in [
        ("game/a.rs", "use crate::search::tt;", "1: crate::search::tt: search stands above game"),
        ("value.rs", "\nuse super::game::Move;", "2: crate::game::Move: game stands above value"),
        ("pattern/a.rs", "use crate::control;", "1: crate::control: control stands beside pattern"),
        ("eval/a.rs", "use crate::{game, solve};", "1: crate::solve: solve stands above eval"),
        ("game/a.rs", "fn f() -> crate::eval::X {}", "1: crate::eval::X: eval stands above game"),
        ("game/a.rs", "use tengen_engine::eval::X;", "1: crate::eval::X: eval stands above game"),
        ("search/a.rs", "use crate::*;", "1: crate::*: '*' is no layer"),
        ("search/a.rs", "use crate as all;", "1: crate::: '' is no layer"),
        ("search/a.rs", "use crate::cellar::X;", "1: crate::cellar::X: 'cellar' is no layer"),
        ("attic.rs", "use crate::game::Move;", "1: crate::game::Move: attic is no layer"),
        ("protocol/a.rs", "use crate::session::Session;", "1: crate::session::Session: protocol/"),
        ("protocol/a.rs", "use crate::player;", "1: crate::player: protocol/ sees only"),
        ("solve/verify.rs", "use super::vcf;", "1: crate::solve::vcf: solve/verify.rs sees only"),
    ] {
        let found = complaints(file, text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].starts_with(&format!("src/{file}:{complaint}")), "{}", found[0]);
    }
    for (file, text) in [
        ("search/a.rs", "use crate::{game::{Move, Size}, solve::vcf, value::Score, search::tt};"),
        ("protocol/a.rs", "use crate::session::{message::Event, options}; use super::text;"),
        ("solve/verify.rs", "use super::certificate::Certificate; use crate::game;"),
        ("solve/a.rs", "mod tests { use super::*; use super::super::defence; }"),
        ("eval/a.rs", "fn f() { crate::board!(\"x\", \"...\"); }"),
        ("tools/a.rs", "use tengen_engine::game::Move; use crate::cli::failure::Failure;"),
        ("game/a.rs", "pub(crate) fn f<'a>() { self::g(\"crate::app\", '\"') } // crate::app"),
    ] {
        assert_eq!(complaints(file, text), Vec::<String>::new(), "{text}");
    }
}
