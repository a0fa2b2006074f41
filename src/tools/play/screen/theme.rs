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

/// What a board is made of: stones on it are as dark and as bright as they are called,
/// whatever the colours of the terminal are.
struct Material {
    wood: Color,
    grain: Color,
    ink: Color,
    paper: Color,
}

const FINE: Material = Material {
    wood: Color::Indexed(179),
    grain: Color::Indexed(94),
    ink: Color::Indexed(16),
    paper: Color::Indexed(231),
};
const COARSE: Material = Material {
    wood: Color::Yellow,
    grain: Color::DarkGray,
    ink: Color::Black,
    paper: Color::White,
};

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

    const fn material(self) -> Option<Material> {
        match self.palette {
            Palette::Wood => Some(FINE),
            Palette::Basic => Some(COARSE),
            Palette::Plain => None,
        }
    }

    /// Whether there are colours.
    pub const fn is_coloured(self) -> bool {
        self.material().is_some()
    }

    /// The letter or sign of a stone; converted ones are squares or capitals. Without
    /// colours a filled circle would be bright on a dark terminal: there stand letters.
    pub fn stone(self, stone: Stone) -> &'static str {
        let letters = self.is_ascii || !self.is_coloured();
        let signs = if letters { ["x", "o", "X", "O"] } else { ["●", "●", "■", "■"] };
        signs[stone.color.index() + 2 * usize::from(stone.converted)]
    }

    /// The letter of a stone, in three rows, for small boards; where stones are letters
    /// anyway, and for converted ones, there is none.
    pub fn letter(self, stone: Stone) -> Option<[&'static str; 3]> {
        if self.is_ascii || !self.is_coloured() || stone.converted {
            return None;
        }
        Some(match stone.color {
            game::Color::Black => ["╲ ╱", " ╳ ", "╱ ╲"],
            game::Color::White => ["╭─╮", "│ │", "╰─╯"],
        })
    }

    pub fn stone_style(self, color: game::Color) -> Style {
        match self.material() {
            // Not bold: some terminals make bold colours brighter, and black grey.
            Some(Material { wood, ink, paper, .. }) => {
                let dye = if color == game::Color::Black { ink } else { paper };
                Style::new().fg(dye).bg(wood)
            }
            None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// A stone that fills the middle of a large square; the sign of a converted one is
    /// still seen. Without colours there is none.
    pub fn block(self, stone: Stone) -> Option<Style> {
        let Material { wood, ink, paper, .. } = self.material()?;
        let dye = if stone.color == game::Color::Black { ink } else { paper };
        Some(Style::new().fg(if stone.converted { wood } else { dye }).bg(dye))
    }

    /// An empty point.
    pub const fn point(self) -> &'static str {
        if self.is_ascii { "." } else { "·" }
    }

    /// A point that is forbidden to Black.
    pub const fn forbidden(self) -> &'static str {
        if self.is_ascii { "!" } else { "×" }
    }

    /// A point that neither side can play on.
    pub const fn dead() -> &'static str {
        "#"
    }

    pub fn board(self) -> Style {
        self.material()
            .map_or(Style::new(), |Material { wood, grain, .. }| Style::new().fg(grain).bg(wood))
    }

    pub fn forbidden_style(self) -> Style {
        self.pick(self.board().fg(Color::Indexed(160)), self.board().fg(Color::Red), Style::new())
    }

    /// Brackets around the last move, whatever they stand on.
    pub fn last(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.pick(bold.fg(Color::Indexed(196)), bold.fg(Color::Red), bold)
    }

    /// The place of the cursor.
    pub fn cursor(self) -> Style {
        self.pick(
            Style::new().bg(Color::Indexed(67)),
            Style::new().bg(Color::Blue),
            Style::new().add_modifier(Modifier::REVERSED),
        )
    }

    /// The winning line.
    pub fn winning(self) -> Style {
        self.pick(
            Style::new().bg(Color::Indexed(71)),
            Style::new().bg(Color::Green),
            Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
        )
    }

    /// A hint on the board.
    pub fn hint(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.pick(bold.fg(Color::Indexed(22)), bold.fg(Color::Blue), bold)
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
