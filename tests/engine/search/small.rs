//! Boards small enough to know everything about.

use std::collections::{HashMap, HashSet};

use tengen_engine::control::Limits;
use tengen_engine::game::{Color, Position, Rule};
use tengen_engine::search::{SearchOptions, Searcher};
use tengen_engine::value::{Score, ScoreKind};

use super::thinker::{ask, depth, empty, nodes, searcher, think, winner};
use crate::effort;
use crate::support::{Dice, position, variant};

/// The value of every position below one: win, loss or draw with the number of
/// plies, by trying everything.
#[derive(Default)]
struct Truth(HashMap<u64, Score>);

impl Truth {
    fn of(&mut self, position: &mut Position) -> Score {
        if position.is_over() {
            return match position.winner() {
                None => Score::DRAW,
                Some(winner) if winner == position.side() => Score::win_in(0),
                Some(_) => Score::loss_in(0),
            };
        }
        if let Some(&score) = self.0.get(&position.key()) {
            return score;
        }
        let mut best = Score::loss_in(0);
        for mv in position.legal_moves() {
            position.play(mv).unwrap();
            let score = a_ply_later(-self.of(position));
            position.undo();
            best = best.max(score);
        }
        self.0.insert(position.key(), best);
        best
    }
}

/// A score seen from one ply earlier: wins and losses are further away.
fn a_ply_later(score: Score) -> Score {
    match score.raw() {
        raw if score.is_win() => Score::from_raw(raw - 1),
        raw if score.is_loss() => Score::from_raw(raw + 1),
        raw => Score::from_raw(raw),
    }
}

/// Every unfinished position that a game can reach.
fn unfinished(position: &mut Position, seen: &mut HashSet<u64>, list: &mut Vec<Position>) {
    if position.is_over() || !seen.insert(position.key()) {
        return;
    }
    list.push(position.clone());
    for mv in position.legal_moves() {
        position.play(mv).unwrap();
        unfinished(position, seen, list);
        position.undo();
    }
}

#[test]
fn tic_tac_toe_is_known_to_the_last_ply() {
    let mut start = empty(3, 3, 3);
    let mut truth = Truth::default();
    let mut list = Vec::new();
    unfinished(&mut start, &mut HashSet::new(), &mut list);
    assert_eq!(list.len(), 4520);
    assert_eq!(truth.of(&mut start), Score::DRAW);
    let (mut kept, mut cleared) = (searcher(), searcher());
    for (number, position) in list.iter().enumerate() {
        let expected = truth.of(&mut position.clone());
        let thought = ask(&mut kept, position, &depth(9), &SearchOptions::default());
        assert_eq!(thought.score(), expected, "{position:?}");
        let mut after = position.clone();
        after.play(thought.best()).unwrap();
        assert_eq!(a_ply_later(-truth.of(&mut after)), expected, "{position:?}");
        if number % 9 == 0 {
            cleared.clear();
            let thought = ask(&mut cleared, position, &depth(9), &SearchOptions::default());
            assert_eq!(thought.score(), expected, "{position:?}");
        }
    }
}

/// The first player of 4x3 wins, and a mate search says in how many moves.
#[test]
fn four_by_three_is_won_in_the_fewest_moves() {
    let start = empty(4, 3, 3);
    let expected = Truth::default().of(&mut start.clone());
    let ScoreKind::Win(plies) = expected.kind() else { panic!("{expected:?}") };
    assert_eq!(think(&start, &depth(12)).score(), expected);
    for moves in 1..=u32::from(plies / 2 + 1) {
        let limits = Limits { mate: Some(moves), ..Limits::default() };
        let thought = think(&start, &limits);
        let is_enough = 2 * moves > u32::from(plies);
        let is_quick = thought.score() >= Score::win_in(2 * moves as u16 - 1);
        assert_eq!(is_quick, is_enough, "{moves} {:?}", thought.last());
        assert_eq!(thought.texts().any(|text| text.contains("no mate")), !is_enough, "{moves}");
    }
}

/// Nearly full boards of every rule, with forbidden points and conversions:
/// exact to the ply.
#[test]
fn the_end_of_a_game_is_known_to_the_last_ply() {
    let mut dice = Dice::new(41);
    let mut searcher = searcher();
    let mut decided = 0;
    for round in 0..1500 {
        let rule = Rule::ALL[round % Rule::ALL.len()];
        let k = if rule == Rule::Renju { 5 } else { 3 + dice.below(3) as u8 };
        let destroy = if rule == Rule::Freestyle { dice.below(2) as u8 } else { 0 };
        let size = usize::from(k) + dice.below(3);
        let game = variant(rule, size, usize::from(k), k, destroy);
        let mut setup = dice.scatter(game, 42, 42);
        let empties = if destroy > 0 { 3 } else { 6 };
        let missing = game.size.area() - setup.stones.len();
        if missing > empties {
            let taken: HashSet<_> = setup.stones.iter().map(|&(square, _)| square).collect();
            let free: Vec<_> = game.size.squares().filter(|it| !taken.contains(it)).collect();
            for &square in &free[..missing - empties] {
                let color = dice.pick(&Color::ALL);
                setup.stones.push((square, tengen_engine::game::Stone { color, converted: false }));
            }
        }
        setup.side = dice.pick(&Color::ALL);
        let Ok(position) = setup.build() else { continue };
        if position.is_over() {
            continue;
        }
        let expected = Truth::default().of(&mut position.clone());
        let thought = ask(&mut searcher, &position, &depth(20), &SearchOptions::default());
        assert_eq!(thought.score(), expected, "{position:?}");
        decided += usize::from(expected.is_decisive());
    }
    assert!(decided > 100, "{decided}");
}

/// A board whose every empty point is forbidden to Black.
#[test]
fn fouls_are_played_only_when_nothing_else_is_left() {
    let position = position("xxx1xxx/ooxooxo/xoxxoxx/ooxooxo/xxoxxoo x k=5 rule=renju");
    assert!(position.only_fouls_left());
    let thought = think(&position, &depth(4));
    assert_eq!(thought.score(), Score::loss_in(1));
}

/// Searches the empty board until its winner is proven.
fn proven_win(width: usize, height: usize, k: u8, limit: u64) {
    let position = empty(width, height, k);
    let thought = ask(&mut Searcher::new(64), &position, &nodes(limit), &SearchOptions::default());
    assert_eq!(winner(&position, thought.score()), Some(Color::Black), "{:?}", thought.last());
}

/// Asks the empty board for a win of the first player until a search that leaves nothing
/// out finds that there is none. Nor does the second player win: an extra stone never
/// harms (Nash 1949, strategy stealing).
fn proven_draw(width: usize, height: usize, k: u8, limit: u64) {
    let position = empty(width, height, k);
    let moves = Some((width * height).div_ceil(2) as u32);
    let limits = Limits { mate: moves, ..nodes(limit) };
    let thought = ask(&mut Searcher::new(64), &position, &limits, &SearchOptions::default());
    assert!(thought.texts().any(|text| text.contains("no mate")), "{:?}", thought.last());
}

/// Searches the empty board to the end and finds no winner, which proves nothing: moves
/// that promise too little are left out.
fn no_winner(width: usize, height: usize, k: u8, limit: u64) {
    let position = empty(width, height, k);
    let thought = ask(&mut Searcher::new(64), &position, &nodes(limit), &SearchOptions::default());
    let info = thought.last();
    assert_eq!(info.score, Score::DRAW, "{info:?}");
    assert!(info.nodes.is_some_and(|nodes| nodes < limit), "{info:?}");
}

#[test]
fn published_values_of_small_boards() {
    proven_draw(3, 3, 3, 1_000_000);
    proven_win(4, 3, 3, 1_000_000);
    proven_win(3, 4, 3, 1_000_000);
    proven_draw(4, 4, 4, 30_000_000);
    proven_win(6, 5, 4, 30_000_000);
    if effort::is_full() {
        proven_draw(5, 5, 4, 60_000_000);
        proven_win(5, 6, 4, 30_000_000);
    }
}

#[test]
#[ignore = "minutes: see scripts/long-tests.sh"]
fn published_values_of_larger_boards() {
    proven_draw(5, 5, 5, 1_000_000_000);
    proven_win(9, 4, 4, 1_000_000_000);
    no_winner(6, 6, 5, 10_000_000_000);
}

/// Wins that a search one ply too shallow takes for draws.
#[test]
fn the_last_ply_is_not_judged_by_looks() {
    for (text, plies) in [
        ("ox1xxxx/x1oxxxx/ooxxxoo/oo1o1xx/1ox2x1 o k=5 rule=renju", 8),
        ("oxoooxo/x1xoxox/ooxxoxo/ooxx2o/xoox1x1/o1x2ox/oxxoxxx o k=5 rule=renju", 8),
        ("o2x1/ooo1x/x2xx x k=5 destroy=2,1", 9),
    ] {
        let thought = think(&position(text), &depth(20));
        assert_eq!(thought.score(), Score::win_in(plies), "{text}");
    }
}
