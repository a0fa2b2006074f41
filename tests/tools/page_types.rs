//! The scripts of the page fit together, and fit the messages of the server: TypeScript checks
//! them against the declarations that are derived from its types.
//!
//! Node.js and npm are looked for; where one is missing the test says so and passes, unless
//! `TENGEN_WEB_TESTS=must`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::node::{is_must, node};
use crate::waiting::Finish;

#[test]
fn the_scripts_of_the_page_fit_the_messages_of_the_server() {
    let node = match node() {
        Ok(node) => node,
        Err(why) => {
            assert!(!is_must(), "types of the page: {why}");
            println!("types of the page skipped: {why}");
            return;
        }
    };
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/files");
    let output = Command::new(node.program)
        .arg(node.packages.join("node_modules/typescript/bin/tsc"))
        .arg("--listFiles")
        .arg("--project")
        .arg(&page)
        .finish()
        .unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
    // Every script takes part.
    let folders = [page.clone(), page.join("site")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let scripts: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "js"))
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    assert!(scripts.len() > 50);
    for script in scripts {
        assert!(said.lines().any(|line| line.ends_with(&format!("/{script}"))), "{script}: {said}");
    }
}
