//! `tengen play` in a pipe: whole games, and everything that people get wrong.

mod earlier;
#[cfg(all(unix, feature = "screen"))]
mod screen;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::process::Engine;
use crate::waiting::Finish;

/// Plays with these lines as the whole input.
fn play(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("play")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.as_ref().to_owned();
    let writer = thread::spawn(move || {
        // The game may be over before all is read.
        let _ = stdin.write_all(&input);
    });
    let output = child.finish().expect("it ends");
    writer.join().expect("the writer ends");
    output
}

/// What a game that goes well prints.
fn said(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = play(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// The lines that are no board.
fn words(text: &str) -> Vec<&str> {
    let is_board = |line: &&str| line.starts_with(' ') || line.starts_with(char::is_numeric);
    text.lines().filter(|line| !is_board(line)).collect()
}

const PEOPLE: [&str; 4] = ["--black", "human:Ann", "--white", "human:Bob"];

fn people<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&PEOPLE, more].concat()
}

/// A folder of this test that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-play-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("there is room for a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_beginner_never_beats_the_five_stages() {
    // Nine squares in some order: those that are occupied are refused, and the next
    // one is tried; a game is over before the list is.
    let orders =
        ["a1 a2 a3 b1 b2 b3 c1 c2 c3", "b2 c3 a1 b1 c2 a3 c1 a2 b3", "c2 b3 a2 b1 a1 c3 c1 a3 b2"];
    let mut input = String::new();
    for order in orders {
        for start in 0..9 {
            let squares: Vec<&str> = order.split(' ').collect();
            for turn in 0..9 {
                input += squares[(start + turn) % 9];
                input += "\n";
            }
            input += "new swap\n";
        }
    }
    input += "quit\n";
    let text = said(&["--variant", "tictactoe", "--white", "fivestage"], input);
    let lines = words(&text);
    let count = |end: &str| lines.iter().filter(|line| line.contains(end)).count();
    let (won, lost, drawn) = (count("You win!"), count("You lose."), count("A draw"));
    assert_eq!((won, lost + drawn), (0, 27), "{lost} {drawn}\n{text}");
    assert!(lost > 0 && drawn > 0, "{lost} {drawn}");
    assert!(count(" is taken") > 0);
    assert!(count("game over") + count("the game is over") > 0);
}

#[test]
fn a_game_of_two_people_is_told_in_words() {
    let text = said(&people(&["--variant", "tictactoe"]), "b2\n1 1\n3,1\nc1\nA2\nb1\nc2\n");
    assert_eq!(
        words(&text),
        [
            "freestyle 3x3, three in a row",
            "Ann (x)",
            "Bob (o)",
            "Ann (x) moves first",
            "Ann (x) plays b2",
            "Bob (o) is to move",
            "Bob (o) plays a1",
            "Ann (x) is to move",
            "Ann (x) plays a3",
            "Bob (o) is to move",
            "Bob (o) plays c1",
            "Ann (x) is to move",
            "Ann (x) plays a2",
            "Bob (o) is to move",
            "Bob (o) plays b1",
            "Bob (o) wins: three in a row at a1 b1 c1.",
            "the game is over: new begins another one",
        ]
    );
    assert!(text.contains(" 3  x . .\n 2  x x .\n 1  o(o)o\n    a b c\n"), "{text}");
}

#[test]
fn nonsense_is_refused_and_asked_again() {
    let input =
        b"hello\n\n   \n0 1\n4 4\n1 2 3\n-1 1\n\xff\xfe\n\x1b[A\nb2;\n*b2\nundo\nsave\nload\n\
                  load /no/such\nsit\nnew game\ngo\nstep\naccept\nhelp me\nb2\n";
    let text = said(&people(&["--variant", "tictactoe"]), input);
    for line in [
        "hello is neither a square nor a word: help lists the words",
        "4 4 is no square of this board: type a square from a1 to c3",
        "\\u{1b}[A is neither a square nor a word: help lists the words",
        "b2; is no square of this board: type a square from a1 to c3",
        "you have no conversion left",
        "there is nothing to take back",
        "save needs the name of a file, as in save game.psq",
        "there is no file /no/such",
        "sit needs x or o, and who: sit o level:5",
        "new stands alone, or before swap: new swap",
        "the game is not paused",
        "no draw is offered",
        "nothing comes after help: type help alone",
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line}\n{text}");
    }
    assert!(!text.contains(": expected "), "{text}");
    assert!(text.contains("Ann (x) plays b2"), "{text}");
    let long = ["x".repeat(3 << 20).as_bytes(), b"\nb2\n"].concat();
    let text = said(&people(&["--variant", "tictactoe"]), long);
    assert!(text.contains("that is a very long line: ") && text.contains("plays b2"), "{text}");
}

#[test]
fn forbidden_points_are_refused() {
    let input = "i8\na1\nj8\nc1\nh9\ne1\nh10\ng1\nh8\no15\n";
    let text = said(&people(&["--variant", "renju"]), input);
    let refusal = "h8 is forbidden to Black: it makes a double-three\n";
    assert!(text.contains(refusal), "{text}");
    assert!(text.contains(" 8  . . . . . . . ! x x"), "{text}");
    assert!(text.contains("Ann (x) plays o15"), "{text}");
}

#[test]
fn stones_are_converted_and_counted() {
    let text = said(&people(&["--variant", "destroy"]), "h8\n*h8\n*h8\nundo\ni9\n*i9\n*h8\n");
    let counts: Vec<&str> =
        words(&text).into_iter().filter(|line| line.starts_with("conversions")).collect();
    let expected =
        ["x 1, o 1", "x 1, o 1", "x 1, o 0", "x 1, o 1", "x 1, o 1", "x 0, o 1", "x 0, o 0"];
    assert_eq!(counts, expected.map(|count| format!("conversions left: {count}")));
    assert!(text.contains("h8 has no stone that you can convert"), "{text}");
    assert!(text.contains(". . . . .(O). . ."), "{text}");
}

#[test]
fn undo_follows_the_rule_of_the_house() {
    let moves = "b2\na1\nundo\na2\nundo\nc1\nundo\nc3\nundo\n";
    let text = said(&people(&["--variant", "tictactoe", "--undo", "once"]), moves);
    let told: Vec<&str> = words(&text).into_iter().filter(|line| line.contains("take")).collect();
    assert_eq!(
        told,
        [
            "Bob takes back 1 move",
            "Bob has taken back once, and once is all at this table",
            "Ann takes back 1 move",
            "Ann has taken back once, and once is all at this table",
        ]
    );
    // Against a program its answer goes back too.
    let text = said(&["--variant", "tictactoe", "--white", "fivestage"], "b2\nundo\nc2\n");
    assert!(text.contains("human takes back 2 moves"), "{text}");
    let off = said(&people(&["--undo", "off"]), "h8\nundo\n");
    assert!(off.contains("no move is taken back at this table"), "{off}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for input in ["", "b2\n", "b2\nc", "quit\n"] {
        let text = said(&["--variant", "tictactoe", "--white", "fivestage"], input);
        let is_told = text.contains("the input has ended, and the game with it");
        assert_eq!(is_told, input != "quit\n", "{text}");
        // The program still answers.
        let answers = text.matches("fivestage (o) plays").count();
        assert_eq!(answers, usize::from(input.starts_with("b2")), "{text}");
    }
}

#[test]
fn programs_play_each_other() {
    let arguments = ["--variant", "tictactoe", "--black", "linecount", "--white", "random"];
    let arguments = [&arguments[..], &["--seed", "7", "--rematch", "3"]].concat();
    let text = said(&arguments, "");
    assert_eq!(said(&arguments, ""), text, "the same seed, the same games");
    assert_eq!(text.matches("\ngame ").count(), 3, "{text}");
    assert!(text.contains("random (x) moves first"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("score: linecount ")), "{text}");

    // Step by step, and as long as it takes.
    let stepped = said(&arguments[..6], "pause\nstep\nstep\nquit\n");
    assert!(stepped.matches(") plays ").count() >= 2, "{stepped}");

    let tengen = env!("CARGO_BIN_EXE_tengen");
    let other = format!("name=brain 'cmd={tengen}' proto=gomocup depth=1 option.Player=runlength");
    let arguments =
        ["--size", "7", "--black", other.as_str(), "--white", "scoretable", "--seed", "1"];
    let text = said(&arguments, "");
    let last = text.lines().last().unwrap();
    assert!(last.contains(" wins: five in a row") || last.starts_with("A draw"), "{text}");
}

/// Each game's end is told before the next begins: the last board, who won, and how.
#[test]
fn a_rematch_begins_after_the_end_was_told() {
    let won = "b2\na1\nc1\na2\na3\n";
    let drawn = "b2\na1\na2\nc2\nb3\nb1\nc1\na3\nc3\n";
    let arguments = people(&["--variant", "tictactoe", "--rematch", "2"]);
    let text = said(&arguments, [won, drawn, won].concat());
    let expected = [
        "Ann (x) plays a3",
        " 3 (x). .",
        "Ann (x) wins: three in a row at a3 b2 c1.",
        "game 2",
        "Bob (x) moves first",
        "Bob (x) plays c3",
        " 3  o x(x)",
        "A draw: the board is full.",
        "game 3",
        "Ann (x) wins: three in a row at a3 b2 c1.",
    ];
    let mut lines = text.lines();
    for line in expected {
        assert!(lines.any(|told| told == line), "no {line} in its place: {text}");
    }
    assert!(lines.next().is_none(), "nothing follows the last result: {text}");

    // Where the program makes the last move, and where both are programs, too.
    let lost = "a1\nc1\na2\na3\nb1\nb3\n";
    let arguments = ["--variant", "tictactoe", "--white", "fivestage", "--rematch", "1"];
    let text = said(&arguments, lost);
    let end = text.find("wins: three in a row").unwrap_or_else(|| panic!("{text}"));
    assert!(text.find("\ngame 2\n").is_none_or(|next| end < next), "{text}");
    let arguments = ["--variant", "tictactoe", "--black", "linecount", "--white", "random"];
    let arguments = [&arguments[..], &["--seed", "7", "--rematch", "3"]].concat();
    let text = said(&arguments, "");
    let ends = |line: &&str| line.contains(" wins: ") || line.starts_with("A draw");
    assert_eq!(text.lines().filter(ends).count(), 4, "{text}");
}

#[test]
fn a_level_is_a_player() {
    let text = said(&["--size", "9", "--white", "level:3 nodes=200", "--seed", "1"], "e5\n");
    assert!(words(&text).contains(&"level:3 (o), nodes=200"), "{text}");
    assert!(text.contains("level:3 (o) plays "), "{text}");
    assert!(words(&text).contains(&"human (x) is to move"), "{text}");
}

#[test]
fn engines_of_a_file_sit_down_by_name() {
    let folder = Folder::new("engines");
    let file = folder.file("engines.toml");
    let tengen = env!("CARGO_BIN_EXE_tengen");
    let text = format!(
        "[[engine]]\nname = 'quick'\ncmd = ['{tengen}', '--protocol', 'gomocup']\n\
         proto = 'gomocup'\noption.Player = 'runlength'\n\
         [[engine]]\nname = 'slow'\ncmd = ['{tengen}']\nst = 2.5\n\
         option.Player = 'scoretable'\n"
    );
    fs::write(&file, text).expect("it can be written");
    let arguments = ["--engines", &file, "--st", "0.7", "--white", "quick"];
    let text = said(&arguments, "h8\nsit o slow\ni9\n");
    assert!(text.contains("quick (o), st=0.7\n") && text.contains("quick (o) plays "), "{text}");
    assert!(text.contains("slow (o) plays from now on"), "{text}");
    assert!(text.contains("slow (o) plays "), "{text}");
    fs::write(&file, "[[engine]]\ncmd = 'a'\nst = 0\n").expect("it can be written");
    let output = play(&["--engines", &file], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("--engines: {file}:3: st=0: expected")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_program_that_does_not_start_does_not_sit_down() {
    let text =
        said(&["--variant", "tictactoe", "--white", "fivestage"], "sit o cmd=/no/such\nb2\n");
    let refusal = "that program does not start: /no/such: ";
    assert!(text.contains(refusal), "{text}");
    assert!(text.contains("fivestage (o) plays "), "{text}");
}

#[cfg(unix)]
#[test]
fn a_game_is_not_won_against_a_program_that_broke_down() {
    // It introduces itself, and ends when it is told of the game.
    let script = "read line; echo uciok; read line";
    let engine = format!("name=weak cmd=sh \"args=-c '{script}'\" proto=uci");
    let output = play(&["--white", &engine], "h8\n");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("human (x) wins: the program of weak (o) ended"), "{text}");
    assert!(!text.contains("You win"), "{text}");
}

#[test]
fn games_begin_with_openings() {
    let text = said(&people(&["--opening", "swap2"]), "h8\nh9\nk10\ntwo\na1\nb1\nblack\nc1\n");
    for line in [
        "swap2: Bob takes black, white, or places two more stones: type black, white or two",
        "swap2: Bob places two more; now the fifth stone (x)",
        "Ann chooses black",
        "Bob (o) plays c1",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let text = said(&people(&["--opening", "handicap:2"]), "h8\n");
    assert!(text.contains("Bob (o) moves first") && text.contains("Bob (o) plays h8"), "{text}");
    let text = said(&people(&["--opening", "xx1/oo1/3 x k=3"]), "c3\n");
    assert!(text.contains("Ann (x) wins: three in a row at a3 b3 c3."), "{text}");
}

#[test]
fn games_are_kept_in_files() {
    let folder = Folder::new("files");
    for name in ["game.psq", "game.sgf"] {
        let file = folder.file(name);
        let input = format!("h8\ni9\nj10\nsave {file}\nquit\n");
        let text = said(&people(&["--variant", "renju"]), input);
        assert!(text.contains(&format!("saved in {file}")), "{text}");
        let again = said(&people(&["--variant", "renju", "--load", &file]), "undo\nk11\n");
        assert!(again.contains("Ann takes back 1 move"), "{again}");
        assert!(again.contains("Ann (x) plays k11"), "{again}");
        let loaded = said(&people(&[]), format!("a1\nload {file}\nb1\n"));
        assert!(loaded.contains("Bob (o) plays b1") && loaded.contains("(o)"), "{loaded}");
    }
    let broken = folder.file("broken.psq");
    fs::write(&broken, "no game").expect("it can be written");
    let text = said(&people(&[]), format!("load {broken}\nh8\n"));
    assert!(text.contains("broken.psq: ") && text.contains("plays h8"), "{text}");
    let second = folder.file("second.moves");
    fs::write(&second, "h8 h8\nh8 i9\na1\n").expect("it can be written");
    let text = said(&people(&[]), format!("load {second}\n"));
    assert!(text.contains("; game 2 of 3, the first that can be read; "), "{text}");
    // Conversions have no words in these formats, and no file is left behind.
    let none = folder.file("none.psq");
    let text = said(&people(&["--variant", "destroy"]), format!("h8\n*h8\nsave {none}\n"));
    assert!(text.contains("the game cannot be kept in ") && fs::metadata(&none).is_err(), "{text}");
}

#[test]
fn a_file_is_not_overwritten_by_a_script_that_does_not_say_so() {
    let folder = Folder::new("overwrite");
    let file = folder.file("game.psq");
    fs::write(&file, "mine").expect("it can be written");
    let text = said(&people(&[]), format!("h8\nsave {file}\n"));
    let refusal = format!("{file} is there already: save! {file} overwrites it\n");
    assert!(text.contains(&refusal), "{text}");
    assert_eq!(fs::read(&file).expect("it is there"), b"mine");
    let text = said(&people(&[]), format!("h8\nsave! {file}\n"));
    assert!(text.contains(&format!("saved in {file}")), "{text}");
    assert_ne!(fs::read(&file).expect("it is there"), b"mine");
}

#[test]
fn the_time_runs_out() {
    let mut game =
        Engine::start(&["play", "--white", "human", "--st", "0.3", "--variant", "tictactoe"]);
    game.send("b2");
    game.until("human (x) wins: the time of human (o) is up.");
    game.end_input();
    assert_eq!(game.exit_code(), Some(0));
}

#[test]
fn what_makes_no_sense_is_one_line() {
    for (arguments, code, complaint) in [
        (&["--black", "nobody"][..], 2, "--black: nobody: expected human"),
        (&["--white", "fivestgae"], 2, "; did you mean fivestage?"),
        (&["--white", "fivestage"], 2, "play: player: fivestage on 15x15: expected"),
        (&["--tc", "soon"], 2, "--tc: soon: expected"),
        (&["--st", "0"], 2, "--st: 0: expected"),
        (&["--opening", "queen"], 2, "--opening: queen: expected"),
        (&["--opening", "handicap:3", "--size", "5"], 2, "play: handicap: 3 stones on 5x5"),
        (&["--variant", "chess"], 2, "chess: expected"),
        (&["--size", "41"], 2, "41"),
        (&["--undo", "twice"], 2, "twice"),
        (&["--load", "/no/such.psq"], 1, "load: /no/such.psq: expected"),
        (&["--black", "cmd=/no/such"], 1, "--black: /no/such: "),
        (&["--white", "cmd=sh dir=/no/such"], 1, "--white: dir=/no/such: expected a folder"),
        (&["--black", "-3"], 2, "--black: -3: expected human"),
        (&["--st", ""], 2, "--st: (nothing): expected seconds"),
    ] {
        let output = play(arguments, "");
        assert!(output.stdout.is_empty(), "no game is begun: {arguments:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
        assert!(errors.contains(complaint) && errors.lines().count() == 1, "{errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_its_programs() {
    let mut game = Engine::start(&["play", "--black", "engine depth=99"]);
    while !game.next().expect("the game begins").contains("moves first") {}
    let id = rustix::process::Pid::from_raw(game.id() as i32).expect("it has a number");
    rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("it runs");
    assert_eq!(game.exit_code(), Some(0));
    // Its programs held the other end of its output: they have ended too.
    game.rest();
}

#[test]
fn a_level_is_changed_in_the_middle_of_a_game() {
    let arguments = ["--variant", "tictactoe", "--white", "level:1", "--seed", "1"];
    let text = said(&arguments, "b2\nlevel 10\nlevel 11\n");
    assert!(text.contains("level:10 (o) plays from now on"), "{text}");
    assert!(text.contains("level needs a number from 1 to 10, as in level 5"), "{text}");
    let text = said(&people(&["--variant", "tictactoe"]), "level 3\n");
    assert!(text.contains("level is about one program: sit o level:3 says whose"), "{text}");
}

#[test]
fn a_game_is_reviewed_where_it_was_played() {
    let text =
        said(&people(&["--variant", "tictactoe"]), "review\nb2\nb1\na1\nc3\na3\na2\nc1\nreview\n");
    assert!(text.contains("nothing was played that could be reviewed"), "{text}");
    let review = text.split("the game is being reviewed: please wait").nth(1);
    let review = review.unwrap_or_else(|| panic!("{text}"));
    assert!(review.contains("b1") && review.lines().count() > 7, "{text}");
}

#[test]
fn who_watches_programs_is_given_time() {
    let began = std::time::Instant::now();
    let arguments = ["--variant", "tictactoe", "--black", "random", "--white", "random"];
    let text = said(&[&arguments[..], &["--delay", "0.2", "--seed", "1"]].concat(), "");
    let moves = words(&text).iter().filter(|line| line.contains(" plays ")).count() as u32;
    assert!(moves >= 5 && began.elapsed() >= std::time::Duration::from_millis(200) * (moves - 1));
    let refused = play(&["--delay", "1e3"], "");
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("--delay: 1e3: expected seconds, 0 to 60, as in 0.5"), "{error}");
}
