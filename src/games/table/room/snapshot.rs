//! A table as it is kept, to go on with later.

use serde::{Deserialize, Serialize};

use super::config::Config;
use super::game::{Game, Kept};
use super::proposal::Proposed;
use super::refusal::{Refusal, refuse};
use super::seat::Chair;
use super::time::{Faces, Time};
use super::{GamesWon, Pace, Room};

/// Everything about a table but the programs that run for it. Commands of engines
/// are in it, so it is not for everybody's eyes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    config: Config,
    game: Kept,
    time: Time,
    faces: Vec<Option<Faces>>,
    number: u32,
    first: Chair,
    is_paused: bool,
    undos: [u32; 2],
    draw_offer: Option<Chair>,
    #[serde(default)]
    proposed: Option<Proposed>,
    score: GamesWon,
    score_before: GamesWon,
}

impl Room {
    /// What has to be kept to go on with this table later.
    pub fn snapshot(&self, now: u64) -> Snapshot {
        let mut time = self.time.clone();
        time.halt(now);
        Snapshot {
            config: self.config.clone(),
            game: self.game.keep(),
            time,
            faces: self.faces.clone(),
            number: self.number,
            first: self.first,
            is_paused: self.is_paused(),
            undos: self.undos,
            draw_offer: self.draw_offer,
            proposed: self.proposed,
            score: self.score,
            score_before: self.score_before,
        }
    }

    /// The table as it was kept. An engine that was thinking begins its move anew, and
    /// a rematch that was due comes after its whole pause.
    ///
    /// # Errors
    /// When what was kept makes no sense (any more).
    pub fn restore(snapshot: &Snapshot, now: u64) -> Result<Room, Refusal> {
        let config = snapshot.config.clone().settled()?;
        let game = Game::restore(&snapshot.game)?;
        if snapshot.faces.len() != game.plies().len() {
            return Err(refuse("snapshot", "parts of different games", "one game"));
        }
        let mut time = snapshot.time.clone();
        if game.actor().is_some_and(|chair| !snapshot.config.seats[chair.index()].is_human()) {
            time.reset();
        }
        let mut room = Room {
            over_since: game.result().map(|_| now),
            time,
            faces: snapshot.faces.clone(),
            number: snapshot.number,
            first: snapshot.first,
            pace: if snapshot.is_paused { Pace::Paused } else { Pace::Free },
            undos: snapshot.undos,
            draw_offer: snapshot.draw_offer,
            proposed: snapshot.proposed,
            score: snapshot.score,
            score_before: snapshot.score_before,
            ..Room::with(config, game)
        };
        room.drive(now);
        Ok(room)
    }
}
