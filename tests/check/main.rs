//! The checker against mock engines and against this program. The mock engines
//! are this very program, started with `mock PROTOCOL FAULT`.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "tests and mocks")]

mod mock;
mod ours;
mod table;
mod tool;
mod trials;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("mock", rest)) = arguments.split_first().map(|(word, rest)| (word.as_str(), rest))
    {
        return mock::run(rest);
    }
    let mut trials: Vec<Trial> = trials::all();
    trials.extend(ours::all());
    trials.extend(tool::all());
    let mut arguments = Arguments::from_args();
    // They wait most of the time.
    arguments.test_threads.get_or_insert(6);
    libtest_mimic::run(&arguments, trials).exit();
}
