//! What is said through a WebSocket: lines in an envelope, and what lines cannot
//! say. `envelope.md` beside this file has the same as tables.

mod notice;
mod request;

use serde::{Deserialize, Serialize};

pub use notice::{EndCode, Game, InvitationLink, Notice, Read, Scene};
pub use request::{MESSAGE_BYTES, Misread, Request, Which};

/// The desks of a page: two, so that engines can be compared, and one for what only ours tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Panel {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
    /// That of the lessons.
    D,
}

#[cfg(test)]
#[path = "../../tests/support/changed.rs"]
mod changed;

#[cfg(test)]
mod tests;
