//! Yixin-Board's commands at work: coordinates, questions for stones, openings.

use crate::process::Engine;

/// The program as a board or a page sees it.
struct Board(Engine);

impl Board {
    /// A board with a game, whose questions are small.
    fn start(arguments: &[&str], start: &str) -> Board {
        let mut board = Board(Engine::start(arguments));
        board.tell(start);
        assert_eq!(board.answer(), "OK");
        board.tell("INFO max_node 2000");
        board
    }

    fn tell(&mut self, line: &str) {
        self.0.send(line);
    }

    /// The next line that is no remark.
    fn answer(&mut self) -> String {
        loop {
            let line = self.0.next().expect("it answers");
            if !line.starts_with("MESSAGE ") {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.tell(line);
        self.answer()
    }

    /// The points of an answer, which must be different ones.
    fn points(&mut self, line: &str) -> Vec<(u32, u32)> {
        let answer = self.ask(line);
        let points: Vec<(u32, u32)> = answer.split(' ').map(point).collect();
        for (index, point) in points.iter().enumerate() {
            assert!(!points[..index].contains(point), "{line}: {answer}");
        }
        points
    }

    /// What is said about openings.
    fn openings(&mut self, line: &str, count: usize) -> Vec<String> {
        self.tell(line);
        let said = std::iter::from_fn(|| self.0.next());
        said.filter(|line| line.starts_with("MESSAGE SWAP2 ")).take(count).collect()
    }
}

fn point(text: &str) -> (u32, u32) {
    let numbers = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    numbers.unwrap_or_else(|| panic!("{text} is no point"))
}

#[test]
fn rows_come_first_after_yxshowinfo() {
    // Twenty columns, ten rows.
    for (arguments, start) in
        [(&["--protocol", "yixin"][..], "RECTSTART 20,10"), (&[], "START 20 10")]
    {
        let mut board = Board::start(arguments, start);
        board.tell("yxboard 9,19,2 done");
        assert_eq!(
            board.ask("turn 9,19"),
            "ERROR move: 9,19: expected an empty point of the 20x10 board"
        );
        for (line, start) in [
            ("yxboard 19,9,2 done", "ERROR board: 19,9: "),
            ("takeback 3,4", "ERROR take back: 3,4: "),
            ("swap2board 1,2 1,2 3,4 done", "ERROR swap2: 1,2: "),
        ] {
            let refused = board.ask(line);
            assert!(refused.starts_with(start), "{line}: {refused}");
        }
        assert!(board.points("yxnbest 1").iter().all(|&(row, col)| row < 10 && col < 20));
    }
    let mut page = Board::start(&[], "RECTSTART 20,10");
    page.tell("YXBOARD 19,9,2 DONE");
    assert!(page.ask("YXBOARD 9,18,2 DONE").starts_with("ERROR board: 9,18: "));
    let answer = page.points("YXNBEST 1")[0];
    assert!(answer.0 < 20 && answer.1 < 10, "{answer:?}");
}

#[test]
fn answers_stand_on_the_board_afterwards() {
    let mut board = Board::start(&["--protocol", "yixin"], "START 15");
    let one = board.points("yxbalanceone 0")[0];
    let two = board.points("yxbalancetwo 0");
    let three = board.points("yxnbest 2")[0];
    assert_eq!(two.len(), 2);
    for (row, col) in [one, two[0], two[1], three] {
        let answer = board.ask(&format!("turn {row},{col}"));
        assert!(answer.starts_with("ERROR move: "), "{row},{col} is taken: {answer}");
    }
}

#[test]
fn as_many_lines_are_reported_as_were_asked_for() {
    let mut page = Board::start(&[], "START 15");
    page.tell("INFO SHOW_DETAIL 2");
    page.tell("INFO MAX_NODE 0");
    page.tell("INFO MAX_DEPTH 1");
    page.tell("YXBOARD 7,7,1 8,8,2 DONE");
    page.tell("YXNBEST 4");
    let said = page.0.until("MESSAGE depth 1-");
    assert!(said.contains(&"INFO NUMPV 4".to_owned()), "{said:?}");
    let ranks: Vec<String> = std::iter::from_fn(|| page.0.next())
        .take_while(|line| line.split(' ').count() > 1)
        .collect();
    for rank in 1..4 {
        assert!(ranks.contains(&format!("INFO PV {rank}")), "{ranks:?}");
    }
    assert!(!ranks.contains(&"INFO PV 4".to_owned()));
}

#[test]
fn all_lines_that_are_announced_come_when_the_move_is_wanted_at_once() {
    let mut page = Board::start(&[], "START 15");
    for line in [
        "INFO RULE 4",
        "INFO TIMEOUT_TURN 0",
        "INFO TIMEOUT_MATCH 0",
        "INFO MAX_NODE 0",
        "INFO MAX_DEPTH 100",
        "INFO SHOW_DETAIL 2",
        "YXBOARD 7,7,1 8,8,2 DONE",
        "YXNBEST 3",
    ] {
        page.tell(line);
    }
    let said: Vec<String> = std::iter::from_fn(|| page.0.next())
        .take_while(|line| line.contains(' '))
        .filter(|line| line.starts_with("INFO PV ") || line.starts_with("INFO NUMPV "))
        .filter(|line| line != "INFO PV DONE")
        .collect();
    let announced = "INFO NUMPV 3";
    assert_eq!(said, ["INFO PV 0", announced, "INFO PV 1", announced, "INFO PV 2", announced]);
}

#[test]
fn texts_for_people_name_squares_where_the_board_does() {
    // The move makes five in the ninth row from the top, or column from the left.
    let last = |protocol: &str| {
        let mut board = Board::start(&["--protocol", protocol], "START 15");
        board.tell("INFO max_depth 1");
        board.tell("BOARD 8,8,1 0,0,2 8,9,1 0,14,2 8,10,1 14,0,2 8,11,1 8,12,2 DONE");
        let text = board.0.until("MESSAGE depth 1").pop().unwrap();
        (text.rsplit(' ').next().unwrap().to_owned(), board.0.next().unwrap())
    };
    assert_eq!(last("yixin"), ("h7".to_owned(), "8,7".to_owned()));
    assert_eq!(last("gomocup"), ("8,7".to_owned(), "8,7".to_owned()));
}

#[test]
fn no_more_lines_are_announced_than_come() {
    let few = "YXBOARD 0,0,1 1,0,2 2,0,1 3,0,2 4,0,1 0,1,2 1,1,1 2,1,2 3,1,1 4,1,2 \
               0,2,2 1,2,1 2,2,2 3,2,1 4,2,2 0,3,1 1,3,2 2,3,1 3,3,2 4,3,1 0,4,1 DONE";
    for (start, board, question, count) in [
        ("START 5", few, "YXNBEST 9", 4),
        ("START 5", "YXBOARD 2,2,1 1,1,2 DONE", "YXSEARCHDEFEND", 23),
        ("START 5", "YXBLOCK 0,0 1,0 2,0 3,0 4,0 DONE", "YXSEARCHDEFEND", 20),
        ("START 5", "INFO MultiPV 3", "YXBALANCEONE 0", 1),
        ("START 5", "INFO MultiPV 3", "BEGIN", 3),
    ] {
        let mut page = Board::start(&[], start);
        for line in ["INFO show_detail 2", "INFO max_depth 1", board, question] {
            page.tell(line);
        }
        let said: Vec<String> =
            std::iter::from_fn(|| page.0.next()).take_while(|line| line.contains(' ')).collect();
        let counted = said.iter().filter(|line| *line == &format!("INFO NUMPV {count}")).count();
        let lines = said.iter().filter(|line| *line == "INFO PV DONE").count();
        assert!(counted == lines && lines >= count, "{question}: {said:?}");
        assert!(said.contains(&format!("INFO PV {}", count - 1)), "{question}: {said:?}");
    }
}

#[test]
fn a_step_of_swap2_wants_its_own_stones() {
    let three = "YXBOARD 7,7,1 8,8,2 6,7,1 DONE";
    let five = "YXBOARD 7,7,1 8,8,2 6,7,1 1,1,2 2,2,1 DONE";
    for (board, step, counts) in [
        ("YXBOARD DONE", "YXSWAP2STEP2", "0 black, 0 white: expected 2 black, 1 white"),
        ("YXBOARD DONE", "YXSWAP2STEP3", "0 black, 0 white: expected 3 black, 2 white"),
        (three, "YXSWAP2STEP3", "2 black, 1 white: expected 3 black, 2 white"),
        (five, "YXSWAP2STEP2", "3 black, 2 white: expected 2 black, 1 white"),
        ("YXBOARD 7,7,1 8,8,2 DONE", "YXSWAP2STEP2", "1 black, 1 white: expected 2 black, 1 white"),
        (
            "YXBOARD 7,7,1 8,8,1 9,9,1 DONE",
            "YXSWAP2STEP2",
            "3 black, 0 white: expected 2 black, 1 white",
        ),
    ] {
        let mut judge = Board::start(&[], "START 15");
        judge.tell(board);
        let answer = judge.ask(step);
        assert!(answer.starts_with(&format!("ERROR swap2: {counts}")), "{step}: {answer}");
    }
}

#[test]
fn points_that_are_left_out_are_points_of_the_board() {
    for (protocol, refused) in [("gomocup", "19,10"), ("yixin", "10,19")] {
        let mut board = Board::start(&["--protocol", protocol], "RECTSTART 20,10");
        for command in ["YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH", "YXBLOCKPATHUNDO"] {
            let answer = board.ask(&format!("{command} 1,1 {refused} 2,2 DONE"));
            let expected = format!("ERROR block: {refused}: expected a point of the 20x10 board");
            assert_eq!(answer, expected, "{command}");
        }
    }
}

#[test]
fn without_a_game_there_is_nothing_to_see() {
    let mut page = Board(Engine::start(&["--protocol", "gomocup"]));
    for line in [
        "YXSHOWFORBID",
        "TRACEBOARD",
        "TRACESEARCH",
        "YXPRINTFEATURE",
        "YXNBEST 1",
        "YXBALANCETWO",
        "YXSEARCHDEFEND",
        "YXSWAP2STEP1",
        "YXSWAP2STEP2",
        "YXBLOCK 1,1 DONE",
        "YXBOARD 1,1,1 DONE",
    ] {
        page.tell(line);
        page.tell("ABOUT");
        let answer = page.answer();
        let is_refused = answer.starts_with("ERROR ")
            && answer.ends_with(": no game: expected START and a size first");
        assert!(is_refused, "{line}: {answer}");
        assert!(page.0.next().unwrap().starts_with("name="), "{line}");
    }
}

#[test]
fn the_engine_answers_questions_for_stones_under_every_player() {
    for player in ["random", "scoretable", "alphabeta"] {
        let mut board = Board::start(&["--set", &format!("Player={player}")], "START 15 15");
        assert_eq!(board.points("yxbalanceone 0").len(), 1);
        assert_eq!(board.points("yxbalancetwo 0").len(), 2);
        assert_eq!(board.points("SWAP2BOARD DONE").len(), 3);
    }
}

#[test]
fn openings_are_the_same_without_a_seed_and_vary_with_one() {
    let mut board = Board::start(&[], "START 15 15");
    board.tell("INFO rule 1");
    let proposed = board.openings("yxswap2step1", 3);
    assert_eq!(board.openings("yxswap2step1", 3), proposed);
    let stones = board.points("SWAP2BOARD DONE");
    for (index, (row, col)) in stones.iter().enumerate() {
        assert_eq!(proposed[index], format!("MESSAGE SWAP2 MOVE{} {row} {col}", index + 1));
    }
    board.tell("INFO Seed 5");
    let mut drawn: Vec<Vec<String>> = (0..4).map(|_| board.openings("yxswap2step1", 3)).collect();
    drawn.sort();
    drawn.dedup();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn swap2_goes_through_its_steps() {
    for (start, rule) in [("START 15", 1), ("START 20", 0), ("START 15", 4), ("RECTSTART 9,6", 9)] {
        let mut judge = Board::start(&["--protocol", "gomocup"], start);
        judge.tell(&format!("INFO rule {rule}"));
        let text = |stones: &[(u32, u32)]| -> String {
            stones.iter().fold(String::new(), |text, (x, y)| format!("{text} {x},{y}"))
        };
        let mut stones = judge.points("SWAP2BOARD DONE");
        assert_eq!(stones.len(), 3);
        let answer = judge.ask(&format!("SWAP2BOARD{} DONE", text(&stones)));
        if answer != "SWAP" {
            let more: Vec<(u32, u32)> = answer.split(' ').map(point).collect();
            assert!(matches!(more.len(), 1 | 2) && !more.iter().any(|it| stones.contains(it)));
            stones.extend(more);
        }
        stones.truncate(3);
        for col in 0..9 {
            if stones.len() < 5 && !stones.contains(&(col, 0)) {
                stones.push((col, 0));
            }
        }
        let answer = judge.ask(&format!("SWAP2BOARD{} DONE", text(&stones)));
        assert!(answer == "SWAP" || !stones.contains(&point(&answer)), "{answer}");
        // Nothing of this is on the board.
        let (x, y) = stones[0];
        point(&judge.ask(&format!("TURN {x},{y}")));
    }
    let mut judge = Board::start(&["--protocol", "gomocup"], "START 15");
    for (stones, refused) in [
        ("7,7 7,7 8,8", "ERROR swap2: 7,7: occupied, "),
        ("7,7 8,8 15,0", "ERROR swap2: 15,0: expected an empty point of the 15x15 board"),
        ("7,7", "ERROR SWAP2BOARD: 1: expected 0, 3 or 5 stones"),
    ] {
        let answer = judge.ask(&format!("SWAP2BOARD {stones} DONE"));
        assert!(answer.starts_with(refused), "{answer}");
    }
    assert_eq!(judge.ask("BEGIN"), "7,7");
}
