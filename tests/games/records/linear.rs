//! Readers and writers take their time in proportion to the file, whatever stands in
//! it: 32 times the bytes cost about 32 times the work, and never 1024 times.

use std::hint::black_box;
use std::time::Duration;

use tengen_engine::game::Variant;
use tengen_games::record::{self, Format, GameTree};

use super::twisted::{KINDS, bytes_of};
use crate::{clock, effort};

/// Bytes of the smaller file of each pair that is read.
const SMALL: usize = 8_000;
/// The same where the games are written, in many formats.
const SMALL_TO_WRITE: usize = 3_000;
/// How much larger the other one is.
const GROWTH: usize = 32;
/// How much more work it may be: far from that, because memory that grows costs time of
/// its own (ten times as much was seen), and far from its square.
const BOUND: u32 = 300;
/// How much larger a third one is, which judges where the second looks bad: what caches
/// lose makes one step steep, and the square every step.
const FURTHER_GROWTH: usize = 8;
/// How much more work that may be.
const FURTHER_BOUND: u32 = 40;
/// So little work that its measure means nothing.
const NOTHING: Duration = Duration::from_micros(100);
/// How often a pair that looks bad is measured again; what counts is the least time.
const TRIES: usize = 6;

fn read(format: Format, bytes: &[u8]) -> Option<Vec<GameTree>> {
    let variant = Variant::preset(format.usual_variant()).unwrap();
    record::read_trees(format, bytes, &variant).ok()
}

/// The least times of two pieces of work, if the larger takes more than so many times the
/// smaller one's.
fn grows<T>(small: &T, large: &T, bound: u32, work: impl Fn(&T)) -> Option<[Duration; 2]> {
    let (mut least_small, mut least_large) = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        for _ in 0..2 {
            least_small = least_small.min(clock::spent(|| work(small)));
        }
        least_large = least_large.min(clock::spent(|| work(large)));
        if least_large <= least_small.max(NOTHING) * bound {
            return None;
        }
    }
    Some([least_small, least_large])
}

/// What is wrong if work grows faster than its size. Where there is no largest piece, the
/// others judge.
fn complaint<T>(
    what: &str,
    [small, large]: [&T; 2],
    largest: impl FnOnce() -> Option<T>,
    work: impl Fn(&T),
) -> Option<String> {
    let first = grows(small, large, BOUND, &work)?;
    let ([less, more], growth) = match largest() {
        Some(largest) => (grows(large, &largest, FURTHER_BOUND, &work)?, FURTHER_GROWTH),
        None => (first, GROWTH),
    };
    Some(format!("{what}: {less:?}, with {growth} times as much {more:?}"))
}

/// How many bytes the files of a kind have.
fn sizes(small: usize) -> [usize; 3] {
    [small, small * GROWTH, small * GROWTH * FURTHER_GROWTH]
}

#[test]
fn reading_takes_time_in_proportion() {
    let complaints: Vec<String> = KINDS
        .iter()
        .filter_map(|kind| {
            let (name, format, _) = kind;
            let read = |bytes: &Vec<u8>| drop(black_box(read(*format, bytes)));
            let [small, large, largest] = sizes(SMALL).map(|size| move || bytes_of(kind, size));
            let pair = [&small(), &large()];
            complaint(&format!("{format}, {name}"), pair, || Some(largest()), read)
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
        let games = |size| read(kind.1, &bytes_of(kind, size));
        let [small, large, largest] = sizes(SMALL_TO_WRITE);
        let Some((small, large)) = games(small).zip(games(large)) else { continue };
        let (pair, largest) = ([&small, &large], || games(largest));
        let what = format!("{}, {}", kind.1, kind.0);
        let lose = |games: &Vec<GameTree>| drop(black_box(Format::Psq.losses(games)));
        complaints.extend(complaint(&what, pair, largest, lose));
        for format in &formats {
            let write =
                |games: &Vec<GameTree>| drop(black_box(record::write_trees(*format, games)));
            let what = format!("{what} as {format}");
            complaints.extend(complaint(&what, pair, largest, write));
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}
