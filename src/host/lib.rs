//! What the tools of `tengen` and its server need of the machine: the command line, files,
//! streams, signals and foreign engines.
//!
//! | floor | what it knows |
//! |---|---|
//! | [`cli`] | how every tool reads arguments, files and streams, and how it ends |
//! | [`programs`] | programs of others: starting them, talking to them, blaming them |

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only our own programs use this package, and a line that repeats a name tells nothing"
)]

pub mod cli;
pub mod programs;
