//! One puzzle being solved: what is right, what is wrong and why, in words.

use tengen_engine::eval;
use tengen_engine::game::{Color, Move, NoObserver, Position, Square};
use tengen_engine::pattern::{Board, Threat};
use tengen_engine::proof::{Claim, Goal, Proof};
use tengen_engine::solve::prove::{Finding, ProveLimits, prove};
use tengen_engine::solve::puzzle::{Answer, Cutter, PuzzleKind, Walk, main_line};

use crate::analysis::puzzles::{OpenPuzzle, PuzzleRecord};
use crate::table::room::{Refusal, refuse};

/// Positions in which a proof is looked for that another move wins, too.
const PROVE_NODES: u64 = 20_000;
/// Memory for that, in bytes.
const PROVE_BYTES: usize = 32 << 20;
/// Positions of a search for threats after a reply to a wrong move.
const ANSWER_NODES: u64 = 10_000;

/// A puzzle and how far it is solved.
pub(super) struct Trainer {
    kind: PuzzleKind,
    solution: Square,
    /// The longest line of the proof, in words.
    line: String,
    /// The strategy of the winner; another one once another winning move was found.
    proof: Proof,
    walk: Walk,
    position: Position,
    cutter: Cutter,
    /// How many hints were asked for.
    hints: usize,
    /// Whether it was solved without help and without a wrong move so far.
    pub is_clean: bool,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// That was the last move to find.
    Solved(Vec<String>),
    /// It is right, and the opponent has answered.
    GoesOn(Vec<String>),
    /// It is wrong, and was taken back.
    Wrong(Vec<String>),
}

impl Trainer {
    /// A puzzle as it begins.
    ///
    /// # Errors
    /// When it is none.
    pub fn new(record: &PuzzleRecord) -> anyhow::Result<Trainer> {
        let OpenPuzzle { position, kind, solution, proof } = record.open()?;
        Ok(Trainer {
            kind,
            solution,
            line: record.line.clone(),
            walk: Walk::new(&proof),
            proof,
            cutter: Cutter::new(position.rule(), position.variant().k),
            position,
            hints: 0,
            is_clean: true,
        })
    }

    /// The position to solve, or what it has become.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What has to be found.
    pub fn task(&self) -> String {
        let side = self.position.side().letter();
        match self.kind {
            PuzzleKind::Vcf => format!("{side} is to move and wins by fours"),
            PuzzleKind::Vct => format!("{side} is to move and wins by threats"),
            PuzzleKind::Defence => format!(
                "{} threatens to win: {side} is to move, and one move holds",
                (!self.position.side()).letter()
            ),
        }
    }

    /// Tries a move.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn play(&mut self, mv: Move) -> Result<Outcome, Refusal> {
        self.position
            .check(mv)
            .map_err(|error| refuse("move", &format!("{mv} ({error})"), error.expected()))?;
        Ok(match self.kind {
            PuzzleKind::Vcf | PuzzleKind::Vct => self.attack(mv.square()),
            PuzzleKind::Defence => self.defend(mv.square()),
        })
    }

    fn after(&self, square: Square) -> Position {
        let mut position = self.position.clone();
        position.play_unchecked(Move::place(square), &mut NoObserver);
        position
    }

    fn attack(&mut self, square: Square) -> Outcome {
        let after = self.after(square);
        if after.is_over() && after.winner() == Some(self.position.side()) {
            self.position = after;
            return Outcome::Solved(vec![format!("{square} completes the line")]);
        }
        let mut said = Vec::new();
        if self.walk.square(&self.proof) == Some(square) {
            said.push(format!("{square} is right"));
        } else if let Some(proof) = proof_of(&after, self.position.side()) {
            said.push(format!("{square} wins, too"));
            self.walk = Walk::new(&proof);
            self.proof = proof;
        } else {
            self.is_clean = false;
            return Outcome::Wrong(self.refutation(square, &after));
        }
        let (proof, walk) = (&self.proof, self.walk);
        let defender = after.side();
        let reply = ranked(&after, defender, |rate| walk.longest(proof, &after, rate));
        let next = reply.and_then(|reply| Some((reply, walk.after(proof, reply)?)));
        let Some((reply, walk)) = next else {
            self.position = after;
            said.push(format!("{} has no answer", defender.letter()));
            return Outcome::Solved(said);
        };
        said.push(format!("{} resists longest with {reply}", defender.letter()));
        self.walk = walk;
        self.position = after;
        self.position = self.after(reply);
        self.hints = 0;
        if self.position.is_over() { Outcome::Solved(said) } else { Outcome::GoesOn(said) }
    }

    /// Why a move does not win.
    fn refutation(&mut self, square: Square, after: &Position) -> Vec<String> {
        let defender = after.side().letter();
        let line = match self.cutter.answer(after, ANSWER_NODES, &|| false) {
            Answer::Wins(line) if line.len() > 1 => {
                let words: Vec<String> = line.iter().map(Move::to_string).collect();
                format!("{square} loses: {defender} wins by fours with {}", words.join(" "))
            }
            Answer::Wins(line) => match line.first() {
                Some(five) => format!("{square} loses: {defender} completes a line with {five}"),
                None => format!("{square} loses"),
            },
            Answer::Holds(reply) => {
                format!("{square} no longer wins: {defender} answers {reply}, and holds")
            }
            Answer::Calm => format!("{square} no longer wins: it threatens nothing"),
            Answer::None => {
                format!("{square}: no proof was found that it wins, and no reply that holds")
            }
        };
        vec![line, "it is taken back: try another move".to_owned()]
    }

    fn defend(&mut self, square: Square) -> Outcome {
        if square == self.solution {
            self.position = self.after(square);
            let attacker = self.position.side().letter();
            let line = format!("{square} is right: every other move loses, by proof");
            return Outcome::Solved(vec![line, format!("{attacker} has no win that was found")]);
        }
        self.is_clean = false;
        let line = self.loss(square);
        let mut said = match line {
            None => vec![format!("{square} is not the move")],
            Some(line) => {
                let attacker = (!self.position.side()).letter();
                let words: Vec<String> = line.iter().map(Square::to_string).collect();
                vec![format!("{square} loses: {attacker} wins with {}", words.join(" "))]
            }
        };
        said.push("it is taken back: try another move".to_owned());
        Outcome::Wrong(said)
    }

    /// How the attacker wins after a wrong move of the defender.
    fn loss(&self, square: Square) -> Option<Vec<Square>> {
        let walk = self.walk.after(&self.proof, square)?;
        let part = self.proof.part(walk.node());
        let after = self.after(square);
        let tables = eval::tables(after.rule(), after.variant().k);
        Some(main_line(&part, &mut Board::new(after, &tables)))
    }

    /// A hint, each time a plainer one.
    pub fn hint(&mut self) -> String {
        self.is_clean = false;
        self.hints += 1;
        let wanted = match self.kind {
            PuzzleKind::Defence => Some(self.solution),
            PuzzleKind::Vcf | PuzzleKind::Vct => self.walk.square(&self.proof),
        };
        let Some(square) = wanted else { return "there is nothing left to find".to_owned() };
        if self.hints > 2 {
            return format!("play {square}");
        }
        if self.hints == 2 {
            let name = square.to_string();
            let column: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
            return format!("look at column {column}");
        }
        let tables = eval::tables(self.position.rule(), self.position.variant().k);
        let board = Board::new(self.position.clone(), &tables);
        let look = match board.patterns().threat(square, self.position.side()) {
            Threat::Five => "complete the line",
            Threat::OpenFour | Threat::FourThree | Threat::Four => "make a four",
            Threat::Three | Threat::DoubleThree => "make a three",
            Threat::None | Threat::Foul => "play a quiet move",
        };
        look.to_owned()
    }

    /// The solution in words.
    pub fn solution(&mut self) -> Vec<String> {
        self.is_clean = false;
        let line = match self.kind {
            PuzzleKind::Vcf | PuzzleKind::Vct => format!("the longest line: {}", self.line),
            PuzzleKind::Defence => format!("after another move, for example: {}", self.line),
        };
        vec![format!("the solution is {}", self.solution), line]
    }
}

/// The proof that a player wins, who has just moved.
fn proof_of(after: &Position, prover: Color) -> Option<Proof> {
    if after.is_over() {
        return None;
    }
    let claim = Claim { prover, goal: Goal::Wins };
    let limits = ProveLimits { nodes: PROVE_NODES, memory: PROVE_BYTES, ..ProveLimits::default() };
    match prove(after, claim, &limits, &mut |_| true).0 {
        Finding::Proven(proof) => Some(*proof),
        Finding::Refuted | Finding::Undecided => None,
    }
}

/// Chooses with the order of moves of a player.
fn ranked<T>(
    position: &Position,
    color: Color,
    choose: impl FnOnce(&dyn Fn(Square) -> i32) -> T,
) -> T {
    let tables = eval::tables(position.rule(), position.variant().k);
    let board = Board::new(position.clone(), &tables);
    choose(&|square| board.patterns().order(square, color))
}
