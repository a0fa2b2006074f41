//! Every command of the native protocol.

use crate::protocol::codec::{CommandSpec, spec};

/// Every command.
pub const COMMANDS: &[CommandSpec] = &[
    spec("uci", "", "name, author and options, then uciok"),
    spec("isready", "", "readyok, once everything before it is done"),
    spec("setoption", "name N [value V]", "set an option"),
    spec("ucinewgame", "", "empty the board and forget the last game"),
    spec("position", "startpos|fen F [moves M...]", "set up a position"),
    spec(
        "go",
        "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] \
         [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [infinite] [ponder] [mate N] [trace] [events] [searchmoves M...] [perft N]",
        "choose a move, or count games",
    ),
    spec("prove", "[x|o wins|holds] [nodes N] [movetime MS]", "prove who wins, as a file"),
    spec("stop", "", "answer now"),
    spec("ponderhit", "", "the expected move was played"),
    spec("debug", "on|off", "say more than asked, or no longer"),
    spec("d", "", "show the position"),
    spec("eval", "", "show what the player decides by: the static evaluation, total and per point"),
    spec("patterns", "[standing]", "show the shapes of every point, or those that stand"),
    spec("moves", "", "show the candidate moves in search order"),
    spec("explain", "[M...]", "say why the moves, or the best one known, are worth playing"),
    spec("bench", "", "search the fixed positions, count nodes"),
    spec("help", "", "this list"),
    spec("quit", "", "leave at once"),
];

/// The command that begins with that word.
pub fn find(word: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|command| command.word == word)
}
