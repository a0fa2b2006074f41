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
    /// Positions visited to find it.
    pub work: u32,
}

const EMPTY: Entry = Entry { key: 0, numbers: Numbers::UNKNOWN, work: 0 };
/// Entries among which a position may stand.
const BUCKET: usize = 4;

/// A table of entries; the one that cost least gives way.
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
}

impl Table {
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Entry>() / BUCKET).max(1 << 8);
        Table { entries: vec![EMPTY; buckets * BUCKET], buckets }
    }

    fn bucket(&self, key: u64) -> usize {
        // The high half of the product spreads keys evenly over any number of buckets.
        (u128::from(key) * self.buckets as u128 >> 64) as usize * BUCKET
    }

    pub fn find(&self, key: u64) -> Option<Numbers> {
        let start = self.bucket(key);
        let entry = self.entries[start..start + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.work > 0);
        entry.map(|entry| entry.numbers)
    }

    pub fn keep(&mut self, entry: Entry) {
        let start = self.bucket(entry.key);
        let bucket = &mut self.entries[start..start + BUCKET];
        // A decided position is worth more than its work says.
        let worth =
            |it: &Entry| (u64::from(it.work)) << (2 * u32::from(it.numbers.decided().is_some()));
        let same = bucket.iter().position(|it| it.key == entry.key && it.work > 0);
        let at = same.or_else(|| (0..BUCKET).min_by_key(|&at| worth(&bucket[at]))).unwrap_or(0);
        let work =
            entry.work.saturating_add(if same.is_some() { bucket[at].work } else { 0 }).max(1);
        bucket[at] = Entry { work, ..entry };
    }

    /// Makes a position unknown again.
    pub fn forget(&mut self, key: u64) {
        let start = self.bucket(key);
        for entry in &mut self.entries[start..start + BUCKET] {
            if entry.key == key {
                *entry = EMPTY;
            }
        }
    }
}
