//! Openings of a match: the lists of other programs and the shipped ones.

mod shipped;

pub use shipped::{SHIPPED, Shipped};

use tengen_engine::game::{Move, Position, Setup, Symmetry, Variant};
use tengen_games::record::{self, Format, GameInfo, GameRecord, Place, RecordError, RecordedMove};

/// How a game begins: a position, then moves that are played in it. It can be
/// played and does not end the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    start: Setup,
    moves: Vec<Move>,
}

impl Opening {
    /// The empty board.
    pub fn empty(variant: &Variant) -> Opening {
        Opening { start: Setup::new(variant), moves: Vec::new() }
    }

    /// The opening that a game is, all its moves included.
    ///
    /// # Errors
    /// When the game is another one than `variant`, or is over; `place` says where
    /// it stands.
    pub fn of_record(
        record: &GameRecord,
        variant: &Variant,
        place: Place,
    ) -> Result<Opening, RecordError> {
        let played = record.variant();
        // Conversions may have been used before the opening begins.
        let is_same = (played.rule, played.size, played.k, played.destroy > 0)
            == (variant.rule, variant.size, variant.k, variant.destroy > 0);
        if !is_same {
            let expected = format!("an opening of {variant}");
            return Err(record::problem(place, &played.to_string(), expected));
        }
        let opening =
            Opening { start: record.start.clone(), moves: record.plain_moves().collect() };
        let refused =
            |text: &str| record::problem(place, text, "an opening after which the game goes on");
        match record.final_position() {
            Ok(position) if position.is_over() => Err(refused(&position.fen())),
            Ok(_) => Ok(opening),
            Err(error) => Err(refused(&error.to_string())),
        }
    }

    /// The opening as the record of a game that goes on.
    pub fn record(&self) -> GameRecord {
        GameRecord {
            start: self.start.clone(),
            info: GameInfo::default(),
            comment: None,
            moves: self.moves.iter().copied().map(RecordedMove::from).collect(),
        }
    }

    /// The position that the moves begin in; `None` is the empty board.
    pub fn start(&self, variant: &Variant) -> Option<&Setup> {
        (self.start != Setup::new(variant)).then_some(&self.start)
    }

    /// The moves, the side to move first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The opening as a symmetry of the board shows it.
    #[must_use]
    pub fn seen(&self, symmetry: Symmetry) -> Opening {
        let size = self.start.size;
        let mut start = self.start.clone();
        for (square, _) in &mut start.stones {
            *square = symmetry.apply(size, *square);
        }
        start.last = start.last.map(|square| symmetry.apply(size, square));
        let moves = self.moves.iter().map(|&mv| symmetry.apply_move(size, mv)).collect();
        Opening { start, moves }
    }

    /// The unfinished position after the opening, with the opening's moves in its history.
    pub fn position(&self) -> Position {
        let mut position = self.start.build().expect("an opening begins in a position");
        for &mv in &self.moves {
            position.play(mv).expect("an opening can be played");
        }
        position
    }
}

/// Reads openings from a file of any format of [`record`]; lists are told apart
/// by their first line unless the format is given.
///
/// # Errors
/// When a line cannot be understood or played, ends the game or is of another
/// game than `variant`, or when there is no opening at all.
pub fn read(
    bytes: &[u8],
    format: Option<Format>,
    variant: &Variant,
) -> Result<Vec<Opening>, RecordError> {
    let format = format.unwrap_or_else(|| Format::of_list(bytes));
    let records = record::read(format, bytes, variant)?;
    if records.is_empty() {
        return Err(record::problem(Place::File, "", "at least one opening"));
    }
    let lines = format.lines_of_list(bytes).into_iter();
    // Elsewhere the number of a game is all that is known of its place.
    let found = records.iter().zip(lines.chain((1..).map(Place::Game)));
    found.map(|(record, place)| Opening::of_record(record, variant, place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset(name: &str) -> Variant {
        Variant::preset(name).unwrap()
    }

    fn names(opening: &Opening) -> String {
        opening.moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lists_of_all_kinds_are_told_apart() {
        // The same opening, which no symmetry leaves as it is, on an even board.
        let variant = preset("gomoku20");
        for text in
            ["# ours\n\nk10 l9 m10 # note\n", "0,0, 1,1, 2,0\n", "h8 # another one\r\nk10l9m10\r\n"]
        {
            let openings = read(text.as_bytes(), None, &variant).unwrap();
            let last = openings.last().unwrap();
            assert_eq!(names(last), "k10 l9 m10", "{text}");
            assert_eq!(last.start(&variant), None);
        }
        let pos = read(b"k11l12m11\n", Some(Format::Pos), &variant).unwrap();
        assert_eq!(names(&pos[0]), "k10 l9 m10");
        let fen = "20/20/20/20/20/20/20/20/20/20/10x1x7/11o8/20/20/20/20/20/20/20/20 o";
        let fens = read(fen.as_bytes(), None, &variant).unwrap();
        assert_eq!(names(&fens[0]), "");
        assert!(fens[0].start(&variant).is_some());
        let position = fens[0].position();
        assert_eq!(position.key(), pos[0].position().key());
    }

    #[test]
    fn symmetries_move_stones_moves_and_positions() {
        let variant = preset("gomoku20x15");
        let rows = format!("x{}", "19/".to_owned() + &"20/".repeat(13) + "20 o last=a15");
        let text = format!("{rows}\n");
        let mut opening = read(text.as_bytes(), None, &variant).unwrap().remove(0);
        opening.moves = vec!["c4".parse().unwrap()];
        let symmetries: Vec<Symmetry> = Symmetry::of(variant.size).collect();
        assert_eq!(symmetries.len(), 4);
        for symmetry in symmetries {
            let seen = opening.seen(symmetry);
            let position = opening.position();
            assert_eq!(seen.position().key(), symmetry.apply_position(&position).key());
            assert_eq!(seen.seen(symmetry.inverse()), opening);
        }
        let views: Vec<String> =
            Symmetry::of(variant.size).map(|symmetry| names(&opening.seen(symmetry))).collect();
        assert_eq!(views, ["c4", "r4", "c12", "r12"]);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let refusal = |text: &str, variant: &str| {
            read(text.as_bytes(), None, &preset(variant)).unwrap_err().to_string()
        };
        assert_eq!(refusal("", "gomoku"), "file: (nothing): expected at least one opening");
        assert_eq!(
            refusal("# none\n\n", "gomoku"),
            "file: (nothing): expected at least one opening"
        );
        assert_eq!(
            refusal("h8\nh8 p9\n", "gomoku"),
            "line 2: p9: expected a point of the 15x15 board"
        );
        assert_eq!(
            refusal("a1\n# won\n\nb2 a1 c3\na1 a2 b1 b2 c1", "tictactoe"),
            "line 5: 3/oo1/xxx o k=3 rule=freestyle destroy=0,0 last=c1: expected an opening after which the game goes on"
        );
        assert_eq!(
            refusal("x2/3/3 x k=3\n", "gomoku"),
            "line 1: freestyle 3x3 k=3: expected an opening of freestyle 15x15 k=5"
        );
        assert!(refusal("0,0, 9,9", "gomoku").starts_with("line 1: 9,9: expected a point"));
        assert!(refusal("i8 a1 j8 a15 h9 o1 h10 o15 h8", "renju").starts_with("line 1: o13o/"));
    }

    #[test]
    fn an_empty_board_is_an_opening() {
        let variant = preset("destroy");
        let opening = Opening::empty(&variant);
        assert_eq!((opening.start(&variant), opening.moves().len()), (None, 0));
        assert_eq!(read(b"startpos", None, &variant).unwrap(), [opening]);
    }
}
