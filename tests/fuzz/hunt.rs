//! The hunt: changes seeds, looks what comes out, and keeps what is new.
//!
//! `TENGEN_FUZZ_SECONDS` lets it go on for so long and tell what it does,
//! `TENGEN_FUZZ_SEED` begins elsewhere.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::str::FromStr;
use std::sync::Once;
use std::time::{Duration, Instant};

use crate::corpus::{Input, seeds};
use crate::mutator::Mutator;
use crate::{clock, effort};

/// What became of an input: in a few words that inputs of a new kind change, or what
/// should never be.
pub type Verdict = Result<String, String>;

/// Inputs of an ordinary run, and of one that tries everything.
const INPUTS: (usize, usize) = (3_000, 40_000);
/// Most inputs that are kept because something new came out.
const MOST_KEPT: usize = 5_000;
/// An input of some kilobytes never needs so long.
const TOO_LONG: Duration = Duration::from_secs(10);

fn variable<T: FromStr<Err: Debug>>(name: &str) -> Option<T> {
    Some(std::env::var(name).ok()?.parse().unwrap_or_else(|error| panic!("{name}: {error:?}")))
}

/// How long the hunt goes on.
enum Budget {
    Inputs(usize),
    Until(Instant),
}

/// Hunts on one target, and fails with everything that was found.
pub fn run(target: &str, tokens: &'static [&'static str], check: fn(&Input) -> Verdict) {
    let seconds: Option<u64> = variable("TENGEN_FUZZ_SECONDS");
    let budget = match seconds {
        Some(seconds) => Budget::Until(Instant::now() + Duration::from_secs(seconds)),
        None => Budget::Inputs(effort::of(INPUTS.0, INPUTS.1)),
    };
    let mut pool = seeds(target);
    let (mut seen, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    let (mut found, mut tried) = (Vec::<String>::new(), 0);
    keep_panics_quiet();
    for seed in &pool {
        seen.insert(judged(seed, check).unwrap_or_else(|error| panic!("seed: {error}")));
    }
    let mut mutator = Mutator::new(variable("TENGEN_FUZZ_SEED").unwrap_or(1), tokens);
    let begin = Instant::now();
    while match budget {
        Budget::Inputs(most) => tried < most,
        Budget::Until(end) => Instant::now() < end,
    } {
        tried += 1;
        let mut input = pool[mutator.below(pool.len())].clone();
        let other = mutator.below(pool.len());
        mutator.change(&mut input.bytes, &pool[other].bytes);
        match judged(&input, check) {
            Ok(words) => {
                if pool.len() < MOST_KEPT && seen.insert(words) {
                    pool.push(input);
                }
            }
            Err(error) => {
                if kinds.insert(kind(&error)) {
                    let input = shrunk(input, &kind(&error), check);
                    let error = judged(&input, check).unwrap_err();
                    let finding = format!("{error}\n  in {}", keep(target, found.len(), &input));
                    println!("{target}: {finding}");
                    found.push(finding);
                }
            }
        }
    }
    if seconds.is_some() {
        let (kept, findings) = (pool.len(), found.len());
        let time = begin.elapsed().as_secs();
        println!("{target}: {tried} inputs in {time} s, {kept} kinds, {findings} findings");
    }
    assert!(found.is_empty(), "{target}: {}", found.join("\n"));
}

thread_local! {
    /// What the panic of this thread said; nothing where a panic is not expected.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lets inputs panic without a word: the finding tells it.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if PANIC.with_borrow(Option::is_some) {
                PANIC.set(Some(info.to_string()));
            } else {
                usual(info);
            }
        }));
    });
}

/// What becomes of an input; a panic is what should never be, and so is a long time.
fn judged(input: &Input, check: fn(&Input) -> Verdict) -> Verdict {
    let mut verdict = Err(String::new());
    let time = clock::spent(|| {
        PANIC.set(Some(String::new()));
        verdict = panic::catch_unwind(AssertUnwindSafe(|| check(input)))
            .unwrap_or_else(|_| Err(PANIC.take().unwrap_or_default()));
        PANIC.set(None);
    });
    if time > TOO_LONG { Err(format!("too long: {time:?}")) } else { verdict }
}

/// What stands before the first colon and blank, without the numbers of a sentence: of
/// each kind one is enough. For panics that is the place.
fn kind(finding: &str) -> String {
    let kind = finding.split(": ").next().unwrap_or_default();
    if finding.starts_with("panicked") {
        return finding.lines().next().unwrap_or_default().to_owned();
    }
    kind.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// The input with all pieces taken away that the finding does not need.
fn shrunk(mut input: Input, kind: &str, check: fn(&Input) -> Verdict) -> Input {
    let mut length = input.bytes.len();
    while length > 0 {
        let mut at = 0;
        while at < input.bytes.len() {
            let mut less = input.clone();
            less.bytes.drain(at..(at + length).min(less.bytes.len()));
            match judged(&less, check) {
                Err(error) if self::kind(&error) == kind => input = less,
                _ => at += length,
            }
        }
        length /= 2;
    }
    input
}

/// Writes an input into a file and names it.
fn keep(target: &str, number: usize, input: &Input) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{target}-{number}.{}", input.kind));
    fs::write(&path, &input.bytes).unwrap();
    path.display().to_string()
}

/// A finding, if two things differ that should not.
pub fn same<T: PartialEq + Debug>(what: impl Display, left: &T, right: &T) -> Result<(), String> {
    if left == right { Ok(()) } else { Err(format!("{what}: {left:?}\n  and {right:?}")) }
}
