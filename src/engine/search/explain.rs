//! Why a move is worth playing, from the shapes on the board and from wins that are found out,
//! without a search for the best move.
//!
//! Whatever is said holds: shapes are those of the lookups, a win by fours or threats is the line
//! that a solver has proven, and a win counts as stopped only where every four was tried
//! afterwards. What is not found is not spoken of.

use std::sync::Arc;

use super::inspect;
use super::reason::{Reason, ReasonCode};
use crate::eval;
use crate::game::{Color, Direction, Move, Outcome, Position, Square, sort_by_key};
use crate::pattern::{self, Board, Shape, StandingShape, Tables, ThreatName};
use crate::solve::defence::stops;
use crate::solve::{Vcf, Vct, Verdict};

/// Fours that are tried for one question about a win.
const VCF_NODES: u64 = 20_000;
/// Fours that are tried for all moves of a command together, so that it ends soon. Without any
/// left, shapes alone are spoken of.
const ALL_NODES: u64 = 200_000;
/// Positions of the search for a win by threats, which is made once for a command.
const VCT_NODES: u64 = 20_000;
/// Memory of that search, in bytes.
const VCT_BYTES: usize = 16 << 20;

/// The reasons for each of these moves, which are legal, the best reason first; without moves those
/// for the best move that is known without a search, if there is any.
pub fn explain(position: &Position, moves: &[Move]) -> Vec<Reason> {
    if position.is_over() {
        return Vec::new();
    }
    let mut explainer = Explainer::new(position);
    explainer.find_wins();
    let best = explainer.best();
    let moves = if moves.is_empty() { best.as_slice() } else { moves };
    moves.iter().flat_map(|&mv| explainer.reasons(mv)).collect()
}

/// The reasons for a legal move that its shapes alone give, without any search for wins.
pub fn explain_shapes(position: &Position, mv: Move) -> Vec<Reason> {
    if position.is_over() {
        return Vec::new();
    }
    Explainer { left: 0, ..Explainer::new(position) }.reasons(mv)
}

/// A win that was found out: the number of the winner's moves, and the line.
#[derive(Clone)]
struct Win {
    moves: u16,
    line: Vec<Square>,
}

impl Win {
    fn new(plies: u16, line: impl IntoIterator<Item = Move>) -> Win {
        Win { moves: plies.div_ceil(2), line: line.into_iter().map(Move::square).collect() }
    }
}

struct Explainer<'a> {
    position: &'a Position,
    tables: Arc<Tables>,
    vcf: Vcf,
    /// Fours that may still be tried.
    left: u64,
    /// Whether fours force an answer: where a stone can still be converted, a line can be broken.
    fours_force: bool,
    by_fours: Option<Win>,
    by_threats: Option<Win>,
    /// How the opponent would win by fours if it were to move.
    threatened: Option<Win>,
}

impl Explainer<'_> {
    fn new(position: &Position) -> Explainer<'_> {
        let variant = position.variant();
        let tables = eval::tables(variant.rule, variant.k);
        let fours_force = Color::ALL.into_iter().all(|color| position.conversions(color) == 0);
        Explainer {
            position,
            tables,
            vcf: Vcf::new(),
            left: ALL_NODES,
            fours_force,
            by_fours: None,
            by_threats: None,
            threatened: None,
        }
    }

    /// Looks for the wins that either player has, or would have if it were to move.
    fn find_wins(&mut self) {
        let tables = Arc::clone(&self.tables);
        let mut board = Board::new(self.position.clone(), &tables);
        self.by_fours = self.fours(&mut board);
        if self.by_fours.is_none() {
            board.pass();
            self.threatened = self.fours(&mut board);
            board.unpass();
            self.by_threats = self.threats(&mut board);
        }
    }

    /// The best move that is known without a search: that of a win, or the one that a search would
    /// look at first.
    fn best(&self) -> Option<Move> {
        let win = self.by_fours.as_ref().or(self.by_threats.as_ref());
        let first = win.and_then(|win| win.line.first()).map(|&square| Move::place(square));
        first.or_else(|| inspect::candidates(self.position).first().map(|best| best.mv))
    }

    /// How the side to move wins by fours, if it does.
    fn fours(&mut self, board: &mut Board<'_>) -> Option<Win> {
        match self.verdict(board) {
            Verdict::Win(plies) => Some(Win::new(plies, self.vcf.line())),
            Verdict::Exhausted | Verdict::Unknown => None,
        }
    }

    fn verdict(&mut self, board: &mut Board<'_>) -> Verdict {
        let limit = self.left.min(VCF_NODES);
        if !self.fours_force || limit == 0 {
            return Verdict::Unknown;
        }
        let verdict = self.vcf.search(board, limit, &|| false);
        self.left -= self.vcf.nodes().min(self.left);
        verdict
    }

    fn threats(&mut self, board: &mut Board<'_>) -> Option<Win> {
        if !Vct::applies(board) {
            return None;
        }
        let mut vct = Vct::new(VCT_BYTES);
        match vct.search(board, &mut self.vcf, VCT_NODES, &|| false) {
            Verdict::Win(plies) => Some(Win::new(plies, vct.line())),
            Verdict::Exhausted | Verdict::Unknown => None,
        }
    }

    /// The reasons for a legal move, the best first.
    fn reasons(&mut self, mv: Move) -> Vec<Reason> {
        let side = self.position.side();
        let tables = Arc::clone(&self.tables);
        let mut board = Board::new(self.position.clone(), &tables);
        let mut found = Vec::new();
        let mut add =
            |code, side, squares| found.push(Reason { mv, code, side: Some(side), squares });
        if !mv.is_conversion() {
            let name = |color| {
                let shapes = board.patterns().shapes(mv.square(), color).all();
                ThreatName::of(self.position, mv.square(), color, shapes)
            };
            let (own, other) = (name(side), name(!side));
            let before = standing(&board, &tables);
            board.play(mv);
            let after = standing(&board, &tables);
            let has_three = after.iter().any(|one| {
                one.color == side
                    && one.shape == Shape::OpenThree
                    && one.squares.contains(&mv.square())
            });
            match own {
                ThreatName::Forbidden(_) => add(ReasonCode::Forbidden, side, Vec::new()),
                ThreatName::None => {}
                ThreatName::Five => add(ReasonCode::Five, side, line_of(board.position())),
                ThreatName::OpenThree if !has_three => {}
                ThreatName::FourThree if !has_three => {
                    let four = ThreatName::Four;
                    add(ReasonCode::Makes(four), side, stones_of(four, &after, side, mv.square()));
                }
                threat => {
                    add(
                        ReasonCode::Makes(threat),
                        side,
                        stones_of(threat, &after, side, mv.square()),
                    );
                }
            }
            if other == ThreatName::Five {
                let stones = four_on(self.position, mv.square(), !side);
                add(ReasonCode::BlocksFive, !side, stones);
            }
            for (shape, code) in
                [(Shape::Three, ReasonCode::Three), (Shape::OpenTwo, ReasonCode::OpenTwo)]
            {
                let is_made = |one: &&StandingShape| {
                    one.color == side && one.shape == shape && one.squares.contains(&mv.square())
                };
                for made in after.iter().filter(is_made) {
                    add(code, side, made.squares.clone());
                }
            }
            for (shape, code) in [
                (Shape::OpenThree, ReasonCode::BlocksOpenFour),
                (Shape::OpenTwo, ReasonCode::BlocksOpenTwo),
            ] {
                for stones in blocked(&before, &after, !side, shape) {
                    add(code, !side, stones);
                }
            }
            let denied = match other {
                ThreatName::DoubleFour => Some(ReasonCode::DeniesDoubleFour),
                ThreatName::FourThree => Some(ReasonCode::DeniesFourThree),
                ThreatName::DoubleThree => Some(ReasonCode::DeniesDoubleThree),
                _ => None,
            };
            if let Some(code) = denied {
                add(code, !side, Vec::new());
            }
            if !board.position().is_over() {
                self.wins(mv, &mut board, other == ThreatName::Five, &mut found);
            }
        }
        if found.is_empty() {
            found.push(Reason { mv, code: ReasonCode::None, side: None, squares: Vec::new() });
        }
        sort_by_key(&mut found, |reason| reason.code.rank());
        found
    }

    /// The reasons that are wins, of either player, on the board after the move.
    fn wins(&mut self, mv: Move, board: &mut Board<'_>, blocks: bool, found: &mut Vec<Reason>) {
        let opponent = board.side();
        let mut add = |code, side, line: Vec<Square>| {
            found.push(Reason { mv, code, side: Some(side), squares: line });
        };
        let begins =
            |win: &Option<Win>| win.clone().filter(|win| win.line.first() == Some(&mv.square()));
        if let Some(win) = begins(&self.by_fours).or_else(|| self.after_a_four(mv, board)) {
            return add(ReasonCode::WinByFours(win.moves), !opponent, win.line);
        }
        if let Some(win) = begins(&self.by_threats) {
            return add(ReasonCode::WinByThreats(win.moves), !opponent, win.line);
        }
        match (self.verdict(board), self.threatened.clone()) {
            (Verdict::Win(plies), _) => {
                let win = Win::new(plies, self.vcf.line());
                add(ReasonCode::AllowsWinByFours(win.moves), opponent, win.line);
            }
            // That a line is blocked says it all.
            (Verdict::Exhausted, Some(win)) if !blocks && !self.only_delays(board) => {
                add(ReasonCode::StopsWin, opponent, win.line);
            }
            (Verdict::Exhausted | Verdict::Unknown, _) => {}
        }
    }

    /// Whether a move that was played makes a four, and nothing else against the opponent's win by
    /// fours: it is there again once the four is answered.
    fn only_delays(&mut self, board: &mut Board<'_>) -> bool {
        let own = !board.side();
        if board.patterns().fives(own).is_empty() {
            return false;
        }
        stops(board, own).into_iter().any(|answer| {
            if board.is_foul(answer, board.side()) {
                return false;
            }
            board.play(Move::place(answer));
            let is_over = board.position().is_over();
            board.pass();
            let verdict = if is_over { Verdict::Exhausted } else { self.verdict(board) };
            board.unpass();
            board.undo();
            verdict != Verdict::Exhausted
        })
    }

    /// How a move that makes a four, and was played, wins by fours, whatever the opponent answers.
    fn after_a_four(&mut self, mv: Move, board: &mut Board<'_>) -> Option<Win> {
        let opponent = board.side();
        let has_four = !board.patterns().fives(!opponent).is_empty();
        // The opponent may complete a line itself.
        if !has_four || !self.fours_force || !board.patterns().fives(opponent).is_empty() {
            return None;
        }
        let mut longest: Option<Win> = None;
        for answer in stops(board, !opponent) {
            if board.is_foul(answer, opponent) {
                continue;
            }
            board.play(Move::place(answer));
            let win = if board.position().is_over() { None } else { self.fours(board) };
            board.undo();
            let win = win?;
            let moves = win.moves + 1;
            if longest.as_ref().is_none_or(|longest| moves > longest.moves) {
                let line = [mv.square(), answer].into_iter().chain(win.line).collect();
                longest = Some(Win { moves, line });
            }
        }
        // Without an answer that is allowed the line is completed next.
        Some(longest.unwrap_or_else(|| Win { moves: 2, line: vec![mv.square()] }))
    }
}

/// The line that ended the game.
fn line_of(position: &Position) -> Vec<Square> {
    match position.outcome() {
        Some(Outcome::Line { squares, .. }) => squares,
        Some(Outcome::Forbidden(_) | Outcome::Draw) | None => Vec::new(),
    }
}

/// The shapes that stand on a board. An open three is one only where the rules allow its player a
/// point that makes an open four of it.
fn standing(board: &Board<'_>, tables: &Tables) -> Vec<StandingShape> {
    let mut shapes = pattern::standing(board.position(), &tables.shapes);
    for one in &mut shapes {
        if one.shape == Shape::OpenThree && !can_open(board, one) {
            one.shape = Shape::Three;
        }
    }
    shapes
}

/// Whether a player is allowed a point that makes an open four of an open three.
fn can_open(board: &Board<'_>, three: &StandingShape) -> bool {
    let position = board.position();
    if !position.rule().has_fouls(three.color) {
        return true;
    }
    let k = isize::from(position.variant().k);
    let (Some(&first), Some(&last)) = (three.squares.first(), three.squares.last()) else {
        return false;
    };
    let is_way = |&(_, way): &(usize, Direction)| (1..k).any(|n| first.step(way, n) == Some(last));
    let way = Direction::ALL.into_iter().enumerate().find(is_way);
    way.is_some_and(|(index, way)| {
        let around = (-k..=k).filter_map(|steps| first.step(way, steps));
        around.filter(|&square| position.size().contains(square)).any(|square| {
            position.at(square).is_none()
                && board.patterns().shapes(square, three.color).all()[index] == Shape::OpenFour
                && !board.is_foul(square, three.color)
        })
    })
}

/// The stones of the shapes that make a threat of that name and that a move is part of, along the
/// board.
fn stones_of(
    threat: ThreatName,
    shapes: &[StandingShape],
    side: Color,
    square: Square,
) -> Vec<Square> {
    let names = |shape: Shape| match threat {
        ThreatName::OpenThree | ThreatName::DoubleThree => shape == Shape::OpenThree,
        ThreatName::OpenFour => shape == Shape::OpenFour,
        ThreatName::Four | ThreatName::DoubleFour => shape >= Shape::Four,
        _ => shape >= Shape::OpenThree,
    };
    let is_part = |one: &&StandingShape| {
        one.color == side && names(one.shape) && one.squares.contains(&square)
    };
    let mut stones: Vec<Square> =
        shapes.iter().filter(is_part).flat_map(|one| one.squares.iter().copied()).collect();
    stones.sort_unstable();
    stones.dedup();
    stones
}

/// The stones with which `color` would complete a line on a square.
fn four_on(position: &Position, square: Square, color: Color) -> Vec<Square> {
    let mut position = position.clone();
    if position.side() != color {
        position.pass();
    }
    // The lookups have said that a line is completed, so the move is legal.
    let _ = position.play(Move::place(square));
    line_of(&position).into_iter().filter(|&other| other != square).collect()
}

/// The shapes of a player that a move has stopped: they are none of that name any more, and nothing
/// stronger.
fn blocked(
    before: &[StandingShape],
    after: &[StandingShape],
    color: Color,
    shape: Shape,
) -> Vec<Vec<Square>> {
    let is_one = |one: &&StandingShape| one.color == color && one.shape == shape;
    let is_there = |old: &StandingShape| {
        after.iter().any(|one| {
            one.color == color
                && one.shape >= shape
                && old.squares.iter().all(|square| one.squares.contains(square))
        })
    };
    let stopped = before.iter().filter(is_one).filter(|one| !is_there(one));
    stopped.map(|one| one.squares.clone()).collect()
}

#[cfg(test)]
mod tests;
