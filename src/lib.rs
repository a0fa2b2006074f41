//! The program `tengen`: its tools, and what they share. The engine itself is the
//! package `tengen-engine`, which knows nothing of terminals, pages and processes;
//! the command line and the programs of others are `tengen-host`.
//!
//! Each floor imports only from these and from those above it in this list;
//! a test holds every import against it.
//!
//! | floor | what it knows |
//! |---|---|
//! | [`tools`] | the subcommands, side by side; none imports another |
//! | [`app`] | the command line, and which tool a subcommand is |

#![cfg_attr(
    not(feature = "web"),
    expect(
        dead_code,
        unused_imports,
        reason = "some of it is for the page or the drawn board alone"
    )
)]

pub mod app;
pub mod tools;
