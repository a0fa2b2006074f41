//! Line to [`Command`].

use crate::control::Limits;
use crate::control::nearest::one_of;
use crate::game::Size;
use crate::protocol::codec::InputLine;
use crate::protocol::text::{self, Words};
use crate::session::message::{BoardChange, Command, ManagerCommand, Point, Problem};

use super::block::{self, Block, Purpose};
use super::commands::{COMMANDS, is_command};
use super::dialect::{Dialect, number, numbers};
use super::state::{Asked, Gomocup};

/// What a line turns out to be.
pub(super) type Read = Result<Vec<Command>, Problem>;

impl Gomocup {
    /// Reads a line; an empty one means nothing.
    pub(super) fn read(&mut self, line: InputLine<'_>) -> Vec<Command> {
        let mut words = Words::new(line.text);
        let Some(first) = words.next() else { return Vec::new() };
        let word = first.to_ascii_uppercase();
        let mut commands = Vec::new();
        if let Some(remark) = self.extension.awaits_file.take() {
            if !is_command(&word) {
                return self.say(&format!("{remark}: {}", text::shown(line.text)));
            }
            commands = self.say(remark);
        }
        if let Some(block) = &self.block
            && !matches!(word.as_str(), "END" | "INFO")
        {
            if !ends_block(block.purpose, &word) {
                return self.read_block(line);
            }
            commands.extend(self.abandon_block(first));
        }
        let read = if line.is_cut {
            let expected = format!("a line of at most {} bytes", line.text.len());
            Err(Problem::new("line", line.text, expected))
        } else {
            self.command(&word, first, words.rest())
        };
        let owes_answer =
            matches!(word.as_str(), "BEGIN" | "TURN" | "PLAY" | "BOARD" | "SWAP2BOARD");
        commands.extend(read.unwrap_or_else(|problem| vec![self.refused(problem, owes_answer)]));
        commands
    }

    fn command(&mut self, word: &str, first: &str, rest: &str) -> Read {
        Ok(match word {
            "START" => vec![self.start(rest)?],
            "RECTSTART" => {
                let sides = numbers(rest).ok_or_else(|| unsupported(rest))?;
                vec![self.start_on(rest, sides)?]
            }
            "RESTART" => {
                self.extension.forget();
                vec![Command::Manager(ManagerCommand::Restart)]
            }
            "BEGIN" => vec![self.reply(BoardChange::None)],
            "TURN" => {
                let point = self.point("TURN", rest)?;
                vec![self.reply(BoardChange::Move(point))]
            }
            "PLAY" => {
                let point = self.point("PLAY", rest)?;
                self.owed.push_back(Asked::Move);
                vec![Command::Manager(ManagerCommand::Dictate(point))]
            }
            "TAKEBACK" => {
                let point = self.point("TAKEBACK", rest)?;
                vec![Command::Manager(ManagerCommand::TakeBack(Some(point)))]
            }
            "BOARD" => self.begin_block(Purpose::Board, rest),
            "SWAP2BOARD" => self.begin_block(Purpose::Swap2, rest),
            "INFO" => self.info(rest),
            "ABOUT" => vec![Command::Identify],
            "END" => vec![Command::Quit],
            "DONE" => {
                return Err(Problem::new("DONE", "no board", "BOARD and its lines first"));
            }
            _ => {
                if let Some(read) = self.extension(word, rest) {
                    return read;
                }
                let known: Vec<&str> = COMMANDS.iter().map(|command| command.word).collect();
                return Err(Problem::new("command", first, one_of(first, &known)));
            }
        })
    }

    /// `START n`; with two numbers it is Yixin-Board that speaks.
    fn start(&mut self, rest: &str) -> Result<Command, Problem> {
        let sides: Vec<Option<u32>> = Words::new(rest).map(number).collect();
        match sides[..] {
            [Some(side)] => self.start_on(rest, [side, side]),
            [Some(width), Some(height)] => {
                self.dialect = Dialect::Yixin;
                self.start_on(rest, [width, height])
            }
            _ => Err(unsupported(rest)),
        }
    }

    fn start_on(&mut self, text: &str, [width, height]: [u32; 2]) -> Result<Command, Problem> {
        let size = Size::new(width as usize, height as usize).map_err(|_| unsupported(text))?;
        // Yixin-Board sets up the board anew before each move of a game.
        let is_new_game = self.dialect != Dialect::Yixin;
        if is_new_game {
            self.extension.forget();
        }
        Ok(Command::Manager(ManagerCommand::Start { size, is_new_game }))
    }

    /// The only point of a line.
    fn point(&self, what: &str, text: &str) -> Result<Point, Problem> {
        let pair = numbers(text).ok_or_else(|| Problem::new(what, text, "x,y as in 7,7"))?;
        Ok(self.dialect.point(pair))
    }

    /// The limits that hold now.
    pub(super) fn limits(&self) -> Limits {
        self.values.limits(self.dialect)
    }

    /// Asks for a move under the limits that hold now.
    fn reply(&mut self, change: BoardChange) -> Command {
        self.owed.push_back(Asked::Move);
        Command::Manager(ManagerCommand::Reply { change, limits: self.limits() })
    }

    fn refused(&mut self, problem: Problem, owes_answer: bool) -> Command {
        self.owed.extend(owes_answer.then_some(Asked::Move));
        Command::Refused { problem, owes_answer }
    }

    pub(super) fn begin_block(&mut self, purpose: Purpose, rest: &str) -> Vec<Command> {
        self.block = Some(Block::new(purpose));
        self.read_block(InputLine::from(rest))
    }

    /// Reads a line of a block; the one that ends it gives its command.
    fn read_block(&mut self, line: InputLine<'_>) -> Vec<Command> {
        let dialect = self.dialect;
        let Some(block) = &mut self.block else { return Vec::new() };
        if line.is_cut {
            block.fail(line.text);
            return Vec::new();
        }
        let ends = block.read(line.text, dialect);
        let Some(block) = self.block.take_if(|_| ends) else { return Vec::new() };
        let purpose = block.purpose;
        let command = match (purpose, block.finish()) {
            (purpose, Err(problem)) => self.refused(problem, purpose.owes_answer()),
            (Purpose::Board, Ok(placed)) => self.reply(BoardChange::Board(placed)),
            (Purpose::Swap2, Ok(placed)) => self.swap2(block::points(placed)),
            (purpose, Ok(placed)) => return self.end_extension_block(purpose, placed),
        };
        vec![command]
    }

    fn swap2(&mut self, placed: Vec<Point>) -> Command {
        if !matches!(placed.len(), 0 | 3 | 5) {
            let text = placed.len().to_string();
            let problem = Problem::new(Purpose::Swap2.word(), text, "0, 3 or 5 stones");
            return self.refused(problem, true);
        }
        self.owed.push_back(Asked::Move);
        Command::Manager(ManagerCommand::Swap2 { placed, limits: self.limits() })
    }

    /// A block that another command cuts off asked for a move all the same.
    fn abandon_block(&mut self, word: &str) -> Option<Command> {
        let mut block = self.block.take()?;
        block.fail(word);
        let owes_answer = block.purpose.owes_answer();
        let problem = block.finish().err()?;
        Some(self.refused(problem, owes_answer))
    }
}

/// Whether an unfinished block can only have been abandoned when that command
/// comes: one that begins something new, or any behind lines that mean nothing.
/// Other words in a block of points are mistakes in it.
fn ends_block(purpose: Purpose, word: &str) -> bool {
    let begins_anew = matches!(word, "START" | "RECTSTART" | "RESTART" | "ABOUT")
        || matches!(word, "BOARD" | "SWAP2BOARD")
        || word.starts_with("YX");
    begins_anew || (matches!(purpose, Purpose::Skip(_)) && is_command(word))
}

fn unsupported(text: &str) -> Problem {
    Problem::new("unsupported size", text, "sides of 3 to 40")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::codec::Codec;
    use crate::session::message::{Owner, Placed};

    fn read(lines: &[&str]) -> Vec<Command> {
        let mut codec = Gomocup::default();
        lines.iter().flat_map(|&line| codec.decode(InputLine::from(line))).collect()
    }

    fn order(line: &str) -> ManagerCommand {
        match &read(&[line])[..] {
            [Command::Manager(order)] => order.clone(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refusal(lines: &[&str]) -> (String, bool) {
        match &read(lines)[..] {
            [Command::Refused { problem, owes_answer }] => {
                (format!("{}: {}", problem.what, problem.text), *owes_answer)
            }
            other => panic!("{lines:?}: {other:?}"),
        }
    }

    #[test]
    fn sizes_are_read() {
        for (line, width, height, is_new_game) in [
            ("START 15", 15, 15, true),
            ("start\t40 ", 40, 40, true),
            ("RECTSTART 20,10", 20, 10, true),
            ("RECTSTART 7 , 5", 7, 5, true),
            // Two numbers are Yixin-Board's.
            ("START 15 15", 15, 15, false),
            ("START 9 12", 9, 12, false),
        ] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(order(line), ManagerCommand::Start { size, is_new_game }, "{line}");
        }
        for line in ["START", "START 41", "START 2", "START +9", "START 15,15", "START 9 9 9"] {
            let text = line.strip_prefix("START").unwrap_or_default().trim();
            let text = if text.is_empty() { "(nothing)" } else { text };
            assert_eq!(refusal(&[line]), (format!("unsupported size: {text}"), false), "{line}");
        }
    }

    #[test]
    fn coordinates_are_the_dialects() {
        let point = Point { col: 3, row: 9 };
        assert_eq!(order("TAKEBACK 3,9"), ManagerCommand::TakeBack(Some(point)));
        assert_eq!(order("play 3 ,9"), ManagerCommand::Dictate(point));
        let swapped = &read(&["START 15 15", "TAKEBACK 9,3"])[1];
        assert_eq!(*swapped, Command::Manager(ManagerCommand::TakeBack(Some(point))));
    }

    #[test]
    fn blocks_end_with_done_and_nothing_else() {
        let lines = ["BOARD", "1,2,1", "", "INFO max_node 5", "3,4,2", "DONE"];
        let placed = |col, row, owner| Placed { point: Point { col, row }, owner };
        let board = vec![placed(1, 2, Owner::Own), placed(3, 4, Owner::Opponent)];
        let [Command::Manager(ManagerCommand::Reply { change, limits })] = &read(&lines)[..] else {
            panic!()
        };
        assert_eq!(*change, BoardChange::Board(board));
        assert_eq!(limits.nodes, Some(5), "INFO is heard there, too");
        assert_eq!(read(&lines[..5]), []);
        assert_eq!(read(&["BOARD", "END"]), [Command::Quit]);

        let word = |word: &str| (format!("BOARD: {word}"), true);
        assert_eq!(refusal(&["BOARD", "TURN 1,1", "BEGIN", "DONE"]), word("TURN"));
        let [Command::Refused { problem, .. }, Command::Manager(ManagerCommand::Restart)] =
            &read(&["BOARD", "1,2,1", "RESTART"])[..]
        else {
            panic!()
        };
        assert_eq!(problem.text, "RESTART");
        // Where lines mean nothing, any command shows that no more will come.
        let begun = ["yxquerydatabaseall", "7,7", "BEGIN"];
        let [Command::Refused { problem, owes_answer: false }, Command::Manager(order)] =
            &read(&begun)[..]
        else {
            panic!()
        };
        assert!(problem.text == "BEGIN" && matches!(order, ManagerCommand::Reply { .. }));
        let unnamed = read(&["yxhashdump", "BEGIN"]);
        assert!(unnamed.len() == 2 && unnamed[0] == Command::Manager(ManagerCommand::Reach));
        assert_eq!(read(&["yxdeletedatabaseall wl", "7,7", "done", "stop"])[1..], [Command::Stop]);
        let mut codec = Gomocup::default();
        codec.decode(InputLine::from("BOARD"));
        assert_eq!(codec.decode(InputLine { text: "1,1,1 2", is_cut: true }), []);
        assert!(matches!(codec.decode(InputLine::from("DONE"))[..], [Command::Refused { .. }]));
    }

    #[test]
    fn swap2_has_none_three_or_five_stones() {
        for (lines, count) in [
            (&["SWAP2BOARD", "DONE"][..], 0),
            (&["SWAP2BOARD", "7,7", "8,8", "6,7", "DONE"], 3),
            (&["SWAP2BOARD 7,7 8,8 6,7 1,1 2,2 DONE"], 5),
        ] {
            let [Command::Manager(ManagerCommand::Swap2 { placed, .. })] = &read(lines)[..] else {
                panic!()
            };
            assert_eq!(placed.len(), count);
        }
        let (text, owes_answer) = refusal(&["SWAP2BOARD 1,1 DONE"]);
        assert_eq!((text.as_str(), owes_answer), ("SWAP2BOARD: 1", true));
    }

    proptest! {
        #[test]
        fn any_line_is_read(lines in proptest::collection::vec("(?i:(BOARD|TURN|START|INFO|PLAY|DONE|INFO rule)?).{0,40}", 1..8)) {
            let mut codec = Gomocup::default();
            for line in &lines {
                prop_assert!(codec.decode(InputLine::from(line.as_str())).len() <= 2);
            }
        }
    }
}
