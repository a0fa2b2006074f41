//! The commands of the protocol and of its extension.

use crate::protocol::codec::{CommandSpec, spec};

use super::database;

/// Every command; words are read in any case.
pub const COMMANDS: &[CommandSpec] = &[
    spec("START", "n", "an empty board of n columns and rows"),
    spec("RECTSTART", "w,h", "an empty board of w columns and h rows"),
    spec("RESTART", "", "an empty board of the same size"),
    spec("BEGIN", "", "play the first move"),
    spec("TURN", "x,y", "the opponent played there: answer"),
    spec("BOARD", "", "lines x,y,who up to DONE are the whole board: answer"),
    spec("TAKEBACK", "x,y", "take back the move there, the last one"),
    spec("PLAY", "x,y", "play there yourself"),
    spec("SWAP2BOARD", "", "lines x,y up to DONE are the opening of swap2: choose"),
    spec("INFO", "key value", "set something; never answered"),
    spec("ABOUT", "", "who are you?"),
    spec("END", "", "leave at once"),
];

/// Every command of the extension; words are read in any case. Those of the database are elsewhere.
pub const YIXIN_COMMANDS: &[CommandSpec] = &[
    spec("YXSHOWINFO", "", "name and limits; from here on points are row,col"),
    spec("YXBOARD", "", "lines x,y,who up to DONE are the whole board; no answer"),
    spec("YXNBEST", "n", "choose a move and report the n best lines"),
    spec("YXBALANCEONE", "[bias]", "the move that brings the score nearest to bias"),
    spec("YXBALANCETWO", "[bias]", "a stone for each side that bring the score nearest to bias"),
    spec("YXBALANCE", "one|two [bias]", "the same, as some write it"),
    spec("YXSEARCHDEFEND", "", "choose a move and report every one"),
    spec("YXSTOP", "", "answer now"),
    spec("YXBLOCK", "", "lines x,y up to DONE are left out of searches"),
    spec("YXBLOCKUNDO", "", "lines x,y up to DONE are searched again"),
    spec("YXBLOCKRESET", "", "every point is searched again"),
    spec("YXBLOCKPATH", "", "lines x,y up to DONE are a game whose last move is left out"),
    spec(
        "YXBLOCKPATHUNDO",
        "",
        "lines x,y up to DONE are a game whose last move is searched again",
    ),
    spec("YXBLOCKPATHRESET", "", "every last move of a game is searched again"),
    spec("YXSHOWFORBID", "", "Black's forbidden points"),
    spec("YXHASHCLEAR", "", "forget what was learned"),
    spec("YXSHOWHASHUSAGE", "", "how full the table was at the last report"),
    spec("YXHASHDUMP", "file", "refused; the file may stand on the next line"),
    spec("YXHASHLOAD", "file", "refused; the file may stand on the next line"),
    spec("YXSWAP2STEP1", "", "propose an opening"),
    spec("YXSWAP2STEP2", "", "choose after its three stones on the board"),
    spec("YXSWAP2STEP3", "", "choose after its five stones on the board"),
    spec("YXDRAW", "", "a draw is offered"),
    spec("YXRESIGN", "", "the opponent resigns"),
    spec("YXFORBID", "add|del row col side", "refused: the rules say what is forbidden"),
    spec("YXPRINTFEATURE", "", "the static evaluation"),
    spec("YXSOOSORVSTEP1", "", "refused, as steps 2 to 6 with their lines up to DONE"),
    spec("RELOADCONFIG", "[file]", "accepted: there is no such file"),
    spec("LOADMODEL", "file", "refused; the file may stand on the next line"),
    spec("EXPORTMODEL", "file", "refused; the file may stand on the next line"),
    spec("TRACEBOARD", "", "show the position"),
    spec("TRACESEARCH", "", "show the candidate moves"),
];

/// Whether a line that begins with `word` belongs to Gomocup's protocol or to Yixin's extension,
/// and to no other protocol.
pub(super) fn knows(word: &str) -> bool {
    COMMANDS.iter().any(|command| command.word.eq_ignore_ascii_case(word)) || is_extension(word)
}

/// Whether the word begins a command, even one that other protocols have, too.
pub(super) fn is_command(word: &str) -> bool {
    knows(word) || is_shared(word)
}

/// Words that the native protocol has, too, so that they tell nothing of the speaker.
const SHARED: &[CommandSpec] =
    &[spec("STOP", "", "answer now"), spec("BENCH", "", "search the fixed positions, count nodes")];

/// Whether a line that begins with `word` can only be meant for Yixin's extension of this protocol.
fn is_extension(word: &str) -> bool {
    let is_word = |command: &CommandSpec| command.word.eq_ignore_ascii_case(word);
    let is_step = || starts_with(word, SOOSORV_STEP);
    YIXIN_COMMANDS.iter().any(is_word) || database::find(word).is_some() || is_step()
}

/// Whether `word` is one of the words that the native protocol has, too.
fn is_shared(word: &str) -> bool {
    SHARED.iter().any(|command| command.word.eq_ignore_ascii_case(word))
}

/// How the commands of Soosõrv's opening begin.
pub(super) const SOOSORV_STEP: &str = "YXSOOSORVSTEP";

/// Whether a word begins like that, in any case.
fn starts_with(word: &str, start: &str) -> bool {
    word.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}
