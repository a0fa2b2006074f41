//! Why moves are worth playing in a position of the page.

use tengen_engine::game::{Move, Problem};
use tengen_games::reasons::{ReasonText, reasons, shape_reasons, texts};
use tengen_games::record::play;

use crate::records::{Played, illegal, move_of, played};

/// Moves that may be asked about at once.
const MOST: usize = 10;

/// The reasons for each of the moves `of`, which are separated by blanks, after `moves` from `fen`;
/// with `shapes` those alone that the shapes give, which takes no search.
///
/// # Errors
/// When the position cannot be read, the game is over, or there are too many moves, one that is no
/// move or one that is not legal.
pub fn explain(
    fen: &str,
    moves: &str,
    of: &str,
    shapes: bool,
) -> Result<Vec<Vec<ReasonText>>, Problem> {
    let Played { start, moves } = played(fen, moves)?;
    let mut position = start.build().map_err(|error| Problem::explain("fen", &error))?;
    for mv in moves {
        play(&mut position, mv).map_err(|why| illegal(mv, why))?;
    }
    let asked: Vec<Move> = of.split_whitespace().map(move_of).collect::<Result<_, _>>()?;
    if asked.len() > MOST {
        return Err(Problem::new("of", asked.len().to_string(), format!("{MOST} moves at most")));
    }
    let reasons = asked.into_iter().map(|mv| {
        position.check_but_fouls(mv).map_err(|why| illegal(mv, why))?;
        let found = if shapes { shape_reasons } else { reasons };
        Ok(texts(&found(&position, mv)))
    });
    reasons.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Code;

    const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x k=5";

    #[test]
    fn moves_are_explained_one_by_one() {
        let found = explain(EMPTY, "h8 a1 i8 a3 j8", "g8 a5", false).unwrap();
        let codes: Vec<Vec<&str>> =
            found.iter().map(|all| all.iter().map(|one| one.code.as_str()).collect()).collect();
        assert_eq!(codes, [vec!["blocks-open-four"], vec!["allows-win-by-fours", "three"]]);
        let shapes = explain(EMPTY, "h8 a1 i8 a3 j8", "a5", true).unwrap();
        assert_eq!(shapes[0].iter().map(|one| one.code.as_str()).collect::<Vec<_>>(), ["three"]);
        assert_eq!((found[1][0].moves, found[1][0].side), (Some(2), Some('x')));
    }

    #[test]
    fn what_cannot_be_explained_is_named() {
        let code = |moves, of| explain(EMPTY, moves, of, false).unwrap_err().code;
        assert_eq!(code("h8", "h8"), Code::Occupied);
        assert_eq!(code("h8 h8", "h9"), Code::Occupied);
        assert_eq!(code("", "p16"), Code::Outside);
        let many = ["h8"; MOST + 1].join(" ");
        assert_eq!(explain(EMPTY, "", &many, false).unwrap_err().text, "11");
    }
}
