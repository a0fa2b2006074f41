//! Translators between lines and the session's vocabulary, one file each.
//!
//! A new protocol is a [`Codec`] in a file of its own and one entry in
//! [`REGISTER`]. Translators know the messages, the option table and the plain
//! types of the game; they never see a player or a search.

pub mod client;
mod codec;
pub mod gomocup;
mod log;
mod name;
pub mod ranges;
mod register;
mod text;
pub mod uci;
pub mod ugi;

pub use self::log::{info_text, log_line};
pub use codec::{Codec, CommandSpec, InputLine, Protocol};
pub use name::ProtocolName;
pub use register::{REGISTER, entry, named, recognise};
pub use text::{escaped, from_bytes, shown};
