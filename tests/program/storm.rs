//! Thousands of lines in any order, with searches running.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::noise::{self, Noise};
use crate::effort;
use crate::process::{Engine, PATIENCE, program};

/// Lines that are sent; a protocol that shares its words with another gets a
/// part of them. The environment variable `TENGEN_STORM_LINES` sets another number.
const LINES: u64 = 24_000;
/// Lines of a sample.
const FEW_LINES: u64 = 6_000;
/// Seed of the lines; the environment variable `TENGEN_STORM_SEED` sets another one.
const SEED: u64 = 15_225;
/// After so many lines the program has to catch up.
const GUST: u64 = 100;

/// A folder for one test, gone with everything in it afterwards.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("work")).expect("temporary folders can be made");
        Folder(path)
    }

    /// Where the program works.
    fn work(&self) -> PathBuf {
        self.0.join("work")
    }

    /// Where its standard error goes.
    pub fn complaints(&self) -> PathBuf {
        self.0.join("stderr")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_storm_of_lines_does_no_harm() {
    storm("uci", &[], effort::of(FEW_LINES, LINES));
}

#[test]
fn a_storm_in_ugi_does_no_harm() {
    storm("ugi", noise::UGI, effort::of(FEW_LINES / 4, LINES / 6));
}

/// Sends lines of a protocol, those of its own among them, and more broken ones.
#[expect(clippy::print_stdout, reason = "shown when a test fails")]
fn storm(protocol: &str, own: &'static [&'static str], usual: u64) {
    let number = |name: &str, usual| {
        env::var(name).map_or(usual, |text| text.parse().expect("a number of the environment"))
    };
    let (lines, seed) = (number("TENGEN_STORM_LINES", usual), number("TENGEN_STORM_SEED", SEED));
    println!("{lines} lines of {protocol} from seed {seed}");

    let folder = Folder::new(&format!("storm-{protocol}"));
    let mut engine = Engine::spawn(command(&folder).args(["--protocol", protocol]));
    let mut noise = Noise::new(seed, own);
    let (mut questions, mut queries) = (0, 0);
    let mut said = Vec::new();
    for sent in 0..lines {
        let mut line = noise.line();
        questions += usize::from(line.is_go);
        queries += usize::from(line.is_query);
        line.bytes.extend(if sent % 3 == 0 { &b"\r\n"[..] } else { b"\n" });
        engine.send_bytes(&line.bytes);
        if sent % GUST == GUST - 1 {
            said.extend(catch_up(&mut engine, sent));
        }
    }

    // It is still itself.
    for line in
        ["setoption name UCI_Variant value native", "setoption name Variant value tictactoe"]
    {
        engine.send(line);
    }
    said.extend(catch_up(&mut engine, lines));
    engine.send("position startpos moves b2");
    engine.send("d");
    let board = engine.until("Forbidden:");
    assert!(board.iter().any(|line| line.starts_with("Fen: 3/1x1/3 o k=3")), "{board:?}");
    engine.end_input();
    said.extend(engine.rest());
    assert_eq!(engine.exit_code(), Some(0));

    let count = |start: &str| said.iter().filter(|line| line.starts_with(start)).count();
    let answers = count("bestmove ");
    let counts = count("Nodes searched: ") + count("info string perft stopped");
    assert_eq!(answers + counts, questions, "every go has one answer");
    let moves = answers - count("bestmove (none)");
    let enough = lines as usize / 24;
    assert!(moves > enough || lines < usual, "{moves} moves found are no storm");
    if protocol == "ugi" {
        assert_eq!(count("response "), queries, "every query has one response");
        let is_pair = |line: &&String| line.split(' ').count() == 2;
        let longer = said.iter().find(|line| line.starts_with("bestmove ") && !is_pair(line));
        assert_eq!(longer, None, "an answer has two words");
    }
    let crash = said.iter().find(|line| line.contains("crashed"));
    assert_eq!(crash, None);
    let odd = said.iter().find(|line| line.chars().any(char::is_control));
    assert_eq!(odd, None, "lines are one line each");
    let complaints = fs::read_to_string(folder.complaints()).expect("its complaints are text");
    assert_eq!(complaints, "");
    assert_eq!(names(&folder.work()), Vec::<String>::new(), "nothing is left behind");
}

/// The program in its folder, its complaints in a file beside it.
pub fn command(folder: &Folder) -> Command {
    let mut command = program();
    let complaints = File::create(folder.complaints()).expect("temporary files can be made");
    command.current_dir(folder.work()).stderr(complaints);
    command
}

/// Waits until every line is dealt with. Whatever runs meanwhile is told to
/// stop, again and again: some damaged lines ask for a year of thinking.
fn catch_up(engine: &mut Engine, sent: u64) -> Vec<String> {
    // Beside a search `isready` is answered at once, but its echo here is not:
    // it waits in the queue behind every `go` that waits.
    let mark = format!("no-such-command-{sent}");
    engine.send("stop");
    engine.send(&mark);
    let mut said = Vec::new();
    let deadline = Instant::now() + PATIENCE;
    loop {
        while let Some(line) = engine.within(Duration::from_millis(2)) {
            let is_mark = line.contains(&mark);
            said.push(line);
            if is_mark {
                engine.send("isready");
                said.extend(engine.until("readyok"));
                return said;
            }
        }
        assert!(Instant::now() < deadline, "line {sent}: it never caught up: {said:?}");
        engine.send("stop");
    }
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .expect("the folder is still there")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .collect()
}
