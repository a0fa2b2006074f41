//! A table that is open: one thread with a room, its programs, and who looks on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use axum::extract::ws::Message;
use serde::{Deserialize, Serialize};

use crate::table::room::{
    Chair, ChairView, Happening, Programs, Room, Seat, Snapshot, TableRequest,
};
use crate::tools::web::envelope::{Notice, Scene};
use crate::tools::web::outbox::Outbox;
use crate::tools::web::quota::Slot;
use crate::tools::web::store::database::{Finished, Store, now};

use super::new_table::read_name;

/// How often a table with programs looks what they say.
const GLANCE: Duration = Duration::from_millis(10);
/// How often a table without programs looks at its clocks, at least.
const PAUSE: Duration = Duration::from_millis(500);
/// How often lookers-on are told what engines think.
const THOUGHTS: Duration = Duration::from_millis(300);
/// How long a table stays open that nobody looks at.
const LONELY: Duration = Duration::from_secs(60);
/// People at one table.
const PEOPLE: usize = 100;

/// What somebody wants of a table.
pub(in crate::tools::web) enum TableCommand {
    /// To look on, and to play if the key says so.
    Enter {
        /// Who, among all connections.
        visitor: u64,
        /// What proves that a chair is one's own.
        key: String,
        /// Where to say what happens.
        out: Outbox<Message>,
    },
    /// To go away.
    Leave {
        /// Who.
        visitor: u64,
    },
    /// To sit down on a free chair.
    Sit {
        /// Who.
        visitor: u64,
        /// Where.
        chair: Chair,
        /// Under which name.
        name: String,
    },
    /// To do something there.
    Want {
        /// Who.
        visitor: u64,
        /// For which chair, where both are one's own.
        chair: Option<Chair>,
        /// What.
        request: TableRequest,
    },
}

/// A table as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::tools::web) struct Kept {
    /// The room.
    pub snapshot: Snapshot,
    /// Whose the chairs are; nobody's are free.
    pub owners: [Option<String>; 2],
    /// Who founded the table.
    pub host: String,
}

/// Somebody who looks on.
struct Visitor {
    key: String,
    out: Outbox<Message>,
    /// Whether the last scene did not fit into the outbox.
    is_behind: bool,
}

/// An open table.
pub(in crate::tools::web) struct Table {
    id: String,
    room: Room,
    programs: Programs,
    owners: [Option<String>; 2],
    host: String,
    visitors: BTreeMap<u64, Visitor>,
    /// Whether something has changed that is not kept yet.
    is_changed: bool,
    store: Arc<Store>,
    /// Quota of its engines.
    _slots: Vec<Slot>,
    since: Instant,
    told: Instant,
    /// What the chairs were like when engines were listened to last.
    thoughts: Option<[ChairView; 2]>,
    lonely_since: Instant,
}

impl Table {
    /// A table as it was kept.
    ///
    /// # Errors
    /// When what was kept makes no sense any more.
    pub fn open(
        id: String,
        kept: Kept,
        programs: Programs,
        store: Arc<Store>,
        slots: Vec<Slot>,
    ) -> Result<Table, String> {
        let room = Room::restore(&kept.snapshot, 0).map_err(|error| error.to_string())?;
        let since = Instant::now();
        Ok(Table {
            id,
            room,
            programs,
            owners: kept.owners,
            host: kept.host,
            visitors: BTreeMap::new(),
            is_changed: false,
            store,
            _slots: slots,
            since,
            told: since,
            thoughts: None,
            lonely_since: since,
        })
    }

    fn now(&self) -> u64 {
        self.since.elapsed().as_millis() as u64
    }

    /// Serves until nobody has looked on for long and `close` finds no command that
    /// came after all.
    pub fn serve(
        mut self,
        commands: &Receiver<TableCommand>,
        close: impl Fn(&Receiver<TableCommand>) -> Option<TableCommand>,
    ) {
        loop {
            match commands.recv_timeout(self.pause()) {
                Ok(command) => self.carry_out(command),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let now = self.now();
            self.programs.attend(&mut self.room, now, |_, _, _| {});
            let happenings = self.room.take_happenings();
            if self.is_changed || !happenings.is_empty() {
                // Nobody is told what could still be lost. A finished game that is counted
                // while its table is not kept is only finished once more.
                self.count(&happenings);
                self.keep();
                self.is_changed = false;
                self.tell_all();
            } else if self.programs.count() > 0 && self.told.elapsed() >= THOUGHTS {
                self.tell_thoughts();
            }
            self.catch_up();
            if !self.visitors.is_empty() {
                self.lonely_since = Instant::now();
            } else if self.lonely_since.elapsed() > LONELY {
                // From the moment it is closed on, another may open it as it is kept.
                self.keep();
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

    /// How long nothing but a command can happen.
    fn pause(&self) -> Duration {
        if self.programs.count() > 0 {
            return GLANCE;
        }
        let due =
            self.room.wake_at().map(|at| Duration::from_millis(at.saturating_sub(self.now())));
        due.unwrap_or(PAUSE).clamp(Duration::from_millis(1), PAUSE)
    }

    fn carry_out(&mut self, command: TableCommand) {
        match command {
            TableCommand::Enter { visitor, key, out } => {
                if self.visitors.len() >= PEOPLE {
                    let text =
                        format!("enter: {}: expected at most {PEOPLE} people at a table", self.id);
                    let _ = out.try_put(error(text));
                    return;
                }
                self.visitors.insert(visitor, Visitor { key, out, is_behind: false });
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
        }
    }

    /// Says a refusal; what has changed is shown once it is kept.
    fn answer(&mut self, visitor: u64, result: Result<(), String>) {
        match (result, self.visitors.get(&visitor)) {
            (Ok(()), _) => self.is_changed = true,
            (Err(text), Some(visitor)) => drop(visitor.out.try_put(error(text))),
            (Err(_), None) => {}
        }
    }

    /// The chairs that belong to a key.
    fn chairs(&self, key: &str) -> Vec<Chair> {
        let owns = |chair: &Chair| self.owners[chair.index()].as_deref() == Some(key);
        Chair::ALL.into_iter().filter(owns).collect()
    }

    fn is_free(&self, chair: Chair) -> bool {
        self.room.seat(chair).is_human() && self.owners[chair.index()].is_none()
    }

    fn sit(&mut self, visitor: u64, chair: Chair, name: &str) -> Result<(), String> {
        let Some(Visitor { key, .. }) = self.visitors.get(&visitor) else { return Ok(()) };
        if !self.is_free(chair) {
            return Err("sit: this chair: expected a free one".to_owned());
        }
        let key = key.clone();
        let limits = *self.room.seat(chair).limits();
        let seat = Seat::human(&read_name(name)?, limits);
        let now = self.now();
        self.room.sit(chair, seat, now).map_err(|error| error.to_string())?;
        self.owners[chair.index()] = Some(key);
        Ok(())
    }

    fn want(
        &mut self,
        visitor: u64,
        chair: Option<Chair>,
        request: TableRequest,
    ) -> Result<(), String> {
        let Some(Visitor { key, .. }) = self.visitors.get(&visitor) else { return Ok(()) };
        let own = self.chairs(key);
        // Whoever founded the table leads what no person plays.
        let is_about_game = matches!(
            request,
            TableRequest::Pause
                | TableRequest::Resume
                | TableRequest::Step
                | TableRequest::NewGame { .. }
        );
        let leads = *key == self.host && is_about_game;
        let actor = self.room.game().actor().filter(|actor| own.contains(actor));
        let by = match chair {
            Some(chair) if own.contains(&chair) => chair,
            Some(_) => return Err("chair: this one: expected one's own".to_owned()),
            // One person on both chairs takes back what was done last.
            None if own.len() > 1 && matches!(request, TableRequest::Undo) => {
                self.room.game().last_actor().unwrap_or(Chair::First)
            }
            None => match actor.or(own.first().copied()) {
                Some(chair) => chair,
                None if leads => Chair::First,
                None => return Err("seat: looking on: expected a chair of one's own".to_owned()),
            },
        };
        let what = match request {
            TableRequest::NewGame { .. } => Some("new-game"),
            TableRequest::SwapSides => Some("swap"),
            _ => None,
        };
        if let Some(what) = what.filter(|_| self.is_duel()) {
            let expected = "expected its end: resign, or agree on a draw";
            return Err(format!("{what}: a game of two people goes on: {expected}"));
        }
        let now = self.now();
        self.room.ask(by, request, now).map_err(|error| error.to_string())
    }

    /// Whether two people are in the middle of a game, which neither can end alone
    /// without losing it.
    fn is_duel(&self) -> bool {
        let game = self.room.game();
        let [Some(one), Some(other)] = &self.owners else { return false };
        one != other && game.result().is_none() && !game.plies().is_empty()
    }

    /// Writes the table down, before anybody is told.
    fn keep(&self) {
        let kept = Kept {
            snapshot: self.room.snapshot(self.now()),
            owners: self.owners.clone(),
            host: self.host.clone(),
        };
        let text = serde_json::to_string(&kept).map_err(anyhow::Error::from);
        let written = text.and_then(|text| Ok(self.store.keep(&self.id, &text)?));
        if let Err(error) = written {
            log::error!("table {} could not be kept: {error}", self.id);
        }
    }

    /// Counts games that have ended, or go on after all.
    fn count(&self, happenings: &[Happening]) {
        for happening in happenings {
            let written = match happening {
                Happening::Over { verdict, .. } => {
                    let view = self.room.view(self.now());
                    let name = |color| {
                        let chair = self.room.game().chair_of(color);
                        self.room.seat(chair).name().to_owned()
                    };
                    let keys = self.owners.iter().flatten().chain([&self.host]);
                    self.store.finish(&Finished {
                        id: 0,
                        table: self.id.clone(),
                        number: self.room.number(),
                        ended: now(),
                        rule: view.rule.to_owned(),
                        width: view.width,
                        height: view.height,
                        k: view.k,
                        destroy: self.room.game().variant().destroy,
                        black: name(tengen_engine::game::Color::Black),
                        white: name(tengen_engine::game::Color::White),
                        result: verdict.result.to_string(),
                        reason: verdict.reason.name().to_owned(),
                        start: view.start,
                        moves: view.moves.join(" "),
                        keys: keys.map(String::as_str).collect::<Vec<_>>().join(" "),
                        review: None,
                    })
                }
                Happening::Undone { .. } => self.store.resume(&self.id, self.room.number()),
                _ => Ok(()),
            };
            if let Err(error) = written {
                log::error!("a game of table {} could not be kept: {error}", self.id);
            }
        }
    }

    /// Shows everybody the table.
    fn tell_all(&mut self) {
        for visitor in self.visitors.values_mut() {
            visitor.is_behind = true;
        }
        self.told = Instant::now();
        self.catch_up();
    }

    /// Shows everybody what engines think, if that is something new; clocks run by
    /// themselves wherever they are seen.
    fn tell_thoughts(&mut self) {
        let still = |chair| ChairView { clock_ms: None, move_ms: None, ..chair };
        let thoughts = Some(self.room.view(self.now()).chairs.map(still));
        if self.thoughts == thoughts {
            self.told = Instant::now();
        } else {
            self.thoughts = thoughts;
            self.tell_all();
        }
    }

    /// Shows the table to whoever has not seen it as it is; who is gone is forgotten, who
    /// reads slowly sees the latest scene later.
    fn catch_up(&mut self) {
        if self.visitors.values().all(|visitor| !visitor.is_behind) {
            return;
        }
        let view = Box::new(self.room.view(self.now()));
        let free = Chair::ALL.into_iter().filter(|&chair| self.is_free(chair)).collect();
        let mut scene = Scene {
            table: self.id.clone(),
            people: self.visitors.len(),
            own: Vec::new(),
            leads: false,
            free,
            destroy: self.room.game().variant().destroy,
            view,
        };
        let visitors = std::mem::take(&mut self.visitors);
        for (number, mut visitor) in visitors {
            if visitor.is_behind {
                scene.own = self.chairs(&visitor.key);
                scene.leads = visitor.key == self.host;
                let message = Message::Text(Notice::Scene(scene.clone()).text().into());
                match visitor.out.try_put(message) {
                    Ok(is_taken) => visitor.is_behind = !is_taken,
                    Err(_) => continue,
                }
            }
            self.visitors.insert(number, visitor);
        }
    }
}

fn error(text: String) -> Message {
    Message::Text(Notice::Error { id: None, from: None, text }.text().into())
}
