//! Which rows win: one row of text, its last stone just played.

use tengen_engine::game::judge::Judge;
use tengen_engine::game::{Color, Foul, IllegalMove, Move, Outcome, Rule, Setup, Square, Stone};

use crate::support::{position, variant};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Wins,
    Foul,
    Nothing,
}

use Verdict::{Foul as F, Nothing as N, Wins as W};

/// Rows of stones of the mover (`M`) and the opponent (`E`); the edges of the
/// board are at both ends of the text. Verdicts for freestyle, standard, renju,
/// caro and caro-overline, the mover being Black.
const ROWS: [(&str, [Verdict; 5]); 9] = [
    ("EMMMMME", [W, W, W, N, N]),
    ("EMMMMM.", [W, W, W, W, W]),
    ("EMMMMM", [W, W, W, W, W]),
    ("MMMMME", [W, W, W, W, W]),
    (".MMMMM.", [W, W, W, W, W]),
    ("EMMMMMME", [W, N, F, N, W]),
    ("MMMMMM", [W, N, F, N, W]),
    (".MMMM.", [N, N, N, N, N]),
    ("EMMMM.ME", [N, N, N, N, N]),
];

fn stones(row: &str, mover: Color, across: bool) -> Vec<(Square, Stone)> {
    let color = |letter| match letter {
        'M' => Some(mover),
        'E' => Some(!mover),
        _ => None,
    };
    row.chars()
        .enumerate()
        .filter_map(|(index, letter)| {
            let square = if across { Square::new(index, 2) } else { Square::new(2, index) };
            Some((square, Stone { color: color(letter)?, converted: false }))
        })
        .collect()
}

/// Plays each stone of the mover last, in a row and in a column.
fn verdicts(row: &str, rule: Rule, mover: Color) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for across in [true, false] {
        let (width, height) = if across { (row.len(), 5) } else { (5, row.len()) };
        let all = stones(row, mover, across);
        for index in 0..all.len() {
            let mut stones = all.clone();
            let (square, stone) = stones.remove(index);
            let game = variant(rule, width, height, 5, 0);
            let setup = Setup { stones, side: mover, ..Setup::new(&game) };
            let mut position = setup.build().unwrap();
            // A line that stands without the last stone tells nothing about it.
            if stone.color != mover || position.is_over() {
                continue;
            }
            let mv = Move::place(square);
            let mut judge = Judge::new(&position);
            let is_legal = judge.legal_moves().contains(&mv);
            verdicts.push(match position.play(mv) {
                Ok(()) => {
                    assert!(is_legal);
                    judge.play(mv);
                    assert_eq!(judge.outcome(), position.outcome().as_ref());
                    match position.outcome() {
                        None => Verdict::Nothing,
                        Some(Outcome::Line { winner, .. }) => {
                            assert_eq!(winner, mover);
                            Verdict::Wins
                        }
                        other => panic!("{row} {rule}: {other:?}"),
                    }
                }
                Err(refusal) => {
                    assert_eq!(refusal, IllegalMove::Forbidden(Foul::Overline));
                    assert!(!is_legal);
                    Verdict::Foul
                }
            });
        }
    }
    assert!(!verdicts.is_empty());
    verdicts
}

#[test]
fn rows_are_judged_as_referees_do() {
    for (row, expected) in ROWS {
        for (rule, expected) in Rule::ALL.into_iter().zip(expected) {
            let seen = verdicts(row, rule, Color::Black);
            assert!(seen.iter().all(|&it| it == expected), "{row} {rule} {seen:?}");
        }
    }
}

#[test]
fn white_has_the_same_rows_but_for_renju() {
    for (row, expected) in ROWS {
        for (rule, expected) in Rule::ALL.into_iter().zip(expected) {
            let expected = if expected == Verdict::Foul { Verdict::Wins } else { expected };
            let seen = verdicts(row, rule, Color::White);
            assert!(seen.iter().all(|&it| it == expected), "{row} {rule} {seen:?}");
        }
    }
}

#[test]
fn all_lines_of_a_winning_stone_are_named() {
    let mut position = position("7/7/7/o2x3/o2x3/o2x3/xxx1oo1 x k=4 rule=freestyle");
    position.play("d1".parse().unwrap()).unwrap();
    let Some(Outcome::Line { winner, squares }) = position.outcome() else {
        panic!("{position:?}")
    };
    assert_eq!(winner, Color::Black);
    assert_eq!(format!("{squares:?}"), "[a1, b1, c1, d1, d2, d3, d4]");
}
