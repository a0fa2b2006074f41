//! What is played in positions of all kinds.

use super::*;

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
