//! Numbers of legal games, pinned and compared with the slow judge.

use tengen_engine::game::judge::Judge;
use tengen_engine::game::perft::{divide, perft};
use tengen_engine::game::{Position, Rule};

use crate::effort;
use crate::support::{position, variant};

fn slow_perft(judge: &Judge, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let count = |mv| {
        let mut child = judge.clone();
        child.play(mv);
        slow_perft(&child, depth - 1)
    };
    judge.legal_moves().into_iter().map(count).sum()
}

#[test]
fn games_of_tic_tac_toe() {
    let mut empty = Position::new(variant(Rule::Freestyle, 3, 3, 3, 0)).unwrap();
    let known = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    for (depth, games) in known.into_iter().enumerate() {
        assert_eq!(perft(&mut empty, depth as u32), games, "depth {depth}");
    }
}

/// Position, depth, games.
const CASES: [(&str, u32, u64); 10] = [
    ("4/4/4/4 x k=3 rule=freestyle", 5, 524_160),
    ("xx2/xx2/oo2/oo2 x k=3 rule=standard", 5, 932),
    ("5/xx1x1/1oo1o x k=3 rule=caro", 5, 9_710),
    ("5/xx1x1/1oo1o x k=3 rule=caro-overline", 5, 5_120),
    ("3/3/3 x k=3 rule=freestyle destroy=1,1", 5, 35_280),
    ("xo1/3/X2 o k=3 rule=freestyle destroy=0,2", 6, 2_920),
    ("7/3x3/3x3/1xx4/7/7/7 x k=5 rule=renju", 3, 81_544),
    ("xxx1xx1/o1oo1o1/7/x1x1x1x/1xx4 x k=5 rule=renju", 3, 5_512),
    ("xxx1xxx/oox1oxo/xxooxxo/oxxoxox/oxoxooo x k=5 rule=renju", 2, 1),
    ("40/40/40/40/40/40/40/40/40/40 x k=9 rule=standard", 2, 159_600),
];

#[test]
fn fast_and_slow_count_alike() {
    let counted = CASES.map(|(text, depth, _)| {
        let mut position = position(text);
        let games = perft(&mut position, depth);
        let parts = divide(&mut position, depth, &mut || false).unwrap();
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), games, "{text}");
        // The slow judge needs minutes for the large board.
        if position.size().area() < 100 && games <= effort::of(100_000, u64::MAX) {
            assert_eq!(slow_perft(&Judge::new(&position), depth), games, "{text}");
        }
        (text, depth, games)
    });
    assert_eq!(counted, CASES);
}

#[test]
fn nothing_follows_a_finished_game() {
    for text in ["xxx/oo1/3 o k=3", "xox/xoo/oxx x k=3"] {
        let mut position = position(text);
        assert_eq!(perft(&mut position, 0), 1);
        assert_eq!(perft(&mut position, 1), 0);
        assert_eq!(perft(&mut position, 3), 0);
        assert_eq!(divide(&mut position, 3, &mut || false), Some(Vec::new()));
    }
}
