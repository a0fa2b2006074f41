//! The tables of line shapes against their definition, and the incremental
//! shapes of a board against shapes computed afresh.

use std::collections::HashMap;

use tengen_engine::game::judge::Judge;
use tengen_engine::game::lines::View;
use tengen_engine::game::{Color, Move, Outcome, Position, Rule, Square, SquareSet, Variant};
use tengen_engine::pattern::{Board, PatternState, Shape, ShapeTable};

use crate::effort;
use crate::support::{Dice, tables, variant};

/// What a player sees at one place of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Own,
    Opponent,
    Edge,
}

/// A line of at most 31 cells, two bits each; everything beyond is the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    bits: u64,
    length: usize,
}

impl Line {
    pub fn of(cells: &[Cell]) -> Line {
        let line = Line { bits: 0, length: cells.len() };
        cells.iter().enumerate().fold(line, |line, (place, &cell)| line.with(place, cell))
    }

    pub fn at(self, place: isize) -> Cell {
        if place < 0 || place >= self.length as isize {
            return Cell::Edge;
        }
        [Cell::Empty, Cell::Own, Cell::Opponent, Cell::Edge]
            [(self.bits >> (2 * place) & 3) as usize]
    }

    pub fn with(self, place: usize, cell: Cell) -> Line {
        let shift = 2 * place;
        Line { bits: self.bits & !(3 << shift) | (cell as u64) << shift, ..self }
    }

    /// The same line as the tables read it.
    fn view(self, point: usize) -> View {
        const FIRST: usize = 12;
        let collect = |wanted: &[Cell]| {
            (0..64_usize)
                .filter(|&bit| wanted.contains(&self.at(bit as isize - FIRST as isize)))
                .fold(0, |bits, bit| bits | 1 << bit)
        };
        View {
            own: collect(&[Cell::Own]),
            blocked: collect(&[Cell::Opponent, Cell::Edge]),
            wall: collect(&[Cell::Edge]),
            bit: (FIRST + point) as u32,
        }
    }
}

/// The definition of shapes, word by word, for one place of a line.
pub struct Definition {
    rule: Rule,
    color: Color,
    k: usize,
    point: usize,
    known: HashMap<Line, Shape>,
}

impl Definition {
    pub fn new(rule: Rule, color: Color, k: u8, point: usize) -> Definition {
        Definition { rule, color, k: k.into(), point, known: HashMap::new() }
    }

    /// The shape that a stone at the point makes in that line.
    pub fn shape(&mut self, line: Line) -> Shape {
        self.made(line.with(self.point, Cell::Own))
    }

    fn made(&mut self, line: Line) -> Shape {
        if let Some(&shape) = self.known.get(&line) {
            return shape;
        }
        let shape = self.judge(line);
        self.known.insert(line, shape);
        shape
    }

    fn judge(&mut self, line: Line) -> Shape {
        let is_own = |place: &isize| line.at(*place) == Cell::Own;
        let point = self.point as isize;
        let before = (0..=point).rev().take_while(is_own).last().unwrap() - 1;
        let after = (point..=line.length as isize).take_while(is_own).last().unwrap() + 1;
        let length = (after - before - 1) as usize;
        let blocked = [before, after].iter().filter(|&&end| line.at(end) == Cell::Opponent).count();
        if self.rule.wins(self.color, length, self.k, blocked) {
            return Shape::Five;
        }
        if self.rule.has_fouls(self.color) && length > self.k {
            return Shape::Overline;
        }
        let next: Vec<(isize, Shape)> = (0..line.length)
            .filter(|&place| line.at(place as isize) == Cell::Empty)
            .map(|place| (place as isize, self.made(line.with(place, Cell::Own))))
            .collect();
        let can_make = |shapes: &[Shape]| next.iter().any(|(_, shape)| shapes.contains(shape));
        let fives: Vec<isize> = next
            .iter()
            .filter(|(_, shape)| *shape == Shape::Five)
            .map(|&(place, _)| place)
            .collect();
        let ends_win = fives.contains(&before) && fives.contains(&after);
        match fives.len() {
            2.. if length == self.k - 1 && ends_win => Shape::OpenFour,
            2.. => Shape::DoubleFour,
            1 => Shape::Four,
            _ if can_make(&[Shape::OpenFour]) => Shape::OpenThree,
            _ if can_make(&[Shape::Four, Shape::DoubleFour]) => Shape::Three,
            _ if can_make(&[Shape::OpenThree]) => Shape::OpenTwo,
            _ if can_make(&[Shape::Three]) => Shape::Two,
            _ if can_make(&[Shape::OpenTwo, Shape::Two, Shape::Live]) => Shape::Live,
            _ => Shape::Dead,
        }
    }
}

/// The rules that know lines of `k`.
fn rules(k: u8) -> impl Iterator<Item = Rule> {
    Rule::ALL.into_iter().filter(move |&rule| rule != Rule::Renju || k == 5)
}

#[test]
fn tables_follow_the_definition_on_every_short_line() {
    const CELLS: [Cell; 3] = [Cell::Empty, Cell::Own, Cell::Opponent];
    for k in 3..=5_u8 {
        let reach = usize::from(k);
        for (rule, color) in rules(k).flat_map(|rule| Color::ALL.map(|color| (rule, color))) {
            let table = ShapeTable::build(rule, k);
            for (left, right) in (0..=reach).flat_map(|l| (0..=reach).map(move |r| (l, r))) {
                let mut definition = Definition::new(rule, color, k, left);
                // A stride that is no multiple of three meets every cell everywhere.
                let stride = if left + right < 8 { 1 } else { effort::of(7, 1) };
                for filling in (0..3_usize.pow((left + right) as u32)).step_by(stride) {
                    let mut line = Line { bits: 0, length: left + 1 + right };
                    let mut digits = filling;
                    for place in (0..line.length).filter(|&place| place != left) {
                        line = line.with(place, CELLS[digits % 3]);
                        digits /= 3;
                    }
                    let fast = table.shape(&line.view(left), color);
                    assert_eq!(fast, definition.shape(line), "{rule} k={k} {color:?} {line:?}");
                }
            }
        }
    }
}

/// Lines longer than the tables look: what lies beyond must not matter.
#[test]
fn tables_follow_the_definition_on_long_lines() {
    let mut dice = Dice::new(20);
    let mut seen = [0_usize; Shape::ALL.len()];
    for k in 3..=9_u8 {
        for (rule, color) in rules(k).flat_map(|rule| Color::ALL.map(|color| (rule, color))) {
            let table = ShapeTable::build(rule, k);
            for _ in 0..effort::of(60, 160) {
                let length = usize::from(k) + dice.below(31 - usize::from(k));
                let point = dice.below(length);
                let mut cells: Vec<Cell> = (0..length)
                    .map(|_| if dice.below(14) == 0 { Cell::Opponent } else { Cell::Own })
                    .collect();
                // The definition looks at every way to fill the empty cells.
                for _ in 0..dice.below(10) {
                    let near = (point + dice.below(13)).saturating_sub(6).min(length - 1);
                    cells[near] = Cell::Empty;
                }
                cells[point] = Cell::Empty;
                let line = Line::of(&cells);
                let slow = Definition::new(rule, color, k, point).shape(line);
                let fast = table.shape(&line.view(point), color);
                assert_eq!(fast, slow, "{rule} k={k} {color:?} point {point} of {cells:?}");
                seen[slow as usize] += 1;
            }
        }
    }
    // The lines were worth looking at.
    assert!(seen.iter().all(|&count| count > effort::of(5, 20)), "{seen:?}");
}

/// Every rule, small and large boards, rectangles, every `k`, conversions.
fn games() -> Vec<Variant> {
    let mut games: Vec<Variant> =
        Variant::preset_names().map(|name| Variant::preset(name).unwrap()).collect();
    for (width, height, k) in [
        (3, 3, 3),
        (4, 3, 4),
        (3, 12, 3),
        (6, 6, 4),
        (9, 5, 6),
        (12, 12, 7),
        (40, 3, 8),
        (17, 31, 9),
    ] {
        let rules = rules(k).filter(|&rule| rule != Rule::Renju);
        games.extend(rules.map(|rule| variant(rule, width, height, k, 0)));
    }
    games.push(variant(Rule::Freestyle, 40, 40, 5, 0));
    games.push(variant(Rule::Renju, 6, 8, 5, 0));
    games.push(variant(Rule::Renju, 40, 9, 5, 0));
    games.push(variant(Rule::Freestyle, 5, 4, 3, 9));
    games.push(variant(Rule::Freestyle, 9, 9, 4, 5));
    games.push(variant(Rule::Freestyle, 11, 10, 5, 9));
    games
}

fn list(set: &SquareSet) -> Vec<Square> {
    set.iter().collect()
}

fn assert_same(board: &mut Board) {
    let sums = *board.sums();
    let position = board.position();
    let variant = position.variant();
    let mut fresh = PatternState::new(position, tables(*variant));
    assert_eq!(&sums, fresh.sums(), "{position:?}");
    let kept = board.patterns();
    for color in Color::ALL {
        for square in position.size().squares() {
            assert_eq!(
                (kept.shapes(square, color), kept.combination(square, color)),
                (fresh.shapes(square, color), fresh.combination(square, color)),
                "{square} {color:?} {position:?}"
            );
        }
        let sets = |state: &PatternState| {
            [state.fives(color), state.open_fours(color), state.fours(color), state.threes(color)]
                .map(list)
        };
        assert_eq!(sets(kept), sets(&fresh), "{color:?} {position:?}");
        assert_eq!(kept.can_win(color), fresh.can_win(color), "{color:?} {position:?}");
    }
}

#[test]
fn incremental_shapes_equal_fresh_ones() {
    let mut dice = Dice::new(21);
    for game in games() {
        let tables = tables(game);
        // Large boards are looked at less often.
        let rounds = (effort::of(4_000, 12_000) / game.size.area()).clamp(12, 120);
        let mut board = Board::new(Position::new(game).unwrap(), tables);
        let mut depth = 0;
        for _ in 0..rounds {
            for _ in 0..=dice.below(4) {
                if board.position().is_over() || board.position().only_fouls_left() {
                    break;
                }
                let mv = dice.legal_move(board.position());
                board.play(mv);
                depth += 1;
            }
            assert_same(&mut board);
            let back = if board.position().is_over() || dice.below(4) == 0 {
                dice.below(depth + 1)
            } else {
                0
            };
            (0..back).for_each(|_| board.undo());
            depth -= back;
            if back > 0 {
                assert_same(&mut board);
            }
        }
    }
}

/// Conversions change owners: both players' lines change at once.
#[test]
fn conversions_are_followed() {
    let mut dice = Dice::new(22);
    let mut conversions = 0;
    for _ in 0..30 {
        let game = variant(Rule::Freestyle, 7 + dice.below(4), 7, 5, 9);
        let mut board = Board::new(Position::new(game).unwrap(), tables(game));
        while !board.position().is_over() && board.position().stone_count() < 30 {
            let convert: Vec<Move> = board.position().conversion_moves().collect();
            let mv = if convert.is_empty() || dice.below(3) > 0 {
                dice.legal_move(board.position())
            } else {
                conversions += 1;
                dice.pick(&convert)
            };
            board.play(mv);
            assert_same(&mut board);
            if dice.below(3) == 0 {
                board.undo();
                assert_same(&mut board);
            }
        }
    }
    assert!(conversions > 100);
}

/// The same position with `color` to move.
fn turned_to(position: &Position, color: Color) -> Position {
    let mut position = position.clone();
    if position.side() != color {
        position.pass();
    }
    position
}

#[test]
fn five_points_and_fouls_are_those_of_the_slow_judge() {
    let mut dice = Dice::new(23);
    let (mut fives, mut fouls) = (0, 0);
    for game in games().into_iter().filter(|game| game.size.area() <= 300) {
        // Renju has most to compare, and crowded boards are often finished ones.
        let rounds = effort::of(1, 3) * if game.rule == Rule::Renju { 40 } else { 10 };
        for _ in 0..rounds {
            let crowd = 10 + dice.below(22);
            let Ok(position) = dice.scatter(game, crowd, crowd).build() else { continue };
            if position.is_over() {
                continue;
            }
            let board = Board::new(position, tables(game));
            for color in Color::ALL {
                let judge = Judge::new(&turned_to(board.position(), color));
                let wins = |square: &Square| {
                    let mut judge = judge.clone();
                    judge.play(Move::place(*square));
                    matches!(judge.outcome(), Some(Outcome::Line { winner, .. }) if *winner == color)
                };
                let slow: Vec<Square> = board.position().empty_squares().filter(wins).collect();
                let fast = list(board.patterns().fives(color));
                assert_eq!(fast, slow, "{color:?} {:?}", board.position());
                fives += fast.len();
            }
            let slow: Vec<Square> = Judge::new(board.position())
                .fouls()
                .into_iter()
                .map(|(square, _)| square)
                .collect();
            let fast: Vec<Square> = board
                .position()
                .empty_squares()
                .filter(|&square| board.is_foul(square, Color::Black))
                .collect();
            assert_eq!(fast, slow, "{:?}", board.position());
            assert!(
                board.position().empty_squares().all(|square| !board.is_foul(square, Color::White))
            );
            fouls += fast.len();
        }
    }
    assert!(fives > 500 && fouls > 50, "{fives} five points, {fouls} fouls");
}
