//! Forbidden points: published positions, our own, and random ones.

use std::collections::BTreeSet;
use std::path::Path;

use tengen_engine::game::diagram::Diagram;
use tengen_engine::game::judge::Judge;
use tengen_engine::game::{Color, Foul, Outcome, Position, Rule, Setup, Square, Variant};

use crate::effort;
use crate::support::{Dice, renju, variant};

fn fouls(position: &Position) -> Vec<(Square, Foul)> {
    let fouls: Vec<_> = position
        .empty_squares()
        .filter_map(|square| Some((square, position.foul(square)?)))
        .collect();
    assert_eq!(fouls, Judge::new(position).fouls(), "{position:?}");
    fouls
}

const LEGAL: Option<Foul> = None;
const THREES: Option<Foul> = Some(Foul::DoubleThree);
const FOURS: Option<Foul> = Some(Foul::DoubleFour);
const OVERLINE: Option<Foul> = Some(Foul::Overline);

/// Black stones, white stones, a point and what it is; verdicts on which three
/// referee programs agree.
const VECTORS: [(&str, &str, &str, Option<Foul>); 27] = [
    ("i8 j8 h9 h10", "", "h8", THREES),
    // One of the two rows is stopped, or too narrow for an open four.
    ("i8 j8 h9 h10", "k8", "h8", LEGAL),
    ("i8 j8 h9 h10", "l8 f8", "h8", LEGAL),
    // Threes with a gap.
    ("i8 k8 h9 h11", "", "h8", THREES),
    ("e8 f8 g8 h9 h10 h11", "", "h8", FOURS),
    ("e8 f8 g8 h9 h10", "d8", "h8", LEGAL),
    // The row would complete to six only.
    ("e8 f8 g8 j8 h9 h10 h11", "d8", "h8", LEGAL),
    // Two fours in one row.
    ("e8 g8 i8 k8", "", "h8", FOURS),
    ("d8 e8 g8 j8 k8", "", "h8", FOURS),
    ("d8 e8 f8 j8 k8 l8", "", "h8", FOURS),
    ("e8 f8 g8 i8 j8", "", "h8", OVERLINE),
    // A five allows everything.
    ("d8 e8 f8 g8 h9 h10 i9 j10", "", "h8", LEGAL),
    ("d8 e8 f8 g8 h5 h6 h7 h9 h10", "", "h8", LEGAL),
    ("d8 e8 f8 g8 h5 h6 h7 h9 h10", "", "f7", THREES),
    // Every extension of the column has an end that completes six.
    ("i8 j8 h9 h10 h4 h5 h13", "", "h8", LEGAL),
    // False threes: the point that would open the four is itself forbidden.
    ("h8 h10 i9 i10 k7 k8", "", "i8", LEGAL),
    ("h8 h10 i9 i10 k7 k8", "", "h11", THREES),
    ("h8 h10 i9 i10 k7 k8", "", "j10", THREES),
    ("h8 h10 i9 i10 k7 k8", "", "k10", THREES),
    ("f7 f8 h8 h10 i10 e11", "", "g9", LEGAL),
    ("f7 f8 h8 h10 i10 e11", "", "f10", THREES),
    ("f7 f8 h8 h10 i10 e11", "", "g8", THREES),
    ("f7 f8 h8 h10 i10 e11", "", "h9", THREES),
    // A foul that only seems to stop a three: it is false itself.
    ("k9 k6 k7 l7 l4 j6 j8", "", "h6", THREES),
    // The edge.
    ("b1 c1 a2 a3", "", "a1", LEGAL),
    ("c2 d2 b3 b4", "", "b2", THREES),
    ("c1 d1 b2 b3", "", "b1", LEGAL),
];

#[test]
fn published_points_are_judged_alike() {
    for (black, white, point, verdict) in VECTORS {
        let names = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        let position = renju(&names(black), &names(white));
        let point: Square = point.parse().unwrap();
        let seen = fouls(&position).into_iter().find(|foul| foul.0 == point);
        assert_eq!(seen.map(|foul| foul.1), verdict, "{black} / {white}: {point}");
    }
}

#[test]
fn a_five_wins_even_with_an_overline() {
    let black = ["d8", "e8", "f8", "g8", "h5", "h6", "h7", "h9", "h10"];
    let mut position = renju(&black, &[]);
    position.play("h8".parse().unwrap()).unwrap();
    let Some(Outcome::Line { winner, squares }) = position.outcome() else {
        panic!("{position:?}")
    };
    assert_eq!(winner, Color::Black);
    assert_eq!(format!("{squares:?}"), "[d8, e8, f8, g8, h8]");
}

#[test]
fn a_white_stone_may_stand_where_black_may_not() {
    let position = renju(&["i8", "j8", "h9", "h10"], &[]);
    let setup = Setup { side: Color::White, ..Setup::of(&position) };
    let mut position = setup.build().unwrap();
    let h8: Square = "h8".parse().unwrap();
    assert!(position.forbidden_points().contains(h8));
    position.play(h8.into()).unwrap();
    assert!(!position.is_over());
}

#[test]
fn drawn_positions_have_the_marked_fouls() {
    let text = include_str!("../../data/forbidden.txt");
    let mut count = 0;
    for block in text.split("\n# ").skip(1) {
        let (title, rest) = block.split_once('\n').unwrap();
        let (drawn, lists): (Vec<&str>, Vec<&str>) =
            rest.lines().partition(|line| !line.contains(':'));
        let diagram = Diagram::parse(&drawn.join("\n")).unwrap();
        let position = diagram.setup("x rule=renju").unwrap().build().unwrap();
        let seen = fouls(&position);
        let marked: Vec<Square> = diagram.marked('!').collect();
        let found: BTreeSet<Square> = seen.iter().map(|foul| foul.0).collect();
        assert_eq!(found, marked.into_iter().collect(), "{title}");
        let mut named = 0;
        for (kind, names) in lists.iter().map(|list| list.split_once(':').unwrap()) {
            for name in names.split_whitespace() {
                let foul = position.foul(name.parse().unwrap());
                let expected = if kind == "allowed" { None } else { Some(kind) };
                assert_eq!(foul.map(Foul::name), expected, "{title}: {name}");
                named += usize::from(foul.is_some());
            }
        }
        assert_eq!(named, seen.len(), "{title}");
        // The drawing is what the board draws, line by line.
        let again = position.diagram();
        assert!(again.lines().all(|line| drawn.contains(&line)), "{title}\n{again}");
        count += 1;
    }
    assert_eq!(count, 18);
}

#[test]
fn shared_positions_have_the_listed_fouls() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/forbidden-dev.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: no shared/data/forbidden-dev.jsonl beside the crate");
        return;
    };
    let mut count = 0;
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let names = |field: &str| -> Vec<&str> {
            case[field].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
        };
        let position = renju(&names("black"), &names("white"));
        let seen = fouls(&position);
        let kind = |foul| match foul {
            Foul::DoubleThree => "33",
            Foul::DoubleFour => "44",
            Foul::Overline => "6",
        };
        let kinds: serde_json::Map<String, serde_json::Value> =
            seen.iter().map(|&(square, foul)| (square.to_string(), kind(foul).into())).collect();
        assert_eq!(case["kinds"], serde_json::Value::Object(kinds), "{}", case["id"]);
        let seen: BTreeSet<String> = seen.iter().map(|foul| foul.0.to_string()).collect();
        let listed: BTreeSet<String> = names("forbidden").iter().map(|&it| it.into()).collect();
        assert_eq!(seen, listed, "{}", case["id"]);
        for name in names("allowed") {
            assert!(!seen.contains(name), "{}: {name}", case["id"]);
        }
        count += 1;
    }
    assert!(count > 0, "the file has positions");
}

#[test]
fn fast_and_slow_agree_on_random_stones() {
    let mut dice = Dice::new(1);
    let mut seen = [0_usize; 3];
    for _ in 0..effort::of(500, 2_500) {
        let side = 6 + dice.below(7);
        let game = variant(Rule::Renju, side, side + dice.below(3), 5, 0);
        let black = 8 + dice.below(28);
        let white = dice.below(16);
        let setup = dice.scatter(game, black, white);
        let Ok(position) = setup.build() else { continue };
        for (_, foul) in fouls(&position) {
            seen[foul as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > effort::of(100, 500)), "{seen:?}");
}

/// What Black may not play is the same whether or not the game goes on.
#[test]
fn finished_games_show_forbidden_points_too() {
    let text = "xxxxx10/15/15/15/15/7x7/7x7/8xx5/15/15/15/15/15/15/15 o rule=renju";
    let game = Variant::preset("renju").unwrap();
    let position = Setup::parse(text, &game).unwrap().build().unwrap();
    assert!(position.is_over());
    // A double-three, and a sixth stone beside the five.
    let forbidden: Vec<String> =
        position.forbidden_points().iter().map(|square| square.to_string()).collect();
    assert_eq!(forbidden, ["h8", "f15"]);
}
