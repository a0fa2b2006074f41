//! A table that is open: one thread with a room, its programs and its visitors.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use std::net::IpAddr;

use axum::extract::ws::Message;
use tengen_engine::game::{Code, Problem};

use crate::outbox::Outbox;
use crate::quotas::{QuotaGuard, client_prefix};
use crate::store::database::now;
use crate::store::identity::seat_code;
use crate::tables::journal::{Journal, Kept};
use tengen_games::table::room::{Chair, ChairView, EngineSlot, Happening, Room, TableRequest};
use tengen_host::programs::table::Programs;
use tengen_page::company::{Company, CompanyRequest, WrongCodes};
use tengen_page::envelope::Notice;
use tengen_page::people::Owners;

/// How often a table looks at its clocks and its visitors, at least.
const PAUSE: Duration = Duration::from_millis(500);
/// How often visitors are told what engines think.
const THOUGHTS: Duration = Duration::from_millis(300);
/// How long a table stays open without a visitor.
const LONELY: Duration = Duration::from_secs(60);
/// Most visitors that a table has at a time.
const PEOPLE: usize = 100;

/// What a visitor wants of a table, or a program tells it.
pub(crate) enum TableCommand {
    /// A program has said something.
    Heard,
    /// To look on, and to play if the identity says so.
    Enter {
        /// The number of the visitor among all connections.
        visitor: u64,
        /// The identity that decides which chairs are the visitor's own.
        identity: String,
        /// The address that the visitor comes from.
        address: IpAddr,
        /// Where to say what happens.
        out: Outbox<Message>,
    },
    /// To go away.
    Leave {
        /// The visitor.
        visitor: u64,
    },
    /// To sit down on a free chair.
    Sit {
        /// The visitor.
        visitor: u64,
        /// Where.
        chair: Chair,
        /// Under which name.
        name: String,
    },
    /// To do something at the table.
    Want {
        /// The visitor.
        visitor: u64,
        /// For which chair, where both are the visitor's own.
        chair: Option<Chair>,
        /// What.
        request: TableRequest,
    },
    /// Something between the people at the table.
    Company {
        /// The visitor.
        visitor: u64,
        /// What.
        request: CompanyRequest,
    },
}

/// A looker-on, or a player.
struct Visitor {
    identity: String,
    address: IpAddr,
    out: Outbox<Message>,
    /// Whether the last message did not fit into the outbox.
    is_behind: bool,
}

/// An open table.
pub(crate) struct Table {
    id: String,
    room: Room,
    programs: Programs,
    owners: Owners,
    company: Company,
    wrong_codes: WrongCodes<IpAddr>,
    visitors: BTreeMap<u64, Visitor>,
    /// Whether something has changed that is not kept yet.
    is_changed: bool,
    journal: Journal,
    /// Whether visitors are told what engines write to standard error.
    shows_stderr: bool,
    /// The places of its engines.
    _engines: QuotaGuard,
    /// Set while a command is on its way that a program has said something.
    is_woken: Arc<AtomicBool>,
    /// How long the table has stood still, waiting for the store.
    stood_still: Duration,
    since: Instant,
    told: Instant,
    /// The number of lines on standard error when visitors were told last.
    told_errors: usize,
    /// What the chairs were like when engines were listened to last.
    thoughts: Option<[ChairView; 2]>,
    lonely_since: Instant,
}

impl Table {
    /// A table as it was kept. Its programs wake it through `sender`.
    ///
    /// # Errors
    /// When what was kept makes no sense any more.
    pub fn open(
        id: String,
        kept: Kept,
        programs: Programs,
        sender: SyncSender<TableCommand>,
        journal: Journal,
        engines: QuotaGuard,
        shows_stderr: bool,
    ) -> Result<Table, Problem> {
        let room = Room::restore(&kept.snapshot, 0)?;
        let is_woken = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&is_woken);
        let programs = programs.waking(Arc::new(move || {
            // A table that has so much to do that this does not fit looks at its programs anyway.
            if !flag.swap(true, Ordering::AcqRel) && sender.try_send(TableCommand::Heard).is_err() {
                flag.store(false, Ordering::Release);
            }
        }));
        let since = Instant::now();
        let mut table = Table {
            id,
            room,
            programs,
            owners: Owners { chairs: kept.owners, founder: kept.host },
            company: Company::default(),
            wrong_codes: WrongCodes::default(),
            visitors: BTreeMap::new(),
            is_changed: false,
            journal,
            shows_stderr,
            _engines: engines,
            is_woken,
            stood_still: Duration::ZERO,
            since,
            told: since,
            told_errors: 0,
            thoughts: None,
            lonely_since: since,
        };
        let is_awaiting = table.owners.has_free_chair(&table.room);
        table.room.await_people(is_awaiting, 0);
        Ok(table)
    }

    /// The time of the table, which stands still while it waits for the store.
    fn now(&self) -> u64 {
        let end = self.journal.stalled_since().unwrap_or_else(Instant::now);
        end.duration_since(self.since).saturating_sub(self.stood_still).as_millis() as u64
    }

    /// Serves until there was no visitor for long and `close` finds no command that
    /// came after all.
    pub fn serve(
        mut self,
        commands: &Receiver<TableCommand>,
        close: impl Fn(&Receiver<TableCommand>) -> Option<TableCommand>,
    ) {
        let mut has_more = false;
        loop {
            let pause = if has_more { Duration::ZERO } else { self.pause() };
            match commands.recv_timeout(pause) {
                Ok(command) => self.carry_out(command),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            has_more = self.go_on();
            self.visitors.retain(|_, visitor| !visitor.out.is_closed());
            self.look();
            if !self.visitors.is_empty() || self.journal.stalled_since().is_some() {
                self.lonely_since = Instant::now();
            } else if self.lonely_since.elapsed() > LONELY {
                // From the moment it is closed on, another may open it as it is kept.
                if !self.keep() {
                    continue;
                }
                match close(commands) {
                    Some(command) => self.carry_out(command),
                    None => break,
                }
            }
        }
        self.room.close();
        let now = self.now();
        self.programs.attend(&mut self.room, now, |_, _, _| {});
    }

    /// Lets the game go on as far as it can; says whether there is more to do at once.
    fn go_on(&mut self) -> bool {
        if self.journal.stalled_since().is_some() {
            if let Some(waited) = self.journal.try_again() {
                self.stood_still += waited;
                self.show_if_kept();
            }
            return false;
        }
        self.is_woken.store(false, Ordering::Release);
        let now = self.now();
        let has_heard = self.programs.attend(&mut self.room, now, |_, _, _| {});
        let happenings = self.room.take_happenings();
        if self.is_changed || !happenings.is_empty() {
            // Visitors are not told what could still be lost. A finished game that is counted
            // while its table is not kept is only finished once more.
            self.count(&happenings);
            if !self.show_if_kept() {
                return false;
            }
        } else if self.told.elapsed() >= THOUGHTS && self.may_have_thoughts() {
            self.tell_thoughts();
        }
        self.catch_up();
        has_heard
    }

    /// Whether engines may have said something beside moves. What a program wrote to standard
    /// error is read beside its answers, and may be known only when it has ended.
    fn may_have_thoughts(&self) -> bool {
        self.programs.count() > 0 || self.has_new_errors()
    }

    /// Whether programs wrote more to standard error than visitors have seen.
    fn has_new_errors(&self) -> bool {
        self.shows_stderr && self.programs.error_count() != self.told_errors
    }

    /// How long nothing but a command can happen.
    fn pause(&self) -> Duration {
        if let Some(due) = self.journal.due() {
            return due.saturating_duration_since(Instant::now());
        }
        let due =
            self.room.wake_at().map(|at| Duration::from_millis(at.saturating_sub(self.now())));
        let thoughts =
            (self.programs.count() > 0).then(|| THOUGHTS.saturating_sub(self.told.elapsed()));
        let pause = [due, thoughts].into_iter().flatten().min().unwrap_or(PAUSE);
        pause.clamp(Duration::from_millis(1), PAUSE)
    }

    fn carry_out(&mut self, command: TableCommand) {
        match command {
            TableCommand::Heard => {}
            TableCommand::Enter { visitor, identity, address, out } => {
                if self.visitors.len() >= PEOPLE {
                    let expected = format!("at most {PEOPLE} people at a table");
                    let refusal = Problem::new("enter", &self.id, expected).coded(Code::Full);
                    let _ = out.try_put(refused(&refusal));
                    return;
                }
                if let Some(refusal) = self.journal.refusal() {
                    let _ = out.try_put(refused(&refusal));
                }
                let newcomer = Visitor { identity, address, out, is_behind: false };
                self.visitors.insert(visitor, newcomer);
                self.tell_all();
            }
            TableCommand::Leave { visitor } => {
                self.visitors.remove(&visitor);
                self.tell_all();
            }
            TableCommand::Sit { visitor, chair, name } => {
                let result = self.sit(visitor, chair, &name);
                self.answer(visitor, result);
            }
            TableCommand::Want { visitor, chair, request } => {
                let result = self.want(visitor, chair, request);
                self.answer(visitor, result);
            }
            TableCommand::Company { visitor, request } => {
                let result = self.keep_company(visitor, request);
                self.answer(visitor, result);
            }
        }
    }

    /// Says a refusal; what has changed is shown once it is kept.
    fn answer(&mut self, visitor: u64, result: Result<(), Problem>) {
        match (result, self.visitors.get(&visitor)) {
            (Ok(()), _) => self.is_changed = true,
            (Err(problem), Some(visitor)) => drop(visitor.out.try_put(refused(&problem))),
            (Err(_), None) => {}
        }
    }

    fn sit(&mut self, visitor: u64, chair: Chair, name: &str) -> Result<(), Problem> {
        let Some(Visitor { identity, .. }) = self.visitors.get(&visitor) else { return Ok(()) };
        self.must_be_kept()?;
        let now = self.now();
        self.owners.sit(&mut self.room, identity, chair, name, now)
    }

    fn want(
        &mut self,
        visitor: u64,
        chair: Option<Chair>,
        request: TableRequest,
    ) -> Result<(), Problem> {
        let Some(Visitor { identity, .. }) = self.visitors.get(&visitor) else { return Ok(()) };
        self.must_be_kept()?;
        let now = self.now();
        self.owners.ask(&mut self.room, identity, chair, request, now)
    }

    /// Carries out what a visitor wants of the other people.
    fn keep_company(&mut self, visitor: u64, request: CompanyRequest) -> Result<(), Problem> {
        let Some(Visitor { identity, address, .. }) = self.visitors.get(&visitor) else {
            return Ok(());
        };
        self.must_be_kept()?;
        let (identity, address, now) = (identity.clone(), client_prefix(*address), self.now());
        self.look();
        let Table { owners, room, company, .. } = self;
        match request {
            CompanyRequest::Say { phrase } => owners.say(company, &identity, phrase, now),
            CompanyRequest::Claim { win } => owners.claim(company, room, &identity, win, now),
            CompanyRequest::Free { chair } => owners.free(company, room, &identity, chair, now),
            CompanyRequest::Return { code } => {
                let codes: Vec<(Chair, String)> = Chair::ALL
                    .into_iter()
                    .filter_map(|chair| Some((chair, self.code_of(chair)?)))
                    .collect();
                let chair = self.wrong_codes.find(&code, &codes, address, now)?;
                self.owners.chairs[chair.index()] = Some(identity);
                Ok(())
            }
        }
    }

    /// The code that gives a chair back to its owner in another browser.
    fn code_of(&self, chair: Chair) -> Option<String> {
        let owner = self.owners.chairs[chair.index()].as_deref()?;
        Some(seat_code(owner, &self.id, chair.index()))
    }

    /// Takes in who is here.
    fn look(&mut self) {
        let now = self.now();
        let here: Vec<&str> = self.visitors.values().map(|it| it.identity.as_str()).collect();
        self.company.look(&self.owners.chairs, &here, now);
    }

    /// While the store refuses what was played, nothing goes on.
    fn must_be_kept(&self) -> Result<(), Problem> {
        self.journal.refusal().map_or(Ok(()), Err)
    }

    /// Writes the table down, before visitors are told; says whether it is kept.
    fn keep(&mut self) -> bool {
        let kept = Kept {
            snapshot: self.room.snapshot(self.now()),
            owners: self.owners.chairs.clone(),
            host: self.owners.founder.clone(),
        };
        let written = self.journal.keep(&kept);
        if let Err(Some(news)) = &written {
            self.warn(news);
        }
        written.is_ok()
    }

    /// As `keep`, but also shows all visitors the table if it is kept.
    fn show_if_kept(&mut self) -> bool {
        let is_kept = self.keep();
        if is_kept {
            self.is_changed = false;
            self.tell_all();
        }
        is_kept
    }

    /// Counts games that have ended, or go on after all, and tells what does not show.
    fn count(&mut self, happenings: &[Happening]) {
        for happening in happenings {
            match happening {
                Happening::Over { verdict, .. } => {
                    let table_now = self.now();
                    let game =
                        self.owners.finished(&self.room, &self.id, verdict, table_now, now());
                    let number = game.number;
                    if let Err(full) = self.journal.finish(game) {
                        self.warn(&full.refusal("game", &format!("{number} is not kept")));
                    }
                }
                Happening::Undone { .. } => self.journal.resume(self.room.number()),
                Happening::NoHint { why } => {
                    self.warn(&Problem::explain("hint", why).coded(Code::Failed));
                }
                _ => {}
            }
        }
    }

    /// Tells all visitors of `problem`, which they cannot see from the table.
    fn warn(&self, problem: &Problem) {
        for visitor in self.visitors.values() {
            // Visitors that are behind see the table as it is once they catch up.
            let _ = visitor.out.try_put(refused(problem));
        }
    }

    /// Shows all visitors the table.
    fn tell_all(&mut self) {
        for visitor in self.visitors.values_mut() {
            visitor.is_behind = true;
        }
        self.told = Instant::now();
        // Counted before they are read: what comes between is told once more.
        self.told_errors = self.programs.error_count();
        self.catch_up();
    }

    /// Shows all visitors what engines think, if that is something new; clocks run by
    /// themselves wherever they are seen.
    fn tell_thoughts(&mut self) {
        let still = |chair| ChairView { clock_ms: None, move_ms: None, think_ms: None, ..chair };
        let thoughts = Some(self.room.view(self.now()).chairs.map(still));
        if self.thoughts == thoughts && !self.has_new_errors() {
            self.told = Instant::now();
        } else {
            self.thoughts = thoughts;
            self.tell_all();
        }
    }

    /// Shows the table to visitors that have not seen it as it is; those that are gone are
    /// forgotten, slow readers see the latest state later.
    fn catch_up(&mut self) {
        if self.journal.stalled_since().is_some()
            || self.visitors.values().all(|visitor| !visitor.is_behind)
        {
            return;
        }
        let errors = |chair| {
            let told = self.shows_stderr.then(|| self.programs.errors(EngineSlot::of(chair)));
            told.unwrap_or_default()
        };
        let errors = Chair::ALL.map(errors);
        self.look();
        let here: Vec<&str> = self.visitors.values().map(|it| it.identity.as_str()).collect();
        let now = self.now();
        let scene = self.owners.scene(&self.room, &self.company, &self.id, now, &here, errors);
        let codes = Chair::ALL.map(|chair| self.code_of(chair));
        let visitors = std::mem::take(&mut self.visitors);
        for (number, mut visitor) in visitors {
            if visitor.is_behind {
                let mut scene = self.owners.seen_by(&visitor.identity, &scene);
                if let [chair] = *scene.own {
                    scene.code.clone_from(&codes[chair.index()]);
                }
                let message = Message::Text(Notice::Scene(scene).text().into());
                match visitor.out.try_put(message) {
                    Ok(is_taken) => visitor.is_behind = !is_taken,
                    Err(_) => continue,
                }
            }
            self.visitors.insert(number, visitor);
        }
    }
}

/// A message that says what is refused.
pub(super) fn refused(problem: &Problem) -> Message {
    Message::Text(Notice::refusal(None, None, problem).text().into())
}
