//! What a search for a proof has found out, so that it can go on later.

use std::collections::HashMap;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::square::MAX_SIDE;
use crate::game::{Position, Square};
use crate::proof::Claim;

use super::blocking;
use super::limits::ProveLimits;
use super::table::ProofTable;

/// What a file begins with; the claim and the position follow in the line.
const MAGIC: &str = "tengen prove memory 1: ";
/// Longest first line that is believed.
const LONGEST_LINE: usize = 4096;

/// The moves that were shown to win without being threats, by position and passes.
#[derive(Default)]
pub(super) struct QuietMoves(Mutex<HashMap<u64, Square>>);

impl QuietMoves {
    fn locked(&self) -> MutexGuard<'_, HashMap<u64, Square>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn keep(&self, key: u64, square: Square) {
        self.locked().insert(key, square);
    }

    pub fn get(&self, key: u64) -> Option<Square> {
        self.locked().get(&key).copied()
    }
}

/// The tables of a search for a proof of one claim about one position. They can be written
/// while it goes on, and read by the next one; what it finds is checked anew in any case.
pub struct Memory {
    heading: String,
    pub(super) blocking: Arc<ProofTable>,
    pub(super) plain: Arc<ProofTable>,
    pub(super) wins: Arc<ProofTable>,
    pub(super) quiet: Arc<QuietMoves>,
    /// How often the search for wins took up more moves.
    widened: AtomicU32,
}

impl Memory {
    /// Nothing yet, in the bytes that the limits allow.
    pub fn new(position: &Position, claim: Claim, limits: &ProveLimits) -> Memory {
        let parts = Parts::of(position, claim, limits);
        let table = |bytes| Arc::new(ProofTable::new(bytes));
        Memory {
            heading: format!("{MAGIC}{claim}, {}", position.fen()),
            blocking: table(parts.blocking),
            plain: table(parts.plain),
            wins: table(parts.wins),
            quiet: Arc::default(),
            widened: AtomicU32::new(0),
        }
    }

    pub(super) fn widened(&self) -> u32 {
        self.widened.load(Ordering::Relaxed)
    }

    /// The search for wins takes up more moves: what was disproven is so no more.
    pub(super) fn widen(&self) {
        self.wins.forget_disproofs();
        self.widened.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes all that is known.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.heading)?;
        out.write_all(&self.widened().to_le_bytes())?;
        for table in [&self.blocking, &self.plain, &self.wins] {
            table.write(out)?;
        }
        let quiet: Vec<(u64, Square)> =
            self.quiet.locked().iter().map(|(&key, &square)| (key, square)).collect();
        out.write_all(&(quiet.len() as u64).to_le_bytes())?;
        for (key, square) in quiet {
            out.write_all(&key.to_le_bytes())?;
            out.write_all(&[square.col() as u8, square.row() as u8])?;
        }
        Ok(())
    }

    /// Takes what another search for the same proof has written.
    ///
    /// # Errors
    /// When it is about something else, or breaks off.
    pub fn fill(&self, from: &mut dyn Read) -> io::Result<()> {
        let mut line = Vec::new();
        let mut byte = [0];
        while line.len() < LONGEST_LINE {
            from.read_exact(&mut byte)?;
            if byte == *b"\n" {
                break;
            }
            line.push(byte[0]);
        }
        if line != self.heading.as_bytes() {
            let line = String::from_utf8_lossy(&line).into_owned();
            let found = line.strip_prefix(MAGIC).unwrap_or("another kind of file").to_owned();
            let expected = self.heading.strip_prefix(MAGIC).unwrap_or_default();
            let text = format!("{found}: expected what is known of {expected}");
            return Err(Error::new(ErrorKind::InvalidData, text));
        }
        let mut widened = [0; 4];
        from.read_exact(&mut widened)?;
        // More than the squares of a board mean the same.
        self.widened.store(u32::from_le_bytes(widened).min(16), Ordering::Relaxed);
        for table in [&self.blocking, &self.plain, &self.wins] {
            table.fill(from)?;
        }
        let mut count = [0; 8];
        from.read_exact(&mut count)?;
        for _ in 0..u64::from_le_bytes(count) {
            let (mut key, mut square) = ([0; 8], [0; 2]);
            from.read_exact(&mut key)?;
            from.read_exact(&mut square)?;
            let [col, row] = square.map(usize::from);
            if col.max(row) >= MAX_SIDE {
                return Err(ErrorKind::InvalidData.into());
            }
            self.quiet.keep(u64::from_le_bytes(key), Square::new(col, row));
        }
        Ok(())
    }
}

/// How many bytes each of the solvers gets.
pub(super) struct Parts {
    pub blocking: usize,
    pub plain: usize,
    /// Bytes for the search over quiet moves.
    pub wins: usize,
    /// Bytes for the searches for threats.
    pub threats: usize,
    /// Bytes for the search that is asked which move wins.
    pub advice: usize,
}

impl Parts {
    /// Divides the memory by what can be tried at all.
    pub fn of(position: &Position, claim: Claim, limits: &ProveLimits) -> Parts {
        use crate::proof::Goal;

        let all = limits.memory;
        let may_block = claim.goal == Goal::Holds
            && !position.rule().has_fouls(claim.prover)
            && position.size().area() <= blocking::LARGEST;
        let blocking = if may_block { all / 2 } else { 0 };
        let for_wins = if claim.goal == Goal::Wins { all / 8 } else { 0 };
        let (wins, threats, advice) = (for_wins, for_wins, for_wins);
        Parts { blocking, plain: all - blocking - 3 * for_wins, wins, threats, advice }
    }
}
