//! Positions of games as the numbers that a fit needs.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use arrayvec::ArrayVec;

use tengen_engine::eval::weights::is_heard;
use tengen_engine::eval::weights::{CLASSES, class};
use tengen_engine::game::{Color, Move, Position, Square, Variant};
use tengen_engine::pattern::policy::{LAST_MOVES, STEPS};
use tengen_engine::pattern::{Board, Shapes, Tables};
use tengen_engine::solve::Vcf;

use crate::datagen::file::{Game, OF_DATAGEN, Played, Reader};
use crate::quiet::is_quiet;

/// Weights of a player in two roles, and of both players where the rule tells
/// them apart: `(player * 2 + role) * CLASSES + class` numbers a weight.
pub const ROLES: usize = 2;

/// Number of distances to an earlier move that are told apart; this number itself stands for all
/// farther ones, and for a missing earlier move.
pub const NEAR: usize = (STEPS + 1) * (STEPS + 2) / 2;

/// Estimates from this on stand for wins that were seen: such positions have no moves to learn
/// from.
const DECIDED: i16 = 19_000;

/// One game in this many is kept for validation.
const VALIDATION: u32 = 16;

/// Positions in rows: what counts for their value, and how a move was chosen.
#[derive(Default)]
pub struct Samples {
    /// Weights that occur in the value of each position, and how often: negative for the side that
    /// is not to move.
    terms: Vec<(u16, i16)>,
    /// Where the terms of each position end.
    term_ends: Vec<usize>,
    /// The result of the game for the side to move, in halves: 0, 1 or 2.
    results: Vec<u8>,
    /// The score of the search, in internal units.
    scores: Vec<i16>,
    /// The stones on each board.
    stones: Vec<u16>,
    /// The candidates of all choices.
    candidates: Vec<Candidate>,
    /// Where the candidates of each choice end, and which of them was chosen.
    choices: Vec<(usize, u16)>,
}

/// A move that could have been chosen.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The weight of the shapes that the move makes.
    pub attack: u16,
    /// The weight of the shapes that the move takes from the opponent.
    pub defence: u16,
    /// The distance to each of the last moves, as a number up to [`NEAR`].
    pub near: [u8; LAST_MOVES],
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.term_ends.len()
    }

    /// Number of positions with a choice of moves.
    pub fn choice_count(&self) -> usize {
        self.choices.len()
    }

    /// The terms of a position's value.
    pub fn terms(&self, index: usize) -> &[(u16, i16)] {
        let begin = index.checked_sub(1).map_or(0, |before| self.term_ends[before]);
        &self.terms[begin..self.term_ends[index]]
    }

    /// The result of the game for the side to move: 0, 0.5 or 1.
    pub fn result(&self, index: usize) -> f64 {
        f64::from(self.results[index]) / 2.0
    }

    /// The score of the search, in internal units.
    pub fn score(&self, index: usize) -> f64 {
        f64::from(self.scores[index])
    }

    /// The stones on the board.
    pub fn stones(&self, index: usize) -> u16 {
        self.stones[index]
    }

    /// The candidates of a choice and the place of the chosen one.
    pub fn choice(&self, index: usize) -> (&[Candidate], usize) {
        let begin = index.checked_sub(1).map_or(0, |before| self.choices[before].0);
        let (end, chosen) = self.choices[index];
        (&self.candidates[begin..end], usize::from(chosen))
    }

    fn append(&mut self, mut other: Samples) {
        let (terms, candidates) = (self.terms.len(), self.candidates.len());
        self.terms.append(&mut other.terms);
        self.term_ends.extend(other.term_ends.iter().map(|end| end + terms));
        self.results.append(&mut other.results);
        self.scores.append(&mut other.scores);
        self.stones.append(&mut other.stones);
        self.candidates.append(&mut other.candidates);
        self.choices.extend(other.choices.iter().map(|(end, chosen)| (end + candidates, *chosen)));
    }
}

/// The positions to learn from and those to check with.
pub struct Sets {
    /// To learn from.
    pub train: Arc<Samples>,
    /// To check with: all positions of every sixteenth game.
    pub validation: Arc<Samples>,
    /// Number of games read.
    pub games: usize,
}

/// Reads files of games of one rule; returns their positions and the game.
///
/// # Errors
/// When a file cannot be read, or is of another rule than the first.
pub fn read(paths: &[impl AsRef<Path>], threads: usize) -> anyhow::Result<(Sets, Variant)> {
    let (mut train, mut validation, mut count) = (Samples::default(), Samples::default(), 0);
    let mut variant: Option<Variant> = None;
    for path in paths {
        let path = path.as_ref();
        let reader = Reader::open(path, OF_DATAGEN)?;
        let game = reader.recipe.variant()?;
        let first = *variant.get_or_insert(game);
        anyhow::ensure!(
            (first.rule, first.k) == (game.rule, game.k),
            "{}: {game}: expected the rule of the first file, {first}",
            path.display()
        );
        let games: Vec<Game> = reader.collect();
        count += games.len();
        let share = games.len().div_ceil(threads).max(1);
        let parts: Vec<[Samples; 2]> = thread::scope(|scope| {
            let work = |part| scope.spawn(move || take(part, game));
            let running: Vec<_> = games.chunks(share).map(work).collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        for [learned, kept] in parts {
            train.append(learned);
            validation.append(kept);
        }
    }
    let sets = Sets { train: Arc::new(train), validation: Arc::new(validation), games: count };
    variant.map(|variant| (sets, variant)).ok_or_else(|| anyhow::anyhow!("no file of games"))
}

/// The positions of some games: to learn from, and to check with.
fn take(games: &[Game], variant: Variant) -> [Samples; 2] {
    let mut sets = <[Samples; 2]>::default();
    let tables = tengen_engine::eval::tables(variant.rule, variant.k);
    let mut extractor =
        SampleExtractor { tables: &tables, vcf: Vcf::new(), counts: vec![0; 2 * ROLES * CLASSES] };
    for game in games {
        let set = &mut sets[usize::from(game.number.is_multiple_of(VALIDATION))];
        let Ok(position) = Position::new(variant) else { continue };
        let mut board = Board::new(position, extractor.tables);
        game.opening.iter().for_each(|&square| board.play(Move::place(square)));
        for &Played { square, score, .. } in &game.moves {
            extractor.add(&mut board, square, score, game.winner, set);
            board.play(Move::place(square));
        }
    }
    sets
}

/// The place of a player's weights: both share them unless fouls tell them apart.
pub fn player(variant_has_fouls: bool, color: Color) -> usize {
    if variant_has_fouls { color.index() } else { 0 }
}

/// The distance of two squares as a number: by the larger and the smaller one of the
/// distances in columns and rows; [`NEAR`] from far away.
fn distance(from: Square, to: Square) -> u8 {
    let (dx, dy) = (from.col().abs_diff(to.col()), from.row().abs_diff(to.row()));
    let (far, near) = (dx.max(dy), dx.min(dy));
    if far > STEPS { NEAR as u8 } else { distance_number(far, near) as u8 }
}

/// The number of a distance whose larger part is `far` and whose smaller part is `near`.
pub const fn distance_number(far: usize, near: usize) -> usize {
    far * (far + 1) / 2 + near
}

struct SampleExtractor<'t> {
    tables: &'t Tables,
    vcf: Vcf,
    counts: Vec<i16>,
}

impl SampleExtractor<'_> {
    /// Adds a position if the search would judge it by its shapes alone.
    fn add(
        &mut self,
        board: &mut Board,
        chosen: Square,
        score: i16,
        winner: Option<Color>,
        set: &mut Samples,
    ) {
        let (own, other) = (board.side(), !board.side());
        if !is_quiet(board, &mut self.vcf) {
            return;
        }
        let patterns = board.patterns();
        let fouls = board.position().rule().has_fouls(Color::Black);
        let weight = |color: Color, role: usize, shapes: Shapes| {
            (player(fouls, color) * ROLES + role) * CLASSES + class(shapes.all())
        };
        let mut seen: Vec<u16> = Vec::with_capacity(128);
        for square in board.position().empty_squares() {
            for (color, role, sign) in [(own, 0, 1), (other, 1, -1)] {
                let shapes = patterns.shapes(square, color);
                if is_heard(shapes.all()) {
                    let index = weight(color, role, shapes);
                    if self.counts[index] == 0 {
                        seen.push(index as u16);
                    }
                    self.counts[index] += sign;
                }
            }
        }
        for index in seen {
            let count = std::mem::take(&mut self.counts[usize::from(index)]);
            set.terms.push((index, count));
        }
        set.term_ends.push(set.terms.len());
        set.results.push(winner.map_or(1, |winner| if winner == own { 2 } else { 0 }));
        set.scores.push(score);
        set.stones.push(board.position().stone_count() as u16);

        let near = board.near();
        if score.abs() >= DECIDED || !near.contains(chosen) {
            return;
        }
        let begin = set.candidates.len();
        let mut place = 0;
        let last_moves: ArrayVec<Square, LAST_MOVES> =
            board.position().history().rev().take(LAST_MOVES).map(Move::square).collect();
        for square in near.iter() {
            if board.is_foul(square, own) {
                continue;
            }
            if square == chosen {
                place = set.candidates.len() - begin;
            }
            let attack = weight(own, 0, patterns.shapes(square, own));
            let defence = weight(other, 1, patterns.shapes(square, other));
            let mut near = [NEAR as u8; LAST_MOVES];
            near.iter_mut()
                .zip(&last_moves)
                .for_each(|(near, &last)| *near = distance(last, square));
            set.candidates.push(Candidate { attack: attack as u16, defence: defence as u16, near });
        }
        set.choices.push((set.candidates.len(), place as u16));
    }
}
