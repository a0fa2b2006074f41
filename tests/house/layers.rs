//! The house keeps its order: every layer imports only from those below it, no file
//! needs itself by a detour, tools do not know each other, and no file outgrows its
//! reader. The tables are ours; the rules are tried on small houses that break them.

mod circles;
mod names;
mod plan;
mod source;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use plan::{Door, OURS, Order};
use tree::{Package, Tree, is_under};

/// The package of a module and its layer there.
fn layer(module: &str) -> (&str, &str) {
    let mut parts = module.split("::");
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

impl Order {
    fn floor(&self, package: &str, layer: &str) -> Option<usize> {
        let (_, floors) = self.floors.iter().find(|(name, _)| *name == package)?;
        floors.iter().position(|floor| floor.contains(&layer))
    }

    /// The rule that a file breaks by importing this path, if any.
    fn broken_rule(&self, file: &str, module: &str, path: &str) -> Option<String> {
        let home = self.macros.iter().find(|(name, _)| is_under(path, name));
        let home = home.map_or(path, |(_, home)| home);
        if let Some(door) = self.doors.iter().find(|door| file.starts_with(door.files)) {
            let is_seen = door.sees.iter().any(|seen| is_under(home, seen));
            return (!is_seen).then(|| {
                format!("{} sees only {}: {}", door.files, door.sees.join(", "), door.why)
            });
        }
        let tool = |path: &str| self.tools.iter().find(|tool| is_under(path, tool));
        if let (Some(own), Some(other)) = (tool(module), tool(home))
            && own != other
        {
            return Some(format!("{own} and {other} are tools, which do not know each other"));
        }
        let ((own_package, own), (package, other)) = (layer(module), layer(home));
        let rank = |name: &str| self.packages.iter().position(|package| package.name == name);
        match (self.floor(own_package, own), self.floor(package, other)) {
            _ if own_package != package => (rank(own_package) < rank(package))
                .then(|| format!("{package} stands above {own_package}")),
            _ if self.floors.iter().all(|(name, _)| *name != own_package) => None,
            // The root of a package holds its layers, and none of them may import it.
            (None, Some(_)) if own.is_empty() => None,
            (None, _) => Some(format!("'{own}' is no layer of {own_package}")),
            (_, None) => Some(format!("'{other}' is no layer of {package}")),
            _ if own == other => None,
            (Some(here), Some(there)) if here < there => {
                Some(format!("{other} stands above {own}"))
            }
            (Some(here), Some(there)) if here == there => {
                Some(format!("{other} stands beside {own}"))
            }
            _ => None,
        }
    }

    /// Imports that a rule forbids, as `src/file:line: path: rule`.
    fn forbidden_imports(&self, tree: &Tree) -> Vec<String> {
        let mut found = Vec::new();
        for (path, file) in &tree.files {
            for import in &file.source.imports {
                if let Some(rule) = self.broken_rule(path, &file.module, &import.path) {
                    found.push(format!("src/{path}:{}: {}: {rule}", import.line, import.path));
                }
            }
        }
        found
    }

    /// Entries of the tables that are about nothing.
    fn empty_entries(&self, tree: &Tree) -> Vec<String> {
        let mut found = Vec::new();
        for door in self.doors {
            if !tree.files.keys().any(|file| file.starts_with(door.files)) {
                found.push(format!("door {}: no such file", door.files));
            }
        }
        let seen = self.doors.iter().flat_map(|door| door.sees);
        for module in seen.chain(self.tools).chain(self.macros.iter().map(|(_, home)| home)) {
            if !tree.has_module(module) {
                found.push(format!("{module}: no such module"));
            }
        }
        for (package, floors) in self.floors {
            for layer in floors.iter().copied().flatten() {
                if !tree.has_module(&format!("{package}::{layer}")) {
                    found.push(format!("layer {layer} of {package}: no such module"));
                }
            }
        }
        found
    }

    /// Files that are too long, and exceptions that no file needs.
    fn wrong_lengths(&self, tree: &Tree) -> Vec<String> {
        let may_be_long = |path: &str| self.long_files.iter().any(|(file, _)| *file == path);
        let long = tree.files.iter().filter(|(_, file)| file.lines > self.longest);
        let long: Vec<_> = long.map(|(path, file)| (path.as_str(), file.lines)).collect();
        let unasked = long.iter().filter(|(path, _)| !may_be_long(path)).map(|(path, lines)| {
            format!("src/{path}: {lines} lines, expected {} at most", self.longest)
        });
        let idle = self
            .long_files
            .iter()
            .filter(|(path, _)| !long.iter().any(|(file, _)| file == path))
            .map(|(path, _)| format!("src/{path}: no exception is needed"));
        unasked.chain(idle).collect()
    }

    /// Circles of files, and exceptions that are none.
    fn wrong_circles(&self, tree: &Tree) -> Vec<String> {
        let needs = tree.needs();
        let found = circles::circles(&needs);
        let covers = |starts: &[&str], circle: &[String]| {
            circle.iter().all(|file| starts.iter().any(|start| file.starts_with(start)))
        };
        let is_known = |circle: &[String]| self.circles.iter().any(|known| covers(known, circle));
        let unknown = found.iter().filter(|circle| !is_known(circle)).map(|circle| {
            let within = |file: &String| {
                let ends = needs[file].iter().filter(|end| circle.contains(end));
                let mut ends: Vec<&str> = ends.map(String::as_str).collect();
                ends.sort_unstable();
                ends.dedup();
                format!("{file} needs {}", ends.join(", "))
            };
            let lines: Vec<String> = circle.iter().map(within).collect();
            format!("a circle of {} files:\n    {}", circle.len(), lines.join("\n    "))
        });
        let idle = self
            .circles
            .iter()
            .filter(|known| !found.iter().any(|circle| covers(known, circle)))
            .map(|known| format!("{}: this is no circle", known.join(", ")));
        unknown.chain(idle).collect()
    }
}

/// Every Rust file under `src`: its path there, with slashes, and its text.
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
        (parts.join("/"), fs::read_to_string(&path).expect("sources are text"))
    };
    files.into_iter().map(read).collect()
}

fn ours() -> Tree {
    Tree::new(OURS.packages, &sources())
}

fn expect_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn imports_point_one_way() {
    let tree = ours();
    expect_none(&OURS.forbidden_imports(&tree));
    // A reader that sees nothing would never complain.
    let seen: usize = tree.files.values().map(|file| file.source.imports.len()).sum();
    assert!(seen > tree.files.len(), "{seen} imports in {} files", tree.files.len());
}

#[test]
fn every_entry_of_the_tables_is_there() {
    expect_none(&OURS.empty_entries(&ours()));
}

#[test]
fn files_stay_short() {
    expect_none(&OURS.wrong_lengths(&ours()));
}

#[test]
fn no_file_needs_itself() {
    let tree = ours();
    expect_none(&OURS.wrong_circles(&tree));
    let needs: usize = tree.needs().values().map(Vec::len).sum();
    assert!(needs > tree.files.len(), "{needs} needs of {} files", tree.files.len());
}

/// Files that no file above them names: they are not compiled, and nothing in them is tried.
fn orphans(files: &[(String, String)]) -> Vec<String> {
    let text = |path: &str| files.iter().find(|(name, _)| name == path).map(|(_, text)| text);
    let is_orphan = |path: &str| {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let name = name.trim_end_matches(".rs");
        let (folder, name) = match name {
            "lib" | "main" => return false,
            "mod" => folder.rsplit_once('/').unwrap_or(("", folder)),
            _ => (folder, name),
        };
        let beside = |file: &str| format!("{folder}/{file}").trim_start_matches('/').to_owned();
        let above = [beside("mod.rs"), beside("lib.rs"), beside("main.rs"), format!("{folder}.rs")];
        let named = format!("mod {name};");
        let holds = |text: &String| {
            text.lines().any(|line| {
                let words = line.trim().strip_suffix(named.as_str());
                words.is_some_and(|before| before.is_empty() || before.ends_with(' '))
            })
        };
        !above.iter().filter_map(|path| text(path)).any(holds)
    };
    let lost = files.iter().filter(|(path, _)| is_orphan(path));
    lost.map(|(path, _)| format!("src/{path}: no module names it")).collect()
}

#[test]
fn every_file_is_a_module() {
    expect_none(&orphans(&sources()));
    let house = [
        ("lib.rs", "pub mod a;\nmod b;"),
        ("a/mod.rs", "    pub(super) mod c;"),
        ("a/c.rs", "mod tests;"),
        ("a/c/tests.rs", ""),
        ("a/d.rs", ""),
        ("b.rs", "// mod e;x"),
        ("b/e.rs", ""),
    ];
    let house = house.map(|(path, text)| (path.to_owned(), text.to_owned()));
    assert_eq!(
        orphans(&house),
        ["src/a/d.rs: no module names it", "src/b/e.rs: no module names it"]
    );
}

/// Small houses, each with its fault.
mod broken {
    use super::*;

    const SMALL: Order = Order {
        packages: &[
            Package { name: "engine", folder: "engine/" },
            Package { name: "own", folder: "" },
        ],
        floors: &[
            ("engine", &[&["value"], &["game"], &["record", "pattern"], &["solve"]]),
            ("own", &[&["host"], &["tools"], &["main"]]),
        ],
        doors: &[Door {
            files: "engine/solve/verify.rs",
            sees: &["engine::game", "engine::solve::certificate"],
            why: "a wrong table must not vouch for itself",
        }],
        macros: &[("engine::board", "engine::game")],
        tools: &["own::tools::arena", "own::tools::check"],
        longest: 5,
        long_files: &[],
        circles: &[],
    };

    fn tree(files: &[(&str, &str)]) -> Tree {
        let files: Vec<_> =
            files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        Tree::new(SMALL.packages, &files)
    }

    #[test]
    fn forbidden_imports_are_named() {
        for (file, text, complaint) in [
            ("engine/game/a.rs", "use crate::solve::x;", "1: engine::solve::x: solve stands above"),
            ("engine/value.rs", "\nuse super::game::M;", "2: engine::game::M: game stands above"),
            (
                "engine/pattern/a.rs",
                "use crate::record;",
                "1: engine::record: record stands beside",
            ),
            ("engine/game/a.rs", "use crate::{value, solve};", "1: engine::solve: solve stands"),
            (
                "engine/game/a.rs",
                "fn f() -> crate::solve::X {}",
                "1: engine::solve::X: solve stands",
            ),
            ("engine/solve/a.rs", "use crate::*;", "1: engine::*: '*' is no layer"),
            ("engine/solve/a.rs", "use crate as all;", "1: engine: '' is no layer"),
            ("engine/solve/a.rs", "use crate::cellar::X;", "1: engine::cellar::X: 'cellar' is no"),
            ("engine/attic.rs", "use crate::game::M;", "1: engine::game::M: 'attic' is no layer"),
            ("engine/game/a.rs", "use own::host::H;", "1: own::host::H: own stands above engine"),
            (
                "engine/solve/verify.rs",
                "use super::vcf;",
                "1: engine::solve::vcf: engine/solve/ver",
            ),
            ("host/a.rs", "use crate::tools::arena;", "1: own::tools::arena: tools stands above"),
            (
                "tools/arena/a.rs",
                "use crate::tools::check::C;",
                "1: own::tools::check::C: own::tools::arena and own::tools::check are tools",
            ),
        ] {
            let found = SMALL.forbidden_imports(&tree(&[(file, text)]));
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].starts_with(&format!("src/{file}:{complaint}")), "{}", found[0]);
        }
    }

    #[test]
    fn other_imports_are_not() {
        for (file, text) in [
            ("engine/solve/a.rs", "use crate::{game::{M, S}, pattern::p, value::V, solve::b};"),
            ("engine/solve/verify.rs", "use super::certificate::C; use crate::game;"),
            ("engine/solve/a.rs", "mod tests { use super::*; use super::super::b; }"),
            ("engine/solve/a.rs", "fn f() { crate::board!(\"x\", \"...\"); }"),
            ("engine/game/a.rs", "fn f<'a>() { self::g(\"crate::solve\", '\"') } // crate::solve"),
            ("tools/arena/a.rs", "use super::b; use engine::solve::X; use crate::host;"),
            ("main.rs", "fn main() { own::tools::run() }"),
            ("engine/lib.rs", "mod solve; use solve::S; use crate::game::G;"),
        ] {
            expect_none(&SMALL.forbidden_imports(&tree(&[(file, text)])));
        }
    }

    #[test]
    fn entries_about_nothing_are_named() {
        let files = [
            ("engine/value.rs", ""),
            ("engine/game/mod.rs", ""),
            ("engine/record.rs", ""),
            ("engine/pattern.rs", ""),
            ("engine/solve/certificate.rs", ""),
            ("engine/solve/verify.rs", ""),
            ("host.rs", ""),
            ("tools/arena.rs", ""),
            ("tools/check/list.rs", ""),
            ("main.rs", ""),
        ];
        expect_none(&SMALL.empty_entries(&tree(&files)));
        for (left_out, complaint) in [
            ("engine/value.rs", "layer value of engine: no such module"),
            ("engine/solve/certificate.rs", "engine::solve::certificate: no such module"),
            ("engine/solve/verify.rs", "door engine/solve/verify.rs: no such file"),
            ("tools/check/list.rs", "own::tools::check: no such module"),
        ] {
            let rest: Vec<_> =
                files.iter().copied().filter(|(path, _)| *path != left_out).collect();
            assert_eq!(SMALL.empty_entries(&tree(&rest)), [complaint]);
        }
    }

    #[test]
    fn long_files_need_an_exception_and_exceptions_long_files() {
        let tree = tree(&[("host.rs", "1\n2\n3\n4\n5\n"), ("main.rs", "1\n2\n3\n4\n5\n6\n")]);
        let found = SMALL.wrong_lengths(&tree);
        assert_eq!(found, ["src/main.rs: 6 lines, expected 5 at most"]);
        let excused = Order { long_files: &[("main.rs", "it says so much")], ..SMALL };
        expect_none(&excused.wrong_lengths(&tree));
        let idle = Order { long_files: &[("main.rs", ""), ("host.rs", "")], ..SMALL };
        assert_eq!(idle.wrong_lengths(&tree), ["src/host.rs: no exception is needed"]);
    }

    #[test]
    fn circles_are_named() {
        let direct = [("host/a.rs", "use super::b::B;"), ("host/b.rs", "fn f() { super::a::g() }")];
        let found = SMALL.wrong_circles(&tree(&direct));
        let expected =
            "a circle of 2 files:\n    host/a.rs needs host/b.rs\n    host/b.rs needs host/a.rs";
        assert_eq!(found, [expected]);
        let known = Order { circles: &[&["host/a.rs", "host/b.rs"]], ..SMALL };
        expect_none(&known.wrong_circles(&tree(&direct)));
        let idle = known.wrong_circles(&tree(&direct[..1]));
        assert_eq!(idle, ["host/a.rs, host/b.rs: this is no circle"]);

        // By way of a module that passes names on, also all of them.
        for passed_on in ["pub use self::c::C;", "pub(crate) use c::*; mod c;"] {
            let files = [
                ("host/mod.rs", passed_on),
                ("host/a.rs", "use super::C;"),
                ("host/c.rs", "use super::a::A; pub struct C;"),
            ];
            let found = SMALL.wrong_circles(&tree(&files));
            assert!(
                found.len() == 1 && found[0].contains("host/a.rs needs host/c.rs"),
                "{found:?}"
            );
        }
        // A child that needs what its parent defines, and is called by it.
        let files = [
            ("host/mod.rs", "mod c; pub struct H; fn f() { c::g() }"),
            ("host/c.rs", "use super::H;"),
        ];
        assert_eq!(SMALL.wrong_circles(&tree(&files)).len(), 1);
    }

    #[test]
    fn what_is_passed_on_and_what_tests_need_makes_no_circle() {
        let files = [
            ("host/mod.rs", "pub use self::c::{C as D, E}; mod c; pub struct H;"),
            ("host/a.rs", "use super::{D, H}; mod tests { use super::super::b::B; }"),
            ("host/b.rs", "use super::a::A; use crate::host::E;"),
            ("host/c.rs", "use super::H;"),
            ("host/tests.rs", "use super::a::A;"),
        ];
        expect_none(&SMALL.wrong_circles(&tree(&files)));
        assert_eq!(tree(&files).needs()["host/a.rs"], ["host/c.rs", "host/mod.rs"]);
    }
}
