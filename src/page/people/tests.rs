//! What people may do at a table.

use super::*;
use crate::new_table::Means;

fn table(text: &str) -> (Owners, Room) {
    let table: NewTable = serde_json::from_str(text).unwrap();
    let config = table.config(&Means::default()).unwrap();
    (Owners::of(&table, "ann"), room(&table, config, 0).unwrap())
}

fn code<T>(result: Result<T, Problem>) -> Option<Code> {
    result.err().map(|problem| problem.code)
}

fn play(mv: &str) -> TableRequest {
    TableRequest::Play { mv: mv.to_owned() }
}

#[test]
fn nobody_alone_ends_a_game_of_two() {
    let (mut owners, mut room) =
        table(r#"{"game":"tictactoe","seats":[{"me":"Ann"},"guest"],"clock":"60"}"#);
    assert!(owners.is_led_by("ann") && !owners.is_led_by("bob"));
    let asked = |owners: &Owners, room: &mut Room, identity: &str, request| {
        code(owners.ask(room, identity, None, request, 0))
    };
    assert_eq!(asked(&owners, &mut room, "bob", play("b2")), Some(Code::NoSeat));
    let first = owners.sit(&mut room, "bob", Chair::First, "Bob", 0);
    assert_eq!(code(first), Some(Code::SeatTaken));
    assert_eq!(owners.sit(&mut room, "bob", Chair::Second, "Bob", 0), Ok(()));
    assert!(!owners.is_led_by("ann"));
    assert_eq!(asked(&owners, &mut room, "ann", play("b2")), None);
    for (request, refusal) in [
        (TableRequest::NewGame { swap: false }, Code::GameOfTwo),
        (TableRequest::Pause, Code::TimedGame),
        (TableRequest::Hint, Code::GameOfTwo),
        (play("a1"), Code::OtherTurn),
    ] {
        assert_eq!(asked(&owners, &mut room, "ann", request), Some(refusal));
    }
    let taken = owners.ask(&mut room, "ann", Some(Chair::Second), play("a1"), 0);
    assert_eq!(code(taken), Some(Code::NotYours));
}

#[test]
fn each_person_sees_the_own_chairs() {
    let (owners, room) = table(r#"{"game":"tictactoe","seats":[{"me":"Ann"},"guest"]}"#);
    let company = Company::default();
    let here = ["ann", "bob", "eve", "eve"];
    let scene = owners.scene(&room, &company, "t", 0, &here, [vec![], vec![]]);
    assert_eq!((scene.watching, &scene.free[..]), (2, &[Chair::Second][..]));
    assert_eq!(scene.here, [Chair::First]);
    assert!(owners.are_alone("ann") && !owners.are_alone("bob"));
    let [ann, bob] = ["ann", "bob"].map(|identity| owners.seen_by(identity, &scene));
    assert_eq!((&ann.own[..], ann.leads, ann.founded), (&[Chair::First][..], true, true));
    assert_eq!((&bob.own[..], bob.leads, bob.founded), (&[][..], false, false));
}

#[test]
fn a_table_goes_on_with_the_game_that_it_is_given() {
    let (_, room) = table(r#"{"game":"tictactoe","seats":["guest","guest"],"load":"b2 a1 c1"}"#);
    assert_eq!(room.view(0).moves, ["b2", "a1", "c1"]);
    // Rules of one's own are those of moves that say nothing of rules.
    let (_, room) = table(
        r#"{"game":{"width":7,"height":6,"k":4,"rule":"freestyle"},"seats":["guest","guest"],
            "load":"d1 d2"}"#,
    );
    let view = room.view(0);
    assert_eq!((view.width, view.height, view.k), (7, 6, 4));
    assert_eq!(view.moves, ["d1", "d2"]);
}

/// Ann has founded a table and has Black; Bob is her guest.
fn two(more: &str) -> (Owners, Room) {
    let text = format!(r#"{{"game":"tictactoe","seats":[{{"me":"Ann"}},"guest"]{more}}}"#);
    let table: NewTable = serde_json::from_str(&text).unwrap();
    let config = table.config(&Means::default()).unwrap();
    let mut owners = Owners::of(&table, "ann");
    let mut room = room(&table, config, 0).unwrap();
    room.await_people(owners.has_free_chair(&room), 0);
    owners.sit(&mut room, "bob", Chair::Second, "Bob", 0).unwrap();
    (owners, room)
}

fn play_all(owners: &Owners, room: &mut Room, moves: &str) {
    for (mv, who) in moves.split(' ').zip(["ann", "bob"].into_iter().cycle()) {
        let request = TableRequest::Play { mv: mv.to_owned() };
        owners.ask(room, who, None, request, 0).unwrap();
    }
}

#[test]
fn a_game_is_claimed_when_the_other_one_was_away_for_a_minute() {
    let (owners, mut room) = two("");
    let mut company = Company::default();
    company.look(&owners.chairs, &["ann", "bob"], 0);
    play_all(&owners, &mut room, "b2");
    let mut claim =
        |company: &Company, who, now| code(owners.claim(company, &mut room, who, true, now));
    assert_eq!(claim(&company, "ann", 90_000), Some(Code::NotAway), "Bob is here");
    company.look(&owners.chairs, &["ann"], 100_000);
    company.look(&owners.chairs, &["ann"], 130_000);
    assert_eq!(company.away_ms(159_999), [None, Some(59_999)]);
    assert_eq!(claim(&company, "ann", 159_999), Some(Code::NotAway));
    assert_eq!(claim(&company, "eve", 170_000), Some(Code::NoSeat));
    assert_eq!(claim(&company, "bob", 170_000), Some(Code::NotAway), "Ann is here");
    assert_eq!(claim(&company, "ann", 160_000), None);
    assert_eq!(claim(&company, "ann", 160_000), Some(Code::GameOver));
    assert_eq!(room.view(0).result.unwrap().words, "Ann (x) wins: Bob (o) has left.");
}

#[test]
fn who_comes_back_is_away_no_longer_and_a_draw_can_be_claimed() {
    let (owners, mut room) = two("");
    let mut company = Company::default();
    company.look(&owners.chairs, &["bob"], 0);
    company.look(&owners.chairs, &["ann", "bob"], 59_000);
    company.look(&owners.chairs, &["bob"], 59_500);
    let early = owners.claim(&company, &mut room, "bob", false, 119_499);
    assert_eq!(code(early), Some(Code::NotAway));
    let empty = owners.claim(&company, &mut room, "bob", false, 119_500);
    assert_eq!(code(empty), Some(Code::NoMoveYet));
    play_all(&owners, &mut room, "b2");
    assert_eq!(owners.claim(&company, &mut room, "bob", false, 119_500), Ok(()));
    let result = room.view(0).result.unwrap();
    assert_eq!(result.words, "A draw: one of the players is gone.");
}

#[test]
fn the_founder_frees_a_chair_that_was_left_and_the_next_one_goes_on() {
    let (mut owners, mut room) = two("");
    let mut company = Company::default();
    play_all(&owners, &mut room, "b2");
    company.look(&owners.chairs, &["ann", "eve"], 0);
    let mut free = |owners: &mut Owners, room: &mut Room, who, chair, now| {
        code(owners.free(&mut company, room, who, chair, now))
    };
    let (first, second) = (Chair::First, Chair::Second);
    assert_eq!(free(&mut owners, &mut room, "eve", second, 99_000), Some(Code::NotYours));
    assert_eq!(free(&mut owners, &mut room, "ann", first, 99_000), Some(Code::NotYours));
    assert_eq!(free(&mut owners, &mut room, "ann", second, 59_000), Some(Code::NotAway));
    assert_eq!(free(&mut owners, &mut room, "ann", second, 60_000), None);
    assert!(owners.is_free(&room, second) && !owners.is_free(&room, first));
    owners.sit(&mut room, "eve", second, "Eve", 70_000).unwrap();
    assert_eq!(room.view(0).chairs[1].name, "Eve");
    assert_eq!(room.view(0).moves, ["b2"]);
}

#[test]
fn no_clock_runs_before_everybody_is_there() {
    let text = r#"{"game":"tictactoe","seats":["guest",{"me":"Ann"}],"clock":"10"}"#;
    let table: NewTable = serde_json::from_str(text).unwrap();
    let config = table.config(&Means::default()).unwrap();
    let mut owners = Owners::of(&table, "ann");
    let mut room = room(&table, config, 0).unwrap();
    room.await_people(owners.has_free_chair(&room), 0);
    room.tick(60_000);
    assert_eq!((room.wake_at(), room.view(60_000).chairs[0].clock_ms), (None, Some(10_000)));
    owners.sit(&mut room, "bob", Chair::First, "Bob", 60_000).unwrap();
    assert_eq!(room.wake_at(), Some(70_001));
    room.tick(70_001);
    assert!(room.game().result().is_some());
}

#[test]
fn two_people_ask_each_other() {
    let (owners, mut room) = two("");
    play_all(&owners, &mut room, "b2 a1");
    let ask = |room: &mut Room, who, request| code(owners.ask(room, who, None, request, 0));
    let yes = || TableRequest::Answer { accept: true };
    assert_eq!(ask(&mut room, "ann", yes()), Some(Code::NothingAsked));
    assert_eq!(ask(&mut room, "bob", TableRequest::Undo), None);
    assert_eq!(room.view(0).moves.len(), 2, "Ann was asked");
    assert_eq!(ask(&mut room, "bob", TableRequest::Undo), Some(Code::AskedAlready));
    assert_eq!(ask(&mut room, "bob", yes()), Some(Code::NothingAsked));
    assert_eq!(ask(&mut room, "ann", yes()), None);
    let answer = room.view(0).answered.unwrap();
    assert_eq!((answer.chair, answer.what), (Chair::First, Proposal::Undo));
    assert!(answer.accepted && room.view(0).moves == ["b2"]);
    // A move instead of an answer declines.
    play_one(&owners, &mut room, "bob", "c3");
    assert_eq!(room.view(0).answered, None);
    assert_eq!(ask(&mut room, "bob", TableRequest::SwapSides), None);
    play_one(&owners, &mut room, "ann", "a3");
    assert!(!room.view(0).answered.unwrap().accepted);
    assert_eq!(room.view(0).chairs[0].color, 'x');
    // Who has asked may ask no longer.
    assert_eq!(ask(&mut room, "bob", TableRequest::SwapSides), None);
    assert_eq!(ask(&mut room, "bob", TableRequest::Answer { accept: false }), None);
    assert_eq!(room.view(0).proposed, None);
    let (_, mut other) = two(r#","undo":"off""#);
    play_all(&owners, &mut other, "b2");
    assert_eq!(ask(&mut other, "ann", TableRequest::Undo), Some(Code::NoUndo));
}

fn play_one(owners: &Owners, room: &mut Room, who: &str, mv: &str) {
    owners.ask(room, who, None, TableRequest::Play { mv: mv.to_owned() }, 0).unwrap();
}

#[test]
fn another_game_of_two_begins_when_both_want_it() {
    let (owners, mut room) = two("");
    let ask = |room: &mut Room, who, request| code(owners.ask(room, who, None, request, 0));
    let again = |swap| TableRequest::NewGame { swap };
    assert_eq!(ask(&mut room, "bob", again(true)), Some(Code::GameOfTwo));
    play_all(&owners, &mut room, "b2 a1 b1 a2 b3");
    assert_eq!(ask(&mut room, "ann", again(false)), None);
    // Another wish is an answer to the first.
    assert_eq!(ask(&mut room, "bob", again(true)), None);
    assert_eq!(room.number(), 1);
    assert_eq!(ask(&mut room, "ann", again(true)), None);
    assert_eq!((room.number(), room.view(0).chairs[0].color), (2, 'o'));
}

#[test]
fn what_is_said_is_heard_for_a_while() {
    let (owners, _) = two("");
    let mut company = Company::default();
    assert_eq!(owners.say(&mut company, "bob", Phrase::GoodLuck, 1000), Ok(()));
    let soon = owners.say(&mut company, "bob", Phrase::Hello, 2999);
    assert_eq!(code(soon), Some(Code::TooSoon));
    assert_eq!(owners.say(&mut company, "ann", Phrase::Thanks, 2999), Ok(()));
    let looker = owners.say(&mut company, "eve", Phrase::GoodGame, 3000);
    assert_eq!(code(looker), Some(Code::NoSeat));
    let phrases =
        |now| -> Vec<Phrase> { company.said(now).into_iter().map(|said| said.phrase).collect() };
    assert_eq!(phrases(15_999), [Phrase::Thanks, Phrase::GoodLuck]);
    assert_eq!(phrases(16_000), [Phrase::Thanks]);
}
