//! What tools print: the texts of the shards one after the other.

use std::io::{self, BufRead};

use anyhow::{Context, ensure};

use tengen_host::cli::failure::{Failure, put};

use super::super::contract::Shard;
use super::super::result::ResultFile;
use super::joiner::Joiner;
use super::output::MergeOutput;
use tengen_host::cli::digest::Digester;

/// The texts so far.
pub(super) struct Texts {
    output: MergeOutput,
    is_printed: bool,
}

impl Texts {
    /// None; they go to `output`, or are printed.
    pub const fn new(output: MergeOutput, is_printed: bool) -> Texts {
        Texts { output, is_printed }
    }
}

impl Joiner for Texts {
    fn add(&mut self, shard: &Shard, result: &mut ResultFile) -> anyhow::Result<()> {
        ensure!(result.head.bytes > 0, "nothing: expected text about {}", shard.part);
        if !self.is_printed {
            io::copy(result, &mut self.output).context("the texts")?;
            return Ok(());
        }
        loop {
            let chunk = result.fill_buf()?;
            let length = chunk.len();
            if length == 0 {
                return Ok(());
            }
            put(chunk)?;
            result.consume(length);
        }
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Texts { output, .. } = *self;
        Ok(output.publish()?)
    }
}

/// How a time begins in an answer of `analyze`.
const TIME: &str = "\"time_ms\":";

/// The digest of a text without the times in it.
pub(super) fn without_times(result: &mut ResultFile) -> anyhow::Result<String> {
    result.rewind()?;
    let mut digester = Digester::default();
    for line in result.lines() {
        let line = line?;
        let mut parts = line.split(TIME);
        digester.add(parts.next().unwrap_or_default().as_bytes());
        for part in parts {
            digester
                .add(part.trim_start_matches(|letter: char| letter.is_ascii_digit()).as_bytes());
        }
        digester.add(b"\n");
    }
    Ok(digester.finish())
}
