//! What a weaker player sees of a board before thinking: the moves that come to
//! mind, the most striking first.

use rand::Rng as _;

use super::level::Handicap;
use super::rng::{Rng, draw};
use crate::eval;
use crate::game::{Move, Square, sort_by_key};
use crate::pattern::{Board, Threat};

/// The moves that come to mind.
pub struct SeenMoves {
    /// All that may be played, the most striking first.
    pub moves: Vec<Move>,
    /// How many of the moves, from the first, come into question.
    pub serious: usize,
}

/// Looks at a board for the side to move, which may play `allowed`.
pub fn look(
    board: &mut Board,
    allowed: Vec<Move>,
    handicap: &Handicap,
    rng: &mut Rng,
) -> SeenMoves {
    let near = board.near();
    let is_near = |mv: &Move| mv.is_conversion() || near.contains(mv.square());
    let near: Vec<Move> = allowed.iter().copied().filter(is_near).collect();
    let forced = forced(board, &allowed);
    let serious = match forced {
        Some(forced) => forced,
        None if near.is_empty() => allowed.clone(),
        None => near,
    };
    let mut perception = Perception::new(board, handicap, rng);
    let mut ranked: Vec<(bool, i32, Move)> = allowed
        .into_iter()
        .map(|mv| (!serious.contains(&mv), -perception.impression(board, mv), mv))
        .collect();
    sort_by_key(&mut ranked, |&ranked| ranked);
    let moves = ranked.into_iter().map(|(_, _, mv)| mv).collect();
    SeenMoves { moves, serious: serious.len().min(handicap.width as usize) }
}

/// The moves that complete a line; else, where the opponent is about to, those
/// that prevent it. `None` where neither is the case or nothing helps.
fn forced(board: &mut Board, allowed: &[Move]) -> Option<Vec<Move>> {
    let wins: Vec<Move> = allowed.iter().copied().filter(|&mv| completes(board, mv)).collect();
    if !wins.is_empty() {
        return Some(wins);
    }
    board.pass();
    let is_threatened = can_complete(board);
    board.unpass();
    if !is_threatened {
        return None;
    }
    let saves = |&mv: &Move| {
        board.play(mv);
        let is_saved = board.position().is_over() || !can_complete(board);
        board.undo();
        is_saved
    };
    let saves: Vec<Move> = allowed.iter().copied().filter(saves).collect();
    (!saves.is_empty()).then_some(saves)
}

/// Whether a legal move wins at once.
fn completes(board: &Board, mv: Move) -> bool {
    let side = board.side();
    if mv.is_conversion() {
        board.position().has_line_through(mv.square(), side)
    } else {
        board.patterns().fives(side).contains(mv.square())
    }
}

/// Whether the side to move has a move that wins at once.
fn can_complete(board: &Board) -> bool {
    !board.patterns().fives(board.side()).is_empty()
        || board.position().conversion_moves().any(|mv| completes(board, mv))
}

/// A way of looking at one position.
struct Perception<'a> {
    rng: &'a mut Rng,
    rating_noise: u32,
    distance_penalty: i32,
    /// How far off threats are seen: own ones, and the opponent's.
    sight: [u32; 2],
    /// Where the last stones were played; empty if that is not known.
    last: Vec<Square>,
    /// Whether what two lines make together is understood.
    sees_pairs: bool,
    /// What a point that makes nothing is worth, to the own side and against the
    /// opponent.
    plain: [i32; 2],
    /// The value of the position for the side to move, in internal units.
    value: i32,
}

/// What converting a stone has to gain beyond what a placement does before it
/// comes to mind, in hundredths of log-odds.
const RELUCTANCE: i32 = 300;

impl<'a> Perception<'a> {
    fn new(board: &mut Board, handicap: &Handicap, rng: &'a mut Rng) -> Perception<'a> {
        let range = (handicap.sight_most - handicap.sight_least + 1) as usize;
        let sight = [(); 2].map(|()| handicap.sight_least + draw(rng, range) as u32);
        let position = board.position();
        let mut last: Vec<Square> = position.history().rev().take(2).map(Move::square).collect();
        if last.is_empty() {
            last.extend(position.last_move().map(Move::square));
        }
        let plain = |part: usize| {
            let all = position.empty_squares().map(|square| orders(board, square)[part]);
            all.min().unwrap_or_default()
        };
        Perception {
            rng,
            rating_noise: handicap.rating_noise,
            distance_penalty: handicap.distance_penalty as i32,
            sight,
            last,
            sees_pairs: handicap.fours > 0,
            plain: [plain(0), plain(1)],
            value: eval::evaluate(board).raw().into(),
        }
    }

    /// How striking a move is, in hundredths of log-odds.
    fn impression(&mut self, board: &mut Board, mv: Move) -> i32 {
        let error = error(self.rng, self.rating_noise);
        if mv.is_conversion() {
            return self.gain(board, mv) - RELUCTANCE + error;
        }
        let square = mv.square();
        let distance = self.last.iter().map(|&last| steps(last, square)).min().unwrap_or_default();
        // Shorter lines are overlooked at shorter distances.
        let distance = (5 * distance).div_ceil(board.position().variant().k.into());
        let off_centre = if board.position().stone_count() == 0 {
            // The first stone is played into the middle.
            4 * steps(board.position().size().centre(), square)
        } else {
            0
        };
        let [sees_own, sees_other] = self.sight.map(|sight| distance <= sight);
        let patterns = board.patterns();
        let own = board.side();
        let [attack, defence] = orders(board, square);
        let mut rating = 0;
        if sees_own {
            rating += attack - self.plain[0] + 2 * self.urgency(patterns.threat(square, own));
        }
        if sees_other {
            rating += defence - self.plain[1] + self.urgency(patterns.threat(square, !own));
        }
        rating - self.distance_penalty * (distance + off_centre) as i32 + error
    }

    /// What a threat adds to what the shapes say.
    fn urgency(&self, threat: Threat) -> i32 {
        match threat {
            Threat::Five => 8000,
            Threat::OpenFour => 4000,
            Threat::FourThree if self.sees_pairs => 1200,
            Threat::DoubleThree if self.sees_pairs => 600,
            _ => 0,
        }
    }

    /// What a move wins by the evaluation.
    fn gain(&self, board: &mut Board, mv: Move) -> i32 {
        board.play(mv);
        let value = -i32::from(eval::evaluate(board).raw());
        board.undo();
        (value - self.value) * 100 / 347
    }
}

/// A random number around 0 with that standard deviation, nearly normal: the sum
/// of four uniform ones.
pub fn error(rng: &mut Rng, deviation: u32) -> i32 {
    let bits = rng.next_u64();
    let sum: i64 = (0..4).map(|part| (bits >> (16 * part) & 0xffff) as i64 - 0x8000).sum();
    // Each is spread over 65536, with a variance of 65536^2 / 12.
    (sum * i64::from(deviation) / 37_837) as i32
}

/// Moves of a king between two squares.
fn steps(from: Square, to: Square) -> u32 {
    from.col().abs_diff(to.col()).max(from.row().abs_diff(to.row())) as u32
}

/// How early a move at a square would be tried, for what it makes and for what it takes.
fn orders(board: &Board, square: Square) -> [i32; 2] {
    let [own, other] =
        [board.side(), !board.side()].map(|color| board.patterns().combination(square, color));
    [own.attack().into(), other.defence().into()]
}
