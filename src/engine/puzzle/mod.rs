//! Puzzles: positions in which exactly one move is right, as far as that can be shown.
//!
//! The right move of an attack is proven to win; that it is the only one is shown by a reply
//! to each other move after which no win by threats is found within a limit. For a defence
//! it is the other way round: each other move is proven to lose, and after the right one no
//! win is found.

mod answer;
mod attack;
mod defence;
mod line;

use std::sync::Arc;

use crate::eval;
use crate::game::{Color, Position, Rule, Square};
use crate::pattern::{Board, Tables};
use crate::proof::Proof;
use crate::solve::{Vcf, Vct};

pub use answer::Answer;
pub use line::{Walk, main_line};

/// What a solver has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleKind {
    /// A win by fours alone.
    Vcf,
    /// A win by threats, where fours alone do not win.
    Vct,
    /// The one move that holds against a threat to win.
    Defence,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [PuzzleKind; 3] = [PuzzleKind::Vcf, PuzzleKind::Vct, PuzzleKind::Defence];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Vcf => "vcf",
            PuzzleKind::Vct => "vct",
            PuzzleKind::Defence => "defence",
        }
    }

    /// The kind of that name.
    pub fn of_name(name: &str) -> Option<PuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// How hard is looked before something is called right or wrong.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleLimits {
    /// Least number of moves that the winner makes.
    pub min_moves: u16,
    /// Positions of the search for threats that finds a puzzle.
    pub search: u64,
    /// Positions of the search for another win: after each other move and a reply to it.
    pub other: u64,
    /// Positions in which quiet moves, too, are tried to win: after each of the few best
    /// other moves, and after the right defence.
    pub prove: u64,
    /// Most nodes of a proof.
    pub file_nodes: usize,
}

impl Default for PuzzleLimits {
    fn default() -> PuzzleLimits {
        PuzzleLimits { min_moves: 2, search: 8_000, other: 4_000, prove: 12_000, file_nodes: 600 }
    }
}

/// What the winner of the longest line in a proof has to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sights {
    /// Moves of the winner, the last one included.
    pub moves: u16,
    /// Those that make a four.
    pub fours: u16,
    /// Those that make an open three and no four.
    pub threes: u16,
    /// Those that do neither, and complete no line.
    pub quiet: u16,
}

/// What was looked at to say that there is no other right move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Other moves that were looked at; those far from every stone are not.
    pub moves: u32,
    /// Those after which the opponent even wins, by fours or at once. (Of a defence: all.)
    pub lost: u32,
    /// Positions of a search for threats that found no win, after each of the others.
    pub nodes: u64,
    /// Positions of a search that tries quiet moves, too, and found none.
    pub proven: u64,
}

/// A position in which one move is right.
pub struct Puzzle {
    /// The side to move has to find it.
    pub position: Position,
    /// What has to be found.
    pub kind: PuzzleKind,
    /// The right move.
    pub solution: Square,
    /// For an attack the proof that it wins. For a defence the strategy of the opponent, as
    /// [`only_defence`](crate::prove::only_defence) makes it.
    pub proof: Proof,
    /// The longest line in the proof, the winner's moves and the replies by turns; of a
    /// defence it begins with a wrong move.
    pub line: Vec<Square>,
    /// What is in that line.
    pub sights: Sights,
    /// Other moves that look as if they were right: fours and threes, or what a defence
    /// might try.
    pub false_tries: Vec<Square>,
    /// How sure it is that no other move is right.
    pub shown: Shown,
}

impl Puzzle {
    /// How hard it is, 1 to 9: by the moves, threes and quiet moves of the longest line, and
    /// by what else looks right.
    pub fn grade(&self) -> u8 {
        let Sights { moves, threes, quiet, .. } = self.sights;
        let tries = self.false_tries.len().min(15) as u16 / 3;
        let points = moves + threes + 3 * quiet + tries;
        ((points + 1) / 3).clamp(1, 9) as u8
    }
}

/// Memory for the tree of threats, in bytes.
const VCT_BYTES: usize = 16 << 20;
/// Memory of a proof search, in bytes.
const PROVE_BYTES: usize = 32 << 20;
/// Fours tried to find a win by fours.
const VCF_NODES: u64 = 2_000;

/// Finds puzzles in positions of one game; keep one for many positions.
pub struct Cutter {
    rule: Rule,
    k: u8,
    tables: Arc<Tables>,
    vcf: Vcf,
    vct: Vct,
}

impl Cutter {
    /// A cutter for games with that rule and that length of a line.
    pub fn new(rule: Rule, k: u8) -> Cutter {
        let tables = eval::tables(rule, k);
        Cutter { rule, k, tables, vcf: Vcf::new(), vct: Vct::new(VCT_BYTES) }
    }

    /// Whether positions of that game can be looked at.
    pub fn knows(&self, position: &Position) -> bool {
        let has_conversions = Color::ALL.into_iter().any(|color| position.conversions(color) > 0);
        (self.rule, self.k) == (position.rule(), position.variant().k) && !has_conversions
    }

    /// The puzzle in a position, if there is one of these kinds. `stop` is polled now and
    /// then; `true` ends the search without a puzzle. The same position gives the same one.
    pub fn cut(
        &mut self,
        position: &Position,
        kinds: &[PuzzleKind],
        limits: &PuzzleLimits,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Puzzle> {
        if position.is_over() || !self.knows(position) {
            return None;
        }
        self.vcf.clear();
        self.vct.clear();
        let tables = Arc::clone(&self.tables);
        let mut board = Board::new(position.clone(), &tables);
        let is_quick = Color::ALL.iter().any(|&color| !board.patterns().fives(color).is_empty());
        if is_quick {
            // Whoever can complete a line or must stop one has nothing to find.
            return None;
        }
        let mut look = Look { cutter: self, limits, stop, hint: None };
        if let Some(attack) = look.attack(&mut board) {
            let is_wanted = kinds.contains(&attack.kind) && attack.moves >= limits.min_moves;
            return is_wanted.then(|| look.only_attack(&mut board, &attack)).flatten();
        }
        let is_wanted = kinds.contains(&PuzzleKind::Defence) && !stop();
        is_wanted.then(|| look.only_defence(&mut board)).flatten()
    }
}

/// One position being looked at.
struct Look<'a> {
    cutter: &'a mut Cutter,
    limits: &'a PuzzleLimits,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The reply that held last: likely to hold again.
    hint: Option<Square>,
}
