//! A WebSocket: requests of a page, and what it is told.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, interval, sleep_until, timeout};

use tengen_engine::game::{Code, Problem};
use tengen_page::envelope::{Notice, Panel};
use tengen_page::records::Line;

use crate::engines::session::{EngineEvent, EngineOrder, EngineRequest, EngineSession, Listener};
use crate::limits::{OUTBOX, PING, REFUSED_BYTES, SILENCE, SLOW};
use crate::net::server::Server;
use crate::open_tables::table::TableCommand;
use crate::outbox::{Gone, Outbox, Parcel, Weight, outbox};
use crate::quotas::QuotaGuard;
use crate::reviews::Fresh;
use crate::store::identity::identity;

use super::rate_limit::RateLimit;
use super::watching;

mod replies;
mod requests;

/// Where a page is shown, as far as its connection tells.
pub(crate) struct Caller {
    /// The address that the page connects from.
    pub address: IpAddr,
    /// The place of the page, as its browser names it.
    pub origin: Option<String>,
    /// Whether that is the very machine of the server.
    pub is_from_here: bool,
}

/// Serves a page until it is closed, silent, or too slow.
pub(crate) async fn converse(socket: WebSocket, server: Arc<Server>, caller: Caller) {
    let (sink, stream) = socket.split();
    let (out, messages) = outbox();
    let writing = tokio::spawn(write(sink, messages));
    let goodbye = Page::new(server, out.clone(), caller).listen(stream).await;
    if let Some((code, reason)) = goodbye {
        let frame = CloseFrame { code, reason: reason.into() };
        // A page that does not read its last message is gone.
        let _ = out.put(Message::Close(Some(frame))).await;
    }
    drop(out);
    let _ = writing.await;
}

/// Why the conversation ends: a code of the WebSocket protocol and a reason.
type Goodbye = Option<(u16, &'static str)>;

/// A page that a browser has open, and its connection.
struct Page {
    server: Arc<Server>,
    out: Outbox<Message>,
    sessions: [mpsc::Sender<EngineOrder>; 4],
    rate: RateLimit,
    /// Tells when other engines can be asked for.
    engines: watch::Receiver<()>,
    /// Whether the page may add engines.
    adds_engines: bool,
    fresh: broadcast::Receiver<Fresh>,
    /// The finished game that the page looks at and that no review is known of yet, and the
    /// number of the request that named it.
    looks_at: Option<(u32, Line)>,
    /// The address that the page connects from.
    address: IpAddr,
    /// The place of the page, as its browser names it.
    origin: Option<String>,
    /// The number of the page as a visitor of tables.
    visitor: u64,
    /// The table that the page looks at, if any.
    table: Option<String>,
    /// Answers that take long; they end with the page.
    tasks: JoinSet<()>,
    /// Whether a message was beyond a limit since one was counted last; answers that take long
    /// say so, too.
    is_refused: Arc<AtomicBool>,
    /// Tells of the match that is watched.
    watching: Option<AbortHandle>,
}

impl Drop for Page {
    fn drop(&mut self) {
        self.stop_watching();
        self.leave();
    }
}

impl Page {
    fn new(server: Arc<Server>, out: Outbox<Message>, caller: Caller) -> Page {
        let Caller { address, origin, is_from_here } = caller;
        let session = |seat| {
            let (commands, waiting) = mpsc::channel(OUTBOX);
            let listener = Mail { out: out.clone(), seat };
            // The session ends when its commands do.
            tokio::spawn(
                EngineSession::new(Arc::clone(&server.pool), listener, address).serve(waiting),
            );
            commands
        };
        let sessions = [Panel::A, Panel::B, Panel::C, Panel::D].map(session);
        Page {
            rate: server.rates.of(address),
            engines: server.engines.listen(),
            adds_engines: is_from_here && server.engines.takes_more(),
            fresh: server.reviews.listen(),
            visitor: server.tables.visitor(),
            server,
            out,
            sessions,
            looks_at: None,
            address,
            origin,
            table: None,
            tasks: JoinSet::new(),
            is_refused: Arc::default(),
            watching: None,
        }
    }

    /// What the server has for the page just now.
    fn hello(&self) -> Notice {
        let Server { pool, limits, engines, module, .. } = &*self.server;
        let added = self.adds_engines.then(|| engines.added());
        let think = limits.think.as_secs();
        Notice::hello(pool.names(), think, &engines.means(), module.is_some(), added)
    }

    /// Takes messages until the end.
    async fn listen(mut self, mut stream: SplitStream<WebSocket>) -> Goodbye {
        if tell(&self.out, &self.hello()).await.is_err() {
            return None;
        }
        let mut early = None;
        let mut ping = interval(PING);
        let mut silent_until = Instant::now() + SILENCE;
        loop {
            let message = tokio::select! {
                message = next(&mut early, &mut stream) => message,
                _ = ping.tick() => {
                    if self.out.put(Message::Ping(Vec::new().into())).await.is_err() {
                        return None;
                    }
                    continue;
                }
                // Tasks that are done need not be kept.
                Some(_) = self.tasks.join_next() => continue,
                // A page that does not read is gone, whatever it still has to say.
                () = self.out.closed() => return None,
                // A page that is too far behind misses some.
                Ok(fresh) = self.fresh.recv() => {
                    if self.take_fresh(&fresh).await.is_err() {
                        return None;
                    }
                    continue;
                }
                Ok(()) = self.engines.changed() => {
                    if tell(&self.out, &self.hello()).await.is_err() {
                        return None;
                    }
                    continue;
                }
                () = sleep_until(silent_until) => {
                    return Some((close_code::POLICY, "nothing was heard"));
                }
            };
            silent_until = Instant::now() + SILENCE;
            let bytes = match &message {
                Some(Ok(message)) => message.weight(),
                _ => 0,
            };
            let taken = match message {
                Some(Ok(Message::Text(text))) => {
                    self.take_while_there(text, &mut stream, &mut early).await
                }
                Some(Ok(Message::Binary(_))) => {
                    let problem = Problem::new("message", "bytes", "text");
                    tell(&self.out, &Notice::refusal(None, None, &problem)).await
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                Some(Ok(Message::Close(_))) | None => return None,
                Some(Err(error)) => return Some(goodbye(error)),
            };
            if taken.is_err() {
                return None;
            }
            // A page that asks beyond its limits is heard more slowly.
            let is_refused = self.is_refused.swap(false, Ordering::Relaxed);
            let more = if is_refused { REFUSED_BYTES } else { 0 };
            self.rate.take(bytes + more).await;
        }
    }

    /// Takes the message `text`, unless the connection ends meanwhile, which ends the taking, too.
    /// The next message that comes meanwhile waits in `early`.
    async fn take_while_there(
        &mut self,
        text: Utf8Bytes,
        stream: &mut SplitStream<WebSocket>,
        early: &mut Option<Heard>,
    ) -> Result<(), Gone> {
        let out = self.out.clone();
        let mut taking = pin!(self.take(text));
        loop {
            tokio::select! {
                biased;
                taken = &mut taking => return taken,
                () = out.closed() => return Err(Gone),
                message = stream.next(), if early.is_none() => {
                    let is_end = !matches!(&message, Some(Ok(said)) if !matches!(said, Message::Close(_)));
                    *early = Some(message);
                    if is_end {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Passes `fresh` on, if it is the review of the game that the page looks at.
    async fn take_fresh(&mut self, fresh: &Fresh) -> Result<(), Gone> {
        let (line, review) = &**fresh;
        let Some((id, _)) = self.looks_at.take_if(|(_, other)| other == line) else {
            return Ok(());
        };
        tell(&self.out, &Notice::Marks { id, review: Some(review.clone()) }).await
    }

    /// Takes a command to the table that the page looks at.
    async fn tell_table(&mut self, command: TableCommand) -> Result<(), Gone> {
        let none = || Problem::new("table", "none", "to enter one first").coded(Code::TableClosed);
        let table = self.table.as_ref().ok_or_else(none);
        let result = table.and_then(|table| self.server.tables.send(table, command, self.address));
        match result {
            Ok(()) => Ok(()),
            Err(problem) => {
                self.table = None;
                tell(&self.out, &Notice::refusal(None, None, &problem)).await
            }
        }
    }

    /// Leaves the table that the page looks at, if it does.
    fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that has closed has no visitors any more.
            let _ = self.server.tables.send(
                &table,
                TableCommand::Leave { visitor: self.visitor },
                self.address,
            );
        }
    }

    /// Looks on at a table from now on.
    async fn enter(&mut self, table: String, key: &str) -> Result<(), Gone> {
        self.leave();
        let identity = match identity(key) {
            Ok(identity) => identity,
            Err(problem) => {
                return tell(&self.out, &Notice::refusal(None, None, &problem)).await;
            }
        };
        let (visitor, out) = (self.visitor, self.out.clone());
        self.table = Some(table);
        let address = self.address;
        self.tell_table(TableCommand::Enter { visitor, identity, address, out }).await
    }

    /// Tells the page of the match `name` from now on, and of no other; without `name` of none.
    async fn watch(&mut self, name: Option<String>) -> Result<(), Gone> {
        self.stop_watching();
        let Some(name) = name else { return Ok(()) };
        match self.server.matches.find(&name) {
            Ok(found) => {
                let task = tokio::spawn(watching::watch(found, self.out.downgrade()));
                self.watching = Some(task.abort_handle());
                Ok(())
            }
            Err(problem) => tell(&self.out, &Notice::refusal(None, None, &problem)).await,
        }
    }

    fn stop_watching(&mut self) {
        if let Some(task) = self.watching.take() {
            task.abort();
        }
    }

    /// Leaves `command` with the engine session `to`; `held` is kept until the session takes it.
    async fn tell_engine(
        &mut self,
        to: Panel,
        command: EngineRequest,
        held: QuotaGuard,
    ) -> Result<(), Gone> {
        let order = EngineOrder { command, held: Some(held) };
        self.sessions[to as usize].send(order).await.map_err(|_| Gone)
    }
}

/// What came from a page: a message, an error in place of one, or `None` at the end.
type Heard = Option<Result<Message, axum::Error>>;

/// The next of what came from a page: what `early` holds, or else the next of `stream`.
async fn next(early: &mut Option<Heard>, stream: &mut SplitStream<WebSocket>) -> Heard {
    match early.take() {
        Some(heard) => heard,
        None => stream.next().await,
    }
}

/// The code and the reason that a conversation is closed with after `error`.
fn goodbye(error: axum::Error) -> (u16, &'static str) {
    use tungstenite::Error;
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => (close_code::SIZE, "expected shorter messages"),
        Some(Error::Utf8(_)) => (close_code::INVALID, "expected text in UTF-8"),
        _ => (close_code::PROTOCOL, "expected a WebSocket"),
    }
}

async fn tell(out: &Outbox<Message>, notice: &Notice) -> Result<(), Gone> {
    out.put(Message::Text(notice.text().into())).await
}

/// Writes messages until there are no more, or the page does not read them.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<Parcel<Message>>,
) {
    while let Some(parcel) = messages.recv().await {
        match timeout(SLOW, sink.send(parcel.message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
    let _ = timeout(SLOW, sink.close()).await;
}

/// Puts the words of a session into envelopes.
struct Mail {
    out: Outbox<Message>,
    seat: Panel,
}

impl Listener for Mail {
    const QUIT_CLOSES_CONNECTION: bool = false;

    async fn hear(&self, word: EngineEvent) -> Result<(), Gone> {
        let from = self.seat;
        let notice = match word {
            EngineEvent::Line(line) => Notice::Line { from, line },
            EngineEvent::Started(name) => Notice::Started { from, name },
            EngineEvent::Ended(code) => Notice::Ended { from, code, why: code.words() },
            EngineEvent::Refused(problem) => Notice::refusal(None, Some(from), &problem),
        };
        tell(&self.out, &notice).await
    }
}
