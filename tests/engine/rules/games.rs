//! Random games of every rule: the fast position, the slow judge, the text form
//! and the way back must agree after every ply.

use std::collections::BTreeSet;

use tengen_engine::game::judge::Judge;
use tengen_engine::game::{
    Color, IllegalMove, Move, Outcome, Position, Rule, Setup, Square, Variant,
};

use crate::effort;
use crate::support::{Dice, position, variant};

/// Everything that can be seen of a position.
fn portrait(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let stones: Vec<_> = position.size().squares().map(|square| position.at(square)).collect();
    let counts = Color::ALL.map(|color| (position.stones_of(color), position.conversions(color)));
    (
        (position.fen(), position.key(), position.outcome(), position.last_move()),
        (position.legal_moves(), position.occupied().clone(), stones, counts),
        position.history().collect::<Vec<Move>>(),
    )
}

fn compare_with_judge(position: &Position, judge: &Judge) {
    let legal = judge.legal_moves();
    assert_eq!(position.outcome().as_ref(), judge.outcome(), "{position:?}");
    assert_eq!(position.is_over(), judge.outcome().is_some());
    assert_eq!(position.winner(), judge.outcome().and_then(Outcome::winner));
    assert_eq!(position.legal_moves(), legal, "{position:?}");
    assert_eq!(position.legal_move_count(), legal.len(), "{position:?}");
    let legal: BTreeSet<Move> = legal.into_iter().collect();
    for square in position.size().squares() {
        for mv in [Move::place(square), Move::convert(square)] {
            assert_eq!(position.check(mv).is_ok(), legal.contains(&mv), "{mv} {position:?}");
        }
    }
    let owners = position.size().squares().filter_map(|square| position.at(square));
    let owners: Vec<Color> = owners.map(|stone| stone.color).collect();
    for color in Color::ALL {
        let count = owners.iter().filter(|&&owner| owner == color).count();
        assert_eq!(position.stones_of(color), count, "{color:?} {position:?}");
    }
    let fouls: Vec<_> = position
        .empty_squares()
        .filter_map(|square| Some((square, position.foul(square)?)))
        .collect();
    assert_eq!(fouls, judge.fouls(), "{position:?}");
    if !position.is_over() {
        let points: Vec<Square> = position.forbidden_points().iter().collect();
        assert_eq!(points, fouls.iter().map(|foul| foul.0).collect::<Vec<_>>());
    }
}

fn compare_with_text(position: &Position, defaults: Variant) {
    let text = position.fen();
    let pasted = Setup::parse(&text, &defaults).unwrap().build().unwrap();
    assert_eq!(pasted.fen(), text);
    assert_eq!(format!("{position:?}"), text);
    assert_eq!(pasted.key(), position.key(), "{text}");
    assert_eq!(pasted.outcome(), position.outcome(), "{text}");
    assert_eq!(pasted.legal_moves(), position.legal_moves(), "{text}");
    assert_eq!(pasted.last_move(), position.last_move(), "{text}");
}

/// Plays one random game from the empty board.
fn play_and_compare(variant: Variant, seed: u64, every: usize) -> Position {
    play_on(Position::new(variant).unwrap(), &mut Dice::new(seed), every)
}

/// Plays a random game to its end, comparing on every `every`-th ply and at the
/// end, and takes everything back. Returns the finished game.
fn play_on(mut position: Position, dice: &mut Dice, every: usize) -> Position {
    let defaults: Vec<Variant> =
        Variant::preset_names().map(|name| Variant::preset(name).unwrap()).collect();
    let mut judge = Judge::new(&position);
    let mut portraits = Vec::new();
    while !position.is_over() {
        if portraits.len() % every == 0 {
            compare_with_judge(&position, &judge);
        }
        compare_with_text(&position, dice.pick(&defaults));
        portraits.push(portrait(&position));
        let mv = dice.legal_move(&position);
        position.play_unchecked(mv);
        judge.play(mv);
    }
    compare_with_judge(&position, &judge);
    compare_with_text(&position, dice.pick(&defaults));
    for square in position.size().squares() {
        assert_eq!(position.check(Move::place(square)), Err(IllegalMove::GameOver));
    }
    let finished = position.clone();
    while let Some(before) = portraits.pop() {
        position.undo();
        assert_eq!(portrait(&position), before);
    }
    finished
}

/// Sizes and lengths of every kind: tiny, wide, tall, even, the largest.
const BOARDS: [(usize, usize, u8); 10] = [
    (3, 3, 3),
    (4, 4, 3),
    (7, 5, 4),
    (5, 7, 5),
    (9, 9, 5),
    (3, 12, 6),
    (11, 8, 7),
    (15, 15, 5),
    (20, 15, 8),
    (13, 16, 9),
];

#[test]
fn fast_and_slow_agree_in_every_rule() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroOverline] {
        let mut draws = 0;
        for (index, (width, height, k)) in BOARDS.into_iter().enumerate() {
            for game in 0..effort::of(2, 6) {
                let seed = 1_000 * rule as u64 + 10 * index as u64 + game;
                let end = play_and_compare(variant(rule, width, height, k, 0), seed, 3);
                draws += usize::from(end.outcome() == Some(Outcome::Draw));
            }
        }
        assert!((1..60).contains(&draws), "{rule}: both kinds of ends were seen");
    }
}

#[test]
fn fast_and_slow_agree_with_conversions() {
    let mut conversions = 0;
    for (index, (width, height, k)) in BOARDS.into_iter().enumerate() {
        for (game, destroy) in [1, 2, 9].into_iter().enumerate() {
            let variant = variant(Rule::Freestyle, width, height, k, destroy);
            let seed = 5_000 + 10 * index as u64 + game as u64;
            let end = play_and_compare(variant, seed, 3);
            conversions += end.history().filter(|mv| mv.is_conversion()).count();
        }
    }
    assert!(conversions > 30, "{conversions}");
}

#[test]
fn fast_and_slow_agree_in_renju() {
    for (size, games, every) in [(5, 30, 1), (6, 30, 1), (7, 20, 2), (9, 12, 4), (15, 4, 12)] {
        for game in 0..games / effort::of(3, 1) {
            let variant = variant(Rule::Renju, size, size, 5, 0);
            play_and_compare(variant, 7_000 + 100 * size as u64 + game, every);
        }
    }
}

#[test]
fn fast_and_slow_agree_when_fouls_are_all_that_is_left() {
    let mut last_resorts = 0;
    for seed in 0..4_000 {
        let mut dice = Dice::new(seed);
        let game = variant(Rule::Renju, 6 + dice.below(3), 5 + dice.below(4), 5, 0);
        let setup = dice.scatter(game, 55, 40);
        let Ok(position) = setup.build() else { continue };
        if !position.is_over() {
            let end = play_on(position, &mut dice, 1);
            last_resorts += usize::from(matches!(end.outcome(), Some(Outcome::Forbidden(_))));
        }
    }
    assert!(last_resorts > 5, "{last_resorts}");
}

#[test]
fn blacks_last_resort_is_lost_and_pasted_as_such() {
    let mut position = position("xxx1xxx/ooxooxo/xxooxxo/oxxoxox/oxoxooo x rule=renju");
    let d5: Move = "d5".parse().unwrap();
    assert!(position.only_fouls_left());
    assert_eq!(position.legal_moves(), [d5]);
    position.play(d5).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Forbidden(d5.square())));
    assert_eq!(position.winner(), Some(Color::White));
    compare_with_text(&position, *position.variant());
    // Without the last move it is a full board with an old overline.
    let text = position.fen().replace(" last=d5", "");
    let pasted = Setup::parse(&text, position.variant()).unwrap().build().unwrap();
    assert_eq!(pasted.outcome(), Some(Outcome::Draw));
}

#[test]
fn the_largest_board_is_like_the_others() {
    for rule in Rule::ALL {
        let every = effort::of(300, 60);
        play_and_compare(variant(rule, 40, 30, 5, 0), 9_000 + rule as u64, every);
    }
    play_and_compare(variant(Rule::Freestyle, 30, 40, 9, 3), 9_100, effort::of(400, 200));
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = Position::new(variant(Rule::Freestyle, 7, 5, 4, 1)).unwrap();
    let mv = |text: &str| text.parse::<Move>().unwrap();
    position.play(mv("c3")).unwrap();
    let before = portrait(&position);
    for (text, reason) in [
        ("c3", IllegalMove::Occupied),
        ("h1", IllegalMove::Outside(position.size())),
        ("*d3", IllegalMove::NothingToConvert),
        ("*a6", IllegalMove::Outside(position.size())),
    ] {
        assert_eq!(position.play(mv(text)), Err(reason), "{text}");
        assert_eq!(portrait(&position), before, "{text}");
    }
    position.play(mv("*c3")).unwrap();
    assert_eq!(position.play(mv("*c3")), Err(IllegalMove::NothingToConvert), "converted once");
    position.play(mv("a1")).unwrap();
    assert_eq!(position.play(mv("*a1")), Err(IllegalMove::NoConversion));
}

#[test]
fn passing_is_a_question_that_can_be_taken_back() {
    let mut position = Position::new(variant(Rule::Freestyle, 5, 5, 4, 0)).unwrap();
    position.play("c3".parse().unwrap()).unwrap();
    let before = portrait(&position);
    position.pass();
    assert_eq!(position.side(), Color::Black);
    compare_key(&position);
    position.undo();
    assert_eq!(portrait(&position), before);
}

fn compare_key(position: &Position) {
    let pasted = Setup::parse(&position.fen(), position.variant()).unwrap().build().unwrap();
    assert_eq!(pasted.key(), position.key());
}
