//! What stands beside the board: players, clocks, moves; and the help page.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use tengen_engine::game::{Color, Position, Square, Stone};

use tengen_games::table::room::{Chair, ChairView, Hint, Room, TableView, words};

use super::super::command;
use super::super::words::stronger;
use super::theme::Theme;

/// A clock with less than this on it is shown as urgent, in milliseconds.
const URGENT_MS: u64 = 10_000;

/// The players, x first, with all that is known of them: in a line each, or in as many as it
/// takes where there is a panel of that width.
pub(super) fn players(
    room: &Room,
    view: &TableView,
    panel: Option<u16>,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for color in Color::ALL {
        let chair = room.game().chair_of(color);
        let mut line = player(room, &view.chairs[chair.index()], color, chair, theme);
        let about = about(&view.chairs[chair.index()], view, color);
        if let Some(width) = panel {
            lines.push(line);
            let stronger = stronger(room, chair).filter(|_| room.person().is_some());
            let stronger = stronger.map(|words| format!("stronger: {words}")).unwrap_or_default();
            for text in [about, stronger].iter().filter(|text| !text.is_empty()) {
                let texts = wrapped(&format!("   {text}"), width.into()).into_iter();
                lines.extend(texts.map(|text| Line::from(Span::styled(text, theme.faint()))));
            }
        } else {
            line.push_span(Span::styled(format!("  {about}"), theme.faint()));
            lines.push(line);
        }
    }
    lines
}

/// Name and clock of a player.
fn player(
    room: &Room,
    view: &ChairView,
    color: Color,
    chair: Chair,
    theme: Theme,
) -> Line<'static> {
    let is_acting = room.game().actor() == Some(chair);
    let pointer = if is_acting { ">" } else { " " };
    let letter = color.letter();
    // A piece of the board, where the stone looks as it does there.
    let sign = theme.stone(Stone { color, converted: false });
    let chip = if theme.is_coloured() { format!(" {sign} ") } else { sign.to_owned() };
    let mut spans = vec![
        Span::styled(pointer, theme.title()),
        Span::styled(chip, theme.stone_style(color)),
        Span::raw(" "),
        Span::styled(
            format!("{} ({letter})", view.name),
            if is_acting { theme.title() } else { Style::new() },
        ),
    ];
    for (time, words) in [(view.clock_ms, ""), (view.move_ms, " a move")] {
        let Some(ms) = time.filter(|_| words.is_empty() || view.human) else { continue };
        let is_urgent = is_acting && view.human && ms < URGENT_MS;
        let style = if is_urgent { theme.urgent() } else { theme.title() };
        spans.push(Span::styled(format!("  {}{words}", words::clock(ms)), style));
    }
    Line::from(spans)
}

/// What else is known of a player.
fn about(chair: &ChairView, view: &TableView, color: Color) -> String {
    let mut parts = Vec::new();
    if let Some(conversions) = view.conversions {
        let count = conversions[color.index()];
        parts.push(format!("{count} conversion{}", if count == 1 { "" } else { "s" }));
    }
    match chair.undos_left {
        Some(1) => parts.push("one undo".to_owned()),
        Some(0) => parts.push("no undo".to_owned()),
        _ => {}
    }
    if view.game > 1 {
        parts.push(format!("{} won", chair.wins));
    }
    if let Some(depth) = chair.depth {
        parts.push(format!("depth {depth}"));
    }
    match (chair.mate, chair.cp, chair.lines) {
        (Some(moves @ 1..), ..) => parts.push(format!("wins in {moves}")),
        (Some(moves), ..) => parts.push(format!("loses in {}", -i64::from(moves))),
        (None, Some(cp), _) => parts.push(format!("{:+.2}", f64::from(cp) / 100.0)),
        (None, None, Some(1)) => parts.push("+1 line".to_owned()),
        (None, None, Some(-1)) => parts.push("-1 line".to_owned()),
        (None, None, Some(lines)) => parts.push(format!("{lines:+} lines")),
        // The engine has spoken of its move, and said nothing of the move's worth.
        (None, None, None) if chair.depth.is_some() => parts.push("no opinion".to_owned()),
        (None, None, None) => {}
    }
    if let Some(nodes) = chair.nodes {
        parts.push(match nodes {
            1 => "1 node".to_owned(),
            0..=9_999 => format!("{nodes} nodes"),
            10_000..=9_999_999 => format!("{}k nodes", nodes / 1000),
            _ => format!("{}M nodes", nodes / 1_000_000),
        });
    }
    parts.join(", ")
}

/// The last moves, two a line, in at most so many lines.
pub(super) fn moves(view: &TableView, start: Color, rows: usize) -> Vec<Line<'static>> {
    // A game that White begins has a gap where Black would have moved.
    let gap = usize::from(start == Color::White);
    let count = (view.moves.len() + gap).div_ceil(2);
    let line = |number: usize| {
        let at = |ply: usize| {
            let ply = ply.checked_sub(gap);
            match ply {
                None => "…",
                Some(ply) => view.moves.get(ply).map_or("", String::as_str),
            }
        };
        Line::from(format!("{:>3}. {:<5} {}", number + 1, at(2 * number), at(2 * number + 1)))
    };
    (count.saturating_sub(rows)..count).map(line).collect()
}

/// What our own engine would play for `side`, in lines of that width.
pub(super) fn hint(hint: &Hint, side: Color, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let lines = wrapped(&format!("hint: {}", words::hint(hint, side)), width).into_iter();
    lines.map(|line| Line::from(Span::styled(line, theme.title()))).collect()
}

/// The help page, for a screen of that width.
pub(super) fn help(position: &Position, width: usize, theme: Theme) -> Vec<String> {
    let wrap = |line: String| wrapped(&line, width);
    help_lines(position, theme).into_iter().flat_map(wrap).collect()
}

/// A text in lines that are no longer than `width`, broken between words as far as
/// there are any; lines that go on begin with blanks.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let indent = "    ";
    if width <= 2 * indent.len() || text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > width {
        let blank = rest[..=width].iter().rposition(|&letter| letter == ' ');
        let cut = blank.filter(|&cut| cut > width / 2).unwrap_or(width);
        lines.push(rest[..cut].iter().collect::<String>().trim_end().to_owned());
        let left: String = rest[cut..].iter().collect();
        rest = format!("{indent}{}", left.trim_start()).chars().collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}

fn help_lines(position: &Position, theme: Theme) -> Vec<String> {
    let variant = position.variant();
    let converts = if variant.destroy > 0 { ", or convert the stone there" } else { "" };
    let mut lines = vec![
        "Keys:".to_owned(),
        "  arrows             move the cursor; Home, End, PgUp, PgDn go far".to_owned(),
        format!("  Enter, Space       play at the cursor{converts}"),
        "  mouse              click to play, wheel to scroll (Shift: sideways)".to_owned(),
        "  F1 help  F2 hint  F3 undo  F4 pause, go on  F5 new game  F6 step".to_owned(),
        "  F7 swap sides  F10, Ctrl-C leave  Esc forget what is typed".to_owned(),
        "  Ctrl-Left, Ctrl-Right look at earlier moves; without Ctrl after the game".to_owned(),
        "Everything else is typed, and ends with Enter.".to_owned(),
    ];
    lines.extend(command::help(*variant));
    lines.push(format!("Signs: {}.", signs(position, theme).join(", ")));
    lines
}

/// What the signs on a board mean, of those that it can have.
fn signs(position: &Position, theme: Theme) -> Vec<String> {
    let variant = position.variant();
    let cursor = if theme.is_coloured() { "a blue square" } else { "[x]" };
    let mut signs =
        vec!["(x) last move".to_owned(), "<x> hint".to_owned(), format!("{cursor} cursor")];
    if variant.rule.has_fouls(Color::Black) {
        signs.push(format!("{} forbidden to Black", theme.forbidden()));
    }
    if variant.destroy > 0 {
        let [x, o] = Color::ALL.map(|color| theme.stone(Stone { color, converted: true }));
        signs.push(if x == o { format!("{x} converted") } else { format!("{x} {o} converted") });
    }
    let is_dead = |&square: &Square| position.at(square).is_none() && !position.is_empty(square);
    if position.size().squares().any(|square| is_dead(&square)) {
        signs.push(format!("{} no place for a stone", Theme::dead()));
    }
    signs
}
