//! Plays a game by its rules and judges it, without any search:
//!
//! ```sh
//! cargo run -p tengen-engine --example judge -- tictactoe b2 a1 b1 a3 b3
//! cargo run -p tengen-engine --example judge -- renju h8 a1 h9 a3 i10 a5 j10 a7 h10
//! ```

#![expect(clippy::print_stdout, reason = "an example has to be seen")]

use std::env;
use std::error::Error;

use tengen_engine::game::{Move, Outcome, Position, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let variant = Variant::preset(&arguments.next().unwrap_or_else(|| "tictactoe".to_owned()))?;
    let mut position = Position::new(variant)?;
    println!("{variant}");

    for text in arguments {
        let mv: Move = text.parse()?;
        let side = position.side();
        // A move that the rules forbid is refused, and the position stays.
        position.play(mv).map_err(|error| format!("{mv}: {error}"))?;
        println!("\n{} plays {mv}\n{}", side.letter(), position.diagram().trim_end());
    }

    println!("\n{}", verdict(&position));
    Ok(())
}

fn verdict(position: &Position) -> String {
    match position.outcome() {
        None => format!("{} is to move", position.side().letter()),
        Some(Outcome::Line { winner, squares }) => {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            format!("{} wins with {}", winner.letter(), names.join(" "))
        }
        Some(Outcome::Forbidden(square)) => format!("x had to play the forbidden {square}"),
        Some(Outcome::Draw) => "a draw".to_owned(),
    }
}
