//! What we depend on may be depended on: its licence is one of ours, it comes from where
//! all the others come from, and there is one version of it. `.deny.toml` says what is
//! allowed, with the reasons of the exceptions; cargo-deny, where it is installed, reads
//! the same file. Nothing here needs a network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml::de::{DeTable, DeValue};

use crate::waiting::Finish;

/// A file of the house.
pub fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tables and texts of a file.
pub fn parse(name: &str, text: &str) -> Value {
    fn value(of: &DeValue<'_>) -> Value {
        if let Some(list) = of.as_array() {
            list.iter().map(|value_of| value(value_of.get_ref())).collect()
        } else if let Some(fields) = of.as_table() {
            table(fields)
        } else {
            of.as_str().map_or(Value::Null, Value::from)
        }
    }
    fn table(of: &DeTable<'_>) -> Value {
        let field = |(key, of)| -> (String, Value) {
            let (key, of): (&toml::Spanned<_>, &toml::Spanned<_>) = (key, of);
            let key: &std::borrow::Cow<'_, str> = key.get_ref();
            (key.to_string(), value(of.get_ref()))
        };
        Value::Object(of.iter().map(field).collect())
    }
    let parsed = DeTable::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    table(parsed.get_ref())
}

/// What may be, and which exceptions there are.
struct Policy {
    licences: BTreeSet<String>,
    registries: BTreeSet<String>,
    /// Versions that may stand beside others, by package: the beginning of the version.
    doubled: Vec<(String, String)>,
}

impl Policy {
    fn read(text: &str) -> Policy {
        let table = parse(".deny.toml", text);
        let list = |section: &str, key: &str| -> Vec<Value> {
            let list = table[section][key].as_array();
            list.unwrap_or_else(|| panic!(".deny.toml: {section}.{key} is no list")).clone()
        };
        let texts = |section, key| {
            let list = list(section, key).into_iter();
            list.filter_map(|value| value.as_str().map(str::to_owned)).collect()
        };
        let skipped = |skip: Value| {
            let text = |key| skip[key].as_str().unwrap_or_default();
            assert!(!text("reason").is_empty(), ".deny.toml: an exception has no reason: {skip}");
            let (name, version) = text("crate").split_once('@').unwrap_or_default();
            assert!(!name.is_empty(), ".deny.toml: expected crate = \"NAME@VERSION\": {skip}");
            (name.to_owned(), version.to_owned())
        };
        assert!(list("sources", "allow-git").is_empty(), ".deny.toml: no package comes from git");
        Policy {
            licences: texts("licenses", "allow"),
            registries: texts("sources", "allow-registry"),
            doubled: list("bans", "skip").into_iter().map(skipped).collect(),
        }
    }

    /// What is wrong with the packages of `Cargo.lock`, which are those of every system.
    fn faults_of_lock(&self, lock: &str) -> Vec<String> {
        let lock = parse("Cargo.lock", lock);
        let mut faults = Vec::new();
        let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for package in lock["package"].as_array().into_iter().flatten() {
            let text = |key| package[key].as_str();
            let (name, version) = (text("name").unwrap_or("?"), text("version").unwrap_or("?"));
            versions.entry(name).or_default().push(version);
            // Ours have no source.
            let Some(source) = text("source") else { continue };
            let is_known = source
                .strip_prefix("registry+")
                .is_some_and(|registry| self.registries.contains(registry));
            if !is_known {
                faults.push(format!("{name} {version}: it comes from {source}"));
            }
            if text("checksum").is_none() {
                faults.push(format!("{name} {version}: there is no checksum"));
            }
        }
        let mut unused: BTreeSet<&(String, String)> = self.doubled.iter().collect();
        for (name, mut versions) in versions.into_iter().filter(|(_, all)| all.len() > 1) {
            versions.retain(|version| {
                let is_meant = |(skipped, start): &&(String, String)| {
                    let rest = version.strip_prefix(start.as_str());
                    skipped == name
                        && rest.is_some_and(|rest| matches!(rest.get(..1), None | Some(".")))
                };
                let skip = self.doubled.iter().find(is_meant);
                skip.map(|skip| unused.remove(skip)).is_none()
            });
            if versions.len() > 1 {
                faults.push(format!("{name}: several versions: {}", versions.join(", ")));
            }
        }
        let needless = |(name, version): &(String, String)| {
            format!(".deny.toml: {name}@{version}: there is no second version of it any more")
        };
        faults.extend(unused.into_iter().map(needless));
        faults
    }

    /// What is wrong with the licences of the packages that cargo describes.
    fn faults_of_licences(&self, metadata: &Value) -> Vec<String> {
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let fault = |package: &Value| {
            let name = package["name"].as_str().unwrap_or("?");
            let Some(licence) = package["license"].as_str() else {
                return Some(format!("{name}: it names no licence"));
            };
            let fits = Expression::new(licence).met(&|term| self.licences.contains(term));
            (fits != Some(true))
                .then(|| format!("{name}: {licence} is none of the licences allowed"))
        };
        packages.filter_map(fault).collect()
    }
}

/// A licence as packages name it: terms with `AND`, `OR` and parentheses, of which `AND`
/// binds more; old ones have `/` for `OR`.
struct Expression(std::iter::Peekable<std::vec::IntoIter<String>>);

impl Expression {
    fn new(text: &str) -> Expression {
        let spaced = text.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
        Expression(words.into_iter().peekable())
    }

    /// Whether it can be met with these terms; `None` if it makes no sense.
    fn met(mut self, has: &dyn Fn(&str) -> bool) -> Option<bool> {
        let is_met = self.any(has)?;
        self.0.next().is_none().then_some(is_met)
    }

    fn any(&mut self, has: &dyn Fn(&str) -> bool) -> Option<bool> {
        let mut is_met = self.all(has)?;
        while self.0.next_if_eq("OR").is_some() {
            is_met |= self.all(has)?;
        }
        Some(is_met)
    }

    fn all(&mut self, has: &dyn Fn(&str) -> bool) -> Option<bool> {
        let mut is_met = self.term(has)?;
        while self.0.next_if_eq("AND").is_some() {
            is_met &= self.term(has)?;
        }
        Some(is_met)
    }

    fn term(&mut self, has: &dyn Fn(&str) -> bool) -> Option<bool> {
        let mut term = self.0.next()?;
        if term == "(" {
            let is_met = self.any(has)?;
            return (self.0.next()? == ")").then_some(is_met);
        }
        if self.0.next_if_eq("WITH").is_some() {
            term = format!("{term} WITH {}", self.0.next()?);
        }
        Some(has(&term))
    }
}

/// Cargo, as the tests were started with it.
fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo
}

/// The output of a command that goes well.
fn output(command: &mut Command) -> String {
    let output = command.finish().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Fetches the packages of every feature for this system, and names the system. Cargo describes the
/// whole workspace, and tests of one package have fetched less. What is there is not asked for again.
fn fetch() -> String {
    let version = output(cargo().arg("-vV"));
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.unwrap_or_else(|| panic!("cargo names no host: {version}"));
    output(cargo().args(["fetch", "--locked", "--target", host]));
    host.to_owned()
}

#[test]
fn every_package_has_one_version_and_one_source() {
    let faults = Policy::read(&read(".deny.toml")).faults_of_lock(&read("Cargo.lock"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_licence_is_allowed() {
    let metadata = ["metadata", "--locked", "--offline", "--all-features", "--format-version", "1"];
    let metadata = output(cargo().args(metadata).args(["--filter-platform", &fetch()]));
    let metadata: Value = serde_json::from_str(&metadata).unwrap_or_else(|error| panic!("{error}"));
    let faults = Policy::read(&read(".deny.toml")).faults_of_licences(&metadata);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_not_allowed_is_named() {
    let policy = Policy::read(
        r#"
        licenses.allow = ["MIT", "Zlib"]
        bans.skip = [{ crate = "a@1", reason = "b" }, { crate = "gone@2", reason = "c" }]
        sources = { allow-registry = ["https://known"], allow-git = [] }
        "#,
    );
    let package = |name: &str, version: &str, source: &str| {
        format!(
            "[[package]]\nname = '{name}'\nversion = '{version}'\nsource = '{source}'\nchecksum = '0'\n"
        )
    };
    let known = "registry+https://known";
    let lock = [
        package("a", "1.2.0", known),
        package("a", "10.0.0", known),
        package("a", "11.0.0", known),
        package("b", "1.0.0", "git+https://known"),
        "[[package]]\nname = 'ours'\nversion = '1.0.0'\n".to_owned(),
    ];
    let faults = policy.faults_of_lock(&lock.concat());
    let expected = [
        "b 1.0.0: it comes from git+https://known",
        "a: several versions: 10.0.0, 11.0.0",
        ".deny.toml: gone@2: there is no second version of it any more",
    ];
    assert_eq!(faults, expected);
    let licences = ["MIT/Apache-2.0", "Apache-2.0 AND MIT", "MIT OR", "(GPL-3.0 OR Zlib) AND MIT"];
    let packages = licences.map(|licence| serde_json::json!({"name": "a", "license": licence}));
    let faults = policy.faults_of_licences(&serde_json::json!({ "packages": packages }));
    let refused = |licence| format!("a: {licence} is none of the licences allowed");
    assert_eq!(faults, [refused("Apache-2.0 AND MIT"), refused("MIT OR")]);
    let nameless = serde_json::json!({"packages": [{"name": "a", "license": null}]});
    assert_eq!(policy.faults_of_licences(&nameless), ["a: it names no licence"]);
}

#[cfg(unix)]
#[test]
fn the_bill_of_materials_is_whole_and_always_the_same() {
    if Command::new("python3").arg("--version").finish().is_err() {
        println!("skipped: scripts/contents.py needs python3");
        return;
    }
    fetch();
    let bill = || {
        let mut script = Command::new("scripts/contents.py");
        script.env("PYTHONDONTWRITEBYTECODE", "1").args(["bill", "--offline", "--all-features"]);
        output(script.current_dir(env!("CARGO_MANIFEST_DIR")))
    };
    let text = bill();
    assert_eq!(bill(), text);
    assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "it names a folder of this machine");
    let bill: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&"CycloneDX".into(), &"1.5".into()));
    assert_eq!(bill["metadata"]["component"]["name"], "tengen");
    let list = |name: &str| bill[name].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut known = BTreeSet::from([text(&bill["metadata"]["component"]["bom-ref"])]);
    for component in list("components") {
        assert_eq!(component["type"], "library", "{component}");
        let (name, version) = (text(&component["name"]), text(&component["version"]));
        assert!(component["licenses"][0]["expression"].is_string(), "{component}");
        if name == "sqlite" {
            assert!(known.insert(text(&component["bom-ref"])), "SQLite stands there twice");
            continue;
        }
        assert_eq!(component["purl"], format!("pkg:cargo/{name}@{version}"));
        let is_ours = name.starts_with("tengen-");
        assert!(is_ours || component["hashes"][0]["content"].is_string(), "{component}");
        assert!(known.insert(text(&component["bom-ref"])), "{name} {version} stands there twice");
    }
    assert!(known.len() > 50, "{known:?}");
    let mut script = Command::new("scripts/contents.py");
    script.env("PYTHONDONTWRITEBYTECODE", "1").args(["notices", "--offline"]);
    let notices = output(script.current_dir(env!("CARGO_MANIFEST_DIR")));
    // Without all features there is less.
    for name in ["serde_json", "matchit", "foldhash", "SQLite"] {
        let version = list("components").iter().find_map(|component| {
            let is_it = text(&component["name"]).eq_ignore_ascii_case(name);
            is_it.then(|| text(&component["version"]))
        });
        let named = format!("{name} {}", version.unwrap());
        assert!(notices.contains(&named), "{named} is not among the notices");
    }
    assert!(notices.contains("Permission is hereby granted"));
    let described: BTreeSet<String> =
        list("dependencies").iter().map(|dependency| text(&dependency["ref"])).collect();
    assert_eq!(described, known);
    for dependency in list("dependencies") {
        for needed in dependency["dependsOn"].as_array().into_iter().flatten() {
            assert!(known.contains(&text(needed)), "{needed} is no component");
        }
    }
}
