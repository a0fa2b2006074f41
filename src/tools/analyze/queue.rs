//! The order of things: requests come in, many hands work on them, and answers
//! leave in the order in which the requests came.
//!
//! Everything is bounded. The reader of requests waits while too many are
//! unanswered, and the hands wait while too many answers are unread.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tengen_engine::control::Signals;

use tengen_games::analysis::question::AnalysisQuestion;
use tengen_games::analysis::{self, Id};

/// Most requests that are taken in while they are not answered.
const REQUESTS: usize = 1024;
/// Most bytes of requests that are taken in while they are not answered.
const REQUEST_BYTES: usize = 16 << 20;
/// Bytes of answers that wait to be written, after which only the answer that
/// is written next is still worked on.
const ANSWER_BYTES: usize = 16 << 20;

/// Why the work ended before everything was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The system asked the program to leave.
    Terminated,
    /// The reader of the answers is gone.
    OutputGone,
}

/// One position to be looked at.
pub(super) struct Job {
    /// What is asked.
    pub question: Arc<AnalysisQuestion>,
    /// Which of the question's turns.
    pub index: usize,
    /// How the thinker hears that the job was given up.
    pub signals: Arc<Signals>,
    /// The number of the request.
    number: u64,
}

/// A request whose answers are not all written.
struct QueuedRequest {
    question: Option<Arc<AnalysisQuestion>>,
    /// Size of the request, in bytes.
    bytes: usize,
    /// How many answers it gets.
    total: usize,
    /// How many of the answers were given to a worker, or made without one.
    handed: usize,
    /// How many were written.
    written: usize,
    /// The answers from `written` on, as far as they are there.
    answers: VecDeque<Option<String>>,
    /// What is being worked on.
    running: Vec<(usize, Arc<Signals>)>,
}

#[derive(Default)]
struct State {
    entries: VecDeque<QueuedRequest>,
    /// The number of the first of `entries`.
    first: u64,
    request_bytes: usize,
    answer_bytes: usize,
    /// Whether there will be no more requests.
    is_closed: bool,
    ended: Option<Ended>,
}

/// The queue, shared by the readers, the workers and the writer.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    /// Adds a request of `bytes` bytes; waits while there are too many. Gives `false` when the
    /// request will not be answered any more.
    pub fn ask(&self, question: AnalysisQuestion, bytes: usize) -> bool {
        let total = question.turns().len();
        self.add(QueuedRequest {
            question: Some(Arc::new(question)),
            bytes,
            total,
            handed: 0,
            written: 0,
            answers: VecDeque::new(),
            running: Vec::new(),
        })
    }

    /// Adds an answer that needs no work, in its place among the others.
    /// Gives `false` when the answer will not be read any more.
    pub fn tell(&self, answer: String) -> bool {
        self.add(QueuedRequest {
            question: None,
            bytes: answer.len(),
            total: 1,
            handed: 1,
            written: 0,
            answers: VecDeque::from([Some(answer)]),
            running: Vec::new(),
        })
    }

    fn add(&self, entry: QueuedRequest) -> bool {
        let is_full =
            |state: &State| state.entries.len() >= REQUESTS || state.request_bytes >= REQUEST_BYTES;
        let mut state = self.wait_while(|state| state.ended.is_none() && is_full(state));
        if state.ended.is_some() {
            return false;
        }
        state.request_bytes += entry.bytes;
        state.answer_bytes += entry.answers.iter().flatten().map(String::len).sum::<usize>();
        state.entries.push_back(entry);
        self.changed.notify_all();
        true
    }

    /// Takes in that there will be no more requests.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Nothing more is to be done, whatever is left.
    pub fn end(&self, why: Ended) {
        let mut state = self.lock();
        state.ended.get_or_insert(why);
        for (_, signals) in state.entries.iter().flat_map(|entry| &entry.running) {
            signals.stop();
        }
        self.changed.notify_all();
    }

    /// Gives up the requests of that id: what runs is stopped, what waits is
    /// answered at once.
    pub fn cancel(&self, id: &Id) {
        let mut state = self.lock();
        let mut bytes = 0;
        for entry in &mut state.entries {
            let Some(question) = entry.question.as_ref().filter(|question| question.id() == id)
            else {
                continue;
            };
            entry.running.iter().for_each(|(_, signals)| signals.stop());
            for &turn in &question.turns()[entry.handed..] {
                let answer = analysis::cancelled(id, turn);
                bytes += answer.len();
                entry.answers.push_back(Some(answer));
            }
            entry.handed = entry.total;
        }
        state.answer_bytes += bytes;
        self.changed.notify_all();
    }

    /// The next job; waits for one. `None` when there will be no more.
    pub fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.ended.is_some() {
                return None;
            }
            let waiting = state.entries.iter().position(|entry| entry.handed < entry.total);
            if let Some(place) = waiting {
                let number = state.first + place as u64;
                let is_next = place == 0 && state.entries[0].handed == state.entries[0].written;
                if is_next || state.answer_bytes < ANSWER_BYTES {
                    let job = state.entries[place].hand(number);
                    if job.is_some() {
                        return job;
                    }
                }
            } else if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the answer to a job.
    pub fn put(&self, job: &Job, answer: String) {
        let mut state = self.lock();
        state.answer_bytes += answer.len();
        // A request stays until all of its answers are written.
        let place = (job.number - state.first) as usize;
        if let Some(entry) = state.entries.get_mut(place) {
            entry.running.retain(|(index, _)| *index != job.index);
            if let Some(slot) = entry.answers.get_mut(job.index - entry.written) {
                *slot = Some(answer);
            }
        }
        self.changed.notify_all();
    }

    /// All answers whose turn to be written has come; waits for the first.
    /// Nothing when there are no more.
    ///
    /// # Errors
    /// When it was ended from outside.
    pub fn answers(&self) -> Result<Vec<String>, Ended> {
        let is_ready = |state: &State| {
            let first = state.entries.front();
            first.is_some_and(|entry| entry.answers.front().is_some_and(Option::is_some))
        };
        let is_done = |state: &State| state.is_closed && state.entries.is_empty();
        let mut state =
            self.wait_while(|state| state.ended.is_none() && !is_ready(state) && !is_done(state));
        if let Some(ended) = state.ended {
            return Err(ended);
        }
        let mut ready = Vec::new();
        while let Some(entry) = state.entries.front_mut() {
            while entry.answers.front().is_some_and(Option::is_some) {
                ready.extend(entry.answers.pop_front().flatten());
                entry.written += 1;
            }
            if entry.written < entry.total {
                break;
            }
            let bytes = entry.bytes;
            state.request_bytes -= bytes;
            state.entries.pop_front();
            state.first += 1;
        }
        state.answer_bytes -= ready.iter().map(String::len).sum::<usize>();
        self.changed.notify_all();
        Ok(ready)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, is_early: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        self.changed
            .wait_while(self.lock(), |state| is_early(state))
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueuedRequest {
    /// The next of its positions.
    fn hand(&mut self, number: u64) -> Option<Job> {
        let question = Arc::clone(self.question.as_ref()?);
        let (index, signals) = (self.handed, Arc::<Signals>::default());
        self.handed += 1;
        self.answers.push_back(None);
        self.running.push((index, Arc::clone(&signals)));
        Some(Job { question, index, signals, number })
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use tengen_engine::game::{Position, Variant};
    use tengen_games::analysis::Turns;

    fn question(id: i64, turns: usize) -> AnalysisQuestion {
        let game = Position::new(Variant::preset("tictactoe").unwrap()).unwrap();
        let turns = Turns::List(vec![0; turns]);
        AnalysisQuestion::of_game(
            Id::Number(id),
            game,
            &turns,
            &tengen_games::analysis::defaults::Defaults::default(),
        )
        .unwrap()
    }

    #[test]
    fn answers_leave_in_the_order_of_the_requests() {
        let queue = Queue::default();
        queue.ask(question(1, 2), 10);
        queue.tell("refused".to_owned());
        queue.ask(question(2, 1), 10);
        queue.close();
        let jobs: Vec<Job> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(jobs.len(), 3);
        queue.put(&jobs[2], "2".to_owned());
        queue.put(&jobs[1], "1b".to_owned());
        queue.put(&jobs[0], "1a".to_owned());
        assert_eq!(queue.answers().unwrap(), ["1a", "1b", "refused", "2"]);
        assert!(queue.answers().unwrap().is_empty());
        let state = queue.lock();
        assert_eq!((state.request_bytes, state.answer_bytes, state.first), (0, 0, 3));
    }

    #[test]
    fn a_question_that_is_given_up_is_answered_once() {
        let queue = Queue::default();
        queue.ask(question(1, 3), 10);
        queue.ask(question(2, 1), 10);
        queue.ask(question(1, 1), 10);
        let running = queue.take().unwrap();
        queue.cancel(&Id::Number(1));
        queue.cancel(&Id::Number(1));
        queue.cancel(&Id::Number(9));
        assert!(running.signals.is_stopped());
        let other = queue.take().unwrap();
        assert!(!other.signals.is_stopped());
        queue.close();
        assert!(queue.take().is_none());
        queue.put(&running, "what it had".to_owned());
        let given_up = r#"{"id":1,"turn":0,"cancelled":true}"#;
        assert_eq!(queue.answers().unwrap(), ["what it had", given_up, given_up]);
        queue.put(&other, "2".to_owned());
        assert_eq!(queue.answers().unwrap(), ["2", given_up]);
        assert_eq!(queue.lock().answer_bytes, 0);
    }

    #[test]
    fn who_brings_too_much_has_to_wait() {
        let queue = Arc::new(Queue::default());
        let asking = Arc::clone(&queue);
        let bringer = thread::spawn(move || {
            (0..3 * REQUESTS as i64).take_while(|&id| asking.tell(id.to_string())).count()
        });
        let mut seen = 0;
        while seen < 2 * REQUESTS {
            let answers = queue.answers().unwrap();
            assert!(answers.len() <= REQUESTS);
            assert_eq!(answers[0], seen.to_string());
            seen += answers.len();
        }
        queue.end(Ended::OutputGone);
        assert!(bringer.join().unwrap() <= 3 * REQUESTS);
        assert_eq!(queue.answers(), Err(Ended::OutputGone));
        assert!(queue.take().is_none() && !queue.tell(String::new()));
    }

    #[test]
    fn unread_answers_stop_the_work_but_never_the_next_one() {
        let queue = Queue::default();
        for id in 0..3 {
            queue.ask(question(id, 1), 10);
        }
        let [first, second] = [queue.take().unwrap(), queue.take().unwrap()];
        queue.put(&second, "x".repeat(ANSWER_BYTES));
        let (sender, taken) = std::sync::mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| sender.send(queue.take().map(|job| job.number)).unwrap());
            assert!(taken.recv_timeout(std::time::Duration::from_millis(50)).is_err());
            queue.put(&first, "a".to_owned());
            assert_eq!(queue.answers().unwrap().len(), 2);
            assert_eq!(taken.recv().unwrap(), Some(2));
        });
    }
}
