//! The Gomocup protocol at work: what managers send, and what they must never get.

use std::collections::HashSet;
#[cfg(unix)]
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::process::{Engine, program};
use crate::waiting::Finish;

/// Time in which a program that was told to leave must be gone, on a busy
/// machine. The promise is 100 ms.
const LEAVING: Duration = Duration::from_secs(3);

/// Much less than the time for a move that is cut short here.
const EARLY: Duration = Duration::from_secs(10);

/// A point, column first, row 0 at the top.
type Point = (u32, u32);

/// The program as a manager sees it.
struct Brain(Engine);

impl Brain {
    fn start(arguments: &[&str]) -> Brain {
        Brain(Engine::start(arguments))
    }

    /// A brain with a board, which plays soon and the same however busy the machine is.
    fn fast(start: &str) -> Brain {
        let mut brain = Brain::start(&[]);
        assert_eq!(brain.ask(start), "OK");
        brain.tell(&["INFO max_depth 1"]);
        brain
    }

    fn tell(&mut self, lines: &[&str]) {
        for line in lines {
            self.0.send(line);
        }
    }

    /// The next line that is an answer.
    fn answer(&mut self) -> String {
        loop {
            let line = self.0.next().expect("it answers");
            if line.strip_prefix("MESSAGE ").is_none_or(|text| text.trim().is_empty()) {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.tell(&[line]);
        self.answer()
    }

    /// A move, in the only form that every manager reads.
    fn ask_move(&mut self, line: &str) -> Point {
        let answer = self.ask(line);
        point(&answer).unwrap_or_else(|| panic!("{line}: {answer}"))
    }
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    Some((number(x)?, number(y)?))
}

/// A whole board as one line, from `h8`-like names with rows counted from the
/// top, as the judge writes its openings: stones by turns, the last one the opponent's.
fn board(moves: &str) -> String {
    let mut names = Vec::new();
    for character in moves.chars() {
        match character {
            'a'..='z' => names.push((character as u32 - 'a' as u32, 0)),
            digit => {
                let last = names.last_mut().unwrap();
                last.1 = last.1 * 10 + digit.to_digit(10).unwrap();
            }
        }
    }
    let count = names.len();
    let who = |index: usize| if (count - index).is_multiple_of(2) { 1 } else { 2 };
    let lines: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(index, (x, y))| format!("{x},{},{}", y - 1, who(index)))
        .collect();
    format!("BOARD {} DONE", lines.join(" "))
}

fn named(moves: &str) -> Vec<Point> {
    moves
        .split(' ')
        .map(|name| (u32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<u32>().unwrap() - 1))
        .collect()
}

#[test]
fn the_judges_acceptance_positions_are_solved() {
    const OPEN_FOUR: &str = "h8h9i8i9j8j9k8k9";
    let standard = "h8h9i8h10g8h11j13h12g14h14i15";
    for (rule, moves, expected) in [
        (0, OPEN_FOUR, "g8 l8"),
        (1, OPEN_FOUR, "g8 l8"),
        (4, OPEN_FOUR, "g8 l8"),
        (8, OPEN_FOUR, "g8 l8"),
        (9, OPEN_FOUR, "g8 l8"),
        (1, standard, "f8 j8"),
        (9, "h8f8g8f9i8f7j8l8", "f5 f6 f10 f11"),
        (8, "h8f8g8f9i8f7j8l8", "f5 f6 f10 f11"),
    ] {
        let mut brain = Brain::start(&[]);
        assert_eq!(brain.ask("START 15"), "OK");
        brain.tell(&["INFO timeout_turn 2000", &format!("INFO rule {rule}")]);
        let answer = brain.ask_move(&board(moves));
        assert!(named(expected).contains(&answer), "{rule} {moves}: {answer:?}");
    }
    let mut brain = Brain::start(&[]);
    assert_eq!(brain.ask("START 15"), "OK");
    brain.tell(&["INFO timeout_turn 1000", "INFO rule 4"]);
    assert!(!named("g9").contains(&brain.ask_move(&board("h8h9i7i9h10i6i11i12"))));
}

#[test]
fn colours_come_from_counts_not_from_the_order() {
    // Black is to move, and has one winning point that the order hides.
    let mut brain = Brain::fast("START 15");
    brain.tell(&["INFO rule 4"]);
    for line in [
        "BOARD 3,3,1 0,0,2 4,3,1 1,0,2 5,3,1 4,9,2 6,3,1 2,3,2 DONE",
        "BOARD 0,0,2 1,0,2 4,9,2 2,3,2 6,3,1 5,3,1 4,3,1 3,3,1 DONE",
    ] {
        assert_eq!(brain.ask_move(line), (7, 3), "{line}");
    }
    // White is to move where the opponent has one more: a point that would be a
    // double-three of Black's is White's best.
    let line = "BOARD 7,8,2 7,9,2 8,7,2 9,7,2 0,0,1 0,14,1 14,0,1 14,14,2 DONE";
    let (x, y) = brain.ask_move(line);
    assert!(x < 15 && y < 15);
    // One line or many, blanks or none.
    brain.tell(&["board", "3, 3,1", "", "0,0,2 4,3,1", "1,0,2", "5,3,1", "4,9,2", "6 ,3 ,1"]);
    assert_eq!(brain.ask_move("2,3,2 done"), (7, 3));
}

#[test]
fn a_mirror_would_be_noticed() {
    // The same asymmetric position natively, where rows count from the bottom.
    for (start, fen, line) in [
        (
            "RECTSTART 20,12",
            "20/20/20/5x14/20/5oxo12/6x13/20/20/20/20/20 o k=5 rule=freestyle",
            "BOARD 5,3,2 5,5,1 6,5,2 7,5,1 6,6,2 DONE",
        ),
        (
            "START 20",
            "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/2x17/3xo15/4x15/4o15/20 o k=5",
            "BOARD 2,15,2 3,16,2 4,16,1 4,17,2 4,18,1 DONE",
        ),
    ] {
        let mut native = Engine::start(&[]);
        native.send(&format!("position fen {fen}"));
        native.send("go nodes 3000");
        let found = native.until("bestmove").pop().unwrap();
        let best: tengen_engine::game::Move = found.split(' ').nth(1).unwrap().parse().unwrap();

        let mut brain = Brain::start(&[]);
        assert_eq!(brain.ask(start), "OK");
        brain.tell(&["INFO max_node 3000", "INFO time_left 2147483647"]);
        let rows = fen.split(' ').next().unwrap().split('/').count();
        let expected = (best.square().col() as u32, (rows - 1 - best.square().row()) as u32);
        assert_eq!(brain.ask_move(line), expected, "{start}");
    }
}

#[test]
fn every_empty_point_is_played_before_it_gives_up() {
    for (start, rule, sides) in [
        ("START 5", 0, (5, 5)),
        ("START 6", 1, (6, 6)),
        ("START 7", 4, (7, 7)),
        ("START 6", 8, (6, 6)),
        ("RECTSTART 7,5", 9, (7, 5)),
        ("RECTSTART 5,6", 2, (5, 6)),
    ] {
        let mut brain = Brain::fast(start);
        brain.tell(&[&format!("INFO rule {rule}")]);
        let mut free: Vec<Point> =
            (0..sides.1).flat_map(|y| (0..sides.0).map(move |x| (x, y))).collect();
        let take = |free: &mut Vec<Point>, point: Point| {
            let index = free.iter().position(|&it| it == point);
            free.remove(index.unwrap_or_else(|| panic!("{start} rule {rule}: {point:?}")))
        };
        let answer = brain.ask_move("BEGIN");
        take(&mut free, answer);
        // The opponent goes on after every line and into every forbidden point.
        let mut step = 0;
        while !free.is_empty() {
            step = (step * 7 + 3) % free.len();
            let (x, y) = free.remove(step);
            let line = format!("TURN {x},{y}");
            if free.is_empty() {
                assert!(brain.ask(&line).starts_with("ERROR board is full"), "{start}");
            } else {
                let answer = brain.ask_move(&line);
                take(&mut free, answer);
            }
        }
        assert!(brain.ask("BEGIN").starts_with("ERROR board is full"), "{start}");
        assert_eq!(brain.ask("RESTART"), "OK");
        assert!(brain.ask_move("BEGIN").0 < sides.0);
    }
}

#[test]
fn finished_positions_are_answered() {
    let mut brain = Brain::fast("START 15");
    for line in [
        // A five of the opponent's, one of its own, and one of each.
        "BOARD 0,0,2 1,0,2 2,0,2 3,0,2 4,0,2 0,2,1 1,2,1 2,2,1 3,2,1 DONE",
        "BOARD 0,0,1 1,0,1 2,0,1 3,0,1 4,0,1 0,2,2 1,2,2 2,2,2 3,2,2 5,9,2 DONE",
        "BOARD 0,0,1 1,0,1 2,0,1 3,0,1 4,0,1 0,2,2 1,2,2 2,2,2 3,2,2 4,2,2 DONE",
        // Numbers of stones that no game leads to.
        "BOARD 7,7,2 7,8,2 8,7,2 DONE",
        "BOARD 7,7,1 7,8,1 8,7,1 9,9,2 DONE",
        "BOARD 7,7,1 DONE",
    ] {
        for rule in [0, 1, 4, 8, 9, 11] {
            brain.tell(&[&format!("INFO rule {rule}")]);
            let (x, y) = brain.ask_move(line);
            let taken = line.split(' ').any(|it| it.starts_with(&format!("{x},{y},")));
            assert!(x < 15 && y < 15 && !taken, "{line}: {x},{y}");
        }
    }
    // A manager that lets the opponent complete a line in the middle of a game.
    assert_eq!(brain.ask("START 15"), "OK");
    let mut taken: HashSet<Point> = HashSet::new();
    for x in 0..7 {
        let (own_x, own_y) = brain.ask_move(&format!("TURN {x},14"));
        assert!(taken.insert((x, 14)) && taken.insert((own_x, own_y)), "{own_x},{own_y}");
        if own_y == 14 {
            break;
        }
    }
}

#[test]
fn dead_squares_are_no_squares() {
    // Everything but two points is dead.
    let mut brain = Brain::fast("START 6");
    let dead: Vec<String> = (0..36)
        .map(|index| (index % 6, index / 6))
        .filter(|point| ![(4, 1), (2, 5), (0, 0)].contains(point))
        .map(|(x, y)| format!("{x},{y},3"))
        .collect();
    let line = format!("BOARD {} 0,0,2 DONE", dead.join(" "));
    let first = brain.ask_move(&line);
    assert!([(4, 1), (2, 5)].contains(&first), "{first:?}");
    assert!(brain.ask("TURN 3,3").starts_with("ERROR move: 3,3: "));
    let second = if first == (4, 1) { (2, 5) } else { (4, 1) };
    let full = brain.ask(&format!("TURN {},{}", second.0, second.1));
    assert!(full.starts_with("ERROR board is full"), "{full}");

    // A dead square is the edge of the board to both: four of the opponent's
    // with one on each side threaten nothing, and there is a five elsewhere.
    let mut brain = Brain::fast("START 15");
    let line = "BOARD 2,3,3 3,3,2 4,3,2 5,3,2 6,3,2 7,3,3 \
                9,9,1 9,10,1 9,11,1 9,12,1 9,8,2 DONE";
    assert_eq!(brain.ask_move(line), (9, 13));
    let line = "BOARD 2,3,3 3,3,2 4,3,2 5,3,2 6,3,2 \
                9,9,1 9,10,1 9,11,1 8,14,1 DONE";
    assert_eq!(brain.ask_move(line), (7, 3));
}

#[test]
fn forbidden_points_never_silence_it() {
    let mut brain = Brain::fast("START 15");
    brain.tell(&["INFO rule 4", "INFO timeout_turn 500"]);
    // White threatens a five at the only point, which is a double-three of Black's.
    let line = "BOARD 7,8,1 7,9,1 8,7,1 9,7,1 3,3,2 4,4,2 5,5,2 6,6,2 2,2,1 11,11,2 DONE";
    let (x, y) = brain.ask_move(line);
    assert!(x < 15 && y < 15 && !line.contains(&format!(" {x},{y},")), "{x},{y}");
    // The opponent, Black, makes White answer a four, then plays into a foul.
    let line = "BOARD 7,8,2 7,9,2 8,7,2 9,7,2 0,12,2 1,12,2 2,12,2 3,12,2 \
                0,0,1 0,14,1 14,0,1 14,14,1 6,0,1 9,14,1 14,6,1 DONE";
    assert_eq!(brain.ask_move(line), (4, 12));
    let (x, y) = brain.ask_move("TURN 7,7");
    assert!(x < 15 && y < 15, "{x},{y}");

    // Black has but forbidden points left: one of them is played, at once.
    let mut brain = Brain::fast("RECTSTART 6,5");
    brain.tell(&["INFO rule 4"]);
    // A row of five with a gap, and everything else full without a line.
    let who = |x: u32, y: u32| if y == 2 { 1 } else { 1 + (x / 2 + y) % 2 };
    let stones: Vec<String> = (0..30)
        .map(|index| (index % 6, index / 6))
        .filter(|&point| point != (3, 2))
        .map(|(x, y)| format!("{x},{y},{}", who(x, y)))
        .collect();
    let line = format!("BOARD {}", stones.join(" "));
    let answer = brain.ask_move(&format!("{line} DONE"));
    assert_eq!(answer, (3, 2), "an overline is all that is left");
}

#[test]
fn end_and_the_end_of_input_stop_it_in_its_thoughts() {
    for search in ["BEGIN", "TURN 0,0", "BOARD 7,7,1 8,8,2 DONE"] {
        for end in [Some("END"), None] {
            let mut brain = Brain::start(&[]);
            assert_eq!(brain.ask("START 20"), "OK");
            brain.tell(&["INFO timeout_turn 600000", search]);
            // It thinks.
            assert!(brain.0.next().unwrap().starts_with("MESSAGE depth "));
            match end {
                Some(end) => brain.tell(&[end]),
                None => brain.0.end_input(),
            }
            let status = brain.0.exit_within(LEAVING).expect("it leaves while it thinks");
            assert_eq!(status.code(), Some(0), "{search}");
            let said = brain.0.rest();
            assert!(said.iter().all(|line| line.starts_with("MESSAGE depth ")), "{said:?}");
        }
    }
}

#[test]
fn a_turn_of_no_time_is_an_answer_now() {
    let mut brain = Brain::start(&[]);
    assert_eq!(brain.ask("START 20"), "OK");
    brain.tell(&["INFO timeout_turn 600000", "BEGIN"]);
    assert!(brain.0.next().unwrap().starts_with("MESSAGE depth "));
    let asked = Instant::now();
    brain.tell(&["INFO time_left 5000000", "INFO timeout_turn 0"]);
    assert!(point(&brain.answer()).is_some());
    assert!(asked.elapsed() < EARLY);
    // Until another value comes, every move is that fast.
    assert!(point(&brain.ask("TURN 0,0")).is_some());
    assert!(asked.elapsed() < EARLY);
}

#[test]
fn clocks_are_obeyed() {
    for (info, most_ms) in [
        (&["INFO timeout_turn 200"][..], 200),
        (&["INFO timeout_turn 600000", "INFO time_left 300"], 300),
        (&["INFO timeout_turn 600000", "INFO timeout_match 5000", "INFO time_left -20"], 100),
        (&["INFO timeout_match 1000"], 1000),
        (&["INFO timeout_turn 30000", "INFO timeout_match 0", "INFO max_node 500"], 30_000),
        (&["INFO max_depth 2", "INFO time_left 2147483647"], 30_000),
    ] {
        let mut brain = Brain::start(&[]);
        assert_eq!(brain.ask("START 15"), "OK");
        brain.tell(info);
        let asked = Instant::now();
        brain.ask_move("BEGIN");
        brain.ask_move("TURN 0,0");
        // Twice, and what a busy machine adds.
        let most = Duration::from_millis(2 * most_ms) + EARLY;
        assert!(asked.elapsed() < most, "{info:?}: {:?}", asked.elapsed());
    }
}

#[test]
fn info_is_never_answered() {
    let mut brain = Brain::start(&[]);
    brain.tell(&[
        "INFO",
        "INFO timeout_turn",
        "INFO timeout_turn soon",
        "INFO timeout_turn -5",
        "INFO time_left -5",
        "INFO max_memory lots",
        "INFO max_memory 1",
        "INFO max_memory 99999999999999999999999999",
        "INFO rule 64",
        "INFO game_type 2",
        "INFO evaluate 3,3",
        "INFO folder /tmp",
        "INFO no_such_key 1",
        "INFO Hash 0",
        "INFO Hash 8",
        "INFO Move Overhead 20",
        "INFO Clear Hash",
        "INFO LogFile /nonexistent/folder/log",
        "info max_depth 2",
        "INFO RULE RENJU",
        "INFO thread_num 1000",
        "INFO thread_num -1",
    ]);
    assert_eq!(brain.0.within(Duration::from_millis(200)), None);
    // They are told before the next answer, those that could not be used.
    brain.tell(&["START 15"]);
    let told = brain.0.until("OK");
    let start_of = |line: &&String| line.split(": ").take(2).collect::<Vec<_>>().join(": ");
    let named: Vec<String> =
        told.iter().filter(|line| *line != "OK").map(|it| start_of(&it)).collect();
    assert_eq!(
        named,
        [
            "MESSAGE INFO: timeout_turn",
            "MESSAGE INFO: timeout_turn soon",
            "MESSAGE INFO: timeout_turn -5",
            "MESSAGE INFO: max_memory lots",
            "MESSAGE INFO: max_memory 1",
            "MESSAGE INFO: max_memory 99999999999999999999999999",
            "MESSAGE INFO: rule 64",
            "MESSAGE INFO: Hash 0",
            "MESSAGE setoption LogFile: /nonexistent/folder/log",
        ]
    );
    // And the others hold: renju, where this is a double-three.
    brain.ask_move("BOARD 7,8,1 7,9,1 8,7,1 9,7,1 0,0,2 0,14,2 14,0,2 14,13,2 DONE");
}

#[test]
fn lines_wait_for_their_turn() {
    let mut brain = Brain::start(&[]);
    brain.tell(&[
        "START 15",
        "INFO max_node 2000",
        "BEGIN",
        "TURN 0,0",
        "TURN 0,0",
        "FROBNICATE",
        "TAKEBACK 14,14",
        "TURN 14,14",
        "START 20",
        "BEGIN",
        "ABOUT",
    ]);
    let answers: Vec<String> = (0..10).map(|_| brain.answer()).collect();
    let is_move = |text: &str| point(text).is_some();
    assert_eq!(answers[0], "OK");
    assert!(is_move(&answers[1]) && is_move(&answers[2]), "{answers:?}");
    assert!(answers[3].starts_with("ERROR move: 0,0: "), "{answers:?}");
    assert!(answers[4].starts_with("UNKNOWN command: FROBNICATE: "), "{answers:?}");
    assert!(answers[5].starts_with("ERROR take back: 14,14: "), "{answers:?}");
    assert!(is_move(&answers[6]) && answers[7] == "OK", "{answers:?}");
    assert_eq!(answers[8], "10,9", "the middle of an even board, as rows count from the top");
    assert!(answers[9].starts_with("name=\"Tengen\", version=\""), "{answers:?}");
}

#[test]
fn moves_are_taken_back_one_by_one() {
    let mut brain = Brain::fast("START 15");
    let first = brain.ask_move("BEGIN");
    let second = brain.ask_move("TURN 0,0");
    let back = |(x, y): Point| format!("TAKEBACK {x},{y}");
    assert!(brain.ask("TAKEBACK 0,0").starts_with("ERROR take back: 0,0: expected "));
    assert_eq!(brain.ask(&back(second)), "OK");
    assert_eq!(brain.ask(&back((0, 0))), "OK");
    assert_eq!(brain.ask_move("TURN 0,0"), second, "the same question has the same answer");
    for point in [second, (0, 0), first] {
        assert_eq!(brain.ask(&back(point)), "OK", "{point:?}");
    }
    assert!(brain.ask(&back(first)).starts_with("ERROR take back: "));
    // A board has no order: any stone of the side that moved last.
    brain.ask_move("BOARD 7,7,1 8,8,2 9,9,1 3,4,2 DONE");
    let answer = brain.ask_move("TURN 0,1");
    for point in [answer, (0, 1)] {
        assert_eq!(brain.ask(&back(point)), "OK", "{point:?}");
    }
}

#[test]
fn a_malformed_board_leaves_the_old_one() {
    let mut brain = Brain::fast("START 15");
    let first = brain.ask_move("BEGIN");
    for bad in [
        &["BOARD", "0,0,1", "nonsense", "1,1,2", "DONE"][..],
        &["BOARD", "0,0", "DONE"],
        &["BOARD", "0,0,4", "DONE"],
        &["BOARD", "0,15,1", "DONE"],
        &["BOARD", "0,0,1", "0,0,2", "DONE"],
        &["BOARD", "TURN 3,3", "BEGIN", "DONE"],
        &["BOARD 0,0,1 1,1 DONE"],
        &["BOARD", "\u{1b}[2J", "DONE"],
        &["SWAP2BOARD", "1,1", "DONE"],
        &["SWAP2BOARD 1,1 2,2 x DONE"],
    ] {
        brain.tell(bad);
        let answer = brain.answer();
        assert!(answer.starts_with("ERROR "), "{bad:?}: {answer}");
        assert!(!answer.chars().any(char::is_control), "{answer}");
        let occupied = brain.ask(&format!("TURN {},{}", first.0, first.1));
        assert!(occupied.starts_with("ERROR move: "), "{bad:?}: {occupied}");
    }
    // A block that is never finished does not swallow the next game.
    brain.tell(&["BOARD", "0,0,1", "START 20"]);
    assert!(brain.answer().starts_with("ERROR BOARD: START: "));
    assert_eq!(brain.answer(), "OK");
    brain.tell(&["BOARD", "END"]);
    assert_eq!(brain.0.exit_within(LEAVING).and_then(|status| status.code()), Some(0));
}

#[test]
fn nonsense_is_one_line_each() {
    let mut brain = Brain::fast("START 15");
    let long = format!("TURN {}", "1".repeat(2 << 20));
    for (line, start) in [
        (&b"TURN abc"[..], "ERROR TURN: abc: "),
        (b"TURN", "ERROR TURN: (nothing): "),
        (b"TURN 7", "ERROR TURN: 7: "),
        (b"TURN 7;7", "ERROR TURN: 7;7: "),
        (b"TURN 7,7,7", "ERROR TURN: 7,7,7: "),
        (b"TURN -1,0", "ERROR TURN: -1,0: "),
        (b"TURN 15,0", "ERROR move: 15,0: "),
        (b"TURN 0,15", "ERROR move: 0,15: "),
        (b"TURN 4294967296,0", "ERROR TURN: 4294967296,0: "),
        (b"TURN \xff,\x00", "ERROR TURN: \\xff,\\x00: "),
        (b"\x00", "UNKNOWN command: \\x00: "),
        (b"quit", "UNKNOWN command: quit: "),
        (b"DONE", "ERROR DONE: "),
        (b"START", "ERROR unsupported size: (nothing): "),
        (b"START x", "ERROR unsupported size: x: "),
        (b"START 4", "ERROR unsupported size: 4: "),
        (b"START 41", "ERROR unsupported size: 41: "),
        (b"START -15", "ERROR unsupported size: -15: "),
        (b"START 99999999999999999999", "ERROR unsupported size: 999"),
        (b"RECTSTART 15", "ERROR unsupported size: 15: "),
        (b"RECTSTART 20,50", "ERROR unsupported size: 20,50: "),
        (long.as_bytes(), "ERROR line: TURN 111"),
    ] {
        for end in [&b"\n"[..], b"\r\n"] {
            brain.0.send_bytes(&[line, end].concat());
            let answer = brain.answer();
            assert!(answer.starts_with(start), "{start}: {answer}");
        }
    }
    brain.0.send_bytes(b"\n\r\n  \t \n \tturn\t 3 , 4 \r\n");
    assert!(point(&brain.answer()).is_some());
}

#[test]
fn before_the_first_board_there_is_no_game() {
    let mut brain = Brain::start(&["--protocol", "gomocup"]);
    for line in ["BEGIN", "TURN 7,7", "BOARD 7,7,2 DONE", "RESTART", "TAKEBACK 7,7", "START 0"] {
        assert!(brain.ask(line).starts_with("ERROR "), "{line}");
    }
    assert_eq!(brain.ask("START 15"), "OK");
    brain.tell(&["INFO timeout_turn 0"]);
    assert_eq!(brain.ask_move("BEGIN"), (7, 7));
}

#[test]
fn options_of_the_command_line_hold() {
    let mut brain = Brain::start(&["--set", "Variant=renju", "--set", "Player=random"]);
    assert_eq!(brain.ask("START 15"), "OK");
    let answer = brain.ask_move("BEGIN");
    brain.tell(&["RESTART"]);
    assert_eq!(brain.answer(), "OK");
    let again = brain.ask_move("BEGIN");
    assert_ne!(answer, again, "a random player goes on drawing");
    let mut brain = Brain::start(&["--set", "Variant=tictactoe"]);
    assert_eq!(brain.ask("START 3"), "OK");
    brain.tell(&["INFO timeout_turn 1000"]);
    assert_eq!(brain.ask_move("BOARD 0,0,1 1,0,1 0,1,2 1,1,2 DONE"), (2, 0));
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_memory_holds_for_the_whole_program() {
    for (mebibytes, player) in [(350, "engine"), (64, "engine"), (20, "engine"), (20, "alphabeta")]
    {
        let mut brain = Brain::start(&["--set", &format!("Player={player}")]);
        assert_eq!(brain.ask("START 20"), "OK");
        let bytes: u64 = mebibytes << 20;
        brain.tell(&[&format!("INFO max_memory {bytes}"), "INFO timeout_turn 400"]);
        brain.ask_move("BEGIN");
        brain.ask_move("TURN 0,0");
        brain.ask_move("TURN 2,1");
        let peak = crate::memory::kibibytes(brain.0.id(), "VmHWM").unwrap();
        assert!(peak << 10 < bytes, "{player}: {peak} kB of {mebibytes} MiB");
    }
}

#[test]
fn the_bench_keeps_to_no_limit_of_memory() {
    let mut brain = Brain::start(&["--protocol", "gomocup"]);
    brain.tell(&["INFO max_memory 367001600"]);
    let refused = "ERROR bench: max_memory 367001600: expected no limit of memory";
    assert_eq!(brain.ask("BENCH"), refused);
    brain.tell(&["INFO max_memory 0", "BENCH"]);
    brain.0.until("MESSAGE 1/");
    brain.tell(&["STOP", "ABOUT"]);
    assert!(brain.answer().starts_with("name="));
}

#[test]
fn standard_error_stays_silent() {
    let bad_log = ["--log-file", "/nonexistent/folder/log"];
    for (arguments, input, code) in [
        (&["--protocol", "gomocup"][..], "START 15\nFOO\nTURN x\nEND\n", 0),
        (&[], "START 15\nFOO\nTURN x\nEND\n", 0),
        (&["--protocol", "gomocup", bad_log[0], bad_log[1]], "", 2),
        (&["--protocol=gomocup", "--frobnicate"], "", 2),
        (&["--protocol=gomocup", "--set", "Hash=lots"], "", 2),
    ] {
        let mut child = program()
            .args(arguments)
            .env("RUST_LOG", "trace")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may be gone before it reads.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
        let output = child.finish().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if code == 2 {
            assert!(said.starts_with("ERROR ") && said.lines().count() == 1, "{said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_brain_is_known_by_its_name() {
    let folder = std::env::temp_dir().join(format!("tengen-brain-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("pbrain-tengen64");
    std::os::unix::fs::symlink(program().get_program(), &path).unwrap();
    let mut brain = Brain(Engine::spawn(&mut std::process::Command::new(&path)));
    // A line of another protocol comes too late.
    assert!(brain.ask("uci").starts_with("UNKNOWN command: uci: "));
    assert_eq!(brain.ask("START 15"), "OK");
    fs::remove_dir_all(&folder).unwrap();
}
