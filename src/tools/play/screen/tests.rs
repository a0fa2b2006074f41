//! Screens as they are drawn, on a terminal that is none.

mod glass;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use ratatui::style::{Color, Modifier};

use tengen_engine::control::time_control::MoveLimits;
use tengen_engine::game::Variant;

use tengen_games::table::room::{Config, Opening, Seat, TableRequest, UndoRule};

use super::theme::{Palette, Theme};
use super::*;
use glass::Glass;

fn people(variant: &str) -> Config {
    let seats = ["Ann", "Bob"].map(|name| Seat::human(name, MoveLimits::default()));
    Config::new(Variant::preset(variant).unwrap(), seats)
}

const ASCII: Theme = Theme::new(Palette::Plain, true);
const USUAL: (u16, u16) = (80, 24);

#[test]
fn a_small_board_is_drawn_large() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    glass.typed("a3");
    let shown = glass.typed("1 3");
    let expected = "\
Tengen  freestyle 3x3, three in a row
   +-------+-------+-------+  >x Ann (x)
   |       |       |       |   o Bob (o)
 3 |   x   |       |       |
   |       |       |       |    1. a3    c1
   +-------+-------+-------+
   |       |       |       |
 2 |       |       |       |
   |       |       |       |
   +-------+-------+-------+
   |       |       |       |
 1 |       |       |  (o)  |
   |       |       |       |
   +-------+-------+-------+
       a       b       c





Ann (x) is to move

>
F1 help  F2 hint  F3 undo  F4 pause  F5 new  F10 quit; or type: b2, undo, save …";
    assert_eq!(shown, expected);
}

#[test]
fn a_game_is_played_with_keys_and_mouse() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    // The cursor begins in the centre.
    let shown = glass.key(KeyCode::Enter);
    assert!(shown.contains(" 2 |       |  (x)  |"), "{shown}");
    glass.key(KeyCode::Up);
    let shown = glass.key(KeyCode::Char(' '));
    assert!(shown.contains(" 3 |       |  (o)  |"), "{shown}");
    let shown = glass.click((7, 3));
    assert!(shown.contains(" 3 |  (x)  |   o   |"), "{shown}");
    let shown = glass.click((7, 3));
    assert!(shown.contains("a3 is taken"), "{shown}");
    glass.click((50, 3));
    glass.typed("a1");
    let shown = glass.typed("c1");
    assert!(shown.contains("Ann (x) wins: three in a row at a3 b2 c1. F5: new game."), "{shown}");
    let marked = glass.cell(7, 3).modifier;
    assert!(marked.contains(Modifier::REVERSED), "the winning line is shown");
    assert!(!glass.cell(15, 3).modifier.contains(Modifier::REVERSED));
    let shown = glass.key(KeyCode::Enter);
    assert!(shown.contains("the game is over"), "{shown}");
    let shown = glass.key(KeyCode::F(5));
    assert!(shown.contains("game 2") && shown.contains("Ann (x) moves first"), "{shown}");
    assert!(shown.contains("1 won"), "{shown}");
    glass.typed("b2");
    let shown = glass.key(KeyCode::F(5));
    assert!(shown.contains("F5 once more") && shown.contains("game 2"), "{shown}");
    // What was said about one key is no answer about another.
    assert!(glass.key(KeyCode::F(10)).contains("F10 once more") && !glass.screen.has_left);
    assert!(glass.key(KeyCode::F(5)).contains("F5 once more"));
    assert!(glass.key(KeyCode::F(5)).contains("game 3"));
    glass.key(KeyCode::F(10));
    assert!(glass.screen.has_left, "nothing was played");
}

#[test]
fn a_question_stays_until_it_is_answered() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    glass.typed("b2");
    glass.key(KeyCode::F(10));
    // The opponent moves without a key, as a program does.
    glass.screen.table.ask(TableRequest::Play { mv: "a1".to_owned() }).unwrap();
    assert!(glass.look().contains("F10 once more"), "{}", glass.look());
    // Any other key says no.
    assert!(!glass.key(KeyCode::Left).contains("F10 once more"));
    assert!(glass.key(KeyCode::F(10)).contains("F10 once more") && !glass.screen.has_left);
    for mv in ["c2", "a3", "a2"] {
        glass.screen.table.ask(TableRequest::Play { mv: mv.to_owned() }).unwrap();
    }
    let shown = glass.look();
    assert!(shown.contains("Ann (x) wins") && !shown.contains("F10 once more"), "{shown}");
}

#[test]
fn ctrl_c_asks_in_a_game_that_is_begun() {
    let ctrl_c = |glass: &mut Glass| {
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        keys::handle(&mut glass.screen, Event::Key(key));
        (glass.look(), glass.screen.has_left)
    };
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    glass.typed("b2");
    let (shown, has_left) = ctrl_c(&mut glass);
    assert!(shown.contains("Ctrl-C or F10 once more") && !has_left, "{shown}");
    glass.key(KeyCode::Left);
    assert!(!ctrl_c(&mut glass).1, "another key says no");
    assert!(ctrl_c(&mut glass).1, "twice is enough");
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    assert!(ctrl_c(&mut glass).1, "nothing is lost");
}

#[test]
fn a_file_is_overwritten_only_by_y() {
    let file = std::env::temp_dir().join(format!("tengen-save-{}.psq", std::process::id()));
    let name = file.to_str().unwrap();
    let mut glass = Glass::new(people("gomoku"), (120, 24), ASCII);
    glass.typed("h8");
    assert!(glass.typed(&format!("save {name}")).contains("saved in"));
    std::fs::write(&file, "mine").unwrap();
    let shown = glass.typed(&format!("save {name}"));
    assert!(shown.contains("is there already: overwrite it? y or n"), "{shown}");
    assert!(glass.key(KeyCode::Char('n')).contains("stays as it is"));
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    glass.typed(&format!("save {name}"));
    assert!(glass.key(KeyCode::Char('y')).contains("saved in"));
    assert_ne!(std::fs::read(&file).unwrap(), b"mine");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn words_are_understood_and_nonsense_is_refused() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    for (text, words) in [
        ("hello", "hello is neither a square nor a word: help lists the words"),
        ("undo", "there is nothing to take back"),
        ("save", "save needs the name of a file"),
        ("save x.exe", "x.exe does not end in .psq"),
        ("load /no/such/file", "there is no file /no/such/file"),
        ("accept", "no draw is offered"),
        ("draw", "Ann offers a draw: accept or decline"),
        ("decline", "Bob declines the draw"),
        ("pause", "paused"),
        ("b2", "the game is paused: go continues it"),
        ("go", "Ann (x) moves first"),
        ("sit o nobody", "there is no player nobody: choose human"),
        ("resign", "Bob (o) wins: Ann (x) resigned."),
    ] {
        let shown = glass.typed(text);
        assert!(shown.contains(words), "{text}:\n{shown}");
    }
    glass.key(KeyCode::Char('x'));
    assert_eq!(glass.screen.typed, "x");
    glass.key(KeyCode::Backspace);
    assert!(glass.typed("quit").contains('>') && glass.screen.has_left);
}

#[test]
fn a_large_board_scrolls() {
    let mut glass = Glass::new(people("gomoku40x30"), USUAL, ASCII);
    let shown = glass.typed("a1");
    assert!(shown.lines().any(|line| line.starts_with(" 1 (x). .")), "{shown}");
    assert!(shown.contains("1. a1"), "{shown}");
    let shown = glass.typed("an30");
    assert!(shown.lines().nth(1).unwrap().contains(". .(o)"), "{shown}");
    let before = glass.look();
    let after = glass.mouse(MouseEventKind::ScrollDown, (10, 10));
    assert_ne!(before.lines().nth(1), after.lines().nth(1));
    // A click means the square that is seen there now.
    let row: usize = after.lines().nth(3).unwrap()[..2].trim().parse().unwrap();
    let shown = glass.click((4, 3));
    let label = format!("{row:2}");
    let line = shown.lines().find(|line| line.starts_with(&label)).unwrap();
    assert!(line[3..].starts_with("(x)") || line[3..].starts_with(" x"), "{shown}");
}

#[test]
fn black_is_dark_and_white_is_bright() {
    for (palette, ink, paper) in [
        (Palette::Wood, Color::Indexed(16), Color::Indexed(231)),
        (Palette::Basic, Color::Black, Color::White),
    ] {
        // A stone of each on the board: a sign, or a piece of a letter.
        for (variant, signs) in [("gomoku", ["●", "●"]), ("tictactoe", ["╳", "╭"])] {
            let mut glass = Glass::new(people(variant), USUAL, Theme::new(palette, false));
            glass.typed("a1");
            glass.typed("b1");
            glass.key(KeyCode::Up);
            let buffer = glass.terminal.backend().buffer();
            let is_stone = |cell: &&ratatui::buffer::Cell| {
                cell.symbol() == "●" || signs.contains(&cell.symbol())
            };
            let stones = buffer.content().iter().filter(is_stone);
            assert!(stones.clone().all(|cell| cell.bg != Color::Reset), "{variant}");
            let mut dyes: Vec<(&str, Color)> =
                stones.map(|cell| (cell.symbol(), cell.fg)).collect();
            dyes.sort_by_key(|(sign, dye)| (*sign != "●", *sign != "╳", *dye != ink));
            // Two beside the board, which is above the stones, and two on it.
            let mut expected = vec![("●", ink), ("●", paper), (signs[0], ink), (signs[1], paper)];
            expected.sort_by_key(|(sign, dye)| (*sign != "●", *sign != "╳", *dye != ink));
            assert_eq!(dyes, expected, "{variant}");
        }
    }
    // Without colours a filled circle is bright on a dark terminal.
    let mut glass = Glass::new(people("gomoku"), USUAL, Theme::new(Palette::Plain, false));
    let shown = glass.typed("h8");
    assert!(shown.contains("(x)") && !shown.contains('●'), "{shown}");
}

#[test]
fn the_cursor_hides_no_mark() {
    let mut glass = Glass::new(people("gomoku"), USUAL, Theme::new(Palette::Wood, false));
    glass.typed("h8");
    for key in [KeyCode::Left, KeyCode::Right, KeyCode::Right] {
        let shown = glass.key(key);
        assert!(shown.contains("(●)") && !shown.contains('['), "{shown}");
    }
    let mut plain = Glass::new(people("gomoku"), USUAL, ASCII);
    plain.typed("h8");
    assert!(plain.key(KeyCode::Left).contains("[.]x)"));
    plain.key(KeyCode::Right);
    assert!(plain.key(KeyCode::Right).contains("(x[.]"));
}

#[test]
fn large_terminals_have_large_boards() {
    for (size, cell) in [
        (USUAL, " . . "),
        ((70, 36), " .  .  .  . "),
        ((120, 40), " .   .   .   . "),
        ((200, 60), " .     .     .     . "),
    ] {
        let mut glass = Glass::new(people("gomoku"), size, ASCII);
        let shown = glass.typed("o15");
        assert!(shown.contains(cell), "{shown}");
        assert!(shown.contains("(x)") && shown.contains("Ann (x)"), "{shown}");
        let rows = shown.lines().filter(|line| line.starts_with("15 ") || line.starts_with(" 1 "));
        assert_eq!(rows.count(), 2, "{shown}");
    }
}

#[test]
fn boards_of_wood_have_lines_and_stars() {
    for (size, row) in [((70, 36), "├──┼──┼──"), ((120, 40), "├───┼───┼───")]
    {
        let mut glass = Glass::new(people("gomoku"), size, Theme::new(Palette::Wood, false));
        let shown = glass.look();
        assert!(shown.contains(row) && shown.contains("└─") && shown.contains("┐"), "{shown}");
        assert_eq!(shown.matches('╋').count(), 5, "{shown}");
        glass.typed("d4");
        assert_eq!(glass.look().matches('╋').count(), 4);
        // The cursor was in the middle of the board.
        let line = shown.lines().position(|line| line.starts_with(" 8 ")).unwrap();
        let middle = shown.lines().nth(line).unwrap();
        let column = middle.chars().position(|sign| sign == '╋').unwrap();
        let clicked = glass.click((column as u16 + 1, line as u16));
        assert!(clicked.contains("2. ") || clicked.contains("d4    h8"), "{clicked}");
    }
}

#[test]
fn small_boards_have_letters() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, Theme::new(Palette::Wood, false));
    glass.typed("b2");
    let shown = glass.typed("a1");
    for rows in ["╲ ╱", "╱ ╲", "╭─╮", "╰─╯"] {
        assert_eq!(shown.matches(rows).count(), 1, "{rows}: {shown}");
    }
}

#[test]
fn the_past_can_be_looked_at() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    glass.typed("b2");
    glass.typed("a1");
    let shown = glass.typed("back");
    assert!(shown.contains("after 1 of 2 moves") && !shown.contains(" o   |"), "{shown}");
    let shown = glass.typed("c1");
    assert!(shown.contains("this is an earlier board: end returns to the game"), "{shown}");
    let control = |glass: &mut Glass, code| {
        let key = KeyEvent::new(code, KeyModifiers::CONTROL);
        keys::handle(&mut glass.screen, Event::Key(key));
        glass.look()
    };
    let shown = control(&mut glass, KeyCode::Left);
    assert!(shown.contains("after 0 of 2 moves"), "{shown}");
    assert!(control(&mut glass, KeyCode::Left).contains("this is the beginning of the game"));
    control(&mut glass, KeyCode::End);
    let shown = glass.typed("c1");
    assert!(shown.contains("Bob (o) is to move") && shown.contains("(x)"), "{shown}");
    // After the game the arrows are enough.
    glass.typed("a2");
    let shown = glass.typed("a3");
    assert!(shown.contains("wins"), "{shown}");
    assert!(glass.key(KeyCode::Left).contains("after 4 of 5 moves"));
    assert!(glass.key(KeyCode::Right).contains("wins"));
}

#[test]
fn narrow_and_tiny_terminals_are_usable() {
    let mut config = people("destroy");
    config.undo = UndoRule::Once;
    let mut glass = Glass::new(config, (40, 16), ASCII);
    glass.typed("h8");
    // The cursor is where the stone is, which can be converted.
    let shown = glass.key(KeyCode::Enter);
    assert!(shown.contains("(O)"), "{shown}");
    assert!(shown.contains(" o Bob (o)  0 conversions, one undo"), "{shown}");
    let shown = glass.typed("this is 1 move, or is it");
    for word in ["this is 1 move", "a square from a1 to"] {
        assert!(shown.contains(word), "{shown}");
    }
    for size in [(20, 10), (10, 5), (5, 3), (1, 1)] {
        let mut tiny = Glass::new(people("gomoku40x30"), size, ASCII);
        tiny.typed("h8");
        tiny.key(KeyCode::F(1));
        tiny.key(KeyCode::Esc);
        tiny.click((0, 0));
        assert_eq!(tiny.screen.table.room.game().plies().len(), 1, "{size:?}");
    }
}

#[test]
fn fouls_hints_and_choices_are_seen() {
    let mut glass = Glass::new(people("renju"), USUAL, ASCII);
    for mv in ["i8", "a1", "j8", "c1", "h9", "e1", "h10", "g1"] {
        glass.typed(mv);
    }
    let shown = glass.typed("h8");
    assert!(shown.contains("h8 is forbidden to Black: it makes a double-three"), "{shown}");
    assert!(shown.contains("8  . . . . . . .[!]x x") || shown.contains("! x x"), "{shown}");

    let mut config = people("gomoku");
    config.opening = Opening::Swap2;
    let mut swap2 = Glass::new(config, USUAL, ASCII);
    for mv in ["h8", "h9", "k10"] {
        swap2.typed(mv);
    }
    assert!(swap2.look().contains("Bob takes black, white, or places two more stones: type it"));
    let shown = swap2.typed("black");
    assert!(shown.contains(">o Ann (o)") && shown.contains("x Bob (x)"), "{shown}");
}

#[test]
fn a_screen_that_becomes_smaller_still_shows_the_last_move() {
    let mut glass = Glass::new(people("gomoku"), USUAL, ASCII);
    glass.typed("a1");
    glass.terminal.backend_mut().resize(50, 12);
    keys::handle(&mut glass.screen, Event::Resize(50, 12));
    let shown = glass.look();
    assert!(shown.contains(" 1 (x)"), "{shown}");
}

#[test]
fn help_speaks_of_this_board_and_of_nothing_else() {
    let help = |variant: &str, theme| {
        let mut glass = Glass::new(people(variant), (100, 60), theme);
        glass.key(KeyCode::F(1))
    };
    let small = help("tictactoe", ASCII);
    assert!(small.contains("Moves: b2, or row and column as in 2 2; row 1"), "{small}");
    assert!(small.contains("(x) last move, <x> hint, [x] cursor."), "{small}");
    for word in ["h8", "forbidden", "convert", "blue"] {
        assert!(!small.contains(word), "{word}: {small}");
    }
    let renju = help("renju", Theme::new(Palette::Wood, false));
    assert!(renju.contains("a blue square cursor, × forbidden to Black."), "{renju}");
    let destroy = help("destroy", ASCII);
    assert!(destroy.contains("or convert the stone there"), "{destroy}");
    assert!(destroy.contains("converts a stone of the other side."), "{destroy}");
    assert!(destroy.contains("X O converted."), "{destroy}");
}

#[test]
fn a_review_that_comes_late_takes_no_keys_of_the_board() {
    let mut glass = Glass::new(people("tictactoe"), USUAL, ASCII);
    let review = |glass: &mut Glass| {
        let (sender, from) = std::sync::mpsc::channel();
        glass.screen.table.await_review(from);
        glass.screen.has_acted = false;
        sender
    };
    let sender = review(&mut glass);
    glass.key(KeyCode::Char('b'));
    sender.send("what the first review says".to_owned()).unwrap();
    let shown = glass.key(KeyCode::Char('2'));
    assert!(shown.contains("> b2"), "{shown}");
    assert!(shown.contains("the review is there: type review to read it"), "{shown}");
    let shown = glass.key(KeyCode::Enter);
    assert!(shown.contains(" 2 |       |  (x)  |"), "{shown}");
    let shown = glass.typed("review");
    assert!(shown.contains("what the first review says"), "{shown}");
    glass.key(KeyCode::Esc);
    // Whoever waits for it sees it at once.
    review(&mut glass).send("what the second one says".to_owned()).unwrap();
    assert!(glass.look().contains("what the second one says"));
}

#[test]
fn the_help_page_scrolls_and_goes() {
    let mut glass = Glass::new(people("gomoku"), (50, 12), ASCII);
    let first = glass.key(KeyCode::F(1));
    assert!(first.contains("Keys:") && first.contains("other key goes back"), "{first}");
    let mut last = String::new();
    for _ in 0..20 {
        last = glass.key(KeyCode::PageDown);
    }
    assert!(last.contains("Signs:") && !last.contains("Keys:"), "{last}");
    let shown = glass.key(KeyCode::Enter);
    assert!(shown.contains("Ann (x) moves first"), "{shown}");
}

#[test]
fn colours_are_used_only_where_they_are_wanted() {
    let colours = |palette| {
        let mut glass = Glass::new(people("destroy"), USUAL, Theme::new(palette, false));
        for text in ["h8", "h9", "*h9", "nonsense"] {
            glass.typed(text);
        }
        let cells = glass.terminal.backend().buffer().content();
        let set: std::collections::BTreeSet<String> = cells
            .iter()
            .flat_map(|cell| [cell.fg, cell.bg])
            .filter(|color| *color != Color::Reset)
            .map(|color| format!("{color:?}"))
            .collect();
        set.len()
    };
    assert_eq!(colours(Palette::Plain), 0);
    assert!(colours(Palette::Basic) >= 3);
    assert!(colours(Palette::Wood) >= 5);
}

#[test]
fn a_panel_that_is_narrow_cuts_no_words_off() {
    let mut config = people("gomoku");
    config.seats[1] = Seat::read("--white", "level:3", &MoveLimits::default()).unwrap();
    let mut glass = Glass::new(config, (70, 36), ASCII);
    let shown = glass.look();
    let (words, rest) = ("   stronger: sit o", "level:5");
    assert!(shown.contains(words) && shown.contains(rest), "{shown}");
}
