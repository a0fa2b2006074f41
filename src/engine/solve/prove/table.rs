//! What a proof-number search remembers, in memory of a fixed size.

/// Proof and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// How many positions must at least be shown to hold before this one does; 0 when it does.
    pub proof: u32,
    /// The same for showing that it does not.
    pub disproof: u32,
}

impl Numbers {
    /// The number of what cannot be shown.
    pub const INFINITE: u32 = u32::MAX / 4;
    /// More than any number that is not infinite.
    pub const MOST: Numbers = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
    /// Of a position that nobody looked at.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Of a position whose answer is known.
    pub const fn of(holds: bool) -> Numbers {
        if holds {
            Numbers { proof: 0, disproof: Numbers::INFINITE }
        } else {
            Numbers { proof: Numbers::INFINITE, disproof: 0 }
        }
    }

    /// Whether the claim holds, if that is known.
    pub const fn decided(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The same as the player to move sees it: the first number is what it wants small.
    pub const fn seen(self, is_provers_turn: bool) -> Numbers {
        if is_provers_turn { self } else { Numbers { proof: self.disproof, disproof: self.proof } }
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub key: u64,
    pub numbers: Numbers,
    /// Positions visited to find it, at least 1.
    pub work: u32,
}

/// An entry as it is kept: key, numbers, work; all zero where there is none.
type Words = [u64; 3];
/// Entries among which a position may stand.
const BUCKET: usize = 4;

impl Entry {
    const fn words(self) -> Words {
        let Numbers { proof, disproof } = self.numbers;
        [self.key, (proof as u64) << 32 | disproof as u64, self.work as u64]
    }

    const fn of([key, numbers, work]: Words) -> Option<Entry> {
        let numbers = Numbers { proof: (numbers >> 32) as u32, disproof: numbers as u32 };
        if work == 0 { None } else { Some(Entry { key, numbers, work: work as u32 }) }
    }

    /// What it would cost to find it again; a decided position is needed again for sure.
    fn worth(self) -> u64 {
        u64::from(self.work) << (2 * u32::from(self.numbers.decided().is_some()))
    }
}

/// A table of entries; the one that cost least gives way.
pub(super) struct Table {
    entries: Vec<Words>,
}

impl Table {
    /// A table of at most so many bytes, but of some thousand entries at least.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Words>() / BUCKET).max(1 << 10);
        Table { entries: vec![[0; 3]; buckets * BUCKET] }
    }

    fn bucket(&mut self, key: u64) -> &mut [Words] {
        // The high half of the product spreads keys evenly over any number of buckets.
        let buckets = self.entries.len() / BUCKET;
        let start = ((u128::from(key) * buckets as u128) >> 64) as usize * BUCKET;
        &mut self.entries[start..start + BUCKET]
    }

    pub fn find(&mut self, key: u64) -> Option<Numbers> {
        let mut entries = self.bucket(key).iter().filter_map(|&words| Entry::of(words));
        entries.find(|entry| entry.key == key).map(|entry| entry.numbers)
    }

    /// Forgets all but what was shown to hold.
    pub fn forget_disproofs(&mut self) {
        for words in &mut self.entries {
            let holds = |entry: Entry| entry.numbers.decided() == Some(true);
            if !Entry::of(*words).is_some_and(holds) {
                *words = [0; 3];
            }
        }
    }

    /// Keeps an entry; the work for the same position adds up.
    pub fn keep(&mut self, entry: Entry) {
        let bucket = self.bucket(entry.key);
        let old = |words: &Words| Entry::of(*words);
        let same = bucket.iter().position(|it| old(it).is_some_and(|it| it.key == entry.key));
        let least = (0..BUCKET).min_by_key(|&at| old(&bucket[at]).map_or(0, Entry::worth));
        let at = same.or(least).unwrap_or(0);
        let before = same.and_then(|at| old(&bucket[at])).map_or(0, |it| it.work);
        let work = entry.work.saturating_add(before).max(1);
        bucket[at] = Entry { work, ..entry }.words();
    }

    /// Makes a position unknown again.
    pub fn forget(&mut self, key: u64) {
        let bucket = self.bucket(key);
        for words in bucket.iter_mut().filter(|words| words[0] == key) {
            *words = [0; 3];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cost_least_gives_way() {
        let mut table = Table::new(0);
        let numbers = |proof| Numbers { proof, disproof: 7 };
        for key in 1..=4 {
            table.keep(Entry { key, numbers: numbers(key as u32), work: 10 * key as u32 });
        }
        table.keep(Entry { key: 2, numbers: Numbers::of(false), work: 1 });
        table.keep(Entry { key: 5, numbers: numbers(5), work: 35 });
        assert_eq!(table.find(1), None);
        assert_eq!(table.find(2), Some(Numbers::of(false)), "21 and decided");
        assert_eq!([3, 4, 5].map(|key| table.find(key)), [3, 4, 5].map(|it| Some(numbers(it))));
        table.forget(5);
        assert_eq!(table.find(5), None);
    }
}
