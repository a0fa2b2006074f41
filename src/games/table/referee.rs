//! The referee: which moves are legal, when a game is over, and when it need not
//! be played to the end.

use std::str::FromStr;

use serde::Serialize;

use crate::record::GameResult;
use tengen_engine::game::{ByColor, Color, IllegalMove, Move, Position};
use tengen_engine::pattern::Board;
use tengen_engine::protocol::client::{Thought, Told};
use tengen_engine::solve::vcf::{Vcf, Verdict};

use super::verdict::{Ending, GameEnd, by_law};

/// Fours that the solver tries for one position; a few milliseconds.
const SOLVER_LIMIT: u64 = 20_000;

/// A player that thinks so badly of its game for `count` moves has lost it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resign {
    /// Hundredths below 0, 1 or more.
    pub score: i32,
    /// Own moves in a row, 1 or more.
    pub count: u32,
}

/// Players that both see an even game for `count` moves have drawn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawOffer {
    /// Hundredths around 0.
    pub score: i32,
    /// Moves in a row, of each player.
    pub count: u32,
    /// Stones that have to be on the board before the count begins.
    pub from: u32,
}

/// When a game ends before it is decided on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// When a player that sees a loss has lost; never where this is `None`.
    pub resign: Option<Resign>,
    /// When two players that see an even game have drawn; never where this is `None`.
    pub draw: Option<DrawOffer>,
    /// Whether a proven win is a win.
    pub solver: bool,
    /// Moves after which the game is drawn, those of the opening included.
    pub max_moves: Option<u32>,
}

impl FromStr for Resign {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Resign, &'static str> {
        const FORM: &str = "expected SCORE:COUNT, both 1 or more, as in 1000:4";
        match numbers(text).ok_or(FORM)?[..] {
            [score, count] if score > 0 && count > 0 => Ok(Resign { score, count: count as u32 }),
            _ => Err(FORM),
        }
    }
}

impl FromStr for DrawOffer {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<DrawOffer, &'static str> {
        const FORM: &str =
            "expected SCORE:COUNT or SCORE:COUNT:FROM, the count 1 or more, as in 5:10:80";
        let (score, count, from) = match numbers(text).ok_or(FORM)?[..] {
            [score, count] => (score, count, 0),
            [score, count, from] => (score, count, from),
            _ => return Err(FORM),
        };
        if count == 0 {
            return Err(FORM);
        }
        Ok(DrawOffer { score, count: count as u32, from: from as u32 })
    }
}

/// Whole numbers from 0, separated by colons.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let number = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| text.parse().ok()).flatten()
    };
    text.split(':').map(number).collect()
}

/// Follows one game.
pub struct Referee {
    adjudication: Adjudication,
    solver: Option<Vcf>,
    /// Own moves in a row after which each player saw itself lost.
    hopeless: ByColor<u32>,
    /// Own moves in a row after which each player saw an even game.
    even: ByColor<u32>,
}

impl Referee {
    /// The referee of a game that begins.
    pub fn new(adjudication: Adjudication) -> Referee {
        Referee {
            adjudication,
            solver: adjudication.solver.then(Vcf::new),
            hopeless: ByColor::default(),
            even: ByColor::default(),
        }
    }

    /// Whether the opening alone has as many moves as a game may have.
    pub fn begin(&self, opening: &Position) -> Option<GameEnd> {
        self.by_length(opening)
    }

    /// Plays `mv` for the side to move, which had `thought` about its game; says whether the game
    /// is over.
    pub fn play(
        &mut self,
        position: &mut Position,
        mv: Move,
        thought: &Thought,
    ) -> Option<GameEnd> {
        let side = position.side();
        match position.check(mv) {
            Ok(()) => {}
            // A stone on a forbidden point stands there, and has lost.
            Err(IllegalMove::Forbidden(foul)) => {
                position.play_legal(mv);
                return Some(GameEnd::lost(side, Ending::Forbidden, foul.name()));
            }
            Err(why) => {
                return Some(GameEnd::lost(side, Ending::Illegal, format!("{mv}: {why}")));
            }
        }
        position.play_unchecked(mv);
        self.count(position, side, thought);
        by_law(position)
            .or_else(|| self.by_agreement(side))
            .or_else(|| self.by_length(position))
            .or_else(|| self.by_proof(position))
    }

    fn count(&mut self, position: &Position, side: Color, thought: &Thought) {
        let Adjudication { resign, draw, .. } = self.adjudication;
        let is_hopeless = |score: &Resign| match thought.score {
            Some(Told::Centi(cp)) => cp <= -score.score,
            Some(Told::Mate(moves)) => moves < 0,
            None => false,
        };
        let is_even = |score: &DrawOffer| {
            matches!(thought.score, Some(Told::Centi(cp)) if cp.abs() <= score.score)
                && position.stone_count() as u32 > score.from
        };
        let is_hopeless = resign.as_ref().is_some_and(is_hopeless);
        let is_even = draw.as_ref().is_some_and(is_even);
        self.hopeless[side] = if is_hopeless { self.hopeless[side] + 1 } else { 0 };
        self.even[side] = if is_even { self.even[side] + 1 } else { 0 };
    }

    fn by_agreement(&self, side: Color) -> Option<GameEnd> {
        let Adjudication { resign, draw, .. } = self.adjudication;
        if let Some(Resign { count, .. }) = resign
            && self.hopeless[side] >= count
        {
            return Some(GameEnd::lost(side, Ending::Resign, ""));
        }
        if let Some(DrawOffer { count, .. }) = draw
            && Color::ALL.into_iter().all(|color| self.even[color] >= count)
        {
            return Some(GameEnd::new(GameResult::Draw, Ending::Draw, ""));
        }
        None
    }

    fn by_length(&self, position: &Position) -> Option<GameEnd> {
        let moves = position.history().count() as u32;
        let is_long = self.adjudication.max_moves.is_some_and(|limit| moves >= limit);
        is_long.then(|| GameEnd::new(GameResult::Draw, Ending::MoveLimit, format!("{moves} moves")))
    }

    /// Whether the side to move wins by fours alone.
    fn by_proof(&mut self, position: &Position) -> Option<GameEnd> {
        let solver = self.solver.as_mut()?;
        let side = position.side();
        let variant = position.variant();
        // Conversions break lines, and the tables of the solver do not know of them.
        if Color::ALL.into_iter().any(|color| position.conversions(color) > 0) {
            return None;
        }
        let tables = tengen_engine::eval::tables(variant.rule, variant.k);
        let mut board = Board::new(position.clone(), &tables);
        match solver.search(&mut board, SOLVER_LIMIT, &|| false) {
            Verdict::Win(plies) => {
                let line: Vec<String> = solver.line().map(|mv| mv.to_string()).collect();
                let detail = format!("within {plies} plies: {}", line.join(" "));
                Some(GameEnd::new(GameResult::Win(side), Ending::Solver, detail))
            }
            Verdict::Exhausted | Verdict::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    fn centi(cp: i32) -> Thought {
        Thought { score: Some(Told::Centi(cp)), ..Thought::default() }
    }

    /// Plays moves with the scores that the players gave them.
    fn judge(
        variant: &str,
        adjudication: Adjudication,
        moves: &[(&str, Thought)],
    ) -> Option<GameEnd> {
        let mut position = Position::new(Variant::preset(variant).unwrap()).unwrap();
        let mut referee = Referee::new(adjudication);
        for (index, (mv, thought)) in moves.iter().enumerate() {
            let verdict = referee.play(&mut position, mv.parse().unwrap(), thought);
            if verdict.is_some() {
                assert_eq!(index + 1, moves.len(), "over before {mv}");
                return verdict;
            }
        }
        None
    }

    /// As `judge`, for moves without a score.
    fn laws(variant: &str, moves: &str) -> Option<(GameResult, Ending, String)> {
        let moves: Vec<_> = moves.split_whitespace().map(|mv| (mv, Thought::default())).collect();
        let verdict = judge(variant, Adjudication::default(), &moves)?;
        Some((verdict.result, verdict.reason, verdict.detail))
    }

    #[test]
    fn the_laws_come_first() {
        use Ending::{Forbidden, Full, Illegal, Line};
        use GameResult::Draw;
        const BLACK: GameResult = GameResult::Win(Color::Black);
        const WHITE: GameResult = GameResult::Win(Color::White);
        for (variant, moves, result, reason, detail) in [
            ("tictactoe", "b2 a1 c1 a2 a3", BLACK, Line, "a3 b2 c1"),
            ("tictactoe", "b2 a1 c1 a3 a2 c2 b3 b1 c3", Draw, Full, ""),
            ("tictactoe", "b2 b2", BLACK, Illegal, "b2: occupied"),
            ("tictactoe", "b2 d4", BLACK, Illegal, "d4: outside the 3x3 board"),
            ("renju", "i8 a1 j8 c1 h9 e1 h10 g1 h8", WHITE, Forbidden, "double-three"),
        ] {
            assert_eq!(laws(variant, moves), Some((result, reason, detail.to_owned())), "{moves}");
        }
        assert_eq!(laws("tictactoe", "b2 a1 c1"), None);
        assert_eq!(laws("gomoku", "i8 a1 j8 c1 h9 e1 h10 g1 h8"), None);
    }

    #[test]
    fn who_sees_itself_lost_for_long_has_lost() {
        let resign: Resign = "900:2".parse().unwrap();
        let adjudication = Adjudication { resign: Some(resign), ..Adjudication::default() };
        let mate = Thought { score: Some(Told::Mate(-3)), ..Thought::default() };
        let lost = judge(
            "gomoku",
            adjudication,
            &[("h8", centi(2000)), ("i9", centi(-900)), ("a1", centi(2000)), ("b1", mate)],
        );
        let lost = lost.unwrap();
        assert_eq!((lost.result, lost.reason), (GameResult::Win(Color::Black), Ending::Resign));
        // In between the loss was not sure.
        let moves = [
            ("h8", centi(-900)),
            ("i9", centi(-899)),
            ("a1", centi(-899)),
            ("b1", centi(-900)),
            ("c1", centi(-900)),
            ("d1", Thought { score: Some(Told::Mate(0)), ..Thought::default() }),
        ];
        assert_eq!(judge("gomoku", adjudication, &moves), None);
    }

    #[test]
    fn who_both_see_an_even_game_for_long_have_drawn_it() {
        let draw: DrawOffer = "5:1:2".parse().unwrap();
        let adjudication = Adjudication { draw: Some(draw), ..Adjudication::default() };
        let even = ["h8", "i9", "a1", "b1"].map(|mv| (mv, centi(-5)));
        let drawn = judge("gomoku", adjudication, &even).unwrap();
        assert_eq!((drawn.result, drawn.reason), (GameResult::Draw, Ending::Draw));
        let moves = [
            ("h8", centi(0)),
            ("i9", centi(0)),
            ("a1", centi(5)),
            ("b1", centi(6)),
            ("c1", centi(0)),
        ];
        assert_eq!(judge("gomoku", adjudication, &moves), None);
    }

    #[test]
    fn proofs_and_long_games_end_it() {
        let solver = Adjudication { solver: true, ..Adjudication::default() };
        let moves = |text: &'static str| -> Vec<_> {
            text.split(' ').map(|mv| (mv, Thought::default())).collect()
        };
        // Black has three in an open row, and is to move.
        let won = judge("gomoku", solver, &moves("h8 a1 i8 c1 j8 e1")).unwrap();
        assert_eq!((won.result, won.reason), (GameResult::Win(Color::Black), Ending::Solver));
        assert!(won.detail.starts_with("within 3 plies: "), "{}", won.detail);
        assert_eq!(judge("gomoku", solver, &moves("h8 a1 i8 c1")), None);
        // With conversions no row is safe.
        assert_eq!(judge("destroy", solver, &moves("h8 a1 i8 c1 j8 e1")), None);
        let short = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        let drawn = judge("gomoku", short, &moves("h8 a1 i8")).unwrap();
        assert_eq!((drawn.result, drawn.reason), (GameResult::Draw, Ending::MoveLimit));
        // The moves of an opening count.
        let mut opening = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for (mv, is_over) in [("h8", false), ("a1", false), ("i8", true)] {
            opening.play(mv.parse().unwrap()).unwrap();
            assert_eq!(Referee::new(short).begin(&opening).is_some(), is_over, "{mv}");
        }
    }

    #[test]
    fn conditions_are_read() {
        assert_eq!("1000:4".parse(), Ok(Resign { score: 1000, count: 4 }));
        assert_eq!("0:1".parse(), Ok(DrawOffer { score: 0, count: 1, from: 0 }));
        assert_eq!("5:10:80".parse(), Ok(DrawOffer { score: 5, count: 10, from: 80 }));
        for text in ["", "5", "0:1", "5:0", "-5:1", "5:1:1", "a:b", "5:99999999999", "+5:1"] {
            assert!(text.parse::<Resign>().is_err(), "{text}");
        }
        for text in ["", "5", "5:0", "5:0:1", "5:1:1:1", "x:1", "5:"] {
            assert!(text.parse::<DrawOffer>().is_err(), "{text}");
        }
    }
}
