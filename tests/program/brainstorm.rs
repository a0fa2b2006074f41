//! Thousands of lines of a Gomocup manager that has lost its mind: every
//! question is answered once, and nothing else is said.

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
const FEW_LINES: u64 = 4_000;
/// Seed of the lines; the environment variable `TENGEN_STORM_SEED` sets another one.
const SEED: u64 = 20_250;
/// After so many lines the program has to catch up.
const GUST: u64 = 100;

/// Makes lines, most of them sensible.
struct Manager(ChaCha8Rng);

/// Lines that belong together, without the end of the last one.
struct Talk {
    bytes: Vec<u8>,
    /// Answers that the program owes for them.
    answers: usize,
}

impl Manager {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    fn talk(&mut self) -> Talk {
        loop {
            let mut bytes = self.sensible().into_bytes();
            if self.below(4) == 0 {
                self.damage(&mut bytes);
            }
            let text = String::from_utf8_lossy(&bytes).to_ascii_uppercase();
            let mut words = text.split([' ', '\t']).filter(|word| !word.is_empty());
            let first = words.next().unwrap_or_default();
            let answers = match first {
                "" | "INFO" => 0,
                // It would leave.
                "END" => continue,
                "BOARD" | "SWAP2BOARD" => {
                    if !words.any(|word| word == "DONE") {
                        bytes.extend_from_slice(b"\nDONE");
                    }
                    1
                }
                // What belongs to another dialect is not meant here.
                "START" if words.count() > 1 => continue,
                _ if first.starts_with("YX") || first.starts_with("STOP") => continue,
                _ => 1,
            };
            return Talk { bytes, answers };
        }
    }

    fn point(&mut self) -> String {
        let side = [5, 9, 15, 22][self.below(4)];
        format!("{},{}", self.below(side), self.below(side))
    }

    fn sensible(&mut self) -> String {
        match self.below(16) {
            0 => format!("START {}", self.pick(&["5", "6", "9", "15", "20", "40", "3", "41"])),
            1 => format!("RECTSTART {}", self.pick(&["5,9", "20,10", "7,5", "40,30", "2,9", "9"])),
            2 => self.pick(&["RESTART", "ABOUT", "BEGIN", "DONE", "hello", "uci"]).to_owned(),
            3..=7 => format!("TURN {}", self.point()),
            8 => format!("TAKEBACK {}", self.point()),
            9 => format!("PLAY {}", self.point()),
            10 | 11 => self.board(),
            12 => self.opening(),
            _ => self.info(),
        }
    }

    fn board(&mut self) -> String {
        let count = self.below(60);
        let gap = self.pick(&["\n", " "]).to_owned();
        let mut line = "BOARD".to_owned();
        for index in 0..count {
            let who = if self.below(20) == 0 { 3 } else { 1 + (count - index) % 2 };
            line = format!("{line}{gap}{},{who}", self.point());
        }
        format!("{line}{gap}DONE")
    }

    fn opening(&mut self) -> String {
        let points: Vec<String> = (0..self.below(6)).map(|_| self.point()).collect();
        format!("SWAP2BOARD {} DONE", points.join(" "))
    }

    fn info(&mut self) -> String {
        let number = self.below(60).to_string();
        match self.below(12) {
            0..4 => format!("INFO rule {}", self.pick(&["0", "1", "2", "4", "8", "9", "12"])),
            4 => format!("INFO timeout_turn {}", self.pick(&["0", "5", "10", "20"])),
            5 => format!("INFO time_left {}", self.pick(&["-5", "0", "50", "2147483647"])),
            6 => format!("INFO max_node {number}"),
            7 => format!("INFO max_depth {}", self.pick(&["0", "1", "2"])),
            8 => format!("INFO Player {}", self.pick(&["engine", "engine", "random", "runlength"])),
            9 => format!("INFO max_memory {}", self.pick(&["0", "20000000", "30000000"])),
            10 => {
                format!("INFO {} {number}", self.pick(&["Seed", "game_type", "MultiPV", "nokey"]))
            }
            _ => "INFO timeout_match 0".to_owned(),
        }
    }

    /// Changes some bytes; a block may lose its end.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len() + 1).min(bytes.len().saturating_sub(1));
            match self.below(3) {
                0 if !bytes.is_empty() => drop(bytes.remove(at)),
                1 if !bytes.is_empty() => bytes[at] = self.byte(),
                _ => {
                    let byte = self.byte();
                    bytes.insert(at, byte);
                }
            }
        }
        // One line: what would be several is no unit any more.
        bytes.retain(|&byte| byte != b'\n' && byte != b'\r' && byte != 0xef);
    }

    fn byte(&mut self) -> u8 {
        match self.below(3) {
            0 => b"0123456789,- \t"[self.below(14)],
            1 => b'A' + self.below(26) as u8,
            _ => self.below(256) as u8,
        }
    }
}

#[test]
fn a_mad_manager_gets_every_answer_once() {
    let number = |name: &str, usual| {
        env::var(name).map_or(usual, |text| text.parse().expect("a number of the environment"))
    };
    let (lines, seed) = (
        number("TENGEN_STORM_LINES", effort::of(FEW_LINES, LINES)),
        number("TENGEN_STORM_SEED", SEED),
    );
    // Shown when the test fails.
    println!("{lines} lines from seed {seed}");

    let folder = Folder::new("brainstorm");
    let mut engine = Engine::spawn(command(&folder).args(["--protocol", "gomocup"]));
    let mut manager = Manager(ChaCha8Rng::seed_from_u64(seed));
    for line in ["START 15", "INFO timeout_turn 10"] {
        engine.send(line);
    }
    let mut owed = 1;
    let mut moves = 0;
    for sent in 1..=lines {
        let Talk { mut bytes, answers } = manager.talk();
        bytes.extend(if sent % 3 == 0 { &b"\r\n"[..] } else { b"\n" });
        engine.send_bytes(&bytes);
        owed += answers;
        if sent % GUST == 0 || sent == lines {
            let mark = format!("mark-{sent}");
            engine.send(&mark);
            let mut said = engine.until(&format!("UNKNOWN command: {mark}: "));
            said.pop();
            said.retain(|line| line.strip_prefix("MESSAGE ").is_none_or(str::is_empty));
            assert_eq!(said.len(), owed, "before line {sent}: {said:#?}");
            for line in &said {
                assert!(is_answer(line), "{line}");
            }
            moves += said.iter().filter(|line| is_point(line)).count();
            owed = 0;
        }
    }
    println!("{moves} moves");
    assert!(moves as u64 > lines / 20, "{moves} moves found are no storm");

    // It is still itself.
    engine.send_bytes(b"START 15\nINFO rule 0\nINFO max_depth 1\nINFO Player engine\n");
    engine.send("BOARD 3,3,1 4,3,1 5,3,1 6,3,1 2,3,2 0,0,2 1,1,2 8,8,2 DONE");
    let said = engine.until("7,3");
    assert!(said.iter().any(|line| line == "OK"), "{said:?}");
    engine.end_input();
    assert_eq!(engine.exit_code(), Some(0));
    let complaints = fs::read_to_string(folder.complaints()).expect("its complaints are text");
    assert_eq!(complaints, "");
}

/// Whether a line is an answer of the protocol, without anything behind it.
fn is_answer(line: &str) -> bool {
    let has_text = ["ERROR ", "UNKNOWN ", "name=\""].iter().any(|start| line.starts_with(start));
    let is_plain = !line.chars().any(char::is_control) && !line.contains("crashed");
    let is_move = || line.split(' ').count() <= 3 && line.split(' ').all(is_point);
    is_plain && (has_text || line == "OK" || line == "SWAP" || is_move())
}

fn is_point(text: &str) -> bool {
    text.split_once(',').is_some_and(|pair| {
        [pair.0, pair.1]
            .iter()
            .all(|it| it.parse::<u32>().is_ok_and(|n| n < 40 && n.to_string() == **it))
    })
}
