//! `EvalFile`: another network, and files that are none.

use std::fs;
use std::path::Path;

use crate::folder::folder;
use crate::process::Engine;

/// The network of the program, with the bias of the value `units` higher.
fn raised(units: i32) -> Vec<u8> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/eval/weights/five.net");
    let mut bytes = fs::read(own).unwrap();
    let end = bytes.len() - 8;
    let bias = i32::from_le_bytes(bytes[end - 4..end].try_into().unwrap());
    bytes[end - 4..end].copy_from_slice(&(bias + units * 4096).to_le_bytes());
    let sum = bytes[..end].iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// What the program says to lines, up to the answer to the last one.
fn said(engine: &mut Engine, lines: &[&str]) -> Vec<String> {
    for line in lines {
        engine.send(line);
    }
    engine.send("isready");
    engine.until("readyok")
}

#[test]
fn another_network_is_taken_and_wrong_files_change_nothing() {
    let files = folder("networks");
    let (other, damaged) = (files.join("other.net"), files.join("damaged.net"));
    fs::write(&other, raised(300)).unwrap();
    let mut bytes = raised(0);
    bytes[1000] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let take = |path: &Path| format!("setoption name EvalFile value {}", path.display());

    let mut engine = Engine::start(&[]);
    let number = |said: &[String], before: &str| -> i32 {
        let last = said.iter().rev().find_map(|line| line.split_once(before)).unwrap().1;
        last.split(' ').next().unwrap().parse().unwrap()
    };
    // The value of a position by itself, and by a search.
    let valued = |engine: &mut Engine| {
        engine.send("position startpos moves h8 i9 h9");
        engine.send("eval");
        let alone = number(&engine.until("evalok"), "total cp ");
        engine.send("go depth 4");
        (alone, number(&engine.until("bestmove"), " score cp "))
    };
    let own = valued(&mut engine);

    for (path, expected) in [
        (damaged.as_path(), "a whole file: its sum is another"),
        (Path::new("/does/not/exist"), "a file that can be read"),
        (&files, "a network of tengen"),
    ] {
        let said = said(&mut engine, &[&take(path)]);
        // A long text is cut where it is named.
        let named: String = path.display().to_string().chars().take(60).collect();
        let error = format!("info string error: setoption EvalFile: {named}: expected");
        assert!(said[0].starts_with(&format!("{error} {expected}")), "{said:?}");
        assert_eq!(said.len(), 2, "{said:?}");
    }
    engine.send("ucinewgame");
    assert_eq!(valued(&mut engine), own, "nothing was changed");

    assert_eq!(said(&mut engine, &[&take(&other)]), ["readyok"]);
    let other = valued(&mut engine);
    assert!(other.0 > own.0 + 50 && other.1 != own.1, "{own:?} {other:?}");
    assert_eq!(said(&mut engine, &["setoption name EvalFile value <empty>"]), ["readyok"]);
    assert_eq!(valued(&mut engine), own, "and the hash table knows nothing of the other");
    fs::remove_dir_all(files).unwrap();
}
