//! What visitors of a table are told.

use std::time::Instant;

use axum::extract::ws::Message;

use tengen_engine::game::Problem;
use tengen_games::table::room::{Chair, ChairView, EngineSlot};
use tengen_page::envelope::Notice;

use super::{Table, refused};

impl Table {
    /// Tells all visitors of `problem`, which they cannot see from the table.
    pub(super) fn warn(&self, problem: &Problem) {
        for visitor in self.visitors.values() {
            // Visitors that are behind see the table as it is once they catch up.
            let _ = visitor.out.try_put(refused(problem));
        }
    }

    /// Shows all visitors the table.
    pub(super) fn tell_all(&mut self) {
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
    pub(super) fn tell_thoughts(&mut self) {
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
    pub(super) fn catch_up(&mut self) {
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
        let here: Vec<&str> = self.visitors.values().map(|it| it.identity.as_str()).collect();
        let scene = self.owners.scene(&self.room, &self.id, self.now(), &here, errors);
        let visitors = std::mem::take(&mut self.visitors);
        for (number, mut visitor) in visitors {
            if visitor.is_behind {
                let scene = self.owners.seen_by(&visitor.identity, &scene);
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
