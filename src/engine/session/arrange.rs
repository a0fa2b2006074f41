//! Boards as a manager arranges them, whatever the rules say.

use crate::game::{Color, Move, Position, Setup, Size, Square, SquareSet, Stone};

use super::message::{Owner, Placed, Point, Problem};

/// A size as managers write it.
pub(super) fn size_text(size: Size) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{},{}", size.width(), size.height())
    }
}

/// Plays a move whatever it is worth: the manager is the judge.
pub(super) fn play_on(position: &mut Position, mv: Move) {
    position.play_unchecked(mv);
    position.go_on();
}

/// The legal move closest to the centre.
pub(super) fn any_move(position: &Position) -> Option<Move> {
    let centre = position.size().centre();
    let distance = |mv: &Move| {
        let square = mv.square();
        square.col().abs_diff(centre.col()).max(square.row().abs_diff(centre.row()))
    };
    position.legal_moves().into_iter().min_by_key(distance)
}

/// The position before its last move.
pub(super) fn taken_back(
    mut position: Position,
    point: Option<Point>,
) -> Result<Position, Problem> {
    let size = position.size();
    let refuse = |expected: String| match point {
        Some(point) => Problem::at("take back", point, expected),
        None => Problem::new("take back", "the last move", expected),
    };
    let last = position.history().next_back();
    if let Some(last) = last {
        if point.is_some_and(|point| point.on(size) != Some(last.square())) {
            return Err(refuse("the last move".to_owned()));
        }
        position.undo();
        return Ok(position);
    }
    // The order in which these stones were placed is not known.
    let mover = !position.side();
    let belongs = |&square: &Square| position.at(square).is_some_and(|stone| stone.color == mover);
    let named = match point {
        Some(point) => point.on(size),
        None => position.last_move().map(Move::square),
    };
    let square = named
        .filter(belongs)
        .ok_or_else(|| refuse(format!("a stone of {}, who has moved last", mover.letter())))?;
    let mut setup = Setup { side: mover, last: None, ..Setup::of(&position) };
    setup.stones.retain(|&(other, _)| other != square);
    setup.build_open().map_err(|error| refuse(error.expected().to_string()))
}

/// The position with the stones `placed`, in the game of `position`.
pub(super) fn arranged(position: &Position, placed: &[Placed]) -> Result<Position, Problem> {
    let size = position.size();
    let own = own_color(placed);
    let mut setup = Setup { side: own, ..Setup::new(position.variant()) };
    let mut seen = SquareSet::EMPTY;
    for &Placed { point, owner } in placed {
        let wrong = |expected: String| Problem::at("board", point, expected);
        let square = point.on(size).ok_or_else(|| wrong(format!("a point of the {size} board")))?;
        if seen.contains(square) {
            return Err(wrong("every point once".to_owned()));
        }
        seen.insert(square);
        let color = match owner {
            Owner::Own => own,
            Owner::Opponent => !own,
            Owner::Dead => {
                setup.dead.push(square);
                continue;
            }
        };
        setup.stones.push((square, Stone { color, converted: false }));
    }
    // The last stone of the list is the last move, if it can be.
    setup.last = setup.stones.last().filter(|(_, stone)| stone.color != own).map(|last| last.0);
    setup
        .build_open()
        .map_err(|error| Problem::new("board", error.offending(), error.expected().to_string()))
}

/// The colour of the side to move: black if there are as many stones of
/// either player, white if the opponent has one more. Where no game can have
/// led to the numbers, black has the larger one.
fn own_color(placed: &[Placed]) -> Color {
    let count = |owner| placed.iter().filter(|placed| placed.owner == owner).count();
    if count(Owner::Opponent) > count(Owner::Own) { Color::White } else { Color::Black }
}
