//! The examples of `--help` are tried as they stand: a shell carries out each of them, in
//! a folder with the files and programs that they name.
//!
//! An example must end with exit code 0, say something (or write a file), and complain of
//! nothing. What is expected beyond that, or instead, stands in [`EXPECTED`]. Those that
//! take long or have no end are ended by Ctrl-C once they are seen to do their work.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::folder;
use crate::waiting::{Finish, LIMIT, end_of};

/// What comes of an example.
#[derive(Clone, Copy)]
enum Effect {
    /// It ends with exit code 0 after this was said.
    Says(&'static str),
    /// It ends with this exit code after this was said.
    Fails(i32, &'static str),
    /// It goes on after this was said.
    GoesOn(&'static str),
}
use Effect::{Fails, GoesOn, Says};

/// How examples begin of which more is expected than that they end well; the first that
/// fits counts.
const EXPECTED: &[(&str, Effect)] = &[
    ("printf 'position startpos moves h8 i9\\ngo movetime", Says("\nbestmove ")),
    ("tengen --set Variant=tictactoe", Says("\nFen: 3/3/3 x k=3 ")),
    ("printf 'position startpos moves e8", Says("\nForbidden: h8\n")),
    ("tengen --set Width=7 --set Height=6", Says("\nFen: 7/7/7/7/7/7 x k=4 ")),
    ("tengen perft 3", Says("\nNodes searched: 504\n")),
    ("tengen play --puzzle", Says("puzzle 1 of ")),
    ("tengen play", Says(" a b c")),
    ("printf 'b2\\n' | tengen play", Says("human (x) plays b2\n")),
    ("tengen match --variant renju --games 10", GoesOn("game 1/10: ")),
    ("tengen match", GoesOn("game 1/1")),
    ("tengen serve", GoesOn("page at http://")),
    ("tengen review game.psq", Says("\n   1 x h8 ")),
    ("echo '{\"id\":1,", Says("\"lines\":[{\"score\":")),
    ("tengen analyze --turns all", Says("\"turn\":9,")),
    ("tengen verify", Says("proven: ")),
    ("tengen prove", Says("proven: x wins")),
    ("tengen puzzles --variant renju", GoesOn("\"solution\":")),
    ("tengen puzzles --kind vct", Fails(1, "0 of 50 such puzzles")),
    ("tengen check --only hello,ready", Says("2 passed, 0 failed")),
    ("tengen check", GoesOn("   1 pass hello ")),
    ("tengen shard merge", Says("\n3024\n")),
    ("tengen count", Says("value: draw\n")),
    ("tengen bench", Says(" nodes ")),
    ("tengen genfens", Says("info string genfens ")),
    ("tengen \"genfens", Says("info string genfens ")),
    ("tengen man", Says("tengen")),
];

/// Words with which the program or the shell complains.
const COMPLAINTS: &[&str] = &["error", "tengen: ", "expected ", "not found", "No such file"];

/// A game that x wins with its ninth move.
const GAME: &str = "h8 a1 h9 a2 h10 a3 h11 a4 h12";

#[test]
fn every_example_of_a_help_page_does_what_it_says() {
    let tools = tools();
    assert!(tools.len() >= 16, "{tools:?}");
    // Most of them wait most of the time.
    let tried: Vec<(String, Result<(), String>)> = thread::scope(|scope| {
        let hands: Vec<_> = tools.iter().map(|tool| scope.spawn(|| tried(tool))).collect();
        hands.into_iter().flat_map(|hand| hand.join().expect("it is done")).collect()
    });
    assert!(tried.len() >= 40, "{} examples", tried.len());
    let failures: Vec<String> = tried
        .iter()
        .filter_map(|(example, result)| Some(format!("{example}\n{}", result.as_ref().err()?)))
        .collect();
    let count = tried.len();
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), failures.join("\n\n"));
}

/// The examples of a tool, and what became of each.
fn tried(tool: &str) -> Vec<(String, Result<(), String>)> {
    let examples = examples(&help(tool));
    assert!(!examples.is_empty() || NO_EXAMPLE.contains(&tool), "{tool}");
    let place = Place::new(tool);
    let try_out = |example: String| {
        let result = place.try_out(&example);
        (example, result)
    };
    examples.into_iter().map(try_out).collect()
}

/// Pages of tools for those who develop the engine have no examples.
const NO_EXAMPLE: &[&str] = &["datagen", "tune-eval", "train", "tunables"];

/// The names of all tools, as the first page lists them, and that page itself.
fn tools() -> Vec<String> {
    let first = help("");
    let (list, _) = first.split_once("\nOptions:").expect("the options come after the tools");
    let rows = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = rows.filter_map(|row| row.split(' ').next()).filter(|&name| name != "help");
    std::iter::once("").chain(names).map(str::to_owned).collect()
}

/// The long page of a tool; of the program itself without a name.
fn help(tool: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(tool.split_whitespace()).arg("--help").env_remove("RUST_LOG");
    let output = command.finish().expect("a help page");
    assert!(output.status.success(), "{tool} --help: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands below `Examples:`, each without the sentence above it: they stand four
/// blanks from the left, and go on while lines end with a backslash.
fn examples(page: &str) -> Vec<String> {
    let mut examples: Vec<String> = Vec::new();
    let lines = page.lines().skip_while(|line| !line.starts_with("Example"));
    let mut goes_on = false;
    for line in lines.take_while(|line| !line.is_empty()) {
        let Some(text) = line.strip_prefix("    ") else { continue };
        match examples.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push('\n');
                last.push_str(text);
            }
            None => examples.push(text.to_owned()),
        }
        goes_on = text.ends_with('\\');
    }
    examples
}

/// The folder in which the examples of a tool are tried, one after another.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(tool: &str) -> Place {
        let place = Place { folder: folder(&format!("help-{tool}")) };
        let program = Path::new(env!("CARGO_BIN_EXE_tengen"));
        fs::create_dir(place.folder.join("bin")).unwrap();
        for name in ["bin/tengen", "new", "old", "pbrain-x"] {
            symlink(program, place.folder.join(name)).unwrap();
        }
        // An engine that takes arguments of its own.
        place.script("engine", "#!/bin/sh\nexec tengen\n");
        if Command::new("man").arg("-w").arg("man").output().is_err() {
            place.script("bin/man", "#!/bin/sh\nexec cat\n");
        }
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        for (from, name) in [
            ("proofs/true-caro.proof", "draw.proof"),
            ("proofs/true-open-three.proof", "a.proof"),
            ("proofs/solved/mnk-9x4k4.proof.gz", "b.proof.gz"),
            ("puzzles.jsonl", "renju.jsonl"),
        ] {
            fs::copy(data.join(from), place.folder.join(name)).unwrap();
        }
        for name in ["game.psq", "game.sgf", "games.pgn"] {
            let made =
                place.shell(&format!("echo '{GAME}' | tengen convert - {name} --from moves"));
            assert!(made.wait_with_output().unwrap().status.success(), "{name}");
        }
        place.script("renju.txt", "h8 i9 g7 j10\nh8 h9 i8 g10\n");
        place
    }

    fn script(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Starts a shell with a command: the leader of a group, which a terminal would
    /// interrupt as a whole. What it says goes to files.
    fn shell(&self, command: &str) -> Child {
        let output = |name: &str| Stdio::from(fs::File::create(self.folder.join(name)).unwrap());
        let input = self.folder.join("typed");
        fs::write(&input, "d\nquit\n").unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", self.folder.join("bin").display());
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&self.folder).process_group(0);
        shell.env("PATH", path).env("HOME", &self.folder).env("MANPAGER", "cat");
        shell.env_remove("RUST_LOG").env_remove("XDG_DATA_HOME");
        shell.stdin(fs::File::open(input).unwrap()).stdout(output("out")).stderr(output("err"));
        shell.spawn().unwrap()
    }

    fn said(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.folder.join(name)).unwrap_or_default()).into_owned()
    }

    /// Sizes and times of the files that an example may change.
    fn files(&self) -> BTreeMap<PathBuf, (u64, std::time::SystemTime)> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let about = entry.metadata().unwrap();
                let is_ours = ["out", "err", "typed"].iter().any(|name| entry.file_name() == *name);
                if about.is_dir() {
                    folders.push(entry.path());
                }
                if !is_ours {
                    found.insert(entry.path(), (about.len(), about.modified().unwrap()));
                }
            }
        }
        found
    }

    /// Carries an example out; the reason if it does not do what it should.
    fn try_out(&self, example: &str) -> Result<(), String> {
        let fits = |(start, _): &&(&str, Effect)| example.starts_with(start);
        let effect = EXPECTED.iter().find(fits).map(|(_, effect)| *effect);
        let before = self.files();
        let mut shell = self.shell(&with_free_ports(example));
        if let Some(GoesOn(sign)) = effect {
            return self.watch(example, &mut shell, sign);
        }
        let status = end_of(&mut shell).map_err(|error| error.to_string())?;
        let (out, err) = (self.said("out"), self.said("err"));
        let told = || format!("{status}\n{out}\n{err}");
        let (code, sign) = match effect {
            Some(Fails(code, sign)) => (code, sign),
            Some(Says(sign)) => (0, sign),
            _ => (0, ""),
        };
        let is_said = format!("\n{out}\n{err}").contains(sign);
        let has_effect = code != 0 || !out.is_empty() || self.files() != before;
        let complains = code == 0 && COMPLAINTS.iter().any(|word| err.contains(word));
        // The manuals tell what refusals look like.
        let refuses = !example.starts_with("tengen man")
            && (out.contains("\"error\"") || out.contains("info string error"));
        let is_well = is_said && has_effect && !complains && !refuses;
        if status.code() == Some(code) && is_well { Ok(()) } else { Err(told()) }
    }

    /// Waits for the sign that an example is at work, and interrupts it then.
    fn watch(&self, example: &str, shell: &mut Child, sign: &str) -> Result<(), String> {
        let file = example.split_once(" > ").map_or("out", |(_, file)| file);
        let deadline = Instant::now() + LIMIT;
        let told = || format!("\n{}\n{}", self.said(file), self.said("err"));
        let result = loop {
            if told().contains(sign) {
                break Ok(());
            }
            let has_ended = shell.try_wait().unwrap().is_some();
            if has_ended && !told().contains(sign) || Instant::now() >= deadline {
                break Err(format!("never says {sign}:{}", told()));
            }
            thread::sleep(Duration::from_millis(20));
        };
        let group = rustix::process::Pid::from_raw(shell.id() as i32).expect("a process");
        // It may have ended at this very moment.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::INT);
        end_of(shell).map_err(|error| error.to_string())?;
        let err = self.said("err");
        let complains = err.lines().any(|line| {
            let is_end = line.starts_with("tengen: interrupted");
            !is_end && COMPLAINTS.iter().any(|word| line.contains(word))
        });
        if complains { Err(err) } else { result }
    }
}

/// The ports of a server may be taken on the machine that runs the tests.
fn with_free_ports(example: &str) -> String {
    match example.strip_prefix("tengen serve") {
        Some(rest) if rest.contains(":8080") => example.replace(":8080", ":0"),
        Some(rest) => format!("tengen serve --listen 127.0.0.1:0{rest}"),
        None => example.to_owned(),
    }
}

#[test]
fn what_is_below_a_tool_has_a_page_as_well() {
    for tool in ["plan", "run", "merge", "missing", "schema"] {
        let page = help(&format!("shard {tool}"));
        assert!(page.contains(&format!("Usage: tengen shard {tool}")), "{page}");
    }
}

#[test]
fn pages_are_read_as_described() {
    let page =
        "Usage: x\n    no\n\nExamples:\n  One:\n    a \\\n      b\n    c\n  Two:\n    d\n\n    e\n";
    assert_eq!(examples(page), ["a \\\n  b", "c", "d"]);
    assert_eq!(
        with_free_ports("tengen serve --engine x"),
        "tengen serve --listen 127.0.0.1:0 --engine x"
    );
    assert_eq!(
        with_free_ports("tengen serve --listen 0.0.0.0:8080"),
        "tengen serve --listen 0.0.0.0:0"
    );
}
