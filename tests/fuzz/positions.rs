//! Text and drawings of positions.

use tengen_engine::game::diagram::Diagram;
use tengen_engine::game::{Position, Setup, SetupError, Variant};

use crate::corpus::Input;
use crate::hunt::{Verdict, same};
use crate::text::is_calm;

/// What positions are made of.
pub const TOKENS: &[&str] = &[
    "x",
    "o",
    "X",
    "O",
    "P",
    "p",
    "w",
    "b",
    "/",
    "3/3/3",
    " ",
    "15",
    "40",
    "39x",
    "1",
    "x2/1o1/3",
    " k=3",
    " k=5",
    " rule=renju",
    " rule=caro",
    " rule=freestyle",
    " destroy=1,0",
    " destroy=0,0",
    " last=a1",
    " last=b2",
    "=",
    "[Pp]",
    " - - 0 1",
    "3 3 3 ",
    "\n",
    ".",
    "  a b c\n",
    "1 ",
    "\u{e9}",
    "\u{2028}",
];

fn read(text: &str, defaults: Variant) -> Result<Position, SetupError> {
    Setup::parse(text, &defaults)?.build()
}

/// Reads the text with several games in mind; what is read is the same after it was
/// written, as text and as a drawing.
pub fn check(input: &Input) -> Verdict {
    let text = String::from_utf8_lossy(&input.bytes);
    let mut words = String::new();
    for name in ["gomoku", "renju", "destroy", "tictactoe"] {
        match read(&text, Variant::preset(name).unwrap()) {
            Ok(position) => {
                is_kept(&position)?;
                let stones = position.stone_count().min(4);
                let is_over = if position.is_over() { "over" } else { "" };
                words += [position.rule().name(), is_over, &stones.to_string()].join(" ").as_str();
            }
            Err(error) => {
                let expected = error.expected().to_string();
                is_calm(&expected)?;
                if error.offending().is_empty() {
                    return Err(format!("nothing is named: expected {expected}"));
                }
                words += &expected;
            }
        }
    }
    let drawn = Diagram::parse(&text).map(|diagram| diagram.setup("x k=3").map(|it| it.build()));
    Ok(format!("{words} {}", matches!(drawn, Ok(Ok(Ok(_))))))
}

fn is_kept(position: &Position) -> Result<(), String> {
    let fen = position.fen();
    let again = read(&fen, Variant::preset("caro").unwrap())
        .map_err(|error| format!("its own text is refused: {fen}: {error}"))?;
    same("text", &again.fen(), &fen)?;
    same("key", &again.key(), &position.key())?;
    same("outcome", &again.outcome(), &position.outcome())?;
    let fields = fen.split_once(' ').map_or("", |(_, fields)| fields);
    let drawn = Diagram::parse(&position.diagram())
        .and_then(|diagram| diagram.setup(fields))
        .and_then(|setup| setup.build())
        .map_err(|error| format!("its own drawing is refused: {fen}: {error}"))?;
    same("drawing", &drawn.fen(), &fen)
}
