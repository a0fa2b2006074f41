//! What programs need of the machine: the command line, files, streams and signals, and the
//! programs of others. Every tool of `tengen` stands on it, and so does the server.
//!
//! | floor | what it knows |
//! |---|---|
//! | [`cli`] | how every tool reads arguments, files and streams, and how it ends |
//! | [`programs`] | programs of others: starting them, talking to them, blaming them |

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "a name says all of it there; the engine is for other programs, this is for ours"
)]

pub mod cli;
pub mod programs;
