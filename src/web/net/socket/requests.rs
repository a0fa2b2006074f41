//! What a page asks for: its share is taken, then it is carried out, then it is answered.

use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;

use tengen_engine::game::{Code, Problem};
use tengen_games::course;
use tengen_page::brought;
use tengen_page::envelope::{Misread, Notice, Request, Which};
use tengen_page::finished::{Finished, GAMES, GAMES_BYTES};
use tengen_page::records::{self, Line};
use tengen_page::{proofs, puzzles, reasons};

use crate::engines::session::EngineRequest;
use crate::limits::{LINE_BYTES, QUICK_MESSAGE_BYTES};
use crate::net::server::Server;
use crate::open_tables::table::TableCommand;
use crate::outbox::Gone;
use crate::price::Price;
use crate::quotas::{QuotaGuard, Resource};
use crate::reviews::{none, unreadable};
use crate::store::database::now;
use crate::store::identity::identity;
use crate::work::{Lane, Wanted};

use super::replies::{ReplyPath, Ticket, fitted, refused, room};
use super::{Page, tell};

/// Why a request is not carried out.
struct Refusal {
    id: Option<u32>,
    problem: Problem,
}

impl Page {
    /// Takes a message.
    pub(super) async fn take(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        match self.read(text).await {
            Ok((request, price, held)) => self.carry_out(request, price, held).await,
            Err(refusal) => self.refuse(refusal).await,
        }
    }

    /// Says why a request is not carried out; one beyond a limit counts for more.
    async fn refuse(&self, Refusal { id, problem }: Refusal) -> Result<(), Gone> {
        self.is_refused.fetch_or(problem.code == Code::Full, Ordering::Relaxed);
        tell(&self.out, &Notice::refusal(id, None, &problem)).await
    }

    /// Understands a message, for which there has to be room.
    async fn read(&self, text: Utf8Bytes) -> Result<(Request, Price, QuotaGuard), Refusal> {
        let bytes = text.len();
        let misread = |Misread { id, problem }| Refusal { id, problem };
        let refuse = |text: &str, problem| Refusal { id: Request::number(text), problem };
        let held = self.server.quotas.take(Resource::Messages, self.address, bytes as u64);
        let held =
            held.map_err(|full| refuse(&text, full.refusal("message", "too much at once")))?;
        let request = if bytes > QUICK_MESSAGE_BYTES {
            let place = self.server.lanes.admit(Lane::Requests, self.address);
            let place = place.map_err(|why| refuse(&text, why))?;
            let read = self.server.lanes.run(&place, move |_| Request::read(&text)).await;
            let broken = |problem| Refusal { id: None, problem };
            read.map_err(broken)?.map_err(misread)?
        } else {
            Request::read(&text).map_err(misread)?
        };
        let price = Price::of(&request);
        if bytes > price.message {
            let expected = format!("at most {}", price.message);
            let problem = Problem::new("message", format!("{bytes} bytes"), expected);
            return Err(Refusal { id: price.id, problem });
        }
        Ok((request, price, held))
    }

    /// The shares of a request that is answered; none, where that is not its kind.
    fn admit(&self, price: Price, held: QuotaGuard) -> Result<Result<Ticket, QuotaGuard>, Refusal> {
        let Price { id: Some(id), lane: Some(lane), answer, .. } = price else {
            return Ok(Err(held));
        };
        let refuse = |problem| Refusal { id: Some(id), problem };
        let place = self.server.lanes.admit(lane, self.address).map_err(refuse)?;
        Ok(Ok(Ticket { id, lane, place, answer, held }))
    }

    async fn carry_out(
        &mut self,
        request: Request,
        price: Price,
        held: QuotaGuard,
    ) -> Result<(), Gone> {
        match self.admit(price, held) {
            Ok(Ok(ticket)) => self.answer(request, ticket).await,
            Ok(Err(held)) => self.pass_on(request, held).await,
            Err(refusal) => self.refuse(refusal).await,
        }
    }

    /// Leaves a request with something that has a queue of its own.
    async fn pass_on(&mut self, request: Request, held: QuotaGuard) -> Result<(), Gone> {
        match request {
            Request::Line { to, line } if line.contains(['\n', '\r']) => {
                let problem = Problem::new("line", "a line end", "one line a message");
                tell(&self.out, &Notice::refusal(None, Some(to), &problem)).await
            }
            Request::Line { to, mut line } => {
                line.truncate(cut(&line));
                line.shrink_to_fit();
                self.tell_engine(to, EngineRequest::Line(line), held).await
            }
            Request::Engine { to, name } => {
                self.tell_engine(to, EngineRequest::Change(name), held).await
            }
            Request::Close { to } => self.tell_engine(to, EngineRequest::Close, held).await,
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
            Request::Company { want } => {
                self.tell_table(TableCommand::Company { visitor: self.visitor, request: want })
                    .await
            }
            Request::Watch { name } => self.watch(name).await,
            // The requests from here on are answered: their price has a lane.
            Request::Read { .. }
            | Request::Write { .. }
            | Request::Found { .. }
            | Request::Invite { .. }
            | Request::Games { .. }
            | Request::Bring { .. }
            | Request::Review { .. }
            | Request::Marks { .. }
            | Request::Match { .. }
            | Request::Matches { .. }
            | Request::Halt { .. }
            | Request::Explain { .. }
            | Request::Verify { .. }
            | Request::Puzzle { .. }
            | Request::Lesson { .. }
            | Request::Register { .. }
            | Request::Unregister { .. }
            | Request::Contest { .. }
            | Request::Discard { .. }
            | Request::Forget { .. } => Ok(()),
        }
    }

    /// Carries out a request that is answered, and answers it.
    async fn answer(&mut self, request: Request, ticket: Ticket) -> Result<(), Gone> {
        let (server, address) = (Arc::clone(&self.server), self.address);
        match request {
            Request::Read { id, text, format, variant, bytes } => {
                let how = (format, variant, bytes);
                self.work(ticket, move |_| read(id, text, &how)).await
            }
            Request::Write { id, format, fen, moves, names, result } => {
                self.work(ticket, move |_| {
                    let text = records::write(&format, &fen, &moves, names, result.as_deref());
                    text.map(|text| Notice::File { id, text })
                })
                .await
            }
            request @ (Request::Found { .. }
            | Request::Invite { .. }
            | Request::Discard { .. }
            | Request::Forget { .. }) => self.answer_of_tables(request, ticket).await,
            Request::Games { id, before } => {
                self.work(ticket, move |_| {
                    let found = server.tables.store().games(before, GAMES, GAMES_BYTES);
                    let (games, more) = found.map_err(|error| unreadable(&error))?;
                    Ok(Notice::Games { id, games, more })
                })
                .await
            }
            Request::Bring { id, key, text } => {
                self.work(ticket, move |_| bring(&server, address, id, &key, &text)).await
            }
            Request::Review { id, game } => self.review(ticket, id, game).await,
            Request::Marks { id, fen, moves } => self.marks(ticket, id, fen, moves).await,
            Request::Match { id, key, wish } => {
                self.work(ticket, move |_| {
                    let name = server.matches.start(&wish, &identity(&key)?, address);
                    name.map(|name| Notice::Begun { id, name })
                })
                .await
            }
            Request::Matches { id } => {
                self.work(ticket, move |_| {
                    Ok(Notice::Matches { id, matches: server.matches.list() })
                })
                .await
            }
            Request::Halt { id, name, key } => {
                self.work(ticket, move |_| {
                    server.matches.halt(&name, &identity(&key)?)?;
                    Ok(Notice::Done { id })
                })
                .await
            }
            Request::Explain { id, fen, moves, of, shapes } => {
                self.work(ticket, move |_| {
                    let reasons = reasons::explain(&fen, &moves, &of, shapes)?;
                    Ok(Notice::Explained { id, reasons })
                })
                .await
            }
            Request::Verify { id, text } => {
                self.work(ticket, move |wanted| {
                    let deadline = Instant::now() + proofs::LONGEST;
                    let goes_on = || wanted.is_wanted() && Instant::now() < deadline;
                    Ok(Notice::Verified { id, checked: proofs::check(&text, goes_on)? })
                })
                .await
            }
            Request::Puzzle { id, ask } => {
                self.work(ticket, move |wanted| {
                    let wanted = wanted.clone();
                    let is_wanted: puzzles::IsWanted = Arc::new(move || wanted.is_wanted());
                    let answer = puzzles::answer(&ask, &server.known, &is_wanted)?;
                    Ok(Notice::Puzzle { id, answer })
                })
                .await
            }
            request @ (Request::Register { .. } | Request::Unregister { .. }) => {
                self.answer_of_engines(request, ticket).await
            }
            Request::Contest { id, game, moves, contest, from } => {
                self.work(ticket, move |_| contest_games(id, (&game, &moves), &contest, from)).await
            }
            Request::Lesson { id, text } => self.work(ticket, move |_| lesson(id, &text)).await,
            // The requests from here on are passed on: their price has no lane.
            Request::Line { .. }
            | Request::Engine { .. }
            | Request::Close { .. }
            | Request::Enter { .. }
            | Request::Leave
            | Request::Sit { .. }
            | Request::Want { .. }
            | Request::Company { .. }
            | Request::Watch { .. } => Ok(()),
        }
    }

    /// Carries out a request for a table, about one that need not be open, or about a game that was
    /// played at one, and answers it.
    async fn answer_of_tables(&mut self, request: Request, ticket: Ticket) -> Result<(), Gone> {
        let (server, address) = (Arc::clone(&self.server), self.address);
        match request {
            Request::Found { id, key, table } => {
                self.work(ticket, move |_| {
                    let name = server.tables.found(&table, &identity(&key)?, address);
                    name.map(|table| Notice::Founded { id, table })
                })
                .await
            }
            Request::Invite { id, table } => {
                let origin = self.origin.clone();
                self.work(ticket, move |_| {
                    let links = server.invitations.links(&table, origin.as_deref(), address)?;
                    Ok(Notice::Invited { id, links, port: server.invitations.port() })
                })
                .await
            }
            Request::Discard { id, table, key } => {
                self.work(ticket, move |_| {
                    server.tables.discard(&table, &identity(&key)?)?;
                    Ok(Notice::Done { id })
                })
                .await
            }
            Request::Forget { id, game, key } => {
                self.work(ticket, move |_| {
                    let (store, unreadable) = (server.tables.store(), |error| unreadable(&error));
                    if store.delete(game, &identity(&key)?).map_err(unreadable)? {
                        return Ok(Notice::Done { id });
                    }
                    let (name, expected) = (game.to_string(), "a game that the key is for");
                    let is_there = store.game(game).map_err(unreadable)?.is_some();
                    let not_yours = || Problem::new("game", &name, expected).coded(Code::NotYours);
                    Err(if is_there { not_yours() } else { none(&name, expected) })
                })
                .await
            }
            // No other requests come here.
            _ => Ok(()),
        }
    }

    /// Adds an engine or removes it, where this page may, and answers that.
    async fn answer_of_engines(&mut self, request: Request, ticket: Ticket) -> Result<(), Gone> {
        let (server, address) = (Arc::clone(&self.server), self.address);
        let may = self.adds_engines;
        self.work(ticket, move |wanted| match request {
            _ if !may => {
                let expected = "a page on the machine of a server with --add-engines";
                Err(Problem::new("engine", "this page", expected).coded(Code::NotFromHere))
            }
            Request::Register { id, name, command } => {
                let try_out = |spec: &_| server.pool.try_out(spec, address, wanted);
                server.engines.add(&name, &command, try_out)?;
                Ok(Notice::Done { id })
            }
            Request::Unregister { id, name } => {
                server.engines.remove(&name)?;
                Ok(Notice::Done { id })
            }
            // No other requests come here.
            _ => Err(Problem::new("engine", "another request", "register or unregister")),
        })
        .await
    }

    /// Does `work` in the lane of `ticket`, and tells the page what came of it. Outside the lane of
    /// quick requests the page's next requests do not wait for that.
    async fn work(
        &mut self,
        ticket: Ticket,
        work: impl FnOnce(&Wanted) -> Result<Notice, Problem> + Send + 'static,
    ) -> Result<(), Gone> {
        let is_quick = ticket.lane == Lane::Requests;
        let way = self.way();
        if is_quick {
            return way.deliver(ticket, work).await;
        }
        self.tasks.spawn(async move {
            // The page finds out by itself that it is gone.
            let _ = way.deliver(ticket, work).await;
        });
        Ok(())
    }

    /// The way to this page.
    fn way(&self) -> ReplyPath {
        ReplyPath {
            server: Arc::clone(&self.server),
            out: self.out.clone(),
            address: self.address,
            is_refused: Arc::clone(&self.is_refused),
        }
    }

    /// Tells what is known of the moves of a game; later once more, if there is nothing yet.
    async fn marks(
        &mut self,
        ticket: Ticket,
        id: u32,
        fen: String,
        moves: String,
    ) -> Result<(), Gone> {
        let server = Arc::clone(&self.server);
        let seen = Arc::<OnceLock<Line>>::default();
        let unknown = Arc::clone(&seen);
        self.work(ticket, move |_| {
            let (line, review) = server.reviews.made(&fen, &moves)?;
            if review.is_none() {
                // Nothing has been written to `unknown` before.
                let _ = unknown.set(line);
            }
            Ok(Notice::Marks { id, review })
        })
        .await?;
        self.looks_at = seen.get().map(|line| (id, line.clone()));
        Ok(())
    }

    /// Tells what the moves of a finished game were worth. Where that is not known yet, the
    /// answer comes when it is, and the page is listened to meanwhile.
    async fn review(&mut self, ticket: Ticket, id: u32, game: Which) -> Result<(), Gone> {
        let way = self.way();
        let server = Arc::clone(&self.server);
        let (address, bytes) = (self.address, ticket.answer);
        let found = self.server.lanes.run(&ticket.place, move |_| {
            let room = match room(&server, address, bytes) {
                Ok(room) => room,
                Err(full) => return Ok(Err(full)),
            };
            let number = server.reviews.number(&game);
            let found = number.and_then(|game| Ok((game, server.reviews.find(game)?)));
            match found {
                Ok((game, None)) => Err(game),
                Ok((game, Some(review))) => {
                    Ok(Ok(fitted(Notice::Reviewed { id, game, review }.text(), room)))
                }
                Err(problem) => Ok(Ok(fitted(refused(id, &problem), room))),
            }
        });
        let game = match found.await {
            Ok(Err(game)) => game,
            Ok(Ok(made)) => return way.tell(id, Ok(made)).await,
            Err(problem) => return way.tell(id, Err(problem)).await,
        };
        let Ticket { held, .. } = ticket;
        let place = match self.server.lanes.admit(Lane::Reviews, self.address) {
            Ok(place) => place,
            Err(problem) => return self.refuse(Refusal { id: Some(id), problem }).await,
        };
        // Room for its answer is taken when that is there: one review is made at a time.
        let ticket = Ticket { id, lane: Lane::Reviews, place, answer: 0, held };
        let server = Arc::clone(&self.server);
        self.work(ticket, move |wanted| {
            let review = server.reviews.make(game, wanted)?;
            Ok(Notice::Reviewed { id, game, review })
        })
        .await
    }
}

/// Keeps the games of a text that are not here yet; they count as games that are finished here.
fn bring(
    server: &Server,
    address: IpAddr,
    id: u32,
    key: &str,
    text: &str,
) -> Result<Notice, Problem> {
    let key = identity(key)?;
    let store = server.tables.store();
    let games = store.unknown(brought::read(text, now())?, &key);
    let games = games.map_err(|error| unreadable(&error))?;
    let bytes: usize = games.iter().map(Finished::bytes).sum();
    for (what, amount) in [(Resource::Games, games.len()), (Resource::Stored, bytes)] {
        let spent = server.quotas.spend(what, address, amount as u64);
        spent.map_err(|full| full.refusal("games", &amount.to_string()))?;
    }
    store.bring(&games).map_err(|error| unreadable(&error))?;
    Ok(Notice::Brought { id, fresh: games.len(), lasting: store.is_lasting() })
}

/// The lesson that a text is.
fn lesson(id: u32, text: &str) -> Result<Notice, Problem> {
    course::read(text).map(|lesson| Notice::Lesson { id, lesson: Box::new(lesson) })
}

/// The game that a text tells, of a format and a variant where they are named; as bytes where it is no text.
fn read(
    id: u32,
    text: String,
    (format, variant, bytes): &(Option<String>, Option<String>, bool),
) -> Result<Notice, Problem> {
    let content = records::content(text, *bytes)?;
    let read = records::read(&content, format.as_deref(), variant.as_deref());
    read.map(|game| Notice::Game { id, game: Box::new(game) })
}

/// Games of a contest that begins on that board.
fn contest_games(
    id: u32,
    (game, moves): (&str, &str),
    contest: &course::Contest,
    from: u32,
) -> Result<Notice, Problem> {
    let start = course::Board::new(game, moves)?;
    let games = course::contest_games(contest, &start.position, from)?;
    Ok(Notice::Contest { id, games })
}

/// How many bytes of `line` are passed on: all, or just enough to show that it is too long.
fn cut(line: &str) -> usize {
    (LINE_BYTES + 1..line.len()).find(|&end| line.is_char_boundary(end)).unwrap_or(line.len())
}
