//! Readers under any bytes: they give games that can be played, or name a place.

use proptest::prelude::*;
use tengen_engine::game::Variant;
use tengen_games::record::{self, Format, Place};

use super::games::{trees, usual_boards};
use super::twisted::{KINDS, bytes_of};
use crate::effort;

/// Reads bytes as every format; whatever comes out of it is in order.
fn read_as_all(bytes: &[u8]) -> Result<(), TestCaseError> {
    for format in Format::all() {
        read_as(format, bytes)?;
    }
    Ok(())
}

fn read_as(format: Format, bytes: &[u8]) -> Result<(), TestCaseError> {
    let gomoku = Variant::preset("gomoku").unwrap();
    match record::read_trees(format, bytes, &gomoku) {
        Ok(games) => {
            for game in games {
                // Only a pass between stones has no place in a line.
                if let Ok(line) = game.record() {
                    prop_assert!(line.final_position().is_ok(), "{format}");
                }
            }
        }
        Err(error) => {
            let line = error.to_string();
            prop_assert!(!line.contains('\n') && line.contains(": expected "), "{format}: {line}");
            match error.what {
                Place::Line(line) => {
                    let lines = bytes.split(|&byte| byte == b'\n').count();
                    prop_assert!((1..=lines).contains(&line), "{format}: {error}");
                }
                Place::Byte(byte) => prop_assert!(byte <= bytes.len(), "{format}: {error}"),
                Place::Game(_) | Place::File => prop_assert!(false, "{format}: {error}"),
            }
        }
    }
    Ok(())
}

/// Text of the letters that formats are made of.
fn scraps() -> impl Strategy<Value = String> {
    let pieces = [
        "(;",
        ")",
        ";",
        "B[hh]",
        "W[ii]",
        "[",
        "]",
        "\\",
        "SZ[15]",
        "SZ[1:99999999]",
        "AB[aa:zz]",
        "\n",
        "Piskvorky 15x15, 11:11, 0\n",
        "8,8,0\n",
        "-1,",
        "h8",
        "i9",
        "*",
        "1. ",
        "{",
        "}",
        "1-0",
        "startpos",
        "15/",
        "x ",
        "[FEN \"3/3/3 x k=3\"]\n",
        "<game>",
        "<move>",
        "</move>",
        "<game id=\"1\">",
        "&amp;",
        "15\n",
        "4294967296\n",
        " 7 ",
        "#",
        "\u{feff}",
        "é",
        "\0",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        read_as_all(&bytes)?;
        let library = [&b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"[..], &bytes];
        read_as(Format::Lib, &library.concat())?;
    }

    #[test]
    fn any_scraps_are_read_or_refused(text in scraps()) {
        read_as_all(text.as_bytes())?;
    }

    /// A file with one byte changed, or cut off, is another game or none.
    #[test]
    fn broken_files_are_read_or_refused(
        tree in trees(usual_boards()),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        for format in Format::all().filter(|format| format.can_write()) {
            let Ok(mut bytes) = record::write_trees(format, std::slice::from_ref(&tree)) else {
                continue;
            };
            let at = at.index(bytes.len());
            read_as(format, &bytes[..at])?;
            bytes[at] = byte;
            read_as(format, &bytes)?;
        }
    }
}

#[test]
fn twisted_files_are_read_or_refused() {
    for kind in KINDS {
        let bytes = bytes_of(kind, effort::of(20_000, 100_000));
        read_as(kind.1, &bytes).unwrap_or_else(|error| panic!("{}: {error}", kind.0));
    }
}
