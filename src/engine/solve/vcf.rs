//! Victory by continuous fours: every attacking move makes a four, so the
//! defender has one answer (rarely a few) and the search is narrow and exact. Positions
//! without a win are remembered by their keys: the same stones are reached in many orders.

use arrayvec::ArrayVec;

use super::defence::{has_forbidden_stop, stops};
use crate::game::{Color, Move, Square};
use crate::pattern::{Board, Threat};

/// What a threat search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins; the game ends after at most this many plies.
    Win(u16),
    /// Every continuation was tried; none wins.
    Exhausted,
    /// The limit was reached first.
    Unknown,
}

/// The largest number of four points of one position that are considered.
const MAX_FOURS: usize = 160;

/// Entries of the table of positions without a win.
const TABLE_BITS: u32 = 15;

/// Sets the keys of positions without a narrow win apart from those without any.
const NARROW: u64 = 0x6c62_272e_07bb_0142;

/// The VCF searcher with its table; keep one for a thread.
pub struct Vcf {
    /// Keys of positions from which the side to move has no VCF at all, and, changed
    /// by [`NARROW`], of those where only a narrow search found none.
    lost: Box<[u64]>,
    nodes: u64,
    limit: u64,
    /// Whether only fours are tried that lead to further ones or have a forbidden stop.
    is_narrow: bool,
    /// The winning line, last move first.
    line: Vec<Move>,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf::new()
    }
}

impl Vcf {
    /// A searcher with an empty table.
    pub fn new() -> Vcf {
        let lost = vec![0; 1 << TABLE_BITS].into_boxed_slice();
        Vcf { lost, nodes: 0, limit: 0, is_narrow: false, line: Vec::with_capacity(128) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lost.fill(0);
    }

    /// Fours tried by the last search.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The winning line of the last search, if it found one: attacker, forced
    /// answer, …, the five.
    pub fn line(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.line.iter().rev().copied()
    }

    /// Whether the side to move wins by fours alone, trying at most `limit` fours.
    ///
    /// Only valid when neither player has conversions left: they break lines.
    /// `stop` is polled now and then; `true` ends the search.
    pub fn search(&mut self, board: &mut Board, limit: u64, stop: &dyn Fn() -> bool) -> Verdict {
        self.is_narrow = false;
        self.run(board, limit, stop)
    }

    /// As [`Vcf::search`], but trying only fours that lead to further ones by themselves or have a
    /// forbidden stop, a few for each position: for searches that do this at every node. A win is a
    /// win; [`Verdict::Exhausted`] only says that there is none of this kind.
    pub fn search_narrow(
        &mut self,
        board: &mut Board,
        limit: u64,
        stop: &dyn Fn() -> bool,
    ) -> Verdict {
        self.is_narrow = true;
        self.run(board, limit, stop)
    }

    fn run(&mut self, board: &mut Board, limit: u64, stop: &dyn Fn() -> bool) -> Verdict {
        self.nodes = 0;
        self.limit = limit;
        self.line.clear();
        self.attack(board, stop)
    }

    fn attack(&mut self, board: &mut Board, stop: &dyn Fn() -> bool) -> Verdict {
        let attacker = board.side();
        let patterns = board.patterns();
        if let Some(five) = patterns.fives(attacker).first() {
            self.line.push(Move::place(five));
            return Verdict::Win(1);
        }
        if patterns.fours(attacker).is_empty() && patterns.open_fours(attacker).is_empty() {
            return Verdict::Exhausted;
        }
        let whole = board.position().key();
        let key = if self.is_narrow { whole ^ NARROW } else { whole };
        // Without a win by all fours there is none by some.
        if self.lost[slot(key)] == key || self.lost[slot(whole)] == whole {
            return Verdict::Exhausted;
        }
        let fours = fours(board, attacker, self.is_narrow);
        // A full list may lack the four that wins.
        let mut verdict = if fours.is_full() { Verdict::Unknown } else { Verdict::Exhausted };
        for (_, four) in fours {
            if self.nodes >= self.limit {
                return Verdict::Unknown;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(256) && stop() {
                // So every four above this one ends as well.
                self.limit = 0;
                return Verdict::Unknown;
            }
            let mark = self.line.len();
            board.play(Move::place(four));
            let defended = self.defend(board, attacker, stop);
            board.undo();
            match defended {
                Verdict::Win(plies) => {
                    self.line.push(Move::place(four));
                    return Verdict::Win(plies + 1);
                }
                Verdict::Unknown => verdict = Verdict::Unknown,
                Verdict::Exhausted => {}
            }
            self.line.truncate(mark);
        }
        // Wins are not kept: most end the search, and their line is wanted.
        if verdict == Verdict::Exhausted {
            self.lost[slot(key)] = key;
        }
        verdict
    }

    /// Whether the four that was just played wins against every answer.
    fn defend(&mut self, board: &mut Board, attacker: Color, stop: &dyn Fn() -> bool) -> Verdict {
        let defender = !attacker;
        // The defender completes a line instead.
        if !board.patterns().fives(defender).is_empty() {
            return Verdict::Exhausted;
        }
        // Longest resistance and the length of its line on the stack.
        let mut longest: Option<(u16, Vec<Move>)> = None;
        let answers = stops(board, attacker);
        let single = answers.len() == 1;
        for answer in answers {
            if board.is_foul(answer, defender) {
                continue;
            }
            let mark = self.line.len();
            board.play(Move::place(answer));
            // Without a five point of its own the defender can only have filled the board.
            let verdict = if board.position().is_over() {
                Verdict::Exhausted
            } else {
                self.attack(board, stop)
            };
            board.undo();
            let Verdict::Win(plies) = verdict else { return verdict };
            self.line.push(Move::place(answer));
            if single {
                return Verdict::Win(plies + 1);
            }
            let line = self.line.split_off(mark);
            if longest.as_ref().is_none_or(|&(most, _)| plies > most) {
                longest = Some((plies, line));
            }
        }
        if let Some((plies, line)) = longest {
            self.line.extend(line);
            return Verdict::Win(plies + 1);
        }
        // Every answer is forbidden: any other move is as good.
        let Some(five) = board.patterns().fives(attacker).first() else {
            return Verdict::Exhausted;
        };
        let Some(&other) = board.position().legal_moves().first() else {
            return Verdict::Exhausted;
        };
        if board.position().only_fouls_left() {
            self.line.push(other);
            return Verdict::Win(1);
        }
        self.line.push(Move::place(five));
        self.line.push(other);
        Verdict::Win(2)
    }
}

/// The points where the attacker can make a four now, most promising first; in a narrow
/// search those that lead to further ones or have a forbidden stop.
fn fours(board: &Board, attacker: Color, is_narrow: bool) -> ArrayVec<(i32, Square), MAX_FOURS> {
    let mut list = ArrayVec::new();
    let patterns = board.patterns();
    let must_answer = !patterns.fives(!attacker).is_empty();
    let mut add = |square: Square| {
        let combination = patterns.combination(square, attacker);
        let threat = combination.threat();
        let is_four = threat >= Threat::Four && threat < Threat::Five;
        if !is_four || board.is_foul(square, attacker) {
            return;
        }
        let traps = has_forbidden_stop(board, attacker, square);
        // Against a four there is no choice, so the few fours that stop it are all tried.
        if traps || !is_narrow || must_answer || !combination.is_lone_four() {
            // A four with a forbidden stop wins where no other stop is left. In renju narrow
            // searches with such fours, tried first, gave 22 ± 11 Elo.
            let rank = if traps { Threat::OpenFour } else { threat };
            let order = i32::from(rank as u8) << 16 | patterns.order(square, attacker);
            // A full list is noticed by the caller.
            let _ = list.try_push((order, square));
        }
    };
    if must_answer {
        stops(board, !attacker).into_iter().for_each(&mut add);
    } else {
        patterns.open_fours(attacker).iter().for_each(&mut add);
        patterns.fours(attacker).iter().for_each(&mut add);
    }
    list.sort_by_key(|&(order, square)| (-order, square));
    list
}

const fn slot(key: u64) -> usize {
    (key >> (64 - TABLE_BITS)) as usize
}
