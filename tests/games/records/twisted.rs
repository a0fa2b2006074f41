//! Files that no program would write: much of the same, in every place where a reader or
//! a writer might look at everything again for each piece.

use tengen_games::record::Format;

/// A kind of file: its name, its format, and such a file of about so many bytes.
pub type Kind = (&'static str, Format, fn(usize) -> String);

/// A piece again and again between two others, as often as the bytes allow.
fn repeated(head: &str, piece: &str, tail: &str, bytes: usize) -> String {
    format!("{head}{}{tail}", piece.repeat(bytes / piece.len()))
}

/// Numbered pieces, until there are enough bytes.
fn numbered(head: &str, piece: impl Fn(usize) -> String, tail: &str, bytes: usize) -> String {
    let mut text = head.to_owned();
    let mut number = 0;
    while text.len() < bytes {
        text += &piece(number);
        number += 1;
    }
    text + tail
}

/// The point of that number on a board of 40x40, as SGF has it.
fn point(number: usize) -> String {
    const LETTERS: &[u8; 40] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN";
    let letter = |at: usize| char::from(LETTERS[at % 40]);
    format!("{}{}", letter(number), letter(number / 40))
}

/// The point of that number on a square board.
fn within(side: usize, number: usize) -> String {
    point(number % side + number / side % side * 40)
}

/// The point of that number on the usual board.
fn corner(number: usize) -> String {
    within(15, number)
}

/// A board that grows with the file as far as boards can, and its last point: what is
/// looked up among the points of a board must not be searched for.
fn board(bytes: usize) -> (usize, String) {
    let side = (bytes / 100).isqrt().clamp(20, 40);
    (side, point(side - 1 + 40 * (side - 1)))
}

/// Every kind.
pub const KINDS: &[Kind] = &[
    ("set-up stones, one board after another", Format::Sgf, |bytes| {
        let (side, last) = board(bytes);
        repeated(&format!("(;GM[4]SZ[{side}]AB"), &format!("[aa:{last}]"), ")", bytes)
    }),
    ("set-up stones that come and go", Format::Sgf, |bytes| {
        let (side, last) = board(bytes);
        let piece = format!("AB[aa:{last}]AE[aa:{last}]");
        repeated(&format!("(;GM[4]SZ[{side}]"), &piece, ")", bytes)
    }),
    ("set-up stones one by one", Format::Sgf, |bytes| {
        let side = board(bytes).0;
        numbered(
            &format!("(;GM[4]SZ[{side}]AB"),
            |at| format!("[{}]", within(side, at)),
            ")",
            bytes,
        )
    }),
    ("full boards", Format::Sgf, |bytes| repeated("", "(;SZ[40]AB[aa:NN])", "", bytes)),
    ("marks on all points", Format::Sgf, |bytes| {
        let (side, last) = board(bytes);
        repeated(&format!("(;GM[4]SZ[{side}]TR"), &format!("[aa:{last}]"), ")", bytes)
    }),
    ("labels", Format::Sgf, |bytes| {
        let side = board(bytes).0;
        numbered(
            &format!("(;GM[4]SZ[{side}]LB"),
            |at| format!("[{}:{at}]", within(side, at)),
            ")",
            bytes,
        )
    }),
    ("fifth moves", Format::Sgf, |bytes| repeated("(;SZ[40]5A", "[aa:NN]", ")", bytes)),
    ("empty games", Format::Sgf, |bytes| repeated("", "(;)", "", bytes)),
    ("games of one stone", Format::Sgf, |bytes| repeated("", "(;AB[aa])", "", bytes)),
    ("nested variations", Format::Sgf, |bytes| repeated("", "(;", "", bytes)),
    ("closed variations", Format::Sgf, |bytes| "(;".repeat(bytes / 3) + &")".repeat(bytes / 3)),
    ("equal siblings", Format::Sgf, |bytes| repeated("(;", "(;B[aa])", ")", bytes)),
    ("all siblings", Format::Sgf, |bytes| {
        numbered("(;", |at| format!("(;B[{}])", corner(at)), ")", bytes)
    }),
    ("siblings with labels", Format::Sgf, |bytes| {
        let labels = numbered("(;LB", |at| format!("[{}:x]", corner(at)), "", bytes / 2);
        numbered(&labels, |at| format!("(;B[{}])", corner(at)), ")", bytes)
    }),
    ("equal siblings, then games", Format::Sgf, |bytes| {
        let siblings = repeated("(;", "(;B[aa])", ")", bytes / 2);
        repeated(&siblings, "(;B[bb])", "", bytes / 2)
    }),
    ("labels, then games", Format::Sgf, |bytes| {
        let labels = numbered("(;LB", |at| format!("[{}:x]", corner(at)), ")", bytes / 2);
        numbered(&labels, |at| format!("(;LB[{}:y])", corner(at)), "", bytes / 2)
    }),
    ("escapes at the end", Format::Sgf, |bytes| repeated("(;C[", "\\", "", bytes)),
    ("open comment", Format::Pgn, |bytes| repeated("", "{", "", bytes)),
    ("equal games", Format::Sgf, |bytes| repeated("", "(;B[aa];W[bb])", "", bytes)),
    ("games with comments", Format::Sgf, |bytes| {
        numbered("", |at| format!("(;B[aa]C[{at}])"), "", bytes)
    }),
    ("passes", Format::Sgf, |bytes| repeated("(;", ";B[];W[]", ")", bytes)),
    ("given passes", Format::Sgf, |bytes| {
        repeated("(;", ";B[]C[opening move];W[]C[opening move]", ")", bytes)
    }),
    ("comments of one node", Format::Sgf, |bytes| repeated("(;", "C[a]", ")", bytes)),
    ("a long comment", Format::Sgf, |bytes| repeated("(;C[", "\\]\n", "])", bytes)),
    ("unknown results", Format::Sgf, |bytes| numbered("(;", |at| format!("RE[{at}]"), ")", bytes)),
    ("nodes without moves", Format::Sgf, |bytes| repeated("(;", ";C[a]TR[aa]", ")", bytes)),
    ("unknown properties", Format::Sgf, |bytes| {
        numbered("(;", |at| format!("X{at}[]"), ")", bytes)
    }),
    ("values of a move", Format::Sgf, |bytes| repeated("(;B", "[aa]", ")", bytes)),
    ("long name of a property", Format::Sgf, |bytes| repeated("(;", "A", "[])", bytes)),
    ("line ends", Format::Sgf, |bytes| repeated("(;", "\n", ")", bytes)),
    ("rubbish at the end", Format::Sgf, |bytes| repeated("(;)", "x", "", bytes)),
    ("renju, siblings of fouls", Format::Sgf, |bytes| {
        repeated("(;RU[4]AB[gh][ih][hg][hi]PL[B]", "(;B[hh])", ")", bytes)
    }),
    ("moves in one line", Format::Pgn, |bytes| repeated("", "h8 ", "", bytes)),
    ("variations in one line", Format::Pgn, |bytes| repeated("1. h8 ", "(a1) ", "*", bytes)),
    ("nested variations", Format::Pgn, |bytes| repeated("h8 ", "(i9 ", "", bytes)),
    ("results in one line", Format::Pgn, |bytes| repeated("", "* ", "", bytes)),
    ("games in one line", Format::Pgn, |bytes| repeated("", "h8 i9 1-0 ", "", bytes)),
    ("games with comments", Format::Pgn, |bytes| {
        numbered("", |at| format!("h8 {{{at}}} *\n"), "", bytes)
    }),
    ("comments of one move", Format::Pgn, |bytes| repeated("h8 ", "{a}", "", bytes)),
    ("opinions in one line", Format::Pgn, |bytes| repeated("h8 ", "$1 ", "", bytes)),
    ("notes in one line", Format::Pgn, |bytes| repeated("", ";\n", "", bytes)),
    ("brackets", Format::Pgn, |bytes| repeated("", "}", "", bytes)),
    ("tags", Format::Pgn, |bytes| numbered("", |at| format!("[X{at} \"\"]\n"), "", bytes)),
    ("tags of games", Format::Pgn, |bytes| repeated("", "[A \"\"]\n*\n", "", bytes)),
    ("fifth moves", Format::Pgn, |bytes| repeated("[FifthMoves \"", "h8 ", "\"]\n", bytes)),
    ("positions", Format::Pgn, |bytes| repeated("", "[FEN \"x2/3/3 o k=3\"]\n*\n", "", bytes)),
    ("a long word", Format::Pgn, |bytes| repeated("", "a", "", bytes)),
    ("blanks", Format::Pgn, |bytes| repeated("h8", " ", "i9", bytes)),
    ("stones on one point", Format::Psq, |bytes| {
        repeated("Piskvorky 15x15, 1:1, 0\n", "8,8\n", "", bytes)
    }),
    ("empty lines", Format::Psq, |bytes| {
        repeated("Piskvorky 15x15, 1:1, 0\n8,8\n", "\n", "a\nb\n0\n", bytes)
    }),
    ("a long name", Format::Psq, |bytes| {
        repeated("Piskvorky 15x15, 1:1, 0\n8,8\n", "\u{e9}", "\nb\n0\n", bytes)
    }),
    ("rows", Format::Rec, |bytes| repeated("a\nb\n", "8,8\n", "", bytes)),
    ("short lines", Format::Moves, |bytes| repeated("", "a1\n", "", bytes)),
    ("lines of different moves", Format::Moves, |bytes| {
        numbered("", |at| format!("{}{}\n", ['a', 'b', 'c'][at % 3], at / 3 % 15 + 1), "", bytes)
    }),
    ("one line", Format::Moves, |bytes| repeated("", "a1", "", bytes)),
    ("a long word", Format::Moves, |bytes| repeated("", "a", "", bytes)),
    ("stars", Format::Moves, |bytes| repeated("", "*", "", bytes)),
    ("notes", Format::Moves, |bytes| repeated("", "#\n", "", bytes)),
    ("short lines", Format::Pos, |bytes| repeated("", "h8h9\n", "", bytes)),
    ("short lines", Format::Offset, |bytes| repeated("", "0,0\n", "", bytes)),
    ("one line", Format::Offset, |bytes| repeated("0,0", ",1,0", "", bytes)),
    ("small boards", Format::Fen, |bytes| repeated("", "3/3/3 x k=3\n", "", bytes)),
    ("empty boards", Format::Fen, |bytes| repeated("", "startpos\n", "", bytes)),
    ("large boards", Format::Fen, |bytes| {
        repeated("", &format!("{} x\n", ["40"; 40].join("/")), "", bytes)
    }),
    ("a long row", Format::Fen, |bytes| repeated("", "1", " x", bytes)),
    ("many rows", Format::Fen, |bytes| repeated("", "3/", "3 x", bytes)),
    ("many fields", Format::Fen, |bytes| repeated("3/3/3 x", " k=3", "", bytes)),
    ("passes", Format::Lib, |bytes| library("\0\0", "\0@", bytes)),
    ("siblings", Format::Lib, |bytes| library("\u{78}\u{c0}", "\u{78}@", bytes)),
    ("different siblings", Format::Lib, |bytes| {
        let nodes = numbered(
            "",
            |at| format!("{}\u{c0}", char::from((at % 225 / 15 * 16 + at % 15 + 1) as u8)),
            "",
            bytes,
        );
        library(&nodes, "\u{78}@", 0)
    }),
    ("labels of one node", Format::Lib, |bytes| {
        library("\u{11}\u{c3}\0\u{1}a\0", "\u{11}@", bytes)
    }),
    ("labels and siblings", Format::Lib, |bytes| {
        let labels = "\u{11}\u{c3}\0\u{1}a\0".repeat(bytes / 12);
        library(&(labels + &"\u{12}\u{c0}".repeat(bytes / 4)), "\u{11}@", 0)
    }),
    ("texts", Format::Lib, |bytes| library("\u{78}\u{8}a\0", "\u{78}@", bytes)),
    ("one long text", Format::Lib, |bytes| {
        library("", &format!("\u{78}\u{48}{}\0\0", "a".repeat(bytes / 2 * 2)), 0)
    }),
    ("numbers", Format::YixinSav, |bytes| repeated("15\n15\n225\n", "7 ", "", bytes)),
    ("moves", Format::YixinPos, |bytes| repeated("\u{7f}", "p", "", bytes)),
    ("games", Format::RenjuNet, |bytes| repeated("<d>", "<game/>", "</d>", bytes)),
    ("nested elements", Format::RenjuNet, |bytes| repeated("", "<game>", "", bytes)),
    ("closed elements", Format::RenjuNet, |bytes| {
        "<a>".repeat(bytes / 7) + &"</a>".repeat(bytes / 7)
    }),
    ("attributes", Format::RenjuNet, |bytes| {
        numbered("<game ", |at| format!("a{at}=\"\" "), "/>", bytes)
    }),
    ("equal attributes", Format::RenjuNet, |bytes| repeated("<game ", "a=\"\" ", "/>", bytes)),
    ("players", Format::RenjuNet, |bytes| {
        numbered("<d>", |at| format!("<player id=\"{at}\" name=\"\"/>"), "</d>", bytes)
    }),
    ("a long name in many games", Format::RenjuNet, |bytes| {
        let head = repeated("<d><player id=\"1\" name=\"", "a", "\"/>", bytes / 2);
        repeated(&head, "<game black=\"1\" white=\"1\"/>", "</d>", bytes / 2)
    }),
    ("entities", Format::RenjuNet, |bytes| {
        repeated("<game><info>", "&amp;", "</info></game>", bytes)
    }),
    ("unknown results", Format::RenjuNet, |bytes| {
        numbered("<d>", |at| format!("<game bresult=\"{at}\"/>"), "</d>", bytes)
    }),
    ("moves", Format::RenjuNet, |bytes| repeated("<game><move>", "h8 ", "</move></game>", bytes)),
    ("texts", Format::RenjuNet, |bytes| repeated("<game>", "<info>a</info>", "</game>", bytes)),
    ("line ends", Format::RenjuNet, |bytes| repeated("<game>", "\n<a/>", "</game>", bytes)),
    ("a long name of an element", Format::RenjuNet, |bytes| repeated("<", "a", ">", bytes)),
];

/// A library: pieces that make the file about so long, and the last node.
fn library(piece: &str, last: &str, bytes: usize) -> String {
    let head = "\u{ff}RenLib\u{ff}\u{3}\u{4}".to_owned() + &"\u{ff}".repeat(10);
    let count = if bytes == 0 { 1 } else { bytes / piece.chars().count() };
    head + &piece.repeat(count) + last
}

/// The bytes of a kind of file; those of binary formats are letters of Latin-1.
pub fn bytes_of((_, format, make): &Kind, size: usize) -> Vec<u8> {
    let text = make(size);
    match format {
        Format::Lib | Format::YixinPos => {
            text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect()
        }
        _ => text.into_bytes(),
    }
}
