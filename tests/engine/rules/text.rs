//! Position text and drawings under any input: what is accepted can be written
//! and read again, what is not is refused with a reason.

use proptest::prelude::*;
use tengen_engine::game::diagram::Diagram;
use tengen_engine::game::{Position, Setup, SetupError, Square, Variant};

fn preset() -> impl Strategy<Value = Variant> {
    let names: Vec<&str> = Variant::preset_names().collect();
    prop::sample::select(names).prop_map(|name| Variant::preset(name).unwrap())
}

/// Text made of pieces that position text is made of, in any order.
fn scraps() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "x",
        "o",
        "X",
        "O",
        "1",
        "3",
        "5",
        "15",
        "/",
        "/",
        " ",
        " ",
        "w",
        "b",
        "P",
        "p",
        "[Pp]",
        "-",
        "k=3",
        "k=5",
        "k=",
        "rule=renju",
        "rule=caro",
        "destroy=1,0",
        "destroy=",
        "last=",
        "last=a1",
        "b2",
        "=",
        "40",
        "3/3/3",
        "x2/1o1/3",
        "é",
        "\0",
        "#",
    ]);
    prop::collection::vec(pieces, 0..14).prop_map(|pieces| pieces.concat())
}

/// Letters of the rows of a small board, and what follows the rows.
fn sketches() -> impl Strategy<Value = (Vec<String>, &'static str)> {
    let rows = (3..7_usize).prop_flat_map(|width| {
        let row = prop::collection::vec(prop::sample::select(b"...xo".to_vec()), width);
        prop::collection::vec(row.prop_map(|row| String::from_utf8(row).unwrap()), 5..8)
    });
    let fields = prop::sample::select(vec![
        "x k=3 rule=freestyle",
        "o k=4 rule=caro",
        "x k=4 rule=standard destroy=0,0",
        "o k=4 rule=freestyle destroy=2,1",
        "x k=5 rule=renju",
        "o k=6 rule=freestyle last=a1",
    ]);
    (rows, fields)
}

fn read(text: &str, defaults: Variant) -> Result<Position, SetupError> {
    Setup::parse(text, &defaults)?.build()
}

/// A position that was accepted is the same after writing and reading, as text
/// and as a drawing.
fn check(text: &str, defaults: Variant, other: Variant) -> Result<(), TestCaseError> {
    match read(text, defaults) {
        Ok(position) => {
            let again = read(&position.fen(), other).unwrap();
            prop_assert_eq!(again.fen(), position.fen());
            prop_assert_eq!(again.key(), position.key());
            prop_assert_eq!(again.outcome(), position.outcome());
            let drawn = Diagram::parse(&position.diagram()).unwrap();
            let (_, fields) =
                position.fen().split_once(' ').map(|(r, f)| (r.to_owned(), f.to_owned())).unwrap();
            let drawn = drawn.setup(&fields).unwrap().build().unwrap();
            prop_assert_eq!(drawn.fen(), position.fen());
        }
        Err(error) => {
            prop_assert!(!error.offending().is_empty());
            prop_assert_eq!(
                error.to_string(),
                format!("{}: expected {}", error.offending(), error.expected())
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in ".*", defaults in preset(), other in preset()) {
        check(&text, defaults, other)?;
        // Drawings too: no mark, blank or number brings the reader down.
        let _ = Diagram::parse(&text).map(|diagram| diagram.setup("x"));
    }

    #[test]
    fn scraps_are_read_or_refused(text in scraps(), defaults in preset(), other in preset()) {
        check(&text, defaults, other)?;
        let _ = Diagram::parse(&text.replace('/', "\n")).map(|diagram| diagram.setup("x"));
    }

    #[test]
    fn drawings_become_text(
        (rows, fields) in sketches(),
        defaults in preset(),
        other in preset(),
    ) {
        let setup = Diagram::parse(&rows.join("\n")).unwrap().setup(fields).unwrap();
        let Ok(position) = setup.build() else { return Ok(()) };
        for (row, letters) in rows.iter().rev().enumerate() {
            for (col, letter) in letters.chars().enumerate() {
                let stone = position.at(Square::new(col, row));
                prop_assert_eq!(stone.map_or('.', |stone| stone.color.letter()), letter);
            }
        }
        check(&position.fen(), defaults, other)?;
    }
}

#[test]
fn huge_text_is_refused_at_once() {
    let defaults = Variant::preset("gomoku").unwrap();
    for piece in ["x", "9x", "x/", "/", "x ", "99", "x40"] {
        let text = piece.repeat(2_000_000);
        assert!(read(&text, defaults).is_err(), "{piece}");
        assert!(Diagram::parse(&text).is_err(), "{piece}");
    }
}
