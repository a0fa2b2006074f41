//! Tests that sums which follow moves equal the sums of the same boards from nothing.

use super::*;
use std::sync::Arc;

use crate::game::{Rule, Setup, Variant};
use crate::pattern::points::windows::Windows;
use crate::pattern::points::{CHANNELS, ClassRow, Dense, Regional, WindowRow};
use crate::pattern::tables::STAGES;
use crate::pattern::{Board, Combinations, Policy, Rating, Shape, ShapeTable, Tables, Worth};

/// A network with rows of all kinds of numbers.
fn net(registers: Registers) -> PointNet {
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 57) as i8 - 50
    };
    let mut bytes = || std::array::from_fn(|_| number());
    let windows: Vec<_> =
        (1..Windows::get().count()).map(|_| WindowRow([bytes(), bytes()])).collect();
    let mut shorts = || bytes().map(|byte: i8| 3 * i16::from(byte));
    let mut all = vec![([Shape::Two; 4], ClassRow([shorts(), shorts()]))];
    for shape in [Shape::Two, Shape::OpenTwo, Shape::Three, Shape::OpenThree] {
        let shapes = [Shape::Live, Shape::Live, Shape::Live, shape];
        all.push((shapes, ClassRow([shorts(), shorts()])));
    }
    PointNet {
        rows: PointRows::new(windows, shorts(), all),
        first: Dense::new(&[[0; _]; _], [0; _]),
        second: Dense::new(&[[0; _]; _], [0; _]),
        value: [0; _],
        value_bias: 0,
        regional: Some(Regional {
            branches: std::array::from_fn(|_| Dense::new(&[[0; _]; _], [0; _])),
            into: Dense::new(&[[0; _]; _], [0; _]),
        }),
        registers,
    }
}

/// Tables with such a network.
fn tables(registers: Registers) -> Tables {
    let rating = |_: [Shape; 4], _| Rating { worth: Worth::default(), attack: 0, defence: 0 };
    Tables {
        shapes: ShapeTable::build(Rule::Freestyle, 5),
        combinations: vec![Combinations::build(Rule::Freestyle, Color::Black, rating)],
        policy: vec![Policy::NONE],
        scale: [256; STAGES],
        points: Some(Arc::new(net(registers))),
    }
}

/// The sums that follow the moves, and those of the same board from nothing.
fn compare(board: &mut Board<'_>, tables: &Tables) {
    let totals = *board.totals().unwrap();
    let mut fresh = Board::new(board.position().clone(), tables);
    assert_eq!(Some(&totals), fresh.totals(), "{}", board.position().fen());
    for square in fresh.position().clone().empty_squares() {
        let (one, other) = (board.numbers(square), fresh.numbers(square));
        assert_eq!(one, other, "{square}: {}", board.position().fen());
    }
}

/// Plays moves there and back, and compares the sums on the way; the last ones are
/// returned.
fn walk(text: &str, tables: &Tables) -> PointTotals {
    let setup = Setup::parse(text, &Variant::preset("gomoku").unwrap()).unwrap();
    let mut board = Board::new(setup.build().unwrap(), tables);
    let (mut depth, mut played, mut lots) = (0, 0, 7_usize);
    for step in 0..300 {
        lots = lots.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let moves = board.position().legal_moves();
        // Two steps forward, one back, now and then several.
        if step % 3 == 2 || moves.is_empty() {
            let back = (1 + lots % 4).min(depth);
            (0..back).for_each(|_| board.undo());
            depth -= back;
        } else {
            board.play(moves[lots / 16 % moves.len()]);
            (depth, played) = (depth + 1, played + 1);
        }
        if lots % 5 < 3 {
            compare(&mut board, tables);
        }
    }
    assert!(played > 100);
    *board.totals().unwrap()
}

#[test]
fn changes_add_up_to_the_sums_of_the_board() {
    for text in ["9/9/3xo4/9/9/9/9 x k=5", "15/4oX9/15/2x2o9/15/15 x k=5 destroy=3,3"] {
        let all = Registers::all();
        let sums: Vec<_> = all.into_iter().map(|one| walk(text, &tables(one))).collect();
        assert!(sums.iter().all(|one| *one == sums[0]), "{text}: {sums:?}");
        assert!(sums[0].all != PointTotals::ZERO.all, "{text}");
        assert!(sums[0].regions.iter().any(|totals| *totals != [0; CHANNELS]), "{text}");
    }
}

#[test]
fn points_that_see_nothing_add_nothing() {
    let net = net(Registers::Usual);
    for (width, height) in [(5, 5), (15, 15), (40, 40)] {
        let size = Size::new(width, height).unwrap();
        let sums = PointSums::new(&net, size, &Lines::new(size), |_, _| 0);
        assert_eq!(sums.totals, PointTotals::ZERO, "{size}");
    }
}
