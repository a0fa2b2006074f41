//! Games to learn from in the logs of matches: those of tests of strength, which searched longer
//! than games that are played to learn from.

use tengen_engine::control::scale;
use tengen_engine::game::Variant;
use tengen_engine::value::{Ply, Score};

use tengen_games::match_log::{self, LoggedGame, LoggedScore};

use crate::datagen::file::{Game, Played};

/// What the log of a match holds to learn from.
pub struct OfMatch {
    pub variant: Variant,
    /// The games that began on the empty board and have a score for each move.
    pub games: Vec<Game>,
    /// How many others there are.
    pub left_out: usize,
}

/// The games of a match of this program against itself.
///
/// The number of a game is that of its opening, so that games of one opening, which are alike, are
/// all learned from or all kept apart.
///
/// # Errors
/// When a line makes no sense.
pub fn read(bytes: &[u8], name: &str) -> anyhow::Result<OfMatch> {
    let (variant, logged) = match_log::games(bytes, name)?;
    let (mut games, mut left_out) = (Vec::new(), 0);
    for (line, game) in (1..).zip(logged) {
        match game_of(&game?, line) {
            Some(game) => games.push(game),
            None => left_out += 1,
        }
    }
    Ok(OfMatch { variant, games, left_out })
}

/// A game to learn from, if it is one; `line` is its number in the log.
fn game_of(logged: &LoggedGame, line: u32) -> Option<Game> {
    let LoggedGame { start, moves, opening, opening_moves, result, scores } = logged;
    let is_plain = start.stone_count() == 0 && !moves.iter().any(|mv| mv.is_conversion());
    let (first, chosen) = moves.split_at_checked(*opening_moves)?;
    if !is_plain || chosen.len() != scores.len() {
        return None;
    }
    let played = chosen
        .iter()
        .zip(scores)
        .map(|(mv, score)| Some(Played { square: mv.square(), score: units(score)?, aside: None }));
    Some(Game {
        number: if *opening == 0 { line } else { *opening },
        winner: result.winner(),
        opening: first.iter().map(|mv| mv.square()).collect(),
        moves: played.collect::<Option<_>>()?,
    })
}

/// A score of this program in internal units; a log of a program that had another
/// [`scale::UNITS_PER_100_CP`] would be misread.
fn units(score: &LoggedScore) -> Option<i16> {
    let most = i32::from(Score::MAX_OPINION.raw());
    match *score {
        LoggedScore { mate: Some(0), .. } => None,
        LoggedScore { mate: Some(moves), .. } => {
            let plies = usize::try_from(moves.unsigned_abs()).ok()?.min(200) * 2;
            let score = if moves > 0 { Ply::new(plies - 1).win() } else { Ply::new(plies).loss() };
            Some(score.raw())
        }
        LoggedScore { cp: Some(cp), .. } => Some(scale::units(cp).clamp(-most, most) as i16),
        LoggedScore { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::game::Color;

    use super::*;

    const LOG: &str = r#"{"match":{"variant":"standard 15x15 k=5 destroy=0"}}
{"moves":"h8 i9 h9","opening":3,"opening_moves":1,"result":"0-1","chosen":[{"cp":100},{"mate":-1}]}
{"moves":"h8 i9 h9","opening":0,"opening_moves":1,"result":"1/2-1/2","chosen":[{"cp":1},{"cp":2}]}
{"moves":"h8 i9 h9","opening":4,"opening_moves":1,"result":"1-0","chosen":[{"cp":1},{}]}
"#;

    #[test]
    fn games_with_a_score_for_each_move_are_taken() {
        let OfMatch { variant, games, left_out } = read(LOG.as_bytes(), "x").unwrap();
        assert_eq!((variant.to_string().as_str(), left_out), ("standard 15x15 k=5", 1));
        let [one, other] = &games[..] else { panic!("{games:?}") };
        assert_eq!((one.number, one.winner, one.opening.len()), (3, Some(Color::White), 1));
        let scores: Vec<i16> = one.moves.iter().map(|mv| mv.score).collect();
        assert_eq!(scores, [scale::UNITS_PER_100_CP as i16, Ply::new(2).loss().raw()]);
        assert_eq!((other.number, other.winner), (2, None));
    }
}
