//! The program as a whole: its options, memory, standard error and name.

use super::*;

#[test]
fn before_the_first_board_there_is_no_game() {
    let mut brain = Brain::start(&["--protocol", "gomocup"]);
    for line in ["BEGIN", "TURN 7,7", "BOARD 7,7,2 DONE", "RESTART", "TAKEBACK 7,7", "START 0"] {
        assert!(brain.ask(line).starts_with("ERROR "), "{line}");
    }
    assert_eq!(brain.ask("START 15"), "OK");
    brain.tell(&["INFO timeout_turn 0"]);
    assert_eq!(brain.ask_move("BEGIN"), (7, 7));
}

#[test]
fn options_of_the_command_line_hold() {
    let mut brain = Brain::start(&["--set", "Variant=renju", "--set", "Player=random"]);
    assert_eq!(brain.ask("START 15"), "OK");
    let answer = brain.ask_move("BEGIN");
    brain.tell(&["RESTART"]);
    assert_eq!(brain.answer(), "OK");
    let again = brain.ask_move("BEGIN");
    assert_ne!(answer, again, "a random player goes on drawing");
    let mut brain = Brain::start(&["--set", "Variant=tictactoe"]);
    assert_eq!(brain.ask("START 3"), "OK");
    brain.tell(&["INFO timeout_turn 1000"]);
    assert_eq!(brain.ask_move("BOARD 0,0,1 1,0,1 0,1,2 1,1,2 DONE"), (2, 0));
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_memory_holds_for_the_whole_program() {
    for (mebibytes, player) in [(350, "engine"), (64, "engine"), (20, "engine"), (20, "alphabeta")]
    {
        let mut brain = Brain::start(&["--set", &format!("Player={player}")]);
        assert_eq!(brain.ask("START 20"), "OK");
        let bytes: u64 = mebibytes << 20;
        brain.tell(&[&format!("INFO max_memory {bytes}"), "INFO timeout_turn 400"]);
        brain.ask_move("BEGIN");
        brain.ask_move("TURN 0,0");
        brain.ask_move("TURN 2,1");
        let peak = crate::memory::kibibytes(brain.0.id(), "VmHWM").unwrap();
        assert!(peak << 10 < bytes, "{player}: {peak} kB of {mebibytes} MiB");
    }
}

#[test]
fn the_bench_keeps_to_no_limit_of_memory() {
    let mut brain = Brain::start(&["--protocol", "gomocup"]);
    brain.tell(&["INFO max_memory 367001600"]);
    let refused = "ERROR bench: max_memory 367001600: expected no limit of memory";
    assert_eq!(brain.ask("BENCH"), refused);
    brain.tell(&["INFO max_memory 0", "BENCH"]);
    brain.0.until("MESSAGE 1/");
    brain.tell(&["STOP", "ABOUT"]);
    assert!(brain.answer().starts_with("name="));
}

#[test]
fn standard_error_stays_silent() {
    let bad_log = ["--log-file", "/nonexistent/folder/log"];
    for (arguments, input, code) in [
        (&["--protocol", "gomocup"][..], "START 15\nFOO\nTURN x\nEND\n", 0),
        (&[], "START 15\nFOO\nTURN x\nEND\n", 0),
        (&["--protocol", "gomocup", bad_log[0], bad_log[1]], "", 2),
        (&["--protocol=gomocup", "--frobnicate"], "", 2),
        (&["--protocol=gomocup", "--set", "Hash=lots"], "", 2),
    ] {
        let mut child = program()
            .args(arguments)
            .env("RUST_LOG", "trace")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may be gone before it reads.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
        let output = child.finish().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if code == 2 {
            assert!(said.starts_with("ERROR ") && said.lines().count() == 1, "{said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_brain_is_known_by_its_name() {
    let folder = std::env::temp_dir().join(format!("tengen-brain-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("pbrain-tengen64");
    std::os::unix::fs::symlink(program().get_program(), &path).unwrap();
    let mut brain = Brain(Engine::spawn(&mut std::process::Command::new(&path)));
    // A line of another protocol comes too late.
    assert!(brain.ask("uci").starts_with("UNKNOWN command: uci: "));
    assert_eq!(brain.ask("START 15"), "OK");
    fs::remove_dir_all(&folder).unwrap();
}
