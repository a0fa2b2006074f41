//! What README.md and protocol.md show is what happens: a shell carries out their
//! `console` blocks, and every line of output is compared.
//!
//! `$ ` begins a command, which goes on while lines end with a backslash; the
//! lines below are its output. There `…` stands for any text and, alone in a
//! line, for any number of lines.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::waiting::Finish;

const README: &str = include_str!("../../README.md");
const MANUAL: &str = include_str!("../../protocol.md");

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

    for (name, document, least) in [("README.md", README, 5), ("protocol.md", MANUAL, 8)] {
        let examples = examples(document);
        assert!(examples.len() >= least, "{name} shows what the program does");
        for example in &examples {
            example.try_out(name, &path);
        }
    }
}

#[test]
fn files_that_it_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let until = |start: &str, end: char| {
        let parts = README.split(start).skip(1).map(move |text| text.split(end).next());
        parts.flatten().filter(|target| !target.contains("://")).collect::<Vec<&str>>()
    };
    let (links, pictures) = (until("](", ')'), until("src=\"", '"'));
    assert!(links.contains(&"protocol.md") && pictures.len() == 2, "{links:?} {pictures:?}");
    for target in links.iter().chain(&pictures) {
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        assert!(root.join(file).exists(), "{target}");
        let text = match file {
            "" => README,
            "protocol.md" => MANUAL,
            _ => continue,
        };
        let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
        let mut anchors = headings.map(|heading| heading.to_lowercase().replace(' ', "-"));
        assert!(heading.is_empty() || anchors.any(|anchor| anchor == heading), "{target}");
    }
}

/// Longer than this it is a manual, and that is protocol.md.
#[test]
fn it_is_read_in_a_few_minutes() {
    let count = README.lines().count();
    assert!(count <= 250, "{count} lines");
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
