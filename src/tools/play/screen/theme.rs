//! How things look: stones, colours, and what is left of them without colours.

use std::env;

use ratatui::style::{Color, Modifier, Style};

use tengen_engine::game::{self, Stone};

/// How much colour there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Palette {
    /// None: the user does not want it.
    Plain,
    /// The sixteen colours of every terminal.
    Basic,
    /// Enough for a wooden board.
    Wood,
}

/// The looks of everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    palette: Palette,
    is_ascii: bool,
}

/// The colour of the board, and of what is drawn on it.
const WOOD: Color = Color::Indexed(179);
const GRAIN: Color = Color::Indexed(94);
const INK: Color = Color::Indexed(16);
const PAPER: Color = Color::Indexed(231);

impl Theme {
    pub const fn new(palette: Palette, is_ascii: bool) -> Theme {
        Theme { palette, is_ascii }
    }

    /// What suits this terminal, as far as its environment tells; `NO_COLOR` is heard.
    pub fn of_terminal(is_ascii: bool) -> Theme {
        let variable = |name: &str| env::var(name).unwrap_or_default();
        let palette = if !variable("NO_COLOR").is_empty() {
            Palette::Plain
        } else if variable("TERM").contains("256") || !variable("COLORTERM").is_empty() {
            Palette::Wood
        } else {
            Palette::Basic
        };
        // The first of these that says anything decides.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
        let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
        Theme::new(palette, is_ascii || !is_unicode)
    }

    fn pick(self, wood: Style, basic: Style, plain: Style) -> Style {
        match self.palette {
            Palette::Wood => wood,
            Palette::Basic => basic,
            Palette::Plain => plain,
        }
    }

    /// The letter or sign of a stone; converted ones are squares.
    pub fn stone(self, stone: Stone) -> &'static str {
        let signs = if self.is_ascii { ["x", "o", "X", "O"] } else { ["●", "○", "■", "□"] };
        // On wood both are filled, as stones are.
        let filled = if self.is_ascii || self.palette != Palette::Wood {
            signs
        } else {
            ["●", "●", "■", "■"]
        };
        filled[stone.color.index() + 2 * usize::from(stone.converted)]
    }

    /// A stone beside the board, where there is no wood.
    pub fn stone_in_text(self, color: game::Color) -> &'static str {
        match (self.is_ascii, color) {
            (true, game::Color::Black) => "x",
            (true, game::Color::White) => "o",
            (false, game::Color::Black) => "●",
            (false, game::Color::White) => "○",
        }
    }

    pub fn stone_style(self, color: game::Color) -> Style {
        let (wood, basic) = match color {
            game::Color::Black => (INK, Color::Cyan),
            game::Color::White => (PAPER, Color::Yellow),
        };
        self.pick(
            Style::new().fg(wood).bg(WOOD).add_modifier(Modifier::BOLD),
            Style::new().fg(basic).add_modifier(Modifier::BOLD),
            Style::new().add_modifier(Modifier::BOLD),
        )
    }

    /// An empty point.
    pub const fn point(self) -> &'static str {
        if self.is_ascii { "." } else { "·" }
    }

    /// A point that is forbidden to Black.
    pub const fn forbidden(self) -> &'static str {
        if self.is_ascii { "!" } else { "×" }
    }

    /// A point that nobody can play on.
    pub const fn dead() -> &'static str {
        "#"
    }

    pub fn board(self) -> Style {
        self.pick(Style::new().fg(GRAIN).bg(WOOD), Style::new(), Style::new())
    }

    pub fn forbidden_style(self) -> Style {
        self.pick(
            Style::new().fg(Color::Indexed(160)).bg(WOOD),
            Style::new().fg(Color::Red),
            Style::new(),
        )
    }

    /// Brackets around the last move.
    pub fn last(self) -> Style {
        self.pick(
            Style::new().fg(Color::Indexed(88)).bg(WOOD).add_modifier(Modifier::BOLD),
            Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD),
            Style::new().add_modifier(Modifier::BOLD),
        )
    }

    /// The place of the cursor.
    pub fn cursor(self) -> Style {
        self.pick(
            Style::new().bg(Color::Indexed(67)),
            Style::new().add_modifier(Modifier::REVERSED),
            Style::new().add_modifier(Modifier::REVERSED),
        )
    }

    /// The winning line.
    pub fn winning(self) -> Style {
        self.pick(
            Style::new().bg(Color::Indexed(71)),
            Style::new().add_modifier(Modifier::REVERSED),
            Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
        )
    }

    /// A hint on the board.
    pub fn hint(self) -> Style {
        self.pick(
            Style::new().fg(Color::Indexed(22)).bg(WOOD).add_modifier(Modifier::BOLD),
            Style::new().fg(Color::Green).add_modifier(Modifier::BOLD),
            Style::new().add_modifier(Modifier::BOLD),
        )
    }

    /// What matters more.
    pub fn title(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.pick(bold, bold, bold)
    }

    /// What matters less.
    pub fn faint(self) -> Style {
        let faint = Style::new().add_modifier(Modifier::DIM);
        self.pick(faint, faint, Style::new())
    }

    /// A refusal.
    pub fn wrong(self) -> Style {
        let red = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
        self.pick(red, red, Style::new().add_modifier(Modifier::BOLD))
    }

    /// A clock that is about to run out.
    pub fn urgent(self) -> Style {
        self.wrong()
    }
}
