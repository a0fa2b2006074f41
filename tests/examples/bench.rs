//! Counts the positions that the search visits in fixed ones, as `tengen bench` does, without
//! building the program:
//!
//! ```sh
//! cargo run --release -p tengen-engine --example bench
//! ```

#![expect(clippy::print_stdout, reason = "an example has to be seen")]

use tengen_engine::control::Signals;
use tengen_engine::search::bench::{self, BenchLine};

fn main() {
    bench::run(&Signals::default(), &mut |finding| {
        if let BenchLine::Total { nodes, nps } = finding {
            println!("{nodes} nodes {nps} nps");
        }
    });
}
