//! How far a match is: what its child has said so far, for the pages that watch it.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;

use tengen_page::matches::{LiveGame, MatchState, MatchView, NewMatch};

/// Longest log of a match, in bytes.
const LOG_BYTES: usize = 4 << 20;

/// A move of the game that is being played.
#[derive(Deserialize)]
struct LiveMove {
    live: u64,
    #[serde(rename = "move")]
    mv: String,
}

/// A match that is played, or was.
pub(crate) struct Match {
    pub(super) name: String,
    game: String,
    engines: Vec<String>,
    pub(super) games: u32,
    move_ms: u64,
    /// The identity that may stop it.
    pub(super) owner: String,
    log: Mutex<MatchLog>,
    pub(super) is_halted: AtomicBool,
    /// Wakes the pages that watch.
    changed: watch::Sender<()>,
}

struct MatchLog {
    /// A line for each game, as JSON.
    lines: Vec<String>,
    bytes: usize,
    live: Option<LiveGame>,
    state: MatchState,
    why: Option<String>,
}

impl Match {
    /// A match of which nothing was played yet.
    pub fn new(
        name: String,
        game: String,
        engines: Vec<String>,
        wish: &NewMatch,
        identity: &str,
    ) -> Match {
        let log = MatchLog {
            lines: Vec::new(),
            bytes: 0,
            live: None,
            state: MatchState::Played,
            why: None,
        };
        Match {
            name,
            game,
            engines,
            games: wish.games,
            move_ms: wish.move_ms,
            owner: identity.to_owned(),
            log: Mutex::new(log),
            is_halted: AtomicBool::new(false),
            changed: watch::Sender::new(()),
        }
    }

    fn log(&self) -> MutexGuard<'_, MatchLog> {
        // Nothing is done under the lock that could leave it half done.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the match is.
    pub fn state(&self) -> MatchState {
        self.log().state
    }

    /// The match as it is listed.
    pub fn view(&self) -> MatchView {
        let log = self.log();
        MatchView {
            name: self.name.clone(),
            game: self.game.clone(),
            engines: self.engines.clone(),
            games: self.games,
            played: log.lines.len(),
            move_ms: self.move_ms,
            state: log.state,
            why: log.why.clone(),
        }
    }

    /// The lines of the match's log from number `from` on, at most `most` of them.
    pub fn lines(&self, from: usize, most: usize) -> Vec<String> {
        self.log().lines.iter().skip(from).take(most).cloned().collect()
    }

    /// The game that is being played.
    pub fn live(&self) -> Option<LiveGame> {
        self.log().live.clone()
    }

    /// Tells of every change from now on.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Ends it; `why` says what it could not go on for.
    pub fn end(&self, state: MatchState, why: Option<String>) {
        let mut log = self.log();
        log.live = None;
        log.state = state;
        log.why = why;
        drop(log);
        self.changed.send_replace(());
    }

    /// Follows the game that is being played.
    fn take_live(&self, line: &str) {
        let mut log = self.log();
        if let Ok(game) = serde_json::from_str::<LiveGame>(line) {
            log.live = Some(game);
        } else if let Ok(LiveMove { live, mv }) = serde_json::from_str(line)
            && let Some(game) = log.live.as_mut().filter(|game| game.game == live)
        {
            let blank = if game.moves.is_empty() { "" } else { " " };
            game.moves.extend([blank, &mv]);
        }
        drop(log);
        self.changed.send_replace(());
    }

    /// Keeps a line of the child, if it is a game; says whether there is room for more.
    pub fn take(&self, line: &str, shows_stderr: bool) -> bool {
        if line.starts_with("{\"live\":") {
            self.take_live(line);
            return true;
        }
        let Ok(Value::Object(mut game)) = serde_json::from_str(line) else { return true };
        if !game.contains_key("game") {
            return true;
        }
        // What engines complain of may tell of paths.
        if !shows_stderr {
            game.remove("fault");
            game.remove("detail");
        }
        let text = Value::Object(game).to_string();
        let mut log = self.log();
        log.live = None;
        log.bytes += text.len();
        log.lines.push(text);
        let has_room = log.bytes < LOG_BYTES;
        drop(log);
        self.changed.send_replace(());
        has_room
    }
}
