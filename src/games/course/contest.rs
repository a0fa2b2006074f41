//! A contest between two players that look at the board once: many games that are played in no time, the
//! same ones each time.

use serde::{Deserialize, Serialize};

use tengen_engine::control::{Limits, Quiet};
use tengen_engine::game::{Color, Move, Position, Square};
use tengen_engine::player::{self, Settings, Task, draw};
use tengen_engine::session::message::Problem;

use super::lesson::Contest;

/// The players that may meet: none of them searches, so that a game takes milliseconds.
pub const CONTESTANTS: [&str; 5] = ["random", "fivestage", "linecount", "scoretable", "runlength"];
/// Most games of a contest, and most points of its board.
pub const MOST_GAMES: u32 = 1000;
const MOST_POINTS: usize = 400;
/// Most games of an answer.
pub const AT_ONCE: u32 = 10;
/// Most stones that chance sets, and how far from the middle it does.
const MOST_STONES: u8 = 8;
const REACH: usize = 3;

/// A game of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct ContestGame {
    /// The side of the first player, x or o.
    #[cfg_attr(feature = "contracts", ts(type = "string"))]
    pub first: char,
    /// The moves, with blanks between them; chance has set the first ones.
    pub moves: String,
    /// The side that has won, x or o; none where it was a draw.
    #[cfg_attr(feature = "contracts", ts(type = "string | null"))]
    pub winner: Option<char>,
}

/// Says what keeps two players from a contest on a board.
///
/// # Errors
/// What is wrong with it.
pub fn check_contest(contest: &Contest, start: &Position) -> Result<(), Problem> {
    for name in [&contest.first, &contest.second] {
        if !CONTESTANTS.contains(&name.as_str()) {
            let expected = format!("one of {}", CONTESTANTS.join(", "));
            return Err(Problem::new("contest", name, expected));
        }
    }
    let refuse = |what: &str, given: String, expected: String| {
        Err(Problem::new(format!("contest {what}"), given, expected))
    };
    if contest.games == 0 || contest.games > MOST_GAMES {
        let expected = format!("a number from 1 to {MOST_GAMES}");
        return refuse("games", contest.games.to_string(), expected);
    }
    if contest.stones > MOST_STONES {
        let expected = format!("a number from 0 to {MOST_STONES}");
        return refuse("stones", contest.stones.to_string(), expected);
    }
    if start.size().area() > MOST_POINTS {
        let expected = format!("a board of at most {MOST_POINTS} points");
        return refuse("board", start.size().to_string(), expected);
    }
    if start.outcome().is_some() {
        return refuse("board", start.fen(), "a game that goes on".to_owned());
    }
    Ok(())
}

/// Games of a contest, from the one with the number `from` (counted from 0) on, [`AT_ONCE`] at most.
///
/// # Errors
/// What keeps the players from a contest here.
pub fn contest_games(
    contest: &Contest,
    start: &Position,
    from: u32,
) -> Result<Vec<ContestGame>, Problem> {
    check_contest(contest, start)?;
    let end = contest.games.min(from.saturating_add(AT_ONCE));
    (from..end).map(|number| one(contest, start, number)).collect()
}

/// How the contest ends: games that the first player has won, and the second, and draws.
///
/// # Errors
/// What keeps the players from a contest here.
pub fn contest_score(contest: &Contest, start: &Position) -> Result<[u32; 3], Problem> {
    let mut score = [0; 3];
    for from in (0..contest.games).step_by(AT_ONCE as usize) {
        for game in contest_games(contest, start, from)? {
            score[game.winner.map_or(2, |side| usize::from(side != game.first))] += 1;
        }
    }
    Ok(score)
}

/// The game of that number. Two games in a row begin with the same stones, with the sides changed.
fn one(contest: &Contest, start: &Position, number: u32) -> Result<ContestGame, Problem> {
    let first = if number.is_multiple_of(2) { Color::Black } else { Color::White };
    let chance = (u64::from(contest.seed) << 32) + u64::from(number / 2);
    let mut position = start.clone();
    let mut moves = set_stones(&mut position, contest.stones, chance);
    let mut rng = player::seeded(chance ^ (u64::from(number % 2) << 63));
    let (limits, monitor, settings) = (Limits::default(), Quiet::default(), Settings::default());
    let mut players = [&contest.first, &contest.second].map(|name| (name, player::create(name)));
    while position.outcome().is_none() {
        let turn = usize::from(position.side() != first);
        let (name, player) = &mut players[turn];
        let task =
            Task { position: &position, limits: &limits, monitor: &monitor, settings: &settings };
        let refuse = || Problem::new("contest", name.as_str(), "a player of this game");
        let choice = player.as_mut().ok_or_else(refuse)?.choose(task, &mut rng);
        let mv = choice
            .map_err(|error| Problem::explain(name.as_str(), &error))?
            .best
            .ok_or_else(refuse)?;
        position.play(mv).map_err(|error| Problem::explain(&mv.to_string(), &error))?;
        moves.push(mv);
    }
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    let winner = position.winner().map(Color::letter);
    Ok(ContestGame { first: first.letter(), moves: moves.join(" "), winner })
}

/// Sets stones by chance near the middle, and answers with them; a stone that would end the game is not set.
fn set_stones(position: &mut Position, stones: u8, chance: u64) -> Vec<Move> {
    let mut rng = player::seeded(chance);
    let size = position.size();
    let (col, row) = (size.width() / 2, size.height() / 2);
    let is_near = |square: &Square| {
        square.col().abs_diff(col) <= REACH && square.row().abs_diff(row) <= REACH
    };
    let mut set = Vec::new();
    for _ in 0..stones {
        let near: Vec<Square> = position.empty_squares().filter(is_near).collect();
        if near.is_empty() {
            break;
        }
        let mv = Move::place(near[draw(&mut rng, near.len())]);
        let mut after = position.clone();
        if after.play(mv).is_err() || after.outcome().is_some() {
            break;
        }
        *position = after;
        set.push(mv);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::Board;

    fn contest(first: &str, second: &str) -> Contest {
        let (first, second) = (first.to_owned(), second.to_owned());
        Contest { first, second, games: 12, stones: 3, seed: 7 }
    }

    #[test]
    fn games_are_played_to_their_end_and_are_the_same_again() {
        let start = Board::new("gomoku", "").unwrap().position;
        let contest = contest("scoretable", "runlength");
        let games = contest_games(&contest, &start, 0).unwrap();
        assert_eq!(games.len(), 10);
        assert_eq!(contest_games(&contest, &start, 4).unwrap()[..6], games[4..]);
        assert_eq!(contest_games(&contest, &start, 10).unwrap().len(), 2);
        assert_eq!(contest_games(&contest, &start, u32::MAX).unwrap(), []);
        let mut openings = std::collections::HashSet::new();
        for (pair, number) in games.chunks(2).zip(0..) {
            assert_eq!((pair[0].first, pair[1].first), ('x', 'o'), "{number}");
            let opening =
                |game: &ContestGame| game.moves.split(' ').take(3).collect::<Vec<_>>().join(" ");
            assert_eq!(opening(&pair[0]), opening(&pair[1]));
            openings.insert(opening(&pair[0]));
            for game in pair {
                let end = Board::new("gomoku", &game.moves).unwrap().position;
                assert!(end.outcome().is_some());
                assert_eq!(end.winner().map(Color::letter), game.winner);
            }
        }
        assert!(openings.len() > 3, "{openings:?}");
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_name() {
        let start = Board::new("gomoku", "").unwrap().position;
        let said = |contest: &Contest| check_contest(contest, &start).unwrap_err().to_string();
        assert!(said(&contest("engine", "random")).contains("contest: engine: expected one of"));
        let many = Contest { games: 5000, ..contest("random", "random") };
        assert!(said(&many).contains("5000: expected a number from 1 to 1000"));
        let none = contest_games(&contest("fivestage", "random"), &start, 0).unwrap_err();
        assert!(none.to_string().contains("fivestage"), "{none}");
        let large = Board::new("40/40/40/40/40/40/40/40/40/40/40 x k=5", "").unwrap().position;
        assert!(check_contest(&contest("random", "random"), &large).is_err());
        let over = Board::new("gomoku", "h8 a1 h9 a2 h10 a3 h11 a4 h12").unwrap().position;
        assert!(check_contest(&contest("random", "random"), &over).is_err());
    }
}
