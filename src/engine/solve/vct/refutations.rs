//! Every answer to a threat to win by fours.
//!
//! The attacker would win by a known line of fours if the defender passed. A
//! reply that makes no four leaves that line as it is unless it
//!
//! - stands on a square that the line uses, a five point included;
//! - stands with an answer of the line on a row in which the defender then has a
//!   four, so that the attacker must answer;
//! - in renju, makes an answer legal that the attacker relies on being forbidden,
//!   or a move of the attacker forbidden. Where that depends on single lines, the
//!   squares on these lines are added; where the double-three test comes in, which
//!   looks further, the line is played through after every reply.
//!
//! Own fours come on top: they are answers by tempo.

use crate::game::{Color, Direction, Move, Square, SquareSet};
use crate::pattern::{Board, Threat};

/// The win by fours that the opponent of the side to move would have after a pass.
pub struct PassThreat {
    /// The fours, their answers, and the five.
    pub line: Vec<Move>,
    /// Plies to the end after the pass.
    pub plies: u16,
    /// Every square that could disturb the line, where no point of it depends on more
    /// than the lines through it.
    pub zone: Option<SquareSet>,
}

impl PassThreat {
    /// The threat of a line that was found after the pass; the side to move has it.
    pub fn new(board: &mut Board, plies: u16, line: Vec<Move>) -> PassThreat {
        let zone = zone(board, &line);
        PassThreat { line, plies, zone }
    }

    /// Whether the line still wins after a move of the side to move that makes no four.
    pub fn survives(&self, board: &mut Board, mv: Move) -> bool {
        match &self.zone {
            Some(zone) => !zone.contains(mv.square()),
            None => still_wins(board, mv, &self.line),
        }
    }

    /// The replies of the side to move that may refute the threat, best first, and the
    /// number of positions that it took to find them.
    pub fn replies(&self, board: &mut Board) -> (Vec<Square>, u64) {
        let defender = board.side();
        let mut work = 0;
        let empty: Vec<Square> = board.position().empty_squares().collect();
        let mut replies: Vec<(i32, Square)> = Vec::with_capacity(32);
        for square in empty {
            let makes_four = board.patterns().threat(square, defender) >= Threat::Four;
            let is_out = !makes_four && self.zone.as_ref().is_some_and(|it| !it.contains(square));
            if is_out || board.is_foul(square, defender) {
                continue;
            }
            if self.zone.is_none() && !makes_four {
                // The line is played through: that costs as many positions.
                work += self.line.len() as u64 + 1;
                if self.survives(board, Move::place(square)) {
                    continue;
                }
            }
            replies.push((-board.patterns().order(square, defender), square));
        }
        replies.sort_unstable();
        (replies.into_iter().map(|(_, square)| square).collect(), work)
    }
}

/// The squares on which a stone of the defender could disturb a line of fours of
/// the side to move; `None` if lines alone cannot tell.
///
/// For rules in which only a stone at its five point answers a four.
fn zone(board: &mut Board, line: &[Move]) -> Option<SquareSet> {
    let attacker = board.side();
    let mut zone = SquareSet::EMPTY;
    let mut answers: Vec<Square> = Vec::new();
    let mut played = 0;
    let is_local = follow(board, line, attacker, &mut zone, &mut answers, &mut played);
    for _ in 0..played {
        board.undo();
    }
    if !is_local {
        return None;
    }
    for &answer in &answers {
        add_counters(board, !attacker, answer, &answers, &mut zone);
    }
    Some(zone)
}

/// Plays the line and collects what it uses; false if more than lines matter.
fn follow(
    board: &mut Board,
    line: &[Move],
    attacker: Color,
    zone: &mut SquareSet,
    answers: &mut Vec<Square>,
    played: &mut usize,
) -> bool {
    let defender = !attacker;
    let has_fouls = board.position().rule().has_fouls(Color::Black);
    for pair in line.chunks(2) {
        let four = pair[0].square();
        zone.insert(four);
        if board.patterns().fives(attacker).contains(four) {
            return true;
        }
        // The double-three test looks beyond lines.
        if has_fouls && board.patterns().combination(four, Color::Black).is_suspect() {
            return false;
        }
        board.play(pair[0]);
        *played += 1;
        let fives: Vec<Square> = board.patterns().fives(attacker).iter().collect();
        let mut is_open = fives.len() > 1;
        for &five in &fives {
            zone.insert(five);
            let combination = board.patterns().combination(five, defender);
            if combination.is_suspect() {
                return false;
            }
            if combination.threat() == Threat::Foul {
                is_open = true;
                add_lines(board, five, zone);
            }
        }
        // No single reply stops this four: what comes behind it in the line does not matter.
        if is_open {
            return true;
        }
        match (fives.first(), pair.get(1)) {
            (Some(&five), Some(&answer)) if answer == Move::place(five) => {
                board.play(answer);
                *played += 1;
                answers.push(five);
            }
            _ => return false,
        }
    }
    false
}

/// Adds the empty squares on which a stone makes a foul legal or not.
fn add_lines(board: &Board, square: Square, zone: &mut SquareSet) {
    let k = isize::from(board.position().variant().k);
    for direction in Direction::ALL {
        for there in (-k..=k).filter_map(|steps| square.step(direction, steps)) {
            if board.position().size().contains(there) && board.position().is_empty(there) {
                zone.insert(there);
            }
        }
    }
}

/// Adds the empty squares that make a four of the defender together with an answer.
fn add_counters(
    board: &Board,
    defender: Color,
    answer: Square,
    answers: &[Square],
    zone: &mut SquareSet,
) {
    let position = board.position();
    let k = isize::from(position.variant().k);
    for direction in Direction::ALL {
        for first in 1 - k..=0 {
            let mut stones = 0;
            let mut free = SquareSet::EMPTY;
            let mut is_alive = true;
            for steps in first..first + k {
                let there = answer.step(direction, steps);
                let there = there.filter(|&square| position.size().contains(square));
                match there.map(|square| (square, position.at(square))) {
                    Some((square, None)) if answers.contains(&square) => stones += 1,
                    Some((square, None)) => free.insert(square),
                    Some((_, Some(stone))) if stone.color == defender => stones += 1,
                    _ => is_alive = false,
                }
            }
            // With one more stone a single square is missing.
            if is_alive && stones + 2 >= k {
                free.iter().for_each(|square| zone.insert(square));
            }
        }
    }
}

/// A reply that makes no four and disturbs nothing, if there is one.
pub fn quiet_reply(board: &Board, replies: &[Square]) -> Option<Move> {
    let defender = board.side();
    let mut squares = board.position().empty_squares();
    let quiet = squares.find(|&square| {
        let makes_four = board.patterns().threat(square, defender) >= Threat::Four;
        !makes_four && !replies.contains(&square) && !board.is_foul(square, defender)
    });
    quiet.map(Move::place)
}

/// The last two plies after a four that no reply stops; the side to move is the
/// defender and has no five.
pub fn double_four(board: &Board, attacker: Color) -> Option<[Move; 2]> {
    let position = board.position();
    let fives = board.patterns().fives(attacker);
    let legal = |square: &Square| !board.is_foul(*square, !attacker);
    let reply = fives.iter().find(legal);
    // A stone on the only five point stops the four, if it is legal.
    if reply.is_some() && fives.len() < 2 {
        return None;
    }
    let reply = reply.or_else(|| position.empty_squares().find(legal))?;
    let five = fives.iter().find(|&five| five != reply)?;
    Some([Move::place(reply), Move::place(five)])
}

/// Whether the opponent of the side to move wins by the fours of `line` after a
/// move that makes no four.
fn still_wins(board: &mut Board, mv: Move, line: &[Move]) -> bool {
    board.play(mv);
    let wins = wins_with(board, line);
    board.undo();
    wins
}

/// Whether the side to move wins by playing the fours of `line`, with no other
/// answers than those of the line. For rules in which only the five point answers
/// a four.
fn wins_with(board: &mut Board, line: &[Move]) -> bool {
    let attacker = board.side();
    let mut played = 0;
    let mut wins = false;
    while let Some(&four) = line.get(played) {
        let patterns = board.patterns();
        if patterns.fives(attacker).contains(four.square()) {
            wins = true;
            break;
        }
        if patterns.threat(four.square(), attacker) < Threat::Four
            || !board.position().is_empty(four.square())
            || board.is_foul(four.square(), attacker)
        {
            break;
        }
        board.play(four);
        played += 1;
        let patterns = board.patterns();
        let Some(five) = patterns.fives(attacker).first() else { break };
        if !patterns.fives(!attacker).is_empty() {
            break;
        }
        if patterns.fives(attacker).len() > 1 || board.is_foul(five, !attacker) {
            wins = true;
            break;
        }
        if line.get(played) != Some(&Move::place(five)) {
            break;
        }
        board.play(Move::place(five));
        played += 1;
    }
    for _ in 0..played {
        board.undo();
    }
    wins
}
