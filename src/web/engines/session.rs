//! One conversation between a client and an engine of its own.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use tengen_engine::game::Problem;

use crate::limits::{GRACE, IDLE_ENGINE, OUTBOX, WAITING_BYTES, WAITING_QUESTIONS};
use crate::outbox::Gone;
use crate::quotas::QuotaGuard;
use tengen_games::line_log::LineLog;
use tengen_page::envelope::EndCode;

use super::known::OWN;
use super::line_filter::{self, LineVerdict, Work};
use super::pool::{Engine, EnginePool};

/// What a client wants of its engine.
#[derive(Clone, Debug)]
pub(crate) enum EngineRequest {
    /// A line for the engine.
    Line(String),
    /// Another engine from now on.
    Change(String),
    /// No engine any more; another line starts a fresh one.
    Close,
    /// Nothing will follow: what was asked for is still answered.
    End,
}

/// A command on its way, with the share that its bytes have until it is taken.
#[derive(Debug)]
pub(crate) struct EngineOrder {
    /// The command.
    pub command: EngineRequest,
    /// The share; what the server itself says has none.
    pub held: Option<QuotaGuard>,
}

/// What a client hears from its session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineEvent {
    /// A line of the engine, or about it.
    Line(String),
    /// The engine of that name has started.
    Started(String),
    /// The engine is gone.
    Ended(EndCode),
    /// Something was refused that was no line.
    Refused(Problem),
}

/// Where the words of a session go.
pub(crate) trait Listener: Send {
    /// Whether `quit` ends the whole conversation and not only the engine.
    const QUIT_CLOSES_CONNECTION: bool;

    /// Takes a word.
    ///
    /// # Errors
    /// When the client is gone.
    fn hear(&self, word: EngineEvent) -> impl Future<Output = Result<(), Gone>> + Send;
}

/// A conversation.
pub(crate) struct EngineSession<E> {
    pool: Arc<EnginePool>,
    listener: E,
    /// Where the client is.
    address: IpAddr,
    /// The conversation with the client in the log.
    log: LineLog,
    /// The name of the engine that the next line starts.
    name: String,
    engine: Option<Engine>,
    /// The engine that is being started.
    starting: Option<Starting>,
    /// What the client has said meanwhile.
    backlog: VecDeque<EngineOrder>,
    /// Questions asked and not answered.
    questions: usize,
    /// Bytes of lines sent since the engine had nothing to do.
    waiting: usize,
    state: State,
    /// Whether the last engine left because it was asked to.
    has_left: bool,
    /// Whether the client has said all there is to say.
    is_last: bool,
    /// Whether the last question has no end of its own.
    is_endless: bool,
    /// When something is to be done about the state.
    due: Instant,
}

/// An engine that is being started, which may take long: it has to load, and perhaps its protocol
/// has to be found out.
struct Starting {
    engine: Pin<Box<dyn Future<Output = Result<Engine, Problem>> + Send>>,
    /// The line that the engine is started for.
    line: String,
    work: Work,
}

/// What the engine is at, as far as the clock is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing, or nothing that takes long: the engine is sent home when the time `due` comes.
    Idle,
    /// A question: the engine is told to stop when the time `due` comes.
    Thinking,
    /// The engine was told to stop: it is killed when the time `due` comes.
    Stopping,
    /// The engine was told to leave: it is killed when the time `due` comes.
    Leaving,
}

impl<E: Listener> EngineSession<E> {
    /// A session without an engine yet.
    pub fn new(pool: Arc<EnginePool>, listener: E, address: IpAddr) -> EngineSession<E> {
        EngineSession {
            pool,
            listener,
            address,
            log: LineLog::new(format!("a client at {address}")),
            name: OWN.to_owned(),
            engine: None,
            starting: None,
            backlog: VecDeque::new(),
            questions: 0,
            waiting: 0,
            state: State::Idle,
            has_left: false,
            is_last: false,
            is_endless: false,
            due: Instant::now() + IDLE_ENGINE,
        }
    }

    /// Serves until there are no more commands (or `quit` was one) and nothing is
    /// left to answer, or until the client is gone.
    pub async fn serve(mut self, mut commands: mpsc::Receiver<EngineOrder>) {
        // A client that is gone is told nothing.
        let _ = self.converse(&mut commands).await;
    }

    async fn converse(&mut self, commands: &mut mpsc::Receiver<EngineOrder>) -> Result<(), Gone> {
        loop {
            if self.starting.is_none()
                && let Some(EngineOrder { command, held }) = self.backlog.pop_front()
            {
                if self.carry_out(command).await? {
                    return Ok(());
                }
                drop(held);
            } else {
                let due = self.due;
                tokio::select! {
                    order = commands.recv(), if self.listens() => match order {
                        Some(order) => self.take_in(order).await?,
                        None => return Ok(()),
                    },
                    started = started(&mut self.starting) => self.begin(started).await?,
                    line = hear(&mut self.engine) => match line {
                        Some(line) => self.pass_on(line).await?,
                        // A client that has said all there is to say expects the end.
                        None if self.is_last => return Ok(()),
                        None => self.dismiss(EndCode::Left).await?,
                    },
                    () = sleep_until(due), if self.starting.is_none() => self.is_due().await?,
                }
            }
            let is_alone = self.engine.is_none() && self.starting.is_none();
            if is_alone && (self.is_last || self.has_left && E::QUIT_CLOSES_CONNECTION) {
                return Ok(());
            }
        }
    }

    /// Whether the client is heard. While an engine starts, only so much may wait for it.
    fn listens(&self) -> bool {
        let has_ended = self.is_last
            || self.backlog.back().is_some_and(|order| matches!(order.command, EngineRequest::End));
        !has_ended && self.backlog.len() < OUTBOX
    }

    /// Takes in an order. What waits for an engine that starts is given up with it.
    async fn take_in(&mut self, order: EngineOrder) -> Result<(), Gone> {
        let ends = match &order.command {
            EngineRequest::Close => Some(EndCode::Closed),
            EngineRequest::Change(name) if self.pool.find(name).is_ok() => Some(EndCode::Changed),
            EngineRequest::Change(_) | EngineRequest::Line(_) | EngineRequest::End => None,
        };
        if let Some(why) = ends
            && self.starting.take().is_some()
        {
            self.backlog.clear();
            self.tell(EngineEvent::Ended(why)).await?;
        }
        self.backlog.push_back(order);
        Ok(())
    }

    /// Takes the engine that has started, with the line that it was started for.
    async fn begin(&mut self, started: Result<Engine, Problem>) -> Result<(), Gone> {
        let Some(Starting { line, work, .. }) = self.starting.take() else { return Ok(()) };
        match started {
            Ok(engine) => self.engine = Some(engine),
            Err(problem) => return self.refuse(problem).await,
        }
        self.questions = 0;
        self.tell(EngineEvent::Started(self.name.clone())).await?;
        self.send(&line, work);
        Ok(())
    }

    /// Does what the client wants; says whether that ends the conversation.
    async fn carry_out(&mut self, command: EngineRequest) -> Result<bool, Gone> {
        match command {
            EngineRequest::Line(line) => return self.take(&line).await,
            EngineRequest::Change(name) => self.change(name).await?,
            EngineRequest::Close => self.dismiss(EndCode::Closed).await?,
            EngineRequest::End => self.end(),
        }
        Ok(false)
    }

    /// Takes a line of the client; says whether it ends the conversation.
    async fn take(&mut self, text: &str) -> Result<bool, Gone> {
        let line = line_filter::cut(text);
        self.log.sent(text);
        let kind = match self.pool.find(&self.name) {
            Ok(kind) => kind,
            Err(problem) => return self.refuse(problem).await.map(|()| false),
        };
        if self.state == State::Leaving && E::QUIT_CLOSES_CONNECTION {
            return Ok(false);
        }
        let work = match line_filter::judge(line, kind.kind()) {
            LineVerdict::Nothing => return Ok(false),
            LineVerdict::Quit => {
                return Ok(self.quit());
            }
            LineVerdict::Refuse(lines) => return self.say(lines).await.map(|()| false),
            LineVerdict::Pass(work) => work,
        };
        if self.state == State::Leaving {
            self.dismiss(EndCode::Quit).await?;
        }
        if self.questions >= WAITING_QUESTIONS {
            let expected = format!("at most {WAITING_QUESTIONS} questions without an answer");
            return self.say(line_filter::too_much(text, &expected)).await.map(|()| false);
        }
        if self.questions > 0 && self.waiting + text.len() > WAITING_BYTES {
            let expected =
                format!("at most {WAITING_BYTES} bytes of lines that wait for the end of a search");
            return self.say(line_filter::too_much(text, &expected)).await.map(|()| false);
        }
        if self.engine.is_none() {
            let (pool, address) = (Arc::clone(&self.pool), self.address);
            let engine = Box::pin(async move { pool.start(&kind, address).await });
            self.starting = Some(Starting { engine, line: text.to_owned(), work });
        } else {
            self.send(text, work);
        }
        Ok(false)
    }

    /// Takes in that nothing follows. An engine at work keeps its input until its last
    /// answer, so that it can be told to stop; a search without a limit ends with its input.
    fn end(&mut self) {
        self.is_last = true;
        if self.questions == 0 || self.is_endless {
            self.engine.iter_mut().for_each(Engine::close);
        }
    }

    /// Asks the engine to leave, once it has said what it has to say; says whether
    /// there is none to wait for, and nothing else to do.
    fn quit(&mut self) -> bool {
        match &self.engine {
            Some(engine) => {
                engine.send("quit");
                self.wait(State::Leaving);
                false
            }
            None => E::QUIT_CLOSES_CONNECTION,
        }
    }

    fn send(&mut self, text: &str, work: Work) {
        self.waiting = if self.questions == 0 { 0 } else { self.waiting } + text.len();
        if let Some(engine) = &self.engine {
            engine.send(text.trim_end_matches(['\r', '\n']));
        }
        match work {
            Work::Question { is_endless } => {
                self.is_endless = is_endless;
                self.questions += 1;
                if self.questions == 1 {
                    self.wait(State::Thinking);
                }
            }
            Work::None if self.questions == 0 => self.wait(State::Idle),
            Work::None => {}
        }
    }

    /// Gives a line of the engine to the client.
    async fn pass_on(&mut self, line: String) -> Result<(), Gone> {
        if line_filter::ends_work(&line) && self.state != State::Leaving {
            self.questions = self.questions.saturating_sub(1);
            self.wait(if self.questions == 0 { State::Idle } else { State::Thinking });
            if self.is_last && self.questions == 0 {
                self.engine.iter_mut().for_each(Engine::close);
            }
        }
        self.tell(EngineEvent::Line(line)).await
    }

    fn wait(&mut self, state: State) {
        self.state = state;
        self.due = Instant::now()
            + match state {
                State::Idle => IDLE_ENGINE,
                State::Thinking => self.pool.think(),
                State::Stopping | State::Leaving => GRACE,
            };
    }

    /// Does what time demands.
    async fn is_due(&mut self) -> Result<(), Gone> {
        match self.state {
            State::Idle => self.dismiss(EndCode::Idle).await,
            State::Stopping | State::Leaving => self.dismiss(EndCode::Stuck).await,
            State::Thinking => {
                if let Some(engine) = &self.engine {
                    engine.send("stop");
                }
                self.wait(State::Stopping);
                let seconds = self.pool.think().as_secs();
                let text = format!("info string stopped: {seconds} s are the most here");
                self.tell(EngineEvent::Line(text)).await
            }
        }
    }

    async fn change(&mut self, name: String) -> Result<(), Gone> {
        if let Err(problem) = self.pool.find(&name) {
            return self.refuse(problem).await;
        }
        self.dismiss(EndCode::Changed).await?;
        self.name = name;
        Ok(())
    }

    /// Ends the engine, if there is one, and says so.
    async fn dismiss(&mut self, why: EndCode) -> Result<(), Gone> {
        self.has_left = self.state == State::Leaving;
        let why = if self.has_left { EndCode::Quit } else { why };
        self.wait(State::Idle);
        self.questions = 0;
        match self.engine.take() {
            Some(_) => self.tell(EngineEvent::Ended(why)).await,
            None => Ok(()),
        }
    }

    async fn say(&mut self, lines: Vec<String>) -> Result<(), Gone> {
        for line in lines {
            self.tell(EngineEvent::Line(line)).await?;
        }
        Ok(())
    }

    /// Gives a word to the client.
    async fn tell(&mut self, word: EngineEvent) -> Result<(), Gone> {
        match &word {
            EngineEvent::Line(line) => self.log.received(line),
            EngineEvent::Started(name) => self.log.happened(format_args!("{name} has started")),
            EngineEvent::Ended(why) => {
                self.log.happened(format_args!("the engine has ended: {}", why.words()));
            }
            EngineEvent::Refused(problem) => self.log.happened(format_args!("refused: {problem}")),
        }
        self.listener.hear(word).await
    }

    async fn refuse(&mut self, problem: Problem) -> Result<(), Gone> {
        self.tell(EngineEvent::Refused(problem)).await
    }
}

/// Waits for the engine that is being started; for ever, if there is none.
async fn started(starting: &mut Option<Starting>) -> Result<Engine, Problem> {
    match starting {
        Some(starting) => starting.engine.as_mut().await,
        None => std::future::pending().await,
    }
}

/// Waits for the next line of `engine`; for ever, if there is none.
async fn hear(engine: &mut Option<Engine>) -> Option<String> {
    match engine {
        Some(engine) => engine.hear().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Mutex;
    use std::time::Duration;

    use tengen_games::spec::read_engine;
    use tengen_host::programs::process::Guard;

    use tengen_page::new_table::Means;

    use crate::engines::known::KnownEngines;
    use crate::engines::pool::EngineKind;
    use crate::quotas::{LimitTable, Quotas};

    use super::*;

    /// Keeps what a client is told.
    #[derive(Clone, Default)]
    struct Ear(Arc<Mutex<Vec<EngineEvent>>>);

    impl Listener for Ear {
        const QUIT_CLOSES_CONNECTION: bool = true;

        async fn hear(&self, word: EngineEvent) -> Result<(), Gone> {
            self.0.lock().unwrap().push(word);
            Ok(())
        }
    }

    /// What a client is told that says `lines`, and no more, to an engine that answers nothing.
    fn heard(lines: impl Iterator<Item = &'static str>) -> Vec<EngineEvent> {
        let spec = format!("name={OWN} proto=uci cmd=sh args=\"-c 'cat >/dev/null'\"");
        let spec = read_engine("--engine", &spec, "").unwrap();
        let own = EngineKind::Registered(Box::new(spec));
        let known = Arc::new(KnownEngines::new(Means::default(), false, None));
        let quotas = Quotas::new(LimitTable::default());
        let pool = EnginePool::new(own, known, Duration::from_secs(3600), quotas, Guard::none());
        let ear = Ear::default();
        let session = EngineSession::new(Arc::new(pool), ear.clone(), Ipv4Addr::LOCALHOST.into());
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().build().unwrap().block_on(async {
            let (commands, waiting) = mpsc::channel(OUTBOX);
            let say = async move {
                for line in lines {
                    let command = EngineRequest::Line(line.to_owned());
                    commands.send(EngineOrder { command, held: None }).await.unwrap();
                }
            };
            tokio::join!(session.serve(waiting), say);
        });
        let told = ear.0.lock().unwrap();
        told.clone()
    }

    #[test]
    fn more_questions_than_may_wait_are_refused_one_by_one() {
        let told = heard(std::iter::repeat_n("go depth 1", WAITING_QUESTIONS + 2));
        let refusal = "info string error: line: go depth 1: expected at most 1000 questions without \
                       an answer";
        let line = |text: &str| EngineEvent::Line(text.to_owned());
        let once = [line(refusal), line("bestmove (none)")];
        assert_eq!(told[0], EngineEvent::Started(OWN.to_owned()));
        assert_eq!(told[1..], [once.clone(), once].concat());
    }
}
