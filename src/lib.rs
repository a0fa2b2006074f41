//! The program `tengen`: its tools, and what they share. The engine itself is the
//! package `tengen-engine`, which knows nothing of terminals, pages and processes.
//!
//! Each floor imports only from the engine and from those above it in this list;
//! a test holds every import against it.
//!
//! | floor | what it knows |
//! |---|---|
//! | `cli` | how every tool reads arguments, files and streams, and how it ends |
//! | [`host`] | programs of others: starting them, talking to them, blaming them |
//! | [`analysis`] | our engine, asked about positions |
//! | [`table`] | a game between two chairs, without a screen |
//! | [`tools`] | the subcommands, side by side; none imports another |
//! | [`app`] | the command line, and which tool a subcommand is |

#![cfg_attr(
    not(feature = "web"),
    expect(dead_code, unused_imports, reason = "some of the table is for the page alone")
)]

pub mod analysis;
pub mod app;
pub(crate) mod cli;
pub mod host;
pub mod table;
pub mod tools;
