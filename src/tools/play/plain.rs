//! Play line by line: for pipes, for screen readers, and for terminals that can do
//! nothing else.

use std::collections::VecDeque;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;

use tengen_engine::protocol::from_bytes;

use tengen_games::table::room::{Chair, Happening, Room, Stage, TableRequest, words};
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::inbox::{Inbox, Input};
use tengen_host::cli::input;
use tengen_host::cli::interrupt::CtrlC;

use super::command::{self, Command};
use super::plainly::plainly;
use super::table::{Left, Table, overwriting};
use super::words::stronger;

/// How often programs and clocks are looked after, at least.
const POLL: Duration = Duration::from_millis(15);
/// Most typed lines that wait to be understood.
const WAITING: usize = 1024;

/// Plays until the input ends or says `quit`; `said` comes first.
///
/// # Errors
/// When the reader of the output is gone.
pub(super) fn run(table: Table, said: Option<String>) -> Result<(), Failure> {
    let inbox = Arc::<Inbox>::default();
    input::listen(&inbox).context("no thread to read with")?;
    let mut talk = Conversation {
        table,
        waiting: VecDeque::new(),
        has_ended: false,
        is_typed: io::stdin().is_terminal(),
        is_read: io::stdout().is_terminal(),
        is_prompted: false,
        question: None,
    };
    let listened = talk.is_typed.then(CtrlC::listen).transpose();
    let ctrl_c = listened.context("signals cannot be listened to")?;
    if let Some(said) = said {
        talk.say(&said)?;
    }
    talk.say(&words::game(&talk.table.room.game().variant()))?;
    for chair in Chair::ALL {
        let player = words::player(&talk.table.room, chair);
        let limits = talk.table.room.seat(chair).limits().to_string();
        talk.say(&match limits.as_str() {
            "tc=inf" => player,
            limits => format!("{player}, {limits}"),
        })?;
        if let Some(words) = stronger(&talk.table.room, chair).filter(|_| talk.is_typed) {
            talk.say(&format!("for a stronger opponent type {words}"))?;
        }
    }
    talk.run(&inbox, ctrl_c.as_ref())
}

/// What waits for an answer: the next line.
#[derive(Debug, PartialEq, Eq)]
enum PlainQuestion {
    /// Whether to leave; another Ctrl-C says yes.
    Leave,
    /// Whether to overwrite this file.
    Overwrite(String),
}

/// A conversation in lines.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Conversation {
    table: Table,
    /// Lines that were typed and not understood yet.
    waiting: VecDeque<TypedLine>,
    /// Whether no more lines can come.
    has_ended: bool,
    /// Whether a person types at this moment.
    is_typed: bool,
    /// Whether a person reads at this moment.
    is_read: bool,
    is_prompted: bool,
    question: Option<PlainQuestion>,
}

/// A line of the input.
enum TypedLine {
    Text(String),
    /// Longer than any line that makes sense.
    TooLong,
}

impl Conversation {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let start = if std::mem::take(&mut self.is_prompted) { "\n" } else { "" };
        put(format!("{start}{text}\n").as_bytes())
    }

    fn run(&mut self, inbox: &Inbox, ctrl_c: Option<&CtrlC>) -> Result<(), Failure> {
        loop {
            self.table.attend();
            self.tell()?;
            if ctrl_c.is_some_and(CtrlC::take) && self.must_leave()? {
                return put(b"\n");
            }
            if !self.must_wait()
                && let Some(line) = self.waiting.pop_front()
            {
                if !self.obey(line)? {
                    return Ok(());
                }
                // Before time passes: a game that has ended may be followed by another.
                self.tell()?;
                continue;
            }
            if self.is_at_end() {
                return self.end();
            }
            self.prompt()?;
            match inbox.take(self.waiting.len() < WAITING, Some(POLL)) {
                Some(Input::Line { bytes, is_cut, .. }) => {
                    // The line feed that a user types ends the line of the prompt.
                    self.is_prompted &= !self.is_typed;
                    self.waiting.push_back(if is_cut {
                        TypedLine::TooLong
                    } else {
                        TypedLine::Text(from_bytes(&bytes))
                    });
                }
                Some(Input::End) => self.has_ended = true,
                Some(Input::Terminate | Input::OutputGone) => return Ok(()),
                Some(Input::Notice(_)) | None => {}
            }
        }
    }

    /// Says how the table is left. A program that does not work is a failure: a script that
    /// has started this will not read all lines.
    fn end(&mut self) -> Result<(), Failure> {
        let room = &self.table.room;
        match room.game().result() {
            None => self.say("the input has ended, and the game with it"),
            Some(verdict) if verdict.reason.is_breakdown() => {
                Err(anyhow::anyhow!(words::result(room, verdict)).into())
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether the next line has to wait for a program: lines from a pipe were
    /// written before its answer was known. A user that types them sees what is going on.
    fn must_wait(&self) -> bool {
        let room = &self.table.room;
        let is_for_people = has_people(room) || room.is_paused();
        let is_due = room.is_busy() || room.is_rematch_due();
        !self.is_typed && (is_for_people && is_due || self.table.is_reviewing())
    }

    /// Whether nothing can happen any more that a reader waits for.
    fn is_at_end(&self) -> bool {
        let room = &self.table.room;
        let is_over = room.game().result().is_some();
        if !self.waiting.is_empty() || self.table.is_reviewing() {
            return false;
        }
        if has_people(room) {
            return self.has_ended && !room.is_busy();
        }
        let is_endless = room.config().rematch.is_some_and(|rematch| rematch.games.is_none());
        let is_last = is_over && (!room.is_rematch_due() || (self.has_ended && is_endless));
        let is_unread = self.has_ended || !self.is_read;
        (is_last && is_unread) || (self.has_ended && room.is_paused() && !room.is_busy())
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if self.is_typed && self.is_read && !self.is_prompted && !self.table.room.is_busy() {
            self.is_prompted = true;
            return put(b"> ");
        }
        Ok(())
    }

    /// Whether Ctrl-C ends the conversation; in a game that is begun it is asked first.
    fn must_leave(&mut self) -> Result<bool, Failure> {
        if !self.table.is_begun() || self.question == Some(PlainQuestion::Leave) {
            return Ok(true);
        }
        self.question = Some(PlainQuestion::Leave);
        self.say("Ctrl-C once more leaves this game, which is kept nowhere; save NAME keeps it")?;
        Ok(false)
    }

    /// Takes `line` as the answer to what was asked; `false` if it is no answer.
    fn answer(&mut self, line: &TypedLine) -> Result<bool, Failure> {
        let (Some(PlainQuestion::Overwrite(name)), TypedLine::Text(text)) =
            (self.question.take(), line)
        else {
            return Ok(false);
        };
        match text.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => match self.table.carry_out(Command::Overwrite(name)) {
                Ok(Left::Say(text)) => self.say(&text)?,
                Ok(_) => {}
                Err(error) => self.say(&plainly(&error))?,
            },
            answer => {
                self.say(&format!("{name} stays as it is"))?;
                return Ok(["n", "no", ""].contains(&answer));
            }
        }
        Ok(true)
    }

    /// Carries out a line; false ends the conversation.
    fn obey(&mut self, line: TypedLine) -> Result<bool, Failure> {
        if self.answer(&line)? {
            return Ok(true);
        }
        let text = match line {
            TypedLine::Text(text) => text,
            TypedLine::TooLong => {
                self.say("that is a very long line: type a square or a word; help lists them")?;
                return Ok(true);
            }
        };
        let left = match command::read(&text) {
            Ok(command) => {
                let is_new = matches!(command, Command::Ask(TableRequest::NewGame { .. }));
                let left = self.table.carry_out(command);
                if is_new && left.is_ok() { Ok(Left::Nothing) } else { left }
            }
            Err(sentence) => Err(anyhow::anyhow!(sentence)),
        };
        match left {
            Ok(Left::Nothing) => {}
            Ok(Left::Say(text)) => self.say(&text)?,
            Ok(Left::Ask(name)) if self.is_typed => {
                self.say(&overwriting(&name))?;
                self.question = Some(PlainQuestion::Overwrite(name));
            }
            Ok(Left::Ask(name)) => {
                self.say(&format!("{name} is there already: save! {name} overwrites it"))?;
            }
            Ok(Left::Board) => self.show()?,
            Ok(Left::Help) => {
                self.say(&command::help(self.table.room.game().variant()).join("\n"))?;
            }
            Ok(Left::Quit) => return Ok(false),
            Err(error) => self.say(&plainly(&error))?,
        }
        Ok(true)
    }

    /// Tells what happened.
    fn tell(&mut self) -> Result<(), Failure> {
        if let Some(text) = self.table.take_review() {
            self.say(&text)?;
        }
        let happenings = self.table.room.take_happenings();
        let mut is_changed = false;
        for happening in &happenings {
            is_changed |= !matches!(
                happening,
                Happening::Hinted { .. }
                    | Happening::NoHint { .. }
                    | Happening::DrawOffered { .. }
                    | Happening::DrawDeclined { .. }
                    | Happening::Proposed { .. }
                    | Happening::Withdrawn { .. }
                    | Happening::Answered { .. }
                    | Happening::Paused
            );
            if let Some(text) = words::happening(&self.table.room, happening) {
                self.say(&text)?;
            }
        }
        if is_changed { self.show() } else { Ok(()) }
    }

    /// Shows the board, and says what is due.
    fn show(&mut self) -> Result<(), Failure> {
        let now = self.table.now();
        let room = &self.table.room;
        let mut text = self.table.shown().diagram();
        if let Some(at) = self.table.looked_at() {
            let played = room.game().plies().len();
            // Writing to a string cannot fail.
            let _ = write!(text, "after {at} of {played} moves; end returns to the game");
            return self.say(&text);
        }
        let view = room.view(now);
        if let Some([x, o]) = view.conversions {
            let _ = writeln!(text, "conversions left: x {x}, o {o}");
        }
        let clocks: Vec<String> = ["x", "o"]
            .into_iter()
            .filter_map(|color| {
                let chair = view.chairs.iter().find(|chair| color.starts_with(chair.color))?;
                Some(format!("{color} {}", words::clock(chair.clock_ms?)))
            })
            .collect();
        if !clocks.is_empty() {
            let _ = writeln!(text, "clocks: {}", clocks.join(", "));
        }
        if room.number() > 1 && view.result.is_some() {
            let [first, second] = &view.chairs;
            let (wins, more) = (first.wins, second.wins);
            let names = (&first.name, &second.name);
            let _ = writeln!(
                text,
                "score: {} {wins}, {} {more}, draws {}",
                names.0, names.1, view.draws
            );
        }
        text += &super::words::words_for(room);
        let is_persons = room.game().actor().is_some_and(|chair| room.seat(chair).is_human());
        if room.game().is_choice() && is_persons {
            text += ": type black, white";
            text += if room.game().stage() == Stage::Choice { " or two" } else { "" };
        }
        self.say(&text)
    }
}

/// Whether a person sits at the table.
fn has_people(room: &Room) -> bool {
    Chair::ALL.into_iter().any(|chair| room.seat(chair).is_human())
}
