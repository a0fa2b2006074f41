//! Puzzles on a screen: the board with a cursor, what has to be found, and what came of a try.

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};

use tengen_engine::game::{Move, Outcome, Size, Square};

use super::super::puzzle::{Lesson, LessonReply, Next, help};
use super::board::{self, Geometry, Picture};
use super::cursor::{moved, shift_of};
use super::draw::{PROMPT, beside, draw_foot, draw_page};
use super::page::Page;
use super::panel;
use super::state::LONGEST_TEXT;
use super::theme::Theme;

/// What the keys do.
fn keys(size: Size) -> String {
    let square = size.centre();
    format!(
        "F1 help  F2 hint  F3 again  F4 solution  F5 next  F10 quit; or type: {square}, grade 6 …"
    )
}

/// The screen.
pub(super) struct LessonScreen {
    lesson: Lesson,
    theme: Theme,
    cursor: Square,
    /// Where the board is, once it was drawn.
    geometry: Option<Geometry>,
    /// A square that the board has to be moved to show, if there is one.
    follow: Option<Square>,
    typed: String,
    said: String,
    /// The first line shown of the help page; `None` while the page is not shown.
    help: Option<u16>,
    has_left: bool,
}

impl LessonScreen {
    pub fn new(lesson: Lesson, theme: Theme) -> LessonScreen {
        let cursor = lesson.position().size().centre();
        LessonScreen {
            lesson,
            theme,
            cursor,
            geometry: None,
            follow: Some(cursor),
            typed: String::new(),
            said: "click, or move the cursor and press Enter: the first try counts".to_owned(),
            help: None,
            has_left: false,
        }
    }

    /// Carries out a line.
    fn obey(&mut self, line: &str) {
        match self.lesson.obey(line) {
            Ok(reply) => self.take(reply),
            Err(error) => self.said = format!("{error:#}"),
        }
    }

    /// Shows what a line or a try has led to.
    fn take(&mut self, LessonReply { said, next }: LessonReply) {
        self.said = said;
        match next {
            Next::Same | Next::Board => {}
            Next::Another => {
                self.cursor = self.lesson.position().size().centre();
                self.follow = Some(self.cursor);
            }
            Next::Solved => self.said += ". Enter: the next puzzle",
            Next::Over => "that was the last puzzle".clone_into(&mut self.said),
            Next::Leave => self.has_left = true,
        }
    }

    /// Does what was typed, or tries the move at the cursor where nothing was; what is solved
    /// is left.
    fn enter(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        match typed.trim() {
            "" if self.lesson.is_solved() => self.obey("next"),
            "" => self.try_at_cursor(),
            "help" | "?" => self.help = Some(0),
            typed => self.obey(typed),
        }
    }

    fn try_at_cursor(&mut self) {
        let reply = self.lesson.attempt(Ok(Move::place(self.cursor)));
        self.take(reply);
    }

    fn step(&mut self, shift: (isize, isize)) {
        let size = self.lesson.position().size();
        self.cursor = moved(self.cursor, size, shift);
        self.follow = Some(self.cursor);
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'q' | 'd') => self.has_left = true,
                KeyCode::Char('u') => self.typed.clear(),
                KeyCode::Char('h') => drop(self.typed.pop()),
                _ => {}
            }
            return;
        }
        if let Some(line) = self.help {
            self.help = match key.code {
                KeyCode::Up => Some(line.saturating_sub(1)),
                KeyCode::Down => Some(line.saturating_add(1)),
                _ => None,
            };
            return;
        }
        match key.code {
            KeyCode::Enter => self.enter(),
            KeyCode::Char(' ') if self.typed.is_empty() => self.try_at_cursor(),
            KeyCode::F(1) => self.help = Some(0),
            KeyCode::Char('?') if self.typed.is_empty() => self.help = Some(0),
            KeyCode::Char(letter) => self.type_letter(letter),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::F(2) => self.obey("hint"),
            KeyCode::F(3) => self.obey("again"),
            KeyCode::F(4) => self.obey("solution"),
            KeyCode::F(5) => self.obey("next"),
            KeyCode::F(10) => self.has_left = true,
            other => {
                if let Some(shift) = shift_of(other) {
                    self.step(shift);
                }
            }
        }
    }

    fn type_letter(&mut self, letter: char) {
        if !letter.is_control() && self.typed.chars().count() < LONGEST_TEXT {
            self.typed.push(letter);
        }
    }

    fn point(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return;
        }
        if self.help.take().is_some() {
            return;
        }
        let square = self.geometry.and_then(|it| it.square_at(mouse.column, mouse.row));
        if let Some(square) = square {
            self.cursor = square;
            self.try_at_cursor();
        }
    }

    /// What is to be found, what was said last, and how it goes: lines of that width.
    fn words(&self, width: u16) -> Vec<Line<'static>> {
        let mut texts = Vec::new();
        if !self.lesson.is_solved() {
            texts.push((self.lesson.task(), self.theme.title()));
        }
        texts.extend(self.said.lines().map(|line| (line.to_owned(), Style::new())));
        texts.push((self.lesson.figures(), self.theme.faint()));
        let lines = texts.into_iter().flat_map(|(text, style)| {
            let lines = panel::wrapped(&text, width.into()).into_iter();
            lines.map(move |line| Line::from(Span::styled(line, style)))
        });
        lines.collect()
    }
}

impl Page for LessonScreen {
    fn attend(&mut self) -> bool {
        false
    }

    fn draw(&mut self, frame: &mut Frame) {
        let (area, theme) = (frame.area(), self.theme);
        if let Some(line) = self.help {
            let lines = lines_of_help(self.lesson.position().size()).into_iter();
            let lines = lines.flat_map(|line| panel::wrapped(&line, area.width.into())).collect();
            self.help = Some(draw_page(frame, lines, line, theme));
            return;
        }
        let head = Rect { height: 1.min(area.height), ..area };
        let title = format!("Tengen  {}", self.lesson.title());
        frame.render_widget(Line::from(Span::styled(title, theme.title())), head);
        // The words are beside the board if there is room, else below it.
        let size = self.lesson.position().size();
        let beside = beside(size, area.width);
        let below = if beside > 0 { Vec::new() } else { self.words(area.width) };
        let foot_height = (below.len() as u16 + PROMPT).min(area.height / 2);
        let foot = Rect { y: area.bottom() - foot_height, height: foot_height, ..area };
        let middle = Rect { y: area.y + 1, height: foot.y.saturating_sub(area.y + 1), ..area };
        let room = Rect { width: middle.width.saturating_sub(beside), ..middle };
        let position = self.lesson.position();
        let offset = self.geometry.map_or((0, 0), |geometry| geometry.offset);
        let mut geometry = Geometry::new(size, room, offset);
        if let Some(square) = self.follow.take() {
            geometry = geometry.showing(square);
        }
        self.geometry = Some(geometry);
        let picture = Picture {
            position,
            line: match position.outcome() {
                Some(Outcome::Line { squares, .. }) => squares,
                _ => Vec::new(),
            },
            hint: self.lesson.named(),
            shows_fouls: !self.lesson.is_solved(),
            ghosts: self.lesson.ghosts(),
            cursor: (!self.lesson.is_solved()).then_some(self.cursor),
        };
        board::draw(frame.buffer_mut(), &geometry, &picture, theme);
        if beside > 0 {
            let x = (middle.x + geometry.width() + 2).min(middle.right());
            let place = Rect { x, width: middle.right() - x, ..middle };
            frame.render_widget(Text::from(self.words(place.width)), place);
        }
        draw_foot(frame, (&self.typed, &keys(size)), below, foot, theme);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Event::Mouse(mouse) => self.point(mouse),
            Event::Resize(..) => self.follow = Some(self.cursor),
            Event::Paste(text) => text.chars().for_each(|letter| self.type_letter(letter)),
            _ => {}
        }
    }

    fn has_left(&self) -> bool {
        self.has_left
    }

    fn farewell(&self) -> String {
        self.lesson.summary()
    }
}

fn lines_of_help(size: Size) -> Vec<String> {
    let mut lines = vec![
        "Keys:".to_owned(),
        "  arrows             move the cursor; Home, End, PgUp, PgDn go far".to_owned(),
        "  Enter, Space       try the move at the cursor; Enter goes on after a puzzle".to_owned(),
        "  mouse              click to try a move".to_owned(),
        "  F1 help  F2 hint  F3 again  F4 solution  F5 next puzzle".to_owned(),
        "  F10, Ctrl-C leave  Esc forget what is typed".to_owned(),
        "Everything else is typed, and ends with Enter.".to_owned(),
    ];
    lines.extend(help(size));
    lines.push(
        "Signs: 1 2 3 … the moves after a wrong try, or of the solution; (x) last move, <x> hint."
            .to_owned(),
    );
    lines
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use tengen_games::puzzles;

    use super::super::theme::Palette;
    use super::*;

    /// A screen that is looked at by the test, with three puzzles.
    struct Glass {
        screen: LessonScreen,
        terminal: Terminal<TestBackend>,
    }

    impl Glass {
        fn new(columns: u16, rows: u16) -> Glass {
            let lines = include_str!("../../../../tests/data/puzzles.jsonl");
            let lesson = Lesson::new(puzzles::read(lines.as_bytes()).unwrap()).unwrap();
            let screen = LessonScreen::new(lesson, Theme::new(Palette::Plain, true));
            Glass { screen, terminal: Terminal::new(TestBackend::new(columns, rows)).unwrap() }
        }

        fn look(&mut self) -> String {
            self.terminal.draw(|frame| self.screen.draw(frame)).unwrap();
            let buffer = self.terminal.backend().buffer();
            let row = |y| {
                let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
                cells.collect::<String>().trim_end().to_owned()
            };
            (0..buffer.area.height).map(row).collect::<Vec<_>>().join("\n")
        }

        fn key(&mut self, code: KeyCode) -> String {
            self.screen.handle(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            self.look()
        }

        fn typed(&mut self, text: &str) -> String {
            for letter in text.chars() {
                self.key(KeyCode::Char(letter));
            }
            self.key(KeyCode::Enter)
        }
    }

    #[test]
    fn a_wrong_try_is_refuted_on_the_board() {
        let mut glass = Glass::new(80, 24);
        let shown = glass.look();
        for text in ["puzzle 1 of 4: renju 15x15", "x is to move and wins by fours", "F2 hint"] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        let shown = glass.typed("a1");
        assert!(shown.contains("a1 loses: o wins with k8 h5 m10"), "{shown}");
        let row = |number: &str| {
            let line = shown.lines().find(|line| line.trim_start().starts_with(number)).unwrap();
            line.chars().skip(4).step_by(2).take(15).collect::<String>()
        };
        assert_eq!(row("1 ").chars().next(), Some('1'), "{shown}");
        assert_eq!(row("8 ").chars().nth(10), Some('2'), "{shown}");
        // The next try wipes them away.
        let shown = glass.typed("k10");
        assert!(shown.contains("k10 is right"), "{shown}");
        let line = shown.lines().find(|line| line.starts_with(" 1 ")).unwrap();
        assert!(line.starts_with(" 1  . "), "{shown}");
    }

    #[test]
    fn puzzles_are_solved_with_keys_and_mouse() {
        let mut glass = Glass::new(80, 24);
        for key in [KeyCode::F(2), KeyCode::F(2)] {
            glass.key(key);
        }
        let shown = glass.key(KeyCode::F(2));
        assert!(shown.contains("play k10") && shown.contains("<.>"), "{shown}");
        // The cursor begins in the centre, h8.
        for _ in 0..3 {
            glass.key(KeyCode::Right);
        }
        for _ in 0..2 {
            glass.key(KeyCode::Up);
        }
        let shown = glass.key(KeyCode::Char(' '));
        assert!(shown.contains("k10 is right"), "{shown}");
        glass.typed("k8");
        let place = (0..80).flat_map(|x| (0..24).map(move |y| (x, y)));
        let geometry = glass.screen.geometry.unwrap();
        let wanted = "k11".parse().ok();
        let mut places = place.filter(|&(x, y)| geometry.square_at(x, y) == wanted);
        let (column, row) = places.next().unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        glass.screen.handle(Event::Mouse(event));
        let shown = glass.look();
        // What is solved once more is not counted once more.
        assert!(shown.contains("Enter: the next puzzle"), "{shown}");
        glass.key(KeyCode::F(3));
        for square in ["k10", "k8", "k11"] {
            glass.typed(square);
        }
        assert!(glass.look().contains("solved 0 of 1"), "{}", glass.look());
        assert!(shown.contains("k11 completes the line"), "{shown}");
        assert!(shown.contains("solved 0 of 1"), "a puzzle with help is not solved: {shown}");
        let shown = glass.key(KeyCode::Enter);
        assert!(shown.contains("puzzle 2 of 4: standard 15x15"), "{shown}");
        let shown = glass.key(KeyCode::F(4));
        assert!(shown.contains("the solution is"), "{shown}");
        glass.key(KeyCode::F(5));
        glass.key(KeyCode::F(5));
        let shown = glass.key(KeyCode::F(5));
        assert!(shown.contains("that was the last puzzle"), "{shown}");
        assert!(glass.key(KeyCode::F(1)).contains("Keys:"));
        glass.key(KeyCode::Enter);
        glass.key(KeyCode::F(10));
        assert!(glass.screen.has_left());
    }

    #[test]
    fn a_narrow_screen_shows_all_that_matters() {
        let mut glass = Glass::new(40, 24);
        let shown = glass.typed("a1");
        assert!(shown.contains("wins by fours") && shown.contains("a1 loses"), "{shown}");
        let mut glass = Glass::new(70, 36);
        let geometry = |glass: &Glass| glass.screen.geometry.unwrap();
        glass.look();
        let before = geometry(&glass);
        glass.typed("a1");
        assert_eq!(geometry(&glass), before, "words leave the board where it is");
        // Tiny ones draw what they can.
        for (columns, rows) in [(1, 1), (10, 3), (60, 4)] {
            Glass::new(columns, rows).typed("a1");
        }
    }
}
