//! All tables: those that are open, and those that wait in the store.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cli::settings::Setting;
use crate::host::process::Guard;
use crate::table::room::{Programs, Room};
use crate::tools::web::engines::engine::Breed;
use crate::tools::web::places::{Place, Places};
use crate::tools::web::store::records;
use crate::tools::web::store::store::{Store, now};

use super::founding::{Founding, Means, Sitter, opponents};
use super::table::{Errand, Kept, Table};

/// Tables that may wait in the store.
const KEPT: u64 = 100_000;

/// All tables.
pub(in crate::tools::web) struct Tables {
    open: Mutex<BTreeMap<String, Sender<Errand>>>,
    store: Arc<Store>,
    breeds: Vec<Breed>,
    settings: Vec<Setting>,
    guard: Guard,
    /// Places of engines, shared with conversations.
    places: Arc<Places>,
    most: usize,
    visitors: AtomicU64,
}

impl Tables {
    /// No open table yet, and at most so many at a time.
    pub fn new(
        store: Arc<Store>,
        breeds: Vec<Breed>,
        settings: Vec<Setting>,
        guard: Guard,
        places: Arc<Places>,
        most: usize,
    ) -> Tables {
        Tables {
            open: Mutex::default(),
            store,
            breeds,
            settings,
            guard,
            places,
            most,
            visitors: AtomicU64::new(0),
        }
    }

    /// The store behind them.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Names that can be played against.
    pub fn opponents(&self) -> Vec<String> {
        opponents(&self.breeds)
    }

    /// A number for somebody who looks on.
    pub fn visitor(&self) -> u64 {
        self.visitors.fetch_add(1, Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Sender<Errand>>> {
        // Nothing is done under the lock that could leave it half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Founds a table and says its name, which nobody can guess.
    ///
    /// # Errors
    /// One line: what cannot be, an engine that does not start, or that there are too many.
    pub fn found(self: &Arc<Self>, founding: &Founding, key: &str) -> Result<String, String> {
        let means = Means { breeds: &self.breeds, settings: &self.settings };
        let config = founding.config(&means)?;
        let programs = self.programs();
        for seat in &config.seats {
            programs.rehearse("engine", seat).map_err(|refusal| refusal.to_string())?;
        }
        let failed =
            |error: rusqlite::Error| format!("table: {error}: expected a store that takes it");
        if self.store.tables().map_err(failed)? >= KEPT {
            return Err(format!("table: one too many: expected at most {KEPT}"));
        }
        let mut room = Room::new(config, 0).map_err(|error| error.to_string())?;
        if let Some(text) = &founding.load {
            let (game, _) = records::game(text, None, founding.game.name())?;
            room.load(&game, 0).map_err(|error| error.to_string())?;
        }
        let owner = |sitter: &Sitter| matches!(sitter, Sitter::Me(_)).then(|| key.to_owned());
        let kept = Kept {
            snapshot: room.snapshot(0),
            owners: [owner(&founding.seats[0]), owner(&founding.seats[1])],
            host: key.to_owned(),
        };
        room.close();
        let text = serde_json::to_string(&kept)
            .map_err(|error| format!("table: {error}: expected words"))?;
        let id =
            name().map_err(|error| format!("table: {error}: expected chance from the system"))?;
        self.store.keep(&id, &text).map_err(failed)?;
        Ok(id)
    }

    /// Deletes tables that nobody has opened for that long; says how many.
    ///
    /// # Errors
    /// When the store does not take it.
    pub fn sweep(&self, keep: Duration) -> rusqlite::Result<usize> {
        let before = now().saturating_sub_unsigned(keep.as_secs());
        // Nobody opens one of them meanwhile.
        let open = self.open();
        self.store.sweep(before, |id| open.contains_key(id))
    }

    /// Takes an errand to a table, which is opened for it if it has to be, by somebody
    /// at that address.
    ///
    /// # Errors
    /// One line: there is no such table, or too many are open.
    pub fn send(self: &Arc<Self>, id: &str, errand: Errand, address: IpAddr) -> Result<(), String> {
        if matches!(errand, Errand::Enter { .. }) && !self.open().contains_key(id) {
            self.rehearse(id)?;
        }
        let mut open = self.open();
        let errand = match open.get(id) {
            Some(table) => match table.send(errand) {
                Ok(()) => return Ok(()),
                // Its thread has ended otherwise than it should.
                Err(mpsc::SendError(errand)) => errand,
            },
            None => errand,
        };
        if !matches!(errand, Errand::Enter { .. }) {
            return Err("table: closed: expected to enter it first".to_owned());
        }
        open.remove(id);
        if open.len() >= self.most {
            return Err(format!("table: one too many: expected at most {} open ones", self.most));
        }
        let (sender, errands) = mpsc::channel();
        // Nothing can be lost: the receiver is still here.
        let _ = sender.send(errand);
        let table = self.wake(id, address)?;
        let (tables, name) = (Arc::clone(self), id.to_owned());
        std::thread::Builder::new()
            .name("table".to_owned())
            .spawn(move || {
                table.serve(&errands, |errands| tables.close(&name, errands));
            })
            .map_err(|error| format!("table: {error}: expected a thread from the system"))?;
        open.insert(id.to_owned(), sender);
        Ok(())
    }

    /// Whether the engines of a table that waits in the store can still be started: who
    /// finds out in the middle of a game has won it. Nothing is locked meanwhile.
    fn rehearse(&self, id: &str) -> Result<(), String> {
        let (_, room) = self.kept(id)?;
        if room.view(0).result.is_some() {
            return Ok(());
        }
        let programs = self.programs();
        let mut seats = room.config().seats.iter();
        let rehearsed = seats.try_for_each(|seat| programs.rehearse("engine", seat));
        rehearsed.map_err(|refusal| format!("{refusal}; the table waits for it"))
    }

    /// Whoever looks on need not know where programs lie, and what they complain of.
    fn programs(&self) -> Programs {
        Programs::guarded(self.guard.clone()).discreet()
    }

    /// What is kept of a table, and its room.
    fn kept(&self, id: &str) -> Result<(Kept, Room), String> {
        let failed =
            |error: &dyn std::fmt::Display| format!("table: {error}: expected what was kept");
        let kept = self.store.kept(id).map_err(|error| failed(&error))?;
        let shown: String = id.chars().take(40).filter(|c| !c.is_control()).collect();
        let kept = kept.ok_or_else(|| format!("table: {shown}: expected the name of a table"))?;
        let kept: Kept = serde_json::from_str(&kept).map_err(|error| failed(&error))?;
        let room = Room::restore(&kept.snapshot, 0).map_err(|error| error.to_string())?;
        Ok((kept, room))
    }

    /// A table out of the store.
    fn wake(&self, id: &str, address: IpAddr) -> Result<Table, String> {
        let (kept, room) = self.kept(id)?;
        let engines = room.config().seats.iter().filter(|seat| !seat.is_human()).count();
        let places = (0..engines).map(|_| self.places.take(address));
        let places: Vec<Place> = places
            .collect::<Result<_, _>>()
            .map_err(|full| format!("table: no place for its engines: expected {full}"))?;
        Table::open(id.to_owned(), kept, self.programs(), Arc::clone(&self.store), places)
    }

    /// Closes a lonely table, unless an errand is on its way: whoever enters from now
    /// on opens it anew.
    fn close(&self, id: &str, errands: &Receiver<Errand>) -> Option<Errand> {
        let mut open = self.open();
        let errand = errands.try_recv().ok();
        if errand.is_none() {
            open.remove(id);
        }
        errand
    }
}

/// 128 bits of chance as text.
fn name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
