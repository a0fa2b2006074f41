//! Puzzles: positions in which exactly one move is right, as far as that can be shown.
//!
//! The right move of an attack is proven to win, and every other move is proven to lose; where a
//! few others are not, no win after them is found in a search that is far longer than the one
//! that found the puzzle. For a defence every other move is proven to lose, and after the right
//! one such a search finds no win for the opponent, or it is even proven to win. To find no win
//! proves nothing: a puzzle carries how far was looked.

mod answer;
mod attack;
mod defence;
mod line;
mod survey;

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
    /// Least number of moves that the winner makes in the longest line.
    pub min_moves: u16,
    /// Largest number of moves that the winner makes in the longest line.
    pub max_moves: u16,
    /// Positions of the search for threats that finds a puzzle.
    pub search: u64,
    /// Positions of the search for another win: after each other move and a reply to it.
    pub other: u64,
    /// The largest number of other moves of an attack that need not be proven to lose; with none
    /// the right move of a defence has to be proven to win.
    pub most_open: usize,
    /// Positions of the search of all moves that are not proven to lose, together; of a
    /// defence after the right one.
    pub searched: u64,
    /// Positions in which a proof is looked for that a move not proven to lose wins, for each of
    /// the [`BEST`] best; of a defence, that the opponent wins after the right move.
    pub proved: u64,
    /// The largest number of nodes of a proof.
    pub file_nodes: usize,
}

impl Default for PuzzleLimits {
    fn default() -> PuzzleLimits {
        PuzzleLimits {
            min_moves: 2,
            max_moves: u16::MAX,
            search: 8_000,
            other: 4_000,
            most_open: 0,
            searched: 1_000_000,
            proved: 2_000_000,
            file_nodes: 1_500,
        }
    }
}

impl PuzzleLimits {
    /// Whether the winner may make `moves` moves.
    const fn allow(&self, moves: u16) -> bool {
        self.min_moves <= moves && moves <= self.max_moves
    }
}

/// Number of the best other moves for which a proof is looked for that they win, too.
pub const BEST: usize = 8;

/// What the winner of the longest line in a proof has to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts {
    /// Moves of the winner, the last one included.
    pub moves: u16,
    /// Moves of the winner that make a four.
    pub fours: u16,
    /// Moves of the winner that make an open three and no four.
    pub threes: u16,
    /// Moves of the winner that make neither, and complete no line.
    pub quiet: u16,
}

/// A position in which one move is right.
pub struct Puzzle {
    /// The position in which the side to move has to find the solution.
    pub position: Position,
    /// What has to be found.
    pub kind: PuzzleKind,
    /// The right move.
    pub solution: Square,
    /// The proof that the solution wins; of a defence only where that was found.
    pub win: Option<Proof>,
    /// The strategy with which the opponent wins after every other move, as
    /// [`losing_moves`](crate::prove::losing_moves) makes it; nothing where the opponent
    /// completes a line at once, whatever else is played.
    pub losses: Option<Proof>,
    /// The other moves of an attack that are not proven to lose.
    pub open: Vec<Square>,
    /// The longest line in the proof, the winner's moves and the replies by turns; of a
    /// defence it begins with a wrong move.
    pub line: Vec<Square>,
    /// What is in that line.
    pub counts: MoveCounts,
    /// Other moves that look as if they were right: fours and threes, or what a defence
    /// might try.
    pub false_tries: Vec<Square>,
    /// Positions given to the open moves together, of a defence to the right one; see
    /// [`PuzzleLimits::searched`].
    pub searched: u64,
    /// Positions given to the proof for each of the open moves; see [`PuzzleLimits::proved`].
    pub proved: u64,
}

impl Puzzle {
    /// How hard the puzzle is, 1 to 9: by the moves, threes and quiet moves of the longest line,
    /// and by what else looks right, which counts less where the line is short. The points of a
    /// grade are chosen so that the puzzles of the program are spread over all of them.
    pub fn grade(&self) -> u8 {
        const MOST_POINTS: [u16; 8] = [2, 4, 6, 7, 8, 10, 12, 16];
        let MoveCounts { moves, threes, quiet, .. } = self.counts;
        let tries = (self.false_tries.len() as u16 / 3).min(5).min(moves);
        let points = moves + threes + 3 * quiet + tries;
        1 + MOST_POINTS.iter().filter(|&&most| points > most).count() as u8
    }
}

/// Memory for the tree of threats, in bytes.
const VCT_BYTES: usize = 16 << 20;
/// Memory of a proof search, in bytes.
const PROVE_BYTES: usize = 64 << 20;
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
    /// A cutter for games with the rule `rule` and lines of `k` stones.
    pub fn new(rule: Rule, k: u8) -> Cutter {
        let tables = eval::tables(rule, k);
        Cutter { rule, k, tables, vcf: Vcf::new(), vct: Vct::new(VCT_BYTES) }
    }

    /// Whether the cutter can look at positions of the game of `position`.
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
        let mut look = Look { cutter: self, limits, stop, hint: None };
        if let Some(block) = block_of(&board) {
            // Whatever else it does, it is played because it stops a line.
            let is_wanted = kinds.contains(&PuzzleKind::Defence);
            return is_wanted.then(|| look.only_block(&mut board, block)).flatten();
        }
        if limits.max_moves == 1 && board.patterns().fives(board.side()).is_empty() {
            return None;
        }
        // Wins by threats are of no use where one by fours is asked for, and take longest.
        let by_threats = kinds.iter().any(|&kind| kind != PuzzleKind::Vcf);
        if let Some(attack) = look.attack(&mut board, by_threats) {
            let is_wanted = kinds.contains(&attack.kind) && limits.allow(attack.moves);
            return is_wanted.then(|| look.only_attack(&mut board, &attack)).flatten();
        }
        let is_wanted = kinds.contains(&PuzzleKind::Defence) && !stop();
        is_wanted.then(|| look.only_defence(&mut board)).flatten()
    }
}

/// The one move that stops a line of the opponent, where the side to move cannot complete one
/// itself.
fn block_of(board: &Board<'_>) -> Option<Square> {
    let patterns = board.patterns();
    let mut fives = patterns.fives(!board.side()).iter();
    let block = fives.next()?;
    let is_only = fives.next().is_none() && patterns.fives(board.side()).is_empty();
    (is_only && !board.is_foul(block, board.side())).then_some(block)
}

/// One position being looked at.
struct Look<'a> {
    cutter: &'a mut Cutter,
    limits: &'a PuzzleLimits,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The reply that held last: likely to hold again.
    hint: Option<Square>,
}
