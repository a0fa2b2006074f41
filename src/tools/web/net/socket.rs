//! A WebSocket: requests of a page, and what it is told.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{Instant, interval, sleep_until, timeout};

use tengen_engine::player;

use crate::analysis::puzzles::Known;
use crate::tools::web::engines::session::{DeskCommand, EngineSession, Listener, Word};
use crate::tools::web::envelope::{Misread, Notice, Request, Seat, Which};
use crate::tools::web::ledger::{Ledger, Resource};
use crate::tools::web::limits::{GAMES_BYTES, OUTBOX, OUTBOX_BYTES, PING, SILENCE, SLOW};
use crate::tools::web::matches::Matches;
use crate::tools::web::outbox::{Gone, Outbox, Parcel, outbox};
use crate::tools::web::server::Server;
use crate::tools::web::store::identity::identity;
use crate::tools::web::store::records;
use crate::tools::web::store::reviews::{Fresh, Line, Reviews};
use crate::tools::web::tables::registry::Tables;
use crate::tools::web::tables::table::TableCommand;
use crate::tools::web::work::WorkPool;
use crate::tools::web::{proofs, puzzles};

use super::rate_limit::RateLimit;
use super::watching::watch;

/// Serves a page until it is closed, silent, or too slow.
pub(in crate::tools::web) async fn converse(
    socket: WebSocket,
    server: Arc<Server>,
    address: IpAddr,
) {
    let (sink, stream) = socket.split();
    let (out, messages) = outbox();
    let writing = tokio::spawn(write(sink, messages));
    let goodbye = Page::new(&server, out.clone(), address).listen(stream).await;
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

/// One page.
struct Page {
    out: Outbox<Message>,
    sessions: [mpsc::Sender<DeskCommand>; 3],
    rate: RateLimit,
    hello: Notice,
    tables: Arc<Tables>,
    reviews: Arc<Reviews>,
    /// What was found of tries at puzzles.
    known: Arc<Known>,
    ledger: Arc<Ledger>,
    work: Arc<WorkPool>,
    fresh: broadcast::Receiver<Fresh>,
    /// The finished game that it looks at as long as nothing is reviewed for it, and the
    /// request that named it.
    looks_at: Option<(u32, Line)>,
    /// Where it is.
    address: IpAddr,
    /// Its number at tables.
    visitor: u64,
    /// The table that it looks at.
    table: Option<String>,
    matches: Arc<Matches>,
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
    fn new(server: &Server, out: Outbox<Message>, address: IpAddr) -> Page {
        let session = |seat| {
            let (commands, waiting) = mpsc::channel(OUTBOX);
            let listener = Mail { out: out.clone(), seat };
            // It ends when the commands do.
            tokio::spawn(
                EngineSession::new(Arc::clone(&server.pool), listener, address).serve(waiting),
            );
            commands
        };
        let sessions = [Seat::A, Seat::B, Seat::C].map(session);
        let hello = Notice::Hello {
            version: env!("CARGO_PKG_VERSION"),
            engines: server.pool.names().map(str::to_owned).collect(),
            think: server.limits.think.as_secs(),
            variants: records::variants(),
            players: player::NAMES.to_vec(),
            opponents: server.tables.opponents(),
        };
        let (tables, reviews) = (Arc::clone(&server.tables), Arc::clone(&server.reviews));
        let (visitor, fresh) = (tables.visitor(), reviews.listen());
        Page {
            out,
            sessions,
            rate: server.rates.of(address),
            hello,
            tables,
            reviews,
            known: Arc::clone(&server.known),
            ledger: Arc::clone(&server.ledger),
            work: Arc::clone(&server.work),
            fresh,
            looks_at: None,
            address,
            visitor,
            table: None,
            matches: Arc::clone(&server.matches),
            watching: None,
        }
    }

    /// Takes messages until the end.
    async fn listen(mut self, mut stream: SplitStream<WebSocket>) -> Goodbye {
        if tell(&self.out, &self.hello).await.is_err() {
            return None;
        }
        let mut ping = interval(PING);
        let mut silent_until = Instant::now() + SILENCE;
        loop {
            let message = tokio::select! {
                message = stream.next() => message,
                _ = ping.tick() => {
                    if self.out.put(Message::Ping(Vec::new().into())).await.is_err() {
                        return None;
                    }
                    continue;
                }
                // Who is too far behind misses some.
                Ok(fresh) = self.fresh.recv() => {
                    if self.take_fresh(&fresh).await.is_err() {
                        return None;
                    }
                    continue;
                }
                () = sleep_until(silent_until) => {
                    return Some((close_code::POLICY, "nothing was heard"));
                }
            };
            silent_until = Instant::now() + SILENCE;
            let taken = match message {
                Some(Ok(Message::Text(text))) => self.take(text.as_str()).await,
                Some(Ok(Message::Binary(_))) => {
                    let text = "message: bytes: expected text".to_owned();
                    tell(&self.out, &Notice::Error { id: None, from: None, text }).await
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                Some(Ok(Message::Close(_))) | None => return None,
                Some(Err(error)) => return Some(goodbye(error)),
            };
            if taken.is_err() {
                return None;
            }
            self.rate.take().await;
        }
    }

    async fn take(&mut self, text: &str) -> Result<(), Gone> {
        let request = match Request::read(text) {
            Ok(request) => request,
            Err(Misread { id, text }) => {
                return tell(&self.out, &Notice::Error { id, from: None, text }).await;
            }
        };
        match request {
            Request::Line { to, line } if line.contains(['\n', '\r']) => {
                let text = "line: a line end: expected one line a message".to_owned();
                tell(&self.out, &Notice::Error { id: None, from: Some(to), text }).await
            }
            Request::Line { to, line } => self.tell_engine(to, DeskCommand::Line(line)).await,
            Request::Engine { to, name } => self.tell_engine(to, DeskCommand::Change(name)).await,
            Request::Close { to } => self.tell_engine(to, DeskCommand::Close).await,
            Request::Read { id, text, format, variant, bytes } => {
                // A move of two letters becomes a text of its own.
                let most = 4 * text.len();
                self.work(id, most, move || {
                    let content = records::content(text, bytes)?;
                    let read = records::read(&content, format.as_deref(), variant.as_deref());
                    read.map(|game| Notice::Game { id, game: Box::new(game) })
                })
                .await
            }
            Request::Write { id, format, fen, moves, names, result } => {
                let most = 8 * (fen.len() + moves.len());
                self.work(id, most, move || {
                    let text = records::write(&format, &fen, &moves, names, result.as_deref());
                    text.map(|text| Notice::File { id, text })
                })
                .await
            }
            Request::Found { id, key, table } => {
                let (tables, address) = (Arc::clone(&self.tables), self.address);
                self.work(id, 0, move || {
                    let name = tables.found(&table, &identity(&key)?, address);
                    name.map(|table| Notice::Founded { id, table })
                })
                .await
            }
            Request::Enter { table, key } => self.enter(table, &key).await,
            Request::Leave => {
                self.leave();
                Ok(())
            }
            Request::Sit { chair, name } => {
                self.tell_table(TableCommand::Sit { visitor: self.visitor, chair, name }).await
            }
            Request::Want { chair, want } => {
                self.tell_table(TableCommand::Want { visitor: self.visitor, chair, request: want })
                    .await
            }
            Request::Games { id, before } => {
                let store = Arc::clone(self.tables.store());
                self.work(id, 2 * GAMES_BYTES, move || {
                    let found = store.games(before, GAMES, GAMES_BYTES);
                    let (games, more) = found.map_err(unreadable)?;
                    Ok(Notice::Games { id, games, more })
                })
                .await
            }
            Request::Review { id, game } => self.review(id, game).await,
            Request::Marks { id, fen, moves } => self.marks(id, fen, moves).await,
            Request::Match { id, key, wish } => {
                let (matches, address) = (Arc::clone(&self.matches), self.address);
                self.work(id, 0, move || {
                    let name = matches.start(&wish, &identity(&key)?, address);
                    name.map(|name| Notice::Begun { id, name })
                })
                .await
            }
            Request::Matches { id } => {
                tell(&self.out, &Notice::Matches { id, matches: self.matches.list() }).await
            }
            Request::Watch { name } => self.watch(name).await,
            Request::Halt { id, name, key } => {
                let halted = identity(&key).and_then(|own| self.matches.halt(&name, &own));
                tell(&self.out, &or_error(id, halted.map(|()| Notice::Done { id }))).await
            }
            Request::Verify { id, text } => {
                let check = move || Ok(Notice::Verified { id, checked: proofs::check(&text)? });
                self.work(id, 0, check).await
            }
            Request::Puzzle { id, ask } => {
                let known = Arc::clone(&self.known);
                let answer = puzzles::answer;
                let answer = move || Ok(Notice::Puzzle { id, answer: answer(&ask, &known)? });
                self.work(id, 0, answer).await
            }
            Request::Forget { id, game, key } => {
                let store = Arc::clone(self.tables.store());
                self.work(id, 0, move || {
                    let is_done = store.delete(game, &identity(&key)?).map_err(unreadable)?;
                    let refusal = || format!("game: {game}: expected one of one's own games");
                    is_done.then_some(Notice::Done { id }).ok_or_else(refusal)
                })
                .await
            }
        }
    }

    /// Has something done that reads files or the store, and tells what came of it: an answer
    /// of at most so many bytes, for which there is room before it is made.
    async fn work(
        &self,
        id: u32,
        most: usize,
        work: impl FnOnce() -> Result<Notice, String> + Send + 'static,
    ) -> Result<(), Gone> {
        let answers = self.ledger.take(Resource::Answers, self.address, most as u64);
        let mut share = match answers {
            Ok(share) => share,
            Err(full) => {
                let text = format!("answer: one too many waits to be read: expected {full}");
                return tell(&self.out, &or_error(id, Err(text))).await;
            }
        };
        let text = self.work.run(self.address, move || or_error(id, work()).text()).await;
        let text = text.unwrap_or_else(|text| or_error(id, Err(text)).text());
        if text.len() <= OUTBOX_BYTES {
            drop(share);
            return self.out.put(Message::Text(text.into())).await;
        }
        share.shrink(text.len() as u64);
        self.out.put_large(Message::Text(text.into()), share).await
    }

    /// Tells what is known of the moves of a game; later once more, if there is nothing yet.
    async fn marks(&mut self, id: u32, fen: String, moves: String) -> Result<(), Gone> {
        let reviews = Arc::clone(&self.reviews);
        let made = self.work.run(self.address, move || reviews.made(&fen, &moves)).await;
        let marks = made.and_then(|made| made).map(|(line, review)| {
            self.looks_at = review.is_none().then_some((id, line));
            Notice::Marks { id, review }
        });
        tell(&self.out, &or_error(id, marks)).await
    }

    /// Has a finished game reviewed; the answer comes when it is there, and the page is
    /// listened to meanwhile.
    async fn review(&self, id: u32, game: Which) -> Result<(), Gone> {
        let game = match game {
            Which::Kept(game) => Ok(game),
            Which::Played { table, number } => {
                let store = Arc::clone(self.tables.store());
                let found = self.work.run(self.address, move || {
                    let found = store.number(&table, number).map_err(unreadable);
                    let refusal =
                        || format!("game: {number}: expected a finished one of that table");
                    found.and_then(|game| game.ok_or_else(refusal))
                });
                found.await.and_then(|found| found)
            }
        };
        let game = match game {
            Ok(game) => game,
            Err(text) => return tell(&self.out, &or_error(id, Err(text))).await,
        };
        let (reviews, out) = (Arc::clone(&self.reviews), self.out.downgrade());
        let address = self.address;
        tokio::spawn(async move {
            let waiting = out.clone();
            let review = reviews.review(game, address, move || waiting.upgrade().is_some()).await;
            let notice = review.map(|review| Notice::Reviewed { id, game, review });
            // A page that has gone meanwhile finds it in the store.
            if let Some(out) = out.upgrade() {
                let _ = tell(&out, &or_error(id, notice)).await;
            }
        });
        Ok(())
    }

    /// Passes on the review of the game that the page looks at.
    async fn take_fresh(&mut self, fresh: &Fresh) -> Result<(), Gone> {
        let (line, review) = &**fresh;
        let Some((id, _)) = self.looks_at.take_if(|(_, other)| other == line) else {
            return Ok(());
        };
        tell(&self.out, &Notice::Marks { id, review: Some(review.clone()) }).await
    }

    /// Takes a command to the table that the page looks at.
    async fn tell_table(&mut self, command: TableCommand) -> Result<(), Gone> {
        let result = match &self.table {
            Some(table) => self.tables.send(table, command, self.address),
            None => Err("table: none: expected to enter one first".to_owned()),
        };
        match result {
            Ok(()) => Ok(()),
            Err(text) => {
                self.table = None;
                tell(&self.out, &Notice::Error { id: None, from: None, text }).await
            }
        }
    }

    /// Leaves the table that the page looks at, if it does.
    fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that has closed has forgotten everybody.
            let _ = self.tables.send(
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
            Err(text) => {
                return tell(&self.out, &Notice::Error { id: None, from: None, text }).await;
            }
        };
        let (visitor, out) = (self.visitor, self.out.clone());
        self.table = Some(table);
        self.tell_table(TableCommand::Enter { visitor, identity, out }).await
    }

    /// Is told of that match from now on, and of no other one.
    async fn watch(&mut self, name: Option<String>) -> Result<(), Gone> {
        self.stop_watching();
        let Some(name) = name else { return Ok(()) };
        match self.matches.find(&name) {
            Ok(found) => {
                let task = tokio::spawn(watch(found, self.out.downgrade()));
                self.watching = Some(task.abort_handle());
                Ok(())
            }
            Err(text) => tell(&self.out, &Notice::Error { id: None, from: None, text }).await,
        }
    }

    fn stop_watching(&mut self) {
        if let Some(task) = self.watching.take() {
            task.abort();
        }
    }

    /// Leaves a command with an engine session.
    async fn tell_engine(&mut self, to: Seat, command: DeskCommand) -> Result<(), Gone> {
        let session = &self.sessions[to as usize];
        session.send(command).await.map_err(|_| Gone)
    }
}

/// Finished games that a page is told of at once.
const GAMES: usize = 2000;

fn unreadable(error: impl std::fmt::Display) -> String {
    format!("store: {error}: expected one that can be read and written")
}

/// What a conversation ends with that breaks the rules of its protocol.
fn goodbye(error: axum::Error) -> (u16, &'static str) {
    use tungstenite::Error;
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => (close_code::SIZE, "expected shorter messages"),
        Some(Error::Utf8(_)) => (close_code::INVALID, "expected text in UTF-8"),
        _ => (close_code::PROTOCOL, "expected a WebSocket"),
    }
}

fn or_error(id: u32, notice: Result<Notice, String>) -> Notice {
    notice.unwrap_or_else(|text| Notice::Error { id: Some(id), from: None, text })
}

async fn tell(out: &Outbox<Message>, notice: &Notice) -> Result<(), Gone> {
    out.put(Message::Text(notice.text().into())).await
}

/// Writes messages until there are no more, or they are not read.
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
    seat: Seat,
}

impl Listener for Mail {
    const LEAVES: bool = false;

    async fn hear(&self, word: Word) -> Result<(), Gone> {
        let from = self.seat;
        let notice = match word {
            Word::Line(line) => Notice::Line { from, line },
            Word::Started(name) => Notice::Started { from, name },
            Word::Ended(why) => Notice::Ended { from, why },
            Word::Refused(text) => Notice::Error { id: None, from: Some(from), text },
        };
        tell(&self.out, &notice).await
    }
}
