//! `tengen play` on a terminal.

use std::fs;
use std::process::Command;

use super::Folder;
use crate::pty::Terminal;

fn play(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("play").args(["--variant", "tictactoe"]).args(arguments);
    command
}

#[test]
fn an_engine_that_is_missing_is_told_before_anything_is_drawn() {
    let (drawn, is_well) = Terminal::start(&mut play(&["--white", "cmd=/no/such"])).end();
    assert!(!is_well && drawn.starts_with("tengen: --white: /no/such: No such file"), "{drawn}");
    assert_eq!(drawn.lines().count(), 1, "{drawn}");
}

#[test]
fn the_program_alone_says_what_it_waits_for() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let mut terminal = Terminal::start(program.args(["--protocol", "uci"]));
    terminal.wait_for("tengen: waiting");
    terminal.wait_for("leaves");
    let greeting = terminal.drawn();
    for word in ["tengen: waiting for commands: ", "`quit`", "`tengen play`"] {
        assert!(greeting.contains(word), "{greeting}");
    }
    assert_eq!(greeting.lines().count(), 1, "{greeting}");
    terminal.press("isready\nquit\n");
    let (drawn, is_well) = terminal.end();
    assert!(is_well && drawn.contains("readyok"), "{drawn}");
    // Managers of Gomocup read what stands on standard error, too.
    let mut brain = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let mut terminal = Terminal::start(brain.args(["--protocol", "gomocup"]));
    terminal.press("END\n");
    assert!(!terminal.end().0.contains("waiting"), "a manager is told nothing");
}

#[test]
fn the_program_alone_shows_a_menu() {
    let alone = || {
        let terminal = Terminal::start(&mut Command::new(env!("CARGO_BIN_EXE_tengen")));
        terminal.wait_for("\n> ");
        terminal
    };
    let mut terminal = alone();
    terminal.press("q\n");
    let (drawn, is_well) = terminal.end();
    for word in ["play a friendly level", "tengen play --puzzle", "a command of the engine"] {
        assert!(is_well && drawn.contains(word), "{word}: {drawn}");
    }
    assert!(drawn.lines().all(|line| line.len() < 80), "no line is wider than a screen: {drawn}");
    // What is no entry is for the engine.
    let mut terminal = alone();
    terminal.press("isready\nquit\n");
    let (drawn, is_well) = terminal.end();
    assert!(is_well && drawn.contains("readyok"), "{drawn}");
    let mut terminal = alone();
    terminal.press("3\n");
    terminal.wait_for("freestyle 3x3, three in a row");
    terminal.press("quit\r");
    assert!(terminal.end().1, "it leaves");
}

#[test]
fn a_friendly_level_sits_down_by_itself() {
    let mut terminal = Terminal::start(&mut play(&[]));
    terminal.wait_for("stronger: sit o level:5");
    terminal.press("sit o level:9\r");
    terminal.wait_for("plays");
    terminal.press("quit\r");
    assert!(terminal.end().1, "it leaves");
    let mut terminal = Terminal::start(&mut play(&["--plain"]));
    terminal.wait_for("for a stronger opponent type sit o level:5");
    terminal.press("quit\n");
    assert!(terminal.end().1, "it leaves");
}

#[test]
fn the_log_is_never_drawn_over_the_board() {
    let folder = Folder::new("log");
    let file = folder.file("play.log");
    for arguments in [&["--white", "fivestage"][..], &["--white", "fivestage", "--log-file", &file]]
    {
        let mut terminal = Terminal::start(play(arguments).env("RUST_LOG", "trace"));
        terminal.wait_for("moves first");
        assert!(!terminal.is_usual(), "keys come one by one");
        terminal.press("b2\r");
        // Its answer, in the list of moves.
        terminal.wait_for("a3");
        terminal.press("quit\r");
        let (drawn, is_well) = terminal.end();
        assert!(is_well, "{drawn}");
        assert!(!drawn.contains("tengen::lines"), "{drawn}");
        assert!(drawn.contains("\x1b[?1049h") && drawn.contains("\x1b[?1049l"), "{drawn}");
    }
    let log = fs::read_to_string(&file).expect("the log is there");
    assert!(log.contains("tengen::lines"), "{log}");
}

#[test]
fn lines_are_asked_about_too() {
    let folder = Folder::new("asked");
    let file = folder.file("game.moves");
    fs::write(&file, "mine").expect("it can be written");
    // The shell makes the terminal its own: Ctrl-C is for who plays there.
    let plain = "exec setsid -c \"$0\" play --plain --variant tictactoe --white human";
    let mut shell = Command::new("sh");
    let mut terminal = Terminal::start(shell.args(["-c", plain, env!("CARGO_BIN_EXE_tengen")]));
    terminal.wait_for("> ");
    terminal.press(&format!("b2\nsave {file}\n"));
    terminal.wait_for("overwrite it? y or n");
    terminal.press("n\n");
    terminal.wait_for("stays as it is");
    terminal.press(&format!("save {file}\n"));
    terminal.press("y\n");
    terminal.wait_for("saved in");
    terminal.press("\u{3}");
    terminal.wait_for("Ctrl-C once more leaves this game");
    terminal.press("\u{3}");
    assert!(terminal.end().1, "it leaves");
    assert!(fs::read_to_string(&file).expect("it is there").starts_with("b2"));
}
