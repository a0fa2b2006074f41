//! Proofs of leaves: one proof from those of the shards, which the prover puts together and
//! checks before it writes it.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::{ChildStdin, Stdio};

use anyhow::{Context, ensure};
use serde::Deserialize;

use tengen_host::cli::failure::Failure;
use tengen_host::cli::parts::Part;

use super::super::child;
use super::super::contract::{Common, Shard};
use super::super::result::ResultFile;
use super::ender::Ender;
use super::joiner::Joiner;

/// The proofs so far, on their way to the prover.
pub(super) struct Proofs {
    prover: Ender,
    input: ChildStdin,
}

/// What is looked at of a leaf, or of a job of a tree.
#[derive(Deserialize)]
struct NumberedLeaf {
    #[serde(alias = "job")]
    leaf: u64,
}

impl Proofs {
    /// None; the whole goes to the file `out`.
    ///
    /// # Errors
    /// When the prover does not start.
    pub fn new(common: &Common, out: Option<&Path>) -> anyhow::Result<Proofs> {
        let mut order = child::tool(common.kind, &common.arguments)?;
        order.args(["--join", "-"]).stdin(Stdio::piped());
        if let Some(out) = out {
            order.arg("--out").arg(out);
        }
        let mut prover = Ender(order.spawn()?);
        let input = prover.0.stdin.take().context("no way to the prover")?;
        Ok(Proofs { prover, input })
    }
}

impl Joiner for Proofs {
    fn add(&mut self, shard: &Shard, result: &mut ResultFile) -> anyhow::Result<()> {
        let mut next = shard.part.first;
        for line in result.split(b'\n') {
            let mut line = line?;
            let NumberedLeaf { leaf } = serde_json::from_slice(&line).context("a leaf")?;
            ensure!(leaf == next, "leaf {leaf}: expected leaf {next}");
            next += 1;
            line.push(b'\n');
            // A prover that has ended says why.
            if self.input.write_all(&line).is_err() {
                return Ok(());
            }
        }
        let Part { first, last } = shard.part;
        ensure!(next > last, "{} of {} leaves", next - first, last + 1 - first);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Proofs { mut prover, input } = *self;
        drop(input);
        let status = prover.end().context("the prover")?;
        match status.code() {
            Some(0) => Ok(()),
            // The tool has said why.
            code => Err(Failure::Told(code.map_or(1, |code| code as u8))),
        }
    }
}
