//! The names for people against the definitions: what a stone would make, and what stands.

use std::collections::HashSet;

use tengen_engine::game::judge::Judge;
use tengen_engine::game::{
    ByColor, Color, Direction, Foul, Move, Position, Rule, Setup, Square, Variant,
};
use tengen_engine::pattern::{Shape, StandingShape, ThreatName};
use tengen_engine::search::inspect;

use crate::effort;
use crate::patterns::{Cell, Definition, Line};
use crate::support::{Dice, position, variant};

/// The squares of the line through a square, and its place there.
fn line_through(position: &Position, square: Square, direction: Direction) -> (Vec<Square>, usize) {
    let on_board = |steps: isize| {
        square.step(direction, steps).filter(|&square| position.size().contains(square))
    };
    let before = (1..64).take_while(|&steps| on_board(-steps).is_some()).count();
    let squares = (-(before as isize)..).map_while(on_board).collect();
    (squares, before)
}

/// What a player sees along these squares.
fn line_of(position: &Position, squares: &[Square], color: Color) -> Line {
    let cell = |&square: &Square| match position.at(square) {
        None => Cell::Empty,
        Some(stone) if stone.color == color => Cell::Own,
        Some(_) => Cell::Opponent,
    };
    Line::of(&squares.iter().map(cell).collect::<Vec<_>>())
}

/// The shape of a stone at a place of a line, by the definition.
fn slow_shape(game: Variant, color: Color, line: Line, place: usize) -> Shape {
    Definition::new(game.rule, color, game.k, place).shape(line)
}

/// The name by the words of the definition: fours are counted by the points that would
/// complete a line.
fn slow_name(position: &Position, square: Square, color: Color, foul: Option<Foul>) -> ThreatName {
    let game = *position.variant();
    let (mut fours, mut open_fours, mut threes) = (0, 0, 0);
    for direction in Direction::ALL {
        let (squares, place) = line_through(position, square, direction);
        let line = line_of(position, &squares, color);
        let shape = slow_shape(game, color, line, place);
        if shape == Shape::Five {
            return ThreatName::Five;
        }
        let played = line.with(place, Cell::Own);
        let completes = |&other: &usize| {
            played.at(other as isize) == Cell::Empty
                && slow_shape(game, color, played.with(other, Cell::Own), place) == Shape::Five
        };
        match (0..squares.len()).filter(completes).count() {
            0 => threes += usize::from(shape == Shape::OpenThree),
            2.. if shape == Shape::OpenFour => open_fours += 1,
            count => fours += count.min(2),
        }
    }
    match (foul, fours + open_fours) {
        (Some(foul), _) => ThreatName::Forbidden(foul),
        (None, 2..) => ThreatName::DoubleFour,
        (None, 1) if open_fours == 1 => ThreatName::OpenFour,
        (None, 1) if threes > 0 => ThreatName::FourThree,
        (None, 1) => ThreatName::Four,
        (None, _) if threes == 0 => ThreatName::None,
        (None, _) if threes > 1 && !game.rule.has_fouls(color) => ThreatName::DoubleThree,
        (None, _) => ThreatName::OpenThree,
    }
}

/// Small boards of every rule, and those of other lengths of a line.
fn games() -> Vec<Variant> {
    let mut games: Vec<Variant> =
        Rule::ALL.into_iter().map(|rule| variant(rule, 9, 9, 5, 0)).collect();
    games.push(variant(Rule::Freestyle, 6, 7, 4, 0));
    games.push(variant(Rule::Freestyle, 5, 5, 3, 0));
    games
}

/// Positions that are not over, with that many of each in percent.
fn boards(dice: &mut Dice, game: Variant, rounds: usize) -> Vec<Position> {
    let boards = (0..rounds).filter_map(|_| {
        let crowd = 16 + dice.below(18);
        dice.scatter(game, crowd, crowd).build().ok().filter(|position| !position.is_over())
    });
    boards.collect()
}

#[test]
fn threats_are_named_by_the_definition() {
    let mut dice = Dice::new(31);
    let mut seen = HashSet::new();
    for game in games() {
        let rounds = effort::of(25, 80) * if game.rule == Rule::Renju { 6 } else { 1 };
        for position in boards(&mut dice, game, rounds) {
            let fouls = Judge::new(&position).fouls();
            for point in inspect::patterns(&position) {
                let foul = fouls.iter().find(|(square, _)| *square == point.square);
                let slow = ByColor(Color::ALL.map(|color| {
                    let foul = foul.map(|(_, foul)| *foul).filter(|_| color == Color::Black);
                    slow_name(&position, point.square, color, foul)
                }));
                assert_eq!(point.threat, slow, "{} {position:?}", point.square);
                seen.extend(slow.0);
            }
        }
    }
    // The boards were worth looking at: every name came, and all three fouls.
    assert_eq!(seen, HashSet::from(ThreatName::ALL));
}

/// The points that were named wrongly: a double-four in two lines, in one line, and the
/// three fouls of renju, which also have that name in refusals.
#[test]
fn the_same_word_means_the_same() {
    for (text, square, x, shape) in [
        // Two fours that meet, in two lines.
        ("2o4/2x4/2x4/2x4/o2xxxo/7/7 x k=5", "c3", "double-four", "four"),
        // Two fours in one line around the point.
        ("9/9/9/9/x1x1x1x2/9/9/9/9 x k=5", "d5", "double-four", "double-four"),
        ("9/9/9/9/2xx1x3/9/9/9/9 x k=5", "e5", "open-four", "open-four"),
        ("9/9/9/9/2x1xx3/4x4/9/4x4/9 x k=5", "d5", "open-four", "open-four"),
        ("3/3/3 x k=3", "b2", "none", "three"),
    ] {
        let position = position(text);
        let points = inspect::patterns(&position);
        let found = points.iter().find(|point| point.square.to_string() == square);
        let name = found.map_or("none".to_owned(), |point| point.threat[Color::Black].to_string());
        assert_eq!(name, x, "{square} of {text}");
        let best = found.and_then(|point| point.shapes[Color::Black].first().copied());
        assert_eq!(best.map_or("none", Shape::name), shape, "{square} of {text}");
    }
    let mut kinds = HashSet::new();
    let mut dice = Dice::new(32);
    let game = variant(Rule::Renju, 9, 9, 5, 0);
    for position in boards(&mut dice, game, effort::of(200, 600)) {
        if position.side() != Color::Black || position.only_fouls_left() {
            continue;
        }
        for point in inspect::patterns(&position) {
            let name = point.threat[Color::Black];
            let refusal = position.clone().play(Move::place(point.square));
            assert_eq!(matches!(name, ThreatName::Forbidden(_)), refusal.is_err(), "{name}");
            if let Err(refusal) = refusal {
                assert_eq!(name.to_string(), refusal.to_string());
                kinds.insert(name);
            }
        }
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

/// Stones that a shape of that name has, of `k`, unless it joins several.
fn stones(shape: Shape, k: usize) -> usize {
    match shape {
        Shape::Five => k,
        Shape::OpenFour | Shape::DoubleFour | Shape::Four => k - 1,
        Shape::OpenThree | Shape::Three => k - 2,
        _ => k.saturating_sub(3),
    }
}

/// In every line, the strongest shape by the definition is the strongest that is listed,
/// and each that is listed stands through all its stones.
#[test]
fn standing_shapes_follow_the_definition() {
    let mut dice = Dice::new(33);
    let mut seen = [0_usize; Shape::ALL.len()];
    for game in games() {
        let k = usize::from(game.k);
        for position in boards(&mut dice, game, effort::of(25, 80)) {
            let listed = inspect::standing(&position);
            for (color, direction) in
                Color::ALL.into_iter().flat_map(|color| Direction::ALL.map(|way| (color, way)))
            {
                let starts = position.size().squares();
                for start in starts.filter(|&at| line_through(&position, at, direction).1 == 0) {
                    let (squares, _) = line_through(&position, start, direction);
                    let line = line_of(&position, &squares, color);
                    let slow: Vec<Option<Shape>> = (0..squares.len())
                        .map(|place| {
                            let is_own = line.at(place as isize) == Cell::Own;
                            is_own.then(|| slow_shape(game, color, line, place))
                        })
                        .collect();
                    let here: Vec<&StandingShape> = listed
                        .iter()
                        .filter(|one| {
                            let is_here = |square: &Square| squares.contains(square);
                            one.color == color && one.squares.iter().all(is_here)
                        })
                        .collect();
                    for one in &here {
                        assert!(one.squares.len() >= stones(one.shape, k).max(2), "{one:?}");
                        for square in &one.squares {
                            let place = squares.iter().position(|at| at == square).unwrap();
                            let through = slow[place];
                            // Of a double four only the stones in the middle see both.
                            let least = one.shape.min(if one.shape == Shape::DoubleFour {
                                Shape::Four
                            } else {
                                Shape::Five
                            });
                            assert!(through >= Some(least), "{one:?} {through:?} {position:?}");
                        }
                        seen[one.shape as usize] += 1;
                    }
                    let strongest = slow.iter().flatten().max().copied();
                    let is_told = strongest.is_some_and(|shape| {
                        shape >= Shape::Two && shape != Shape::Overline && stones(shape, k) >= 2
                    });
                    if is_told {
                        let told = here.iter().map(|one| one.shape).max();
                        assert_eq!(told, strongest, "{color:?} {line:?} {position:?}");
                    }
                }
            }
        }
    }
    let expected = [
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
    ];
    assert!(expected.iter().all(|&shape| seen[shape as usize] > 0), "{seen:?}");
}

/// What a person would list.
#[test]
fn standing_shapes_as_people_list_them() {
    for (text, expected) in [
        ("3/1xx/3 o k=3", vec!["x four b2 c2"]),
        ("5/5/1xx2/5/5 o k=3", vec!["x open-four b3 c3"]),
        ("9/9/9/9/2xxx4/9/9/9/9 o k=5", vec!["x open-three c5 d5 e5"]),
        ("9/9/9/9/oxxx5/9/9/9/9 o k=5", vec!["x three b5 c5 d5"]),
        ("9/9/9/9/oxxxx4/9/9/9/9 o k=5", vec!["x four b5 c5 d5 e5"]),
        ("9/9/9/9/1xxxx4/9/9/9/9 o k=5", vec!["x open-four b5 c5 d5 e5"]),
        ("9/9/9/9/x1xxx1x2/9/9/9/9 o k=5", vec!["x double-four a5 c5 d5 e5 g5"]),
        ("9/9/9/9/2xx5/9/9/9/oo6o o k=5", vec!["x open-two c5 d5", "o two a1 b1"]),
        ("3/3/x1o x k=3", vec![]),
    ] {
        let position: Position =
            Setup::parse(text, &Variant::preset("gomoku").unwrap()).unwrap().build().unwrap();
        let listed: Vec<String> = inspect::standing(&position)
            .iter()
            .map(|one| {
                let squares: Vec<String> = one.squares.iter().map(Square::to_string).collect();
                format!("{} {} {}", one.color.letter(), one.shape.name(), squares.join(" "))
            })
            .collect();
        assert_eq!(listed, expected, "{text}");
    }
}
