//! One conversation about one game: carries out commands, in order, and says
//! what comes of them. Knows no protocol and prints nothing.
//!
//! The order of answers is decided here. While a limited search runs,
//! everything but the few commands that act at once waits in a queue; an
//! unlimited one is stopped by the next command that changes something.
//!
//! ```
//! use std::sync::{Arc, mpsc};
//! use std::time::Instant;
//! use tengen_engine::control::Limits;
//! use tengen_engine::session::Session;
//! use tengen_engine::session::message::{Command, Event};
//!
//! let (sender, notices) = mpsc::channel();
//! let mut session = Session::new(Arc::new(move |notice| {
//!     let _ = sender.send(notice);
//! }));
//! let mut answer = None;
//! let mut listener = |_: &_, event| {
//!     if let Event::Answer(choice) = event {
//!         answer = choice.best;
//!     }
//! };
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! session.command(Command::Go(limits), Instant::now(), &mut listener);
//! session.end_of_input(&mut listener);
//! while !session.is_over() {
//!     session.notice(notices.recv()?, &mut listener);
//! }
//! assert!(answer.is_some());
//! # Ok::<(), mpsc::RecvError>(())
//! ```

mod arrange;
mod commands;
mod consult;
mod inspect;
mod managed;
mod manager;
pub mod message;
pub mod options;
mod position;
mod prove;
mod questions;
mod queue;
mod running;
mod state;
mod work;
mod worker;

pub use position::{build, check_moves, final_score};
pub use state::{Listener, Session};
pub use worker::{Deliver, Notice, StartWork, Work};

pub use crate::search::STACK_BYTES;
