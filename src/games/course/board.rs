//! The boards of a lesson: positions, the lines of the protocol that set them up, and the winning
//! lines that are drawn.

use tengen_engine::game::{Color, Direction, Move, Position, Square, Variant};
use tengen_engine::session::build;
use tengen_engine::session::message::{Problem, Start};
use tengen_engine::session::options::Options;

use super::lesson::Lesson;

/// The board of a step.
#[derive(Clone, Debug)]
pub struct Board {
    /// A value of the option Variant, or a position text.
    game: String,
    /// The moves from there.
    moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
}

impl Board {
    /// The board of `game` after `moves`.
    ///
    /// # Errors
    /// What is no game, no position or no legal move.
    pub fn new(game: &str, moves: &str) -> Result<Board, Problem> {
        let mut options = Options::default();
        let start = if Variant::preset(game).is_ok() {
            options.set("Variant", Some(game))?;
            Start::Empty
        } else if game.contains('/') {
            Start::Text(game.to_owned())
        } else {
            let expected = "a game as in the option Variant, or a position text";
            return Err(Problem::new("game", game, expected));
        };
        let read = |word: &str| {
            word.parse::<Move>().map_err(|_| Problem::new("moves", word, "a square, as in h8"))
        };
        let moves: Vec<Move> = moves.split_whitespace().map(read).collect::<Result<_, _>>()?;
        let position = build(&options, &start, &moves)?;
        Ok(Board { game: game.to_owned(), moves, position })
    }

    /// The board after one more move.
    ///
    /// # Errors
    /// When it is not legal.
    pub fn after(&self, mv: Move) -> Result<Board, Problem> {
        let moves: Vec<String> = self.moves.iter().chain([&mv]).map(Move::to_string).collect();
        Board::new(&self.game, &moves.join(" "))
    }

    /// The lines of the protocol that set the board up.
    pub fn setup(&self) -> Vec<String> {
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        if self.game.contains('/') {
            return vec![format!("position fen {}{moves}", self.game)];
        }
        vec![
            format!("setoption name Variant value {}", self.game),
            format!("position startpos{moves}"),
        ]
    }

    /// All lines that win when they are full.
    pub fn winning_lines(&self) -> Vec<Vec<Square>> {
        let (size, k) = (self.position.size(), usize::from(self.position.variant().k));
        let line = |from: Square, direction: Direction| -> Option<Vec<Square>> {
            let squares = (0..k as isize).map(|steps| from.step(direction, steps));
            squares.map(|square| square.filter(|&square| size.contains(square))).collect()
        };
        let from = |square| Direction::ALL.into_iter().filter_map(move |way| line(square, way));
        size.squares().flat_map(from).collect()
    }

    /// The winning lines that `color` can still fill.
    pub fn open_lines(&self, color: Color) -> Vec<Vec<Square>> {
        let is_free =
            |&square: &Square| self.position.at(square).is_none_or(|stone| stone.color == color);
        self.winning_lines().into_iter().filter(|line| line.iter().all(is_free)).collect()
    }

    /// The winning lines that `text` of a step names.
    ///
    /// # Errors
    /// What names no line.
    pub fn drawn_lines(&self, text: &str) -> Result<Vec<Vec<Square>>, Problem> {
        let all = self.winning_lines();
        match text {
            "all" => Ok(all),
            "openx" => Ok(self.open_lines(Color::Black)),
            "openo" => Ok(self.open_lines(Color::White)),
            "last" => {
                let last = self.position.last_move().map(Move::square);
                let last = last.ok_or_else(|| Problem::new("lines", text, "a last move"))?;
                Ok(all.into_iter().filter(|line| line.contains(&last)).collect())
            }
            groups => groups.split(',').map(|group| self.line(group)).collect(),
        }
    }

    fn line(&self, group: &str) -> Result<Vec<Square>, Problem> {
        group.split_whitespace().map(|name| self.square("lines", name)).collect()
    }

    /// The square of that name, for the field `what`.
    ///
    /// # Errors
    /// When the board has none.
    pub fn square(&self, what: &str, name: &str) -> Result<Square, Problem> {
        let square = name.parse::<Square>().ok();
        let on_board = square.filter(|&square| self.position.size().contains(square));
        on_board.ok_or_else(|| Problem::new(what, name, "a square of the board"))
    }
}

/// The boards of all steps of a lesson.
///
/// # Errors
/// What is no board.
pub fn boards(lesson: &Lesson) -> Result<Vec<Board>, Problem> {
    let mut game = String::new();
    let mut moves = String::new();
    let mut boards = Vec::new();
    for (step, number) in lesson.steps.iter().zip(1..) {
        if let Some(own) = &step.game {
            own.clone_into(&mut game);
            moves.clear();
        }
        if let Some(own) = &step.moves {
            own.clone_into(&mut moves);
        }
        let board = Board::new(&game, &moves);
        let at = |problem: Problem| Problem {
            what: format!("step {number} {}", problem.what),
            ..problem
        };
        boards.push(board.map_err(at)?);
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_board_are_found() {
        assert_eq!(Board::new("tictactoe", "").unwrap().winning_lines().len(), 8);
        assert_eq!(Board::new("gomoku", "").unwrap().winning_lines().len(), 572);
        let board = Board::new("tictactoe", "a1").unwrap();
        assert_eq!(board.drawn_lines("last").unwrap().len(), 3);
        assert_eq!(board.drawn_lines("a1 b1 c1, a2 b2 c2").unwrap().len(), 2);
        assert!(board.drawn_lines("a1 d1").is_err());
    }
}
