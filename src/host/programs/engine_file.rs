//! Engines that stand in a file, so that they need not be described each time.
//!
//! ```toml
//! [[engine]]
//! name = "mine"
//! cmd = "./mine --fast"   # or ["./mine", "--fast"]
//! proto = "gomocup"
//! st = 0.5
//! option.Hash = 64
//! ```
//!
//! The keys are the words of `--engine`, and mean the same.

use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use tengen_engine::game::Problem;
use tengen_engine::game::problem::shown;

use crate::cli::files::{LONGEST_MIB, read_whole};

use tengen_games::spec::{EngineSpec, SpecWords};

/// Why a file gives no engines: the file, with the line where that is known, as in
/// `engines.toml:3`, and what is wrong there.
pub type FileError = Problem;

/// The key of every engine.
const ENGINE: &str = "engine";
/// The key of the options of an engine.
const OPTION: &str = "option";

/// Longest piece of a file that an error shows, and longest advice, in characters.
const SHOWN: usize = 60;
const ADVICE: usize = 400;

/// Reads a file of engines; `each` says in the words of `--engine` what holds for every engine that
/// does not say otherwise.
///
/// # Errors
/// When the file cannot be read; else the first mistake in it.
pub fn read_engine_file(path: &Path, each: &str) -> Result<Vec<EngineSpec>, FileError> {
    let name = path.display().to_string();
    let found =
        read_whole(path).and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = found.map_err(|error| {
        let expected = format!("a file of engines, text of at most {LONGEST_MIB} MiB");
        FileError::new(&name, error.to_string(), expected)
    })?;
    read(&File { name: &name, text: &text }, each)
}

/// A file, for complaints about it.
struct File<'a> {
    name: &'a str,
    text: &'a str,
}

impl File<'_> {
    /// A complaint about `text`, which begins at `span`, with the line of that place.
    fn wrong(&self, span: &Range<usize>, text: &str, expected: impl Into<String>) -> FileError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let place = format!("{}:{line}", self.name);
        FileError::new(place, shown(text, SHOWN), shown(&expected.into(), ADVICE))
    }

    /// The text of the file at `span`.
    fn at(&self, span: Range<usize>) -> &str {
        self.text.get(span).unwrap_or_default()
    }
}

fn read(file: &File, each: &str) -> Result<Vec<EngineSpec>, FileError> {
    let common = SpecWords::read("--each", each)
        .map_err(|error| file.wrong(&(0..0), &error.text, error.expected))?;
    let table = DeTable::parse(file.text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        let line = file.text.get(span.start..).and_then(|rest| rest.lines().next());
        let said = error.message().replace('\n', " ");
        file.wrong(&span, line.unwrap_or_default().trim(), format!("TOML ({said})"))
    })?;
    let table = table.into_inner();
    if let Some(key) = table.keys().find(|key| key.get_ref() != ENGINE) {
        return Err(file.wrong(&key.span(), key.get_ref(), "[[engine]] and nothing else"));
    }
    let engines = table.get(ENGINE).and_then(|engines| engines.get_ref().as_array());
    let engines = engines.filter(|engines| !engines.is_empty());
    let engines =
        engines.ok_or_else(|| file.wrong(&(0..0), "(nothing)", "one [[engine]] at least"))?;
    let (mut specs, mut names) = (Vec::<EngineSpec>::new(), HashSet::new());
    for engine in engines {
        let span = engine.span();
        let Some(keys) = engine.get_ref().as_table() else {
            return Err(file.wrong(&span, file.at(span.clone()), "[[engine]] with keys below"));
        };
        let spec = words(file, keys)?.over(&common).finish("[[engine]]", "");
        let spec = spec.map_err(|error| {
            let expected = format!("{} below it", error.expected.replace(" among the words", ""));
            file.wrong(&span, error.what, expected)
        })?;
        if !names.insert(spec.name.clone()) {
            let expected = format!("a name other than {}, which is taken", spec.name);
            return Err(file.wrong(&span, "[[engine]]", expected));
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// What the keys of an engine say.
fn words(file: &File, keys: &DeTable) -> Result<SpecWords, FileError> {
    let mut words = SpecWords::default();
    // Options are set in the order in which they stand in the file.
    let mut keys: Vec<_> = keys.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in keys {
        let name = key.get_ref();
        match value.get_ref().as_table().filter(|_| name == OPTION) {
            None => take(file, &mut words, name, key.span(), value)?,
            Some(options) => {
                let mut options: Vec<_> = options.iter().collect();
                options.sort_by_key(|(key, _)| key.span().start);
                for (key, value) in options {
                    let name = format!("{OPTION}.{}", key.get_ref());
                    take(file, &mut words, &name, key.span(), value)?;
                }
            }
        }
    }
    Ok(words)
}

/// Takes over the key `name` and its value into `words`.
fn take(
    file: &File,
    words: &mut SpecWords,
    name: &str,
    span: Range<usize>,
    value: &Spanned<DeValue>,
) -> Result<(), FileError> {
    let text = text(file, name, value).ok_or_else(|| {
        let shown = format!("{name} = {}", file.at(value.span()));
        file.wrong(&span, &shown, "text, a number, true or false")
    })?;
    let word = format!("{name}={text}");
    words.take(&word).map_err(|expected| file.wrong(&span, &word, expected))
}

/// A value as it is written after `--engine`; `None` for values of other kinds.
fn text(file: &File, name: &str, value: &Spanned<DeValue>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(_) | DeValue::Float(_) => Some(file.at(value.span()).to_owned()),
        DeValue::Boolean(on) if name == "restart" => {
            Some(if *on { "on" } else { "off" }.to_owned())
        }
        DeValue::Boolean(on) => Some(on.to_string()),
        // The words of a command, each on its own.
        DeValue::Array(words) if matches!(name, "cmd" | "args") => {
            let words: Option<Vec<&str>> =
                words.iter().map(|word| word.get_ref().as_str()).collect();
            words.map(shell_words::join)
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "../../../tests/support/changed.rs"]
mod changed;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_engine::game::problem::is_plain;

    use super::changed::changed;
    use super::*;
    use tengen_games::spec::read_engines;

    fn engines(text: &str, each: &str) -> Result<Vec<EngineSpec>, String> {
        read(&File { name: "f.toml", text }, each).map_err(|error| error.to_string())
    }

    /// What files are made of, and what should not stand in them.
    const PIECES: &[&str] = &[
        "[[engine]]\n",
        "[engine]\n",
        "cmd",
        "=",
        "\"./a\"",
        "'",
        "\"\"\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        "#",
        "\n",
        "name = \"x\"",
        "option.Hash = 64\n",
        "option.\"A = b\" = true\n",
        "1e999",
        "-9_9",
        "0x",
        "2020-01-01",
        "restart = on\n",
        "\u{1b}[2J",
        "\u{202e}",
        "\u{0}",
        "\u{e9}",
        "tc = \"40/60\"\n",
    ];
    const SEEDS: &[&str] = &[
        "[[engine]]\nname = \"one\"\ncmd = [\"./a b\", \"-x\"]\nst = 2.5\noption.Hash = 64\n",
        "[[engine]]\ncmd = \"./a\"\n[engine.option]\nPonder = true\n[[engine]]\ncmd = \"./b\"\n",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever a file says, it is engines or one short line that is calm to read.
        #[test]
        fn changed_files_are_refused_calmly(
            text in changed(SEEDS, PIECES),
        ) {
            if let Err(error) = engines(&text, "") {
                prop_assert!(error.chars().all(is_plain), "{error:?}");
                prop_assert!(error.chars().count() < 600, "{error:?}");
            }
        }
    }

    #[test]
    fn a_file_says_what_flags_say() {
        let text = r#"
            # Two of them.
            [[engine]]
            name = "old one"
            cmd = ["/opt/my engines/a.exe", "-x"]
            args = "--set 'Move Overhead=5'"
            dir = "/tmp"
            proto = "gomocup"
            tc = "40/60+0.5"
            depth = 8
            nodes = 5000
            st = 2.5
            restart = true
            option."Move Overhead" = 30
            option.Ponder = true
            option.Path = "a=b"

            [[engine]]
            cmd = "./b --fast"
            [engine.option]
            Hash = 64
        "#;
        let flags = [
            "name='old one' cmd=\"'/opt/my engines/a.exe' -x\" args=\"--set 'Move Overhead=5'\" \
             dir=/tmp proto=gomocup tc=40/60+0.5 depth=8 nodes=5000 st=2.5 restart=on \
             'option.Move Overhead=30' option.Ponder=true option.Path=a=b",
            "cmd='./b --fast' option.Hash=64",
        ];
        let flags = read_engines(&flags.map(str::to_owned), "st=7").unwrap();
        assert_eq!(engines(text, "st=7").unwrap(), flags);
    }

    #[test]
    fn each_mistake_is_named_with_its_line() {
        let complaint = |text: &str| engines(text, "").unwrap_err();
        for (text, expected) in [
            ("", "f.toml:1: (nothing): expected one [[engine]]"),
            ("\n[engine]\ncmd='a'", "f.toml:1: (nothing): expected one [[engine]]"),
            ("[[engine]]\ncmd='a'\n[[motor]]", "f.toml:3: motor: expected [[engine]] and nothing"),
            ("[[engine]]\ncmd = a", "f.toml:2: "),
            ("[[engine]]\ncmd='a'\n\ncolour='red'", "f.toml:4: colour=red: expected name=, cmd=,"),
            ("[[engine]]\ncmd='a'\nst=0", "f.toml:3: st=0: expected seconds"),
            ("[[engine]]\ncmd='a'\nst=[1]", "f.toml:3: st = [1]: expected text, a number, true"),
            ("[[engine]]\ncmd=['a', 1]", "f.toml:2: cmd = ['a', 1]: expected text"),
            ("[[engine]]\ncmd='a'\nproto='x'", "f.toml:3: proto=x: expected proto= with one of"),
            ("[[engine]]\ncmd='a'\noption.A={}", "f.toml:3: option.A = {}: expected text"),
            ("[[engine]]\ncmd='a'\noption.A=1\noption.a=2", "f.toml:4: option.a=2: expected each"),
            ("\n[[engine]]\nname='a'", "f.toml:2: [[engine]]: expected cmd=PROGRAM below it"),
            ("[[engine]]\ncmd='a'\n[[engine]]\ncmd='b/a'", "f.toml:3: [[engine]]: expected a name"),
        ] {
            let said = complaint(text);
            assert!(said.starts_with(expected) && !said.contains('\n'), "{text}: {said}");
            assert!(said.contains(": expected "), "{said}");
        }
        let missing = read_engine_file("/no/such.toml".as_ref(), "").unwrap_err().to_string();
        assert!(missing.starts_with("/no/such.toml: ") && missing.contains("expected a file"));
    }
}
