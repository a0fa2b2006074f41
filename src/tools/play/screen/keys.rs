//! Keys and mouse.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use tengen_games::table::room::TableRequest;

use super::super::command::Look;
use super::cursor::shift_of;
use super::state::{Message, Question, Screen};

/// Rows or columns that one step of the mouse wheel moves the board by.
const WHEEL: isize = 2;

/// Does what a key, the mouse or a paste means.
pub(super) fn handle(screen: &mut Screen, event: Event) {
    screen.has_acted |= screen.help.is_none() && !matches!(event, Event::Resize(..));
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => press(screen, key),
        Event::Mouse(mouse) => point(screen, mouse),
        Event::Resize(..) => screen.look_around(),
        Event::Paste(text) => text.chars().for_each(|letter| screen.type_letter(letter)),
        _ => {}
    }
}

fn press(screen: &mut Screen, key: KeyEvent) {
    if let Some(Question::Overwrite(name)) = &screen.question {
        let (name, is_wanted) = (name.clone(), matches!(key.code, KeyCode::Char('y' | 'Y')));
        screen.question = None;
        return screen.overwrite(name, is_wanted);
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    let leaves = is_control && matches!(key.code, KeyCode::Char('c' | 'q' | 'd'));
    if !leaves && !matches!(key.code, KeyCode::F(5 | 10)) {
        screen.question = None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'q' | 'd') => {
                // The question stands on the board.
                screen.help = None;
                screen.leave();
            }
            KeyCode::Left => screen.look(Look::Back(1)),
            KeyCode::Right => screen.look(Look::Forward(1)),
            KeyCode::Home => screen.look(Look::Start),
            KeyCode::End => screen.look(Look::End),
            KeyCode::Char('z') => screen.ask(TableRequest::Undo),
            KeyCode::Char('u') => screen.typed.clear(),
            KeyCode::Char('h') => drop(screen.typed.pop()),
            _ => {}
        }
        return;
    }
    if let Some(line) = screen.help {
        screen.help = match key.code {
            KeyCode::F(10) => {
                screen.leave();
                None
            }
            KeyCode::Up => Some(line.saturating_sub(1)),
            KeyCode::Down => Some(line.saturating_add(1)),
            KeyCode::PageUp => Some(line.saturating_sub(10)),
            KeyCode::PageDown | KeyCode::Char(' ') => Some(line.saturating_add(10)),
            _ => None,
        };
        return;
    }
    // There is nothing left to point at in a game that is over.
    let is_over = screen.table.room.game().result().is_some();
    match key.code {
        KeyCode::Left if is_over => screen.look(Look::Back(1)),
        KeyCode::Right if is_over => screen.look(Look::Forward(1)),
        KeyCode::Enter => screen.enter(),
        KeyCode::Char(' ') if screen.typed.is_empty() => screen.play_at_cursor(),
        KeyCode::Char('?') if screen.typed.is_empty() => screen.show_help(),
        KeyCode::Char(letter) => screen.type_letter(letter),
        KeyCode::Backspace => drop(screen.typed.pop()),
        KeyCode::Esc => {
            screen.typed.clear();
            screen.message = Message::default();
        }
        KeyCode::F(1) => screen.show_help(),
        KeyCode::F(2) => screen.ask(TableRequest::Hint),
        KeyCode::F(3) => screen.ask(TableRequest::Undo),
        KeyCode::F(4) => screen.pause(),
        KeyCode::F(5) => screen.new_game(),
        KeyCode::F(6) => screen.ask(TableRequest::Step),
        KeyCode::F(7) => screen.ask(TableRequest::SwapSides),
        KeyCode::F(10) => screen.leave(),
        other => {
            if let Some(shift) = shift_of(other) {
                screen.step(shift);
            }
        }
    }
}

fn point(screen: &mut Screen, mouse: MouseEvent) {
    if screen.help.is_some() {
        match mouse.kind {
            MouseEventKind::Down(_) => screen.help = None,
            MouseEventKind::ScrollDown => {
                screen.help = screen.help.map(|line| line.saturating_add(2));
            }
            MouseEventKind::ScrollUp => {
                screen.help = screen.help.map(|line| line.saturating_sub(2));
            }
            _ => {}
        }
        return;
    }
    let Some(geometry) = screen.geometry else { return };
    let is_sideways = mouse.modifiers.contains(KeyModifiers::SHIFT);
    let scrolled =
        |by: isize| Some(if is_sideways { geometry.moved(by, 0) } else { geometry.moved(0, by) });
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            screen.question = None;
            if let Some(square) = geometry.square_at(mouse.column, mouse.row) {
                screen.cursor = square;
                screen.play_at_cursor();
            }
        }
        MouseEventKind::ScrollDown => screen.geometry = scrolled(WHEEL),
        MouseEventKind::ScrollUp => screen.geometry = scrolled(-WHEEL),
        MouseEventKind::ScrollRight => screen.geometry = Some(geometry.moved(WHEEL, 0)),
        MouseEventKind::ScrollLeft => screen.geometry = Some(geometry.moved(-WHEEL, 0)),
        _ => {}
    }
}
