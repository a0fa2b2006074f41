//! Thousands of lines of a board that has lost its mind: after all of them it
//! still answers, and every line it was told could be read.

use std::env;
use std::fs;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::storm::{Folder, command};
use crate::effort;
use crate::process::Engine;

/// Lines that are sent; the environment variable `TENGEN_STORM_LINES` sets another number.
const LINES: u64 = 20_000;
/// Lines of a sample.
const FEW_LINES: u64 = 3_000;
/// Seed of the lines; the environment variable `TENGEN_STORM_SEED` sets another one.
const SEED: u64 = 22_022;
/// After so many lines the program has to catch up.
const GUST: u64 = 100;

const WORDS: &[&str] = &[
    "yxshowinfo",
    "yxboard",
    "yxboard",
    "board",
    "yxnbest",
    "yxbalanceone",
    "yxbalancetwo",
    "yxbalance",
    "yxsearchdefend",
    "yxstop",
    "stop",
    "yxblock",
    "yxblockundo",
    "yxblockreset",
    "yxblockpath",
    "yxblockpathundo",
    "yxblockpathreset",
    "yxshowforbid",
    "yxhashclear",
    "yxshowhashusage",
    "yxhashdump",
    "yxhashload",
    "yxswap2step1",
    "yxswap2step2",
    "yxswap2step3",
    "yxsoosorvstep1",
    "yxsoosorvstep4",
    "yxdraw",
    "yxresign",
    "yxforbid",
    "yxprintfeature",
    "yxquerydatabaseall",
    "yxquerydatabaseone",
    "yxedittextdatabase",
    "yxdeletedatabaseall",
    "yxsetdatabase",
    "yxdbcheck",
    "reloadconfig",
    "loadmodel",
    "traceboard",
    "tracesearch",
    "turn",
    "begin",
    "takeback",
    "swap2board",
    "restart",
    "done",
    "7,7",
    "\"text\"",
];

const QUESTIONS: &[&str] = &[
    "begin",
    "turn 3,3",
    "yxnbest 2",
    "yxbalanceone 20",
    "yxbalancetwo",
    "yxsearchdefend",
    "board 3,3,2 done",
    "swap2board done",
];

const KEYS: &[&str] = &[
    "rule 0",
    "rule 1",
    "rule 2",
    "rule 4",
    "rule 6",
    "show_detail 0",
    "show_detail 1",
    "show_detail 3",
    "hash_size 1024",
    "hash_size 0",
    "hash_size x",
    "timeout_turn -1",
    "timeout_match -1",
    "timeout_turn 5",
    "timeout_match 0",
    "time_increment -3",
    "time_left 100",
    "caution_factor 3",
    "max_depth 2",
    "max_node -1",
    "pondering 1",
    "Seed 3",
    "Player random",
    "Player engine",
];

/// Makes lines, most of them sensible.
struct Mind(ChaCha8Rng);

impl Mind {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = match self.below(12) {
            0 => format!("START {}", self.pick(&["15 15", "9 6", "5", "20", "40 40", "6 5", "3"])),
            1 | 2 => format!("INFO {}", self.pick(KEYS)),
            // Nothing takes long for long.
            3 => self.pick(&["INFO max_node 30", "INFO timeout_turn 3"]).to_owned(),
            4 | 5 => self.points(),
            6 | 7 => self.pick(QUESTIONS).to_owned(),
            _ => {
                let word = self.pick(WORDS).to_owned();
                match self.below(3) {
                    0 => word,
                    1 => format!("{word} {}", self.below(60)),
                    _ => format!("{word} {}", self.points()),
                }
            }
        }
        .into_bytes();
        while self.below(4) == 0 {
            let at = self.below(line.len() + 1);
            let byte = [b',', b' ', b'-', b'0', b'9', 0, b'\t', 0xff, b'x'][self.below(9)];
            line.insert(at, byte);
        }
        line
    }

    fn points(&mut self) -> String {
        let colours = self.below(2) == 0;
        let mut text = String::new();
        for index in 0..self.below(12) {
            let who = if colours { format!(",{}", 1 + index % 2) } else { String::new() };
            text = format!("{text}{},{}{who} ", self.below(9), self.below(9));
        }
        text + self.pick(&["", "done", "DONE"])
    }
}

#[test]
fn a_mad_board_hears_nothing_it_cannot_read() {
    let number = |name: &str, usual| {
        env::var(name).map_or(usual, |text| text.parse().expect("a number of the environment"))
    };
    let (lines, seed) = (
        number("TENGEN_STORM_LINES", effort::of(FEW_LINES, LINES)),
        number("TENGEN_STORM_SEED", SEED),
    );
    // Shown when the test fails.
    println!("{lines} lines from seed {seed}");

    let folder = Folder::new("boardstorm");
    let mut engine = Engine::spawn(command(&folder).args(["--protocol", "yixin"]));
    let mut mind = Mind(ChaCha8Rng::seed_from_u64(seed));
    engine.send("START 15 15");
    let mut moves = 0;
    for sent in 1..=lines {
        let mut line = mind.line();
        // It would leave.
        if line.to_ascii_lowercase().windows(3).any(|word| word == b"end") {
            continue;
        }
        line.push(b'\n');
        engine.send_bytes(&line);
        if sent % GUST == 0 || sent == lines {
            // An analysis that is still going on, or a block: both end here.
            for end in ["INFO timeout_turn 3", "yxstop", "done", "yxstop", "about"] {
                engine.send(end);
            }
            for said in engine.until("name=") {
                assert!(is_readable(&said), "before line {sent}: {said}");
                moves += u64::from(said.starts_with(|first: char| first.is_ascii_digit()));
            }
        }
    }
    println!("{moves} moves");
    assert!(moves > lines / 50, "{moves} moves found are no storm");
    engine.end_input();
    assert_eq!(engine.exit_code(), Some(0));
    let complaints = fs::read_to_string(folder.complaints()).expect("its complaints are text");
    assert_eq!(complaints, "");
}

/// Whether the line begins with a word that boards know, or is one move or more.
fn is_readable(line: &str) -> bool {
    let starts = ["MESSAGE ", "INFO ", "FORBID ", "ERROR ", "UNKNOWN ", "name="];
    let is_point = |text: &str| {
        text.split_once(',').is_some_and(|(a, b)| {
            [a, b].iter().all(|number| number.parse::<u32>().is_ok_and(|number| number < 40))
        })
    };
    !line.chars().any(char::is_control)
        && !line.contains("crashed")
        && (starts.iter().any(|start| line.starts_with(start) && line.len() > start.len())
            || ["OK", "SWAP"].contains(&line)
            || line.split(' ').all(is_point))
}
