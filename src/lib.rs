//! The program `tengen`: its tools, and what they share. The engine itself is the
//! package `tengen-engine`, which knows nothing of terminals, pages and processes;
//! games and what is said about them are `tengen-games`, the page and its messages
//! `tengen-page`, the command line and the programs of others `tengen-host`, the server
//! `tengen-web`, what teaches the engine `tengen-lab`.
//!
//! Each floor imports only from these and from those above it in this list;
//! a test holds every import against it.
//!
//! | floor | what it knows |
//! |---|---|
//! | [`tools`] | the subcommands, side by side; none imports another |
//! | [`app`] | the command line, and which tool a subcommand is |

pub mod app;
pub mod tools;
