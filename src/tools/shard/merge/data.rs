//! Games of `datagen`: one file from those of the shards. It begins with eight bytes and a
//! part that is the same in all; a part for each game follows. A part is its length (four
//! bytes, little-endian), the content, and a sum of four bytes; the content of a game
//! begins with its number in four bytes, from 0.

use std::io::{self, Read, Write};

use anyhow::{Context, bail, ensure};

use tengen_host::cli::failure::{Failure, put};

use super::super::contract::Shard;
use super::super::result::ResultFile;
use super::joiner::Joiner;
use super::output::MergeOutput;

/// Bytes before the first part.
const MAGIC: usize = 8;
/// Longest part that is believed, in bytes.
const LONGEST_PART: u32 = 1 << 16;

/// The games so far.
pub(super) struct Data {
    output: MergeOutput,
    /// The beginning that all files share.
    beginning: Option<Vec<u8>>,
    games: u64,
}

impl Data {
    /// None.
    pub const fn new(output: MergeOutput) -> Data {
        Data { output, beginning: None, games: 0 }
    }
}

impl Joiner for Data {
    fn add(&mut self, shard: &Shard, result: &mut ResultFile) -> anyhow::Result<()> {
        let mut beginning = vec![0; MAGIC];
        result.read_exact(&mut beginning).context("no file of games")?;
        let recipe = read_part(result)?.context("no recipe")?;
        beginning.extend(recipe);
        match &self.beginning {
            None => self.output.write_all(&beginning)?,
            Some(before) => ensure!(*before == beginning, "another recipe: expected one of all"),
        }
        self.beginning.get_or_insert(beginning);
        let mut next = shard.part.first - 1;
        while let Some(part) = read_part(result)? {
            let number = part.get(4..8).and_then(|bytes| bytes.try_into().ok());
            let number = u64::from(u32::from_le_bytes(number.context("no game")?));
            ensure!(number == next, "game {number}: expected game {next}");
            self.output.write_all(&part)?;
            next += 1;
        }
        ensure!(next == shard.part.last, "{next} games: expected {}", shard.part.last);
        self.games += shard.part.count();
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Data { output, games, .. } = *self;
        output.publish()?;
        put(format!("{games} games, {games} of them new\n").as_bytes())
    }
}

/// The next part with its length and sum; `None` at the end.
fn read_part(input: &mut impl Read) -> anyhow::Result<Option<Vec<u8>>> {
    let mut part = vec![0; 4];
    match input.read(&mut part[..1])? {
        0 => return Ok(None),
        _ => input.read_exact(&mut part[1..])?,
    }
    let length = u32::from_le_bytes([part[0], part[1], part[2], part[3]]);
    if length > LONGEST_PART {
        bail!("a part of {length} bytes: expected at most {LONGEST_PART}");
    }
    part.resize(8 + length as usize, 0);
    match input.read_exact(&mut part[4..]) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => bail!("a part breaks off"),
        read => read?,
    }
    Ok(Some(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_whole() {
        let part = [&[2, 0, 0, 0][..], b"ab", &[9, 9, 9, 9]].concat();
        let two = [&part[..], &part].concat();
        let mut input = &two[..];
        for _ in 0..2 {
            assert_eq!(read_part(&mut input).unwrap().unwrap(), part);
        }
        assert!(read_part(&mut input).unwrap().is_none());
        for length in 1..part.len() {
            assert!(read_part(&mut &part[..length]).is_err(), "{length}");
        }
        assert!(read_part(&mut &[0xff; 20][..]).is_err());
    }
}
