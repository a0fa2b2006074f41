//! People at a table.

use super::*;

#[test]
fn two_people_play_to_the_end() {
    let mut room = room(people("tictactoe", ""));
    assert_eq!(room.view(0).words, "Ann (x) moves first");
    play(&mut room, "b2 a1 c1 a2");
    assert_eq!(room.view(0).words, "Ann (x) is to move");
    play(&mut room, "a3");
    let view = room.view(0);
    assert_eq!(view.words, "Ann (x) wins: three in a row at a3 b2 c1.");
    assert_eq!(view.line, ["a3", "b2", "c1"]);
    assert_eq!((view.chairs[0].wins, view.chairs[1].wins, view.draws), (1, 0, 0));
    assert_eq!(view.rows, ["x..", "ox.", "o.x"]);
    let error = refused(&mut room, B, TableRequest::Play { mv: "b1".to_owned() });
    assert_eq!(error, "move: the game is over: expected a new game");

    room.ask(B, TableRequest::NewGame { swap: true }, 0).unwrap();
    assert_eq!(room.view(0).words, "Bob (x) moves first");
    play(&mut room, "b2 a1 c1 a3 a2 c2 b3 b1 c3");
    assert_eq!(result(&room), "A draw: the board is full.");
    assert_eq!(room.score().draws, 1);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let mut room = room(people("tictactoe", ""));
    play(&mut room, "b2");
    let mut mistake =
        |by, mv: &str| refused(&mut room, by, TableRequest::Play { mv: mv.to_owned() });
    assert_eq!(mistake(B, "b2"), "move: b2: occupied, expected an empty square");
    assert_eq!(mistake(B, "2 2"), "move: b2: occupied, expected an empty square");
    assert!(mistake(B, "d4").starts_with("move: d4: expected a square from a1 to c3"));
    assert!(mistake(B, "hello").starts_with("move: hello: expected a square"));
    assert!(mistake(B, "").starts_with("move: (nothing): expected a square"));
    assert!(mistake(B, "*b2").starts_with("move: *b2: no conversion left, expected"));
    assert_eq!(mistake(A, "a1"), "move: Bob: has the turn, expected to wait for it");
}

#[test]
fn renju_fouls_are_refused_and_shown() {
    let mut room = room(people("renju", ""));
    play(&mut room, "i8 a1 j8 c1 h9 e1 h10 g1");
    let error = refused(&mut room, A, TableRequest::Play { mv: "h8".to_owned() });
    assert_eq!(
        error,
        "move: h8: forbidden (double-three), expected a point that is not forbidden to x"
    );
    assert_eq!(room.view(0).forbidden, ["h8"]);
    play(&mut room, "o15");
    assert!(room.view(0).forbidden.is_empty());
}

#[test]
fn stones_are_converted_as_often_as_agreed() {
    let mut room = room(people("destroy", ""));
    play(&mut room, "h8 *h8");
    let view = room.view(0);
    assert_eq!((view.rows[7].as_str(), view.conversions), (".......O.......", Some([1, 0])));
    let error = refused(&mut room, A, TableRequest::Play { mv: "*h8".to_owned() });
    assert!(error.starts_with("move: *h8: no stone to convert"), "{error}");
    room.ask(B, TableRequest::Undo, 0).unwrap();
    assert_eq!(room.view(0).conversions, Some([1, 1]));
}

#[test]
fn undo_is_free_or_counted_or_not_agreed() {
    let mut free = room(people("tictactoe", ""));
    play(&mut free, "b2 a1 c1");
    free.ask(B, TableRequest::Undo, 0).unwrap();
    assert_eq!(free.view(0).moves, ["b2"]);
    free.ask(A, TableRequest::Undo, 0).unwrap();
    assert!(free.view(0).moves.is_empty());
    let error = refused(&mut free, A, TableRequest::Undo);
    assert_eq!(error, "undo: no move of this player: expected a move first");

    let mut once = room(Config { undo: UndoRule::Once, ..people("tictactoe", "") });
    play(&mut once, "b2 a1");
    once.ask(B, TableRequest::Undo, 0).unwrap();
    play(&mut once, "a2");
    assert_eq!((once.undos_left(A), once.undos_left(B)), (Some(1), Some(0)));
    let error = refused(&mut once, B, TableRequest::Undo);
    assert!(error.starts_with("undo: Bob: has taken back once, expected a move: one undo"));
    once.ask(A, TableRequest::NewGame { swap: false }, 0).unwrap();
    assert_eq!(once.undos_left(B), Some(1));

    let mut never = room(Config { undo: UndoRule::Off, ..people("tictactoe", "") });
    play(&mut never, "b2");
    assert!(refused(&mut never, A, TableRequest::Undo).starts_with("undo: not agreed: expected"));
}

#[test]
fn a_lost_game_can_be_taken_back_and_counts_no_more() {
    let mut room = room(people("tictactoe", ""));
    play(&mut room, "b2 a1 c1 a2 a3");
    room.ask(A, TableRequest::Undo, 0).unwrap();
    assert_eq!((room.score(), room.game().result()), (GamesWon::default(), None));
    play(&mut room, "c2");
    room.ask(B, TableRequest::Resign, 0).unwrap();
    assert_eq!(result(&room), "Ann (x) wins: Bob (o) resigned.");
    let error = refused(&mut room, B, TableRequest::Undo);
    assert_eq!(error, "undo: the game ended by resign: expected a new game");
}

#[test]
fn draws_are_offered_and_answered() {
    let mut room = room(people("tictactoe", ""));
    assert!(
        refused(&mut room, B, TableRequest::AnswerDraw { accept: true })
            .contains("no draw is offered")
    );
    room.ask(A, TableRequest::OfferDraw, 0).unwrap();
    play(&mut room, "b2");
    assert_eq!(room.draw_offer(), Some(A), "the offer stands until the other side moves");
    play(&mut room, "a1");
    assert_eq!((room.draw_offer(), room.draw_declined()), (None, Some(B)));
    room.ask(B, TableRequest::OfferDraw, 0).unwrap();
    assert_eq!(room.draw_declined(), None);
    assert!(refused(&mut room, B, TableRequest::OfferDraw).starts_with("draw: offered already"));
    room.ask(A, TableRequest::AnswerDraw { accept: false }, 0).unwrap();
    assert_eq!((room.draw_offer(), room.draw_declined()), (None, Some(A)));
    play(&mut room, "c3");
    assert_eq!(room.draw_declined(), None, "it is about the position before");
    room.ask(B, TableRequest::OfferDraw, 0).unwrap();
    room.ask(A, TableRequest::AnswerDraw { accept: true }, 0).unwrap();
    assert_eq!(result(&room), "A draw: both agreed.");
}

#[test]
fn time_runs_out() {
    let mut room = room(people("tictactoe", "tc=10+2 st=6"));
    room.ask(A, TableRequest::Play { mv: "b2".to_owned() }, 4_000).unwrap();
    let view = room.view(5_000);
    // Ten, less four, plus two; then one second of the other side.
    assert_eq!((view.chairs[0].clock_ms, view.chairs[1].clock_ms), (Some(8_000), Some(9_000)));
    assert_eq!((view.chairs[1].move_ms, view.chairs[1].running), (Some(5_000), true));
    assert_eq!(room.wake_at(), Some(10_001));
    room.tick(10_000);
    assert_eq!(room.game().result(), None);
    room.tick(10_001);
    assert_eq!(result(&room), "Ann (x) wins: the time of Bob (o) is up.");
    // A move that comes too late is not played.
    room.ask(A, TableRequest::NewGame { swap: false }, 20_000).unwrap();
    let error = room.ask(A, TableRequest::Play { mv: "b2".to_owned() }, 30_000).unwrap_err();
    assert_eq!(error.to_string(), "move: the game is over: expected a new game");
    assert!(room.game().plies().is_empty());
}

#[test]
fn a_pause_stops_the_clock_and_undo_puts_it_back() {
    let mut room = room(people("tictactoe", "tc=10"));
    room.ask(A, TableRequest::Pause, 3_000).unwrap();
    assert!(refused(&mut room, A, TableRequest::Play { mv: "b2".to_owned() }).contains("paused"));
    assert_eq!(room.wake_at(), None);
    room.ask(B, TableRequest::Resume, 60_000).unwrap();
    room.ask(A, TableRequest::Play { mv: "b2".to_owned() }, 61_000).unwrap();
    assert_eq!(room.view(61_000).chairs[0].clock_ms, Some(6_000));
    room.ask(A, TableRequest::Undo, 62_000).unwrap();
    assert_eq!(room.view(62_000).chairs[0].clock_ms, Some(10_000));
    assert_eq!(room.view(63_000).chairs[0].clock_ms, Some(9_000));
}

#[test]
fn a_clock_stands_where_it_was_when_the_other_side_resigns() {
    let mut room = room(people("tictactoe", "tc=10+2"));
    room.ask(A, TableRequest::Play { mv: "b2".to_owned() }, 4_000).unwrap();
    room.ask(A, TableRequest::Resign, 7_000).unwrap();
    let clocks = |now| room.view(now).chairs.map(|chair| (chair.clock_ms, chair.running));
    let stopped = [(Some(8_000), false), (Some(7_000), false)];
    assert_eq!([clocks(7_000), clocks(60_000)], [stopped, stopped]);
}
