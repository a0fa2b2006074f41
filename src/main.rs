//! The program: reads its arguments, does what they say, tells how it went.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen::app::run(std::env::args_os())
}
