//! Readers and writers take their time in proportion to the file, whatever stands in
//! it: 32 times the bytes cost about 32 times the work, and never 1024 times.

use std::hint::black_box;
use std::time::Duration;

use tengen_engine::game::Variant;
use tengen_engine::record::{self, Format, GameTree};

use super::twisted::{KINDS, Kind, bytes_of};
use crate::{clock, effort};

/// Bytes of the smaller file of each pair that is read.
const SMALL: usize = 8_000;
/// The same where the games are written, in many formats.
const SMALL_TO_WRITE: usize = 2_000;
/// How much larger the other one is.
const GROWTH: usize = 32;
/// How much more work it may be: far from that, because memory that grows costs time of
/// its own (five times as much was seen), and far from its square.
const BOUND: u32 = 300;
/// So little work that its measure means nothing.
const NOTHING: Duration = Duration::from_micros(100);
/// How often a pair that looks bad is measured again; what counts is the least time.
const TRIES: usize = 6;

fn read(format: Format, bytes: &[u8]) -> Option<Vec<GameTree>> {
    let variant = Variant::preset(format.usual_variant()).unwrap();
    record::read_trees(format, bytes, &variant).ok()
}

/// What is wrong if the larger piece of work is too much for its size.
fn complaint(what: &str, small: impl Fn(), large: impl Fn()) -> Option<String> {
    let (mut least_small, mut least_large) = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        least_small = least_small.min(clock::spent(&small)).min(clock::spent(&small));
        least_large = least_large.min(clock::spent(&large));
        if least_large <= least_small.max(NOTHING) * BOUND {
            return None;
        }
    }
    Some(format!("{what}: {least_small:?}, with {GROWTH} times as much {least_large:?}"))
}

/// Both files of a kind.
fn pair(kind: &Kind, small: usize) -> [Vec<u8>; 2] {
    [small, small * GROWTH].map(|size| bytes_of(kind, size))
}

#[test]
fn reading_takes_time_in_proportion() {
    let complaints: Vec<String> = KINDS
        .iter()
        .filter_map(|kind| {
            let (name, format, _) = kind;
            let read = |bytes: &[u8]| drop(black_box(read(*format, bytes)));
            let [small, large] = pair(kind, SMALL);
            complaint(&format!("{format}, {name}"), || read(&small), || read(&large))
        })
        .collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn writing_takes_time_in_proportion() {
    let mut complaints = Vec::new();
    let formats: Vec<Format> = if effort::is_full() {
        Format::all().filter(|format| format.can_write()).collect()
    } else {
        vec![Format::Sgf, Format::Pgn, Format::Lib]
    };
    for kind in KINDS {
        let small = effort::of(SMALL_TO_WRITE, SMALL);
        let [small, large] = pair(kind, small).map(|bytes| read(kind.1, &bytes));
        let Some((small, large)) = small.zip(large) else { continue };
        let what = format!("{}, {}", kind.1, kind.0);
        let lose = |games: &[GameTree]| drop(black_box(Format::Psq.losses(games)));
        complaints.extend(complaint(&what, || lose(&small), || lose(&large)));
        for format in &formats {
            let write = |games| drop(black_box(record::write_trees(*format, games)));
            let what = format!("{what} as {format}");
            complaints.extend(complaint(&what, || write(&small), || write(&large)));
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}
