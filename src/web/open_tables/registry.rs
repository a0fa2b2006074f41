//! All tables: those that are open, and those that wait in the store.

use std::any::Any;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::engines::known::KnownEngines;
use crate::limits::TABLE_COMMANDS;
use crate::quotas::{Full, QuotaGuard, Quotas, Resource};
use crate::store::database::{Store, now};
use crate::tables::journal::{Journal, Kept};
use tengen_engine::game::{Code, Problem};
use tengen_games::table::room::{Config, EngineSlot, Opening, Refusal, Room, Seat};
use tengen_host::programs::process::Guard;
use tengen_host::programs::table::Programs;
use tengen_page::new_table::NewTable;
use tengen_page::people::{self, Owners};

use super::table::{Table, TableCommand, refused};

/// Tables that may wait in the store.
const KEPT: u64 = 100_000;

/// All tables.
pub(crate) struct Tables {
    open: Mutex<BTreeMap<String, SyncSender<TableCommand>>>,
    store: Arc<Store>,
    engines: Arc<KnownEngines>,
    guard: Guard,
    quotas: Arc<Quotas>,
    /// Whether visitors are told what engines write to standard error.
    shows_stderr: bool,
    visitors: AtomicU64,
}

impl Tables {
    /// No open table yet.
    pub fn new(
        store: Arc<Store>,
        engines: Arc<KnownEngines>,
        guard: Guard,
        quotas: Arc<Quotas>,
        shows_stderr: bool,
    ) -> Tables {
        let visitors = AtomicU64::new(0);
        Tables { open: Mutex::default(), store, engines, guard, quotas, shows_stderr, visitors }
    }

    /// The store behind the tables.
    pub const fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// A number for a visitor.
    pub fn visitor(&self) -> u64 {
        self.visitors.fetch_add(1, Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, SyncSender<TableCommand>>> {
        // Nothing is done under the lock that could leave it half done, or takes long.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Founds a table for `address` and gives its name, which cannot be guessed. This starts
    /// engines on trial and writes to the store, so it is work for a thread that may wait.
    ///
    /// # Errors
    /// What cannot be, an engine that does not start, or that there are too many.
    pub fn found(
        &self,
        new_table: &NewTable,
        identity: &str,
        address: IpAddr,
    ) -> Result<String, Problem> {
        let config = new_table.config(&self.engines.means())?;
        let few = |full: Full| full.refusal("table", "one too many");
        self.quotas.spend(Resource::Founded, address, 1).map_err(few)?;
        for seat in config.seats.iter().filter(|seat| seat.is_foreign()) {
            // The place of one that is started on trial.
            let _share = self.places(1, address)?;
            self.programs().probe_start("engine", seat)?;
        }
        let store = |error: rusqlite::Error| failed(&error, "a store that takes it");
        if self.store.tables().map_err(store)? >= KEPT {
            let refusal = Problem::new("table", "one too many", format!("at most {KEPT}"));
            return Err(refusal.coded(Code::Full));
        }
        let mut room = people::room(new_table, config, 0)?;
        let Owners { chairs: owners, founder: host } = Owners::of(new_table, identity);
        let kept = Kept { snapshot: room.snapshot(0), owners, host };
        room.close();
        let text = serde_json::to_string(&kept).map_err(|error| failed(&error, "words"))?;
        let full = |full: Full| full.refusal("table", "too much is kept");
        self.quotas.spend(Resource::Stored, address, text.len() as u64).map_err(full)?;
        let id = name().map_err(|error| failed(&error, "chance from the system"))?;
        self.store.keep(&id, &text).map_err(store)?;
        Ok(id)
    }

    /// Shares for the engines of a table, our own for the choices of an opening included.
    fn engines(&self, config: &Config, address: IpAddr) -> Result<QuotaGuard, Problem> {
        let engines = config.seats.iter().filter(|seat| !seat.is_human()).count() as u64;
        let of_opening = u64::from(engines > 0 && config.opening == Opening::Swap2);
        self.places(engines + of_opening, address)
    }

    fn places(&self, engines: u64, address: IpAddr) -> Result<QuotaGuard, Problem> {
        let share = self.quotas.take(Resource::Engines, address, engines);
        share.map_err(|full| full.refusal("table", "no place for its engines"))
    }

    /// Deletes tables that were not opened for that long; says how many.
    ///
    /// # Errors
    /// When the store does not take it.
    pub fn sweep(&self, keep: Duration) -> rusqlite::Result<usize> {
        let before = now().saturating_sub_unsigned(keep.as_secs());
        self.store.sweep(before, |id| self.open().contains_key(id))
    }

    /// Deletes a table that `identity` has founded, at which nobody else has a chair, and at which
    /// nobody is.
    ///
    /// # Errors
    /// When that is not so, or the store does not take it.
    pub fn discard(&self, id: &str, identity: &str) -> Result<(), Problem> {
        let store = |error: rusqlite::Error| failed(&error, "a store that takes it");
        let kept = self.store.kept(id).map_err(store)?.ok_or_else(|| unknown(id))?;
        let kept: Kept = serde_json::from_str(&kept).map_err(|error| failed(&error, "a table"))?;
        let owners = Owners { chairs: kept.owners, founder: kept.host };
        // While it is held, no table is opened.
        let open = self.open();
        if !owners.are_alone(identity) || open.contains_key(id) {
            let refusal = Problem::new("table", "not yours alone", "one at which nobody else is");
            return Err(refusal.coded(Code::NotYours));
        }
        self.store.discard(id).map_err(store)
    }

    /// Takes a command to a table, which is opened for it if it has to be, by a visitor
    /// at that address. Never waits: a table that has to be opened answers itself.
    ///
    /// # Errors
    /// When there is no such table, or too many are open.
    pub fn send(
        self: &Arc<Self>,
        id: &str,
        command: TableCommand,
        address: IpAddr,
    ) -> Result<(), Problem> {
        let is_name = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_name {
            return Err(unknown(id));
        }
        let mut open = self.open();
        let command = match open.get(id) {
            Some(table) => match table.try_send(command) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => {
                    let refusal = Problem::new("table", "too much at once", "fewer commands");
                    return Err(refusal.coded(Code::TooFast));
                }
                // The thread of the table has ended otherwise than it should.
                Err(TrySendError::Disconnected(command)) => command,
            },
            None => command,
        };
        if !matches!(command, TableCommand::Enter { .. }) {
            let refusal = Problem::new("table", "closed", "to enter it first");
            return Err(refusal.coded(Code::TableClosed));
        }
        open.remove(id);
        let share = self.quotas.take(Resource::Tables, address, 1);
        let share = share.map_err(|full| full.refusal("table", "one too many"))?;
        let (sender, commands) = mpsc::sync_channel(TABLE_COMMANDS);
        // Nothing can be lost: the receiver is still here.
        let _ = sender.try_send(command);
        let (tables, name, wake) = (Arc::clone(self), id.to_owned(), sender.clone());
        std::thread::Builder::new()
            .name("table".to_owned())
            .spawn(move || {
                match tables.wake(&name, address, wake) {
                    Ok(table) => table.serve(&commands, |commands| tables.close(&name, commands)),
                    Err(problem) => tables.turn_away(&name, &commands, &problem),
                }
                drop(share);
            })
            .map_err(|error| failed(&error, "a thread from the system"))?;
        open.insert(id.to_owned(), sender);
        Ok(())
    }

    /// Answers all visitors that wanted to enter a table that cannot be opened.
    fn turn_away(&self, id: &str, commands: &Receiver<TableCommand>, problem: &Problem) {
        while let Some(command) = self.close(id, commands) {
            if let TableCommand::Enter { out, .. } = command {
                let _ = out.try_put(refused(problem));
            }
        }
    }

    /// Makes sure that the engines of a table can still be started: an engine that is found
    /// missing in the middle of a game has lost it.
    fn probe_start(&self, room: &Room) -> Result<(), Problem> {
        if room.view(0).result.is_some() {
            return Ok(());
        }
        let programs = self.programs();
        let mut seats = room.config().seats.iter();
        let probed = seats.try_for_each(|seat| {
            self.check(seat)?;
            programs.probe_start("engine", seat)
        });
        probed.map_err(|refusal| {
            let expected = format!("{}; the table waits for it", refusal.expected);
            Problem { code: Code::TableWaits, expected, ..refusal }
        })
    }

    /// Refuses a program that this server does not start: the table may be older than the server.
    fn check(&self, seat: &Seat) -> Result<(), Refusal> {
        match seat {
            Seat::Engine { spec, is_own: false } if !self.engines.may_start(spec) => {
                let expected = "an engine that this server knows";
                Err(Refusal::new("engine", spec.name.clone(), expected).coded(Code::EngineMissing))
            }
            _ => Ok(()),
        }
    }

    /// Visitors need not know where programs lie, and what they complain of.
    fn programs(&self) -> Programs {
        Programs::guarded(self.guard.clone()).hiding_stderr()
    }

    /// What is kept of a table, and its room.
    fn kept(&self, id: &str) -> Result<(Kept, Room), Problem> {
        let failed = |error: &dyn std::fmt::Display| failed(error, "what was kept");
        let kept = self.store.kept(id).map_err(|error| failed(&error))?;
        let kept = kept.ok_or_else(|| unknown(id))?;
        let kept: Kept = serde_json::from_str(&kept).map_err(|error| failed(&error))?;
        let room = Room::restore(&kept.snapshot, 0)?;
        Ok((kept, room))
    }

    /// A table out of the store, whose programs wake it through `sender`.
    fn wake(
        &self,
        id: &str,
        address: IpAddr,
        sender: SyncSender<TableCommand>,
    ) -> Result<Table, Problem> {
        let (kept, room) = self.kept(id)?;
        let engines = self.engines(room.config(), address)?;
        self.probe_start(&room)?;
        let quotas = Arc::clone(&self.quotas);
        let admit = move |slot: EngineSlot| -> Result<Box<dyn Any + Send>, String> {
            // The engines of the chairs and of the opening have their places already.
            if slot != EngineSlot::Hint {
                return Ok(Box::new(()));
            }
            let share = quotas.take(Resource::Engines, address, 1);
            share
                .map(|share| Box::new(share) as Box<dyn Any + Send>)
                .map_err(|full| format!("no place for another engine: expected {full}"))
        };
        let programs = self.programs().admitting(Box::new(admit));
        let (store, quotas) = (Arc::clone(&self.store), Arc::clone(&self.quotas));
        let journal = Journal::new(id.to_owned(), store, quotas, address);
        Table::open(id.to_owned(), kept, programs, sender, journal, engines, self.shows_stderr)
    }

    /// Closes a lonely table, unless a command is on its way: a visitor that enters from now
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

fn unknown(id: &str) -> Problem {
    let shown: String = id.chars().take(40).filter(|c| !c.is_control()).collect();
    Problem::new("table", shown, "the name of a table").coded(Code::NoTable)
}

/// The problem that the system or the store has failed with `error`.
fn failed(error: &dyn std::fmt::Display, expected: &str) -> Problem {
    Problem::new("table", error.to_string(), expected).coded(Code::Failed)
}

/// 128 bits of chance as text.
fn name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
