//! Files as proofs: line by line, within bounds, and with the line of every fault.

use std::fmt;
use std::io::{self, BufRead, Read};

use thiserror::Error;

use crate::game::problem::shown;
use crate::game::{Position, Problem, Rule, Setup, Size, Square, SquareSet, Symmetry, Variant};

use super::file::{Claim, Goal, Proof, ProofNode, Reference, Reply, Then};

/// Longest line, in bytes: a node of the largest board with all replies has a third.
const LONGEST_LINE: u64 = 1 << 17;
/// The largest number of nodes, and of references and pairs together: about two gigabytes.
const MOST: (usize, usize) = (1 << 25, 1 << 27);
/// The largest number of bytes of comments and empty lines, which are read and mean nothing.
const MOST_SKIPPED: u64 = 1 << 24;
/// Longest piece of a file that an error shows, in characters.
const SHOWN: usize = 60;

/// A line of a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLine(pub u64);

impl fmt::Display for FileLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.0)
    }
}

/// Why a file is no proof.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("{}: expected a file that can be read", shown(&.0.to_string(), SHOWN))]
    Io(io::Error),
    /// A line is wrong.
    #[error("{0}")]
    Wrong(Problem<FileLine>),
}

// Its words are among ours: as a source it would be told twice.
impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Io(error)
    }
}

/// A word that is wrong, and what should stand there.
struct Fault {
    text: String,
    expected: String,
}

impl Fault {
    fn new(text: &str, expected: impl Into<String>) -> Fault {
        Fault { text: text.to_owned(), expected: expected.into() }
    }
}

/// Reads a proof, in time that grows with the length of the file.
///
/// # Errors
/// The first line that is wrong.
pub fn read(reader: &mut impl BufRead) -> Result<Proof, FileError> {
    let mut lines = FileLines { reader, number: 0, bytes: Vec::new() };
    let head = |line: Option<&str>| match line {
        Some("tengen-proof 1") => Ok(()),
        other => Err(Fault::new(other.unwrap_or_default(), "tengen-proof 1")),
    };
    lines.next(head)?;
    let position = lines.next(|line| read_position(line.unwrap_or_default()))?;
    let claim = lines.next(|line| {
        let line = line.unwrap_or_default();
        let claim = line.strip_prefix("claim ").and_then(Claim::parse);
        claim.ok_or_else(|| {
            Fault::new(line, "claim x wins, claim o wins, claim x holds or claim o holds")
        })
    })?;

    let mut nodes =
        Nodes { proof: Proof::new(position, claim), replies: Vec::new(), pairs: Vec::new() };
    // The line of the last node, and whether it has no move.
    let mut last: Option<(u64, Option<Square>)> = None;
    let mut skipped = 0_u64;
    while lines.fill()? {
        let number = lines.number;
        let bytes = lines.bytes.len() as u64 + 1;
        lines.judge(|line| {
            let line = line.unwrap_or_default();
            if line.is_empty() || line.starts_with('#') {
                skipped += bytes;
                let expected =
                    || format!("at most {MOST_SKIPPED} bytes of comments and empty lines");
                return if skipped <= MOST_SKIPPED {
                    Ok(())
                } else {
                    Err(Fault::new(line, expected()))
                };
            }
            let node = match last {
                Some((_, None)) => Err(Fault::new(line, "no node after -, which is the root")),
                _ => nodes.read_node(line),
            };
            last = Some((number, node?));
            Ok(())
        })?;
    }
    let prover_moves = nodes.proof.position.side() == claim.prover;
    let fault = match last {
        None => (lines.number + 1, Fault::new("", "a node, as in h8 or h8 i9:12 *:31")),
        Some((line, None)) if prover_moves => {
            (line, Fault::new("-", "a move of the prover, who is to move in the position"))
        }
        Some((line, Some(square))) if !prover_moves => {
            (line, Fault::new(&square.to_string(), "- in the root, for the opponent is to move"))
        }
        Some(_) => return Ok(nodes.proof),
    };
    Err(wrong(fault.0, fault.1))
}

fn wrong(line: u64, Fault { text, expected }: Fault) -> FileError {
    FileError::Wrong(Problem::new(FileLine(line), shown(&text, SHOWN), shown(&expected, 3 * SHOWN)))
}

/// The lines of a file, none kept longer than it is looked at.
struct FileLines<'a, R> {
    reader: &'a mut R,
    /// The number of the last line that was read, from 1.
    number: u64,
    bytes: Vec<u8>,
}

impl<R: BufRead> FileLines<'_, R> {
    /// Reads the next line; `false` at the end of the file.
    fn fill(&mut self) -> Result<bool, FileError> {
        self.bytes.clear();
        self.reader.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.is_empty() {
            return Ok(false);
        }
        self.number += 1;
        if self.bytes.last() == Some(&b'\n') {
            self.bytes.pop();
        } else if self.bytes.len() as u64 > LONGEST_LINE {
            let begin = self.bytes[..SHOWN].escape_ascii().to_string();
            let expected = format!("at most {LONGEST_LINE} bytes in a line");
            return Err(wrong(self.number, Fault::new(&begin, expected)));
        }
        Ok(true)
    }

    /// Shows the line that was read last, `None` for none.
    fn judge<T>(
        &self,
        judge: impl FnOnce(Option<&str>) -> Result<T, Fault>,
    ) -> Result<T, FileError> {
        let said = match std::str::from_utf8(&self.bytes) {
            Ok(line) if line.ends_with('\r') => Err(Fault::new(
                line,
                "the line to end with a line feed (LF) alone, not with carriage return and line feed (CRLF)",
            )),
            Ok(line) => judge(Some(line)),
            Err(error) => {
                let rest = &self.bytes[error.valid_up_to()..];
                Err(Fault::new(&rest[..rest.len().min(SHOWN)].escape_ascii().to_string(), "UTF-8"))
            }
        };
        said.map_err(|fault| wrong(self.number.max(1), fault))
    }

    /// Reads a line of the head, which must be there, and shows it.
    fn next<T>(
        &mut self,
        judge: impl FnOnce(Option<&str>) -> Result<T, Fault>,
    ) -> Result<T, FileError> {
        if self.fill()? {
            return self.judge(judge);
        }
        judge(None).map_err(|fault| wrong(self.number + 1, fault))
    }
}

/// Reads `position` and a native position, a game that goes on.
fn read_position(line: &str) -> Result<Position, Fault> {
    const FORM: &str =
        "position, rows, side, k= and rule=, as in position 3/1x1/3 o k=3 rule=freestyle";
    let text = line.strip_prefix("position ").ok_or_else(|| Fault::new(line, FORM))?;
    let words: Vec<&str> = text.split(' ').collect();
    let [_rows, _side, fields @ ..] = words.as_slice() else { return Err(Fault::new(line, FORM)) };
    for field in fields {
        let is_rule = |rule: Rule| field.strip_prefix("rule=") == Some(rule.name());
        let is_known = field.starts_with("k=")
            || *field == "destroy=0,0"
            || Rule::ALL.into_iter().any(is_rule);
        if !is_known {
            return Err(Fault::new(
                field,
                "k=, rule= with a rule, or destroy=0,0, after single blanks",
            ));
        }
    }
    if ["k=", "rule="].iter().any(|name| !fields.iter().any(|field| field.starts_with(name))) {
        return Err(Fault::new(line, FORM));
    }
    // The defaults are never asked: every field stands there.
    let defaults = Variant {
        rule: Rule::Freestyle,
        size: Size::new(3, 3).map_err(|error| Fault::new(text, error.to_string()))?,
        k: 3,
        destroy: 0,
    };
    let position = Setup::parse(text, &defaults).and_then(|setup| setup.build());
    let position =
        position.map_err(|error| Fault::new(error.offending(), error.expected().to_string()))?;
    let is_converted = |square| position.at(square).is_some_and(|stone| stone.converted);
    if position.occupied().iter().any(is_converted) {
        return Err(Fault::new(text, "x and o only, no converted stones"));
    }
    if position.is_over() {
        return Err(Fault::new(text, "a game that goes on"));
    }
    Ok(position)
}

/// The nodes read so far, and room for the next one.
struct Nodes {
    proof: Proof,
    replies: Vec<Reply>,
    pairs: Vec<[Square; 2]>,
}

impl Nodes {
    /// Reads a node and adds it; returns its square.
    fn read_node(&mut self, line: &str) -> Result<Option<Square>, Fault> {
        if self.proof.len() >= MOST.0 {
            return Err(Fault::new(line, format!("at most {} nodes", MOST.0)));
        }
        let mut words = line.split(' ');
        let square = match words.next() {
            Some("-") => None,
            word => Some(self.square(word.unwrap_or_default())?),
        };
        let mut words = words.peekable();
        let Claim { prover, goal } = self.proof.claim;
        if let Some(&word @ ("pairs" | "potential")) = words.peek() {
            if goal == Goal::Wins || self.proof.position.rule().has_fouls(prover) {
                let expected = "references: only who holds and has no forbidden points may do so";
                return Err(Fault::new(word, expected));
            }
            words.next();
            if word == "pairs" {
                self.read_pairs(words)?;
                self.proof.push(ProofNode { square, then: Then::Pairs(&self.pairs) });
            } else if let Some(word) = words.next() {
                return Err(Fault::new(word, "the end of the line"));
            } else {
                self.proof.push(ProofNode { square, then: Then::Potential });
            }
        } else {
            let others = self.read_replies(words)?;
            let listed = &self.replies;
            self.proof.push(ProofNode { square, then: Then::Replies { listed, others } });
        }
        if self.proof.links() > MOST.1 {
            return Err(Fault::new(line, format!("at most {} references and pairs", MOST.1)));
        }
        Ok(square)
    }

    /// Reads references into `replies`, and returns the one for all other replies.
    fn read_replies<'a>(
        &mut self,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<Option<Reference>, Fault> {
        self.replies.clear();
        let mut seen = SquareSet::EMPTY;
        let mut others = None;
        for word in words {
            let (reply, next) = word.split_once(':').ok_or_else(|| {
                Fault::new(word, "a reference such as i9:12, i9:12/5 or *:31, pairs or potential")
            })?;
            let next = self.reference(next)?;
            if reply == "*" {
                if others.replace(next).is_some() {
                    return Err(Fault::new(word, "* once"));
                }
                continue;
            }
            let square = self.square(reply)?;
            if seen.contains(square) {
                return Err(Fault::new(word, "each reply once"));
            }
            seen.insert(square);
            self.replies.push(Reply { square, next });
        }
        Ok(others)
    }

    fn read_pairs<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), Fault> {
        self.pairs.clear();
        for word in words {
            let (one, other) =
                word.split_once('-').ok_or_else(|| Fault::new(word, "a pair such as a1-b1"))?;
            self.pairs.push([self.square(one)?, self.square(other)?]);
        }
        Ok(())
    }

    /// Reads the number of an earlier node, and perhaps a symmetry: `40/5`.
    fn reference(&self, text: &str) -> Result<Reference, Fault> {
        let (node, symmetry) = text.split_once('/').unwrap_or((text, "0"));
        let count = self.proof.len();
        let node = number(node).filter(|&node| node < count).ok_or_else(|| {
            Fault::new(
                node,
                match count {
                    0 => "no reference in the first node".to_owned(),
                    count => format!("the number of an earlier node, 0 to {}", count - 1),
                },
            )
        })?;
        let size = self.proof.position.size();
        let symmetry =
            number(symmetry).and_then(|index| Symmetry::from_index(size, index)).ok_or_else(
                || Fault::new(symmetry, format!("a symmetry, 0 to {}", Symmetry::count(size) - 1)),
            )?;
        Ok(Reference { node: node as u32, symmetry })
    }

    fn square(&self, text: &str) -> Result<Square, Fault> {
        let size = self.proof.position.size();
        let square = text.parse().ok().filter(|&square| size.contains(square));
        let square = square.filter(|_| !text.bytes().any(|byte| byte.is_ascii_uppercase()));
        square.ok_or_else(|| Fault::new(text, format!("a square of the {size} board, as in a1")))
    }
}

/// A whole number without sign or leading zeros.
fn number(text: &str) -> Option<usize> {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    is_plain.then(|| text.parse().ok()).flatten()
}
