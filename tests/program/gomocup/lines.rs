//! Lines of all kinds, and what they are answered with.

use super::*;

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
