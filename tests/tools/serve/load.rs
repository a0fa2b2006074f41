//! A full house: 200 connections, 20 of them hosts of tables at which engines play each
//! other, and a server that is killed in the middle.
//!
//! It takes minutes and both figures and limits depend on the machine, so it runs only when
//! asked for: `cargo test --test tools full_house -- --ignored --nocapture`. Environment:
//! `TENGEN_LOAD_PROGRAM`, another build of the program; `TENGEN_LOAD_SECONDS`, 120 by default.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::support::{Folder, Page, Server};

const CONNECTIONS: usize = 200;
const TABLES: usize = 20;
/// Connections with an engine of their own: as many as one address may have besides.
const ASKERS: usize = 8;
const MOVE_MS: u64 = 100;
/// Spectators ask something so often.
const PAUSE: Duration = Duration::from_secs(4);
/// How long one look at a connection takes.
const GLANCE: Duration = Duration::from_millis(50);
const HOST: &str = "hosthosthosthost1";

/// What a connection has seen.
#[derive(Debug, Default)]
struct Seen {
    /// Longest time between two moves at its table: the time for one, and the way to the page.
    between_moves: Duration,
    /// Longest time from a question to the server until its answer, of how many.
    answer: Duration,
    answers: usize,
    /// The same from `go movetime` to `bestmove` at the own desk.
    best_move: Duration,
    best_moves: usize,
    /// Games that ended, by the reason.
    ends: BTreeMap<String, usize>,
    /// The table as it was seen last: game and moves.
    last: Option<(u64, Vec<Value>)>,
    /// Whether the connection broke before the end.
    is_lost: bool,
    /// Refusals.
    errors: Vec<String>,
}

/// A player or spectator at a table.
struct Guest {
    page: Page,
    table: String,
    is_host: bool,
    is_asker: bool,
    seen: Seen,
    moved: Option<Instant>,
    asked: Option<Instant>,
    went: Option<Instant>,
    next: Instant,
}

impl Guest {
    fn look(mut self, is_over: &AtomicBool) -> Seen {
        self.page.glance(GLANCE);
        while !is_over.load(Ordering::Relaxed) {
            match self.page.poll() {
                Ok(Some(message)) => self.take(&message),
                Ok(None) => {}
                Err(()) => {
                    self.seen.is_lost = !is_over.load(Ordering::Relaxed);
                    break;
                }
            }
            if Instant::now() >= self.next {
                self.ask();
            }
        }
        self.seen
    }

    fn ask(&mut self) {
        let now = Instant::now();
        self.next = now + PAUSE;
        if self.asked.is_none() {
            let fen = "3/3/3 x k=3 rule=freestyle destroy=0,0";
            self.page.send(json!({"do": "marks", "id": 3, "fen": fen, "moves": "b2"}));
            self.asked = Some(now);
        }
        if self.is_asker && self.went.is_none() {
            self.page.line(&format!("go movetime {MOVE_MS}"));
            self.went = Some(now);
        }
    }

    fn take(&mut self, message: &Value) {
        match message["is"].as_str().unwrap() {
            "scene" => self.take_scene(&message["view"]),
            "marks" => {
                let asked = self.asked.take().unwrap();
                self.seen.answer = self.seen.answer.max(asked.elapsed());
                self.seen.answers += 1;
            }
            "line" if message["line"].as_str().unwrap().starts_with("bestmove") => {
                let went = self.went.take().unwrap();
                self.seen.best_move = self.seen.best_move.max(went.elapsed());
                self.seen.best_moves += 1;
            }
            "error" => self.seen.errors.push(message["text"].to_string()),
            _ => {}
        }
    }

    fn take_scene(&mut self, view: &Value) {
        let game = view["game"].as_u64().unwrap();
        let moves = view["moves"].as_array().unwrap().clone();
        let is_over = !view["result"].is_null();
        let is_new =
            self.seen.last.as_ref().is_none_or(|(old, seen)| *old != game || *seen != moves);
        if is_new {
            // The first move of a game comes after its engines are ready.
            if let Some(moved) = self.moved.filter(|_| moves.len() > 1) {
                self.seen.between_moves = self.seen.between_moves.max(moved.elapsed());
            }
            self.moved = Some(Instant::now());
            if self.is_host && is_over {
                let reason = view["result"]["reason"].as_str().unwrap().to_owned();
                *self.seen.ends.entry(reason).or_default() += 1;
                self.page.send(
                    json!({"do": "want", "chair": null, "want": {"do": "new-game", "swap": true}}),
                );
            }
            self.seen.last = Some((game, moves));
        }
    }
}

/// Lets everybody in, for a while; `tables` are there already, or are founded.
fn open_house(
    server: &mut Server,
    tables: Option<Vec<String>>,
    time: Duration,
) -> (Vec<String>, Vec<Seen>, Figures) {
    let mut figures = Figures::default();
    let mut names = tables.unwrap_or_default();
    let mut guests = Vec::new();
    for index in 0..CONNECTIONS {
        let Ok(mut page) = server.knock() else {
            figures.refused += 1;
            continue;
        };
        page.hear("hello");
        let (number, is_host) = (index % TABLES, index < TABLES);
        if is_host && names.len() <= number {
            let wish = json!({"game": "gomoku", "engine_ms": MOVE_MS,
                "seats": [{"engine": "engine"}, {"engine": "engine"}]});
            names.push(page.found(&wish, HOST));
        } else {
            page.enter(&names[number], if is_host { HOST } else { "guestguestguest12" });
        }
        guests.push(Guest {
            page,
            table: names[number].clone(),
            is_host,
            is_asker: (TABLES..TABLES + ASKERS).contains(&index),
            seen: Seen::default(),
            moved: None,
            asked: None,
            went: None,
            next: Instant::now() + PAUSE * index as u32 / CONNECTIONS as u32,
        });
    }
    assert!(guests.iter().all(|guest| names.contains(&guest.table)));
    let is_over = AtomicBool::new(false);
    let seen = thread::scope(|scope| {
        let all: Vec<_> =
            guests.into_iter().map(|guest| scope.spawn(|| guest.look(&is_over))).collect();
        let end = Instant::now() + time;
        while Instant::now() < end {
            thread::sleep(Duration::from_secs(2));
            figures.sample(server);
        }
        is_over.store(true, Ordering::Relaxed);
        server.kill();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    (names, seen, figures)
}

/// What is seen from outside.
#[derive(Debug, Default)]
struct Figures {
    refused: usize,
    /// Longest time until the page was there, of how many, and how often it was not.
    page: Duration,
    pages: usize,
    no_page: usize,
    /// Most memory of the server and of its children, in KiB, and most children.
    server_kib: u64,
    children_kib: u64,
    children: usize,
}

impl Figures {
    fn sample(&mut self, server: &Server) {
        let asked = Instant::now();
        let host = &server.page;
        let answer =
            server.request(&format!("GET / HTTP/1.1\nHost: {host}\nConnection: close\n\n"));
        self.page = self.page.max(asked.elapsed());
        self.pages += 1;
        self.no_page += usize::from(!answer.starts_with("HTTP/1.1 200 "));
        self.server_kib = self.server_kib.max(pss_kib(server.id()));
        let children = descendants(server.id());
        self.children = self.children.max(children.len());
        self.children_kib = self.children_kib.max(children.into_iter().map(pss_kib).sum());
    }
}

/// Memory of a process, shared pages counted in parts; 0 where the system does not tell.
fn pss_kib(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// What a process has started, and what that has started.
fn descendants(id: u32) -> Vec<u32> {
    let mut found = vec![id];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        let children = std::fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten();
        for task in children.flatten() {
            let text = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(text.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
    }
    found.split_off(1)
}

#[expect(clippy::print_stdout, reason = "figures are for people")]
fn tell(name: &str, seen: &[Seen], figures: &Figures) {
    let longest =
        |time: fn(&Seen) -> Duration| seen.iter().map(time).max().unwrap_or_default().as_millis();
    let sum = |count: fn(&Seen) -> usize| seen.iter().map(count).sum::<usize>();
    let mut ends = BTreeMap::<&str, usize>::new();
    for (reason, count) in seen.iter().flat_map(|seen| &seen.ends) {
        *ends.entry(reason).or_default() += count;
    }
    let errors: Vec<&String> = seen.iter().flat_map(|seen| &seen.errors).collect();
    println!(
        "{name}: {} connections, {} refused, {} lost, {} errors {:?}\n\
         games that ended: {ends:?}; longest between two moves {} ms\n\
         longest answer of the server {} ms of {}; longest go movetime {MOVE_MS} {} ms of {}\n\
         page: longest {} ms of {}, {} not served\n\
         memory: server {} KiB, {} children {} KiB",
        seen.len(),
        figures.refused,
        sum(|seen| usize::from(seen.is_lost)),
        errors.len(),
        errors.first(),
        longest(|seen| seen.between_moves),
        longest(|seen| seen.answer),
        sum(|seen| seen.answers),
        longest(|seen| seen.best_move),
        sum(|seen| seen.best_moves),
        figures.page.as_millis(),
        figures.pages,
        figures.no_page,
        figures.server_kib,
        figures.children,
        figures.children_kib,
    );
}

#[test]
#[ignore = "minutes"]
fn a_full_house_is_served_and_comes_back() {
    let program = env::var_os("TENGEN_LOAD_PROGRAM");
    let program = program.map_or_else(|| env!("CARGO_BIN_EXE_tengen").into(), PathBuf::from);
    let seconds = env::var("TENGEN_LOAD_SECONDS").ok().and_then(|text| text.parse().ok());
    let half = Duration::from_secs(seconds.unwrap_or(120)) / 2;
    let folder = Folder::new("load");
    let store = folder.0.join("games.db");
    let mut server = Server::of(&program, &store, &[]);
    let (tables, before, figures) = open_house(&mut server, None, half);
    tell("before", &before, &figures);
    assert!(figures.refused == 0 && figures.no_page == 0);

    // Killed in the middle of twenty games: all of them are there, and all that ended.
    let mut server = Server::of(&program, &store, &[]);
    let mut page = server.visit();
    page.send(json!({"do": "games", "id": 1}));
    let kept = page.hear("games")["games"].as_array().unwrap().len();
    let told: usize = before.iter().flat_map(|seen| seen.ends.values()).sum();
    println!("killed: {told} ended games were told of, {kept} are kept");
    assert!(kept >= told);
    for (index, table) in tables.iter().enumerate() {
        let (game, moves) = before[index].last.as_ref().unwrap();
        page.enter(table, HOST);
        let view = page.hear("scene")["view"].take();
        let (now, there) = (view["game"].as_u64().unwrap(), view["moves"].as_array().unwrap());
        let is_there = now > *game || now == *game && there.starts_with(moves);
        assert!(is_there, "{table}: game {game} {moves:?} became {now} {there:?}");
    }
    println!("all {} tables are as they were told of, or further", tables.len());
    drop(page);

    let (_, after, figures) = open_house(&mut server, Some(tables), half);
    tell("after", &after, &figures);
    assert!(figures.refused == 0 && figures.no_page == 0);
    for seen in before.iter().chain(&after) {
        assert!(!seen.is_lost && seen.errors.is_empty(), "{:?}", seen.errors);
    }
}
