//! Time, and what ends a search.

use super::*;

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
