//! What earlier parts of the search found out about moves.
//!
//! A move that refutes one position often refutes others like it: by itself (the history
//! heuristic, Schaeffer 1983), at the same ply (killers, CPW Killer Heuristic), or after
//! the same move of the opponent (counter-moves, Uiterwijk 1992).

use crate::game::square::SQUARES;
use crate::game::{ByColor, Color, Move};
use crate::value::{Depth, Ply};

/// Largest magnitude of a history value.
const MAX: i32 = 8192;

/// The deepest ply with killers of its own.
const PLIES: usize = 256;

/// How often moves refuted something.
pub struct History {
    quiet: ByColor<Box<[i16]>>,
    killers: Box<[[Option<Move>; 2]]>,
    counter: ByColor<Box<[Option<Move>]>>,
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

impl History {
    /// A history without memories.
    pub fn new() -> History {
        let quiet = || vec![0; SQUARES].into_boxed_slice();
        let counter = || vec![None; SQUARES].into_boxed_slice();
        History {
            quiet: ByColor::new(quiet(), quiet()),
            killers: vec![[None; 2]; PLIES].into_boxed_slice(),
            counter: ByColor::new(counter(), counter()),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = History::new();
    }

    /// Forgets what belongs to plies of the last search and halves the rest.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.quiet.0.iter_mut().flat_map(|side| side.iter_mut()).for_each(|value| *value /= 2);
    }

    /// How good the move has been, −8192..=8192.
    pub fn quiet(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.quiet[color][mv.square().index()])
    }

    /// The moves that last refuted other lines at the same ply.
    pub fn killers(&self, ply: Ply) -> [Option<Move>; 2] {
        self.killers.get(ply.index()).copied().unwrap_or_default()
    }

    /// The move that last refuted `previous`, played by the opponent of `color`.
    pub fn counter(&self, color: Color, previous: Option<Move>) -> Option<Move> {
        self.counter[color][previous?.square().index()]
    }

    /// Rewards the move that refuted a position and blames those tried before it.
    pub fn refuted(
        &mut self,
        color: Color,
        ply: Ply,
        depth: Depth,
        mv: Move,
        previous: Option<Move>,
        failed: impl Iterator<Item = Move>,
    ) {
        let depth = depth.plies();
        let bonus = (depth * depth * 8 + 32 * depth).min(1200);
        self.adjust(color, mv, bonus);
        failed.for_each(|other| self.adjust(color, other, -bonus));
        if let Some(killers) =
            self.killers.get_mut(ply.index()).filter(|moves| moves[0] != Some(mv))
        {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = previous {
            self.counter[color][previous.square().index()] = Some(mv);
        }
    }

    fn adjust(&mut self, color: Color, mv: Move, bonus: i32) {
        let value = &mut self.quiet[color][mv.square().index()];
        let old = i32::from(*value);
        // The nearer to the limit, the less a value grows: it never passes it, and what was
        // found lately outweighs what is old (CPW, History Heuristic).
        *value = (old + bonus - old * bonus.abs() / MAX) as i16;
    }
}
