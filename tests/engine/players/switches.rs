//! The switches of alpha-beta against minimax: what they save, and that nothing else changes.

use super::*;

/// What cutting, remembering and mirroring save on the empty 3x3 board.
#[test]
fn every_switch_saves_work() {
    let (choice, info) = think("minimax", &tictactoe(), &to_depth(9), &Settings::default());
    assert_eq!((info.nodes, info.score, info.depth), (Some(549_946), Score::DRAW, 9));
    assert_eq!(choice.best, info.pv.first().copied());
    assert_eq!((info.pv.len(), info.unit), (9, player::unit_of("minimax")));

    let counts = (0..8).map(|bits| {
        let (_, info) = think("alphabeta", &tictactoe(), &to_depth(9), &switches(bits));
        assert_eq!(info.score, Score::DRAW);
        assert_eq!(info.hashfull.is_some(), bits & 2 != 0);
        info.nodes.unwrap()
    });
    let counts: Vec<u64> = counts.collect();
    //                none   cut    hash   both   the same with symmetry
    assert_eq!(counts, [549_946, 12_932, 16_168, 3_263, 58_524, 1_576, 2_097, 606]);
}

/// A decisive line is played out to the end that its score announces.
fn check_line(position: &Position, info: &Info) {
    let mut end = position.clone();
    for &mv in &info.pv {
        end.play(mv).unwrap();
    }
    let (plies, winner) = match info.score.kind() {
        ScoreKind::Win(plies) => (plies, position.side()),
        ScoreKind::Loss(plies) => (plies, !position.side()),
        ScoreKind::Estimate(_) => return,
    };
    assert_eq!((info.pv.len(), end.winner()), (plies.into(), Some(winner)), "{:?}", info.pv);
}

fn compare(position: &Position, depth: u32) {
    let limits = to_depth(depth);
    let (_, reference) = think("minimax", position, &limits, &Settings::default());
    check_line(position, &reference);
    for bits in 0..8 {
        let (choice, info) = think("alphabeta", position, &limits, &switches(bits));
        let moves: Vec<Move> = position.history().collect();
        assert_eq!(info.score, reference.score, "switches {bits}, depth {depth}, {moves:?}");
        assert_eq!(info.bound, Bound::Exact);
        assert_eq!(
            (choice.best, choice.ponder),
            (info.pv.first().copied(), info.pv.get(1).copied())
        );
        assert!(info.nodes <= reference.nodes);
        check_line(position, &info);
    }
}

/// Every unfinished 3x3 position with three or more stones (a sample: every fifth), to
/// its end.
#[test]
fn all_switches_agree_with_minimax_on_3x3() {
    fn walk(position: &mut Position, seen: &mut HashSet<u64>) {
        if position.is_over() || !seen.insert(position.key()) {
            return;
        }
        if position.stone_count() >= 3 && seen.len().is_multiple_of(effort::of(5, 1)) {
            compare(position, 9);
        }
        for mv in position.legal_moves() {
            position.with_move(mv, |child| walk(child, seen)).unwrap();
        }
    }
    let mut seen = HashSet::new();
    walk(&mut tictactoe(), &mut seen);
    assert_eq!(seen.len(), 4_520);
}

/// Cut off before the end the values are opinions, and still the same.
#[test]
fn all_switches_agree_with_minimax_on_other_boards() {
    let destroy = Variant { destroy: 1, ..variant("tictactoe") };
    for variant in [
        variant("tictactoe"),
        variant("freestyle 4x3 k=3"),
        variant("freestyle 4x4 k=4"),
        variant("standard 5x5 k=3"),
        variant("caro 6x4 k=4"),
        variant("renju 6x6 k=5"),
        destroy,
    ] {
        for (number, position) in random_positions(variant, 12, 2).iter().enumerate() {
            compare(position, 1 + number as u32 % 3);
        }
    }
}
