//! Reasons on small boards, in the words of the protocol.

use super::*;
use crate::game::{Rule, Variant};

fn board_of(rule: Rule) -> Position {
    let name = if rule == Rule::Renju { "renju" } else { "gomoku" };
    Position::new(Variant::preset(name).unwrap()).unwrap()
}

/// What is said of one move, or of the best one, in the words of the protocol.
fn said(rule: Rule, moves: &str, asked: &str) -> Vec<String> {
    let mut position = board_of(rule);
    for word in moves.split(' ').filter(|word| !word.is_empty()) {
        position.play(word.parse().unwrap()).unwrap();
    }
    let asked: Vec<Move> = asked.split(' ').filter_map(|word| word.parse().ok()).collect();
    let reasons = explain(&position, &asked);
    let text = |reason: &Reason| {
        let squares: Vec<String> = reason.squares.iter().map(Square::to_string).collect();
        let side = reason.side.map(|side| side.letter().to_string()).unwrap_or_default();
        format!("{} {side} {}", reason.code, squares.join(" ")).trim_end().to_owned()
    };
    reasons.iter().map(text).collect()
}

#[test]
fn lines_are_completed_and_blocked() {
    let moves = "f8 f9 g8 g9 h8 h9 i8 i9";
    let own = said(Rule::Freestyle, moves, "j8");
    assert_eq!(own, ["five x f8 g8 h8 i8 j8"]);
    let other = said(Rule::Freestyle, moves, "j9");
    // The other end is open.
    assert_eq!(other[0], "allows-win-by-fours 1 o e9");
    assert!(other.contains(&"blocks-five o f9 g9 h9 i9".to_owned()), "{other:?}");
    assert_eq!(said(Rule::Freestyle, moves, ""), ["five x e8 f8 g8 h8 i8"]);
    assert_eq!(said(Rule::Freestyle, "", "h8"), ["none"]);
}

#[test]
fn an_open_three_becomes_a_four_or_is_stopped() {
    let moves = "h8 a1 i8 a3 j8";
    let stopped = said(Rule::Freestyle, moves, "g8");
    assert_eq!(stopped, ["stops-win x g8 f8 k8", "blocks-open-four x h8 i8 j8"]);
    let far = said(Rule::Freestyle, moves, "a5");
    assert_eq!(far[0].split(' ').take(3).collect::<Vec<_>>(), ["allows-win-by-fours", "2", "x"]);
    let wins = said(Rule::Freestyle, "h8 a1 i8 a3 j8 a5", "g8");
    assert_eq!(wins[1], "open-four x g8 h8 i8 j8");
    assert!(wins[0].starts_with("win-by-fours 2 x g8 "), "{wins:?}");
}

#[test]
fn shapes_alone_need_no_search() {
    let mut position = board_of(Rule::Freestyle);
    for word in "h8 a1 i8 a3 j8 a5".split(' ') {
        position.play(word.parse().unwrap()).unwrap();
    }
    let codes = |mv: &str| -> Vec<ReasonCode> {
        let reasons = explain_shapes(&position, mv.parse().unwrap());
        reasons.iter().map(|reason| reason.code).collect()
    };
    assert_eq!(codes("g8"), [ReasonCode::Makes(ThreatName::OpenFour)]);
    assert_eq!(codes("a4"), [ReasonCode::None]);
}

/// A four that is answered leaves everything as it was.
#[test]
fn a_four_that_only_delays_stops_nothing() {
    let moves = "h8 a1 i8 b1 j8 c1 o15";
    let codes: Vec<String> = said(Rule::Freestyle, moves, "d1");
    assert!(codes[0].starts_with("four o a1 b1 c1 d1"), "{codes:?}");
    assert!(codes.iter().all(|line| !line.starts_with("stops-win")), "{codes:?}");
}

/// In renju, c4 would be a double four: the three on the diagonal can become nothing.
#[test]
fn a_three_whose_only_point_is_forbidden_is_none() {
    let moves = "f5 o15 f6 m15 f7 k15 e7 f9 g9 f3";
    let threes = |rule| {
        let lines = said(rule, moves, "h10");
        lines.iter().any(|line| line.starts_with("open-three x"))
    };
    assert!(threes(Rule::Freestyle) && !threes(Rule::Renju));
}

/// Of a four and another shape of the move, only the four is named as one.
#[test]
fn an_open_four_lies_in_one_line() {
    let wins = said(Rule::Freestyle, "h8 a1 i8 a3 j8 a5 g9 a7 g10 o1", "g8");
    assert!(wins.contains(&"open-four x g8 h8 i8 j8".to_owned()), "{wins:?}");
}

#[test]
fn a_forbidden_point_is_named() {
    let moves = "e8 a1 f8 a15 h10 o1 h11 o15";
    assert_eq!(said(Rule::Renju, moves, "h8"), ["forbidden x"]);
    assert!(
        said(Rule::Freestyle, moves, "h8").iter().any(|line| line.starts_with("double-three x"))
    );
}
