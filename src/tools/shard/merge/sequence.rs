//! The lines of a plan: all of them, each once, in their order. So nothing has to be
//! remembered to find one that stands there twice.

use super::super::contract::Shard;

/// The lines so far.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// The digest of the plan, its number of shards, and how many are done twice.
    plan: Option<(String, u64, u64)>,
    /// Number of the last shard.
    last: u64,
    /// Number of the last shard that is done again.
    last_again: u64,
    /// How many are done again so far.
    again: u64,
}

impl Sequence {
    /// Takes the next line.
    ///
    /// # Errors
    /// What was expected in its place.
    pub fn take(&mut self, shard: &Shard) -> Result<(), String> {
        let Shard { id, number, again, common, .. } = shard;
        let plan = self.plan.get_or_insert_with(|| (shard.plan.clone(), common.of, common.repeats));
        if plan.0 != shard.plan {
            return Err(format!("{id}: expected a line of the same plan as those before"));
        }
        let once = "expected every line of the plan once, in its order";
        if *again {
            let is_next = self.last == plan.1 && *number > self.last_again;
            if !is_next {
                return Err(format!("{id}: {once}"));
            }
            self.last_again = *number;
            self.again += 1;
        } else {
            if *number != self.last + 1 || self.again > 0 {
                return Err(format!("{id}: {once}"));
            }
            self.last = *number;
        }
        Ok(())
    }

    /// Makes sure, when there are no more lines, that none is missing.
    ///
    /// # Errors
    /// What is missing.
    pub fn end(&self) -> Result<(), String> {
        let Some((_, of, repeats)) = &self.plan else {
            return Err("no line: expected a plan".to_owned());
        };
        if self.last < *of || self.again < *repeats {
            let found = self.last + self.again;
            return Err(format!("{found} lines: expected all {} of the plan", of + repeats));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::contract::tests::common;
    use super::*;

    #[test]
    fn every_line_stands_there_once() {
        let mut common = common(9, 3);
        common.repeats = 2;
        let plan = common.digest();
        let shard = |number, again| Shard::new(common.clone(), &plan, number, again);
        let whole = [(1, false), (2, false), (3, false), (1, true), (3, true)];
        let take = |lines: &[(u64, bool)]| -> Result<(), String> {
            let mut sequence = Sequence::default();
            lines.iter().try_for_each(|&(number, again)| sequence.take(&shard(number, again)))?;
            sequence.end()
        };
        assert_eq!(take(&whole), Ok(()));
        for length in 0..whole.len() {
            assert!(take(&whole[..length]).is_err(), "{length}");
        }
        for wrong in [
            &[(1, false), (1, false)][..],
            &[(2, false)],
            &[(1, false), (3, false)],
            &[(1, false), (2, false), (1, true)],
            &[(1, false), (2, false), (3, false), (3, true), (1, true)],
            &[(1, false), (2, false), (3, false), (1, true), (1, true)],
        ] {
            assert!(take(wrong).unwrap_err().contains("expected every line"), "{wrong:?}");
        }
        let mut sequence = Sequence::default();
        sequence.take(&shard(1, false)).unwrap();
        let other = super::super::super::contract::tests::shard(9, 4, 2);
        assert!(sequence.take(&other).unwrap_err().contains("the same plan"));
    }
}
