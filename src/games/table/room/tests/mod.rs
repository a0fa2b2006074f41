//! Tables with people and with engines that are played by the test.

mod engines;
mod games;
mod people;

use std::collections::VecDeque;

use crate::record::{self, Format};
use tengen_engine::control::time_control::MoveLimits;
use tengen_engine::game::{Color, Variant};

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
    /// Every line that was written, with the number of the slot before it.
    heard: Vec<String>,
    stopped: usize,
    /// Whether an engine without a move says nothing at all.
    pending: Vec<EngineSlot>,
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
            for SlotStep { slot, step } in steps {
                match step {
                    EngineStep::Start { .. } => {}
                    EngineStep::Stop => self.stopped += 1,
                    EngineStep::Say(lines) => {
                        for line in lines {
                            self.answer(room, slot, &line, now);
                        }
                    }
                }
            }
        }
    }

    fn answer(&mut self, room: &mut Room, slot: EngineSlot, line: &str, now: u64) {
        self.heard.push(format!("{} {line}", slot as usize));
        let index = slot as usize % 2;
        match line.split(' ').next().unwrap() {
            "uci" => {
                room.hear(slot, "id name Fake 1", now);
                room.hear(slot, "option name Variant type combo default gomoku var gomoku var tictactoe var renju var destroy", now);
                room.hear(slot, "uciok", now);
            }
            "isready" => room.hear(slot, "readyok", now),
            "go" => match self.moves[index].pop_front() {
                Some("?") => self.pending.push(slot),
                Some(mv) => {
                    room.hear(slot, "info depth 3 score cp -20 nodes 100 pv a1", now);
                    room.hear(slot, &format!("bestmove {mv}"), now);
                }
                None => panic!("nothing to play at {slot:?}: {:?}", self.heard),
            },
            "stop" => {
                if let Some(at) = self.pending.iter().position(|other| *other == slot) {
                    self.pending.remove(at);
                    room.hear(slot, "bestmove a1", now);
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
