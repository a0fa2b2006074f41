//! What the README and the manuals show is what happens: a shell carries out their
//! `console` blocks, and every line of output is compared.
//!
//! `$ ` begins a command, which goes on while lines end with a backslash; the
//! lines below are its output. There `…` stands for any text and, alone in a
//! line, for any number of lines.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::documents;
use crate::waiting::Finish;

/// A command and what it prints.
#[derive(Debug, Default, PartialEq, Eq)]
struct Example<'a> {
    /// Where the command stands in the file, counted from 1.
    line: usize,
    command: String,
    output: Vec<&'a str>,
}

impl Example<'_> {
    /// Carries the command out and compares what it prints.
    fn try_out(&self, document: &str, path: &OsStr) {
        let Example { line, command, output } = self;
        let result = Command::new("sh")
            .args(["-c", command])
            .env("PATH", path)
            .env_remove("RUST_LOG")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .finish()
            .unwrap_or_else(|error| panic!("{document}:{line}: {error}"));
        let text = String::from_utf8([result.stdout, result.stderr].concat());
        let text = text.unwrap_or_else(|error| panic!("{document}:{line}: {error}"));
        let said: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert!(fits(&said, output), "{document}:{line}: $ {command}\nprints\n{text}");
    }
}

/// The examples in the `console` blocks of a document.
fn examples(document: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_inside = false;
    let mut goes_on = false;
    for (index, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_inside) {
            let command = command.to_owned();
            goes_on = command.ends_with('\\');
            examples.push(Example { line: index + 1, command, output: Vec::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| is_inside) {
            if goes_on {
                goes_on = line.ends_with('\\');
                example.command += "\n";
                example.command += line;
            } else {
                example.output.push(line);
            }
        }
    }
    examples
}

/// Whether lines are as described.
fn fits(lines: &[&str], patterns: &[&str]) -> bool {
    match (lines, patterns) {
        (_, ["…", rest @ ..]) => (0..=lines.len()).any(|skipped| fits(&lines[skipped..], rest)),
        ([line, lines @ ..], [pattern, rest @ ..]) => line_fits(line, pattern) && fits(lines, rest),
        _ => lines.is_empty() && patterns.is_empty(),
    }
}

fn line_fits(line: &str, pattern: &str) -> bool {
    match pattern.split_once('…') {
        None => line == pattern,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            let mut ends = line.char_indices().map(|(index, _)| index).chain([line.len()]);
            ends.any(|end| line_fits(&line[end..], rest))
        }),
    }
}

#[test]
fn examples_print_what_they_show() {
    let program = Path::new(env!("CARGO_BIN_EXE_tengen"));
    let mut path = OsString::from(program.parent().expect("programs lie in a folder"));
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());

    let mut count = 0;
    for (name, document) in documents::all() {
        let examples = examples(document);
        count += examples.len();
        for example in &examples {
            example.try_out(name, &path);
        }
    }
    assert!(count >= 15, "{count} examples");
}

#[test]
fn documents_are_read_as_described() {
    let document = "$ no\n```console\n$ a \\\nb\nc\n\nd\n$ e\n```\nf\n```sh\n$ g\n```";
    let expected = [
        Example { line: 3, command: "a \\\nb".to_owned(), output: vec!["c", "", "d"] },
        Example { line: 8, command: "e".to_owned(), output: vec![] },
    ];
    assert_eq!(examples(document), expected);

    assert!(fits(&["a 1 b", "c"], &["a … b", "c"]));
    assert!(fits(&["a", "b", "c"], &["…", "c"]) && fits(&["c"], &["…", "c", "…"]));
    assert!(!fits(&["a", "b"], &["a"]) && !fits(&["a"], &["a", "b"]));
    assert!(!fits(&["a 1 c"], &["a … b"]) && !fits(&["a", "c"], &["…", "b"]));
}
