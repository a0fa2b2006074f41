//! What the options say to a player.

use std::sync::Arc;

use super::level::{MOST_ELO, STRONGEST, Strength};
use crate::language::Language;
use crate::proof::Book;

/// What the options say to a player.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each option")]
pub struct Settings {
    /// Name of the player.
    pub player: String,
    /// Strength of the engine, 1..=10.
    pub level: u8,
    /// Whether the strength of the engine is `elo` instead of `level`.
    pub limit_strength: bool,
    /// Strength of the engine as a rating.
    pub elo: u32,
    /// Memory for everything the engine keeps, in mebibytes.
    pub hash_mb: usize,
    /// Number of searching threads.
    pub threads: usize,
    /// Number of best lines to report.
    pub multi_pv: usize,
    /// Seed of every random choice; 0 makes the engine deterministic.
    pub seed: u64,
    /// Time that a manager loses between clock and engine, in milliseconds.
    pub move_overhead_ms: u64,
    /// Whether the engine plays by books at full strength.
    pub plays_by_book: bool,
    /// The book of the file that the outside has named.
    pub book: Option<Arc<Book>>,
    /// `alphabeta`: whether the player cuts.
    pub ab_cut: bool,
    /// `alphabeta`: whether the player tries the moves from the centre outwards.
    pub ab_order: bool,
    /// `alphabeta`: whether the player keeps a hash table.
    pub ab_hash: bool,
    /// `alphabeta`: whether the player uses the symmetries of the board.
    pub ab_symmetry: bool,
    /// `minimax`, a mistake for teaching: whether the opponent's turns return the value of the last
    /// move instead of the best.
    pub mistake_min: bool,
    /// `fivestage`, a mistake for teaching: whether corners and edges are taken without a look at forks.
    pub mistake_corner: bool,
    /// The language in which classic players say why they moved; without one they say it in each,
    /// for people at a board.
    pub language: Option<Language>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            player: "engine".to_owned(),
            level: STRONGEST,
            limit_strength: false,
            elo: MOST_ELO,
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            seed: 0,
            move_overhead_ms: 10,
            plays_by_book: true,
            book: None,
            ab_cut: true,
            ab_order: true,
            ab_hash: true,
            ab_symmetry: true,
            mistake_min: false,
            mistake_corner: false,
            language: Some(Language::English),
        }
    }
}

impl Settings {
    /// How well the engine is to play, unless as well as it can.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength {
            Strength::of_elo(self.elo)
        } else {
            Strength::of_level(self.level)
        }
    }
}
