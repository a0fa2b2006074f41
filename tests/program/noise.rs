//! Lines for a program to stumble over, reproducible from a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Makes lines, every other one sensible and the rest broken.
pub struct Noise {
    stream: ChaCha8Rng,
    /// Lines of the protocol besides those that every protocol here has.
    own: &'static [&'static str],
}

/// A line, without its end, and what is expected of it.
pub struct Line {
    pub bytes: Vec<u8>,
    /// Whether the program owes an answer for it: a move or a count.
    pub is_go: bool,
    /// Whether it is a question that has a response.
    pub is_query: bool,
}

/// Lines without numbers or squares, each as likely as a whole family below.
const PLAIN: [&str; 18] = [
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "stop",
    "ponderhit",
    "debug on",
    "debug off",
    "d",
    "eval",
    "patterns",
    "moves",
    "help",
    "# a comment",
    "",
    "bench",
    "prove x wins nodes 50",
    "go",
];

/// What UGI has besides.
pub const UGI: &[&str] = &[
    "ugi",
    "uginewgame",
    "query gameover",
    "query p1turn",
    "query p2turn",
    "query result",
    "query fen",
    "query engine",
    "query islegal h8",
    "query islegal *b2",
    "query islegal nothing",
    "query",
    "query unknown",
    "go p1time 5 p2time 5 p1inc 0 p2inc 0",
    "setoption name Clear Hash value true",
];

const VARIANTS: [&str; 12] = [
    "tictactoe",
    "gomoku",
    "gomoku19",
    "gomoku20",
    "gomoku20x15",
    "gomoku30x20",
    "gomoku40x30",
    "standard",
    "renju",
    "caro",
    "caro-overline",
    "destroy",
];

/// Boards with something on them: wins, draws, fouls, foreign forms.
const BOARDS: [&str; 12] = [
    "3/3/3 x k=3",
    "xox/oxo/1x1 o k=3",
    "xox/xoo/oxx x k=3",
    "xxx/oo1/3 o k=3",
    "15/15/15/15/15/7x7/7x7/15/8xx5/15/15/15/15/15/15 x rule=renju",
    "15/15/15/15/15/15/4xxxx1xx4/15/15/15/15/15/15/15/15 x rule=renju",
    "X2o3/2x4/oOx4/7/7/7/7 o k=4 rule=freestyle destroy=1,2",
    "7/7/2xx3/2oo3/7/7 x k=4",
    "40/40/40/40/40/19x20/40/40/40/40/40/40/40/40/40/40/40/40/40/40 o k=9",
    "6 7 4 7/7/7/3X3/3O3/7 x 2",
    "3/3/3[PPPPPpppp] w - - 0 1",
    "8/8/8/3xo3/3ox3/8/8/8 x k=5 rule=caro last=d4",
];

const PLAYERS: [&str; 8] = [
    "engine",
    "engine",
    "random",
    "fivestage",
    "linecount",
    "alphabeta",
    "scoretable",
    "runlength",
];

impl Noise {
    /// Lines of the native protocol, and these.
    pub fn new(seed: u64, own: &'static [&'static str]) -> Noise {
        Noise { stream: ChaCha8Rng::seed_from_u64(seed), own }
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.stream.next_u64() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// The next line: sensible, damaged or without any sense.
    pub fn line(&mut self) -> Line {
        loop {
            let sensible = self.sensible();
            let bytes = match self.below(8) {
                0..4 => sensible.into_bytes(),
                4..7 => self.damaged(sensible.into_bytes()),
                _ => self.senseless(),
            };
            let first = words(&bytes).next().unwrap_or_default();
            let (is_go, is_query) = (first == b"go", first == b"query");
            if first != b"quit" && is_harmless(&bytes) {
                return Line { bytes, is_go, is_query };
            }
        }
    }

    fn sensible(&mut self) -> String {
        if !self.own.is_empty() && self.below(3) == 0 {
            return self.pick(self.own).to_owned();
        }
        match self.below(6) {
            0 => self.pick(&PLAIN).to_owned(),
            1 => self.option(),
            2 | 3 => self.position(),
            _ => self.go(),
        }
    }

    fn option(&mut self) -> String {
        let (name, value) = match self.below(12) {
            0 | 1 => ("Variant", self.pick(&VARIANTS).to_owned()),
            2 => ("Width", self.below(42).to_string()),
            3 => ("Height", self.below(42).to_string()),
            4 => ("WinLength", self.below(11).to_string()),
            5 => ("Rule", self.pick(&["auto", "freestyle", "renju", "caro"]).to_owned()),
            6 => ("Destroy", self.pick(&["auto", "0", "1", "9"]).to_owned()),
            7 | 8 => ("Player", self.pick(&PLAYERS).to_owned()),
            9 => ("Hash", (1 + self.below(20)).to_string()),
            10 => ("MultiPV", (1 + self.below(5)).to_string()),
            _ => {
                let name = self.pick(&["Ponder", "AB Cut", "AB Hash", "UCI_ShowWDL", "Seed"]);
                (name, self.pick(&["true", "false", "7"]).to_owned())
            }
        };
        format!("setoption name {name} value {value}")
    }

    fn position(&mut self) -> String {
        let start = match self.below(3) {
            0 => format!("position fen {}", self.pick(&BOARDS)),
            _ => "position startpos".to_owned(),
        };
        let count = self.below(14);
        if count == 0 {
            return start;
        }
        // Mostly different squares, on small boards and on usual ones.
        let side = [3, 7, 15][self.below(3)];
        let moves: Vec<String> = (0..count).map(|_| self.square(side)).collect();
        format!("{start} moves {}", moves.join(" "))
    }

    fn square(&mut self, side: usize) -> String {
        let mark = if self.below(40) == 0 { "*" } else { "" };
        let column = char::from(b'a' + self.below(side) as u8);
        format!("{mark}{column}{}", 1 + self.below(side))
    }

    fn go(&mut self) -> String {
        let limits: Vec<String> = (0..=self.below(2)).map(|_| self.limit()).collect();
        format!("go {}", limits.join(" "))
    }

    fn limit(&mut self) -> String {
        match self.below(10) {
            0 => format!("depth {}", 1 + self.below(3)),
            1 => format!("nodes {}", 1 + self.below(400)),
            2 => format!("movetime {}", self.below(4)),
            3 => format!("wtime {} btime {}", self.below(40), self.below(40)),
            4 => "winc 1 binc 2 movestogo 3 btime -5".to_owned(),
            5 => format!("searchmoves {} {}", self.square(3), self.square(3)),
            6 => format!("mate {}", 1 + self.below(3)),
            7 => "infinite".to_owned(),
            8 => "ponder".to_owned(),
            _ => format!("perft {}", 1 + self.below(2)),
        }
    }

    /// The line after one to four small accidents.
    fn damaged(&mut self, mut line: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.below(4) {
            let place = self.below(line.len() + 1);
            match self.below(7) {
                0 => line.truncate(place),
                1 => line.insert(place, self.byte()),
                2 if place < line.len() => line[place] = self.byte(),
                3 if place < line.len() => drop(line.remove(place)),
                4 => {
                    let odd =
                        self.pick(&["-1", "99999999999999999999", "é", "\u{202e}", "\t", "/"]);
                    line.splice(place..place, odd.bytes());
                }
                5 => {
                    let other = self.sensible().into_bytes();
                    line.truncate(place);
                    line.extend(&other[self.below(other.len() + 1)..]);
                }
                _ => line.extend(line.clone()),
            }
        }
        line
    }

    fn senseless(&mut self) -> Vec<u8> {
        (0..self.below(80)).map(|_| self.byte()).collect()
    }

    /// Any byte that does not end a line.
    fn byte(&mut self) -> u8 {
        match self.below(256) as u8 {
            b'\n' => b'\0',
            byte => byte,
        }
    }
}

/// The words of a line as the protocol has them: a byte order mark before and
/// carriage returns behind it are no part of it.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut line = line;
    while let Some(rest) = line.strip_prefix("\u{feff}".as_bytes()) {
        line = rest;
    }
    while let Some(rest) = line.strip_suffix(b"\r") {
        line = rest;
    }
    line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty())
}

/// Whether carrying it out leaves the rest of the machine alone: no file is
/// written and no gigabytes are taken.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
    let is_large = text.contains("hash") && text.split_whitespace().any(|word| digits(word) > 2);
    !text.contains("logfile") && !is_large
}

#[test]
fn noise_is_half_sensible_and_repeats() {
    let lines = |seed| {
        let mut noise = Noise::new(seed, &[]);
        (0..2000).map(|_| noise.line().bytes).collect::<Vec<_>>()
    };
    assert_eq!(lines(1), lines(1));
    assert_ne!(lines(1), lines(2));
    assert!(lines(1).iter().all(|line| !line.contains(&b'\n')));
    let known = ["uci", "isready", "setoption", "position", "go", "stop", "d", "eval", "debug"];
    let is_known = |line: &&Vec<u8>| {
        words(line).next().is_some_and(|word| known.iter().any(|known| known.as_bytes() == word))
    };
    let share = lines(1).iter().filter(is_known).count();
    assert!((1000..1900).contains(&share), "{share} of 2000");
}
