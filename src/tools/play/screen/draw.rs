//! Where everything stands on the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Clear;

use tengen_engine::game::Size;

use tengen_games::table::room::{TableView, words};

use super::board::{self, Geometry, Picture};
use super::panel;
use super::state::{Message, Screen};
use super::theme::Theme;

/// Columns of the panel beside the board: as many as are worth it, and as many as it
/// takes where the whole board could not be seen otherwise.
const PANEL: (u16, u16) = (22, 28);
/// Lines at the foot besides words: what is typed, and keys.
pub(super) const PROMPT: u16 = 2;
/// Lines at the foot for words, more where they are long.
const WORDS: u16 = 2;

/// What the keys do, and what can be typed: on this board.
fn keys(size: Size) -> String {
    let square = size.centre();
    format!(
        "F1 help  F2 hint  F3 undo  F4 pause  F5 new  F10 quit; or type: {square}, undo, save …"
    )
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame, screen: &mut Screen) {
    let area = frame.area();
    if let Some(line) = screen.help {
        let width = area.width.into();
        let lines = match &screen.page {
            None => panel::help(screen.table.room.game().position(), width, screen.theme),
            Some(text) => text.lines().flat_map(|line| panel::wrapped(line, width)).collect(),
        };
        screen.help = Some(draw_page(frame, lines, line, screen.theme));
        return;
    }
    let view = screen.table.room.view(screen.table.now());
    let size = screen.table.room.game().position().size();
    let head = Rect { height: 1.min(area.height), ..area };
    draw_head(frame, screen, &view, head);
    let said = said(screen.due(), screen.said(), area.width, screen.theme);
    let most = (area.height / 3).max(WORDS);
    let foot_height = ((said.len() as u16).clamp(WORDS, most) + PROMPT).min(area.height / 2);
    let foot = Rect { y: area.bottom() - foot_height, height: foot_height, ..area };
    let middle = Rect { y: area.y + 1, height: foot.y.saturating_sub(area.y + 1), ..area };

    // The panel is beside the board if there is room, else in a few lines below it.
    let offset = screen.geometry.map_or((0, 0), |geometry| geometry.offset);
    let beside = beside(size, area.width);
    let panel = (beside > 0).then(|| beside - 2);
    let lines = panel::players(&screen.table.room, &view, panel, screen.theme);
    let below = if beside > 0 { 0 } else { (lines.len() as u16).min(middle.height / 3) };
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
    let picture = match &shown {
        Some(past) => Picture {
            position: past,
            line: Vec::new(),
            hint: None,
            shows_fouls: false,
            ghosts: &[],
            cursor: None,
        },
        None => Picture {
            position: room.game().position(),
            line: room.game().line(),
            hint: room.hint().map(|hint| hint.mv.square()),
            shows_fouls: room.game().actor().is_some(),
            ghosts: &[],
            cursor,
        },
    };
    board::draw(frame.buffer_mut(), &geometry, &picture, screen.theme);

    let place = if beside > 0 {
        let x = (middle.x + geometry.width() + 2).min(middle.right());
        Rect { x, width: middle.right() - x, ..middle }
    } else {
        let y = (middle.y + geometry.height()).min(middle.bottom());
        Rect { y, height: middle.bottom() - y, ..middle }
    };
    draw_panel(frame, screen, &view, lines, place);
    draw_foot(frame, (&screen.typed, &keys(size)), said, foot, screen.theme);
}

/// Columns of the panel beside a board, on a screen of that width; 0 where there is no room.
pub(super) fn beside(size: Size, width: u16) -> u16 {
    if width < PANEL.1 + 24 {
        return 0;
    }
    // A board of lines is worth more than a wide panel.
    let (tight, wide) = (2 * size.width() as u16 + 6, 3 * size.width() as u16 + 3);
    let board = if width >= wide + PANEL.0 { wide } else { tight };
    width.saturating_sub(board).clamp(PANEL.0, PANEL.1)
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
    let room = &screen.table.room;
    if let Some(hint) = room.hint() {
        let side = room.game().position().side();
        lines.extend(panel::hint(hint, side, area.width.into(), screen.theme));
    }
    let left = usize::from(area.height).saturating_sub(lines.len() + 1);
    if left > 0 && !view.moves.is_empty() {
        lines.push(Line::default());
        lines.extend(panel::moves(view, screen.start_color(), left));
    }
    frame.render_widget(Text::from(lines), area);
}

/// What is due, and what is to be said besides: lines of that width.
pub(super) fn said(due: String, message: Message, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let style = if message.is_wrong { theme.wrong() } else { Style::new() };
    let texts = [(due, theme.title()), (message.text, style)];
    let lines = texts.into_iter().filter(|(text, _)| !text.is_empty()).flat_map(|(text, style)| {
        let lines = panel::wrapped(&text, width.into()).into_iter();
        lines.map(move |line| Line::from(Span::styled(line, style)))
    });
    lines.collect()
}

/// The words, what is being typed, and the keys, from above.
pub(super) fn draw_foot(
    frame: &mut Frame,
    (typed, keys): (&str, &str),
    said: Vec<Line<'static>>,
    area: Rect,
    theme: Theme,
) {
    let prompt = format!("> {typed}");
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

/// A page of text instead of the board, from the line `line` on or from the last one that fills
/// the page. Gives the line that the page begins with.
pub(super) fn draw_page(frame: &mut Frame, lines: Vec<String>, line: u16, theme: Theme) -> u16 {
    let area = frame.area();
    let page = area.height.saturating_sub(1);
    let last = (lines.len() as u16).saturating_sub(page);
    let line = line.min(last);
    frame.render_widget(Clear, area);
    let text: Vec<Line> = lines.into_iter().skip(line.into()).map(Line::from).collect();
    let body = Rect { height: page, ..area };
    frame.render_widget(Text::from(text), body);
    let more = if last > 0 { "up and down scroll; " } else { "" };
    let foot = format!("{more}any other key goes back to the board");
    let foot_area = Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area };
    frame.render_widget(Line::from(Span::styled(foot, theme.title())), foot_area);
    line
}
