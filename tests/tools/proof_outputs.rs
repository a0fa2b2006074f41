//! What `prove` writes and `verify` reads at the edges: places that take nothing, limits, and
//! files that are made to be a burden.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::folder::folder;
use crate::waiting::{Finish, LIMIT};

fn tengen(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A search without an end, for which a bad place would be found out too late.
const ENDLESS: [&str; 3] = ["prove", "--claim", "x wins"];

#[test]
fn a_place_that_takes_nothing_is_told_before_the_search() {
    let folder = folder("proof-places");
    fs::create_dir(folder.join("taken")).unwrap();
    fs::write(folder.join("file"), "mine").unwrap();
    for place in ["nowhere/at/all.proof", "taken", "file/x.proof", "new/"] {
        let output = tengen(&folder, &[&ENDLESS[..], &["--out", place]].concat()).finish().unwrap();
        let (code, out, errors) = said(&output);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{place}: {errors}");
        let expected = format!("tengen: --out: {place}: expected a file that can be written: ");
        assert!(errors.starts_with(&expected) && errors.lines().count() == 1, "{errors}");
    }
    for tool in [&["openings", "--out"][..], &["review", "h8 h9 g8", "--html"]] {
        let output = tengen(&folder, &[tool, &["nowhere/at/all"]].concat()).finish().unwrap();
        let (code, out, errors) = said(&output);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{tool:?}: {errors}");
        assert!(errors.contains("nowhere/at/all: expected a file that can be written: "));
    }
    assert_eq!(names(&folder), ["file", "taken"], "nothing is left over");
}

/// Nothing is left beside the place however a search ends, and what stood there stays.
#[test]
fn a_search_that_is_cut_short_leaves_nothing() {
    let folder = folder("proof-cut-short");
    fs::write(folder.join("old.proof"), "mine").unwrap();
    let search = [&ENDLESS[..], &["--out", "old.proof"]].concat();
    let mut child = tengen(&folder, &search).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    let undecided = tengen(&folder, &[&search[..], &["--nodes", "50"]].concat()).finish().unwrap();
    assert_eq!(said(&undecided).0, Some(1));
    assert_eq!(names(&folder), ["old.proof"]);
    assert_eq!(fs::read(folder.join("old.proof")).unwrap(), b"mine");
}

/// A full disk costs no proof.
#[test]
#[cfg(target_os = "linux")]
fn what_its_place_does_not_take_is_written_elsewhere() {
    let folder = folder("proof-elsewhere");
    let mut command =
        tengen(&folder, &["prove", "--size", "4x3", "--k", "3", "--out", "/dev/full"]);
    let (code, out, errors) = said(&command.env("TMPDIR", &folder).finish().unwrap());
    assert_eq!(code, Some(1), "{out}{errors}");
    let [name] = &names(&folder)[..] else { panic!("{:?}: {out}{errors}", names(&folder)) };
    assert!(out.starts_with("proven: x wins, ") && out.trim_end().ends_with(name), "{out}");
    assert!(errors.contains("/dev/full: expected a file that can be written: No space left"));
    assert!(errors.trim_end().ends_with(name) && errors.lines().count() == 1, "{errors}");
    let verified = tengen(&folder, &["verify", name]).finish().unwrap();
    assert_eq!(said(&verified).0, Some(0));
    // Where nothing else takes it either, that is said.
    let mut command = tengen(Path::new("/proc"), &["prove", "--size", "3", "--k", "3"]);
    command.args(["--claim", "x holds", "--out", "/dev/full"]).env("TMPDIR", "/proc");
    let (code, out, errors) = said(&command.finish().unwrap());
    assert!(code == Some(1) && out.starts_with("proven: x holds, "), "{out}{errors}");
    assert!(errors.contains("; no other folder took the proof"), "{errors}");
}

/// A false claim is refuted by its opposite, where that is cheap; no file is written that shows
/// something else than what was asked for.
#[test]
fn a_claim_is_refuted_by_its_opposite() {
    let folder = folder("proof-opposite");
    let small = ["--size", "5", "--k", "5"];
    let threats = ["--moves", "h8 a1 i8 a3 i9 c1"];
    for (game, claim, opposite) in
        [(&small[..], "x wins", "o holds"), (&threats[..], "o holds", "x wins")]
    {
        let limits = ["--nodes", "1000000", "--out", "it.proof", "--claim", claim];
        let mut command = tengen(&folder, &[&["prove"], game, &limits[..]].concat());
        let (code, out, errors) = said(&command.finish().unwrap());
        assert_eq!(code, Some(1), "{out}{errors}");
        let begin = format!("refuted: {claim}, because {opposite}: ");
        assert!(out.starts_with(&begin) && out.lines().count() == 1, "{out}");
        let expected = format!("it.proof: not written, for {claim} is false; --claim '{opposite}'");
        assert!(errors.contains(&expected) && errors.lines().count() == 1, "{errors}");
        assert!(names(&folder).is_empty(), "{:?}", names(&folder));
        // What is said there is so.
        let mut command = tengen(&folder, &[&["prove"], game].concat());
        command.args(["--claim", opposite, "--out", "it.proof"]);
        assert_eq!(said(&command.finish().unwrap()).0, Some(0));
        let verified = tengen(&folder, &["verify", "it.proof"]).finish().unwrap();
        assert!(said(&verified).1.starts_with(&format!("proven: it.proof: {opposite}, ")));
        fs::remove_file(folder.join("it.proof")).unwrap();
    }
}

#[test]
fn memory_that_is_not_there_is_refused() {
    let folder = folder("proof-memory");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/proofs/true-caro.proof");
    let verify = ["verify", "--memory", "1000000", file.to_str().unwrap()];
    for command in [&verify[..], &["prove", "--size", "3", "--k", "3", "--memory", "1000000"]] {
        let (code, out, errors) = said(&tengen(&folder, command).finish().unwrap());
        // A machine that has it may use it.
        let is_told = errors.starts_with("tengen: --memory: 1000000: expected ");
        assert!(code == Some(0) || code == Some(2) && is_told, "{code:?} {out}{errors}");
        assert!(errors.lines().count() <= 1, "{errors}");
    }
}

#[test]
fn a_check_ends_in_time() {
    let folder = folder("proof-time");
    let solved = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/proofs/solved/gomoku-15x15.proof.gz");
    let begun = Instant::now();
    let mut command = tengen(&folder, &["verify", "--time", "2s", solved.to_str().unwrap()]);
    let (code, out, errors) = said(&command.finish().unwrap());
    assert_eq!(code, Some(3), "{out}{errors}");
    assert!(out.starts_with("undecided: ") && out.contains(": stopped after 2 s, "), "{out}");
    assert!(out.ends_with(": expected more with --time\n"), "{out}");
    // A pipe that says nothing.
    let mut command = tengen(&folder, &["verify", "--time", "1", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let silent = child.stdin.take();
    let (code, out, _) = said(&child.finish().unwrap());
    drop(silent);
    assert_eq!(code, Some(3));
    let expected = "undecided: standard input: stopped after 1 s, not all of it was read: \
                    expected more with --time\n";
    assert_eq!(out, expected);
    assert!(begun.elapsed() < LIMIT);
    let (code, _, errors) =
        said(&tengen(&folder, &["verify", "--time", "soon", "x"]).finish().unwrap());
    assert!(code == Some(2) && errors.starts_with("tengen: --time: soon: expected "), "{errors}");
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// What standard input says to the checker.
fn piped(folder: &Path, bytes: &[u8]) -> (Option<i32>, String, String) {
    let mut command = tengen(folder, &["verify", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It need not listen to the end.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    said(&child.finish().unwrap())
}

#[test]
fn whatever_is_read_has_bounds_and_is_shown_as_text() {
    let folder = folder("proof-burdens");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/proofs/true-caro.proof");
    let good = fs::read(file).unwrap();
    let (code, out, _) = piped(&folder, &packed(&good));
    assert_eq!(code, Some(0));
    assert_eq!(out, "proven: standard input: x wins, 3 nodes, 7 replies\n");
    let text = String::from_utf8(good).unwrap();
    let empty = [text.as_bytes(), &vec![b'\n'; 20 << 20]].concat();
    let comment = [text.as_bytes(), "# hello\n".repeat(3 << 20).as_bytes()].concat();
    let long = [text.as_bytes(), b"# \xc3\x28\x1b[2J", &vec![b'a'; 1 << 18]].concat();
    for (bytes, expected) in [
        (packed(&empty), "at most 16777216 bytes of comments and empty lines"),
        (comment, "at most 16777216 bytes of comments and empty lines"),
        (long, "at most 131072 bytes in a line"),
        (
            text.replace('\n', "\r\n").into_bytes(),
            "line 1: tengen-proof 1\\r: expected the line to end with a line feed (LF) alone",
        ),
        (packed(text.as_bytes())[..20].to_vec(), "expected a file that can be read"),
        (b"\x89PNG\x1b[2J\xff\n".to_vec(), "line 1: \\x89PNG\\x1b[2J\\xff"),
    ] {
        let (code, out, errors) = piped(&folder, &bytes);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
        assert!(!errors.trim_end().contains(|letter: char| letter.is_control()), "{errors:?}");
    }
}
