//! Games as they were read, played through before anyone sees them.
use tengen_engine::game::{
    ByColor, IllegalMove, Move, Position, Setup, SetupError, Size, Square, Stone, Variant,
};

use super::error::{Place, RecordError, problem};
use super::game::{GameResult, play};
use super::tree::{GameTree, Node, NodeId};

/// The games of a file, one after the other.
pub(super) type Drafts<'a> = Box<dyn Iterator<Item = Result<Draft, RecordError>> + 'a>;

/// A game that was read and not yet played through, with the place of each node.
pub(super) struct Draft {
    pub tree: GameTree,
    /// The places of the nodes, by the index of the node.
    places: Vec<Place>,
    /// What else of the file was not understood: told with this game, or with one behind it if
    /// this one makes no sense.
    pub of_file: Vec<RecordError>,
}

impl Draft {
    /// A game that begins at `place` of the file.
    pub fn new(start: Setup, place: Place) -> Draft {
        Draft { tree: GameTree::new(start), places: vec![place], of_file: Vec::new() }
    }

    /// Adds a node that stands at `place` of the file.
    pub fn add(&mut self, parent: NodeId, node: Node, place: Place) -> NodeId {
        self.places.push(place);
        self.tree.add(parent, node)
    }

    /// Adds a move without anything noted about it.
    pub fn play(&mut self, parent: NodeId, mv: Move, place: Place) -> NodeId {
        self.add(parent, Node { mv: Some(mv), ..Node::default() }, place)
    }

    /// Plays every line on the board, and takes over the result of the main line where the file
    /// gives no result.
    pub fn check(mut self, board: &mut ReplayBoard) -> Result<GameTree, RecordError> {
        normalise(&mut self.tree.start);
        let position = board.set_up(&self.tree.start).map_err(|error| {
            let (text, expected) = (error.offending(), error.expected().to_string());
            problem(self.places[0], text, expected)
        })?;
        // The nodes whose moves stand on the board, from the root.
        let mut line = vec![NodeId::ROOT];
        let mut result = GameResult::of(position);
        let mut is_main_line = true;
        for (depth, id) in self.tree.preorder().skip(1) {
            is_main_line &= depth == line.len();
            while line.len() > depth {
                line.pop();
                position.undo();
            }
            self.play_node(position, id)?;
            line.push(id);
            if is_main_line {
                result = GameResult::of(position);
            }
        }
        for _ in 1..line.len() {
            position.undo();
        }
        let length = self.tree.main_line().count();
        let info = &mut self.tree.info;
        info.result = info.result.or(result);
        info.opening = info.opening.min(length);
        Ok(self.tree)
    }

    fn play_node(&self, position: &mut Position, id: NodeId) -> Result<(), RecordError> {
        let place = self.places[id.index()];
        let Some(mv) = self.tree.node(id).mv else {
            if position.is_over() {
                return Err(problem(place, "pass", after_the_end(position)));
            }
            position.pass();
            return Ok(());
        };
        play(position, mv).map_err(|reason| {
            let expected = match reason {
                IllegalMove::GameOver => after_the_end(position),
                _ => reason.expected(),
            };
            problem(place, &format!("{mv} ({reason})"), expected)
        })
    }
}

/// The position that games are played through on, one after another. To set one up
/// costs more than a short game, and games of one file mostly begin alike.
#[derive(Default)]
pub(super) struct ReplayBoard(Option<(Setup, Position)>);

impl ReplayBoard {
    /// The position of `start`. Callers that play on the position take back what they played.
    fn set_up(&mut self, start: &Setup) -> Result<&mut Position, SetupError> {
        let known = self.0.take().filter(|(known, _)| known == start);
        let known = match known {
            Some(known) => known,
            None => (start.clone(), start.build()?),
        };
        Ok(&mut self.0.insert(known).1)
    }
}

/// What should have stood in place of a move after the end. The text names the rule, as a file that
/// does not name its rule may have been read by the wrong one.
fn after_the_end(position: &Position) -> String {
    format!("no move after the end of the game by rule {}", position.rule())
}

/// Gives every description of a position one form.
fn normalise(start: &mut Setup) {
    start.stones.sort_by_key(|(square, _)| *square);
    let is_converted = |(_, stone): &(Square, Stone)| stone.converted;
    if start.conversions == Some(ByColor::new(0, 0)) && !start.stones.iter().any(is_converted) {
        start.conversions = None;
    }
}

/// The empty board of a game, on a board of another size.
pub(super) fn sized(
    defaults: Variant,
    (width, height): (usize, usize),
    place: Place,
) -> Result<Setup, RecordError> {
    let size = Size::new(width, height).map_err(|error| {
        problem(place, &format!("{}x{}", error.0, error.1), "a board from 3x3 to 40x40")
    })?;
    Ok(Setup::new(&Variant { size, ..defaults }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Color;

    #[test]
    fn every_line_is_played() {
        let start = || Setup::new(&Variant::preset("tictactoe").unwrap());
        let line = |moves: &str| {
            let mut draft = Draft::new(start(), Place::Line(1));
            let mut last = NodeId::ROOT;
            for (index, name) in moves.split_whitespace().enumerate() {
                last = draft.play(last, name.parse().unwrap(), Place::Line(index + 2));
            }
            draft
        };
        let check = |draft: Draft| draft.check(&mut ReplayBoard::default());
        let error = |draft: Draft| check(draft).unwrap_err().to_string();
        assert_eq!(error(line("a1 a1")), "line 3: a1 (occupied): expected an empty square");
        assert_eq!(
            error(line("d1")),
            "line 2: d1 (outside the 3x3 board): expected a square of the 3x3 board"
        );
        assert_eq!(
            error(line("a1 b1 a2 b2 a3 b3")),
            "line 7: b3 (game over): expected no move after the end of the game by rule freestyle"
        );

        let mut won = line("a1 b1 a2 b2 a3");
        let first = won.tree.main_line().next().unwrap();
        won.play(first, "c3".parse().unwrap(), Place::Line(9));
        let tree = check(won).unwrap();
        assert_eq!(tree.info.result, Some(GameResult::Win(Color::Black)));

        let mut broken = line("a1 b1 a2 b2 a3");
        let first = broken.tree.main_line().next().unwrap();
        broken.play(first, "a1".parse().unwrap(), Place::Line(9));
        assert!(error(broken).starts_with("line 9: a1 (occupied)"));
    }

    #[test]
    fn a_board_is_cleared_for_the_next_game() {
        let tictactoe = Variant::preset("tictactoe").unwrap();
        let mut board = ReplayBoard::default();
        for (name, is_set_up) in [("a1", false), ("a1", true), ("a1", true), ("b1", false)] {
            let mut start = Setup::new(&tictactoe);
            if is_set_up {
                let stone = Stone { color: Color::White, converted: false };
                start.stones.push(("b1".parse().unwrap(), stone));
            }
            let mut draft = Draft::new(start, Place::Line(1));
            let last = draft.play(NodeId::ROOT, name.parse().unwrap(), Place::Line(2));
            draft.play(last, "c3".parse().unwrap(), Place::Line(3));
            assert!(draft.check(&mut board).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_game_of_renju_may_end_by_a_foul() {
        let renju = Variant::preset("renju").unwrap();
        let mut draft = Draft::new(Setup::new(&renju), Place::Line(1));
        let mut last = NodeId::ROOT;
        // A double-three at h8.
        for name in ["i8", "a1", "j8", "a15", "h9", "o1", "h10", "o15", "h8"] {
            last = draft.play(last, name.parse().unwrap(), Place::Line(2));
        }
        let tree = draft.check(&mut ReplayBoard::default()).unwrap();
        assert_eq!(tree.info.result, Some(GameResult::Win(Color::White)));
    }
}
