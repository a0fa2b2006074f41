//! What the screen knows besides the table: cursor, typed text, messages.

use tengen_engine::game::{Color, Move, Square};

use tengen_games::table::room::{Happening, TableRequest, words};

use super::super::command::{self, Command, Look};
use super::super::plainly::plainly;
use super::super::table::{Left, Table, overwriting};
use super::board::Geometry;
use super::cursor::moved;
use super::theme::Theme;

/// Longest text that can be typed.
pub(super) const LONGEST_TEXT: usize = 200;

/// What is asked before a game is left that is not finished. It stays until it is answered:
/// by the same key once more, or by any other one, which means no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// For another game.
    Begin,
    /// For good.
    Leave,
    /// Not the game but a file: whether it may be overwritten, by `y`.
    Overwrite(String),
}

impl Question {
    fn text(&self) -> String {
        let text = match self {
            Question::Begin => "F5 once more leaves this game and begins another one",
            Question::Leave => {
                "Ctrl-C or F10 once more leaves this game, which is kept nowhere; save NAME keeps it"
            }
            Question::Overwrite(name) => return overwriting(name),
        };
        text.to_owned()
    }
}

/// What is said at the foot of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Message {
    pub text: String,
    /// Whether something was refused.
    pub is_wrong: bool,
}

/// The screen.
pub(super) struct Screen {
    pub table: Table,
    pub theme: Theme,
    pub cursor: Square,
    /// Where the board is, once it was drawn.
    pub geometry: Option<Geometry>,
    /// A square that the board has to be moved to show, if there is one.
    pub follow: Option<Square>,
    /// What is being typed.
    pub typed: String,
    pub message: Message,
    /// What waits for an answer; it is shown instead of the message.
    pub question: Option<Question>,
    /// The first line shown of the help page or another one; `None` while no page is shown.
    pub help: Option<u16>,
    /// What is shown instead of the help page.
    pub page: Option<String>,
    /// Whether keys or the mouse were used since a review was asked for: who plays on meanwhile is
    /// not to lose the board under the fingers.
    pub has_acted: bool,
    /// A review that came meanwhile, until it is asked for.
    pub review: Option<String>,
    pub has_left: bool,
}

impl Screen {
    pub fn new(table: Table, said: Option<String>, theme: Theme) -> Screen {
        let cursor = table.room.game().position().size().centre();
        Screen {
            table,
            theme,
            cursor,
            geometry: None,
            follow: Some(cursor),
            typed: String::new(),
            message: Message { text: said.unwrap_or_default(), is_wrong: false },
            question: None,
            help: None,
            page: None,
            has_acted: false,
            review: None,
            has_left: false,
        }
    }

    /// Lets time pass; true if something has happened.
    pub fn attend(&mut self) -> bool {
        self.table.attend();
        if let Some(text) = self.table.take_review() {
            if self.has_acted {
                self.review = Some(text);
                let text = "the review is there: type review to read it".to_owned();
                self.message = Message { text, is_wrong: false };
            } else {
                self.open(text);
            }
        }
        let happenings = self.table.room.take_happenings();
        for happening in &happenings {
            self.take_in(happening);
        }
        !happenings.is_empty()
    }

    /// What is said at the foot of the screen.
    pub fn said(&self) -> Message {
        let question = self.question.as_ref().map(|it| Message { text: it.text(), is_wrong: true });
        question.unwrap_or_else(|| self.message.clone())
    }

    fn take_in(&mut self, happening: &Happening) {
        let room = &self.table.room;
        let mut text = words::happening(room, happening).unwrap_or_default();
        match happening {
            Happening::NewGame { .. } => {
                let size = room.game().position().size();
                if !size.contains(self.cursor) {
                    self.cursor = size.centre();
                }
                self.follow = Some(self.cursor);
                self.question = None;
                return;
            }
            Happening::Move { chair, mv, .. } => {
                let seat = room.seat(*chair);
                // The board shows the colour, and people know what they have played themselves.
                text.clear();
                if !seat.is_human() {
                    text = format!("{} plays {mv}", seat.name());
                }
                self.follow = self.hidden(mv.square()).or(self.follow);
            }
            Happening::Hinted { hint } => {
                self.follow = self.hidden(hint.mv.square()).or(self.follow);
            }
            Happening::NoHint { why } => text = format!("no hint: {why}"),
            Happening::Paused => text += ": F4 or go to go on",
            // The line that says what is due does not say `paused` any more.
            Happening::Resumed => text.clear(),
            // A game that is over can be left.
            Happening::Over { .. } => self.question = None,
            _ => {}
        }
        self.message = Message { text, is_wrong: false };
    }

    /// The square, if it is not seen: a user that has just clicked near the edge does not
    /// want the board to move.
    fn hidden(&self, square: Square) -> Option<Square> {
        let is_seen = self.geometry.is_some_and(|geometry| geometry.is_seen(square));
        (!is_seen).then_some(square)
    }

    /// The line that says what is due.
    pub fn due(&self) -> String {
        let room = &self.table.room;
        if let Some(at) = self.table.looked_at() {
            let played = room.game().plies().len();
            return format!("after {at} of {played} moves: Ctrl-Left, Ctrl-Right; end returns");
        }
        let mut text = super::super::words::words_for(room);
        let is_persons = room.game().actor().is_some_and(|chair| room.seat(chair).is_human());
        if room.game().result().is_some() {
            text += if room.is_rematch_due() { " The next game comes." } else { " F5: new game." };
        } else if room.is_paused() {
            text += ", paused";
        } else if room.game().is_choice() && is_persons {
            text += ": type it";
        } else if let Some(offerer) = room.draw_offer() {
            text.extend(["; ", room.seat(offerer).name(), " offers a draw: accept or decline"]);
        } else if room.is_hint_awaited() {
            text += "; the hint is coming";
        }
        text
    }

    fn refuse(&mut self, error: &anyhow::Error) {
        self.message = Message { text: plainly(error), is_wrong: true };
    }

    /// Passes on a request, and shows why it was refused.
    pub fn ask(&mut self, request: TableRequest) {
        if let Err(refusal) = self.table.ask(request) {
            self.refuse(&refusal.into());
        }
    }

    /// Carries out what was typed, or plays at the cursor where nothing was.
    pub fn enter(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        if typed.trim().is_empty() {
            return self.play_at_cursor();
        }
        let left = match command::read(&typed) {
            Ok(Command::Review) => {
                if let Some(text) = self.review.take() {
                    return self.open(text);
                }
                self.has_acted = false;
                self.carry_out(Command::Review)
            }
            Ok(command) => self.carry_out(command),
            Err(sentence) => Err(anyhow::anyhow!(sentence)),
        };
        self.take(left);
    }

    /// Writes the game over the file `name`, if that is wanted.
    pub fn overwrite(&mut self, name: String, is_wanted: bool) {
        let kept = Left::Say(format!("{name} stays as it is"));
        let left = if is_wanted { self.carry_out(Command::Overwrite(name)) } else { Ok(kept) };
        self.take(left);
    }

    /// Does what a command leaves to the screen.
    fn take(&mut self, left: anyhow::Result<Left>) {
        match left {
            Ok(Left::Nothing | Left::Board) => {}
            Ok(Left::Say(text)) => {
                self.attend();
                self.message = Message { text, is_wrong: false };
            }
            Ok(Left::Ask(name)) => self.question = Some(Question::Overwrite(name)),
            Ok(Left::Help) => self.show_help(),
            Ok(Left::Quit) => self.has_left = true,
            Err(error) => self.refuse(&error),
        }
    }

    fn carry_out(&mut self, command: Command) -> anyhow::Result<Left> {
        self.message = Message::default();
        let played = match &command {
            Command::Ask(TableRequest::Play { mv }) => {
                let size = self.table.room.game().position().size();
                tengen_games::table::room::read_move(mv, size).ok()
            }
            _ => None,
        };
        let left = self.table.carry_out(command)?;
        if let Some(mv) = played {
            self.cursor = mv.square();
        }
        Ok(left)
    }

    /// Plays where the cursor is: a stone, or a conversion of the stone there.
    pub fn play_at_cursor(&mut self) {
        if self.table.room.game().result().is_some() {
            let over = "the game is over: F5 or new begins another one";
            self.message = Message { text: over.to_owned(), is_wrong: true };
            return;
        }
        let square = self.cursor;
        let position = self.table.room.game().position();
        let is_conversion = position.conversions(position.side()) > 0
            && position.at(square).is_some_and(|stone| stone.color != position.side());
        let mv = if is_conversion { Move::convert(square) } else { Move::place(square) };
        self.message = Message::default();
        self.ask(TableRequest::Play { mv: mv.to_string() });
    }

    /// Shows the help page.
    pub fn show_help(&mut self) {
        self.page = None;
        self.help = Some(0);
    }

    /// Shows a text instead of the board.
    fn open(&mut self, text: String) {
        self.message = Message::default();
        self.page = Some(text);
        self.help = Some(0);
    }

    /// Looks at another move of the game.
    pub fn look(&mut self, look: Look) {
        self.message = Message::default();
        let left = self.table.carry_out(Command::Look(look));
        self.take(left);
    }

    /// Moves the cursor.
    pub fn step(&mut self, shift: (isize, isize)) {
        let size = self.table.room.game().position().size();
        self.cursor = moved(self.cursor, size, shift);
        self.follow = Some(self.cursor);
    }

    /// Shows what matters on a screen that has become another one: the last move, or the
    /// cursor where there is none.
    pub fn look_around(&mut self) {
        let last = self.table.room.game().position().last_move();
        self.follow = Some(last.map_or(self.cursor, Move::square));
    }

    /// Types a letter.
    pub fn type_letter(&mut self, letter: char) {
        if !letter.is_control() && self.typed.chars().count() < LONGEST_TEXT {
            self.typed.push(letter);
        }
    }

    /// Begins a new game; one that is not finished is left only on second thoughts.
    pub fn new_game(&mut self) {
        if self.is_sure(Question::Begin) {
            self.message = Message::default();
            self.ask(TableRequest::NewGame { swap: false });
        }
    }

    /// Leaves the table, in the middle of a game only on second thoughts.
    pub fn leave(&mut self) {
        self.has_left = self.is_sure(Question::Leave);
    }

    /// Whether the game may be left: a person's, once moves were played, only when that
    /// was asked last; else it is asked now.
    fn is_sure(&mut self, question: Question) -> bool {
        if !self.table.is_begun() || self.question.as_ref() == Some(&question) {
            self.question = None;
            return true;
        }
        self.question = Some(question);
        false
    }

    /// Pauses, or goes on.
    pub fn pause(&mut self) {
        let is_paused = self.table.room.is_paused();
        self.ask(if is_paused { TableRequest::Resume } else { TableRequest::Pause });
    }

    /// The side that begins the moves of this game.
    pub fn start_color(&self) -> Color {
        self.table.room.game().mover(0)
    }
}
