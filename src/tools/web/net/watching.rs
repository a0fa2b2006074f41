//! Watching a match: its games are told as they come, as fast as the page reads them.

use std::sync::Arc;

use axum::extract::ws::Message;

use crate::tools::web::envelope::Notice;
use crate::tools::web::matches::{Match, State};
use crate::tools::web::outbox::WeakOutbox;

/// Games that are told in one message.
const AT_ONCE: usize = 10;

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
        let is_over = about.state != State::Played && told >= about.played;
        let Some(out) = out.upgrade() else { return };
        let text = Notice::Watched { about, from, lines }.text();
        if out.put(Message::Text(text.into())).await.is_err() || is_over {
            return;
        }
        drop(out);
        if count < AT_ONCE && changes.changed().await.is_err() {
            return;
        }
    }
}
