//! What a match manager asks of an engine before it lets it play. The first half takes
//! the way that fastchess goes with `--compliance`, transposed from chess to gomoku:
//! greeting, positions, one clock, two clocks, a new game. With thanks to its authors
//! (<https://github.com/Disservin/fastchess>). The second half is what gomoku needs
//! beyond it: boards that are no squares, what wins and what is forbidden under each
//! rule, conversions, boards without room, another notation of moves.

use tengen_engine::game::{Move, Position, Setup, Variant};

use crate::process::Engine;

/// A stone of each, with the first player to move.
const TWO_STONES: &str = "15/15/15/15/15/15/15/7x7/8o6/15/15/15/15/15/15";

/// A manager that complains about everything it can.
struct Manager {
    engine: Engine,
    /// The position as it was told.
    position: Position,
}

impl Manager {
    fn new() -> Manager {
        let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        Manager { engine: Engine::start(&[]), position }
    }

    /// Sends a line that has no answer: `isready` is answered by nothing but `readyok`.
    fn tell(&mut self, line: &str) {
        self.engine.send(line);
        self.engine.send("isready");
        assert_eq!(self.engine.until("readyok"), ["readyok"], "after {line}");
    }

    /// Sets up a position, on which both sides must agree; moves are played from it.
    fn set_up(&mut self, start: Position, text: &str, moves: &str) {
        self.tell(format!("position {text} moves {moves}").trim_end_matches(" moves "));
        self.position = start;
        for mv in moves.split_whitespace() {
            self.position.play(mv.parse().unwrap()).unwrap();
        }
        self.engine.send("d");
        let shown = self.engine.until("Forbidden: ");
        let key = format!("Key: {:016x}", self.position.key());
        assert!(shown.contains(&key), "{text} {moves}: {shown:?}");
    }

    fn moves(&mut self, variant: Variant, moves: &str) {
        self.set_up(Position::new(variant).unwrap(), "startpos", moves);
    }

    fn text(&mut self, text: &str) {
        let setup = Setup::parse(text, self.position.variant()).unwrap();
        self.set_up(setup.build().unwrap(), &format!("fen {text}"), "");
    }

    /// Asks for a move. It is legal, one is all that comes, and the last line with a
    /// score before it is about it.
    fn go(&mut self, limits: &str) -> Move {
        self.engine.send(&format!("go {limits}"));
        let said = self.engine.until("bestmove");
        let complaint = format!("go {limits}: {said:?}");
        let [infos @ .., answer] = &said[..] else { panic!("{complaint}") };
        assert!(infos.iter().all(|line| line.starts_with("info ")), "{complaint}");
        let best = answer.strip_prefix("bestmove ").and_then(|mv| mv.parse().ok());
        let best: Move = best.unwrap_or_else(|| panic!("{complaint}"));
        self.position.check(best).unwrap_or_else(|why| panic!("{why}: {complaint}"));

        let scored = infos.iter().rev().find(|line| line.contains(" score "));
        let scored = scored.unwrap_or_else(|| panic!("no score: {complaint}"));
        let (head, line) = scored.split_once(" pv ").expect(&complaint);
        let words: Vec<&str> = head.split(' ').collect();
        for name in ["depth", "nodes", "time", "nps"] {
            let place = words.iter().position(|&word| word == name).expect(&complaint);
            assert!(words[place + 1].parse::<u64>().is_ok(), "{name}: {complaint}");
        }
        let score = words.iter().position(|&word| word == "score").expect(&complaint);
        assert!(["cp", "mate"].contains(&words[score + 1]), "{complaint}");
        assert!(words[score + 2].parse::<i32>().is_ok(), "{complaint}");
        assert_eq!(line.split(' ').next(), Some(best.to_string().as_str()), "{complaint}");
        let mut position = self.position.clone();
        for mv in line.split(' ') {
            position.play(mv.parse().expect(&complaint)).expect(&complaint);
        }
        self.tell("debug off");
        best
    }
}

#[test]
fn a_manager_finds_nothing_to_complain_about() {
    let mut manager = Manager::new();
    manager.engine.send("uci");
    let mut greeting = manager.engine.until("uciok");
    assert_eq!(greeting.pop().as_deref(), Some("uciok"));
    for start in ["id name ", "id author "] {
        let value = greeting.iter().find_map(|line| line.strip_prefix(start));
        assert!(value.is_some_and(|value| !value.trim().is_empty()), "{start}: {greeting:?}");
    }
    let is_known = |line: &String| line.starts_with("id ") || line.starts_with("option name ");
    assert!(greeting.iter().all(is_known), "{greeting:?}");

    let gomoku = Variant::preset("gomoku").unwrap();
    manager.tell("ucinewgame");
    manager.moves(gomoku, "");
    manager.text(&format!("{TWO_STONES} x"));
    manager.go("wtime 100");
    manager.text(&format!("{TWO_STONES} o"));
    manager.go("btime 100");
    manager.go("wtime 100 winc 100 btime 100 binc 100");
    manager.go("btime 100 binc 100 wtime 100 winc 100");
    manager.tell("ucinewgame");
    manager.moves(gomoku, "");
    manager.go("wtime 100 btime 100");
    manager.moves(gomoku, "h8 i9");
    manager.go("wtime 100 btime 100");

    manager.engine.send("quit");
    assert_eq!(manager.engine.exit_code(), Some(0));
}

/// Positions in which only these moves are right, in an engine that plays one game
/// after the other, each under another rule.
#[test]
fn every_game_is_played_by_its_own_laws() {
    let mut manager = Manager::new();
    manager.engine.send("uci");
    manager.engine.until("uciok");
    for (game, moves, right) in [
        // Columns are letters and rows are numbers on boards of every shape.
        ("gomoku20x15", "t15 a1 s15 b1 r15 c2 q15 h8", &["p15"][..]),
        ("gomoku", "h8 a1 i8 c1 j8 e1 k8 o1 m8 o3", &["g8", "l8"]),
        // Six in a row do not win, and in renju lose.
        ("standard", "h8 a1 i8 c1 j8 e1 k8 o1 m8 o3", &["g8"]),
        ("renju", "h8 a1 i8 c1 j8 e1 k8 o1 m8 o3", &["g8"]),
        // They do for White.
        ("renju", "a1 h8 c1 i8 e1 j8 o1 k8 o3 m8 g8", &["l8"]),
        // Five between two stones of the opponent do not.
        ("caro", "h8 g8 i8 m8 j8 a15 k8 c15 a1 e15 b1 g15 c1 i15 d1 k15", &["e1"]),
        // A stone of the opponent may become the fifth.
        ("destroy", "h8 g8 i8 l8 j8 a1 k8 c1", &["*g8", "*l8"]),
        // The last empty square.
        ("tictactoe", "a1 b2 c3 a3 c1 b1 b3 c2", &["a2"]),
    ] {
        manager.tell("ucinewgame");
        manager.tell(&format!("setoption name Variant value {game}"));
        manager.moves(Variant::preset(game).unwrap(), moves);
        let best = manager.go("depth 3").to_string();
        assert!(right.contains(&best.as_str()), "{game}: {best}, expected one of {right:?}");
    }
}

/// There is nothing to play where a game is over, won or drawn, and that is said at once.
#[test]
fn a_finished_game_has_no_move() {
    let mut manager = Manager::new();
    manager.engine.send("uci");
    manager.engine.until("uciok");
    manager.tell("setoption name Variant value tictactoe");
    let game = Variant::preset("tictactoe").unwrap();
    for moves in ["a1 b1 a2 b2 a3", "a1 b2 c3 a3 c1 b1 b3 c2 a2"] {
        manager.moves(game, moves);
        manager.engine.send("go infinite");
        manager.engine.send("stop");
        let said = manager.engine.until("bestmove");
        assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"), "{moves}: {said:?}");
        manager.tell("ucinewgame");
    }
}

/// Managers for many games write a stone as `P@h8`.
#[test]
fn stones_may_be_drops() {
    let mut manager = Manager::new();
    manager.engine.send("uci");
    manager.engine.until("uciok");
    manager.tell("setoption name UCI_Variant value gomokufreestyle");
    manager.tell("position startpos moves P@h8 P@a1 P@i8 P@c1 P@j8 P@e1 P@k8 P@g8");
    manager.engine.send("go depth 3");
    let said = manager.engine.until("bestmove");
    assert_eq!(said.last().map(String::as_str), Some("bestmove P@l8"), "{said:?}");
}
