//! Where everything stands on the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Clear;

use crate::table::room::{TableView, words};

use super::board::{self, Geometry};
use super::panel;
use super::state::Screen;

/// Columns of the panel beside the board: as many as are worth it, and as many as it
/// takes where the whole board could not be seen otherwise.
const PANEL: (u16, u16) = (22, 28);
/// Lines at the foot besides words: what is typed, and keys.
const PROMPT: u16 = 2;
/// Lines at the foot for words, more where they are long.
const WORDS: u16 = 2;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame, screen: &mut Screen) {
    let area = frame.area();
    if let Some(line) = screen.help {
        draw_help(frame, screen, line);
        return;
    }
    let view = screen.table.room.view(screen.table.now());
    let size = screen.table.room.game().position().size();
    let head = Rect { height: 1.min(area.height), ..area };
    draw_head(frame, screen, &view, head);
    let said = said(screen, area.width);
    let most = (area.height / 3).max(WORDS);
    let foot_height = ((said.len() as u16).clamp(WORDS, most) + PROMPT).min(area.height / 2);
    let foot = Rect { y: area.bottom() - foot_height, height: foot_height, ..area };
    let middle = Rect { y: area.y + 1, height: foot.y.saturating_sub(area.y + 1), ..area };

    // The panel is beside the board if there is room, else in a few lines below it.
    let offset = screen.geometry.map_or((0, 0), |geometry| geometry.offset);
    let is_wide = area.width >= PANEL.1 + 24;
    let lines = panel::players(&screen.table.room, &view, is_wide, screen.theme);
    let below = if is_wide { 0 } else { (lines.len() as u16).min(middle.height / 3) };
    // A board of lines is worth more than a wide panel.
    let (tight, wide) = (2 * size.width() as u16 + 6, 3 * size.width() as u16 + 3);
    let board = if area.width >= wide + PANEL.0 { wide } else { tight };
    let spare = area.width.saturating_sub(board).clamp(PANEL.0, PANEL.1);
    let beside = if is_wide { spare } else { 0 };
    let room = Rect {
        width: middle.width.saturating_sub(beside),
        height: middle.height.saturating_sub(below),
        ..middle
    };
    let mut geometry = Geometry::new(size, room, offset);
    if let Some(square) = screen.follow.take() {
        geometry = geometry.showing(square);
    }
    screen.geometry = Some(geometry);
    let room = &screen.table.room;
    let is_wanted = room.person().is_some() && room.game().actor().is_some();
    let cursor = is_wanted.then_some(screen.cursor);
    let shown = screen.table.looked_at().map(|_| screen.table.shown());
    let cursor = cursor.filter(|_| shown.is_none());
    let past = shown.as_ref();
    board::draw(frame.buffer_mut(), &geometry, &screen.table.room, past, cursor, screen.theme);

    let place = if is_wide {
        let x = (middle.x + geometry.width() + 2).min(middle.right());
        Rect { x, width: middle.right() - x, ..middle }
    } else {
        let y = (middle.y + geometry.height()).min(middle.bottom());
        Rect { y, height: middle.bottom() - y, ..middle }
    };
    draw_panel(frame, screen, &view, lines, place);
    draw_foot(frame, screen, said, foot);
}

fn draw_head(frame: &mut Frame, screen: &Screen, view: &TableView, area: Rect) {
    let variant = screen.table.room.game().variant();
    let mut text = format!("Tengen  {}", words::game(&variant));
    if view.game > 1 {
        text.extend(["  game ", &view.game.to_string()]);
        if view.draws > 0 {
            text.extend([", ", &view.draws.to_string(), " drawn"]);
        }
    }
    frame.render_widget(Line::from(Span::styled(text, screen.theme.title())), area);
}

fn draw_panel(
    frame: &mut Frame,
    screen: &Screen,
    view: &TableView,
    mut lines: Vec<Line<'static>>,
    area: Rect,
) {
    if let Some(hint) = screen.table.room.hint() {
        lines.push(panel::hint(hint, screen.theme));
    }
    let left = usize::from(area.height).saturating_sub(lines.len() + 1);
    if left > 0 && !view.moves.is_empty() {
        lines.push(Line::default());
        lines.extend(panel::moves(view, screen.start_color(), left));
    }
    frame.render_widget(Text::from(lines), area);
}

/// What is due, and what is to be said besides: lines of that width.
fn said(screen: &Screen, width: u16) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let message = screen.said();
    let style = if message.is_wrong { theme.wrong() } else { Style::new() };
    let texts = [(screen.due(), theme.title()), (message.text, style)];
    let lines = texts.into_iter().filter(|(text, _)| !text.is_empty()).flat_map(|(text, style)| {
        let lines = panel::wrapped(&text, width.into()).into_iter();
        lines.map(move |line| Line::from(Span::styled(line, style)))
    });
    lines.collect()
}

fn draw_foot(frame: &mut Frame, screen: &Screen, said: Vec<Line<'static>>, area: Rect) {
    let theme = screen.theme;
    let keys = "F1 help  F2 hint  F3 undo  F4 pause  F5 new  F10 quit; or type: h8, undo, save …";
    let prompt = format!("> {}", screen.typed);
    let rows = area.height;
    let words = Rect { height: rows.saturating_sub(PROMPT), ..area };
    frame.render_widget(Text::from(said), words);
    let line = |from_bottom: u16| Rect {
        y: area.bottom().saturating_sub(from_bottom),
        height: 1.min(rows),
        ..area
    };
    // Of a long text the end is seen, where the cursor is.
    let width = usize::from(area.width).saturating_sub(1);
    let hidden = prompt.chars().count().saturating_sub(width);
    let shown: String = prompt.chars().skip(hidden).collect();
    let end = shown.chars().count() as u16;
    if rows >= 2 {
        frame.render_widget(Line::from(shown), line(2));
        frame.set_cursor_position((area.x + end, line(2).y));
        frame.render_widget(Line::from(Span::styled(keys, theme.faint())), line(1));
    }
}

fn draw_help(frame: &mut Frame, screen: &mut Screen, line: u16) {
    let area = frame.area();
    let lines = match &screen.page {
        None => panel::help(area.width.into()),
        Some(text) => {
            let lines = text.lines().map(|line| panel::wrapped(line, area.width.into()));
            lines.flatten().collect()
        }
    };
    let page = area.height.saturating_sub(1);
    let last = (lines.len() as u16).saturating_sub(page);
    let line = line.min(last);
    screen.help = Some(line);
    frame.render_widget(Clear, area);
    let text: Vec<Line> = lines.into_iter().skip(line.into()).map(Line::from).collect();
    let body = Rect { height: page, ..area };
    frame.render_widget(Text::from(text), body);
    let more = if last > 0 { "up and down scroll; " } else { "" };
    let foot = format!("{more}any other key goes back to the board");
    let foot_area = Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area };
    frame.render_widget(Line::from(Span::styled(foot, screen.theme.title())), foot_area);
}
