//! Finished games that a person brings along from elsewhere, as lines of JSON: the same as
//! statistics save.

use tengen_engine::game::{Code, Position, Problem, Rule, Size, Variant, problem};
use tengen_games::record::{GameResult, play};
use tengen_games::table::verdict::{Ending, by_law};

use crate::finished::Finished;
use crate::new_table::read_name;
use crate::records::{self, illegal, move_of};

/// Games that are brought at once.
pub const MOST: usize = 500;

/// Seconds by which the clocks of two machines may differ: a day.
const CLOCKS: i64 = 86_400;
/// Longest piece of a line that is shown, in characters.
const SHOWN: usize = 60;

/// The games in the lines of `text`, at `now` seconds since 1970. What cannot have been played is
/// refused; whether it was, nobody can know. Reviews are left out that are not about these moves.
///
/// # Errors
/// One line that names the piece of the text that is wrong.
pub fn read(text: &str, now: i64) -> Result<Vec<Finished>, Problem> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() > MOST {
        let expected = format!("at most {MOST} at once");
        return Err(Problem::new("games", lines.len().to_string(), expected));
    }
    // A square that is taken in a game of a file is not one of the board that somebody looks at.
    let read = |line| game(line, now).map_err(|problem| problem.coded(Code::Invalid));
    lines.into_iter().map(read).collect()
}

/// Whether two games are one and the same, wherever they are kept.
pub fn is_same(one: &Finished, other: &Finished) -> bool {
    let plain = |game: &Finished| Finished {
        id: 0,
        table: String::new(),
        number: 0,
        keys: String::new(),
        review: None,
        ..game.clone()
    };
    one.moves == other.moves && plain(one) == plain(other)
}

/// A piece of a line that is wrong.
fn wrong(what: &str, text: &str, expected: &str) -> Problem {
    Problem::new(what, problem::shown(text, SHOWN), expected)
}

/// The game in one line.
fn game(line: &str, now: i64) -> Result<Finished, Problem> {
    let game: Finished = serde_json::from_str(line).map_err(|error| {
        let why = problem::shown(&error.to_string(), SHOWN);
        wrong("game", line, &format!("a finished game as JSON ({why})"))
    })?;
    let mut position = start(&game)?;
    let mut moves = Vec::new();
    for word in game.moves.split_whitespace() {
        let mv = move_of(word)?;
        play(&mut position, mv).map_err(|why| illegal(mv, why))?;
        moves.push(mv.to_string());
    }
    check_end(&game, &position)?;
    if !(0..=now.saturating_add(CLOCKS)).contains(&game.ended) {
        return Err(wrong("ended", &game.ended.to_string(), "seconds from 1970 to now"));
    }
    let (black, white) = (read_name(&game.black)?, read_name(&game.white)?);
    let review = game.review.clone().filter(|review| review.verdicts.len() == moves.len());
    Ok(Finished { id: 0, black, white, moves: moves.join(" "), review, ..game })
}

/// The position that a game began in.
fn start(game: &Finished) -> Result<Position, Problem> {
    let rule: Rule = game.rule.parse().map_err(|error| Problem::explain("rule", &error))?;
    let size =
        Size::new(game.width, game.height).map_err(|error| Problem::explain("size", &error))?;
    let variant = Variant { rule, size, k: game.k, destroy: game.destroy };
    let empty = Position::new(variant).map_err(|error| Problem::explain("game", &error))?;
    let Some(text) = &game.start else { return Ok(empty) };
    let start = records::setup(text)?.build().map_err(|error| Problem::explain("start", &error))?;
    // Conversions may be spent before the first move that is told.
    let Variant { rule, size, k, .. } = *start.variant();
    if (rule, size, k) == (variant.rule, variant.size, variant.k) {
        Ok(start)
    } else {
        Err(wrong("start", text, "a position of the game that is told"))
    }
}

/// Makes sure that a game can have ended as it tells, in `position`.
fn check_end(game: &Finished, position: &Position) -> Result<(), Problem> {
    let Finished { result, reason, .. } = game;
    let refusal = |()| wrong("result", result, "1-0, 0-1 or 1/2-1/2");
    let told: GameResult = result.parse().map_err(refusal)?;
    let ending = serde_json::from_value::<Ending>(reason.as_str().into())
        .map_err(|_| wrong("reason", reason, "line, full, resign, time or the like"))?;
    match by_law(position) {
        Some(law) if law.result != told => {
            Err(wrong("result", result, &format!("{}, as it was played", law.result)))
        }
        Some(law) if law.reason != ending => {
            Err(wrong("reason", reason, &format!("{}, as it was played", law.reason.name())))
        }
        None if matches!(ending, Ending::Line | Ending::Full) => {
            Err(wrong("reason", reason, "one that the board does not show"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const NOW: i64 = 1_000_000;

    fn told(changes: &[(&str, Value)]) -> String {
        let mut game = json!({"id": 9, "number": 2, "ended": 5, "rule": "freestyle", "width": 3,
            "height": 3, "k": 3, "destroy": 0, "black": "Ann", "white": "level:5", "result": "1-0",
            "reason": "line", "start": null, "moves": "b2 a1 c1 b1 a3", "review": null});
        for (key, value) in changes {
            game[*key] = value.clone();
        }
        game.to_string()
    }

    #[test]
    fn games_come_as_they_were_saved() {
        let mid = "3/1x1/3 o k=3 rule=freestyle destroy=0,0";
        let text = format!(
            "{}\n\n{}\n{}\n",
            told(&[]),
            told(&[
                ("reason", json!("resign")),
                ("moves", json!(" b2 ")),
                ("result", json!("0-1"))
            ]),
            told(&[("start", json!(mid)), ("moves", json!("a1 c1 b1 a3"))]),
        );
        let games = read(&text, NOW).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!((games[0].id, games[0].white.as_str()), (0, "level:5"));
        assert_eq!(games[1].moves, "b2");
        assert!(is_same(&games[0], &Finished { id: 7, number: 3, ..games[0].clone() }));
        assert!(!is_same(&games[0], &Finished { ended: 6, ..games[0].clone() }));
        assert_eq!(read("", NOW).unwrap(), []);
    }

    #[test]
    fn what_cannot_have_been_played_is_refused_by_its_text() {
        for (key, value, said) in [
            ("rule", json!("hex"), "rule: hex: expected"),
            ("width", json!(2), "size: 2x3: expected"),
            ("k", json!(12), "game: k=12: expected"),
            ("start", json!("4/4/4/4 x k=3"), "start: 4/4/4/4 x k=3: expected"),
            ("start", json!("nonsense"), "fen: nonsense"),
            ("moves", json!("b2 b2"), "moves: b2: "),
            ("moves", json!("b2 z"), "moves: z: "),
            ("moves", json!("b2 a1"), "reason: line: expected one that"),
            ("result", json!("won"), "result: won: expected 1-0"),
            ("result", json!("0-1"), "result: 0-1: expected 1-0, as"),
            ("reason", json!("magic"), "reason: magic: expected"),
            ("reason", json!("time"), "reason: time: expected line"),
            ("ended", json!(NOW + CLOCKS + 1), "ended: 1086401: expected"),
            ("ended", json!(-1), "ended: -1: expected"),
            ("black", json!(""), "name: (nothing): expected"),
            ("white", json!("x".repeat(41)), "name: xxx"),
            ("moves", json!(7), "game: {"),
        ] {
            let text = format!("{}\n{}", told(&[]), told(&[(key, value)]));
            let refusal = read(&text, NOW).unwrap_err().to_string();
            assert!(refusal.starts_with(said) && refusal.contains("expected"), "{refusal}");
        }
        let many = "x\n".repeat(MOST + 1);
        assert!(read(&many, NOW).unwrap_err().to_string().starts_with("games: 501: expected"));
    }
}
