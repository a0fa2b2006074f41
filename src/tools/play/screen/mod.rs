//! Play on a screen: a board with a cursor, players and clocks beside it, and a line
//! to type in.

mod board;
mod cursor;
mod draw;
mod keys;
mod lesson;
mod page;
mod panel;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod watch;

use std::time::{Duration, Instant};

use anyhow::Context;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event};

use tengen_host::cli::failure::{Failure, put};

use super::puzzle::Lesson;
use super::table::Table;
use lesson::LessonScreen;
use page::Page;
use state::Screen;
use terminal::Borrowed;
use theme::Theme;
use watch::Watch;

/// How often programs and clocks are looked after, at least.
const POLL: Duration = Duration::from_millis(25);
/// How often the screen is drawn although nothing has happened: clocks run.
const REDRAW: Duration = Duration::from_millis(200);

impl Page for Screen {
    fn attend(&mut self) -> bool {
        Screen::attend(self)
    }

    fn draw(&mut self, frame: &mut Frame) {
        draw::draw(frame, self);
    }

    fn handle(&mut self, event: Event) {
        keys::handle(self, event);
    }

    fn has_left(&self) -> bool {
        self.has_left
    }

    fn farewell(&self) -> String {
        self.due()
    }
}

/// Plays until the players leave; `said` is shown first.
///
/// # Errors
/// When the terminal cannot be a screen, or is one no longer.
pub(super) fn run(table: Table, said: Option<String>, is_ascii: bool) -> Result<(), Failure> {
    let theme = Theme::of_terminal(is_ascii);
    show(|| Screen::new(table, said, theme))
}

/// Gives puzzles to a user until they leave.
///
/// # Errors
/// As [`run`].
pub(super) fn solve(lesson: Lesson, is_ascii: bool) -> Result<(), Failure> {
    let theme = Theme::of_terminal(is_ascii);
    show(|| LessonScreen::new(lesson, theme))
}

fn show<P: Page>(page: impl FnOnce() -> P) -> Result<(), Failure> {
    let watch = Watch::start().context("signals cannot be listened to")?;
    let mut page = page();
    let mut borrowed = Borrowed::take().context("the terminal: expected one to draw on")?;
    let end = converse(&mut page, &mut borrowed, &watch);
    drop(borrowed);
    if watch.must_leave() {
        // Perhaps there is no terminal any more, and no reader.
        return Ok(());
    }
    end.context("the terminal: expected it to stay")?;
    // What was on the other screen is gone; how the game stands is worth a line.
    put(format!("{}\n", page.farewell()).as_bytes())
}

fn converse(page: &mut impl Page, borrowed: &mut Borrowed, watch: &Watch) -> std::io::Result<()> {
    let mut drawn: Option<Instant> = None;
    while !page.has_left() && !watch.must_leave() {
        let has_changed = page.attend();
        let is_old = drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW);
        if has_changed || is_old {
            borrowed.terminal.draw(|frame| page.draw(frame))?;
            drawn = Some(Instant::now());
        }
        if event::poll(POLL)? {
            // All that has piled up comes before the next picture.
            while event::poll(Duration::ZERO)? {
                page.handle(event::read()?);
            }
            drawn = None;
        }
    }
    Ok(())
}
