//! The lines of a plan, as the schema and the manual describe them.

use serde_json::Value;

use super::support::{Folder, text};
use crate::analyze::schema::faults;

const MANUAL: &str = include_str!("../../../src/tools/shard/README.md");

fn schema(folder: &Folder) -> (String, Value) {
    let schema = text(&folder.shard(&["schema"]).stdout).to_owned();
    let value = serde_json::from_str(&schema).unwrap();
    (schema, value)
}

#[test]
fn lines_of_plans_fit_the_schema() {
    let (folder, lines) = Folder::with_plan(&[
        "perft",
        "2",
        "--sample",
        "30%",
        "--seconds",
        "60",
        "--needs",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ]);
    let (schema, parsed) = schema(&folder);
    let required = parsed["required"].as_array().unwrap();
    for line in lines {
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(faults(&schema, &value), Vec::<String>::new(), "{line}");
        // The schema knows every field, and every field is needed.
        assert_eq!(value.as_object().unwrap().len(), required.len());
        #[cfg(feature = "thorough")]
        for field in required {
            let mut less = value.clone();
            less.as_object_mut().unwrap().remove(field.as_str().unwrap());
            assert!(!faults(&schema, &less).is_empty(), "{field}");
        }
    }
}

#[test]
fn the_manual_describes_every_field() {
    let (_, schema) = schema(&Folder::new());
    let section = MANUAL.split("\n## Shards\n").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    for name in schema["properties"].as_object().unwrap().keys() {
        assert!(section.contains(&format!("`{name}`")), "{name}");
    }
    for kind in schema["$defs"]["WorkKind"]["oneOf"].as_array().unwrap() {
        let kind = kind["const"].as_str().unwrap();
        assert!(section.contains(&format!("| `{kind}`")), "{kind}");
    }
}
