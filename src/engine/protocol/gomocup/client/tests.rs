use super::*;
use crate::control::{Choice, Info, Report};
use crate::game::ByColor;
use crate::protocol::codec::Codec;
use crate::protocol::gomocup::Gomocup;
use crate::session::message::{
    BoardChange, Command, Event, ManagerCommand, Owner, Placed, Swap2Answer,
};
use crate::session::options::Options;
use crate::value::{Bound, Score};

fn manager(variant: Variant) -> GomocupClient {
    let mut client = GomocupClient::new(variant);
    client.prepare(&[]).unwrap();
    client
}

fn gomoku() -> Variant {
    Variant::preset("gomoku").unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn position(variant: Variant, moves: &str) -> Position {
    let mut position = Position::new(variant).unwrap();
    for word in moves.split_whitespace() {
        position.play(mv(word)).unwrap();
    }
    position
}

fn ask(client: &mut GomocupClient, position: &Position, limits: &Limits) -> String {
    client.ask(Question { start: None, position, limits }).join(" ")
}

#[test]
fn the_introduction_is_the_first_plain_line() {
    let mut client = manager(gomoku());
    assert_eq!(client.greeting(), ["ABOUT"]);
    assert_eq!(client.hear("MESSAGE hello"), Said::Remark);
    assert_eq!(client.hear(""), Said::Remark);
    assert_eq!(client.hear("name=\"A b\", version=\"1\""), Said::Introduced);
    assert_eq!(client.name(), Some("A b 1"));
    client.greeting();
    assert_eq!(client.hear("UNKNOWN ABOUT"), Said::Refusal("UNKNOWN ABOUT".to_owned()));
}

#[test]
fn a_second_introduction_may_be_another_text() {
    let mut client = manager(gomoku());
    client.greeting();
    assert_eq!(client.hear("My engine, up since 12:00:01"), Said::Introduced);
    client.new_game(5, &Limits::default());
    client.hear("OK");
    client.settings();
    assert_eq!(client.barrier(), ["ABOUT"]);
    assert_eq!(client.hear("7,7"), Said::Remark, "a move of before");
    assert_eq!(client.hear("My engine, up since 12:00:02"), Said::Ready);
}

#[test]
fn a_game_begins_with_what_the_managers_send() {
    let mut client = manager(Variant::preset("renju").unwrap());
    client.greeting();
    client.hear("name=\"Tengen\", version=\"1\"");
    let limits = Limits { movetime_ms: Some(100), nodes: Some(7), ..Limits::default() };
    assert_eq!(client.new_game(5, &limits), ["START 15"]);
    assert_eq!(client.hear("OKAY"), Said::Remark);
    assert_eq!(client.hear("ok"), Said::Ready);
    // The rule alone, so that a complaint about it is known to be one.
    assert_eq!(client.settings(), ["INFO rule 4"]);
    assert_eq!(client.barrier(), ["ABOUT"]);
    assert_eq!(client.hear("name=\"Tengen\", version=\"1\""), Said::Ready);
    let settings = [
        "INFO game_type 1",
        "INFO timeout_turn 100",
        "INFO timeout_match 0",
        "INFO max_memory 367001600",
        "INFO max_node 7",
        "INFO Seed 5",
    ];
    assert_eq!(client.settings(), settings);
    assert_eq!(client.barrier(), ["ABOUT"]);
    assert!(client.settings().is_empty());
    let wide = Variant::preset("gomoku20x15").unwrap();
    let options =
        [("max_memory".to_owned(), "0".to_owned()), ("folder".to_owned(), "x".to_owned())];
    let mut client = GomocupClient::new(wide);
    client.prepare(&options).unwrap();
    let clock = ByColor::new(Some(9000), Some(10_000));
    let limits = Limits { clock_ms: clock, ..Limits::default() };
    assert_eq!(client.new_game(5, &limits), ["RECTSTART 20,15"]);
    let settings = [
        "INFO rule 0",
        "INFO game_type 1",
        "INFO timeout_turn 1000000000",
        "INFO timeout_match 10000",
        "INFO max_memory 0",
        "INFO folder x",
    ];
    assert_eq!(client.settings(), settings);
    // It has not said that it knows ABOUT.
    assert!(client.barrier().is_empty());
    for name in ["tictactoe", "destroy"] {
        let variant = Variant::preset(name).unwrap();
        assert!(GomocupClient::new(variant).prepare(&[]).is_err(), "{name}");
    }
}

#[test]
fn the_board_comes_first_and_then_turns() {
    let variant = Variant::preset("gomoku20x15").unwrap();
    let mut client = manager(variant);
    let limits = Limits::default();
    client.new_game(1, &limits);
    let left = "INFO time_left 2147483647";
    assert_eq!(ask(&mut client, &position(variant, ""), &limits), format!("{left} BEGIN"));
    assert_eq!(client.hear("0,0"), Said::Move(mv("a15")));
    assert_eq!(
        ask(&mut client, &position(variant, "a15 t1"), &limits),
        format!("{left} TURN 19,14")
    );
    assert_eq!(client.hear("19, 13"), Said::Move(mv("t2")));
    // The move was taken back: all is told anew.
    assert_eq!(
        ask(&mut client, &position(variant, "a15 t1 c3"), &limits),
        format!("{left} BOARD 0,0,2 19,14,1 2,12,2 DONE")
    );
    client.new_game(1, &limits);
    let clocks = Limits { clock_ms: ByColor::new(Some(-5), Some(70)), ..Limits::default() };
    assert_eq!(
        ask(&mut client, &position(variant, "a15 t1"), &clocks),
        "INFO time_left -5 BOARD 0,0,1 19,14,2 DONE"
    );
}

#[test]
fn answers_are_told_from_noise() {
    let mut client = manager(gomoku());
    let limits = Limits::default();
    for (line, said) in [
        ("7,7", Said::Move(mv("h8"))),
        ("15,7", Said::Unreadable("15,7".to_owned())),
        ("7", Said::Noise("7".to_owned())),
        ("7,7 8", Said::Noise("7,7 8".to_owned())),
        ("1,1 nodes 2,2", Said::Noise("1,1 nodes 2,2".to_owned())),
        ("-1,7", Said::Unreadable("-1,7".to_owned())),
        ("0,0 1,1", Said::Stones(vec![mv("a15"), mv("b14")])),
        ("swap", Said::Swap),
        ("hello", Said::Noise("hello".to_owned())),
        ("h8", Said::Noise("h8".to_owned())),
        ("SUGGEST 7, 6", Said::Suggestion("PLAY 7,6".to_owned())),
        ("SUGGEST h8", Said::Noise("SUGGEST h8".to_owned())),
        ("ERROR no", Said::Refusal("ERROR no".to_owned())),
        ("MESSAGE", Said::Remark),
    ] {
        client.ask_swap2(&[], &limits).unwrap();
        assert_eq!(client.hear(line), said, "{line}");
    }
    assert_eq!(
        client.ask_swap2(&[mv("h8"), mv("a1")], &limits).unwrap(),
        ["INFO time_left 2147483647", "SWAP2BOARD", "7,7", "0,14", "DONE"]
    );
}

#[test]
fn messages_tell_what_the_engine_thinks() {
    let read = |line: &str| match manager(gomoku()).hear(line) {
        Said::Thought(Thought { depth, score, nodes }) => (depth, score, nodes),
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        read("MESSAGE Depth 12-21 | Eval 35 | Time 182ms | H8 I9"),
        (Some(12), Some(Told::Centi(35)), None)
    );
    assert_eq!(
        read("MESSAGE depth 9-11 ev -M4 n 147K n/ms 812 tm 182 pv H8 I9"),
        (Some(9), Some(Told::Mate(-2)), Some(147_000))
    );
    assert_eq!(
        read("MESSAGE depth 5 score mate 3 nodes 77 pv 7,7"),
        (Some(5), Some(Told::Mate(3)), Some(77))
    );
    assert_eq!(read("DEBUG eval: +M5").1, Some(Told::Mate(3)));
    assert_eq!(manager(gomoku()).hear("MESSAGE hello there"), Said::Remark);
}

/// What our own engine side understands by these lines, settings left out.
fn decoded(engine: &mut Gomocup, lines: &[String]) -> Vec<Command> {
    let commands = lines.iter().flat_map(|line| engine.decode(line.as_str().into()));
    commands.filter(|command| !matches!(command, Command::SetOption { .. })).collect()
}

#[test]
fn our_own_side_reads_what_the_manager_writes() {
    let variant = Variant::preset("gomoku20x15").unwrap();
    let (mut client, mut engine) = (manager(variant), Gomocup::default());
    let limits = Limits {
        clock_ms: ByColor::new(Some(700), Some(800)),
        movetime_ms: Some(90),
        nodes: Some(7),
        depth: Some(3),
        ..Limits::default()
    };
    assert_eq!(decoded(&mut engine, &client.greeting()), [Command::Identify]);
    assert_eq!(
        decoded(&mut engine, &client.new_game(5, &limits)),
        [Command::Manager(ManagerCommand::Start { size: variant.size, is_new_game: true })]
    );
    let settings = decoded(&mut engine, &client.settings());
    assert_eq!(
        settings.last(),
        Some(&Command::Manager(ManagerCommand::LimitMemory(Some(MEMORY)))),
        "{settings:?}"
    );
    let mut asked = |client: &mut GomocupClient, moves| {
        let position = position(variant, moves);
        let lines = client.ask(Question { start: None, position: &position, limits: &limits });
        let mut commands = decoded(&mut engine, &lines);
        match commands.pop() {
            Some(Command::Manager(ManagerCommand::Reply { change, limits })) => (change, limits),
            other => panic!("{other:?}"),
        }
    };
    let point = |col, row| Point { col, row };
    let (change, heard) = asked(&mut client, "");
    assert_eq!(change, BoardChange::None);
    assert_eq!((heard.nodes, heard.depth), (Some(7), Some(3)));
    client.hear("1,2");
    assert_eq!(asked(&mut client, "b13 t1").0, BoardChange::Move(point(19, 14)));
    client.new_game(5, &limits);
    let placed = |col, row, owner| Placed { point: point(col, row), owner };
    assert_eq!(
        asked(&mut client, "b13 t1 a1").0,
        BoardChange::Board(vec![
            placed(1, 2, Owner::Opponent),
            placed(19, 14, Owner::Own),
            placed(0, 14, Owner::Opponent),
        ])
    );
    let lines = client.ask_swap2(&[mv("b13"), mv("t1"), mv("a1")], &limits).unwrap();
    let commands = decoded(&mut engine, &lines);
    let [Command::Manager(ManagerCommand::Swap2 { placed, .. })] = &commands[..] else {
        panic!("{commands:?}")
    };
    assert_eq!(placed, &[point(1, 2), point(19, 14), point(0, 14)]);
    assert_eq!(decoded(&mut engine, &client.farewell()), [Command::Quit]);
}

#[test]
fn the_manager_reads_what_our_own_side_writes() {
    let (mut client, mut engine) = (manager(gomoku()), Gomocup::default());
    let limits = Limits::default();
    let mut hear = |client: &mut GomocupClient, event: &Event| {
        let mut lines = Vec::new();
        engine.encode(event, &Options::default(), &mut lines);
        lines.iter().map(|line| client.hear(line)).collect::<Vec<_>>()
    };
    client.greeting();
    assert_eq!(hear(&mut client, &Event::Identity), [Said::Introduced]);
    assert_eq!(client.name(), Some(concat!("Tengen ", env!("CARGO_PKG_VERSION"))));
    client.new_game(1, &limits);
    assert_eq!(hear(&mut client, &Event::Done), [Said::Ready]);
    let position = position(gomoku(), "");
    let info = |bound, multipv| {
        let info = Info {
            depth: 9,
            score: Score::loss_in(4),
            bound,
            multipv: Some(multipv),
            nodes: Some(55),
            pv: vec![mv("a1")],
            ..Info::default()
        };
        Event::Report(Report::Info(info))
    };
    for (bound, multipv) in [(Bound::Exact, 2), (Bound::Lower, 1), (Bound::Exact, 1)] {
        assert_eq!(hear(&mut client, &info(bound, multipv)), []);
    }
    client.ask(Question { start: None, position: &position, limits: &limits });
    let choice = Choice { best: Some(mv("h3")), ponder: None };
    let thought = Thought { depth: Some(9), score: Some(Told::Mate(-2)), nodes: Some(55) };
    assert_eq!(
        hear(&mut client, &Event::Answer(choice)),
        [Said::Remark, Said::Remark, Said::Thought(thought), Said::Move(mv("h3"))]
    );
    client.ask_swap2(&[], &limits);
    let stones = vec![mv("h3"), mv("a15"), mv("b1")];
    let place = Event::Swap2(Swap2Answer::Place(stones.clone()));
    assert_eq!(hear(&mut client, &place), [Said::Stones(stones)]);
    client.ask_swap2(&[mv("h3"), mv("a15"), mv("b1")], &limits);
    assert_eq!(hear(&mut client, &Event::Swap2(Swap2Answer::Swap)), [Said::Swap]);
}
