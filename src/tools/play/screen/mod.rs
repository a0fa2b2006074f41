//! Play on a screen: a board with a cursor, players and clocks beside it, and a line
//! to type in.

mod board;
mod draw;
mod keys;
mod panel;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod watch;

use std::time::{Duration, Instant};

use anyhow::Context;
use ratatui::crossterm::event;

use crate::cli::failure::{Failure, put};

use super::table::Table;
use state::Screen;
use terminal::Borrowed;
use theme::Theme;
use watch::Watch;

/// How often programs and clocks are looked after, at least.
const GLANCE: Duration = Duration::from_millis(25);
/// How often the screen is drawn although nothing has happened: clocks run.
const REDRAW: Duration = Duration::from_millis(200);

/// Plays until somebody leaves; `said` is shown first.
///
/// # Errors
/// When the terminal cannot be a screen, or is one no longer.
pub(super) fn run(table: Table, said: Option<String>, is_ascii: bool) -> Result<(), Failure> {
    let watch = Watch::start().context("signals cannot be listened to")?;
    let mut screen = Screen::new(table, said, Theme::of_terminal(is_ascii));
    let mut borrowed = Borrowed::take().context("the terminal: expected one to draw on")?;
    let end = converse(&mut screen, &mut borrowed, &watch);
    drop(borrowed);
    if watch.must_leave() {
        // Perhaps there is no terminal any more; nobody waits for words.
        return Ok(());
    }
    end.context("the terminal: expected it to stay")?;
    // What was on the other screen is gone; how the game stands is worth a line.
    put(format!("{}\n", screen.due()).as_bytes())
}

fn converse(screen: &mut Screen, borrowed: &mut Borrowed, watch: &Watch) -> std::io::Result<()> {
    let mut drawn: Option<Instant> = None;
    while !screen.has_left && !watch.must_leave() {
        let has_changed = screen.attend();
        let is_old = drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW);
        if has_changed || is_old {
            borrowed.terminal.draw(|frame| draw::draw(frame, screen))?;
            drawn = Some(Instant::now());
        }
        if event::poll(GLANCE)? {
            // All that has piled up comes before the next picture.
            while event::poll(Duration::ZERO)? {
                keys::handle(screen, event::read()?);
            }
            drawn = None;
        }
    }
    Ok(())
}
