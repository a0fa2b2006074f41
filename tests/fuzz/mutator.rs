//! Changes by chance, reproducible from a seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Longest input, in bytes.
const LONGEST: usize = 4096;
/// Longest piece that is moved, copied or taken away.
const LONGEST_PIECE: usize = 64;
/// Numbers at which something might tip over.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "2",
    "9",
    "10",
    "15",
    "40",
    "41",
    "255",
    "65536",
    "4294967296",
    "-9223372036854775808",
    "18446744073709551616",
];

/// Makes inputs out of others.
pub struct Mutator {
    dice: ChaCha8Rng,
    /// What the texts are made of.
    tokens: &'static [&'static str],
}

impl Mutator {
    pub fn new(seed: u64, tokens: &'static [&'static str]) -> Mutator {
        Mutator { dice: ChaCha8Rng::seed_from_u64(seed), tokens }
    }

    /// A number below `limit`, which is at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.dice.next_u64() % limit.max(1) as u64) as usize
    }

    /// Changes an input a few times; pieces may come from another one.
    pub fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        for _ in 0..=self.below(5) {
            self.change_once(bytes, other);
        }
        bytes.truncate(LONGEST);
    }

    fn change_once(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = self.below(bytes.len() + 1);
        match self.below(11) {
            0 => drop(bytes.drain(self.piece(bytes.len()))),
            1 => {
                let piece = bytes[self.piece(bytes.len())].to_vec();
                insert(bytes, at, &piece.repeat(1 + self.below(8)));
            }
            2 => {
                let piece = other[self.piece(other.len())].to_vec();
                insert(bytes, at, &piece);
            }
            3 | 4 => insert(bytes, at, self.token().as_bytes()),
            5 => {
                let piece = self.piece(bytes.len());
                let token = self.token();
                bytes.splice(piece, token.bytes());
            }
            6 => self.change_number(bytes),
            7 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            8 if at < bytes.len() => bytes[at] = self.byte(),
            9 => {
                let end = self.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[end..]);
            }
            _ => {
                let byte = self.byte();
                insert(bytes, at, &[byte]);
            }
        }
    }

    /// A piece of something of that length.
    fn piece(&mut self, length: usize) -> std::ops::Range<usize> {
        let begin = self.below(length + 1);
        let most = [4, LONGEST_PIECE][self.below(2)];
        begin..(begin + self.below(most + 1)).min(length)
    }

    fn token(&mut self) -> &'static str {
        self.tokens[self.below(self.tokens.len())]
    }

    /// A byte that means something to many readers, or any.
    fn byte(&mut self) -> u8 {
        let usual = b"0123456789 \t\r\n\0\x1b\xff[](){}<>;:,./\\\"'#*-+=abhoxABXZ";
        if self.below(3) == 0 { self.below(256) as u8 } else { usual[self.below(usual.len())] }
    }

    /// Puts another number in the place of one of those in the text.
    fn change_number(&mut self, bytes: &mut Vec<u8>) {
        let starts: Vec<usize> = (0..bytes.len())
            .filter(|&at| bytes[at].is_ascii_digit())
            .filter(|&at| at == 0 || !bytes[at - 1].is_ascii_digit())
            .collect();
        if starts.is_empty() {
            return;
        }
        let begin = starts[self.below(starts.len())];
        let digits = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = match self.below(2) {
            0 => NUMBERS[self.below(NUMBERS.len())].to_owned(),
            _ => self.below(45).to_string(),
        };
        bytes.splice(begin..begin + digits, number.bytes());
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}
