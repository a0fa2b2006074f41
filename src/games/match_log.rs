//! The log of a match between engines, for tools that use its games again.
//!
//! The first line is an object with the settings of the match, each other one a finished game, as
//! `tengen match --out` writes them. A last line without an end was torn when the match was killed.

use serde::Deserialize;

use tengen_engine::game::problem::{Problem, shown};
use tengen_engine::game::{Move, Position, Rule, Setup, Size, Variant};

use crate::record::GameResult;

/// How the log of a match begins.
pub const HEAD: &[u8] = b"{\"match\":";

/// What a word among the moves has to be.
const MOVE: &str = "a legal move such as h8";

/// Longest piece of a line that is shown, in characters.
const SHOWN: usize = 60;

/// A finished game in the log of a match.
#[derive(Clone, Debug)]
pub struct LoggedGame {
    /// The position in which its moves began.
    pub start: Position,
    /// All moves, those of the opening first; each one is legal after those before it, but that the last
    /// one may be forbidden.
    pub moves: Vec<Move>,
    /// The number of the opening in its list, from 1; 0 where there was none.
    pub opening: u32,
    /// How many of the moves the opening gave.
    pub opening_moves: usize,
    /// The result.
    pub result: GameResult,
    /// What the engines said of the other moves, in the same order.
    pub scores: Vec<LoggedScore>,
}

/// What an engine said of the move that it chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct LoggedScore {
    /// The score, in hundredths of the engine's own unit, from the mover's view.
    pub cp: Option<i32>,
    /// A win in so many moves of the mover, or with a minus a loss.
    pub mate: Option<i32>,
}

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "match")]
    settings: Settings,
}

#[derive(Deserialize)]
struct Settings {
    variant: String,
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    start: Option<String>,
    moves: String,
    #[serde(default)]
    opening: u32,
    #[serde(default)]
    opening_moves: usize,
    result: GameResult,
    #[serde(default)]
    chosen: Vec<LoggedScore>,
}

/// The variant of a match, and its games one after the other; `name` is that of the file.
///
/// # Errors
/// When the first line does not name a variant; each game, when its line makes no sense.
pub fn games(
    bytes: &[u8],
    name: &str,
) -> Result<(Variant, impl Iterator<Item = Result<LoggedGame, Problem>>), Problem> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(bytes, |end| &bytes[..end]);
    let mut lines = (1_usize..).zip(whole.split(|&byte| byte == b'\n'));
    let refused = move |line: usize, text: &[u8], expected: &str| {
        let at = format!("{name}: line {line}");
        Problem::new(at, shown(&String::from_utf8_lossy(text), SHOWN), expected)
    };
    let first = lines.next().map_or(&[][..], |(_, line)| line);
    let header: Header = serde_json::from_slice(first)
        .map_err(|_| refused(1, first, "the settings of a match, with its variant"))?;
    let text = &header.settings.variant;
    let variant = named(text).ok_or_else(|| {
        refused(1, text.as_bytes(), "a game, as in freestyle 15x15 k=5 destroy=0")
    })?;
    let games = lines.filter(|(_, line)| !line.is_empty()).map(move |(number, line)| {
        let refused = |reason: &dyn std::fmt::Display| {
            refused(number, line, "a finished game of a match").because(reason)
        };
        let known: Line = serde_json::from_slice(line).map_err(|error| refused(&error))?;
        let at = || format!("{name}: line {number}");
        let start = start(&known, variant).map_err(|error| refused(&error))?;
        let mut position = start.clone();
        let moves = known.moves.split_whitespace().map(|word| {
            let wrong = |_| Problem::new(at(), shown(word, SHOWN), MOVE);
            let mv = word.parse().map_err(wrong)?;
            let illegal = |error| Problem::new(at(), word, MOVE).because(error);
            // A forbidden point ends a game, and the match has seen it played.
            position.check_but_fouls(mv).map_err(illegal)?;
            position.play_unchecked(mv);
            Ok(mv)
        });
        let moves = moves.collect::<Result<_, Problem>>()?;
        let Line { opening, opening_moves, result, chosen: scores, .. } = known;
        Ok(LoggedGame { start, moves, opening, opening_moves, result, scores })
    });
    Ok((variant, games))
}

/// The position in which the moves of a line began.
fn start(line: &Line, variant: Variant) -> Result<Position, String> {
    let Some(text) = &line.start else {
        return Position::new(variant).map_err(|error| error.to_string());
    };
    let setup = Setup::parse(text, &variant).and_then(|setup| setup.build());
    setup.map_err(|error| error.to_string())
}

/// The variant that the settings of a match name.
fn named(text: &str) -> Option<Variant> {
    let mut words = text.split(' ');
    let rule = words.next()?;
    let rule = Rule::ALL.into_iter().find(|known| known.name() == rule)?;
    let (width, height) = words.next()?.split_once('x')?;
    let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let k = words.next()?.strip_prefix("k=")?.parse().ok()?;
    let destroy = words.next()?.strip_prefix("destroy=")?.parse().ok()?;
    Some(Variant { rule, size, k, destroy })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"match":{"seed":1,"variant":"freestyle 15x15 k=5 destroy=0"}}"#;
    const GAME: &str = r#"{"game":1,"moves":"h8 i9 h9","opening":3,"opening_moves":1,"result":"1-0","chosen":[{"time_ms":1,"cp":-5},{"time_ms":2,"mate":2}]}"#;

    #[test]
    fn games_are_read_and_a_torn_line_is_none() {
        let text = format!("{HEADER}\n{GAME}\n{}", &GAME[..40]);
        let (variant, games) = games(text.as_bytes(), "x").unwrap();
        assert_eq!(variant.to_string(), "freestyle 15x15 k=5");
        let games: Vec<LoggedGame> = games.map(Result::unwrap).collect();
        let [game] = &games[..] else { panic!("{games:?}") };
        assert_eq!((game.moves.len(), game.opening, game.opening_moves), (3, 3, 1));
        let scores = game.scores.iter().map(|score| (score.cp, score.mate)).collect::<Vec<_>>();
        assert_eq!(scores, [(Some(-5), None), (None, Some(2))]);
        assert!(game.start.stone_count() == 0 && game.result.winner().is_some());
    }

    #[test]
    fn a_game_may_end_on_a_forbidden_point() {
        let header = HEADER.replace("freestyle", "renju");
        // Two rows of two cross in h8: a double three.
        let game = GAME.replace("h8 i9 h9", "g8 a1 i8 c1 h7 e1 h9 g1 h8");
        let text = format!("{header}\n{game}\n");
        let (_, mut games) = games(text.as_bytes(), "x").unwrap();
        let game = games.next().unwrap().unwrap();
        let mut position = game.start.clone();
        game.moves.iter().for_each(|&mv| position.play_unchecked(mv));
        assert!(position.is_over() && games.next().is_none());
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let said = |text: &str| match games(text.as_bytes(), "x.jsonl") {
            Err(problem) => problem.to_string(),
            Ok((_, games)) => {
                games.filter_map(Result::err).map(|error| error.to_string()).collect()
            }
        };
        assert_eq!(
            said("{\"match\":{}}\n"),
            "x.jsonl: line 1: {\"match\":{}}: expected the settings of a match, with its variant"
        );
        let wrong = HEADER.replace("15x15", "15");
        let expected = "x.jsonl: line 1: freestyle 15 k=5 destroy=0: expected a game, as in \
                        freestyle 15x15 k=5 destroy=0";
        assert_eq!(said(&wrong), expected);
        let with = |from: &str, to: &str| said(&format!("{HEADER}\n{}\n", GAME.replace(from, to)));
        assert_eq!(with("i9", "i99"), "x.jsonl: line 2: i99: expected a legal move such as h8");
        let again = with("i9", "h8");
        assert!(again.starts_with("x.jsonl: line 2: h8"), "{again}");
        let torn = with("result", "outcome");
        assert!(torn.ends_with(", expected a finished game of a match"), "{torn}");
        let begun = with("\"moves\"", "\"start\":\"15\",\"moves\"");
        assert!(begun.starts_with("x.jsonl: line 2: "), "{begun}");
    }
}
