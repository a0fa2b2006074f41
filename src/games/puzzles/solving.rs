//! One puzzle being solved: what is right, what is wrong, and why.

use std::sync::Arc;

use serde::Serialize;

use tengen_engine::game::{Color, IllegalMove, Move, Position, Square};
use tengen_engine::pattern::{Board, Tables, Threat};
use tengen_engine::proof::{Claim, Goal, Proof};
use tengen_engine::prove::{Finding, ProveLimits, prove};
use tengen_engine::puzzle::{Answer, Cutter, PuzzleKind, Walk, main_line};

use super::known::{Known, Refutation, Worth};
use super::{OpenPuzzle, PuzzleRecord};

/// Positions in which a proof is looked for that another move wins, too.
const PROVE_NODES: u64 = 10_000;
/// Memory for that, in bytes.
const PROVE_BYTES: usize = 8 << 20;
/// Positions of a search for threats after a reply to a wrong move.
pub const ANSWER_NODES: u64 = 10_000;

/// A puzzle and how far it is solved.
pub struct Solving {
    kind: PuzzleKind,
    solution: Square,
    /// The strategy of the winner and how far it was followed; another one once another winning
    /// move was found. A defence has none.
    win: Option<(Arc<Proof>, Walk)>,
    /// The strategy of the opponent after wrong first moves.
    losses: Option<Proof>,
    /// The first moves of which `losses` says nothing.
    open: Vec<Square>,
    position: Position,
    /// Whether a move was found before.
    has_begun: bool,
    known: Arc<Known>,
    tables: Arc<Tables>,
    /// Whether what comes of a move is still waited for.
    is_wanted: Box<dyn Fn() -> bool + Send + Sync>,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The move is right, and was played.
    Right(Right),
    /// The move is wrong, and was not played.
    Wrong(Refutation),
}

/// A right move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// Why the move is right.
    pub why: Why,
    /// What the opponent has answered.
    pub reply: Option<Square>,
    /// Whether that was the last move to find.
    pub is_last: bool,
}

/// Why a move is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move completes a line.
    Line,
    /// The proof of the puzzle plays it.
    Proof,
    /// Another proof was found that the move wins.
    AnotherProof,
    /// Every other move loses.
    OnlyMove,
}

/// What kind of move has to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// A move that completes a line.
    Five,
    /// A move that makes a four.
    Four,
    /// A move that makes a three.
    Three,
    /// A move that does none of these.
    Quiet,
}

impl Solving {
    /// A puzzle as it begins; what is found of tries is kept in `known`.
    ///
    /// # Errors
    /// When `record` is no puzzle.
    pub fn new(record: &PuzzleRecord, known: &Arc<Known>) -> anyhow::Result<Solving> {
        let OpenPuzzle { position, kind, solution, open, win, losses } = record.open()?;
        // A defence is solved with one move, also where that wins.
        let win = win.filter(|_| kind != PuzzleKind::Defence).map(|proof| {
            let walk = Walk::new(&proof);
            (Arc::new(proof), walk)
        });
        let known = Arc::clone(known);
        let tables = known.tables(&position);
        let is_wanted = Box::new(|| true);
        let has_begun = false;
        Ok(Solving {
            kind,
            solution,
            win,
            losses,
            open,
            position,
            has_begun,
            known,
            tables,
            is_wanted,
        })
    }

    /// This puzzle, but every search ends once `is_wanted` says no.
    #[must_use]
    pub fn while_wanted(self, is_wanted: impl Fn() -> bool + Send + Sync + 'static) -> Solving {
        Solving { is_wanted: Box::new(is_wanted), ..self }
    }

    /// The position to solve, or what it has become.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What has to be found.
    pub const fn kind(&self) -> PuzzleKind {
        self.kind
    }

    /// The right move of the puzzle.
    pub const fn solution(&self) -> Square {
        self.solution
    }

    /// Tries a move. Why a wrong one is wrong does not name the right one.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn play(&mut self, mv: Move) -> Result<Outcome, IllegalMove> {
        self.position.check(mv)?;
        let outcome = match self.win.clone() {
            Some(win) => self.attack(mv.square(), win),
            None => self.defend(mv.square()),
        };
        Ok(match outcome {
            Outcome::Wrong(refutation) => Outcome::Wrong(match self.right_square() {
                Some(right) => refutation.without(right),
                None => refutation,
            }),
            right @ Outcome::Right(_) => right,
        })
    }

    fn after(&self, square: Square) -> Position {
        let mut position = self.position.clone();
        position.play_unchecked(Move::place(square));
        position
    }

    fn attack(&mut self, square: Square, (mut proof, mut walk): (Arc<Proof>, Walk)) -> Outcome {
        let after = self.after(square);
        if after.is_over() && after.winner() == Some(self.position.side()) {
            self.position = after;
            return Outcome::Right(Right { why: Why::Line, reply: None, is_last: true });
        }
        let mut why = Why::Proof;
        if walk.square(&proof) != Some(square) {
            if let Some(line) = self.loss(square) {
                return Outcome::Wrong(Refutation::Loses(line));
            }
            match self.known.worth(&after, || worth(&after, &self.is_wanted)) {
                Some(Worth::Wins(_)) if !self.has_begun => {
                    // What was asked for is one winning move, and here is another one.
                    self.position = after;
                    return Outcome::Right(Right {
                        why: Why::AnotherProof,
                        reply: None,
                        is_last: true,
                    });
                }
                Some(Worth::Wins(another)) => {
                    walk = Walk::new(&another);
                    proof = another;
                    why = Why::AnotherProof;
                }
                Some(Worth::Wrong(refutation)) => return Outcome::Wrong(refutation),
                // The search was given up.
                None => return Outcome::Wrong(Refutation::Unknown),
            }
        }
        self.has_begun = true;
        let board = Board::new(after.clone(), &self.tables);
        let rate = |square| board.patterns().order(square, after.side());
        let reply = walk.longest(&proof, &after, rate);
        let next = reply.and_then(|reply| Some((reply, walk.after(&proof, reply)?)));
        self.position = after;
        let Some((reply, walk)) = next else {
            return Outcome::Right(Right { why, reply: None, is_last: true });
        };
        self.win = Some((proof, walk));
        self.position = self.after(reply);
        Outcome::Right(Right { why, reply: Some(reply), is_last: self.position.is_over() })
    }

    fn defend(&mut self, square: Square) -> Outcome {
        if square == self.solution {
            self.position = self.after(square);
            return Outcome::Right(Right { why: Why::OnlyMove, reply: None, is_last: true });
        }
        // A strategy that leaves an answer out is no proof: what happens is found out.
        let after = self.after(square);
        let found = || match self.known.worth(&after, || worth(&after, &self.is_wanted)) {
            Some(Worth::Wins(_)) | None => Refutation::Unknown,
            Some(Worth::Wrong(refutation)) => refutation,
        };
        Outcome::Wrong(self.loss(square).map_or_else(found, Refutation::Loses))
    }

    /// How the opponent wins after a wrong first move, by the strategy of the puzzle; without one
    /// the opponent completes a line at once.
    fn loss(&self, square: Square) -> Option<Vec<Square>> {
        if self.has_begun || self.open.contains(&square) {
            return None;
        }
        let Some(losses) = &self.losses else {
            let board = Board::new(self.after(square), &self.tables);
            return board.patterns().fives(board.side()).iter().next().map(|five| vec![five]);
        };
        let walk = Walk::new(losses).after(losses, square)?;
        let part = losses.part(walk.node());
        Some(main_line(&part, &mut Board::new(self.after(square), &self.tables)))
    }

    /// The move to find now; nothing where nothing is left to find.
    fn right_square(&self) -> Option<Square> {
        match &self.win {
            Some((proof, walk)) => walk.square(proof),
            None => Some(self.solution),
        }
    }

    /// The move to find now, and what it does; nothing where nothing is left to find.
    pub fn next(&self) -> Option<(Square, Look)> {
        let square = self.right_square()?;
        let board = Board::new(self.position.clone(), &self.tables);
        let look = match board.patterns().threat(square, self.position.side()) {
            Threat::Five => Look::Five,
            Threat::OpenFour | Threat::FourThree | Threat::Four => Look::Four,
            Threat::Three | Threat::DoubleThree => Look::Three,
            Threat::None | Threat::Foul => Look::Quiet,
        };
        Some((square, look))
    }
}

/// What the move was worth that led to this position: whether it wins, or why not. Nothing where
/// that is not wanted any more.
fn worth(after: &Position, is_wanted: &(dyn Fn() -> bool + Send + Sync)) -> Option<Worth> {
    let mut cutter = Cutter::new(after.rule(), after.variant().k);
    let answer = cutter.answer(after, ANSWER_NODES, &|| !is_wanted());
    // The opponent's threats are looked at first: after four of five wrong moves they win, found
    // within a millisecond, where to prove nothing may take a second. And a move that they
    // answer wins nothing.
    if !matches!(answer, Answer::Wins(_))
        && let Some(proof) = proof_of(after, !after.side(), is_wanted)
    {
        return Some(Worth::Wins(Arc::new(proof)));
    }
    let refutation = match answer {
        Answer::Wins(line) => Refutation::Loses(line.iter().map(|mv| mv.square()).collect()),
        Answer::Holds { reply, is_free_of_fours } => {
            Refutation::Holds { reply: Some(reply), is_free_of_fours }
        }
        Answer::Calm => Refutation::Calm,
        Answer::None => Refutation::Unknown,
    };
    is_wanted().then_some(Worth::Wrong(refutation))
}

/// The proof that a player wins, who has just moved.
fn proof_of(
    after: &Position,
    prover: Color,
    is_wanted: &(dyn Fn() -> bool + Send + Sync),
) -> Option<Proof> {
    if after.is_over() {
        return None;
    }
    let claim = Claim { prover, goal: Goal::Wins };
    let limits = ProveLimits { nodes: PROVE_NODES, memory: PROVE_BYTES, ..ProveLimits::default() };
    match prove(after, claim, &limits, &mut |_| is_wanted()).0 {
        Finding::Proven(proof) => Some(*proof),
        Finding::Refuted | Finding::Undecided => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{effort, read};

    /// No strategy says what a1 is worth.
    const OPEN: &str = r#"{"position":"15/15/15/15/15/15/15/3xxx9/15/15/15/15/15/15/2o1o1o8 x k=5 rule=freestyle","kind":"vcf","solution":"g8","line":"g8 c8 h8","moves":2,"fours":1,"threes":0,"quiet":0,"false_tries":"","grade":1,"open":"c8","searched":1000,"proved":1000,"source":{"game":1,"ply":6},"win":"tengen-proof 1\nposition 15/15/15/15/15/15/15/3xxx9/15/15/15/15/15/15/2o1o1o8 x k=5 rule=freestyle\nclaim x wins\nc8\nh8\ng8 c8:1 *:0\n"}"#;

    #[test]
    fn what_is_given_up_is_not_known_afterwards() {
        let record = &read(OPEN.as_bytes()).unwrap()[0];
        let known = Arc::<Known>::default();
        let mv = Move::place("a1".parse().unwrap());
        let outcome = |is_wanted: bool| {
            let mut solving = Solving::new(record, &known).unwrap().while_wanted(move || is_wanted);
            solving.play(mv).unwrap()
        };
        assert_eq!(outcome(false), Outcome::Wrong(Refutation::Unknown));
        assert_ne!(outcome(true), Outcome::Wrong(Refutation::Unknown));
    }

    /// With what is not wanted any more, a search would find nothing.
    #[test]
    fn no_first_move_of_the_puzzles_has_to_be_searched_for() {
        let known = Arc::<Known>::default();
        for record in super::super::shipped().unwrap() {
            let puzzle = Solving::new(record, &known).unwrap();
            for mv in puzzle.position().legal_moves().into_iter().step_by(effort::of(40, 3)) {
                let mut solving = Solving::new(record, &known).unwrap().while_wanted(|| false);
                let outcome = solving.play(mv).unwrap();
                let unknown = Outcome::Wrong(Refutation::Unknown);
                assert_ne!(outcome, unknown, "{mv} in {}", record.position);
            }
        }
    }
}
