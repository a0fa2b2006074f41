//! The page of `tengen serve` without a server: its files, what it asks for and is told, and the
//! answers that need no network, file, process or thread. A host of the page reads
//! [`Request`](envelope::Request)s and writes [`Notice`](envelope::Notice)s.
//!
//! | module | what it knows |
//! |---|---|
//! | [`envelope`] | the messages in both directions |
//! | [`new_table`], [`mod@matches`] | what tables and matches may be, and what they are made of |
//! | [`company`] | who of the people at a table is there, and what they say to each other |
//! | [`people`] | whose the chairs of a table are, and what each person may do and sees |
//! | [`finished`], [`brought`], [`review`] | finished games, here and from elsewhere, and what their moves were worth |
//! | [`puzzles`], [`proofs`], [`records`], [`reviews`], [`reasons`] | questions and their answers |
//! | [`files`] | scripts, styles and pictures |

pub mod brought;
pub mod company;
#[cfg(test)]
mod contracts;
pub mod envelope;
pub mod files;
pub mod finished;
pub mod matches;
pub mod new_table;
pub mod people;
pub mod proofs;
pub mod puzzles;
pub mod reasons;
pub mod records;
pub mod review;
pub mod reviews;
