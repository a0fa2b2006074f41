//! Files of every format.

use tengen_engine::game::Variant;
use tengen_games::record::{self, Format, GameTree, NodeId, Place};

use crate::corpus::Input;
use crate::hunt::{Verdict, same};
use crate::text::is_refusal;

/// What files are made of.
pub const TOKENS: &[&str] = &[
    "(;",
    ")",
    ";",
    "B[hh]",
    "W[ii]",
    "B[]",
    "B[tt]",
    "[",
    "]",
    "\\",
    ":",
    "AB[aa:cc]",
    "AW[dd]",
    "AE[aa:bb]",
    "PL[W]",
    "SZ[15]",
    "SZ[3:40]",
    "GM[4]",
    "RU[4]",
    "RU[renju k=5]",
    "RE[B+1]",
    "RE[Void]",
    "C[5ms\nx]",
    "C[opening move]",
    "LB[aa:x]",
    "MA[hh]",
    "TR[aa:cc]",
    "5A[aa]",
    "GC[x]",
    "PB[x]",
    "TE[timeout]",
    "h8",
    "i9",
    "*h8",
    "aa12",
    " ",
    "\n",
    "1. ",
    "1... ",
    "--",
    "{",
    "}",
    "{5ms; x}",
    "(",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "$1",
    "[Black \"x\"]\n",
    "[Variant \"freestyle 15x15 k=5 destroy=1\"]\n",
    "[FEN \"x2/1o1/3 x k=3\"]\n",
    "[Opening \"2\"]\n",
    "[FifthMoves \"a1 b2\"]\n",
    "[Result \"1-0\"]\n",
    "%",
    "#",
    "startpos",
    "Piskvorky 15x15, 11:11, 0\n",
    "8,8,0\n",
    "9,9,1530\n",
    "-1\n",
    "15\n",
    "-2\n",
    "0,0, 1,-3",
    "15/15/3x11 o k=5",
    " rule=renju",
    " destroy=1,0",
    " last=a1",
    "<game id=\"1\" black=\"1\">",
    "<game/>",
    "<move>",
    "</move>",
    "</game>",
    "<player id=\"1\" name=\"x\"/>",
    "<info>",
    "</info>",
    "&amp;",
    "&#27;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "bresult=\"1\"",
    "\u{feff}",
    "\u{e9}",
    "\u{202e}",
    "\u{1b}[2J",
    "\0",
    "\r\n",
    "\u{8}",
];

/// Reads a file of the format that is its kind, writes it in every format, and reads
/// it again.
pub fn check(input: &Input) -> Verdict {
    let format = Format::named(&input.kind).ok_or_else(|| format!("no format: {}", input.kind))?;
    let defaults = Variant::preset(format.usual_variant()).unwrap();
    let games = match record::read_trees(format, &input.bytes, &defaults) {
        Ok(games) => games,
        Err(error) => {
            is_refusal(&error.to_string())?;
            is_in_file(error.what, &input.bytes)?;
            return Ok(format!("{format}: {}", error.expected));
        }
    };
    for game in &games {
        is_in_order(game)?;
    }
    let losses = format.losses(&games);
    for to in Format::all().filter(|format| format.can_write()) {
        match record::write_trees(to, &games) {
            Err(error) => is_refusal(&error.to_string())?,
            Ok(bytes) => is_kept(to, &games, &bytes, to == format)?,
        }
    }
    let nodes = games.iter().map(GameTree::node_count).sum::<usize>();
    let size = (games.len().min(3), nodes.checked_ilog2());
    Ok(format!("{format}: {size:?} {losses:?}"))
}

fn is_in_file(place: Place, bytes: &[u8]) -> Result<(), String> {
    let is_there = match place {
        Place::Line(line) => (1..=bytes.split(|&byte| byte == b'\n').count()).contains(&line),
        Place::Byte(byte) => byte <= bytes.len(),
        Place::Game(_) | Place::File => false,
    };
    if is_there { Ok(()) } else { Err(format!("not in the file: {place:?}")) }
}

/// Whether a game can be played through, and its texts be shown.
fn is_in_order(game: &GameTree) -> Result<(), String> {
    // Only a pass between stones has no place in a line.
    if let Ok(line) = game.record() {
        line.final_position().map_err(|error| format!("no game: {error}"))?;
    }
    for error in &game.info.unread {
        is_refusal(&error.to_string())?;
    }
    let info = &game.info;
    let texts = [&info.termination, &info.name, &info.event, &info.round, &info.date];
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
    for text in texts.into_iter().chain(&info.players.0).flatten() {
        if !text.chars().all(is_text) {
            return Err(format!("a text with control characters: {text:?}"));
        }
    }
    let mut labels = game.preorder().flat_map(|(_, id)| &game.node(id).labels);
    match labels.find(|(_, label)| label.chars().any(char::is_control)) {
        None => Ok(()),
        Some((_, label)) => Err(format!("a label with control characters: {label:?}")),
    }
}

/// Whether the bytes say what the games are, all of it if they came from such a file.
fn is_kept(format: Format, games: &[GameTree], bytes: &[u8], is_own: bool) -> Result<(), String> {
    let Some(first) = games.first() else { return Ok(()) };
    let defaults = match format.usual_variant() {
        // Where the format knows no rule, the reader has to be told.
        usual if is_own => Variant::preset(usual).unwrap(),
        _ => first.variant(),
    };
    let again = match record::read_trees(format, bytes, &defaults) {
        Ok(again) => again,
        // Games of several kinds in one list of moves.
        Err(_) if games.iter().any(|game| game.variant() != defaults) => return Ok(()),
        Err(error) => return Err(format!("{format} is refused: {error}")),
    };
    if !is_own || !format.losses(games).is_empty() {
        return Ok(());
    }
    let (mut games, again) = (plain(format, games), plain(format, &again));
    for (game, again) in games.iter_mut().zip(&again) {
        // What has only letters of ASCII left is in no encoding of its own any more.
        game.info.encoding = again.info.encoding;
    }
    if games != again {
        return Err(format!("{format} is read back as another game: {games:?}\n  and {again:?}"));
    }
    let twice = record::write_trees(format, &again).map_err(|error| error.to_string())?;
    same(format!("{format} is written in another way"), &bytes.to_vec(), &twice)
}

/// The games without what no file says twice in the same way.
fn plain(format: Format, games: &[GameTree]) -> Vec<GameTree> {
    let mut games = games.to_vec();
    for game in &mut games {
        game.info.unread.clear();
        game.info.foreign.clear();
        if format == Format::Psq {
            // Every file of Piskvork has names, and a time in every row.
            for (name, usual) in game.info.players.0.iter_mut().zip(["player1", "player2"]) {
                name.get_or_insert(usual.to_owned());
            }
            let line: Vec<NodeId> = game.main_line().collect();
            for id in line {
                game.node_mut(id).time_ms.get_or_insert(0);
            }
        }
    }
    games
}
