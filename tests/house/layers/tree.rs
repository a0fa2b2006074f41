//! The files of our packages, and where the paths that they name lead.

use std::collections::BTreeMap;

use super::source::{Import, Place, Source, read};

/// A package: its name in paths, and the folder of its sources under `src`, with a slash
/// at its end if it has a name.
#[derive(Clone, Copy)]
pub struct Package {
    pub name: &'static str,
    pub folder: &'static str,
}

/// A file under `src`.
pub struct File {
    /// Its module, from the name of the package on, joined by `::`.
    pub module: String,
    pub lines: usize,
    pub source: Source,
}

/// Every file by its path under `src`, with slashes.
pub struct Tree {
    pub files: BTreeMap<String, File>,
}

impl Tree {
    pub fn new(packages: &[Package], files: &[(String, String)]) -> Tree {
        let names: Vec<&str> = packages.iter().map(|package| package.name).collect();
        let file = |(path, text): &(String, String)| {
            let package = packages
                .iter()
                .filter(|package| path.starts_with(package.folder))
                .max_by_key(|package| package.folder.len())
                .expect("every file belongs to a package");
            let inner = path[package.folder.len()..].trim_end_matches(".rs");
            let mut module: Vec<String> = inner.split('/').map(str::to_owned).collect();
            module.pop_if(|last| last == "mod" || (last == "lib" && inner == "lib"));
            let place = Place { package: package.name, module, packages: &names };
            let source = read(&place, text);
            let module = [&[package.name.to_owned()], &place.module[..]].concat().join("::");
            (path.clone(), File { module, lines: text.lines().count(), source })
        };
        Tree { files: files.iter().map(file).collect() }
    }

    /// The file of a module.
    fn file_of(&self, module: &str) -> Option<&str> {
        self.files.iter().find(|(_, file)| file.module == module).map(|(path, _)| path.as_str())
    }

    /// Whether there is such a module, or one below it.
    pub fn has_module(&self, module: &str) -> bool {
        self.files.values().any(|file| is_under(&file.module, module))
    }

    /// The file that defines what a path names: names that a file only passes on, or
    /// has from elsewhere itself, are followed.
    pub fn defined_in(&self, path: &str) -> Option<&str> {
        self.follow(path, 8)
    }

    fn follow(&self, path: &str, steps: u32) -> Option<&str> {
        let (file, rest) = self.split(path)?;
        let Some(name) = rest.split("::").next().filter(|name| !name.is_empty()) else {
            return Some(file);
        };
        let imports = || self.files[file].source.imports.iter().filter(|import| !import.is_test);
        if let Some(import) = imports().find(|import| import.binds.as_deref() == Some(name)) {
            let target = format!("{}{}", import.path, &rest[name.len()..]);
            if steps > 0 && target != path {
                return self.follow(&target, steps - 1).or(Some(file));
            }
        }
        let globs = imports().filter(|import| import.binds.as_deref() == Some("*"));
        for import in globs {
            let module = import.path.trim_end_matches("::*");
            let there = self.split(module).filter(|(_, rest)| rest.is_empty());
            if let Some((there, _)) = there.filter(|(there, _)| *there != file) {
                let source = &self.files[there].source;
                let is_there = source.items.iter().any(|item| item == name)
                    || source.imports.iter().any(|it| it.binds.as_deref() == Some(name));
                if is_there && steps > 0 {
                    return self.follow(&format!("{module}::{rest}"), steps - 1);
                }
            }
        }
        Some(file)
    }

    /// The file of the longest module that the path begins with, and what follows it.
    fn split<'a>(&self, path: &'a str) -> Option<(&str, &'a str)> {
        let mut end = path.len();
        loop {
            if let Some(file) = self.file_of(&path[..end]) {
                return Some((file, path[end..].trim_start_matches("::")));
            }
            end = path[..end].rfind("::")?;
        }
    }

    /// Which files each file needs, apart from those whose names it only passes on and
    /// what only its tests need.
    pub fn needs(&self) -> BTreeMap<String, Vec<String>> {
        let needed = |(path, file): (&String, &File)| {
            let is_own = |import: &&Import| !import.is_passed_on && !import.is_test;
            let imports = file.source.imports.iter().filter(is_own);
            let targets = imports.filter_map(|import| self.defined_in(&import.path));
            let targets = targets.filter(|&target| target != path).map(str::to_owned);
            (path.clone(), if is_test(path) { Vec::new() } else { targets.collect() })
        };
        self.files.iter().map(needed).collect()
    }
}

/// Whether a file is nothing but tests.
fn is_test(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

/// Whether a path is this one or lies under it.
pub fn is_under(path: &str, parent: &str) -> bool {
    path.strip_prefix(parent).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}
