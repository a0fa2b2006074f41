//! Games under a manager that knows no rules: it believes what the engines say.

use crate::process::Engine;

/// Two engines and the moves so far.
struct Table {
    engines: [Engine; 2],
    start: &'static str,
    moves: Vec<String>,
}

impl Table {
    /// Seats an engine with these arguments on each side.
    fn new(arguments: [&[&str]; 2], start: &'static str) -> Table {
        let mut engines = arguments.map(Engine::start);
        for engine in &mut engines {
            engine.send("ugi");
            engine.until("ugiok");
            engine.send("isready");
            engine.until("readyok");
            engine.send("uginewgame");
        }
        Table { engines, start, moves: Vec::new() }
    }

    /// What an engine answers about the position. A line is an answer only if it
    /// has exactly two words, as in cutegames.
    fn ask(&mut self, engine: usize, question: &str) -> String {
        let moves = self.moves.join(" ");
        let gap = if moves.is_empty() { "" } else { " moves " };
        let word = if question.starts_with("go") { "bestmove" } else { "response" };
        let engine = &mut self.engines[engine];
        engine.send(&format!("position {}{gap}{moves}", self.start));
        engine.send(question);
        loop {
            let line = engine.next().expect("it answers");
            match line.split(' ').collect::<Vec<_>>()[..] {
                [first, answer] if first == word => return answer.to_owned(),
                _ => assert!(line.starts_with("info "), "{line} after {question}"),
            }
        }
    }

    /// Asks both engines, which have to agree.
    fn agree(&mut self, question: &str) -> String {
        let answers = [0, 1].map(|engine| self.ask(engine, question));
        assert_eq!(answers[0], answers[1], "{question} after {:?}", self.moves);
        let [answer, _] = answers;
        answer
    }

    /// Plays to the end, or for so many plies, and returns the result.
    fn play(&mut self, limit: &str, plies: usize) -> String {
        loop {
            let first = self.agree("query p1turn");
            assert_ne!(self.agree("query p2turn"), first);
            let result = self.agree("query result");
            let is_over = self.agree("query gameover") == "true";
            assert_eq!(is_over, result != "none");
            if is_over || self.moves.len() == plies {
                return result;
            }
            let mover = usize::from(first == "false");
            let mv = self.ask(mover, limit);
            assert_eq!(self.agree(&format!("query islegal {mv}")), "true", "{mv}");
            self.moves.push(mv);
        }
    }
}

#[test]
fn games_are_played_to_the_end() {
    let tictactoe = ["--set", "Variant=tictactoe"];
    let (never_loses, random) = ("Player=fivestage", ["--set", "Player=random"]);
    for seed in ["Seed=1", "Seed=2", "Seed=3"] {
        let strong = [&tictactoe[..], &["--set", never_loses]].concat();
        let weak = [&tictactoe[..], &random, &["--set", seed]].concat();
        let result = Table::new([&strong, &weak], "startpos").play("go depth 1", 9);
        assert!(["p1win", "draw"].contains(&result.as_str()), "{result}");
        let result = Table::new([&weak, &strong], "startpos").play("go depth 1", 9);
        assert!(["p2win", "draw"].contains(&result.as_str()), "{result}");
    }

    let result = Table::new([&tictactoe; 2], "startpos").play("go depth 9", 9);
    assert_eq!(result, "draw");
    let ahead = "fen 3 3 3 X2/1X1/2O o 2";
    let mut table = Table::new([&tictactoe; 2], ahead);
    assert_eq!(table.agree("query p1turn"), "false");
    assert_ne!(table.play("go p1time 1000 p2time 1000 p1inc 10 p2inc 10", 9), "none");
}

#[test]
fn other_games_are_played_as_well() {
    let games =
        ["Variant=renju", "Variant=gomoku20x15", "Variant=destroy", "UCI_Variant=gomokufreestyle"];
    for game in games {
        let strong = ["--set", game, "--set", "Ponder=true"];
        let weak = ["--set", game, "--set", "Player=random", "--set", "Seed=9"];
        let result = Table::new([&strong, &weak], "startpos").play("go nodes 300", 80);
        assert_eq!(result, "p1win", "{game}");
    }
}

/// An engine that plays wherever it likes, under a manager that does not notice:
/// the other one answers everything all the same.
#[test]
fn an_illegal_move_of_the_opponent_is_answered() {
    let mut engine = Engine::start(&["--protocol", "ugi", "--set", "Variant=tictactoe"]);
    engine.send("position startpos moves b2 a1");
    let mut moves = "b2 a1 c3".to_owned();
    for wrong in ["b2", "d9", "pass", "*a1", "0000"] {
        moves = format!("{moves} {wrong}");
        engine.send(&format!("position startpos moves {moves}"));
        assert!(engine.next().unwrap().starts_with("info string error: position: "));
        for (question, answer) in [("p1turn", "true"), ("gameover", "false"), ("result", "none")] {
            engine.send(&format!("query {question}"));
            assert_eq!(engine.next().unwrap(), format!("response {answer}"));
        }
        engine.send("go movetime 50");
        let answer = engine.until("bestmove").pop().unwrap();
        let mv = answer.strip_prefix("bestmove ").unwrap();
        engine.send(&format!("query islegal {mv}"));
        assert_eq!(engine.next().unwrap(), "response true");
    }
    engine.end_input();
    assert_eq!(engine.exit_code(), Some(0));
}
