//! How games begin, and how a table goes from one to the next.

use super::*;

#[test]
fn swap2_between_people() {
    let mut config = people("gomoku", "st=5");
    config.opening = Opening::Swap2;
    let mut room = room(config);
    let choose = |choice| TableRequest::Choose { choice };
    assert!(room.view(0).words.contains("Ann places three stones; now the first stone (x)"));
    play(&mut room, "h8 h9");
    assert!(
        refused(&mut room, A, choose(Swap2Choice::Black)).starts_with("choose: black: expected a")
    );
    assert!(refused(&mut room, A, TableRequest::Undo).starts_with("undo: swap2"));
    assert!(
        refused(&mut room, B, TableRequest::Play { mv: "a1".to_owned() })
            .contains("Ann: has the turn")
    );
    play(&mut room, "j10");
    let error = refused(&mut room, B, TableRequest::Play { mv: "a1".to_owned() });
    assert!(error.contains("a choice is due"), "{error}");
    room.ask(B, choose(Swap2Choice::Two), 0).unwrap();
    play(&mut room, "a1 a2");
    assert!(refused(&mut room, A, choose(Swap2Choice::Two)).contains("expected black or white"));
    room.ask(A, choose(Swap2Choice::White), 0).unwrap();
    assert_eq!(room.view(0).words, "Ann (o) is to move");
    assert_eq!(room.game().color_of(B), Color::Black);
    assert_eq!(room.view(0).moves.len(), 5);
    assert!(refused(&mut room, A, TableRequest::Undo).contains("no move of this player"));
    // The other one begins the next game.
    room.ask(A, TableRequest::NewGame { swap: true }, 0).unwrap();
    assert!(room.view(0).words.contains("Bob places three stones"));
}

#[test]
fn our_own_engine_decides_in_swap2_for_those_who_cannot() {
    let mut config = people("gomoku", "");
    config.seats[1] = engine("Bob");
    config.opening = Opening::Swap2;
    let mut room = room(config);
    let mut engines = Engines::new("", "i9");
    engines.attend(&mut room, 0);
    play(&mut room, "h8 h9 j10");
    engines.attend(&mut room, 0);
    assert!(engines.heard.iter().any(|line| line == "3 ABOUT"), "{:?}", engines.heard);
    room.hear(EngineSlot::Swap2, "name=\"Tengen\"", 0);
    engines.attend(&mut room, 0);
    room.hear(EngineSlot::Swap2, "OK", 0);
    engines.attend(&mut room, 0);
    room.hear(EngineSlot::Swap2, "name=\"Tengen\"", 0);
    engines.attend(&mut room, 0);
    assert!(engines.heard.iter().any(|line| line == "3 SWAP2BOARD"), "{:?}", engines.heard);
    room.hear(EngineSlot::Swap2, "SWAP", 0);
    assert_eq!(room.game().color_of(B), Color::Black);
    assert_eq!(room.view(0).words, "Ann (o) is to move");
}

#[test]
fn a_handicap_belongs_to_a_player() {
    let mut config = people("gomoku", "");
    config.opening = Opening::Handicap(3);
    config.rematch = Some(Rematch { after_ms: 100, games: Some(1) });
    let mut room = room(config);
    assert_eq!(room.view(0).words, "Bob (o) moves first");
    assert_eq!(room.game().position().stone_count(), 3);
    room.ask(A, TableRequest::Resign, 0).unwrap();
    room.tick(99);
    assert_eq!(room.number(), 1);
    room.tick(100);
    assert_eq!((room.number(), room.view(100).words.as_str()), (2, "Bob (o) moves first"));
    room.ask(A, TableRequest::Resign, 200).unwrap();
    room.tick(1_000);
    assert_eq!((room.number(), room.wake_at()), (2, None), "one rematch was agreed");
}

#[test]
fn a_rematch_swaps_sides() {
    let mut config = people("tictactoe", "");
    config.rematch = Some(Rematch { after_ms: 0, games: None });
    let mut room = room(config);
    play(&mut room, "b2 a1 c1 a2 a3");
    room.tick(0);
    assert_eq!(room.view(0).words, "Bob (x) moves first");
    assert_eq!(room.score().wins, [1, 0]);
}

#[test]
fn sides_are_swapped_in_the_middle() {
    let mut room = with_engines("tictactoe", [false, true]);
    let mut engines = Engines::new("", "a1 c3");
    engines.attend(&mut room, 0);
    play(&mut room, "b2");
    engines.attend(&mut room, 0);
    room.ask(A, TableRequest::SwapSides, 0).unwrap();
    engines.attend(&mut room, 0);
    assert_eq!(room.view(0).moves, ["b2", "a1", "c3"]);
    assert_eq!(room.view(0).words, "Ann (o) is to move");
}

#[test]
fn games_are_saved_and_loaded() {
    let mut room = room(people("renju", ""));
    play(&mut room, "h8 i9 j10");
    let record = room.record();
    for format in [Format::Psq, Format::Sgf] {
        let bytes = record::write(format, std::slice::from_ref(&record)).unwrap();
        let read = record::read(format, &bytes, &room.config().variant).unwrap();
        let mut other = super::tests::room(people("tictactoe", ""));
        other.load(&read[0], 0).unwrap();
        assert_eq!(other.view(0).moves, ["h8", "i9", "j10"], "{format}");
        assert_eq!((other.view(0).rule, other.view(0).width), ("renju", 15));
        assert_eq!(other.number(), 1, "nothing was played before");
        other.ask(A, TableRequest::Undo, 0).unwrap();
        assert_eq!(other.view(0).moves.len(), 2);
        other.load(&read[0], 0).unwrap();
        assert_eq!(other.number(), 2);
    }
    // A player that knows only small boards stays away from large ones.
    let mut config = people("tictactoe", "");
    config.seats[1] = Seat::player("fivestage").unwrap();
    let mut small = super::tests::room(config);
    assert!(small.load(&record, 0).unwrap_err().to_string().contains("fivestage on 15x15"));
}

#[test]
fn a_table_is_restored_as_it_was() {
    let mut config = people("tictactoe", "tc=10");
    config.seats[1] = engine("Bob");
    config.undo = UndoRule::Once;
    let mut room = room(config);
    let mut engines = Engines::new("", "a1 ?");
    engines.attend(&mut room, 0);
    room.ask(A, TableRequest::Play { mv: "b2".to_owned() }, 1_000).unwrap();
    engines.attend(&mut room, 1_000);
    room.ask(A, TableRequest::Play { mv: "c1".to_owned() }, 3_000).unwrap();
    engines.attend(&mut room, 3_000);
    let text = serde_json::to_string(&room.snapshot(3_500)).unwrap();

    let mut restored = Room::restore(&serde_json::from_str(&text).unwrap(), 90_000).unwrap();
    let view = restored.view(90_000);
    assert_eq!((view.moves.len(), view.chairs[0].clock_ms), (3, Some(7_000)));
    let mut engines = Engines::new("", "a3");
    engines.attend(&mut restored, 90_000);
    assert_eq!(restored.view(90_000).moves, ["b2", "a1", "c1", "a3"]);
    restored.ask(A, TableRequest::Undo, 91_000).unwrap();
    assert_eq!(restored.view(91_000).chairs[0].clock_ms, Some(9_000));
    assert_eq!(restored.undos_left(A), Some(0));

    let broken = text.replace("\"c1\"", "\"b2\"");
    assert!(Room::restore(&serde_json::from_str(&broken).unwrap(), 0).is_err());
}

#[test]
fn who_wants_a_fresh_process_for_each_game_gets_one() {
    let mut config = people("tictactoe", "");
    let words = "name=Bob cmd=./x proto=uci restart=on";
    config.seats[1] = Seat::read("seat", words, &MoveLimits::default()).unwrap();
    let mut room = room(config);
    let mut engines = Engines::new("", "");
    engines.attend(&mut room, 0);
    for _ in 0..2 {
        room.ask(A, TableRequest::NewGame { swap: false }, 0).unwrap();
        engines.attend(&mut room, 0);
    }
    let greetings = engines.heard.iter().filter(|line| *line == "1 uci").count();
    assert_eq!((greetings, engines.stopped), (3, 2));
}

#[test]
fn somebody_else_sits_down() {
    let mut room = room(people("tictactoe", ""));
    play(&mut room, "b2");
    room.sit(B, engine("Robot"), 0).unwrap();
    let mut engines = Engines::new("", "a1");
    engines.attend(&mut room, 0);
    assert_eq!(room.view(0).moves, ["b2", "a1"]);
    room.sit(B, Seat::human("Eve", MoveLimits::default()), 0).unwrap();
    engines.attend(&mut room, 0);
    assert_eq!(engines.stopped, 1);
    play(&mut room, "c1 a3");
    assert_eq!(room.view(0).chairs[1].name, "Eve");
}
