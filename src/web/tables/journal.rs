//! A table and the store: everything is written down before visitors are told of it, and
//! while the store refuses, the table stands still.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::quotas::{Full, Quotas, Resource};
use crate::store::database::Store;
use tengen_engine::game::{Code, Problem};
use tengen_games::table::room::Snapshot;
use tengen_page::finished::Finished;

/// How often a store that has refused something is asked again.
const RETRY: Duration = Duration::from_secs(1);

/// A table as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The room.
    pub snapshot: Snapshot,
    /// The identities that the chairs belong to; others are free.
    pub owners: [Option<String>; 2],
    /// The identity that created the table.
    pub host: String,
}

/// What is written down of a table.
pub(crate) struct Journal {
    id: String,
    store: Arc<Store>,
    quotas: Arc<Quotas>,
    /// The address that the table was opened from: its finished games are counted there.
    address: IpAddr,
    /// Results that the store does not have yet.
    waiting: Vec<Entry>,
    stall: Option<Stall>,
    /// What visitors were told last about a wait for the store.
    told: Option<Problem>,
}

/// A result on its way to the store.
enum Entry {
    Finished(Box<Finished>),
    /// The game of that number goes on: a move was taken back.
    Resumed(u32),
}

/// A wait for the store, which has refused something.
struct Stall {
    since: Instant,
    /// When the store is asked again.
    due: Instant,
    /// What the store said when it refused.
    why: String,
}

impl Journal {
    /// The journal of the table of that name.
    pub fn new(id: String, store: Arc<Store>, quotas: Arc<Quotas>, address: IpAddr) -> Journal {
        Journal { id, store, quotas, address, waiting: Vec::new(), stall: None, told: None }
    }

    /// Writes the table and its results down. Until that is done the table stands still.
    ///
    /// # Errors
    /// When the store refuses: what visitors should be told of that, or `None` if they know it.
    pub fn keep(&mut self, table: &Kept) -> Result<(), Option<Problem>> {
        let Err(why) = self.write(table) else {
            self.told = None;
            return Ok(());
        };
        log::error!("table {} could not be kept: {why}", self.id);
        let now = Instant::now();
        self.stall = Some(Stall { since: now, due: now + RETRY, why: why.to_string() });
        let refusal = self.refusal();
        if self.told == refusal {
            return Err(None);
        }
        self.told.clone_from(&refusal);
        Err(refusal)
    }

    fn write(&mut self, table: &Kept) -> anyhow::Result<()> {
        while let Some(entry) = self.waiting.first() {
            match entry {
                Entry::Finished(game) => self.store.finish(game)?,
                Entry::Resumed(number) => self.store.resume(&self.id, *number)?,
            }
            self.waiting.remove(0);
        }
        Ok(self.store.keep(&self.id, &serde_json::to_string(table)?)?)
    }

    /// Takes in a finished game, which is written down with the table.
    ///
    /// # Errors
    /// When a quota is used up: the game is not kept.
    pub fn finish(&mut self, game: Finished) -> Result<(), Full> {
        self.quotas.spend(Resource::Games, self.address, 1)?;
        self.quotas.spend(Resource::Stored, self.address, game.bytes() as u64)?;
        self.waiting.push(Entry::Finished(Box::new(game)));
        Ok(())
    }

    /// Takes in that a finished game goes on after all.
    pub fn resume(&mut self, number: u32) {
        self.waiting.push(Entry::Resumed(number));
    }

    /// Since when the table waits for the store.
    pub fn stalled_since(&self) -> Option<Instant> {
        self.stall.as_ref().map(|stall| stall.since)
    }

    /// When the store is asked again.
    pub fn due(&self) -> Option<Instant> {
        self.stall.as_ref().map(|stall| stall.due)
    }

    /// Ends the wait if it is time to ask again; gives how long the table has waited.
    pub fn try_again(&mut self) -> Option<Duration> {
        let stall = self.stall.take_if(|stall| stall.due <= Instant::now())?;
        Some(stall.since.elapsed())
    }

    /// What visitors are told while the table waits.
    pub fn refusal(&self) -> Option<Problem> {
        let Stall { why, .. } = self.stall.as_ref()?;
        let expected = "a moment: it goes on once it is kept";
        let refusal = Problem::new("table", format!("it cannot be kept ({why})"), expected);
        Some(refusal.coded(Code::NotKept))
    }
}
