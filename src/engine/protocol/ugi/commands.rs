//! The commands of UGI, and its greetings.

use crate::protocol::codec::{CommandSpec, spec};

/// The commands that UCI does not have.
pub const COMMANDS: &[CommandSpec] = &[
    spec("ugi", "", "name, author and options, then ugiok"),
    spec("uginewgame", "", "empty the board and forget the last game"),
    spec(
        "query",
        "gameover|p1turn|p2turn|result|islegal M|fen|engine",
        "a question about the position; the answer is a response",
    ),
];

/// The commands of the protocol's text that UCI has, too.
pub(super) const SHARED: &[&str] = &["isready", "setoption", "position", "go", "stop", "quit"];

/// Whether the protocol's text has the command `word`. What else is understood, out of courtesy,
/// does not make a conversation one in UGI.
pub(super) fn is_word(word: &str) -> bool {
    COMMANDS.iter().any(|command| command.word == word) || SHARED.contains(&word)
}

/// The greetings, each with the line that ends its answer.
pub(super) const GREETINGS: &[(&str, &str)] = &[("ugi", "ugiok"), ("uci", "uciok")];
