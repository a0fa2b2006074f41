//! One puzzle being solved, in words.

use std::sync::Arc;

use tengen_engine::game::{Move, Position, Square};
use tengen_engine::puzzle::PuzzleKind;

use tengen_games::puzzles::{
    self, ANSWER_NODES, Known, Look, PuzzleRecord, Refutation, Right, Solving, Why,
};
use tengen_games::table::room::{Refusal, illegal};

/// A puzzle and how far it is solved.
pub(super) struct Trainer {
    solving: Solving,
    /// The longest line of the proof, in words.
    line: String,
    /// Moves of the winner in the longest line.
    moves: u16,
    /// Positions in which no win was found after the solution of a defence; 0 where it wins.
    searched: u64,
    /// How many hints were asked for.
    hints: usize,
    /// Whether the puzzle was solved so far without help and without a wrong move.
    pub is_clean: bool,
    /// The moves that were shown last: a wrong one with its refutation, or the longest line.
    pub ghosts: Vec<Square>,
    /// The move that was named by a hint.
    pub named: Option<Square>,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TryOutcome {
    /// The move was the last one to find.
    Solved(Vec<String>),
    /// The move is right, and the opponent has answered.
    GoesOn(Vec<String>),
    /// The move is wrong, and was taken back.
    Wrong(Vec<String>),
}

impl Trainer {
    /// A puzzle as it begins.
    ///
    /// # Errors
    /// When `record` is no puzzle.
    pub fn new(record: &PuzzleRecord, known: &Arc<Known>) -> anyhow::Result<Trainer> {
        let solving = Solving::new(record, known)?;
        Ok(Trainer {
            solving,
            line: record.line.clone(),
            moves: record.moves,
            searched: record.searched,
            hints: 0,
            is_clean: true,
            ghosts: Vec::new(),
            named: None,
        })
    }

    /// The position to solve, or what it has become.
    pub const fn position(&self) -> &Position {
        self.solving.position()
    }

    /// What has to be found.
    pub fn task(&self) -> String {
        let side = self.position().side().letter();
        match self.solving.kind() {
            PuzzleKind::Vcf if self.moves == 1 => format!("{side} is to move and wins at once"),
            PuzzleKind::Vcf => format!("{side} is to move and wins by fours"),
            PuzzleKind::Vct => format!("{side} is to move and wins by threats"),
            PuzzleKind::Defence => format!(
                "{} threatens to win: {side} is to move, and every move but one loses",
                (!self.position().side()).letter()
            ),
        }
    }

    /// Tries a move.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn play(&mut self, mv: Move) -> Result<TryOutcome, Refusal> {
        let opponent = (!self.position().side()).letter();
        let outcome = self.solving.play(mv).map_err(|why| illegal(mv, why))?;
        let square = mv.square();
        self.ghosts.clear();
        self.named = None;
        Ok(match outcome {
            puzzles::Outcome::Right(right) => {
                self.hints = 0;
                let said = praise(square, &right, opponent, self.searched);
                if right.is_last { TryOutcome::Solved(said) } else { TryOutcome::GoesOn(said) }
            }
            puzzles::Outcome::Wrong(refutation) => {
                self.is_clean = false;
                self.ghosts.push(square);
                match &refutation {
                    Refutation::Loses(line) => self.ghosts.extend(line),
                    Refutation::Holds { reply, .. } => self.ghosts.extend(reply),
                    Refutation::LosesIn(_) | Refutation::Calm | Refutation::Unknown => {}
                }
                let line = blame(square, &refutation, opponent, self.solving.kind());
                TryOutcome::Wrong(vec![line, "it is taken back: try another move".to_owned()])
            }
        })
    }

    /// A hint, each time a plainer one.
    pub fn hint(&mut self) -> String {
        self.is_clean = false;
        self.hints += 1;
        let Some((square, look)) = self.solving.next() else {
            return "there is nothing left to find".to_owned();
        };
        if self.hints > 2 {
            self.ghosts.clear();
            self.named = Some(square);
            return format!("play {square}");
        }
        if self.hints == 2 {
            let name = square.to_string();
            let column: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
            return format!("look at column {column}");
        }
        let look = match look {
            Look::Five => "complete the line",
            Look::Four => "make a four",
            Look::Three => "make a three",
            Look::Quiet => "play a quiet move",
        };
        look.to_owned()
    }

    /// The solution in words.
    pub fn solution(&mut self) -> Vec<String> {
        self.is_clean = false;
        self.ghosts.clear();
        self.named = self.solving.next().map(|(square, _)| square);
        let is_attack = self.solving.kind() != PuzzleKind::Defence;
        if is_attack && self.named == Some(self.solving.solution()) {
            // Nothing was played yet: the line begins here.
            self.ghosts = self.line.split(' ').filter_map(|word| word.parse().ok()).collect();
        }
        let line = match self.solving.kind() {
            PuzzleKind::Vcf | PuzzleKind::Vct => format!("the longest line: {}", self.line),
            PuzzleKind::Defence => format!("after another move, for example: {}", self.line),
        };
        vec![format!("the solution is {}", self.solving.solution()), line]
    }
}

/// Why a move is right.
fn praise(square: Square, right: &Right, opponent: char, searched: u64) -> Vec<String> {
    let first = match right.why {
        Why::Line => return vec![format!("{square} completes the line")],
        Why::OnlyMove => {
            let line = format!("{square} is right: every other move loses, by proof");
            let after = match searched {
                0 => "it even wins, by proof".to_owned(),
                _ => format!("no win of {opponent} after it was found in {searched} positions"),
            };
            return vec![line, after];
        }
        Why::AnotherProof if right.is_last && right.reply.is_none() => {
            return vec![format!("{square} wins, too, by proof: another solution")];
        }
        Why::Proof => format!("{square} is right"),
        Why::AnotherProof => format!("{square} wins, too, by proof"),
    };
    let second = match right.reply {
        Some(reply) => format!("{opponent} resists longest with {reply}"),
        None => format!("{opponent} has no answer"),
    };
    vec![first, second]
}

/// Why a move is wrong, or what was looked at.
fn blame(square: Square, refutation: &Refutation, opponent: char, kind: PuzzleKind) -> String {
    match refutation {
        Refutation::Loses(line) => match line.as_slice() {
            [] => format!("{square} loses"),
            [five] => format!("{square} loses: {opponent} completes a line with {five}"),
            line => {
                let words: Vec<String> = line.iter().map(Square::to_string).collect();
                format!("{square} loses: {opponent} wins with {}", words.join(" "))
            }
        },
        Refutation::LosesIn(1) => format!("{square} loses: {opponent} completes a line"),
        Refutation::LosesIn(moves) => format!("{square} loses: {opponent} wins in {moves} moves"),
        Refutation::Holds { reply, is_free_of_fours } => {
            let answer = match reply {
                Some(reply) => format!("{square}: {opponent} answers {reply}"),
                None => format!("{square}: {opponent} has an answer"),
            };
            match (is_free_of_fours, kind) {
                (true, PuzzleKind::Vcf) => {
                    format!("{answer}; every four after it was tried: none wins")
                }
                (true, _) => format!(
                    "{answer}; every four after it was tried, and no other win was found in {ANSWER_NODES} positions"
                ),
                (false, _) => {
                    format!("{answer}; no win was found after it in {ANSWER_NODES} positions")
                }
            }
        }
        Refutation::Calm => {
            format!("{square}: no threat was found in it in {ANSWER_NODES} positions")
        }
        Refutation::Unknown => {
            format!("{square}: no proof was found that it wins, and no reply that holds")
        }
    }
}
