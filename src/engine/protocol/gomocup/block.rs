//! Commands of several lines: points up to `DONE`.

use crate::protocol::text::Words;
use crate::session::message::{Owner, Placed, Point, Problem};

use super::dialect::{Dialect, numbers};

/// More points than any board has; beyond, there must be one twice.
const MOST_POINTS: usize = 2000;

/// The word that ends a block.
const DONE: &str = "DONE";

/// What is done with the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// `BOARD`: the whole board.
    Board,
    /// `SWAP2BOARD`: an opening, in the order of placing.
    Swap2,
    /// `YXBOARD`: the whole board, and no move is asked for.
    YxBoard,
    /// `YXBLOCK`: points that are left out.
    Ban,
    /// `YXBLOCKUNDO`: points that are searched again.
    Allow,
    /// `YXBLOCKPATH`: moves of which the last is left out.
    BanPath,
    /// `YXBLOCKPATHUNDO`: moves of which the last is searched again.
    AllowPath,
    /// Lines that mean nothing here, and what is said in the end.
    Skip(&'static [&'static str]),
}

impl Purpose {
    /// The command that begins the block.
    pub const fn word(self) -> &'static str {
        match self {
            Purpose::Board => "BOARD",
            Purpose::Swap2 => "SWAP2BOARD",
            Purpose::YxBoard => "YXBOARD",
            Purpose::Ban => "YXBLOCK",
            Purpose::Allow => "YXBLOCKUNDO",
            Purpose::BanPath => "YXBLOCKPATH",
            Purpose::AllowPath => "YXBLOCKPATHUNDO",
            Purpose::Skip(_) => "lines",
        }
    }

    /// Whether a move is asked for, so that the manager waits for an answer.
    pub const fn owes_answer(self) -> bool {
        matches!(self, Purpose::Board | Purpose::Swap2)
    }

    /// The form that every line of the block must have, for messages.
    const fn form(self) -> &'static str {
        match self {
            Purpose::Board | Purpose::YxBoard => "x,y,who with who 1, 2 or 3, or DONE",
            _ => "x,y or DONE",
        }
    }
}

/// A block that is being read.
#[derive(Debug)]
pub(super) struct Block {
    pub purpose: Purpose,
    placed: Vec<Placed>,
    /// The first mistake in the block; after one the rest is only skipped.
    problem: Option<Problem>,
}

impl Block {
    /// A block at its beginning.
    pub const fn new(purpose: Purpose) -> Block {
        Block { purpose, placed: Vec::new(), problem: None }
    }

    /// Reads what stands in a line; says whether the block ends there. One line
    /// may have many points, and blanks around commas.
    pub fn read(&mut self, text: &str, dialect: Dialect) -> bool {
        for token in tokens(text) {
            if is_done(&token) {
                return true;
            }
            self.add(&token, dialect);
        }
        false
    }

    /// Takes note of the first mistake.
    pub fn fail(&mut self, text: &str) {
        let problem = || Problem::new(self.purpose.word(), text, self.purpose.form());
        if self.problem.is_none() {
            self.problem = Some(problem());
        }
    }

    /// What was read.
    ///
    /// # Errors
    /// The first thing that was wrong.
    pub fn finish(self) -> Result<Vec<Placed>, Problem> {
        self.problem.map_or(Ok(self.placed), Err)
    }

    fn add(&mut self, token: &str, dialect: Dialect) {
        let owner = |who| match who {
            1 => Some(Owner::Own),
            2 => Some(Owner::Opponent),
            3 => Some(Owner::Dead),
            _ => None,
        };
        let placed = match self.purpose {
            Purpose::Skip(_) => return,
            Purpose::Board | Purpose::YxBoard => {
                numbers(token).and_then(|[a, b, who]| Some((dialect.point([a, b]), owner(who)?)))
            }
            _ => numbers(token).map(|pair| (dialect.point(pair), Owner::Own)),
        };
        match placed {
            Some((point, owner)) if self.placed.len() < MOST_POINTS => {
                self.placed.push(Placed { point, owner });
            }
            _ => self.fail(token),
        }
    }
}

fn is_done(word: &str) -> bool {
    word.eq_ignore_ascii_case(DONE)
}

/// The points alone.
pub(super) fn points(placed: Vec<Placed>) -> Vec<Point> {
    placed.into_iter().map(|placed| placed.point).collect()
}

/// The words of a line, without the blanks around commas.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in Words::new(text) {
        match tokens.last_mut() {
            // The end of the block is never part of a point, however broken.
            _ if is_done(word) => tokens.push(word.to_owned()),
            Some(last) if last.ends_with(',') || word.starts_with(',') => last.push_str(word),
            _ => tokens.push(word.to_owned()),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(texts: &[&str]) -> Result<Vec<(u32, u32, Owner)>, String> {
        let mut block = Block::new(Purpose::Board);
        let ends: Vec<bool> = texts.iter().map(|text| block.read(text, Dialect::Gomocup)).collect();
        assert_eq!(ends.iter().position(|&end| end), Some(texts.len() - 1), "{texts:?}");
        let finished = block.finish().map_err(|problem| problem.text)?;
        Ok(finished.into_iter().map(|it| (it.point.col, it.point.row, it.owner)).collect())
    }

    #[test]
    fn points_come_on_many_lines_or_on_one() {
        let expected = vec![(7, 8, Owner::Own), (9, 7, Owner::Opponent), (0, 0, Owner::Dead)];
        for texts in [
            &["", "7,8,1", "9,7,2", "0,0,3", "DONE"][..],
            &["7,8,1 9,7,2 0,0,3 DONE"],
            &["\t7, 8 ,1 9 , 7,2", " 0,0, 3 done "],
        ] {
            assert_eq!(placed(texts).as_ref(), Ok(&expected), "{texts:?}");
        }
        assert_eq!(placed(&["DONE"]), Ok(Vec::new()));
    }

    #[test]
    fn the_first_mistake_is_named() {
        for (line, named) in [
            ("7,7", "7,7"),
            ("7,7,4", "7,7,4"),
            ("7,7,1,1", "7,7,1,1"),
            ("7 7 1", "7"),
            ("-1,0,1", "-1,0,1"),
            ("abc", "abc"),
            ("7,,1", "7,,1"),
            ("99999999999,1,1", "99999999999,1,1"),
        ] {
            let found = placed(&["1,1,1", line, "nonsense", "DONE"]);
            assert_eq!(found, Err(named.to_owned()), "{line}");
        }
        assert_eq!(placed(&["1,1,1 2,2, DONE"]), Err("2,2,".to_owned()));
    }
}
