//! Lines that mean nothing, and lines that are broken: none of them may end a
//! conversation, nor start a flood.

use std::time::Duration;

use tengen_engine::protocol::ProtocolName;

use super::super::game_client::{FEW, GameClient, legal};
use super::super::lines::is_remark;
use super::super::positions::{self, QUIET};
use super::super::register::{ALL, Check, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::uci::Uci;
use super::super::verdict::Outcome;

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "unknown-words",
        ALL,
        "eight lines of nonsense: no flood, then a legal move",
        "a word that is not known does no harm",
        unknown_words,
    )
    .manners(),
    check(
        "blank-lines",
        ALL,
        "no answer to empty lines; to lines of blanks a remark is allowed",
        "empty lines say nothing",
        blank_lines,
    )
    .manners(),
    check(
        "line-ends",
        ALL,
        "lines that end with CR LF are understood",
        "managers end lines with LF or with CR LF",
        line_ends,
    ),
    check(
        "many-blanks",
        UCI_STYLE,
        "runs of blanks and tabs are understood, also at the ends",
        "any number of blanks and tabs separates words",
        many_blanks,
    ),
    check(
        "huge-line",
        ALL,
        "a word of a megabyte, and a `position` as long: survived",
        "a line of a megabyte is a line",
        huge_line,
    )
    .manners(),
    check(
        "binary",
        ALL,
        "NUL, escapes and bytes that are no UTF-8: survived",
        "bytes that are no text are survived",
        binary,
    )
    .manners(),
    check(
        "bad-position",
        UCI_STYLE,
        "nine positions that cannot be: survived",
        "a position that cannot be is no reason to die",
        bad_position,
    )
    .manners(),
    check(
        "bad-go",
        UCI_STYLE,
        "seven malformed `go`, each with `stop`: one `bestmove` each",
        "a malformed go leaves no manager waiting for ever",
        bad_go,
    )
    .manners(),
];

/// Sends lines, then demands that the engine still listens and plays.
fn survives(trial: &Trial, lines: &[&[u8]], name: &str) -> Outcome {
    let mut seat = GameClient::any(trial)?;
    for line in lines {
        seat.subject().send_bytes([line, &b"\n"[..]].concat(), name);
    }
    seat.ping(lines.len() * FEW)?;
    // A loop may only begin now.
    seat.subject().quiet(Duration::from_millis(50), "nothing more", |_| true)?;
    still_plays(&mut seat)
}

fn still_plays(seat: &mut GameClient) -> Outcome {
    let position = positions::after("gomoku", QUIET)?;
    let mv = seat.consider(&position)?;
    legal(&position, mv).map(|_| ())
}

fn unknown_words(trial: &Trial) -> Outcome {
    let lines =
        ["fly", "xyzzy 1 2 3", "joho debug", "ok", "bestmove h8", "1,2,3", "#comment", "{}"];
    survives(trial, &lines.map(str::as_bytes), "a line with an unknown word")
}

fn blank_lines(trial: &Trial) -> Outcome {
    let mut seat = GameClient::any(trial)?;
    for line in [&b"\n"[..], b"\r\n", b"   \n", b"\t\n"] {
        seat.subject().send_bytes(line.to_vec(), "a blank line");
    }
    // Gomocup engines may call a line of blanks unknown, others remark on it.
    let is_fine =
        |line: &str| is_remark(line) || line.starts_with("UNKNOWN") || line.starts_with("ERROR");
    let pause = Duration::from_millis(100);
    seat.subject().quiet(pause, "no answer to blank lines", is_fine)?;
    seat.ping(FEW)?;
    still_plays(&mut seat)
}

fn line_ends(trial: &Trial) -> Outcome {
    let mut seat = GameClient::any(trial)?;
    let lines: &[u8] = match trial.protocol {
        ProtocolName::Gomocup | ProtocolName::Yixin => {
            b"START 15\r\nINFO timeout_turn 50\r\nBEGIN\r\n"
        }
        ProtocolName::Uci | ProtocolName::Ugi => b"isready\r\nposition startpos\r\ngo depth 1\r\n",
    };
    seat.subject().send_bytes(lines.to_vec(), "three lines that end with CR LF");
    match &mut seat {
        GameClient::Gomocup(brain) => {
            let expected = "OK to START 15 with CR LF";
            brain.subject.expect(expected, |line| line == "OK")?;
            brain.take_move().map(|_| ())
        }
        GameClient::Uci(uci) => {
            uci.subject.expect("readyok to isready with CR LF", |line| line == "readyok")?;
            let answer = uci.answer(std::time::Instant::now())?;
            legal(&positions::empty("gomoku")?, answer.best).map(|_| ())
        }
    }
}

fn many_blanks(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", QUIET)?;
    let line = uci.position_line(&position).replace(' ', " \t  ");
    uci.subject.send(&format!("  {line}  "));
    uci.subject.send("\tisready \t");
    uci.subject.expect("readyok to isready with blanks around it", |line| line == "readyok")?;
    uci.subject.send("  go \t depth   1 ");
    let answer = uci.answer(std::time::Instant::now())?;
    legal(&position, answer.best).map(|_| ())
}

fn huge_line(trial: &Trial) -> Outcome {
    let word = vec![b'x'; 1 << 20];
    let position = [&b"position startpos moves "[..], &b"h8 ".repeat(1 << 18)].concat();
    survives(trial, &[&word, &position], "a line of a megabyte")
}

fn binary(trial: &Trial) -> Outcome {
    let lines: [&[u8]; 4] = [b"\xff\xfe\x80", b"\0", b"go\0depth 1", b"\xc3\x28 TURN \x1b[2J"];
    survives(trial, &lines, "a line with bytes that are no text")
}

fn bad_position(trial: &Trial) -> Outcome {
    let uci = Uci::open(trial)?;
    for line in [
        "position",
        "position startpos moves",
        "position startpos moves h8 h8",
        "position startpos moves z99",
        "position startpos moves e2e4 0000",
        "position fen",
        "position fen 3/3 x",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position nowhere",
    ] {
        uci.subject.send(line);
    }
    let mut seat = GameClient::Uci(Box::new(uci));
    seat.ping(9 * FEW)?;
    still_plays(&mut seat)
}

fn bad_go(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", QUIET)?;
    for limits in
        ["depth", "depth many", "nodes -5", "movetime x", "fast", "wtime", "searchmoves zz"]
    {
        uci.position(&position);
        let asked = uci.begin(limits);
        // Whether it is refused or taken for a search without limit is not
        // written anywhere; in both cases this ends it.
        uci.subject.send("stop");
        uci.answer(asked)?;
    }
    let mut seat = GameClient::Uci(Box::new(uci));
    seat.ping(FEW)?;
    still_plays(&mut seat)
}
