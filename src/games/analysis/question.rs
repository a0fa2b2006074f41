//! A request with everything looked up: the game, its positions, the limits.

use crate::analysis::{AnalysisRequest, Id, Turns};
use crate::record::{self, Contents, Format, GameRule, GameTree, RecordError};
use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Position};
use tengen_engine::player::Settings;
use tengen_engine::session::build;
use tengen_engine::session::message::{Problem, Start};
use tengen_engine::session::options::Options;

use super::defaults::Defaults;
use super::proofs;

/// A game of which some positions are to be looked at.
#[derive(Clone)]
pub struct AnalysisQuestion {
    id: Id,
    /// The last position, with the moves that led there.
    game: Position,
    /// Numbers of moves played; never empty.
    turns: Vec<usize>,
    limits: Limits,
    settings: Settings,
    wants_proof: bool,
}

impl AnalysisQuestion {
    /// A question about a game that is played through already.
    ///
    /// # Errors
    /// When the game has fewer moves than `turns` asks for.
    pub fn of_game(
        id: Id,
        game: Position,
        turns: &Turns,
        defaults: &Defaults,
    ) -> Result<AnalysisQuestion, Problem> {
        let last = game.history().count();
        let turns = match turns {
            Turns::Last => vec![last],
            Turns::All => (0..=last).collect(),
            Turns::List(chosen) => chosen.clone(),
        };
        if let Some(beyond) = turns.iter().find(|&&turn| turn > last) {
            let expected = format!("0 to {last}, the number of moves");
            return Err(Problem::new("turns", beyond.to_string(), expected));
        }
        let (limits, settings) = (defaults.limits.clone(), defaults.options.settings.clone());
        Ok(AnalysisQuestion { id, game, turns, limits, settings, wants_proof: false })
    }

    /// The question that a request asks.
    ///
    /// # Errors
    /// When an option does not take its value, the game makes no sense, or it
    /// has fewer moves than the request asks for.
    pub fn of_request(
        request: AnalysisRequest,
        defaults: &Defaults,
    ) -> Result<AnalysisQuestion, Problem> {
        let mut defaults = defaults.clone();
        for (name, value) in &request.options {
            defaults.options.set(name, Some(value)).map_err(|problem| Problem {
                what: problem.what.replace("setoption", "options"),
                ..problem
            })?;
        }
        let game = match &request.record {
            None => played(&defaults.options, &request.start, &request.moves)?,
            Some(record) => recorded(record, &defaults.options)?,
        };
        let own = request.limits;
        let has_end = own.depth.is_some() || own.nodes.is_some() || own.movetime_ms.is_some();
        defaults.limits = if has_end {
            own
        } else {
            Limits { search_moves: own.search_moves, mate: own.mate, ..defaults.limits }
        };
        let question = AnalysisQuestion::of_game(request.id, game, &request.turns, &defaults)?;
        if request.wants_proof && !proofs::apply_to(&question.game) {
            let game = question.game.variant().to_string();
            return Err(Problem::new("proof", game, "a game without conversions"));
        }
        Ok(AnalysisQuestion { wants_proof: request.wants_proof, ..question })
    }

    /// The name that answers give the question.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// The last position of the game, with the moves that led there.
    pub fn game(&self) -> &Position {
        &self.game
    }

    /// Numbers of moves played in the positions that are asked about.
    pub fn turns(&self) -> &[usize] {
        &self.turns
    }

    /// The position after `moves` moves.
    pub fn position_after(&self, moves: usize) -> Position {
        let mut position = self.game.clone();
        for _ in moves..self.game.history().count() {
            position.undo();
        }
        position
    }

    /// When to end the search of each position.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether a proof is wanted where a player wins.
    pub fn wants_proof(&self) -> bool {
        self.wants_proof
    }

    /// How the engine is to play.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// The position after the moves of a request. As in a record, a forbidden point may be the last
/// move: the game is over then.
fn played(options: &Options, start: &Start, moves: &[Move]) -> Result<Position, Problem> {
    let mut position = build(options, start, &[])?;
    for &mv in moves {
        record::play(&mut position, mv).map_err(|error| {
            let refusal = Problem::new("position", mv.to_string(), "a legal move");
            refusal.because(error).coded(error.into())
        })?;
    }
    Ok(position)
}

/// The game in a record that came with a request.
fn recorded(record: &crate::analysis::Record, options: &Options) -> Result<Position, Problem> {
    let format = Format::named(&record.format).ok_or_else(|| {
        let names: Vec<&str> = Format::all().map(Format::name).collect();
        Problem::new("format", &record.format, format!("one of {}", names.join(", ")))
    })?;
    let variant = options.variant().map_err(|error| Problem::explain("record", &error))?;
    // The text came as letters, so the encoding that it declares says nothing.
    let contents = Contents::of_text(format, &record.text);
    let games: Result<Vec<GameTree>, RecordError> =
        contents.games(GameRule::Named(variant)).collect();
    let games = games.map_err(|error| {
        let what = format!("record {}", error.what);
        Problem::new(what, error.text, error.expected)
    })?;
    let [game] = games.as_slice() else {
        let found = format!("{} games", games.len());
        return Err(Problem::new("record", found, "one game"));
    };
    let game = game.record().map_err(|error| Problem::new("record", error.text, error.expected))?;
    game.final_position().map_err(|error| Problem::explain("record", &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{self, AnalysisInput};
    use tengen_engine::game::Code;

    fn question(text: &str) -> Result<AnalysisQuestion, Problem> {
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let defaults = Defaults { limits, ..Defaults::default() };
        match analysis::read(text.into()) {
            Some(AnalysisInput::Request(request)) => {
                AnalysisQuestion::of_request(*request, &defaults)
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    fn fens(text: &str) -> Vec<String> {
        let question = question(text).unwrap();
        question.turns().iter().map(|&turn| question.position_after(turn).fen()).collect()
    }

    #[test]
    fn positions_of_a_game_are_found_again() {
        let game = r#"{"id":1,"variant":"tictactoe","moves":"b2 a1 c1","turns":[3,0,1]}"#;
        assert_eq!(
            fens(game),
            [
                "3/1x1/o1x o k=3 rule=freestyle destroy=0,0 last=c1",
                "3/3/3 x k=3 rule=freestyle destroy=0,0",
                "3/1x1/3 o k=3 rule=freestyle destroy=0,0 last=b2",
            ]
        );
        let same = r#"{"id":1,"variant":"tictactoe","record":"b2a1c1","format":"moves",
                       "turns":[3,0,1]}"#;
        assert_eq!(fens(game), fens(same));
        let all = r#"{"id":1,"fen":"3/1x1/3 o k=3 destroy=1,1","moves":"*b2 a1","turns":"all"}"#;
        let all: Vec<String> =
            fens(all).iter().map(|fen| fen.split(' ').next().unwrap().to_owned()).collect();
        assert_eq!(all, ["3/1x1/3", "3/1O1/3", "3/1O1/x2"]);
    }

    #[test]
    fn a_forbidden_point_ends_a_game() {
        let moves = "g8 a1 i8 a3 h7 a5 h9 a7 h8";
        let text = format!(r#"{{"id":1,"variant":"renju","moves":"{moves}","turns":[8,9]}}"#);
        let question = question(&text).unwrap();
        let is_over = |turn| question.position_after(turn).is_over();
        assert_eq!((is_over(8), is_over(9)), (false, true));
        let beyond = text.replace(" h8", " h8 a9");
        let problem = super::tests::question(&beyond).map(|_| ()).unwrap_err();
        assert_eq!((problem.text.as_str(), problem.code), ("a9", Code::GameOver));
    }

    #[test]
    fn limits_of_the_command_line_hold_where_none_are_given() {
        let limits = |text: &str| question(text).unwrap().limits().clone();
        assert_eq!(limits(r#"{"id":1}"#).nodes, Some(500));
        assert_eq!(limits(r#"{"id":1,"depth":3}"#).nodes, None);
        assert_eq!(limits(r#"{"id":1,"movetime_ms":3}"#).nodes, None);
        let mate = limits(r#"{"id":1,"mate":3,"search_moves":"a1"}"#);
        assert_eq!((mate.nodes, mate.mate, mate.search_moves.len()), (Some(500), Some(3), 1));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (text, what, offending) in [
            (r#"{"id":1,"moves":"h8 h8"}"#, "position", "h8"),
            (r#"{"id":1,"fen":"3/3 x k=3"}"#, "position", "3/3"),
            (r#"{"id":1,"variant":"chess"}"#, "options Variant", "chess"),
            (r#"{"id":1,"options":{"Width":99}}"#, "options Width", "99"),
            (r#"{"id":1,"options":{"Colour":1}}"#, "options", "Colour"),
            (r#"{"id":1,"multipv":0}"#, "options MultiPV", "0"),
            (r#"{"id":1,"moves":"h8","turns":[2]}"#, "turns", "2"),
            (r#"{"id":1,"record":"","format":"docx"}"#, "format", "docx"),
            (r#"{"id":1,"record":"h8\nh9","format":"moves"}"#, "record", "2 games"),
            (r#"{"id":1,"record":"h8 h8","format":"moves"}"#, "record line 1", "h8 (occupied)"),
        ] {
            let problem = question(text).map(|_| ()).unwrap_err();
            assert_eq!((problem.what.as_str(), problem.text.as_str()), (what, offending));
            assert!(problem.to_string().contains("expected "), "{problem:?}");
        }
    }
}
