//! The way of an answer to a page: its shares, its lane, and room for it.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Message;

use tengen_engine::game::Problem;
use tengen_page::envelope::Notice;

use crate::limits::OUTBOX_BYTES;
use crate::net::server::Server;
use crate::outbox::{Gone, Outbox};
use crate::quotas::{Full, QuotaGuard, Resource};
use crate::work::{Lane, Place, Wanted};

/// The shares of a request that is answered, taken before anything is done for it.
pub(super) struct Ticket {
    pub(super) id: u32,
    pub(super) lane: Lane,
    pub(super) place: Place,
    /// Bytes of its answer at most, where that is a large one that is made at once.
    pub(super) answer: usize,
    /// For the bytes of the message.
    pub(super) held: QuotaGuard,
}

/// The way from the server to a page.
pub(super) struct ReplyPath {
    pub(super) server: Arc<Server>,
    pub(super) out: Outbox<Message>,
    pub(super) address: IpAddr,
    /// See [`Page`](super::Page).
    pub(super) is_refused: Arc<AtomicBool>,
}

/// The text of an answer, with room from the quotas if it is large; or why there was no room.
pub(super) type Made = Result<(String, Option<QuotaGuard>), Full>;

/// Room for an answer of so many bytes, taken when its work begins: what waits for its turn needs
/// none yet, and one address is served by one thread.
pub(super) fn room(
    server: &Server,
    address: IpAddr,
    bytes: usize,
) -> Result<Option<QuotaGuard>, Full> {
    let take = || server.quotas.take(Resource::Answers, address, bytes as u64);
    (bytes > 0).then(take).transpose()
}

/// An answer with no more room than it needs, before the next one of its address is made.
pub(super) fn fitted(text: String, room: Option<QuotaGuard>) -> (String, Option<QuotaGuard>) {
    let mut room = room.filter(|_| text.len() > OUTBOX_BYTES);
    if let Some(share) = &mut room {
        share.shrink(text.len() as u64);
    }
    (text, room)
}

impl ReplyPath {
    /// Does the `work` of a request in its lane, and tells the page what came of it.
    pub(super) async fn deliver(
        &self,
        ticket: Ticket,
        work: impl FnOnce(&Wanted) -> Result<Notice, Problem> + Send + 'static,
    ) -> Result<(), Gone> {
        let Ticket { id, place, answer, held, .. } = ticket;
        let (server, address) = (Arc::clone(&self.server), self.address);
        let work = move |wanted: &Wanted| {
            let _held = held;
            let room = room(&server, address, answer)?;
            let notice = work(wanted);
            let text = notice.map_or_else(|problem| refused(id, &problem), |notice| notice.text());
            Ok(fitted(text, room))
        };
        let made = self.server.lanes.run(&place, work).await;
        // The place is kept until the answer is on its way.
        self.tell(id, made).await
    }

    /// Tells what came of the work of a request, unless that broke.
    pub(super) async fn tell(&self, id: u32, made: Result<Made, Problem>) -> Result<(), Gone> {
        match made {
            Ok(Ok((text, room))) => self.put(id, room, text).await,
            Ok(Err(full)) => self.put_too_many(id, full).await,
            Err(problem) => self.put(id, None, refused(id, &problem)).await,
        }
    }

    /// Says that there is no room for an answer, which is a limit as any other.
    async fn put_too_many(&self, id: u32, full: Full) -> Result<(), Gone> {
        self.is_refused.store(true, Ordering::Relaxed);
        let problem = full.refusal("answer", "one too many waits to be read");
        self.out.put(Message::Text(refused(id, &problem).into())).await
    }

    /// Puts an answer where the page's writer finds it; a large one in room of its own.
    async fn put(&self, id: u32, room: Option<QuotaGuard>, text: String) -> Result<(), Gone> {
        let bytes = text.len() as u64;
        if text.len() <= OUTBOX_BYTES {
            drop(room);
            return self.out.put(Message::Text(text.into())).await;
        }
        let share = match room.filter(|share| share.amount() >= bytes) {
            Some(share) => Ok(share),
            None => self.server.quotas.take(Resource::Answers, self.address, bytes),
        };
        match share {
            Ok(mut share) => {
                share.shrink(bytes);
                self.out.put_large(Message::Text(text.into()), share).await
            }
            Err(full) => self.put_too_many(id, full).await,
        }
    }
}

/// The answer to request `id` that says why it is refused.
pub(super) fn refused(id: u32, problem: &Problem) -> String {
    Notice::refusal(Some(id), None, problem).text()
}
