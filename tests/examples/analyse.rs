//! Looks for the best move of a position and shows every line of thought:
//!
//! ```sh
//! cargo run --release -p tengen-engine --example analyse
//! cargo run --release -p tengen-engine --example analyse -- "x2/1o1/3 x k=3"
//! ```

#![expect(clippy::print_stdout, reason = "an example has to be seen")]

use std::env;
use std::error::Error;
use std::time::Instant;

use tengen_engine::control::{Limits, Monitor, Report, Signals};
use tengen_engine::game::{Move, Setup, Variant};
use tengen_engine::search::{SearchOptions, Searcher};
use tengen_engine::value::ScoreKind;

/// Prints what the search reports. Another thread could call `signals.stop()`
/// to have the answer at once.
struct Printer {
    signals: Signals,
    started: Instant,
}

impl Monitor for Printer {
    fn signals(&self) -> &Signals {
        &self.signals
    }

    fn started(&self) -> Instant {
        self.started
    }

    fn report(&self, report: Report) {
        let Report::Info(info) = report else { return };
        let score = match info.score.kind() {
            ScoreKind::Win(plies) => format!("wins in {plies} plies"),
            ScoreKind::Loss(plies) => format!("loses in {plies} plies"),
            ScoreKind::Estimate(units) => format!("{units:+} units"),
        };
        let line: Vec<String> = info.pv.iter().map(Move::to_string).collect();
        println!("depth {:2}: {score:>18}: {}", info.depth, line.join(" "));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let default = "15/15/15/15/15/8o6/6xxo6/5o1x7/7o7/15/15/15/15/15/15 x";
    let text = env::args().nth(1).unwrap_or_else(|| default.to_owned());
    // What the text leaves out is as in this game.
    let game = Variant::preset("gomoku")?;
    let position = Setup::parse(&text, &game)
        .and_then(|setup| setup.build())
        .map_err(|error| error.to_string())?;
    println!("{}", position.diagram());

    let limits = Limits { depth: Some(8), ..Limits::default() };
    let monitor = Printer { signals: Signals::default(), started: Instant::now() };
    let memory_mb = 16;
    let choice =
        Searcher::new(memory_mb).search(&position, &limits, &SearchOptions::default(), &monitor);
    match choice.best {
        Some(mv) => println!("{} should play {mv}", position.side().letter()),
        None => println!("the game is over"),
    }
    Ok(())
}
