//! Tables with people and with engines that are played by the test.

use std::collections::VecDeque;

use tengen_engine::control::time_control::MoveLimits;
use tengen_engine::game::{Color, Variant};
use tengen_engine::record::{self, Format};

use super::*;

const A: Chair = Chair::First;
const B: Chair = Chair::Second;

fn limits(text: &str) -> MoveLimits {
    let mut limits = MoveLimits::default();
    for word in text.split_whitespace() {
        match word.split_once('=').unwrap() {
            ("tc", value) => limits.clock = Some(value.parse().unwrap()),
            ("st", value) => {
                limits.move_time =
                    Some(tengen_engine::control::time_control::seconds(value).unwrap());
            }
            other => panic!("{other:?}"),
        }
    }
    limits
}

fn people(variant: &str, time: &str) -> Config {
    let seats = ["Ann", "Bob"].map(|name| Seat::human(name, limits(time)));
    Config::new(Variant::preset(variant).unwrap(), seats)
}

fn room(config: Config) -> Room {
    Room::new(config, 0).unwrap()
}

fn play(room: &mut Room, moves: &str) {
    for mv in moves.split_whitespace() {
        let actor = room.game().actor().expect("the game goes on");
        room.ask(actor, TableRequest::Play { mv: mv.to_owned() }, 0).unwrap();
    }
}

fn refused(room: &mut Room, by: Chair, request: TableRequest) -> String {
    let before = serde_json::to_string(&room.snapshot(0)).unwrap();
    let refusal = room.ask(by, request, 0).unwrap_err().to_string();
    assert_eq!(serde_json::to_string(&room.snapshot(0)).unwrap(), before, "{refusal}");
    refusal
}

fn result(room: &Room) -> String {
    let verdict = room.game().result().expect("the game is over");
    words::result(room, verdict)
}

/// Engines that are played by the test: they speak the native protocol, and answer
/// each question with the next move of their list.
#[derive(Default)]
struct Engines {
    moves: [VecDeque<&'static str>; 2],
    /// Every line that was written, with the number of the desk before it.
    heard: Vec<String>,
    stopped: usize,
    /// Whether an engine without a move says nothing at all.
    pending: Vec<Desk>,
}

impl Engines {
    fn new(first: &'static str, second: &'static str) -> Engines {
        let list = |text: &'static str| text.split_whitespace().collect();
        Engines { moves: [list(first), list(second)], ..Engines::default() }
    }

    fn attend(&mut self, room: &mut Room, now: u64) {
        loop {
            let steps = room.take_steps();
            if steps.is_empty() {
                return;
            }
            for DeskStep { desk, step } in steps {
                match step {
                    EngineStep::Start { .. } => {}
                    EngineStep::Stop => self.stopped += 1,
                    EngineStep::Say(lines) => {
                        for line in lines {
                            self.answer(room, desk, &line, now);
                        }
                    }
                }
            }
        }
    }

    fn answer(&mut self, room: &mut Room, desk: Desk, line: &str, now: u64) {
        self.heard.push(format!("{} {line}", desk as usize));
        let index = desk as usize % 2;
        match line.split(' ').next().unwrap() {
            "uci" => {
                room.hear(desk, "id name Fake 1", now);
                room.hear(desk, "option name Variant type combo default gomoku var gomoku var tictactoe var renju var destroy", now);
                room.hear(desk, "uciok", now);
            }
            "isready" => room.hear(desk, "readyok", now),
            "go" => match self.moves[index].pop_front() {
                Some("?") => self.pending.push(desk),
                Some(mv) => {
                    room.hear(desk, "info depth 3 score cp -20 nodes 100 pv a1", now);
                    room.hear(desk, &format!("bestmove {mv}"), now);
                }
                None => panic!("nothing to play at {desk:?}: {:?}", self.heard),
            },
            "stop" => {
                if let Some(at) = self.pending.iter().position(|other| *other == desk) {
                    self.pending.remove(at);
                    room.hear(desk, "bestmove a1", now);
                }
            }
            _ => {}
        }
    }
}

fn engine(name: &str) -> Seat {
    Seat::read("seat", &format!("name={name} cmd=./x proto=uci st=1"), &MoveLimits::default())
        .unwrap()
}

fn with_engines(variant: &str, engines: [bool; 2]) -> Room {
    let mut config = people(variant, "");
    for (seat, is_engine) in config.seats.iter_mut().zip(engines) {
        if is_engine {
            *seat = engine(seat.name());
        }
    }
    room(config)
}

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
    assert_eq!(mistake(B, "b2"), "move: b2 (occupied): expected an empty square");
    assert_eq!(mistake(B, "2 2"), "move: b2 (occupied): expected an empty square");
    assert!(mistake(B, "d4").starts_with("move: d4: expected a square from a1 to c3"));
    assert!(mistake(B, "hello").starts_with("move: hello: expected a square"));
    assert!(mistake(B, "").starts_with("move: (nothing): expected a square"));
    assert!(mistake(B, "*b2").starts_with("move: *b2 (no conversion left): expected"));
    assert_eq!(mistake(A, "a1"), "move: it is Bob's turn: expected to wait for it");
}

#[test]
fn renju_fouls_are_refused_and_shown() {
    let mut room = room(people("renju", ""));
    play(&mut room, "i8 a1 j8 c1 h9 e1 h10 g1");
    let error = refused(&mut room, A, TableRequest::Play { mv: "h8".to_owned() });
    assert_eq!(
        error,
        "move: h8 (forbidden (double-three)): expected a point that is not forbidden to x"
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
    assert!(error.starts_with("move: *h8 (no stone to convert)"), "{error}");
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
    assert!(error.starts_with("undo: Bob has taken back once: expected a move: one undo"));
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

#[test]
fn an_engine_that_is_interrupted_is_not_taken_at_its_word() {
    let mut room = with_engines("tictactoe", [false, true]);
    let mut engines = Engines::new("", "? c3");
    engines.attend(&mut room, 0);
    play(&mut room, "b2");
    engines.attend(&mut room, 0);
    assert_eq!(engines.pending.len(), 1);
    room.ask(A, TableRequest::Undo, 0).unwrap();
    // It answers a1 now, which is about a position that nobody sees any more.
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
    room.gone(Desk::First, "exit status: 1", 10);
    assert_eq!(result(&room), "Bob (o) wins: the program of Ann (x) ended (exit status: 1).");
    // It is started again for the next game.
    room.take_steps();
    room.ask(B, TableRequest::NewGame { swap: false }, 20).unwrap();
    assert!(matches!(
        room.take_steps().first(),
        Some(DeskStep { desk: Desk::First, step: EngineStep::Start { .. } })
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
        for line in ["name=\"Some\", version=\"1\"", "OK", "ERROR what is INFO"] {
            room.hear(Desk::First, line, 0);
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
    room.gone(Desk::First, "ended", 3_000);
    assert_eq!(said(&mut room), ["ABOUT"]);
    room.hear(Desk::First, "name=\"Some\", version=\"1\"", 3_000);
    assert_eq!(said(&mut room), ["START 15"]);
    room.hear(Desk::First, "OK", 3_000);
    assert!(said(&mut room).contains(&"INFO time_left 2147483647".to_owned()));
    room.hear(Desk::First, "7,7", 3_000);
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
    let hint = *room.hint().unwrap();
    assert_eq!(words::hint(&hint), "b2 (-0.20)");
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
        refused(&mut room, B, TableRequest::Play { mv: "a1".to_owned() }).contains("Ann's turn")
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
    room.hear(Desk::Swap2, "name=\"Tengen\"", 0);
    engines.attend(&mut room, 0);
    room.hear(Desk::Swap2, "OK", 0);
    engines.attend(&mut room, 0);
    assert!(engines.heard.iter().any(|line| line == "3 SWAP2BOARD"), "{:?}", engines.heard);
    room.hear(Desk::Swap2, "SWAP", 0);
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
    // Who knows only small boards stays away from large ones.
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
