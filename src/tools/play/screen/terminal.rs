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

/// Restores the terminal. One that is closed does not need that.
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

#[cfg(all(test, unix))]
#[path = "../../../../tests/support/pty.rs"]
#[expect(dead_code, reason = "other tests type, too")]
mod pty;

#[cfg(all(test, unix))]
mod tests {
    use std::env;
    use std::process::Command;

    use super::*;

    const PANICS: &str = "tools::play::screen::terminal::tests::a_program_that_panics_on_a_screen";

    #[test]
    #[ignore = "a program for the test below"]
    fn a_program_that_panics_on_a_screen() {
        let _borrowed = Borrowed::take().unwrap();
        panic!("something broke");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_its_words() {
        let mut program = Command::new(env::current_exe().unwrap());
        program.args([PANICS, "--exact", "--ignored", "--nocapture"]);
        let (drawn, is_well) = pty::Terminal::start(&mut program).end();
        assert!(!is_well, "{drawn}");
        let place = |text: &str| drawn.find(text).unwrap_or_else(|| panic!("{text}: {drawn}"));
        let (taken, back) = (place("\x1b[?1049h"), place("\x1b[?1049l"));
        assert!(taken < back && back < place("something broke"), "{drawn}");
    }
}
