//! The terminal, borrowed for a while and always given back as it was.

use std::io::{self, Stdout, stdout};
use std::panic;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal as a screen; it becomes what it was when this is dropped, also when
/// the program panics.
pub(super) struct Borrowed {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Borrowed {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When it does not do what is needed.
    pub fn take() -> io::Result<Borrowed> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
        let taken = enable_raw_mode().and_then(|()| {
            execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
        });
        let terminal = taken.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match terminal {
            Ok(terminal) => Ok(Borrowed { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        give_back();
    }
}

/// Makes the terminal what it was. Whoever has closed it does not miss that.
pub(super) fn give_back() {
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}
