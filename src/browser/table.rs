//! The table that the page looks at: a room, and whose its chairs are.

use serde::{Deserialize, Serialize};

use tengen_engine::eval::network_file;
use tengen_engine::game::Problem;
use tengen_games::table::room::{Chair, ChairView, Room, Snapshot, TableRequest};
use tengen_games::table::verdict::GameEnd;
use tengen_page::company::Company;
use tengen_page::envelope::Scene;
use tengen_page::finished::Finished;
use tengen_page::people::Owners;

/// Time between two looks at what engines think, in milliseconds.
const THOUGHTS_MS: u64 = 300;

/// A table as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    snapshot: Snapshot,
    /// The identities that the chairs belong to; others are free.
    chairs: [Option<String>; 2],
    /// The identity that founded the table.
    founder: String,
}

impl Kept {
    /// A new table, as it is before anything is done there.
    pub fn new(room: &Room, owners: &Owners) -> Kept {
        let Owners { chairs, founder } = owners.clone();
        Kept { snapshot: room.snapshot(0), chairs, founder }
    }
}

/// The table that the page looks at.
pub struct Table {
    /// The name of the table.
    pub name: String,
    /// What is played there.
    pub room: Room,
    owners: Owners,
    /// The identity of the page.
    identity: String,
    /// Whether something has changed that the page was not told.
    pub is_changed: bool,
    /// When the page was told last, in milliseconds.
    told: u64,
    /// What the chairs were like when engines were listened to last.
    thoughts: Option<[ChairView; 2]>,
}

impl Table {
    /// The table called `name` as it was kept, for the page with this identity. A page without a
    /// server has one person: every chair that was taken is theirs, also in a game that was kept by
    /// another browser.
    ///
    /// # Errors
    /// When what was kept makes no sense any more.
    pub fn open(name: String, kept: Kept, identity: String, now: u64) -> Result<Table, Problem> {
        let Kept { snapshot, chairs, .. } = kept;
        let chairs = chairs.map(|owner| owner.map(|_| identity.clone()));
        Ok(Table {
            name,
            room: Room::restore(&snapshot, now)?,
            owners: Owners { chairs, founder: identity.clone() },
            identity,
            is_changed: true,
            told: now,
            thoughts: None,
        })
    }

    /// The table as it is to be kept.
    pub fn kept(&self, now: u64) -> Kept {
        let Owners { chairs, founder } = self.owners.clone();
        Kept { snapshot: self.room.snapshot(now), chairs, founder }
    }

    /// The file that the engines at the table need, if any does and the file is not in the module.
    pub fn needed_file(&self) -> Option<String> {
        let config = self.room.config();
        let has_engine = config.seats.iter().any(|seat| !seat.is_human());
        has_engine.then(|| network_file(config.variant.rule, config.variant.k)).flatten()
    }

    /// Carries out what the page asks for.
    ///
    /// # Errors
    /// As [`Owners::ask`].
    pub fn ask(
        &mut self,
        chair: Option<Chair>,
        request: TableRequest,
        now: u64,
    ) -> Result<(), Problem> {
        self.owners.ask(&mut self.room, &self.identity, chair, request, now)
    }

    /// The table as the page sees it from now on.
    pub fn scene(&mut self, now: u64) -> Scene {
        (self.told, self.thoughts) = (now, Some(self.chairs(now)));
        let here = [self.identity.as_str()];
        let scene = self.owners.scene(
            &self.room,
            &Company::default(),
            &self.name,
            now,
            &here,
            Default::default(),
        );
        self.owners.seen_by(&self.identity, &scene)
    }

    /// The same, if engines think something new and the page was not told just now. Clocks run by
    /// themselves wherever they are seen.
    pub fn thoughts(&mut self, now: u64) -> Option<Scene> {
        if now.saturating_sub(self.told) < THOUGHTS_MS {
            return None;
        }
        let is_new = self.thoughts.as_ref() != Some(&self.chairs(now));
        // Looked at, which counts as told: the next look is due as much later.
        self.told = now;
        is_new.then(|| self.scene(now))
    }

    /// The chairs without what changes with time alone.
    fn chairs(&self, now: u64) -> [ChairView; 2] {
        let still = |chair| ChairView { clock_ms: None, move_ms: None, think_ms: None, ..chair };
        self.room.view(now).chairs.map(still)
    }

    /// The game that has just ended, at `date` seconds since 1970.
    pub fn finished(&self, verdict: &GameEnd, now: u64, date: i64) -> Finished {
        self.owners.finished(&self.room, &self.name, verdict, now, date)
    }

    /// When the table wants to go on by itself, in milliseconds.
    pub fn wake_at(&self) -> Option<u64> {
        let thoughts = self.room.is_busy().then_some(self.told + THOUGHTS_MS);
        self.room.wake_at().into_iter().chain(thoughts).min()
    }
}
