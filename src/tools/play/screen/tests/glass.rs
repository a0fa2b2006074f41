//! A screen that a test looks at, and acts on.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use tengen_games::table::room::Config;

use super::super::super::cli::Newcomers;
use super::super::super::table::Table;
use super::super::theme::Theme;
use super::super::{Screen, draw, keys};

/// A screen that is looked at by the test.
pub(super) struct Glass {
    pub(super) screen: Screen,
    pub(super) terminal: Terminal<TestBackend>,
}

impl Glass {
    pub(super) fn new(config: Config, (columns, rows): (u16, u16), theme: Theme) -> Glass {
        let table = Table::unguarded(config, Newcomers::default()).unwrap();
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let mut glass = Glass { screen: Screen::new(table, None, theme), terminal };
        glass.look();
        glass
    }

    pub(super) fn look(&mut self) -> String {
        self.screen.attend();
        self.terminal.draw(|frame| draw::draw(frame, &mut self.screen)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let row = |y| {
            let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        (0..buffer.area.height).map(row).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn key(&mut self, code: KeyCode) -> String {
        keys::handle(&mut self.screen, Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.look()
    }

    pub(super) fn typed(&mut self, text: &str) -> String {
        for letter in text.chars() {
            self.key(KeyCode::Char(letter));
        }
        self.key(KeyCode::Enter)
    }

    pub(super) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> String {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        keys::handle(&mut self.screen, Event::Mouse(event));
        self.look()
    }

    pub(super) fn click(&mut self, place: (u16, u16)) -> String {
        self.mouse(MouseEventKind::Down(MouseButton::Left), place)
    }

    pub(super) fn cell(&self, x: u16, y: u16) -> &Cell {
        &self.terminal.backend().buffer()[(x, y)]
    }
}
