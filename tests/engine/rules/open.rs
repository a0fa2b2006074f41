//! Games under another judge: dead squares, and games that go on after their end.

use tengen_engine::game::{
    Color, IllegalMove, Move, Outcome, Position, Rule, Setup, Size, Square, Variant,
};
use tengen_engine::pattern::Board;

use crate::support::{Dice, tables};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The board of a game, and a larger one on which all the rest is dead.
fn twins(rule: Rule, small: (usize, usize), large: (usize, usize)) -> [Position; 2] {
    let game = |(width, height)| {
        let size = Size::new(width, height).unwrap();
        Variant { rule, size, k: 5, destroy: 0 }.validate().unwrap()
    };
    let mut setup = Setup::new(&game(large));
    let inside = game(small).size;
    setup.dead = setup.size.squares().filter(|&square| !inside.contains(square)).collect();
    [Position::new(game(small)).unwrap(), setup.build().unwrap()]
}

#[test]
fn a_dead_square_is_the_edge_of_the_board() {
    let mut dice = Dice::new(3);
    let sizes = [((7, 6), (9, 9)), ((5, 9), (6, 10)), ((8, 8), (15, 15))];
    for (small, large) in sizes {
        for rule in Rule::ALL.into_iter().cycle().take(25) {
            let [mut one, mut other] = twins(rule, small, large);
            while !one.is_over() {
                assert_eq!(one.legal_moves(), other.legal_moves(), "{one:?}");
                assert_eq!(one.legal_move_count(), other.legal_move_count());
                assert_eq!(one.empty_count(), other.empty_count());
                assert_eq!(one.forbidden_points(), other.forbidden_points());
                let mv = dice.legal_move(&one);
                one.play(mv).unwrap();
                other.play(mv).unwrap();
            }
            assert_eq!(one.outcome(), other.outcome(), "{one:?}");
            assert_eq!(Setup::of(&other).build().unwrap().key(), other.key());
        }
    }
}

#[test]
fn shapes_end_at_dead_squares() {
    let mut dice = Dice::new(4);
    for rule in Rule::ALL {
        let boards = twins(rule, (9, 8), (12, 12));
        let tables = tables(*boards[0].variant());
        let mut boards = boards.map(|position| Board::new(position, tables));
        while !boards[0].position().is_over() {
            let mv = dice.legal_move(boards[0].position());
            for board in &mut boards {
                board.play(mv);
            }
            for square in boards[0].position().empty_squares() {
                for color in Color::ALL {
                    let [one, other] =
                        boards.each_ref().map(|it| it.patterns().shapes(square, color));
                    assert_eq!(one, other, "{rule} {square} {color:?}");
                }
            }
        }
    }
}

#[test]
fn dead_squares_are_not_played() {
    let [_, mut position] = twins(Rule::Freestyle, (5, 5), (6, 6));
    for name in ["f1", "a6", "f6"] {
        let mv = Move::place(square(name));
        assert_eq!(position.check(mv), Err(IllegalMove::Occupied), "{name}");
        assert!(!position.is_empty(square(name)) && position.at(square(name)).is_none());
    }
    assert_eq!(position.dead_squares().count(), 11);
    assert_eq!(position.stone_count(), 0);
    let plain = Position::new(*position.variant()).unwrap();
    assert_ne!(position.key(), plain.key(), "another board is another position");

    // Full is what has no living square left.
    let setup = Setup {
        dead: position.size().squares().filter(|&at| at != square("c3")).collect(),
        ..Setup::new(position.variant())
    };
    position = setup.build().unwrap();
    position.play(Move::place(square("c3"))).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Draw));

    let twice = Setup { dead: vec![square("a1"), square("a1")], ..Setup::new(plain.variant()) };
    assert_eq!(twice.build().unwrap_err().to_string(), "a1: expected one stone on a square");
    let outside = Setup { dead: vec![square("g1")], ..Setup::new(plain.variant()) };
    assert!(outside.build_open().is_err());
}

#[test]
fn a_game_goes_on_until_the_board_is_full() {
    let game = Variant { rule: Rule::Renju, ..Variant::mnk(6, 5, 5).unwrap() };
    let mut dice = Dice::new(5);
    for _ in 0..20 {
        let mut position = Position::new(game).unwrap();
        let mut ends = 0;
        while position.empty_count() > 0 {
            assert!(!position.is_over(), "{position:?}");
            let empty: Vec<Square> = position.empty_squares().collect();
            position.play_unchecked(Move::place(dice.pick(&empty)));
            ends += usize::from(position.is_over());
            position.go_on();
            // A position that is set up afresh says the same.
            let again = Setup::of(&position).build_open().unwrap();
            assert_eq!((again.key(), again.is_over()), (position.key(), position.is_over()));
        }
        assert!(ends > 0 && position.is_over(), "the last move is the end");
        while position.history().next().is_some() {
            position.undo();
        }
        assert_eq!(position.key(), Position::new(game).unwrap().key());
    }
}
