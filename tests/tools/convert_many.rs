//! `tengen convert` on files in the wild: many of them, some of them bad, in all encodings.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::convert::Folder;
use crate::waiting::Finish;

/// The exit code and both outputs.
fn told(output: Output) -> (i32, String, String) {
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, err)
}

/// A file of the cases that were collected beside the checkout, if it is at hand.
fn case(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases").join(name);
    if path.is_file() {
        return Some(path.to_str().unwrap().to_owned());
    }
    println!("skipped: {name} is not here");
    None
}

#[test]
fn cases_of_encodings_are_read_as_they_are() {
    let folder = Folder::new("convert-cases-encodings");
    for (name, words) in [
        ("sjis.sgf", &["C[表]", "B[hh];W[gg];B[hi]"][..]),
        ("sjis-mid-game.sgf", &["C[良い表]", "C[表]", "B[hi];W[hj]"]),
        ("gb18030.sgf", &["PB[张三]PW[李四]", "C[黑胜]"]),
        ("gb18030.psq", &["PB[张三]PW[李四]"]),
        ("gb18030.pgn", &["PW[张三]"]),
        ("windows-1251.sgf", &["PB[Иван]", "C[Победа]"]),
        ("windows-1251.xml", &["PB[Иван Петров]"]),
    ] {
        let Some(path) = case(name) else { continue };
        let (out, _) = folder.converted(&format!("{path} - --to sgf"), "");
        for word in words {
            assert!(out.contains(word), "{name}: {out}");
        }
    }
}

#[test]
fn cases_of_bad_games_leave_the_others() {
    let folder = Folder::new("convert-cases-bad");
    for (name, said) in [
        (
            "one-bad-game.moves",
            "game 2: line 2: h8 (occupied): expected an empty square; left out\n",
        ),
        ("one-bad-game.pgn", "game 2: line 7: h8 (occupied): expected an empty square; left out\n"),
        ("rif-bad-game.xml", "game 2: line 4: h8 (occupied): expected an empty square; left out\n"),
    ] {
        let Some(path) = case(name) else { continue };
        let (code, out, err) = told(folder.convert(&format!("{path} - --to moves"), ""));
        assert_eq!((code, out.lines().count()), (3, 2), "{name}: {out}");
        assert!(err.contains(said) && err.contains("1 of 3 games left out\n"), "{name}: {err}");
        let (code, line) = folder.refused(&format!("{path} - --to moves --strict"), "");
        assert!(code == 1 && line.contains("h8 (occupied)"), "{line}");
    }
}

#[test]
fn cases_of_rules_and_properties_have_an_answer() {
    let folder = Folder::new("convert-cases-rules");
    if let Some(path) = case("rif-gomoku-rule.xml") {
        let (out, err) = folder.converted(&format!("{path} - --to sgf"), "");
        assert_eq!((out.matches("RU[4]").count(), out.matches("RU[1]").count()), (2, 1), "{err}");
    }
    if let Some(path) = case("opening-in-properties.sgf") {
        let (code, line) = folder.refused(&format!("{path} - --to sgf"), "");
        assert!(code == 1 && line.contains("line 3: QPR[hh,hg,jf]: expected a property"), "{line}");
    }
    if let Some(path) = case("gm1.sgf") {
        let (code, line) = folder.refused(&format!("{path} - --to moves"), "");
        assert!(code == 1 && line.contains("GM[1]: expected GM[4]"), "{line}");
        let (out, err) = folder.converted(&format!("{path} - --to moves --game gomoku"), "");
        assert_eq!(out, "h8 g9\n");
        assert!(err.contains("HA (line 1), KM (line 1); left out"), "{err}");
    }
}

#[test]
fn names_of_all_encodings_become_utf8() {
    let folder = Folder::new("convert-encodings");
    folder.write("a.sgf", b"(;GM[4]CA[Shift_JIS]PB[\x95\\]PW[\x94\\];B[hh]C[\x83\\];W[gg])");
    let (out, err) = folder.converted("a.sgf - --to sgf", "");
    assert!(out.contains("PB[表]PW[能]\n;B[hh]C[ソ];W[gg])"), "{out}");
    assert_eq!(err, "");
    folder.write(
        "b.psq",
        b"Piskvorky 15x15, 0:3, 0\r\n8,8,0\r\n\xd5\xc5\xc8\xfd\r\n\xc0\xee\xcb\xc4\r\n0\r\n",
    );
    let (out, err) = folder.converted("b.psq - --to pgn", "");
    assert!(out.contains("[Black \"张三\"]\n[White \"李四\"]"), "{out}");
    assert_eq!(
        err,
        "tengen: b.psq: no encoding is declared: read as GBK; --encoding NAME reads it otherwise\n"
    );
    let (out, err) = folder.converted("b.psq - --to pgn --encoding latin1", "");
    assert!(out.contains("[Black \"ÕÅÈý\"]") && err.is_empty(), "{out}{err}");
    // What was read in another encoding is written in it where none can be named.
    folder.converted("b.psq c.psq", "");
    let bytes = fs::read(folder.0.join("c.psq")).unwrap();
    assert!(bytes.windows(4).any(|window| window == b"\xd5\xc5\xc8\xfd"), "{bytes:?}");
    let utf16: Vec<u8> =
        "\u{feff}h8 i9 # 张三\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("d.txt", utf16);
    assert_eq!(folder.converted("d.txt - --to moves --rows bottom", "").0, "h8 i9\n");
    folder.write("e.sgf", b"(;GM[4]CA[UTF-8]\nPB[x\xff];B[hh])");
    let (out, err) = folder.converted("e.sgf - --to sgf", "");
    assert!(out.contains("PB[x\u{fffd}]"), "{out}");
    assert_eq!(err, "tengen: e.sgf: line 2: bytes ff: expected a letter in UTF-8; left out\n");
    let (code, line) = folder.refused("e.sgf - --to sgf --strict", "");
    assert_eq!((code, line.as_str()), (1, "e.sgf: line 2: bytes ff: expected a letter in UTF-8"));
    let (code, line) = folder.refused("e.sgf - --to sgf --encoding klingon", "");
    assert!(code == 2 && line.contains("klingon") && line.contains("such as UTF-8"), "{line}");
}

#[test]
fn bad_games_are_left_out_and_counted() {
    let folder = Folder::new("convert-bad-games");
    folder.write("a.moves", "h8\nh8 h8\na1\n*a1\n");
    let (code, out, err) = told(folder.convert("a.moves b.sgf", ""));
    assert_eq!((code, out.as_str()), (3, ""));
    assert_eq!(
        err,
        "tengen: a.moves: game 2: line 2: h8 (occupied): expected an empty square; left out\n\
         tengen: a.moves: game 4: line 4: *a1 (no conversion left): expected a placement such as h8; left out\n\
         tengen: a.moves: 2 of 4 games left out\n"
    );
    assert_eq!(folder.read("b.sgf").matches("(;").count(), 2);
    // Games that the format cannot hold are left out like those that cannot be read.
    let (code, out, err) =
        told(folder.convert("- - --from fen --to moves", "startpos\n3/1x1/3 o k=3\n"));
    assert_eq!((code, out.as_str()), (3, "startpos\n"));
    assert!(err.contains("-: game 2: stones before the first move: expected a format"), "{err}");
    let (code, line) = folder.refused("a.moves c.sgf --strict", "");
    assert!(code == 1 && line.starts_with("a.moves: line 2: h8 (occupied)"), "{line}");
    folder.write("d.moves", "h8 h8\na1 a1\n");
    let (code, line) = folder.refused("d.moves c.sgf", "");
    let expected =
        "d.moves: line 1: h8 (occupied): expected an empty square; none of 2 games can be read";
    assert_eq!((code, line.as_str()), (1, expected));
    assert_eq!(folder.list(), ["a.moves", "b.sgf", "d.moves"]);
}

/// Two games in folders, a list, a bad file and some that are none.
fn collection(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("in/deep")).unwrap();
    folder.write("in/b.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n0\n");
    folder.write("in/a.moves", "a1\na2\n");
    folder.write("in/deep/c.sgf", "(;GM[4];B[ab])");
    folder.write("in/deep/readme.txt", "h8");
    folder.write("in/.hidden.sgf", "(;GM[4];B[ab])");
    folder
}

#[test]
fn folders_become_one_file() {
    let folder = collection("convert-folder");
    folder.converted("in all.moves", "");
    assert_eq!(folder.read("all.moves"), "a1\na2\nh8 i7\na14\n");
    folder.write("in/deep/bad.sgf", "(;");
    folder.write("x.moves", "c3");
    let (code, out, err) = told(folder.convert("in x.moves none.psq - --to pos", ""));
    assert_eq!((code, out.as_str()), (3, "a15\na14\nh8i9\na2\nc13\n"));
    let missing = std::fs::read("none.psq").unwrap_err();
    assert_eq!(
        err.replace('\\', "/").lines().collect::<Vec<_>>(),
        [
            "tengen: in/deep/bad.sgf: line 1: (nothing): expected ) at the end of the game; left out",
            &*format!("tengen: none.psq: expected a file that can be read: {missing}; left out"),
            "tengen: -: pos has no words for: names of the players",
            "tengen: 1 of 6 games left out, and 2 of 6 files have none",
        ]
    );
    let (code, line) = folder.refused("in x.moves - --to pos --strict", "");
    let line = line.replace('\\', "/");
    assert!(code == 1 && line.starts_with("in/deep/bad.sgf: line 1"), "{line}");
    // Lists are read where the arguments say what they are.
    assert_eq!(folder.converted("in/deep - --from pos --to pos", "").0, "h8\n");
    fs::create_dir(folder.0.join("empty")).unwrap();
    let (code, line) = folder.refused("empty all.sgf", "");
    assert!(
        code == 1 && line.starts_with("empty: no such file in it: expected a folder"),
        "{line}"
    );
    let (code, line) = folder.refused("in all.psq --from moves", "");
    assert!(code == 1 && line.starts_with("all.psq: file: 3 games: expected one game"), "{line}");
    // The last of many files is no output.
    folder.write("y.moves", "d4");
    let (code, line) = folder.refused("all.moves x.moves y.moves", "");
    assert!(code == 2 && line.starts_with("convert: y.moves: there already"), "{line}");
    assert_eq!(folder.read("y.moves"), "d4");
}

#[test]
fn folders_become_folders() {
    let folder = collection("convert-folders");
    folder.write("in/b.moves", "h8");
    let (code, line) = folder.refused("in out/", "");
    assert!(code == 2 && line.contains("out/: expected --to FORMAT"), "{line}");
    folder.converted("in out/ --to sgf", "");
    let list = |folder: &Folder, name: &str| Folder(folder.0.join(name)).list();
    assert_eq!(list(&folder, "out"), ["a.sgf", "b-2.sgf", "b.sgf", "deep"]);
    assert_eq!(list(&folder, "out/deep"), ["c.sgf"]);
    assert_eq!(folder.read("out/a.sgf").matches("(;").count(), 2);
    // Formats of one game get a file for each, and the output is no input.
    folder.converted("out out/psq/ --to psq", "");
    folder.converted("out out/psq/ --to psq", "");
    assert_eq!(list(&folder, "out/psq"), ["a-1.psq", "a-2.psq", "b-2.psq", "b.psq", "deep"]);
    // Files are not written over before they were read.
    folder.write("in/a.sgf", "(;GM[4];B[aa])");
    folder.converted("in in --to moves", "");
    assert_eq!(folder.read("in/a.moves"), "a1\na2\n");
    assert_eq!(folder.read("in/a-2.moves"), "a15\n");
    folder.converted("in games-{}.psq", "");
    assert!(folder.list().contains(&"games-1.psq".to_owned()), "{:?}", folder.list());
}

/// With `--strict` a folder stays as it was, as a file does.
#[test]
fn strict_folders_appear_whole_or_not_at_all() {
    let folder = collection("convert-strict-folders");
    folder.write("in/deep/d.moves", "h8\nh8 h8\n");
    let (code, line) = folder.refused("in out/sgf/ --to sgf --strict", "");
    let line = line.replace('\\', "/");
    assert!(code == 1 && line.starts_with("in/deep/d.moves: line 2: h8 (occupied)"), "{line}");
    assert_eq!(folder.list(), ["in"]);
    let (code, _) = folder.refused("in in --to moves --strict", "");
    assert_eq!((code, folder.read("in/a.moves").as_str()), (1, "a1\na2\n"));
    assert_eq!(Folder(folder.0.join("in")).list(), [".hidden.sgf", "a.moves", "b.psq", "deep"]);
    folder.write("in/deep/d.moves", "h8\n");
    folder.converted("in out/sgf/ --to sgf --strict", "");
    assert_eq!(Folder(folder.0.join("out/sgf")).list(), ["a.sgf", "b.sgf", "deep"]);
}

/// What was left out of a file would be gone if it were written over.
#[test]
fn a_file_of_which_something_is_left_out_is_not_replaced() {
    let folder = Folder::new("convert-replaced");
    fs::create_dir(folder.0.join("in")).unwrap();
    folder.write("in/a.moves", "h8\nh8 h8\n");
    folder.write("in/b.sgf", "(;GM[4]KM[0];B[aa])");
    folder.write("in/c.txt", "0,0\n");
    let (code, _, _) = told(folder.convert("in in --to moves", ""));
    assert_eq!((code, folder.read("in/a.moves").as_str()), (3, "h8\nh8 h8\n"));
    assert_eq!(folder.read("in/a-2.moves"), "h8\n");
    folder.converted("in/b.sgf in --to sgf", "");
    assert!(folder.read("in/b.sgf").contains("KM[0]"));
    folder.converted("in in --from offset --to pos", "");
    assert_eq!(
        (folder.read("in/c.txt"), folder.read("in/c-2.txt")),
        ("0,0\n".into(), "h8\n".into())
    );
    for (file, text) in [("in/a.moves", "h8\nh8 h8\n"), ("in/b.sgf", "(;GM[4]KM[0];B[aa])")] {
        let (code, _, err) = told(folder.convert(&format!("{file} {file}"), ""));
        assert!(code == 1 && err.contains(": it was read: expected another name"), "{err}");
        assert_eq!(folder.read(file), text);
    }
    folder.converted("in/a-2.moves in/a-2.moves --mirror rows", "");
    assert_eq!(folder.read("in/a-2.moves"), "h8\n");
}

#[test]
fn a_game_that_cannot_be_mirrored_is_left_out() {
    let folder = Folder::new("convert-mirror");
    folder.write("a.sgf", "(;GM[4];B[ab])(;GM[4]SZ[20:15];B[ab])(;GM[4];B[ba])");
    folder.write("b.moves", "c1\n");
    let (code, _, err) =
        told(folder.convert("a.sgf b.moves out/ --to moves --mirror diagonal", ""));
    assert_eq!(code, 3, "{err}");
    let expected = "a.sgf: game 2: 20x15: expected a board as high as wide for --mirror diagonal; \
                    left out\ntengen: a.sgf: 1 of 3 games left out\n";
    assert!(err.contains(expected), "{err}");
    assert_eq!(
        (folder.read("out/a.moves"), folder.read("out/b.moves")),
        ("b15\na14\n".into(), "o13\n".into())
    );
}

#[test]
fn games_that_cannot_be_written_are_named_where_they_stand() {
    let folder = Folder::new("convert-refused-where");
    folder.write("a.fen", "startpos\n3/1x1/3 o k=3\n");
    folder.write("b.fen", "9 9\n3/1x1/3 o k=3\n3/x2/3 o k=3\n");
    let (code, line) = folder.refused("a.fen a.moves --strict", "");
    assert!(code == 1 && line.starts_with("a.fen: game 2: stones before the first move"), "{line}");
    let (code, line) = folder.refused("b.fen a.moves", "");
    assert!(code == 1 && line.starts_with("b.fen: line 1: 9: expected a board"), "{line}");
    assert!(line.ends_with("; of 3 games 1 cannot be read and 2 cannot be written"), "{line}");
    folder.write("b.fen", "3/1x1/3 o k=3\n3/x2/3 o k=3\n");
    let (_, line) = folder.refused("b.fen a.moves", "");
    assert!(line.ends_with("; none of 2 games can be written"), "{line}");
}

/// All reasons are told, also where nothing comes of it.
#[test]
fn notes_come_before_the_error() {
    let folder = Folder::new("convert-notes");
    folder.write("a.moves", "h8 h8\n");
    folder.write("b.moves", "x\n");
    let (code, _, err) = told(folder.convert("a.moves b.moves c.sgf", ""));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!((code, lines.len()), (1, 3), "{err}");
    assert!(lines[0].contains("a.moves: line 1: h8 (occupied)"), "{err}");
    assert!(lines[1].contains("b.moves: line 1: x: expected"), "{err}");
    assert_eq!(lines[2], "tengen: c.sgf: no game: expected one in one of 2 files");
    folder.write("a.moves", "h8\nh9\nh8 h8\n");
    let (code, _, err) = told(folder.convert("a.moves b.moves c.psq", ""));
    assert!(code == 1 && err.contains("a.moves: 1 of 3 games left out\n"), "{err}");
    assert!(
        err.ends_with(
            "one game in a file of format psq; a name with {} makes a file for each game\n"
        ),
        "{err}"
    );
}

/// What is read when it is named is read from its folder too.
#[test]
fn rows_count_in_folders_as_in_files() {
    let folder = collection("convert-rows-folder");
    assert_eq!(folder.converted("in/a.moves - --rows top --to moves", "").0, "a15\na14\n");
    let (out, err) = folder.converted("in - --rows top --to moves", "");
    assert_eq!(out, "a15\na14\nh8\n");
    let note = "tengen: in: --rows: 2 files of other formats: expected lines of moves; left out\n";
    assert_eq!(err, note);
}

#[test]
fn files_without_an_extension_of_their_own_are_lists() {
    let folder = collection("convert-lists");
    folder.converted("in out/ --to pos", "");
    assert_eq!(Folder(folder.0.join("out")).list(), ["a.txt", "b.txt", "deep"]);
    assert_eq!(folder.converted("out - --from pos --to moves", "").0, "a1\na2\nh8 i7\na14\n");
}

/// A mark at the beginning declares the encoding.
#[test]
fn marked_files_need_no_word_about_encodings() {
    let folder = Folder::new("convert-marked");
    let text = "\u{feff}Piskvorky 15x15, 0:3, 0\r\n8,8,0\r\n张三\r\nb\r\n0\r\n";
    folder.write("a.psq", text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    let (out, err) = folder.converted("a.psq - --to pgn", "");
    assert!(out.contains("[Black \"张三\"]") && err.is_empty(), "{err}");
}

/// One broken tag takes one game with it.
#[test]
fn games_behind_a_broken_tag_are_converted() {
    let folder = Folder::new("convert-broken-xml");
    let game = |id: usize| format!("<game id=\"{id}\"><move>h8 h9</move></game>\n");
    let games: String = (1..=1_000).map(game).collect();
    let text = format!(
        "<d>\n{}</d>\n",
        games.replace("\"5\"><move>h8 h9</move>", "\"5\"><move>h8 h9</mov>")
    );
    folder.write("a.xml", text);
    let (code, _, err) = told(folder.convert("a.xml b.moves", ""));
    assert_eq!((code, folder.read("b.moves").lines().count()), (3, 999), "{err}");
    let expected = "tengen: a.xml: game 5: line 6: </mov>: expected </move>; left out\n\
                    tengen: a.xml: 1 of 1000 games left out\n";
    assert!(err.starts_with(expected), "{err}");
}

#[test]
fn analysis_answers_for_every_game() {
    let folder = Folder::new("convert-analysis");
    folder.write("a.moves", "h8\nh8 h8\na1\n");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["analyze", "a.moves", "--nodes", "100"]).args(arguments);
        let command = command.current_dir(&folder.0).stdin(Stdio::null());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        told(child.unwrap().finish().unwrap())
    };
    let (code, out, err) = run(&[]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (0, 3), "{out}{err}");
    assert!(lines[0].contains("\"a.moves:1\"") && !lines[0].contains("error"), "{out}");
    assert!(lines[1].contains("\"a.moves:2\"") && lines[1].contains("h8 (occupied)"), "{out}");
    assert!(lines[2].contains("\"a.moves:3\"") && !lines[2].contains("error"), "{out}");
    assert!(err.contains("a.moves: game 2: line 2: h8 (occupied)") && err.contains("1 of 3 games"));
    let (code, out, err) = run(&["--strict"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("a.moves: line 2: h8 (occupied)"), "{err}");
}
