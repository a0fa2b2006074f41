//! Boards drawn as text, for people and for tests.
//!
//! ```text
//!  3  . !(x)
//!  2  . x .
//!  1  O . .
//!     a b c
//! ```
//!
//! `x` and `o` are stones, `X` and `O` converted ones, `.` is an empty point,
//! `!` one that is forbidden to Black, `#` a square that is dead. The last move stands in parentheses. From
//! column 27 on the name of a column is written from the top down.

use super::fen::{letter_stone, parse_side_and_fields, stone_letter};
use super::moves::Move;
use super::position::{Position, Stone};
use super::rule::{Rule, Variant};
use super::setup::{Expected, Setup, SetupError};
use super::square::{Size, Square};

impl Position {
    /// The board as text, rows from the top, with the names of rows and columns.
    ///
    /// ```
    /// use tengen_engine::board;
    ///
    /// let mut position = board!("x rule=renju", "
    ///     . . . . . . .
    ///     . . . x . . .
    ///     . . . x . . .
    ///     o x x . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .");
    /// position.play("f5".parse()?)?;
    /// assert_eq!(position.diagram(), "
    ///  7  . . . . . . .
    ///  6  . . . x . . .
    ///  5  . . . x .(x).
    ///  4  o x x . . . .
    ///  3  . . . . . . .
    ///  2  . . . . . . .
    ///  1  . . . . . . .
    ///     a b c d e f g
    /// ".trim_start_matches('\n'));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn diagram(&self) -> String {
        let forbidden = self.forbidden_points();
        let last = self.last_move().map(Move::square);
        let mut text = String::new();
        for row in (0..self.size().height()).rev() {
            let label = format!("{:2} ", row + 1);
            text.push_str(&label);
            let mut was_last = false;
            for col in 0..self.size().width() {
                let square = Square::new(col, row);
                let is_last = last == Some(square);
                text.push(match (was_last, is_last) {
                    (true, _) => ')',
                    (false, true) => '(',
                    (false, false) => ' ',
                });
                text.push(match self.at(square) {
                    Some(stone) => stone_letter(stone),
                    None if !self.is_empty(square) => '#',
                    None if forbidden.contains(square) => '!',
                    None => '.',
                });
                was_last = is_last;
            }
            text.push_str(if was_last { ")\n" } else { "\n" });
        }
        text + &column_names(self.size())
    }
}

/// One line of letters under the columns, two on boards wider than 26.
fn column_names(size: Size) -> String {
    let names: Vec<String> = (0..size.width())
        .map(|col| {
            let name = Square::new(col, 0).to_string();
            format!("{:>2}", name.trim_end_matches('1'))
        })
        .collect();
    let line = |place: usize| {
        let letters = names.iter().map(|name| format!(" {}", &name[place..=place]));
        format!("   {}", letters.collect::<String>()).trim_end().to_owned() + "\n"
    };
    let high = if size.width() > 26 { line(0) } else { String::new() };
    high + &line(1)
}

/// What a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board.
    pub size: Size,
    /// The stones.
    pub stones: Vec<(Square, Stone)>,
    /// The square in parentheses.
    pub last: Option<Square>,
    /// The empty points that are drawn with something else than a point.
    pub marks: Vec<(char, Square)>,
}

impl Diagram {
    /// Reads a drawing: rows from the top, blanks between points or not. If any
    /// line begins with a number, all rows must, and lines without one (the
    /// names of the columns) are skipped. An empty point may have any
    /// punctuation mark.
    ///
    /// # Errors
    /// When a point is none, rows differ in length or are numbered wrongly, or
    /// the board is too small or too large.
    pub fn parse(text: &str) -> Result<Diagram, SetupError> {
        let is_numbered = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let numbered: Vec<&str> = lines.clone().filter(is_numbered).collect();
        let rows = if numbered.is_empty() { lines.collect() } else { numbered.clone() };
        let mut diagram: Option<Diagram> = None;
        for (above, &line) in rows.iter().enumerate() {
            let row = rows.len() - 1 - above;
            let points = line.trim_start_matches(|first: char| first.is_ascii_digit());
            let label = &line[..line.len() - points.len()];
            if !numbered.is_empty() && label.parse() != Ok(row + 1) {
                return Err(SetupError::new(line, Expected::RowLabel(row + 1)));
            }
            let is_point = |letter: &char| !letter.is_whitespace() && !matches!(letter, '(' | ')');
            let width = points.chars().filter(is_point).count();
            let diagram = match &mut diagram {
                Some(drawn) if drawn.size.width() != width => {
                    return Err(SetupError::new(line, Expected::RowLength(drawn.size.width())));
                }
                Some(drawn) => drawn,
                nothing => {
                    let size = Size::new(width, rows.len());
                    let size = size.map_err(|_| SetupError::new(line, Expected::Size))?;
                    nothing.insert(Diagram { size, stones: vec![], last: None, marks: vec![] })
                }
            };
            diagram.read_row(points, row)?;
        }
        diagram.ok_or_else(|| SetupError::new("", Expected::DrawnRow))
    }

    fn read_row(&mut self, points: &str, row: usize) -> Result<(), SetupError> {
        let mut col = 0;
        for letter in points.chars() {
            match letter {
                '(' => {
                    self.last = (col < self.size.width()).then(|| Square::new(col, row));
                    continue;
                }
                ')' => continue,
                _ if letter.is_whitespace() => continue,
                _ => {}
            }
            let square = Square::new(col, row);
            col += 1;
            match letter_stone(letter) {
                Some(stone) => self.stones.push((square, stone)),
                None if letter == '.' => {}
                None if letter.is_ascii_punctuation() => self.marks.push((letter, square)),
                None => return Err(SetupError::new(letter, Expected::DrawnRow)),
            }
        }
        Ok(())
    }

    /// The description of the drawn position. `fields` is what follows the rows
    /// in position text, such as `x k=4`; what it does not say is freestyle
    /// gomoku, five in a row.
    ///
    /// # Errors
    /// When the fields cannot be read.
    pub fn setup(&self, fields: &str) -> Result<Setup, SetupError> {
        let game = Variant { rule: Rule::Freestyle, size: self.size, k: 5, destroy: 0 };
        let mut setup = Setup { stones: self.stones.clone(), last: self.last, ..Setup::new(&game) };
        let fields: Vec<&str> = fields.split_whitespace().collect();
        parse_side_and_fields(&mut setup, &fields)?;
        Ok(setup)
    }

    /// The points drawn with `mark`.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = Square> {
        self.marks.iter().filter(move |found| found.0 == mark).map(|found| found.1)
    }
}

/// The position of a drawing, for tests and examples: the side to move and the
/// fields of position text, then the rows.
///
/// ```
/// use tengen_engine::board;
/// use tengen_engine::game::Color;
///
/// let position = board!("o k=3", "
///     o . .
///     . x .
///     . . x");
/// assert_eq!(position.side(), Color::White);
/// assert!(position.is_empty("a1".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When the drawing is no position.
#[macro_export]
macro_rules! board {
    ($fields:expr, $rows:expr $(,)?) => {
        $crate::game::diagram::Diagram::parse($rows)
            .and_then(|diagram| diagram.setup($fields))
            .and_then(|setup| setup.build())
            .expect("the drawing is a position")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_points_are_marked() {
        let position = board!(
            "o rule=renju",
            "
            . . . . . . .
            . . . x . . .
            . . .(x). . .
            . x x . . . .
            . . . . . . .
            . . . . . . .
            o . . . . . ."
        );
        let drawn = position.diagram();
        let diagram = Diagram::parse(&drawn).unwrap();
        assert_eq!(diagram.marked('!').collect::<Vec<_>>(), ["d4".parse().unwrap()]);
        assert_eq!(diagram.marks.len(), 1, "a point is no mark");
        assert_eq!(diagram.last, "d5".parse().ok());
        assert!(drawn.contains(" 5  . . .(x). . .\n 4  . x x ! . . .\n"), "{drawn}");
    }

    #[test]
    fn dead_squares_are_no_empty_ones() {
        let game = Variant::mnk(5, 5, 5).unwrap();
        let dead = vec!["b2".parse().unwrap()];
        let position = Setup { dead: dead.clone(), ..Setup::new(&game) }.build_open().unwrap();
        let diagram = Diagram::parse(&position.diagram()).unwrap();
        assert_eq!(diagram.marked('#').collect::<Vec<_>>(), dead);
    }

    #[test]
    fn wide_boards_name_every_column() {
        let variant = Variant::mnk(40, 3, 5).unwrap();
        let mut position = Position::new(variant).unwrap();
        position.play("an2".parse().unwrap()).unwrap();
        let drawn = position.diagram();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[1].ends_with(".(x)"));
        assert_eq!(lines[3].len(), lines[0].len());
        assert!(lines[3].ends_with("a a a a") && !lines[3].contains('b'));
        assert!(
            lines[4].starts_with("    a b c")
                && lines[4].ends_with("y z a b c d e f g h i j k l m n")
        );
        let again = Diagram::parse(&drawn).unwrap().setup("o").unwrap().build().unwrap();
        assert_eq!(again.fen(), position.fen());
        let [narrow, wide] = [26, 27].map(|width| Variant::mnk(width, 3, 5).unwrap());
        for (game, lines) in [(narrow, 4), (wide, 5)] {
            let drawn = Position::new(game).unwrap().diagram();
            assert_eq!(drawn.lines().count(), lines, "{}", game.size);
        }
    }

    #[test]
    fn faults_of_a_drawing_are_named() {
        for (text, message) in [
            ("", "(nothing): expected x, o"),
            ("...\n..\n...", "..: expected a row of 3 points"),
            ("...\n.5.\n...", "5: expected x, o"),
            ("..\n..\n..", "..: expected a board"),
            ("3 ...\n1 ...\n1 ...", "1 ...: expected row 2 here"),
        ] {
            let answer = Diagram::parse(text).unwrap_err().to_string();
            assert!(answer.starts_with(message), "{text}: {answer}");
        }
    }

    #[test]
    fn a_parenthesis_behind_the_row_marks_nothing() {
        let diagram = Diagram::parse("..(x)\n...\nx..(").unwrap();
        assert_eq!(diagram.last, None);
    }
}
