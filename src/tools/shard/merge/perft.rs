//! Counts of games: the lines of the shards one after the other, and the sum.

use std::io::{BufRead, Write};

use anyhow::{Context, anyhow, bail};

use tengen_host::cli::failure::{Failure, put};

use super::super::contract::Shard;
use super::super::result::ResultFile;
use super::joiner::Joiner;
use super::output::MergeOutput;

/// How the last line of a count begins.
const TOTAL: &str = "Nodes searched: ";

/// The counts so far.
pub(super) struct Counts {
    output: MergeOutput,
    total: u64,
}

impl Counts {
    /// None; what `perft` would print goes to `output`.
    pub const fn new(output: MergeOutput) -> Counts {
        Counts { output, total: 0 }
    }
}

impl Joiner for Counts {
    fn add(&mut self, shard: &Shard, result: &mut ResultFile) -> anyhow::Result<()> {
        let (mut sum, mut moves, mut total) = (0_u64, 0, None);
        for line in result.lines() {
            let line = line?;
            let number =
                |text: &str| text.parse::<u64>().with_context(|| format!("{line}: a count"));
            if let Some(text) = line.strip_prefix(TOTAL) {
                total = Some(number(text)?);
            } else if let Some((_, text)) = line.split_once(": ") {
                sum = sum.checked_add(number(text)?).context("more games than can be counted")?;
                moves += 1;
                writeln!(self.output, "{line}")?;
            }
        }
        if total != Some(sum) || moves != shard.part.count() {
            bail!("{moves} moves, {sum} games: expected the count of {} moves", shard.part.count());
        }
        let total = self.total.checked_add(sum);
        self.total = total.ok_or_else(|| anyhow!("more games than can be counted"))?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        write!(self.output, "\n{TOTAL}{}\n", self.total).context("the counts")?;
        self.output.publish()?;
        put(format!("{}\n", self.total).as_bytes())
    }
}
