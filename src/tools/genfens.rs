//! `tengen genfens`: openings for `OpenBench`, which asks for them with one argument, as in
//! `tengen "genfens 8 seed 42 book None" quit`.

use std::fmt::Write;

use clap::Args;

use tengen_engine::control::whole_number;
use tengen_engine::game::{Position, Variant};

use tengen_games::openings::{Recipe, generate};
use tengen_host::cli::failure::{Failure, put};

/// Most openings that are made at once.
const MOST: i64 = 1_000_000;
/// Positions that the engine looks at to say who stands better.
const NODES: u64 = 2000;
/// Largest advantage of either side, in hundredths.
const MAX_CP: u32 = 50;

/// What the first number is.
const COUNT: &str = "a number of openings, 1 to 1000000";
/// What the second number is.
const SEED: &str = "a seed, a whole number from 0";

/// Arguments of `genfens`.
#[derive(Args, Debug)]
pub(crate) struct GenfensArguments {
    /// N seed S, perhaps with "book None" and "quit" behind
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,
}

/// Prints balanced openings of freestyle 15x15 as position texts, one in a line.
///
/// # Errors
/// When the words are others.
pub(crate) fn run(arguments: &GenfensArguments) -> Result<(), Failure> {
    let (count, seed) = read(&arguments.words).map_err(|(word, expected)| {
        Failure::Usage(format!("genfens: {word}: expected {expected}"))
    })?;
    let variant = Variant::preset("gomoku").map_err(anyhow::Error::from)?;
    let recipe = Recipe { variant, count, seed, stones: 3..=7, nodes: NODES, max_cp: MAX_CP };
    let openings = generate(&recipe, &mut |_| ()).map_err(anyhow::Error::from)?;
    let mut lines = String::new();
    for moves in openings {
        let mut position = Position::new(variant).map_err(anyhow::Error::from)?;
        for mv in moves {
            position.play(mv).map_err(anyhow::Error::from)?;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "info string genfens {}", position.fen());
    }
    put(lines.as_bytes())
}

/// What is wrong: a word, and what was expected in its place.
type Mistake = (String, &'static str);

/// The number of openings and the seed.
fn read(words: &[String]) -> Result<(usize, u64), Mistake> {
    // All may be one argument.
    let mut words = words.iter().flat_map(|text| text.split_whitespace());
    let mut next = |expected| words.next().ok_or(("(nothing)".to_owned(), expected));
    let number = |word: &str, most: i64, expected| {
        let number = whole_number(word).filter(|number| (0..=most).contains(number));
        number.map(|number| number as u64).ok_or((word.to_owned(), expected))
    };
    let count = number(next(COUNT)?, MOST, COUNT)?;
    if count == 0 {
        return Err(("0".to_owned(), COUNT));
    }
    match next("seed S behind the number")? {
        "seed" => {}
        word => return Err((word.to_owned(), "seed S behind the number")),
    }
    let seed = number(next(SEED)?, i64::MAX, SEED)?;
    while let Some(word) = words.next() {
        let expected = "book None: openings are made without a book";
        match word {
            "quit" => break,
            "book" => match words.next() {
                Some(book) if book.eq_ignore_ascii_case("none") => {}
                book => return Err((book.unwrap_or("(nothing)").to_owned(), expected)),
            },
            _ => return Err((word.to_owned(), expected)),
        }
    }
    Ok((count as usize, seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_one_argument_and_as_many() {
        let read = |text: &str| read(&[text.to_owned()]);
        for text in ["8 seed 42", "8 seed 42 book None", "8 seed 42 book none quit"] {
            assert_eq!(read(text), Ok((8, 42)), "{text}");
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            assert_eq!(super::read(&words), Ok((8, 42)), "{text}");
        }
        for (text, word) in [
            ("", "(nothing)"),
            ("0 seed 1", "0"),
            ("x seed 1", "x"),
            ("8 seeds 1", "seeds"),
            ("8 seed", "(nothing)"),
            ("8 seed -1", "-1"),
            ("8 seed 1 book my.epd", "my.epd"),
            ("8 seed 1 more", "more"),
        ] {
            assert_eq!(read(text).unwrap_err().0, word, "{text}");
        }
    }
}
