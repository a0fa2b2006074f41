//! `tengen convert`, as people call it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::waiting::Finish;

/// A folder of one test, empty at its start.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // It may be there from the last time.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The names of all files.
    pub fn list(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    pub fn convert(&self, arguments: &str, input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("convert")
            .args(arguments.split(' '))
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Wrong arguments are refused before anything is read.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.finish().unwrap()
    }

    /// What it prints when all goes well.
    pub fn converted(&self, arguments: &str, input: &str) -> (String, String) {
        let output = self.convert(arguments, input);
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(0), "{arguments}: {err}");
        (out, err)
    }

    /// The exit code and the one line that it complains in.
    pub fn refused(&self, arguments: &str, input: &str) -> (i32, String) {
        let output = self.convert(arguments, input);
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.stdout, b"", "{arguments}");
        assert_eq!(line.matches('\n').count(), 1, "{arguments}: {line}");
        let line = line.strip_prefix("tengen: ").unwrap().trim_end().to_owned();
        (output.status.code().unwrap(), line)
    }
}

#[test]
fn formats_go_by_extensions() {
    let folder = Folder::new("convert-extensions");
    folder.write("game.psq", "Piskvorky 20x15, 11:11, 0\r\n11,8,0\r\n1,1,20\r\na\r\nb\r\n0\r\n");
    assert_eq!(folder.converted("game.psq game.sgf", ""), (String::new(), String::new()));
    let sgf = folder.read("game.sgf");
    assert!(sgf.contains("SZ[20:15]PB[a]PW[b]\n;B[kh]C[opening move];W[aa]C[20ms])"), "{sgf}");
    folder.converted("game.sgf game.PGN", "");
    assert!(folder.read("game.PGN").contains("1. k8 a15 {20ms} *"));
    folder.converted("game.PGN again.psq", "");
    assert_eq!(folder.read("again.psq"), folder.read("game.psq"));
}

#[test]
fn streams_need_formats() {
    let folder = Folder::new("convert-streams");
    let arguments = "- - --from pos --to moves --variant gomoku20";
    assert_eq!(folder.converted(arguments, "a1t20\nb3\n").0, "a20 t1\nb18\n");
    let (code, line) = folder.refused("- - --to moves", "a1");
    assert_eq!(code, 2);
    assert!(line.starts_with("convert: -: expected a name with an extension of a known"), "{line}");
    let (code, line) = folder.refused("- - --from moves", "a1");
    assert!(code == 2 && line.contains("--to FORMAT"), "{line}");
    let (code, line) = folder.refused("- - --from moves --to chess", "a1");
    assert!(code == 2 && line.contains("chess") && line.contains("psq, rec, sgf"), "{line}");
}

#[test]
fn rows_are_a_matter_of_agreement() {
    let folder = Folder::new("convert-rows");
    folder.write("list.txt", "# an opening\nb7d6e6f7\n");
    let (out, note) = folder.converted("list.txt - --to moves", "");
    assert_eq!(out, "b7 d6 e6 f7\n");
    assert!(note.contains("row 1 at the bottom; --rows top"), "{note}");
    let (out, note) = folder.converted("list.txt - --to moves --rows top", "");
    assert_eq!((out.as_str(), note.as_str()), ("b9 d10 e10 f9\n", ""));
    let (out, _) = folder.converted("list.txt - --to moves --rows top --mirror rows", "");
    assert_eq!(out, "b7 d6 e6 f7\n");
    // Column and row, counted from the top left, change places.
    let (out, _) = folder.converted("list.txt - --to pos --rows top --mirror diagonal", "");
    assert_eq!(out, "g2f4f5g6\n");
    folder.write("offsets.txt", "0,0, 1,3\n");
    let (out, note) = folder.converted("offsets.txt - --to moves", "");
    assert_eq!((out.as_str(), note.as_str()), ("h8 i5\n", ""));
    // `--rows` says that the input has moves.
    let (code, line) = folder.refused("offsets.txt - --to moves --rows top", "");
    assert_eq!(code, 1);
    assert_eq!(line, "offsets.txt: line 1: 0: expected moves such as h8i9 or h8 i9");
    let (code, line) = folder.refused("- - --from offset --to moves --rows top", "");
    assert_eq!(code, 2);
    assert_eq!(line, "convert: --rows: expected lines of moves to read, not offset");
    // A fault comes alone, without a word on how the rest was read.
    folder.write("list.txt", "h8\nh8 h8\n");
    let (code, line) = folder.refused("list.txt - --to moves --strict", "");
    assert_eq!(
        (code, line.as_str()),
        (1, "list.txt: line 2: h8 (occupied): expected an empty square")
    );
}

#[test]
fn losses_are_named() {
    let folder = Folder::new("convert-losses");
    let sgf = "(;GM[4]SZ[19]RU[4]PB[a]EV[e];B[hh]C[x];W[hi](;B[hj])(;B[hk]))";
    let (out, note) = folder.converted("- - --from sgf --to moves", sgf);
    assert_eq!(out, "h12 h11 h10\n");
    let expected = "tengen: -: moves has no words for: rule, size of the board, variations, names of the \
                    players, event, comments\n";
    assert_eq!(note, expected);
}

#[test]
fn what_was_not_understood_is_named() {
    let folder = Folder::new("convert-unread");
    let sgf = "(;GM[4]RU[swap2]RE[Black];B[hh])\n(;GM[4]RU[swap2];B[hh])";
    let (out, note) = folder.converted("- - --from sgf --to moves", sgf);
    assert_eq!(out, "h8\nh8\n");
    let expected = "\
        tengen: -: line 1: RU[swap2]: expected 0, 1, 4, 8, 9, or name and length as in freestyle k=4; \
        left out here and in 1 more\n\
        tengen: -: line 1: RE[Black]: expected a result such as B+1, W+Time or 0; left out\n";
    assert_eq!(note, expected);
}

#[test]
fn what_would_be_another_game_is_refused() {
    let folder = Folder::new("convert-refusals");
    let destroy = "- game.psq --from moves --variant destroy";
    let (code, line) = folder.refused(destroy, "h8 i9 *i9");
    assert_eq!(code, 1);
    assert_eq!(
        line,
        "-: game 1: conversions of stones: expected a format with words for that (pgn, moves, fen)"
    );
    let (code, line) = folder.refused("- game.sgf --from fen", "3/1X1/3 o k=3 destroy=0,0");
    assert!(code == 1 && line.contains("game 1: conversions of stones"), "{line}");
    let (code, line) = folder.refused("- game.psq --from fen", "3/1x1/3 o k=3");
    assert!(code == 1 && line.contains("game 1: stones before the first move"), "{line}");
    let (code, line) = folder.refused("- game.lib --from moves --variant gomoku20", "t20");
    assert!(code == 1 && line.contains("a board of 20x20: expected the board of 15x15"), "{line}");
    let (code, line) = folder.refused("- game.rec --from moves", "h8");
    assert!(code == 2 && line.contains("rec: expected a format that can be written"), "{line}");
    let (code, line) = folder.refused("- game.sgf --from moves", "# nothing\n");
    assert!(code == 1 && line.contains("expected at least one game of format moves"), "{line}");
    assert_eq!(folder.list(), Vec::<String>::new());
}

#[test]
fn several_games_may_have_several_files() {
    let folder = Folder::new("convert-several");
    let games = "h8 i9\nh8 h9\n".repeat(5);
    let (code, line) = folder.refused("- game.psq --from moves", &games);
    assert_eq!(code, 1);
    assert_eq!(
        line,
        "game.psq: file: 10 games: expected one game in a file of format psq; a name with {} makes a \
         file for each game"
    );
    folder.converted("- game-{}.psq --from moves", &games);
    assert_eq!(folder.list().len(), 10);
    assert!(folder.read("game-10.psq").contains("8,7,0"), "{:?}", folder.list());
    folder.converted("- game.sgf --from moves", &games);
    assert_eq!(folder.read("game.sgf").matches("(;").count(), 10);
}

#[test]
fn files_appear_together() {
    let folder = Folder::new("convert-together");
    fs::create_dir(folder.0.join("game-2.psq")).unwrap();
    let (code, line) = folder.refused("- game-{}.psq --from moves", "h8\nh9\nh10\n");
    assert!(
        code == 1 && line.starts_with("game-2.psq: expected a file that can be written: "),
        "{line}"
    );
    assert_eq!(folder.list(), ["game-2.psq"]);
}

#[test]
#[cfg(unix)]
fn links_stay_links() {
    let folder = Folder::new("convert-links");
    fs::create_dir(folder.0.join("real")).unwrap();
    folder.write("real/old.moves", "a1\n");
    for (link, target) in [
        ("old.moves", "real/old.moves"),
        ("new.moves", "real/new.moves"),
        ("round.moves", "round.moves"),
    ] {
        std::os::unix::fs::symlink(target, folder.0.join(link)).unwrap();
    }
    for name in ["old.moves", "new.moves"] {
        folder.converted(&format!("- {name} --from moves"), "h8");
        assert!(folder.0.join(name).is_symlink());
        assert_eq!(folder.read(&format!("real/{name}")), "h8\n");
    }
    let (code, line) = folder.refused("- round.moves --from moves", "h8");
    assert!(
        code == 1 && line.starts_with("round.moves: expected a file that can be written: "),
        "{line}"
    );
    assert_eq!(folder.list(), ["new.moves", "old.moves", "real", "round.moves"]);
}

#[test]
fn faults_are_named_and_leave_nothing_behind() {
    let folder = Folder::new("convert-faults");
    folder.write("bad.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n");
    folder.write("old.sgf", "kept");
    folder.write(
        "bad.lib",
        b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x78\x40\x01",
    );
    let (code, line) = folder.refused("bad.psq old.sgf", "");
    assert_eq!(
        (code, line.as_str()),
        (1, "bad.psq: line 3: h8 (occupied): expected an empty square")
    );
    let (code, line) = folder.refused("bad.lib old.sgf", "");
    assert_eq!((code, line.as_str()), (1, "bad.lib: byte 22: 01: expected the end of the tree"));
    let (code, line) = folder.refused("none.psq old.sgf", "");
    assert!(
        code == 1 && line.starts_with("none.psq: expected a file that can be read: "),
        "{line}"
    );
    let (code, line) = folder.refused("/dev/zero old.sgf --from moves", "");
    let said = "/dev/zero: more than 256 MiB: expected at most 256 MiB";
    assert!(code == 1 && (line == said || line.contains("can be read")), "{line}");
    let (code, line) = folder.refused("- none/a.sgf --from moves", "h8");
    assert!(
        code == 1 && line.starts_with("none/a.sgf: expected a file that can be written: "),
        "{line}"
    );
    let (code, line) = folder.refused("old.xyz old.sgf", "");
    assert!(code == 2 && line.contains("old.xyz: expected a name with an extension"), "{line}");
    let (code, line) = folder.refused("- old.sgf --from moves --variant chess", "h8");
    assert!(code == 2 && line.contains("chess: expected one of"), "{line}");
    let (code, _) = folder.refused("- old.sgf --from moves --set Width=3 --set Height=3", "b2");
    assert_eq!(code, 2);
    assert_eq!(folder.read("old.sgf"), "kept");
    assert_eq!(folder.list(), ["bad.lib", "bad.psq", "old.sgf"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_one_line() {
    let folder = Folder::new("convert-full");
    let (code, line) = folder.refused("- /dev/full --from moves --to sgf", "h8");
    assert!(
        code == 1 && line.starts_with("/dev/full: expected a file that can be written: "),
        "{line}"
    );
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    folder.write("game.moves", "h8");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["convert", "game.moves", "-", "--to", "sgf"])
        .current_dir(&folder.0)
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .finish()
        .unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        line.starts_with("tengen: standard output: ") && line.matches('\n').count() == 1,
        "{line}"
    );
}

/// Openings of other programs, if they are at hand.
#[test]
fn lists_of_openings_come_back() {
    let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data"));
    let folder = Folder::new("convert-openings");
    for (name, variant) in [
        ("openings-freestyle15", "gomoku"),
        ("openings-freestyle20", "gomoku20"),
        ("openings-standard15", "standard"),
        ("openings-renju15", "renju"),
    ] {
        let Ok(text) = fs::read_to_string(data.join(name).with_extension("txt")) else {
            println!("skipped: {name} is not here");
            continue;
        };
        let lines: Vec<&str> =
            text.lines().map(|line| line.split('#').next().unwrap().trim()).collect();
        let expected: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        let mut from = "moves".to_owned();
        let mut bytes = text.clone();
        for to in ["sgf", "pos", "offset", "pgn", "moves"] {
            let arguments = format!("- - --from {from} --to {to} --variant {variant}");
            (bytes, _) = folder.converted(&arguments, &bytes);
            from = to.to_owned();
        }
        assert_eq!(bytes.lines().collect::<Vec<_>>(), expected, "{name}");
    }
}
