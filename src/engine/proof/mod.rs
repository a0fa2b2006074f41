//! Proofs that can be checked independently: strategies written down, and the checker that
//! believes nothing but the laws of the board.
//!
//! A [`Proof`] says what one player, the *prover*, answers to everything. [`read()`] and
//! [`write()`] turn files into proofs and back; [`check()`] plays every reply and says
//! whether the claim is true. The checker shares no code with the search, the solvers,
//! the patterns or the evaluation: this room imports `game` alone, and a test holds it
//! to that.
//!
//! ```
//! use tengen_engine::proof::{self, CheckSettings, ProofVerdict};
//!
//! // x has three in a row with both ends open: a5 or e5, whatever o does.
//! let file = "tengen-proof 1\n\
//!             position 1xxx1/5/2o2/1o3/5 o k=4 rule=freestyle\n\
//!             claim x wins\n\
//!             a5\n\
//!             e5\n\
//!             - a5:1 *:0\n";
//! let proof = proof::read(&mut file.as_bytes())?;
//! let verdict = proof::check(&proof, &CheckSettings::default(), &mut |_| true);
//! assert!(matches!(verdict, ProofVerdict::Proven(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod book;
mod check;
mod file;
mod memo;
mod probe;
mod read;
mod squares;
mod verdict;
mod write;

pub use book::{Book, BookError, BookSays};
pub use check::{CheckSettings, check};
pub use file::{Claim, Goal, Proof, ProofNode, Reference, Reply, Then};
pub use probe::Probe;
pub use read::{FileError, FileLine, read};
pub use verdict::{Flaw, Progress, ProofVerdict, Refutation, Tally};
pub use write::{text, write};
