//! A type name means one thing in a package.

use std::collections::BTreeMap;

use super::{OURS, expect_none, sources};

/// The type that a line begins to define, if it does.
fn defined_type(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.trim_start_matches(|letter| letter != ' ').trim_start(),
        None => line,
    };
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    rest.split(|letter: char| !letter.is_alphanumeric()).next()
}

/// Types that a file defines where others can mean them: not within functions and tests.
fn types(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut names: Vec<&str> = code.lines().filter_map(defined_type).collect();
    names.sort_unstable();
    // The same for another system is the same.
    names.dedup();
    names
}

#[test]
fn a_type_name_means_one_thing_in_a_package() {
    let mut seen: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for (path, text) in sources().iter().filter(|(path, _)| !path.contains("tests")) {
        let packages = OURS.packages.iter().filter(|package| path.starts_with(package.folder));
        let package = packages.max_by_key(|package| package.folder.len()).unwrap().name;
        for name in types(text) {
            seen.entry((package, name.to_owned())).or_default().push(path.clone());
        }
    }
    assert!(seen.len() > 800, "{} types", seen.len());
    let doubled = seen.iter().filter(|(_, files)| files.len() > 1);
    let told = doubled.map(|((package, name), files)| {
        format!("{name} of {package} means several things: {}", files.join(", "))
    });
    expect_none(&told.collect::<Vec<String>>());
}
