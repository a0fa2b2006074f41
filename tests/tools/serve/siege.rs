//! A siege: eight addresses take all they can get, in every way that an attack has found,
//! while twenty games of another address go on.
//!
//! With `TENGEN_TESTS=all` it takes half a minute and has the limits of a manager; its figures
//! depend on the machine, so that the strict ones belong to the long version:
//! `cargo test --release --test tools siege -- --ignored --nocapture`. Environment:
//! `TENGEN_LOAD_PROGRAM`, another build of the program; `TENGEN_SIEGE_SECONDS`, 120 by default.

use std::env;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::json;

use super::support::{Folder, PATIENCE, Page, Server};
use crate::effort;

const HONEST: usize = 20;
const ATTACKERS: u8 = 8;
const MOVE_MS: u64 = 100;
/// Memory of the server and bytes of its files that it may have at most.
const MEMORY_MIB: u64 = 200;
const DISK_BYTES: u64 = 20_000_000;
const KEY: &str = "hosthosthosthost1";

/// A connection from an address of this machine of the attacker's choice.
fn connect_from(last: u8, to: &str) -> Option<TcpStream> {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).ok()?;
    bind(&socket, &SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, last), 0)).ok()?;
    let SocketAddr::V4(to) = to.parse().ok()? else { return None };
    connect(&socket, &to).ok()?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    stream.set_write_timeout(Some(Duration::from_secs(2))).ok()?;
    Some(stream)
}

fn page_from(last: u8, server: &Server) -> Option<Page> {
    Page::through(connect_from(last, &server.page)?, &server.page)
}

/// One address that attacks.
struct Attacker<'a> {
    last: u8,
    server: &'a Server,
    is_over: &'a AtomicBool,
    blows: &'a AtomicUsize,
}

#[expect(clippy::unnecessary_wraps, reason = "every attack ends early where it is refused")]
impl Attacker<'_> {
    /// One attack after the other until the end, each with connections of its own.
    fn run(&self, first: usize) {
        let attacks: [fn(&Self) -> Option<()>; 13] = [
            Self::read_twisted_files,
            Self::ask_and_do_not_read,
            Self::enter_tables_of_engines,
            Self::take_engines,
            Self::found_tables,
            Self::leave_requests_half_done,
            Self::finish_games,
            Self::ask_for_reviews,
            Self::flood,
            Self::leave_reviews_unread,
            Self::have_long_proofs_checked,
            Self::try_puzzles,
            Self::leave_files_unread,
        ];
        for attack in attacks.iter().cycle().skip(first) {
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            // What is refused or closed is no reason to stop.
            let _ = attack(self);
            self.blows.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn page(&self) -> Option<Page> {
        page_from(self.last, self.server)
    }

    fn read_twisted_files(&self) -> Option<()> {
        let mut page = self.page()?;
        let sgf = format!("(;GM[4]SZ[40]AB{})", "[aa:NN]".repeat(36_000));
        let psq = "Piskvorky 15x15, 11:11, 0\n".to_owned() + &"1,1,0\n".repeat(40_000);
        let moves = "a1\n".repeat(60_000);
        let pgn = "[Result \"1-0\"] 1. h8 {x} ".repeat(10_000);
        for (format, text) in [("sgf", sgf), ("psq", psq), ("moves", moves), ("pgn", pgn)] {
            page.send(
                json!({"do": "read", "id": 1, "text": text, "format": format, "variant": null}),
            );
        }
        page.poll_for(Duration::from_secs(1));
        Some(())
    }

    fn ask_and_do_not_read(&self) -> Option<()> {
        let mut pages: Vec<Page> = (0..3).filter_map(|_| self.page()).collect();
        for page in &mut pages {
            for id in 0..80 {
                page.send(json!({"do": "games", "id": id}));
            }
        }
        thread::sleep(Duration::from_secs(1));
        Some(())
    }

    fn enter_tables_of_engines(&self) -> Option<()> {
        let mut page = self.page()?;
        let mut names = Vec::new();
        let seats = json!([{"engine": "other"}, {"engine": "other"}]);
        let table = json!({"game": "gomoku", "engine_ms": 50, "seats": seats});
        for id in 0..4 {
            page.send(json!({"do": "found", "id": id, "key": KEY, "table": table}));
            if let Some(name) = page.next()?["table"].as_str() {
                names.push(name.to_owned());
            }
        }
        for _ in 0..50 {
            for name in &names {
                page.enter(name, KEY);
                page.send(json!({"do": "leave"}));
            }
        }
        Some(())
    }

    fn take_engines(&self) -> Option<()> {
        let mut pages: Vec<Page> = (0..8).filter_map(|_| self.page()).collect();
        for page in &mut pages {
            for to in ["a", "b"] {
                page.send(json!({"do": "line", "to": to, "line": "go infinite"}));
            }
            let table =
                json!({"game": "gomoku", "seats": [{"me": "x"}, "guest"], "opening": "swap2"});
            page.send(json!({"do": "found", "id": 1, "key": KEY, "table": table}));
            page.send(json!({"do": "want", "chair": null, "want": {"do": "hint"}}));
        }
        thread::sleep(Duration::from_millis(500));
        Some(())
    }

    fn found_tables(&self) -> Option<()> {
        let mut page = self.page()?;
        let squares = (0..1600).map(|n| letters(n / 40) + &(n % 40 + 1).to_string());
        let record = squares.collect::<Vec<_>>().join(" ");
        for id in 0..200 {
            let seats = json!([{"me": "x"}, "guest"]);
            let mut table = json!({"game": "gomoku40x40", "seats": seats});
            if id % 2 == 0 {
                table["load"] = json!(record);
            }
            page.send(json!({"do": "found", "id": id, "key": KEY, "table": table}));
        }
        page.poll_for(Duration::from_secs(1));
        Some(())
    }

    fn leave_requests_half_done(&self) -> Option<()> {
        let mut streams: Vec<TcpStream> =
            (0..150).filter_map(|_| connect_from(self.last, &self.server.page)).collect();
        for stream in &mut streams {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ");
        }
        thread::sleep(Duration::from_millis(500));
        Some(())
    }

    fn finish_games(&self) -> Option<()> {
        let mut page = self.page()?;
        page.enter(&"0".repeat(32), &"x".repeat(200_000));
        let table = json!({"game": "tictactoe", "seats": [{"me": "x"}, {"me": "x"}]});
        page.send(json!({"do": "found", "id": 1, "key": KEY, "table": table}));
        let name = page.hear_if("founded")?["table"].as_str()?.to_owned();
        page.enter(&name, KEY);
        for _ in 0..100 {
            for want in ["resign", "new-game"] {
                page.send(
                    json!({"do": "want", "chair": null, "want": {"do": want, "swap": false}}),
                );
                page.send(json!({"do": "want", "chair": null, "want": {"do": want}}));
            }
        }
        page.poll_for(Duration::from_secs(1));
        Some(())
    }

    fn ask_for_reviews(&self) -> Option<()> {
        let mut page = self.page()?;
        for id in 0..100 {
            page.send(json!({"do": "review", "id": id, "game": id + 1}));
        }
        page.poll_for(Duration::from_millis(300));
        Some(())
    }

    fn leave_reviews_unread(&self) -> Option<()> {
        let mut pages: Vec<Page> = (0..20).filter_map(|_| self.page()).collect();
        for _ in 0..20 {
            for page in &mut pages {
                page.send(json!({"do": "review", "id": 1, "game": LARGE}));
            }
        }
        thread::sleep(Duration::from_secs(1));
        Some(())
    }

    fn have_long_proofs_checked(&self) -> Option<()> {
        let mut page = self.page()?;
        for id in 0..4 {
            page.send(json!({"do": "verify", "id": id, "text": long_proof()}));
        }
        page.poll_for(Duration::from_secs(1));
        Some(())
    }

    fn try_puzzles(&self) -> Option<()> {
        let mut page = self.page()?;
        for number in 0..20 {
            let mv = format!("{}{}", letters(number % 15), self.last % 15 + 1);
            let ask = json!({"do": "try", "number": number, "moves": "", "move": mv});
            page.send(json!({"do": "puzzle", "id": number, "ask": ask}));
        }
        page.poll_for(Duration::from_secs(1));
        Some(())
    }

    fn leave_files_unread(&self) -> Option<()> {
        let request = format!("GET /debug.js HTTP/1.1\r\nHost: {}\r\n\r\n", self.server.page);
        let mut streams: Vec<TcpStream> =
            (0..50).filter_map(|_| connect_from(self.last, &self.server.page)).collect();
        for stream in &mut streams {
            stream.set_write_timeout(Some(Duration::from_millis(10))).ok()?;
            let _ = stream.write_all(request.repeat(400).as_bytes());
        }
        thread::sleep(Duration::from_secs(1));
        Some(())
    }

    fn flood(&self) -> Option<()> {
        let mut stream = connect_from(self.last, &self.server.plain)?;
        let lines = "position startpos moves h8 i9\nd\neval\n".repeat(2000);
        let _ = stream.write_all(lines.as_bytes());
        let mut page = self.page()?;
        for _ in 0..1000 {
            page.send_text("{\"do\":\"no such thing\"}");
        }
        Some(())
    }
}

/// The number of a game whose review is as long as a review can be.
const LARGE: i64 = 1_000_000;

/// Keeps that game, as a server would.
fn keep_large_game(store: &Path) {
    drop(Server::with_store(store, &[]));
    let squares = (0..1600).map(|n| letters(n / 40) + &(n % 40 + 1).to_string());
    let moves = squares.collect::<Vec<_>>().join(" ");
    let each = |value: serde_json::Value| vec![value; 1600];
    let line = ["aa40"; 16].join(" ");
    let review = json!({
        "nodes": 20_000, "verdicts": each(json!("inaccuracy")), "best": each(json!("aa40")),
        "losses": each(json!(0.123_456_789)), "scores": vec![json!({"cp": -12_345}); 1601],
        "lines": each(json!(line)), "accuracy": [0.5, 0.5],
        "missed": [], "allowed": [], "hold": null
    });
    let connection = rusqlite::Connection::open(store).unwrap();
    let game = "INSERT INTO games VALUES (?1, 't', 1, 1, 'freestyle', 40, 40, 5, 0, 'x', 'o', \
                '1-0', 'line', NULL, ?2, '')";
    connection.execute(game, rusqlite::params![LARGE, moves]).unwrap();
    let row = rusqlite::params![LARGE, review.to_string()];
    connection.execute("INSERT INTO reviews VALUES (?1, ?2)", row).unwrap();
}

/// A proof that is longer to check than a server does it: before it completes its line, x plays
/// six moves of no use, and in renju every reply to each of them is played.
fn long_proof() -> String {
    let position = "15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 x k=5 rule=renju";
    let mut nodes = vec!["d8".to_owned(), "i8".to_owned()];
    let idle = ["a1", "c1", "e1", "g1", "i1", "k1"];
    for (index, square) in idle.iter().enumerate() {
        let taken: Vec<String> =
            idle[..index].iter().map(|square| format!(" {square}:0")).collect();
        let taken = taken.concat();
        let next = if index == 0 { 0 } else { index + 1 };
        nodes.push(format!("{square}{taken} d8:1 i8:0 *:{next}"));
    }
    format!("tengen-proof 1\nposition {position}\nclaim x wins\n{}\n", nodes.join("\n"))
}

fn letters(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    if column < 26 { letter(column).into() } else { format!("a{}", letter(column - 26)) }
}

/// A game of a person with an engine, move after move until the end; the times from a move
/// to the answer on the board.
fn play(server: &Server, number: usize, is_over: &AtomicBool) -> Vec<Duration> {
    let mut page = server.visit();
    let seats = json!([{"me": "Ann"}, {"engine": "scoretable"}]);
    let table = json!({"game": "gomoku", "seats": seats, "engine_ms": MOVE_MS});
    page.found(&table, KEY);
    let mut scene = page.scene(0);
    let (mut times, mut seed) = (Vec::new(), number + 1);
    while !is_over.load(Ordering::Relaxed) {
        let view = &scene["view"];
        if !view["result"].is_null() {
            page.send(
                json!({"do": "want", "chair": null, "want": {"do": "new-game", "swap": false}}),
            );
            scene = page.begin();
            continue;
        }
        let rows = view["rows"].as_array().unwrap();
        let mv = loop {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let (column, row) = ((seed >> 33) % 15, (seed >> 45) % 15);
            if rows[14 - row].as_str().unwrap().as_bytes()[column] == b'.' {
                break format!("{}{}", letters(column), row + 1);
            }
        };
        let moves = view["moves"].as_array().unwrap().len();
        let asked = Instant::now();
        page.play(&mv);
        scene = page.scene(moves + 2);
        times.push(asked.elapsed());
        thread::sleep(Duration::from_millis(200));
    }
    times
}

/// Kibibytes of a process by the name of the line of its status.
fn memory(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
}

/// The number of processes that a process has started, which still run.
fn children(process: u32) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let children = |task: std::fs::DirEntry| {
        let text = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        text.split_whitespace().count()
    };
    tasks.flatten().map(children).sum()
}

fn bytes_of(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap().flatten();
    files.map(|file| file.metadata().unwrap().len()).sum()
}

/// Lets the siege go on for so long; no honest move may take longer than `longest`.
fn besiege(time: Duration, longest: Duration) {
    let folder = Folder::new("siege");
    let own = Path::new(env!("CARGO_BIN_EXE_tengen"));
    let program = env::var_os("TENGEN_LOAD_PROGRAM").map_or_else(|| own.to_owned(), PathBuf::from);
    let other = format!("name=other cmd='{}' option.Player=scoretable", program.display());
    let store = folder.0.join("games.db");
    keep_large_game(&store);
    let server = Server::of(&program, &store, &["--engine", &other]);
    let (is_over, is_quiet) = (AtomicBool::new(false), AtomicBool::new(false));
    let (blows, mut times) = (AtomicUsize::new(0), Vec::new());
    thread::scope(|scope| {
        let honest: Vec<_> = (0..HONEST)
            .map(|number| {
                scope.spawn({
                    let (server, is_over) = (&server, &is_over);
                    move || play(server, number, is_over)
                })
            })
            .collect();
        thread::sleep(Duration::from_secs(2));
        let before = children(server.id());
        for last in 2..2 + ATTACKERS {
            for thread in 0..2 {
                let (server, is_over, blows) = (&server, &is_quiet, &blows);
                scope.spawn(move || {
                    let attacker = Attacker { last, server, is_over, blows };
                    attacker.run(usize::from(last) + 4 * thread);
                });
            }
        }
        thread::sleep(time);
        is_quiet.store(true, Ordering::Relaxed);
        // What the attackers had taken comes back.
        let deadline = Instant::now() + 2 * PATIENCE;
        while children(server.id()) > before {
            assert!(Instant::now() < deadline, "{} children of {before}", children(server.id()));
            thread::sleep(Duration::from_millis(100));
        }
        is_over.store(true, Ordering::Relaxed);
        for game in honest {
            times.extend(game.join().expect("no game is lost"));
        }
    });
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    let (peak, disk) = (memory(server.id(), "VmHWM") / 1024, bytes_of(&folder.0));
    println!(
        "{} attacks, {} honest moves: p50 {:?}, p99 {:?}, worst {:?}; memory {peak} MiB, disk {disk} bytes",
        blows.load(Ordering::Relaxed),
        times.len(),
        at(500),
        at(990),
        at(1000)
    );
    assert!(at(1000) <= longest, "{:?}", at(1000));
    assert!(peak < MEMORY_MIB, "{peak} MiB");
    assert!(disk < DISK_BYTES, "{disk} bytes");
    let mut page = page_from(2, &server).expect("an attacker is a visitor again");
    page.line("isready");
    page.hear_line("readyok");
}

#[test]
fn honest_games_go_on() {
    if !effort::is_full() {
        println!("skipped: TENGEN_TESTS=all runs it");
        return;
    }
    besiege(Duration::from_secs(8), PATIENCE / 2);
}

#[ignore = "takes minutes; its figures depend on the machine"]
#[test]
fn honest_moves_take_less_than_a_second() {
    let seconds = env::var("TENGEN_SIEGE_SECONDS").map_or(120, |text| text.parse().unwrap());
    besiege(Duration::from_secs(seconds), Duration::from_secs(1));
}
