//! Engines at a table: what they are asked, what they may get wrong, and what they advise.

use super::*;

#[test]
fn engines_are_asked_in_turn() {
    let mut room = with_engines("tictactoe", [false, true]);
    let mut engines = Engines::new("", "a1 c3 a3");
    engines.attend(&mut room, 0);
    play(&mut room, "b2");
    engines.attend(&mut room, 0);
    assert_eq!(room.view(0).moves, ["b2", "a1"]);
    assert_eq!(room.view(0).chairs[1].id.as_deref(), Some("Fake 1"));
    assert_eq!((room.view(0).chairs[1].depth, room.view(0).chairs[1].cp), (Some(3), Some(-20)));
    let last_two = &engines.heard[engines.heard.len() - 2..];
    assert_eq!(last_two, ["1 position startpos moves b2", "1 go movetime 1000"]);
    // Both moves go back, and the engine is asked about another position.
    room.ask(A, TableRequest::Undo, 0).unwrap();
    play(&mut room, "c2");
    engines.attend(&mut room, 0);
    assert_eq!(room.view(0).moves, ["c2", "c3"]);
    // It is told to leave.
    room.close();
    engines.attend(&mut room, 0);
    assert_eq!(engines.heard.last().unwrap(), "1 quit");
    assert_eq!(engines.stopped, 1);
}

/// A table with an engine in those words, which moves second.
fn with_guest(words: &str) -> Room {
    let mut config = people("tictactoe", "");
    let text = format!("name=guest cmd=./x proto=uci st=1 {words}");
    config.seats[1] = Seat::read("seat", &text, &MoveLimits::default()).unwrap();
    room(config)
}

#[test]
fn engines_get_the_time_that_they_need_to_start() {
    for (words, is_lost) in [("", true), ("start=30", false)] {
        let mut room = with_guest(words);
        let mut engines = Engines::new("", "a1");
        room.take_steps();
        play(&mut room, "b2");
        room.tick(29_000);
        assert_eq!(room.game().result().is_some(), is_lost, "{words}");
        if !is_lost {
            engines.answer(&mut room, EngineSlot::Second, "uci", 29_000);
            engines.attend(&mut room, 29_000);
            assert_eq!(room.view(29_000).moves, ["b2", "a1"]);
        }
    }
}

#[test]
fn a_pause_counts_on_no_clock() {
    let mut room = with_guest("pause=40");
    let mut engines = Engines::new("", "a1");
    engines.attend(&mut room, 0);
    play(&mut room, "b2");
    // It has introduced itself, and then it is ready for the game.
    for now in [40, 80] {
        assert_eq!(room.wake_at(), Some(now));
        room.tick(now - 1);
        engines.attend(&mut room, now - 1);
        assert_eq!(room.view(now).moves, ["b2"]);
        room.tick(now);
        engines.attend(&mut room, now);
    }
    assert_eq!(room.view(80).moves, ["b2", "a1"]);
    assert_eq!(room.game().plies()[1].used_ms, Some(0));
}

#[test]
fn an_engine_that_is_interrupted_is_not_taken_at_its_word() {
    let mut room = with_engines("tictactoe", [false, true]);
    let mut engines = Engines::new("", "? c3");
    engines.attend(&mut room, 0);
    play(&mut room, "b2");
    engines.attend(&mut room, 0);
    assert_eq!(engines.pending.len(), 1);
    room.ask(A, TableRequest::Undo, 0).unwrap();
    // It answers a1 now, which is about a position that is gone.
    engines.attend(&mut room, 0);
    assert!(room.view(0).moves.is_empty());
    play(&mut room, "c2");
    engines.attend(&mut room, 0);
    assert_eq!(room.view(0).moves, ["c2", "c3"]);
}

#[test]
fn engines_play_each_other_with_pause_and_step() {
    let mut room = with_engines("tictactoe", [true, true]);
    room.ask(A, TableRequest::Pause, 0).unwrap();
    let mut engines = Engines::new("b2 c1 a3", "a1 a2");
    engines.attend(&mut room, 0);
    assert!(room.view(0).moves.is_empty());
    assert_eq!(room.person(), None);
    for count in 1..=2 {
        room.ask(A, TableRequest::Step, 0).unwrap();
        engines.attend(&mut room, 0);
        assert_eq!(room.game().plies().len(), count);
    }
    room.ask(A, TableRequest::Resume, 0).unwrap();
    engines.attend(&mut room, 0);
    assert_eq!(result(&room), "Ann (x) wins: three in a row at a3 b2 c1.");
}

#[test]
fn engines_wait_for_those_who_look_on() {
    let mut room = with_engines("tictactoe", [true, true]);
    room.ask(A, TableRequest::Pace { ms: 500 }, 0).unwrap();
    assert_eq!(room.view(0).pace_ms, 500);
    let mut engines = Engines::new("b2 c1 a3", "a1 a2");
    for (now, moves) in [(0, 1), (499, 1), (500, 2), (900, 2), (1000, 3)] {
        room.tick(now);
        engines.attend(&mut room, now);
        assert_eq!(room.game().plies().len(), moves, "{now}");
        assert_eq!(room.wake_at(), Some(500 * moves as u64), "{now}");
    }
    // A step is made at once, and so is every move without a pace.
    room.ask(A, TableRequest::Pause, 1000).unwrap();
    room.ask(A, TableRequest::Step, 1000).unwrap();
    engines.attend(&mut room, 1000);
    assert_eq!(room.game().plies().len(), 4);
    room.ask(A, TableRequest::Resume, 1000).unwrap();
    room.ask(A, TableRequest::Pace { ms: 0 }, 1000).unwrap();
    engines.attend(&mut room, 1000);
    assert_eq!(result(&room), "Ann (x) wins: three in a row at a3 b2 c1.");
    assert_eq!(room.view(1000).times, [Some(0); 5]);
    let slow = refused(&mut room, A, TableRequest::Pace { ms: 5001 });
    assert_eq!(slow, "pace: 5001 ms: expected 0 to 5000 ms");
    let mut people = with_engines("tictactoe", [true, false]);
    let text = refused(&mut people, A, TableRequest::Pace { ms: 1 });
    assert_eq!(text, "pace: people play: expected a game of two engines");
}

#[test]
fn what_engines_do_wrong_costs_them_the_game() {
    let played = |moves: &'static str, variant: &str| {
        let mut room = with_engines(variant, [true, false]);
        let mut engines = Engines::new(moves, "");
        engines.attend(&mut room, 0);
        (room, engines)
    };
    let (room, _) = played("d4", "tictactoe");
    assert_eq!(
        result(&room),
        "Bob (o) wins: Ann (x) broke the rules (d4 (outside the 3x3 board))."
    );
    let (room, _) = played("(none)", "tictactoe");
    assert!(result(&room).contains("answered (none)"), "{}", result(&room));

    let (mut room, mut engines) = played("i8 j8 h9 h10 h8", "renju");
    for mv in ["a1", "c1", "e1", "g1"] {
        room.ask(B, TableRequest::Play { mv: mv.to_owned() }, 0).unwrap();
        engines.attend(&mut room, 0);
    }
    assert_eq!(result(&room), "Bob (o) wins: Ann (x) played a forbidden point (h8: double-three).");

    let (mut room, _) = played("?", "tictactoe");
    room.gone(EngineSlot::First, "exit status: 1", 10);
    assert_eq!(result(&room), "Bob (o) wins: the program of Ann (x) ended (exit status: 1).");
    // It is started again for the next game.
    room.take_steps();
    room.ask(B, TableRequest::NewGame { swap: false }, 20).unwrap();
    assert!(matches!(
        room.take_steps().first(),
        Some(SlotStep { slot: EngineSlot::First, step: EngineStep::Start { .. } })
    ));

    let (mut room, _) = played("?", "tictactoe");
    room.tick(1_500);
    assert_eq!(room.game().result(), None, "some lateness is forgiven");
    room.tick(3_000);
    assert_eq!(result(&room), "Bob (o) wins: the time of Ann (x) is up.");
}

#[test]
fn an_engine_that_says_nothing_is_given_up() {
    let mut room = with_engines("tictactoe", [true, false]);
    room.take_steps();
    room.tick(9_999);
    assert_eq!(room.game().result(), None);
    room.tick(10_000);
    assert_eq!(
        result(&room),
        "Bob (o) wins: the program of Ann (x) does not answer (no answer to uci within 10000 ms)."
    );
}

#[test]
fn an_engine_that_complains_keeps_its_time() {
    for (time, ends) in [("st=60", 61_000), ("depth=5", 10_000 + 10_000)] {
        let mut config = people("gomoku", "");
        let text = format!("name=x cmd=./x proto=gomocup {time}");
        config.seats[0] = Seat::read("seat", &text, &MoveLimits::default()).unwrap();
        let mut room = room(config);
        let about = "name=\"Some\", version=\"1\"";
        for line in [about, "OK", about, "ERROR what is INFO"] {
            room.hear(EngineSlot::First, line, 0);
        }
        for now in (0..ends).step_by(100) {
            room.tick(now);
            assert_eq!(room.game().result(), None, "{time}: {now}");
        }
        let mut late = room;
        late.tick(ends + 100);
        assert!(late.game().result().is_some(), "{time}");
    }
}

#[test]
fn an_unknown_protocol_is_found_out() {
    let mut config = people("gomoku", "");
    config.seats[0] = Seat::read("seat", "name=x cmd=./x", &MoveLimits::default()).unwrap();
    let mut room = room(config);
    let said = |room: &mut Room| {
        let steps = room.take_steps().into_iter();
        steps
            .filter_map(|order| match order.step {
                EngineStep::Say(lines) => lines.first().cloned(),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&mut room), ["uci"]);
    room.tick(2_000);
    assert_eq!(said(&mut room), ["ugi"]);
    room.gone(EngineSlot::First, "ended", 3_000);
    assert_eq!(said(&mut room), ["ABOUT"]);
    room.hear(EngineSlot::First, "name=\"Some\", version=\"1\"", 3_000);
    assert_eq!(said(&mut room), ["START 15"]);
    room.hear(EngineSlot::First, "OK", 3_000);
    assert_eq!(said(&mut room), ["INFO rule 0"]);
    room.hear(EngineSlot::First, "name=\"Some\", version=\"1\"", 3_000);
    assert!(said(&mut room).contains(&"INFO time_left 2147483647".to_owned()));
    room.hear(EngineSlot::First, "7,7", 3_000);
    assert_eq!(room.view(0).moves, ["h8"]);
}

#[test]
fn engines_answer_draw_offers() {
    let mut room = with_engines("tictactoe", [false, true]);
    let mut engines = Engines::new("", "a1 a3");
    engines.attend(&mut room, 0);
    room.ask(A, TableRequest::OfferDraw, 0).unwrap();
    assert_eq!(room.game().result(), None, "the board is empty");
    assert_eq!(room.view(0).draw_declined, Some(B));
    play(&mut room, "b2");
    engines.attend(&mut room, 0);
    play(&mut room, "c2");
    engines.attend(&mut room, 0);
    room.ask(A, TableRequest::OfferDraw, 0).unwrap();
    assert_eq!(result(&room), "A draw: both agreed.");
}

#[test]
fn hints_come_from_our_own_engine() {
    let mut room = room(people("tictactoe", ""));
    let mut engines = Engines::new("b2 a1 ?", "");
    room.ask(A, TableRequest::Hint, 0).unwrap();
    assert!(room.is_hint_awaited());
    engines.attend(&mut room, 0);
    let hint = room.hint().unwrap().clone();
    assert_eq!(words::hint(&hint, Color::Black), "b2 (45 % for x)");
    // It is not asked twice about the same position.
    let lines = engines.heard.len();
    room.ask(A, TableRequest::Hint, 0).unwrap();
    engines.attend(&mut room, 0);
    assert_eq!(engines.heard.len(), lines);
    play(&mut room, "c2");
    assert!(room.hint().is_none());
    room.ask(B, TableRequest::Hint, 0).unwrap();
    engines.attend(&mut room, 0);
    assert_eq!(room.hint().unwrap().mv.to_string(), "a1");
    // A hint that comes too late is none.
    play(&mut room, "a1");
    room.ask(A, TableRequest::Hint, 0).unwrap();
    engines.attend(&mut room, 0);
    play(&mut room, "b2");
    engines.attend(&mut room, 0);
    assert!(room.hint().is_none() && !room.is_hint_awaited());
}
