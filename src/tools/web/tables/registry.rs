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
use crate::tools::web::engines::pool::EngineKind;
use crate::tools::web::quota::{Quota, Slot};
use crate::tools::web::store::database::{Store, now};
use crate::tools::web::store::records;

use super::new_table::{Means, NewTable, Sitter, opponents};
use super::table::{Kept, Table, TableCommand};

/// Tables that may wait in the store.
const KEPT: u64 = 100_000;

/// All tables.
pub(in crate::tools::web) struct Tables {
    open: Mutex<BTreeMap<String, Sender<TableCommand>>>,
    store: Arc<Store>,
    kinds: Vec<EngineKind>,
    settings: Vec<Setting>,
    guard: Guard,
    /// Quota of engines, shared with conversations.
    quota: Arc<Quota>,
    most: usize,
    visitors: AtomicU64,
}

impl Tables {
    /// No open table yet, and at most so many at a time.
    pub fn new(
        store: Arc<Store>,
        kinds: Vec<EngineKind>,
        settings: Vec<Setting>,
        guard: Guard,
        quota: Arc<Quota>,
        most: usize,
    ) -> Tables {
        Tables {
            open: Mutex::default(),
            store,
            kinds,
            settings,
            guard,
            quota,
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
        opponents(&self.kinds)
    }

    /// A number for somebody who looks on.
    pub fn visitor(&self) -> u64 {
        self.visitors.fetch_add(1, Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Sender<TableCommand>>> {
        // Nothing is done under the lock that could leave it half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Founds a table and says its name, which nobody can guess.
    ///
    /// # Errors
    /// One line: what cannot be, an engine that does not start, or that there are too many.
    pub fn found(self: &Arc<Self>, new_table: &NewTable, key: &str) -> Result<String, String> {
        let means = Means { kinds: &self.kinds, settings: &self.settings };
        let config = new_table.config(&means)?;
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
        if let Some(text) = &new_table.load {
            let (game, _) = records::game(text, None, new_table.game.name())?;
            room.load(&game, 0).map_err(|error| error.to_string())?;
        }
        let owner = |sitter: &Sitter| matches!(sitter, Sitter::Me(_)).then(|| key.to_owned());
        let kept = Kept {
            snapshot: room.snapshot(0),
            owners: [owner(&new_table.seats[0]), owner(&new_table.seats[1])],
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

    /// Takes a command to a table, which is opened for it if it has to be, by somebody
    /// at that address.
    ///
    /// # Errors
    /// One line: there is no such table, or too many are open.
    pub fn send(
        self: &Arc<Self>,
        id: &str,
        command: TableCommand,
        address: IpAddr,
    ) -> Result<(), String> {
        if matches!(command, TableCommand::Enter { .. }) && !self.open().contains_key(id) {
            self.rehearse(id)?;
        }
        let mut open = self.open();
        let command = match open.get(id) {
            Some(table) => match table.send(command) {
                Ok(()) => return Ok(()),
                // Its thread has ended otherwise than it should.
                Err(mpsc::SendError(command)) => command,
            },
            None => command,
        };
        if !matches!(command, TableCommand::Enter { .. }) {
            return Err("table: closed: expected to enter it first".to_owned());
        }
        open.remove(id);
        if open.len() >= self.most {
            return Err(format!("table: one too many: expected at most {} open ones", self.most));
        }
        let (sender, commands) = mpsc::channel();
        // Nothing can be lost: the receiver is still here.
        let _ = sender.send(command);
        let table = self.wake(id, address)?;
        let (tables, name) = (Arc::clone(self), id.to_owned());
        std::thread::Builder::new()
            .name("table".to_owned())
            .spawn(move || {
                table.serve(&commands, |commands| tables.close(&name, commands));
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
        let quota = (0..engines).map(|_| self.quota.take(address));
        let quota: Vec<Slot> = quota
            .collect::<Result<_, _>>()
            .map_err(|full| format!("table: no place for its engines: expected {full}"))?;
        Table::open(id.to_owned(), kept, self.programs(), Arc::clone(&self.store), quota)
    }

    /// Closes a lonely table, unless a command is on its way: whoever enters from now
    /// on opens it anew.
    fn close(&self, id: &str, commands: &Receiver<TableCommand>) -> Option<TableCommand> {
        let mut open = self.open();
        let command = commands.try_recv().ok();
        if command.is_none() {
            open.remove(id);
        }
        command
    }
}

/// 128 bits of chance as text.
fn name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
