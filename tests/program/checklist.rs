//! The forty steps that a match manager's compliance test takes with a UCI
//! engine, transposed from chess to gomoku.

use crate::process::Engine;

const TWO_STONES: &str = "15/15/15/15/15/15/15/7x7/8o6/15/15/15/15/15/15";

/// The steps so far, so that a failure names its number.
struct Checklist {
    engine: Engine,
    step: u32,
    /// What was said since the last `go`.
    said: Vec<String>,
}

impl Checklist {
    fn step(&mut self, number: u32, holds: bool, what: &str) {
        self.step += 1;
        assert_eq!(number, self.step, "no step is left out");
        assert!(holds, "step {number}: {what}: {:?}", self.said);
    }

    fn ready(&mut self) -> bool {
        self.engine.send("isready");
        self.engine.until("readyok").len() == 1
    }

    fn go(&mut self, line: &str) {
        self.engine.send(line);
        self.said = self.engine.until("bestmove");
    }

    fn answers(&self) -> bool {
        let word = self.said.last().and_then(|line| line.split(' ').nth(1));
        word.is_some_and(|mv| mv.parse::<tengen_engine::game::Move>().is_ok())
    }

    /// The last line with a score, as managers keep it.
    fn scored(&self) -> Option<&String> {
        self.said.iter().rev().find(|line| line.contains(" score "))
    }

    fn well_formed(&self) -> bool {
        let Some(line) = self.scored() else { return false };
        let words: Vec<&str> = line.split(' ').collect();
        let numbers = words.windows(2).filter(|pair| ["time", "nps", "score"].contains(&pair[0]));
        words[0] == "info" && numbers.into_iter().all(|pair| !pair[1].contains('.'))
    }

    fn has_score(&self) -> bool {
        self.scored().is_some_and(|line| line.contains("score"))
    }
}

#[test]
fn a_manager_finds_nothing_to_complain_about() {
    let mut list = Checklist { engine: Engine::start(&[]), step: 0, said: Vec::new() };

    list.engine.send("uci");
    let identity = list.engine.until("uciok");
    list.step(1, true, "uci is answered with uciok");
    let ready = list.ready();
    list.step(2, ready, "isready is answered with readyok");
    list.step(3, identity.iter().any(|line| line.starts_with("id name ")), "a name");
    list.step(4, identity.iter().any(|line| line.starts_with("id author ")), "an author");
    list.engine.send("ucinewgame");
    let ready = list.ready();
    list.step(5, ready, "ucinewgame, then ready");
    list.engine.send("position startpos");
    list.step(6, true, "the empty board is set up");
    let ready = list.ready();
    list.step(7, ready, "and says nothing");
    list.engine.send(&format!("position fen {TWO_STONES} x"));
    list.step(8, true, "a position with the first player to move");
    let ready = list.ready();
    list.step(9, ready, "and says nothing");
    list.go("go wtime 100");
    list.step(10, true, "a move on the first player's clock alone");
    searched(&mut list, 11);
    list.engine.send(&format!("position fen {TWO_STONES} o"));
    list.step(15, true, "a position with the second player to move");
    list.go("go btime 100");
    list.step(16, true, "a move on the second player's clock alone");
    searched(&mut list, 17);
    list.go("go wtime 100 winc 100 btime 100 binc 100");
    list.step(21, true, "the same position again, with increments");
    searched(&mut list, 22);
    list.go("go btime 100 binc 100 wtime 100 winc 100");
    list.step(26, true, "the clocks in another order");
    searched(&mut list, 27);
    let score = list.has_score();
    list.step(31, score, "the score, once more");
    list.engine.send("ucinewgame");
    list.step(32, true, "another game");
    list.engine.send("position startpos");
    list.step(33, true, "the empty board");
    list.go("go wtime 100 btime 100");
    list.step(34, true, "its first move");
    answered(&mut list, 35);
    list.engine.send("position startpos moves h8 i9");
    list.step(37, true, "a position after two moves");
    list.go("go wtime 100 btime 100");
    list.step(38, true, "the third move");
    answered(&mut list, 39);

    list.engine.send("quit");
    assert_eq!(list.engine.exit_code(), Some(0));
}

/// Four steps: an answer, a score, well written, to be found.
fn searched(list: &mut Checklist, from: u32) {
    let (answers, exists) = (list.answers(), list.scored().is_some());
    list.step(from, answers, "bestmove arrives with a move");
    list.step(from + 1, exists, "a line with a score was sent");
    let (well_formed, has_score) = (list.well_formed(), list.has_score());
    list.step(from + 2, well_formed, "it is well formed");
    list.step(from + 3, has_score, "it has a score");
}

/// Two steps: a move, and a well-formed line before it.
fn answered(list: &mut Checklist, from: u32) {
    let (answers, well_formed) = (list.answers(), list.well_formed());
    list.step(from, answers, "bestmove can be read as a move");
    list.step(from + 1, well_formed, "the info line is well formed");
}
