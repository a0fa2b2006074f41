//! The arguments of `tengen prove`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use tengen_engine::proof::Claim;

use tengen_host::cli::game_arguments::GameArguments;
use tengen_host::cli::parts::PartArguments;
use tengen_host::cli::values::{ENDLESS, parse_time, within};

/// Arguments of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Prove {
    #[command(flatten)]
    pub(super) game: GameArguments,
    /// The position, as text; the empty board by default
    #[arg(long, value_name = "TEXT")]
    pub(super) fen: Option<String>,
    /// The position after the game of this file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub(super) record: Option<PathBuf>,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", requires = "record", value_parser = within::<u32>(1..=ENDLESS))]
    pub(super) number: Option<u32>,
    /// Only so many moves of that game
    #[arg(long, value_name = "N", requires = "record", value_parser = within::<usize>(0..=1600))]
    pub(super) ply: Option<usize>,
    /// Moves from there, as in "h8 i9"
    #[arg(long, value_name = "MOVES")]
    pub(super) moves: Option<String>,
    /// What is to be proven: "x wins", "o wins", "x holds" or "o holds"; without it
    /// the value of the position
    #[arg(long, value_name = "CLAIM", value_parser = parse_claim)]
    pub(super) claim: Option<Claim>,
    /// Longest time, as in 60s, 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) time: Option<Duration>,
    /// Most positions that are visited
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=ENDLESS))]
    pub(super) nodes: Option<u64>,
    /// Memory of the search, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = within::<usize>(1..=1_000_000))]
    pub(super) memory: usize,
    /// Threads of the search
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<usize>(1..=256))]
    pub(super) threads: usize,
    /// Keep what was found out in this file, once a minute or more and at the end, and go on from it
    #[arg(long, value_name = "FILE", requires = "claim", conflicts_with_all = ["part", "dry_run", "join"])]
    pub(super) resume: Option<PathBuf>,
    /// Prove a win by jobs, and keep what they find out in this folder; a search goes on from it.
    /// --nodes is about a search of a job then
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub(super) tree: Option<PathBuf>,
    /// Try the moves of this proof first, which may be about another rule or a position that
    /// is much the same, and may be false here
    #[arg(long, value_name = "FILE", requires = "tree")]
    pub(super) like: Option<PathBuf>,
    /// Write the moves to this file without which a search of --nodes positions would not win,
    /// packed if it ends in .gz: a book to play by
    #[arg(long, value_name = "FILE", requires = "tree", conflicts_with_all = ["part", "dry_run"])]
    pub(super) condense: Option<PathBuf>,
    /// Write the proof to this file, packed if it ends in .gz; the two of a draw get
    /// the claim in their names
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["part", "dry_run"])]
    pub(super) out: Option<PathBuf>,
    /// Cut the claim into so many positions or more, the leaves, which can be proven apart;
    /// --nodes and --time are about each then
    #[arg(long, value_name = "N", default_value = "100", value_parser = within::<usize>(1..=100_000))]
    pub(super) leaves: usize,
    /// Moves of the prover that are tried in each position before the leaves
    #[arg(long, value_name = "N", default_value = "1", value_parser = within::<usize>(1..=1600))]
    pub(super) tries: usize,
    /// Put the proofs of leaves together, which this file has as --part prints them; - is
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["part", "dry_run"])]
    pub(super) join: Option<PathBuf>,
    #[command(flatten)]
    pub(super) part: PartArguments,
}

fn parse_claim(text: &str) -> Result<Claim, &'static str> {
    Claim::parse(text).ok_or("expected one of x wins, o wins, x holds, o holds")
}
