//! Watching a match: its finished games and the moves of the game that is played are told as they
//! come, as fast as the page reads them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Message;
use tokio::time::sleep;

use tengen_page::envelope::Notice;
use tengen_page::matches::MatchState;

use crate::matches::Match;
use crate::outbox::WeakOutbox;

/// Games that are told in one message.
const AT_ONCE: usize = 10;
/// Least time between two messages of a match.
const PAUSE: Duration = Duration::from_millis(100);

/// Tells the games of a match until it is over and all are told, or the page is gone.
pub(super) async fn watch(one: Arc<Match>, out: WeakOutbox<Message>) {
    let mut changes = one.listen();
    let mut told = 0;
    loop {
        changes.mark_unchanged();
        let about = one.view();
        let lines = one.lines(told, AT_ONCE);
        let (from, count) = (told, lines.len());
        told += count;
        let is_over = about.state != MatchState::Played && told >= about.played;
        let live = one.live();
        let Some(out) = out.upgrade() else { return };
        let text = Notice::Watched { about, from, lines, live }.text();
        if out.put(Message::Text(text.into())).await.is_err() || is_over {
            return;
        }
        drop(out);
        if count < AT_ONCE {
            // The match lives as long as it is watched, and so does what tells of its changes.
            let _ = changes.changed().await;
            // Quick engines move more often than a reader can see.
            sleep(PAUSE).await;
        }
    }
}
