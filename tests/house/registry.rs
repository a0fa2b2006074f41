//! What a registry would be given is whole: each package says what it is, brings its licences, and
//! has within its own folder what it is compiled of.

use std::fs;
use std::path::{Component, Path};

use crate::dependencies::{parse, read};

/// The folders of the packages that may be published, with what their manifests say.
fn published() -> Vec<(String, serde_json::Value)> {
    let workspace = parse("Cargo.toml", &read("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().expect("it has members");
    let folders = members.iter().filter_map(|folder| folder.as_str());
    let packages = [""].into_iter().chain(folders).map(|folder| {
        let name = Path::new(folder).join("Cargo.toml").to_string_lossy().into_owned();
        let manifest = parse(&name, &read(&name));
        (folder.to_owned(), manifest["package"].clone())
    });
    packages.filter(|(_, package)| package.get("publish").is_none()).collect()
}

#[test]
fn every_package_says_what_it_is() {
    let packages = published();
    assert!(packages.len() > 5, "{} packages", packages.len());
    for (folder, package) in packages {
        let name = package["name"].as_str().unwrap();
        let words = package["keywords"].as_array().map_or(0, Vec::len);
        assert!((1..=5).contains(&words), "{name}: {words} keywords, a registry takes five");
        let categories = package["categories"].as_array().map_or(0, Vec::len);
        assert!((1..=5).contains(&categories), "{name}: {categories} categories");
        assert!(package["description"].is_string(), "{name}: no description");
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = Path::new(&folder).join(file);
            assert_eq!(read(&own.to_string_lossy()), read(file), "{name}: {file}");
        }
    }
}

/// The files that a text includes, up to its tests: those share what lies beside them in `tests`, and
/// no registry runs them.
fn included(text: &str) -> Vec<&str> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let named = |name| text.split(name).skip(1).filter_map(|rest| rest.split('"').next());
    ["include_str!(\"", "include_bytes!(\"", "include!(\""].into_iter().flat_map(named).collect()
}

/// Whether a path, taken from a file of a package, stays in the folder of the package.
fn stays(file: &Path, path: &str) -> bool {
    let mut depth = file.components().count() - 1;
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir if depth == 0 => return false,
            Component::ParentDir => depth -= 1,
            _ => depth += 1,
        }
    }
    true
}

/// What a folder's sources include from elsewhere; folders of other packages are left out.
fn borrowed(root: &Path, folder: &Path, faults: &mut Vec<String>, seen: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.join("Cargo.toml").exists() {
                borrowed(root, &path, faults, seen);
            }
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let file = path.strip_prefix(root).unwrap();
            for name in included(&text) {
                *seen += 1;
                if !stays(file, name) {
                    faults.push(format!("{}: {name} is not in its package", path.display()));
                }
            }
        }
    }
}

#[test]
fn packages_have_what_they_are_compiled_of() {
    let (mut faults, mut seen) = (Vec::new(), 0);
    for (folder, _) in published() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
        let sources = if folder.is_empty() { root.join("src") } else { root.clone() };
        borrowed(&root, &sources, &mut faults, &mut seen);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // A reader that sees nothing would never complain.
    assert!(seen > 30, "{seen} files are included");
}

#[test]
fn a_file_of_another_package_is_seen() {
    let text = "const A: &str = include_str!(\"../b.txt\");\n#[cfg(test)]\nmod tests { include_str!(\"x\") }";
    assert_eq!(included(text), ["../b.txt"]);
    assert!(stays(Path::new("parts/a.rs"), "../b.txt"));
    assert!(!stays(Path::new("a.rs"), "../b.txt"));
    assert!(!stays(Path::new("parts/a.rs"), "../../b/c.txt"));
}
